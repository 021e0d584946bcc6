// The worked examples of the operators' reference pages.

// RUN: %run %s --function=depth_to_space1_depth_column_row \
// RUN:   "--input=1x8x2x3xui32=0 1 2 3 4 5 9 10 11 12 13 14 18 19 20 21 22 23 27 28 29 30 31 32 36 37 38 39 40 41 45 46 47 48 49 50 54 55 56 57 58 59 63 64 65 66 67 68" \
// RUN:   "--expected-output=1x2x4x6xui32=0 18 1 19 2 20 36 54 37 55 38 56 3 21 4 22 5 23 39 57 40 58 41 59 9 27 10 28 11 29 45 63 46 64 47 65 12 30 13 31 14 32 48 66 49 67 50 68"
// RUN: %run %s --function=depth_to_space1_column_row_depth \
// RUN:   "--input=1x8x2x3xui32=0 1 2 3 4 5 9 10 11 12 13 14 18 19 20 21 22 23 27 28 29 30 31 32 36 37 38 39 40 41 45 46 47 48 49 50 54 55 56 57 58 59 63 64 65 66 67 68" \
// RUN:   "--expected-output=1x2x4x6xui32=0 9 1 10 2 11 18 27 19 28 20 29 3 12 4 13 5 14 21 30 22 31 23 32 36 45 37 46 38 47 54 63 55 64 56 65 39 48 40 49 41 50 57 66 58 67 59 68"
// RUN: %run %s --function=unfold \
// RUN:   "--input=1x1x5x5xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24" \
// RUN:   "--expected-output=1x9x9xf32=0 1 2 5 6 7 10 11 12 1 2 3 6 7 8 11 12 13 2 3 4 7 8 9 12 13 14 5 6 7 10 11 12 15 16 17 6 7 8 11 12 13 16 17 18 7 8 9 12 13 14 17 18 19 10 11 12 15 16 17 20 21 22 11 12 13 16 17 18 21 22 23 12 13 14 17 18 19 22 23 24"
// RUN: %run %s --function=unfold_padded \
// RUN:   "--input=1x1x5x5xf32=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24" \
// RUN:   "--expected-output=1x9x15xf32=0 0 0 0 1 2 5 6 7 10 11 12 15 16 17 0 0 0 1 2 3 6 7 8 11 12 13 16 17 18 0 0 0 2 3 4 7 8 9 12 13 14 17 18 19 0 1 2 5 6 7 10 11 12 15 16 17 20 21 22 1 2 3 6 7 8 11 12 13 16 17 18 21 22 23 2 3 4 7 8 9 12 13 14 17 18 19 22 23 24 5 6 7 10 11 12 15 16 17 20 21 22 0 0 0 6 7 8 11 12 13 16 17 18 21 22 23 0 0 0 7 8 9 12 13 14 17 18 19 22 23 24 0 0 0"
// RUN: %run %s --function=max_unpooling \
// RUN:   "--input=1x1x2x2xf32=4 4 6 7" \
// RUN:   "--input=1x1x2x2xui32=4 4 7 8" \
// RUN:   "--expected-output=1x1x3x3xf32=0 0 0 0 4 0 0 6 7"

func.func @depth_to_space1_depth_column_row(%x: tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  return %y : tensor<1x2x4x6xui32>
}

func.func @depth_to_space1_column_row_depth(%x: tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  return %y : tensor<1x2x4x6xui32>
}

func.func @unfold(%x: tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0],
      end_padding = [0, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return %y : tensor<1x9x9xf32>
}

func.func @unfold_padded(%x: tensor<1x1x5x5xf32>) -> tensor<1x9x15xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 0],
      end_padding = [1, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x15xf32>
  return %y : tensor<1x9x15xf32>
}

func.func @max_unpooling(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
