// Each type of each row of FeatureLevels.def, at the level that has it, and
// refused at the level before. A part is named after the level.
// RUN: split-file %s %t
// RUN: dml-opt %t/2_1.mlir --dml-verify-feature-level=level=2_1
// RUN: dml-opt %t/2_1.mlir --dml-verify-feature-level=level=2_0 --verify-diagnostics
// RUN: dml-opt %t/3_0.mlir --dml-verify-feature-level=level=3_0
// RUN: dml-opt %t/3_0.mlir --dml-verify-feature-level=level=2_1 --verify-diagnostics
// RUN: dml-opt %t/5_0.mlir --dml-verify-feature-level=level=5_0
// RUN: dml-opt %t/5_0.mlir --dml-verify-feature-level=level=4_1 --verify-diagnostics
// RUN: dml-opt %t/6_4.mlir --dml-verify-feature-level=level=6_4
// RUN: dml-opt %t/6_4.mlir --dml-verify-feature-level=level=6_3 --verify-diagnostics
//
// What one level has, all later ones have.
// RUN: dml-opt %t/2_1.mlir --dml-verify-feature-level=level=5_0
// RUN: dml-opt %t/3_0.mlir --dml-verify-feature-level=level=3_1
// RUN: dml-opt %t/3_0.mlir --dml-verify-feature-level=level=5_0
//
// Every type that the verifiers take is of the highest level, the default.
// RUN: dml-opt %S/../IR/element-types.mlir --dml-verify-feature-level

//--- 2_1.mlir

func.func @L1_depth_to_space1_f32(%x: tensor<1x4x1x1xf32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  return
}

func.func @L1_depth_to_space1_f16(%x: tensor<1x4x1x1xf16>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf16>) -> tensor<1x1x2x2xf16>
  return
}

func.func @L1_depth_to_space1_i32(%x: tensor<1x4x1x1xi32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi32>) -> tensor<1x1x2x2xi32>
  return
}

func.func @L1_depth_to_space1_i16(%x: tensor<1x4x1x1xi16>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi16>) -> tensor<1x1x2x2xi16>
  return
}

func.func @L1_depth_to_space1_i8(%x: tensor<1x4x1x1xi8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return
}

func.func @L1_depth_to_space1_ui32(%x: tensor<1x4x1x1xui32>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui32>) -> tensor<1x1x2x2xui32>
  return
}

func.func @L1_depth_to_space1_ui16(%x: tensor<1x4x1x1xui16>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui16>) -> tensor<1x1x2x2xui16>
  return
}

func.func @L1_depth_to_space1_ui8(%x: tensor<1x4x1x1xui8>) {
  // expected-error @+1 {{'dml.depth_to_space1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui8>) -> tensor<1x1x2x2xui8>
  return
}

func.func @L1_space_to_depth1_f32(%x: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf32>) -> tensor<1x4x1x1xf32>
  return
}

func.func @L1_space_to_depth1_f16(%x: tensor<1x1x2x2xf16>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf16>) -> tensor<1x4x1x1xf16>
  return
}

func.func @L1_space_to_depth1_i32(%x: tensor<1x1x2x2xi32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi32>) -> tensor<1x4x1x1xi32>
  return
}

func.func @L1_space_to_depth1_i16(%x: tensor<1x1x2x2xi16>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi16>) -> tensor<1x4x1x1xi16>
  return
}

func.func @L1_space_to_depth1_i8(%x: tensor<1x1x2x2xi8>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi8>) -> tensor<1x4x1x1xi8>
  return
}

func.func @L1_space_to_depth1_ui32(%x: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui32>) -> tensor<1x4x1x1xui32>
  return
}

func.func @L1_space_to_depth1_ui16(%x: tensor<1x1x2x2xui16>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui16>) -> tensor<1x4x1x1xui16>
  return
}

func.func @L1_space_to_depth1_ui8(%x: tensor<1x1x2x2xui8>) {
  // expected-error @+1 {{'dml.space_to_depth1' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui8>) -> tensor<1x4x1x1xui8>
  return
}

func.func @L1_max_pooling2_f32(%x: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xui32>)
  return
}

func.func @L1_max_pooling2_f16(%x: tensor<1x1x2x2xf16>) {
  // expected-error @+1 {{'dml.max_pooling2' op is of feature level 2_1 and later, asked for 2_0 [L1]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xf16>) -> (tensor<1x1x1x1xf16>, tensor<1x1x1x1xui32>)
  return
}

