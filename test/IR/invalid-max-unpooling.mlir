// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its operation breaks.

//===----------------------------------------------------------------------===//
// T1 and U1: element types and ranks
//===----------------------------------------------------------------------===//

func.func @U1_values_f64(%v: tensor<1x1x2x2xf64>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xf64>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf64>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf64>
  return
}

// -----

func.func @U1_result_f64(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x3x3xf64>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf64>
  return
}

// -----

func.func @T1_values_bf16(%v: tensor<1x1x2x2xbf16>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xbf16>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xbf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xbf16>
  return
}

// -----

func.func @T1_values_f8(%v: tensor<1x1x2x2xf8E5M2>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xf8E5M2>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf8E5M2>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf8E5M2>
  return
}

// -----

func.func @T1_values_i1(%v: tensor<1x1x2x2xi1>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xi1>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xi1>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi1>
  return
}

// -----

func.func @T1_values_si8(%v: tensor<1x1x2x2xsi8>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xsi8>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xsi8>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xsi8>
  return
}

// -----

func.func @T1_values_complex(%v: tensor<1x1x2x2xcomplex<f32>>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xcomplex<f32>>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xcomplex<f32>>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xcomplex<f32>>
  return
}

// -----

func.func @T1_values_index(%v: tensor<1x1x2x2xindex>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xindex>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xindex>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xindex>
  return
}

// -----

func.func @T1_values_vector(%v: tensor<1x1x2x2xvector<2xi8>>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xvector<2xi8>>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xvector<2xi8>>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xvector<2xi8>>
  return
}

// -----

func.func @T1_result_bf16(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x3x3xbf16>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xbf16>
  return
}

// -----

func.func @T1_values_encoding(%v: tensor<1x1x2x2xf32, "nhwc">, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x2x2xf32, "nhwc">'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32, "nhwc">, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @T1_indices_encoding(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32, "nhwc">) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xui32, "nhwc">'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32, "nhwc">) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @T1_result_encoding(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x3x3xf32, "nhwc">'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32, "nhwc">
  return
}

// -----

