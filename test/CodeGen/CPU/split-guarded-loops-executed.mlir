// Guarded reads in loops that are long enough to be split: before, in and behind the part
// whose positions are all inside.
//
// The first 20 positions of 5 elements, from -2, 3, and far away on.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 --input=index=-2 \
// RUN:   --expected-output='20xi32=-1 -1 1 2 3 4 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 --input=index=3 \
// RUN:   --expected-output='20xi32=4 5 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 --input=index=-100 \
// RUN:   --expected-output=20xi32=-1
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 --input=index=100 \
// RUN:   --expected-output=20xi32=-1
//
// Bounds of the parts would overflow: -2^63 and 2^63 - 1.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 \
// RUN:   --input=index=-9223372036854775808 --expected-output=20xi32=-1
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=20 \
// RUN:   --input=index=9223372036854775807 --expected-output=20xi32=-1
//
// A buffer without elements, and one of two.
// RUN: dml-run %s --refine=off --function=part --input=20xi32=iota --input=index=0 --expected-output=20xi32=-1
// RUN: dml-run %s --refine=off --function=part --input=20xi32=iota --input=index=2 \
// RUN:   --expected-output='20xi32=0 1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
//
// A bound beside the buffer's size. It is unsigned: -1 is above all.
// RUN: dml-run %s --refine=off --function=size --input=20xi32=iota --input=index=3 \
// RUN:   --expected-output='20xi32=0 1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
// RUN: dml-run %s --refine=off --function=size --input=20xi32=iota --input=index=-1 --expected-output=20xi32=iota
//
// Guards of rows do not move with the columns.
// RUN: dml-run %s --refine=off --function=rows --input=2x18xi32=iota --input=index=1 \
// RUN:   --expected-output='2x18xi32=18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1'
// RUN: dml-run %s --refine=off --function=rows --input=2x18xi32=iota --input=index=-3 --expected-output=2x18xi32=-1
//
// Iterations keep their order: one reads what the one before wrote, the last one writes
// last, and sums round in order.
// RUN: dml-run %s --refine=off --function=prefix --input=20xi32=1 \
// RUN:   --expected-output='20xi32=101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120'
// RUN: dml-run %s --refine=off --function=last --input=40xi32=iota --input=index=20 --expected-output=1xi32=18
// RUN: dml-run %s --refine=off --function=sum --input=40xf32=1 --input=index=20 --expected-output=f32=100000000

// RUN: dml-opt %s --dml-cpu-pipeline --mlir-disable-threading \
// RUN:   --mlir-print-ir-after=dml-cpu-split-guarded-loops \
// RUN:   -o /dev/null 2>&1 | FileCheck %s

// CHECK-LABEL: func.func @position(
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: } else {
func.func @position(%x: tensor<?xi32>, %n: index, %offset: index)
    -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%offset]
    %inside = arith.cmpi ult, %p, %size : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%p] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

// CHECK-LABEL: func.func @size(
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: } else {
func.func @size(%x: tensor<?xi32>, %bound: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %isBelow = arith.cmpi ult, %i, %bound : index
    %isElement = arith.cmpi ult, %i, %n : index
    %inside = arith.andi %isBelow, %isElement : i1
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%i] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

// CHECK-LABEL: func.func @part(
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: } else {
func.func @part(%x: tensor<?xi32>, %size: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %part = tensor.extract_slice %x[0] [%size] [1] : tensor<?xi32> to tensor<?xi32>
  %elements = tensor.dim %part, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %inside = arith.cmpi ult, %i, %elements : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %part[%i] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

// CHECK-LABEL: func.func @rows(
// CHECK: scf.if
// CHECK: scf.for
// CHECK-NOT: scf.if
// CHECK: } else {
func.func @rows(%x: tensor<?x?xi32>, %offset: index) -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : i32
  %h = tensor.dim %x, %c0 : tensor<?x?xi32>
  %w = tensor.dim %x, %c1 : tensor<?x?xi32>
  %y = tensor.generate %h, %w {
  ^bb0(%i: index, %j: index):
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%offset]
    %isRow = arith.cmpi ult, %p, %h : index
    %isColumn = arith.cmpi ult, %j, %w : index
    %inside = arith.andi %isRow, %isColumn : i1
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%p, %j] : tensor<?x?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?x?xi32>
  return %y : tensor<?x?xi32>
}

func.func @prefix(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : i32
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%sums = %x) -> tensor<?xi32> {
    %p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %inside = arith.cmpi ult, %p, %n : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %sums[%p] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %c100 : i32
    }
    %e = tensor.extract %x[%i] : tensor<?xi32>
    %s = arith.addi %v, %e : i32
    %next = tensor.insert %s into %sums[%i] : tensor<?xi32>
    scf.yield %next : tensor<?xi32>
  }
  return %y : tensor<?xi32>
}

func.func @last(%x: tensor<?xi32>, %n: index) -> tensor<1xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %init = tensor.splat %none : tensor<1xi32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%before = %init) -> tensor<1xi32> {
    %p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %inside = arith.cmpi ult, %p, %size : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%p] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    %next = tensor.insert %v into %before[%c0] : tensor<1xi32>
    scf.yield %next : tensor<1xi32>
  }
  return %y : tensor<1xi32>
}

func.func @sum(%x: tensor<?xf32>, %n: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %large = arith.constant 1.0e8 : f32
  %size = tensor.dim %x, %c0 : tensor<?xf32>
  %steps = tensor.empty(%n) : tensor<?xi1>
  %init = tensor.splat %zero : tensor<f32>
  %y = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>],
      iterator_types = ["reduction"]} ins(%steps : tensor<?xi1>) outs(%init : tensor<f32>) {
  ^bb0(%step: i1, %sum: f32):
    %i = linalg.index 0 : index
    %p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %inside = arith.cmpi ult, %p, %size : index
    %v = scf.if %inside -> f32 {
      %e = tensor.extract %x[%p] : tensor<?xf32>
      scf.yield %e : f32
    } else {
      scf.yield %large : f32
    }
    %s = arith.addf %sum, %v : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %y : tensor<f32>
}
