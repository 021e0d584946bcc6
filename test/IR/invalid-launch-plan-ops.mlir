// RUN: dml-opt %s --split-input-file --verify-diagnostics

//===----------------------------------------------------------------------===//
// view_words
//===----------------------------------------------------------------------===//

func.func @view_of_three_words(%b: memref<12xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected vectors of 2 or 4 words, given 'vector<3xi32>'}}
  %w = dml.view_words %b : memref<12xf32> to memref<4xvector<3xi32>>
  return
}

// -----

func.func @view_of_matrices(%b: memref<16xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected vectors of 2 or 4 words, given 'vector<2x2xi32>'}}
  %w = dml.view_words %b : memref<16xf32> to memref<4xvector<2x2xi32>>
  return
}

// -----

func.func @view_of_rank_2(%b: memref<4x4xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected a 1-D view of 32-bit words, of vectors of these, or of integers of 8 or 16 bits, given 'memref<4x4xi32>'}}
  %w = dml.view_words %b : memref<4x4xf32> to memref<4x4xi32>
  return
}

// -----

func.func @view_of_bytes(%b: memref<4xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected at most 16 of 'i8' in the 16 bytes of 'memref<4xf32>', rounded up to 16, given 17}}
  %w = dml.view_words %b : memref<4xf32> to memref<17xi8>
  return
}

// -----

func.func @view_of_wide_integers(%b: memref<4xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected a 1-D view of 32-bit words, of vectors of these, or of integers of 8 or 16 bits, given 'memref<2xi64>'}}
  %w = dml.view_words %b : memref<4xf32> to memref<2xi64>
  return
}

// -----

func.func @view_of_floats(%b: memref<4xi32>) {
  // expected-error @+1 {{'dml.view_words' op expected a 1-D view of 32-bit words, of vectors of these, or of integers of 8 or 16 bits, given 'memref<1xvector<4xf32>>'}}
  %w = dml.view_words %b : memref<4xi32> to memref<1xvector<4xf32>>
  return
}

// -----

func.func @view_of_dynamic_size(%b: memref<4xf32>) {
  // expected-error @+1 {{'dml.view_words' op result #0 must be statically shaped memref of any type values, but got 'memref<?xi32>'}}
  %w = dml.view_words %b : memref<4xf32> to memref<?xi32>
  return
}

// -----

func.func @view_of_a_dynamic_buffer(%b: memref<?xf32>) {
  // expected-error @+1 {{'dml.view_words' op operand #0 must be statically shaped memref of any type values, but got 'memref<?xf32>'}}
  %w = dml.view_words %b : memref<?xf32> to memref<4xi32>
  return
}

// -----

func.func @view_beyond_a_buffer(%b: memref<4xf32>) {
  // expected-error @+1 {{'dml.view_words' op expected at most 4 of 'i32' in the 16 bytes of 'memref<4xf32>', rounded up to 16, given 5}}
  %w = dml.view_words %b : memref<4xf32> to memref<5xi32>
  return
}

// -----

// Into the rounding, and a vector further.
func.func @view_beyond_the_rounding(%b: memref<3x5xf16>) {
  %in = dml.view_words %b : memref<3x5xf16> to memref<4xvector<2xi32>>
  // expected-error @+1 {{'dml.view_words' op expected at most 4 of 'vector<2xi32>' in the 30 bytes of 'memref<3x5xf16>', rounded up to 16, given 5}}
  %out = dml.view_words %b : memref<3x5xf16> to memref<5xvector<2xi32>>
  return
}

// -----

func.func @view_beyond_booleans(%b: memref<17xi1>) {
  %in = dml.view_words %b : memref<17xi1> to memref<2xvector<4xi32>>
  // expected-error @+1 {{'dml.view_words' op expected at most 2 of 'vector<4xi32>' in the 17 bytes of 'memref<17xi1>', rounded up to 16, given 4611686018427387904}}
  %out = dml.view_words %b : memref<17xi1> to memref<4611686018427387904xvector<4xi32>>
  return
}

// -----

func.func @view_of_complex_numbers(%b: memref<2xcomplex<f32>>) {
  // expected-error @+1 {{'dml.view_words' op expected a buffer of integers, floats or indices, given 'memref<2xcomplex<f32>>'}}
  %w = dml.view_words %b : memref<2xcomplex<f32>> to memref<4xi32>
  return
}

// -----

//===----------------------------------------------------------------------===//
// dispatch
//===----------------------------------------------------------------------===//

func.func @dispatch_two_counts(%x: memref<4xf32>) {
  // expected-error @+1 {{'dml.dispatch' op expected three counts of at least 1 as workgroups, given [4, 1]}}
  dml.dispatch @k::@k workgroups = [4, 1], writes = [0] (%x : memref<4xf32>)
  return
}

// -----

func.func @dispatch_nothing(%x: memref<4xf32>) {
  // expected-error @+1 {{'dml.dispatch' op expected three counts of at least 1 as workgroups, given [4, 0, 1]}}
  dml.dispatch @k::@k workgroups = [4, 0, 1], writes = [0] (%x : memref<4xf32>)
  return
}

