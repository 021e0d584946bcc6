// Rows that end within vectors: of the results, which threads of a GPU compute for
// two rows, and of the source, which begin anywhere in a word. Several workgroups,
// of which the last ones are not full.

// Blocks: parts of the source take turns in a row.

// RUN: dml-run %s --device=reference --function=blocks_i8 --input=2x36x5x67xi8=random:1 \
// RUN:   --output=@%t.blocks_i80.npy \
// RUN:   --output=@%t.blocks_i81.npy \
// RUN:   --output=@%t.blocks_i82.npy \
// RUN:   --output=@%t.blocks_i83.npy \
// RUN:   --output=@%t.blocks_i84.npy \
// RUN:   --output=@%t.blocks_i85.npy
// RUN: %run %s --function=blocks_i8 --input=2x36x5x67xi8=random:1 \
// RUN:   --expected-output=@%t.blocks_i80.npy \
// RUN:   --expected-output=@%t.blocks_i81.npy \
// RUN:   --expected-output=@%t.blocks_i82.npy \
// RUN:   --expected-output=@%t.blocks_i83.npy \
// RUN:   --expected-output=@%t.blocks_i84.npy \
// RUN:   --expected-output=@%t.blocks_i85.npy
func.func @blocks_i8(%x: tensor<2x36x5x67xi8>)
    -> (tensor<2x9x10x134xi8>,
        tensor<2x9x10x134xi8>,
        tensor<2x4x15x201xi8>,
        tensor<2x4x15x201xi8>,
        tensor<2x1x30x402xi8>,
        tensor<2x1x30x402xi8>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x36x5x67xi8>) -> tensor<2x9x10x134xi8>
  %y1 = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x36x5x67xi8>) -> tensor<2x9x10x134xi8>
  %y2 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x36x5x67xi8>) -> tensor<2x4x15x201xi8>
  %y3 = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x36x5x67xi8>) -> tensor<2x4x15x201xi8>
  %y4 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<2x36x5x67xi8>) -> tensor<2x1x30x402xi8>
  %y5 = dml.depth_to_space1 %x, block_size = 6, order = column_row_depth
      : (tensor<2x36x5x67xi8>) -> tensor<2x1x30x402xi8>
  return %y0, %y1, %y2, %y3, %y4, %y5
      : tensor<2x9x10x134xi8>,
        tensor<2x9x10x134xi8>,
        tensor<2x4x15x201xi8>,
        tensor<2x4x15x201xi8>,
        tensor<2x1x30x402xi8>,
        tensor<2x1x30x402xi8>
}

// RUN: dml-run %s --device=reference --function=blocks_f16 --input=2x36x5x67xf16=random:2 \
// RUN:   --output=@%t.blocks_f160.npy \
// RUN:   --output=@%t.blocks_f161.npy \
// RUN:   --output=@%t.blocks_f162.npy \
// RUN:   --output=@%t.blocks_f163.npy \
// RUN:   --output=@%t.blocks_f164.npy \
// RUN:   --output=@%t.blocks_f165.npy
// RUN: %run %s --function=blocks_f16 --input=2x36x5x67xf16=random:2 \
// RUN:   --expected-output=@%t.blocks_f160.npy \
// RUN:   --expected-output=@%t.blocks_f161.npy \
// RUN:   --expected-output=@%t.blocks_f162.npy \
// RUN:   --expected-output=@%t.blocks_f163.npy \
// RUN:   --expected-output=@%t.blocks_f164.npy \
// RUN:   --expected-output=@%t.blocks_f165.npy
func.func @blocks_f16(%x: tensor<2x36x5x67xf16>)
    -> (tensor<2x9x10x134xf16>,
        tensor<2x9x10x134xf16>,
        tensor<2x4x15x201xf16>,
        tensor<2x4x15x201xf16>,
        tensor<2x1x30x402xf16>,
        tensor<2x1x30x402xf16>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x36x5x67xf16>) -> tensor<2x9x10x134xf16>
  %y1 = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x36x5x67xf16>) -> tensor<2x9x10x134xf16>
  %y2 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x36x5x67xf16>) -> tensor<2x4x15x201xf16>
  %y3 = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x36x5x67xf16>) -> tensor<2x4x15x201xf16>
  %y4 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<2x36x5x67xf16>) -> tensor<2x1x30x402xf16>
  %y5 = dml.depth_to_space1 %x, block_size = 6, order = column_row_depth
      : (tensor<2x36x5x67xf16>) -> tensor<2x1x30x402xf16>
  return %y0, %y1, %y2, %y3, %y4, %y5
      : tensor<2x9x10x134xf16>,
        tensor<2x9x10x134xf16>,
        tensor<2x4x15x201xf16>,
        tensor<2x4x15x201xf16>,
        tensor<2x1x30x402xf16>,
        tensor<2x1x30x402xf16>
}

