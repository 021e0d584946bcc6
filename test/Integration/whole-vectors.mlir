// Sizes of which whole vectors are made, so that a thread of a GPU moves several at
// once, and sizes beside them.

// Windows that share what they read: a thread writes a vector for each column of
// a window. Padding on both sides, strides and dilations.

// RUN: dml-run %s --device=reference --function=same_f32 \
// RUN:   --input=2x3x9x16xf32=random:1 --output=@%t.same_f32.npy
// RUN: %run %s --function=same_f32 --input=2x3x9x16xf32=random:1 \
// RUN:   --expected-output=@%t.same_f32.npy
func.func @same_f32(%x: tensor<2x3x9x16xf32>)
    -> tensor<2x27x144xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x16xf32>) -> tensor<2x27x144xf32>
  return %y : tensor<2x27x144xf32>
}

// RUN: dml-run %s --device=reference --function=same_f16 \
// RUN:   --input=2x3x9x16xf16=random:2 --output=@%t.same_f16.npy
// RUN: %run %s --function=same_f16 --input=2x3x9x16xf16=random:2 \
// RUN:   --expected-output=@%t.same_f16.npy
func.func @same_f16(%x: tensor<2x3x9x16xf16>)
    -> tensor<2x27x144xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x16xf16>) -> tensor<2x27x144xf16>
  return %y : tensor<2x27x144xf16>
}

// RUN: dml-run %s --device=reference --function=same_i8 \
// RUN:   --input=2x3x9x16xi8=random:3 --output=@%t.same_i8.npy
// RUN: %run %s --function=same_i8 --input=2x3x9x16xi8=random:3 \
// RUN:   --expected-output=@%t.same_i8.npy
func.func @same_i8(%x: tensor<2x3x9x16xi8>)
    -> tensor<2x27x144xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x16xi8>) -> tensor<2x27x144xi8>
  return %y : tensor<2x27x144xi8>
}

// RUN: dml-run %s --device=reference --function=strided_f32 \
// RUN:   --input=2x3x32x32xf32=random:4 --output=@%t.strided_f32.npy
// RUN: %run %s --function=strided_f32 --input=2x3x32x32xf32=random:4 \
// RUN:   --expected-output=@%t.strided_f32.npy
func.func @strided_f32(%x: tensor<2x3x32x32xf32>)
    -> tensor<2x147x256xf32> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<2x3x32x32xf32>) -> tensor<2x147x256xf32>
  return %y : tensor<2x147x256xf32>
}

// RUN: dml-run %s --device=reference --function=strided_f16 \
// RUN:   --input=2x3x32x32xf16=random:5 --output=@%t.strided_f16.npy
// RUN: %run %s --function=strided_f16 --input=2x3x32x32xf16=random:5 \
// RUN:   --expected-output=@%t.strided_f16.npy
func.func @strided_f16(%x: tensor<2x3x32x32xf16>)
    -> tensor<2x147x256xf16> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<2x3x32x32xf16>) -> tensor<2x147x256xf16>
  return %y : tensor<2x147x256xf16>
}

// RUN: dml-run %s --device=reference --function=strided_i8 \
// RUN:   --input=2x3x32x32xi8=random:6 --output=@%t.strided_i8.npy
// RUN: %run %s --function=strided_i8 --input=2x3x32x32xi8=random:6 \
// RUN:   --expected-output=@%t.strided_i8.npy
func.func @strided_i8(%x: tensor<2x3x32x32xi8>)
    -> tensor<2x147x256xi8> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<2x3x32x32xi8>) -> tensor<2x147x256xi8>
  return %y : tensor<2x147x256xi8>
}

// RUN: dml-run %s --device=reference --function=dilated_i8 \
// RUN:   --input=1x2x16x32xi8=random:7 --output=@%t.dilated_i8.npy
// RUN: %run %s --function=dilated_i8 --input=1x2x16x32xi8=random:7 \
// RUN:   --expected-output=@%t.dilated_i8.npy
func.func @dilated_i8(%x: tensor<1x2x16x32xi8>)
    -> tensor<1x18x512xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x2x16x32xi8>) -> tensor<1x18x512xi8>
  return %y : tensor<1x18x512xi8>
}

// RUN: dml-run %s --device=reference --function=dilated_i64 \
// RUN:   --input=1x2x16x32xi64=random:8 --output=@%t.dilated_i64.npy
// RUN: %run %s --function=dilated_i64 --input=1x2x16x32xi64=random:8 \
// RUN:   --expected-output=@%t.dilated_i64.npy
func.func @dilated_i64(%x: tensor<1x2x16x32xi64>)
    -> tensor<1x18x512xi64> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x2x16x32xi64>) -> tensor<1x18x512xi64>
  return %y : tensor<1x18x512xi64>
}

