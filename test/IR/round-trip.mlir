// RUN: dml-opt %s | dml-opt | FileCheck %s
// RUN: dml-opt %s --mlir-print-op-generic | dml-opt | FileCheck %s
// RUN: dml-opt %s --emit-bytecode | dml-opt | FileCheck %s
// RUN: dml-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @depth_column_row(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x8x2x3xui32>
func.func @depth_column_row(%x: tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32> {
  // CHECK-NEXT: %depth_to_space = dml.depth_to_space1 %[[X]], block_size = 2, order = depth_column_row : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  // GENERIC: "dml.depth_to_space1"(%{{[a-z0-9]+}}) <{block_size = 2 : i64, order = #dml.depth_space_order<depth_column_row>}> : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
  return %y : tensor<1x2x4x6xui32>
}

// CHECK-LABEL: func @column_row_depth(
func.func @column_row_depth(%x: tensor<2x27x1x1xf32>) -> tensor<2x3x3x3xf32> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 3, order = column_row_depth : (tensor<2x27x1x1xf32>) -> tensor<2x3x3x3xf32>
  // GENERIC: "dml.depth_to_space1"(%{{[a-z0-9]+}}) <{block_size = 3 : i64, order = #dml.depth_space_order<column_row_depth>}>
  %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x27x1x1xf32>) -> tensor<2x3x3x3xf32>
  return %y : tensor<2x3x3x3xf32>
}

// CHECK-LABEL: func @depth_generic_form(
func.func @depth_generic_form(%x: tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 2, order = column_row_depth : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  %y = "dml.depth_to_space1"(%x) <{
    order = #dml.depth_space_order<column_row_depth>, block_size = 2 : i64
  }> : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return %y : tensor<1x1x2x2xi8>
}

// CHECK-LABEL: func @depth_dynamic(
func.func @depth_dynamic(%x: tensor<?x?x?x?xf16>) -> tensor<?x?x?x?xf16> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 4, order = depth_column_row : (tensor<?x?x?x?xf16>) -> tensor<?x?x?x?xf16>
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<?x?x?x?xf16>) -> tensor<?x?x?x?xf16>
  return %y : tensor<?x?x?x?xf16>
}

// The declared result may know more than inference, and less.
// CHECK-LABEL: func @depth_partly_static(
func.func @depth_partly_static(%x: tensor<?x8x?x3xf64>)
    -> tensor<5x?x6x6xf64> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 2, order = depth_column_row : (tensor<?x8x?x3xf64>) -> tensor<5x?x6x6xf64>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x8x?x3xf64>) -> tensor<5x?x6x6xf64>
  return %y : tensor<5x?x6x6xf64>
}

// The largest block size there is, and the largest tensor it can make.
// CHECK-LABEL: func @depth_largest_block(
func.func @depth_largest_block(%x: tensor<1x4294836225x1x1xi8>)
    -> tensor<1x1x65535x65535xi8> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 65535, order = depth_column_row : (tensor<1x4294836225x1x1xi8>) -> tensor<1x1x65535x65535xi8>
  %y = dml.depth_to_space1 %x, block_size = 65535, order = depth_column_row
      : (tensor<1x4294836225x1x1xi8>) -> tensor<1x1x65535x65535xi8>
  return %y : tensor<1x1x65535x65535xi8>
}

