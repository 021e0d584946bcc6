// An operator whose result is not needed is not run and reports nothing: neither sizes
// that break a rule nor indices that are out of range.

// RUN: %run %s --function=sizes --input=1x7x1x1xf32=iota --expected-output=1x7x1x1xf32=iota
func.func @sizes(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %z = dml.space_to_depth1 %y, block_size = 3, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %x : tensor<?x?x?x?xf32>
}

// RUN: %run %s --function=indices --input=1x1x1x2xf32=1 "--input=1x1x1x2xui32=4 9" \
// RUN:   --expected-output=1x1x1x2xf32=1
func.func @indices(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x1x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %v : tensor<1x1x1x2xf32>
}
