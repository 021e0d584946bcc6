// An operator whose result is not needed is not run and reports nothing: neither sizes
// that break a rule nor indices that are out of range.

// RUN: %run %s --function=T6_sizes --input=1x7x1x1xf32=iota --expected-output=1x7x1x1xf32=iota
func.func @T6_sizes(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %z = dml.space_to_depth1 %y, block_size = 3, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %x : tensor<?x?x?x?xf32>
}

// RUN: %run %s --function=T6_indices --input=1x1x1x2xf32=1 "--input=1x1x1x2xui32=4 9" \
// RUN:   --expected-output=1x1x1x2xf32=1
func.func @T6_indices(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x1x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %v : tensor<1x1x1x2xf32>
}

// A window that does not fit (M2), and indices of sizes other than declared (T6).
// RUN: %run %s --function=T6_pooling --input=1x1x2x2xf32=iota --expected-output=1x1x2x2xf32=iota
func.func @T6_pooling(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 1]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 1]
      : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x7xui32>)
  return %x : tensor<?x?x?x?xf32>
}

// What only an operator needs that is itself not needed.
// RUN: %run %s --function=T6_chain --input=1x1x1x2xf32=1 "--input=1x1x1x2xui32=4 9" \
// RUN:   --expected-output=1x1x1x2xf32=1
func.func @T6_chain(%v: tensor<1x1x1x?xf32>, %i: tensor<1x1x1x?xui32>)
    -> tensor<1x1x1x?xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x?xf32>, tensor<1x1x1x?xui32>) -> tensor<1x1x2x2xf32>
  %c = tensor.cast %y : tensor<1x1x2x2xf32> to tensor<1x?x2x2xf32>
  %z = dml.unfold %c, window_sizes = [1, 1]
      : (tensor<1x?x2x2xf32>) -> tensor<1x?x4xf32>
  return %v : tensor<1x1x1x?xf32>
}

// What a function returns and its caller does not need.
// RUN: %run %s --function=T6_call --input=1x1x1x2xf32=1 "--input=1x1x1x2xui32=4 9" \
// RUN:   --expected-output=1x1x1x2xf32=1
func.func private @unpool(%v: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xui32>)
    -> (tensor<?x?x?x?xf32>, tensor<1x1x2x2xf32>, tensor<?x?x?x?xf32>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x1x2x2xf32>
  %z = dml.depth_to_space1 %v, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %v, %y, %z
      : tensor<?x?x?x?xf32>, tensor<1x1x2x2xf32>, tensor<?x?x?x?xf32>
}
func.func @T6_call(%v: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xui32>)
    -> tensor<?x?x?x?xf32> {
  %x, %y, %z = call @unpool(%v, %i)
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>)
      -> (tensor<?x?x?x?xf32>, tensor<1x1x2x2xf32>, tensor<?x?x?x?xf32>)
  return %x : tensor<?x?x?x?xf32>
}

// What a function takes and does not need.
// RUN: %run %s --function=T6_argument --input=1x7x1x1xf32=iota --expected-output=1x7x1x1xf32=iota
func.func private @first(%x: tensor<?x?x?x?xf32>, %y: tensor<?x?x?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  return %x : tensor<?x?x?x?xf32>
}
func.func @T6_argument(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %z = call @first(%x, %y)
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %z : tensor<?x?x?x?xf32>
}

// What one call needs of a function, and another does not.
// RUN: %run %s --function=T6_two_calls --input=1x7x1x1xf32=iota --input=1x4x1x1xf32=iota \
// RUN:   --expected-output=1x7x1x1xf32=iota --expected-output=1x1x2x2xf32=iota
func.func private @second(%x: tensor<?x?x?x?xf32>)
    -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %x, %y : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
}
func.func @T6_two_calls(%x: tensor<?x?x?x?xf32>, %y: tensor<?x?x?x?xf32>)
    -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
  %a, %b = call @second(%x)
      : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
  %c, %d = call @second(%y)
      : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
  return %a, %d : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
}

// With a result that is needed, each of these reports.
// RUN: not %run %s --function=T6_needed_sizes --input=1x7x1x1xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIZES
// SIZES: 'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 7 [D2]
func.func @T6_needed_sizes(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// RUN: not %run %s --function=T6_needed_indices --input=1x1x1x2xf32=1 "--input=1x1x1x2xui32=4 9" \
// RUN:   2>&1 | FileCheck %s --check-prefix=INDICES
// INDICES: 'dml.max_unpooling' op index at position 0 (the first of 2 out of range): expected less than 4 (elements of the result), given 4 [U3]
func.func @T6_needed_indices(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> (tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %v, %y : tensor<1x1x1x2xf32>, tensor<1x1x2x2xf32>
}
