// Elements that are not side by side in the source, in rows of odd sizes: threads
// of a GPU compute words of several planes from one position. There are enough of
// them to occupy one.

// RUN: dml-run %s --device=reference --function=windows --input=64x13x63x63xi8=random:1 --output=@%t.windows.npy
// RUN: %run %s --function=windows --input=64x13x63x63xi8=random:1 --expected-output=@%t.windows.npy
func.func @windows(%x: tensor<64x13x63x63xi8>) -> tensor<64x117x961xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<64x13x63x63xi8>) -> tensor<64x117x961xi8>
  return %y : tensor<64x117x961xi8>
}

// The last planes of some threads are behind the end.

// RUN: dml-run %s --device=reference --function=behind_the_end --input=63x13x61x63xf16=random:2 --output=@%t.behind_the_end.npy
// RUN: %run %s --function=behind_the_end --input=63x13x61x63xf16=random:2 --expected-output=@%t.behind_the_end.npy
func.func @behind_the_end(%x: tensor<63x13x61x63xf16>) -> tensor<63x117x961xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 0], end_padding = [1, 0]
      : (tensor<63x13x61x63xf16>) -> tensor<63x117x961xf16>
  return %y : tensor<63x117x961xf16>
}

// RUN: dml-run %s --device=reference --function=sums --input=64x52x961xi8=random:3 --output=@%t.sums.npy
// RUN: %run %s --function=sums --input=64x52x961xi8=random:3 --expected-output=@%t.sums.npy
func.func @sums(%x: tensor<64x52x961xi8>) -> tensor<64x13x93x93xi8> {
  %y = dml.fold %x, window_sizes = [2, 2], strides = [3, 3]
      : (tensor<64x52x961xi8>) -> tensor<64x13x93x93xi8>
  return %y : tensor<64x13x93x93xi8>
}
