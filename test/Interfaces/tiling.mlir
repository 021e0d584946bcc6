// RUN: dml-opt %s --split-input-file --transform-interpreter --canonicalize --cse --mlir-print-local-scope | FileCheck %s

// A tile is the same operator on a slice of the input.

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x8x6x8xf32>
// CHECK:       scf.forall (%[[I:.+]], %[[J:.+]]) in (2, 2)
// CHECK-DAG:     %[[H:.+]] = affine.apply affine_map<(d0) -> (d0 * 3)>(%[[I]])
// CHECK-DAG:     %[[W:.+]] = affine.apply affine_map<(d0) -> (d0 * 4)>(%[[J]])
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[X]][0, 0, %[[H]], %[[W]]] [2, 8, 3, 4] [1, 1, 1, 1]
// CHECK:         %[[TILE:.+]] = dml.depth_to_space1 %[[SLICE]], block_size = 2, order = depth_column_row : (tensor<2x8x3x4xf32>) -> tensor<2x2x6x8xf32>
// CHECK-DAG:     %[[ROW:.+]] = affine.apply affine_map<(d0) -> (d0 * 6)>(%[[I]])
// CHECK-DAG:     %[[COLUMN:.+]] = affine.apply affine_map<(d0) -> (d0 * 8)>(%[[J]])
// CHECK:         tensor.parallel_insert_slice %[[TILE]] into %{{.+}}[0, 0, %[[ROW]], %[[COLUMN]]] [2, 2, 6, 8] [1, 1, 1, 1]
module attributes {transform.with_named_sequence} {
  func.func @depth_to_space1(%x: tensor<2x8x6x8xf32>) -> tensor<2x2x12x16xf32> {
    %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<2x8x6x8xf32>) -> tensor<2x2x12x16xf32>
    return %y : tensor<2x2x12x16xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["dml.depth_to_space1"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_forall %op tile_sizes [0, 0, 3, 4]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// In the order depth_column_row, the channels of a tile are no neighbours.

// CHECK-LABEL: func @channels(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x24x1x1xi8>
// CHECK:       scf.for %[[C:.+]] = %c0 to %c6 step %c2
// CHECK:         %[[PARTS:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2], [3], [4]] output_shape [1, 4, 6, 1, 1]
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[PARTS]][0, 0, %[[C]], 0, 0] [1, 4, 2, 1, 1]
// CHECK:         %[[INPUT:.+]] = tensor.collapse_shape %[[SLICE]] {{\[\[}}0], [1, 2], [3], [4]] : tensor<1x4x2x1x1xi8> into tensor<1x8x1x1xi8>
// CHECK:         dml.depth_to_space1 %[[INPUT]], block_size = 2, order = depth_column_row : (tensor<1x8x1x1xi8>) -> tensor<1x2x2x2xi8>
module attributes {transform.with_named_sequence} {
  func.func @channels(%x: tensor<1x24x1x1xi8>) -> tensor<1x6x2x2xi8> {
    %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<1x24x1x1xi8>) -> tensor<1x6x2x2xi8>
    return %y : tensor<1x6x2x2xi8>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["dml.depth_to_space1"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// Without padding, the windows of a slice are those of the tile. What only run time
// knows of all sizes is checked before the loop: a tile would not notice rows that
// are left over.

// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x10x7xf32>
// CHECK:       scf.for %[[B:.+]] = %c0 to %c4 step %c2
// CHECK:         %[[ROW:.+]] = affine.apply affine_map<(d0) -> (d0 * 2)>(%[[B]])
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[X]][0, 0, %[[ROW]], 0] [1, 2, 5, 7]
// CHECK:         %[[TILE:.+]] = dml.unfold %[[SLICE]], window_sizes = [3, 3], strides = [2, 1], {{.*}} : (tensor<1x2x5x7xf32>) -> tensor<1x18x10xf32>
// CHECK:         %[[COLUMN:.+]] = affine.apply affine_map<(d0) -> (d0 * 5)>(%[[B]])
// CHECK:         tensor.insert_slice %[[TILE]] into %{{.+}}[0, 0, %[[COLUMN]]] [1, 18, 10]

// CHECK-LABEL: func @space_to_depth1_dynamic(
// CHECK:         dml.require %{{.+}}, "{{.*}}S2]"
// CHECK:       scf.for
// CHECK:         dml.space_to_depth1
module attributes {transform.with_named_sequence} {
  func.func @unfold(%x: tensor<1x2x10x7xf32>) -> tensor<1x18x20xf32> {
    %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 1]
        : (tensor<1x2x10x7xf32>) -> tensor<1x18x20xf32>
    return %y : tensor<1x18x20xf32>
  }
  func.func @space_to_depth1_dynamic(%x: tensor<1x2x?x4xf32>) -> tensor<1x8x?x2xf32> {
    %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
        : (tensor<1x2x?x4xf32>) -> tensor<1x8x?x2xf32>
    return %y : tensor<1x8x?x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["dml.unfold", "dml.space_to_depth1"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 2]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// The padding is an attribute and stays: the tile is among the windows of its
// slice, some of which read padding where there is none.

// CHECK-LABEL: func @padded(
// CHECK:       scf.for %[[B:.+]] = %c0 to %c9 step %c3
// CHECK-DAG:     %[[SLOT:.+]] = affine.max affine_map<(d0) -> (0, d0 - 1)>(%[[B]])
// CHECK-DAG:     %[[TO:.+]] = affine.min affine_map<(d0) -> (9, d0 + 4)>(%[[B]])
// CHECK:         %[[SIZE:.+]] = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%[[TO]], %[[SLOT]])
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %{{.+}}[0, 0, %[[SLOT]]] [1, 1, %[[SIZE]]]
// CHECK:         %[[WINDOWS:.+]] = dml.unfold %[[SLICE]], window_sizes = [3], strides = [1], dilations = [1], start_padding = [1], end_padding = [1] : (tensor<1x1x?xf32>) -> tensor<1x3x?xf32>
// CHECK:         %[[FIRST:.+]] = affine.apply affine_map<(d0, d1) -> (d0 - d1)>(%[[B]], %[[SLOT]])
// CHECK:         %[[TILE:.+]] = tensor.extract_slice %[[WINDOWS]][0, 0, %[[FIRST]]] [1, 3, 3]
// CHECK:         tensor.insert_slice %[[TILE]] into %{{.+}}[0, 0, %[[B]]] [1, 3, 3]
module attributes {transform.with_named_sequence} {
  func.func @padded(%x: tensor<1x1x9xf32>) -> tensor<1x3x9xf32> {
    %y = dml.unfold %x, window_sizes = [3], start_padding = [1], end_padding = [1]
        : (tensor<1x1x9xf32>) -> tensor<1x3x9xf32>
    return %y : tensor<1x3x9xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["dml.unfold"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [0, 0, 3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}

// -----

// An operator is computed where its result is read: as the tile that covers the
// slice, which begins before it here.

// CHECK-LABEL: func @producers(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x1x16x4xf32>
// CHECK:       scf.for %[[H:.+]] = %c0 to %c8 step %c3
// CHECK:         tensor.extract_slice %[[X]]
// CHECK:         dml.space_to_depth1
// CHECK:         %[[COVER:.+]] = dml.depth_to_space1
// CHECK:         %[[PART:.+]] = tensor.extract_slice %[[COVER]]
// CHECK:         linalg.generic {{.*}} ins(%[[PART]]
// CHECK:         tensor.insert_slice
module attributes {transform.with_named_sequence} {
  func.func @producers(%x: tensor<1x1x16x4xf32>, %e: tensor<1x4x8x2xf32>) -> tensor<1x4x8x2xf32> {
    %s = dml.space_to_depth1 %x, block_size = 4, order = column_row_depth
        : (tensor<1x1x16x4xf32>) -> tensor<1x16x4x1xf32>
    %y = dml.depth_to_space1 %s, block_size = 2, order = column_row_depth
        : (tensor<1x16x4x1xf32>) -> tensor<1x4x8x2xf32>
    %z = linalg.generic {
        indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                         affine_map<(n, c, h, w) -> (n, c, h, w)>],
        iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
        ins(%y : tensor<1x4x8x2xf32>) outs(%e : tensor<1x4x8x2xf32>) {
    ^bb0(%a: f32, %b: f32):
      %n = arith.negf %a : f32
      linalg.yield %n : f32
    } -> tensor<1x4x8x2xf32>
    return %z : tensor<1x4x8x2xf32>
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["linalg.generic"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.fuse %op tile_sizes [0, 0, 3]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
