// Expected values come from a NumPy model of the formulas in docs/Operators.md.

// RUN: %run %s --function=D5_channels_unlike_block \
// RUN:   "--input=2x12x2x3xi32=iota" \
// RUN:   "--expected-output=2x3x4x6xi32=[[[[0 6 1 7 2 8][12 18 13 19 14 20][3 9 4 10 5 11][15 21 16 22 17 23]][[24 30 25 31 26 32][36 42 37 43 38 44][27 33 28 34 29 35][39 45 40 46 41 47]][[48 54 49 55 50 56][60 66 61 67 62 68][51 57 52 58 53 59][63 69 64 70 65 71]]][[[72 78 73 79 74 80][84 90 85 91 86 92][75 81 76 82 77 83][87 93 88 94 89 95]][[96 102 97 103 98 104][108 114 109 115 110 116][99 105 100 106 101 107][111 117 112 118 113 119]][[120 126 121 127 122 128][132 138 133 139 134 140][123 129 124 130 125 131][135 141 136 142 137 143]]]]"
// RUN: %run %s --function=D5_channels_unlike_block_dynamic \
// RUN:   "--input=2x12x2x3xi32=iota" \
// RUN:   "--expected-output=2x3x4x6xi32=[[[[0 6 1 7 2 8][12 18 13 19 14 20][3 9 4 10 5 11][15 21 16 22 17 23]][[24 30 25 31 26 32][36 42 37 43 38 44][27 33 28 34 29 35][39 45 40 46 41 47]][[48 54 49 55 50 56][60 66 61 67 62 68][51 57 52 58 53 59][63 69 64 70 65 71]]][[[72 78 73 79 74 80][84 90 85 91 86 92][75 81 76 82 77 83][87 93 88 94 89 95]][[96 102 97 103 98 104][108 114 109 115 110 116][99 105 100 106 101 107][111 117 112 118 113 119]][[120 126 121 127 122 128][132 138 133 139 134 140][123 129 124 130 125 131][135 141 136 142 137 143]]]]"
// RUN: %run %s --function=D5_block_of_3 \
// RUN:   "--input=1x18x1x2xui16=iota" \
// RUN:   "--expected-output=1x2x3x6xui16=[[[[0 2 4 1 3 5][6 8 10 7 9 11][12 14 16 13 15 17]][[18 20 22 19 21 23][24 26 28 25 27 29][30 32 34 31 33 35]]]]"
// RUN: %run %s --function=D5_one_channel \
// RUN:   "--input=1x4x2x1xf64=[[[[0.5][1.5]][[2.5][3.5]][[4.5][5.5]][[6.5][7.5]]]]" \
// RUN:   "--expected-output=1x1x4x2xf64=[[[[0.5 2.5][4.5 6.5][1.5 3.5][5.5 7.5]]]]"

func.func @D5_channels_unlike_block(%x: tensor<2x12x2x3xi32>) -> tensor<2x3x4x6xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x12x2x3xi32>) -> tensor<2x3x4x6xi32>
  return %y : tensor<2x3x4x6xi32>
}

func.func @D5_channels_unlike_block_dynamic(%x: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %y : tensor<?x?x?x?xi32>
}

func.func @D5_block_of_3(%x: tensor<1x18x1x2xui16>) -> tensor<1x2x3x6xui16> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<1x18x1x2xui16>) -> tensor<1x2x3x6xui16>
  return %y : tensor<1x2x3x6xui16>
}

func.func @D5_one_channel(%x: tensor<1x4x2x1xf64>) -> tensor<1x1x4x2xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x1xf64>) -> tensor<1x1x4x2xf64>
  return %y : tensor<1x1x4x2xf64>
}
