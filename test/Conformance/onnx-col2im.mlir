// ONNX, node cases of Col2Im: image_shape is the spatial sizes of dml.fold's result,
// block_shape its window.

// RUN: %run %s --function=col2im \
// RUN:   "--input=1x5x5xf32=1 6 11 16 21 2 7 12 17 22 3 8 13 18 23 4 9 14 19 24 5 0 15 20 25" \
// RUN:   "--expected-output=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 0 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25"
// RUN: %run %s --function=col2im_strides \
// RUN:   "--input=1x9x4xf32=0 0 0 0 1 1 1 1 1 1 1 1 1 1 1 1 0 0 0 0 0 0 0 0 0 0 0 0 1 1 1 1 0 0 0 0" \
// RUN:   "--expected-output=1x1x5x5xf32=0 1 1 1 1 1 0 1 0 0 0 2 1 2 1 1 0 1 0 0 0 1 0 1 0"
// RUN: %run %s --function=col2im_pads \
// RUN:   "--input=1x5x15xf32=1 6 11 16 21 26 31 36 41 46 51 56 61 66 71 2 7 12 17 22 27 32 37 42 47 52 57 62 67 72 3 8 13 18 23 28 33 38 43 48 53 58 63 68 73 4 9 14 19 24 29 34 39 44 49 54 59 64 69 74 5 10 15 20 25 30 35 40 45 50 55 60 65 70 75" \
// RUN:   "--expected-output=1x1x5x5xf32=8 21 24 27 24 38 66 69 72 54 68 111 114 117 84 98 156 159 162 114 128 201 204 207 144"
// RUN: %run %s --function=col2im_dilations \
// RUN:   "--input=1x4x5xf32=1 5 9 13 17 2 6 10 14 18 3 7 11 15 19 4 8 12 16 20" \
// RUN:   "--expected-output=1x1x6x6xf32=1 0 0 0 0 2 8 0 0 0 0 10 16 0 0 0 0 18 24 0 0 0 0 26 32 0 0 0 0 34 19 0 0 0 0 20"
// RUN: %run %s --function=col2im_5d \
// RUN:   "--input=1x10x12xf32=1 6 11 16 21 26 31 36 41 46 51 56 2 7 12 17 22 27 32 37 42 47 52 57 3 8 13 18 23 28 33 38 43 48 53 58 4 9 14 19 24 29 34 39 44 49 54 59 5 10 15 20 25 30 35 40 45 50 55 60 61 66 71 76 81 86 91 96 101 106 111 116 62 67 72 77 82 87 92 97 102 107 112 117 63 68 73 78 83 88 93 98 103 108 113 118 64 69 74 79 84 89 94 99 104 109 114 119 65 70 75 80 85 90 95 100 105 110 115 120" \
// RUN:   "--expected-output=1x2x3x4x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120"

func.func @col2im(%x: tensor<1x5x5xf32>) -> tensor<1x1x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<1x5x5xf32>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

func.func @col2im_strides(%x: tensor<1x9x4xf32>) -> tensor<1x1x5x5xf32> {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<1x9x4xf32>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

func.func @col2im_pads(%x: tensor<1x5x15xf32>) -> tensor<1x1x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x5x15xf32>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

func.func @col2im_dilations(%x: tensor<1x4x5xf32>) -> tensor<1x1x6x6xf32> {
  %y = dml.fold %x, window_sizes = [2, 2], dilations = [1, 5]
      : (tensor<1x4x5xf32>) -> tensor<1x1x6x6xf32>
  return %y : tensor<1x1x6x6xf32>
}

func.func @col2im_5d(%x: tensor<1x10x12xf32>) -> tensor<1x2x3x4x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 1, 5]
      : (tensor<1x10x12xf32>) -> tensor<1x2x3x4x5xf32>
  return %y : tensor<1x2x3x4x5xf32>
}
