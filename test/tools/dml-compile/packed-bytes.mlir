// LLVM shuffled rows of 33 bytes for ever for processors that are fast at
// shuffling 64 bytes.
// RUN: timeout 60 dml-compile %s --target=sapphirerapids -o %t.o
// RUN: timeout 60 dml-compile %s --target=x86-64-v4 -o %t.o
func.func @main(%x: tensor<1x2x1x1x33xi8>, %y: tensor<1x1x2x33x1xi8>) -> tensor<1x4x99xi8> {
  %empty = tensor.empty() : tensor<1x1x2x33x1xi8>
  %transposed = linalg.transpose ins(%x : tensor<1x2x1x1x33xi8>) outs(%empty : tensor<1x1x2x33x1xi8>) permutation = [3, 0, 1, 4, 2]
  %difference = arith.subi %transposed, %y : tensor<1x1x2x33x1xi8>
  %columns = dml.unfold %difference, window_sizes = [2, 1, 2], strides = [1, 1, 2], dilations = [1, 2, 1], start_padding = [0, 0, 0], end_padding = [2, 0, 1]
      : (tensor<1x1x2x33x1xi8>) -> tensor<1x4x99xi8>
  return %columns : tensor<1x4x99xi8>
}
