// Stock MLIR takes operators to machine code through one-shot-bufferize: no pass
// of dml is run. Results are checked against the formulas.

// RUN: mlir-opt %s --load-dialect-plugin=%dml_plugin \
// RUN:   --pass-pipeline='builtin.module(one-shot-bufferize{bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map},buffer-deallocation-pipeline,func.func(convert-linalg-to-loops),expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-to-llvm,reconcile-unrealized-casts)' \
// RUN:   | mlir-runner -e main --entry-point-result=void --shared-libs=%mlir_runner_utils \
// RUN:   | FileCheck %s

func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}

func.func @main() {
  // D4.
  // CHECK: sizes = [1, 1, 2, 4]
  // CHECK: {{\[\[\[\[}}0,    2,    1,    3],
  // CHECK-NEXT:     [4,    6,    5,    7]]]]
  %deep = arith.constant dense<[[[[0, 1]], [[2, 3]], [[4, 5]], [[6, 7]]]]>
      : tensor<1x4x1x2xi32>
  %d = dml.depth_to_space1 %deep, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x2xi32>) -> tensor<1x1x2x4xi32>
  %d_unranked = tensor.cast %d : tensor<1x1x2x4xi32> to tensor<*xi32>
  func.call @printMemrefI32(%d_unranked) : (tensor<*xi32>) -> ()

  // S4: the inverse.
  // CHECK: sizes = [1, 4, 1, 2]
  // CHECK: {{\[\[\[\[}}0,    1]],
  // CHECK:      {{\[\[}}6,    7]]]]
  %s = dml.space_to_depth1 %d, block_size = 2, order = depth_column_row
      : (tensor<1x1x2x4xi32>) -> tensor<1x4x1x2xi32>
  %s_unranked = tensor.cast %s : tensor<1x4x1x2xi32> to tensor<*xi32>
  func.call @printMemrefI32(%s_unranked) : (tensor<*xi32>) -> ()

  // F4, with padding.
  // CHECK: sizes = [1, 2, 4]
  // CHECK: {{\[\[\[}}0,    1,    2,    3],
  // CHECK-NEXT:    [1,    2,    3,    0]]]
  %row = arith.constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %u = dml.unfold %row, window_sizes = [2], start_padding = [1], end_padding = [1]
      : (tensor<1x1x3xf32>) -> tensor<1x2x4xf32>
  %u_unranked = tensor.cast %u : tensor<1x2x4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u_unranked) : (tensor<*xf32>) -> ()

  // O3: each element as often as windows have it.
  // CHECK: sizes = [1, 1, 3]
  // CHECK: {{\[\[\[}}2,    4,    6]]]
  %f = dml.fold %u, window_sizes = [2], start_padding = [1], end_padding = [1]
      : (tensor<1x2x4xf32>) -> tensor<1x1x3xf32>
  %f_unranked = tensor.cast %f : tensor<1x1x3xf32> to tensor<*xf32>
  func.call @printMemrefF32(%f_unranked) : (tensor<*xf32>) -> ()

  // M3 and M4.
  // CHECK: sizes = [1, 1, 1, 2]
  // CHECK: {{\[\[\[\[}}6,    7]]]]
  // CHECK: sizes = [1, 1, 1, 2]
  // CHECK: {{\[\[\[\[}}5,    7]]]]
  %v, %i = dml.max_pooling2 %d, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x2x4xi32>) -> (tensor<1x1x1x2xi32>, tensor<1x1x1x2xui32>)
  %v_unranked = tensor.cast %v : tensor<1x1x1x2xi32> to tensor<*xi32>
  func.call @printMemrefI32(%v_unranked) : (tensor<*xi32>) -> ()
  %buffer = bufferization.to_buffer %i : tensor<1x1x1x2xui32> to memref<1x1x1x2xui32>
  %signless = builtin.unrealized_conversion_cast %buffer : memref<1x1x1x2xui32> to memref<1x1x1x2xi32>
  %i_signless = bufferization.to_tensor %signless restrict : memref<1x1x1x2xi32> to tensor<1x1x1x2xi32>
  %i_unranked = tensor.cast %i_signless : tensor<1x1x1x2xi32> to tensor<*xi32>
  func.call @printMemrefI32(%i_unranked) : (tensor<*xi32>) -> ()
  return
}
