// Offsets, sizes, strides, paddings and bounds that a run refuses, near the end
// and where products wrap. 9223372036854775808 is also how MLIR spells a size
// that is not known.

// RUN: %run %s --function=slice --input=4xi8=iota --input=index=3 --input=index=4 --input=index=-1 "--expected-output=4xi8=3 2 1 0"
// RUN: %run %s --function=slice --input=4xi8=iota --input=index=4 --input=index=0 --input=index=7 | FileCheck %s --check-prefix=NOTHING
// NOTHING: 0xi8=[]
// RUN: %run %s --function=slice --input=4xi8=iota --input=index=0 --input=index=0 --input=index=-1 | FileCheck %s --check-prefix=NOTHING
// RUN: %run %s --function=slice_of_nothing --input=1x4xi8=iota | FileCheck %s --check-prefix=NOTHING
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=0 --input=index=4 --input=index=-1 2>&1 | FileCheck %s --check-prefix=BACK
// BACK: 'tensor.extract_slice' op slice in dimension 0: expected offset 0, size 4, stride -1 inside 4
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=0 --input=index=5 --input=index=4611686018427387904 2>&1 | FileCheck %s --check-prefix=WRAP
// WRAP: 'tensor.extract_slice' op slice in dimension 0: expected offset 0, size 5, stride 4611686018427387904 inside 4
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=0 --input=index=3 --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=STRIDE
// STRIDE: 'tensor.extract_slice' op slice in dimension 0: expected offset 0, size 3, stride -9223372036854775808 inside 4
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=0 --input=index=-9223372036854775808 --input=index=1 2>&1 | FileCheck %s --check-prefix=SIZE
// SIZE: 'tensor.extract_slice' op slice in dimension 0: expected offset 0, size -9223372036854775808, stride 1 inside 4
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=-9223372036854775808 --input=index=3 --input=index=1 2>&1 | FileCheck %s --check-prefix=OFFSET
// OFFSET: 'tensor.extract_slice' op slice in dimension 0: expected offset -9223372036854775808, size 3, stride 1 inside 4
// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=5 --input=index=0 --input=index=1 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: 'tensor.extract_slice' op slice in dimension 0: expected offset 5, size 0, stride 1 inside 4
// RUN: not %run %s --function=static_size --input=17xi8=iota --input=index=4611686018427387904 2>&1 | FileCheck %s --check-prefix=STATIC
// STATIC: 'tensor.extract_slice' op slice in dimension 0: expected offset 0, size 5, stride 4611686018427387904 inside 17

// RUN: not %run %s --function=slice --input=4xi8=iota --input=index=1 --input=index=4294967296 --input=index=0 2>&1 | FileCheck %s --check-prefix=REPEAT
// REPEAT: 'tensor.extract_slice' op elements of the result: expected at most 4294967295, given 4294967296 [T2]

// RUN: %run %s --function=insert --input=3xi8=7 --input=10xi8=iota --input=index=1 --input=index=3 --input=index=4 "--expected-output=10xi8=0 7 2 3 4 7 6 7 8 7"
// RUN: not %run %s --function=insert --input=3xi8=7 --input=10xi8=iota --input=index=0 --input=index=3 --input=index=4611686018427387904 2>&1 | FileCheck %s --check-prefix=INSERT
// RUN: not %run %s --function=insert --input=3xi8=7 --input=10xi8=iota --input=index=0 --input=index=3 --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=INSERT
// RUN: not %run %s --function=insert --input=3xi8=7 --input=10xi8=iota --input=index=0 --input=index=3 --input=index=0 2>&1 | FileCheck %s --check-prefix=INSERT
// INSERT: 'tensor.insert_slice' op slice in dimension 0: expected offset 0, size 3, stride {{.+}} inside 10
// RUN: not %run %s --function=insert --input=3xi8=7 --input=10xi8=iota --input=index=0 --input=index=2 --input=index=1 2>&1 | FileCheck %s --check-prefix=SOURCE
// SOURCE: 'tensor.insert_slice' op dimension 0 of the source: expected 2, given 3

// RUN: %run %s --function=insert_plane --input=2x3xi8=iota --input=2x3x3xi8=9 --input=index=2 --input=index=3 "--expected-output=2x3x3xi8=9 9 9 9 9 9 9 9 9 0 1 2 3 4 5 9 9 9"
// RUN: not %run %s --function=insert_plane --input=2x3xi8=iota --input=2x3x3xi8=9 --input=index=3 --input=index=2 2>&1 | FileCheck %s --check-prefix=PLANE
// PLANE: 'tensor.insert_slice' op dimension 0 of the source: expected 3, given 2

