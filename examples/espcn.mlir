// ESPCN, a super-resolution network: three convolutions, of which the last gives
// nine values for each pixel, and a pixel shuffle, which makes these an image
// three times as wide and high. All sizes are those of the inputs:
//
//   dml-run examples/espcn.mlir --print-limit=0 \
//     --input=1x1x12x20xf32=uniform:1:0:1 \
//     --input=16x1x5x5xf32=normal:2 --input=16xf32=normal:3 \
//     --input=8x16x3x3xf32=normal:4 --input=8xf32=normal:5 \
//     --input=9x8x3x3xf32=normal:6 --input=9xf32=normal:7

!images = tensor<?x?x?x?xf32>
!bias = tensor<?xf32>

func.func @main(%image: !images, %weights1: !images, %bias1: !bias,
                %weights2: !images, %bias2: !bias,
                %weights3: !images, %bias3: !bias) -> !images {
  %sums1 = call @convolve(%image, %weights1, %bias1) : (!images, !images, !bias) -> !images
  %features1 = call @relu(%sums1) : (!images) -> !images
  %sums2 = call @convolve(%features1, %weights2, %bias2) : (!images, !images, !bias) -> !images
  %features2 = call @relu(%sums2) : (!images) -> !images
  %pixels = call @convolve(%features2, %weights3, %bias3) : (!images, !images, !bias) -> !images
  %enlarged = dml.depth_to_space1 %pixels, block_size = 3, order = column_row_depth
      : (!images) -> !images
  return %enlarged : !images
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
