// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

//===----------------------------------------------------------------------===//
// A1: attributes
//===----------------------------------------------------------------------===//

func.func @A1_window_size_negative(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes[1]: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, -1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

// 2^32+3 is 3 in 32 bits.
func.func @A1_window_size_no_uint(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes[0]: expected 0 to 4294967295, given 4294967299 [A1]}}
  %y = dml.unfold %x, window_sizes = [4294967299, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_stride_no_uint(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op strides[1]: expected 0 to 4294967295, given 4294967297 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 4294967297] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_stride_least_integer(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op strides[0]: expected 0 to 4294967295, given -9223372036854775808 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [-9223372036854775808, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_dilation_negative(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dilations[0]: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [-1, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_dilation_largest_integer(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dilations[1]: expected 0 to 4294967295, given 9223372036854775807 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [1, 9223372036854775807] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_start_padding_negative(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op start_padding[0]: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [-1, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_end_padding_no_uint(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op end_padding[1]: expected 0 to 4294967295, given 4294967296 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], end_padding = [0, 4294967296] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_even_of_dynamic_input(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.unfold' op end_padding[1]: expected 0 to 4294967295, given -2 [A1]}}
  %y = dml.unfold %x, window_sizes = [3, 3], end_padding = [0, -2] : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return
}

// -----

func.func @A1_window_sizes_missing(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires attribute 'window_sizes'}}
  %y = "dml.unfold"(%x) <{strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_strides_missing(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires attribute 'strides'}}
  %y = "dml.unfold"(%x) <{window_sizes = array<i64: 3, 3>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_dilations_missing(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires attribute 'dilations'}}
  %y = "dml.unfold"(%x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_start_padding_missing(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires attribute 'start_padding'}}
  %y = "dml.unfold"(%x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @A1_end_padding_missing(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires attribute 'end_padding'}}
  %y = "dml.unfold"(%x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T1: element types
//===----------------------------------------------------------------------===//

func.func @T1_input_bf16(%x: tensor<1x1x5x5xbf16>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xbf16>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xbf16>) -> tensor<1x9x9xbf16>
  return
}

// -----

func.func @T1_input_f8(%x: tensor<1x1x5x5xf8E4M3FN>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xf8E4M3FN>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf8E4M3FN>) -> tensor<1x9x9xf8E4M3FN>
  return
}

// -----

func.func @T1_input_i1(%x: tensor<1x1x5x5xi1>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xi1>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xi1>) -> tensor<1x9x9xi1>
  return
}

// -----

func.func @T1_input_si32(%x: tensor<1x1x5x5xsi32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xsi32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xsi32>) -> tensor<1x9x9xsi32>
  return
}

// -----

func.func @T1_input_ui4(%x: tensor<1x1x5x5xui4>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xui4>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xui4>) -> tensor<1x9x9xui4>
  return
}

// -----

func.func @T1_input_complex(%x: tensor<1x1x5x5xcomplex<f32>>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xcomplex<f32>>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xcomplex<f32>>) -> tensor<1x9x9xcomplex<f32>>
  return
}

// -----

func.func @T1_input_index(%x: tensor<1x1x5x5xindex>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xindex>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xindex>) -> tensor<1x9x9xindex>
  return
}

// -----

func.func @T1_input_vector(%x: tensor<1x1x5x5xvector<4xf32>>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xvector<4xf32>>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xvector<4xf32>>) -> tensor<1x9x9xvector<4xf32>>
  return
}

// -----

func.func @T1_result_bf16(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9x9xbf16>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xbf16>
  return
}

// -----

func.func @T1_input_encoding(%x: tensor<1x1x5x5xf32, "nhwc">) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xf32, "nhwc">'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32, "nhwc">) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @T1_result_encoding(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9x9xf32, "nhwc">'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32, "nhwc">
  return
}

// -----

//===----------------------------------------------------------------------===//
// F1: rank of the input
//===----------------------------------------------------------------------===//

