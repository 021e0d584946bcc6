// Frames of a signal that are read across: tiles in a GPU's workgroup memory hold
// ranges of frames, which begin and end within vectors of the result, and a
// vector that goes on with the next element of the frame is computed apart.

// RUN: dml-run %s --device=reference --function=bytes --input=2x8x10490xi8=random:0 --output=@%t.bytes.npy
// RUN: %run %s --function=bytes --input=2x8x10490xi8=random:0 --expected-output=@%t.bytes.npy
func.func @bytes(%x: tensor<2x8x10490xi8>) -> tensor<2x1000x186xi8> {
  %y = dml.unfold %x, window_sizes = [125], strides = [56]
      : (tensor<2x8x10490xi8>) -> tensor<2x1000x186xi8>
  return %y : tensor<2x1000x186xi8>
}

// RUN: dml-run %s --device=reference --function=halves --input=2x8x16999xf16=random:1 --output=@%t.halves.npy
// RUN: %run %s --function=halves --input=2x8x16999xf16=random:1 --expected-output=@%t.halves.npy
func.func @halves(%x: tensor<2x8x16999xf16>) -> tensor<2x200x1698xf16> {
  %y = dml.unfold %x, window_sizes = [25], strides = [10]
      : (tensor<2x8x16999xf16>) -> tensor<2x200x1698xf16>
  return %y : tensor<2x200x1698xf16>
}

// RUN: dml-run %s --device=reference --function=shorts --input=1x8x15976xui16=random:2 --output=@%t.shorts.npy
// RUN: %run %s --function=shorts --input=1x8x15976xui16=random:2 --expected-output=@%t.shorts.npy
func.func @shorts(%x: tensor<1x8x15976xui16>) -> tensor<1x320x1993xui16> {
  %y = dml.unfold %x, window_sizes = [40], strides = [8]
      : (tensor<1x8x15976xui16>) -> tensor<1x320x1993xui16>
  return %y : tensor<1x320x1993xui16>
}

// 17 columns, in two vectors: all but one of them are in both.

// RUN: dml-run %s --device=reference --function=repeated_columns --input=2x4x9000xi8=random:3 --output=@%t.repeated_columns.npy
// RUN: %run %s --function=repeated_columns --input=2x4x9000xi8=random:3 --expected-output=@%t.repeated_columns.npy
func.func @repeated_columns(%x: tensor<2x4x9000xi8>) -> tensor<2x68x562xi8> {
  %y = dml.unfold %x, window_sizes = [17], strides = [16]
      : (tensor<2x4x9000xi8>) -> tensor<2x68x562xi8>
  return %y : tensor<2x68x562xi8>
}

// Positions beyond the signal are zeros.

// RUN: dml-run %s --device=reference --function=padded --input=2x4x8000xi16=random:4 --output=@%t.padded.npy
// RUN: %run %s --function=padded --input=2x4x8000xi16=random:4 --expected-output=@%t.padded.npy
func.func @padded(%x: tensor<2x4x8000xi16>) -> tensor<2x128x500xi16> {
  %y = dml.unfold %x, window_sizes = [32], strides = [16], start_padding = [8], end_padding = [8]
      : (tensor<2x4x8000xi16>) -> tensor<2x128x500xi16>
  return %y : tensor<2x128x500xi16>
}

// Their sums, back in the signal: quotients of positions are columns of tiles, and
// remainders are rows. The signal may end within a window.

// RUN: dml-run %s --device=reference --function=summed_bytes --input=2x600x93xi8=random:5 --output=@%t.summed_bytes.npy
// RUN: %run %s --function=summed_bytes --input=2x600x93xi8=random:5 --expected-output=@%t.summed_bytes.npy
func.func @summed_bytes(%x: tensor<2x600x93xi8>) -> tensor<2x3x7553xi8> {
  %y = dml.fold %x, window_sizes = [200], strides = [80], start_padding = [3], end_padding = [4]
      : (tensor<2x600x93xi8>) -> tensor<2x3x7553xi8>
  return %y : tensor<2x3x7553xi8>
}

