// Expected values come from a NumPy model of the formulas in docs/Operators.md.

// RUN: %run %s --function=F4_channels \
// RUN:   "--input=2x3x3x4xi32=[[[[1 2 3 4][5 6 7 8][9 10 11 12]][[13 14 15 16][17 18 19 20][21 22 23 24]][[25 26 27 28][29 30 31 32][33 34 35 36]]][[[37 38 39 40][41 42 43 44][45 46 47 48]][[49 50 51 52][53 54 55 56][57 58 59 60]][[61 62 63 64][65 66 67 68][69 70 71 72]]]]" \
// RUN:   "--expected-output=2x12x6xi32=[[[1 2 3 5 6 7][2 3 4 6 7 8][5 6 7 9 10 11][6 7 8 10 11 12][13 14 15 17 18 19][14 15 16 18 19 20][17 18 19 21 22 23][18 19 20 22 23 24][25 26 27 29 30 31][26 27 28 30 31 32][29 30 31 33 34 35][30 31 32 34 35 36]][[37 38 39 41 42 43][38 39 40 42 43 44][41 42 43 45 46 47][42 43 44 46 47 48][49 50 51 53 54 55][50 51 52 54 55 56][53 54 55 57 58 59][54 55 56 58 59 60][61 62 63 65 66 67][62 63 64 66 67 68][65 66 67 69 70 71][66 67 68 70 71 72]]]"
// RUN: %run %s --function=F4_channels_dynamic \
// RUN:   "--input=2x3x3x4xi32=[[[[1 2 3 4][5 6 7 8][9 10 11 12]][[13 14 15 16][17 18 19 20][21 22 23 24]][[25 26 27 28][29 30 31 32][33 34 35 36]]][[[37 38 39 40][41 42 43 44][45 46 47 48]][[49 50 51 52][53 54 55 56][57 58 59 60]][[61 62 63 64][65 66 67 68][69 70 71 72]]]]" \
// RUN:   "--expected-output=2x12x6xi32=[[[1 2 3 5 6 7][2 3 4 6 7 8][5 6 7 9 10 11][6 7 8 10 11 12][13 14 15 17 18 19][14 15 16 18 19 20][17 18 19 21 22 23][18 19 20 22 23 24][25 26 27 29 30 31][26 27 28 30 31 32][29 30 31 33 34 35][30 31 32 34 35 36]][[37 38 39 41 42 43][38 39 40 42 43 44][41 42 43 45 46 47][42 43 44 46 47 48][49 50 51 53 54 55][50 51 52 54 55 56][53 54 55 57 58 59][54 55 56 58 59 60][61 62 63 65 66 67][62 63 64 66 67 68][65 66 67 69 70 71][66 67 68 70 71 72]]]"
// RUN: %run %s --function=F4_asymmetric_padding \
// RUN:   "--input=1x2x3x2xui8=[[[[1 2][3 4][5 6]][[7 8][9 10][11 12]]]]" \
// RUN:   "--expected-output=1x1x12x6xui8=[[[[0 0 0 0 0 0][0 1 0 3 0 5][1 2 3 4 5 6][0 0 0 0 0 0][0 3 0 5 0 0][3 4 5 6 0 0][0 0 0 0 0 0][0 7 0 9 0 11][7 8 9 10 11 12][0 0 0 0 0 0][0 9 0 11 0 0][9 10 11 12 0 0]]]]"
// RUN: %run %s --function=F4_asymmetric_padding_dynamic \
// RUN:   "--input=1x2x3x2xui8=[[[[1 2][3 4][5 6]][[7 8][9 10][11 12]]]]" \
// RUN:   "--expected-output=1x1x12x6xui8=[[[[0 0 0 0 0 0][0 1 0 3 0 5][1 2 3 4 5 6][0 0 0 0 0 0][0 3 0 5 0 0][3 4 5 6 0 0][0 0 0 0 0 0][0 7 0 9 0 11][7 8 9 10 11 12][0 0 0 0 0 0][0 9 0 11 0 0][9 10 11 12 0 0]]]]"
// RUN: %run %s --function=F4_stride_dilation \
// RUN:   "--input=1x1x7x6xf32=[[[[1 2 3 4 5 6][7 8 9 10 11 12][13 14 15 16 17 18][19 20 21 22 23 24][25 26 27 28 29 30][31 32 33 34 35 36][37 38 39 40 41 42]]]]" \
// RUN:   "--expected-output=1x4x6xf32=[[[0 0 7 10 19 22][0 0 9 12 21 24][13 16 25 28 37 40][15 18 27 30 39 42]]]"
// RUN: %run %s --function=F4_stride_dilation_dynamic \
// RUN:   "--input=1x1x7x6xf32=[[[[1 2 3 4 5 6][7 8 9 10 11 12][13 14 15 16 17 18][19 20 21 22 23 24][25 26 27 28 29 30][31 32 33 34 35 36][37 38 39 40 41 42]]]]" \
// RUN:   "--expected-output=1x4x6xf32=[[[0 0 7 10 19 22][0 0 9 12 21 24][13 16 25 28 37 40][15 18 27 30 39 42]]]"
// RUN: %run %s --function=F4_windows_in_padding \
// RUN:   "--input=1x1x2x2xi64=[[[[1 2][3 4]]]]" \
// RUN:   "--expected-output=1x2x42xi64=[[[0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0][0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=F4_windows_in_padding_dynamic \
// RUN:   "--input=1x1x2x2xi64=[[[[1 2][3 4]]]]" \
// RUN:   "--expected-output=1x2x42xi64=[[[0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0][0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 2 0 0 0 0 0 3 4 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0]]]"
// RUN: %run %s --function=F4_one_dimension \
// RUN:   "--input=2x2x7xui16=[[[1 2 3 4 5 6 7][8 9 10 11 12 13 14]][[15 16 17 18 19 20 21][22 23 24 25 26 27 28]]]" \
// RUN:   "--expected-output=2x6x3xui16=[[[0 2 4][2 4 6][4 6 0][0 9 11][9 11 13][11 13 0]][[0 16 18][16 18 20][18 20 0][0 23 25][23 25 27][25 27 0]]]"
// RUN: %run %s --function=F4_one_dimension_dynamic \
// RUN:   "--input=2x2x7xui16=[[[1 2 3 4 5 6 7][8 9 10 11 12 13 14]][[15 16 17 18 19 20 21][22 23 24 25 26 27 28]]]" \
// RUN:   "--expected-output=2x6x3xui16=[[[0 2 4][2 4 6][4 6 0][0 9 11][9 11 13][11 13 0]][[0 16 18][16 18 20][18 20 0][0 23 25][23 25 27][25 27 0]]]"
// RUN: %run %s --function=F4_three_dimensions \
// RUN:   "--input=1x2x2x3x2xf64=[[[[[1 2][3 4][5 6]][[7 8][9 10][11 12]]][[[13 14][15 16][17 18]][[19 20][21 22][23 24]]]]]" \
// RUN:   "--expected-output=1x1x1x8x8xf64=[[[[[0 0 0 3 0 0 0 9][0 0 3 4 0 0 9 10][0 0 0 9 0 0 0 0][0 0 9 10 0 0 0 0][0 0 0 15 0 0 0 21][0 0 15 16 0 0 21 22][0 0 0 21 0 0 0 0][0 0 21 22 0 0 0 0]]]]]"
// RUN: %run %s --function=F4_three_dimensions_dynamic \
// RUN:   "--input=1x2x2x3x2xf64=[[[[[1 2][3 4][5 6]][[7 8][9 10][11 12]]][[[13 14][15 16][17 18]][[19 20][21 22][23 24]]]]]" \
// RUN:   "--expected-output=1x1x1x8x8xf64=[[[[[0 0 0 3 0 0 0 9][0 0 3 4 0 0 9 10][0 0 0 9 0 0 0 0][0 0 9 10 0 0 0 0][0 0 0 15 0 0 0 21][0 0 15 16 0 0 21 22][0 0 0 21 0 0 0 0][0 0 21 22 0 0 0 0]]]]]"
// RUN: %run %s --function=F4_six_dimensions \
// RUN:   "--input=1x1x2x1x2x1x2x2xf16=[[[[[[[[1 2][3 4]]][[[5 6][7 8]]]]][[[[[9 10][11 12]]][[[13 14][15 16]]]]]]]]" \
// RUN:   "--expected-output=1x1x1x1x1x1x4x24xf16=[[[[[[[[0 0 0 0 1 2 3 4 0 0 0 0 9 10 11 12 0 0 0 0 0 0 0 0][0 0 0 0 3 4 0 0 0 0 0 0 11 12 0 0 0 0 0 0 0 0 0 0][0 0 0 0 5 6 7 8 0 0 0 0 13 14 15 16 0 0 0 0 0 0 0 0][0 0 0 0 7 8 0 0 0 0 0 0 15 16 0 0 0 0 0 0 0 0 0 0]]]]]]]]"
// RUN: %run %s --function=F4_six_dimensions_dynamic \
// RUN:   "--input=1x1x2x1x2x1x2x2xf16=[[[[[[[[1 2][3 4]]][[[5 6][7 8]]]]][[[[[9 10][11 12]]][[[13 14][15 16]]]]]]]]" \
// RUN:   "--expected-output=1x1x1x1x1x1x4x24xf16=[[[[[[[[0 0 0 0 1 2 3 4 0 0 0 0 9 10 11 12 0 0 0 0 0 0 0 0][0 0 0 0 3 4 0 0 0 0 0 0 11 12 0 0 0 0 0 0 0 0 0 0][0 0 0 0 5 6 7 8 0 0 0 0 13 14 15 16 0 0 0 0 0 0 0 0][0 0 0 0 7 8 0 0 0 0 0 0 15 16 0 0 0 0 0 0 0 0 0 0]]]]]]]]"

