// Rows of results that are no whole vectors. On a GPU they are put together in
// tiles.

// RUN: dml-run %s --device=reference --function=bytes --input=3x2x12x94xi8=random:1 --output=@%t.bytes.npy
// RUN: %run %s --function=bytes --input=3x2x12x94xi8=random:1 --expected-output=@%t.bytes.npy
func.func @bytes(%x: tensor<3x2x12x94xi8>) -> tensor<3x8x6x47xi8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x2x12x94xi8>) -> tensor<3x8x6x47xi8>
  return %y : tensor<3x8x6x47xi8>
}

// Rows of less than a vector.
// RUN: dml-run %s --device=reference --function=short_rows --input=5x3x33x21xi8=random:4 --output=@%t.short_rows.npy
// RUN: %run %s --function=short_rows --input=5x3x33x21xi8=random:4 --expected-output=@%t.short_rows.npy
func.func @short_rows(%x: tensor<5x3x33x21xi8>) -> tensor<5x27x11x7xi8> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<5x3x33x21xi8>) -> tensor<5x27x11x7xi8>
  return %y : tensor<5x27x11x7xi8>
}

// Whole words.
// RUN: dml-run %s --device=reference --function=halves --input=3x4x5x65xf16=random:1 --output=@%t.halves.npy
// RUN: %run %s --function=halves --input=3x4x5x65xf16=random:1 --expected-output=@%t.halves.npy
func.func @halves(%x: tensor<3x4x5x65xf16>) -> tensor<3x1x10x130xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<3x4x5x65xf16>) -> tensor<3x1x10x130xf16>
  return %y : tensor<3x1x10x130xf16>
}

// Strips have whole periods of the stride.
// RUN: dml-run %s --device=reference --function=fold --input=2x63x132xi8=random:1 --output=@%t.fold.npy
// RUN: %run %s --function=fold --input=2x63x132xi8=random:1 --expected-output=@%t.fold.npy
func.func @fold(%x: tensor<2x63x132xi8>) -> tensor<2x7x33x35xi8> {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<2x63x132xi8>) -> tensor<2x7x33x35xi8>
  return %y : tensor<2x7x33x35xi8>
}

// Of 16-bit elements, too: two of each remainder are a word.
// RUN: dml-run %s --device=reference --function=fold_halves --input=2x60x96xf16=random:2 --output=@%t.fold_halves.npy
// RUN: %run %s --function=fold_halves --input=2x60x96xf16=random:2 --expected-output=@%t.fold_halves.npy
func.func @fold_halves(%x: tensor<2x60x96xf16>) -> tensor<2x2x12x61xf16> {
  %y = dml.fold %x, window_sizes = [5, 6], strides = [1, 5], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x60x96xf16>) -> tensor<2x2x12x61xf16>
  return %y : tensor<2x2x12x61xf16>
}

// Sums in loops of a constant number of steps, which may go on behind a row.
// RUN: dml-run %s --device=reference --function=fold_loops --input=3x162x133xi8=random:3 --output=@%t.fold_loops.npy
// RUN: %run %s --function=fold_loops --input=3x162x133xi8=random:3 --expected-output=@%t.fold_loops.npy
func.func @fold_loops(%x: tensor<3x162x133xi8>) -> tensor<3x2x7x19xi8> {
  %y = dml.fold %x, window_sizes = [9, 9], strides = [1, 1], dilations = [1, 1],
      start_padding = [4, 4], end_padding = [4, 4]
      : (tensor<3x162x133xi8>) -> tensor<3x2x7x19xi8>
  return %y : tensor<3x2x7x19xi8>
}

// Two results, of bytes and of words.
// RUN: dml-run %s --device=reference --function=pool --input=3x2x41x59xi8=random:1 --output=@%t.pool.npy --output=@%t.indices.npy
// RUN: %run %s --function=pool --input=3x2x41x59xi8=random:1 --expected-output=@%t.pool.npy --expected-output=@%t.indices.npy
func.func @pool(%x: tensor<3x2x41x59xi8>)
    -> (tensor<3x2x20x29xi8>, tensor<3x2x20x29xui32>) {
  %y, %indices = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x2x41x59xi8>) -> (tensor<3x2x20x29xi8>, tensor<3x2x20x29xui32>)
  return %y, %indices : tensor<3x2x20x29xi8>, tensor<3x2x20x29xui32>
}
