func.func @main(%x: tensor<1x3x2x3xi32>) -> tensor<1x?x?x?xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x3x2x3xi32>) -> tensor<1x?x?x?xi32>
  return %y : tensor<1x?x?x?xi32>
}
