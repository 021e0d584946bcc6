// Of equal elements the first counts, and its bits come out; -0.0 equals +0.0.

// RUN: %run %s --function=M4_zeros "--input=2x1x1x2xf32=-0.0 0.0 0.0 -0.0" \
// RUN:   "--expected-output=2x1x1x1xf32=-0.0 0.0" "--expected-output=2x1x1x1xui32=0 2"
// RUN: %run %s --function=M4_halves "--input=2x1x1x2xf16=-0.0 0.0 0.0 -0.0" \
// RUN:   "--expected-output=2x1x1x1xf16=-0.0 0.0" "--expected-output=2x1x1x1xui64=0 2"
// RUN: %run %s --function=M4_smallest "--input=1x1x2x2xi32=-2147483648" \
// RUN:   "--expected-output=1x1x1x1xi32=-2147483648" "--expected-output=1x1x1x1xui32=0"

func.func @M4_zeros(%x: tensor<2x1x1x2xf32>) -> (tensor<2x1x1x1xf32>, tensor<2x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<2x1x1x2xf32>) -> (tensor<2x1x1x1xf32>, tensor<2x1x1x1xui32>)
  return %v, %i : tensor<2x1x1x1xf32>, tensor<2x1x1x1xui32>
}

func.func @M4_halves(%x: tensor<2x1x1x2xf16>) -> (tensor<2x1x1x1xf16>, tensor<2x1x1x1xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<2x1x1x2xf16>) -> (tensor<2x1x1x1xf16>, tensor<2x1x1x1xui64>)
  return %v, %i : tensor<2x1x1x1xf16>, tensor<2x1x1x1xui64>
}

func.func @M4_smallest(%x: tensor<1x1x2x2xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>)
  return %v, %i : tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>
}
