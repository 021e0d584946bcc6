// Expected values come from a NumPy model of the formulas in docs/Operators.md.

// RUN: %run %s --function=D4_channels_unlike_block \
// RUN:   "--input=2x12x2x3xi32=iota" \
// RUN:   "--expected-output=2x3x4x6xi32=[[[[0 18 1 19 2 20][36 54 37 55 38 56][3 21 4 22 5 23][39 57 40 58 41 59]][[6 24 7 25 8 26][42 60 43 61 44 62][9 27 10 28 11 29][45 63 46 64 47 65]][[12 30 13 31 14 32][48 66 49 67 50 68][15 33 16 34 17 35][51 69 52 70 53 71]]][[[72 90 73 91 74 92][108 126 109 127 110 128][75 93 76 94 77 95][111 129 112 130 113 131]][[78 96 79 97 80 98][114 132 115 133 116 134][81 99 82 100 83 101][117 135 118 136 119 137]][[84 102 85 103 86 104][120 138 121 139 122 140][87 105 88 106 89 107][123 141 124 142 125 143]]]]"
// RUN: %run %s --function=D4_channels_unlike_block_dynamic \
// RUN:   "--input=2x12x2x3xi32=iota" \
// RUN:   "--expected-output=2x3x4x6xi32=[[[[0 18 1 19 2 20][36 54 37 55 38 56][3 21 4 22 5 23][39 57 40 58 41 59]][[6 24 7 25 8 26][42 60 43 61 44 62][9 27 10 28 11 29][45 63 46 64 47 65]][[12 30 13 31 14 32][48 66 49 67 50 68][15 33 16 34 17 35][51 69 52 70 53 71]]][[[72 90 73 91 74 92][108 126 109 127 110 128][75 93 76 94 77 95][111 129 112 130 113 131]][[78 96 79 97 80 98][114 132 115 133 116 134][81 99 82 100 83 101][117 135 118 136 119 137]][[84 102 85 103 86 104][120 138 121 139 122 140][87 105 88 106 89 107][123 141 124 142 125 143]]]]"
// RUN: %run %s --function=D4_block_of_3 \
// RUN:   "--input=1x18x1x2xui16=iota" \
// RUN:   "--expected-output=1x2x3x6xui16=[[[[0 4 8 1 5 9][12 16 20 13 17 21][24 28 32 25 29 33]][[2 6 10 3 7 11][14 18 22 15 19 23][26 30 34 27 31 35]]]]"
// RUN: %run %s --function=D4_one_channel \
// RUN:   "--input=1x4x2x1xf64=[[[[0.5][1.5]][[2.5][3.5]][[4.5][5.5]][[6.5][7.5]]]]" \
// RUN:   "--expected-output=1x1x4x2xf64=[[[[0.5 2.5][4.5 6.5][1.5 3.5][5.5 7.5]]]]"

func.func @D4_channels_unlike_block(%x: tensor<2x12x2x3xi32>) -> tensor<2x3x4x6xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x12x2x3xi32>) -> tensor<2x3x4x6xi32>
  return %y : tensor<2x3x4x6xi32>
}

func.func @D4_channels_unlike_block_dynamic(%x: tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %y : tensor<?x?x?x?xi32>
}

func.func @D4_block_of_3(%x: tensor<1x18x1x2xui16>) -> tensor<1x2x3x6xui16> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<1x18x1x2xui16>) -> tensor<1x2x3x6xui16>
  return %y : tensor<1x2x3x6xui16>
}

func.func @D4_one_channel(%x: tensor<1x4x2x1xf64>) -> tensor<1x1x4x2xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x1xf64>) -> tensor<1x1x4x2xf64>
  return %y : tensor<1x1x4x2xf64>
}
