// A NaN is larger than every number; of several the first counts.

// RUN: %run %s --function=M5_f32 "--input=1x1x2x3xf32=1 nan inf inf -1 -inf" \
// RUN:   "--expected-output=1x1x2x2xf32=nan nan inf -1" "--expected-output=1x1x2x2xui32=1 1 3 4"
// RUN: %run %s --function=M5_f16 "--input=1x1x2x3xf16=1 nan nan inf -1 -inf" \
// RUN:   "--expected-output=1x1x2x2xf16=nan nan inf -1" "--expected-output=1x1x2x2xui32=1 1 3 4"

func.func @M5_f32(%x: tensor<1x1x2x3xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x2x3xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>)
  return %v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>
}

func.func @M5_f16(%x: tensor<1x1x2x3xf16>) -> (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x2x3xf16>) -> (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>)
  return %v, %i : tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>
}
