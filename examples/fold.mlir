// The windows of an image, back at their places: fold sums what overlaps, so the
// sum is divided by how many windows have each position, which is what the same
// operators make of ones. The result is the input.
func.func @main(%x: tensor<1x2x5x6xi32>) -> tensor<1x2x5x6xi32> {
  %sums = func.call @fold_of_unfold(%x)
      : (tensor<1x2x5x6xi32>) -> tensor<1x2x5x6xi32>
  %ones = arith.constant dense<1> : tensor<1x2x5x6xi32>
  %counts = func.call @fold_of_unfold(%ones)
      : (tensor<1x2x5x6xi32>) -> tensor<1x2x5x6xi32>
  %y = arith.divsi %sums, %counts : tensor<1x2x5x6xi32>
  return %y : tensor<1x2x5x6xi32>
}

func.func private @fold_of_unfold(%x: tensor<1x2x5x6xi32>)
    -> tensor<1x2x5x6xi32> {
  %windows = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x2x5x6xi32>) -> tensor<1x18x9xi32>
  %y = dml.fold %windows, window_sizes = [3, 3], strides = [2, 2],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x18x9xi32>) -> tensor<1x2x5x6xi32>
  return %y : tensor<1x2x5x6xi32>
}
