// Matrix products and convolutions, alone and with operators around them.

// RUN: %run %s --function=product "--input=2x3xf32=1 2 3 4 5 6" \
// RUN:   "--input=3x2xf32=1 -1 2 -2 3 -3" "--expected-output=2x2xf32=14 -14 32 -32"
// Each row is 0 + 1 + ... + 63 times 64 columns.
// RUN: %run %s --function=large_product --input=64x64xf32=1 \
// RUN:   --input=64xf32=iota --expected-output=64x64xf32=2016
// A matrix and its transpose.
// RUN: %run %s --function=gram "--input=2x3xi32=1 2 3 4 5 6" \
// RUN:   "--expected-output=2x2xi32=14 32 32 77"
// RUN: %run %s --function=batch "--input=2x1x2xi32=1 2 3 4" \
// RUN:   "--input=2x2x1xi32=5 6 7 8" "--expected-output=2x1x1xi32=17 53"
// Two filters: sums of windows, and their first elements.
// RUN: %run %s --function=convolution --input=1x1x3x3xf32=iota \
// RUN:   "--input=2x1x2x2xf32=1 1 1 1 1 0 0 0" \
// RUN:   "--expected-output=1x2x2x2xf32=8 12 20 24 0 1 3 4"
// Larger ones, of 16 channels of ones.
// RUN: %run %s --function=large_convolution --input=1x16x18x18xf32=1 \
// RUN:   --input=8x16x3x3xf32=1 --expected-output=1x8x16x16xf32=144
// The convolution that unfold is made for: windows in the corners and at the
// sides have less of the image.
// RUN: %run %s --function=unfold_product --input=1x1x3x3xf32=1 \
// RUN:   --input=1x9xf32=1 "--expected-output=1x9xf32=4 6 4 6 9 6 4 6 4"

func.func @product(%a: tensor<2x3xf32>, %b: tensor<3x2xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<2x2xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<2x3xf32>, tensor<3x2xf32>)
                     outs(%1 : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

func.func @large_product(%a: tensor<64x64xf32>, %x: tensor<64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x64xf32>
  %b = linalg.broadcast ins(%x : tensor<64xf32>) outs(%0 : tensor<64x64xf32>) dimensions = [1]
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<64x64xf32>, tensor<64x64xf32>)
                     outs(%1 : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

func.func @gram(%a: tensor<2x3xi32>) -> tensor<2x2xi32> {
  %zero = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<2x2xi32>
  %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<2x2xi32>) -> tensor<2x2xi32>
  %2 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
      affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %a : tensor<2x3xi32>, tensor<2x3xi32>) outs(%1 : tensor<2x2xi32>) -> tensor<2x2xi32>
  return %2 : tensor<2x2xi32>
}

func.func @batch(%a: tensor<2x1x2xi32>, %b: tensor<2x2x1xi32>) -> tensor<2x1x1xi32> {
  %zero = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<2x1x1xi32>
  %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  %2 = linalg.batch_matmul ins(%a, %b : tensor<2x1x2xi32>, tensor<2x2x1xi32>)
                           outs(%1 : tensor<2x1x1xi32>) -> tensor<2x1x1xi32>
  return %2 : tensor<2x1x1xi32>
}

func.func @convolution(%x: tensor<1x1x3x3xf32>, %w: tensor<2x1x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x2x2x2xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x3x3xf32>, tensor<2x1x2x2xf32>)
      outs(%1 : tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

func.func @large_convolution(%x: tensor<1x16x18x18xf32>, %w: tensor<8x16x3x3xf32>)
    -> tensor<1x8x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<1x8x16x16xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  %2 = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x16x18x18xf32>, tensor<8x16x3x3xf32>)
      outs(%1 : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  return %2 : tensor<1x8x16x16xf32>
}

func.func @unfold_product(%x: tensor<1x1x3x3xf32>, %w: tensor<1x9xf32>) -> tensor<1x9xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x1x3x3xf32>) -> tensor<1x9x9xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<1x9x9xf32> into tensor<9x9xf32>
  %2 = tensor.empty() : tensor<1x9xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<1x9xf32>) -> tensor<1x9xf32>
  %4 = linalg.matmul ins(%w, %1 : tensor<1x9xf32>, tensor<9x9xf32>)
                     outs(%3 : tensor<1x9xf32>) -> tensor<1x9xf32>
  return %4 : tensor<1x9xf32>
}
