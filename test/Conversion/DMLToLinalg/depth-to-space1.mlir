// Three views around one transpose, from one tensor.empty of the result's type.
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not=tensor.empty --implicit-check-not=tensor.pad \
// RUN:       --implicit-check-not=linalg. --implicit-check-not=tensor.cast --implicit-check-not='dml.depth_to_space1 %'

//===----------------------------------------------------------------------===//
// Static sizes. Three output channels, so that a wrong split of the twelve
// shows.
//===----------------------------------------------------------------------===//

// D4: channels are (i, j, c).
// CHECK-LABEL: func @depth_column_row(
// CHECK-SAME:    %[[X:.+]]: tensor<2x12x4x5xf32>
func.func @depth_column_row(%x: tensor<2x12x4x5xf32>) -> tensor<2x3x8x10xf32> {
  // CHECK-NEXT: %[[BLOCKS:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [2, 2, 2, 3, 4, 5] : tensor<2x12x4x5xf32> into tensor<2x2x2x3x4x5xf32>
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2x3x8x10xf32>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [2, 3, 4, 2, 5, 2] : tensor<2x3x8x10xf32> into tensor<2x3x4x2x5x2xf32>
  // CHECK-NEXT: %[[MOVED:.+]] = linalg.transpose ins(%[[BLOCKS]] : tensor<2x2x2x3x4x5xf32>) outs(%[[DEST]] : tensor<2x3x4x2x5x2xf32>) permutation = [0, 3, 4, 1, 5, 2]
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape %[[MOVED]] {{\[\[}}0], [1], [2, 3], [4, 5]] : tensor<2x3x4x2x5x2xf32> into tensor<2x3x8x10xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x12x4x5xf32>) -> tensor<2x3x8x10xf32>
  return %y : tensor<2x3x8x10xf32>
}

// D5: channels are (c, i, j).
// CHECK-LABEL: func @column_row_depth(
// CHECK-SAME:    %[[X:.+]]: tensor<2x12x4x5xi8>
func.func @column_row_depth(%x: tensor<2x12x4x5xui8>) -> tensor<2x3x8x10xui8> {
  // CHECK-NEXT: %[[BLOCKS:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [2, 3, 2, 2, 4, 5] : tensor<2x12x4x5xi8> into tensor<2x3x2x2x4x5xi8>
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2x3x8x10xi8>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [2, 3, 4, 2, 5, 2] : tensor<2x3x8x10xi8> into tensor<2x3x4x2x5x2xi8>
  // CHECK-NEXT: %[[MOVED:.+]] = linalg.transpose ins(%[[BLOCKS]] : tensor<2x3x2x2x4x5xi8>) outs(%[[DEST]] : tensor<2x3x4x2x5x2xi8>) permutation = [0, 1, 4, 2, 5, 3]
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape %[[MOVED]] {{\[\[}}0], [1], [2, 3], [4, 5]] : tensor<2x3x4x2x5x2xi8> into tensor<2x3x8x10xi8>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x12x4x5xui8>) -> tensor<2x3x8x10xui8>
  return %y : tensor<2x3x8x10xui8>
}

// The destination has the inferred sizes; only the users see fewer.
// CHECK-LABEL: func @declared_less_static(
// CHECK-SAME:    %[[X:.+]]: tensor<2x12x4x5xf32>
func.func @declared_less_static(%x: tensor<2x12x4x5xf32>)
    -> tensor<?x3x?x10xf32> {
  // CHECK-NEXT: tensor.expand_shape %[[X]]
  // CHECK-NEXT: tensor.empty() : tensor<2x3x8x10xf32>
  // CHECK-NEXT: tensor.expand_shape
  // CHECK-NEXT: linalg.transpose
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape {{.*}} into tensor<2x3x8x10xf32>
  // CHECK-NEXT: %[[DECLARED:.+]] = tensor.cast %[[Y]] : tensor<2x3x8x10xf32> to tensor<?x3x?x10xf32>
  // CHECK-NEXT: return %[[DECLARED]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x12x4x5xf32>) -> tensor<?x3x?x10xf32>
  return %y : tensor<?x3x?x10xf32>
}

