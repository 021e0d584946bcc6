// RUN: dml-opt %s --split-input-file --verify-diagnostics
//
// A function is named after the rule that its strides break.

// expected-error @+1 {{'func.func' op strides of the argument 0: expected 4 (one for each dimension), given 3 [T3]}}
func.func @T3_too_few_strides(%x: tensor<1x4x2x2xf32> {dml.strides = array<i64: 16, 1, 8>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op strides of the result 1: expected 1 (one for each dimension), given 2 [T3]}}
func.func @T3_too_many_strides(%x: tensor<4xf32>) -> (f32, tensor<4xf32> {dml.strides = array<i64: 4, 1>}) {
  %f = arith.constant 0.0 : f32
  return %f, %x : f32, tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op strides of the argument 0: expected 2 (one for each dimension), given 1 [T3]}}
func.func @T3_number_of_strides_of_dynamic_sizes(%x: tensor<?x4xf32> {dml.strides = array<i64: 1>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op stride of dimension 0 of the argument 0: expected 0 to 4294967295, given -2 [A1, T3]}}
func.func @A1_stride_negative(%x: tensor<4x2xf32> {dml.strides = array<i64: -2, 1>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op stride of dimension 1 of the argument 1: expected 0 to 4294967295, given 4294967296 [A1, T3]}}
func.func @A1_stride_no_uint(%x: f32, %y: tensor<4x1xf32> {dml.strides = array<i64: 1, 4294967296>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op stride of dimension 0 of the result 0: expected at least 1, as its 4 elements are written, given 0 [T3]}}
func.func @T3_zero_on_a_result(%x: tensor<4x2xf32>) -> (tensor<4x2xf32> {dml.strides = array<i64: 0, 1>}) {
  return %x : tensor<4x2xf32>
}

// -----

// What the other size is does not matter.
// expected-error @+1 {{'func.func' op stride of dimension 1 of the result 0: expected at least 1, as its 2 elements are written, given 0 [T3]}}
func.func @T3_zero_on_a_dynamic_result(%x: tensor<?x2xf32>) -> (tensor<?x2xf32> {dml.strides = array<i64: 2, 0>}) {
  return %x : tensor<?x2xf32>
}

// -----

// The places are 0 3, 1 4, 2 5, 3 6.
// expected-error @+1 {{'func.func' op strides of the result 0: expected a place of its own for each element, given elements that overlap [T3]}}
func.func @T3_overlap(%x: tensor<4x2xf32>) -> (tensor<4x2xf32> {dml.strides = array<i64: 1, 3>}) {
  return %x : tensor<4x2xf32>
}

// -----

// As in @interleaved_rows of strides.mlir, but longer: 0 2 4 6, 3 5 7 9, 6 8 10 12.
// expected-error @+1 {{'func.func' op strides of the result 0: expected a place of its own for each element, given elements that overlap [T3]}}
func.func @T3_overlap_of_interleaved_rows(%x: tensor<3x4xf32>) -> (tensor<3x4xf32> {dml.strides = array<i64: 3, 2>}) {
  return %x : tensor<3x4xf32>
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.strides' expected strides such as array<i64: 8, 4, 1>, given [2, 1] [T3]}}
func.func @T3_list_of_attributes(%x: tensor<4x2xf32> {dml.strides = [2, 1]}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op result 0: 'dml.strides' expected strides such as array<i64: 8, 4, 1>, given array<i32: 2, 1> [T3]}}
func.func @T3_array_of_i32(%x: tensor<4x2xf32>) -> (tensor<4x2xf32> {dml.strides = array<i32: 2, 1>}) {
  return %x : tensor<4x2xf32>
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.layout' is not an attribute of arguments or results}}
func.func @unknown_attribute(%x: tensor<4x2xf32> {dml.layout = array<i64: 2, 1>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.strides' expected a ranked tensor, given 'f32' [T3]}}
func.func @T3_scalar(%x: f32 {dml.strides = array<i64>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.strides' expected a ranked tensor, given 'tensor<*xf32>' [T3]}}
func.func @T3_unranked(%x: tensor<*xf32> {dml.strides = array<i64: 2, 1>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.strides' expected a ranked tensor, given 'vector<4xf32>' [T3]}}
func.func @T3_vector(%x: vector<4xf32> {dml.strides = array<i64: 2>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op argument 0: 'dml.strides' expected a ranked tensor, given 'tensor<4xindex>' [T3]}}
func.func @T3_index(%x: tensor<4xindex> {dml.strides = array<i64: 2>}) {
  return
}

// -----

// 2^62 elements can be counted.
// expected-error @+1 {{'func.func' op bytes of the argument 0: expected less than 2^63, given strides that reach further [T4]}}
func.func @T4_bytes(%x: tensor<2147483648xf64> {dml.strides = array<i64: 2147483648>}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op bytes of the result 0: expected less than 2^63, given strides that reach further [T4]}}
func.func @T4_elements(%x: tensor<4294967295xi8>) -> (tensor<4294967295xi8> {dml.strides = array<i64: 4294967295>}) {
  return %x : tensor<4294967295xi8>
}

// -----

// expected-error @+1 {{'func.func' op 'dml.strides' is an attribute of a function's arguments and results, not of an operation [T3]}}
func.func @T3_on_the_function(%x: tensor<4xf32>) attributes {dml.strides = array<i64: 2>} {
  return
}

// -----

func.func @T3_on_an_operation(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'arith.negf' op 'dml.strides' is an attribute of a function's arguments and results, not of an operation [T3]}}
  %y = arith.negf %x {dml.strides = array<i64: 2>} : tensor<4xf32>
  return %y : tensor<4xf32>
}
