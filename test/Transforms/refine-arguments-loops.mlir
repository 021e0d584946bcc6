// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<1x16x2x2xf32>,_" \
// RUN:   | FileCheck %s --implicit-check-not=unrealized --implicit-check-not=dml.loop
// RUN: dml-opt %s --split-input-file --allow-unregistered-dialect \
// RUN:   --dml-refine-arguments="arguments=tensor<1x16x2x2xf32>,index=2" \
// RUN:   | FileCheck %s --check-prefix=KNOWN

//===----------------------------------------------------------------------===//
// scf.for
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @same_sizes(
// CHECK-SAME:    -> tensor<1x16x2x2xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[T:.+]] = %arg0) -> (tensor<1x16x2x2xf32>)
// CHECK-NEXT:      %[[S:.+]] = arith.addf %[[T]], %arg0 : tensor<1x16x2x2xf32>
// CHECK-NEXT:      scf.yield %[[S]] : tensor<1x16x2x2xf32>
// KNOWN-LABEL: func @same_sizes(
// KNOWN:         scf.for
func.func @same_sizes(%x: tensor<1x?x?x?xf32>, %n: index)
    -> tensor<1x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %s = arith.addf %t, %x : tensor<1x?x?x?xf32>
    scf.yield %s : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

// 1x16x2x2, 1x4x4x4, 1x1x8x8: only a loop of known length can be unrolled.
// CHECK-LABEL: func @changing_sizes(
// CHECK-SAME:    -> tensor<1x?x?x?xf32>
// CHECK:         scf.for {{.*}} -> (tensor<1x?x?x?xf32>)
// CHECK-NEXT:      dml.depth_to_space1 {{.*}} : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
// KNOWN-LABEL: func @changing_sizes(
// KNOWN-SAME:    -> tensor<1x1x8x8xf32>
// KNOWN-NEXT:    dml.depth_to_space1 {{.*}} : (tensor<1x16x2x2xf32>) -> tensor<1x4x4x4xf32>
// KNOWN-NEXT:    dml.depth_to_space1 {{.*}} : (tensor<1x4x4x4xf32>) -> tensor<1x1x8x8xf32>
// KNOWN-NEXT:    return
func.func @changing_sizes(%x: tensor<1x?x?x?xf32>, %n: index)
    -> tensor<1x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %y = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

// Only the size that changes stays dynamic.
// CHECK-LABEL: func @one_changing_size(
// CHECK-SAME:    -> tensor<1x16x?x2xf32>
// CHECK:         scf.for {{.*}} -> (tensor<1x16x?x2xf32>)
// CHECK:           tensor.concat dim(2) {{.*}} : (tensor<1x16x?x2xf32>, tensor<1x16x2x2xf32>) -> tensor<1x16x?x2xf32>
// KNOWN-LABEL: func @one_changing_size(
// KNOWN-SAME:    -> tensor<1x16x6x2xf32>
func.func @one_changing_size(%x: tensor<1x?x?x?xf32>, %n: index)
    -> tensor<1x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %y = tensor.concat dim(2) %t, %x
        : (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

// What three values hold in turn is what all of them agree on.
// CHECK-LABEL: func @rotated(
// CHECK-SAME:    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>)
func.func @rotated(%x: tensor<1x?x?x?xf32>, %n: index)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
  %r:3 = scf.for %i = %c0 to %n step %c1
      iter_args(%a = %x, %b = %x, %c = %y)
      -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
    scf.yield %b, %c, %a
        : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  }
  return %r#0, %r#1, %r#2
      : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
}

// -----

// The size that the first loop changes enters the second one.
// CHECK-LABEL: func @after_changing_sizes(
// CHECK-SAME:    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x16x2x2xf32>)
func.func @after_changing_sizes(%x: tensor<1x?x?x?xf32>, %n: index)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = "test.unknown"() : () -> index
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %y = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y : tensor<1x?x?x?xf32>
  }
  %s:3 = scf.for %i = %c0 to %m step %c1 iter_args(%t = %r, %u = %x, %v = %x)
      -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
    %e = math.absf %t : tensor<1x?x?x?xf32>
    scf.yield %e, %r, %v
        : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  }
  return %s#0, %s#1, %s#2
      : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
}

// -----

