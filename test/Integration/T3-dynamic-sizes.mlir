// Strides are numbers, and so go with sizes that are: dml-run specialises a
// function to its inputs.

// RUN: dml-run %s --device=%device --function=T3_refined --input=1x4x2x3xi32=iota \
// RUN:   "--expected-output=1x1x4x6xi32=[[[[0 6 1 7 2 8][12 18 13 19 14 20][3 9 4 10 5 11][15 21 16 22 17 23]]]]"
// Rows of 6 elements that begin 7 apart have gaps, those of 8 overlap.
// RUN: dml-run %s --device=%device --function=T3_rows --input=1x4x2x3xi32=iota \
// RUN:   "--expected-output=1x1x4x6xi32=[[[[0 6 1 7 2 8][12 18 13 19 14 20][3 9 4 10 5 11][15 21 16 22 17 23]]]]"
// RUN: not dml-run %s --device=%device --function=T3_rows --input=1x4x2x4xi32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OVERLAP
// OVERLAP: strides of the result 0: expected a place of its own for each element, given elements that overlap [T3]
// OVERLAP-NOT: unused functions
// RUN: dml-run %s --device=%device --function=T3_plane --input=2x1x1x1xf64=5 --expected-output=2x1x1x1xf64=5
// RUN: not dml-run %s --device=%device --function=T3_plane --input=1x1x1x2xf64=5 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ZERO
// ZERO: stride of dimension 3 of the result 0: expected at least 1, as its 2 elements are written, given 0 [T3]

// As it is written, it is refused.
// RUN: not dml-run %s --device=cpu --refine=off --function=T3_refined --input=1x4x2x3xi32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=CPU
// CPU:     error: 'func.func' op argument 0 has strides and dynamic sizes; dml-run specialises them to its inputs, dml-refine-arguments to given types [T3]
// CPU:     dml-run: error: @T3_refined cannot be compiled for the CPU
// RUN: not dml-run %s --device=vulkan --refine=off --function=T3_refined --input=1x4x2x3xi32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=VULKAN
// VULKAN:  dml-run: error: @T3_refined: argument #0 is ?x?x?x?xi32, and Vulkan devices run static shapes only

func.func @T3_refined(%x: tensor<?x?x?x?xi32> {dml.strides = array<i64: 24, 1, 12, 4>})
    -> (tensor<?x1x4x?xi32> {dml.strides = array<i64: 30, 1, 1, 4>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xi32>) -> tensor<?x1x4x?xi32>
  return %y : tensor<?x1x4x?xi32>
}

func.func @T3_rows(%x: tensor<?x?x?x?xi32>)
    -> (tensor<?x?x?x?xi32> {dml.strides = array<i64: 30, 1, 7, 1>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xi32>) -> tensor<?x?x?x?xi32>
  return %y : tensor<?x?x?x?xi32>
}

func.func @T3_plane(%x: tensor<?x?x?x?xf64>)
    -> (tensor<?x?x?x?xf64> {dml.strides = array<i64: 1, 1, 1, 0>}) {
  %y = dml.depth_to_space1 %x, block_size = 1, order = depth_column_row
      : (tensor<?x?x?x?xf64>) -> tensor<?x?x?x?xf64>
  return %y : tensor<?x?x?x?xf64>
}