// RUN: not %run %s --function=expand --input=4xi8=1 --input=index=-2 --input=index=-2 2>&1 | FileCheck %s --check-prefix=EXPAND
// EXPAND: 'tensor.expand_shape' op dimension 0 of the result: expected 0 to 4294967295, given -2
// RUN: not %run %s --function=expand --input=4xi8=1 --input=index=2 --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=EXPAND-MIN
// EXPAND-MIN: 'tensor.expand_shape' op dimension 1 of the result: expected 0 to 4294967295, given -9223372036854775808

// RUN: %run %s --function=pad --input=4xi8=iota --input=index=1 "--expected-output=7xi8=9 0 1 2 3 9 9"
// RUN: not %run %s --function=pad --input=4xi8=iota --input=index=-1 2>&1 | FileCheck %s --check-prefix=PAD
// PAD: 'tensor.pad' op padding of dimension 0: expected 0 to 4294967295, given -1
// RUN: not %run %s --function=pad --input=4xi8=iota --input=index=4294967295 2>&1 | FileCheck %s --check-prefix=PAD-COUNT
// PAD-COUNT: 'tensor.pad' op elements of the result: expected at most 4294967295, given 4294967301 [T2]
// RUN: not %run %s --function=pad_to_10 --input=4xi8=iota --input=index=8 2>&1 | FileCheck %s --check-prefix=PAD-SIZE
// PAD-SIZE: 'tensor.pad' op dimension 0 of the result: expected 14, given 10
// RUN: %run %s --function=pad_both --input=4xi8=iota --input=index=1 --input=index=5 "--expected-output=10xi8=9 0 1 2 3 9 9 9 9 9"
// RUN: %run %s --function=pad_both --input=4xi8=iota --input=index=0 --input=index=6 "--expected-output=10xi8=0 1 2 3 9 9 9 9 9 9"
// RUN: not %run %s --function=pad_both --input=4xi8=iota --input=index=-9223372036854775808 --input=index=9223372036854775807 2>&1 | FileCheck %s --check-prefix=PAD-MIN
// PAD-MIN: 'tensor.pad' op padding of dimension 0: expected 0 to 4294967295, given -9223372036854775808
// RUN: not %run %s --function=pad_after_failure --input=2x2xi8=iota --input=index=5 --input=index=2305843009213693951 2>&1 | FileCheck %s --check-prefix=PAD-AFTER
// PAD-AFTER: 'tensor.insert' op index of dimension 0: expected at least 0 and less than 2, given 5
// RUN: not %run %s --function=pad_by_nothing --input=4xi8=iota 2>&1 | FileCheck %s --check-prefix=PAD

// RUN: not %run %s --function=step --input=4xi8=iota --input=index=0 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not %run %s --function=step --input=4xi8=iota --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: 'scf.for' op step: expected at least 1, given {{0|-9223372036854775808}}
// RUN: not %run %s --function=last_step --input=4xi8=iota 2>&1 | FileCheck %s --check-prefix=LAST
// LAST: 'scf.for' op upper bound: expected so small that a step beyond it does not overflow

// RUN: not %run %s --function=distance --input=4xi8=iota 2>&1 | FileCheck %s --check-prefix=DISTANCE
// DISTANCE: 'scf.for' op bounds: expected a distance that does not overflow

// RUN: not %run %s --function=element --input=4xi8=iota --input=4xi8=iota --input=index=4 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not %run %s --function=element --input=4xi8=iota --input=4xi8=iota --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=ELEMENT
// ELEMENT: 'tensor.extract' op index of dimension 0: expected at least 0 and less than 4, given {{4|-9223372036854775808}}

func.func @slice(%x: tensor<?xi8>, %o: index, %n: index, %s: index)
    -> tensor<?xi8> {
  %u = tensor.extract_slice %x[%o] [%n] [%s] : tensor<?xi8> to tensor<?xi8>
  return %u : tensor<?xi8>
}

func.func @static_size(%x: tensor<?xi8>, %s: index) -> tensor<5xi8> {
  %u = tensor.extract_slice %x[0] [5] [%s] : tensor<?xi8> to tensor<5xi8>
  return %u : tensor<5xi8>
}

