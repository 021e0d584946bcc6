// Folds of large windows whose strides and dilations have common divisors, so that most
// positions have no element. The others are summed first.

// RUN: dml-run %s --device=reference --function=plane --input=2x81x50xf16=random:1 --output=@%t.plane.npy
// RUN: %run %s --function=plane --input=2x81x50xf16=random:1 --expected-output=@%t.plane.npy
func.func @plane(%x: tensor<2x81x50xf16>) -> tensor<2x1x44x47xf16> {
  %y = dml.fold %x, window_sizes = [9, 9], strides = [3, 2], dilations = [6, 4],
      start_padding = [10, 5], end_padding = [8, 0]
      : (tensor<2x81x50xf16>) -> tensor<2x1x44x47xf16>
  return %y : tensor<2x1x44x47xf16>
}

// Of one dimension, all positions have elements.
// RUN: dml-run %s --device=reference --function=one_dimension --input=1x162x18xi8=random:1 --output=@%t.one_dimension.npy
// RUN: %run %s --function=one_dimension --input=1x162x18xi8=random:1 --expected-output=@%t.one_dimension.npy
func.func @one_dimension(%x: tensor<1x162x18xi8>) -> tensor<1x2x61x15xi8> {
  %y = dml.fold %x, window_sizes = [9, 9], strides = [6, 1], dilations = [6, 3],
      start_padding = [9, 12], end_padding = [12, 0]
      : (tensor<1x162x18xi8>) -> tensor<1x2x61x15xi8>
  return %y : tensor<1x2x61x15xi8>
}

// RUN: dml-run %s --device=reference --function=line --input=1x192x14xi64=random:1 --output=@%t.line.npy
// RUN: %run %s --function=line --input=1x192x14xi64=random:1 --expected-output=@%t.line.npy
func.func @line(%x: tensor<1x192x14xi64>) -> tensor<1x3x1205xi64> {
  %y = dml.fold %x, window_sizes = [64], strides = [6], dilations = [18],
      start_padding = [10], end_padding = [3]
      : (tensor<1x192x14xi64>) -> tensor<1x3x1205xi64>
  return %y : tensor<1x3x1205xi64>
}

// RUN: dml-run %s --device=reference --function=cube --input=1x128x12xf64=random:1 --output=@%t.cube.npy
// RUN: %run %s --function=cube --input=1x128x12xf64=random:1 --expected-output=@%t.cube.npy
func.func @cube(%x: tensor<1x128x12xf64>) -> tensor<1x2x9x8x14xf64> {
  %y = dml.fold %x, window_sizes = [4, 4, 4], strides = [2, 2, 2], dilations = [2, 2, 4],
      start_padding = [1, 2, 3], end_padding = [0, 0, 0]
      : (tensor<1x128x12xf64>) -> tensor<1x2x9x8x14xf64>
  return %y : tensor<1x2x9x8x14xf64>
}

// Fewer windows than elements: each has one candidate at a position.
// RUN: dml-run %s --device=reference --function=few_windows --input=3x70x4xf16=random:1 --output=@%t.few_windows.npy
// RUN: %run %s --function=few_windows --input=3x70x4xf16=random:1 --expected-output=@%t.few_windows.npy
func.func @few_windows(%x: tensor<3x70x4xf16>) -> tensor<3x2x9x15xf16> {
  %y = dml.fold %x, window_sizes = [7, 5], strides = [2, 5], dilations = [1, 3],
      start_padding = [0, 1], end_padding = [0, 2]
      : (tensor<3x70x4xf16>) -> tensor<3x2x9x15xf16>
  return %y : tensor<3x2x9x15xf16>
}

// RUN: dml-run %s --device=reference --function=one_window --input=2x1470x1xui8=random:1 --output=@%t.one_window.npy
// RUN: %run %s --function=one_window --input=2x1470x1xui8=random:1 --expected-output=@%t.one_window.npy
func.func @one_window(%x: tensor<2x1470x1xui8>)
    -> (tensor<2x30x7x7xui8> {dml.strides = array<i64: 1470, 1, 210, 30>}) {
  %y = dml.fold %x, window_sizes = [7, 7], strides = [1, 1]
      : (tensor<2x1470x1xui8>) -> tensor<2x30x7x7xui8>
  return %y : tensor<2x30x7x7xui8>
}

// No position has an element: all of the windows' lie in the padding.
// RUN: dml-run %s --device=reference --function=none --input=1x64x1xf32=random:1 --output=@%t.none.npy
// RUN: %run %s --function=none --input=1x64x1xf32=random:1 --expected-output=@%t.none.npy
func.func @none(%x: tensor<1x64x1xf32>) -> tensor<1x1x1xf32> {
  %y = dml.fold %x, window_sizes = [64], strides = [2], dilations = [2],
      start_padding = [63], end_padding = [63]
      : (tensor<1x64x1xf32>) -> tensor<1x1x1xf32>
  return %y : tensor<1x1x1xf32>
}

// No two windows have elements at one position, and some positions have none: blocks are
// fewer than steps between the elements of a window. A sum of -0.0 alone keeps its sign.
// RUN: dml-run %s --device=reference --function=gaps --input=2x9x24xf32=-0.0 --output=@%t.gaps.npy
// RUN: %run %s --function=gaps --input=2x9x24xf32=-0.0 --expected-output=@%t.gaps.npy
// RUN: dml-run %s --device=reference --function=gaps --input=2x9x24xf32=random:1 --output=@%t.gaps.npy
// RUN: %run %s --function=gaps --input=2x9x24xf32=random:1 --expected-output=@%t.gaps.npy
func.func @gaps(%x: tensor<2x9x24xf32>) -> tensor<2x1x35x16xf32> {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 1], dilations = [12, 7],
      start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<2x9x24xf32>) -> tensor<2x1x35x16xf32>
  return %y : tensor<2x1x35x16xf32>
}
