// Short rows of windows with a stride: the lanes of a vector are elements of several.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// Padding at both ends of rows, and above and below.
// RUN: dml-run %s --function=padded --input=2x3x113x15xf16=random:1 --device=reference --output=@%t.padded.npy
// RUN: dml-run %s --function=padded --input=2x3x113x15xf16=random:1 --cache-bytes=0 --expected-output=@%t.padded.npy
// CHECK: vectors of 32 elements of rows
func.func @padded(%x: tensor<2x3x113x15xf16>) -> tensor<2x243x116xf16> {
  %y = dml.unfold %x, window_sizes = [9, 9], strides = [4, 4], dilations = [1, 1],
      start_padding = [4, 4], end_padding = [4, 4]
      : (tensor<2x3x113x15xf16>) -> tensor<2x243x116xf16>
  return %y : tensor<2x243x116xf16>
}

// Rows of 3 elements: tiles test each of the columns, which run through two loops.
// RUN: dml-run %s --function=three_columns --input=2x3x113x11xf16=random:1 --device=reference --output=@%t.three_columns.npy
// RUN: dml-run %s --function=three_columns --input=2x3x113x11xf16=random:1 --cache-bytes=0 --expected-output=@%t.three_columns.npy
// CHECK: blocks of 9 times 87 elements that are transposed
func.func @three_columns(%x: tensor<2x3x113x11xf16>) -> tensor<2x243x87xf16> {
  %y = dml.unfold %x, window_sizes = [9, 9], strides = [4, 4], dilations = [1, 1],
      start_padding = [4, 4], end_padding = [4, 4]
      : (tensor<2x3x113x11xf16>) -> tensor<2x243x87xf16>
  return %y : tensor<2x243x87xf16>
}

// Rows that lie end to end in the input, too, of which padding cuts a lot, and little.
// RUN: dml-run %s --function=ends --input=2x64x20x28xi8=random:1 --device=reference --output=@%t.ends.npy
// RUN: dml-run %s --function=ends --input=2x64x20x28xi8=random:1 --cache-bytes=0 --expected-output=@%t.ends.npy
// CHECK: vectors of 56 elements of rows
func.func @ends(%x: tensor<2x64x20x28xi8>) -> tensor<2x3136x560xi8> {
  %y = dml.unfold %x, window_sizes = [7, 7], start_padding = [9, 9], end_padding = [9, 9],
      dilations = [3, 3] : (tensor<2x64x20x28xi8>) -> tensor<2x3136x560xi8>
  return %y : tensor<2x3136x560xi8>
}
// RUN: dml-run %s --function=edges --input=2x64x20x40xi8=random:1 --device=reference --output=@%t.edges.npy
// RUN: dml-run %s --function=edges --input=2x64x20x40xi8=random:1 --cache-bytes=0 --expected-output=@%t.edges.npy
// CHECK: strips of elements 1 apart, of several rows
func.func @edges(%x: tensor<2x64x20x40xi8>) -> tensor<2x576x800xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x64x20x40xi8>) -> tensor<2x576x800xi8>
  return %y : tensor<2x576x800xi8>
}

// Bytes, and windows of which some lie outside altogether.
// RUN: dml-run %s --function=outside --input=3x2x90x25xi8=random:1 --device=reference --output=@%t.outside.npy
// RUN: dml-run %s --function=outside --input=3x2x90x25xi8=random:1 --cache-bytes=0 --expected-output=@%t.outside.npy
// CHECK: vectors of 55 elements of rows
func.func @outside(%x: tensor<3x2x90x25xi8>) -> tensor<3x70x385xi8> {
  %y = dml.unfold %x, window_sizes = [5, 7], strides = [3, 3], dilations = [1, 2],
      start_padding = [9, 10], end_padding = [9, 8]
      : (tensor<3x2x90x25xi8>) -> tensor<3x70x385xi8>
  return %y : tensor<3x70x385xi8>
}

// No padding: rows along a window are blocks that are transposed.
// RUN: dml-run %s --function=inside --input=2x5x83x20xi32=random:1 --device=reference --output=@%t.inside.npy
// RUN: dml-run %s --function=inside --input=2x5x83x20xi32=random:1 --cache-bytes=0 --expected-output=@%t.inside.npy
// CHECK: blocks of 6 times 80 elements that are transposed
func.func @inside(%x: tensor<2x5x83x20xi32>) -> tensor<2x150x80xi32> {
  %y = dml.unfold %x, window_sizes = [5, 6], strides = [4, 4], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x5x83x20xi32>) -> tensor<2x150x80xi32>
  return %y : tensor<2x150x80xi32>
}

