// A function of one operator reads strided arguments and writes strided results
// (T3) where they lie: one operation on the storage, no allocation and no copy.
// The passes are those of dml-cpu-pipeline.
// RUN: dml-opt %s --pass-pipeline='builtin.module(convert-dml-to-linalg,canonicalize,cse, \
// RUN:       one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops}, \
// RUN:       canonicalize,cse,dml-lower-strides,drop-equivalent-buffer-results,dml-results-to-out-params,canonicalize)' \
// RUN:   | FileCheck %s --implicit-check-not=memref.alloc --implicit-check-not=memref.copy --implicit-check-not=bufferization. \
// RUN:       --implicit-check-not='{{linalg\.(generic|transpose|copy|fill)}}'
//
// Nor do the passes behind them allocate or copy.
// RUN: dml-opt %s --dml-cpu-pipeline \
// RUN:   | FileCheck %s --check-prefix=LLVM --implicit-check-not='alloc(' --implicit-check-not=llvm.intr.memcpy --implicit-check-not='free('
// LLVM: llvm.func @depth_to_space1(

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<128xf32>, %{{[a-z0-9]+}}: memref<128xf32>) {
// CHECK:         linalg.generic
// CHECK:         return{{$}}
func.func @depth_to_space1(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<200xf32>, %{{[a-z0-9]+}}: memref<1800xf32>) {
// CHECK:         linalg.generic
// CHECK:         return{{$}}
func.func @unfold(%x: tensor<1x8x5x5xf32> {dml.strides = array<i64: 200, 1, 40, 8>})
    -> (tensor<1x72x25xf32> {dml.strides = array<i64: 1800, 1, 72>}) {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x8x5x5xf32>) -> tensor<1x72x25xf32>
  return %y : tensor<1x72x25xf32>
}

// CHECK-LABEL: func @fold(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<648xf32>, %{{[a-z0-9]+}}: memref<200xf32>) {
// CHECK:         linalg.generic
// CHECK:         return{{$}}
func.func @fold(%x: tensor<1x72x9xf32> {dml.strides = array<i64: 648, 1, 72>})
    -> (tensor<1x8x5x5xf32> {dml.strides = array<i64: 200, 1, 40, 8>}) {
  %y = dml.fold %x, window_sizes = [3, 3]
      : (tensor<1x72x9xf32>) -> tensor<1x8x5x5xf32>
  return %y : tensor<1x8x5x5xf32>
}

// Between the planes of the result lie gaps, and at the end of its rows.
// CHECK-LABEL: func @gaps(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<159xf32>, %{{[a-z0-9]+}}: memref<143xf32>) {
// CHECK:         linalg.transpose
// CHECK:         return{{$}}
func.func @gaps(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 160, 20, 5, 1>})
    -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 144, 72, 9, 1>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

// All positions of a channel are one element.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<8xf32>, %{{[a-z0-9]+}}: memref<128xf32>) {
// CHECK:         linalg.generic
// CHECK:         return{{$}}
func.func @broadcast(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 0, 1, 0, 0>})
    -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

// Both results.
// CHECK-LABEL: func @max_pooling2(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<128xf32>, %{{[a-z0-9]+}}: memref<32xf32>, %{{[a-z0-9]+}}: memref<32xi32>) {
// CHECK:         linalg.generic {{.*}} outs(%{{.+}}, %{{.+}} :
// CHECK:         return{{$}}
func.func @max_pooling2(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (tensor<1x8x2x2xf32> {dml.strides = array<i64: 32, 1, 16, 8>},
        tensor<1x8x2x2xui32> {dml.strides = array<i64: 32, 1, 16, 8>}) {
  %y, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x8x4x4xf32>) -> (tensor<1x8x2x2xf32>, tensor<1x8x2x2xui32>)
  return %y, %i : tensor<1x8x2x2xf32>, tensor<1x8x2x2xui32>
}
