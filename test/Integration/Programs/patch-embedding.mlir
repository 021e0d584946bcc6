// The example, on every device as the evaluator has it, fused and not.
// DEFINE: %{inputs} = --input=2x3x32x48xf32=uniform:1:0:1 --input=24x768xf32=normal:2 --input=24xf32=normal:3 --input=6x24xf32=normal:4
// RUN: dml-run %dml_src_root/examples/patch_embedding.mlir --device=reference %{inputs} --output=@%t.npy
// RUN: %run %dml_src_root/examples/patch_embedding.mlir %{inputs} --expected-output=@%t.npy
// RUN: %run %dml_src_root/examples/patch_embedding.mlir %{inputs} --expected-output=@%t.npy --fuse=off

// Twice the sums of two patches of 256 pixels, with bias and place.
// RUN: %run %dml_src_root/examples/patch_embedding.mlir --input=1x1x16x32xf32=1 --input=1x256xf32=2 \
// RUN:   --input=1xf32=0.25 --input=2x1xf32='10 20' | FileCheck %s
// CHECK: 1x2x1xf32={{\[\[\[}}522.25][532.25]]]
