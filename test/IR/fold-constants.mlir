// RUN: dml-opt %s --canonicalize | FileCheck %s

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

// Eight channels become two, so that the orders differ.
// CHECK-LABEL: func @depth_column_row(
func.func @depth_column_row() -> tensor<1x2x2x4xi8> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0, 4, 1, 5], [8, 12, 9, 13]], [[2, 6, 3, 7], [10, 14, 11, -128]]]]
  // CHECK-SAME:          > : tensor<1x2x2x4xi8>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[[0, 1]], [[2, 3]], [[4, 5]], [[6, 7]],
      [[8, 9]], [[10, 11]], [[12, 13]], [[14, -128]]]]> : tensor<1x8x1x2xi8>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x1x2xi8>) -> tensor<1x2x2x4xi8>
  return %y : tensor<1x2x2x4xi8>
}

// CHECK-LABEL: func @column_row_depth(
func.func @column_row_depth() -> tensor<1x2x2x4xui64> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0, 2, 1, 3], [4, 6, 5, 7]], [[8, 10, 9, 11], [12, 14, 13, 18446744073709551615]]]]
  // CHECK-SAME:          > : tensor<1x2x2x4xui64>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[[0, 1]], [[2, 3]], [[4, 5]], [[6, 7]],
      [[8, 9]], [[10, 11]], [[12, 13]], [[14, 18446744073709551615]]]]>
      : tensor<1x8x1x2xui64>
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x8x1x2xui64>) -> tensor<1x2x2x4xui64>
  return %y : tensor<1x2x2x4xui64>
}

// Signalling and negative NaNs, -0.0 and a denormal come out as they went in.
// CHECK-LABEL: func @depth_f32_bits(
func.func @depth_f32_bits() -> tensor<1x1x2x2xf32> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0x7F800001, 0xFFC00123], [-0.000000e+00, 1.401300e-45]]]]
  // CHECK-SAME:          > : tensor<1x1x2x2xf32>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[[0x7F800001]], [[0xFFC00123]],
      [[0x80000000]], [[0x00000001]]]]> : tensor<1x4x1x1xf32>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// CHECK-LABEL: func @depth_f64_bits(
func.func @depth_f64_bits() -> tensor<1x1x2x2xf64> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0x7FF0000000000001, 0xFFF8000000000123], [-0.000000e+00, 1.000000e+00]]]]
  // CHECK-SAME:          > : tensor<1x1x2x2xf64>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[[0x7FF0000000000001]], [[0xFFF8000000000123]],
      [[0x8000000000000000]], [[1.0]]]]> : tensor<1x4x1x1xf64>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
  return %y : tensor<1x1x2x2xf64>
}

// CHECK-LABEL: func @depth_splat(
func.func @depth_splat() -> tensor<1x1x4x2xi16> {
  // CHECK-NEXT: %[[Y:.+]] = arith.constant dense<-7> : tensor<1x1x4x2xi16>
  // CHECK-NEXT: return %[[Y]]
  %x = arith.constant dense<-7> : tensor<1x4x2x1xi16>
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x1xi16>) -> tensor<1x1x4x2xi16>
  return %y : tensor<1x1x4x2xi16>
}

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

// Indices count across batch and channel.
// CHECK-LABEL: func @unpooling(
func.func @unpooling() -> tensor<2x1x2x2xf16> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0xFC01, 0.000000e+00], [0.000000e+00, 2.000000e+00]]], [[[0.000000e+00, 0x7C01], [0.000000e+00, -0.000000e+00]]]]
  // CHECK-SAME:          > : tensor<2x1x2x2xf16>
  // CHECK-NEXT:          return %[[Y]]
  %v = arith.constant dense<[[[[0x7C01, 2.0]]], [[[-0.0, 0xFC01]]]]>
      : tensor<2x1x1x2xf16>
  %i = arith.constant dense<[[[[5, 3]]], [[[7, 0]]]]> : tensor<2x1x1x2xui32>
  %y = dml.max_unpooling %v, %i
      : (tensor<2x1x1x2xf16>, tensor<2x1x1x2xui32>) -> tensor<2x1x2x2xf16>
  return %y : tensor<2x1x2x2xf16>
}