// RUN: dml-run %s --device=reference --function=blocks_f32 --input=2x36x5x67xf32=random:3 \
// RUN:   --output=@%t.blocks_f320.npy \
// RUN:   --output=@%t.blocks_f321.npy \
// RUN:   --output=@%t.blocks_f322.npy \
// RUN:   --output=@%t.blocks_f323.npy \
// RUN:   --output=@%t.blocks_f324.npy \
// RUN:   --output=@%t.blocks_f325.npy
// RUN: %run %s --function=blocks_f32 --input=2x36x5x67xf32=random:3 \
// RUN:   --expected-output=@%t.blocks_f320.npy \
// RUN:   --expected-output=@%t.blocks_f321.npy \
// RUN:   --expected-output=@%t.blocks_f322.npy \
// RUN:   --expected-output=@%t.blocks_f323.npy \
// RUN:   --expected-output=@%t.blocks_f324.npy \
// RUN:   --expected-output=@%t.blocks_f325.npy
func.func @blocks_f32(%x: tensor<2x36x5x67xf32>)
    -> (tensor<2x9x10x134xf32>,
        tensor<2x9x10x134xf32>,
        tensor<2x4x15x201xf32>,
        tensor<2x4x15x201xf32>,
        tensor<2x1x30x402xf32>,
        tensor<2x1x30x402xf32>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x36x5x67xf32>) -> tensor<2x9x10x134xf32>
  %y1 = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x36x5x67xf32>) -> tensor<2x9x10x134xf32>
  %y2 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x36x5x67xf32>) -> tensor<2x4x15x201xf32>
  %y3 = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x36x5x67xf32>) -> tensor<2x4x15x201xf32>
  %y4 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<2x36x5x67xf32>) -> tensor<2x1x30x402xf32>
  %y5 = dml.depth_to_space1 %x, block_size = 6, order = column_row_depth
      : (tensor<2x36x5x67xf32>) -> tensor<2x1x30x402xf32>
  return %y0, %y1, %y2, %y3, %y4, %y5
      : tensor<2x9x10x134xf32>,
        tensor<2x9x10x134xf32>,
        tensor<2x4x15x201xf32>,
        tensor<2x4x15x201xf32>,
        tensor<2x1x30x402xf32>,
        tensor<2x1x30x402xf32>
}

// RUN: dml-run %s --device=reference --function=blocks_i64 --input=2x36x5x67xi64=random:4 \
// RUN:   --output=@%t.blocks_i640.npy \
// RUN:   --output=@%t.blocks_i641.npy \
// RUN:   --output=@%t.blocks_i642.npy \
// RUN:   --output=@%t.blocks_i643.npy \
// RUN:   --output=@%t.blocks_i644.npy \
// RUN:   --output=@%t.blocks_i645.npy
// RUN: %run %s --function=blocks_i64 --input=2x36x5x67xi64=random:4 \
// RUN:   --expected-output=@%t.blocks_i640.npy \
// RUN:   --expected-output=@%t.blocks_i641.npy \
// RUN:   --expected-output=@%t.blocks_i642.npy \
// RUN:   --expected-output=@%t.blocks_i643.npy \
// RUN:   --expected-output=@%t.blocks_i644.npy \
// RUN:   --expected-output=@%t.blocks_i645.npy
func.func @blocks_i64(%x: tensor<2x36x5x67xi64>)
    -> (tensor<2x9x10x134xi64>,
        tensor<2x9x10x134xi64>,
        tensor<2x4x15x201xi64>,
        tensor<2x4x15x201xi64>,
        tensor<2x1x30x402xi64>,
        tensor<2x1x30x402xi64>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x36x5x67xi64>) -> tensor<2x9x10x134xi64>
  %y1 = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x36x5x67xi64>) -> tensor<2x9x10x134xi64>
  %y2 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x36x5x67xi64>) -> tensor<2x4x15x201xi64>
  %y3 = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x36x5x67xi64>) -> tensor<2x4x15x201xi64>
  %y4 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<2x36x5x67xi64>) -> tensor<2x1x30x402xi64>
  %y5 = dml.depth_to_space1 %x, block_size = 6, order = column_row_depth
      : (tensor<2x36x5x67xi64>) -> tensor<2x1x30x402xi64>
  return %y0, %y1, %y2, %y3, %y4, %y5
      : tensor<2x9x10x134xi64>,
        tensor<2x9x10x134xi64>,
        tensor<2x4x15x201xi64>,
        tensor<2x4x15x201xi64>,
        tensor<2x1x30x402xi64>,
        tensor<2x1x30x402xi64>
}