// CHECK-LABEL: func @depth_attributes(
func.func @depth_attributes(%x: tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8> {
  // CHECK-NEXT: dml.depth_to_space1 %{{[a-z0-9]+}}, block_size = 2, order = depth_column_row {test.name = "kept"} : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      {test.name = "kept"} : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return %y : tensor<1x1x2x2xi8>
}

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unpooling(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xf32>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xui32>
func.func @unpooling(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>)
    -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: %unpooled = dml.max_unpooling %[[V]], %[[I]] : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  // GENERIC: "dml.max_unpooling"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// The result's batch and channels are the user's too.
// CHECK-LABEL: func @unpooling_other_channels(
func.func @unpooling_other_channels(%v: tensor<2x3x2x2xi16>,
    %i: tensor<2x3x2x2xui64>) -> tensor<5x7x1x9xi16> {
  // CHECK-NEXT: dml.max_unpooling %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (tensor<2x3x2x2xi16>, tensor<2x3x2x2xui64>) -> tensor<5x7x1x9xi16>
  %y = dml.max_unpooling %v, %i
      : (tensor<2x3x2x2xi16>, tensor<2x3x2x2xui64>) -> tensor<5x7x1x9xi16>
  return %y : tensor<5x7x1x9xi16>
}

// CHECK-LABEL: func @unpooling_output_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<?x?x?x?xf16>, %[[I:[a-z0-9]+]]: tensor<?x?x?x?xui64>, %[[N:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
func.func @unpooling_output_sizes(%v: tensor<?x?x?x?xf16>,
    %i: tensor<?x?x?x?xui64>, %n: index, %w: index) -> tensor<?x3x4x?xf16> {
  // CHECK-NEXT: dml.max_unpooling %[[V]], %[[I]], output_sizes(%[[N]], %[[W]]) : (tensor<?x?x?x?xf16>, tensor<?x?x?x?xui64>) -> tensor<?x3x4x?xf16>
  // GENERIC: "dml.max_unpooling"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<?x?x?x?xf16>, tensor<?x?x?x?xui64>, index, index) -> tensor<?x3x4x?xf16>
  %y = dml.max_unpooling %v, %i, output_sizes(%n, %w)
      : (tensor<?x?x?x?xf16>, tensor<?x?x?x?xui64>) -> tensor<?x3x4x?xf16>
  return %y : tensor<?x3x4x?xf16>
}

// Values and indices that may agree do.
// CHECK-LABEL: func @unpooling_partly_static(
func.func @unpooling_partly_static(%v: tensor<1x?x2x?xf32>,
    %i: tensor<?x3x2x?xui32>) -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: dml.max_unpooling %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (tensor<1x?x2x?xf32>, tensor<?x3x2x?xui32>) -> tensor<1x1x3x3xf32>
  %y = dml.max_unpooling %v, %i
      : (tensor<1x?x2x?xf32>, tensor<?x3x2x?xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

// 2^32-1 elements, the most there can be.
// CHECK-LABEL: func @unpooling_largest_result(
func.func @unpooling_largest_result(%v: tensor<1x1x2x2xi8>,
    %i: tensor<1x1x2x2xui64>) -> tensor<65535x1x65537x1xi8> {
  // CHECK-NEXT: dml.max_unpooling %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>) -> tensor<65535x1x65537x1xi8>
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>) -> tensor<65535x1x65537x1xi8>
  return %y : tensor<65535x1x65537x1xi8>
}

// CHECK-LABEL: func @unpooling_attributes(
func.func @unpooling_attributes(%v: tensor<1x1x2x2xi8>,
    %i: tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xi8> {
  // CHECK-NEXT: dml.max_unpooling %{{[a-z0-9]+}}, %{{[a-z0-9]+}} {test.name = "kept"} :
  %y = dml.max_unpooling %v, %i {test.name = "kept"}
      : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xi8>
  return %y : tensor<1x1x3x3xi8>
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @unfold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x7x9xf32>
func.func @unfold(%x: tensor<1x2x7x9xf32>) -> tensor<1x12x16xf32> {
  // CHECK-NEXT: %unfolded = dml.unfold %[[X]], window_sizes = [3, 2], strides = [2, 3], dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4] : (tensor<1x2x7x9xf32>) -> tensor<1x12x16xf32>
  // GENERIC: "dml.unfold"(%{{[a-z0-9]+}}) <{dilations = array<i64: 2, 4>, end_padding = array<i64: 3, 4>, start_padding = array<i64: 1, 2>, strides = array<i64: 2, 3>, window_sizes = array<i64: 3, 2>}> : (tensor<1x2x7x9xf32>) -> tensor<1x12x16xf32>
  %y = dml.unfold %x, window_sizes = [3, 2], strides = [2, 3],
           dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4]
      : (tensor<1x2x7x9xf32>) -> tensor<1x12x16xf32>
  return %y : tensor<1x12x16xf32>
}

// CHECK-LABEL: func @unfold_defaults(
func.func @unfold_defaults(%x: tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<1x1x5x5xf32>) -> tensor<1x9x9xf32>
  return %y : tensor<1x9x9xf32>
}

// CHECK-LABEL: func @unfold_clauses_in_any_order(
func.func @unfold_clauses_in_any_order(%x: tensor<1x2x7x9xf32>)
    -> tensor<1x12x16xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [3, 2], strides = [2, 3], dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4] :
  %y = dml.unfold %x, end_padding = [3, 4], dilations = [2, 4],
           strides = [2, 3], window_sizes = [3, 2], start_padding = [1, 2]
      : (tensor<1x2x7x9xf32>) -> tensor<1x12x16xf32>
  return %y : tensor<1x12x16xf32>
}

