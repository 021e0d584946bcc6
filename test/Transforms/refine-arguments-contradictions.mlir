// RUN: dml-opt %s --split-input-file --verify-diagnostics \
// RUN:   --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<1x7x2x3xf32>,index=0"

func.func @D2(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x?x?x?xf32> {
  // expected-error @+1 {{'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 7 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
  return %y : tensor<1x?x?x?xf32>
}

// -----

func.func @D3(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x?x?x4xf32> {
  // expected-error @+1 {{'dml.depth_to_space1' op dimension 3 of the result: expected 3, given 4 [D3, T6]}}
  %y = dml.depth_to_space1 %x, block_size = 1, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x4xf32>
  return %y : tensor<1x?x?x4xf32>
}

// -----

func.func @F3(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x?x?xf32> {
  // expected-error @+1 {{'dml.unfold' op padded size of dimension 2 of the input: expected at least 3 (the dilated window), given 2 [F3]}}
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x?xf32>
  return %y : tensor<1x?x?xf32>
}

// -----

func.func @F2(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x?x5xf32> {
  // expected-error @+1 {{'dml.unfold' op dimension 2 of the result: expected 2, given 5 [F2, T6]}}
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x5xf32>
  return %y : tensor<1x?x5xf32>
}

// -----

func.func @T2(%x: tensor<1x?x?x?xf32>, %i: index) -> tensor<1x1x?x8xf32> {
  %indices = tensor.empty() : tensor<1x7x2x3xui32>
  // expected-error @+1 {{'dml.max_unpooling' op dimension 2 of the result: expected at least 1, given 0 [T2]}}
  %y = dml.max_unpooling %x, %indices, output_sizes(%i)
      : (tensor<1x?x?x?xf32>, tensor<1x7x2x3xui32>) -> tensor<1x1x?x8xf32>
  return %y : tensor<1x1x?x8xf32>
}

// -----

func.func @U1(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x1x8x8xf32> {
  %indices = tensor.empty() : tensor<1x6x2x3xui32>
  // expected-error @+1 {{'dml.max_unpooling' op dimension 1 of the indices: expected 7 as in the values, given 6 [U1]}}
  %y = dml.max_unpooling %x, %indices
      : (tensor<1x?x?x?xf32>, tensor<1x6x2x3xui32>) -> tensor<1x1x8x8xf32>
  return %y : tensor<1x1x8x8xf32>
}

// -----

// A loop that is unrolled is certain to run: here, with one row, then with none.
func.func @unrolled(%x: tensor<1x?x?x?xf32>, %n: index)
    -> tensor<1x?x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r = scf.for %i = %n to %c2 step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %h = tensor.dim %t, %c2 : tensor<1x?x?x?xf32>
    %g = arith.subi %h, %c1 : index
    %s = tensor.extract_slice %t[0, 0, 0, 0][1, 7, %g, 3][1, 1, 1, 1]
        : tensor<1x?x?x?xf32> to tensor<1x7x?x3xf32>
    // expected-error @+1 {{'dml.unfold' op dimension 2 of the input: expected at least 1, given 0 [T2]}}
    %u = dml.unfold %s, window_sizes = [1, 1], strides = [2, 2]
        : (tensor<1x7x?x3xf32>) -> tensor<1x?x?xf32>
    "test.use"(%u) : (tensor<1x?x?xf32>) -> ()
    %d = tensor.cast %s : tensor<1x7x?x3xf32> to tensor<1x?x?x?xf32>
    scf.yield %d : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

func.func @other_operations(%x: tensor<1x?x?x?xf32>, %n: index)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x8x?x?xf32>) {
  %e = tensor.empty() : tensor<1x6x2x3xf32>
  %f = tensor.cast %e : tensor<1x6x2x3xf32> to tensor<1x?x?x?xf32>
  // expected-error @+2 {{'linalg.add' op inferred input/output operand #1 has shape's dimension #1 to be 7, but found 6}}
  // expected-note @+1 {{its operands are 'tensor<1x7x2x3xf32>', 'tensor<1x6x2x3xf32>', 'tensor<1x7x2x3xf32>'}}
  %a = linalg.add ins(%x, %f : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>)
      outs(%x : tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
  // expected-error @+2 {{'arith.addf' op all non-scalar operands/results must have the same shape and base type}}
  // expected-note @+1 {{its operands are 'tensor<1x7x2x3xf32>', 'tensor<1x6x2x3xf32>'}}
  %b = arith.addf %x, %f : tensor<1x?x?x?xf32>
  // expected-error @+2 {{'tensor.cast' op operand type 'tensor<1x7x2x3xf32>' and result type 'tensor<1x8x?x?xf32>' are cast incompatible}}
  // expected-note @+1 {{its operands are 'tensor<1x7x2x3xf32>'}}
  %c = tensor.cast %x : tensor<1x?x?x?xf32> to tensor<1x8x?x?xf32>
  return %a, %b, %c
      : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x8x?x?xf32>
}

// -----

// That y - y needs no y is nothing that refinement says.
func.func @T6(%x: tensor<1x?x?x?xf32>, %n: index) -> tensor<1x?x?x?xi32> {
  // expected-error @+1 {{'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 7 [D2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
  %z = arith.bitcast %y : tensor<1x?x?x?xf32> to tensor<1x?x?x?xi32>
  %a = arith.constant dense<1> : tensor<1x1x4x6xi32>
  %b = tensor.cast %a : tensor<1x1x4x6xi32> to tensor<1x?x?x?xi32>
  %c = arith.addi %z, %b : tensor<1x?x?x?xi32>
  %d = arith.subi %c, %c : tensor<1x?x?x?xi32>
  return %d : tensor<1x?x?x?xi32>
}