// Rows of less than two vectors, or of three: each thread computes both rows.

// RUN: dml-run %s --device=reference --function=short_blocks_i8 --input=3x36x7x9xi8=random:5 \
// RUN:   --output=@%t.short_blocks_i80.npy \
// RUN:   --output=@%t.short_blocks_i81.npy \
// RUN:   --output=@%t.short_blocks_i82.npy
// RUN: %run %s --function=short_blocks_i8 --input=3x36x7x9xi8=random:5 \
// RUN:   --expected-output=@%t.short_blocks_i80.npy \
// RUN:   --expected-output=@%t.short_blocks_i81.npy \
// RUN:   --expected-output=@%t.short_blocks_i82.npy
func.func @short_blocks_i8(%x: tensor<3x36x7x9xi8>)
    -> (tensor<3x9x14x18xi8>,
        tensor<3x4x21x27xi8>,
        tensor<3x1x42x54xi8>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x36x7x9xi8>) -> tensor<3x9x14x18xi8>
  %y1 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<3x36x7x9xi8>) -> tensor<3x4x21x27xi8>
  %y2 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<3x36x7x9xi8>) -> tensor<3x1x42x54xi8>
  return %y0, %y1, %y2
      : tensor<3x9x14x18xi8>,
        tensor<3x4x21x27xi8>,
        tensor<3x1x42x54xi8>
}

// RUN: dml-run %s --device=reference --function=short_blocks_f16 --input=3x36x7x9xf16=random:6 \
// RUN:   --output=@%t.short_blocks_f160.npy \
// RUN:   --output=@%t.short_blocks_f161.npy \
// RUN:   --output=@%t.short_blocks_f162.npy
// RUN: %run %s --function=short_blocks_f16 --input=3x36x7x9xf16=random:6 \
// RUN:   --expected-output=@%t.short_blocks_f160.npy \
// RUN:   --expected-output=@%t.short_blocks_f161.npy \
// RUN:   --expected-output=@%t.short_blocks_f162.npy
func.func @short_blocks_f16(%x: tensor<3x36x7x9xf16>)
    -> (tensor<3x9x14x18xf16>,
        tensor<3x4x21x27xf16>,
        tensor<3x1x42x54xf16>) {
  %y0 = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x36x7x9xf16>) -> tensor<3x9x14x18xf16>
  %y1 = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<3x36x7x9xf16>) -> tensor<3x4x21x27xf16>
  %y2 = dml.depth_to_space1 %x, block_size = 6, order = depth_column_row
      : (tensor<3x36x7x9xf16>) -> tensor<3x1x42x54xf16>
  return %y0, %y1, %y2
      : tensor<3x9x14x18xf16>,
        tensor<3x4x21x27xf16>,
        tensor<3x1x42x54xf16>
}

// Windows: padded, without padding, dilated, and with strides.

