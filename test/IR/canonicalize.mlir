// RUN: dml-opt %s --canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// Block size 1
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @block_size_one(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x3x?x5xf32>
func.func @block_size_one(%x: tensor<?x3x?x5xf32>) -> tensor<?x3x?x5xf32> {
  // CHECK-NEXT: return %[[X]]
  %y = dml.depth_to_space1 %x, block_size = 1, order = column_row_depth
      : (tensor<?x3x?x5xf32>) -> tensor<?x3x?x5xf32>
  return %y : tensor<?x3x?x5xf32>
}

// A declared size that is not inferred is a check (T6) and must stay.
// CHECK-LABEL: func @block_size_one_with_a_check(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x3x?x5xf32>
func.func @block_size_one_with_a_check(%x: tensor<?x3x?x5xf32>)
    -> tensor<2x3x?x5xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.depth_to_space1 %[[X]], block_size = 1, {{.*}} -> tensor<2x3x?x5xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 1, order = column_row_depth
      : (tensor<?x3x?x5xf32>) -> tensor<2x3x?x5xf32>
  return %y : tensor<2x3x?x5xf32>
}

// CHECK-LABEL: func @block_size_two_stays(
func.func @block_size_two_stays(%x: tensor<1x4x1x1xf32>)
    -> tensor<1x1x2x2xf32> {
  // CHECK-NEXT: dml.depth_to_space1
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

//===----------------------------------------------------------------------===//
// Identity unfold
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @identity_unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x4x5xf32>
func.func @identity_unfold(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x20xf32> {
  // CHECK-NEXT: %[[Y:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<2x3x20xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.unfold %x, window_sizes = [1, 1]
      : (tensor<2x3x4x5xf32>) -> tensor<2x3x20xf32>
  return %y : tensor<2x3x20xf32>
}

// CHECK-LABEL: func @identity_unfold_of_one_dimension(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x3x?xf32>
func.func @identity_unfold_of_one_dimension(%x: tensor<?x3x?xf32>)
    -> tensor<?x3x?xf32> {
  // CHECK-NEXT: return %[[X]]
  %y = dml.unfold %x, window_sizes = [1]
      : (tensor<?x3x?xf32>) -> tensor<?x3x?xf32>
  return %y : tensor<?x3x?xf32>
}

// A window of one has no inside to dilate.
// CHECK-LABEL: func @identity_unfold_dilated(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x4xf32>
func.func @identity_unfold_dilated(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK-NEXT: return %[[X]]
  %y = dml.unfold %x, window_sizes = [1], dilations = [7]
      : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %y : tensor<2x3x4xf32>
}

// CHECK-LABEL: func @identity_unfold_leading_one(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x4x5xf32>
func.func @identity_unfold_leading_one(%x: tensor<2x3x4x5xf32>)
    -> tensor<1x2x3x20xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1], [2, 3]] : tensor<2x3x4x5xf32> into tensor<2x3x20xf32>
  // CHECK-NEXT: %[[Y:.+]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1], [2], [3]] output_shape [1, 2, 3, 20] : tensor<2x3x20xf32> into tensor<1x2x3x20xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.unfold %x, window_sizes = [1, 1]
      : (tensor<2x3x4x5xf32>) -> tensor<1x2x3x20xf32>
  return %y : tensor<1x2x3x20xf32>
}

// CHECK-LABEL: func @identity_unfold_leading_ones_dynamic(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x3x?x5x2xf32>
func.func @identity_unfold_leading_ones_dynamic(%x: tensor<?x3x?x5x2xf32>)
    -> tensor<1x1x?x3x?xf32> {
  // CHECK-DAG:  %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:  %[[C2:.+]] = arith.constant 2 : index
  // CHECK:      %[[C:.+]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1], [2, 3, 4]] : tensor<?x3x?x5x2xf32> into tensor<?x3x?xf32>
  // CHECK-NEXT: %[[N:.+]] = tensor.dim %[[C]], %[[C0]]
  // CHECK-NEXT: %[[L:.+]] = tensor.dim %[[C]], %[[C2]]
  // CHECK-NEXT: %[[Y:.+]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1, 2], [3], [4]] output_shape [1, 1, %[[N]], 3, %[[L]]] : tensor<?x3x?xf32> into tensor<1x1x?x3x?xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.unfold %x, window_sizes = [1, 1, 1]
      : (tensor<?x3x?x5x2xf32>) -> tensor<1x1x?x3x?xf32>
  return %y : tensor<1x1x?x3x?xf32>
}

// A declared size that is not inferred is a check (T6) and must stay.
// CHECK-LABEL: func @identity_unfold_with_a_check(
func.func @identity_unfold_with_a_check(%x: tensor<?x3x4x5xf32>)
    -> tensor<2x3x20xf32> {
  // CHECK-NEXT: dml.unfold {{.*}} -> tensor<2x3x20xf32>
  // CHECK-NEXT: return
  %y = dml.unfold %x, window_sizes = [1, 1]
      : (tensor<?x3x4x5xf32>) -> tensor<2x3x20xf32>
  return %y : tensor<2x3x20xf32>
}

// CHECK-LABEL: func @no_identity_window(
func.func @no_identity_window(%x: tensor<2x3x4x1xf32>) -> tensor<2x6x3xf32> {
  // CHECK-NEXT: dml.unfold
  %y = dml.unfold %x, window_sizes = [2, 1]
      : (tensor<2x3x4x1xf32>) -> tensor<2x6x3xf32>
  return %y : tensor<2x6x3xf32>
}