//--- 3_0.mlir

func.func @L1_max_unpooling_f32_ui32(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op is of feature level 3_0 and later, asked for 2_1 [L1]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return
}

func.func @L1_max_unpooling_f16_ui32(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op is of feature level 3_0 and later, asked for 2_1 [L1]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  return
}

func.func @L2_max_pooling2_i8(%x: tensor<1x1x2x2xi8>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type i8 is of feature level 3_0 and later, asked for 2_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi8>) -> (tensor<1x1x1x1xi8>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_ui8(%x: tensor<1x1x2x2xui8>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type ui8 is of feature level 3_0 and later, asked for 2_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui8>) -> (tensor<1x1x1x1xui8>, tensor<1x1x1x1xui32>)
  return
}

//--- 5_0.mlir

func.func @L2_depth_to_space1_f64(%x: tensor<1x4x1x1xf64>) {
  // expected-error @+1 {{'dml.depth_to_space1' op element type f64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
  return
}

func.func @L2_depth_to_space1_i64(%x: tensor<1x4x1x1xi64>) {
  // expected-error @+1 {{'dml.depth_to_space1' op element type i64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi64>) -> tensor<1x1x2x2xi64>
  return
}

func.func @L2_depth_to_space1_ui64(%x: tensor<1x4x1x1xui64>) {
  // expected-error @+1 {{'dml.depth_to_space1' op element type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xui64>) -> tensor<1x1x2x2xui64>
  return
}

func.func @L2_max_unpooling_i64_ui32(%v: tensor<1x1x2x2xi64>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type i64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi64>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi64>
  return
}

func.func @L2_max_unpooling_i32_ui32(%v: tensor<1x1x2x2xi32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type i32 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi32>
  return
}

func.func @L2_max_unpooling_i16_ui32(%v: tensor<1x1x2x2xi16>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type i16 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi16>
  return
}

func.func @L2_max_unpooling_i8_ui32(%v: tensor<1x1x2x2xi8>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type i8 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi8>
  return
}

func.func @L2_max_unpooling_ui64_ui32(%v: tensor<1x1x2x2xui64>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui64>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui64>
  return
}

func.func @L2_max_unpooling_ui32_ui32(%v: tensor<1x1x2x2xui32>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type ui32 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui32>
  return
}

func.func @L2_max_unpooling_ui16_ui32(%v: tensor<1x1x2x2xui16>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type ui16 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui16>
  return
}

func.func @L2_max_unpooling_ui8_ui32(%v: tensor<1x1x2x2xui8>, %i: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type ui8 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui8>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui8>
  return
}

func.func @L2_max_unpooling_f32_ui64(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>) {
  // expected-error @+1 {{'dml.max_unpooling' op index type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf32>
  return
}

func.func @L2_max_unpooling_f16_ui64(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xui64>) {
  // expected-error @+1 {{'dml.max_unpooling' op index type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf16>
  return
}

// The element type is named where both are later.
func.func @L2_max_unpooling_i8_ui64(%v: tensor<1x1x2x2xi8>, %i: tensor<1x1x2x2xui64>) {
  // expected-error @+1 {{'dml.max_unpooling' op element type i8 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xi8>
  return
}

func.func @L2_space_to_depth1_f64(%x: tensor<1x1x2x2xf64>) {
  // expected-error @+1 {{'dml.space_to_depth1' op element type f64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xf64>) -> tensor<1x4x1x1xf64>
  return
}

func.func @L2_space_to_depth1_i64(%x: tensor<1x1x2x2xi64>) {
  // expected-error @+1 {{'dml.space_to_depth1' op element type i64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xi64>) -> tensor<1x4x1x1xi64>
  return
}

func.func @L2_space_to_depth1_ui64(%x: tensor<1x1x2x2xui64>) {
  // expected-error @+1 {{'dml.space_to_depth1' op element type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x2xui64>) -> tensor<1x4x1x1xui64>
  return
}