// RUN: dml-run %s --device=reference --function=windows_i8 --input=1x3x11x61xi8=random:7 \
// RUN:   --output=@%t.windows_i80.npy \
// RUN:   --output=@%t.windows_i81.npy \
// RUN:   --output=@%t.windows_i82.npy \
// RUN:   --output=@%t.windows_i83.npy \
// RUN:   --output=@%t.windows_i84.npy
// RUN: %run %s --function=windows_i8 --input=1x3x11x61xi8=random:7 \
// RUN:   --expected-output=@%t.windows_i80.npy \
// RUN:   --expected-output=@%t.windows_i81.npy \
// RUN:   --expected-output=@%t.windows_i82.npy \
// RUN:   --expected-output=@%t.windows_i83.npy \
// RUN:   --expected-output=@%t.windows_i84.npy
func.func @windows_i8(%x: tensor<1x3x11x61xi8>)
    -> (tensor<1x27x671xi8>,
        tensor<1x27x531xi8>,
        tensor<1x27x671xi8>,
        tensor<1x27x186xi8>,
        tensor<1x75x64xi8>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xi8>) -> tensor<1x27x671xi8>
  %y1 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x11x61xi8>) -> tensor<1x27x531xi8>
  %y2 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x3x11x61xi8>) -> tensor<1x27x671xi8>
  %y3 = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xi8>) -> tensor<1x27x186xi8>
  %y4 = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3x11x61xi8>) -> tensor<1x75x64xi8>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x27x671xi8>,
        tensor<1x27x531xi8>,
        tensor<1x27x671xi8>,
        tensor<1x27x186xi8>,
        tensor<1x75x64xi8>
}

// RUN: dml-run %s --device=reference --function=windows_f16 --input=1x3x11x61xf16=random:8 \
// RUN:   --output=@%t.windows_f160.npy \
// RUN:   --output=@%t.windows_f161.npy \
// RUN:   --output=@%t.windows_f162.npy \
// RUN:   --output=@%t.windows_f163.npy \
// RUN:   --output=@%t.windows_f164.npy
// RUN: %run %s --function=windows_f16 --input=1x3x11x61xf16=random:8 \
// RUN:   --expected-output=@%t.windows_f160.npy \
// RUN:   --expected-output=@%t.windows_f161.npy \
// RUN:   --expected-output=@%t.windows_f162.npy \
// RUN:   --expected-output=@%t.windows_f163.npy \
// RUN:   --expected-output=@%t.windows_f164.npy
func.func @windows_f16(%x: tensor<1x3x11x61xf16>)
    -> (tensor<1x27x671xf16>,
        tensor<1x27x531xf16>,
        tensor<1x27x671xf16>,
        tensor<1x27x186xf16>,
        tensor<1x75x64xf16>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf16>) -> tensor<1x27x671xf16>
  %y1 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x11x61xf16>) -> tensor<1x27x531xf16>
  %y2 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x3x11x61xf16>) -> tensor<1x27x671xf16>
  %y3 = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf16>) -> tensor<1x27x186xf16>
  %y4 = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3x11x61xf16>) -> tensor<1x75x64xf16>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x27x671xf16>,
        tensor<1x27x531xf16>,
        tensor<1x27x671xf16>,
        tensor<1x27x186xf16>,
        tensor<1x75x64xf16>
}

// RUN: dml-run %s --device=reference --function=windows_ui16 --input=1x3x11x61xui16=random:9 \
// RUN:   --output=@%t.windows_ui160.npy \
// RUN:   --output=@%t.windows_ui161.npy \
// RUN:   --output=@%t.windows_ui162.npy \
// RUN:   --output=@%t.windows_ui163.npy \
// RUN:   --output=@%t.windows_ui164.npy
// RUN: %run %s --function=windows_ui16 --input=1x3x11x61xui16=random:9 \
// RUN:   --expected-output=@%t.windows_ui160.npy \
// RUN:   --expected-output=@%t.windows_ui161.npy \
// RUN:   --expected-output=@%t.windows_ui162.npy \
// RUN:   --expected-output=@%t.windows_ui163.npy \
// RUN:   --expected-output=@%t.windows_ui164.npy
func.func @windows_ui16(%x: tensor<1x3x11x61xui16>)
    -> (tensor<1x27x671xui16>,
        tensor<1x27x531xui16>,
        tensor<1x27x671xui16>,
        tensor<1x27x186xui16>,
        tensor<1x75x64xui16>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xui16>) -> tensor<1x27x671xui16>
  %y1 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x11x61xui16>) -> tensor<1x27x531xui16>
  %y2 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x3x11x61xui16>) -> tensor<1x27x671xui16>
  %y3 = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xui16>) -> tensor<1x27x186xui16>
  %y4 = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3x11x61xui16>) -> tensor<1x75x64xui16>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x27x671xui16>,
        tensor<1x27x531xui16>,
        tensor<1x27x671xui16>,
        tensor<1x27x186xui16>,
        tensor<1x75x64xui16>
}