// CHECK-LABEL: func @no_identity_stride(
func.func @no_identity_stride(%x: tensor<2x3x4x5xf32>) -> tensor<2x3x12xf32> {
  // CHECK-NEXT: dml.unfold
  %y = dml.unfold %x, window_sizes = [1, 1], strides = [1, 2]
      : (tensor<2x3x4x5xf32>) -> tensor<2x3x12xf32>
  return %y : tensor<2x3x12xf32>
}

// CHECK-LABEL: func @no_identity_start_padding(
func.func @no_identity_start_padding(%x: tensor<2x3x4xf32>)
    -> tensor<2x3x5xf32> {
  // CHECK-NEXT: dml.unfold
  %y = dml.unfold %x, window_sizes = [1], start_padding = [1]
      : (tensor<2x3x4xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

// CHECK-LABEL: func @no_identity_end_padding(
func.func @no_identity_end_padding(%x: tensor<2x3x4xf32>) -> tensor<2x3x5xf32> {
  // CHECK-NEXT: dml.unfold
  %y = dml.unfold %x, window_sizes = [1], end_padding = [1]
      : (tensor<2x3x4xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}

//===----------------------------------------------------------------------===//
// Unused indices
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @drop_unused_indices(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x5x7xf32>
func.func @drop_unused_indices(%x: tensor<1x2x5x7xf32>) -> tensor<1x2x2x6xf32> {
  // CHECK-NEXT: %[[V:.+]] = dml.max_pooling2 %[[X]], window_sizes = [3, 2], strides = [2, 1], dilations = [1, 2], start_padding = [0, 1], end_padding = [0, 0] {test.name = "kept"} : (tensor<1x2x5x7xf32>) -> tensor<1x2x2x6xf32>
  // CHECK-NEXT: return %[[V]]
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 2], strides = [2, 1],
      dilations = [1, 2], start_padding = [0, 1] {test.name = "kept"}
      : (tensor<1x2x5x7xf32>) -> (tensor<1x2x2x6xf32>, tensor<1x2x2x6xui32>)
  return %v : tensor<1x2x2x6xf32>
}

// What the indices' type leaves open is no check.
// CHECK-LABEL: func @drop_unused_indices_of_unknown_sizes(
func.func @drop_unused_indices_of_unknown_sizes(%x: tensor<1x?x5x?xf32>)
    -> tensor<1x2x4x?xf32> {
  // CHECK-NEXT: dml.max_pooling2 {{.*}} -> tensor<1x2x4x?xf32>
  // CHECK-NEXT: return
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x?x5x?xf32>) -> (tensor<1x2x4x?xf32>, tensor<1x?x?x?xui64>)
  return %v : tensor<1x2x4x?xf32>
}

// A declared size that the values do not have is a check (T6) and must stay.
// CHECK-LABEL: func @keep_unused_indices_with_a_check(
func.func @keep_unused_indices_with_a_check(%x: tensor<1x2x?x5xf32>)
    -> tensor<1x2x?x4xf32> {
  // CHECK-NEXT: dml.max_pooling2 {{.*}} -> (tensor<1x2x?x4xf32>, tensor<1x2x3x4xui32>)
  // CHECK-NEXT: return
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x2x?x5xf32>) -> (tensor<1x2x?x4xf32>, tensor<1x2x3x4xui32>)
  return %v : tensor<1x2x?x4xf32>
}

// CHECK-LABEL: func @unused_values_stay(
func.func @unused_values_stay(%x: tensor<1x2x5x5xf32>) -> tensor<1x2x4x4xui32> {
  // CHECK-NEXT: %{{.+}}, %[[I:.+]] = dml.max_pooling2 {{.*}} -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>)
  // CHECK-NEXT: return %[[I]]
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x2x5x5xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>)
  return %i : tensor<1x2x4x4xui32>
}

//===----------------------------------------------------------------------===//
// Casts of operands
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @depth_producer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x8x2x3xf32>
func.func @depth_producer_cast(%x: tensor<1x8x2x3xf32>)
    -> tensor<?x?x?x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.depth_to_space1 %[[X]], block_size = 2, order = depth_column_row {test.name = "kept"} : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<1x2x4x6xf32> to tensor<?x?x?x?xf32>
  // CHECK-NEXT: return %[[Z]]
  %c = tensor.cast %x : tensor<1x8x2x3xf32> to tensor<?x8x?x?xf32>
  %y = dml.depth_to_space1 %c, block_size = 2, order = depth_column_row
      {test.name = "kept"} : (tensor<?x8x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

// CHECK-LABEL: func @unfold_producer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x5x5xf32>
func.func @unfold_producer_cast(%x: tensor<1x2x5x5xf32>)
    -> tensor<1x?x?x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.unfold %[[X]], {{.*}} : (tensor<1x2x5x5xf32>) -> tensor<1x1x18x9xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<1x1x18x9xf32> to tensor<1x?x?x?xf32>
  // CHECK-NEXT: return %[[Z]]
  %c = tensor.cast %x : tensor<1x2x5x5xf32> to tensor<?x?x?x5xf32>
  %y = dml.unfold %c, window_sizes = [3, 3]
      : (tensor<?x?x?x5xf32>) -> tensor<1x?x?x?xf32>
  return %y : tensor<1x?x?x?xf32>
}

