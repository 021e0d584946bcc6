// The second example of the reference page of DML_UNFOLD_OPERATOR_DESC: the same
// windows over an image with one row of zeros above and one below.
func.func @main(%x: tensor<1x1x5x5xf32>) -> tensor<1x9x15xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 0],
           end_padding = [1, 0]
      : (tensor<1x1x5x5xf32>) -> tensor<1x9x15xf32>
  return %y : tensor<1x9x15xf32>
}