func.func @L2_max_pooling2_i64(%x: tensor<1x1x2x2xi64>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type i64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi64>) -> (tensor<1x1x1x1xi64>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_i32(%x: tensor<1x1x2x2xi32>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type i32 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi32>) -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_i16(%x: tensor<1x1x2x2xi16>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type i16 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xi16>) -> (tensor<1x1x1x1xi16>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_ui64(%x: tensor<1x1x2x2xui64>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui64>) -> (tensor<1x1x1x1xui64>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_ui32(%x: tensor<1x1x2x2xui32>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type ui32 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui32>) -> (tensor<1x1x1x1xui32>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_ui16(%x: tensor<1x1x2x2xui16>) {
  // expected-error @+1 {{'dml.max_pooling2' op element type ui16 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui16>) -> (tensor<1x1x1x1xui16>, tensor<1x1x1x1xui32>)
  return
}

func.func @L2_max_pooling2_index_ui64(%x: tensor<1x1x2x2xf32>) {
  // expected-error @+1 {{'dml.max_pooling2' op index type ui64 is of feature level 5_0 and later, asked for 4_1 [L2]}}
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xf32>) -> (tensor<1x1x1x1xf32>, tensor<1x1x1x1xui64>)
  return
}

//--- 6_4.mlir

func.func @L1_unfold_f64(%x: tensor<1x1x4xf64>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xf64>) -> tensor<1x2x3xf64>
  return
}

func.func @L1_unfold_f32(%x: tensor<1x1x4xf32>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xf32>) -> tensor<1x2x3xf32>
  return
}

func.func @L1_unfold_f16(%x: tensor<1x1x4xf16>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xf16>) -> tensor<1x2x3xf16>
  return
}

func.func @L1_unfold_i64(%x: tensor<1x1x4xi64>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xi64>) -> tensor<1x2x3xi64>
  return
}

func.func @L1_unfold_i32(%x: tensor<1x1x4xi32>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xi32>) -> tensor<1x2x3xi32>
  return
}

func.func @L1_unfold_i16(%x: tensor<1x1x4xi16>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xi16>) -> tensor<1x2x3xi16>
  return
}

func.func @L1_unfold_i8(%x: tensor<1x1x4xi8>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xi8>) -> tensor<1x2x3xi8>
  return
}

func.func @L1_unfold_ui64(%x: tensor<1x1x4xui64>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xui64>) -> tensor<1x2x3xui64>
  return
}

func.func @L1_unfold_ui32(%x: tensor<1x1x4xui32>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xui32>) -> tensor<1x2x3xui32>
  return
}

func.func @L1_unfold_ui16(%x: tensor<1x1x4xui16>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xui16>) -> tensor<1x2x3xui16>
  return
}

func.func @L1_unfold_ui8(%x: tensor<1x1x4xui8>) {
  // expected-error @+1 {{'dml.unfold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.unfold %x, window_sizes = [2]
      : (tensor<1x1x4xui8>) -> tensor<1x2x3xui8>
  return
}

func.func @L1_fold_f64(%x: tensor<1x2x3xf64>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf64>) -> tensor<1x1x4xf64>
  return
}

func.func @L1_fold_f32(%x: tensor<1x2x3xf32>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf32>) -> tensor<1x1x4xf32>
  return
}

func.func @L1_fold_f16(%x: tensor<1x2x3xf16>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xf16>) -> tensor<1x1x4xf16>
  return
}

func.func @L1_fold_i64(%x: tensor<1x2x3xi64>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi64>) -> tensor<1x1x4xi64>
  return
}

func.func @L1_fold_i32(%x: tensor<1x2x3xi32>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi32>) -> tensor<1x1x4xi32>
  return
}

func.func @L1_fold_i16(%x: tensor<1x2x3xi16>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi16>) -> tensor<1x1x4xi16>
  return
}

func.func @L1_fold_i8(%x: tensor<1x2x3xi8>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xi8>) -> tensor<1x1x4xi8>
  return
}

func.func @L1_fold_ui64(%x: tensor<1x2x3xui64>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui64>) -> tensor<1x1x4xui64>
  return
}

func.func @L1_fold_ui32(%x: tensor<1x2x3xui32>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui32>) -> tensor<1x1x4xui32>
  return
}

func.func @L1_fold_ui16(%x: tensor<1x2x3xui16>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui16>) -> tensor<1x1x4xui16>
  return
}

func.func @L1_fold_ui8(%x: tensor<1x2x3xui8>) {
  // expected-error @+1 {{'dml.fold' op is of feature level 6_4 and later, asked for 6_3 [L1]}}
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x3xui8>) -> tensor<1x1x4xui8>
  return
}
