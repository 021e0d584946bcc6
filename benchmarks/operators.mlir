// The operators on tensors of about 64 MiB, for dml-run --time.

func.func @depth_column_row(%x: tensor<1x256x256x256xf32>)
    -> tensor<1x64x512x512xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x256x256x256xf32>) -> tensor<1x64x512x512xf32>
  return %y : tensor<1x64x512x512xf32>
}

func.func @column_row_depth(%x: tensor<1x256x256x256xf32>)
    -> tensor<1x64x512x512xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x256x256x256xf32>) -> tensor<1x64x512x512xf32>
  return %y : tensor<1x64x512x512xf32>
}

func.func @max_unpooling(%v: tensor<1x64x256x256xf32>,
    %i: tensor<1x64x256x256xui32>) -> tensor<1x64x512x512xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x64x256x256xf32>, tensor<1x64x256x256xui32>)
      -> tensor<1x64x512x512xf32>
  return %y : tensor<1x64x512x512xf32>
}

func.func @unfold(%x: tensor<1x64x176x176xf32>) -> tensor<1x576x30976xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1]
      : (tensor<1x64x176x176xf32>) -> tensor<1x576x30976xf32>
  return %y : tensor<1x576x30976xf32>
}