func.func @U1_indices_i32(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xi32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_i64(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi64>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xi64>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_si32(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xsi32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xsi32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xsi32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_ui16(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui16>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xui16>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui16>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_ui8(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui8>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xui8>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui8>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_f32(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_index(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xindex>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x1x2x2xindex>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xindex>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_values_rank_3(%v: tensor<1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x2x2xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_values_rank_5(%v: tensor<1x1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x1x2x2xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_values_unranked(%v: tensor<*xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (tensor<*xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_values_memref(%v: memref<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'memref<1x1x2x2xf32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (memref<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_values_vector(%v: vector<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'vector<1x1x2x2xf32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (vector<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_rank_3(%v: tensor<1x1x2x2xf32>, %i: tensor<1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<1x2x2xui32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_unranked(%v: tensor<1x1x2x2xf32>, %i: tensor<*xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'tensor<*xui32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (tensor<1x1x2x2xf32>, tensor<*xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_memref(%v: tensor<1x1x2x2xf32>, %i: memref<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #1 must be 4-D tensor [U1] of ui64 or ui32 (tensor.bitcast makes them from i64 or i32) [T1] without encoding, but got 'memref<1x1x2x2xui32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (tensor<1x1x2x2xf32>, memref<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_result_rank_3(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x3x3xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @U1_result_rank_5(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<1x1x1x3x3xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x1x3x3xf32>
  return
}

// -----

func.func @U1_result_unranked(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'tensor<*xf32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<*xf32>
  return
}

// -----

func.func @U1_result_memref(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op result #0 must be 4-D tensor [U1] of f32, f16, i64, i32, i16, i8, ui64, ui32, ui16 or ui8 (no f64) [T1] without encoding, but got 'memref<1x1x3x3xf32>'}}
  %y = "dml.max_unpooling"(%v, %i) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> memref<1x1x3x3xf32>
  return
}

// -----

func.func @U1_element_types_differ(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type of the result: expected f32, given f16 [U1, T6]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  return
}

// -----

func.func @T6_signedness_differs(%v: tensor<1x1x2x2xi8>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type of the result: expected i8, given ui8 [U1, T6]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui8>
  return
}

// -----

//===----------------------------------------------------------------------===//
// U1: sizes
//===----------------------------------------------------------------------===//

func.func @U1_indices_batch(%v: tensor<1x1x2x2xf32>, %i: tensor<2x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 0 of the indices: expected 1 as in the values, given 2 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<2x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_channels(%v: tensor<1x1x2x2xf32>, %i: tensor<1x2x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 1 of the indices: expected 1 as in the values, given 2 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x2x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_height(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x1x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 2 of the indices: expected 2 as in the values, given 1 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_indices_width(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x3xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 3 of the indices: expected 2 as in the values, given 3 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x3xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_only_static_sizes_can_differ(%v: tensor<?x?x?x3xf32>, %i: tensor<1x1x2x4xui64>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 3 of the indices: expected 3 as in the values, given 4 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<?x?x?x3xf32>, tensor<1x1x2x4xui64>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_same_count_other_sizes(%v: tensor<1x1x4x1xf32>, %i: tensor<1x1x1x4xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 2 of the indices: expected 4 as in the values, given 1 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x4x1xf32>, tensor<1x1x1x4xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_output_size_missing(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op operands of output_sizes: expected 1 (one for each dynamic dimension of the result), given 0 [U1]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @U1_output_sizes_too_few(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %o0: index, %o1: index, %o2: index) {
  // expected-error @+1 {{'dml.max_unpooling' op operands of output_sizes: expected 4 (one for each dynamic dimension of the result), given 3 [U1]}}
  %y = dml.max_unpooling %v, %i, output_sizes(%o0, %o1, %o2) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x?x?x?xf32>
  return
}

// -----

func.func @U1_output_sizes_too_many(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %o0: index, %o1: index) {
  // expected-error @+1 {{'dml.max_unpooling' op operands of output_sizes: expected 1 (one for each dynamic dimension of the result), given 2 [U1]}}
  %y = dml.max_unpooling %v, %i, output_sizes(%o0, %o1) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @U1_output_size_of_static_result(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %o0: index) {
  // expected-error @+1 {{'dml.max_unpooling' op operands of output_sizes: expected 0 (one for each dynamic dimension of the result), given 1 [U1]}}
  %y = dml.max_unpooling %v, %i, output_sizes(%o0) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_output_size_not_an_index(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %h: i64) {
  // expected-error @+1 {{'dml.max_unpooling' op operand #2 must be variadic of index, but got 'i64'}}
  %y = "dml.max_unpooling"(%v, %i, %h) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>, i64) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @U1_no_indices(%v: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{'dml.max_unpooling' op expected 2 or more operands, but found 1}}
  %y = "dml.max_unpooling"(%v) : (tensor<1x1x2x2xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @U1_no_result(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op requires one result}}
  "dml.max_unpooling"(%v, %i) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> ()
  return
}

// -----

//===----------------------------------------------------------------------===//
// T2: sizes
//===----------------------------------------------------------------------===//

func.func @T2_values_size_zero(%v: tensor<1x0x2x2xf32>, %i: tensor<1x0x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 1 of the values: expected at least 1, given 0 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x0x2x2xf32>, tensor<1x0x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @T2_indices_size_zero(%v: tensor<1x?x2x2xf32>, %i: tensor<1x0x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 1 of the indices: expected at least 1, given 0 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x?x2x2xf32>, tensor<1x0x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @T2_result_size_zero(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op dimension 3 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x0xf32>
  return
}

// -----

func.func @T2_values_elements(%v: tensor<65536x65536x1x1xi8>, %i: tensor<65536x65536x1x1xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op elements of the values: expected at most 4294967295, given 65536x65536x1x1 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<65536x65536x1x1xi8>, tensor<65536x65536x1x1xui32>) -> tensor<1x1x3x3xi8>
  return
}

// -----

func.func @T2_indices_elements(%v: tensor<?x?x?x?xi8>, %i: tensor<65536x?x65536x1xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op elements of the indices: expected at most 4294967295, given 65536x?x65536x1 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<?x?x?x?xi8>, tensor<65536x?x65536x1xui32>) -> tensor<1x1x3x3xi8>
  return
}

// -----

// 2^32 elements: an index could not name the last one.
func.func @T2_result_elements(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op elements of the result: expected at most 4294967295, given 65536x1x65536x1 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<65536x1x65536x1xf32>
  return
}

// -----

func.func @T2_result_elements_beyond_64_bits(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op elements of the result: expected at most 4294967295, given 4294967296x4294967296x1x1 [T2]}}
  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<4294967296x4294967296x1x1xf32>
  return
}

// -----

func.func @T2_dynamic_result_elements(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %o0: index) {
  // expected-error @+1 {{'dml.max_unpooling' op elements of the result: expected at most 4294967295, given 65536x?x65536x1 [T2]}}
  %y = dml.max_unpooling %v, %i, output_sizes(%o0) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<65536x?x65536x1xf32>
  return
}
