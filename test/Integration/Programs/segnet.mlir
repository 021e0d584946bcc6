// The example, on every device as the evaluator has it, fused and not.
// DEFINE: %{weights} = --input=8x3x3x3xf32=normal:2 --input=8xf32=normal:3 --input=12x8x3x3xf32=normal:4 --input=12xf32=normal:5 --input=8x12x3x3xf32=normal:6 --input=8xf32=normal:7 --input=5x8x3x3xf32=normal:8 --input=5xf32=normal:9
// RUN: dml-run %dml_src_root/examples/segnet.mlir --device=reference --input=1x3x16x24xf32=uniform:1:0:1 %{weights} --output=@%t.npy
// RUN: %run %dml_src_root/examples/segnet.mlir --input=1x3x16x24xf32=uniform:1:0:1 %{weights} --expected-output=@%t.npy
// RUN: %run %dml_src_root/examples/segnet.mlir --input=1x3x16x24xf32=uniform:1:0:1 %{weights} --expected-output=@%t.npy --fuse=off

// Two images whose last rows and columns no window has.
// RUN: dml-run %dml_src_root/examples/segnet.mlir --device=reference --input=2x3x13x11xf32=uniform:1:0:1 %{weights} --output=@%t.odd.npy
// RUN: %run %dml_src_root/examples/segnet.mlir --input=2x3x13x11xf32=uniform:1:0:1 %{weights} --expected-output=@%t.odd.npy

// Pooling and unpooling alone: the largest elements of 4x4 each are back at their
// places.
// RUN: %run %s --input=1x2x8x8xf32=iota --print-limit=-1 | FileCheck %s
// CHECK: [0 0 0 0 0 0 0 0][0 0 0 27 0 0 0 31]

func.func @main(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>)
  %w, %j = dml.max_pooling2 %v, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>)
  %u = dml.max_unpooling %w, %j
      : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>) -> tensor<1x2x4x4xf32>
  %y = dml.max_unpooling %u, %i
      : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}