// The last of equal indices wins (U4); a splat of indices is all of them.
// CHECK-LABEL: func @unpooling_equal_indices(
func.func @unpooling_equal_indices()
    -> (tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>) {
  // CHECK-DAG:          %[[Y:.+]] = arith.constant dense<{{\[\[\[\[}}0, 4, 3]]]]> : tensor<1x1x1x3xi8>
  // CHECK-DAG:          %[[Z:.+]] = arith.constant dense<{{\[\[\[\[}}0, 0, 4]]]]> : tensor<1x1x1x3xi8>
  // CHECK:              return %[[Y]], %[[Z]]
  %v = arith.constant dense<[[[[1, 2, 3, 4]]]]> : tensor<1x1x1x4xi8>
  %i = arith.constant dense<[[[[1, 2, 2, 1]]]]> : tensor<1x1x1x4xui64>
  %j = arith.constant dense<2> : tensor<1x1x1x4xui64>
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xi8>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x3xi8>
  %z = dml.max_unpooling %v, %j
      : (tensor<1x1x1x4xi8>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x3xi8>
  return %y, %z : tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>
}

// The size is a constant too.
// CHECK-LABEL: func @unpooling_constant_size(
func.func @unpooling_constant_size() -> tensor<1x1x1x?xi32> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<{{\[\[\[\[}}0, 0, 9]]]]> : tensor<1x1x1x3xi32>
  // CHECK-NEXT:          %[[Z:.+]] = tensor.cast %[[Y]]
  // CHECK-NEXT:          return %[[Z]]
  %v = arith.constant dense<9> : tensor<1x1x1x1xi32>
  %i = arith.constant dense<2> : tensor<1x1x1x1xui32>
  %c3 = arith.constant 3 : index
  %y = dml.max_unpooling %v, %i, output_sizes(%c3)
      : (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>) -> tensor<1x1x1x?xi32>
  return %y : tensor<1x1x1x?xi32>
}

// An index out of range is reported at run time (U3), so it must not fold: one
// past the end, one whose low word is in range, and the largest there is.
// CHECK-LABEL: func @unpooling_out_of_range(
func.func @unpooling_out_of_range()
    -> (tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>) {
  // CHECK: %[[A:.+]] = dml.max_unpooling
  // CHECK: %[[B:.+]] = dml.max_unpooling
  // CHECK: %[[C:.+]] = dml.max_unpooling
  // CHECK: return %[[A]], %[[B]], %[[C]]
  %v = arith.constant dense<[[[[1, 2]]]]> : tensor<1x1x1x2xi8>
  %i = arith.constant dense<[[[[0, 3]]]]> : tensor<1x1x1x2xui32>
  %j = arith.constant dense<[[[[0, 4294967297]]]]> : tensor<1x1x1x2xui64>
  %k = arith.constant dense<[[[[18446744073709551615, 0]]]]>
      : tensor<1x1x1x2xui64>
  %a = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>) -> tensor<1x1x1x3xi8>
  %b = dml.max_unpooling %v, %j
      : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>) -> tensor<1x1x1x3xi8>
  %c = dml.max_unpooling %v, %k
      : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>) -> tensor<1x1x1x3xi8>
  return %a, %b, %c
      : tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>
}

// CHECK-LABEL: func @unpooling_one_operand_unknown(
func.func @unpooling_one_operand_unknown(%w: tensor<1x1x1x1xi8>,
    %j: tensor<1x1x1x1xui32>) -> (tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>) {
  // CHECK: %[[A:.+]] = dml.max_unpooling
  // CHECK: %[[B:.+]] = dml.max_unpooling
  // CHECK: return %[[A]], %[[B]]
  %v = arith.constant dense<1> : tensor<1x1x1x1xi8>
  %i = arith.constant dense<1> : tensor<1x1x1x1xui32>
  %a = dml.max_unpooling %v, %j
      : (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>) -> tensor<1x1x1x3xi8>
  %b = dml.max_unpooling %w, %i
      : (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>) -> tensor<1x1x1x3xi8>
  return %a, %b : tensor<1x1x1x3xi8>, tensor<1x1x1x3xi8>
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unfold(
func.func @unfold() -> tensor<1x4x3xui16> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[0, 1, 3], [2, 4, 0], [0, 5, 7], [6, 65535, 0]]]
  // CHECK-SAME:          > : tensor<1x4x3xui16>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[1, 2, 3, 4], [5, 6, 7, 65535]]]>
      : tensor<1x2x4xui16>
  %y = dml.unfold %x, window_sizes = [2], strides = [2], dilations = [3],
           start_padding = [2], end_padding = [2]
      : (tensor<1x2x4xui16>) -> tensor<1x4x3xui16>
  return %y : tensor<1x4x3xui16>
}

