// Tensors large enough for what code generation does to large ones only, such
// as several vectors a thread, at sizes that no vector divides.

// RUN: dml-run %s --device=reference --function=depth --input=1x9x1001x1003xi8=random:1 \
// RUN:   --output=@%t.depth.npy
// RUN: %run %s --function=depth --input=1x9x1001x1003xi8=random:1 \
// RUN:   --expected-output=@%t.depth.npy
func.func @depth(%x: tensor<1x9x1001x1003xi8>) -> tensor<1x1x3003x3009xi8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<1x9x1001x1003xi8>) -> tensor<1x1x3003x3009xi8>
  return %y : tensor<1x1x3003x3009xi8>
}

// RUN: dml-run %s --device=reference --function=columns --input=1x3x501x513xf16=random:2 \
// RUN:   --output=@%t.columns.npy
// RUN: %run %s --function=columns --input=1x3x501x513xf16=random:2 \
// RUN:   --expected-output=@%t.columns.npy
func.func @columns(%x: tensor<1x3x501x513xf16>) -> tensor<1x27x257013xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1]
      : (tensor<1x3x501x513xf16>) -> tensor<1x27x257013xf16>
  return %y : tensor<1x27x257013xf16>
}
