// What breaks a rule at run time is reported as it is without tiles, also where it
// leaves no iteration.

// RUN: dml-opt %s --transform-preload-library=transform-library-paths=%S/Inputs/tile-third.mlir --transform-interpreter > %t.mlir
// RUN: not dml-run %t.mlir --refine=off --function=left_over --input=1x7x2x2xi32=iota 2>&1 | FileCheck %s --check-prefix=D2-SEVEN
// D2-SEVEN: 'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 4, given 7 [D2]
// RUN: not dml-run %t.mlir --refine=off --function=left_over --input=1x3x2x2xi32=iota 2>&1 | FileCheck %s --check-prefix=D2-THREE
// D2-THREE: expected a multiple of block_size * block_size = 4, given 3 [D2]
// RUN: not dml-run %t.mlir --refine=off --function=no_block --input=1x1x2xi32=iota 2>&1 | FileCheck %s --check-prefix=F3
// F3: 'dml.unfold' op padded size of dimension 2 of the input: expected at least 3 (the dilated window), given 2 [F3]
// RUN: dml-run %t.mlir --refine=off --function=no_block --input=1x1x5xi32=iota "--expected-output=1x3x3xi32=0 1 2 1 2 3 2 3 4"
// RUN: not dml-run %t.mlir --refine=off --function=declared --input=1x4x5x2xi32=iota 2>&1 | FileCheck %s --check-prefix=T6
// T6: dimension 2 of the result: expected 10, given 4 [D3, T6]

// A cast before the operator knows more than its type.
// RUN: dml-run %t.mlir --refine=off --function=behind_cast --input=1x12x1x2xi8=iota "--expected-output=1x3x2x4xi8=0 6 1 7 12 18 13 19 2 8 3 9 14 20 15 21 4 10 5 11 16 22 17 23"

func.func @left_over(%x: tensor<1x?x2x2xi32>) -> tensor<1x?x4x4xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x2x2xi32>) -> tensor<1x?x4x4xi32>
  return %y : tensor<1x?x4x4xi32>
}

func.func @no_block(%x: tensor<1x1x?xi32>) -> tensor<1x3x?xi32> {
  %y = dml.unfold %x, window_sizes = [3] : (tensor<1x1x?xi32>) -> tensor<1x3x?xi32>
  return %y : tensor<1x3x?xi32>
}

func.func @declared(%x: tensor<1x4x?x2xi32>) -> tensor<1x1x4x4xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x?x2xi32>) -> tensor<1x1x4x4xi32>
  return %y : tensor<1x1x4x4xi32>
}

func.func @behind_cast(%x: tensor<1x12x1x2xi8>) -> tensor<?x?x?x?xi8> {
  %c = tensor.cast %x : tensor<1x12x1x2xi8> to tensor<?x?x?x?xi8>
  %y = dml.depth_to_space1 %c, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %y : tensor<?x?x?x?xi8>
}
