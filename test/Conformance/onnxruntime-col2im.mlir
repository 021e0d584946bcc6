// ONNX Runtime, unit tests of Col2Im. What they refuse is in onnxruntime-refused.test.

// RUN: %run %s --function=Simple4dNCHW \
// RUN:   "--input=1x5x5xf32=1 6 11 16 21 2 7 12 17 22 3 8 13 18 23 4 9 14 19 24 5 10 15 20 25" \
// RUN:   "--expected-output=1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25"
// RUN: %run %s --function=With2Images3channelsNonSquare4dNCHW \
// RUN:   "--input=2x15x4xf32=1 6 11 16 2 7 12 17 3 8 13 18 4 9 14 19 5 10 15 20 21 26 31 36 22 27 32 37 23 28 33 38 24 29 34 39 25 30 35 40 41 46 51 56 42 47 52 57 43 48 53 58 44 49 54 59 45 50 55 60 61 66 71 76 62 67 72 77 63 68 73 78 64 69 74 79 65 70 75 80 81 86 91 96 82 87 92 97 83 88 93 98 84 89 94 99 85 90 95 100 101 106 111 116 102 107 112 117 103 108 113 118 104 109 114 119 105 110 115 120" \
// RUN:   "--expected-output=2x3x4x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120"
// RUN: %run %s --function=With2Images2channelsNonSquareDilationPadStride4dNCHW \
// RUN:   "--input=2x4x16xf32=0 0 0 0 0 1 3 5 0 11 13 15 0 0 0 0 0 0 0 0 1 3 5 0 11 13 15 0 0 0 0 0 0 0 0 0 0 21 23 25 0 31 33 35 0 0 0 0 0 0 0 0 21 23 25 0 31 33 35 0 0 0 0 0 0 0 0 0 0 41 43 45 0 51 53 55 0 0 0 0 0 0 0 0 41 43 45 0 51 53 55 0 0 0 0 0 0 0 0 0 0 61 63 65 0 71 73 75 0 0 0 0 0 0 0 0 61 63 65 0 71 73 75 0 0 0 0 0" \
// RUN:   "--expected-output=2x2x4x5xf32=2 0 6 0 10 0 0 0 0 0 22 0 26 0 30 0 0 0 0 0 42 0 46 0 50 0 0 0 0 0 62 0 66 0 70 0 0 0 0 0 82 0 86 0 90 0 0 0 0 0 102 0 106 0 110 0 0 0 0 0 122 0 126 0 130 0 0 0 0 0 142 0 146 0 150 0 0 0 0 0"
// RUN: %run %s --function=With3channels4dNCHW \
// RUN:   "--input=1x15x5xf32=1 6 11 16 21 2 7 12 17 22 3 8 13 18 23 4 9 14 19 24 5 10 15 20 25 26 31 36 41 46 27 32 37 42 47 28 33 38 43 48 29 34 39 44 49 30 35 40 45 50 51 56 61 66 71 52 57 62 67 72 53 58 63 68 73 54 59 64 69 74 55 60 65 70 75" \
// RUN:   "--expected-output=1x3x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75"
// RUN: %run %s --function=With2Images3channels4dNCHW \
// RUN:   "--input=2x15x5xf32=1 6 11 16 21 2 7 12 17 22 3 8 13 18 23 4 9 14 19 24 5 10 15 20 25 26 31 36 41 46 27 32 37 42 47 28 33 38 43 48 29 34 39 44 49 30 35 40 45 50 51 56 61 66 71 52 57 62 67 72 53 58 63 68 73 54 59 64 69 74 55 60 65 70 75 76 81 86 91 96 77 82 87 92 97 78 83 88 93 98 79 84 89 94 99 80 85 90 95 100 101 106 111 116 121 102 107 112 117 122 103 108 113 118 123 104 109 114 119 124 105 110 115 120 125 126 131 136 141 146 127 132 137 142 147 128 133 138 143 148 129 134 139 144 149 130 135 140 145 150" \
// RUN:   "--expected-output=2x3x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65 66 67 68 69 70 71 72 73 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 92 93 94 95 96 97 98 99 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148 149 150"
// RUN: %run %s --function=Simple5dNCHWD \
// RUN:   "--input=1x5x5xf32=1 6 11 16 21 2 7 12 17 22 3 8 13 18 23 4 9 14 19 24 5 10 15 20 25" \
// RUN:   "--expected-output=1x1x1x5x5xf32=1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25"
// RUN: %run %s --function=WithStrides5dNCHWD "--input=1x1x8xf32=1 2 3 4 5 6 7 8" \
// RUN:   "--expected-output=1x1x4x4x4xf32=1 0 2 0 0 0 0 0 3 0 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 5 0 6 0 0 0 0 0 7 0 8 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0"

func.func @Simple4dNCHW(%x: tensor<1x5x5xf32>) -> tensor<1x1x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<1x5x5xf32>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

func.func @With2Images3channelsNonSquare4dNCHW(%x: tensor<2x15x4xf32>) -> tensor<2x3x4x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<2x15x4xf32>) -> tensor<2x3x4x5xf32>
  return %y : tensor<2x3x4x5xf32>
}

func.func @With2Images2channelsNonSquareDilationPadStride4dNCHW(%x: tensor<2x4x16xf32>)
    -> tensor<2x2x4x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 2], strides = [2, 2], dilations = [2, 2],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<2x4x16xf32>) -> tensor<2x2x4x5xf32>
  return %y : tensor<2x2x4x5xf32>
}

func.func @With3channels4dNCHW(%x: tensor<1x15x5xf32>) -> tensor<1x3x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<1x15x5xf32>) -> tensor<1x3x5x5xf32>
  return %y : tensor<1x3x5x5xf32>
}

func.func @With2Images3channels4dNCHW(%x: tensor<2x15x5xf32>) -> tensor<2x3x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<2x15x5xf32>) -> tensor<2x3x5x5xf32>
  return %y : tensor<2x3x5x5xf32>
}

func.func @Simple5dNCHWD(%x: tensor<1x5x5xf32>) -> tensor<1x1x1x5x5xf32> {
  %y = dml.fold %x, window_sizes = [1, 1, 5]
      : (tensor<1x5x5xf32>) -> tensor<1x1x1x5x5xf32>
  return %y : tensor<1x1x1x5x5xf32>
}

func.func @WithStrides5dNCHWD(%x: tensor<1x1x8xf32>) -> tensor<1x1x4x4x4xf32> {
  %y = dml.fold %x, window_sizes = [1, 1, 1], strides = [2, 2, 2]
      : (tensor<1x1x8xf32>) -> tensor<1x1x4x4x4xf32>
  return %y : tensor<1x1x4x4x4xf32>
}
