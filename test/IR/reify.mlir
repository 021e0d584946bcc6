// RUN: dml-opt %s --resolve-ranked-shaped-type-result-dims --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: dml-opt %s --resolve-shaped-type-result-dims --canonicalize --cse --mlir-print-local-scope | FileCheck %s

// One value for each dimension of the declared result, from the operands alone.

// CHECK-LABEL: func @depth(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
// CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:   %[[XC:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[C:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 9)>()[%[[XC]]]
// CHECK-DAG:   %[[XH:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[H:.+]] = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%[[XH]]]
// CHECK-DAG:   %[[XW:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[W:.+]] = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%[[XW]]]
// CHECK:       return %[[N]], %[[C]], %[[H]], %[[W]]
func.func @depth(%x: tensor<?x?x?x?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<?x?x?x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<?x?x?x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<?x?x?x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<?x?x?x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// What the declared type knows is a constant.
// CHECK-LABEL: func @depth_partly_static(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x8x?x3xf32>
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C5:.+]] = arith.constant 5 : index
// CHECK-DAG:   %[[C6:.+]] = arith.constant 6 : index
// CHECK-DAG:   %[[XH:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[H:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%[[XH]]]
// CHECK:       return %[[C5]], %[[C2]], %[[H]], %[[C6]]
func.func @depth_partly_static(%x: tensor<?x8x?x3xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x8x?x3xf32>) -> tensor<5x?x?x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<5x?x?x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<5x?x?x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<5x?x?x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<5x?x?x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// CHECK-LABEL: func @unpooling(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
// CHECK-DAG:   %[[C7:.+]] = arith.constant 7 : index
// CHECK-DAG:   %[[C9:.+]] = arith.constant 9 : index
// CHECK:       return %[[N]], %[[C7]], %[[C9]], %[[W]]
func.func @unpooling(%v: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xui32>, %n: index, %w: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.max_unpooling %v, %i, output_sizes(%n, %w)
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<?x7x9x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<?x7x9x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<?x7x9x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<?x7x9x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<?x7x9x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// (H+3-5)/2+1 = H/2 windows down, W-5+1 across.
// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
// CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:   %[[C:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[ROWS:.+]] = affine.apply affine_map<()[s0] -> (s0 * 6)>()[%[[C]]]
// CHECK-DAG:   %[[H:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[W:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[L:.+]] = affine.apply affine_map<()[s0, s1] -> ((s0 floordiv 2) * (s1 - 4))>()[%[[H]], %[[W]]]
// CHECK:       return %[[N]], %[[ROWS]], %[[L]]
func.func @unfold(%x: tensor<?x?x?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = dml.unfold %x, window_sizes = [3, 2], strides = [2, 1], dilations = [2, 4], start_padding = [1, 0], end_padding = [2, 0]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<?x?x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<?x?x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<?x?x?xf32>
  return %d0, %d1, %d2 : index, index, index
}

// CHECK-LABEL: func @unfold_leading_ones(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?x?xf32>
// CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[C4:.+]] = arith.constant 4 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:   %[[C:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[ROWS:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%[[C]]]
// CHECK-DAG:   %[[A:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[B:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[D:.+]] = tensor.dim %[[X]], %[[C4]]
// CHECK-DAG:   %[[L:.+]] = affine.apply affine_map<()[s0, s1, s2] -> (((s2 - 1) * s0) * s1)>()[%[[B]], %[[D]], %[[A]]]
// CHECK:       return %[[C1]], %[[C1]], %[[N]], %[[ROWS]], %[[L]]
func.func @unfold_leading_ones(%x: tensor<?x?x?x?x?xf32>) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %y = dml.unfold %x, window_sizes = [2, 1, 1]
      : (tensor<?x?x?x?x?xf32>) -> tensor<1x1x?x?x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<1x1x?x?x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<1x1x?x?x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<1x1x?x?x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<1x1x?x?x?xf32>
  %d4 = tensor.dim %y, %c4 : tensor<1x1x?x?x?xf32>
  return %d0, %d1, %d2, %d3, %d4 : index, index, index, index, index
}

// CHECK-LABEL: func @unfold_partly_static(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x5x?xf32>
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[C7:.+]] = arith.constant 7 : index
// CHECK-DAG:   %[[C8:.+]] = arith.constant 8 : index
// CHECK-DAG:   %[[W:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[L:.+]] = affine.apply affine_map<()[s0] -> (s0 * 4 - 4)>()[%[[W]]]
// CHECK:       return %[[C1]], %[[C7]], %[[C8]], %[[L]]
func.func @unfold_partly_static(%x: tensor<?x2x5x?xf32>) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x2x5x?xf32>) -> tensor<1x7x?x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<1x7x?x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<1x7x?x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<1x7x?x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<1x7x?x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}

// The windows need not be counted where the declared type knows their number.
// CHECK-LABEL: func @unfold_declared_blocks(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
// CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C12:.+]] = arith.constant 12 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:   %[[C:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[ROWS:.+]] = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%[[C]]]
// CHECK:       return %[[N]], %[[ROWS]], %[[C12]]
func.func @unfold_declared_blocks(%x: tensor<?x?x?x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x12xf32>
  %d0 = tensor.dim %y, %c0 : tensor<?x?x12xf32>
  %d1 = tensor.dim %y, %c1 : tensor<?x?x12xf32>
  %d2 = tensor.dim %y, %c2 : tensor<?x?x12xf32>
  return %d0, %d1, %d2 : index, index, index
}

