// A function of one operator reads strided arguments and writes strided results
// (T3) where they lie: one kernel on the storage, and no buffer but theirs.
// RUN: dml-opt %s --dml-gpu-pipeline \
// RUN:   | FileCheck %s --implicit-check-not=memref.alloc --implicit-check-not=memref.copy --implicit-check-not=dml.dispatch

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<128xf32>) -> memref<128xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<128xf32>
// CHECK-NEXT:    dml.dispatch {{.*}}(%[[X]], %[[Y]] : memref<128xf32>, memref<128xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @depth_to_space1(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

// CHECK-LABEL: func @space_to_depth1(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<128xf32>) -> memref<128xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<128xf32>
// CHECK-NEXT:    dml.dispatch {{.*}}(%[[X]], %[[Y]] : memref<128xf32>, memref<128xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @space_to_depth1(%x: tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>})
    -> (tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x2x8x8xf32>) -> tensor<1x8x4x4xf32>
  return %y : tensor<1x8x4x4xf32>
}

// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<200xf32>) -> memref<1800xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<1800xf32>
// CHECK-NEXT:    dml.dispatch {{.*}}(%[[X]], %[[Y]] : memref<200xf32>, memref<1800xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @unfold(%x: tensor<1x8x5x5xf32> {dml.strides = array<i64: 200, 1, 40, 8>})
    -> (tensor<1x72x25xf32> {dml.strides = array<i64: 1800, 1, 72>}) {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x8x5x5xf32>) -> tensor<1x72x25xf32>
  return %y : tensor<1x72x25xf32>
}

// CHECK-LABEL: func @fold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<648xf32>) -> memref<200xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<200xf32>
// CHECK-NEXT:    dml.dispatch {{.*}}(%[[X]], %[[Y]] : memref<648xf32>, memref<200xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @fold(%x: tensor<1x72x9xf32> {dml.strides = array<i64: 648, 1, 72>})
    -> (tensor<1x8x5x5xf32> {dml.strides = array<i64: 200, 1, 40, 8>}) {
  %y = dml.fold %x, window_sizes = [3, 3]
      : (tensor<1x72x9xf32>) -> tensor<1x8x5x5xf32>
  return %y : tensor<1x8x5x5xf32>
}

// All positions of a channel are one element.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf32>) -> memref<128xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<128xf32>
// CHECK-NEXT:    dml.dispatch {{.*}}(%[[X]], %[[Y]] : memref<8xf32>, memref<128xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @broadcast(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 0, 1, 0, 0>})
    -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x4x4xf32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}

// Both results.
// CHECK-LABEL: func @max_pooling2(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<128xf32>) -> (memref<32xf32>, memref<32xi32>) {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<32xf32>
// CHECK-NEXT:    %[[I:.+]] = memref.alloc() : memref<32xi32>
// CHECK-NEXT:    dml.dispatch {{.*}}writes = [1, 2](%[[X]], %[[Y]], %[[I]] :
// CHECK-NEXT:    return %[[Y]], %[[I]]
func.func @max_pooling2(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (tensor<1x8x2x2xf32> {dml.strides = array<i64: 32, 1, 16, 8>},
        tensor<1x8x2x2xui32> {dml.strides = array<i64: 32, 1, 16, 8>}) {
  %y, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x8x4x4xf32>) -> (tensor<1x8x2x2xf32>, tensor<1x8x2x2xui32>)
  return %y, %i : tensor<1x8x2x2xf32>, tensor<1x8x2x2xui32>
}
