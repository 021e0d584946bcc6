// What only run time can check becomes dml.require, in the verifier's words.
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not=dml.require

//===----------------------------------------------------------------------===//
// Static code checks nothing
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @static_code_checks_nothing(
func.func @static_code_checks_nothing(%x: tensor<1x4x2x3xf32>,
    %i: tensor<1x4x2x3xui32>)
    -> (tensor<?x1x4x6xf32>, tensor<1x16x?xf32>, tensor<1x1x9x9xf32>) {
  %a = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x3xf32>) -> tensor<?x1x4x6xf32>
  %b = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<1x4x2x3xf32>) -> tensor<1x16x?xf32>
  %c = dml.max_unpooling %x, %i
      : (tensor<1x4x2x3xf32>, tensor<1x4x2x3xui32>) -> tensor<1x1x9x9xf32>
  return %a, %b, %c
      : tensor<?x1x4x6xf32>, tensor<1x16x?xf32>, tensor<1x1x9x9xf32>
}

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @T2_D2_depth_to_space1(
// CHECK-SAME:    %[[X:.+]]: tensor<2x?x?x3xf32>
func.func @T2_D2_depth_to_space1(%x: tensor<2x?x?x3xf32>)
    -> tensor<2x?x?x9xf32> {
  // CHECK-DAG:  %[[ONE:.+]] = arith.constant 1 : index
  // CHECK-DAG:  %[[NINE:.+]] = arith.constant 9 : index
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-DAG:  %[[C:.+]] = tensor.dim %[[X]], %c1
  // CHECK:      %[[C_OK:.+]] = arith.cmpi sge, %[[C]], %[[ONE]]
  // CHECK-NEXT: dml.require %[[C_OK]], "{{[^ ]*}}runtime-checks.mlir:[[#@LINE+12]]:8: 'dml.depth_to_space1' op dimension 1 of the input: expected at least 1, given {0} [T2]", %[[C]]
  // CHECK-NEXT: %[[H:.+]] = tensor.dim %[[X]], %c2
  // CHECK-NEXT: %[[H_OK:.+]] = arith.cmpi sge, %[[H]], %[[ONE]]
  // CHECK-NEXT: dml.require %[[H_OK]], "{{[^ ]*}} 'dml.depth_to_space1' op dimension 2 of the input: expected at least 1, given {0} [T2]", %[[H]]
  // CHECK-NEXT: %[[REST:.+]] = arith.remui %[[C]], %[[NINE]]
  // CHECK-NEXT: %[[DIVIDES:.+]] = arith.cmpi eq, %[[REST]], %[[ZERO]]
  // CHECK-NEXT: dml.require %[[DIVIDES]], "{{[^ ]*}} 'dml.depth_to_space1' op channels (dimension 1 of the input): expected a multiple of block_size * block_size = 9, given {0} [D2]", %[[C]]
  // The checks come before what relies on them.
  // CHECK-NOT:  arith.cmpi
  // CHECK:      tensor.expand_shape
  // CHECK:      linalg.transpose
  // CHECK:      return
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x?x?x3xf32>) -> tensor<2x?x?x9xf32>
  return %y : tensor<2x?x?x9xf32>
}

