// Every element type of T1, for each operator (max_unpooling: without f64, U1).
// RUN: dml-opt %s | dml-opt | FileCheck %s
// RUN: dml-opt %s --mlir-print-op-generic | dml-opt | FileCheck %s
// RUN: dml-opt %s --emit-bytecode | dml-opt | FileCheck %s

// CHECK-LABEL: func @depth_f64(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
func.func @depth_f64(%x: tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
  return %y : tensor<1x1x2x2xf64>
}

// CHECK-LABEL: func @depth_f32(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
func.func @depth_f32(%x: tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// CHECK-LABEL: func @depth_f16(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xf16>) -> tensor<1x1x2x2xf16>
func.func @depth_f16(%x: tensor<1x4x1x1xf16>) -> tensor<1x1x2x2xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf16>) -> tensor<1x1x2x2xf16>
  return %y : tensor<1x1x2x2xf16>
}

// CHECK-LABEL: func @depth_i64(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xi64>) -> tensor<1x1x2x2xi64>
func.func @depth_i64(%x: tensor<1x4x1x1xi64>) -> tensor<1x1x2x2xi64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi64>) -> tensor<1x1x2x2xi64>
  return %y : tensor<1x1x2x2xi64>
}

// CHECK-LABEL: func @depth_i32(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xi32>) -> tensor<1x1x2x2xi32>
func.func @depth_i32(%x: tensor<1x4x1x1xi32>) -> tensor<1x1x2x2xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi32>) -> tensor<1x1x2x2xi32>
  return %y : tensor<1x1x2x2xi32>
}

// CHECK-LABEL: func @depth_i16(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xi16>) -> tensor<1x1x2x2xi16>
func.func @depth_i16(%x: tensor<1x4x1x1xi16>) -> tensor<1x1x2x2xi16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi16>) -> tensor<1x1x2x2xi16>
  return %y : tensor<1x1x2x2xi16>
}

// CHECK-LABEL: func @depth_i8(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
func.func @depth_i8(%x: tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return %y : tensor<1x1x2x2xi8>
}

// CHECK-LABEL: func @depth_ui64(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xui64>) -> tensor<1x1x2x2xui64>
func.func @depth_ui64(%x: tensor<1x4x1x1xui64>) -> tensor<1x1x2x2xui64> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui64>) -> tensor<1x1x2x2xui64>
  return %y : tensor<1x1x2x2xui64>
}

// CHECK-LABEL: func @depth_ui32(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xui32>) -> tensor<1x1x2x2xui32>
func.func @depth_ui32(%x: tensor<1x4x1x1xui32>) -> tensor<1x1x2x2xui32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui32>) -> tensor<1x1x2x2xui32>
  return %y : tensor<1x1x2x2xui32>
}

// CHECK-LABEL: func @depth_ui16(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xui16>) -> tensor<1x1x2x2xui16>
func.func @depth_ui16(%x: tensor<1x4x1x1xui16>) -> tensor<1x1x2x2xui16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui16>) -> tensor<1x1x2x2xui16>
  return %y : tensor<1x1x2x2xui16>
}

// CHECK-LABEL: func @depth_ui8(
// CHECK-NEXT: dml.depth_to_space1 {{.*}} : (tensor<1x4x1x1xui8>) -> tensor<1x1x2x2xui8>
func.func @depth_ui8(%x: tensor<1x4x1x1xui8>) -> tensor<1x1x2x2xui8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui8>) -> tensor<1x1x2x2xui8>
  return %y : tensor<1x1x2x2xui8>
}

// CHECK-LABEL: func @unpooling_f32(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
func.func @unpooling_f32(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

// CHECK-LABEL: func @unpooling_f16(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xf16>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xf16>
func.func @unpooling_f16(%v: tensor<1x1x1x2xf16>, %i: tensor<1x1x1x2xui64>)
    -> tensor<1x1x2x2xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf16>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xf16>
  return %y : tensor<1x1x2x2xf16>
}

// CHECK-LABEL: func @unpooling_i64(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xi64>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xi64>
func.func @unpooling_i64(%v: tensor<1x1x1x2xi64>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xi64>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xi64>
  return %y : tensor<1x1x2x2xi64>
}

