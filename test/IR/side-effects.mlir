// RUN: dml-opt %s --canonicalize | FileCheck %s --check-prefix=DEAD
// RUN: dml-opt %s --cse | FileCheck %s --check-prefix=CSE
// RUN: dml-opt %s --loop-invariant-code-motion | FileCheck %s --check-prefix=LICM

//===----------------------------------------------------------------------===//
// An operator without a user goes
//===----------------------------------------------------------------------===//

// DEAD-LABEL: func @dead_operators(
// DEAD-NEXT:    return
// CSE-LABEL: func @dead_operators(
// CSE-NEXT:    return
func.func @dead_operators(%x: tensor<?x?x?x?xf32>, %i: tensor<?x?x?x?xui32>,
    %n: index, %j: tensor<?x?x?x?xi32>, %w: tensor<?x?x?xf32>) {
  %a = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %b = dml.max_unpooling %x, %i, output_sizes(%n)
      : (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>) -> tensor<1x1x1x?xf32>
  %c = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  %g = dml.fold %w, window_sizes = [2, 2], output_sizes(%n)
      : (tensor<?x?x?xf32>) -> tensor<?x?x3x?xf32>
  %d = dml.unpool ins(%x, %j : tensor<?x?x?x?xf32>, tensor<?x?x?x?xi32>)
                  outs(%x : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  %e, %f = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<?x?x?x?xf32>) -> (tensor<?x?x?x?xf32>, tensor<1x1x?x?xui32>)
  return
}

// A check stays, and so does a write to a buffer.
// DEAD-LABEL: func @lowered_operations_stay(
// DEAD-NEXT:    dml.require
// DEAD-NEXT:    dml.unpool
// DEAD-NEXT:    return
// CSE-LABEL: func @lowered_operations_stay(
// CSE-NEXT:    dml.require
// CSE-NEXT:    dml.unpool
// CSE-NEXT:    return
func.func @lowered_operations_stay(%c: i1, %v: memref<1x1x2x2xf32>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  dml.require %c, "stays"
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x3x3xf32>)
  return
}

//===----------------------------------------------------------------------===//
// Equal operators are one
//===----------------------------------------------------------------------===//

// CSE-LABEL: func @equal_operators(
// CSE-NEXT:    %[[A:.+]] = dml.depth_to_space1 {{.*}} order = depth_column_row
// CSE-NEXT:    %[[B:.+]] = dml.depth_to_space1 {{.*}} order = column_row_depth
// CSE-NEXT:    %[[C:.+]] = dml.max_unpooling
// CSE-NEXT:    return %[[A]], %[[A]], %[[B]], %[[C]], %[[C]]
func.func @equal_operators(%x: tensor<1x4x2x2xf32>, %i: tensor<1x4x2x2xui32>)
    -> (tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>,
        tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>) {
  %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %b = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %c = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %d = dml.max_unpooling %x, %i
      : (tensor<1x4x2x2xf32>, tensor<1x4x2x2xui32>) -> tensor<1x1x3x3xf32>
  %e = dml.max_unpooling %x, %i
      : (tensor<1x4x2x2xf32>, tensor<1x4x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %a, %b, %c, %d, %e : tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>,
      tensor<1x1x4x4xf32>, tensor<1x1x3x3xf32>, tensor<1x1x3x3xf32>
}

// Another window is another unfold.
// CSE-LABEL: func @unequal_unfolds(
// CSE-NEXT:    %[[A:.+]] = dml.unfold {{.*}} start_padding = [1], end_padding = [0]
// CSE-NEXT:    %[[B:.+]] = dml.unfold {{.*}} start_padding = [0], end_padding = [1]
// CSE-NEXT:    return %[[A]], %[[B]], %[[A]]
func.func @unequal_unfolds(%x: tensor<1x1x4xf32>)
    -> (tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>) {
  %a = dml.unfold %x, window_sizes = [2], start_padding = [1]
      : (tensor<1x1x4xf32>) -> tensor<1x2x4xf32>
  %b = dml.unfold %x, window_sizes = [2], end_padding = [1]
      : (tensor<1x1x4xf32>) -> tensor<1x2x4xf32>
  %c = dml.unfold %x, window_sizes = [2], start_padding = [1]
      : (tensor<1x1x4xf32>) -> tensor<1x2x4xf32>
  return %a, %b, %c
      : tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x4xf32>
}

// Other indices are another pooling.
// CSE-LABEL: func @unequal_poolings(
// CSE-NEXT:    %[[A:.+]], %[[AI:.+]] = dml.max_pooling2 {{.*}} -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
// CSE-NEXT:    %[[B:.+]], %[[BI:.+]] = dml.max_pooling2 {{.*}} -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui64>)
// CSE-NEXT:    return %[[A]], %[[BI]], %[[AI]]
func.func @unequal_poolings(%x: tensor<1x1x4x4xf32>)
    -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui64>, tensor<1x1x3x3xui32>) {
  %a, %ai = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  %b, %bi = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui64>)
  %c, %ci = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x4xf32>) -> (tensor<1x1x3x3xf32>, tensor<1x1x3x3xui32>)
  return %a, %bi, %ci
      : tensor<1x1x3x3xf32>, tensor<1x1x3x3xui64>, tensor<1x1x3x3xui32>
}

