// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=18432 | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=16384 | FileCheck %s --check-prefix=SMALL

// Planes of pooled volumes are reduced by a kernel of their own, unless the
// device cannot bind a buffer of their indices. That has 18432 bytes, and no other
// buffer has more than 14336.
// CHECK-LABEL: func.func @main(
// CHECK:         memref.alloc() {{.*}} : memref<1x1x9x16x16xi64>
// CHECK-COUNT-2: dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:         return
// SMALL-LABEL: func.func @main(
// SMALL-NOT:     memref<1x1x9x16x16xi64>
// SMALL-COUNT-1: dml.dispatch
// SMALL-NOT:     dml.dispatch
// SMALL:         return
func.func @main(%x: tensor<1x1x9x18x18xi32>)
    -> (tensor<1x1x7x16x16xi32>, tensor<1x1x7x16x16xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1]
      : (tensor<1x1x9x18x18xi32>) -> (tensor<1x1x7x16x16xi32>, tensor<1x1x7x16x16xui64>)
  return %v, %i : tensor<1x1x7x16x16xi32>, tensor<1x1x7x16x16xui64>
}
