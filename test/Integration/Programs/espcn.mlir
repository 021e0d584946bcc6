// The example, on every device as the evaluator has it, fused and not.
// DEFINE: %{inputs} = --input=1x1x12x20xf32=uniform:1:0:1 --input=16x1x5x5xf32=normal:2 --input=16xf32=normal:3 --input=8x16x3x3xf32=normal:4 --input=8xf32=normal:5 --input=9x8x3x3xf32=normal:6 --input=9xf32=normal:7
// RUN: dml-run %dml_src_root/examples/espcn.mlir --device=reference %{inputs} --output=@%t.npy
// RUN: %run %dml_src_root/examples/espcn.mlir %{inputs} --expected-output=@%t.npy
// RUN: %run %dml_src_root/examples/espcn.mlir %{inputs} --expected-output=@%t.npy --fuse=off

// Windows of 1 leave the pixels where they are: each is nine pixels, 1 to 9 times
// as bright as it was, and has a bias.
// RUN: %run %dml_src_root/examples/espcn.mlir --input=1x1x1x2xf32=iota --input=1x1x1x1xf32=1 --input=1xf32=10 \
// RUN:   --input=1x1x1x1xf32=1 --input=1xf32=-10 --input=9x1x1x1xf32='1 2 3 4 5 6 7 8 9' --input=9xf32=0.5 | FileCheck %s
// CHECK: 1x1x3x6xf32={{\[\[\[\[}}0.5 0.5 0.5 1.5 2.5 3.5][0.5 0.5 0.5 4.5 5.5 6.5][0.5 0.5 0.5 7.5 8.5 9.5]]]]
