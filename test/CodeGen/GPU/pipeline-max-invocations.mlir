// The pipeline gives passes that choose workgroups the device's limit.

// RUN: dml-opt %s --dml-gpu-pipeline='workgroup-size=128 max-invocations=1024' | FileCheck %s --check-prefix=LARGE
// RUN: dml-opt %s --dml-gpu-pipeline='workgroup-size=128 max-invocations=128' | FileCheck %s --check-prefix=SMALL
// LARGE: known_block_size = array<i32: 256, 1, 1>
// SMALL: known_block_size = array<i32: 128, 1, 1>
func.func @main(%x: tensor<2x608x405xi8>) -> tensor<2x8x162x186xi8> {
  %y = dml.fold %x, window_sizes = [2, 38], strides = [2, 37],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x608x405xi8>) -> tensor<2x8x162x186xi8>
  return %y : tensor<2x8x162x186xi8>
}
