// The schedule that is chosen for each operation, as a remark.

// RUN: dml-opt %s --dml-gpu-pipeline --remarks-filter=dml-schedule --remark-format=emitRemark \
// RUN:   -o /dev/null 2>&1 | FileCheck %s
// RUN: dml-opt %s --dml-cpu-pipeline --remarks-filter=dml-schedule --remark-format=emitRemark \
// RUN:   -o /dev/null 2>&1 | FileCheck %s --check-prefix=CPU

// CHECK: schedule-remarks.mlir:[[#@LINE+4]]:8: remark: [Analysis] ThreadSchedule | Category:dml-schedule | Remark="strips of 4 elements at 3 steps of dimension 3
// CPU: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: [Analysis] StreamSchedule | Category:dml-schedule | Remark="vectors of 56 elements of rows, in strips of 196"
func.func @windows(%x: tensor<1x8x16x16xi8>)
    -> tensor<1x72x196xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<1x8x16x16xi8>) -> tensor<1x72x196xi8>
  return %y : tensor<1x72x196xi8>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} Remark="strips of 16 elements, rows of 97 elements, in tiles of 1744, workgroups of 128"
func.func @rows_of_97(%x: tensor<64x128xi8>) -> tensor<64x97xi8> {
  %y = tensor.extract_slice %x[0, 5] [64, 97] [1, 1]
      : tensor<64x128xi8> to tensor<64x97xi8>
  return %y : tensor<64x97xi8>
}

// CPU: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} StripShape {{.*}} Remark="strips that interleave 3 sources"
func.func @blocks_of_3(%x: tensor<1x9x5x32xf32>) -> tensor<1x1x15x96xf32> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<1x9x5x32xf32>) -> tensor<1x1x15x96xf32>
  return %y : tensor<1x1x15x96xf32>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} RangeTiling | Category:dml-schedule | Remark="tiles of ranges of 64 of 256 rows and 16 of 16 columns, workgroups of 128"
func.func @patches(%x: tensor<1x3x256x256xf32>) -> tensor<1x768x256xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<1x3x256x256xf32>) -> tensor<1x768x256xf32>
  return %y : tensor<1x768x256xf32>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} RangeTiling | Category:dml-schedule | Remark="tiles of ranges of 49 of 49 rows and 16 of 16 columns, workgroups of 128"
func.func @patches_of_7_rows(%x: tensor<1x3x112x112xf32>) -> tensor<1x768x49xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<1x3x112x112xf32>) -> tensor<1x768x49xf32>
  return %y : tensor<1x768x49xf32>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} RangeTiling | Category:dml-schedule | Remark="tiles of ranges of 256 of 256 rows and 14 of 14 columns, workgroups of 128"
func.func @patches_of_14_f16(%x: tensor<1x3x224x224xf16>) -> tensor<1x588x256xf16> {
  %y = dml.unfold %x, window_sizes = [14, 14], strides = [14, 14]
      : (tensor<1x3x224x224xf16>) -> tensor<1x588x256xf16>
  return %y : tensor<1x588x256xf16>
}

// 1369 windows are no whole vectors.
// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} RangeTiling | Category:dml-schedule | Remark="tiles of ranges of 128 of 1369 rows and 14 of 14 columns, workgroups of 128"
func.func @patches_of_14_of_518(%x: tensor<1x3x518x518xf32>) -> tensor<1x588x1369xf32> {
  %y = dml.unfold %x, window_sizes = [14, 14], strides = [14, 14]
      : (tensor<1x3x518x518xf32>) -> tensor<1x588x1369xf32>
  return %y : tensor<1x588x1369xf32>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 4 elements at 14 steps of dimension 3, workgroups of 128"
// CPU: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} TransposedShape | Category:dml-schedule | Remark="blocks of 14 times 256 elements that are transposed, gathered in lines"
func.func @patches_of_14(%x: tensor<1x3x224x224xf32>) -> tensor<1x588x256xf32> {
  %y = dml.unfold %x, window_sizes = [14, 14], strides = [14, 14]
      : (tensor<1x3x224x224xf32>) -> tensor<1x588x256xf32>
  return %y : tensor<1x588x256xf32>
}

// CPU: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} StreamSchedule | Category:dml-schedule | Remark="vectors of 16 times 2 elements, without predicates in [0, 256), of 2 rows at once, prefetched 9216 bytes ahead"
func.func @pooled(%v: tensor<1x4x128x128xf32>, %i: tensor<1x4x128x128xui32>)
    -> tensor<1x4x256x256xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x4x128x128xf32>, tensor<1x4x128x128xui32>) -> tensor<1x4x256x256xf32>
  return %y : tensor<1x4x256x256xf32>
}

// Lanes of several rows, of channels or of columns. The latter leave lanes.
// CPU: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} StreamSchedule | Category:dml-schedule | Remark="vectors of 63 elements of rows, in strips of 315"
func.func @pooling_of_3_channels(%x: tensor<8x3x127x211xi8> {dml.strides = array<i64: 80391, 1, 633, 3>})
    -> (tensor<8x3x63x105xi8> {dml.strides = array<i64: 19845, 1, 315, 3>}) {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<8x3x127x211xi8>) -> tensor<8x3x63x105xi8>
  return %y : tensor<8x3x63x105xi8>
}
// CPU: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} StreamSchedule | Category:dml-schedule | Remark="vectors of 30 elements of rows, in strips of 216"
func.func @pooling_to_3_columns(%x: tensor<2x64x145x7xf16>) -> tensor<2x64x72x3xf16> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x64x145x7xf16>) -> tensor<2x64x72x3xf16>
  return %y : tensor<2x64x72x3xf16>
}

