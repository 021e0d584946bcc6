// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

//===----------------------------------------------------------------------===//
// A1: attributes
//===----------------------------------------------------------------------===//

func.func @A1_window_size_negative(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op window_sizes[1]: expected 0 to 4294967295, given -1 [A1]}}
  %y = dml.fold %x, window_sizes = [3, -1] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

// 2^32+3 is 3 in 32 bits.
func.func @A1_window_size_no_uint(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op window_sizes[0]: expected 0 to 4294967295, given 4294967299 [A1]}}
  %y = dml.fold %x, window_sizes = [4294967299, 3] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @A1_stride_no_uint(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op strides[1]: expected 0 to 4294967295, given 4294967297 [A1]}}
  %y = dml.fold %x, window_sizes = [3, 3], strides = [1, 4294967297] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @A1_dilation_largest_integer(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dilations[0]: expected 0 to 4294967295, given 9223372036854775807 [A1]}}
  %y = dml.fold %x, window_sizes = [3, 3], dilations = [9223372036854775807, 1] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @A1_end_padding_of_dynamic_input(%x: tensor<?x?x?xf32>, %h: index) {
  // expected-error @+1 {{'dml.fold' op end_padding[1]: expected 0 to 4294967295, given -2 [A1]}}
  %y = dml.fold %x, window_sizes = [3, 3], end_padding = [0, -2], output_sizes(%h, %h) : (tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @A1_window_sizes_missing(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op requires attribute 'window_sizes'}}
  %y = "dml.fold"(%x) <{strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T1: element types
//===----------------------------------------------------------------------===//

func.func @T1_input_bf16(%x: tensor<1x9x9xbf16>) {
  // expected-error @+1 {{'dml.fold' op operand #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9x9xbf16>'}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xbf16>) -> tensor<1x1x5x5xbf16>
  return
}

// -----

func.func @T1_input_i1(%x: tensor<1x9x9xi1>) {
  // expected-error @+1 {{'dml.fold' op operand #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9x9xi1>'}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xi1>) -> tensor<1x1x5x5xi1>
  return
}

// -----

func.func @T1_result_si32(%x: tensor<1x9x9xi32>) {
  // expected-error @+1 {{'dml.fold' op result #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x5x5xsi32>'}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xi32>) -> tensor<1x1x5x5xsi32>
  return
}

// -----

func.func @T1_input_encoding(%x: tensor<1x9x9xf32, "nhwc">) {
  // expected-error @+1 {{'dml.fold' op operand #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9x9xf32, "nhwc">'}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xf32, "nhwc">) -> tensor<1x1x5x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// O1: ranks, element types, operands
//===----------------------------------------------------------------------===//

func.func @O1_input_rank_2(%x: tensor<9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op operand #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<9x9xf32>'}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O1_result_rank_2(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op result #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x9xf32>'}}
  %y = dml.fold %x, window_sizes = [] : (tensor<1x9x9xf32>) -> tensor<1x9xf32>
  return
}

// -----

func.func @O1_result_rank_9(%x: tensor<1x1x1xf32>) {
  // expected-error @+1 {{'dml.fold' op result #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'tensor<1x1x1x1x1x1x1x1x1xf32>'}}
  %y = dml.fold %x, window_sizes = [1, 1, 1, 1, 1, 1, 1] : (tensor<1x1x1xf32>) -> tensor<1x1x1x1x1x1x1x1x1xf32>
  return
}

// -----

func.func @O1_result_memref(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op result #0 must be 3-D to 8-D tensor [O1] of f64, f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 [T1] without encoding, but got 'memref<1x1x5x5xf32>'}}
  %y = "dml.fold"(%x) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x9x9xf32>) -> memref<1x1x5x5xf32>
  return
}

// -----

func.func @O1_input_rank_beyond_the_result(%x: tensor<1x1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op rank of the input: expected 3 to 3 (the result's), given 4 [O1]}}
  %y = dml.fold %x, window_sizes = [9] : (tensor<1x1x9x9xf32>) -> tensor<1x1x17xf32>
  return
}

// -----

func.func @O1_leading_two(%x: tensor<2x1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 0 of the input: expected 1 (leading the last three), given 2 [O1]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<2x1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O1_leading_dynamic(%x: tensor<1x?x1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 1 of the input: expected 1 (leading the last three), given ? [O1]}}
  %y = dml.fold %x, window_sizes = [3, 3, 1] : (tensor<1x?x1x9x9xf32>) -> tensor<1x1x5x5x1xf32>
  return
}

// -----

func.func @O1_element_type(%x: tensor<1x9x9xf16>) {
  // expected-error @+1 {{'dml.fold' op element type of the result: expected f16, given f32 [O1, T6]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xf16>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O1_signedness(%x: tensor<1x9x9xi8>) {
  // expected-error @+1 {{'dml.fold' op element type of the result: expected i8, given ui8 [O1, T6]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x9xi8>) -> tensor<1x1x5x5xui8>
  return
}

// -----

func.func @O1_output_size_missing(%x: tensor<1x9x9xf32>, %h: index) {
  // expected-error @+1 {{'dml.fold' op operands of output_sizes: expected 2 (one for each dynamic spatial dimension of the result), given 1 [O1]}}
  %y = dml.fold %x, window_sizes = [3, 3], output_sizes(%h) : (tensor<1x9x9xf32>) -> tensor<1x1x?x?xf32>
  return
}

// -----

// N and C are inferred.
func.func @O1_output_sizes_of_batch_and_channels(%x: tensor<?x?x9xf32>, %n: index) {
  // expected-error @+1 {{'dml.fold' op operands of output_sizes: expected 0 (one for each dynamic spatial dimension of the result), given 2 [O1]}}
  %y = dml.fold %x, window_sizes = [3, 3], output_sizes(%n, %n) : (tensor<?x?x9xf32>) -> tensor<?x?x5x5xf32>
  return
}

// -----

func.func @O1_output_size_not_an_index(%x: tensor<1x9x9xf32>, %h: i64) {
  // expected-error @+1 {{'dml.fold' op operand #1 must be variadic of index, but got 'i64'}}
  %y = "dml.fold"(%x, %h) <{window_sizes = array<i64: 3, 3>, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, start_padding = array<i64: 0, 0>, end_padding = array<i64: 0, 0>}> : (tensor<1x9x9xf32>, i64) -> tensor<1x1x?x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// O2: rows and columns
//===----------------------------------------------------------------------===//

func.func @O2_rows(%x: tensor<1x10x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 1 of the input: expected a multiple of 9 (the elements of the window), given 10 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x10x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O2_fewer_rows_than_the_window_has(%x: tensor<1x8x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 1 of the input: expected a multiple of 9 (the elements of the window), given 8 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x8x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O2_rows_behind_ones(%x: tensor<1x1x10x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 2 of the input: expected a multiple of 9 (the elements of the window), given 10 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x1x10x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O2_columns(%x: tensor<1x9x8xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 2 of the input: expected 9 (the number of windows), given 8 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x8xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

// (5+1+2-3)/2+1 windows down, (5+0+1-2)/1+1 across.
func.func @O2_columns_of_strided_windows(%x: tensor<1x6x14xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 2 of the input: expected 15 (the number of windows), given 14 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 2], strides = [2, 1], start_padding = [1, 0], end_padding = [2, 1] : (tensor<1x6x14xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @O2_columns_behind_ones(%x: tensor<1x1x1x3x5xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 4 of the input: expected 4 (the number of windows), given 5 [O2]}}
  %y = dml.fold %x, window_sizes = [1, 1, 3] : (tensor<1x1x1x3x5xf32>) -> tensor<1x1x1x1x6xf32>
  return
}

// -----

// As many as the sizes' product, but not as many windows.
func.func @O2_columns_are_windows(%x: tensor<1x9x25xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 2 of the input: expected 9 (the number of windows), given 25 [O2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x9x25xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

// No input has as many rows; 2^64 are 0 in 64 bits.
func.func @O2_window_elements(%x: tensor<1x?x1xi8>) {
  // expected-error @+1 {{'dml.fold' op elements of the window: expected at most 4294967295, given 4294967295x4294967295x4294967295 [O2]}}
  %y = dml.fold %x, window_sizes = [4294967295, 4294967295, 4294967295], start_padding = [4294967295, 4294967295, 4294967295] : (tensor<1x?x1xi8>) -> tensor<1x?x1x1x1xi8>
  return
}

// -----

func.func @O2_batch(%x: tensor<2x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 0 of the result: expected 2, given 1 [O2, T6]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<2x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// F3: windows
//===----------------------------------------------------------------------===//

func.func @F3_entries(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op window_sizes entries: expected 2 (one for each spatial dimension), given 1 [F3]}}
  %y = dml.fold %x, window_sizes = [9] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_strides_entries(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op strides entries: expected 2 (one for each spatial dimension), given 3 [F3]}}
  %y = dml.fold %x, window_sizes = [3, 3], strides = [1, 1, 1] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_window_size_zero(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op window_sizes[0]: expected at least 1, given 0 [F3]}}
  %y = dml.fold %x, window_sizes = [0, 3] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_stride_zero(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op strides[1]: expected at least 1, given 0 [F3]}}
  %y = dml.fold %x, window_sizes = [3, 3], strides = [1, 0] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_dilation_zero(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dilations[0]: expected at least 1, given 0 [F3]}}
  %y = dml.fold %x, window_sizes = [3, 3], dilations = [0, 1] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_window_too_large(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op padded size of dimension 3 of the result: expected at least 7 (the dilated window), given 6 [F3]}}
  %y = dml.fold %x, window_sizes = [3, 3], dilations = [1, 3], end_padding = [0, 1] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @F3_window_beyond_64_bits(%x: tensor<1x?x?xf32>, %h: index) {
  // expected-error @+1 {{'dml.fold' op padded size of dimension 2 of the result: expected at least 4294967295*(4294967295-1)+1 (the dilated window), given at most 4294967295+0+0 [F3]}}
  %y = dml.fold %x, window_sizes = [4294967295], dilations = [4294967295], output_sizes(%h) : (tensor<1x?x?xf32>) -> tensor<1x?x?xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T2: sizes
//===----------------------------------------------------------------------===//

func.func @T2_input_size_zero(%x: tensor<1x0x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 1 of the input: expected at least 1, given 0 [T2]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x0x9xf32>) -> tensor<1x1x5x5xf32>
  return
}

// -----

func.func @T2_result_size_zero(%x: tensor<1x9x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 2 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [5, 0] : (tensor<1x9x9xf32>) -> tensor<1x1x0x5xf32>
  return
}

// -----

func.func @T2_input_elements(%x: tensor<65536x65536x1xi8>) {
  // expected-error @+1 {{'dml.fold' op elements of the input: expected at most 4294967295, given 65536x65536x1 [T2]}}
  %y = dml.fold %x, window_sizes = [1] : (tensor<65536x65536x1xi8>) -> tensor<65536x65536x1xi8>
  return
}

// -----

func.func @T2_result_elements(%x: tensor<1x1x1xi8>) {
  // expected-error @+1 {{'dml.fold' op elements of the result: expected at most 4294967295, given 1x1x65536x65536 [T2]}}
  %y = dml.fold %x, window_sizes = [1, 1], strides = [65536, 65536] : (tensor<1x1x1xi8>) -> tensor<1x1x65536x65536xi8>
  return
}

// -----

// The windows, not the result, are too many.
func.func @T2_windows(%x: tensor<1x1x?xi8>) {
  // expected-error @+1 {{'dml.fold' op elements of the input: expected at most 4294967295, given 65536x65536 [T2]}}
  %y = dml.fold %x, window_sizes = [1, 1], start_padding = [65535, 65535] : (tensor<1x1x?xi8>) -> tensor<1x1x1x1xi8>
  return
}

// -----

//===----------------------------------------------------------------------===//
// T6: the declared result
//===----------------------------------------------------------------------===//

func.func @T6_channels(%x: tensor<1x18x9xf32>) {
  // expected-error @+1 {{'dml.fold' op dimension 1 of the result: expected 2, given 1 [O2, T6]}}
  %y = dml.fold %x, window_sizes = [3, 3] : (tensor<1x18x9xf32>) -> tensor<1x1x5x5xf32>
  return
}
