// Rules that only the sizes at run time break: the verifier's words, from every
// device, whether the function is refined first or compiled as it is written.

// RUN: not %run %s --function=D2_channels --input=1x7x2x2xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=D2
// D2: runtime-checks.mlir:[[#]]:8: {{(error: )?}}'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 7 [D2]

// RUN: not %run %s --function=S2_height --input=1x1x7x4xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=S2
// S2: 'dml.space_to_depth1' op height (dimension 2 of the input): expected a multiple of block_size = 2, given 7 [S2]

// RUN: not %run %s --function=T6_depth_to_space1 --input=1x4x3x2xf32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-D3
// T6-D3: 'dml.depth_to_space1' op dimension 2 of the result: expected 6, given 4 [D3, T6]

// RUN: not %run %s --function=F3_window --input=1x1x2x9xi8=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=F3
// F3: 'dml.unfold' op padded size of dimension 2 of the input: expected at least 5 (the dilated window), given 3 [F3]

// RUN: not %run %s --function=T6_unfold --input=1x1x4xi8=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-F2
// T6-F2: 'dml.unfold' op dimension 2 of the result: expected 3, given 4 [F2, T6]

// RUN: not %run %s --function=U1_indices --input=1x1x2x2xf16=iota \
// RUN:   --input=1x1x2x3xui32=0 2>&1 | FileCheck %s --check-prefix=U1
// U1: 'dml.max_unpooling' op dimension 3 of the indices: expected 2 as in the values, given 3 [U1]

// RUN: not %run %s --function=T2_output_sizes --input=1x1x2x2xf16=iota \
// RUN:   --input=1x1x2x2xui32=0 --input=index=3 --input=index=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T2-ZERO
// T2-ZERO: 'dml.max_unpooling' op dimension 3 of the result: expected at least 1, given 0 [T2]

// RUN: not %run %s --function=T2_output_sizes --input=1x1x2x2xf16=iota \
// RUN:   --input=1x1x2x2xui32=0 --input=index=65536 --input=index=65536 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T2-MANY
// T2-MANY: 'dml.max_unpooling' op elements of the result: expected at most 4294967295, given 1x1x65536x65536 [T2]

// A product that wraps to a small number.
// RUN: not %run %s --function=T2_output_sizes --input=1x1x2x2xf16=iota \
// RUN:   --input=1x1x2x2xui32=0 --input=index=4294967296 \
// RUN:   --input=index=4294967296 2>&1 | FileCheck %s --check-prefix=T2-WRAP
// T2-WRAP: 'dml.max_unpooling' op elements of the result: expected at most 4294967295, given 1x1x4294967296x4294967296 [T2]

// RUN: not %run %s --function=M2_window --input=1x1x2x9xf16=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=M2
// M2: runtime-checks.mlir:[[#]]:{{[0-9]+}}: {{(error: )?}}'dml.max_pooling2' op padded size of dimension 2 of the input: expected at least 5 (the dilated window), given 3 [M2]

// RUN: not %run %s --function=T6_pooled_values --input=1x1x4x5xf16=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-VALUES
// T6-VALUES: 'dml.max_pooling2' op dimension 3 of the values: expected 4, given 3 [M2, T6]

// RUN: not %run %s --function=T6_pooled_indices --input=1x1x4x5xf16=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-INDICES
// T6-INDICES: 'dml.max_pooling2' op dimension 2 of the indices: expected 3, given 2 [M2, T6]

// Each of the two is declared as it can be, but not both.
// RUN: not %run %s --function=T6_values_unlike_indices \
// RUN:   --input=1x1x4x4xf16=iota 2>&1 | FileCheck %s --check-prefix=T6-UNLIKE-FIRST
// T6-UNLIKE-FIRST: 'dml.max_pooling2' op dimension 2 of the indices: expected 3, given 4 [M2, T6]
// RUN: not %run %s --function=T6_values_unlike_indices \
// RUN:   --input=1x1x5x4xf16=iota 2>&1 | FileCheck %s --check-prefix=T6-UNLIKE-SECOND
// T6-UNLIKE-SECOND: 'dml.max_pooling2' op dimension 2 of the values: expected 4, given 3 [M2, T6]