// -----

func.func @dispatch_writes_no_binding(%x: memref<4xf32>) {
  // expected-error @+1 {{'dml.dispatch' op expected bindings below 1 in writes, given 1}}
  dml.dispatch @k::@k workgroups = [1, 1, 1], writes = [0, 1] (%x : memref<4xf32>)
  return
}

// -----

func.func @dispatch_writes_below_zero(%x: memref<4xf32>) {
  // expected-error @+1 {{'dml.dispatch' op expected bindings below 1 in writes, given -1}}
  dml.dispatch @k::@k workgroups = [1, 1, 1], writes = [-1] (%x : memref<4xf32>)
  return
}

// -----

func.func @dispatch_dynamic_buffer(%x: memref<?xf32>) {
  // expected-error @+1 {{'dml.dispatch' op operand #0 must be variadic of statically shaped memref of any type values, but got 'memref<?xf32>'}}
  dml.dispatch @k::@k workgroups = [1, 1, 1], writes = [] (%x : memref<?xf32>)
  return
}

// -----

func.func @dispatch_tensor(%x: tensor<4xf32>) {
  // expected-error @+1 {{'dml.dispatch' op operand #0 must be variadic of statically shaped memref of any type values, but got 'tensor<4xf32>'}}
  "dml.dispatch"(%x) <{kernel = @k, operandSegmentSizes = array<i32: 0, 1>, workgroups = array<i64: 1, 1, 1>, writes = array<i64>}> : (tensor<4xf32>) -> ()
  return
}

// -----

//===----------------------------------------------------------------------===//
// report_indices
//===----------------------------------------------------------------------===//

func.func @report_of_a_dynamic_buffer(%x: memref<?xi32>) {
  // expected-error @+1 {{'dml.report_indices' op operand #0 must be statically shaped memref of any type values, but got 'memref<?xi32>'}}
  dml.report_indices %x[0], bound = 9 : memref<?xi32>
  return
}

// -----

func.func @report_without_bound(%x: memref<4xi32>) {
  // expected-error @+1 {{'dml.report_indices' op requires attribute 'bound'}}
  "dml.report_indices"(%x) <{offset = 0 : i64}> : (memref<4xi32>) -> ()
  return
}

// -----

//===----------------------------------------------------------------------===//
// report_check
//===----------------------------------------------------------------------===//

func.func @check_of_another_assumption(%x: memref<4xi32>) {
  // expected-error @+1 {{'dml.report_check' op attribute 'assumption' failed to satisfy constraint: string attribute that is pooled or disjoint}}
  dml.report_check %x[0], assumes "sorted", "other indices" : memref<4xi32>
  return
}

// -----

func.func @T2_buffer(%x: memref<4611686018427387904xf32>) {
  // expected-error @+1 {{'dml.view_words' op bytes of the buffer: expected at most 34359738368, given memref<4611686018427387904xf32> [T2]}}
  %w = dml.view_words %x : memref<4611686018427387904xf32> to memref<4xi32>
  return
}

// -----

func.func @grid_behind_its_buffer(%x: memref<4xf32>, %g: memref<6xi32>) {
  // expected-error @+1 {{'dml.dispatch' op expected three words of 'memref<6xi32>' as a grid, given the offset 4}}
  dml.dispatch @k workgroups = [1, 1, 1], writes = [0] from %g[4] : memref<6xi32> (%x : memref<4xf32>)
  return
}

// -----

func.func @grid_of_too_few_words(%x: memref<4xf32>, %g: memref<2xi32>) {
  // expected-error @+1 {{'dml.dispatch' op expected three words of 'memref<2xi32>' as a grid, given the offset 0}}
  dml.dispatch @k workgroups = [1, 1, 1], writes = [0] from %g[0] : memref<2xi32> (%x : memref<4xf32>)
  return
}

// -----

func.func @grid_without_an_offset(%x: memref<4xf32>, %g: memref<3xi32>) {
  // expected-error @+1 {{'dml.dispatch' op expected the offset of a grid with its buffer}}
  "dml.dispatch"(%g, %x) <{kernel = @k, operandSegmentSizes = array<i32: 1, 1>, workgroups = array<i64: 1, 1, 1>, writes = array<i64>}> : (memref<3xi32>, memref<4xf32>) -> ()
  return
}

// -----

func.func @initial_word_of_an_argument(%x: memref<2xi32>) {
  // expected-error @+1 {{'dml.initialize' op expected a buffer that a memref.alloc gives}}
  dml.initialize %x[0] = 0 : memref<2xi32>
  return
}

// -----

func.func @initial_word_behind_its_buffer() {
  %x = memref.alloc() : memref<2xi32>
  // expected-error @+1 {{'dml.initialize' op expected a word of 'memref<2xi32>', given the offset 2}}
  dml.initialize %x[2] = 0 : memref<2xi32>
  return
}
