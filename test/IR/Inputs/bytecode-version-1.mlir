module attributes {test.order = #dml.depth_space_order<column_row_depth>} {
  func.func @depth_to_space1(%arg0: tensor<1x8x2x3xui32> {dml.strides = array<i64: 48, 1, 24, 8>}) -> tensor<1x2x4x6xui32> {
    %depth_to_space = dml.depth_to_space1 %arg0, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
    return %depth_to_space : tensor<1x2x4x6xui32>
  }
  func.func @space_to_depth1(%arg0: tensor<?x1x?x4xf16>) -> tensor<?x4x?x2xf16> {
    %space_to_depth = dml.space_to_depth1 %arg0, block_size = 2, order = column_row_depth : (tensor<?x1x?x4xf16>) -> tensor<?x4x?x2xf16>
    return %space_to_depth : tensor<?x4x?x2xf16>
  }
  func.func @max_unpooling(%arg0: tensor<1x1x2x2xf32>, %arg1: tensor<1x1x2x2xui64>, %arg2: index) -> tensor<1x1x?x3xf32> {
    %unpooled = dml.max_unpooling %arg0, %arg1, output_sizes(%arg2) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x?x3xf32>
    return %unpooled : tensor<1x1x?x3xf32>
  }
  func.func @max_pooling2(%arg0: tensor<1x1x5x5xi8>) -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui32>) {
    %pooled, %indices = dml.max_pooling2 %arg0, window_sizes = [2, 3], strides = [2, 2], dilations = [2, 1], start_padding = [1, 0], end_padding = [0, 1] : (tensor<1x1x5x5xi8>) -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui32>)
    return %pooled, %indices : tensor<1x1x2x2xi8>, tensor<1x1x2x2xui32>
  }
  func.func @max_pooling2_values(%arg0: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
    %pooled = dml.max_pooling2 %arg0, window_sizes = [2, 2], strides = [1, 1], dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
    return %pooled : tensor<1x1x3x3xf32>
  }
  func.func @unfold(%arg0: tensor<1x1x5x5xf64>) -> tensor<1x1x9x15xf64> {
    %unfolded = dml.unfold %arg0, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [1, 0], end_padding = [1, 0] : (tensor<1x1x5x5xf64>) -> tensor<1x1x9x15xf64>
    return %unfolded : tensor<1x1x9x15xf64>
  }
  func.func @fold(%arg0: tensor<1x9x?xi16>, %arg1: index) -> tensor<1x1x?x4xi16> {
    %folded = dml.fold %arg0, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1], output_sizes(%arg1) : (tensor<1x9x?xi16>) -> tensor<1x1x?x4xi16>
    return %folded : tensor<1x1x?x4xi16>
  }
  func.func @lowered(%arg0: i1, %arg1: index, %arg2: tensor<1x1x2x2xf32>, %arg3: tensor<1x1x2x2xi32>, %arg4: tensor<i32>, %arg5: tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32> {
    dml.require %arg0, "expected 2, given {0}", %arg1
    %0 = dml.unpool ins(%arg2, %arg3 : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) if(%arg4 : tensor<i32>) outs(%arg5 : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
    return %0 : tensor<1x1x3x3xf32>
  }
}

