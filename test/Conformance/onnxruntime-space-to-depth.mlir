// ONNX Runtime, unit tests of SpaceToDepth.

// RUN: %run %s --function=SpaceToDepthTest_1 \
// RUN:   "--input=1x2x2x4xf32=0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0 3.1 3.2 3.3" \
// RUN:   "--expected-output=1x8x1x2xf32=0.0 0.2 2.0 2.2 0.1 0.3 2.1 2.3 1.0 1.2 3.0 3.2 1.1 1.3 3.1 3.3"
// RUN: %run %s --function=SpaceToDepthTest_1_double \
// RUN:   "--input=1x2x2x4xf64=0.0 0.1 0.2 0.3 1.0 1.1 1.2 1.3 2.0 2.1 2.2 2.3 3.0 3.1 3.2 3.3" \
// RUN:   "--expected-output=1x8x1x2xf64=0.0 0.2 2.0 2.2 0.1 0.3 2.1 2.3 1.0 1.2 3.0 3.2 1.1 1.3 3.1 3.3"
// RUN: %run %s --function=SpaceToDepthTest_2 "--input=2x3x3x6xf32=iota" \
// RUN:   "--expected-output=2x27x1x2xf32=0 3 18 21 36 39 1 4 19 22 37 40 2 5 20 23 38 41 6 9 24 27 42 45 7 10 25 28 43 46 8 11 26 29 44 47 12 15 30 33 48 51 13 16 31 34 49 52 14 17 32 35 50 53 54 57 72 75 90 93 55 58 73 76 91 94 56 59 74 77 92 95 60 63 78 81 96 99 61 64 79 82 97 100 62 65 80 83 98 101 66 69 84 87 102 105 67 70 85 88 103 106 68 71 86 89 104 107"

func.func @SpaceToDepthTest_1(%x: tensor<1x2x2x4xf32>) -> tensor<1x8x1x2xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x2x2x4xf32>) -> tensor<1x8x1x2xf32>
  return %y : tensor<1x8x1x2xf32>
}

func.func @SpaceToDepthTest_1_double(%x: tensor<1x2x2x4xf64>) -> tensor<1x8x1x2xf64> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x2x2x4xf64>) -> tensor<1x8x1x2xf64>
  return %y : tensor<1x8x1x2xf64>
}

func.func @SpaceToDepthTest_2(%x: tensor<2x3x3x6xf32>) -> tensor<2x27x1x2xf32> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x3x3x6xf32>) -> tensor<2x27x1x2xf32>
  return %y : tensor<2x27x1x2xf32>
}