// RUN: dml-run %s --device=reference --function=windows_f32 --input=1x3x11x61xf32=random:10 \
// RUN:   --output=@%t.windows_f320.npy \
// RUN:   --output=@%t.windows_f321.npy \
// RUN:   --output=@%t.windows_f322.npy \
// RUN:   --output=@%t.windows_f323.npy \
// RUN:   --output=@%t.windows_f324.npy
// RUN: %run %s --function=windows_f32 --input=1x3x11x61xf32=random:10 \
// RUN:   --expected-output=@%t.windows_f320.npy \
// RUN:   --expected-output=@%t.windows_f321.npy \
// RUN:   --expected-output=@%t.windows_f322.npy \
// RUN:   --expected-output=@%t.windows_f323.npy \
// RUN:   --expected-output=@%t.windows_f324.npy
func.func @windows_f32(%x: tensor<1x3x11x61xf32>)
    -> (tensor<1x27x671xf32>,
        tensor<1x27x531xf32>,
        tensor<1x27x671xf32>,
        tensor<1x27x186xf32>,
        tensor<1x75x64xf32>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf32>) -> tensor<1x27x671xf32>
  %y1 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x11x61xf32>) -> tensor<1x27x531xf32>
  %y2 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x3x11x61xf32>) -> tensor<1x27x671xf32>
  %y3 = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf32>) -> tensor<1x27x186xf32>
  %y4 = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3x11x61xf32>) -> tensor<1x75x64xf32>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x27x671xf32>,
        tensor<1x27x531xf32>,
        tensor<1x27x671xf32>,
        tensor<1x27x186xf32>,
        tensor<1x75x64xf32>
}

// RUN: dml-run %s --device=reference --function=windows_f64 --input=1x3x11x61xf64=random:11 \
// RUN:   --output=@%t.windows_f640.npy \
// RUN:   --output=@%t.windows_f641.npy \
// RUN:   --output=@%t.windows_f642.npy \
// RUN:   --output=@%t.windows_f643.npy \
// RUN:   --output=@%t.windows_f644.npy
// RUN: %run %s --function=windows_f64 --input=1x3x11x61xf64=random:11 \
// RUN:   --expected-output=@%t.windows_f640.npy \
// RUN:   --expected-output=@%t.windows_f641.npy \
// RUN:   --expected-output=@%t.windows_f642.npy \
// RUN:   --expected-output=@%t.windows_f643.npy \
// RUN:   --expected-output=@%t.windows_f644.npy
func.func @windows_f64(%x: tensor<1x3x11x61xf64>)
    -> (tensor<1x27x671xf64>,
        tensor<1x27x531xf64>,
        tensor<1x27x671xf64>,
        tensor<1x27x186xf64>,
        tensor<1x75x64xf64>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf64>) -> tensor<1x27x671xf64>
  %y1 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x11x61xf64>) -> tensor<1x27x531xf64>
  %y2 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [2, 2], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x3x11x61xf64>) -> tensor<1x27x671xf64>
  %y3 = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x3x11x61xf64>) -> tensor<1x27x186xf64>
  %y4 = dml.unfold %x, window_sizes = [5, 5], strides = [4, 4],
      dilations = [1, 1], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3x11x61xf64>) -> tensor<1x75x64xf64>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x27x671xf64>,
        tensor<1x27x531xf64>,
        tensor<1x27x671xf64>,
        tensor<1x27x186xf64>,
        tensor<1x75x64xf64>
}

// One long row for each step of a window, and rows just longer than a vector.

