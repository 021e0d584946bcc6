// Values and indices as 2x2 max pooling with stride 1 makes them from the 3x3
// image of DirectML's pooling pages. The windows overlap, so index 4 comes
// twice, with equal values (rules U2 and U4).
func.func @main(%values: tensor<1x1x2x2xf32>, %indices: tensor<1x1x2x2xui32>)
    -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %values, %indices
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
