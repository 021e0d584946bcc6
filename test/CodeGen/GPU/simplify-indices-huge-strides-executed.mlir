// Positions of fused windows are multiples of a stride of 2^32 - 2, too many to compare
// with one by one. They differ by remainders alone.

// RUN: dml-run %s --device=reference --function=main --input=3x3x4x2x3xi64=random:1 --output=@%t.npy
// RUN: dml-run %s --device=vulkan --function=main --input=3x3x4x2x3xi64=random:1 --expected-output=@%t.npy

func.func @main(%x: tensor<3x3x4x2x3xi64>) -> tensor<3x192x2xi64> {
  %windows = dml.unfold %x, window_sizes = [2, 3, 4], strides = [4294967294, 3, 1],
      dilations = [1, 3, 1], start_padding = [4294967295, 0, 0], end_padding = [0, 5, 1]
      : (tensor<3x3x4x2x3xi64>) -> tensor<3x72x2xi64>
  %pairs = dml.unfold %windows, window_sizes = [2]
      : (tensor<3x72x2xi64>) -> tensor<3x144x1xi64>
  %sums = dml.fold %pairs, window_sizes = [3, 1, 3], strides = [3, 4294967295, 1],
      end_padding = [0, 0, 2] : (tensor<3x144x1xi64>) -> tensor<3x16x3x1x1xi64>
  %y = dml.unfold %sums, window_sizes = [1, 3, 4], strides = [3, 3, 1],
      start_padding = [1, 1, 0], end_padding = [1, 1, 3]
      : (tensor<3x16x3x1x1xi64>) -> tensor<3x192x2xi64>
  return %y : tensor<3x192x2xi64>
}

// A dilation of 2^32 - 1: what is in front of the first position has a quotient of -1.

// RUN: dml-run %s --device=reference --function=dilation --input=1x1x8xi8=random:1 --output=@%t.values.npy --output=@%t.indices.npy
// RUN: dml-run %s --device=vulkan --function=dilation --input=1x1x8xi8=random:1 --expected-output=@%t.values.npy --expected-output=@%t.indices.npy

func.func @dilation(%x: tensor<1x1x8xi8>)
    -> (tensor<1x1x1x1x8xi8>, tensor<1x1x1x1x8xui64>) {
  %sums = dml.fold %x, window_sizes = [1, 1, 1], strides = [1, 1, 5],
      dilations = [1, 1, 4294967295], start_padding = [0, 1, 3],
      end_padding = [1, 0, 0] : (tensor<1x1x8xi8>) -> tensor<1x1x1x1x3xi8>
  %values, %indices = dml.max_pooling2 %sums, window_sizes = [3, 3, 2], strides = [3, 1, 1],
      dilations = [1, 3, 3], start_padding = [0, 0, 6], end_padding = [2, 6, 2]
      : (tensor<1x1x1x1x3xi8>) -> (tensor<1x1x1x1x8xi8>, tensor<1x1x1x1x8xui64>)
  return %values, %indices : tensor<1x1x1x1x8xi8>, tensor<1x1x1x1x8xui64>
}
