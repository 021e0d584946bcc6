// The function that is run, and those that it calls, are checked before anything
// is compiled, on every device, in the words of dml-verify-feature-level.
//
// RUN: not dml-run %s --function=L1_unpooled --feature-level=2_1 2>&1 | FileCheck %s --check-prefix=OPERATOR
// OPERATOR: feature-level.mlir:[[#]]:8: error: 'dml.max_unpooling' op is of feature level 3_0 and later, asked for 2_1 [L1]
// OPERATOR: dml-run: error: --feature-level: @L1_unpooled uses what is not in 2_1
// RUN: sh -c 'dml-run %s --function=L1_unpooled --feature-level=2_1 2> /dev/null; test $? -eq 2'
// RUN: dml-run %s --function=L1_unpooled --feature-level=3_0 --input='1x1x1x2xf32=5 6' --input='1x1x1x2xui32=3 0' \
// RUN:   --expected-output='1x1x2x2xf32=6 0 0 5'
//
// Both, the callee's too, and on other devices.
// RUN: not dml-run %s --function=L2_called --feature-level=4_1 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not dml-run %s --function=L2_called --feature-level=4_1 --device=reference 2>&1 | FileCheck %s --check-prefix=TYPE
// RUN: not dml-run %s --function=L2_called --feature-level=4_1 --device=vulkan 2>&1 | FileCheck %s --check-prefix=TYPE
// TYPE: 'dml.depth_to_space1' op element type f64 is of feature level 5_0 and later, asked for 4_1 [L2]
// TYPE: 'dml.max_unpooling' op index type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]
// TYPE: dml-run: error: --feature-level: @L2_called uses what is not in 4_1
//
// Functions that are not called may be of any level; so may all by default.
// RUN: dml-run %s --function=shuffled --feature-level=2_1 --input=1x4x1x1xf32=iota --expected-output=1x1x2x2xf32=iota
// RUN: dml-run %s --function=columns --input=1x1x3xf32=iota --expected-output='1x2x2xf32=0 1 1 2'
//
// RUN: sh -c 'dml-run %s --feature-level=6_5 2>&1; test $? -eq 2' | FileCheck %s --check-prefix=LEVEL
// LEVEL: for the --feature-level option: expected one of 1_0, 2_0, 2_1, 3_0, 3_1, 4_0, 4_1, 5_0, 5_1, 5_2, 6_0, 6_1, 6_2, 6_3, 6_4, given '6_5'

func.func @L1_unpooled(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

func.func @L2_called(%x: tensor<1x4x1x1xf64>, %v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui64>)
    -> (tensor<1x1x2x2xf64>, tensor<1x1x2x2xf32>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
  %z = call @callee(%v, %i) : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xf32>
  return %y, %z : tensor<1x1x2x2xf64>, tensor<1x1x2x2xf32>
}

func.func private @callee(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

func.func @shuffled(%x: tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

func.func @columns(%x: tensor<1x1x3xf32>) -> tensor<1x2x2xf32> {
  %y = dml.unfold %x, window_sizes = [2] : (tensor<1x1x3xf32>) -> tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}