// Rows that are no vectors, in planes that are; a byte of padding at one end.

// RUN: dml-run %s --device=reference --function=planes_f16 \
// RUN:   --input=1x2x8x14xf16=random:9 --output=@%t.planes_f16.npy
// RUN: %run %s --function=planes_f16 --input=1x2x8x14xf16=random:9 \
// RUN:   --expected-output=@%t.planes_f16.npy
func.func @planes_f16(%x: tensor<1x2x8x14xf16>)
    -> tensor<1x10x112xf16> {
  %y = dml.unfold %x, window_sizes = [1, 5], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 4], end_padding = [0, 0]
      : (tensor<1x2x8x14xf16>) -> tensor<1x10x112xf16>
  return %y : tensor<1x10x112xf16>
}

// RUN: dml-run %s --device=reference --function=planes_i8 \
// RUN:   --input=1x2x16x15xi8=random:10 --output=@%t.planes_i8.npy
// RUN: %run %s --function=planes_i8 --input=1x2x16x15xi8=random:10 \
// RUN:   --expected-output=@%t.planes_i8.npy
func.func @planes_i8(%x: tensor<1x2x16x15xi8>)
    -> tensor<1x16x240xi8> {
  %y = dml.unfold %x, window_sizes = [2, 4], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 3], end_padding = [0, 0]
      : (tensor<1x2x16x15xi8>) -> tensor<1x16x240xi8>
  return %y : tensor<1x16x240xi8>
}

// Of 40 steps of a window, 10 for each thread; of 17, one.

// RUN: dml-run %s --device=reference --function=long_i8 \
// RUN:   --input=2x1x71xi8=random:11 --output=@%t.long_i8.npy
// RUN: %run %s --function=long_i8 --input=2x1x71xi8=random:11 \
// RUN:   --expected-output=@%t.long_i8.npy
func.func @long_i8(%x: tensor<2x1x71xi8>)
    -> tensor<2x40x32xi8> {
  %y = dml.unfold %x, window_sizes = [40], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<2x1x71xi8>) -> tensor<2x40x32xi8>
  return %y : tensor<2x40x32xi8>
}

// RUN: dml-run %s --device=reference --function=prime_f16 \
// RUN:   --input=2x1x64xf16=random:12 --output=@%t.prime_f16.npy
// RUN: %run %s --function=prime_f16 --input=2x1x64xf16=random:12 \
// RUN:   --expected-output=@%t.prime_f16.npy
func.func @prime_f16(%x: tensor<2x1x64xf16>)
    -> tensor<2x17x64xf16> {
  %y = dml.unfold %x, window_sizes = [17], strides = [1],
      dilations = [1], start_padding = [8], end_padding = [8]
      : (tensor<2x1x64xf16>) -> tensor<2x17x64xf16>
  return %y : tensor<2x17x64xf16>
}

// Patches, in registers or in tiles.

// RUN: dml-run %s --device=reference --function=patches_f32 \
// RUN:   --input=1x2x32x128xf32=random:13 --output=@%t.patches_f32.npy
// RUN: %run %s --function=patches_f32 --input=1x2x32x128xf32=random:13 \
// RUN:   --expected-output=@%t.patches_f32.npy
func.func @patches_f32(%x: tensor<1x2x32x128xf32>)
    -> tensor<1x512x16xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x32x128xf32>) -> tensor<1x512x16xf32>
  return %y : tensor<1x512x16xf32>
}

// RUN: dml-run %s --device=reference --function=patches_f16 \
// RUN:   --input=1x2x32x256xf16=random:14 --output=@%t.patches_f16.npy
// RUN: %run %s --function=patches_f16 --input=1x2x32x256xf16=random:14 \
// RUN:   --expected-output=@%t.patches_f16.npy
func.func @patches_f16(%x: tensor<1x2x32x256xf16>)
    -> tensor<1x512x32xf16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x32x256xf16>) -> tensor<1x512x32xf16>
  return %y : tensor<1x512x32xf16>
}

// RUN: dml-run %s --device=reference --function=patches_i8 \
// RUN:   --input=1x2x32x256xi8=random:15 --output=@%t.patches_i8.npy
// RUN: %run %s --function=patches_i8 --input=1x2x32x256xi8=random:15 \
// RUN:   --expected-output=@%t.patches_i8.npy
func.func @patches_i8(%x: tensor<1x2x32x256xi8>)
    -> tensor<1x512x32xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x32x256xi8>) -> tensor<1x512x32xi8>
  return %y : tensor<1x512x32xi8>
}

