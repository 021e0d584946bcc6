// A convolution with windows of 3x3 as unfold and a product.

func.func @main(%x: tensor<?x?x?x?xf32>, %weights: tensor<?x?xf32>) -> tensor<?x?x?xf32> {
  %columns = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %columns, %c0 : tensor<?x?x?xf32>
  %l = tensor.dim %columns, %c2 : tensor<?x?x?xf32>
  %d = tensor.dim %weights, %c0 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%n, %d, %l) : tensor<?x?x?xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %y = linalg.batch_matmul
      indexing_maps = [affine_map<(n, d, l, k) -> (d, k)>,
                       affine_map<(n, d, l, k) -> (n, k, l)>,
                       affine_map<(n, d, l, k) -> (n, d, l)>]
      ins(%weights, %columns : tensor<?x?xf32>, tensor<?x?x?xf32>)
      outs(%zeros : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}
