// A window with no position inside gives the lowest value and an index of all ones.

// RUN: %run %s --function=M6_f32 "--input=1x1x1x1xf32=5" \
// RUN:   "--expected-output=1x1x1x2xf32=-inf 5" "--expected-output=1x1x1x2xui32=4294967295 0"
// RUN: %run %s --function=M6_i8 "--input=1x1x1x1xi8=5" \
// RUN:   "--expected-output=1x1x1x2xi8=-128 5" "--expected-output=1x1x1x2xui64=18446744073709551615 0"
// RUN: %run %s --function=M6_ui16 "--input=1x1x1x1xui16=5" \
// RUN:   "--expected-output=1x1x1x2xui16=0 5" "--expected-output=1x1x1x2xui32=4294967295 0"

func.func @M6_f32(%x: tensor<1x1x1x1xf32>) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 1], start_padding = [0, 1]
      : (tensor<1x1x1x1xf32>) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>
}

func.func @M6_i8(%x: tensor<1x1x1x1xi8>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 1], start_padding = [0, 1]
      : (tensor<1x1x1x1xi8>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>)
  return %v, %i : tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>
}

func.func @M6_ui16(%x: tensor<1x1x1x1xui16>) -> (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 1], start_padding = [0, 1]
      : (tensor<1x1x1x1xui16>) -> (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>
}