// CHECK-LABEL: func @unfold_some_clauses(
func.func @unfold_some_clauses(%x: tensor<1x2x7x9xf32>) -> tensor<1x12x28xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [3, 2], strides = [1, 2], dilations = [1, 1], start_padding = [0, 0], end_padding = [2, 0] :
  %y = dml.unfold %x, end_padding = [2, 0], window_sizes = [3, 2],
           strides = [1, 2]
      : (tensor<1x2x7x9xf32>) -> tensor<1x12x28xf32>
  return %y : tensor<1x12x28xf32>
}

// CHECK-LABEL: func @unfold_generic_form(
func.func @unfold_generic_form(%x: tensor<1x1x5xf32>) -> tensor<1x2x6xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [2], strides = [1], dilations = [1], start_padding = [2], end_padding = [0] : (tensor<1x1x5xf32>) -> tensor<1x2x6xf32>
  %y = "dml.unfold"(%x) <{
    window_sizes = array<i64: 2>, strides = array<i64: 1>,
    dilations = array<i64: 1>, start_padding = array<i64: 2>,
    end_padding = array<i64: 0>
  }> : (tensor<1x1x5xf32>) -> tensor<1x2x6xf32>
  return %y : tensor<1x2x6xf32>
}

// CHECK-LABEL: func @unfold_six_dimensions(
func.func @unfold_six_dimensions(%x: tensor<2x3x2x3x2x3x2x3xui8>)
    -> tensor<2x24x216xui8> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [1, 2, 1, 2, 1, 2], strides = [1, 2, 1, 2, 1, 2], dilations = [1, 1, 1, 1, 1, 1], start_padding = [1, 1, 1, 1, 1, 1], end_padding = [0, 0, 0, 0, 0, 0] : (tensor<2x3x2x3x2x3x2x3xui8>) -> tensor<2x24x216xui8>
  %y = dml.unfold %x, window_sizes = [1, 2, 1, 2, 1, 2],
           strides = [1, 2, 1, 2, 1, 2], start_padding = [1, 1, 1, 1, 1, 1]
      : (tensor<2x3x2x3x2x3x2x3xui8>) -> tensor<2x24x216xui8>
  return %y : tensor<2x24x216xui8>
}

// CHECK-LABEL: func @unfold_leading_one(
func.func @unfold_leading_one(%x: tensor<2x1x5x5xf32>) -> tensor<1x2x9x9xf32> {
  // CHECK-NEXT: dml.unfold {{.*}} : (tensor<2x1x5x5xf32>) -> tensor<1x2x9x9xf32>
  %y = dml.unfold %x, window_sizes = [3, 3]
      : (tensor<2x1x5x5xf32>) -> tensor<1x2x9x9xf32>
  return %y : tensor<1x2x9x9xf32>
}

// CHECK-LABEL: func @unfold_leading_ones(
func.func @unfold_leading_ones(%x: tensor<?x?x?x?x?x?x?x?xf32>)
    -> tensor<1x1x1x1x1x?x?x?xf32> {
  // CHECK-NEXT: dml.unfold {{.*}} : (tensor<?x?x?x?x?x?x?x?xf32>) -> tensor<1x1x1x1x1x?x?x?xf32>
  %y = dml.unfold %x, window_sizes = [1, 1, 1, 1, 1, 2]
      : (tensor<?x?x?x?x?x?x?x?xf32>) -> tensor<1x1x1x1x1x?x?x?xf32>
  return %y : tensor<1x1x1x1x1x?x?x?xf32>
}

// CHECK-LABEL: func @unfold_dynamic(
func.func @unfold_dynamic(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  // CHECK-NEXT: dml.unfold {{.*}} : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// CHECK-LABEL: func @unfold_partly_static(
func.func @unfold_partly_static(%x: tensor<?x2x5x?xf32>) -> tensor<3x?x8xf32> {
  // CHECK-NEXT: dml.unfold {{.*}} : (tensor<?x2x5x?xf32>) -> tensor<3x?x8xf32>
  %y = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x2x5x?xf32>) -> tensor<3x?x8xf32>
  return %y : tensor<3x?x8xf32>
}