// CPU: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} Remark="vectors of 32 times 1 elements, without predicates in [0, 64), of 4 rows at once"
func.func @overlapping(%x: tensor<1x8x66x66xf16>) -> tensor<1x8x64x64xf16> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x8x66x66xf16>) -> tensor<1x8x64x64xf16>
  return %y : tensor<1x8x64x64xf16>
}

// Rows of a fold read a row of each plane of a window, of which the next row reads
// another part. So what is prefetched is the next channel's windows, 81 planes of 19
// x 19. Rows of a pooling follow each other.
// CPU: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} StreamSchedule | Category:dml-schedule | Remark="{{.*}}, prefetched 116964 bytes ahead
func.func @prefetched_blocks(%x: tensor<4x5184x361xf32>)
    -> tensor<4x64x63x63xf32> {
  %y = dml.fold %x, window_sizes = [9, 9], strides = [3, 3]
      : (tensor<4x5184x361xf32>) -> tensor<4x64x63x63xf32>
  return %y : tensor<4x64x63x63xf32>
}

// CPU: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} StreamSchedule | Category:dml-schedule | Remark="{{.*}}, prefetched 8192 bytes ahead
func.func @prefetched_rows(%x: tensor<4x64x256x256xf32>)
    -> tensor<4x64x127x127xf32> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<4x64x256x256xf32>) -> tensor<4x64x127x127xf32>
  return %y : tensor<4x64x127x127xf32>
}

// A strip of 16 elements would read 144, too many for strips of halves.
// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 8 elements, rows of 125 elements, in tiles of 1000, workgroups of 128"
func.func @short_strips_of_halves(%x: tensor<1x9x729xf16>) -> tensor<1x1x125x125xf16> {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [4, 4], dilations = [12, 12], start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<1x9x729xf16>) -> tensor<1x1x125x125xf16>
  return %y : tensor<1x1x125x125xf16>
}

// Of the steps that share what a vector reads, those along channels are nearer to each
// other in NHWC data than those along a window's row.
// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 4 elements at 3 steps of dimension 1, workgroups of 128"
func.func @steps_of_channels(%x: tensor<2x3x45x114xf32> {dml.strides = array<i64: 15390, 1, 342, 3>})
    -> tensor<2x27x4816xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<2x3x45x114xf32>) -> tensor<2x27x4816xf32>
  return %y : tensor<2x27x4816xf32>
}

// With a stride, the channels and the columns of a window are read together.
// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} RangeTiling | Category:dml-schedule | Remark="tiles of ranges of 56 of 56 rows and 18 of 18 columns of 2 loops, workgroups of 128"
func.func @joined_channels(%x: tensor<2x6x45x113xf32> {dml.strides = array<i64: 30510, 1, 678, 6>})
    -> tensor<2x54x1232xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x6x45x113xf32>) -> tensor<2x54x1232xf32>
  return %y : tensor<2x54x1232xf32>
}

// Halves that each read words of their own have rows if these are long.
// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 4 elements, rows of 97 elements, in tiles of 488, workgroups of 128"
func.func @long_rows_of_halves(%x: tensor<2x64x145x195xf16>)
    -> tensor<2x64x72x97xf16> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x64x145x195xf16>) -> tensor<2x64x72x97xf16>
  return %y : tensor<2x64x72x97xf16>
}

// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 2 elements, workgroups of 128"
func.func @short_rows_of_halves(%x: tensor<2x64x145x191xf16>)
    -> tensor<2x64x72x95xf16> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x64x145x191xf16>) -> tensor<2x64x72x95xf16>
  return %y : tensor<2x64x72x95xf16>
}

// Nine windows have each pixel: a thread of 10 steps would read 720 elements.
// CHECK: schedule-remarks.mlir:[[#@LINE+3]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 8 elements at 2 steps of dimension 2, workgroups of 128"
func.func @many_windows(%x: tensor<1x43264x9xf16>)
    -> (tensor<1x64x40x40xf16> {dml.strides = array<i64: 102400, 1, 2560, 64>}) {
  %y = dml.fold %x, window_sizes = [26, 26], strides = [9, 9],
      start_padding = [6, 6], end_padding = [6, 6]
      : (tensor<1x43264x9xf16>) -> tensor<1x64x40x40xf16>
  return %y : tensor<1x64x40x40xf16>
}

// A thread whose strips interleave 7 columns would read 728 elements.
// CHECK: schedule-remarks.mlir:[[#@LINE+2]]:8: remark: {{.*}} ThreadSchedule | Category:dml-schedule | Remark="strips of 8 elements, workgroups of 128"
func.func @one_window(%x: tensor<1x7943x91xf16>) -> tensor<1x47x97x7xf16> {
  %y = dml.fold %x, window_sizes = [13, 13], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<1x7943x91xf16>) -> tensor<1x47x97x7xf16>
  return %y : tensor<1x47x97x7xf16>
}