// Indices that nothing reads are checked as well.
// RUN: not %run %s --function=T6_unused_indices --input=1x1x4x5xf16=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-INDICES

// RUN: not %run %s --function=O2_fold --input=1x10x9xf16=iota --input=index=5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=O2-ROWS
// O2-ROWS: 'dml.fold' op dimension 1 of the input: expected a multiple of 9 (the elements of the window), given 10 [O2]

// RUN: not %run %s --function=O2_fold --input=1x9x8xf16=iota --input=index=5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=O2-COLUMNS
// O2-COLUMNS: 'dml.fold' op dimension 2 of the input: expected 9 (the number of windows), given 8 [O2]

// RUN: not %run %s --function=F3_fold --input=1x3x1xi32=iota --input=index=3 2>&1 \
// RUN:   | FileCheck %s --check-prefix=F3-FOLD
// F3-FOLD: 'dml.fold' op padded size of dimension 2 of the result: expected at least 5 (the dilated window), given 4 [F3]

// RUN: not %run %s --function=F3_fold --input=1x3x1xi32=iota --input=index=0 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T2-FOLD
// T2-FOLD: 'dml.fold' op dimension 2 of the result: expected at least 1, given 0 [T2]

// One window, and 2^32 positions.
// RUN: not %run %s --function=T2_fold --input=1x1x1xi8=1 --input=index=65536 \
// RUN:   --input=index=65536 2>&1 | FileCheck %s --check-prefix=T2-POSITIONS
// T2-POSITIONS: 'dml.fold' op elements of the result: expected at most 4294967295, given 1x1x65536x65536 [T2]

// RUN: not %run %s --function=T6_fold --input=1x4x4xui8=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=T6-FOLD
// T6-FOLD: 'dml.fold' op dimension 1 of the result: expected 2, given 3 [O2, T6]

// What fits runs.
// RUN: %run %s --function=M2_window --input=1x1x4x4xf16=iota \
// RUN:   "--expected-output=1x1x1x2xf16=10 11" \
// RUN:   "--expected-output=1x1x1x2xui64=10 11"
// RUN: %run %s --function=T6_pooled_values --input=1x1x4x4xf16=iota \
// RUN:   "--expected-output=1x1x3x3xf16=5 6 7 9 10 11 13 14 15"
// RUN: %run %s --function=T2_output_sizes "--input=1x1x2x2xf16=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui32=0 1 2 3" --input=index=1 --input=index=5 \
// RUN:   "--expected-output=1x1x1x5xf16=1 2 3 4 0"
// RUN: %run %s --function=O2_fold "--input=1x9x1xf16=1 2 3 4 5 6 7 8 9" \
// RUN:   --input=index=3 "--expected-output=1x1x3x3xf16=1 2 3 4 5 6 7 8 9"

func.func @D2_channels(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

func.func @S2_height(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

func.func @T6_depth_to_space1(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x4x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x4x?xf32>
  return %y : tensor<?x?x4x?xf32>
}

func.func @F3_window(%x: tensor<1x1x?x?xi8>) -> tensor<1x9x?xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], dilations = [2, 1],
      end_padding = [1, 0] : (tensor<1x1x?x?xi8>) -> tensor<1x9x?xi8>
  return %y : tensor<1x9x?xi8>
}

func.func @T6_unfold(%x: tensor<1x1x?xi8>) -> tensor<1x2x4xi8> {
  %y = dml.unfold %x, window_sizes = [2] : (tensor<1x1x?xi8>) -> tensor<1x2x4xi8>
  return %y : tensor<1x2x4xi8>
}