// Both results learn from the operand, and each user gets the type it knows.
// CHECK-LABEL: func @pooling_producer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x5x6xf32>
func.func @pooling_producer_cast(%x: tensor<1x2x5x6xf32>)
    -> (tensor<?x2x?x?xf32>, tensor<1x?x?x?xui64>) {
  // CHECK-NEXT: %[[V:.+]], %[[I:.+]] = dml.max_pooling2 %[[X]], {{.*}} {test.name = "kept"} : (tensor<1x2x5x6xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>)
  // CHECK-DAG:  %[[CV:.+]] = tensor.cast %[[V]] : tensor<1x2x4x4xf32> to tensor<?x2x?x?xf32>
  // CHECK-DAG:  %[[CI:.+]] = tensor.cast %[[I]] : tensor<1x2x4x4xui64> to tensor<1x?x?x?xui64>
  // CHECK-NEXT: return %[[CV]], %[[CI]]
  %c = tensor.cast %x : tensor<1x2x5x6xf32> to tensor<?x?x?x6xf32>
  %v, %i = dml.max_pooling2 %c, window_sizes = [2, 3] {test.name = "kept"}
      : (tensor<?x?x?x6xf32>) -> (tensor<?x2x?x?xf32>, tensor<1x?x?x?xui64>)
  return %v, %i : tensor<?x2x?x?xf32>, tensor<1x?x?x?xui64>
}

// CHECK-LABEL: func @unpooling_casts(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xf32>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xui32>
func.func @unpooling_casts(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>)
    -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.max_unpooling %[[V]], %[[I]] : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  // CHECK-NEXT: return %[[Y]]
  %cv = tensor.cast %v : tensor<1x1x2x2xf32> to tensor<?x1x2x?xf32>
  %ci = tensor.cast %i : tensor<1x1x2x2xui32> to tensor<1x?x?x2xui32>
  %y = dml.max_unpooling %cv, %ci
      : (tensor<?x1x2x?xf32>, tensor<1x?x?x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// CHECK-LABEL: func @fold_producer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x18x9xf32>, %[[H:[a-z0-9]+]]: index
func.func @fold_producer_cast(%x: tensor<2x18x9xf32>, %h: index)
    -> tensor<?x?x?x5xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.fold %[[X]], {{.*}}, output_sizes(%[[H]]) {test.name = "kept"} : (tensor<2x18x9xf32>) -> tensor<2x2x?x5xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<2x2x?x5xf32> to tensor<?x?x?x5xf32>
  // CHECK-NEXT: return %[[Z]]
  %c = tensor.cast %x : tensor<2x18x9xf32> to tensor<?x?x9xf32>
  %y = dml.fold %c, window_sizes = [3, 3], output_sizes(%h)
      {test.name = "kept"} : (tensor<?x?x9xf32>) -> tensor<?x?x?x5xf32>
  return %y : tensor<?x?x?x5xf32>
}

// Ten rows are no multiple of nine, which stays a run-time error (O2).
// CHECK-LABEL: func @contradicting_rows(
func.func @contradicting_rows(%x: tensor<1x10x9xf32>) -> tensor<1x?x5x5xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.fold %[[C]], {{.*}} : (tensor<1x?x9xf32>) -> tensor<1x?x5x5xf32>
  %c = tensor.cast %x : tensor<1x10x9xf32> to tensor<1x?x9xf32>
  %y = dml.fold %c, window_sizes = [3, 3]
      : (tensor<1x?x9xf32>) -> tensor<1x?x5x5xf32>
  return %y : tensor<1x?x5x5xf32>
}

// Three channels are no multiple of four, which stays a run-time error (D2).
// CHECK-LABEL: func @contradicting_producer_cast(
func.func @contradicting_producer_cast(%x: tensor<1x3x2x2xf32>)
    -> tensor<1x?x4x4xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.depth_to_space1 %[[C]], {{.*}} : (tensor<1x?x2x2xf32>) -> tensor<1x?x4x4xf32>
  %c = tensor.cast %x : tensor<1x3x2x2xf32> to tensor<1x?x2x2xf32>
  %y = dml.depth_to_space1 %c, block_size = 2, order = depth_column_row
      : (tensor<1x?x2x2xf32>) -> tensor<1x?x4x4xf32>
  return %y : tensor<1x?x4x4xf32>
}

// The window does not fit, which stays a run-time error (F3).
// CHECK-LABEL: func @contradicting_unfold_producer_cast(
func.func @contradicting_unfold_producer_cast(%x: tensor<1x1x2xf32>)
    -> tensor<1x3x?xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.unfold %[[C]], {{.*}} : (tensor<1x1x?xf32>) -> tensor<1x3x?xf32>
  %c = tensor.cast %x : tensor<1x1x2xf32> to tensor<1x1x?xf32>
  %y = dml.unfold %c, window_sizes = [3]
      : (tensor<1x1x?xf32>) -> tensor<1x3x?xf32>
  return %y : tensor<1x3x?xf32>
}

// The window does not fit (M2), the indices are declared otherwise (T6): both stay
// run-time errors.
// CHECK-LABEL: func @contradicting_pooling_producer_casts(
func.func @contradicting_pooling_producer_casts(%x: tensor<1x1x2x4xf32>)
    -> (tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>, tensor<1x1x?x2xui32>) {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.max_pooling2 %[[C]], {{.*}} : (tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
  // CHECK-NEXT: dml.max_pooling2 %[[C]], {{.*}} : (tensor<1x1x?x?xf32>) -> (tensor<1x1x?x?xf32>, tensor<1x1x?x2xui32>)
  %c = tensor.cast %x : tensor<1x1x2x4xf32> to tensor<1x1x?x?xf32>
  %u = dml.max_pooling2 %c, window_sizes = [3, 1]
      : (tensor<1x1x?x?xf32>) -> tensor<1x1x?x?xf32>
  %v, %i = dml.max_pooling2 %c, window_sizes = [2, 2]
      : (tensor<1x1x?x?xf32>) -> (tensor<1x1x?x?xf32>, tensor<1x1x?x2xui32>)
  return %u, %v, %i
      : tensor<1x1x?x?xf32>, tensor<1x1x?x?xf32>, tensor<1x1x?x2xui32>
}

// The result's size is declared otherwise, which stays a run-time error (T6).
// CHECK-LABEL: func @producer_cast_contradicts_result(
func.func @producer_cast_contradicts_result(%x: tensor<1x1x5xf32>)
    -> tensor<1x3x4xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.unfold %[[C]], {{.*}} : (tensor<1x1x?xf32>) -> tensor<1x3x4xf32>
  %c = tensor.cast %x : tensor<1x1x5xf32> to tensor<1x1x?xf32>
  %y = dml.unfold %c, window_sizes = [3]
      : (tensor<1x1x?xf32>) -> tensor<1x3x4xf32>
  return %y : tensor<1x3x4xf32>
}

