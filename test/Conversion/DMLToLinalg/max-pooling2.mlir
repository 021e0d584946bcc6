// RUN: dml-opt %s --canonicalize --convert-dml-to-linalg --canonicalize --cse | FileCheck %s

// A small window is written out: one parallel operation makes values and
// indices. Elements are compared as integers (M3).
// CHECK-LABEL: func @small_window(
// CHECK-SAME:    %[[X:.+]]: tensor<1x1x4x4xf32>
func.func @small_window(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) {
  // CHECK:     linalg.generic
  // CHECK-NOT: reduction
  // CHECK:     %[[E:.+]] = tensor.extract %[[X]]
  // CHECK:     arith.bitcast %[[E]] : f32 to i32
  // CHECK-NOT: cmpf
  // CHECK:     linalg.yield {{.*}} : f32, i32
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>)
  return %v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>
}

// A large window is two loops.
// CHECK-LABEL: func @large_window(
func.func @large_window(%x: tensor<1x1x9x9xi32>) -> tensor<1x1x2x2xi32> {
  // CHECK: linalg.fill
  // CHECK: iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]
  %v = dml.max_pooling2 %x, window_sizes = [8, 8]
      : (tensor<1x1x9x9xi32>) -> tensor<1x1x2x2xi32>
  return %v : tensor<1x1x2x2xi32>
}

// Indices that nothing reads are not computed.
// CHECK-LABEL: func @unused_indices(
func.func @unused_indices(%x: tensor<1x1x4x4xi8>) -> tensor<1x1x2x2xi8> {
  // CHECK: linalg.yield {{.*}} : i8
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x1x4x4xi8>) -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>)
  return %v : tensor<1x1x2x2xi8>
}
