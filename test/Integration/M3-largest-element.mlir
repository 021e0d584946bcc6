// A value is the largest element inside the input; the padding is not zero.

// RUN: %run %s --function=M3_padded "--input=1x1x2x2xf32=-1 -2 -3 -4" \
// RUN:   "--expected-output=1x1x2x2xf32=-1 -2 -3 -4" "--expected-output=1x1x2x2xui32=0 1 2 3"
// RUN: %run %s --function=M3_signed "--input=1x2x1x3xi8=-128 -1 127 5 -7 6" \
// RUN:   "--expected-output=1x2x1x2xi8=-1 127 5 6" "--expected-output=1x2x1x2xui64=1 2 3 5"
// RUN: %run %s --function=M3_unsigned "--input=1x2x1x3xui16=65535 1 32767 5 32768 6" \
// RUN:   "--expected-output=1x2x1x2xui16=65535 32767 32768 32768" "--expected-output=1x2x1x2xui32=0 2 4 4"
// RUN: %run %s --function=M3_large_window "--input=1x1x6x6xi32=iota" \
// RUN:   "--expected-output=1x1x1x1xi32=35" "--expected-output=1x1x1x1xui32=35"
// RUN: %run %s --function=M3_large_window_of_bytes --input=1x1x6x6xi8=iota \
// RUN:   "--expected-output=1x1x1x1xi8=35" "--expected-output=1x1x1x1xui32=35"

func.func @M3_padded(%x: tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x1x2x2xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>)
  return %v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>
}

func.func @M3_signed(%x: tensor<1x2x1x3xi8>) -> (tensor<1x2x1x2xi8>, tensor<1x2x1x2xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x2x1x3xi8>) -> (tensor<1x2x1x2xi8>, tensor<1x2x1x2xui64>)
  return %v, %i : tensor<1x2x1x2xi8>, tensor<1x2x1x2xui64>
}

func.func @M3_unsigned(%x: tensor<1x2x1x3xui16>) -> (tensor<1x2x1x2xui16>, tensor<1x2x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x2x1x3xui16>) -> (tensor<1x2x1x2xui16>, tensor<1x2x1x2xui32>)
  return %v, %i : tensor<1x2x1x2xui16>, tensor<1x2x1x2xui32>
}

func.func @M3_large_window(%x: tensor<1x1x6x6xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [6, 6]
      : (tensor<1x1x6x6xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>)
  return %v, %i : tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>
}

func.func @M3_large_window_of_bytes(%x: tensor<1x1x6x6xi8>) -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [6, 6]
      : (tensor<1x1x6x6xi8>) -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>)
  return %v, %i : tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>
}
