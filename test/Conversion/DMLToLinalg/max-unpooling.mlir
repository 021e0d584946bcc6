// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=tensor.empty --implicit-check-not=linalg. \
// RUN:       --implicit-check-not=tensor.cast --implicit-check-not='dml.max_unpooling %'

// CHECK-LABEL: func @static_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x2x3x2xf16>, %[[I:[a-z0-9]+]]: tensor<1x2x3x2xi32>
func.func @static_sizes(%v: tensor<1x2x3x2xf16>, %i: tensor<1x2x3x2xui32>)
    -> tensor<1x2x6x4xf16> {
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<1x2x6x4xf16>
  // CHECK-NEXT: %[[Y:.+]] = dml.unpool ins(%[[V]], %[[I]] : tensor<1x2x3x2xf16>, tensor<1x2x3x2xi32>) outs(%[[EMPTY]] : tensor<1x2x6x4xf16>) -> tensor<1x2x6x4xf16>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x3x2xf16>, tensor<1x2x3x2xui32>) -> tensor<1x2x6x4xf16>
  return %y : tensor<1x2x6x4xf16>
}

// 64-bit indices keep their width (U3).
// CHECK-LABEL: func @wide_indices(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xi8>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xi64>
func.func @wide_indices(%v: tensor<1x1x2x2xui8>, %i: tensor<1x1x2x2xui64>)
    -> tensor<3x1x2x2xui8> {
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<3x1x2x2xi8>
  // CHECK-NEXT: dml.unpool ins(%[[V]], %[[I]] : tensor<1x1x2x2xi8>, tensor<1x1x2x2xi64>) outs(%[[EMPTY]] : tensor<3x1x2x2xi8>) -> tensor<3x1x2x2xi8>
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui8>, tensor<1x1x2x2xui64>) -> tensor<3x1x2x2xui8>
  return %y : tensor<3x1x2x2xui8>
}

// Sizes that one of values and indices knows, both know.
// CHECK-LABEL: func @values_and_indices_share_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<?x2x?x?xf32>, %[[I:[a-z0-9]+]]: tensor<1x?x?x3xi32>
func.func @values_and_indices_share_sizes(%v: tensor<?x2x?x?xf32>,
    %i: tensor<1x?x?x3xui32>) -> tensor<1x2x4x6xf32> {
  // CHECK:      %[[VALUES:.+]] = tensor.cast %[[V]] : tensor<?x2x?x?xf32> to tensor<1x2x?x3xf32>
  // CHECK-NEXT: %[[INDICES:.+]] = tensor.cast %[[I]] : tensor<1x?x?x3xi32> to tensor<1x2x?x3xi32>
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<1x2x4x6xf32>
  // CHECK-NEXT: dml.unpool ins(%[[VALUES]], %[[INDICES]] : tensor<1x2x?x3xf32>, tensor<1x2x?x3xi32>) outs(%[[EMPTY]] : tensor<1x2x4x6xf32>)
  %y = dml.max_unpooling %v, %i
      : (tensor<?x2x?x?xf32>, tensor<1x?x?x3xui32>) -> tensor<1x2x4x6xf32>
  return %y : tensor<1x2x4x6xf32>
}

// CHECK-LABEL: func @output_sizes(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: tensor<1x1x2x2xi64>, %[[I:[a-z0-9]+]]: tensor<1x1x2x2xi32>, %[[H:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
func.func @output_sizes(%v: tensor<1x1x2x2xi64>, %i: tensor<1x1x2x2xui32>,
    %h: index, %n: index) -> tensor<?x1x?x4xi64> {
  // CHECK:      %[[EMPTY:.+]] = tensor.empty(%[[N]], %[[H]]) : tensor<?x1x?x4xi64>
  // CHECK-NEXT: %[[Y:.+]] = dml.unpool ins(%[[V]], %[[I]] : {{.*}}) outs(%[[EMPTY]] : tensor<?x1x?x4xi64>) -> tensor<?x1x?x4xi64>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.max_unpooling %v, %i, output_sizes(%n, %h)
      : (tensor<1x1x2x2xi64>, tensor<1x1x2x2xui32>) -> tensor<?x1x?x4xi64>
  return %y : tensor<?x1x?x4xi64>
}
