// RUN: dml-opt %s --allow-unregistered-dialect --split-input-file \
// RUN:   --dml-refine-arguments="arguments=tensor<4x3xf32>,tensor<3x7xf32>" \
// RUN:   | FileCheck %s

// CHECK-LABEL: func @elementwise(
// CHECK-SAME:    -> (tensor<4x3xi32>, tensor<4x3xf32>)
// CHECK:         %[[S:.+]] = arith.addf %arg0, %arg0 : tensor<4x3xf32>
// CHECK:         %[[E:.+]] = math.exp %[[S]] : tensor<4x3xf32>
// CHECK:         %[[C:.+]] = arith.cmpf olt, %[[S]], %[[E]] : tensor<4x3xf32>
// CHECK:         %[[T:.+]] = arith.select %[[C]], %[[S]], %[[E]] : tensor<4x3xi1>, tensor<4x3xf32>
// CHECK:         arith.fptosi %[[T]] : tensor<4x3xf32> to tensor<4x3xi32>
func.func @elementwise(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> (tensor<?x?xi32>, tensor<?x?xf32>) {
  %s = arith.addf %x, %x : tensor<?x?xf32>
  %e = math.exp %s : tensor<?x?xf32>
  %c = arith.cmpf olt, %s, %e : tensor<?x?xf32>
  %t = arith.select %c, %s, %e : tensor<?x?xi1>, tensor<?x?xf32>
  %i = arith.fptosi %t : tensor<?x?xf32> to tensor<?x?xi32>
  return %i, %t : tensor<?x?xi32>, tensor<?x?xf32>
}

// -----

// One operand's sizes are those of the others: elementwise operations have no
// meaning otherwise.
// CHECK-LABEL: func @elementwise_of_unknown(
// CHECK-SAME:    -> tensor<4x3xf32>
// CHECK:         %[[U:.+]] = "test.unknown"() : () -> tensor<?x?xf32>
// CHECK:         %[[C:.+]] = tensor.cast %[[U]] : tensor<?x?xf32> to tensor<4x3xf32>
// CHECK:         arith.mulf %arg0, %[[C]] : tensor<4x3xf32>
func.func @elementwise_of_unknown(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %u = "test.unknown"() : () -> tensor<?x?xf32>
  %p = arith.mulf %x, %u : tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @matmul(
// CHECK-SAME:    -> tensor<4x7xf32>
// CHECK:         %[[E:.+]] = tensor.empty() : tensor<4x7xf32>
// CHECK:         %[[F:.+]] = linalg.fill {{.*}} outs(%[[E]] : tensor<4x7xf32>)
// CHECK:         linalg.matmul ins(%arg0, %arg1 : tensor<4x3xf32>, tensor<3x7xf32>) outs(%[[F]] : tensor<4x7xf32>)
func.func @matmul(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %y, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %r = linalg.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// The sizes of a destination that nobody knows are those of the loops.
#same = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i)>
// CHECK-LABEL: func @generic(
// CHECK-SAME:    -> (tensor<3x4xf32>, tensor<4xf32>)
// CHECK:         linalg.generic {{.*}} ins(%arg0 : tensor<4x3xf32>) outs(%{{.+}}, %{{.+}} : tensor<3x4xf32>, tensor<4xf32>)
func.func @generic(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> (tensor<?x?xf32>, tensor<?xf32>) {
  %n = "test.unknown"() : () -> index
  %a = tensor.empty(%n, %n) : tensor<?x?xf32>
  %b = tensor.empty(%n) : tensor<?xf32>
  %r:2 = linalg.generic {indexing_maps = [#same, #turned, #row],
                         iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf32>)
      outs(%a, %b : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%in: f32, %p: f32, %q: f32):
    %s = arith.addf %in, %q : f32
    linalg.yield %in, %s : f32, f32
  } -> (tensor<?x?xf32>, tensor<?xf32>)
  return %r#0, %r#1 : tensor<?x?xf32>, tensor<?xf32>
}

// -----

// An index that is not a loop of its own says nothing of the other sizes.
// CHECK-LABEL: func @convolution(
// CHECK-SAME:    -> tensor<?xf32>
// CHECK:         linalg.conv_1d ins(%{{.+}}, %{{.+}} : tensor<12xf32>, tensor<21xf32>) outs(%{{.+}} : tensor<?xf32>)
func.func @convolution(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?xf32> {
  %n = "test.unknown"() : () -> index
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %b = tensor.collapse_shape %y [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.conv_1d ins(%a, %b : tensor<?xf32>, tensor<?xf32>)
      outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func @between_operators(
// CHECK-SAME:    -> tensor<1x1x8x6xf32>
func.func @between_operators(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>)
    -> tensor<?x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c0 : tensor<?x?xf32>
  %w = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%h, %w) : tensor<1x4x?x?xf32>
  %b = linalg.broadcast ins(%x : tensor<?x?xf32>)
      outs(%e : tensor<1x4x?x?xf32>) dimensions = [0, 1]
  %c = tensor.cast %b : tensor<1x4x?x?xf32> to tensor<?x?x?x?xf32>
  %d = dml.depth_to_space1 %c, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %r = arith.addf %d, %d : tensor<?x?x?x?xf32>
  return %r : tensor<?x?x?x?xf32>
}