// CHECK-LABEL: func @T6_depth_to_space1(
// CHECK-SAME:    %[[X:.+]]: tensor<?x4x2x?xf32>
func.func @T6_depth_to_space1(%x: tensor<?x4x2x?xf32>) -> tensor<5x1x4x6xf32> {
  // CHECK-DAG:  %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK-DAG:  %[[SIX:.+]] = arith.constant 6 : index
  // CHECK-DAG:  %[[N:.+]] = tensor.dim %[[X]], %c0
  // CHECK:      dml.require {{.*}} dimension 0 of the input: {{.*}} [T2]", %[[N]]
  // CHECK:      %[[W:.+]] = tensor.dim %[[X]], %c3
  // CHECK:      dml.require {{.*}} dimension 3 of the input: {{.*}} [T2]", %[[W]]
  // CHECK:      %[[WO:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%[[W]]]
  // CHECK-NEXT: %[[N_OK:.+]] = arith.cmpi eq, %[[N]], %[[FIVE]]
  // CHECK-NEXT: dml.require %[[N_OK]], "{{[^ ]*}} 'dml.depth_to_space1' op dimension 0 of the result: expected {0}, given 5 [D3, T6]", %[[N]]
  // CHECK-NEXT: %[[W_OK:.+]] = arith.cmpi eq, %[[WO]], %[[SIX]]
  // CHECK-NEXT: dml.require %[[W_OK]], "{{[^ ]*}} 'dml.depth_to_space1' op dimension 3 of the result: expected {0}, given 6 [D3, T6]", %[[WO]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x2x?xf32>) -> tensor<5x1x4x6xf32>
  return %y : tensor<5x1x4x6xf32>
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

// The dilated window of 5 has to fit into the size plus the padding of 2.
// CHECK-LABEL: func @T2_F3_unfold(
// CHECK-SAME:    %[[X:.+]]: tensor<2x1x?xf32>
func.func @T2_F3_unfold(%x: tensor<2x1x?xf32>) -> tensor<2x3x?xf32> {
  // CHECK-DAG:  %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK-DAG:  %[[LIMIT:.+]] = arith.constant 715827882 : index
  // CHECK:      %[[S:.+]] = tensor.dim %[[X]], %c2
  // CHECK:      dml.require {{.*}} 'dml.unfold' op dimension 2 of the input: expected at least 1, given {0} [T2]", %[[S]]
  // CHECK-NEXT: %[[PADDED:.+]] = affine.apply affine_map<()[s0] -> (s0 + 2)>()[%[[S]]]
  // CHECK-NEXT: %[[FITS:.+]] = arith.cmpi sge, %[[PADDED]], %[[FIVE]]
  // CHECK-NEXT: dml.require %[[FITS]], "{{[^ ]*}} 'dml.unfold' op padded size of dimension 2 of the input: expected at least 5 (the dilated window), given {0} [F3]", %[[PADDED]]
  // CHECK-NEXT: %[[BLOCKS:.+]] = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%[[S]]]
  // CHECK-NEXT: %[[FEW:.+]] = arith.cmpi ule, %[[BLOCKS]], %[[LIMIT]]
  // CHECK-NEXT: dml.require %[[FEW]], "{{[^ ]*}} 'dml.unfold' op elements of the result: expected at most 4294967295, given {0}x{1}x{2}x{3} [T2]", %c2, %c1, %c3, %[[BLOCKS]]
  %y = dml.unfold %x, window_sizes = [3], dilations = [2], start_padding = [1],
      end_padding = [1] : (tensor<2x1x?xf32>) -> tensor<2x3x?xf32>
  return %y : tensor<2x3x?xf32>
}

// Every factor is compared with what the ones before it leave of the limit, so
// that no product wraps unseen.
// CHECK-LABEL: func @T2_element_count_without_overflow(
// CHECK-SAME:    %[[X:.+]]: tensor<?x?x8xf32>
func.func @T2_element_count_without_overflow(%x: tensor<?x?x8xf32>)
    -> tensor<?x?x4xf32> {
  // CHECK-DAG:  %[[LIMIT:.+]] = arith.constant 4294967295 : index
  // CHECK:      dml.require {{.*}} dimension 0 of the input: {{.*}} [T2]", %[[N:.+]]{{$}}
  // CHECK:      dml.require {{.*}} dimension 1 of the input: {{.*}} [T2]", %[[C:.+]]{{$}}
  // CHECK-NEXT: %[[N_FITS:.+]] = arith.cmpi ule, %[[N]], %[[LIMIT]]
  // CHECK-NEXT: %[[DIVISOR:.+]] = arith.maxui %[[N]], %c1
  // CHECK-NEXT: %[[LEFT:.+]] = arith.divui %[[LIMIT]], %[[DIVISOR]]
  // CHECK-NEXT: %[[C_FITS:.+]] = arith.cmpi ule, %[[C]], %[[LEFT]]
  // CHECK-NEXT: %[[BOTH:.+]] = arith.andi %[[N_FITS]], %[[C_FITS]]
  // CHECK:      %[[ALL:.+]] = arith.andi
  // CHECK:      dml.require {{.*}} elements of the result: expected at most 4294967295, given {0}x{1}x{2}x{3} [T2]", %[[N]], %[[C]], %c2, %c4
  %y = dml.unfold %x, window_sizes = [2], strides = [2]
      : (tensor<?x?x8xf32>) -> tensor<?x?x4xf32>
  return %y : tensor<?x?x4xf32>
}

// CHECK-LABEL: func @T6_unfold(
func.func @T6_unfold(%x: tensor<?x?x?x4xf32>) -> tensor<1x2x8x9xf32> {
  // CHECK:      dml.require {{.*}} dimension 0 of the input: {{.*}} [T2]", %[[N:.+]]{{$}}
  // CHECK:      dml.require {{.*}} dimension 1 of the input: {{.*}} [T2]", %[[C:.+]]{{$}}
  // CHECK:      dml.require {{.*}} dimension 2 of the input: {{.*}} [T2]", %[[H:.+]]{{$}}
  // CHECK:      dml.require {{.*}} (the dilated window), given {0} [F3]", %[[H]]{{$}}
  // CHECK:      dml.require {{.*}} elements of the result: {{.*}} [T2]"
  // CHECK:      %[[CK:.+]] = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%[[C]]]
  // CHECK:      %[[L:.+]] = affine.apply affine_map<()[s0] -> (s0 * 3 - 3)>()[%[[H]]]
  // CHECK:      %[[N_OK:.+]] = arith.cmpi eq, %[[N]], %c2
  // CHECK-NEXT: dml.require %[[N_OK]], "{{[^ ]*}} 'dml.unfold' op dimension 1 of the result: expected {0}, given 2 [F4, T6]", %[[N]]
  // CHECK:      %[[CK_OK:.+]] = arith.cmpi eq, %[[CK]], %c8
  // CHECK-NEXT: dml.require %[[CK_OK]], "{{[^ ]*}} 'dml.unfold' op dimension 2 of the result: expected {0}, given 8 [F4, T6]", %[[CK]]
  // CHECK:      %[[L_OK:.+]] = arith.cmpi eq, %[[L]], %c9
  // CHECK-NEXT: dml.require %[[L_OK]], "{{[^ ]*}} 'dml.unfold' op dimension 3 of the result: expected {0}, given 9 [F2, T6]", %[[L]]
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x4xf32>) -> tensor<1x2x8x9xf32>
  return %y : tensor<1x2x8x9xf32>
}

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

