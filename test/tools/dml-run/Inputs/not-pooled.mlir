// No pooling gives these sizes.
func.func @main(%x: tensor<1x1x9x9xf32>, %i: tensor<1x1x9x9xui32>)
    -> tensor<1x1x7x7xf32> {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x9x9xf32>, tensor<1x1x9x9xui32>) -> tensor<1x1x7x7xf32>
  return %y : tensor<1x1x7x7xf32>
}