func.func @U1_indices(%v: tensor<1x1x?x?xf16>, %i: tensor<1x1x?x?xui32>)
    -> tensor<1x1x4x4xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x?x?xf16>, tensor<1x1x?x?xui32>) -> tensor<1x1x4x4xf16>
  return %y : tensor<1x1x4x4xf16>
}

func.func @T2_output_sizes(%v: tensor<1x1x?x?xf16>, %i: tensor<1x1x?x?xui32>,
    %h: index, %w: index) -> tensor<1x1x?x?xf16> {
  %y = dml.max_unpooling %v, %i, output_sizes(%h, %w)
      : (tensor<1x1x?x?xf16>, tensor<1x1x?x?xui32>) -> tensor<1x1x?x?xf16>
  return %y : tensor<1x1x?x?xf16>
}

func.func @M2_window(%x: tensor<1x1x?x?xf16>)
    -> (tensor<1x1x?x?xf16>, tensor<1x1x?x?xui64>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3], dilations = [2, 1],
      end_padding = [1, 0]
      : (tensor<1x1x?x?xf16>) -> (tensor<1x1x?x?xf16>, tensor<1x1x?x?xui64>)
  return %v, %i : tensor<1x1x?x?xf16>, tensor<1x1x?x?xui64>
}

func.func @T6_pooled_values(%x: tensor<1x1x?x?xf16>) -> tensor<1x1x?x3xf16> {
  %v = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x?x?xf16>) -> tensor<1x1x?x3xf16>
  return %v : tensor<1x1x?x3xf16>
}

func.func @T6_pooled_indices(%x: tensor<1x1x?x?xf16>)
    -> (tensor<1x1x?x?xf16>, tensor<1x1x2x?xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x?x?xf16>) -> (tensor<1x1x?x?xf16>, tensor<1x1x2x?xui32>)
  return %v, %i : tensor<1x1x?x?xf16>, tensor<1x1x2x?xui32>
}

func.func @T6_values_unlike_indices(%x: tensor<1x1x?x?xf16>)
    -> (tensor<1x1x3x?xf16>, tensor<1x1x4x?xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x?x?xf16>) -> (tensor<1x1x3x?xf16>, tensor<1x1x4x?xui32>)
  return %v, %i : tensor<1x1x3x?xf16>, tensor<1x1x4x?xui32>
}

func.func @T6_unused_indices(%x: tensor<1x1x?x?xf16>) -> tensor<1x1x?x?xf16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x?x?xf16>) -> (tensor<1x1x?x?xf16>, tensor<1x1x2x?xui32>)
  return %v : tensor<1x1x?x?xf16>
}

func.func @O2_fold(%x: tensor<?x?x?xf16>, %s: index) -> tensor<?x?x?x?xf16> {
  %y = dml.fold %x, window_sizes = [3, 3], output_sizes(%s, %s)
      : (tensor<?x?x?xf16>) -> tensor<?x?x?x?xf16>
  return %y : tensor<?x?x?x?xf16>
}

func.func @F3_fold(%x: tensor<1x3x?xi32>, %w: index) -> tensor<1x1x?xi32> {
  %y = dml.fold %x, window_sizes = [3], dilations = [2], end_padding = [1],
      output_sizes(%w) : (tensor<1x3x?xi32>) -> tensor<1x1x?xi32>
  return %y : tensor<1x1x?xi32>
}

func.func @T2_fold(%x: tensor<1x1x?xi8>, %h: index, %w: index)
    -> tensor<1x1x?x?xi8> {
  %y = dml.fold %x, window_sizes = [1, 1], strides = [65536, 65536],
      output_sizes(%h, %w) : (tensor<1x1x?xi8>) -> tensor<1x1x?x?xi8>
  return %y : tensor<1x1x?x?xi8>
}

func.func @T6_fold(%x: tensor<1x?x4xui8>) -> tensor<1x3x5xui8> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x?x4xui8>) -> tensor<1x3x5xui8>
  return %y : tensor<1x3x5xui8>
}
