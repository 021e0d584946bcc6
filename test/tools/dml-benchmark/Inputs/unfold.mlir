func.func @pairs(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  %y = dml.unfold %x, window_sizes = [2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}
