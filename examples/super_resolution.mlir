// The last layers of a super-resolution network: a bias for each channel, the
// pixel shuffle that makes an image twice as wide and high, and a clamp to
// [0, 1]. Any number of images can be passed.

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @main(%features: tensor<?x12x3x4xf32>, %bias: tensor<12xf32>)
    -> tensor<?x3x6x8xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %features, %c0 : tensor<?x12x3x4xf32>

  %biased_empty = tensor.empty(%n) : tensor<?x12x3x4xf32>
  %biased = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%features, %bias : tensor<?x12x3x4xf32>, tensor<12xf32>)
      outs(%biased_empty : tensor<?x12x3x4xf32>) {
  ^bb0(%feature: f32, %b: f32, %out: f32):
    %sum = arith.addf %feature, %b : f32
    linalg.yield %sum : f32
  } -> tensor<?x12x3x4xf32>

  %shuffled = dml.depth_to_space1 %biased, block_size = 2,
      order = column_row_depth
      : (tensor<?x12x3x4xf32>) -> tensor<?x3x6x8xf32>

  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %image_empty = tensor.empty(%n) : tensor<?x3x6x8xf32>
  %image = linalg.map
      ins(%shuffled : tensor<?x3x6x8xf32>)
      outs(%image_empty : tensor<?x3x6x8xf32>)
      (%pixel: f32, %old: f32) {
        %positive = arith.maximumf %pixel, %zero : f32
        %clamped = arith.minimumf %positive, %one : f32
        linalg.yield %clamped : f32
      }
  return %image : tensor<?x3x6x8xf32>
}