func.func @F4_channels(%x: tensor<2x3x3x4xi32>) -> tensor<2x12x6xi32> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x3x4xi32>) -> tensor<2x12x6xi32>
  return %y : tensor<2x12x6xi32>
}

func.func @F4_channels_dynamic(%x: tensor<?x?x?x?xi32>) -> tensor<?x?x?xi32> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x?x?x?xi32>) -> tensor<?x?x?xi32>
  return %y : tensor<?x?x?xi32>
}

func.func @F4_asymmetric_padding(%x: tensor<1x2x3x2xui8>) -> tensor<1x1x12x6xui8> {
  %y = dml.unfold %x, window_sizes = [2, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 2], end_padding = [1, 0]
      : (tensor<1x2x3x2xui8>) -> tensor<1x1x12x6xui8>
  return %y : tensor<1x1x12x6xui8>
}

func.func @F4_asymmetric_padding_dynamic(%x: tensor<?x?x?x?xui8>) -> tensor<1x?x?x?xui8> {
  %y = dml.unfold %x, window_sizes = [2, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 2], end_padding = [1, 0]
      : (tensor<?x?x?x?xui8>) -> tensor<1x?x?x?xui8>
  return %y : tensor<1x?x?x?xui8>
}

func.func @F4_stride_dilation(%x: tensor<1x1x7x6xf32>) -> tensor<1x4x6xf32> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [2, 3], dilations = [3, 2],
      start_padding = [1, 0], end_padding = [0, 1]
      : (tensor<1x1x7x6xf32>) -> tensor<1x4x6xf32>
  return %y : tensor<1x4x6xf32>
}