// Rows of 5 bytes that four planes provide in turn.
// RUN: dml-run %s --function=in_turn --input=3x32x5x5xi8=random:1 --device=reference --output=@%t.in_turn.npy
// RUN: dml-run %s --function=in_turn --input=3x32x5x5xi8=random:1 --cache-bytes=0 --expected-output=@%t.in_turn.npy
// CHECK: vectors of 60 elements of rows
func.func @in_turn(%x: tensor<3x32x5x5xi8>) -> tensor<3x2x20x20xi8> {
  %y = dml.depth_to_space1 %x, block_size = 4, order = column_row_depth
      : (tensor<3x32x5x5xi8>) -> tensor<3x2x20x20xi8>
  return %y : tensor<3x2x20x20xi8>
}

// 17 rows of whole lines: a tile has 16 of them, and another one the last.
// RUN: dml-run %s --function=patches --input=1x1x408x272xf32=random:1 --device=reference --output=@%t.patches.npy
// RUN: dml-run %s --function=patches --input=1x1x408x272xf32=random:1 --cache-bytes=0 --expected-output=@%t.patches.npy
// CHECK: blocks of 16 times 256 elements that are transposed, prefetched
func.func @patches(%x: tensor<1x1x408x272xf32>) -> tensor<1x289x384xf32> {
  %y = dml.unfold %x, window_sizes = [17, 17], strides = [17, 17]
      : (tensor<1x1x408x272xf32>) -> tensor<1x289x384xf32>
  return %y : tensor<1x289x384xf32>
}

// The same of halves, whose 17 rows are one block.
// RUN: dml-run %s --function=half_patches --input=1x1x408x272xf16=random:1 --device=reference --output=@%t.half_patches.npy
// RUN: dml-run %s --function=half_patches --input=1x1x408x272xf16=random:1 --cache-bytes=0 --expected-output=@%t.half_patches.npy
// CHECK: blocks of 17 times 384 elements that are transposed, prefetched
func.func @half_patches(%x: tensor<1x1x408x272xf16>) -> tensor<1x289x384xf16> {
  %y = dml.unfold %x, window_sizes = [17, 17], strides = [17, 17]
      : (tensor<1x1x408x272xf16>) -> tensor<1x289x384xf16>
  return %y : tensor<1x289x384xf16>
}

// Sums of three windows a row: two iterations of seven elements are a vector.
// RUN: dml-run %s --function=few_windows --input=3x200x16xi64=random:1 --device=reference --output=@%t.few.npy
// RUN: dml-run %s --function=few_windows --input=3x200x16xi64=random:1 --cache-bytes=0 --expected-output=@%t.few.npy
// CHECK: vectors of 2 times 7 elements
func.func @few_windows(%x: tensor<3x200x16xi64>) -> tensor<3x2x27x27xi64> {
  %y = dml.fold %x, window_sizes = [10, 10], strides = [7, 7],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<3x200x16xi64>) -> tensor<3x2x27x27xi64>
  return %y : tensor<3x2x27x27xi64>
}

// 64 ranges of the output would take turns too often: blocks are transposed, unless
// they are gathered.
// RUN: dml-run %s --function=ranges --input=1x3x385x385xi8=random:1 --device=reference --output=@%t.ranges.npy
// RUN: dml-run %s --function=ranges --input=1x3x385x385xi8=random:1 --cache-bytes=0 --expected-output=@%t.ranges.npy
// CHECK: blocks of 8 times 2048 elements that are transposed
func.func @ranges(%x: tensor<1x3x385x385xi8>) -> tensor<1x192x2304xi8> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8] : (tensor<1x3x385x385xi8>) -> tensor<1x192x2304xi8>
  return %y : tensor<1x192x2304xi8>
}
// RUN: dml-run %s --function=few_columns --input=2x3x211x211xf32=random:1 --device=reference --output=@%t.few_columns.npy
// RUN: dml-run %s --function=few_columns --input=2x3x211x211xf32=random:1 --cache-bytes=0 --expected-output=@%t.few_columns.npy
// CHECK: strips of elements 8 apart, written at once for all 64 of loops
func.func @few_columns(%x: tensor<2x3x211x211xf32>) -> tensor<2x192x676xf32> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8] : (tensor<2x3x211x211xf32>) -> tensor<2x192x676xf32>
  return %y : tensor<2x192x676xf32>
}
