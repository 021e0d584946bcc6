// A NaN is larger than every number; of several the first counts.

// RUN: %run %s --function=M5_f32 "--input=1x1x2x3xf32=1 nan inf inf -1 -inf" \
// RUN:   "--expected-output=1x1x2x2xf32=nan nan inf -1" "--expected-output=1x1x2x2xui32=1 1 3 4"
// RUN: %run %s --function=M5_f16 "--input=1x1x2x3xf16=1 nan nan inf -1 -inf" \
// RUN:   "--expected-output=1x1x2x2xf16=nan nan inf -1" "--expected-output=1x1x2x2xui32=1 1 3 4"

// Neither the sign nor the payload of a NaN counts, and both come out.
// RUN: %run %s --function=M5_payloads_f32 "--input=4x1x1x2xf32=0xFFFFFFFF 0x7F800001 0x7F800001 0xFFFFFFFF 0xFF800001 0x7F800000 0x7F800000 0xFFC00000" \
// RUN:   "--expected-output=4x1x1x1xf32=0xFFFFFFFF 0x7F800001 0xFF800001 0xFFC00000" "--expected-output=4x1x1x1xui32=0 2 4 7"
// RUN: %run %s --function=M5_payloads_f16 "--input=4x1x1x2xf16=0xFFFF 0x7C01 0x7C01 0xFFFF 0xFC01 0x7C00 0x7C00 0xFE00" \
// RUN:   "--expected-output=4x1x1x1xf16=0xFFFF 0x7C01 0xFC01 0xFE00" "--expected-output=4x1x1x1xui32=0 2 4 7"

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

func.func @M5_payloads_f32(%x: tensor<4x1x1x2xf32>) -> (tensor<4x1x1x1xf32>, tensor<4x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<4x1x1x2xf32>) -> (tensor<4x1x1x1xf32>, tensor<4x1x1x1xui32>)
  return %v, %i : tensor<4x1x1x1xf32>, tensor<4x1x1x1xui32>
}

func.func @M5_payloads_f16(%x: tensor<4x1x1x2xf16>) -> (tensor<4x1x1x1xf16>, tensor<4x1x1x1xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<4x1x1x2xf16>) -> (tensor<4x1x1x1xf16>, tensor<4x1x1x1xui32>)
  return %v, %i : tensor<4x1x1x1xf16>, tensor<4x1x1x1xui32>
}
