// Values and indices of dynamic shape that are a cast of a strided buffer, with rows that lie
// end to end.
//
// RUN: dml-run %s --input=1x4x2x3xui64=iota --refine=off --device=reference --output=@%t.npy
// RUN: dml-run %s --input=1x4x2x3xui64=iota --refine=off --cache-bytes=0 --expected-output=@%t.npy

func.func @main(%x: tensor<1x4x2x?xui64>) -> tensor<?x?x?x?xui64> {
  %c4 = arith.constant 4 : index
  %c3 = arith.constant 3 : index
  %w = tensor.dim %x, %c3 : tensor<1x4x2x?xui64>
  %v = tensor.cast %x : tensor<1x4x2x?xui64> to tensor<?x?x2x?xui64>
  %d = dml.depth_to_space1 %v, block_size = 2, order = depth_column_row
      : (tensor<?x?x2x?xui64>) -> tensor<?x?x4x?xui64>
  %one = arith.constant 1 : index
  %width = arith.muli %w, %c4 : index
  %y = dml.max_unpooling %d, %d, output_sizes(%one, %one, %c4, %width)
      : (tensor<?x?x4x?xui64>, tensor<?x?x4x?xui64>) -> tensor<?x?x?x?xui64>
  return %y : tensor<?x?x?x?xui64>
}
