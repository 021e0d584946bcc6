// ONNX, node cases of SpaceToDepth, which has the order depth_column_row only. The case
// spacetodepth has random elements: scripts/test-conformance.sh has its configuration.

// RUN: %run %s --function=spacetodepth_example \
// RUN:   "--input=1x1x4x6xf32=0 6 1 7 2 8 12 18 13 19 14 20 3 9 4 10 5 11 15 21 16 22 17 23" \
// RUN:   "--expected-output=1x4x2x3xf32=iota"

func.func @spacetodepth_example(%x: tensor<1x1x4x6xf32>) -> tensor<1x4x2x3xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x4x6xf32>) -> tensor<1x4x2x3xf32>
  return %y : tensor<1x4x2x3xf32>
}
