// Patches with padding, to an NHWC result: rows and columns at the ends are parts of
// their own, and what is between is transposed in blocks.

// RUN: dml-opt %s --dml-cpu-pipeline -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s
// RUN: dml-run %s --input=1x7680x36xf16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --input=1x7680x36xf16=random:1 --expected-output=@%t.npy
// CHECK: TransposedShape | {{.*}} elements that are transposed
func.func @fold(%x: tensor<1x7680x36xf16>)
    -> (tensor<1x30x90x92xf16> {dml.strides = array<i64: 248400, 1, 2760, 30>}) {
  %y = dml.fold %x, window_sizes = [16, 16], strides = [16, 16],
      start_padding = [3, 2], end_padding = [3, 2]
      : (tensor<1x7680x36xf16>) -> tensor<1x30x90x92xf16>
  return %y : tensor<1x30x90x92xf16>
}