// CHECK-LABEL: func @unfold_leading_one(
func.func @unfold_leading_one() -> tensor<1x1x2x4xf32> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[[0x7F800001, -0.000000e+00, 3.000000e+00, 4.000000e+00], [-0.000000e+00, 0.000000e+00, 4.000000e+00, 0.000000e+00]]]]
  // CHECK-SAME:          > : tensor<1x1x2x4xf32>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[[0x7F800001, -0.0], [3.0, 4.0]]]]>
      : tensor<1x1x2x2xf32>
  %y = dml.unfold %x, window_sizes = [1, 2], end_padding = [0, 1]
      : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x4xf32>
  return %y : tensor<1x1x2x4xf32>
}

// A splat and its padding are no splat.
// CHECK-LABEL: func @unfold_splat(
func.func @unfold_splat() -> tensor<1x1x3xi64> {
  // CHECK-NEXT: %[[Y:.+]] = arith.constant dense<{{\[\[\[}}0, -5, -5]]]> : tensor<1x1x3xi64>
  // CHECK-NEXT: return %[[Y]]
  %x = arith.constant dense<-5> : tensor<1x1x2xi64>
  %y = dml.unfold %x, window_sizes = [1], start_padding = [1]
      : (tensor<1x1x2xi64>) -> tensor<1x1x3xi64>
  return %y : tensor<1x1x3xi64>
}

//===----------------------------------------------------------------------===//
// max_pooling2
//===----------------------------------------------------------------------===//

// Both results: the first of equal elements, a NaN before numbers, and a window
// with no position inside the input (M6). Indices count across the channels.
// CHECK-LABEL: func @pooling(
func.func @pooling() -> (tensor<1x2x1x3xf32>, tensor<1x2x1x3xui64>) {
  // CHECK-DAG: %[[V:.+]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 2.000000e+00, 0xFF800000]], {{\[\[}}0x7F800001, -0.000000e+00, 0xFF800000]]]]> : tensor<1x2x1x3xf32>
  // CHECK-DAG: %[[I:.+]] = arith.constant dense<{{\[\[\[\[}}1, 2, 18446744073709551615]], {{\[\[}}4, 7, 18446744073709551615]]]]> : tensor<1x2x1x3xui64>
  // CHECK:     return %[[V]], %[[I]]
  %x = arith.constant dense<[[[[1.0, 2.0, 2.0, 1.0]],
      [[0x7F800001, 5.0, -1.0, -0.0]]]]> : tensor<1x2x1x4xf32>
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2], strides = [1, 2],
      end_padding = [0, 2]
      : (tensor<1x2x1x4xf32>) -> (tensor<1x2x1x3xf32>, tensor<1x2x1x3xui64>)
  return %v, %i : tensor<1x2x1x3xf32>, tensor<1x2x1x3xui64>
}

// CHECK-LABEL: func @pooling_without_indices(
func.func @pooling_without_indices() -> tensor<1x1x1x3xui8> {
  // CHECK-NEXT: %[[V:.+]] = arith.constant dense<{{\[\[\[\[}}200, 200, 7]]]]> : tensor<1x1x1x3xui8>
  // CHECK-NEXT: return %[[V]]
  %x = arith.constant dense<[[[[1, 200, 3, 7]]]]> : tensor<1x1x1x4xui8>
  %v = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x1x4xui8>) -> tensor<1x1x1x3xui8>
  return %v : tensor<1x1x1x3xui8>
}

// One result is all alike, the other is not.
// CHECK-LABEL: func @pooling_splat(
func.func @pooling_splat() -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>) {
  // CHECK-DAG: %[[V:.+]] = arith.constant dense<-5> : tensor<1x1x1x2xi8>
  // CHECK-DAG: %[[I:.+]] = arith.constant dense<{{\[\[\[\[}}0, 1]]]]> : tensor<1x1x1x2xui32>
  // CHECK:     return %[[V]], %[[I]]
  %x = arith.constant dense<-5> : tensor<1x1x1x3xi8>
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x1x3xi8>) -> (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>)
  return %v, %i : tensor<1x1x1x2xi8>, tensor<1x1x1x2xui32>
}

//===----------------------------------------------------------------------===//
// fold
//===----------------------------------------------------------------------===//