// CHECK-LABEL: func @unpooling_i32(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xi32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xi32>
func.func @unpooling_i32(%v: tensor<1x1x1x2xi32>, %i: tensor<1x1x1x2xui64>)
    -> tensor<1x1x2x2xi32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xi32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xi32>
  return %y : tensor<1x1x2x2xi32>
}

// CHECK-LABEL: func @unpooling_i16(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xi16>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xi16>
func.func @unpooling_i16(%v: tensor<1x1x1x2xi16>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xi16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xi16>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xi16>
  return %y : tensor<1x1x2x2xi16>
}

// CHECK-LABEL: func @unpooling_i8(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xi8>
func.func @unpooling_i8(%v: tensor<1x1x1x2xi8>, %i: tensor<1x1x1x2xui64>)
    -> tensor<1x1x2x2xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xi8>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xi8>
  return %y : tensor<1x1x2x2xi8>
}

// CHECK-LABEL: func @unpooling_ui64(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xui64>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xui64>
func.func @unpooling_ui64(%v: tensor<1x1x1x2xui64>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xui64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xui64>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xui64>
  return %y : tensor<1x1x2x2xui64>
}

// CHECK-LABEL: func @unpooling_ui32(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xui32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xui32>
func.func @unpooling_ui32(%v: tensor<1x1x1x2xui32>, %i: tensor<1x1x1x2xui64>)
    -> tensor<1x1x2x2xui32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xui32>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xui32>
  return %y : tensor<1x1x2x2xui32>
}

// CHECK-LABEL: func @unpooling_ui16(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xui16>
func.func @unpooling_ui16(%v: tensor<1x1x1x2xui16>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xui16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xui16>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xui16>
  return %y : tensor<1x1x2x2xui16>
}

// CHECK-LABEL: func @unpooling_ui8(
// CHECK-NEXT: dml.max_unpooling {{.*}} : (tensor<1x1x1x2xui8>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xui8>
func.func @unpooling_ui8(%v: tensor<1x1x1x2xui8>, %i: tensor<1x1x1x2xui64>)
    -> tensor<1x1x2x2xui8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xui8>, tensor<1x1x1x2xui64>) -> tensor<1x1x2x2xui8>
  return %y : tensor<1x1x2x2xui8>
}

// CHECK-LABEL: func @unfold_f64(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xf64>) -> tensor<1x2x2xf64>
func.func @unfold_f64(%x: tensor<1x1x3xf64>) -> tensor<1x2x2xf64> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xf64>) -> tensor<1x2x2xf64>
  return %y : tensor<1x2x2xf64>
}

// CHECK-LABEL: func @unfold_f32(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xf32>) -> tensor<1x2x2xf32>
func.func @unfold_f32(%x: tensor<1x1x3xf32>) -> tensor<1x2x2xf32> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xf32>) -> tensor<1x2x2xf32>
  return %y : tensor<1x2x2xf32>
}

// CHECK-LABEL: func @unfold_f16(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xf16>) -> tensor<1x2x2xf16>
func.func @unfold_f16(%x: tensor<1x1x3xf16>) -> tensor<1x2x2xf16> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xf16>) -> tensor<1x2x2xf16>
  return %y : tensor<1x2x2xf16>
}

// CHECK-LABEL: func @unfold_i64(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xi64>) -> tensor<1x2x2xi64>
func.func @unfold_i64(%x: tensor<1x1x3xi64>) -> tensor<1x2x2xi64> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xi64>) -> tensor<1x2x2xi64>
  return %y : tensor<1x2x2xi64>
}

// CHECK-LABEL: func @unfold_i32(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xi32>) -> tensor<1x2x2xi32>
func.func @unfold_i32(%x: tensor<1x1x3xi32>) -> tensor<1x2x2xi32> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xi32>) -> tensor<1x2x2xi32>
  return %y : tensor<1x2x2xi32>
}

// CHECK-LABEL: func @unfold_i16(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xi16>) -> tensor<1x2x2xi16>
func.func @unfold_i16(%x: tensor<1x1x3xi16>) -> tensor<1x2x2xi16> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xi16>) -> tensor<1x2x2xi16>
  return %y : tensor<1x2x2xi16>
}

