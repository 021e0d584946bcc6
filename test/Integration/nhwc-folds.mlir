// Results of NHWC whose sizes are no whole vectors, computed along x and written along
// the channels: ranges that begin and end within vectors, and vectors that go on at
// the next x.

// RUN: dml-run %s --device=reference --function=odd_i8 --input=1x1170x88xi8=random:1 --output=@%t.odd_i8.npy
// RUN: %run %s --function=odd_i8 --input=1x1170x88xi8=random:1 --expected-output=@%t.odd_i8.npy
func.func @odd_i8(%x: tensor<1x1170x88xi8>)
    -> (tensor<1x130x15x21xi8> {dml.strides = array<i64: 40950, 1, 2730, 130>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x1170x88xi8>) -> tensor<1x130x15x21xi8>
  return %y : tensor<1x130x15x21xi8>
}

// RUN: dml-run %s --device=reference --function=stride_2 --input=2x360x128xf32=random:2 --output=@%t.stride_2.npy
// RUN: %run %s --function=stride_2 --input=2x360x128xf32=random:2 --expected-output=@%t.stride_2.npy
func.func @stride_2(%x: tensor<2x360x128xf32>)
    -> (tensor<2x40x15x31xf32> {dml.strides = array<i64: 18600, 1, 1240, 40>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x360x128xf32>) -> tensor<2x40x15x31xf32>
  return %y : tensor<2x40x15x31xf32>
}

// RUN: dml-run %s --device=reference --function=large_window --input=1x3528x15xf16=random:3 --output=@%t.large_window.npy
// RUN: %run %s --function=large_window --input=1x3528x15xf16=random:3 --expected-output=@%t.large_window.npy
func.func @large_window(%x: tensor<1x3528x15xf16>)
    -> (tensor<1x72x9x19xf16> {dml.strides = array<i64: 12312, 1, 1368, 72>}) {
  %y = dml.fold %x, window_sizes = [7, 7], strides = [4, 4], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3528x15xf16>) -> tensor<1x72x9x19xf16>
  return %y : tensor<1x72x9x19xf16>
}

// RUN: dml-run %s --device=reference --function=patches --input=1x1056x12xi16=random:4 --output=@%t.patches.npy
// RUN: %run %s --function=patches --input=1x1056x12xi16=random:4 --expected-output=@%t.patches.npy
func.func @patches(%x: tensor<1x1056x12xi16>)
    -> (tensor<1x66x11x22xi16> {dml.strides = array<i64: 15972, 1, 1452, 66>}) {
  %y = dml.fold %x, window_sizes = [4, 4], strides = [4, 4], start_padding = [0, 0], end_padding = [0, 2]
      : (tensor<1x1056x12xi16>) -> tensor<1x66x11x22xi16>
  return %y : tensor<1x66x11x22xi16>
}

// RUN: dml-run %s --device=reference --function=pooling --input=2x40x17x33xf32=random:9 --output=@%t.pooling.npy
// RUN: %run %s --function=pooling --input=2x40x17x33xf32=random:9 --expected-output=@%t.pooling.npy
func.func @pooling(%x: tensor<2x40x17x33xf32>)
    -> (tensor<2x40x15x31xf32> {dml.strides = array<i64: 18600, 1, 1240, 40>}) {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<2x40x17x33xf32>) -> tensor<2x40x15x31xf32>
  return %y : tensor<2x40x15x31xf32>
}

// So many addends that the sums are computed in the order of the columns, and copied.
// RUN: dml-run %s --device=reference --function=copied --input=1x1170x315xi8=random:10 --output=@%t.copied.npy
// RUN: %run %s --function=copied --input=1x1170x315xi8=random:10 --expected-output=@%t.copied.npy
func.func @copied(%x: tensor<1x1170x315xi8>)
    -> (tensor<1x130x15x21xi8> {dml.strides = array<i64: 40950, 1, 2730, 130>}) {
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x1170x315xi8>) -> tensor<1x130x15x21xi8>
  return %y : tensor<1x130x15x21xi8>
}
