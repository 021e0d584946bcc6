// RUN: split-file %s %t
// RUN: dml-opt %t/refused.mlir --dml-verify-feature-level=level=1_0 --verify-diagnostics
// RUN: dml-opt %t/accepted.mlir > %t/before.mlir
// RUN: dml-opt %t/accepted.mlir --dml-verify-feature-level=level=3_1 | diff %t/before.mlir -
//
// On functions it sees what a module has, too.
// RUN: not dml-opt %t/accepted.mlir --pass-pipeline='builtin.module(func.func(dml-verify-feature-level{level=3_0}),func.func(dml-verify-feature-level{level=2_1}))' \
// RUN:   --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=FUNCTION
// FUNCTION: dml-verify-feature-level{level=3_0}
// FUNCTION: dml-verify-feature-level{level=2_1}
// FUNCTION-NOT: asked for 3_0
// FUNCTION: error: 'dml.max_unpooling' op is of feature level 3_0 and later, asked for 2_1 [L1]
//
// Other levels are refused with a list.
// RUN: not dml-opt %t/accepted.mlir --dml-verify-feature-level=level=7_0 2>&1 | FileCheck %s --check-prefix=LATER
// LATER: expected one of 1_0, 2_0, 2_1, 3_0, 3_1, 4_0, 4_1, 5_0, 5_1, 5_2, 6_0, 6_1, 6_2, 6_3, 6_4, given '7_0'
// RUN: not dml-opt %t/accepted.mlir --dml-verify-feature-level=level=3.0 2>&1 | FileCheck %s --check-prefix=SPELLING
// SPELLING: expected one of 1_0, {{.*}}, 6_4, given '3.0'
// RUN: not dml-opt %t/accepted.mlir --dml-verify-feature-level=level= 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: expected one of 1_0, {{.*}}, 6_4, given ''

//--- refused.mlir

// Every operator is told, also in regions, and where its result is not used.
func.func @L1_all_of_a_function(%x: tensor<1x4x1x1xf32>, %c: i1) -> tensor<1x1x2x2xf32> {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 1_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  scf.if %c {
    // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 1_0 [L1]}}
    %z = dml.unfold %y, window_sizes = [2, 2] : (tensor<1x1x2x2xf32>) -> tensor<1x4x1xf32>
  }
  return %y : tensor<1x1x2x2xf32>
}

// An operator of a later level has no types yet: this is L1, not L2.
func.func private @L1_before_L2(%x: tensor<1x4x1x1xf64>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 1_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
  return
}

//--- accepted.mlir

func.func @main(%x: tensor<?x4x?x?xui8>, %v: tensor<1x1x2x2xf16>,
                %i: tensor<1x1x2x2xui32>, %d: f64) -> (tensor<?x1x?x?xui8>, tensor<1x1x3x3xf16>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x?x?xui8>) -> tensor<?x1x?x?xui8>
  %z = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  // Other dialects have no levels.
  %e = arith.addf %d, %d : f64
  return %y, %z : tensor<?x1x?x?xui8>, tensor<1x1x3x3xf16>
}