// CHECK-LABEL: func @unfold_i8(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xi8>) -> tensor<1x2x2xi8>
func.func @unfold_i8(%x: tensor<1x1x3xi8>) -> tensor<1x2x2xi8> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xi8>) -> tensor<1x2x2xi8>
  return %y : tensor<1x2x2xi8>
}

// CHECK-LABEL: func @unfold_ui64(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xui64>) -> tensor<1x2x2xui64>
func.func @unfold_ui64(%x: tensor<1x1x3xui64>) -> tensor<1x2x2xui64> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xui64>) -> tensor<1x2x2xui64>
  return %y : tensor<1x2x2xui64>
}

// CHECK-LABEL: func @unfold_ui32(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xui32>) -> tensor<1x2x2xui32>
func.func @unfold_ui32(%x: tensor<1x1x3xui32>) -> tensor<1x2x2xui32> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xui32>) -> tensor<1x2x2xui32>
  return %y : tensor<1x2x2xui32>
}

// CHECK-LABEL: func @unfold_ui16(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xui16>) -> tensor<1x2x2xui16>
func.func @unfold_ui16(%x: tensor<1x1x3xui16>) -> tensor<1x2x2xui16> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xui16>) -> tensor<1x2x2xui16>
  return %y : tensor<1x2x2xui16>
}

// CHECK-LABEL: func @unfold_ui8(
// CHECK-NEXT: dml.unfold {{.*}} : (tensor<1x1x3xui8>) -> tensor<1x2x2xui8>
func.func @unfold_ui8(%x: tensor<1x1x3xui8>) -> tensor<1x2x2xui8> {
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x3xui8>) -> tensor<1x2x2xui8>
  return %y : tensor<1x2x2xui8>
}


// CHECK-LABEL: func @space_to_depth_f64(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xf64>) -> tensor<1x4x1x1xf64>
func.func @space_to_depth_f64(%x: tensor<1x1x2x2xf64>) -> tensor<1x4x1x1xf64> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf64>) -> tensor<1x4x1x1xf64>
  return %y : tensor<1x4x1x1xf64>
}

// CHECK-LABEL: func @space_to_depth_f32(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xf32>) -> tensor<1x4x1x1xf32>
func.func @space_to_depth_f32(%x: tensor<1x1x2x2xf32>) -> tensor<1x4x1x1xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf32>) -> tensor<1x4x1x1xf32>
  return %y : tensor<1x4x1x1xf32>
}

// CHECK-LABEL: func @space_to_depth_f16(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xf16>) -> tensor<1x4x1x1xf16>
func.func @space_to_depth_f16(%x: tensor<1x1x2x2xf16>) -> tensor<1x4x1x1xf16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf16>) -> tensor<1x4x1x1xf16>
  return %y : tensor<1x4x1x1xf16>
}

// CHECK-LABEL: func @space_to_depth_i64(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xi64>) -> tensor<1x4x1x1xi64>
func.func @space_to_depth_i64(%x: tensor<1x1x2x2xi64>) -> tensor<1x4x1x1xi64> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi64>) -> tensor<1x4x1x1xi64>
  return %y : tensor<1x4x1x1xi64>
}

// CHECK-LABEL: func @space_to_depth_i32(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xi32>) -> tensor<1x4x1x1xi32>
func.func @space_to_depth_i32(%x: tensor<1x1x2x2xi32>) -> tensor<1x4x1x1xi32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi32>) -> tensor<1x4x1x1xi32>
  return %y : tensor<1x4x1x1xi32>
}

// CHECK-LABEL: func @space_to_depth_i16(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xi16>) -> tensor<1x4x1x1xi16>
func.func @space_to_depth_i16(%x: tensor<1x1x2x2xi16>) -> tensor<1x4x1x1xi16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi16>) -> tensor<1x4x1x1xi16>
  return %y : tensor<1x4x1x1xi16>
}

// CHECK-LABEL: func @space_to_depth_i8(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xi8>) -> tensor<1x4x1x1xi8>
func.func @space_to_depth_i8(%x: tensor<1x1x2x2xi8>) -> tensor<1x4x1x1xi8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi8>) -> tensor<1x4x1x1xi8>
  return %y : tensor<1x4x1x1xi8>
}

