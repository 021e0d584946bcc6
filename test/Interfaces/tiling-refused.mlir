// RUN: not dml-opt %s --transform-interpreter 2>&1 | FileCheck %s

// CHECK: :[[@LINE+2]]:8: error: 'dml.max_unpooling' op cannot be tiled: an index may point anywhere into the whole result (U2), so no part of it follows from a slice of the values
func.func @max_unpooling(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %op = transform.structured.match ops{["dml.max_unpooling"]} in %root : (!transform.any_op) -> !transform.any_op
    %tiled, %loop = transform.structured.tile_using_for %op tile_sizes [1]
        : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    transform.yield
  }
}
