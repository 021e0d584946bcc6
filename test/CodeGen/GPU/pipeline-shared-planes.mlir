// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=4096 | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=2048 | FileCheck %s --check-prefix=SMALL

// Planes of pooled volumes are reduced by a kernel of their own, unless the
// device cannot bind a buffer of them. They have 2916 bytes, and no other buffer has
// more than 1944. Numbers of their elements have a byte each.
// CHECK-LABEL: func.func @main(
// CHECK-DAG:     memref.alloc() {{.*}} : memref<1x1x9x9x9xi32>
// CHECK-DAG:     memref.alloc() {{.*}} : memref<1x1x9x9x9xi8>
// CHECK-COUNT-2: dml.dispatch
// CHECK-NOT:     dml.dispatch
// CHECK:         return
// SMALL-LABEL: func.func @main(
// SMALL-NOT:     memref<1x1x9x9x9xi32>
// SMALL-COUNT-1: dml.dispatch
// SMALL-NOT:     dml.dispatch
// SMALL:         return
func.func @main(%x: tensor<1x1x9x6x6xi32>)
    -> (tensor<1x1x6x9x9xi32>, tensor<1x1x6x9x9xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 4, 4], strides = [1, 1, 1],
      start_padding = [0, 3, 3], end_padding = [0, 3, 3]
      : (tensor<1x1x9x6x6xi32>) -> (tensor<1x1x6x9x9xi32>, tensor<1x1x6x9x9xui32>)
  return %v, %i : tensor<1x1x6x9x9xi32>, tensor<1x1x6x9x9xui32>
}
