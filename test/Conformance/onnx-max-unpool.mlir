// ONNX, node cases of MaxUnpool.
//
// maxunpool_export_with_output_shape contradicts DirectML's page. The case's indices
// 5 7 13 15 count in 4 x 4, the sizes without output_shape, and its expected result has
// that plane in the corner of 5 x 5. By the page an index counts in the whole output
// (U2), here 5 x 5, where the same indices name other positions; ONNX Runtime reads them
// so too, and leaves the case out of its tests. The function runs with the case's
// indices, and the result that the page gives them; and with 6 8 16 18, which are the
// case's positions in 5 x 5, and the result that the case expects.

// RUN: %run %s --function=maxunpool_export_without_output_shape "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=5 7 13 15" "--expected-output=1x1x4x4xf32=0 0 0 0 0 1 0 2 0 0 0 0 0 3 0 4"
// RUN: %run %s --function=maxunpool_export_with_output_shape "--input=1x1x2x2xf32=5 6 7 8" \
// RUN:   "--input=1x1x2x2xui64=5 7 13 15" \
// RUN:   "--expected-output=1x1x5x5xf32=0 0 0 0 0 5 0 6 0 0 0 0 0 7 0 8 0 0 0 0 0 0 0 0 0"
// RUN: %run %s --function=maxunpool_export_with_output_shape "--input=1x1x2x2xf32=5 6 7 8" \
// RUN:   "--input=1x1x2x2xui64=6 8 16 18" \
// RUN:   "--expected-output=1x1x5x5xf32=0 0 0 0 0 0 5 0 6 0 0 0 0 0 0 0 7 0 8 0 0 0 0 0 0"

func.func @maxunpool_export_without_output_shape(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x1x4x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

func.func @maxunpool_export_with_output_shape(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x1x5x5xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}
