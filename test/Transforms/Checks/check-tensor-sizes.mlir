// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-check-tensor-sizes
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-cpu-pipeline
// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-pipeline=capabilities=Int8

// A count that wraps to 0.
func.func @T2_splat(%a: i8) -> tensor<4294967296x4294967296xi8> {
  // expected-error @+1 {{'tensor.splat' op elements of the result: expected at most 4294967295, given 4294967296x4294967296 [T2]}}
  %y = tensor.splat %a : tensor<4294967296x4294967296xi8>
  return %y : tensor<4294967296x4294967296xi8>
}

// -----

// No elements, but strides that do not fit.
func.func @T2_empty() -> tensor<0x9223372036854775807xi8> {
  // expected-error @+1 {{'arith.constant' op elements of the result: expected at most 4294967295, given 0x9223372036854775807 [T2]}}
  %y = arith.constant dense<1> : tensor<0x9223372036854775807xi8>
  return %y : tensor<0x9223372036854775807xi8>
}

// -----

// expected-error @+1 {{'func.func' op elements of the argument: expected at most 4294967295, given ?x4294967296 [T2]}}
func.func @T2_argument(%x: tensor<?x4294967296xi8>) {
  return
}

// -----

func.func @rank_of_reshape(%x: tensor<256xi8>, %s: tensor<2xi32>) -> tensor<?x?xi8> {
  // expected-error @below {{'tensor.reshape' op result: expected rank 2 as its shape says, given 'tensor<*xi8>'}}
  %r = tensor.reshape %x(%s) : (tensor<256xi8>, tensor<2xi32>) -> tensor<*xi8>
  %y = tensor.cast %r : tensor<*xi8> to tensor<?x?xi8>
  return %y : tensor<?x?xi8>
}

// -----

func.func @resource_of_any_size() -> tensor<?xi32> {
  // expected-error @below {{'arith.constant' op resource 'none': expected a static shape, given 'tensor<?xi32>'}}
  %0 = "arith.constant"() <{value = dense_resource<none> : tensor<?xi32>}> : () -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

"func.func"() <{function_type = (tensor<?xf32>) -> tensor<?xf32>, sym_name = "dimension_of_concat"}> ({
^bb0(%x: tensor<?xf32>):
  // expected-error @below {{'tensor.concat' op dimension -9223372036854775808: expected 0 to 0}}
  %0 = "tensor.concat"(%x, %x) <{dim = -9223372036854775808 : i64}> : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  "func.return"(%0) : (tensor<?xf32>) -> ()
}) : () -> ()