// A gap between two windows, padding before them, and a sum that wraps.
// CHECK-LABEL: func @fold(
func.func @fold() -> tensor<1x2x4xui8> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[0, 6, 0, 6], [0, 4, 0, 14]]]
  // CHECK-SAME:          > : tensor<1x2x4xui8>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[1, 2], [4, 6], [9, 10], [250, 14]]]>
      : tensor<1x4x2xui8>
  %y = dml.fold %x, window_sizes = [2], strides = [2], dilations = [2],
           start_padding = [1]
      : (tensor<1x4x2xui8>) -> tensor<1x2x4xui8>
  return %y : tensor<1x2x4xui8>
}

// -0.0 alone, a tie that goes to even, a signalling NaN.
// CHECK-LABEL: func @fold_f16(
func.func @fold_f16() -> tensor<1x1x3xf16> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<
  // CHECK-SAME{LITERAL}: [[[-0.000000e+00, 6.547200e+04, 0x7E00]]]
  // CHECK-SAME:          > : tensor<1x1x3xf16>
  // CHECK-NEXT:          return %[[Y]]
  %x = arith.constant dense<[[[-0.0, -16.0], [65504.0, 0xFC01]]]> : tensor<1x2x2xf16>
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x2xf16>) -> tensor<1x1x3xf16>
  return %y : tensor<1x1x3xf16>
}

// The size is a constant too, and so are the windows.
// CHECK-LABEL: func @fold_constant_size(
func.func @fold_constant_size() -> tensor<1x1x?xi32> {
  // CHECK-NEXT:          %[[Y:.+]] = arith.constant dense<{{\[\[\[}}7, 14, 14, 7]]]> : tensor<1x1x4xi32>
  // CHECK-NEXT:          %[[Z:.+]] = tensor.cast %[[Y]]
  // CHECK-NEXT:          return %[[Z]]
  %x = arith.constant dense<7> : tensor<1x2x3xi32>
  %c4 = arith.constant 4 : index
  %y = dml.fold %x, window_sizes = [2], output_sizes(%c4)
      : (tensor<1x2x3xi32>) -> tensor<1x1x?xi32>
  return %y : tensor<1x1x?xi32>
}

//===----------------------------------------------------------------------===//
// What is too large to be worth it
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @fold_1024_elements(
func.func @fold_1024_elements() -> tensor<1x1x32x32xi8> {
  // CHECK-NEXT: %[[Y:.+]] = arith.constant dense<1> : tensor<1x1x32x32xi8>
  // CHECK-NEXT: return %[[Y]]
  %x = arith.constant dense<1> : tensor<1x4x16x16xi8>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x16x16xi8>) -> tensor<1x1x32x32xi8>
  return %y : tensor<1x1x32x32xi8>
}

// CHECK-LABEL: func @more_than_1024_elements_in(
func.func @more_than_1024_elements_in() -> tensor<1x1x513xi8> {
  // CHECK: dml.unfold
  %x = arith.constant dense<1> : tensor<1x1x1025xi8>
  %y = dml.unfold %x, window_sizes = [1], strides = [2]
      : (tensor<1x1x1025xi8>) -> tensor<1x1x513xi8>
  return %y : tensor<1x1x513xi8>
}

// CHECK-LABEL: func @more_than_1024_elements_out(
func.func @more_than_1024_elements_out() -> tensor<1x1x1025xi8> {
  // CHECK: dml.unfold
  %x = arith.constant dense<1> : tensor<1x1x1xi8>
  %y = dml.unfold %x, window_sizes = [1], start_padding = [1024]
      : (tensor<1x1x1xi8>) -> tensor<1x1x1025xi8>
  return %y : tensor<1x1x1025xi8>
}

// Not a byte of it may be made.
// CHECK-LABEL: func @huge_splats(
func.func @huge_splats() -> (tensor<1x1x1xi8>, tensor<1x1x1x1xi8>) {
  // CHECK: dml.unfold
  // CHECK: dml.max_unpooling
  %x = arith.constant dense<1> : tensor<1x1x4294967295xi8>
  %v = arith.constant dense<1> : tensor<65535x1x1x65537xi8>
  %i = arith.constant dense<0> : tensor<65535x1x1x65537xui32>
  %y = dml.unfold %x, window_sizes = [1], strides = [4294967295]
      : (tensor<1x1x4294967295xi8>) -> tensor<1x1x1xi8>
  %z = dml.max_unpooling %v, %i
      : (tensor<65535x1x1x65537xi8>, tensor<65535x1x1x65537xui32>)
      -> tensor<1x1x1x1xi8>
  return %y, %z : tensor<1x1x1xi8>, tensor<1x1x1x1xi8>
}
