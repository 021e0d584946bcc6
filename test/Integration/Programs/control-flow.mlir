// Loops, branches and checks around the operators, which depend on what only a
// run knows.

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
// ELEMENT: 'tensor.extract' op index of dimension 0: expected at least 0 and less than 4, given 4
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

// A task's memory is free again after each of many iterations.
// RUN: %run %s --function=long_loop --input=16x16xi32=iota --expected-output=16x16xi32=iota

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

func.func @long_loop(%x: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 20000 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<16x16xi32>) {
    %e = tensor.empty() : tensor<16x16xi32>
    %t = linalg.transpose ins(%a : tensor<16x16xi32>)
        outs(%e : tensor<16x16xi32>) permutation = [1, 0]
    scf.yield %t : tensor<16x16xi32>
  }
  return %y : tensor<16x16xi32>
}