// Values and indices differ, which stays a run-time error (U1).
// CHECK-LABEL: func @contradicting_unpooling_casts(
func.func @contradicting_unpooling_casts(%v: tensor<1x1x2x3xf32>,
    %i: tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: %[[CV:.+]] = tensor.cast
  // CHECK-NEXT: %[[CI:.+]] = tensor.cast
  // CHECK-NEXT: dml.max_unpooling %[[CV]], %[[CI]] : (tensor<1x1x2x?xf32>, tensor<1x1x2x?xui32>)
  %cv = tensor.cast %v : tensor<1x1x2x3xf32> to tensor<1x1x2x?xf32>
  %ci = tensor.cast %i : tensor<1x1x2x2xui32> to tensor<1x1x2x?xui32>
  %y = dml.max_unpooling %cv, %ci
      : (tensor<1x1x2x?xf32>, tensor<1x1x2x?xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// A size of zero stays a run-time error (T2).
// CHECK-LABEL: func @cast_from_size_zero(
func.func @cast_from_size_zero(%v: tensor<1x0x2x2xf32>,
    %i: tensor<1x?x2x2xui32>) -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.max_unpooling %[[C]]
  %c = tensor.cast %v : tensor<1x0x2x2xf32> to tensor<1x?x2x2xf32>
  %y = dml.max_unpooling %c, %i
      : (tensor<1x?x2x2xf32>, tensor<1x?x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// A cast that adds sizes is a check, and stays.
// CHECK-LABEL: func @cast_that_adds_sizes(
func.func @cast_that_adds_sizes(%x: tensor<?x?x?x?xf32>)
    -> tensor<1x2x4x6xf32> {
  // CHECK-NEXT: %[[C:.+]] = tensor.cast
  // CHECK-NEXT: dml.depth_to_space1 %[[C]]
  %c = tensor.cast %x : tensor<?x?x?x?xf32> to tensor<1x8x2x3xf32>
  %y = dml.depth_to_space1 %c, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return %y : tensor<1x2x4x6xf32>
}

// The operand of an operator has a rank and no encoding.
// CHECK-LABEL: func @casts_from_other_kinds_of_tensors(
func.func @casts_from_other_kinds_of_tensors(%x: tensor<*xf32>,
    %y: tensor<1x8x2x3xf32, "nhwc">)
    -> (tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>) {
  // CHECK-NEXT: %[[A:.+]] = tensor.cast
  // CHECK-NEXT: dml.depth_to_space1 %[[A]]
  // CHECK-NEXT: %[[B:.+]] = tensor.cast
  // CHECK-NEXT: dml.depth_to_space1 %[[B]]
  %a = tensor.cast %x : tensor<*xf32> to tensor<1x8x2x3xf32>
  %c = dml.depth_to_space1 %a, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  %b = tensor.cast %y : tensor<1x8x2x3xf32, "nhwc"> to tensor<1x8x2x3xf32>
  %d = dml.depth_to_space1 %b, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
  return %c, %d : tensor<1x2x4x6xf32>, tensor<1x2x4x6xf32>
}

//===----------------------------------------------------------------------===//
// Casts of results
//===----------------------------------------------------------------------===//

// The wrong expectation becomes a run-time error (T6).
// CHECK-LABEL: func @depth_consumer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
func.func @depth_consumer_cast(%x: tensor<?x?x?x?xf32>)
    -> tensor<?x2x4x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.depth_to_space1 %[[X]], block_size = 2, order = depth_column_row {test.name = "kept"} : (tensor<?x?x?x?xf32>) -> tensor<?x2x4x?xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      {test.name = "kept"} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %z = tensor.cast %y : tensor<?x?x?x?xf32> to tensor<?x2x4x?xf32>
  return %z : tensor<?x2x4x?xf32>
}

// CHECK-LABEL: func @unfold_consumer_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
func.func @unfold_consumer_cast(%x: tensor<?x?x?x?xf32>)
    -> tensor<1x1x9x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.unfold %[[X]], {{.*}} : (tensor<?x?x?x?xf32>) -> tensor<1x1x9x?xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<?x?x?x?xf32>) -> tensor<1x?x?x?xf32>
  %z = tensor.cast %y : tensor<1x?x?x?xf32> to tensor<1x1x9x?xf32>
  return %z : tensor<1x1x9x?xf32>
}

// CHECK-LABEL: func @pooling_consumer_casts(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?x?xf32>
func.func @pooling_consumer_casts(%x: tensor<?x?x?x?xf32>)
    -> (tensor<?x2x4x?xf32>, tensor<?x?x4x6xui32>) {
  // CHECK-NEXT: %[[V:.+]], %[[I:.+]] = dml.max_pooling2 %[[X]], {{.*}} {test.name = "kept"} : (tensor<?x?x?x?xf32>) -> (tensor<?x2x4x?xf32>, tensor<?x?x4x6xui32>)
  // CHECK-NEXT: return %[[V]], %[[I]]
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2] {test.name = "kept"}
      : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>)
  %cv = tensor.cast %v : tensor<?x?x?x?xf32> to tensor<?x2x4x?xf32>
  %ci = tensor.cast %i : tensor<?x?x?x?xui32> to tensor<?x?x4x6xui32>
  return %cv, %ci : tensor<?x2x4x?xf32>, tensor<?x?x4x6xui32>
}