// Every attribute may be 2^32-1 (A1).
// CHECK-LABEL: func @unfold_largest_attributes(
func.func @unfold_largest_attributes(%x: tensor<1x1x1x1xf32>)
    -> tensor<1x1x9xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [1, 1], strides = [4294967295, 4294967295], dilations = [4294967295, 4294967295], start_padding = [4294967295, 4294967295], end_padding = [4294967295, 4294967295] :
  %y = dml.unfold %x, window_sizes = [1, 1],
           strides = [4294967295, 4294967295],
           dilations = [4294967295, 4294967295],
           start_padding = [4294967295, 4294967295],
           end_padding = [4294967295, 4294967295]
      : (tensor<1x1x1x1xf32>) -> tensor<1x1x9xf32>
  return %y : tensor<1x1x9xf32>
}

// CHECK-LABEL: func @unfold_attributes(
func.func @unfold_attributes(%x: tensor<1x1x5xf32>) -> tensor<1x1x5xf32> {
  // CHECK-NEXT: dml.unfold %{{[a-z0-9]+}}, window_sizes = [1], strides = [1], dilations = [1], start_padding = [0], end_padding = [0] {test.name = "kept"} :
  %y = dml.unfold %x, window_sizes = [1] {test.name = "kept"}
      : (tensor<1x1x5xf32>) -> tensor<1x1x5xf32>
  return %y : tensor<1x1x5xf32>
}

//===----------------------------------------------------------------------===//
// max_pooling2
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @pooling(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x7x9xf32>
func.func @pooling(%x: tensor<1x2x7x9xf32>)
    -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>) {
  // CHECK-NEXT: %pooled, %indices = dml.max_pooling2 %[[X]], window_sizes = [3, 2], strides = [2, 3], dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4] : (tensor<1x2x7x9xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>)
  // GENERIC: "dml.max_pooling2"(%{{[a-z0-9]+}}) <{dilations = array<i64: 2, 4>, end_padding = array<i64: 3, 4>, start_padding = array<i64: 1, 2>, strides = array<i64: 2, 3>, window_sizes = array<i64: 3, 2>}> : (tensor<1x2x7x9xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>)
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 2], strides = [2, 3],
      dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4]
      : (tensor<1x2x7x9xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>)
  return %v, %i : tensor<1x2x4x4xf32>, tensor<1x2x4x4xui64>
}

// CHECK-LABEL: func @pooling_without_indices(
func.func @pooling_without_indices(%x: tensor<1x1x5x5xi8>)
    -> tensor<1x1x3x3xi8> {
  // CHECK-NEXT: %pooled = dml.max_pooling2 %{{[a-z0-9]+}}, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x1x5x5xi8>) -> tensor<1x1x3x3xi8>
  // GENERIC: "dml.max_pooling2"(%{{[a-z0-9]+}}) <{{.*}}> : (tensor<1x1x5x5xi8>) -> tensor<1x1x3x3xi8>
  %v = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x1x5x5xi8>) -> tensor<1x1x3x3xi8>
  return %v : tensor<1x1x3x3xi8>
}

// CHECK-LABEL: func @pooling_clauses_in_any_order(
func.func @pooling_clauses_in_any_order(%x: tensor<1x2x7x9xf32>)
    -> tensor<1x2x4x4xf32> {
  // CHECK-NEXT: dml.max_pooling2 %{{[a-z0-9]+}}, window_sizes = [3, 2], strides = [2, 3], dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4] {test.name = "kept"} :
  %v = dml.max_pooling2 %x, end_padding = [3, 4], dilations = [2, 4],
      strides = [2, 3], window_sizes = [3, 2], start_padding = [1, 2]
      {test.name = "kept"} : (tensor<1x2x7x9xf32>) -> tensor<1x2x4x4xf32>
  return %v : tensor<1x2x4x4xf32>
}

// CHECK-LABEL: func @pooling_generic_form(
func.func @pooling_generic_form(%x: tensor<1x1x5x5xui8>)
    -> (tensor<1x1x5x4xui8>, tensor<1x1x5x4xui32>) {
  // CHECK-NEXT: dml.max_pooling2 %{{[a-z0-9]+}}, window_sizes = [2, 2], strides = [1, 1], dilations = [1, 1], start_padding = [1, 0], end_padding = [0, 0] : (tensor<1x1x5x5xui8>) -> (tensor<1x1x5x4xui8>, tensor<1x1x5x4xui32>)
  %v, %i = "dml.max_pooling2"(%x) <{
    window_sizes = array<i64: 2, 2>, strides = array<i64: 1, 1>,
    dilations = array<i64: 1, 1>, start_padding = array<i64: 1, 0>,
    end_padding = array<i64: 0, 0>
  }> : (tensor<1x1x5x5xui8>) -> (tensor<1x1x5x4xui8>, tensor<1x1x5x4xui32>)
  return %v, %i : tensor<1x1x5x4xui8>, tensor<1x1x5x4xui32>
}