// The dimension that is dropped is not the one that is empty.
func.func @slice_of_nothing(%x: tensor<1x4xi8>) -> tensor<?xi8> {
  %c0 = arith.constant 0 : index
  %u = tensor.extract_slice %x[0, 2] [%c0, 1] [-1, 1]
      : tensor<1x4xi8> to tensor<?xi8>
  return %u : tensor<?xi8>
}

func.func @insert(%x: tensor<?xi8>, %d: tensor<?xi8>, %o: index, %n: index,
    %s: index) -> tensor<?xi8> {
  %u = tensor.insert_slice %x into %d[%o] [%n] [%s]
      : tensor<?xi8> into tensor<?xi8>
  return %u : tensor<?xi8>
}

func.func @expand(%x: tensor<?xi8>, %n: index, %m: index) -> tensor<?x?xi8> {
  %u = tensor.expand_shape %x [[0, 1]] output_shape [%n, %m]
      : tensor<?xi8> into tensor<?x?xi8>
  return %u : tensor<?x?xi8>
}

func.func @pad(%x: tensor<4xi8>, %l: index) -> tensor<?xi8> {
  %c = arith.constant 9 : i8
  %u = tensor.pad %x low[%l] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<?xi8>
  return %u : tensor<?xi8>
}

func.func @pad_both(%x: tensor<4xi8>, %l: index, %h: index) -> tensor<10xi8> {
  %c = arith.constant 9 : i8
  %u = tensor.pad %x low[%l] high[%h] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<10xi8>
  return %u : tensor<10xi8>
}

// Whatever folding makes of the second operation, the first one fails.
func.func @pad_after_failure(%x: tensor<2x?xi8>, %n: index, %h: index)
    -> tensor<?x4xi8> {
  %c0 = arith.constant 0 : index
  %c = arith.constant 9 : i8
  %t = tensor.insert %c into %x[%n, %c0] : tensor<2x?xi8>
  %u = tensor.pad %t low[%c0, 1] high[%c0, %h] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : i8
  } : tensor<2x?xi8> to tensor<?x4xi8>
  return %u : tensor<?x4xi8>
}

func.func @pad_to_10(%x: tensor<4xi8>, %l: index) -> tensor<10xi8> {
  %c = arith.constant 9 : i8
  %u = tensor.pad %x low[%l] high[2] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<10xi8>
  return %u : tensor<10xi8>
}

func.func @pad_by_nothing(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c = arith.constant 9 : i8
  %u = tensor.pad %x low[1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %c : i8
  } : tensor<4xi8> to tensor<4xi8>
  return %u : tensor<4xi8>
}

func.func @step(%x: tensor<4xi8>, %s: index) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %u = scf.for %i = %c0 to %c4 step %s iter_args(%t = %x) -> tensor<4xi8> {
    %w = arith.addi %t, %t : tensor<4xi8>
    scf.yield %w : tensor<4xi8>
  }
  return %u : tensor<4xi8>
}

func.func @last_step(%x: tensor<4xi8>) -> tensor<4xi8> {
  %c0 = arith.constant 0 : index
  %most = arith.constant 9223372036854775807 : index
  %s = arith.constant 4611686018427387904 : index
  %u = scf.for %i = %c0 to %most step %s iter_args(%t = %x) -> tensor<4xi8> {
    %w = arith.addi %t, %t : tensor<4xi8>
    scf.yield %w : tensor<4xi8>
  }
  return %u : tensor<4xi8>
}

func.func @distance(%x: tensor<4xi8>) -> tensor<4xi8> {
  %least = arith.constant -9223372036854775808 : index
  %c2 = arith.constant 2 : index
  %u = scf.for %i = %least to %c2 step %c2 iter_args(%t = %x) -> tensor<4xi8> {
    %w = arith.addi %t, %t : tensor<4xi8>
    scf.yield %w : tensor<4xi8>
  }
  return %u : tensor<4xi8>
}

func.func @element(%x: tensor<4xi8>, %y: tensor<4xi8>, %i: index)
    -> tensor<4xi8> {
  %u = tensor.extract %x[%i] : tensor<4xi8>
  %e = tensor.splat %u : tensor<4xi8>
  %z = arith.xori %e, %y : tensor<4xi8>
  return %z : tensor<4xi8>
}

func.func @insert_plane(%x: tensor<?x?xi8>, %d: tensor<2x3x3xi8>, %a: index,
                        %b: index) -> tensor<2x3x3xi8> {
  %r = tensor.insert_slice %x into %d[1, 0, 0] [1, %a, %b] [1, 1, 1]
      : tensor<?x?xi8> into tensor<2x3x3xi8>
  return %r : tensor<2x3x3xi8>
}