// A dimension that only one of the two leaves open is compared as well.
// CHECK-LABEL: func @T2_U1_max_unpooling(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<?x2x1x?xf32>, %[[I:[a-z0-9]+]]: tensor<1x?x1x?xi64>
func.func @T2_U1_max_unpooling(%v: tensor<?x2x1x?xf32>,
    %i: tensor<1x?x1x?xui64>) -> tensor<1x1x2x2xf32> {
  // CHECK:      %[[N:.+]] = tensor.dim %[[V]], %c0
  // CHECK:      dml.require {{.*}} 'dml.max_unpooling' op dimension 0 of the values: expected at least 1, given {0} [T2]", %[[N]]
  // CHECK:      %[[W:.+]] = tensor.dim %[[V]], %c3
  // CHECK:      dml.require {{.*}} 'dml.max_unpooling' op dimension 3 of the values: expected at least 1, given {0} [T2]", %[[W]]
  // CHECK-NEXT: %[[N_OK:.+]] = arith.cmpi eq, %[[N]], %c1
  // CHECK-NEXT: dml.require %[[N_OK]], "{{[^ ]*}} 'dml.max_unpooling' op dimension 0 of the indices: expected {0} as in the values, given {1} [U1]", %[[N]], %c1
  // CHECK-NEXT: %[[C:.+]] = tensor.dim %[[I]], %c1
  // CHECK-NEXT: %[[C_OK:.+]] = arith.cmpi eq, %[[C]], %c2
  // CHECK-NEXT: dml.require %[[C_OK]], "{{[^ ]*}} 'dml.max_unpooling' op dimension 1 of the indices: expected {0} as in the values, given {1} [U1]", %c2, %[[C]]
  // CHECK-NEXT: %[[WI:.+]] = tensor.dim %[[I]], %c3
  // CHECK-NEXT: %[[W_OK:.+]] = arith.cmpi eq, %[[W]], %[[WI]]
  // CHECK-NEXT: dml.require %[[W_OK]], "{{[^ ]*}} 'dml.max_unpooling' op dimension 3 of the indices: expected {0} as in the values, given {1} [U1]", %[[W]], %[[WI]]
  %y = dml.max_unpooling %v, %i
      : (tensor<?x2x1x?xf32>, tensor<1x?x1x?xui64>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// CHECK-LABEL: func @T2_output_sizes(
// CHECK-SAME:    %[[H:[a-z0-9]+]]: index
func.func @T2_output_sizes(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>,
    %h: index) -> tensor<2x1x?x3xf32> {
  // CHECK:      %[[H_OK:.+]] = arith.cmpi sge, %[[H]], %c1
  // CHECK-NEXT: dml.require %[[H_OK]], "{{[^ ]*}} 'dml.max_unpooling' op dimension 2 of the result: expected at least 1, given {0} [T2]", %[[H]]
  // CHECK:      dml.require {{.*}} 'dml.max_unpooling' op elements of the result: expected at most 4294967295, given {0}x{1}x{2}x{3} [T2]", %c2, %c1, %[[H]], %c3
  %y = dml.max_unpooling %v, %i, output_sizes(%h)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<2x1x?x3xf32>
  return %y : tensor<2x1x?x3xf32>
}

// What the input and the declared result know together may be too large.
// CHECK-LABEL: func @T2_of_both(
// CHECK:         dml.require {{.*}} dimension 0 of the input
// CHECK:         dml.require {{.*}} elements of the result
// CHECK:         dml.require {{.*}} dimension 0 of the result
// CHECK:         dml.require %false, "{{.*}} 'dml.unfold' op {{.*}} [T2]"
// CHECK-NEXT:    {{.*}}tensor.empty
func.func @T2_of_both(%x: tensor<?x65536x2x1xi8>) -> tensor<65536x?x?xi8> {
  %y = dml.unfold %x, window_sizes = [2, 1]
      : (tensor<?x65536x2x1xi8>) -> tensor<65536x?x?xi8>
  return %y : tensor<65536x?x?xi8>
}
