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

// Each operation that begins with what is filled fills a place of its own.
// CHECK-LABEL: func @two_results(
// CHECK:         %[[F:.+]] = linalg.fill
// CHECK-NEXT:    %[[P:.+]] = linalg.matmul {{.*}} outs(%[[F]] :
// CHECK:         %[[G:.+]] = linalg.fill
// CHECK-NEXT:    linalg.matmul ins(%[[P]], {{.*}} outs(%[[G]] :
// CHECK-NOT:     linalg.fill
func.func @two_results(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  %q = linalg.matmul ins(%p, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %q : tensor<4x4xf32>
}

// An allocated tensor is one place, which both branches go on to write.
// CHECK-LABEL: func @allocated(
// CHECK:         %[[F:.+]] = linalg.fill
// CHECK:         scf.if
// CHECK-NOT:     linalg.fill
// CHECK:           linalg.reduce {{.*}} outs(%[[F]] :
// CHECK:         } else {
// CHECK-NOT:     linalg.fill
// CHECK:           linalg.reduce {{.*}} outs(%[[F]] :
func.func @allocated(%c: i1, %x: tensor<4xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %a = bufferization.alloc_tensor() : tensor<i32>
  %i = linalg.fill ins(%zero : i32) outs(%a : tensor<i32>) -> tensor<i32>
  %y = scf.if %c -> tensor<i32> {
    %s = linalg.reduce { arith.addi } ins(%x : tensor<4xi32>) outs(%i : tensor<i32>) dimensions = [0]
    scf.yield %s : tensor<i32>
  } else {
    %s = linalg.reduce { arith.maxsi } ins(%x : tensor<4xi32>) outs(%i : tensor<i32>) dimensions = [0]
    scf.yield %s : tensor<i32>
  }
  return %y : tensor<i32>
}
