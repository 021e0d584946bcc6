// Signalling NaNs, NaN payloads, -0 and denormals come out as they went in.

// RUN: %run %s --function=T5_depth_to_space1_f16 \
// RUN:   "--input=1x4x1x2xf16=0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0xFFFF" \
// RUN:   "--expected-output=1x1x2x4xf16=0x7C01 0x8000 0xFE55 0x0001 0xFC00 0x7FFF 0x7DFF 0xFFFF"
// RUN: %run %s --function=T5_unfold_f16 \
// RUN:   "--input=1x1x8xf16=0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0xFFFF" \
// RUN:   "--expected-output=1x2x9xf16=0 0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0xFFFF 0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0xFFFF 0"
// RUN: %run %s --function=T5_max_unpooling_f16 \
// RUN:   "--input=1x1x1x8xf16=0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0xFFFF" \
// RUN:   "--input=1x1x1x8xui32=0 2 4 6 8 10 12 14" \
// RUN:   "--expected-output=1x1x1x16xf16=0x7C01 0 0xFE55 0 0x8000 0 0x0001 0 0xFC00 0 0x7DFF 0 0x7FFF 0 0xFFFF 0"
// RUN: %run %s --function=T5_depth_to_space1_f32 \
// RUN:   "--input=1x4x1x2xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0xFFFFFFFF" \
// RUN:   "--expected-output=1x1x2x4xf32=0x7F800001 0x80000000 0xFFC12345 0x00000001 0xFF800000 0x7FFFFFFF 0x7FBFFFFF 0xFFFFFFFF"
// RUN: %run %s --function=T5_unfold_f32 \
// RUN:   "--input=1x1x8xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0xFFFFFFFF" \
// RUN:   "--expected-output=1x2x9xf32=0 0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0xFFFFFFFF 0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0xFFFFFFFF 0"
// RUN: %run %s --function=T5_max_unpooling_f32 \
// RUN:   "--input=1x1x1x8xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0xFFFFFFFF" \
// RUN:   "--input=1x1x1x8xui32=0 2 4 6 8 10 12 14" \
// RUN:   "--expected-output=1x1x1x16xf32=0x7F800001 0 0xFFC12345 0 0x80000000 0 0x00000001 0 0xFF800000 0 0x7FBFFFFF 0 0x7FFFFFFF 0 0xFFFFFFFF 0"
// RUN: %run %s --function=T5_depth_to_space1_f64 \
// RUN:   "--input=1x4x1x2xf64=0x7FF0000000000001 0xFFF8000000012345 0x8000000000000000 0x0000000000000001 0xFFF0000000000000 0x7FF7FFFFFFFFFFFF 0x7FFFFFFFFFFFFFFF 0xFFFFFFFFFFFFFFFF" \
// RUN:   "--expected-output=1x1x2x4xf64=0x7FF0000000000001 0x8000000000000000 0xFFF8000000012345 0x0000000000000001 0xFFF0000000000000 0x7FFFFFFFFFFFFFFF 0x7FF7FFFFFFFFFFFF 0xFFFFFFFFFFFFFFFF"
// RUN: %run %s --function=T5_unfold_f64 \
// RUN:   "--input=1x1x8xf64=0x7FF0000000000001 0xFFF8000000012345 0x8000000000000000 0x0000000000000001 0xFFF0000000000000 0x7FF7FFFFFFFFFFFF 0x7FFFFFFFFFFFFFFF 0xFFFFFFFFFFFFFFFF" \
// RUN:   "--expected-output=1x2x9xf64=0 0x7FF0000000000001 0xFFF8000000012345 0x8000000000000000 0x0000000000000001 0xFFF0000000000000 0x7FF7FFFFFFFFFFFF 0x7FFFFFFFFFFFFFFF 0xFFFFFFFFFFFFFFFF 0x7FF0000000000001 0xFFF8000000012345 0x8000000000000000 0x0000000000000001 0xFFF0000000000000 0x7FF7FFFFFFFFFFFF 0x7FFFFFFFFFFFFFFF 0xFFFFFFFFFFFFFFFF 0"
// A comparison may quieten a NaN and flush a denormal; a value is the element it
// was (M3). In windows of one, each element is the largest.
// RUN: %run %s --function=T5_max_pooling2_f16 \
// RUN:   "--input=1x1x2x4xf16=0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0x83FF" \
// RUN:   "--expected-output=1x1x2x4xf16=0x7C01 0xFE55 0x8000 0x0001 0xFC00 0x7DFF 0x7FFF 0x83FF"
// RUN: %run %s --function=T5_max_pooling2_f32 \
// RUN:   "--input=1x1x2x4xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0x807FFFFF" \
// RUN:   "--expected-output=1x1x2x4xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001 0xFF800000 0x7FBFFFFF 0x7FFFFFFF 0x807FFFFF"
// In windows of two, each meets another element: a signalling NaN an infinity, a
// NaN with a payload a number, -0.0 a negative denormal, a denormal -0.0.
// RUN: %run %s --function=T5_max_pooling2_pairs_f16 \
// RUN:   "--input=1x1x2x4xf16=0x7C01 0xFE55 0x8000 0x8000 0x7C00 0x3C00 0x8001 0x0001" \
// RUN:   "--expected-output=1x1x1x4xf16=0x7C01 0xFE55 0x8000 0x0001" \
// RUN:   "--expected-output=1x1x1x4xui32=0 1 2 7"
// RUN: %run %s --function=T5_max_pooling2_pairs_f32 \
// RUN:   "--input=1x1x2x4xf32=0x7F800001 0xFFC12345 0x80000000 0x80000000 0x7F800000 0x3F800000 0x80000001 0x00000001" \
// RUN:   "--expected-output=1x1x1x4xf32=0x7F800001 0xFFC12345 0x80000000 0x00000001" \
// RUN:   "--expected-output=1x1x1x4xui32=0 1 2 7"

