// A small encoder and decoder, as SegNet has them: pooling says where each value came
// from, and unpooling takes it back there.
func.func @main(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>)
  %w, %j = dml.max_pooling2 %v, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>)
  %u = dml.max_unpooling %w, %j
      : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>) -> tensor<1x2x4x4xf32>
  %y = dml.max_unpooling %u, %i
      : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
}