// RUN: dml-run %s --device=reference --function=lines_i8 --input=2x3x4099xi8=random:12 \
// RUN:   --output=@%t.lines_i80.npy \
// RUN:   --output=@%t.lines_i81.npy
// RUN: %run %s --function=lines_i8 --input=2x3x4099xi8=random:12 \
// RUN:   --expected-output=@%t.lines_i80.npy \
// RUN:   --expected-output=@%t.lines_i81.npy
func.func @lines_i8(%x: tensor<2x3x4099xi8>)
    -> (tensor<2x27x4099xi8>,
        tensor<2x9x1367xi8>) {
  %y0 = dml.unfold %x, window_sizes = [9], strides = [1],
      dilations = [1], start_padding = [4], end_padding = [4]
      : (tensor<2x3x4099xi8>) -> tensor<2x27x4099xi8>
  %y1 = dml.unfold %x, window_sizes = [3], strides = [3],
      dilations = [1], start_padding = [2], end_padding = [2]
      : (tensor<2x3x4099xi8>) -> tensor<2x9x1367xi8>
  return %y0, %y1
      : tensor<2x27x4099xi8>,
        tensor<2x9x1367xi8>
}

// RUN: dml-run %s --device=reference --function=narrow_windows_i8 --input=2x3x9x17xi8=random:13 \
// RUN:   --output=@%t.narrow_windows_i80.npy \
// RUN:   --output=@%t.narrow_windows_i81.npy
// RUN: %run %s --function=narrow_windows_i8 --input=2x3x9x17xi8=random:13 \
// RUN:   --expected-output=@%t.narrow_windows_i80.npy \
// RUN:   --expected-output=@%t.narrow_windows_i81.npy
func.func @narrow_windows_i8(%x: tensor<2x3x9x17xi8>)
    -> (tensor<2x27x153xi8>,
        tensor<2x12x180xi8>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xi8>) -> tensor<2x27x153xi8>
  %y1 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xi8>) -> tensor<2x12x180xi8>
  return %y0, %y1
      : tensor<2x27x153xi8>,
        tensor<2x12x180xi8>
}

// RUN: dml-run %s --device=reference --function=lines_f16 --input=2x3x4099xf16=random:14 \
// RUN:   --output=@%t.lines_f160.npy \
// RUN:   --output=@%t.lines_f161.npy
// RUN: %run %s --function=lines_f16 --input=2x3x4099xf16=random:14 \
// RUN:   --expected-output=@%t.lines_f160.npy \
// RUN:   --expected-output=@%t.lines_f161.npy
func.func @lines_f16(%x: tensor<2x3x4099xf16>)
    -> (tensor<2x27x4099xf16>,
        tensor<2x9x1367xf16>) {
  %y0 = dml.unfold %x, window_sizes = [9], strides = [1],
      dilations = [1], start_padding = [4], end_padding = [4]
      : (tensor<2x3x4099xf16>) -> tensor<2x27x4099xf16>
  %y1 = dml.unfold %x, window_sizes = [3], strides = [3],
      dilations = [1], start_padding = [2], end_padding = [2]
      : (tensor<2x3x4099xf16>) -> tensor<2x9x1367xf16>
  return %y0, %y1
      : tensor<2x27x4099xf16>,
        tensor<2x9x1367xf16>
}

// RUN: dml-run %s --device=reference --function=narrow_windows_f16 --input=2x3x9x17xf16=random:15 \
// RUN:   --output=@%t.narrow_windows_f160.npy \
// RUN:   --output=@%t.narrow_windows_f161.npy
// RUN: %run %s --function=narrow_windows_f16 --input=2x3x9x17xf16=random:15 \
// RUN:   --expected-output=@%t.narrow_windows_f160.npy \
// RUN:   --expected-output=@%t.narrow_windows_f161.npy
func.func @narrow_windows_f16(%x: tensor<2x3x9x17xf16>)
    -> (tensor<2x27x153xf16>,
        tensor<2x12x180xf16>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xf16>) -> tensor<2x27x153xf16>
  %y1 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xf16>) -> tensor<2x12x180xf16>
  return %y0, %y1
      : tensor<2x27x153xf16>,
        tensor<2x12x180xf16>
}

