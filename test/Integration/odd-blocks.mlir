// Blocks of 7 words and of 8 bytes, whose planes are no whole vectors. On a GPU
// they have tiles of ranges of rows, with fewer columns than a vector or with
// vectors of columns that overlap.

// RUN: dml-run %s --device=reference --function=words --input=2x3x147x91xf32=random:1 --output=@%t.words.npy
// RUN: %run %s --function=words --input=2x3x147x91xf32=random:1 --expected-output=@%t.words.npy
func.func @words(%x: tensor<2x3x147x91xf32>)
    -> tensor<2x147x21x13xf32> {
  %y = dml.space_to_depth1 %x, block_size = 7, order = column_row_depth
      : (tensor<2x3x147x91xf32>) -> tensor<2x147x21x13xf32>
  return %y : tensor<2x147x21x13xf32>
}

// RUN: dml-run %s --device=reference --function=halves --input=1x3x147x91xf16=random:1 --output=@%t.halves.npy
// RUN: %run %s --function=halves --input=1x3x147x91xf16=random:1 --expected-output=@%t.halves.npy
func.func @halves(%x: tensor<1x3x147x91xf16>)
    -> tensor<1x147x21x13xf16> {
  %y = dml.space_to_depth1 %x, block_size = 7, order = column_row_depth
      : (tensor<1x3x147x91xf16>) -> tensor<1x147x21x13xf16>
  return %y : tensor<1x147x21x13xf16>
}

// RUN: dml-run %s --device=reference --function=bytes --input=3x1x136x264xi8=random:1 --output=@%t.bytes.npy
// RUN: %run %s --function=bytes --input=3x1x136x264xi8=random:1 --expected-output=@%t.bytes.npy
func.func @bytes(%x: tensor<3x1x136x264xi8>)
    -> tensor<3x64x17x33xi8> {
  %y = dml.space_to_depth1 %x, block_size = 8, order = column_row_depth
      : (tensor<3x1x136x264xi8>) -> tensor<3x64x17x33xi8>
  return %y : tensor<3x64x17x33xi8>
}

// RUN: dml-run %s --device=reference --function=few_columns --input=3x1x140x268xui8=random:1 --output=@%t.few_columns.npy
// RUN: %run %s --function=few_columns --input=3x1x140x268xui8=random:1 --expected-output=@%t.few_columns.npy
func.func @few_columns(%x: tensor<3x1x140x268xui8>)
    -> tensor<3x16x35x67xui8> {
  %y = dml.space_to_depth1 %x, block_size = 4, order = depth_column_row
      : (tensor<3x1x140x268xui8>) -> tensor<3x16x35x67xui8>
  return %y : tensor<3x16x35x67xui8>
}

// Odd planes: a workgroup takes both steps of a block, and begins each plane within a
// vector.
// RUN: dml-run %s --device=reference --function=two_steps --input=2x5x226x226xf16=random:1 --output=@%t.two_steps.npy
// RUN: %run %s --function=two_steps --input=2x5x226x226xf16=random:1 --expected-output=@%t.two_steps.npy
func.func @two_steps(%x: tensor<2x5x226x226xf16>)
    -> tensor<2x20x113x113xf16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x5x226x226xf16>) -> tensor<2x20x113x113xf16>
  return %y : tensor<2x20x113x113xf16>
}

// RUN: dml-run %s --device=reference --function=short_rows --input=3x7x74x102xui8=random:1 --output=@%t.short_rows.npy
// RUN: %run %s --function=short_rows --input=3x7x74x102xui8=random:1 --expected-output=@%t.short_rows.npy
func.func @short_rows(%x: tensor<3x7x74x102xui8>)
    -> tensor<3x28x37x51xui8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<3x7x74x102xui8>) -> tensor<3x28x37x51xui8>
  return %y : tensor<3x28x37x51xui8>
}

// RUN: dml-run %s --device=reference --function=long_rows --input=2x3x42x1530xi8=random:1 --output=@%t.long_rows.npy
// RUN: %run %s --function=long_rows --input=2x3x42x1530xi8=random:1 --expected-output=@%t.long_rows.npy
func.func @long_rows(%x: tensor<2x3x42x1530xi8>)
    -> tensor<2x12x21x765xi8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x3x42x1530xi8>) -> tensor<2x12x21x765xi8>
  return %y : tensor<2x12x21x765xi8>
}

// RUN: dml-run %s --device=reference --function=three_steps --input=2x5x60x765xi16=random:1 --output=@%t.three_steps.npy
// RUN: %run %s --function=three_steps --input=2x5x60x765xi16=random:1 --expected-output=@%t.three_steps.npy
func.func @three_steps(%x: tensor<2x5x60x765xi16>)
    -> tensor<2x45x20x255xi16> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x5x60x765xi16>) -> tensor<2x45x20x255xi16>
  return %y : tensor<2x45x20x255xi16>
}

// RUN: dml-run %s --device=reference --function=wide --input=2x3x86x106xf64=random:1 --output=@%t.wide.npy
// RUN: %run %s --function=wide --input=2x3x86x106xf64=random:1 --expected-output=@%t.wide.npy
func.func @wide(%x: tensor<2x3x86x106xf64>)
    -> tensor<2x12x43x53xf64> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x3x86x106xf64>) -> tensor<2x12x43x53xf64>
  return %y : tensor<2x12x43x53xf64>
}