// Both results have the sizes of the windows: (H+3-5)/2+1 = H/2, W-1, and D/3
// where the window of 1 steps by 3.
// CHECK-LABEL: func @pooling(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?x?xf32>
// CHECK-DAG:   %[[C0:.+]] = arith.constant 0 : index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[C4:.+]] = arith.constant 4 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C0]]
// CHECK-DAG:   %[[C:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[A:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[H:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%[[A]]]
// CHECK-DAG:   %[[B:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[W:.+]] = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%[[B]]]
// CHECK-DAG:   %[[E:.+]] = tensor.dim %[[X]], %[[C4]]
// CHECK-DAG:   %[[D:.+]] = affine.apply affine_map<()[s0] -> ((s0 - 1) floordiv 3 + 1)>()[%[[E]]]
// CHECK:       return %[[N]], %[[C]], %[[H]], %[[W]], %[[D]], %[[N]], %[[C]], %[[H]], %[[W]], %[[D]]
func.func @pooling(%x: tensor<?x?x?x?x?xf32>) -> (index, index, index, index, index, index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 2, 1], strides = [2, 1, 3], dilations = [2, 1, 7], start_padding = [1, 0, 0], end_padding = [2, 0, 0]
      : (tensor<?x?x?x?x?xf32>) -> (tensor<?x?x?x?x?xf32>, tensor<?x?x?x?x?xui32>)
  %d0 = tensor.dim %v, %c0 : tensor<?x?x?x?x?xf32>
  %d1 = tensor.dim %v, %c1 : tensor<?x?x?x?x?xf32>
  %d2 = tensor.dim %v, %c2 : tensor<?x?x?x?x?xf32>
  %d3 = tensor.dim %v, %c3 : tensor<?x?x?x?x?xf32>
  %d4 = tensor.dim %v, %c4 : tensor<?x?x?x?x?xf32>
  %e0 = tensor.dim %i, %c0 : tensor<?x?x?x?x?xui32>
  %e1 = tensor.dim %i, %c1 : tensor<?x?x?x?x?xui32>
  %e2 = tensor.dim %i, %c2 : tensor<?x?x?x?x?xui32>
  %e3 = tensor.dim %i, %c3 : tensor<?x?x?x?x?xui32>
  %e4 = tensor.dim %i, %c4 : tensor<?x?x?x?x?xui32>
  return %d0, %d1, %d2, %d3, %d4, %e0, %e1, %e2, %e3, %e4 : index, index, index, index, index, index, index, index, index, index
}

// Each result knows what its own type declares.
// CHECK-LABEL: func @pooling_partly_static(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x5x?xf32>
// CHECK-DAG:   %[[C3:.+]] = arith.constant 3 : index
// CHECK-DAG:   %[[C7:.+]] = arith.constant 7 : index
// CHECK-DAG:   %[[C9:.+]] = arith.constant 9 : index
// CHECK-DAG:   %[[X3:.+]] = tensor.dim %[[X]], %[[C3]]
// CHECK-DAG:   %[[W:.+]] = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%[[X3]]]
// CHECK:       return %[[C7]], %[[W]], %[[C9]]
func.func @pooling_partly_static(%x: tensor<?x2x5x?xf32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<?x2x5x?xf32>) -> (tensor<7x?x?x?xf32>, tensor<?x?x?x9xui64>)
  %d0 = tensor.dim %v, %c0 : tensor<7x?x?x?xf32>
  %d3 = tensor.dim %v, %c3 : tensor<7x?x?x?xf32>
  %e3 = tensor.dim %i, %c3 : tensor<?x?x?x9xui64>
  return %d0, %d3, %e3 : index, index, index
}

// N is the input's, C is its rows by the elements of the window; the rest is
// the user's.
// CHECK-LABEL: func @fold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x?x?x?xf32>, %[[W:[a-z0-9]+]]: index
// CHECK-DAG:   %[[C1:.+]] = arith.constant 1 : index
// CHECK-DAG:   %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:   %[[C7:.+]] = arith.constant 7 : index
// CHECK-DAG:   %[[N:.+]] = tensor.dim %[[X]], %[[C1]]
// CHECK-DAG:   %[[ROWS:.+]] = tensor.dim %[[X]], %[[C2]]
// CHECK-DAG:   %[[C:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 6)>()[%[[ROWS]]]
// CHECK:       return %[[N]], %[[C]], %[[C7]], %[[W]]
func.func @fold(%x: tensor<1x?x?x?xf32>, %w: index) -> (index, index, index, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.fold %x, window_sizes = [3, 2], strides = [2, 1], output_sizes(%w)
      : (tensor<1x?x?x?xf32>) -> tensor<?x?x7x?xf32>
  %d0 = tensor.dim %y, %c0 : tensor<?x?x7x?xf32>
  %d1 = tensor.dim %y, %c1 : tensor<?x?x7x?xf32>
  %d2 = tensor.dim %y, %c2 : tensor<?x?x7x?xf32>
  %d3 = tensor.dim %y, %c3 : tensor<?x?x7x?xf32>
  return %d0, %d1, %d2, %d3 : index, index, index, index
}
