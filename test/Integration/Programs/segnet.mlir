// The example, on every device as the evaluator has it.
// RUN: dml-run %dml_src_root/examples/segnet.mlir --device=reference \
// RUN:   --input=1x2x8x8xf32=random:1 --output=@%t.npy
// RUN: %run %dml_src_root/examples/segnet.mlir --input=1x2x8x8xf32=random:1 \
// RUN:   --expected-output=@%t.npy

// The largest elements of 4x4 each are back at their places.
// RUN: %run %dml_src_root/examples/segnet.mlir --input=1x2x8x8xf32=iota --print-limit=-1 \
// RUN:   | FileCheck %s
// CHECK: [0 0 0 0 0 0 0 0][0 0 0 27 0 0 0 31]
