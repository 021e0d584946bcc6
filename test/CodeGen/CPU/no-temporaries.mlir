// A function of one operator has no buffer but its arguments and results: no
// allocation and no copy where sizes are static, one allocation, the result's
// own, where they are not. The passes are those of dml-cpu-pipeline.
// RUN: dml-opt %s --pass-pipeline='builtin.module(convert-dml-to-linalg,canonicalize,cse, \
// RUN:       one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops}, \
// RUN:       canonicalize,cse,drop-equivalent-buffer-results,dml-results-to-out-params,canonicalize)' \
// RUN:   | FileCheck %s --implicit-check-not=memref.alloc --implicit-check-not=memref.copy --implicit-check-not=bufferization.

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x12x3x5xf32>, %[[Y:[a-z0-9]+]]: memref<2x3x6x10xf32>) {
// CHECK-DAG:     %[[BLOCKS:.+]] = memref.expand_shape %[[X]]
// CHECK-DAG:     %[[DEST:.+]] = memref.expand_shape %[[Y]]
// CHECK-NEXT:    linalg.transpose ins(%[[BLOCKS]] : {{.*}}) outs(%[[DEST]] : {{.*}})
// CHECK-NEXT:    return{{$}}
func.func @depth_to_space1(%x: tensor<2x12x3x5xf32>) -> tensor<2x3x6x10xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x12x3x5xf32>) -> tensor<2x3x6x10xf32>
  return %y : tensor<2x3x6x10xf32>
}

// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x2x5x5xi16>, %[[Y:[a-z0-9]+]]: memref<1x18x25xi16>) {
// CHECK:         %[[DEST:.+]] = memref.expand_shape %[[Y]]
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[DEST]] : {{.*}})
// CHECK:           memref.load %[[X]]
// CHECK:         return{{$}}
func.func @unfold(%x: tensor<1x2x5x5xui16>) -> tensor<1x18x25xui16> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x2x5x5xui16>) -> tensor<1x18x25xui16>
  return %y : tensor<1x18x25xui16>
}

// CHECK-LABEL: func @max_unpooling(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x1x2x2xf16>, %[[I:[a-z0-9]+]]: memref<1x1x2x2xi64>, %[[Y:[a-z0-9]+]]: memref<1x1x4x4xf16>) {
// CHECK-NEXT:    dml.unpool ins(%[[V]], %[[I]] : {{.*}}) outs(%[[Y]] : memref<1x1x4x4xf16>)
// CHECK-NEXT:    return{{$}}
func.func @max_unpooling(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x1x4x4xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui64>) -> tensor<1x1x4x4xf16>
  return %y : tensor<1x1x4x4xf16>
}

// CHECK-LABEL: func @dynamic_depth_to_space1(
// CHECK:         %[[Y:.+]] = memref.alloc({{.*}}) {alignment = 64 : i64} : memref<?x?x?x?xf32>
// CHECK:         %[[DEST:.+]] = memref.expand_shape %[[Y]]
// CHECK:         linalg.transpose {{.*}} outs(%[[DEST]] :
// CHECK-NEXT:    return %[[Y]]
func.func @dynamic_depth_to_space1(%x: tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// CHECK-LABEL: func @dynamic_unfold(
// CHECK:         %[[Y:.+]] = memref.alloc({{.*}}) {alignment = 64 : i64} : memref<?x?x?xf32>
// CHECK:         %[[DEST:.+]] = memref.expand_shape %[[Y]]
// CHECK:         linalg.generic {{.*}} outs(%[[DEST]] :
// CHECK:         return %[[Y]]
func.func @dynamic_unfold(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// CHECK-LABEL: func @dynamic_max_unpooling(
// CHECK:         %[[Y:.+]] = memref.alloc({{.*}}) {alignment = 64 : i64} : memref<1x1x?x?xf32>
// CHECK-NEXT:    dml.unpool ins({{.*}}) outs(%[[Y]] :
// CHECK-NEXT:    return %[[Y]]
func.func @dynamic_max_unpooling(%v: tensor<?x?x?x?xf32>,
    %i: tensor<?x?x?x?xui32>, %h: index, %w: index) -> tensor<1x1x?x?xf32> {
  %y = dml.max_unpooling %v, %i, output_sizes(%h, %w)
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x1x?x?xf32>
  return %y : tensor<1x1x?x?xf32>
}

// The operator between two others: their buffers, and no more.
// CHECK-LABEL: func @chain(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x4x2x2xf32>, %[[Y:[a-z0-9]+]]: memref<1x4x9xf32>) {
// CHECK:         %[[A:.+]] = memref.alloc() {alignment = 64 : i64} : memref<1x1x4x4xf32>
// CHECK:         linalg.transpose
// CHECK:         %[[DEST:.+]] = memref.expand_shape %[[Y]]
// CHECK:         linalg.generic {{.*}} outs(%[[DEST]] :
// CHECK:           memref.load %[[A]]
// CHECK:         return{{$}}
func.func @chain(%x: tensor<1x4x2x2xf32>) -> tensor<1x4x9xf32> {
  %a = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %y = dml.unfold %a, window_sizes = [2, 2]
      : (tensor<1x1x4x4xf32>) -> tensor<1x4x9xf32>
  return %y : tensor<1x4x9xf32>
}
