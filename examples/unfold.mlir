// The first example of the reference page of DML_UNFOLD_OPERATOR_DESC: 3x3
// windows of a 5x5 image, without padding (rule F4).
func.func @main(%x: tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return %y : tensor<1x9x9xf32>
}
