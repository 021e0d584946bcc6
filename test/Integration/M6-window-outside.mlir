// A window with no position inside gives the lowest value and an index of all ones.

// RUN: %run %s --function=M6_f32 "--input=1x1x1x1xf32=5" \
// RUN:   "--expected-output=1x1x1x2xf32=-inf 5" "--expected-output=1x1x1x2xui32=4294967295 0"
// RUN: %run %s --function=M6_i8 "--input=1x1x1x1xi8=5" \
// RUN:   "--expected-output=1x1x1x2xi8=-128 5" "--expected-output=1x1x1x2xui64=18446744073709551615 0"
// RUN: %run %s --function=M6_ui16 "--input=1x1x1x1xui16=5" \
// RUN:   "--expected-output=1x1x1x2xui16=0 5" "--expected-output=1x1x1x2xui32=4294967295 0"

// The lowest value inside has its own index, though the padding comes first.
// RUN: %run %s --function=M6_lowest_inside_f32 "--input=1x1x1x2xf32=-inf -inf" \
// RUN:   "--expected-output=1x1x1x2xf32=-inf -inf" "--expected-output=1x1x1x2xui32=0 0"
// RUN: %run %s --function=M6_lowest_inside_f16 "--input=1x1x1x2xf16=-inf -inf" \
// RUN:   "--expected-output=1x1x1x2xf16=-inf -inf" "--expected-output=1x1x1x2xui32=0 0"
// RUN: %run %s --function=M6_lowest_inside_i8 "--input=1x1x1x2xi8=-128 -128" \
// RUN:   "--expected-output=1x1x1x2xi8=-128 -128" "--expected-output=1x1x1x2xui32=0 0"
// RUN: %run %s --function=M6_lowest_inside_ui16 "--input=1x1x1x2xui16=0 0" \
// RUN:   "--expected-output=1x1x1x2xui16=0 0" "--expected-output=1x1x1x2xui32=0 0"
// RUN: %run %s --function=M6_lowest_inside_i32 "--input=1x1x1x2xi32=-2147483648 -2147483648" \
// RUN:   "--expected-output=1x1x1x2xi32=-2147483648 -2147483648" "--expected-output=1x1x1x2xui32=0 0"
// RUN: %run %s --function=M6_lowest_inside_i64 "--input=1x1x1x2xi64=-9223372036854775808 -9223372036854775808" \
// RUN:   "--expected-output=1x1x1x2xi64=-9223372036854775808 -9223372036854775808" "--expected-output=1x1x1x2xui32=0 0"

// Dilation puts the first two of three windows around the input. max_unpooling
// drops their indices and reports them (U3), those of 64 bits as those of 32.
// RUN: not %run %s --function=M6_unpooled_ui32 "--input=1x2x1x2xf32=5 6 7 8" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UI32
// UI32: M6-window-outside.mlir:[[#]]:{{[0-9]+}}: 'dml.max_unpooling' op index at position 0 (the first of 4 out of range): expected less than 4 (elements of the result), given 4294967295 [U3]
// RUN: not %run %s --function=M6_unpooled_ui64 "--input=1x2x1x2xf16=5 6 7 8" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UI64
// UI64: M6-window-outside.mlir:[[#]]:{{[0-9]+}}: 'dml.max_unpooling' op index at position 0 (the first of 4 out of range): expected less than 4 (elements of the result), given 18446744073709551615 [U3]
// RUN: %run %s --function=M6_unpooled_ui32 "--input=1x2x1x2xf32=5 6 7 8" \
// RUN:   --out-of-range-indices=ignore "--expected-output=1x2x1x2xf32=5 0 7 0"
// RUN: %run %s --function=M6_unpooled_ui64 "--input=1x2x1x2xf16=5 6 7 8" \
// RUN:   --out-of-range-indices=ignore "--expected-output=1x2x1x2xf16=5 0 7 0"

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

func.func @M6_unpooled_ui32(%x: tensor<1x2x1x2xf32>) -> tensor<1x2x1x2xf32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2], dilations = [1, 4],
      start_padding = [0, 2], end_padding = [0, 3]
      : (tensor<1x2x1x2xf32>) -> (tensor<1x2x1x3xf32>, tensor<1x2x1x3xui32>)
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x3xf32>, tensor<1x2x1x3xui32>) -> tensor<1x2x1x2xf32>
  return %y : tensor<1x2x1x2xf32>
}

func.func @M6_unpooled_ui64(%x: tensor<1x2x1x2xf16>) -> tensor<1x2x1x2xf16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2], dilations = [1, 4],
      start_padding = [0, 2], end_padding = [0, 3]
      : (tensor<1x2x1x2xf16>) -> (tensor<1x2x1x3xf16>, tensor<1x2x1x3xui64>)
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x3xf16>, tensor<1x2x1x3xui64>) -> tensor<1x2x1x2xf16>
  return %y : tensor<1x2x1x2xf16>
}

func.func @M6_lowest_inside_f32(%x: tensor<1x1x1x2xf32>) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xf32>) -> (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>
}

func.func @M6_lowest_inside_f16(%x: tensor<1x1x1x2xf16>) -> (tensor<1x1x1x2xf16>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xf16>) -> (tensor<1x1x1x2xf16>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xf16>, tensor<1x1x1x2xui32>
}

func.func @M6_lowest_inside_i8(%x: tensor<1x1x1x2xi8>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xi8>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>
}

func.func @M6_lowest_inside_ui16(%x: tensor<1x1x1x2xui16>) -> (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xui16>) -> (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>
}

func.func @M6_lowest_inside_i32(%x: tensor<1x1x1x2xi32>) -> (tensor<1x1x1x2xi32>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xi32>) -> (tensor<1x1x1x2xi32>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xi32>, tensor<1x1x1x2xui32>
}

func.func @M6_lowest_inside_i64(%x: tensor<1x1x1x2xi64>) -> (tensor<1x1x1x2xi64>, tensor<1x1x1x2xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 3], start_padding = [0, 1], end_padding = [0, 1]
      : (tensor<1x1x1x2xi64>) -> (tensor<1x1x1x2xi64>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xi64>, tensor<1x1x1x2xui32>
}
