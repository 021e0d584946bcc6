// Operators among those of other dialects, static and dynamic.

// A convolution: 3x3, padding 1, two channels to one, all weights one.
// RUN: %run %s --function=convolution "--input=1x2x2x3xf32=1 2 3 4 5 6 1 1 1 1 1 1" \
// RUN:   --input=1x18xf32=1 "--expected-output=1x6xf32=16 27 20 16 27 20"
// RUN: %run %s --function=convolution_dynamic \
// RUN:   "--input=1x2x2x3xf32=1 2 3 4 5 6 1 1 1 1 1 1" --input=1x18xf32=1 \
// RUN:   "--expected-output=1x6xf32=16 27 20 16 27 20"

// RUN: %run %s --function=around "--input=1x4x1x2xf32=1 2 3 4 5 6 7 8" \
// RUN:   "--expected-output=1x1x2x4xf32=3 7 5 9 11 15 13 17"

// Channels 16, 4, 1: the carried tensor changes its shape at each iteration.
// RUN: %run %s --function=shrinking_loop --input=1x16x1x1xi16=iota \
// RUN:   --input=index=2 \
// RUN:   "--expected-output=1x1x4x4xi16=0 4 1 5 8 12 9 13 2 6 3 7 10 14 11 15"
// RUN: %run %s --function=shrinking_loop --input=1x16x1x1xi16=iota \
// RUN:   --input=index=0 --expected-output=1x16x1x1xi16=iota

// RUN: %run %s --function=shrinking_loop_of_static_tensor \
// RUN:   --input=1x16x1x1xi16=iota --input=index=2 \
// RUN:   "--expected-output=1x1x4x4xi16=0 4 1 5 8 12 9 13 2 6 3 7 10 14 11 15"

// RUN: %run %s --function=stable_loop "--input=1x4x1x1xi32=1 2 3 4" \
// RUN:   --input=index=3 "--expected-output=1x1x2x2xi32=4 8 12 16"

// Only the branch taken is checked: seven channels would break D2.
// RUN: %run %s --function=branch --input=1x7x1x1xi32=iota --input=i8=0 \
// RUN:   --expected-output=1x7x1x1xi32=iota
// RUN: %run %s --function=branch --input=1x4x1x1xi32=iota --input=i8=1 \
// RUN:   "--expected-output=1x1x2x2xi32=0 1 2 3"
// RUN: not %run %s --function=branch --input=1x7x1x1xi32=iota --input=i8=1 \
// RUN:   2>&1 | FileCheck %s --check-prefix=BRANCH
// BRANCH: 'dml.depth_to_space1' op channels {{.*}} given 7 [D2]

// A check that fails in a function that is called, in a parallel loop.
// RUN: not %run %s --function=parallel --input=4x1x3x1x1xi32=iota 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PARALLEL
// PARALLEL: 'dml.depth_to_space1' op channels {{.*}} given 3 [D2]
// RUN: %run %s --function=parallel --input=2x1x4x1x1xi32=iota \
// RUN:   --expected-output=2x4xi32=iota

// Operations around the operators are checked as well.
// RUN: not %run %s --function=element --input=4xf32=iota --input=index=4 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: out-of-bounds access
// RUN: %run %s --function=element --input=4xf32=iota --input=index=3 \
// RUN:   --expected-output=f32=3

// RUN: not %run %s --function=divide "--input=2xi32=1 2" "--input=2xi32=1 0" \
// RUN:   2>&1 | FileCheck %s --check-prefix=DIVIDE
// DIVIDE: 'arith.divsi' op divides by zero
// RUN: not %run %s --function=divide "--input=2xi32=1 -2147483648" \
// RUN:   "--input=2xi32=1 -1" 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: 'arith.divsi' op overflows: the smallest integer divided by -1
// RUN: %run %s --function=divide "--input=2xi32=7 -8" "--input=2xi32=2 -1" \
// RUN:   "--expected-output=2xi32=3 8"

func.func @convolution(%x: tensor<1x2x2x3xf32>, %w: tensor<1x18xf32>)
    -> tensor<1x6xf32> {
  %columns = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x2x2x3xf32>) -> tensor<1x18x6xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2]]
      : tensor<1x18x6xf32> into tensor<18x6xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6xf32>)
      -> tensor<1x6xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<1x18xf32>, tensor<18x6xf32>)
      outs(%init : tensor<1x6xf32>) -> tensor<1x6xf32>
  return %y : tensor<1x6xf32>
}

