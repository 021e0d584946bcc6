// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-refine-arguments="arguments=tensor<1x8x2x3xui32>,index=2" \
// RUN:   | FileCheck %s
//
// What has been refined is refined no further, and stays the same.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-refine-arguments="arguments=tensor<1x8x2x3xui32>,index=2" \
// RUN:   --dml-refine-arguments="arguments=tensor<1x8x2x3xui32>,index=2" \
// RUN:   | FileCheck %s

//===----------------------------------------------------------------------===//
// The operators
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @depth_to_space1(
// CHECK-SAME:    %[[X:.+]]: tensor<1x8x2x3xui32>, %{{.+}}: index) -> tensor<1x2x4x6xui32>
// CHECK-NEXT:    %[[Y:.+]] = dml.depth_to_space1 %[[X]], block_size = 2, order = column_row_depth : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
// CHECK-NEXT:    return %[[Y]] : tensor<1x2x4x6xui32>
func.func @depth_to_space1(%x: tensor<?x8x?x?xui32>, %n: index)
    -> tensor<?x?x?x?xui32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x8x?x?xui32>) -> tensor<?x?x?x?xui32>
  return %y : tensor<?x?x?x?xui32>
}

// -----

// F5: the result keeps the rank that it declares.
// CHECK-LABEL: func @unfold(
// CHECK-SAME:    -> (tensor<1x32x2xui32>, tensor<1x1x32x2xui32>)
// CHECK:         dml.unfold {{.*}} : (tensor<1x8x2x3xui32>) -> tensor<1x32x2xui32>
// CHECK:         dml.unfold {{.*}} : (tensor<1x8x2x3xui32>) -> tensor<1x1x32x2xui32>
func.func @unfold(%x: tensor<?x?x?x?xui32>, %n: index)
    -> (tensor<?x?x?xui32>, tensor<1x?x?x?xui32>) {
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xui32>) -> tensor<?x?x?xui32>
  %z = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xui32>) -> tensor<1x?x?x?xui32>
  return %y, %z : tensor<?x?x?xui32>, tensor<1x?x?x?xui32>
}

// -----

// Known values are the sizes of the result, also through arithmetic.
// CHECK-LABEL: func @max_unpooling(
// CHECK-SAME:    %[[X:.+]]: tensor<1x8x2x3xui32>, %{{.+}}: index) -> tensor<2x8x4x6xui32>
// CHECK-NEXT:    %[[Y:.+]] = dml.max_unpooling %[[X]], %[[X]] : (tensor<1x8x2x3xui32>, tensor<1x8x2x3xui32>) -> tensor<2x8x4x6xui32>
// CHECK-NEXT:    return %[[Y]]
func.func @max_unpooling(%x: tensor<?x?x?x?xui32>, %n: index)
    -> tensor<?x8x?x?xui32> {
  %c3 = arith.constant 3 : index
  %h = arith.muli %n, %n : index
  %w = arith.muli %n, %c3 : index
  %y = dml.max_unpooling %x, %x, output_sizes(%n, %h, %w)
      : (tensor<?x?x?x?xui32>, tensor<?x?x?x?xui32>) -> tensor<?x8x?x?xui32>
  return %y : tensor<?x8x?x?xui32>
}

// -----

// CHECK-LABEL: func @chain(
// CHECK-SAME:    -> tensor<1x8x8xui32>
// CHECK:         dml.depth_to_space1 {{.*}} : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
// CHECK:         dml.max_unpooling {{.*}} : (tensor<1x2x4x6xui32>, tensor<1x2x4x6xui32>) -> tensor<1x2x4x5xui32>
// CHECK:         dml.unfold {{.*}} : (tensor<1x2x4x5xui32>) -> tensor<1x8x8xui32>
func.func @chain(%x: tensor<?x?x?x?xui32>, %n: index) -> tensor<?x?x?xui32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
  %d = tensor.dim %y, %c2 : tensor<?x?x?x?xui32>
  %w = arith.addi %n, %c3 : index
  %u = dml.max_unpooling %y, %y, output_sizes(%c1, %n, %d, %w)
      : (tensor<?x?x?x?xui32>, tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
  %z = dml.unfold %u, window_sizes = [2, 2], strides = [1, 1],
           end_padding = [0, 0], dilations = [2, 1]
      : (tensor<?x?x?x?xui32>) -> tensor<?x?x?xui32>
  return %z : tensor<?x?x?xui32>
}

// -----

//===----------------------------------------------------------------------===//
// Signature
//===----------------------------------------------------------------------===//

// An argument of known value stays in the signature; attributes stay, too.
// CHECK-LABEL: func @value(
// CHECK-SAME:    %[[X:.+]]: tensor<1x8x2x3xui32> {test.name = "x"}, %[[N:.+]]: index) -> (tensor<1x8x2x3xui32> {test.name = "y"}, index)
// CHECK-NEXT:    %[[C2:.+]] = arith.constant 2 : index
// CHECK-NEXT:    return %[[X]], %[[C2]] : tensor<1x8x2x3xui32>, index
func.func @value(%x: tensor<?x8x?x?xui32> {test.name = "x"}, %n: index)
    -> (tensor<?x8x?x?xui32> {test.name = "y"}, index) {
  return %x, %n : tensor<?x8x?x?xui32>, index
}

// -----

// The argument knows the rank that its declaration does not.
// CHECK-LABEL: func @unranked(
// CHECK-SAME:    tensor<1x8x2x3xui32>, %{{.+}}: index) -> tensor<1x2x4x6xui32>
func.func @unranked(%x: tensor<*xui32>, %n: index) -> tensor<*xui32> {
  %a = tensor.cast %x : tensor<*xui32> to tensor<?x?x?x?xui32>
  %y = dml.depth_to_space1 %a, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
  %b = tensor.cast %y : tensor<?x?x?x?xui32> to tensor<*xui32>
  return %b : tensor<*xui32>
}

// -----

// What no argument decides stays dynamic.
// CHECK-LABEL: func @unknown(
// CHECK-SAME:    -> tensor<1x2x4x?xui32>
// CHECK:         dml.max_unpooling {{.*}}, output_sizes(%{{.+}}) : {{.*}} -> tensor<1x8x2x?xui32>
// CHECK:         dml.depth_to_space1 {{.*}} : (tensor<1x8x2x?xui32>) -> tensor<1x2x4x?xui32>
func.func @unknown(%x: tensor<?x?x?x?xui32>, %n: index)
    -> tensor<?x?x?x?xui32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %e = tensor.extract %x[%c0, %c0, %c0, %c0] : tensor<?x?x?x?xui32>
  %s = builtin.unrealized_conversion_cast %e : ui32 to i32
  %w = arith.index_cast %s : i32 to index
  %u = dml.max_unpooling %x, %x, output_sizes(%c1, %c8, %n, %w)
      : (tensor<?x?x?x?xui32>, tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
  %y = dml.depth_to_space1 %u, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
  return %y : tensor<?x?x?x?xui32>
}