// CHECK-LABEL: func @nest(
// CHECK-SAME:    -> (tensor<1x16x2x2xf32>, tensor<1x?x?x?xf32>)
// CHECK:         scf.for {{.*}} -> (tensor<1x16x2x2xf32>, tensor<1x?x?x?xf32>)
// CHECK:           scf.for {{.*}} -> (tensor<1x16x2x2xf32>)
// CHECK:           scf.for {{.*}} -> (tensor<1x?x?x?xf32>)
// The outer loop is unrolled, the inner ones are static in each iteration.
// KNOWN-LABEL: func @nest(
// KNOWN-SAME:    -> (tensor<1x16x2x2xf32>, tensor<1x1x8x8xf32>)
// KNOWN:         scf.for {{.*}} -> (tensor<1x16x2x2xf32>)
// KNOWN:         scf.for {{.*}} -> (tensor<1x16x2x2xf32>)
// KNOWN:         scf.for {{.*}} -> (tensor<1x16x2x2xf32>)
// KNOWN:         scf.for {{.*}} -> (tensor<1x4x4x4xf32>)
func.func @nest(%x: tensor<1x?x?x?xf32>, %n: index)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = "test.unknown"() : () -> index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x, %u = %x)
      -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) {
    %v = scf.for %j = %c0 to %m step %c1 iter_args(%s = %t)
        -> tensor<1x?x?x?xf32> {
      %f = arith.addf %s, %x : tensor<1x?x?x?xf32>
      scf.yield %f : tensor<1x?x?x?xf32>
    }
    %w = scf.for %j = %c0 to %m step %c1 iter_args(%s = %u)
        -> tensor<1x?x?x?xf32> {
      %f = math.absf %s : tensor<1x?x?x?xf32>
      scf.yield %f : tensor<1x?x?x?xf32>
    }
    %y = dml.depth_to_space1 %w, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %v, %y : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  }
  return %r#0, %r#1 : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
}

// -----

// Seventeen iterations are too many to unroll.
// KNOWN-LABEL: func @long_loop(
// KNOWN-SAME:    -> tensor<1x16x?x2xf32>
// KNOWN:         scf.for
func.func @long_loop(%x: tensor<1x?x?x?xf32>, %n: index)
    -> tensor<1x?x?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c17 = arith.constant 17 : index
  %r = scf.for %i = %c0 to %c17 step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xf32> {
    %y = tensor.concat dim(2) %t, %x
        : (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    scf.yield %y : tensor<1x?x?x?xf32>
  }
  return %r : tensor<1x?x?x?xf32>
}

// -----

//===----------------------------------------------------------------------===//
// scf.while
//===----------------------------------------------------------------------===//

// What the loop carries and what it results in are types of their own.
// CHECK-LABEL: func @while(
// CHECK-SAME:    -> (tensor<1x?x?x?xf32>, tensor<1x16x2x2xf32>, tensor<1x16x2x2xui32>)
// CHECK:         scf.while ({{.*}}) : (tensor<1x?x?x?xf32>, tensor<1x16x2x2xf32>) -> (tensor<1x?x?x?xf32>, tensor<1x16x2x2xf32>, tensor<1x16x2x2xui32>)
func.func @while(%x: tensor<1x?x?x?xf32>, %n: index)
    -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xui32>) {
  %r:3 = scf.while (%t = %x, %s = %x)
      : (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>)
      -> (tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xui32>) {
    %c = "test.unknown"() : () -> i1
    %b = tensor.bitcast %s : tensor<1x?x?x?xf32> to tensor<1x?x?x?xui32>
    scf.condition(%c) %t, %s, %b
        : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xui32>
  } do {
  ^bb0(%t: tensor<1x?x?x?xf32>, %s: tensor<1x?x?x?xf32>,
       %b: tensor<1x?x?x?xui32>):
    %y = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xf32>) -> tensor<1x?x?x?xf32>
    %f = tensor.bitcast %b : tensor<1x?x?x?xui32> to tensor<1x?x?x?xf32>
    %a = math.absf %f : tensor<1x?x?x?xf32>
    scf.yield %y, %a : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>
  }
  return %r#0, %r#1, %r#2
      : tensor<1x?x?x?xf32>, tensor<1x?x?x?xf32>, tensor<1x?x?x?xui32>
}
