// Constants whose contents stand behind the module.

// RUN: split-file %s %t
// RUN: %run %t/resource.mlir --input=4xi32=iota "--expected-output=4xi32=1 3 5 7"
// RUN: not %run %t/short.mlir --input=4xi32=iota 2>&1 | FileCheck %s
// RUN: not %run %t/missing.mlir --input=4xi32=iota 2>&1 | FileCheck %s --check-prefix=MISSING
// CHECK: short.mlir:2:8: error: 'arith.constant' op resource 'c': expected 16 bytes, given 4
// MISSING: missing.mlir:2:8: error: 'arith.constant' op resource 'c': expected 16 bytes, given 0

//--- resource.mlir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = arith.constant dense_resource<c> : tensor<4xi32>
  %y = arith.addi %x, %c : tensor<4xi32>
  return %y : tensor<4xi32>
}
{-#
  dialect_resources: {
    builtin: { c: "0x0400000001000000020000000300000004000000" }
  }
#-}

//--- short.mlir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = arith.constant dense_resource<c> : tensor<4xi32>
  %y = arith.addi %x, %c : tensor<4xi32>
  return %y : tensor<4xi32>
}
{-#
  dialect_resources: { builtin: { c: "0x0400000001000000" } }
#-}

//--- missing.mlir
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = arith.constant dense_resource<c> : tensor<4xi32>
  %y = arith.addi %x, %c : tensor<4xi32>
  return %y : tensor<4xi32>
}
