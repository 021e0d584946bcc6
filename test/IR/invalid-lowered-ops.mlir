// RUN: dml-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// unpool
//===----------------------------------------------------------------------===//

func.func @unpool_values_on_buffers(%v: memref<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected all operands on tensors or all on buffers}}
  %y = dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_indices_on_buffers(%v: tensor<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected all operands on tensors or all on buffers}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_destination_on_buffers(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected all operands on tensors or all on buffers}}
  dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @unpool_no_result_on_tensors(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected a result on tensors and none on buffers}}
  dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>)
  return
}

// -----

func.func @unpool_result_on_buffers(%v: memref<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected a result on tensors and none on buffers}}
  %y = dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_result_of_other_sizes(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected a result of the destination's type 'tensor<1x1x3x3xf32>', given 'tensor<1x1x3x4xf32>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x4xf32>
  return
}

// -----

func.func @unpool_result_knows_less(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected a result of the destination's type 'tensor<1x1x3x3xf32>', given 'tensor<1x1x?x3xf32>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @unpool_element_types_differ(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf16>) {
  // expected-error @+1 {{'dml.unpool' op expected values of the destination's element type 'f16', given 'f32'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) outs(%d : tensor<1x1x3x3xf16>) -> tensor<1x1x3x3xf16>
  return
}

// -----

func.func @unpool_indices_of_other_sizes(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x3xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected indices of the sizes of the values 'tensor<1x1x2x2xf32>', given 'tensor<1x1x2x3xi32>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x3xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_indices_of_other_rank(%v: memref<1x1x2x2xf32>, %i: memref<4xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected indices of the sizes of the values 'memref<1x1x2x2xf32>', given 'memref<4xi32>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<4xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

// The conversion makes indices signless.
func.func @unpool_unsigned_indices(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #1 must be ranked tensor of 64-bit signless integer or 32-bit signless integer values or strided memref of 64-bit signless integer or 32-bit signless integer values, but got 'tensor<1x1x2x2xui32>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_16_bit_indices(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi16>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #1 must be ranked tensor of 64-bit signless integer or 32-bit signless integer values or strided memref of 64-bit signless integer or 32-bit signless integer values, but got 'tensor<1x1x2x2xi16>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi16>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_unranked_values(%v: memref<*xf32>, %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<*xf32>'}}
  dml.unpool ins(%v, %i : memref<*xf32>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @unpool_values_without_strides(%v: memref<1x1x2x2xf32, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 2, d3)>>, %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<1x1x2x2xf32, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 2, d3)>>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2 floordiv 2, d3)>>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @unpool_result_is_a_scalar(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op result #0 must be ranked tensor of any type values, but got 'f32'}}
  %y = "dml.unpool"(%v, %i, %d) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>, tensor<1x1x3x3xf32>) -> f32
  return
}

// -----

func.func @unpool_two_operands(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>) {
  // expected-error @+1 {{'dml.unpool' op expected 3 or more operands, but found 2}}
  %y = "dml.unpool"(%v, %i) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_condition_is_no_flag(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %c: tensor<1xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #2 must be variadic of 0D tensor of 32-bit signless integer values or 0D memref of 32-bit signless integer values}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) if(%c : tensor<1xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_condition_on_a_buffer(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>, %c: memref<i32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected all operands on tensors or all on buffers}}
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>) if(%c : memref<i32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// require
//===----------------------------------------------------------------------===//

func.func @require_wide_condition(%c: i32) {
  // expected-error @+1 {{'dml.require' op operand #0 must be 1-bit signless integer, but got 'i32'}}
  "dml.require"(%c) <{message = "m"}> : (i32) -> ()
  return
}

// -----

func.func @require_no_condition() {
  // expected-error @+1 {{'dml.require' op expected 1 or more operands, but found 0}}
  "dml.require"() <{message = "m"}> : () -> ()
  return
}

// -----

func.func @require_no_message(%c: i1) {
  // expected-error @+1 {{'dml.require' op requires attribute 'message'}}
  "dml.require"(%c) : (i1) -> ()
  return
}

// -----

func.func @require_value_not_an_index(%c: i1, %v: i64) {
  // expected-error @+1 {{'dml.require' op operand #1 must be variadic of index, but got 'i64'}}
  "dml.require"(%c, %v) <{message = "{0}"}> : (i1, i64) -> ()
  return
}

// -----

func.func @unpool_of_rank_3(%v: tensor<1x2x2xf32>, %i: tensor<1x2x2xi32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'tensor<1x2x2xf32>'}}
  %y = dml.unpool ins(%v, %i : tensor<1x2x2xf32>, tensor<1x2x2xi32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

func.func @unpool_into_rank_0(%v: memref<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>, %d: memref<f32>) {
  // expected-error @+1 {{'dml.unpool' op operand #2 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<f32>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : memref<f32>)
  return
}

// -----

func.func @unpool_of_no_bits(%v: memref<1x1x2x2xi0>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x3x3xi0>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<1x1x2x2xi0>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xi0>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xi0>)
  return
}

// -----

func.func @unpool_of_vectors(%v: memref<1x1x2x2xvector<4xf32>>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xvector<4xf32>>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<1x1x2x2xvector<4xf32>>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xvector<4xf32>>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xvector<4xf32>>)
  return
}

// -----

func.func @T2_unpool_of_nothing(%v: memref<1x1x0x2xf32>,
    %i: memref<1x1x0x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op dimension 2 of the values: expected at least 1, given 0 [T2]}}
  dml.unpool ins(%v, %i : memref<1x1x0x2xf32>, memref<1x1x0x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @T2_unpool_into_nothing(%v: memref<1x1x2x2xf32>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x0x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op dimension 1 of the destination: expected at least 1, given 0 [T2]}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : memref<1x0x3x3xf32>)
  return
}

// -----

func.func @unpool_signed(%v: memref<1x1x2x2xsi8>, %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xsi8>) {
  // expected-error @+1 {{'dml.unpool' op operand #0 must be 4-D tensor or strided memref of f32, f16, i64, i32, i16 or i8, but got 'memref<1x1x2x2xsi8>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xsi8>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xsi8>)
  return
}
