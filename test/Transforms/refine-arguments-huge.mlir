// Sizes that 64 bits do not hold, or no tensor can have, are not known.
// RUN: dml-opt %s --split-input-file --dml-refine-arguments | FileCheck %s

// CHECK-LABEL: func @sum_of_concat(
// CHECK-SAME:    -> tensor<?xi8>
// CHECK:         tensor.concat
func.func @sum_of_concat(%x: tensor<9223372036854775807xi8>, %y: tensor<?xi8>)
    -> tensor<?xi8> {
  %r = tensor.concat dim(0) %x, %x, %y
      : (tensor<9223372036854775807xi8>, tensor<9223372036854775807xi8>,
         tensor<?xi8>) -> tensor<?xi8>
  return %r : tensor<?xi8>
}

// -----

// CHECK-LABEL: func @rank(
// CHECK-SAME:    -> tensor<*xi8>
func.func @rank(%x: tensor<?xi8>, %s: tensor<1152921504606846976xi32>)
    -> tensor<*xi8> {
  %r = tensor.reshape %x(%s)
      : (tensor<?xi8>, tensor<1152921504606846976xi32>) -> tensor<*xi8>
  return %r : tensor<*xi8>
}

// -----

// 2^64 - 5 is not -5.
// CHECK-LABEL: func @size_of_128_bits(
// CHECK-SAME:    -> tensor<?x4xi8>
func.func @size_of_128_bits(%x: tensor<?xi8>) -> tensor<?x?xi8> {
  %s = arith.constant dense<[18446744073709551611, 4]> : tensor<2xi128>
  %r = tensor.reshape %x(%s)
      : (tensor<?xi8>, tensor<2xi128>) -> tensor<?x?xi8>
  return %r : tensor<?x?xi8>
}

// -----

// Marks of loops are the pass's own.
// CHECK-LABEL: func @mark(
// CHECK-SAME:    -> tensor<?xi32>
func.func @mark(%x: tensor<?xi32>) -> tensor<?xi32> {
  %y = builtin.unrealized_conversion_cast %x : tensor<?xi32> to tensor<*xi32>
      {dml.assumed_for = array<i64>}
  %z = tensor.cast %y : tensor<*xi32> to tensor<?xi32>
  return %z : tensor<?xi32>
}