//===----------------------------------------------------------------------===//
// Only what cannot fail leaves a loop that may not run
//===----------------------------------------------------------------------===//

func.func private @use(tensor<?x?x?x?xf32>)
func.func private @use_columns(tensor<?x?x?xf32>)

// D2 holds statically.
// LICM-LABEL: func @hoist_depth(
// LICM-NEXT:    %[[A:.+]] = dml.depth_to_space1
// LICM-NEXT:    %[[B:.+]] = dml.depth_to_space1
// LICM-NEXT:    %[[R:.+]] = scf.for
// LICM-NEXT:      func.call @use(%[[B]])
// LICM-NEXT:      scf.yield %[[A]]
// LICM-NEXT:    }
// LICM-NEXT:    return %[[R]]
func.func @hoist_depth(%x: tensor<1x8x2x3xf32>, %y: tensor<?x8x?x?xf32>,
    %from: index, %to: index, %by: index, %init: tensor<1x2x4x6xf32>)
    -> tensor<1x2x4x6xf32> {
  %r = scf.for %i = %from to %to step %by iter_args(%t = %init)
      -> tensor<1x2x4x6xf32> {
    %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<1x8x2x3xf32>) -> tensor<1x2x4x6xf32>
    %b = dml.depth_to_space1 %y, block_size = 2, order = depth_column_row
        : (tensor<?x8x?x?xf32>) -> tensor<?x?x?x?xf32>
    func.call @use(%b) : (tensor<?x?x?x?xf32>) -> ()
    scf.yield %a : tensor<1x2x4x6xf32>
  }
  return %r : tensor<1x2x4x6xf32>
}

// Channels that may not divide (D2), a declared size that may not hold (T6).
// LICM-LABEL: func @keep_depth(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.depth_to_space1 {{.*}} : (tensor<1x?x2x3xf32>) -> tensor<?x?x?x?xf32>
// LICM-NEXT:      func.call
// LICM-NEXT:      %[[B:.+]] = dml.depth_to_space1 {{.*}} : (tensor<1x8x?x3xf32>) -> tensor<1x2x4x6xf32>
// LICM-NEXT:      scf.yield %[[B]]
func.func @keep_depth(%x: tensor<1x?x2x3xf32>, %y: tensor<1x8x?x3xf32>,
    %from: index, %to: index, %by: index, %init: tensor<1x2x4x6xf32>)
    -> tensor<1x2x4x6xf32> {
  %r = scf.for %i = %from to %to step %by iter_args(%t = %init)
      -> tensor<1x2x4x6xf32> {
    %a = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<1x?x2x3xf32>) -> tensor<?x?x?x?xf32>
    func.call @use(%a) : (tensor<?x?x?x?xf32>) -> ()
    %b = dml.depth_to_space1 %y, block_size = 2, order = depth_column_row
        : (tensor<1x8x?x3xf32>) -> tensor<1x2x4x6xf32>
    scf.yield %b : tensor<1x2x4x6xf32>
  }
  return %r : tensor<1x2x4x6xf32>
}

