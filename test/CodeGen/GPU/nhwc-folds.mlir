// RUN: dml-opt %s --dml-gpu-pipeline='max-workgroup-memory=49152' -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline='max-workgroup-memory=49152' \
// RUN:   | FileCheck %s --check-prefix=ORDER

// The positions of an image that read from one row of the source are those with the
// same remainders by the strides. Tiles have their quotients as columns.
// CHECK: Remark="tiles of ranges of 32 of 64 rows and 64 of 256 columns, quotients of loops
func.func @stride_2(%x: tensor<1x576x256xf32>) -> (tensor<1x64x31x31xf32> {dml.strides = array<i64: 61504, 1, 1984, 64>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x576x256xf32>) -> tensor<1x64x31x31xf32>
  return %y : tensor<1x64x31x31xf32>
}

// CHECK: Remark="tiles of ranges of 128 of 256 rows and 50 of 100 columns, quotients of loops
// The number of a workgroup has the tile of rows in its lowest bit, then that of the
// two tiles of columns, and then the remainders of both loops.
// ORDER-LABEL: gpu.module @patches_kernel {
// ORDER: %[[ID:.*]] = spirv.Load "Input" %__builtin__WorkgroupId
// ORDER: %[[WORKGROUP:.*]] = spirv.CompositeExtract %[[ID]][0 : i32]
// ORDER: spirv.BitwiseAnd %[[WORKGROUP]], %cst1_i32
// ORDER: %[[TILES:.*]] = spirv.ShiftRightLogical %[[WORKGROUP]], %cst1_i32
// ORDER: %[[PART:.*]] = spirv.BitwiseAnd %[[TILES]], %cst1_i32
// ORDER: %[[REMAINDERS:.*]] = spirv.ShiftRightLogical %[[TILES]], %cst1_i32
// ORDER: spirv.IMul %[[PART]], %cst50_i32
// ORDER: spirv.BitwiseAnd %[[REMAINDERS]], %cst15_i32
func.func @patches(%x: tensor<1x65536x81xi8>) -> (tensor<1x256x147x147xi8> {dml.strides = array<i64: 5531904, 1, 37632, 256>}) {
  %y = dml.fold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<1x65536x81xi8>) -> tensor<1x256x147x147xi8>
  return %y : tensor<1x256x147x147xi8>
}

// Remainders vary before the 64 tiles of columns.
// CHECK: Remark="tiles of ranges of 32 of 64 rows and 64 of 4096 columns, quotients of loops
// ORDER-LABEL: gpu.module @large_image_kernel {
// ORDER: %[[ID:.*]] = spirv.Load "Input" %__builtin__WorkgroupId
// ORDER: %[[WORKGROUP:.*]] = spirv.CompositeExtract %[[ID]][0 : i32]
// ORDER: spirv.BitwiseAnd %[[WORKGROUP]], %cst1_i32
// ORDER: %[[TILES:.*]] = spirv.ShiftRightLogical %[[WORKGROUP]], %cst1_i32
// ORDER: spirv.BitwiseAnd %[[TILES]], %cst1_i32
// ORDER: %[[REST:.*]] = spirv.ShiftRightLogical %[[TILES]], %cst1_i32
// ORDER: spirv.BitwiseAnd %[[REST]], %cst1_i32
// ORDER: %[[PART:.*]] = spirv.ShiftRightLogical %[[REST]], %cst1_i32
// ORDER: spirv.IMul %[[PART]], %cst64_i32
func.func @large_image(%x: tensor<1x576x4096xf32>) -> (tensor<1x64x127x127xf32> {dml.strides = array<i64: 1032256, 1, 8128, 64>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x576x4096xf32>) -> tensor<1x64x127x127xf32>
  return %y : tensor<1x64x127x127xf32>
}

// CHECK: Remark="tiles of ranges of 32 of 64 rows and 64 of 64 columns, quotients of loops
func.func @large_window(%x: tensor<1x3136x64xf32>) -> (tensor<1x64x32x32xf32> {dml.strides = array<i64: 65536, 1, 2048, 64>}) {
  %y = dml.fold %x, window_sizes = [7, 7], strides = [4, 4], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x3136x64xf32>) -> tensor<1x64x32x32xf32>
  return %y : tensor<1x64x32x32xf32>
}

// 45 channels: vectors that go on in the next column are computed one by one.
// CHECK: Remark="tiles of ranges of 45 of 45 rows and 61 of 961 columns, quotients of loops
func.func @odd_channels(%x: tensor<1x405x900xi16>) -> (tensor<1x45x62x62xi16> {dml.strides = array<i64: 172980, 1, 2790, 45>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<1x405x900xi16>) -> tensor<1x45x62x62xi16>
  return %y : tensor<1x45x62x62xi16>
}

// Three channels are no vector.
// CHECK: Remark="strips of
func.func @image(%x: tensor<1x27x256xf32>) -> (tensor<1x3x32x32xf32> {dml.strides = array<i64: 3072, 1, 96, 3>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x27x256xf32>) -> tensor<1x3x32x32xf32>
  return %y : tensor<1x3x32x32xf32>
}

// Nine addends for each element are added up in the order of the columns, where
// rows are no whole words of tiles. A second kernel transposes the sums.
// CHECK: Remark="tiles of ranges of 64 of 64 rows and 31 of 31 columns
// CHECK: Remark="strips of 1 elements
func.func @copied(%x: tensor<1x576x961xf32>) -> (tensor<1x64x31x31xf32> {dml.strides = array<i64: 61504, 1, 1984, 64>}) {
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x576x961xf32>) -> tensor<1x64x31x31xf32>
  return %y : tensor<1x64x31x31xf32>
}

// CHECK: Remark="tiles of ranges of 32 of 64 rows and 32 of 32 columns
// CHECK-NOT: Remark
func.func @words(%x: tensor<1x576x1024xf32>) -> (tensor<1x64x32x32xf32> {dml.strides = array<i64: 65536, 1, 2048, 64>}) {
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x576x1024xf32>) -> tensor<1x64x32x32xf32>
  return %y : tensor<1x64x32x32xf32>
}