// CHECK-LABEL: func @space_to_depth_ui64(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xui64>) -> tensor<1x4x1x1xui64>
func.func @space_to_depth_ui64(%x: tensor<1x1x2x2xui64>) -> tensor<1x4x1x1xui64> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui64>) -> tensor<1x4x1x1xui64>
  return %y : tensor<1x4x1x1xui64>
}

// CHECK-LABEL: func @space_to_depth_ui32(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xui32>) -> tensor<1x4x1x1xui32>
func.func @space_to_depth_ui32(%x: tensor<1x1x2x2xui32>) -> tensor<1x4x1x1xui32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui32>) -> tensor<1x4x1x1xui32>
  return %y : tensor<1x4x1x1xui32>
}

// CHECK-LABEL: func @space_to_depth_ui16(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xui16>) -> tensor<1x4x1x1xui16>
func.func @space_to_depth_ui16(%x: tensor<1x1x2x2xui16>) -> tensor<1x4x1x1xui16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui16>) -> tensor<1x4x1x1xui16>
  return %y : tensor<1x4x1x1xui16>
}

// CHECK-LABEL: func @space_to_depth_ui8(
// CHECK-NEXT: dml.space_to_depth1 {{.*}} : (tensor<1x1x2x2xui8>) -> tensor<1x4x1x1xui8>
func.func @space_to_depth_ui8(%x: tensor<1x1x2x2xui8>) -> tensor<1x4x1x1xui8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui8>) -> tensor<1x4x1x1xui8>
  return %y : tensor<1x4x1x1xui8>
}

// CHECK-LABEL: func @max_pooling_f32(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xui64>)
func.func @max_pooling_f32(%x: tensor<1x1x2x2xf32>) -> tensor<1x1x1x1xf32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xui64>)
  return %v : tensor<1x1x1x1xf32>
}

// CHECK-LABEL: func @max_pooling_f16(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xf16>) -> (tensor<1x1x1x1xf16>, tensor<1x1x1x1xui32>)
func.func @max_pooling_f16(%x: tensor<1x1x2x2xf16>) -> tensor<1x1x1x1xf16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xf16>) -> (tensor<1x1x1x1xf16>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xf16>
}

// CHECK-LABEL: func @max_pooling_i64(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xi64>) -> (tensor<1x1x1x1xi64>, tensor<1x1x1x1xui32>)
func.func @max_pooling_i64(%x: tensor<1x1x2x2xi64>) -> tensor<1x1x1x1xi64> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi64>) -> (tensor<1x1x1x1xi64>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xi64>
}

// CHECK-LABEL: func @max_pooling_i32(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>)
func.func @max_pooling_i32(%x: tensor<1x1x2x2xi32>) -> tensor<1x1x1x1xi32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xi32>
}

// CHECK-LABEL: func @max_pooling_i16(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xi16>) -> (tensor<1x1x1x1xi16>, tensor<1x1x1x1xui32>)
func.func @max_pooling_i16(%x: tensor<1x1x2x2xi16>) -> tensor<1x1x1x1xi16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi16>) -> (tensor<1x1x1x1xi16>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xi16>
}

// CHECK-LABEL: func @max_pooling_i8(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xi8>) -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>)
func.func @max_pooling_i8(%x: tensor<1x1x2x2xi8>) -> tensor<1x1x1x1xi8> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi8>) -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xi8>
}

// CHECK-LABEL: func @max_pooling_ui64(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xui64>) -> (tensor<1x1x1x1xui64>, tensor<1x1x1x1xui64>)
func.func @max_pooling_ui64(%x: tensor<1x1x2x2xui64>) -> tensor<1x1x1x1xui64> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui64>) -> (tensor<1x1x1x1xui64>, tensor<1x1x1x1xui64>)
  return %v : tensor<1x1x1x1xui64>
}

// CHECK-LABEL: func @max_pooling_ui32(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xui32>) -> (tensor<1x1x1x1xui32>, tensor<1x1x1x1xui32>)
func.func @max_pooling_ui32(%x: tensor<1x1x2x2xui32>) -> tensor<1x1x1x1xui32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui32>) -> (tensor<1x1x1x1xui32>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xui32>
}

// CHECK-LABEL: func @max_pooling_ui16(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xui16>) -> (tensor<1x1x1x1xui16>, tensor<1x1x1x1xui32>)
func.func @max_pooling_ui16(%x: tensor<1x1x2x2xui16>) -> tensor<1x1x1x1xui16> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui16>) -> (tensor<1x1x1x1xui16>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xui16>
}

