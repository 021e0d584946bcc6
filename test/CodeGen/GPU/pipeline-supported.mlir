// RUN: dml-opt %s --dml-gpu-pipeline | FileCheck %s --implicit-check-not=memref.copy

// The product reads windows where they lie.
// CHECK-LABEL: func @unfold_reshape_matmul(
// CHECK:         dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:         return
func.func @unfold_reshape_matmul(%x: tensor<1x3x5x5xf32>, %w: tensor<2x12xf32>)
    -> tensor<2x16xf32> {
  %columns = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<1x3x5x5xf32>) -> tensor<1x12x16xf32>
  %shape = arith.constant dense<[12, 16]> : tensor<2xindex>
  %matrix = tensor.reshape %columns(%shape)
      : (tensor<1x12x16xf32>, tensor<2xindex>) -> tensor<12x16xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<2x16xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<2x16xf32>)
      -> tensor<2x16xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<2x12xf32>, tensor<12x16xf32>)
      outs(%init : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %y : tensor<2x16xf32>
}

// One kernel computes what it moves.
// CHECK-LABEL: func @elementwise_around(
// CHECK:         dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:         return
func.func @elementwise_around(%x: tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf32> {
  %a = arith.mulf %x, %x : tensor<1x4x3x3xf32>
  %b = dml.depth_to_space1 %a, block_size = 2, order = depth_column_row
      : (tensor<1x4x3x3xf32>) -> tensor<1x1x6x6xf32>
  %c = math.absf %b : tensor<1x1x6x6xf32>
  return %c : tensor<1x1x6x6xf32>
}

// CHECK-LABEL: func @moves(
// CHECK-COUNT-5: dml.dispatch
// CHECK:         return
func.func @moves(%x: tensor<5x7xi8>)
    -> (tensor<7x5xi8>, tensor<6x8xi8>, tensor<3xi8>, tensor<5x7xi8>,
        tensor<3x3xi8>) {
  %four = arith.constant 4 : i8
  %e = tensor.empty() : tensor<7x5xi8>
  %a = linalg.transpose ins(%x : tensor<5x7xi8>) outs(%e : tensor<7x5xi8>)
      permutation = [1, 0]
  %b = tensor.pad %x low[1, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %four : i8
  } : tensor<5x7xi8> to tensor<6x8xi8>
  %c = tensor.extract_slice %x[1, 0] [1, 3] [1, 2]
      : tensor<5x7xi8> to tensor<3xi8>
  %d = tensor.insert_slice %c into %x[4, 2] [1, 3] [1, 1]
      : tensor<3xi8> into tensor<5x7xi8>
  %f = tensor.empty() : tensor<3x3xi8>
  %g = linalg.fill ins(%four : i8) outs(%f : tensor<3x3xi8>) -> tensor<3x3xi8>
  return %a, %b, %c, %d, %g
      : tensor<7x5xi8>, tensor<6x8xi8>, tensor<3xi8>, tensor<5x7xi8>,
        tensor<3x3xi8>
}

// Neither waits for the other.
// CHECK-LABEL: func @two_unpoolings(
// CHECK-NOT:     dml.barrier
// CHECK-COUNT-2: dml.report_indices
// CHECK-NOT:     dml.report_indices
// CHECK:         return %[[Y:.+]], %[[Z:.+]] : memref<1x1x3x3xf16>, memref<1x1x3x3xf16>
func.func @two_unpoolings(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xui32>,
    %j: tensor<1x1x2x2xui32>) -> (tensor<1x1x3x3xf16>, tensor<1x1x3x3xf16>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  %z = dml.max_unpooling %v, %j
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  return %y, %z : tensor<1x1x3x3xf16>, tensor<1x1x3x3xf16>
}

// CHECK-LABEL: func @returned_twice(
// CHECK:         return %[[Y:.+]], %[[Y]] :
func.func @returned_twice(%x: tensor<1x4x1x1xi8>)
    -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xi8>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return %y, %y : tensor<1x1x2x2xi8>, tensor<1x1x2x2xi8>
}

// CHECK-LABEL: func @returned_argument(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3xf16>
// CHECK-NEXT:    return %[[X]]
func.func @returned_argument(%x: tensor<3xf16>) -> tensor<3xf16> {
  return %x : tensor<3xf16>
}

// CHECK-LABEL: func @returned_constant(
// CHECK-NEXT:    %[[C:.+]] = memref.get_global
// CHECK-NEXT:    return %[[C]]
func.func @returned_constant() -> tensor<3xi16> {
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi16>
  return %c : tensor<3xi16>
}

// Calls are inlined: a kernel has no stack.
// CHECK-LABEL: func @calls(
// CHECK-NOT:     call @
// CHECK:         return
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// The threads branch.
// CHECK-LABEL: func @branch_on_scalar(
// CHECK:         dml.dispatch
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @branch_on_scalar(%c: i1, %x: tensor<4xf32>) -> tensor<4xf32> {
  %y = scf.if %c -> tensor<4xf32> {
    %u = arith.addf %x, %x : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}
