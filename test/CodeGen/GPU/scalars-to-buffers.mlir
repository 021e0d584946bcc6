// RUN: dml-opt %s --allow-unregistered-dialect --dml-gpu-scalars-to-buffers \
// RUN:   --split-input-file | FileCheck %s

// CHECK-LABEL: func @two_flags(
// CHECK:         %[[ALL:.+]] = memref.alloc() : memref<2xi32>
// CHECK-NEXT:    dml.initialize %[[ALL]][0] = 0 : memref<2xi32>
// CHECK-NEXT:    dml.initialize %[[ALL]][1] = 7 : memref<2xi32>
// CHECK-NEXT:    %[[A:.+]] = memref.subview %[[ALL]][0] [1] [1] : memref<2xi32> to memref<i32, strided<[]>>
// CHECK-NEXT:    %[[B:.+]] = memref.subview %[[ALL]][1] [1] [1] : memref<2xi32> to memref<i32, strided<[], offset: 1>>
// CHECK-NOT:     linalg.fill
// CHECK:         "test.use"(%[[A]], %[[B]])
func.func @two_flags() {
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %a = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%a : memref<i32>)
  %b = memref.alloc() : memref<i32>
  linalg.fill ins(%seven : i32) outs(%b : memref<i32>)
  "test.use"(%a, %b) : (memref<i32>, memref<i32>) -> ()
  return
}

// -----

// Flags that different operations write have buffers of their own.
// CHECK-LABEL: func @different_writers(
// CHECK:         %[[A:.+]] = memref.alloc() : memref<1xi32>
// CHECK-NEXT:    dml.initialize %[[A]][0] = 0
// CHECK-NEXT:    memref.subview %[[A]][0]
// CHECK:         %[[B:.+]] = memref.alloc() : memref<2xi32>
// CHECK-NEXT:    dml.initialize %[[B]][0] = 0
// CHECK-NEXT:    dml.initialize %[[B]][1] = 0
// CHECK-NEXT:    memref.subview %[[B]][0]
// CHECK:         memref.subview %[[B]][1]
// CHECK-NOT:     linalg.fill
func.func @different_writers(%x: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%a : memref<i32>)
  %b = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%b : memref<i32>)
  %c = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%c : memref<i32>)
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>,
                       affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : memref<4xi32>) outs(%a, %b, %c : memref<i32>, memref<i32>, memref<i32>) {
  ^bb0(%value: i32, %u: i32, %v: i32, %w: i32):
    %0 = arith.ori %u, %value : i32
    %1 = arith.ori %v, %value : i32
    %2 = arith.ori %w, %value : i32
    linalg.yield %0, %1, %2 : i32, i32, i32
  }
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : memref<4xi32>) outs(%b, %c : memref<i32>, memref<i32>) {
  ^bb0(%value: i32, %v: i32, %w: i32):
    %1 = arith.ori %v, %value : i32
    %2 = arith.ori %w, %value : i32
    linalg.yield %1, %2 : i32, i32
  }
  "test.use"(%a, %b, %c) : (memref<i32>, memref<i32>, memref<i32>) -> ()
  return
}

// -----

// One that is used before it is filled, one that is filled with what only a run
// knows, and one of another type.
// CHECK-LABEL: func @no_flags(
// CHECK-NOT:     dml.initialize
// CHECK-COUNT-3: linalg.fill
func.func @no_flags(%n: i32, %f: f32) {
  %zero = arith.constant 0 : i32
  %b = memref.alloc() : memref<i32>
  "test.use"(%b) : (memref<i32>) -> ()
  linalg.fill ins(%zero : i32) outs(%b : memref<i32>)
  %c = memref.alloc() : memref<i32>
  linalg.fill ins(%n : i32) outs(%c : memref<i32>)
  %d = memref.alloc() : memref<f32>
  linalg.fill ins(%f : f32) outs(%d : memref<f32>)
  "test.use"(%b, %c, %d) : (memref<i32>, memref<i32>, memref<f32>) -> ()
  return
}

// -----

// What is returned, viewed or selected keeps its type.
// CHECK-LABEL: func @passed_on(
// CHECK-NOT:     memref.subview
// CHECK-COUNT-4: linalg.fill
// CHECK-NOT:     memref.subview
func.func @passed_on(%condition: i1) -> (memref<i32>, memref<1xi32>, memref<i32>) {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%a : memref<i32>)
  %b = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%b : memref<i32>)
  %row = memref.expand_shape %b [] output_shape [1] : memref<i32> into memref<1xi32>
  %c = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%c : memref<i32>)
  %d = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%d : memref<i32>)
  %e = arith.select %condition, %c, %d : memref<i32>
  return %a, %row, %e : memref<i32>, memref<1xi32>, memref<i32>
}

// -----

// A scalar argument is read where it is used, and passed on as its buffer.
// CHECK-LABEL: func @argument(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf32>, %[[S:[a-z0-9]+]]: memref<f32>) -> memref<f32>
// CHECK-NEXT:    %[[ELEMENT:.+]] = memref.load %[[S]][] : memref<f32>
// CHECK-NEXT:    linalg.fill ins(%[[ELEMENT]] : f32) outs(%[[X]]
// CHECK-NEXT:    return %[[S]] : memref<f32>
func.func @argument(%x: memref<8xf32>, %s: f32) -> f32 {
  linalg.fill ins(%s : f32) outs(%x : memref<8xf32>)
  return %s : f32
}

// -----

// An operation that writes a whole element needs a buffer of its own; one that
// updates it does not.
// CHECK-LABEL: func @overwritten(
// CHECK:         dml.initialize %{{.+}}[0] = 0 : memref<1xi32>
// CHECK-NOT:     dml.initialize
// CHECK:         linalg.reduce
// CHECK:         linalg.fill
func.func @overwritten(%x: memref<i32>, %y: memref<4xi32>) {
  %zero = arith.constant 0 : i32
  %a = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%a : memref<i32>)
  linalg.reduce { arith.addi } ins(%y : memref<4xi32>) outs(%a : memref<i32>) dimensions = [0]
  %b = memref.alloc() : memref<i32>
  linalg.fill ins(%zero : i32) outs(%b : memref<i32>)
  linalg.copy ins(%x : memref<i32>) outs(%b : memref<i32>)
  "test.use"(%a, %b) : (memref<i32>, memref<i32>) -> ()
  return
}
