// Results of NHWC, computed along the positions of an image and written along the
// channels: with strides, the positions that read from one row of the source.

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

// Quotients of one loop; the last ones go with some remainders only.
// RUN: dml-run %s --device=reference --function=one_dimension --input=3x360x25xf16=uniform:11:-8:8 --output=@%t.one_dimension.npy
// RUN: %run %s --function=one_dimension --input=3x360x25xf16=uniform:11:-8:8 --expected-output=@%t.one_dimension.npy
func.func @one_dimension(%x: tensor<3x360x25xf16>)
    -> (tensor<3x40x101xf16> {dml.strides = array<i64: 4040, 1, 40>}) {
  %y = dml.fold %x, window_sizes = [9], strides = [4], dilations = [1], start_padding = [4], end_padding = [3]
      : (tensor<3x360x25xf16>) -> tensor<3x40x101xf16>
  return %y : tensor<3x40x101xf16>
}

// Of three.
// RUN: dml-run %s --device=reference --function=three_dimensions --input=2x288x54xi32=random:12 --output=@%t.three_dimensions.npy
// RUN: %run %s --function=three_dimensions --input=2x288x54xi32=random:12 --expected-output=@%t.three_dimensions.npy
func.func @three_dimensions(%x: tensor<2x288x54xi32>)
    -> (tensor<2x16x5x9x11xi32> {dml.strides = array<i64: 7920, 1, 1584, 176, 16>}) {
  %y = dml.fold %x, window_sizes = [2, 3, 3], strides = [2, 3, 2], dilations = [1, 1, 1], start_padding = [0, 1, 1], end_padding = [1, 0, 1]
      : (tensor<2x288x54xi32>) -> tensor<2x16x5x9x11xi32>
  return %y : tensor<2x16x5x9x11xi32>
}

// Steps along y go on where quotients of x end.
// RUN: dml-run %s --device=reference --function=one_stride --input=2x320x78xi16=random:13 --output=@%t.one_stride.npy
// RUN: %run %s --function=one_stride --input=2x320x78xi16=random:13 --expected-output=@%t.one_stride.npy
func.func @one_stride(%x: tensor<2x320x78xi16>)
    -> (tensor<2x40x13x17xi16> {dml.strides = array<i64: 8840, 1, 680, 40>}) {
  %y = dml.fold %x, window_sizes = [2, 4], strides = [1, 3], dilations = [1, 1], start_padding = [1, 0], end_padding = [0, 2]
      : (tensor<2x320x78xi16>) -> tensor<2x40x13x17xi16>
  return %y : tensor<2x40x13x17xi16>
}

// All of x is one window, and 65 channels are no whole vectors.
// RUN: dml-run %s --device=reference --function=one_window --input=2x2730x7xi8=random:14 --output=@%t.one_window.npy
// RUN: %run %s --function=one_window --input=2x2730x7xi8=random:14 --expected-output=@%t.one_window.npy
func.func @one_window(%x: tensor<2x2730x7xi8>)
    -> (tensor<2x65x30x7xi8> {dml.strides = array<i64: 13650, 1, 455, 65>}) {
  %y = dml.fold %x, window_sizes = [6, 7], strides = [4, 7], dilations = [1, 1], start_padding = [1, 0], end_padding = [0, 0]
      : (tensor<2x2730x7xi8>) -> tensor<2x65x30x7xi8>
  return %y : tensor<2x65x30x7xi8>
}

// Windows whose dilations are their strides.
// RUN: dml-run %s --device=reference --function=dilated --input=1x144x96xf64=uniform:15:-8:8 --output=@%t.dilated.npy
// RUN: %run %s --function=dilated --input=1x144x96xf64=uniform:15:-8:8 --expected-output=@%t.dilated.npy
func.func @dilated(%x: tensor<1x144x96xf64>)
    -> (tensor<1x16x25x26xf64> {dml.strides = array<i64: 10400, 1, 416, 16>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [3, 2], dilations = [3, 2], start_padding = [2, 1], end_padding = [2, 1]
      : (tensor<1x144x96xf64>) -> tensor<1x16x25x26xf64>
  return %y : tensor<1x16x25x26xf64>
}
