// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=16384 | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=14336 | FileCheck %s --check-prefix=SMALL

// Planes of pooled volumes are reduced by a kernel of their own, unless the
// device cannot bind a buffer of their indices. That has 16200 bytes, and no other
// buffer has more than 11664.
// CHECK-LABEL: func.func @main(
// CHECK:         memref.alloc() {{.*}} : memref<1x1x9x15x15xi64>
// CHECK-COUNT-2: dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:         return
// SMALL-LABEL: func.func @main(
// SMALL-NOT:     memref<1x1x9x15x15xi64>
// SMALL-COUNT-1: dml.dispatch
// SMALL-NOT:     dml.dispatch
// SMALL:         return
func.func @main(%x: tensor<1x1x9x18x18xi32>)
    -> (tensor<1x1x6x15x15xi32>, tensor<1x1x6x15x15xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 4, 4], strides = [1, 1, 1]
      : (tensor<1x1x9x18x18xi32>) -> (tensor<1x1x6x15x15xi32>, tensor<1x1x6x15x15xui64>)
  return %v, %i : tensor<1x1x6x15x15xi32>, tensor<1x1x6x15x15xui64>
}