func.func @F1_input_rank_2(%x: tensor<5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<5x5xf32>'}}
  %y = dml.unfold %x, window_sizes = [3] : (tensor<5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_rank_9(%x: tensor<1x1x1x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x1x1x1x1x1x1x1xf32>'}}
  %y = dml.unfold %x, window_sizes = [1, 1, 1, 1, 1, 1, 1] : (tensor<1x1x1x1x1x1x1x1x1xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_rank_0(%x: tensor<f32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<f32>'}}
  %y = dml.unfold %x, window_sizes = [1] : (tensor<f32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<*xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_memref(%x: memref<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'memref<1x1x5x5xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (memref<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_vector(%x: vector<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'vector<1x1x5x5xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (vector<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_input_scalar(%x: f32) {
  // expected-error @+1 {{'dml.unfold' op operand #0 must be 3-D to 8-D tensor [F1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'f32'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (f32) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_no_operand() {
  // expected-error @+1 {{'dml.unfold' op requires a single operand}}
  %y = "dml.unfold"() <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : () -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_two_operands(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires a single operand}}
  %y = "dml.unfold"(%x, %x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>, tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F1_two_results(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op requires one result}}
  %y:2 = "dml.unfold"(%x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x1x5x5xf32>) -> (tensor<1x9x9xf32>, tensor<1x9x9xf32>)
  return
}

// -----

//===----------------------------------------------------------------------===//
// F2 and F4: sizes of the result
//===----------------------------------------------------------------------===//

func.func @F2_number_of_windows(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected 9, given 25 [F2, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x25xf32>
  return
}

// -----

// (6-2-1)/2+1 = 2 windows each way.
func.func @F2_division_rounds_down(%x: tensor<1x1x6x6xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected 4, given 9 [F2, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2] : (tensor<1x1x6x6xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

// (1 + 2*(2^32-1) - 1) / (2^32-1) + 1 = 3 each way.
func.func @F2_largest_padding(%x: tensor<1x1x1x1xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected 9, given 4 [F2, T6]}}
  %y = dml.unfold %x, window_sizes = [1, 1], start_padding = [4294967295, 4294967295], end_padding = [4294967295, 4294967295], strides = [4294967295, 4294967295] : (tensor<1x1x1x1xf32>) -> tensor<1x1x4xf32>
  return
}

// -----

func.func @F2_leading_one(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 3 of the result: expected 9, given 8 [F2, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x1x9x8xf32>
  return
}

// -----

func.func @T2_static_result_size_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x0xf32>
  return
}

// -----

func.func @F4_batch(%x: tensor<2x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 0 of the result: expected 2, given 1 [F4, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<2x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F4_rows(%x: tensor<1x2x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 1 of the result: expected 18, given 9 [F4, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x2x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F4_rows_after_a_leading_one(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected 9, given 8 [F4, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x1x8x9xf32>
  return
}

// -----

func.func @F4_rows_no_multiple_of_the_window(%x: tensor<?x?x?x?xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 1 of the result: expected a multiple of 9, given 10 [F4, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<?x?x?x?xf32>) -> tensor<?x10x?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T6: a static mismatch
//===----------------------------------------------------------------------===//

func.func @F1_element_types_differ(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op element type of the result: expected f32, given f16 [F1, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf16>
  return
}

// -----

func.func @F1_signedness_differs(%x: tensor<1x1x5x5xui8>) {
  // expected-error @+1 {{'dml.unfold' op element type of the result: expected ui8, given i8 [F1, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xui8>) -> tensor<1x9x9xi8>
  return
}

// -----

// Exactly one message, whatever else is wrong.
func.func @T6_first_mismatch_only(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 0 of the result: expected 1, given 2 [F4, T6]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<2x8x8xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// F3: window, strides, dilations, paddings
//===----------------------------------------------------------------------===//

func.func @F3_window_sizes_too_few(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes entries: expected 2 (one for each spatial dimension), given 1 [F3]}}
  %y = dml.unfold %x, window_sizes = [3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_window_sizes_too_many(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes entries: expected 2 (one for each spatial dimension), given 3 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_window_sizes_empty(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes entries: expected 2 (one for each spatial dimension), given 0 [F3]}}
  %y = dml.unfold %x, window_sizes = [] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_strides_too_few(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op strides entries: expected 2 (one for each spatial dimension), given 1 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_dilations_too_many(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dilations entries: expected 2 (one for each spatial dimension), given 3 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [1, 1, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_start_padding_empty(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op start_padding entries: expected 2 (one for each spatial dimension), given 0 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_end_padding_too_many(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op end_padding entries: expected 2 (one for each spatial dimension), given 3 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], end_padding = [0, 0, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_window_size_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op window_sizes[0]: expected at least 1, given 0 [F3]}}
  %y = dml.unfold %x, window_sizes = [0, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_stride_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op strides[1]: expected at least 1, given 0 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_dilation_zero(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dilations[0]: expected at least 1, given 0 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [0, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_window_does_not_fit(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 3 of the input: expected at least 6 (the dilated window), given 5 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 6] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_dilated_window_does_not_fit(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 2 of the input: expected at least 7 (the dilated window), given 6 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [3, 1], start_padding = [1, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @F3_padded_size_counts(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 2 of the input: expected at least 9 (the dilated window), given 8 [F3]}}
  %y = dml.unfold %x, window_sizes = [9], start_padding = [1], end_padding = [2] : (tensor<1x1x5xf32>) -> tensor<1x9x1xf32>
  return
}

// -----

func.func @F3_one_static_dimension(%x: tensor<?x?x?x2xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 3 of the input: expected at least 3 (the dilated window), given 2 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<?x?x?x2xf32>) -> tensor<?x?x?xf32>
  return
}

// -----

// 3969050463 * (2323823090 - 1) + 1 is just below 2^63.
func.func @F3_dilated_window_below_2_63(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 2 of the input: expected at least 9223371107325540208 (the dilated window), given 5 [F3]}}
  %y = dml.unfold %x, window_sizes = [2323823090, 3], dilations = [3969050463, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

// 2^64 - 3*2^32 + 3 is negative in 64 bits.
func.func @F3_dilated_window_beyond_63_bits(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 2 of the input: expected at least 4294967295*(4294967295-1)+1 (the dilated window), given at most 4294967295+0+0 [F3]}}
  %y = dml.unfold %x, window_sizes = [4294967295, 3], dilations = [4294967295, 1] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

// No size makes it fit.
func.func @F3_dilated_window_of_dynamic_input(%x: tensor<1x1x?x?xf32>) {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 3 of the input: expected at least 4294967295*(4294967295-1)+1 (the dilated window), given at most 4294967295+7+4294967295 [F3]}}
  %y = dml.unfold %x, window_sizes = [1, 4294967295], dilations = [1, 4294967295], start_padding = [0, 7], end_padding = [0, 4294967295] : (tensor<1x1x?x?xf32>) -> tensor<1x?x?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// F5: rank of the result
//===----------------------------------------------------------------------===//

func.func @F5_result_rank_2(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<9x9xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<9x9xf32>
  return
}

// -----

func.func @F5_result_rank_9(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x1x1x1x1x1x9x9xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x1x1x1x1x1x1x9x9xf32>
  return
}

// -----

func.func @F5_result_unranked(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @F5_result_memref(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'memref<1x9x9xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> memref<1x9x9xf32>
  return
}

// -----

func.func @F5_result_vector(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op result #0 must be 3-D to 8-D tensor [F5] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'vector<1x9x9xf32>'}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> vector<1x9x9xf32>
  return
}

// -----

func.func @F5_rank_beyond_the_input(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op rank of the result: expected 3 to 4 (the input's), given 5 [F5]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<1x1x1x9x9xf32>
  return
}

// -----

func.func @F5_rank_beyond_a_3d_input(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op rank of the result: expected 3 to 3 (the input's), given 4 [F5]}}
  %y = dml.unfold %x, window_sizes = [1] : (tensor<1x1x5xf32>) -> tensor<1x1x1x5xf32>
  return
}

// -----

func.func @F5_leading_two(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 0 of the result: expected 1 (leading the last three), given 2 [F5]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<2x1x9x9xf32>
  return
}

// -----

func.func @F5_leading_dynamic(%x: tensor<1x1x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 0 of the result: expected 1 (leading the last three), given ? [F5]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x5x5xf32>) -> tensor<?x1x9x9xf32>
  return
}

// -----

func.func @F5_batch_leads(%x: tensor<2x1x5x5x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 1 of the result: expected 1 (leading the last three), given 2 [F5]}}
  %y = dml.unfold %x, window_sizes = [3, 3, 5] : (tensor<2x1x5x5x5xf32>) -> tensor<1x2x2x9x9xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T2: sizes
//===----------------------------------------------------------------------===//

func.func @T2_input_size_zero(%x: tensor<1x1x0x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the input: expected at least 1, given 0 [T2]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x0x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @T2_padding_does_not_help(%x: tensor<1x1x0x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the input: expected at least 1, given 0 [T2]}}
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [5, 0] : (tensor<1x1x0x5xf32>) -> tensor<1x9x9xf32>
  return
}

// -----

func.func @T2_result_size_zero(%x: tensor<1x1x?x5xf32>) {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x1x?x5xf32>) -> tensor<1x9x0xf32>
  return
}

// -----

func.func @T2_input_elements(%x: tensor<1x1x65536x65536xi8>) {
  // expected-error @+1 {{'dml.unfold' op elements of the input: expected at most 4294967295, given 1x1x65536x65536 [T2]}}
  %y = dml.unfold %x, window_sizes = [1, 1] : (tensor<1x1x65536x65536xi8>) -> tensor<1x1x?xi8>
  return
}

// -----

// 2^32 rows are 0 in 32 bits.
func.func @T2_window_elements(%x: tensor<1x?x?x?xi8>) {
  // expected-error @+1 {{'dml.unfold' op elements of the result: expected at most 4294967295, given 1x?x65536x65536x?x? [T2]}}
  %y = dml.unfold %x, window_sizes = [65536, 65536] : (tensor<1x?x?x?xi8>) -> tensor<1x?x?xi8>
  return
}

// -----

func.func @T2_window_and_channels(%x: tensor<1x2x?x?xi8>) {
  // expected-error @+1 {{'dml.unfold' op elements of the result: expected at most 4294967295, given 1x2x65535x65535x?x? [T2]}}
  %y = dml.unfold %x, window_sizes = [65535, 65535] : (tensor<1x2x?x?xi8>) -> tensor<1x?x?xi8>
  return
}

// -----

func.func @T2_padded_elements(%x: tensor<1x1x1x1xi8>) {
  // expected-error @+1 {{'dml.unfold' op elements of the result: expected at most 4294967295, given 1x1x1x1x8589934591x8589934591 [T2]}}
  %y = dml.unfold %x, window_sizes = [1, 1], start_padding = [4294967295, 4294967295], end_padding = [4294967295, 4294967295] : (tensor<1x1x1x1xi8>) -> tensor<1x1x?xi8>
  return
}

// -----

func.func @T2_declared_elements(%x: tensor<?x1x?x1xi8>) {
  // expected-error @+1 {{'dml.unfold' op elements of the result: expected at most 4294967295, given 4x1x4294967295 [T2]}}
  %y = dml.unfold %x, window_sizes = [1, 1] : (tensor<?x1x?x1xi8>) -> tensor<4x1x4294967295xi8>
  return
}