func.func @F4_stride_dilation_dynamic(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [2, 3], dilations = [3, 2],
      start_padding = [1, 0], end_padding = [0, 1]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

func.func @F4_windows_in_padding(%x: tensor<1x1x2x2xi64>) -> tensor<1x2x42xi64> {
  %y = dml.unfold %x, window_sizes = [1, 2], strides = [1, 1], dilations = [1, 1],
      start_padding = [2, 3], end_padding = [2, 3]
      : (tensor<1x1x2x2xi64>) -> tensor<1x2x42xi64>
  return %y : tensor<1x2x42xi64>
}

func.func @F4_windows_in_padding_dynamic(%x: tensor<?x?x?x?xi64>) -> tensor<?x?x?xi64> {
  %y = dml.unfold %x, window_sizes = [1, 2], strides = [1, 1], dilations = [1, 1],
      start_padding = [2, 3], end_padding = [2, 3]
      : (tensor<?x?x?x?xi64>) -> tensor<?x?x?xi64>
  return %y : tensor<?x?x?xi64>
}

func.func @F4_one_dimension(%x: tensor<2x2x7xui16>) -> tensor<2x6x3xui16> {
  %y = dml.unfold %x, window_sizes = [3], strides = [2], dilations = [2],
      start_padding = [1], end_padding = [2]
      : (tensor<2x2x7xui16>) -> tensor<2x6x3xui16>
  return %y : tensor<2x6x3xui16>
}

func.func @F4_one_dimension_dynamic(%x: tensor<?x?x?xui16>) -> tensor<?x?x?xui16> {
  %y = dml.unfold %x, window_sizes = [3], strides = [2], dilations = [2],
      start_padding = [1], end_padding = [2]
      : (tensor<?x?x?xui16>) -> tensor<?x?x?xui16>
  return %y : tensor<?x?x?xui16>
}

func.func @F4_three_dimensions(%x: tensor<1x2x2x3x2xf64>) -> tensor<1x1x1x8x8xf64> {
  %y = dml.unfold %x, window_sizes = [2, 1, 2], strides = [1, 2, 1], dilations = [1, 1, 1],
      start_padding = [0, 1, 1], end_padding = [1, 0, 0]
      : (tensor<1x2x2x3x2xf64>) -> tensor<1x1x1x8x8xf64>
  return %y : tensor<1x1x1x8x8xf64>
}

func.func @F4_three_dimensions_dynamic(%x: tensor<?x?x?x?x?xf64>) -> tensor<1x1x?x?x?xf64> {
  %y = dml.unfold %x, window_sizes = [2, 1, 2], strides = [1, 2, 1], dilations = [1, 1, 1],
      start_padding = [0, 1, 1], end_padding = [1, 0, 0]
      : (tensor<?x?x?x?x?xf64>) -> tensor<1x1x?x?x?xf64>
  return %y : tensor<1x1x?x?x?xf64>
}

func.func @F4_six_dimensions(%x: tensor<1x1x2x1x2x1x2x2xf16>) -> tensor<1x1x1x1x1x1x4x24xf16> {
  %y = dml.unfold %x, window_sizes = [1, 1, 2, 1, 2, 1], strides = [1, 1, 1, 1, 1, 1], dilations = [1, 1, 1, 1, 1, 1],
      start_padding = [0, 0, 0, 1, 0, 0], end_padding = [1, 0, 0, 0, 1, 0]
      : (tensor<1x1x2x1x2x1x2x2xf16>) -> tensor<1x1x1x1x1x1x4x24xf16>
  return %y : tensor<1x1x1x1x1x1x4x24xf16>
}

func.func @F4_six_dimensions_dynamic(%x: tensor<?x?x?x?x?x?x?x?xf16>) -> tensor<1x1x1x1x1x?x?x?xf16> {
  %y = dml.unfold %x, window_sizes = [1, 1, 2, 1, 2, 1], strides = [1, 1, 1, 1, 1, 1], dilations = [1, 1, 1, 1, 1, 1],
      start_padding = [0, 0, 0, 1, 0, 0], end_padding = [1, 0, 0, 0, 1, 0]
      : (tensor<?x?x?x?x?x?x?x?xf16>) -> tensor<1x1x1x1x1x?x?x?xf16>
  return %y : tensor<1x1x1x1x1x?x?x?xf16>
}
