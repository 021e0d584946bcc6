// ONNX Runtime, unit tests of DepthToSpace. DepthToSpaceTest_3 and _4 are _2 with the
// mode left to its default and spelled out.

// RUN: %run %s --function=DepthToSpaceTest_1 \
// RUN:   "--input=1x8x1x2xf32=0.0 0.2 2.0 2.2 0.1 0.3 2.1 2.3 1.0 1.2 3.0 3.2 1.1 1.3 3.1 3.3" \
// RUN:   "--expected-output=1x2x2x4xf32=0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0 3.1 3.2 3.3"
// RUN: %run %s --function=DepthToSpaceTest_1_double \
// RUN:   "--input=1x8x1x2xf64=0.0 0.2 2.0 2.2 0.1 0.3 2.1 2.3 1.0 1.2 3.0 3.2 1.1 1.3 3.1 3.3" \
// RUN:   "--expected-output=1x2x2x4xf64=0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0 3.1 3.2 3.3"
// RUN: %run %s --function=DepthToSpaceTest_2 "--input=2x12x3x2xf32=iota" \
// RUN:   "--expected-output=2x3x6x4xf32=0 18 1 19 36 54 37 55 2 20 3 21 38 56 39 57 4 22 5 23 40 58 41 59 6 24 7 25 42 60 43 61 8 26 9 27 44 62 45 63 10 28 11 29 46 64 47 65 12 30 13 31 48 66 49 67 14 32 15 33 50 68 51 69 16 34 17 35 52 70 53 71 72 90 73 91 108 126 109 127 74 92 75 93 110 128 111 129 76 94 77 95 112 130 113 131 78 96 79 97 114 132 115 133 80 98 81 99 116 134 117 135 82 100 83 101 118 136 119 137 84 102 85 103 120 138 121 139 86 104 87 105 122 140 123 141 88 106 89 107 124 142 125 143"
// RUN: %run %s --function=DepthToSpaceTest_5 \
// RUN:   "--input=1x4x2x3xf32=0 1 2 3 4 5 9 10 11 12 13 14 18 19 20 21 22 23 27 28 29 30 31 32" \
// RUN:   "--expected-output=1x1x4x6xf32=0 9 1 10 2 11 18 27 19 28 20 29 3 12 4 13 5 14 21 30 22 31 23 32"

func.func @DepthToSpaceTest_1(%x: tensor<1x8x1x2xf32>) -> tensor<1x2x2x4xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x1x2xf32>) -> tensor<1x2x2x4xf32>
  return %y : tensor<1x2x2x4xf32>
}

func.func @DepthToSpaceTest_1_double(%x: tensor<1x8x1x2xf64>) -> tensor<1x2x2x4xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x1x2xf64>) -> tensor<1x2x2x4xf64>
  return %y : tensor<1x2x2x4xf64>
}

func.func @DepthToSpaceTest_2(%x: tensor<2x12x3x2xf32>) -> tensor<2x3x6x4xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x12x3x2xf32>) -> tensor<2x3x6x4xf32>
  return %y : tensor<2x3x6x4xf32>
}

func.func @DepthToSpaceTest_5(%x: tensor<1x4x2x3xf32>) -> tensor<1x1x4x6xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x3xf32>) -> tensor<1x1x4x6xf32>
  return %y : tensor<1x1x4x6xf32>
}