func.func @T5_depth_to_space1_f16(%x: tensor<1x4x1x2xf16>) -> tensor<1x1x2x4xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x2xf16>) -> tensor<1x1x2x4xf16>
  return %y : tensor<1x1x2x4xf16>
}

func.func @T5_unfold_f16(%x: tensor<1x1x8xf16>) -> tensor<1x2x9xf16> {
  %y = dml.unfold %x, window_sizes = [2], start_padding = [1],
      end_padding = [1] : (tensor<1x1x8xf16>) -> tensor<1x2x9xf16>
  return %y : tensor<1x2x9xf16>
}

func.func @T5_max_unpooling_f16(%v: tensor<1x1x1x8xf16>,
    %i: tensor<1x1x1x8xui32>) -> tensor<1x1x1x16xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x8xf16>, tensor<1x1x1x8xui32>) -> tensor<1x1x1x16xf16>
  return %y : tensor<1x1x1x16xf16>
}

func.func @T5_depth_to_space1_f32(%x: tensor<1x4x1x2xf32>) -> tensor<1x1x2x4xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x2xf32>) -> tensor<1x1x2x4xf32>
  return %y : tensor<1x1x2x4xf32>
}

func.func @T5_unfold_f32(%x: tensor<1x1x8xf32>) -> tensor<1x2x9xf32> {
  %y = dml.unfold %x, window_sizes = [2], start_padding = [1],
      end_padding = [1] : (tensor<1x1x8xf32>) -> tensor<1x2x9xf32>
  return %y : tensor<1x2x9xf32>
}

func.func @T5_max_unpooling_f32(%v: tensor<1x1x1x8xf32>,
    %i: tensor<1x1x1x8xui32>) -> tensor<1x1x1x16xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x8xf32>, tensor<1x1x1x8xui32>) -> tensor<1x1x1x16xf32>
  return %y : tensor<1x1x1x16xf32>
}

func.func @T5_depth_to_space1_f64(%x: tensor<1x4x1x2xf64>) -> tensor<1x1x2x4xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x2xf64>) -> tensor<1x1x2x4xf64>
  return %y : tensor<1x1x2x4xf64>
}

func.func @T5_unfold_f64(%x: tensor<1x1x8xf64>) -> tensor<1x2x9xf64> {
  %y = dml.unfold %x, window_sizes = [2], start_padding = [1],
      end_padding = [1] : (tensor<1x1x8xf64>) -> tensor<1x2x9xf64>
  return %y : tensor<1x2x9xf64>
}

func.func @T5_max_pooling2_f16(%x: tensor<1x1x2x4xf16>) -> tensor<1x1x2x4xf16> {
  %v = dml.max_pooling2 %x, window_sizes = [1, 1]
      : (tensor<1x1x2x4xf16>) -> tensor<1x1x2x4xf16>
  return %v : tensor<1x1x2x4xf16>
}

func.func @T5_max_pooling2_pairs_f16(%x: tensor<1x1x2x4xf16>)
    -> (tensor<1x1x1x4xf16>, tensor<1x1x1x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 1]
      : (tensor<1x1x2x4xf16>) -> (tensor<1x1x1x4xf16>, tensor<1x1x1x4xui32>)
  return %v, %i : tensor<1x1x1x4xf16>, tensor<1x1x1x4xui32>
}

func.func @T5_max_pooling2_f32(%x: tensor<1x1x2x4xf32>) -> tensor<1x1x2x4xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [1, 1]
      : (tensor<1x1x2x4xf32>) -> tensor<1x1x2x4xf32>
  return %v : tensor<1x1x2x4xf32>
}

func.func @T5_max_pooling2_pairs_f32(%x: tensor<1x1x2x4xf32>)
    -> (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 1]
      : (tensor<1x1x2x4xf32>) -> (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui32>)
  return %v, %i : tensor<1x1x1x4xf32>, tensor<1x1x1x4xui32>
}