// RUN: dml-run %s --device=reference --function=patches_f64 \
// RUN:   --input=1x2x14x56xf64=random:16 --output=@%t.patches_f64.npy
// RUN: %run %s --function=patches_f64 --input=1x2x14x56xf64=random:16 \
// RUN:   --expected-output=@%t.patches_f64.npy
func.func @patches_f64(%x: tensor<1x2x14x56xf64>)
    -> tensor<1x392x4xf64> {
  %y = dml.unfold %x, window_sizes = [14, 14], strides = [14, 14],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x14x56xf64>) -> tensor<1x392x4xf64>
  return %y : tensor<1x392x4xf64>
}

// Blocks of no power of two: threads compute several vectors and exchange them.
// The last workgroup is not full.

// RUN: dml-run %s --device=reference --function=three_i8 \
// RUN:   --input=2x18x5x32xi8=random:17 --output=@%t.three_i8.npy
// RUN: %run %s --function=three_i8 --input=2x18x5x32xi8=random:17 \
// RUN:   --expected-output=@%t.three_i8.npy
func.func @three_i8(%x: tensor<2x18x5x32xi8>)
    -> tensor<2x2x15x96xi8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x18x5x32xi8>) -> tensor<2x2x15x96xi8>
  return %y : tensor<2x2x15x96xi8>
}

// RUN: dml-run %s --device=reference --function=three_f16 \
// RUN:   --input=1x27x50x40xf16=random:18 --output=@%t.three_f16.npy
// RUN: %run %s --function=three_f16 --input=1x27x50x40xf16=random:18 \
// RUN:   --expected-output=@%t.three_f16.npy
func.func @three_f16(%x: tensor<1x27x50x40xf16>)
    -> tensor<1x3x150x120xf16> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<1x27x50x40xf16>) -> tensor<1x3x150x120xf16>
  return %y : tensor<1x3x150x120xf16>
}

// RUN: dml-run %s --device=reference --function=five_i8 \
// RUN:   --input=1x25x7x48xi8=random:19 --output=@%t.five_i8.npy
// RUN: %run %s --function=five_i8 --input=1x25x7x48xi8=random:19 \
// RUN:   --expected-output=@%t.five_i8.npy
func.func @five_i8(%x: tensor<1x25x7x48xi8>)
    -> tensor<1x1x35x240xi8> {
  %y = dml.depth_to_space1 %x, block_size = 5, order = depth_column_row
      : (tensor<1x25x7x48xi8>) -> tensor<1x1x35x240xi8>
  return %y : tensor<1x1x35x240xi8>
}

// RUN: dml-run %s --device=reference --function=six_f16 \
// RUN:   --input=1x36x9x32xf16=random:20 --output=@%t.six_f16.npy
// RUN: %run %s --function=six_f16 --input=1x36x9x32xf16=random:20 \
// RUN:   --expected-output=@%t.six_f16.npy
func.func @six_f16(%x: tensor<1x36x9x32xf16>)
    -> tensor<1x1x54x192xf16> {
  %y = dml.depth_to_space1 %x, block_size = 6, order = column_row_depth
      : (tensor<1x36x9x32xf16>) -> tensor<1x1x54x192xf16>
  return %y : tensor<1x1x54x192xf16>
}

// RUN: dml-run %s --device=reference --function=twelve_i8 \
// RUN:   --input=1x144x3x16xi8=random:21 --output=@%t.twelve_i8.npy
// RUN: %run %s --function=twelve_i8 --input=1x144x3x16xi8=random:21 \
// RUN:   --expected-output=@%t.twelve_i8.npy
func.func @twelve_i8(%x: tensor<1x144x3x16xi8>)
    -> tensor<1x1x36x192xi8> {
  %y = dml.depth_to_space1 %x, block_size = 12, order = depth_column_row
      : (tensor<1x144x3x16xi8>) -> tensor<1x1x36x192xi8>
  return %y : tensor<1x1x36x192xi8>
}

// RUN: dml-run %s --device=reference --function=three_ui16 \
// RUN:   --input=1x9x3x24xui16=random:22 --output=@%t.three_ui16.npy
// RUN: %run %s --function=three_ui16 --input=1x9x3x24xui16=random:22 \
// RUN:   --expected-output=@%t.three_ui16.npy
func.func @three_ui16(%x: tensor<1x9x3x24xui16>)
    -> tensor<1x1x9x72xui16> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<1x9x3x24xui16>) -> tensor<1x1x9x72xui16>
  return %y : tensor<1x1x9x72xui16>
}
