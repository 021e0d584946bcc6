// ONNX, node cases of MaxPool whose elements are given. Those with random elements are
// configurations of scripts/test-conformance.sh.
//
// auto_pad and ceil_mode are written as the paddings that they come to: SAME_UPPER of a
// window of 3 and a stride of 2 over 5 pads 1 at each side; rounding up pads the end
// until the last window fits, if that begins inside of the input.
//
// storage_order = 1 asks for indices of a column-major plane, which DirectML does not
// have: the case's 6 16 8 18, in planes of 5 x 5, are 6 8 16 18 in row-major order.

// RUN: %run %s --function=maxpool_2d_uint8 \
// RUN:   "--input=1x1x5x5xui8=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x5x5xui8=13 14 15 15 15 18 19 20 20 20 23 24 25 25 25 23 24 25 25 25 23 24 25 25 25"
// RUN: %run %s --function=maxpool_2d_precomputed_pads \
// RUN:   "--input=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x5x5xf32=13 14 15 15 15 18 19 20 20 20 23 24 25 25 25 23 24 25 25 25 23 24 25 25 25"
// RUN: %run %s --function=maxpool_with_argmax_2d_precomputed_pads \
// RUN:   "--input=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x5x5xf32=13 14 15 15 15 18 19 20 20 20 23 24 25 25 25 23 24 25 25 25 23 24 25 25 25" \
// RUN:   "--expected-output=1x1x5x5xui64=12 13 14 14 14 17 18 19 19 19 22 23 24 24 24 22 23 24 24 24 22 23 24 24 24"
// RUN: %run %s --function=maxpool_2d_precomputed_strides \
// RUN:   "--input=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x2x2xf32=7 9 17 19"
// RUN: %run %s --function=maxpool_with_argmax_2d_precomputed_strides \
// RUN:   "--input=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x2x2xf32=7 9 17 19" "--expected-output=1x1x2x2xui64=6 8 16 18"
// RUN: %run %s --function=maxpool_2d_precomputed_same_upper \
// RUN:   "--input=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25" \
// RUN:   "--expected-output=1x1x3x3xf32=7 9 10 17 19 20 22 24 25"
// RUN: %run %s --function=maxpool_2d_ceil "--input=1x1x4x4xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" \
// RUN:   "--expected-output=1x1x2x2xf32=11 12 15 16"
// RUN: %run %s --function=maxpool_2d_ceil_output_size_reduce_by_one "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   "--expected-output=1x1x1x1xf32=1"
// RUN: %run %s --function=maxpool_2d_dilations \
// RUN:   "--input=1x1x4x4xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" \
// RUN:   "--expected-output=1x1x2x2xf32=11 12 15 16"
// RUN: %run %s --function=maxpool_3d_dilations \
// RUN:   "--input=1x1x4x4x4xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16" \
// RUN:   "--expected-output=1x1x2x2x2xf32=11 12 15 16 11 12 15 16"

func.func @maxpool_2d_uint8(%x: tensor<1x1x5x5xui8>) -> tensor<1x1x5x5xui8> {
  %v = dml.max_pooling2 %x, window_sizes = [5, 5], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x1x5x5xui8>) -> tensor<1x1x5x5xui8>
  return %v : tensor<1x1x5x5xui8>
}

func.func @maxpool_2d_precomputed_pads(%x: tensor<1x1x5x5xf32>) -> tensor<1x1x5x5xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [5, 5], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x1x5x5xf32>) -> tensor<1x1x5x5xf32>
  return %v : tensor<1x1x5x5xf32>
}

func.func @maxpool_with_argmax_2d_precomputed_pads(%x: tensor<1x1x5x5xf32>)
    -> (tensor<1x1x5x5xf32>, tensor<1x1x5x5xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [5, 5], start_padding = [2, 2],
      end_padding = [2, 2]
      : (tensor<1x1x5x5xf32>) -> (tensor<1x1x5x5xf32>, tensor<1x1x5x5xui64>)
  return %v, %i : tensor<1x1x5x5xf32>, tensor<1x1x5x5xui64>
}

func.func @maxpool_2d_precomputed_strides(%x: tensor<1x1x5x5xf32>) -> tensor<1x1x2x2xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x5x5xf32>) -> tensor<1x1x2x2xf32>
  return %v : tensor<1x1x2x2xf32>
}

func.func @maxpool_with_argmax_2d_precomputed_strides(%x: tensor<1x1x5x5xf32>)
    -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x5x5xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>)
  return %v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>
}

func.func @maxpool_2d_precomputed_same_upper(%x: tensor<1x1x5x5xf32>) -> tensor<1x1x3x3xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1],
      end_padding = [1, 1]
      : (tensor<1x1x5x5xf32>) -> tensor<1x1x3x3xf32>
  return %v : tensor<1x1x3x3xf32>
}

func.func @maxpool_2d_ceil(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2], end_padding = [1, 1]
      : (tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32>
  return %v : tensor<1x1x2x2xf32>
}

func.func @maxpool_2d_ceil_output_size_reduce_by_one(%x: tensor<1x1x2x2xf32>)
    -> tensor<1x1x1x1xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [1, 1], strides = [2, 2]
      : (tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32>
  return %v : tensor<1x1x1x1xf32>
}

func.func @maxpool_2d_dilations(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [2, 2], dilations = [2, 2]
      : (tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32>
  return %v : tensor<1x1x2x2xf32>
}

func.func @maxpool_3d_dilations(%x: tensor<1x1x4x4x4xf32>) -> tensor<1x1x2x2x2xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [2, 2, 2], dilations = [2, 2, 2]
      : (tensor<1x1x4x4x4xf32>) -> tensor<1x1x2x2x2xf32>
  return %v : tensor<1x1x2x2x2xf32>
}
