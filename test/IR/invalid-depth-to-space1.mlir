// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

//===----------------------------------------------------------------------===//
// A1: attributes
//===----------------------------------------------------------------------===//

func.func @A1_block_size_negative(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = -1, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_block_size_least_integer(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected 0 to 4294967295, given -9223372036854775808 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = -9223372036854775808, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

// 2^32 is 0 in 32 bits.
func.func @A1_block_size_no_uint(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected 0 to 4294967295, given 4294967296 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 4294967296, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

// 2^32+2 is 2 in 32 bits.
func.func @A1_block_size_low_word_valid(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected 0 to 4294967295, given 4294967298 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 4294967298, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_block_size_largest_integer(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected 0 to 4294967295, given 9223372036854775807 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 9223372036854775807, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

// The square, 2^32, is 0 in 32 bits.
func.func @A1_block_area_beyond_32_bits(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected at most 65535, given 65536 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 65536, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_block_size_largest_uint(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected at most 65535, given 4294967295 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 4294967295, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_block_size_of_dynamic_input(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected at most 65535, given 65536 [A1]}}
  %y = dml.depth_to_space1 %x, block_size = 65536, order = depth_column_row : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @A1_block_size_missing(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op requires attribute 'block_size'}}
  %y = "dml.depth_to_space1"(%x) <{order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_block_size_of_32_bits(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op attribute 'block_size' failed to satisfy constraint: 64-bit signless integer attribute}}
  %y = "dml.depth_to_space1"(%x) <{block_size = 2 : i32, order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @A1_order_missing(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op requires attribute 'order'}}
  %y = "dml.depth_to_space1"(%x) <{block_size = 2 : i64}> : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T1: element types
//===----------------------------------------------------------------------===//

func.func @T1_input_bf16(%x: tensor<1x8x2x3xbf16>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xbf16>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xbf16>) -> tensor<1x2x4x6xbf16>
  return
}

// -----

func.func @T1_input_f8(%x: tensor<1x8x2x3xf8E4M3FN>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xf8E4M3FN>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf8E4M3FN>) -> tensor<1x2x4x6xf8E4M3FN>
  return
}

// -----

func.func @T1_input_f128(%x: tensor<1x8x2x3xf128>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xf128>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf128>) -> tensor<1x2x4x6xf128>
  return
}

// -----

func.func @T1_input_i1(%x: tensor<1x8x2x3xi1>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xi1>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xi1>) -> tensor<1x2x4x6xi1>
  return
}

// -----

func.func @T1_input_i4(%x: tensor<1x8x2x3xi4>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xi4>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xi4>) -> tensor<1x2x4x6xi4>
  return
}

// -----

func.func @T1_input_si32(%x: tensor<1x8x2x3xsi32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xsi32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xsi32>) -> tensor<1x2x4x6xsi32>
  return
}

// -----

func.func @T1_input_i128(%x: tensor<1x8x2x3xi128>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xi128>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xi128>) -> tensor<1x2x4x6xi128>
  return
}

// -----

func.func @T1_input_complex(%x: tensor<1x8x2x3xcomplex<f32>>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xcomplex<f32>>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xcomplex<f32>>) -> tensor<1x2x4x6xcomplex<f32>>
  return
}

// -----

func.func @T1_input_index(%x: tensor<1x8x2x3xindex>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xindex>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xindex>) -> tensor<1x2x4x6xindex>
  return
}

// -----

func.func @T1_input_vector(%x: tensor<1x8x2x3xvector<4xf32>>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xvector<4xf32>>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xvector<4xf32>>) -> tensor<1x2x4x6xvector<4xf32>>
  return
}

// -----

func.func @T1_result_bf16(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x2x4x6xbf16>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xbf16>
  return
}

// -----

func.func @T1_input_encoding(%x: tensor<1x8x2x3xf32, "nhwc">) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x8x2x3xf32, "nhwc">'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32, "nhwc">) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @T1_result_encoding(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x2x4x6xf32, "nhwc">'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32, "nhwc">
  return
}

// -----

//===----------------------------------------------------------------------===//
// D1: ranks and types
//===----------------------------------------------------------------------===//