// CHECK-LABEL: func @consumer_cast_beside_another_use(
func.func @consumer_cast_beside_another_use(%x: tensor<?x?x?x?xf32>)
    -> (tensor<?x2x4x?xf32>, tensor<?x?x?x6xf32>) {
  // CHECK-NEXT: %[[Y:.+]] = dml.depth_to_space1 {{.*}} -> tensor<?x?x?x?xf32>
  // CHECK-NEXT: %[[A:.+]] = tensor.cast %[[Y]] {{.*}} to tensor<?x2x4x?xf32>
  // CHECK-NEXT: %[[B:.+]] = tensor.cast %[[Y]] {{.*}} to tensor<?x?x?x6xf32>
  // CHECK-NEXT: return %[[A]], %[[B]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %a = tensor.cast %y : tensor<?x?x?x?xf32> to tensor<?x2x4x?xf32>
  %b = tensor.cast %y : tensor<?x?x?x?xf32> to tensor<?x?x?x6xf32>
  return %a, %b : tensor<?x2x4x?xf32>, tensor<?x?x?x6xf32>
}

// Nine is not the number of rows, whatever the input (F4).
// CHECK-LABEL: func @contradicting_consumer_cast(
func.func @contradicting_consumer_cast(%x: tensor<?x2x?xf32>)
    -> tensor<?x9x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.unfold {{.*}} -> tensor<?x6x?xf32>
  // CHECK-NEXT: %[[D:.+]] = tensor.cast %[[Y]] : tensor<?x6x?xf32> to tensor<?x?x?xf32>
  // CHECK-NEXT: tensor.cast %[[D]] : tensor<?x?x?xf32> to tensor<?x9x?xf32>
  %y = dml.unfold %x, window_sizes = [3]
      : (tensor<?x2x?xf32>) -> tensor<?x?x?xf32>
  %z = tensor.cast %y : tensor<?x?x?xf32> to tensor<?x9x?xf32>
  return %z : tensor<?x9x?xf32>
}

// Five is no multiple of the block size (D3), 10 none of the window (F4).
// CHECK-LABEL: func @consumer_casts_to_no_multiple(
func.func @consumer_casts_to_no_multiple(%x: tensor<?x?x?x?xf32>)
    -> (tensor<?x?x5x?xf32>, tensor<?x10x?xf32>) {
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} -> tensor<?x?x?x?xf32>
  // CHECK-NEXT: tensor.cast {{.*}} to tensor<?x?x5x?xf32>
  // CHECK-NEXT: dml.unfold {{.*}} -> tensor<?x?x?xf32>
  // CHECK-NEXT: tensor.cast {{.*}} to tensor<?x10x?xf32>
  %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %b = tensor.cast %a : tensor<?x?x?x?xf32> to tensor<?x?x5x?xf32>
  %c = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  %d = tensor.cast %c : tensor<?x?x?xf32> to tensor<?x10x?xf32>
  return %b, %d : tensor<?x?x5x?xf32>, tensor<?x10x?xf32>
}

// No tensor has no elements, or 2^32 of them (T2).
// CHECK-LABEL: func @consumer_casts_to_impossible_tensors(
func.func @consumer_casts_to_impossible_tensors(%x: tensor<?x?x?x?xf32>)
    -> (tensor<0x?x?x?xf32>, tensor<65536x?x65536x?xf32>) {
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} -> tensor<?x?x?x?xf32>
  // CHECK-NEXT: tensor.cast {{.*}} to tensor<0x?x?x?xf32>
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} -> tensor<?x?x?x?xf32>
  // CHECK-NEXT: tensor.cast {{.*}} to tensor<65536x?x65536x?xf32>
  %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %b = tensor.cast %a : tensor<?x?x?x?xf32> to tensor<0x?x?x?xf32>
  %c = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %d = tensor.cast %c : tensor<?x?x?x?xf32> to tensor<65536x?x65536x?xf32>
  return %b, %d : tensor<0x?x?x?xf32>, tensor<65536x?x65536x?xf32>
}

// CHECK-LABEL: func @consumer_casts_to_other_kinds_of_tensors(
func.func @consumer_casts_to_other_kinds_of_tensors(%x: tensor<?x8x2x3xf32>)
    -> (tensor<*xf32>, tensor<1x2x4x6xf32, "nhwc">) {
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} -> tensor<?x2x4x6xf32>
  // CHECK-NEXT: tensor.cast {{.*}} : tensor<?x2x4x6xf32> to tensor<*xf32>
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} -> tensor<?x2x4x6xf32>
  // CHECK-NEXT: tensor.cast {{.*}} : tensor<?x2x4x6xf32> to tensor<1x2x4x6xf32, "nhwc">
  %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x8x2x3xf32>) -> tensor<?x2x4x6xf32>
  %b = tensor.cast %a : tensor<?x2x4x6xf32> to tensor<*xf32>
  %c = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x8x2x3xf32>) -> tensor<?x2x4x6xf32>
  %d = tensor.cast %c : tensor<?x2x4x6xf32> to tensor<1x2x4x6xf32, "nhwc">
  return %b, %d : tensor<*xf32>, tensor<1x2x4x6xf32, "nhwc">
}

