// Guarded reads in rows of dynamic length: before, in and behind the part whose positions are
// all inside.
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
// Distances to the bounds overflow: -2^63 and 2^63 - 1.
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

// Positions from below 0 to above it, and bounds above all signed numbers.
// RUN: dml-run %s --refine=off --function=below --input=20xi32=iota --input=index=20 --input=index=-5 --input=index=-1 \
// RUN:   --expected-output='20xi32=0 1 2 3 7 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19'
// RUN: dml-run %s --refine=off --function=below --input=20xi32=iota --input=index=20 --input=index=-100 --input=index=-50 \
// RUN:   --expected-output=20xi32=iota
// RUN: dml-run %s --refine=off --function=sides --input=70xi32=1 --input=index=1 --input=index=70 --input=index=-1 \
// RUN:   --output=- --print-limit=7 | FileCheck %s --check-prefix=SIDES
// SIDES: 1x70xi32={{\[\[}}1 1 1 1 -1 1 1 ...
//
// Two results of different orders.
// RUN: dml-run %s --refine=off --function=orders --input='2x3xi32=1 2 3 4 5 6' --expected-output='2x3xi16=1 2 3 4 5 6' \
// RUN:   --expected-output='3x2xi32=2 8 4 10 6 12'

// A fold: rows of 1, 35, 3000 and 100001 elements.
// RUN: dml-run %s --function=fold --input=1x9x1xf32=random:1 --input=index=1 --input=index=1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=fold --input=1x9x1xf32=random:1 --input=index=1 --input=index=1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=fold --input=3x9x72xf32=random:1 --input=index=7 --input=index=35 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=fold --input=3x9x72xf32=random:1 --input=index=7 --input=index=35 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=fold --input=2x18x4500xf32=random:1 --input=index=5 --input=index=3000 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=fold --input=2x18x4500xf32=random:1 --input=index=5 --input=index=3000 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=fold --input=1x9x50001xf32=random:1 --input=index=1 --input=index=100001 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=fold --input=1x9x50001xf32=random:1 --input=index=1 --input=index=100001 --refine=off --cache-bytes=0 --expected-output=@%t.npy
//
// A dilated fold: fewer and more windows than the dilation.
// RUN: dml-run %s --function=dilated --input=2x6x4xi8=random:1 --input=index=40 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=dilated --input=2x6x4xi8=random:1 --input=index=40 --refine=off --expected-output=@%t.npy
// RUN: dml-run %s --function=dilated --input=1x3x264xi8=random:1 --input=index=300 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=dilated --input=1x3x264xi8=random:1 --input=index=300 --refine=off --expected-output=@%t.npy
//
// Pooling: rows of 1, 63 to 65 and 80000 results.
// RUN: dml-run %s --function=pool --input=2x3x1x1xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=pool --input=2x3x1x1xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=pool --input=2x3x5x126xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=pool --input=2x3x5x126xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=pool --input=2x3x4x127xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=pool --input=2x3x4x127xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=pool --input=1x3x9x130xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=pool --input=1x3x9x130xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=pool --input=1x1x2x160000xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=pool --input=1x1x2x160000xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// Frames, in blocks that are transposed, and of fewer columns than a tile.
// RUN: dml-run %s --function=frames --input=1x2x50xi16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=frames --input=1x2x50xi16=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=frames --input=2x2x1000xi16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=frames --input=2x2x1000xi16=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=frames --input=1x3x40001xi16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=frames --input=1x3x40001xi16=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// Patches: columns run through two loops, of which the inner one ends once or often in a tile.
// RUN: dml-run %s --function=patches --input=1x2x16x17xf32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=patches --input=1x2x16x17xf32=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=patches --input=2x1x200x40xf32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=patches --input=2x1x200x40xf32=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=patches --input=1x2x70x700xf32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=patches --input=1x2x70x700xf32=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// What moves elements, @size and @part, and what reads without conditions, @orders, is left to
// loops of LLVM.
// RUN: dml-opt %s --dml-cpu-pipeline --remarks-filter=dml-schedule --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=Remark=
// CHECK-COUNT-2: Remark="vectors of 16 times 1 elements, in strips of 1024,
// CHECK: Remark="vectors of 16 times 2 elements, in strips of 1024,
// CHECK-COUNT-2: Remark="vectors of 64 times 1 elements, in strips of 4096,
// CHECK: Remark="blocks of 32 times 512 elements that are transposed, gathered by rows,
// CHECK: Remark="blocks of 16 times 512 elements that are transposed, gathered by rows,
// CHECK-COUNT-2: Remark="vectors of 16 times 1 elements, in strips of 1024,

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