//===----------------------------------------------------------------------===//
// Dynamic sizes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @all_dynamic(
// CHECK-SAME:    %[[X:.+]]: tensor<?x?x?x?xf32>
func.func @all_dynamic(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  // CHECK-DAG:  %[[N:.+]] = tensor.dim %[[X]], %c0
  // CHECK-DAG:  %[[C:.+]] = tensor.dim %[[X]], %c1
  // CHECK-DAG:  %[[H:.+]] = tensor.dim %[[X]], %c2
  // CHECK-DAG:  %[[W:.+]] = tensor.dim %[[X]], %c3
  // CHECK:      %[[CO:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 9)>()[%[[C]]]
  // CHECK-NEXT: %[[HO:.+]] = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%[[H]]]
  // CHECK-NEXT: %[[WO:.+]] = affine.apply affine_map<()[s0] -> (s0 * 3)>()[%[[W]]]
  // CHECK-NEXT: %[[BLOCKS:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [%[[N]], 3, 3, %[[CO]], %[[H]], %[[W]]]
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty(%[[N]], %[[CO]], %[[HO]], %[[WO]]) : tensor<?x?x?x?xf32>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [%[[N]], %[[CO]], %[[H]], 3, %[[W]], 3]
  // CHECK-NEXT: %[[MOVED:.+]] = linalg.transpose ins(%[[BLOCKS]] : tensor<?x3x3x?x?x?xf32>) outs(%[[DEST]] : tensor<?x?x?x3x?x3xf32>) permutation = [0, 3, 4, 1, 5, 2]
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape %[[MOVED]]
  // CHECK-NEXT: return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// What the declared result knows, the input knows once it has been checked.
// CHECK-LABEL: func @declared_more_static(
// CHECK-SAME:    %[[X:.+]]: tensor<?x?x?x?xf32>
func.func @declared_more_static(%x: tensor<?x?x?x?xf32>)
    -> tensor<2x3x8x?xf32> {
  // CHECK-DAG:   %[[W:.+]] = tensor.dim %[[X]], %c3
  // CHECK:       dml.require {{.*}}expected {0}, given 8 [D3, T6]
  // CHECK-NEXT:  %[[KNOWN:.+]] = tensor.cast %[[X]] : tensor<?x?x?x?xf32> to tensor<2x12x4x?xf32>
  // CHECK:       %[[BLOCKS:.+]] = tensor.expand_shape %[[KNOWN]] {{.*}} output_shape [2, 3, 2, 2, 4, %[[W]]] : tensor<2x12x4x?xf32> into tensor<2x3x2x2x4x?xf32>
  // CHECK:       %[[EMPTY:.+]] = tensor.empty(%{{.+}}) : tensor<2x3x8x?xf32>
  // CHECK-NEXT:  %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{.*}} output_shape [2, 3, 4, 2, %[[W]], 2] : tensor<2x3x8x?xf32> into tensor<2x3x4x2x?x2xf32>
  // CHECK-NEXT:  linalg.transpose ins(%[[BLOCKS]] : {{.*}}) outs(%[[DEST]] : {{.*}}) permutation = [0, 1, 4, 2, 5, 3]
  // CHECK-NEXT:  %[[Y:.+]] = tensor.collapse_shape {{.*}} into tensor<2x3x8x?xf32>
  // CHECK-NEXT:  return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<2x3x8x?xf32>
  return %y : tensor<2x3x8x?xf32>
}

// CHECK-LABEL: func @some_declared_some_inferred(
// CHECK-SAME:    %[[X:.+]]: tensor<1x4x?x2xf32>
func.func @some_declared_some_inferred(%x: tensor<1x4x?x2xf32>)
    -> tensor<1x?x6x?xf32> {
  // CHECK:      tensor.cast %[[X]] : tensor<1x4x?x2xf32> to tensor<1x4x3x2xf32>
  // CHECK-NEXT: tensor.expand_shape
  // CHECK-NEXT: tensor.empty() : tensor<1x1x6x4xf32>
  // CHECK-NEXT: tensor.expand_shape
  // CHECK-NEXT: linalg.transpose
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape {{.*}} into tensor<1x1x6x4xf32>
  // CHECK-NEXT: %[[DECLARED:.+]] = tensor.cast %[[Y]] : tensor<1x1x6x4xf32> to tensor<1x?x6x?xf32>
  // CHECK-NEXT: return %[[DECLARED]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x?x2xf32>) -> tensor<1x?x6x?xf32>
  return %y : tensor<1x?x6x?xf32>
}
