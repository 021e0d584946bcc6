// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<8x6xf32>,tensor<8x2xf32>,index=2" \
// RUN:   | FileCheck %s

// CHECK-LABEL: func @slices(
// CHECK-SAME:    -> (tensor<2x5xf32>, tensor<8x6xf32>, tensor<8x6xf32>)
// CHECK:         tensor.extract_slice %arg0[2, 1] [2, 5] [1, 1] : tensor<8x6xf32> to tensor<2x5xf32>
// CHECK:         tensor.insert_slice %{{.+}} into %arg0[2, 0] [2, 5] [1, 1] : tensor<2x5xf32> into tensor<8x6xf32>
// CHECK:         tensor.insert %{{.+}} into %{{.+}} : tensor<8x6xf32>
func.func @slices(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %w = tensor.dim %x, %c1 : tensor<?x?xf32>
  %v = arith.subi %w, %c1 : index
  %s = tensor.extract_slice %x[%n, 1][%n, %v][1, 1]
      : tensor<?x?xf32> to tensor<?x?xf32>
  %i = tensor.insert_slice %s into %x[%n, 0][%n, %v][1, 1]
      : tensor<?x?xf32> into tensor<?x?xf32>
  %e = tensor.extract %x[%n, %n] : tensor<?x?xf32>
  %j = tensor.insert %e into %i[%c1, %c1] : tensor<?x?xf32>
  return %s, %i, %j : tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// A size that nobody knows need not be that of what is inserted.
// CHECK-LABEL: func @slice_of_unknown_size(
// CHECK-SAME:    -> (tensor<?x6xf32>, tensor<8x6xf32>)
func.func @slice_of_unknown_size(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>,
                                 %n: index)
    -> (tensor<?x6xf32>, tensor<?x?xf32>) {
  %c1 = arith.constant 1 : index
  %u = "test.unknown"() : () -> index
  %w = tensor.dim %y, %c1 : tensor<?x?xf32>
  %s = tensor.extract_slice %x[0, 0][%u, 6][1, 1]
      : tensor<?x?xf32> to tensor<?x6xf32>
  %i = tensor.insert_slice %y into %x[0, 0][%u, %w][1, 1]
      : tensor<?x?xf32> into tensor<?x?xf32>
  return %s, %i : tensor<?x6xf32>, tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func @pad(
// CHECK-SAME:    -> tensor<11x14xf32>
// CHECK:         tensor.pad %arg0 low[2, 0] high[1, 8]
func.func @pad(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %h = tensor.dim %x, %c0 : tensor<?x?xf32>
  %p = tensor.pad %x low[%n, 0] high[1, %h] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

// A size cannot be negative, whatever the padding says.
// CHECK-LABEL: func @pad_below_zero(
// CHECK-SAME:    -> tensor<?x?xf32>
func.func @pad_below_zero(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> tensor<?x?xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-20, 0] high[%n, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<?x?xf32> to tensor<?x?xf32>
  return %p : tensor<?x?xf32>
}

// -----

// A run checks the sizes of a reshape by shape against the type, but for that of
// a group there is only its operand, which may contradict the elements.
// CHECK-LABEL: func @reshapes(
// CHECK-SAME:    -> (tensor<48xf32>, tensor<8x?x?xf32>, tensor<?x4x6xf32>, tensor<3x16xf32>, tensor<2x24xf32>)
// CHECK:         tensor.collapse_shape %arg0 {{.*}} : tensor<8x6xf32> into tensor<48xf32>
// CHECK:         tensor.expand_shape %{{.+}} : tensor<8x?xf32> into tensor<8x?x?xf32>
// CHECK:         tensor.expand_shape %{{.+}} : tensor<?x6xf32> into tensor<?x4x6xf32>
// CHECK:         tensor.reshape %arg0({{.*}}) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<3x16xf32>
// CHECK:         tensor.reshape %arg0({{.*}}) : (tensor<8x6xf32>, tensor<2xindex>) -> tensor<2x24xf32>
func.func @reshapes(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> (tensor<?xf32>, tensor<?x?x?xf32>, tensor<?x4x?xf32>, tensor<?x?xf32>,
        tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %u = "test.unknown"() : () -> index
  %h = tensor.dim %x, %c0 : tensor<?x?xf32>
  %w = tensor.dim %x, %c1 : tensor<?x?xf32>
  %a = tensor.collapse_shape %x [[0, 1]] : tensor<?x?xf32> into tensor<?xf32>
  %b = tensor.expand_shape %x [[0], [1, 2]] output_shape [%h, %u, %n]
      : tensor<?x?xf32> into tensor<?x?x?xf32>
  %c = tensor.expand_shape %x [[0, 1], [2]] output_shape [%u, 4, %w]
      : tensor<?x?xf32> into tensor<?x4x?xf32>
  %d_shape = arith.constant dense<[3, 16]> : tensor<2xindex>
  %d = tensor.reshape %x(%d_shape)
      : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  %e_shape = tensor.from_elements %n, %u : tensor<2xindex>
  %e = tensor.reshape %x(%e_shape)
      : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %a, %b, %c, %d, %e : tensor<?xf32>, tensor<?x?x?xf32>,
      tensor<?x4x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>
}

// -----

// Nor is there a whole number of fives in eight.
// CHECK-LABEL: func @reshapes_of_unknown(
// CHECK-SAME:    -> (tensor<?x?x6xf32>, tensor<?x5x6xf32>)
func.func @reshapes_of_unknown(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>,
                               %n: index)
    -> (tensor<?x?x?xf32>, tensor<?x5x?xf32>) {
  %c1 = arith.constant 1 : index
  %u = "test.unknown"() : () -> index
  %w = tensor.dim %x, %c1 : tensor<?x?xf32>
  %a = tensor.expand_shape %x [[0, 1], [2]] output_shape [%u, %u, %w]
      : tensor<?x?xf32> into tensor<?x?x?xf32>
  %b = tensor.expand_shape %x [[0, 1], [2]] output_shape [%u, 5, %w]
      : tensor<?x?xf32> into tensor<?x5x?xf32>
  return %a, %b : tensor<?x?x?xf32>, tensor<?x5x?xf32>
}

// -----

// CHECK-LABEL: func @others(
// CHECK-SAME:    -> (tensor<8x8xf32>, tensor<8x6xui32>, tensor<2x?xf32>, tensor<2x8xindex>)
func.func @others(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> (tensor<?x?xf32>, tensor<?x?xui32>, tensor<?x?xf32>,
        tensor<?x?xindex>) {
  %c0 = arith.constant 0 : index
  %u = "test.unknown"() : () -> index
  %f = "test.unknown"() : () -> f32
  %h = tensor.dim %x, %c0 : tensor<?x?xf32>
  %a = tensor.concat dim(1) %x, %y
      : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %b = tensor.bitcast %x : tensor<?x?xf32> to tensor<?x?xui32>
  %c = tensor.splat %f[%n, %u] : tensor<?x?xf32>
  %d = tensor.generate %n, %h {
  ^bb0(%i: index, %j: index):
    tensor.yield %j : index
  } : tensor<?x?xindex>
  return %a, %b, %c, %d : tensor<?x?xf32>, tensor<?x?xui32>, tensor<?x?xf32>,
      tensor<?x?xindex>
}

// -----

// CHECK-LABEL: func @gather_and_scatter(
// CHECK-SAME:    -> (tensor<2x6xf32>, tensor<2x1x6xf32>, tensor<8x6xf32>)
func.func @gather_and_scatter(%x: tensor<?x6xf32>, %y: tensor<?x?xf32>,
                              %n: index)
    -> (tensor<?x6xf32>, tensor<?x1x6xf32>, tensor<?x6xf32>) {
  %i = tensor.splat %n[%n] : tensor<?x1xindex>
  %a = tensor.gather %x[%i] gather_dims([0])
      : (tensor<?x6xf32>, tensor<?x1xindex>) -> tensor<?x6xf32>
  %b = tensor.gather %x[%i] gather_dims([0])
      : (tensor<?x6xf32>, tensor<?x1xindex>) -> tensor<?x1x6xf32>
  %c = tensor.scatter %b into %x[%i] scatter_dims([0]) unique
      : (tensor<?x1x6xf32>, tensor<?x6xf32>, tensor<?x1xindex>)
      -> tensor<?x6xf32>
  return %a, %b, %c : tensor<?x6xf32>, tensor<?x1x6xf32>, tensor<?x6xf32>
}

// -----

// CHECK-LABEL: func @forall(
// CHECK-SAME:    -> tensor<8xf32>
// CHECK:         scf.forall (%{{.+}}) in (%c8) shared_outs(%{{.+}} = %{{.+}}) -> (tensor<8xf32>)
func.func @forall(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %n: index)
    -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %h = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%h) : tensor<?xf32>
  %r = scf.forall (%i) in (%h) shared_outs(%o = %e) -> tensor<?xf32> {
    %s = tensor.extract_slice %x[%i, 0][1, 1][1, 1]
        : tensor<?x?xf32> to tensor<1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i][1][1]
          : tensor<1xf32> into tensor<?xf32>
    }
  }
  return %r : tensor<?xf32>
}
