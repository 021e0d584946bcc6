// ONNX, node cases of DepthToSpace; mode DCR is depth_column_row, CRD is
// column_row_depth. depthtospace_dcr_nonsquare has its result from a formula, which is
// evaluated here.

// RUN: %run %s --function=depthtospace_example \
// RUN:   "--input=1x8x2x3xf32=0 1 2 3 4 5 9 10 11 12 13 14 18 19 20 21 22 23 27 28 29 30 31 32 36 37 38 39 40 41 45 46 47 48 49 50 54 55 56 57 58 59 63 64 65 66 67 68" \
// RUN:   "--expected-output=1x2x4x6xf32=0 18 1 19 2 20 36 54 37 55 38 56 3 21 4 22 5 23 39 57 40 58 41 59 9 27 10 28 11 29 45 63 46 64 47 65 12 30 13 31 14 32 48 66 49 67 50 68"
// RUN: %run %s --function=depthtospace_crd_mode_example \
// RUN:   "--input=1x8x2x3xf32=0 1 2 3 4 5 9 10 11 12 13 14 18 19 20 21 22 23 27 28 29 30 31 32 36 37 38 39 40 41 45 46 47 48 49 50 54 55 56 57 58 59 63 64 65 66 67 68" \
// RUN:   "--expected-output=1x2x4x6xf32=0 9 1 10 2 11 18 27 19 28 20 29 3 12 4 13 5 14 21 30 22 31 23 32 36 45 37 46 38 47 54 63 55 64 56 65 39 48 40 49 41 50 57 66 58 67 59 68"
// RUN: %run %s --function=depthtospace_dcr_nonsquare "--input=1x8x2x4xf32=iota" \
// RUN:   "--expected-output=1x2x4x8xf32=0 16 1 17 2 18 3 19 32 48 33 49 34 50 35 51 4 20 5 21 6 22 7 23 36 52 37 53 38 54 39 55 8 24 9 25 10 26 11 27 40 56 41 57 42 58 43 59 12 28 13 29 14 30 15 31 44 60 45 61 46 62 47 63"

func.func @depthtospace_example(%x: tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return %y : tensor<1x2x4x6xf32>
}

func.func @depthtospace_crd_mode_example(%x: tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return %y : tensor<1x2x4x6xf32>
}

func.func @depthtospace_dcr_nonsquare(%x: tensor<1x8x2x4xf32>) -> tensor<1x2x4x8xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x4xf32>) -> tensor<1x2x4x8xf32>
  return %y : tensor<1x2x4x8xf32>
}