//===----------------------------------------------------------------------===//
// Result types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @refine_depth_result(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x8x2x?xf32>
func.func @refine_depth_result(%x: tensor<?x8x2x?xf32>) -> tensor<?x?x?x6xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.depth_to_space1 %[[X]], {{.*}} : (tensor<?x8x2x?xf32>) -> tensor<?x2x4x6xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<?x2x4x6xf32> to tensor<?x?x?x6xf32>
  // CHECK-NEXT: return %[[Z]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x8x2x?xf32>) -> tensor<?x?x?x6xf32>
  return %y : tensor<?x?x?x6xf32>
}

// CHECK-LABEL: func @refine_unfold_result(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x5x5xf32>
func.func @refine_unfold_result(%x: tensor<?x2x5x5xf32>) -> tensor<1x4x?x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.unfold %[[X]], {{.*}} : (tensor<?x2x5x5xf32>) -> tensor<1x4x18x9xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<1x4x18x9xf32> to tensor<1x4x?x?xf32>
  // CHECK-NEXT: return %[[Z]]
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<?x2x5x5xf32>) -> tensor<1x4x?x?xf32>
  return %y : tensor<1x4x?x?xf32>
}

// CHECK-LABEL: func @refine_pooling_results(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x5x5x5xf32>
func.func @refine_pooling_results(%x: tensor<?x2x5x5x5xf32>)
    -> (tensor<1x?x?x?x?xf32>, tensor<?x?x4x?x?xui32>) {
  // CHECK-NEXT: %[[V:.+]], %[[I:.+]] = dml.max_pooling2 %[[X]], {{.*}} : (tensor<?x2x5x5x5xf32>) -> (tensor<1x2x4x3x1xf32>, tensor<?x2x4x3x1xui32>)
  // CHECK-DAG:  %[[CV:.+]] = tensor.cast %[[V]] : tensor<1x2x4x3x1xf32> to tensor<1x?x?x?x?xf32>
  // CHECK-DAG:  %[[CI:.+]] = tensor.cast %[[I]] : tensor<?x2x4x3x1xui32> to tensor<?x?x4x?x?xui32>
  // CHECK-NEXT: return %[[CV]], %[[CI]]
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 3, 5]
      : (tensor<?x2x5x5x5xf32>) -> (tensor<1x?x?x?x?xf32>, tensor<?x?x4x?x?xui32>)
  return %v, %i : tensor<1x?x?x?x?xf32>, tensor<?x?x4x?x?xui32>
}

// What is declared and what is inferred add up to 2^32 elements: a run-time
// error (T2).
// CHECK-LABEL: func @refined_result_too_large(
func.func @refined_result_too_large(%x: tensor<?x65536x2x1xi8>,
    %y: tensor<?x?x65536x1xi8>) -> (tensor<65536x?x?xi8>, tensor<65536x?x?x?xi8>) {
  // CHECK-NEXT: dml.unfold {{.*}} : (tensor<?x65536x2x1xi8>) -> tensor<65536x?x?xi8>
  // CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<?x?x65536x1xi8>) -> tensor<65536x?x?x?xi8>
  // CHECK-NEXT: return
  %a = dml.unfold %x, window_sizes = [2, 1]
      : (tensor<?x65536x2x1xi8>) -> tensor<65536x?x?xi8>
  %b = dml.depth_to_space1 %y, block_size = 2, order = depth_column_row
      : (tensor<?x?x65536x1xi8>) -> tensor<65536x?x?x?xi8>
  return %a, %b : tensor<65536x?x?xi8>, tensor<65536x?x?x?xi8>
}

//===----------------------------------------------------------------------===//
// Constant output sizes
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constant_output_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xf32>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xui32>
func.func @constant_output_sizes(%v: tensor<1x1x2x2xf32>,
    %i: tensor<1x1x2x2xui32>) -> tensor<?x1x?x5xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.max_unpooling %[[V]], %[[I]] {test.name = "kept"} : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<2x1x3x5xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<2x1x3x5xf32> to tensor<?x1x?x5xf32>
  // CHECK-NEXT: return %[[Z]]
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.max_unpooling %v, %i, output_sizes(%c2, %c3) {test.name = "kept"}
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x1x?x5xf32>
  return %y : tensor<?x1x?x5xf32>
}

// CHECK-LABEL: func @some_constant_output_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xf32>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xui32>, %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
func.func @some_constant_output_sizes(%v: tensor<1x1x2x2xf32>,
    %i: tensor<1x1x2x2xui32>, %n: index, %w: index) -> tensor<?x?x3x?xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.max_unpooling %[[V]], %[[I]], output_sizes(%[[N]], %[[W]]) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x7x3x?xf32>
  // CHECK-NEXT: tensor.cast %[[Y]] : tensor<?x7x3x?xf32> to tensor<?x?x3x?xf32>
  %c7 = arith.constant 7 : index
  %y = dml.max_unpooling %v, %i, output_sizes(%n, %c7, %w)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x?x3x?xf32>
  return %y : tensor<?x?x3x?xf32>
}

// CHECK-LABEL: func @output_sizes_stay(
func.func @output_sizes_stay(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>,
    %n: index) -> tensor<?x1x3x3xf32> {
  // CHECK-NEXT: dml.max_unpooling {{.*}}, output_sizes(%{{.*}}) : {{.*}} -> tensor<?x1x3x3xf32>
  // CHECK-NEXT: return
  %y = dml.max_unpooling %v, %i, output_sizes(%n)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x1x3x3xf32>
  return %y : tensor<?x1x3x3xf32>
}

