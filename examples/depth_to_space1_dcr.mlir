// The first example of the reference page of DML_DEPTH_TO_SPACE1_OPERATOR_DESC:
// the order that ONNX calls DCR (rule D4).
func.func @main(%x: tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  return %y : tensor<1x2x4x6xui32>
}
