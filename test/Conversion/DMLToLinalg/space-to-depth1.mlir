// Three views around one transpose, from one tensor.empty of the result's type.
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not=tensor.empty --implicit-check-not=tensor.pad \
// RUN:       --implicit-check-not=linalg. --implicit-check-not=tensor.cast --implicit-check-not='dml.space_to_depth1 %'

// S4: channels are (i, j, c).
// CHECK-LABEL: func @depth_column_row(
// CHECK-SAME:    %[[X:.+]]: tensor<2x3x8x10xf32>
func.func @depth_column_row(%x: tensor<2x3x8x10xf32>) -> tensor<2x12x4x5xf32> {
  // CHECK-NEXT: %[[BLOCKS:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3], [4, 5]] output_shape [2, 3, 4, 2, 5, 2] : tensor<2x3x8x10xf32> into tensor<2x3x4x2x5x2xf32>
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2x12x4x5xf32>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1, 2, 3], [4], [5]] output_shape [2, 2, 2, 3, 4, 5] : tensor<2x12x4x5xf32> into tensor<2x2x2x3x4x5xf32>
  // CHECK-NEXT: %[[MOVED:.+]] = linalg.transpose ins(%[[BLOCKS]] : tensor<2x3x4x2x5x2xf32>) outs(%[[DEST]] : tensor<2x2x2x3x4x5xf32>) permutation = [0, 3, 5, 1, 2, 4]
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape %[[MOVED]] {{\[\[}}0], [1, 2, 3], [4], [5]] : tensor<2x2x2x3x4x5xf32> into tensor<2x12x4x5xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<2x3x8x10xf32>) -> tensor<2x12x4x5xf32>
  return %y : tensor<2x12x4x5xf32>
}

// S4: channels are (c, i, j).
// CHECK-LABEL: func @column_row_depth(
// CHECK-SAME:    %[[X:.+]]: tensor<2x3x8x10xi8>
func.func @column_row_depth(%x: tensor<2x3x8x10xui8>) -> tensor<2x12x4x5xui8> {
  // CHECK:      tensor.empty() : tensor<2x12x4x5xi8>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape {{.*}} into tensor<2x3x2x2x4x5xi8>
  // CHECK-NEXT: linalg.transpose {{.*}} outs(%[[DEST]] : tensor<2x3x2x2x4x5xi8>) permutation = [0, 1, 3, 5, 2, 4]
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x3x8x10xui8>) -> tensor<2x12x4x5xui8>
  return %y : tensor<2x12x4x5xui8>
}

// Height and width are checked when the function runs (S2).
// CHECK-LABEL: func @dynamic(
// CHECK:         dml.require %{{.+}}, "{{.*}}'dml.space_to_depth1' op height (dimension 2 of the input): expected a multiple of block_size = 2, given {0} [S2]"
// CHECK:         dml.require %{{.+}}, "{{.*}}'dml.space_to_depth1' op width (dimension 3 of the input): expected a multiple of block_size = 2, given {0} [S2]"
// CHECK:         tensor.empty({{.*}}) : tensor<?x?x?x?xf32>
// CHECK:         linalg.transpose
func.func @dynamic(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}
