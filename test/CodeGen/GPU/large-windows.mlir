// RUN: dml-opt %s --dml-gpu-pipeline=max-buffer-bytes=268435456 | FileCheck %s

// A large window is one kernel. Where there are many results, all elements of a thread
// share its loop, and an iteration reads a row of the window for each.
// CHECK-LABEL: spirv.module @fold_kernel
// CHECK:         spirv.mlir.loop
// CHECK-COUNT-28:  spirv.FAdd
// CHECK-NOT:       spirv.FAdd
// CHECK:           spirv.mlir.merge
// CHECK-NOT:     spirv.mlir.loop
// CHECK-NOT:     spirv.module
// CHECK-LABEL: func.func @max_pooling2
func.func @fold(%x: tensor<4096x49x256xf32>) -> tensor<4096x1x16x16xf32> {
  %y = dml.fold %x, window_sizes = [7, 7], start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<4096x49x256xf32>) -> tensor<4096x1x16x16xf32>
  return %y : tensor<4096x1x16x16xf32>
}

// CHECK-LABEL: spirv.module @max_pooling2_kernel
// CHECK:         spirv.mlir.loop
// CHECK-COUNT-32:  spirv.GL.SMax
// CHECK-NOT:       spirv.GL.SMax
// CHECK:           spirv.mlir.merge
// CHECK-NOT:     spirv.mlir.loop
// CHECK-NOT:     spirv.module
func.func @max_pooling2(%x: tensor<4096x1x23x23xi32>) -> tensor<4096x1x16x16xi32> {
  %y = dml.max_pooling2 %x, window_sizes = [8, 8]
      : (tensor<4096x1x23x23xi32>) -> tensor<4096x1x16x16xi32>
  return %y : tensor<4096x1x16x16xi32>
}
