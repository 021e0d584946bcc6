// Operations of tosa mix with the operators: they are lowered to linalg first, on
// every device.

// RUN: split-file %s %t
// RUN: dml-run %t/all.mlir --function=shuffle_and_clamp --input=1x4x1x2xf32=iota \
// RUN:   "--expected-output=1x1x2x4xf32=1 2 1 3 4 4 4 4"
// RUN: dml-run %t/all.mlir --function=shuffle_and_clamp --input=1x4x1x2xf32=iota --refine=off \
// RUN:   "--expected-output=1x1x2x4xf32=1 2 1 3 4 4 4 4"
// RUN: dml-run %t/all.mlir --function=shuffle_and_clamp --input=1x4x1x2xf32=iota --device=vulkan \
// RUN:   "--expected-output=1x1x2x4xf32=1 2 1 3 4 4 4 4"

// RUN: dml-run %t/all.mlir --function=conv_and_shuffle --input=1x2x1x1xf32=iota --input=4x1x1x1xf32=iota \
// RUN:   --input=4xf32=10 "--expected-output=1x4x2x1xf32=10 10 10 11 10 12 10 13"
// RUN: dml-run %t/all.mlir --function=conv_and_shuffle --input=1x2x1x1xf32=iota --input=4x1x1x1xf32=iota \
// RUN:   --input=4xf32=10 --device=vulkan "--expected-output=1x4x2x1xf32=10 10 10 11 10 12 10 13"

// An unsigned type makes casts of the lowering, and a shape is a constant.
// RUN: dml-run %t/all.mlir --function=unsigned --input=2x3xui8=iota --expected-output="6xui8=1 1 2 3 4 4"
// RUN: dml-run %t/all.mlir --function=unsigned --input=2x3xui8=iota --device=vulkan \
// RUN:   --expected-output="6xui8=1 1 2 3 4 4"

// What has no lowering is named, alike on every device.
// RUN: not dml-run %t/custom.mlir --input=2xf32=1 2>&1 | FileCheck %s
// RUN: not dml-run %t/custom.mlir --input=2xf32=1 --device=vulkan 2>&1 | FileCheck %s
// RUN: not dml-run %t/custom.mlir --input=2xf32=1 --device=reference 2>&1 | FileCheck %s
// CHECK: custom.mlir:2:8: error: {{.*}}tosa.custom
// CHECK: dml-run: error: {{.*}}custom.mlir: operations of tosa that cannot be lowered to linalg

// dml-benchmark runs them, too.
// RUN: dml-benchmark %t/all.mlir --function=shuffle_and_clamp --input=1x4x1x2xf32=iota --runs=1

//--- all.mlir
func.func @shuffle_and_clamp(%x: tensor<?x4x?x?xf32>) -> tensor<?x1x?x?xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x?x?xf32>) -> tensor<?x1x?x?xf32>
  %z = tosa.clamp %y {max_val = 4.0 : f32, min_val = 1.0 : f32}
      : (tensor<?x1x?x?xf32>) -> tensor<?x1x?x?xf32>
  return %z : tensor<?x1x?x?xf32>
}

func.func @conv_and_shuffle(%x: tensor<1x2x1x1xf32>, %w: tensor<4x1x1x1xf32>,
                            %b: tensor<4xf32>) -> tensor<1x4x2x1xf32> {
  %zero = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %y = tosa.conv2d %x, %w, %b, %zero, %zero {acc_type = f32, pad = array<i64: 0, 0, 0, 0>,
      stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>}
      : (tensor<1x2x1x1xf32>, tensor<4x1x1x1xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>)
      -> tensor<1x2x1x4xf32>
  %t = tosa.transpose %y {perms = array<i32: 0, 3, 1, 2>}
      : (tensor<1x2x1x4xf32>) -> tensor<1x4x2x1xf32>
  return %t : tensor<1x4x2x1xf32>
}

func.func @unsigned(%x: tensor<2x3xui8>) -> tensor<6xui8> {
  %sizes = tosa.const_shape {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
  %y = tosa.reshape %x, %sizes : (tensor<2x3xui8>, !tosa.shape<1>) -> tensor<6xui8>
  %z = tosa.clamp %y {max_val = 4 : ui8, min_val = 1 : ui8} : (tensor<6xui8>) -> tensor<6xui8>
  return %z : tensor<6xui8>
}

//--- custom.mlir
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = tosa.custom %x {domain_name = "a", operator_name = "b", implementation_attrs = ""}
      : (tensor<2xf32>) -> tensor<2xf32>
  return %y : tensor<2xf32>
}
