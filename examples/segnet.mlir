// A small network as SegNet is, which says for each pixel how well it fits each
// class. Its encoder pools and keeps where each value came from; its decoder takes
// the values back there. All sizes are those of the inputs:
//
//   dml-run examples/segnet.mlir --print-limit=0 \
//     --input=1x3x16x24xf32=uniform:1:0:1 \
//     --input=8x3x3x3xf32=normal:2 --input=8xf32=normal:3 \
//     --input=12x8x3x3xf32=normal:4 --input=12xf32=normal:5 \
//     --input=8x12x3x3xf32=normal:6 --input=8xf32=normal:7 \
//     --input=5x8x3x3xf32=normal:8 --input=5xf32=normal:9

!images = tensor<?x?x?x?xf32>
!indices = tensor<?x?x?x?xui32>
!bias = tensor<?xf32>

func.func @main(%image: !images, %weights1: !images, %bias1: !bias,
                %weights2: !images, %bias2: !bias, %weights3: !images, %bias3: !bias,
                %weights4: !images, %bias4: !bias) -> !images {
  %sums1 = call @convolve(%image, %weights1, %bias1) : (!images, !images, !bias) -> !images
  %features1 = call @relu(%sums1) : (!images) -> !images
  %pooled1, %indices1 = dml.max_pooling2 %features1, window_sizes = [2, 2], strides = [2, 2]
      : (!images) -> (!images, !indices)
  %sums2 = call @convolve(%pooled1, %weights2, %bias2) : (!images, !images, !bias) -> !images
  %features2 = call @relu(%sums2) : (!images) -> !images
  %pooled2, %indices2 = dml.max_pooling2 %features2, window_sizes = [2, 2], strides = [2, 2]
      : (!images) -> (!images, !indices)

  %unpooled2 = call @unpool(%pooled2, %indices2, %features2)
      : (!images, !indices, !images) -> !images
  %sums3 = call @convolve(%unpooled2, %weights3, %bias3) : (!images, !images, !bias) -> !images
  %features3 = call @relu(%sums3) : (!images) -> !images
  %unpooled1 = call @unpool(%features3, %indices1, %features1)
      : (!images, !indices, !images) -> !images
  %scores = call @convolve(%unpooled1, %weights4, %bias4) : (!images, !images, !bias) -> !images
  return %scores : !images
}

/// The values at their places in a tensor of the sizes of `like`.
func.func private @unpool(%values: !images, %indices: !indices, %like: !images) -> !images {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %like, %c0 : !images
  %c = tensor.dim %like, %c1 : !images
  %h = tensor.dim %like, %c2 : !images
  %w = tensor.dim %like, %c3 : !images
  %y = dml.max_unpooling %values, %indices, output_sizes(%n, %c, %h, %w)
      : (!images, !indices) -> !images
  return %y : !images
}

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

/// A convolution whose result is as wide and high as `x`, and a bias for each
/// channel.
func.func private @convolve(%x: !images, %weights: !images, %bias: !bias) -> !images {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %window = tensor.dim %weights, %c2 : !images
  %half = arith.divui %window, %c2 : index
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %x low[0, 0, %half, %half] high[0, 0, %half, %half] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : !images to !images

  %n = tensor.dim %x, %c0 : !images
  %c = tensor.dim %weights, %c0 : !images
  %h = tensor.dim %x, %c2 : !images
  %w = tensor.dim %x, %c3 : !images
  %empty = tensor.empty(%n, %c, %h, %w) : !images
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : !images) -> !images
  %sums = linalg.conv_2d_nchw_fchw
      ins(%padded, %weights : !images, !images) outs(%zeros : !images) -> !images
  %biased = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%sums, %bias : !images, !bias) outs(%empty : !images) {
  ^bb0(%sum: f32, %b: f32, %old: f32):
    %s = arith.addf %sum, %b : f32
    linalg.yield %s : f32
  } -> !images
  return %biased : !images
}

func.func private @relu(%x: !images) -> !images {
  %zero = arith.constant 0.0 : f32
  %y = linalg.map ins(%x : !images) outs(%x : !images) (%value: f32, %old: f32) {
    %positive = arith.maximumf %value, %zero : f32
    linalg.yield %positive : f32
  }
  return %y : !images
}
