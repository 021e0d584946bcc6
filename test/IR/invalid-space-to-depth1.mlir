// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

func.func @A1_block_size_negative(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op block_size: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.space_to_depth1 %x, block_size = -1, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return
}

// -----

func.func @A1_block_area_beyond_32_bits(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op block_size: expected at most 65535, given 65536 [A1]}}
  %y = dml.space_to_depth1 %x, block_size = 65536, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return
}

// -----

func.func @T1_input_bf16(%x: tensor<1x2x4x6xbf16>) {
  // expected-error @+1 {{'dml.space_to_depth1' op operand #0 must be 4-D tensor [S1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x2x4x6xbf16>'}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xbf16>) -> tensor<1x8x2x3xbf16>
  return
}

// -----

func.func @T1_result_encoding(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op result #0 must be 4-D tensor [S1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xf32, "nhwc">'}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32, "nhwc">
  return
}

// -----

func.func @S1_input_rank_3(%x: tensor<2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op operand #0 must be 4-D tensor [S1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<2x4x6xf32>'}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return
}

// -----

func.func @S1_result_rank_5(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op result #0 must be 4-D tensor [S1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x8x2x3xf32>'}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x1x8x2x3xf32>
  return
}

// -----

func.func @S1_element_types_differ(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op element type of the result: expected f32, given f16 [S1, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf16>
  return
}

// -----

func.func @S2_block_size_zero(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op block_size: expected at least 1, given 0 [S2]}}
  %y = dml.space_to_depth1 %x, block_size = 0, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x3xf32>
  return
}

// -----

func.func @S2_height_not_divisible(%x: tensor<1x2x5x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op height (dimension 2 of the input): expected a multiple of block_size = 2, given 5 [S2]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x5x6xf32>) -> tensor<1x8x2x3xf32>
  return
}

// -----

func.func @S2_width_not_divisible(%x: tensor<?x?x?x7xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op width (dimension 3 of the input): expected a multiple of block_size = 2, given 7 [S2]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x7xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @S3_batch(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op dimension 0 of the result: expected 1, given 2 [S3, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<2x8x2x3xf32>
  return
}

// -----

func.func @S3_channels(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op dimension 1 of the result: expected 8, given 2 [S3, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x2x2x3xf32>
  return
}

// -----

func.func @S3_height(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op dimension 2 of the result: expected 2, given 4 [S3, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x4x3xf32>
  return
}

// -----

func.func @S3_width(%x: tensor<1x2x4x6xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op dimension 3 of the result: expected 3, given 6 [S3, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<1x2x4x6xf32>) -> tensor<1x8x2x6xf32>
  return
}

// -----

func.func @S3_channels_no_multiple_of_the_block(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op dimension 1 of the result: expected a multiple of 4, given 6 [S3, T6]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x?xf32>) -> tensor<?x6x?x?xf32>
  return
}

// -----

// Their number is not computed.
func.func @T2_channels_of_the_result_beyond_64_bits(%x: tensor<1x4294967295x?x?xi8>) {
  // expected-error @+1 {{'dml.space_to_depth1' op elements of the result: expected at most 4294967295, given 4294967295x4294836225 [T2]}}
  %y = dml.space_to_depth1 %x, block_size = 65535, order = depth_column_row : (tensor<1x4294967295x?x?xi8>) -> tensor<?x?x?x?xi8>
  return
}