func.func @fold(%x: tensor<?x?x?xf32>, %h: index, %w: index) -> tensor<?x?x?x?xf32> {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1], output_sizes(%h, %w)
      : (tensor<?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %y : tensor<?x?x?x?xf32>
}

func.func @dilated(%x: tensor<?x?x?xi8>, %w: index) -> tensor<?x?x?xi8> {
  %y = dml.fold %x, window_sizes = [3], strides = [1], dilations = [18],
      start_padding = [0], end_padding = [0], output_sizes(%w)
      : (tensor<?x?x?xi8>) -> tensor<?x?x?xi8>
  return %y : tensor<?x?x?xi8>
}

func.func @pool(%x: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [2, 2], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %y : tensor<?x?x?x?xi8>
}

func.func @frames(%x: tensor<?x?x?xi16>) -> tensor<?x?x?xi16> {
  %y = dml.unfold %x, window_sizes = [40], strides = [30], dilations = [1],
      start_padding = [20], end_padding = [7]
      : (tensor<?x?x?xi16>) -> tensor<?x?x?xi16>
  return %y : tensor<?x?x?xi16>
}

func.func @patches(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32> {
  %y = dml.unfold %x, window_sizes = [17, 17], strides = [17, 17], dilations = [1, 1],
      start_padding = [3, 2], end_padding = [0, 1]
      : (tensor<?x?x?x?xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

func.func @below(%x: tensor<?xi32>, %n: index, %offset: index, %bound: index)
    -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %otherwise = arith.constant 7 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%offset]
    %isBelow = arith.cmpi ult, %p, %bound : index
    %isElement = arith.cmpi ult, %i, %size : index
    %v = scf.if %isElement -> i32 {
      %e = tensor.extract %x[%i] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    %w = arith.select %isBelow, %v, %otherwise : i32
    tensor.yield %w : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

func.func @sides(%x: tensor<?xi32>, %h: index, %w: index, %bound: index)
    -> tensor<?x?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %h, %w {
  ^bb0(%i: index, %j: index):
    %p = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 5)>(%i, %j)
    %isBelow = arith.cmpi ult, %p, %bound : index
    %isElement = arith.cmpi ult, %j, %size : index
    %inside = arith.andi %isBelow, %isElement : i1
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%j] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    %product = arith.muli %v, %v : i32
    %w2 = arith.muli %product, %v : i32
    tensor.yield %w2 : i32
  } : tensor<?x?xi32>
  return %y : tensor<?x?xi32>
}

func.func @orders(%x: tensor<?x?xi32>) -> (tensor<?x?xi16>, tensor<?x?xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = tensor.dim %x, %c0 : tensor<?x?xi32>
  %w = tensor.dim %x, %c1 : tensor<?x?xi32>
  %narrow = tensor.empty(%h, %w) : tensor<?x?xi16>
  %wide = tensor.empty(%w, %h) : tensor<?x?xi32>
  %y:2 = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1, d0)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xi32>) outs(%narrow, %wide : tensor<?x?xi16>, tensor<?x?xi32>) {
  ^bb0(%v: i32, %old: i16, %before: i32):
    %low = arith.trunci %v : i32 to i16
    %sum = arith.addi %v, %v : i32
    linalg.yield %low, %sum : i16, i32
  } -> (tensor<?x?xi16>, tensor<?x?xi32>)
  return %y#0, %y#1 : tensor<?x?xi16>, tensor<?x?xi32>
}