// CHECK-LABEL: func @pooling_three_dimensions(
func.func @pooling_three_dimensions(%x: tensor<2x3x4x5x6xf16>)
    -> (tensor<2x3x3x5x2xf16>, tensor<2x3x3x5x2xui32>) {
  // CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<2x3x4x5x6xf16>) -> (tensor<2x3x3x5x2xf16>, tensor<2x3x3x5x2xui32>)
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 1, 3], strides = [1, 1, 3]
      : (tensor<2x3x4x5x6xf16>)
      -> (tensor<2x3x3x5x2xf16>, tensor<2x3x3x5x2xui32>)
  return %v, %i : tensor<2x3x3x5x2xf16>, tensor<2x3x3x5x2xui32>
}

// The two results may know different sizes.
// CHECK-LABEL: func @pooling_partly_static(
func.func @pooling_partly_static(%x: tensor<?x2x?x5xf32>)
    -> (tensor<3x?x?x?xf32>, tensor<?x?x7x4xui32>) {
  // CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<?x2x?x5xf32>) -> (tensor<3x?x?x?xf32>, tensor<?x?x7x4xui32>)
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<?x2x?x5xf32>) -> (tensor<3x?x?x?xf32>, tensor<?x?x7x4xui32>)
  return %v, %i : tensor<3x?x?x?xf32>, tensor<?x?x7x4xui32>
}

// Every attribute may be 2^32-1 (A1).
// CHECK-LABEL: func @pooling_largest_attributes(
func.func @pooling_largest_attributes(%x: tensor<1x1x1x1xf32>)
    -> tensor<1x1x3x3xf32> {
  // CHECK-NEXT: dml.max_pooling2 %{{[a-z0-9]+}}, window_sizes = [1, 1], strides = [4294967295, 4294967295], dilations = [4294967295, 4294967295], start_padding = [4294967295, 4294967295], end_padding = [4294967295, 4294967295] :
  %v = dml.max_pooling2 %x, window_sizes = [1, 1],
           strides = [4294967295, 4294967295],
           dilations = [4294967295, 4294967295],
           start_padding = [4294967295, 4294967295],
           end_padding = [4294967295, 4294967295]
      : (tensor<1x1x1x1xf32>) -> tensor<1x1x3x3xf32>
  return %v : tensor<1x1x3x3xf32>
}

