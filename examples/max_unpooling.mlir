// The reverse of the example on DML_MAX_POOLING_GRAD_OPERATOR_DESC's page, as the page of
// max_unpooling has none: 2x2 max pooling with stride 1 of a 3x3 image. The windows
// overlap, so index 4 comes twice, with equal values (rules U2 and U4).
func.func @main(%values: tensor<1x1x2x2xf32>, %indices: tensor<1x1x2x2xui32>)
    -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %values, %indices
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