// No tensor has these sizes, which stays a run-time error (T2). The last one is
// how a type spells a dynamic size.
// CHECK-LABEL: func @impossible_output_sizes(
func.func @impossible_output_sizes(%v: tensor<1x1x2x2xf32>,
    %i: tensor<1x1x2x2xui32>) -> (tensor<1x1x?x3xf32>, tensor<1x1x?x3xf32>,
    tensor<1x1x?x3xf32>, tensor<1x1x?x3xf32>) {
  // CHECK-DAG: %[[ZERO:.+]] = arith.constant 0 : index
  // CHECK-DAG: %[[NEGATIVE:.+]] = arith.constant -1 : index
  // CHECK-DAG: %[[LARGE:.+]] = arith.constant 8589934592 : index
  // CHECK-DAG: %[[LEAST:.+]] = arith.constant -9223372036854775808 : index
  // CHECK:      dml.max_unpooling {{.*}}, output_sizes(%[[ZERO]]) {{.*}} -> tensor<1x1x?x3xf32>
  // CHECK-NEXT: dml.max_unpooling {{.*}}, output_sizes(%[[NEGATIVE]]) {{.*}} -> tensor<1x1x?x3xf32>
  // CHECK-NEXT: dml.max_unpooling {{.*}}, output_sizes(%[[LARGE]]) {{.*}} -> tensor<1x1x?x3xf32>
  // CHECK-NEXT: dml.max_unpooling {{.*}}, output_sizes(%[[LEAST]]) {{.*}} -> tensor<1x1x?x3xf32>
  %zero = arith.constant 0 : index
  %negative = arith.constant -1 : index
  %large = arith.constant 8589934592 : index
  %least = arith.constant -9223372036854775808 : index
  %a = dml.max_unpooling %v, %i, output_sizes(%zero)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  %b = dml.max_unpooling %v, %i, output_sizes(%negative)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  %c = dml.max_unpooling %v, %i, output_sizes(%large)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  %d = dml.max_unpooling %v, %i, output_sizes(%least)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x3xf32>
  return %a, %b, %c, %d : tensor<1x1x?x3xf32>, tensor<1x1x?x3xf32>,
      tensor<1x1x?x3xf32>, tensor<1x1x?x3xf32>
}

// Each size alone is possible; the product is 2^32 (T2).
// CHECK-LABEL: func @output_sizes_too_large_together(
func.func @output_sizes_too_large_together(%v: tensor<1x1x2x2xf32>,
    %i: tensor<1x1x2x2xui32>) -> tensor<1x1x?x65536xf32> {
  // CHECK-NEXT: %[[C:.+]] = arith.constant 65536 : index
  // CHECK-NEXT: dml.max_unpooling {{.*}}, output_sizes(%[[C]]) {{.*}} -> tensor<1x1x?x65536xf32>
  %c = arith.constant 65536 : index
  %y = dml.max_unpooling %v, %i, output_sizes(%c)
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x65536xf32>
  return %y : tensor<1x1x?x65536xf32>
}

// CHECK-LABEL: func @constant_spatial_sizes(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x9x?xf32>, %[[D:[a-z0-9]+]]: index
func.func @constant_spatial_sizes(%x: tensor<?x9x?xf32>, %d: index)
    -> tensor<?x1x?x?x4xf32> {
  // CHECK-NEXT: %[[Y:.+]] = dml.fold %[[X]], {{.*}}, output_sizes(%[[D]]) : (tensor<?x9x?xf32>) -> tensor<?x1x?x5x4xf32>
  // CHECK-NEXT: %[[Z:.+]] = tensor.cast %[[Y]] : tensor<?x1x?x5x4xf32> to tensor<?x1x?x?x4xf32>
  // CHECK-NEXT: return %[[Z]]
  %c5 = arith.constant 5 : index
  %y = dml.fold %x, window_sizes = [1, 3, 3], output_sizes(%d, %c5)
      : (tensor<?x9x?xf32>) -> tensor<?x1x?x?x4xf32>
  return %y : tensor<?x1x?x?x4xf32>
}

// A window that does not fit (F3) and other columns (O2) stay run-time errors.
// CHECK-LABEL: func @impossible_spatial_sizes(
func.func @impossible_spatial_sizes(%x: tensor<1x3x4xf32>)
    -> (tensor<1x1x?xf32>, tensor<1x1x?xf32>) {
  // CHECK-DAG: %[[TWO:.+]] = arith.constant 2 : index
  // CHECK-DAG: %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK:      dml.fold {{.*}}, output_sizes(%[[TWO]]) {{.*}} -> tensor<1x1x?xf32>
  // CHECK-NEXT: dml.fold {{.*}}, output_sizes(%[[FIVE]]) {{.*}} -> tensor<1x1x?xf32>
  %two = arith.constant 2 : index
  %five = arith.constant 5 : index
  %y = dml.fold %x, window_sizes = [3], output_sizes(%two)
      : (tensor<1x3x4xf32>) -> tensor<1x1x?xf32>
  %z = dml.fold %x, window_sizes = [3], output_sizes(%five)
      : (tensor<1x3x4xf32>) -> tensor<1x1x?xf32>
  return %y, %z : tensor<1x1x?xf32>, tensor<1x1x?xf32>
}