// Rows that are as long as tiles and the elements by which these are shifted.
// RUN: dml-run %s --device=reference --function=rows_of_tiles --input=1x1x254x254xf32=random:1 --output=@%t.rows_of_tiles.npy
// RUN: %run %s --function=rows_of_tiles --input=1x1x254x254xf32=random:1 --expected-output=@%t.rows_of_tiles.npy
func.func @rows_of_tiles(%x: tensor<1x1x254x254xf32>)
    -> tensor<1x4x127x127xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x254x254xf32>) -> tensor<1x4x127x127xf32>
  return %y : tensor<1x4x127x127xf32>
}

// RUN: dml-run %s --device=reference --function=rows_of_two_tiles --input=2x2x38x510xf32=random:1 --output=@%t.rows_of_two_tiles.npy
// RUN: %run %s --function=rows_of_two_tiles --input=2x2x38x510xf32=random:1 --expected-output=@%t.rows_of_two_tiles.npy
func.func @rows_of_two_tiles(%x: tensor<2x2x38x510xf32>)
    -> tensor<2x8x19x255xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x2x38x510xf32>) -> tensor<2x8x19x255xf32>
  return %y : tensor<2x8x19x255xf32>
}

// Blocks of NHWC data: the elements of a pixel go to rows of the result that are apart.
// RUN: dml-run %s --device=reference --function=pixels --input=2x2025x3x7xi8=random:1 --output=@%t.pixels.npy
// RUN: %run %s --function=pixels --input=2x2025x3x7xi8=random:1 --expected-output=@%t.pixels.npy
func.func @pixels(%x: tensor<2x2025x3x7xi8> {dml.strides = array<i64: 42525, 1, 14175, 2025>})
    -> (tensor<2x81x15x35xi8> {dml.strides = array<i64: 42525, 1, 2835, 81>}) {
  %y = dml.depth_to_space1 %x, block_size = 5, order = column_row_depth
      : (tensor<2x2025x3x7xi8>) -> tensor<2x81x15x35xi8>
  return %y : tensor<2x81x15x35xi8>
}

// RUN: dml-run %s --device=reference --function=whole_pixels --input=2x2048x3x5xf16=random:1 --output=@%t.whole_pixels.npy
// RUN: %run %s --function=whole_pixels --input=2x2048x3x5xf16=random:1 --expected-output=@%t.whole_pixels.npy
func.func @whole_pixels(%x: tensor<2x2048x3x5xf16> {dml.strides = array<i64: 30720, 1, 10240, 2048>})
    -> (tensor<2x128x12x20xf16> {dml.strides = array<i64: 30720, 1, 2560, 128>}) {
  %y = dml.depth_to_space1 %x, block_size = 4, order = column_row_depth
      : (tensor<2x2048x3x5xf16>) -> tensor<2x128x12x20xf16>
  return %y : tensor<2x128x12x20xf16>
}

// RUN: dml-run %s --device=reference --function=odd_pixels --input=2x1323x4x6xi16=random:1 --output=@%t.odd_pixels.npy
// RUN: %run %s --function=odd_pixels --input=2x1323x4x6xi16=random:1 --expected-output=@%t.odd_pixels.npy
func.func @odd_pixels(%x: tensor<2x1323x4x6xi16> {dml.strides = array<i64: 31752, 1, 7938, 1323>})
    -> (tensor<2x147x12x18xi16> {dml.strides = array<i64: 31752, 1, 2646, 147>}) {
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x1323x4x6xi16>) -> tensor<2x147x12x18xi16>
  return %y : tensor<2x147x12x18xi16>
}

// Small planes: a tile has several steps of the loops around its columns, and the
// last one begins within the one before it. Vectors go on in the next step.
// RUN: dml-run %s --device=reference --function=small_planes --input=3x7x28x28xf16=random:1 --output=@%t.small_planes.npy
// RUN: %run %s --function=small_planes --input=3x7x28x28xf16=random:1 --expected-output=@%t.small_planes.npy
func.func @small_planes(%x: tensor<3x7x28x28xf16>)
    -> tensor<3x112x7x7xf16> {
  %y = dml.space_to_depth1 %x, block_size = 4, order = column_row_depth
      : (tensor<3x7x28x28xf16>) -> tensor<3x112x7x7xf16>
  return %y : tensor<3x112x7x7xf16>
}

// RUN: dml-run %s --device=reference --function=small_pixels --input=2x5x45x65xi64=random:1 --output=@%t.small_pixels.npy
// RUN: %run %s --function=small_pixels --input=2x5x45x65xi64=random:1 --expected-output=@%t.small_pixels.npy
func.func @small_pixels(
    %x: tensor<2x5x45x65xi64> {dml.strides = array<i64: 14625, 1, 325, 5>})
    -> (tensor<2x125x9x13xi64> {dml.strides = array<i64: 14625, 1, 1625, 125>}) {
  %y = dml.space_to_depth1 %x, block_size = 5, order = column_row_depth
      : (tensor<2x5x45x65xi64>) -> tensor<2x125x9x13xi64>
  return %y : tensor<2x125x9x13xi64>
}
