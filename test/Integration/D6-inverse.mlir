// depth_to_space1 and space_to_depth1 of the same block size and order undo each other.

// RUN: %run %s --function=D6_depth_to_space1_depth_column_row_first --input=2x18x5x7xf32=random:1 --output=@%t.npy
// RUN: %run %s --function=D6_depth_to_space1_depth_column_row_second --input=@%t.npy --expected-output=2x18x5x7xf32=random:1
// RUN: %run %s --function=D6_depth_to_space1_column_row_depth_first --input=2x18x5x7xf32=random:1 --output=@%t.npy
// RUN: %run %s --function=D6_depth_to_space1_column_row_depth_second --input=@%t.npy --expected-output=2x18x5x7xf32=random:1
// RUN: %run %s --function=D6_space_to_depth1_depth_column_row_first --input=2x2x15x21xui8=random:2 --output=@%t.npy
// RUN: %run %s --function=D6_space_to_depth1_depth_column_row_second --input=@%t.npy --expected-output=2x2x15x21xui8=random:2
// RUN: %run %s --function=D6_space_to_depth1_column_row_depth_first --input=2x2x15x21xui8=random:2 --output=@%t.npy
// RUN: %run %s --function=D6_space_to_depth1_column_row_depth_second --input=@%t.npy --expected-output=2x2x15x21xui8=random:2

func.func @D6_depth_to_space1_depth_column_row_first(%x: tensor<2x18x5x7xf32>) -> tensor<2x2x15x21xf32> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x18x5x7xf32>) -> tensor<2x2x15x21xf32>
  return %y : tensor<2x2x15x21xf32>
}

func.func @D6_depth_to_space1_depth_column_row_second(%x: tensor<2x2x15x21xf32>) -> tensor<2x18x5x7xf32> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x2x15x21xf32>) -> tensor<2x18x5x7xf32>
  return %y : tensor<2x18x5x7xf32>
}

func.func @D6_depth_to_space1_column_row_depth_first(%x: tensor<2x18x5x7xf32>) -> tensor<2x2x15x21xf32> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x18x5x7xf32>) -> tensor<2x2x15x21xf32>
  return %y : tensor<2x2x15x21xf32>
}

func.func @D6_depth_to_space1_column_row_depth_second(%x: tensor<2x2x15x21xf32>) -> tensor<2x18x5x7xf32> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x2x15x21xf32>) -> tensor<2x18x5x7xf32>
  return %y : tensor<2x18x5x7xf32>
}

func.func @D6_space_to_depth1_depth_column_row_first(%x: tensor<2x2x15x21xui8>) -> tensor<2x18x5x7xui8> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x2x15x21xui8>) -> tensor<2x18x5x7xui8>
  return %y : tensor<2x18x5x7xui8>
}

func.func @D6_space_to_depth1_depth_column_row_second(%x: tensor<2x18x5x7xui8>) -> tensor<2x2x15x21xui8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x18x5x7xui8>) -> tensor<2x2x15x21xui8>
  return %y : tensor<2x2x15x21xui8>
}

func.func @D6_space_to_depth1_column_row_depth_first(%x: tensor<2x2x15x21xui8>) -> tensor<2x18x5x7xui8> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x2x15x21xui8>) -> tensor<2x18x5x7xui8>
  return %y : tensor<2x18x5x7xui8>
}

func.func @D6_space_to_depth1_column_row_depth_second(%x: tensor<2x18x5x7xui8>) -> tensor<2x2x15x21xui8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x18x5x7xui8>) -> tensor<2x2x15x21xui8>
  return %y : tensor<2x2x15x21xui8>
}
