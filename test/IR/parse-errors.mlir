// RUN: dml-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

func.func @unknown_order(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{expected depth_column_row (DCR in ONNX) or column_row_depth (CRD), given 'depth'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @onnx_order(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' expected depth_column_row (DCR in ONNX) or column_row_depth (CRD), given 'dcr'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = dcr : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @directml_order(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' expected depth_column_row (DCR in ONNX) or column_row_depth (CRD), given 'DML_DEPTH_SPACE_ORDER_DEPTH_COLUMN_ROW'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = DML_DEPTH_SPACE_ORDER_DEPTH_COLUMN_ROW : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @order_as_number(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' expected depth_column_row (DCR in ONNX) or column_row_depth (CRD), given '1'}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = 1 : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @quoted_order(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{expected depth_column_row (DCR in ONNX) or column_row_depth (CRD)}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = "depth_column_row" : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @no_order(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{expected ','}}
  %y = dml.depth_to_space1 %x, block_size = 2 : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @order_before_block_size(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{expected 'block_size'}}
  %y = dml.depth_to_space1 %x, order = depth_column_row, block_size = 2 : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @block_size_beyond_64_bits(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{integer constant out of range for attribute}}
  %y = dml.depth_to_space1 %x, block_size = 18446744073709551618, order = depth_column_row : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @block_size_not_an_integer(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{floating point value not valid for specified type}}
  %y = dml.depth_to_space1 %x, block_size = 2.0, order = depth_column_row : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @ill_typed_property(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{Invalid attribute `order` in property conversion: 0 : i32}}
  %y = "dml.depth_to_space1"(%x) <{block_size = 2 : i64, order = 0 : i32}> : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

// -----

func.func @types_do_not_match_operands(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{number of operands and types do not match: got 1 operands and 2 types}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : (tensor<1x4x1x1xf32>, f32) -> tensor<1x1x2x2xf32>
  return
}

// -----

// expected-error @+1 {{unknown attribute `order` in dialect `dml`}}
func.func private @unknown_attribute() attributes {test.a = #dml<order>}

// -----

// expected-error @+1 {{dialect 'dml' provides no type parsing hook}}
func.func private @unknown_type(!dml.tensor)

// -----

// expected-error @+1 {{unregistered operation 'dml.crop' found in dialect ('dml') that does not allow unknown operations}}
"dml.crop"() : () -> ()

// -----

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

func.func @constant_output_size(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{expected ')'}}
  %y = dml.max_unpooling %v, %i, output_sizes(3) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @no_indices(%v: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{expected ','}}
  %y = dml.max_unpooling %v : (tensor<1x1x2x2xf32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @output_size_not_an_index(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>, %h: i64) {
  // expected-error @+1 {{use of value '%h' expects different type than prior uses: 'index' vs 'i64'}}
  %y = dml.max_unpooling %v, %i, output_sizes(%h) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  return
}

// -----

func.func @values_not_a_ranked_tensor(%v: tensor<*xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %y = dml.max_unpooling %v, %i : (tensor<*xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

func.func @no_clauses(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected ', window_sizes = [...]'}}
  %y = dml.unfold %x : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @no_window_sizes(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected ', window_sizes = [...]'}}
  %y = dml.unfold %x, strides = [1] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @clause_twice(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{'strides' given twice}}
  %y = dml.unfold %x, strides = [1], window_sizes = [3], strides = [1] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @window_sizes_twice(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{'window_sizes' given twice}}
  %y = dml.unfold %x, window_sizes = [3], window_sizes = [3] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @unknown_clause(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected window_sizes, strides, dilations, start_padding or end_padding, given 'padding'}}
  %y = dml.unfold %x, window_sizes = [3], padding = [1] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @no_comma(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected ':'}}
  %y = dml.unfold %x, window_sizes = [3] strides = [1] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @no_equal_sign(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected '='}}
  %y = dml.unfold %x, window_sizes [3] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @no_brackets(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected '['}}
  %y = dml.unfold %x, window_sizes = 3 : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @not_closed(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected ']'}}
  %y = dml.unfold %x, window_sizes = [3 : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @comma_at_the_end(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected integer value}}
  %y = dml.unfold %x, window_sizes = [3,] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @entry_not_an_integer(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{expected integer value}}
  %y = dml.unfold %x, window_sizes = [1.5] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

// 2^63 must not become -2^63.
func.func @entry_beyond_63_bits(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{integer value too large}}
  %y = dml.unfold %x, window_sizes = [9223372036854775808] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

// 2^64+3 must not become 3.
func.func @entry_beyond_64_bits(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{integer value too large}}
  %y = dml.unfold %x, window_sizes = [18446744073709551619] : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

func.func @ill_typed_array(%x: tensor<1x1x5xf32>) {
  // expected-error @+1 {{Invalid attribute `window_sizes` in property conversion: array<i32: 3>}}
  %y = "dml.unfold"(%x) <{window_sizes = array<i32: 3>, strides = array<i64: 1>, dilations = array<i64: 1>, start_padding = array<i64: 0>, end_padding = array<i64: 0>}> : (tensor<1x1x5xf32>) -> tensor<1x3x3xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// fold
//===----------------------------------------------------------------------===//

func.func @fold_no_window_sizes(%x: tensor<1x3x3xf32>, %w: index) {
  // expected-error @+1 {{expected ', window_sizes = [...]'}}
  %y = dml.fold %x, output_sizes(%w) : (tensor<1x3x3xf32>) -> tensor<1x1x?xf32>
  return
}

// -----

func.func @fold_unknown_clause(%x: tensor<1x3x3xf32>) {
  // expected-error @+1 {{expected window_sizes, strides, dilations, start_padding, end_padding or output_sizes, given 'padding'}}
  %y = dml.fold %x, window_sizes = [3], padding = [1] : (tensor<1x3x3xf32>) -> tensor<1x1x5xf32>
  return
}

// -----

// unfold has no such clause.
func.func @unfold_output_sizes(%x: tensor<1x1x5xf32>, %w: index) {
  // expected-error @+1 {{expected window_sizes, strides, dilations, start_padding or end_padding, given 'output_sizes'}}
  %y = dml.unfold %x, window_sizes = [3], output_sizes(%w) : (tensor<1x1x5xf32>) -> tensor<1x3x?xf32>
  return
}

// -----

func.func @fold_output_sizes_twice(%x: tensor<1x3x3xf32>, %w: index) {
  // expected-error @+1 {{'output_sizes' given twice}}
  %y = dml.fold %x, output_sizes(%w), window_sizes = [3], output_sizes(%w) : (tensor<1x3x3xf32>) -> tensor<1x1x?xf32>
  return
}

// -----

func.func @fold_no_output_sizes_twice(%x: tensor<1x3x3xf32>) {
  // expected-error @+1 {{'output_sizes' given twice}}
  %y = dml.fold %x, output_sizes(), window_sizes = [3], output_sizes() : (tensor<1x3x3xf32>) -> tensor<1x1x5xf32>
  return
}

// -----

func.func @fold_constant_output_size(%x: tensor<1x3x3xf32>) {
  // expected-error @+1 {{expected SSA operand}}
  %y = dml.fold %x, window_sizes = [3], output_sizes(5) : (tensor<1x3x3xf32>) -> tensor<1x1x?xf32>
  return
}

// -----

// expected-note @+1 {{prior use here}}
func.func @fold_output_size_not_an_index(%x: tensor<1x3x3xf32>, %w: i64) {
  // expected-error @+1 {{use of value '%w' expects different type than prior uses: 'index' vs 'i64'}}
  %y = dml.fold %x, window_sizes = [3], output_sizes(%w) : (tensor<1x3x3xf32>) -> tensor<1x1x?xf32>
  return
}

// -----

func.func @fold_input_not_a_ranked_tensor(%x: tensor<*xf32>) {
  // expected-error @+1 {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %y = dml.fold %x, window_sizes = [3] : (tensor<*xf32>) -> tensor<1x1x5xf32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// require and unpool
//===----------------------------------------------------------------------===//

func.func @require_without_message(%c: i1) {
  // expected-error @+1 {{expected ','}}
  dml.require %c
  return
}

// -----

func.func @unpool_without_indices(%v: tensor<1x1x2x2xf32>, %d: tensor<1x1x3x3xf32>) {
  // expected-error @+1 {{expected ','}}
  %y = dml.unpool ins(%v : tensor<1x1x2x2xf32>) outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return
}
