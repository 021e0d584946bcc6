// The example gives its input back, which the evaluator also finds.
// RUN: dml-run %dml_src_root/examples/fold.mlir --device=reference \
// RUN:   --input=1x2x5x6xi32=iota --expected-output=1x2x5x6xi32=iota
// RUN: %run %dml_src_root/examples/fold.mlir --input=1x2x5x6xi32=iota \
// RUN:   --expected-output=1x2x5x6xi32=iota
// RUN: %run %dml_src_root/examples/fold.mlir \
// RUN:   --input=1x2x5x6xi32=random:1:1000000 \
// RUN:   --expected-output=1x2x5x6xi32=random:1:1000000
// RUN: %run %dml_src_root/examples/fold.mlir --input=1x2x5x6xi32=-7 \
// RUN:   --expected-output=1x2x5x6xi32=-7

// Without the division, a position counts once for each window that has it.
// RUN: %run %s --input=1x1x3x4xi32=1 \
// RUN:   "--expected-output=1x1x3x4xi32=[[[[1 2 1 1][2 4 2 2][1 2 1 1]]]]"
func.func @main(%x: tensor<1x1x3x4xi32>) -> tensor<1x1x3x4xi32> {
  %w = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x1x3x4xi32>) -> tensor<1x9x4xi32>
  %y = dml.fold %w, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x9x4xi32>) -> tensor<1x1x3x4xi32>
  return %y : tensor<1x1x3x4xi32>
}