// RUN: dml-run %s --device=reference --function=lines_i32 --input=2x3x4099xi32=random:16 \
// RUN:   --output=@%t.lines_i320.npy \
// RUN:   --output=@%t.lines_i321.npy
// RUN: %run %s --function=lines_i32 --input=2x3x4099xi32=random:16 \
// RUN:   --expected-output=@%t.lines_i320.npy \
// RUN:   --expected-output=@%t.lines_i321.npy
func.func @lines_i32(%x: tensor<2x3x4099xi32>)
    -> (tensor<2x27x4099xi32>,
        tensor<2x9x1367xi32>) {
  %y0 = dml.unfold %x, window_sizes = [9], strides = [1],
      dilations = [1], start_padding = [4], end_padding = [4]
      : (tensor<2x3x4099xi32>) -> tensor<2x27x4099xi32>
  %y1 = dml.unfold %x, window_sizes = [3], strides = [3],
      dilations = [1], start_padding = [2], end_padding = [2]
      : (tensor<2x3x4099xi32>) -> tensor<2x9x1367xi32>
  return %y0, %y1
      : tensor<2x27x4099xi32>,
        tensor<2x9x1367xi32>
}

// RUN: dml-run %s --device=reference --function=narrow_windows_i32 --input=2x3x9x17xi32=random:17 \
// RUN:   --output=@%t.narrow_windows_i320.npy \
// RUN:   --output=@%t.narrow_windows_i321.npy
// RUN: %run %s --function=narrow_windows_i32 --input=2x3x9x17xi32=random:17 \
// RUN:   --expected-output=@%t.narrow_windows_i320.npy \
// RUN:   --expected-output=@%t.narrow_windows_i321.npy
func.func @narrow_windows_i32(%x: tensor<2x3x9x17xi32>)
    -> (tensor<2x27x153xi32>,
        tensor<2x12x180xi32>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xi32>) -> tensor<2x27x153xi32>
  %y1 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x9x17xi32>) -> tensor<2x12x180xi32>
  return %y0, %y1
      : tensor<2x27x153xi32>,
        tensor<2x12x180xi32>
}

// Windows: threads of a GPU compute strips of several rows, which share what the
// windows share. The last group has fewer rows.

// RUN: dml-run %s --device=reference --function=poolings_i8 --input=3x2x31x67xi8=random:5 \
// RUN:   --output=@%t.poolings_i80.npy --output=@%t.poolings_i81.npy --output=@%t.poolings_i82.npy
// RUN: %run %s --function=poolings_i8 --input=3x2x31x67xi8=random:5 \
// RUN:   --expected-output=@%t.poolings_i80.npy --expected-output=@%t.poolings_i81.npy \
// RUN:   --expected-output=@%t.poolings_i82.npy
func.func @poolings_i8(%x: tensor<3x2x31x67xi8>)
    -> (tensor<3x2x29x65xi8>, tensor<3x2x16x34xi8>, tensor<3x2x29x67xi8>) {
  %y0 = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<3x2x31x67xi8>) -> tensor<3x2x29x65xi8>
  %y1 = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x2x31x67xi8>) -> tensor<3x2x16x34xi8>
  %y2 = dml.max_pooling2 %x, window_sizes = [4, 3], dilations = [1, 2],
      start_padding = [0, 2], end_padding = [1, 2]
      : (tensor<3x2x31x67xi8>) -> tensor<3x2x29x67xi8>
  return %y0, %y1, %y2
      : tensor<3x2x29x65xi8>, tensor<3x2x16x34xi8>, tensor<3x2x29x67xi8>
}

// RUN: dml-run %s --device=reference --function=poolings_f16 --input=2x2x6x21x37xf16=random:6 \
// RUN:   --output=@%t.poolings_f160.npy --output=@%t.poolings_f161.npy
// RUN: %run %s --function=poolings_f16 --input=2x2x6x21x37xf16=random:6 \
// RUN:   --expected-output=@%t.poolings_f160.npy --expected-output=@%t.poolings_f161.npy
func.func @poolings_f16(%x: tensor<2x2x6x21x37xf16>)
    -> (tensor<2x2x6x19x35xf16>, tensor<2x2x5x11x19xf16>) {
  %y0 = dml.max_pooling2 %x, window_sizes = [1, 3, 3]
      : (tensor<2x2x6x21x37xf16>) -> tensor<2x2x6x19x35xf16>
  %y1 = dml.max_pooling2 %x, window_sizes = [2, 3, 3], strides = [1, 2, 2],
      start_padding = [0, 1, 1], end_padding = [0, 1, 1]
      : (tensor<2x2x6x21x37xf16>) -> tensor<2x2x5x11x19xf16>
  return %y0, %y1 : tensor<2x2x6x19x35xf16>, tensor<2x2x5x11x19xf16>
}