//===----------------------------------------------------------------------===//
// require
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @require(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1, %[[V:[a-z0-9]+]]: index
func.func @require(%c: i1, %v: index) {
  // CHECK-NEXT: %[[FALSE:.+]] = arith.constant false
  // CHECK-NEXT: dml.require %[[C]], "unknown {0}", %[[V]]
  // CHECK-NEXT: dml.require %[[FALSE]], "false {0}", %[[V]]
  // CHECK-NEXT: return
  %true = arith.constant true
  %false = arith.constant false
  dml.require %true, "true {0}", %v
  dml.require %c, "unknown {0}", %v
  dml.require %false, "false {0}", %v
  return
}

// -----

// A cast in a branch that may not run says nothing of the operator outside.
// CHECK-LABEL: func @keep_consumer_cast_in_branch
func.func @keep_consumer_cast_in_branch(%x: tensor<1x?x5x5xf32>, %p: i1)
    -> tensor<1x18x?xf32> {
  // CHECK: dml.unfold {{.*}} -> tensor<1x?x9xf32>
  %u = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<1x?x5x5xf32>) -> tensor<1x?x?xf32>
  %empty = arith.constant dense<0.0> : tensor<1x18x9xf32>
  %other = tensor.cast %empty : tensor<1x18x9xf32> to tensor<1x18x?xf32>
  // CHECK: scf.if
  // CHECK: tensor.cast {{.*}} : tensor<1x?x9xf32> to tensor<1x18x
  %y = scf.if %p -> tensor<1x18x?xf32> {
    %c = tensor.cast %u : tensor<1x?x?xf32> to tensor<1x18x?xf32>
    %a = math.absf %c : tensor<1x18x?xf32>
    scf.yield %a : tensor<1x18x?xf32>
  } else {
    scf.yield %other : tensor<1x18x?xf32>
  }
  return %y : tensor<1x18x?xf32>
}

// -----

// What casts hide breaks a rule: the operator stays to say so.
// CHECK-LABEL: func @keep_operators_known_to_fail
func.func @keep_operators_known_to_fail(%x: tensor<1x1x0x3xf32>)
    -> (tensor<1x1x?x3xf32>, tensor<1x1x?xf32>, tensor<1x1x?x3xf32>,
        tensor<1x1x?x3xui32>) {
  %c = tensor.cast %x : tensor<1x1x0x3xf32> to tensor<1x1x?x3xf32>
  // CHECK: dml.depth_to_space1
  %y = dml.depth_to_space1 %c, block_size = 1, order = depth_column_row
      : (tensor<1x1x?x3xf32>) -> tensor<1x1x?x3xf32>
  // CHECK: dml.unfold
  %z = dml.unfold %c, window_sizes = [1, 1]
      : (tensor<1x1x?x3xf32>) -> tensor<1x1x?xf32>
  // CHECK: dml.max_pooling2 {{.*}} : (tensor<1x1x?x3xf32>)
  %v, %i = dml.max_pooling2 %c, window_sizes = [1, 1]
      : (tensor<1x1x?x3xf32>) -> (tensor<1x1x?x3xf32>, tensor<1x1x?x3xui32>)
  return %y, %z, %v, %i : tensor<1x1x?x3xf32>, tensor<1x1x?xf32>,
      tensor<1x1x?x3xf32>, tensor<1x1x?x3xui32>
}

//===----------------------------------------------------------------------===//
// Inverse operators (D6)
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @D6_space_to_depth_of_depth_to_space(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x8x?x3xf16>
func.func @D6_space_to_depth_of_depth_to_space(%x: tensor<?x8x?x3xf16>)
    -> tensor<?x8x?x3xf16> {
  // CHECK-NEXT: return %[[X]]
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x8x?x3xf16>) -> tensor<?x2x?x6xf16>
  %z = dml.space_to_depth1 %y, block_size = 2, order = column_row_depth
      : (tensor<?x2x?x6xf16>) -> tensor<?x8x?x3xf16>
  return %z : tensor<?x8x?x3xf16>
}

// CHECK-LABEL: func @D6_depth_to_space_of_space_to_depth(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x2x4x6xi8>
func.func @D6_depth_to_space_of_space_to_depth(%x: tensor<?x2x4x6xi8>)
    -> tensor<?x2x4x6xi8> {
  // CHECK-NEXT: return %[[X]]
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x2x4x6xi8>) -> tensor<?x8x2x3xi8>
  %z = dml.depth_to_space1 %y, block_size = 2, order = depth_column_row
      : (tensor<?x8x2x3xi8>) -> tensor<?x2x4x6xi8>
  return %z : tensor<?x2x4x6xi8>
}

// Another order, another block size; and channels that only a run can check (D2).
// CHECK-LABEL: func @D6_other_order(
// CHECK-COUNT-2: dml.
func.func @D6_other_order(%x: tensor<1x8x2x3xf16>) -> tensor<1x8x2x3xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x8x2x3xf16>) -> tensor<1x2x4x6xf16>
  %z = dml.space_to_depth1 %y, block_size = 2, order = depth_column_row
      : (tensor<1x2x4x6xf16>) -> tensor<1x8x2x3xf16>
  return %z : tensor<1x8x2x3xf16>
}

// CHECK-LABEL: func @D6_other_block_size(
// CHECK-COUNT-2: dml.
func.func @D6_other_block_size(%x: tensor<1x16x3x3xf16>) -> tensor<1x9x4x4xf16> {
  %y = dml.depth_to_space1 %x, block_size = 4, order = column_row_depth
      : (tensor<1x16x3x3xf16>) -> tensor<1x1x12x12xf16>
  %z = dml.space_to_depth1 %y, block_size = 3, order = column_row_depth
      : (tensor<1x1x12x12xf16>) -> tensor<1x9x4x4xf16>
  return %z : tensor<1x9x4x4xf16>
}

// CHECK-LABEL: func @D6_channels_of_a_run(
// CHECK-COUNT-2: dml.
func.func @D6_channels_of_a_run(%x: tensor<1x?x2x3xf16>) -> tensor<1x?x2x3xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x2x3xf16>) -> tensor<1x?x4x6xf16>
  %z = dml.space_to_depth1 %y, block_size = 2, order = column_row_depth
      : (tensor<1x?x4x6xf16>) -> tensor<1x?x2x3xf16>
  return %z : tensor<1x?x2x3xf16>
}
