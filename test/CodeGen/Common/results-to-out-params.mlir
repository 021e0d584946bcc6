// RUN: dml-opt %s --dml-results-to-out-params \
// RUN:   | FileCheck %s --implicit-check-not=memref.alloc --implicit-check-not=memref.copy --implicit-check-not=bufferization.clone

//===----------------------------------------------------------------------===//
// Static results
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @fresh_allocation(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[Y:[a-z0-9]+]]: memref<4xf32>) {
// CHECK-NEXT:    linalg.copy ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK-NEXT:    return{{$}}
func.func @fresh_allocation(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y : memref<4xf32>
}

// CHECK-LABEL: func @argument_returned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[Y:[a-z0-9]+]]: memref<4xf32>) {
// CHECK-NEXT:    memref.copy %[[X]], %[[Y]]
// CHECK-NEXT:    return{{$}}
func.func @argument_returned(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}

// The second result is a copy of the first, which is built in place.
// CHECK-LABEL: func @returned_twice(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[Y:[a-z0-9]+]]: memref<4xf32>, %[[Z:[a-z0-9]+]]: memref<4xf32>) {
// CHECK-NEXT:    linalg.copy ins(%[[X]] : memref<4xf32>) outs(%[[Y]] : memref<4xf32>)
// CHECK-NEXT:    memref.copy %[[Y]], %[[Z]]
// CHECK-NEXT:    return{{$}}
func.func @returned_twice(%x: memref<4xf32>)
    -> (memref<4xf32>, memref<4xf32>) {
  %y = memref.alloc() : memref<4xf32>
  linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y, %y : memref<4xf32>, memref<4xf32>
}

// CHECK-LABEL: func @view_returned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x2xf32>, %[[Z:[a-z0-9]+]]: memref<4xf32>) {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<2x2xf32>
// CHECK-NEXT:    linalg.copy ins(%[[X]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK-NEXT:    %[[VIEW:.+]] = memref.collapse_shape %[[Y]]
// CHECK-NEXT:    memref.copy %[[VIEW]], %[[Z]]
// CHECK-NEXT:    return{{$}}
func.func @view_returned(%x: memref<2x2xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<2x2xf32>
  linalg.copy ins(%x : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  %z = memref.collapse_shape %y [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  return %z : memref<4xf32>
}

memref.global "private" constant @seven : memref<1xi32> = dense<7>

// CHECK-LABEL: func @constant_returned(
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<1xi32>) {
// CHECK-NEXT:    %[[G:.+]] = memref.get_global @seven
// CHECK-NEXT:    memref.copy %[[G]], %[[Y]]
// CHECK-NEXT:    return{{$}}
func.func @constant_returned() -> memref<1xi32> {
  %g = memref.get_global @seven : memref<1xi32>
  return %g : memref<1xi32>
}

// CHECK-LABEL: func @rank_zero(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32, %[[Y:[a-z0-9]+]]: memref<f32>) {
// CHECK-NEXT:    memref.store %[[X]], %[[Y]][] : memref<f32>
// CHECK-NEXT:    return{{$}}
func.func @rank_zero(%x: f32) -> memref<f32> {
  %y = memref.alloc() : memref<f32>
  memref.store %x, %y[] : memref<f32>
  return %y : memref<f32>
}

// Each way out copies what it returns.
// CHECK-LABEL: func @several_blocks(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[C:[a-z0-9]+]]: i1, %[[Y:[a-z0-9]+]]: memref<4xf32>) {
func.func @several_blocks(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // CHECK-NEXT: %[[A:.+]] = memref.alloc() : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // CHECK:      memref.copy %[[A]], %[[Y]]
  // CHECK-NEXT: return{{$}}
  return %a : memref<4xf32>
^bb2:
  // CHECK:      memref.copy %[[X]], %[[Y]]
  // CHECK-NEXT: return{{$}}
  return %x : memref<4xf32>
}

//===----------------------------------------------------------------------===//
// Dynamic results stay results that the caller owns
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dynamic_fresh_allocation(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index) -> memref<?xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc(%[[N]])
// CHECK-NEXT:    return %[[Y]] : memref<?xf32>
func.func @dynamic_fresh_allocation(%n: index) -> memref<?xf32> {
  %y = memref.alloc(%n) : memref<?xf32>
  return %y : memref<?xf32>
}

// CHECK-LABEL: func @dynamic_cast_of_fresh_allocation(
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<4xf32>
// CHECK-NEXT:    %[[CAST:.+]] = memref.cast %[[Y]]
// CHECK-NEXT:    return %[[CAST]] : memref<?xf32>
func.func @dynamic_cast_of_fresh_allocation() -> memref<?xf32> {
  %y = memref.alloc() : memref<4xf32>
  %z = memref.cast %y : memref<4xf32> to memref<?xf32>
  return %z : memref<?xf32>
}

// CHECK-LABEL: func @dynamic_argument_returned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<?xf32>) -> memref<?xf32> {
// CHECK-NEXT:    %[[Y:.+]] = bufferization.clone %[[X]]
// CHECK-NEXT:    return %[[Y]]
func.func @dynamic_argument_returned(%x: memref<?xf32>) -> memref<?xf32> {
  return %x : memref<?xf32>
}

// CHECK-LABEL: func @dynamic_returned_twice(
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc(
// CHECK-NEXT:    %[[A:.+]] = bufferization.clone %[[Y]]
// CHECK-NEXT:    %[[B:.+]] = bufferization.clone %[[Y]]
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @dynamic_returned_twice(%n: index) -> (memref<?xf32>, memref<?xf32>) {
  %y = memref.alloc(%n) : memref<?xf32>
  return %y, %y : memref<?xf32>, memref<?xf32>
}

// Two casts are one buffer, too.
// CHECK-LABEL: func @dynamic_two_casts_returned(
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc(
// CHECK-NEXT:    %[[A:.+]] = memref.cast %[[Y]]
// CHECK-NEXT:    %[[B:.+]] = memref.cast %[[Y]]
// CHECK-NEXT:    %[[C:.+]] = bufferization.clone %[[A]]
// CHECK-NEXT:    %[[D:.+]] = bufferization.clone %[[B]]
// CHECK-NEXT:    return %[[C]], %[[D]]
func.func @dynamic_two_casts_returned(%n: index)
    -> (memref<4x?xf32>, memref<?x4xf32>) {
  %y = memref.alloc(%n, %n) : memref<?x?xf32>
  %a = memref.cast %y : memref<?x?xf32> to memref<4x?xf32>
  %b = memref.cast %y : memref<?x?xf32> to memref<?x4xf32>
  return %a, %b : memref<4x?xf32>, memref<?x4xf32>
}

// CHECK-LABEL: func @scalars_static_and_dynamic(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: f32, %[[A:[a-z0-9]+]]: memref<2xf32>, %[[B:[a-z0-9]+]]: memref<3xf32>) -> (f32, memref<?xf32>, index) {
// CHECK-NEXT:    %[[D:.+]] = memref.alloc(%[[N]])
// CHECK-NEXT:    linalg.fill ins(%[[S]] : f32) outs(%[[A]] : memref<2xf32>)
// CHECK-NEXT:    linalg.fill ins(%[[S]] : f32) outs(%[[B]] : memref<3xf32>)
// CHECK-NEXT:    return %[[S]], %[[D]], %[[N]] : f32, memref<?xf32>, index
func.func @scalars_static_and_dynamic(%n: index, %s: f32)
    -> (f32, memref<2xf32>, memref<?xf32>, memref<3xf32>, index) {
  %a = memref.alloc() : memref<2xf32>
  %d = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc() : memref<3xf32>
  linalg.fill ins(%s : f32) outs(%a : memref<2xf32>)
  linalg.fill ins(%s : f32) outs(%b : memref<3xf32>)
  return %s, %a, %d, %b, %n
      : f32, memref<2xf32>, memref<?xf32>, memref<3xf32>, index
}

//===----------------------------------------------------------------------===//
// Callers, and functions that stay
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @caller(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: f32) -> memref<?xf32> {
// CHECK-NEXT:    %[[A:.+]] = memref.alloc() : memref<2xf32>
// CHECK-NEXT:    %[[B:.+]] = memref.alloc() : memref<3xf32>
// CHECK-NEXT:    %[[R:.+]]:3 = call @scalars_static_and_dynamic(%[[N]], %[[S]], %[[A]], %[[B]]) : (index, f32, memref<2xf32>, memref<3xf32>) -> (f32, memref<?xf32>, index)
// CHECK-NEXT:    memref.store %[[R]]#0, %[[B]][%[[R]]#2]
// CHECK-NEXT:    linalg.fill ins(%[[R]]#0 : f32) outs(%[[A]] : memref<2xf32>)
// CHECK-NEXT:    %[[OWN:.+]] = bufferization.clone %[[R]]#1
// CHECK-NEXT:    return %[[OWN]]
func.func @caller(%n: index, %s: f32) -> memref<?xf32> {
  %r:5 = call @scalars_static_and_dynamic(%n, %s) : (index, f32)
      -> (f32, memref<2xf32>, memref<?xf32>, memref<3xf32>, index)
  memref.store %r#0, %r#3[%r#4] : memref<3xf32>
  linalg.fill ins(%r#0 : f32) outs(%r#1 : memref<2xf32>)
  return %r#2 : memref<?xf32>
}

// CHECK: func private @declaration(memref<4xf32>) -> memref<4xf32>
func.func private @declaration(memref<4xf32>) -> memref<4xf32>

// CHECK-LABEL: func private @private_function_stays(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>) -> memref<4xf32> {
// CHECK-NEXT:    %[[Y:.+]] = call @declaration(%[[X]]) : (memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:    return %[[Y]]
func.func private @private_function_stays(%x: memref<4xf32>) -> memref<4xf32> {
  %y = call @declaration(%x) : (memref<4xf32>) -> memref<4xf32>
  return %y : memref<4xf32>
}
