// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-check-tensor-sizes
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-guard-tensor-ops
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-normalize-slices
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-lower-tensor-moves
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-refine-arguments
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-cpu-pipeline
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-pipeline=capabilities=Int8

// The verifier takes 2^33 for 0.
func.func @reassociation(%x: tensor<1x4x4xi8>) -> tensor<1x4x2x2xi8> {
  // expected-error @+1 {{'tensor.expand_shape' op reassociation names dimension 8589934592}}
  %y = tensor.expand_shape %x [[8589934592], [1], [2, 3]]
      output_shape [1, 4, 2, 2] : tensor<1x4x4xi8> into tensor<1x4x2x2xi8>
  return %y : tensor<1x4x2x2xi8>
}

// -----

func.func @no_high_operand(%x: tensor<3xi32>, %a: i32, %n: index)
    -> tensor<?xi32> {
  // expected-error @+1 {{'tensor.pad' op operands for the dynamic entries of static_high: expected 1, given 0}}
  %y = "tensor.pad"(%x, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>,
      static_low = array<i64: -9223372036854775808>,
      static_high = array<i64: -9223372036854775808>}> ({
    ^bb0(%i: index):
      tensor.yield %a : i32
    }) : (tensor<3xi32>, index) -> tensor<?xi32>
  return %y : tensor<?xi32>
}

// -----

func.func @one_low_operand(%x: tensor<2x?xi32>, %a: i32, %n: index)
    -> tensor<?x?xi32> {
  // expected-error @+1 {{'tensor.pad' op operands for the dynamic entries of static_low: expected 2, given 1}}
  %y = "tensor.pad"(%x, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>,
      static_low = array<i64: -9223372036854775808, -9223372036854775808>,
      static_high = array<i64: 0, 0>}> ({
    ^bb0(%i: index, %j: index):
      tensor.yield %a : i32
    }) : (tensor<2x?xi32>, index) -> tensor<?x?xi32>
  return %y : tensor<?x?xi32>
}

// -----

func.func @unused_operand(%x: tensor<3xi32>, %a: i32, %n: index)
    -> tensor<4xi32> {
  // expected-error @+1 {{'tensor.pad' op operands for the dynamic entries of static_high: expected 0, given 1}}
  %y = "tensor.pad"(%x, %n) <{operandSegmentSizes = array<i32: 1, 0, 1>,
      static_low = array<i64: 0>, static_high = array<i64: 1>}> ({
    ^bb0(%i: index):
      tensor.yield %a : i32
    }) : (tensor<3xi32>, index) -> tensor<4xi32>
  return %y : tensor<4xi32>
}
