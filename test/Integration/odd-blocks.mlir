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
