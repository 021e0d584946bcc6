// NHWC data of few channels. On a GPU unfold reads the channels and the columns
// of a window together, and a fold with a stride computes those of several
// positions: tiles of ranges of rows have them as columns and as rows.

// RUN: dml-run %s --device=reference --function=unfold_halves --input=2x3x40x70xf16=random:1 --output=@%t.unfold_halves.npy
// RUN: %run %s --function=unfold_halves --input=2x3x40x70xf16=random:1 --expected-output=@%t.unfold_halves.npy
func.func @unfold_halves(%x: tensor<2x3x40x70xf16> {dml.strides = array<i64: 8400, 1, 210, 3>})
    -> tensor<2x147x336xf16> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [3, 3],
      start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<2x3x40x70xf16>) -> tensor<2x147x336xf16>
  return %y : tensor<2x147x336xf16>
}

// RUN: dml-run %s --device=reference --function=unfold_bytes --input=2x8x48x200xui8=random:1 --output=@%t.unfold_bytes.npy
// RUN: %run %s --function=unfold_bytes --input=2x8x48x200xui8=random:1 --expected-output=@%t.unfold_bytes.npy
func.func @unfold_bytes(%x: tensor<2x8x48x200xui8> {dml.strides = array<i64: 76800, 1, 1600, 8>})
    -> tensor<2x2048x36xui8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x8x48x200xui8>) -> tensor<2x2048x36xui8>
  return %y : tensor<2x2048x36xui8>
}

// RUN: dml-run %s --device=reference --function=unfold_words --input=2x4x30x57xf32=random:1 --output=@%t.unfold_words.npy
// RUN: %run %s --function=unfold_words --input=2x4x30x57xf32=random:1 --expected-output=@%t.unfold_words.npy
func.func @unfold_words(%x: tensor<2x4x30x57xf32> {dml.strides = array<i64: 6840, 1, 228, 4>})
    -> tensor<2x100x120xf32> {
  %y = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<2x4x30x57xf32>) -> tensor<2x100x120xf32>
  return %y : tensor<2x100x120xf32>
}

// RUN: dml-run %s --device=reference --function=unfold_two_words --input=1x3x23x35xi64=random:1 --output=@%t.unfold_two_words.npy
// RUN: %run %s --function=unfold_two_words --input=1x3x23x35xi64=random:1 --expected-output=@%t.unfold_two_words.npy
func.func @unfold_two_words(%x: tensor<1x3x23x35xi64> {dml.strides = array<i64: 2415, 1, 105, 3>})
    -> tensor<1x48x54xi64> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x23x35xi64>) -> tensor<1x48x54xi64>
  return %y : tensor<1x48x54xi64>
}

// RUN: dml-run %s --device=reference --function=fold_halves --input=2x234x95xf16=uniform:1:-1:1 --output=@%t.fold_halves.npy
// RUN: %run %s --function=fold_halves --input=2x234x95xf16=uniform:1:-1:1 --expected-output=@%t.fold_halves.npy
func.func @fold_halves(%x: tensor<2x234x95xf16>)
    -> (tensor<2x26x9x37xf16> {dml.strides = array<i64: 8658, 1, 962, 26>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x234x95xf16>) -> tensor<2x26x9x37xf16>
  return %y : tensor<2x26x9x37xf16>
}

// RUN: dml-run %s --device=reference --function=fold_bytes --input=2x256x42xi8=random:1 --output=@%t.fold_bytes.npy
// RUN: %run %s --function=fold_bytes --input=2x256x42xi8=random:1 --expected-output=@%t.fold_bytes.npy
func.func @fold_bytes(%x: tensor<2x256x42xi8>)
    -> (tensor<2x16x13x59xi8> {dml.strides = array<i64: 12272, 1, 944, 16>}) {
  %y = dml.fold %x, window_sizes = [4, 4], strides = [4, 4],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x256x42xi8>) -> tensor<2x16x13x59xi8>
  return %y : tensor<2x16x13x59xi8>
}

// RUN: dml-run %s --device=reference --function=fold_one_column --input=2x392x9xf32=uniform:1:-1:1 --output=@%t.fold_one_column.npy
// RUN: %run %s --function=fold_one_column --input=2x392x9xf32=uniform:1:-1:1 --expected-output=@%t.fold_one_column.npy
func.func @fold_one_column(%x: tensor<2x392x9xf32>)
    -> (tensor<2x2x139x27xf32> {dml.strides = array<i64: 7506, 1, 54, 2>}) {
  %y = dml.fold %x, window_sizes = [14, 14], strides = [14, 14],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x392x9xf32>) -> tensor<2x2x139x27xf32>
  return %y : tensor<2x2x139x27xf32>
}

// RUN: dml-run %s --device=reference --function=fold_words --input=1x200x80xi32=random:1 --output=@%t.fold_words.npy
// RUN: %run %s --function=fold_words --input=1x200x80xi32=random:1 --expected-output=@%t.fold_words.npy
func.func @fold_words(%x: tensor<1x200x80xi32>)
    -> (tensor<1x8x19x61xi32> {dml.strides = array<i64: 9272, 1, 488, 8>}) {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [4, 4],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x200x80xi32>) -> tensor<1x8x19x61xi32>
  return %y : tensor<1x8x19x61xi32>
}