// F3 holds statically.
// LICM-LABEL: func @hoist_unfold(
// LICM-NEXT:    %[[A:.+]] = dml.unfold {{.*}} : (tensor<1x1x5xf32>) -> tensor<?x?x?xf32>
// LICM-NEXT:    scf.for
// LICM-NEXT:      func.call @use_columns(%[[A]])
// LICM-NEXT:    }
func.func @hoist_unfold(%x: tensor<1x1x5xf32>, %from: index, %to: index,
    %by: index) {
  scf.for %i = %from to %to step %by {
    %a = dml.unfold %x, window_sizes = [2]
        : (tensor<1x1x5xf32>) -> tensor<?x?x?xf32>
    func.call @use_columns(%a) : (tensor<?x?x?xf32>) -> ()
  }
  return
}

// A window that may not fit (F3), a result that may be too large (T2).
// LICM-LABEL: func @keep_unfold(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.unfold {{.*}} : (tensor<1x1x?xf32>) -> tensor<?x?x?xf32>
// LICM-NEXT:      func.call
// LICM-NEXT:      dml.unfold {{.*}} : (tensor<?x?x5xf32>) -> tensor<?x?x?xf32>
// LICM-NEXT:      func.call
func.func @keep_unfold(%x: tensor<1x1x?xf32>, %y: tensor<?x?x5xf32>,
    %from: index, %to: index, %by: index) {
  scf.for %i = %from to %to step %by {
    %a = dml.unfold %x, window_sizes = [2]
        : (tensor<1x1x?xf32>) -> tensor<?x?x?xf32>
    func.call @use_columns(%a) : (tensor<?x?x?xf32>) -> ()
    %b = dml.unfold %y, window_sizes = [2]
        : (tensor<?x?x5xf32>) -> tensor<?x?x?xf32>
    func.call @use_columns(%b) : (tensor<?x?x?xf32>) -> ()
  }
  return
}

// M2 holds statically.
// LICM-LABEL: func @hoist_pooling(
// LICM-NEXT:    %[[V:.+]], %{{.+}} = dml.max_pooling2 {{.*}} : (tensor<1x1x5x5xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>)
// LICM-NEXT:    scf.for
// LICM-NEXT:      func.call @use(%[[V]])
// LICM-NEXT:    }
func.func @hoist_pooling(%x: tensor<1x1x5x5xf32>, %from: index, %to: index,
    %by: index) {
  scf.for %i = %from to %to step %by {
    %v, %j = dml.max_pooling2 %x, window_sizes = [2, 2]
        : (tensor<1x1x5x5xf32>) -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>)
    func.call @use(%v) : (tensor<?x?x?x?xf32>) -> ()
  }
  return
}

// A window that may not fit (M2), a declared size that may not hold (T6), values
// that may be too many (T2).
// LICM-LABEL: func @keep_pooling(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.max_pooling2 {{.*}} : (tensor<1x1x?x5xf32>) -> tensor<?x?x?x?xf32>
// LICM-NEXT:      func.call
// LICM-NEXT:      dml.max_pooling2 {{.*}} : (tensor<1x1x?x5xf32>) -> (tensor<?x?x?x?xf32>, tensor<1x1x3x4xui32>)
// LICM-NEXT:      func.call
// LICM-NEXT:      dml.max_pooling2 {{.*}} : (tensor<?x?x5x5xf32>) -> tensor<?x?x?x?xf32>
// LICM-NEXT:      func.call
func.func @keep_pooling(%x: tensor<1x1x?x5xf32>, %y: tensor<?x?x5x5xf32>,
    %from: index, %to: index, %by: index) {
  scf.for %i = %from to %to step %by {
    %a = dml.max_pooling2 %x, window_sizes = [2, 2]
        : (tensor<1x1x?x5xf32>) -> tensor<?x?x?x?xf32>
    func.call @use(%a) : (tensor<?x?x?x?xf32>) -> ()
    %b, %j = dml.max_pooling2 %x, window_sizes = [1, 2]
        : (tensor<1x1x?x5xf32>) -> (tensor<?x?x?x?xf32>, tensor<1x1x3x4xui32>)
    func.call @use(%b) : (tensor<?x?x?x?xf32>) -> ()
    %c = dml.max_pooling2 %y, window_sizes = [2, 2], end_padding = [9, 9]
        : (tensor<?x?x5x5xf32>) -> tensor<?x?x?x?xf32>
    func.call @use(%c) : (tensor<?x?x?x?xf32>) -> ()
  }
  return
}