// CHECK-LABEL: func @max_pooling_ui8(
// CHECK-NEXT: dml.max_pooling2 {{.*}} : (tensor<1x1x2x2xui8>) -> (tensor<1x1x1x1xui8>, tensor<1x1x1x1xui32>)
func.func @max_pooling_ui8(%x: tensor<1x1x2x2xui8>) -> tensor<1x1x1x1xui8> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui8>) -> (tensor<1x1x1x1xui8>, tensor<1x1x1x1xui32>)
  return %v : tensor<1x1x1x1xui8>
}

// CHECK-LABEL: func @fold_f64(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xf64>) -> tensor<1x1x4xf64>
func.func @fold_f64(%x: tensor<1x2x3xf64>) -> tensor<1x1x4xf64> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf64>) -> tensor<1x1x4xf64>
  return %y : tensor<1x1x4xf64>
}

// CHECK-LABEL: func @fold_f32(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xf32>) -> tensor<1x1x4xf32>
func.func @fold_f32(%x: tensor<1x2x3xf32>) -> tensor<1x1x4xf32> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf32>) -> tensor<1x1x4xf32>
  return %y : tensor<1x1x4xf32>
}

// CHECK-LABEL: func @fold_f16(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xf16>) -> tensor<1x1x4xf16>
func.func @fold_f16(%x: tensor<1x2x3xf16>) -> tensor<1x1x4xf16> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf16>) -> tensor<1x1x4xf16>
  return %y : tensor<1x1x4xf16>
}

// CHECK-LABEL: func @fold_i64(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xi64>) -> tensor<1x1x4xi64>
func.func @fold_i64(%x: tensor<1x2x3xi64>) -> tensor<1x1x4xi64> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi64>) -> tensor<1x1x4xi64>
  return %y : tensor<1x1x4xi64>
}

// CHECK-LABEL: func @fold_i32(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xi32>) -> tensor<1x1x4xi32>
func.func @fold_i32(%x: tensor<1x2x3xi32>) -> tensor<1x1x4xi32> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi32>) -> tensor<1x1x4xi32>
  return %y : tensor<1x1x4xi32>
}

// CHECK-LABEL: func @fold_i16(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xi16>) -> tensor<1x1x4xi16>
func.func @fold_i16(%x: tensor<1x2x3xi16>) -> tensor<1x1x4xi16> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi16>) -> tensor<1x1x4xi16>
  return %y : tensor<1x1x4xi16>
}

// CHECK-LABEL: func @fold_i8(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xi8>) -> tensor<1x1x4xi8>
func.func @fold_i8(%x: tensor<1x2x3xi8>) -> tensor<1x1x4xi8> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi8>) -> tensor<1x1x4xi8>
  return %y : tensor<1x1x4xi8>
}

// CHECK-LABEL: func @fold_ui64(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xui64>) -> tensor<1x1x4xui64>
func.func @fold_ui64(%x: tensor<1x2x3xui64>) -> tensor<1x1x4xui64> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui64>) -> tensor<1x1x4xui64>
  return %y : tensor<1x1x4xui64>
}

// CHECK-LABEL: func @fold_ui32(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xui32>) -> tensor<1x1x4xui32>
func.func @fold_ui32(%x: tensor<1x2x3xui32>) -> tensor<1x1x4xui32> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui32>) -> tensor<1x1x4xui32>
  return %y : tensor<1x1x4xui32>
}

// CHECK-LABEL: func @fold_ui16(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xui16>) -> tensor<1x1x4xui16>
func.func @fold_ui16(%x: tensor<1x2x3xui16>) -> tensor<1x1x4xui16> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui16>) -> tensor<1x1x4xui16>
  return %y : tensor<1x1x4xui16>
}

// CHECK-LABEL: func @fold_ui8(
// CHECK-NEXT: dml.fold {{.*}} : (tensor<1x2x3xui8>) -> tensor<1x1x4xui8>
func.func @fold_ui8(%x: tensor<1x2x3xui8>) -> tensor<1x1x4xui8> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui8>) -> tensor<1x1x4xui8>
  return %y : tensor<1x1x4xui8>
}
