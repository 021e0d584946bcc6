// RUN: dml-opt %s --dml-fill-splats | FileCheck %s

// CHECK-LABEL: func @large(
// CHECK:         %[[C:.+]] = arith.constant 1.500000e+00 : f16
// CHECK:         %[[E:.+]] = tensor.empty() : tensor<8388609xf16>
// CHECK:         linalg.fill ins(%[[C]] : f16) outs(%[[E]] : tensor<8388609xf16>)
func.func @large() -> tensor<8388609xf16> {
  %c = arith.constant dense<1.5> : tensor<8388609xf16>
  return %c : tensor<8388609xf16>
}

// CHECK-LABEL: func @small(
// CHECK-NOT:     linalg.fill
// CHECK:         return
func.func @small() -> (tensor<8388608xf16>, tensor<2xf16>, f16) {
  %c = arith.constant dense<1.5> : tensor<8388608xf16>
  %d = arith.constant dense<[1.5, 2.0]> : tensor<2xf16>
  %e = arith.constant 1.5 : f16
  return %c, %d, %e : tensor<8388608xf16>, tensor<2xf16>, f16
}

// The bytes wrap to 0.
// CHECK-LABEL: func @huge(
// CHECK:         linalg.fill
func.func @huge() -> tensor<2305843009213693952xf64> {
  %c = arith.constant dense<1.5> : tensor<2305843009213693952xf64>
  return %c : tensor<2305843009213693952xf64>
}