// F3, O2 and T2 hold statically.
// LICM-LABEL: func @hoist_fold(
// LICM-NEXT:    %[[A:.+]] = dml.fold {{.*}} : (tensor<1x2x4xf32>) -> tensor<1x1x5xf32>
// LICM-NEXT:    %[[B:.+]] = tensor.cast %[[A]]
// LICM-NEXT:    scf.for
// LICM-NEXT:      func.call @use_columns(%[[B]])
func.func @hoist_fold(%x: tensor<1x2x4xf32>, %from: index, %to: index,
    %by: index) {
  scf.for %i = %from to %to step %by {
    %a = dml.fold %x, window_sizes = [2]
        : (tensor<1x2x4xf32>) -> tensor<1x1x5xf32>
    %b = tensor.cast %a : tensor<1x1x5xf32> to tensor<?x?x?xf32>
    func.call @use_columns(%b) : (tensor<?x?x?xf32>) -> ()
  }
  return
}

// Rows and columns that may be others (O2), and a size that may not be one (T2).
// LICM-LABEL: func @keep_fold(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.fold {{.*}} : (tensor<1x?x4xf32>) -> tensor<1x?x5xf32>
// LICM-NEXT:      tensor.cast
// LICM-NEXT:      func.call
// LICM-NEXT:      dml.fold {{.*}} : (tensor<1x2x4xf32>) -> tensor<1x1x?xf32>
// LICM-NEXT:      tensor.cast
// LICM-NEXT:      func.call
func.func @keep_fold(%x: tensor<1x?x4xf32>, %y: tensor<1x2x4xf32>, %w: index,
    %from: index, %to: index, %by: index) {
  scf.for %i = %from to %to step %by {
    %a = dml.fold %x, window_sizes = [2]
        : (tensor<1x?x4xf32>) -> tensor<1x?x5xf32>
    %b = tensor.cast %a : tensor<1x?x5xf32> to tensor<?x?x?xf32>
    func.call @use_columns(%b) : (tensor<?x?x?xf32>) -> ()
    %c = dml.fold %y, window_sizes = [2], output_sizes(%w)
        : (tensor<1x2x4xf32>) -> tensor<1x1x?xf32>
    %d = tensor.cast %c : tensor<1x1x?xf32> to tensor<?x?x?xf32>
    func.call @use_columns(%d) : (tensor<?x?x?xf32>) -> ()
  }
  return
}

// An index may be out of range (U3), whatever the sizes.
// LICM-LABEL: func @keep_unpooling(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.max_unpooling {{.*}} -> tensor<1x1x3x3xf32>
// LICM-NEXT:      tensor.cast
// LICM-NEXT:      func.call
// LICM-NEXT:      dml.max_unpooling {{.*}} -> tensor<?x?x?x?xf32>
// LICM-NEXT:      func.call
func.func @keep_unpooling(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>,
    %n: index, %from: index, %to: index, %by: index) {
  scf.for %k = %from to %to step %by {
    %a = dml.max_unpooling %v, %i
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
    %b = tensor.cast %a : tensor<1x1x3x3xf32> to tensor<?x?x?x?xf32>
    func.call @use(%b) : (tensor<?x?x?x?xf32>) -> ()
    %c = dml.max_unpooling %v, %i, output_sizes(%n, %n, %n, %n)
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<?x?x?x?xf32>
    func.call @use(%c) : (tensor<?x?x?x?xf32>) -> ()
  }
  return
}

// LICM-LABEL: func @keep_lowered_operations(
// LICM-NEXT:    scf.for
// LICM-NEXT:      dml.require
// LICM-NEXT:      dml.unpool
// LICM-NEXT:      func.call
func.func @keep_lowered_operations(%c: i1, %v: tensor<?x?x?x?xf32>,
    %i: tensor<?x?x?x?xi32>, %from: index, %to: index, %by: index) {
  scf.for %k = %from to %to step %by {
    dml.require %c, "only when the loop runs"
    %a = dml.unpool ins(%v, %i : tensor<?x?x?x?xf32>, tensor<?x?x?x?xi32>)
                    outs(%v : tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
    func.call @use(%a) : (tensor<?x?x?x?xf32>) -> ()
  }
  return
}
