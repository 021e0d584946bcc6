// RUN: dml-opt %s --dml-erase-unneeded --split-input-file --allow-unregistered-dialect \
// RUN:   | FileCheck %s

// What nothing needs is not run, and reports nothing (T6).
// CHECK-LABEL: func @not_needed(
// CHECK-NEXT:    return
func.func @not_needed(%x: tensor<4xi8>, %i: index) {
  %a = tensor.extract_slice %x[%i] [2] [1] : tensor<4xi8> to tensor<2xi8>
  %b = tensor.extract_slice %a[%i] [1] [1] : tensor<2xi8> to tensor<1xi8>
  return
}

// An assertion is an effect.
// CHECK-LABEL: func @assertion_stays(
// CHECK-NEXT:    tensor.extract
// CHECK-NEXT:    cf.assert
// CHECK-NEXT:    return
func.func @assertion_stays(%x: tensor<4xi1>, %i: index) {
  %a = tensor.extract %x[%i] : tensor<4xi1>
  cf.assert %a, "stays"
  return
}

// -----

// Only the second result of @inner is needed, and that through @outer; neither
// needs the index then.
// CHECK-LABEL: func private @inner(
// CHECK-SAME:    tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[A:.+]] = arith.negf
// CHECK-NEXT:    return %[[A]] : tensor<4xf32>
func.func private @inner(%x: tensor<4xf32>, %i: index)
    -> (f32, tensor<4xf32>, tensor<1xf32>) {
  %a = arith.negf %x : tensor<4xf32>
  %b = tensor.extract %x[%i] : tensor<4xf32>
  %c = tensor.extract_slice %a[%i] [1] [1] : tensor<4xf32> to tensor<1xf32>
  return %b, %a, %c : f32, tensor<4xf32>, tensor<1xf32>
}
// CHECK-LABEL: func private @outer(
// CHECK-SAME:    tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT:    %[[A:.+]] = call @inner(%{{.+}}) {test.name = "kept"} : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[A]] : tensor<4xf32>
func.func private @outer(%x: tensor<4xf32>, %i: index)
    -> (tensor<4xf32>, f32) {
  %b, %a, %c = call @inner(%x, %i) {test.name = "kept"}
      : (tensor<4xf32>, index) -> (f32, tensor<4xf32>, tensor<1xf32>)
  %d = tensor.extract %c[%i] : tensor<1xf32>
  %e = arith.addf %b, %d : f32
  return %a, %e : tensor<4xf32>, f32
}
// CHECK-LABEL: func @main(
// CHECK-NEXT:    %[[A:.+]] = call @outer({{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @main(%x: tensor<4xf32>, %y: tensor<?xindex>, %j: index) -> tensor<4xf32> {
  %i = tensor.extract %y[%j] : tensor<?xindex>
  %a, %b = call @outer(%x, %i)
      : (tensor<4xf32>, index) -> (tensor<4xf32>, f32)
  return %a : tensor<4xf32>
}

// -----

