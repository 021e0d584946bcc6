// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<1x4x2x3xf32>,_" \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<1x4x2x3xf32>,i1=1" \
// RUN:   | FileCheck %s --check-prefix=TAKEN

// A result knows what both branches agree on.
// CHECK-LABEL: func @if(
// CHECK-SAME:    -> (tensor<1x?x?x?xf32>, tensor<1x4x2x3xf32>)
// CHECK:         scf.if %arg1 -> (tensor<1x?x?x?xf32>, tensor<1x4x2x3xf32>)
// CHECK:           dml.depth_to_space1 {{.*}} : (tensor<1x4x2x3xf32>) -> tensor<1x1x4x6xf32>
// TAKEN-LABEL: func @if(
// TAKEN-SAME:    -> (tensor<1x1x4x6xf32>, tensor<1x4x2x3xf32>)
// TAKEN-NOT:     scf.if
// TAKEN:         return
func.func @if(%x: tensor<1x?x?x?xf32>, %c: i1)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
  %r:2 = scf.if %c -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
    %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y, %x : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  } else {
    %a = math.absf %x : tensor<1x?x?x?xf32>
    scf.yield %x, %a : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  }
  return %r#0, %r#1 : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
}

// -----

// One condition chooses between tensors of any sizes.
// CHECK-LABEL: func @select(
// CHECK-SAME:    -> tensor<?x?xf32>
// CHECK:         arith.select %arg1, %{{.+}}, %{{.+}} : tensor<?x?xf32>
func.func @select(%x: tensor<1x?x?x?xf32>, %c: i1) -> tensor<?x?xf32> {
  %a = tensor.collapse_shape %x [[0, 1, 2], [3]]
      : tensor<1x?x?x?xf32> into tensor<?x?xf32>
  %b = tensor.collapse_shape %x [[0, 1], [2, 3]]
      : tensor<1x?x?x?xf32> into tensor<?x?xf32>
  %r = arith.select %c, %a, %b : tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @switch(
// CHECK-SAME:    -> tensor<1x4x?x?xf32>
func.func @switch(%x: tensor<1x?x?x?xf32>, %c: i1) -> tensor<1x?x?x?xf32> {
  %i = "test.unknown"() : () -> index
  %r = scf.index_switch %i -> tensor<1x?x?x?xf32>
  case 0 {
    %e = tensor.empty() : tensor<1x4x3x3xf32>
    %d = tensor.cast %e : tensor<1x4x3x3xf32> to tensor<1x?x?x?xf32>
    scf.yield %d : tensor<1x?x?x?xf32>
  }
  case 1 {
    %e = tensor.empty() : tensor<1x4x2x2xf32>
    %d = tensor.cast %e : tensor<1x4x2x2xf32> to tensor<1x?x?x?xf32>
    scf.yield %d : tensor<1x?x?x?xf32>
  }
  default {
    scf.yield %x : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

// Sizes that break a rule in a branch are an error of run time, if it gets
// there: the operations stay as they are.
// CHECK-LABEL: func @contradictions(
// CHECK:         %[[X:.+]] = tensor.cast %arg0 : tensor<1x4x2x3xf32> to tensor<1x?x?x?xf32>
// CHECK:         scf.if
// CHECK:           dml.depth_to_space1 %[[X]], block_size = 3, order = column_row_depth : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
// CHECK:           dml.unfold %[[X]], {{.*}} : (tensor<1x?x?x?xf32>) -> tensor<1x?x?xf32>
// CHECK:           dml.max_unpooling %[[X]], {{.*}} : (tensor<1x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x1x8x8xf32>
// CHECK:           linalg.add
// CHECK:           arith.addf
func.func @contradictions(%x: tensor<1x?x?x?xf32>, %unused: i1) {
  %c = "test.unknown"() : () -> i1
  scf.if %c {
    %y = dml.depth_to_space1 %x, block_size = 3, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    %z = dml.unfold %x, window_sizes = [3, 3]
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?xf32>
    %e = tensor.empty() : tensor<1x1x1x1xui32>
    %i = tensor.cast %e : tensor<1x1x1x1xui32> to tensor<?x?x?x?xui32>
    %u = dml.max_unpooling %x, %i
        : (tensor<1x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x1x8x8xf32>
    %f = tensor.empty() : tensor<1x5x2x3xf32>
    %g = tensor.cast %f : tensor<1x5x2x3xf32> to tensor<1x?x?x?xf32>
    %a = linalg.add ins(%x, %g : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>)
        outs(%x : tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    %b = arith.addf %x, %g : tensor<1x?x?x?xf32>
    "test.use"(%y, %z, %u, %a, %b)
        : (tensor<1x?x?x?xf32>, tensor<1x?x?xf32>, tensor<1x1x8x8xf32>,
           tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) -> ()
  }
  return
}

// -----

// A size that decides a condition decides which branch is certain to run.
// CHECK-LABEL: func @decided(
// CHECK-SAME:    -> tensor<1x1x4x6xf32>
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @decided(%x: tensor<1x?x?x?xf32>, %c: i1) -> tensor<1x?x?x?xf32> {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %d = tensor.dim %x, %c1 : tensor<1x?x?x?xf32>
  %fits = arith.cmpi uge, %d, %c4 : index
  %r = scf.if %fits -> tensor<1x?x?x?xf32> {
    %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y : tensor<1x?x?x?xf32>
  } else {
    scf.yield %x : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}