//===----------------------------------------------------------------------===//
// fold
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @fold(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x12x16xf32>
func.func @fold(%x: tensor<1x12x16xf32>) -> tensor<1x2x7x9xf32> {
  // CHECK-NEXT: %folded = dml.fold %[[X]], window_sizes = [3, 2], strides = [2, 3], dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4] : (tensor<1x12x16xf32>) -> tensor<1x2x7x9xf32>
  // GENERIC: "dml.fold"(%{{[a-z0-9]+}}) <{dilations = array<i64: 2, 4>, end_padding = array<i64: 3, 4>, start_padding = array<i64: 1, 2>, strides = array<i64: 2, 3>, window_sizes = array<i64: 3, 2>}> : (tensor<1x12x16xf32>) -> tensor<1x2x7x9xf32>
  %y = dml.fold %x, window_sizes = [3, 2], strides = [2, 3],
           dilations = [2, 4], start_padding = [1, 2], end_padding = [3, 4]
      : (tensor<1x12x16xf32>) -> tensor<1x2x7x9xf32>
  return %y : tensor<1x2x7x9xf32>
}

// CHECK-LABEL: func @fold_defaults(
func.func @fold_defaults(%x: tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32> {
  // CHECK-NEXT: dml.fold %{{[a-z0-9]+}}, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  %y = dml.fold %x, window_sizes = [3, 3]
      : (tensor<1x9x9xf32>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

// One operand for each dynamic spatial dimension; N and C are inferred.
// CHECK-LABEL: func @fold_output_sizes(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x?x?xui8>, %[[H:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
func.func @fold_output_sizes(%x: tensor<?x?x?xui8>, %h: index, %w: index)
    -> tensor<?x?x?x5x?xui8> {
  // CHECK-NEXT: dml.fold %[[X]], window_sizes = [1, 2, 3], strides = [1, 1, 1], dilations = [1, 1, 1], start_padding = [0, 0, 0], end_padding = [0, 0, 0], output_sizes(%[[H]], %[[W]]) {test.name = "kept"} : (tensor<?x?x?xui8>) -> tensor<?x?x?x5x?xui8>
  // GENERIC: "dml.fold"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{{.*}} : (tensor<?x?x?xui8>, index, index) -> tensor<?x?x?x5x?xui8>
  %y = dml.fold %x, window_sizes = [1, 2, 3], output_sizes(%h, %w)
      {test.name = "kept"} : (tensor<?x?x?xui8>) -> tensor<?x?x?x5x?xui8>
  return %y : tensor<?x?x?x5x?xui8>
}

// CHECK-LABEL: func @fold_clauses_in_any_order(
// CHECK-SAME:    index, %[[W:[a-z0-9]+]]: index
func.func @fold_clauses_in_any_order(%x: tensor<1x6x?xf32>, %h: index,
    %w: index) -> tensor<1x1x?x?xf32> {
  // CHECK-NEXT: dml.fold %{{[a-z0-9]+}}, window_sizes = [3, 2], strides = [2, 3], dilations = [1, 1], start_padding = [0, 0], end_padding = [3, 4], output_sizes(%[[W]], %{{[a-z0-9]+}}) :
  %y = dml.fold %x, output_sizes(%w, %h), end_padding = [3, 4],
           strides = [2, 3], window_sizes = [3, 2]
      : (tensor<1x6x?xf32>) -> tensor<1x1x?x?xf32>
  return %y : tensor<1x1x?x?xf32>
}

// CHECK-LABEL: func @fold_leading_ones(
func.func @fold_leading_ones(%x: tensor<1x1x1x1x1x?x?x?xf16>)
    -> tensor<?x?x2x3x4x5x6x7xf16> {
  // CHECK-NEXT: dml.fold {{.*}} : (tensor<1x1x1x1x1x?x?x?xf16>) -> tensor<?x?x2x3x4x5x6x7xf16>
  %y = dml.fold %x, window_sizes = [1, 1, 1, 1, 1, 2]
      : (tensor<1x1x1x1x1x?x?x?xf16>) -> tensor<?x?x2x3x4x5x6x7xf16>
  return %y : tensor<?x?x2x3x4x5x6x7xf16>
}

// CHECK-LABEL: func @fold_partly_static(
func.func @fold_partly_static(%x: tensor<?x8x12xf32>) -> tensor<3x?x4x5xf32> {
  // CHECK-NEXT: dml.fold {{.*}} : (tensor<?x8x12xf32>) -> tensor<3x?x4x5xf32>
  %y = dml.fold %x, window_sizes = [2, 2]
      : (tensor<?x8x12xf32>) -> tensor<3x?x4x5xf32>
  return %y : tensor<3x?x4x5xf32>
}

// Positions that no window has, behind the last one too.
// CHECK-LABEL: func @fold_gaps(
func.func @fold_gaps(%x: tensor<1x2x2xf32>) -> tensor<1x1x9xf32> {
  // CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x2xf32>) -> tensor<1x1x9xf32>
  %y = dml.fold %x, window_sizes = [2], strides = [5]
      : (tensor<1x2x2xf32>) -> tensor<1x1x9xf32>
  return %y : tensor<1x1x9xf32>
}

// Every attribute may be 2^32-1 (A1).
// CHECK-LABEL: func @fold_largest_attributes(
func.func @fold_largest_attributes(%x: tensor<1x1x9xf32>)
    -> tensor<1x1x1x1xf32> {
  // CHECK-NEXT: dml.fold %{{[a-z0-9]+}}, window_sizes = [1, 1], strides = [4294967295, 4294967295], dilations = [4294967295, 4294967295], start_padding = [4294967295, 4294967295], end_padding = [4294967295, 4294967295] :
  %y = dml.fold %x, window_sizes = [1, 1],
           strides = [4294967295, 4294967295],
           dilations = [4294967295, 4294967295],
           start_padding = [4294967295, 4294967295],
           end_padding = [4294967295, 4294967295]
      : (tensor<1x1x9xf32>) -> tensor<1x1x1x1xf32>
  return %y : tensor<1x1x1x1xf32>
}

//===----------------------------------------------------------------------===//
// require and unpool
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @require(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
func.func @require(%c: i1, %a: index, %b: index) {
  // CHECK-NEXT: dml.require %[[C]], "no values"
  // GENERIC: "dml.require"(%{{[a-z0-9]+}}) <{message = "no values"}> : (i1) -> ()
  dml.require %c, "no values"
  // CHECK-NEXT: dml.require %[[C]], "given {1}, then {0} [D2]", %[[A]], %[[B]]
  // GENERIC: "dml.require"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{message = "given {1}, then {0} [D2]"}> : (i1, index, index) -> ()
  dml.require %c, "given {1}, then {0} [D2]", %a, %b
  // CHECK-NEXT: dml.require %[[C]], "quoted \22\\\0A", %[[A]] {test.name = "kept"}
  dml.require %c, "quoted \"\\\n", %a {test.name = "kept"}
  return
}

// CHECK-LABEL: func @unpool_tensors(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xf16>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xi64>, %[[D:[a-z0-9]+]]: tensor<1x1x?x3xf16>
func.func @unpool_tensors(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xi64>,
    %d: tensor<1x1x?x3xf16>) -> tensor<1x1x?x3xf16> {
  // CHECK-NEXT: dml.unpool ins(%[[V]], %[[I]] : tensor<1x1x2x2xf16>, tensor<1x1x2x2xi64>) outs(%[[D]] : tensor<1x1x?x3xf16>) -> tensor<1x1x?x3xf16>
  // GENERIC: "dml.unpool"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xi64>, tensor<1x1x?x3xf16>) -> tensor<1x1x?x3xf16>
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf16>, tensor<1x1x2x2xi64>)
                  outs(%d : tensor<1x1x?x3xf16>) -> tensor<1x1x?x3xf16>
  return %y : tensor<1x1x?x3xf16>
}

// CHECK-LABEL: func @unpool_buffers(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x1x2x2xi32>, %[[I:[a-z0-9]+]]: memref<1x1x2x2xi32>, %[[D:[a-z0-9]+]]: memref<1x1x3x3xi32, strided<[9, 9, 3, 1], offset: ?>>
func.func @unpool_buffers(%v: memref<1x1x2x2xi32>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x3x3xi32, strided<[9, 9, 3, 1], offset: ?>>) {
  // CHECK-NEXT: dml.unpool ins(%[[V]], %[[I]] : memref<1x1x2x2xi32>, memref<1x1x2x2xi32>) outs(%[[D]] : memref<1x1x3x3xi32, strided<[9, 9, 3, 1], offset: ?>>){{$}}
  // GENERIC: "dml.unpool"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}}) : (memref<1x1x2x2xi32>, memref<1x1x2x2xi32>, memref<1x1x3x3xi32, strided<[9, 9, 3, 1], offset: ?>>) -> ()
  dml.unpool ins(%v, %i : memref<1x1x2x2xi32>, memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x3x3xi32, strided<[9, 9, 3, 1], offset: ?>>)
  return
}

// CHECK-LABEL: func @unpool_conditions(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: memref<i32>
func.func @unpool_conditions(%c: memref<i32>, %v: memref<1x1x2x2xi32>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xi32>) {
  // CHECK-NEXT: dml.unpool ins({{.*}}) if(%[[C]], %[[C]] : memref<i32>, memref<i32>) outs(
  // GENERIC: "dml.unpool"({{.*}}) : (memref<1x1x2x2xi32>, memref<1x1x2x2xi32>, memref<i32>, memref<i32>, memref<1x1x3x3xi32>) -> ()
  dml.unpool ins(%v, %i : memref<1x1x2x2xi32>, memref<1x1x2x2xi32>)
             if(%c, %c : memref<i32>, memref<i32>)
             outs(%d : memref<1x1x3x3xi32>)
  return
}

//===----------------------------------------------------------------------===//
// Launch plans
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @initialize(
func.func @initialize() {
  // CHECK-NEXT: %[[X:.+]] = memref.alloc
  %x = memref.alloc() : memref<2xi32>
  // CHECK-NEXT: dml.initialize %[[X]][1] = -1 : memref<2xi32>
  // GENERIC: "dml.initialize"(%{{[a-z0-9]+}}) <{offset = 1 : i64, value = -1 : i32}> : (memref<2xi32>) -> ()
  dml.initialize %x[1] = -1 : memref<2xi32>
  return
}

// CHECK-LABEL: func @view_words(
// CHECK-SAME:    %[[B:[a-z0-9]+]]: memref<3x5xf16>
func.func @view_words(%b: memref<3x5xf16>) {
  // CHECK-NEXT: dml.view_words %[[B]] : memref<3x5xf16> to memref<8xi32>{{$}}
  // GENERIC: "dml.view_words"(%{{[a-z0-9]+}}) : (memref<3x5xf16>) -> memref<8xi32>
  %0 = dml.view_words %b : memref<3x5xf16> to memref<8xi32>
  // CHECK-NEXT: dml.view_words %[[B]] : memref<3x5xf16> to memref<4xvector<2xi32>>
  %1 = dml.view_words %b : memref<3x5xf16> to memref<4xvector<2xi32>>
  // CHECK-NEXT: dml.view_words %[[B]] {test.name = "kept"} : memref<3x5xf16> to memref<2xvector<4xi32>, 1>
  %2 = dml.view_words %b {test.name = "kept"}
      : memref<3x5xf16> to memref<2xvector<4xi32>, 1>
  return
}

// CHECK-LABEL: func @dispatch(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[Y:[a-z0-9]+]]: memref<2x2xi8>
func.func @dispatch(%x: memref<4xf32>, %y: memref<2x2xi8>) {
  // CHECK-NEXT: dml.dispatch @k::@f workgroups = [4, 3, 1], writes = [1](%[[X]], %[[Y]] : memref<4xf32>, memref<2x2xi8>){{$}}
  // GENERIC: "dml.dispatch"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}) <{kernel = @k::@f, operandSegmentSizes = array<i32: 0, 2>, workgroups = array<i64: 4, 3, 1>, writes = array<i64: 1>}> : (memref<4xf32>, memref<2x2xi8>) -> ()
  dml.dispatch @k::@f workgroups = [4, 3, 1], writes = [1]
      (%x, %y : memref<4xf32>, memref<2x2xi8>)
  // CHECK-NEXT: dml.dispatch @k workgroups = [1, 1, 1], writes = [](%[[X]] : memref<4xf32>) {test.name = "kept"}
  dml.dispatch @k workgroups = [1, 1, 1], writes = [] (%x : memref<4xf32>)
      {test.name = "kept"}
  return
}

// CHECK-LABEL: func @dispatch_on_grid(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<4xf32>, %[[G:[a-z0-9]+]]: memref<6xi32>
func.func @dispatch_on_grid(%x: memref<4xf32>, %g: memref<6xi32>) {
  // CHECK-NEXT: dml.launch_grid %[[G]][0] : memref<6xi32>
  dml.launch_grid %g[0] : memref<6xi32>
  // CHECK-NEXT: dml.barrier grids
  dml.barrier grids
  // CHECK-NEXT: dml.dispatch @k workgroups = [4, 3, 1], writes = [0] from %[[G]][3] : memref<6xi32>(%[[X]] : memref<4xf32>)
  dml.dispatch @k workgroups = [4, 3, 1], writes = [0]
      from %g[3] : memref<6xi32> (%x : memref<4xf32>)
  return
}

// CHECK-LABEL: func @barrier(
func.func @barrier() {
  // CHECK-NEXT: dml.barrier{{$}}
  // GENERIC: "dml.barrier"() : () -> ()
  dml.barrier
  // CHECK-NEXT: dml.barrier {test.name = "kept"}
  dml.barrier {test.name = "kept"}
  return
}

// CHECK-LABEL: func @report_indices(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<68xi32>
func.func @report_indices(%m: memref<68xi32>) {
  // CHECK-NEXT: dml.report_indices %[[M]][64], bound = 4294967295 : memref<68xi32>
  // GENERIC: "dml.report_indices"(%{{[a-z0-9]+}}) <{bound = 4294967295 : i64, offset = 64 : i64}> : (memref<68xi32>) -> ()
  dml.report_indices %m[64], bound = 4294967295 : memref<68xi32>
  // CHECK-NEXT: dml.report_indices %[[M]][0], bound = 1 {test.name = "kept"} : memref<68xi32>
  dml.report_indices %m[0], bound = 1 {test.name = "kept"} : memref<68xi32>
  return
}

// CHECK-LABEL: func @report_check(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<2xi32>
func.func @report_check(%m: memref<2xi32>) {
  // CHECK-NEXT: dml.report_check %[[M]][1], "a rule" : memref<2xi32>
  dml.report_check %m[1], "a rule" : memref<2xi32>
  // CHECK-NEXT: dml.report_check %[[M]][0], assumes "pooled", "other indices" : memref<2xi32>
  // GENERIC: "dml.report_check"(%{{[a-z0-9]+}}) <{assumption = "pooled", message = "other indices", offset = 0 : i64}>
  dml.report_check %m[0], assumes "pooled", "other indices" : memref<2xi32>
  return
}