// Calls that need other results get functions of their own, and what these call
// too.
// CHECK-LABEL: func private @each(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32) -> f32 {
// CHECK-NEXT:    return %[[X]]
func.func private @each(%x: f32) -> (f32, f32) {
  %a = arith.negf %x : f32
  return %x, %a : f32, f32
}
// CHECK-LABEL: func private @through(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32) -> f32 {
// CHECK-NEXT:    %[[A:.+]] = call @each(%[[X]]) : (f32) -> f32
// CHECK-NEXT:    return %[[A]]
func.func private @through(%x: f32) -> (f32, f32) {
  %a, %b = call @each(%x) : (f32) -> (f32, f32)
  return %a, %b : f32, f32
}
// CHECK-LABEL: func @first_result(
// CHECK-NEXT:    call @through(
func.func @first_result(%x: f32) -> f32 {
  %a, %b = call @through(%x) : (f32) -> (f32, f32)
  return %a : f32
}
// CHECK-LABEL: func @second_result(
// CHECK-NEXT:    call @[[$THROUGH:through_[0-9]+]](
func.func @second_result(%x: f32) -> f32 {
  %a, %b = call @through(%x) : (f32) -> (f32, f32)
  return %b : f32
}
// CHECK-LABEL: func @second_result_again(
// CHECK-NEXT:    call @[[$THROUGH]](
func.func @second_result_again(%x: f32) -> f32 {
  %a, %b = call @through(%x) : (f32) -> (f32, f32)
  return %b : f32
}
// CHECK-LABEL: func private @through_
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32) -> f32 {
// CHECK-NEXT:    %[[A:.+]] = call @each_{{[0-9]+}}(%[[X]]) : (f32) -> f32
// CHECK-NEXT:    return %[[A]]
// CHECK-LABEL: func private @each_
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32) -> f32 {
// CHECK-NEXT:    %[[A:.+]] = arith.negf %[[X]]
// CHECK-NEXT:    return %[[A]]

// -----

// Others may call a public function, and one whose value is taken.
// CHECK-LABEL: func @public(
// CHECK-SAME:    ) -> f32 {
func.func @public(%x: f32) -> f32 {
  return %x : f32
}
// CHECK-LABEL: func private @taken(
// CHECK-SAME:    ) -> f32 {
func.func private @taken(%x: f32) -> f32 {
  return %x : f32
}
// CHECK-LABEL: func private @external(f32) -> f32
func.func private @external(%x: f32) -> f32
// CHECK-LABEL: func private @not_called(
// CHECK-SAME:    ) -> f32 {
func.func private @not_called(%x: f32) -> f32 {
  return %x : f32
}
func.func @calls(%x: f32) -> ((f32) -> f32) {
  %a = call @public(%x) : (f32) -> f32
  %b = call @taken(%x) : (f32) -> f32
  %c = call @external(%x) : (f32) -> f32
  %f = constant @taken : (f32) -> f32
  return %f : (f32) -> f32
}

// -----

// A function that only calls itself needs no result of its own.
// CHECK-LABEL: func private @recursive(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: f32) {
// CHECK-NEXT:    call @recursive(%[[X]]) : (f32) -> ()
// CHECK-NEXT:    return
func.func private @recursive(%x: f32) -> f32 {
  %a = call @recursive(%x) : (f32) -> f32
  return %x : f32
}

// -----

// In each of its blocks a function returns.
// CHECK-LABEL: func private @branches(
// CHECK-SAME:    ) -> f32 {
// CHECK:         return %{{.+}} : f32
// CHECK:         return %{{.+}} : f32
func.func private @branches(%c: i1, %x: f32) -> (i1, f32) {
  cf.cond_br %c, ^a, ^b
^a:
  return %c, %x : i1, f32
^b:
  %y = arith.negf %x : f32
  return %c, %y : i1, f32
}
func.func @calls_branches(%c: i1, %x: f32) -> f32 {
  %a, %b = call @branches(%c, %x) : (i1, f32) -> (i1, f32)
  return %b : f32
}

// -----

// An operation of an unknown dialect, which may be anything.
// CHECK-LABEL: func private @beside_unknown(
// CHECK-SAME:    ) -> f32 {
func.func private @beside_unknown(%x: f32) -> (f32, f32) {
  return %x, %x : f32, f32
}
// CHECK-LABEL: func private @named_by_unknown(
// CHECK-SAME:    ) -> (f32, f32) {
func.func private @named_by_unknown(%x: f32) -> (f32, f32) {
  return %x, %x : f32, f32
}
func.func @calls_beside_unknown(%x: f32) -> (f32, f32) {
  %a, %b = call @beside_unknown(%x) : (f32) -> (f32, f32)
  %c, %d = call @named_by_unknown(%x) : (f32) -> (f32, f32)
  "unknown.op"() ({
    "unknown.inner"() {names = [@named_by_unknown]} : () -> ()
  }) : () -> ()
  return %b, %c : f32, f32
}