func.func @D1_input_rank_3(%x: tensor<8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<8x2x3xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_rank_5(%x: tensor<1x1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x8x2x3xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_rank_0(%x: tensor<f32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<f32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<f32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<*xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_vector(%x: vector<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'vector<1x8x2x3xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (vector<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_memref(%x: memref<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'memref<1x8x2x3xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (memref<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_input_scalar(%x: f32) {
  // expected-error @+1 {{'dml.depth_to_space1' op operand #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'f32'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (f32) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_result_rank_3(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<2x4x6xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<2x4x6xf32>
  return
}

// -----

func.func @D1_result_rank_5(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x2x4x6xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x1x2x4x6xf32>
  return
}

// -----

func.func @D1_result_unranked(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @D1_result_memref(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'memref<1x2x4x6xf32>'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> memref<1x2x4x6xf32>
  return
}

// -----

func.func @D1_result_scalar(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op result #0 must be 4-D tensor [D1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'f32'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> f32
  return
}

// -----

func.func @D1_element_types_differ(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op element type of the result: expected f32, given f16 [D1, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf16>
  return
}

// -----

func.func @D1_signedness_differs(%x: tensor<1x8x2x3xi32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op element type of the result: expected i32, given ui32 [D1, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xi32>) -> tensor<1x2x4x6xui32>
  return
}

// -----

func.func @D1_no_operand() {
  // expected-error @+1 {{'dml.depth_to_space1' op requires a single operand}}
  %y = "dml.depth_to_space1"() <{block_size = 2 : i64, order = #dml.depth_space_order<depth_column_row>}> : () -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_two_operands(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op requires a single operand}}
  %y = "dml.depth_to_space1"(%x, %x) <{block_size = 2 : i64, order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xf32>, tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D1_no_result(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op requires one result}}
  "dml.depth_to_space1"(%x) <{block_size = 2 : i64, order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xf32>) -> ()
  return
}

// -----

func.func @D1_two_results(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op requires one result}}
  %y:2 = "dml.depth_to_space1"(%x) <{block_size = 2 : i64, order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xf32>) -> (tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// D2: the block size divides
//===----------------------------------------------------------------------===//

func.func @D2_block_size_zero(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op block_size: expected at least 1, given 0 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 0, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

// 6 is a multiple of 2, not of 4.
func.func @D2_channels_not_divisible(%x: tensor<1x6x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 6 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x6x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @D2_fewer_channels_than_the_block(%x: tensor<?x8x?x?xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 9, given 8 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row : (tensor<?x8x?x?xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @D2_largest_block(%x: tensor<1x4294967295x1x1xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4294836225, given 4294967295 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 65535, order = depth_column_row : (tensor<1x4294967295x1x1xi8>) -> tensor<1x1x65535x65535xi8>
  return
}

// -----

//===----------------------------------------------------------------------===//
// D3: sizes of the result
//===----------------------------------------------------------------------===//

func.func @D3_batch(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 0 of the result: expected 1, given 2 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<2x2x4x6xf32>
  return
}

// -----

func.func @D3_channels(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 1 of the result: expected 2, given 8 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x8x4x6xf32>
  return
}

// -----

func.func @D3_height(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 2 of the result: expected 4, given 2 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x2x6xf32>
  return
}

// -----

func.func @D3_width(%x: tensor<1x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 3 of the result: expected 6, given 3 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x3xf32>
  return
}

// -----

func.func @D3_only_static_sizes_can_differ(%x: tensor<1x?x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 3 of the result: expected 6, given 7 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x?x2x3xf32>) -> tensor<?x5x?x7xf32>
  return
}

// -----

func.func @D3_height_no_multiple_of_the_block(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 2 of the result: expected a multiple of 2, given 9 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x?xf32>) -> tensor<?x?x9x?xf32>
  return
}

// -----

func.func @D3_width_no_multiple_of_the_block(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 3 of the result: expected a multiple of 4, given 5 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T6: a static mismatch
//===----------------------------------------------------------------------===//

// Exactly one message, whatever else is wrong.
func.func @T6_first_mismatch_only(%x: tensor<2x8x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 0 of the result: expected 2, given 1 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<2x8x2x3xf32>) -> tensor<1x1x1x1xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T2: sizes
//===----------------------------------------------------------------------===//

func.func @T2_input_size_zero(%x: tensor<1x0x2x3xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 1 of the input: expected at least 1, given 0 [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x0x2x3xf32>) -> tensor<1x2x4x6xf32>
  return
}

// -----

func.func @T2_dynamic_input_size_zero(%x: tensor<?x?x?x0xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 3 of the input: expected at least 1, given 0 [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x0xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @T2_result_size_zero(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 0 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x?xf32>) -> tensor<0x?x?x?xf32>
  return
}

// -----

// 2^32 elements.
func.func @T2_input_elements(%x: tensor<65536x4x16384x1xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op elements of the input: expected at most 4294967295, given 65536x4x16384x1 [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<65536x4x16384x1xi8>) -> tensor<65536x1x32768x2xi8>
  return
}

// -----

// 2^98 is 0 in 64 bits.
func.func @T2_input_elements_beyond_64_bits(%x: tensor<4294967296x4294967296x4294967296x4xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op elements of the input: expected at most 4294967295, given 4294967296x4294967296x4294967296x4 [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<4294967296x4294967296x4294967296x4xi8>) -> tensor<?x?x?x?xi8>
  return
}

// -----

func.func @T2_dynamic_input_elements(%x: tensor<65536x?x65536x?xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op elements of the input: expected at most 4294967295, given 65536x?x65536x? [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<65536x?x65536x?xi8>) -> tensor<?x?x?x?xi8>
  return
}

// -----

// The input may exist, not a result of its height.
func.func @T2_inferred_elements(%x: tensor<1x?x65538x?xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op elements of the result: expected at most 4294967295, given 1x?x4295032830x? [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 65535, order = depth_column_row : (tensor<1x?x65538x?xi8>) -> tensor<?x?x?x?xi8>
  return
}

// -----

func.func @T2_declared_elements(%x: tensor<?x?x?x?xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op elements of the result: expected at most 4294967295, given 65536x?x65536x? [T2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<?x?x?x?xi8>) -> tensor<65536x?x65536x?xi8>
  return
}
