// Indices of pooled volumes, whose planes are pooled first: of equal elements the first
// counts (M4), and a window outside of the input has none (M6). Elements are numbered by
// fields of bits, of windows whose sizes are no powers of two: 8 bits, and 10.

// RUN: dml-run %s --function=ties --input=2x3x9x7x8xi8=random:1:3 --device=reference \
// RUN:   --output=@%t.v.npy --output=@%t.i.npy
// RUN: %run %s --function=ties --input=2x3x9x7x8xi8=random:1:3 \
// RUN:   --expected-output=@%t.v.npy --expected-output=@%t.i.npy
func.func @ties(%x: tensor<2x3x9x7x8xi8>) -> (tensor<2x3x15x5x3xi8>, tensor<2x3x15x5x3xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 5], strides = [1, 1, 2],
      start_padding = [4, 0, 1], end_padding = [4, 0, 0]
      : (tensor<2x3x9x7x8xi8>) -> (tensor<2x3x15x5x3xi8>, tensor<2x3x15x5x3xui32>)
  return %v, %i : tensor<2x3x15x5x3xi8>, tensor<2x3x15x5x3xui32>
}

// RUN: dml-run %s --function=large --input=1x2x9x20x20xf16=random:1 --device=reference \
// RUN:   --output=@%t.v.npy --output=@%t.i.npy
// RUN: %run %s --function=large --input=1x2x9x20x20xf16=random:1 \
// RUN:   --expected-output=@%t.v.npy --expected-output=@%t.i.npy
func.func @large(%x: tensor<1x2x9x20x20xf16>) -> (tensor<1x2x6x4x4xf16>, tensor<1x2x6x4x4xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 17, 17], strides = [1, 1, 1]
      : (tensor<1x2x9x20x20xf16>) -> (tensor<1x2x6x4x4xf16>, tensor<1x2x6x4x4xui64>)
  return %v, %i : tensor<1x2x6x4x4xf16>, tensor<1x2x6x4x4xui64>
}

// All elements are equal, and the lowest value.
// RUN: dml-run %s --function=lowest --input=1x1x9x7x8xi8=-128 --device=reference \
// RUN:   --output=@%t.v.npy --output=@%t.i.npy
// RUN: %run %s --function=lowest --input=1x1x9x7x8xi8=-128 \
// RUN:   --expected-output=@%t.v.npy --expected-output=@%t.i.npy
func.func @lowest(%x: tensor<1x1x9x7x8xi8>) -> (tensor<1x1x15x3x2xi8>, tensor<1x1x15x3x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1], dilations = [2, 2, 3],
      start_padding = [5, 0, 0], end_padding = [5, 0, 0]
      : (tensor<1x1x9x7x8xi8>) -> (tensor<1x1x15x3x2xi8>, tensor<1x1x15x3x2xui32>)
  return %v, %i : tensor<1x1x15x3x2xi8>, tensor<1x1x15x3x2xui32>
}