// RUN: dml-run %s --device=reference --function=summed_halves --input=3x250x70xf16=random:6 --output=@%t.summed_halves.npy
// RUN: %run %s --function=summed_halves --input=3x250x70xf16=random:6 --expected-output=@%t.summed_halves.npy
func.func @summed_halves(%x: tensor<3x250x70xf16>) -> tensor<3x2x2591xf16> {
  %y = dml.fold %x, window_sizes = [125], strides = [36], end_padding = [18]
      : (tensor<3x250x70xf16>) -> tensor<3x2x2591xf16>
  return %y : tensor<3x2x2591xf16>
}

// The last column has fewer rows than a word has elements.

// RUN: dml-run %s --device=reference --function=short_end --input=2x140x15xui8=random:7 --output=@%t.short_end.npy
// RUN: %run %s --function=short_end --input=2x140x15xui8=random:7 --expected-output=@%t.short_end.npy
func.func @short_end(%x: tensor<2x140x15xui8>) -> tensor<2x2x1051xui8> {
  %y = dml.fold %x, window_sizes = [70], strides = [70]
      : (tensor<2x140x15xui8>) -> tensor<2x2x1051xui8>
  return %y : tensor<2x2x1051xui8>
}

// RUN: dml-run %s --device=reference --function=summed_words --input=2x77x33xi32=random:8 --output=@%t.summed_words.npy
// RUN: %run %s --function=summed_words --input=2x77x33xi32=random:8 --expected-output=@%t.summed_words.npy
func.func @summed_words(%x: tensor<2x77x33xi32>) -> tensor<2x1x685xi32> {
  %y = dml.fold %x, window_sizes = [77], strides = [19]
      : (tensor<2x77x33xi32>) -> tensor<2x1x685xi32>
  return %y : tensor<2x1x685xi32>
}

// Neighbouring threads take elements that are a stride apart: pairs of them, or
// one where rows or strides are odd. The last threads are behind the end.

// RUN: dml-run %s --device=reference --function=summed_pairs --input=2x500x70xf64=random:9 --output=@%t.summed_pairs.npy
// RUN: %run %s --function=summed_pairs --input=2x500x70xf64=random:9 --expected-output=@%t.summed_pairs.npy
func.func @summed_pairs(%x: tensor<2x500x70xf64>) -> tensor<2x2x4658xf64> {
  %y = dml.fold %x, window_sizes = [250], strides = [64], start_padding = [4], end_padding = [4]
      : (tensor<2x500x70xf64>) -> tensor<2x2x4658xf64>
  return %y : tensor<2x2x4658xf64>
}

// RUN: dml-run %s --device=reference --function=summed_doubles --input=3x77x33xi64=random:10 --output=@%t.summed_doubles.npy
// RUN: %run %s --function=summed_doubles --input=3x77x33xi64=random:10 --expected-output=@%t.summed_doubles.npy
func.func @summed_doubles(%x: tensor<3x77x33xi64>) -> tensor<3x1x1709xi64> {
  %y = dml.fold %x, window_sizes = [77], strides = [51]
      : (tensor<3x77x33xi64>) -> tensor<3x1x1709xi64>
  return %y : tensor<3x1x1709xi64>
}

// Windows that leave gaps, along the rows of an image.

// RUN: dml-run %s --device=reference --function=gaps --input=2x70x81xui64=random:11 --output=@%t.gaps.npy
// RUN: %run %s --function=gaps --input=2x70x81xui64=random:11 --expected-output=@%t.gaps.npy
func.func @gaps(%x: tensor<2x70x81xui64>) -> tensor<2x1x18x355xui64> {
  %y = dml.fold %x, window_sizes = [2, 35], strides = [2, 40], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x70x81xui64>) -> tensor<2x1x18x355xui64>
  return %y : tensor<2x1x18x355xui64>
}