func.func @convolution_dynamic(%x: tensor<1x?x?x?xf32>, %w: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x?x?x?xf32>) -> tensor<1x?x?xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2]]
      : tensor<1x?x?xf32> into tensor<?x?xf32>
  %m = tensor.dim %w, %c0 : tensor<?x?xf32>
  %n = tensor.dim %matrix, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @around(%x: tensor<1x?x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %twice = arith.addf %x, %x : tensor<1x?x?x?xf32>
  %y = dml.depth_to_space1 %twice, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x1x?x?xf32>
  %one = arith.constant 1.0 : f32
  %z = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : tensor<1x1x?x?xf32>) {
    ^bb0(%e: f32):
      %s = arith.addf %e, %one : f32
      linalg.yield %s : f32
  } -> tensor<1x1x?x?xf32>
  return %z : tensor<1x1x?x?xf32>
}

func.func @shrinking_loop(%x: tensor<1x?x?x?xi16>, %n: index)
    -> tensor<1x?x?x?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xi16> {
    %u = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xi16>) -> tensor<1x?x?x?xi16>
    scf.yield %u : tensor<1x?x?x?xi16>
  }
  return %y : tensor<1x?x?x?xi16>
}

func.func @shrinking_loop_of_static_tensor(%x: tensor<1x16x1x1xi16>, %n: index)
    -> tensor<1x?x?x?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tensor.cast %x : tensor<1x16x1x1xi16> to tensor<1x?x?x?xi16>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init)
      -> tensor<1x?x?x?xi16> {
    %u = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xi16>) -> tensor<1x?x?x?xi16>
    scf.yield %u : tensor<1x?x?x?xi16>
  }
  return %y : tensor<1x?x?x?xi16>
}

func.func private @add_shuffled(%sum: tensor<1x?x?x?xi32>,
    %x: tensor<1x?x?x?xi32>) -> tensor<1x?x?x?xi32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xi32>) -> tensor<1x?x?x?xi32>
  %z = arith.addi %sum, %y : tensor<1x?x?x?xi32>
  return %z : tensor<1x?x?x?xi32>
}

func.func @stable_loop(%x: tensor<1x?x?x?xi32>, %n: index)
    -> tensor<1x?x?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xi32>) -> tensor<1x?x?x?xi32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %first)
      -> tensor<1x?x?x?xi32> {
    %u = func.call @add_shuffled(%t, %x)
        : (tensor<1x?x?x?xi32>, tensor<1x?x?x?xi32>) -> tensor<1x?x?x?xi32>
    scf.yield %u : tensor<1x?x?x?xi32>
  }
  return %y : tensor<1x?x?x?xi32>
}

func.func @branch(%x: tensor<1x?x?x?xi32>, %flag: i8) -> tensor<1x?x?x?xi32> {
  %c0 = arith.constant 0 : i8
  %take = arith.cmpi ne, %flag, %c0 : i8
  %y = scf.if %take -> tensor<1x?x?x?xi32> {
    %u = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xi32>) -> tensor<1x?x?x?xi32>
    scf.yield %u : tensor<1x?x?x?xi32>
  } else {
    scf.yield %x : tensor<1x?x?x?xi32>
  }
  return %y : tensor<1x?x?x?xi32>
}

func.func @parallel(%x: tensor<?x1x?x1x1xi32>) -> tensor<?x4xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x1x?x1x1xi32>
  %c2 = arith.constant 2 : index
  %c = tensor.dim %x, %c2 : tensor<?x1x?x1x1xi32>
  %empty = tensor.empty(%n) : tensor<?x4xi32>
  %y = scf.forall (%i) in (%n) shared_outs(%out = %empty) -> tensor<?x4xi32> {
    %slice = tensor.extract_slice %x[%i, 0, 0, 0, 0] [1, 1, %c, 1, 1]
        [1, 1, 1, 1, 1] : tensor<?x1x?x1x1xi32> to tensor<1x?x1x1xi32>
    %u = dml.depth_to_space1 %slice, block_size = 2, order = column_row_depth
        : (tensor<1x?x1x1xi32>) -> tensor<1x1x2x2xi32>
    %row = tensor.collapse_shape %u [[0, 1], [2, 3]]
        : tensor<1x1x2x2xi32> into tensor<1x4xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %row into %out[%i, 0] [1, 4] [1, 1]
          : tensor<1x4xi32> into tensor<?x4xi32>
    }
  }
  return %y : tensor<?x4xi32>
}

func.func @divide(%x: tensor<?xi32>, %y: tensor<?xi32>) -> tensor<?xi32> {
  %z = arith.divsi %x, %y : tensor<?xi32>
  return %z : tensor<?xi32>
}

func.func @element(%x: tensor<?xf32>, %i: index) -> f32 {
  %y = tensor.extract %x[%i] : tensor<?xf32>
  return %y : f32
}
