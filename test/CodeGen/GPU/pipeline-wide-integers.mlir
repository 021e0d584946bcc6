// The operators that compute need no 64-bit integers of a device. One that has
// them computes with them.
// RUN: dml-opt %s --dml-gpu-pipeline \
// RUN:   | FileCheck %s --implicit-check-not='{{spirv.[A-Z].*i64}}' --implicit-check-not=Int64
// RUN: dml-opt %s --dml-gpu-pipeline=capabilities=Int64 \
// RUN:   | FileCheck %s --check-prefix=WIDE

// CHECK-LABEL: func @fold(
// CHECK:         spirv.IAddCarry
// WIDE-LABEL: func @fold(
// WIDE:         requires #spirv.vce<{{.*}}Int64{{.*}}>
// WIDE-NOT:     spirv.IAddCarry
// WIDE:         spirv.IAdd {{.*}} : i64
func.func @fold(%x: tensor<1x2x4xui64>) -> tensor<1x1x5xui64> {
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x4xui64>) -> tensor<1x1x5xui64>
  return %y : tensor<1x1x5xui64>
}

// CHECK-LABEL: func @max_pooling2(
// CHECK:         spirv.UGreaterThan {{.*}} : i32
// WIDE-LABEL: func @max_pooling2(
// WIDE:         spirv.GL.UMax {{.*}} : i64
func.func @max_pooling2(%x: tensor<1x1x2x2xui64>) -> tensor<1x1x1x1xui64> {
  %y = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x2x2xui64>) -> tensor<1x1x1x1xui64>
  return %y : tensor<1x1x1x1xui64>
}

// Bits of doubles, some of which are padding, need no doubles, either.
// CHECK-LABEL: func @fold_bits(
// CHECK:         gpu.module
// CHECK-NOT:     f64
// WIDE-LABEL: func @fold_bits(
// WIDE:         gpu.module
// WIDE-NOT:     f64
// WIDE:         spirv.IAdd {{.*}} : i64
func.func @fold_bits(%x: tensor<1x1x2xf64>) -> tensor<1x1x5xui64> {
  %y = dml.unfold %x, window_sizes = [2], start_padding = [2], end_padding = [1]
      : (tensor<1x1x2xf64>) -> tensor<1x2x4xf64>
  %bits = tensor.bitcast %y : tensor<1x2x4xf64> to tensor<1x2x4xui64>
  %z = dml.fold %bits, window_sizes = [2]
      : (tensor<1x2x4xui64>) -> tensor<1x1x5xui64>
  return %z : tensor<1x1x5xui64>
}
