// Every device refuses a pad that has fewer operands than dynamic paddings,
// which no verifier does.

// RUN: not %run %s --input=3xi32=1 2>&1 | FileCheck %s
// RUN: not dml-run %s --input=3xi32=1 --device=reference 2>&1 | FileCheck %s
// CHECK: missing-operands.mlir:[[#@LINE+4]]:8: {{.*}}'tensor.pad' op operands for the dynamic entries of static_high: expected 1, given 0

func.func @pad(%x: tensor<3xi32>) -> tensor<?xi32> {
  %a = arith.constant 7 : i32
  %y = "tensor.pad"(%x) <{operandSegmentSizes = array<i32: 1, 0, 0>,
      static_low = array<i64: 1>,
      static_high = array<i64: -9223372036854775808>}> ({
    ^bb0(%i: index):
      tensor.yield %a : i32
    }) : (tensor<3xi32>) -> tensor<?xi32>
  return %y : tensor<?xi32>
}
