// RUN: dml-opt %s --dml-prune-after-failure | FileCheck %s

// CHECK-LABEL: func @pad(
// CHECK:         %[[FALSE:.+]] = arith.constant false
// CHECK-NEXT:    dml.require %[[FALSE]], "padding"
// CHECK-NEXT:    %[[E:.+]] = tensor.empty() : tensor<3xf32>
// CHECK-NEXT:    return %[[E]]
func.func @pad(%x: tensor<4xf32>) -> tensor<3xf32> {
  %false = arith.constant false
  dml.require %false, "padding"
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<3xf32>
  return %p : tensor<3xf32>
}

// What stands before the check stays, and so do values from there.
// CHECK-LABEL: func @before(
// CHECK:         %[[SUM:.+]] = arith.addi
// CHECK:         dml.require
// CHECK:         %[[C0:.+]] = arith.constant 0 : index
// CHECK:         %[[E:.+]] = tensor.empty(%[[C0]]) : tensor<?xf32>
// CHECK:         return %[[SUM]], %[[E]]
func.func @before(%x: tensor<?xf32>, %a: i32) -> (i32, tensor<?xf32>) {
  %sum = arith.addi %a, %a : i32
  %false = arith.constant false
  dml.require %false, "never"
  %y = arith.addf %x, %x : tensor<?xf32>
  return %sum, %y : i32, tensor<?xf32>
}

// CHECK-LABEL: func @in_a_branch(
// CHECK:         scf.if
// CHECK:           dml.require
// CHECK-NEXT:      %[[E:.+]] = tensor.empty() : tensor<4xf32>
// CHECK-NEXT:      scf.yield %[[E]]
// CHECK:         else
// CHECK:           arith.mulf
func.func @in_a_branch(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  %y = scf.if %c -> tensor<4xf32> {
    %false = arith.constant false
    dml.require %false, "never"
    %a = arith.addf %x, %x : tensor<4xf32>
    scf.yield %a : tensor<4xf32>
  } else {
    %b = arith.mulf %x, %x : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func @unknown(
// CHECK:         dml.require
// CHECK-NEXT:    arith.addf
func.func @unknown(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  dml.require %c, "perhaps"
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// Nothing stands for a number that no constant has.
// CHECK-LABEL: func @signed(
// CHECK:         dml.require
// CHECK-NEXT:    tensor.extract
func.func @signed(%x: tensor<4xsi8>, %i: index) -> si8 {
  %false = arith.constant false
  dml.require %false, "never"
  %e = tensor.extract %x[%i] : tensor<4xsi8>
  return %e : si8
}
