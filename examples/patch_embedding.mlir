// The first layer of a vision transformer: patches of 16x16 pixels, side by side,
// become tokens by a product with the projection, and a bias and an embedding of
// each patch's place are added. The other sizes are those of the inputs: images,
// projection, bias and places.
//
//   dml-run examples/patch_embedding.mlir --print-limit=0 \
//     --input=2x3x32x48xf32=uniform:1:0:1 --input=24x768xf32=normal:2 \
//     --input=24xf32=normal:3 --input=6x24xf32=normal:4

#tokens = affine_map<(n, l, d) -> (n, l, d)>
#channel = affine_map<(n, l, d) -> (d)>
#place = affine_map<(n, l, d) -> (l, d)>

func.func @main(%images: tensor<?x?x?x?xf32>, %projection: tensor<?x?xf32>,
                %bias: tensor<?xf32>, %places: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %patches = dml.unfold %images, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>

  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %patches, %c0 : tensor<?x?x?xf32>
  %l = tensor.dim %patches, %c2 : tensor<?x?x?xf32>
  %d = tensor.dim %projection, %c0 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n, %l, %d) : tensor<?x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %products = linalg.contract
      indexing_maps = [affine_map<(n, l, d, k) -> (n, k, l)>,
                       affine_map<(n, l, d, k) -> (d, k)>,
                       affine_map<(n, l, d, k) -> (n, l, d)>]
      ins(%patches, %projection : tensor<?x?x?xf32>, tensor<?x?xf32>)
      outs(%zeros : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>

  %result = linalg.generic {
      indexing_maps = [#tokens, #channel, #place, #tokens],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%products, %bias, %places : tensor<?x?x?xf32>, tensor<?xf32>, tensor<?x?xf32>)
      outs(%empty : tensor<?x?x?xf32>) {
  ^bb0(%product: f32, %b: f32, %place: f32, %old: f32):
    %biased = arith.addf %product, %b : f32
    %token = arith.addf %biased, %place : f32
    linalg.yield %token : f32
  } -> tensor<?x?x?xf32>
  return %result : tensor<?x?x?xf32>
}
