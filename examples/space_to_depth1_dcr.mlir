// The first example of the reference page of DML_SPACE_TO_DEPTH1_OPERATOR_DESC: the
// result of depth_to_space1's becomes its input again (rule S4).
func.func @main(%x: tensor<1x2x4x6xui32>) -> tensor<1x8x2x3xui32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x2x4x6xui32>) -> tensor<1x8x2x3xui32>
  return %y : tensor<1x8x2x3xui32>
}
