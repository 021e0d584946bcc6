// Checks that depend on what tensors hold: the same refusals from every device.

// RUN: %run %s --function=divide "--input=7xi32=7 -8 9 10 11 12 13" "--input=7xi32=2 -1 3 4 5 6 7" "--expected-output=7xi32=3 8 3 2 2 2 1"
// RUN: not %run %s --function=divide "--input=7xi32=1 2 3 4 5 6 7" "--input=7xi32=1 1 1 1 1 1 0" 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not %run %s --function=divide "--input=7xi32=1 2 3 4 5 -2147483648 7" "--input=7xi32=1 1 1 1 1 -1 1" 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// ZERO: data-dependent-checks.mlir:[[#]]:8: 'arith.divsi' op divides by zero
// OVERFLOW: data-dependent-checks.mlir:[[#]]:8: 'arith.divsi' op overflows: the smallest integer divided by -1

// RUN: %run %s --function=divide_by_scalar --input=4xi32=iota --input=i32=-8 --input=i32=2 "--expected-output=4xi32=-4 -3 -2 -1"
// RUN: not %run %s --function=divide_by_scalar --input=4xi32=iota --input=i32=1 --input=i32=0 2>&1 | FileCheck %s --check-prefix=SCALAR
// SCALAR: 'arith.divsi' op divides by zero

// RUN: %run %s --function=gather --input=8xi32=iota "--input=5xi32=7 0 1 1 6" "--expected-output=5xi32=7 0 1 1 6"
// RUN: not %run %s --function=gather --input=8xi32=iota "--input=5xi32=7 0 1 1 8" 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: not %run %s --function=gather --input=8xi32=iota "--input=5xi32=7 -1 1 1 6" 2>&1 | FileCheck %s --check-prefix=GATHER
// GATHER: 'tensor.extract' op index of dimension 0: expected at least 0 and less than 8

// Not narrowed before it is compared.
// RUN: %run %s --function=gather_wide --input=8xi32=iota "--input=2xi64=7 1" "--expected-output=2xi32=7 1"
// RUN: not %run %s --function=gather_wide --input=8xi32=iota "--input=2xi64=7 4294967297" 2>&1 | FileCheck %s --check-prefix=GATHER

// The elements beyond the last one of a vector are none.
// RUN: %run %s --function=remainder --input=3xi8=7 --input=3xi8=4 --expected-output=3xi8=3
// RUN: not %run %s --function=remainder --input=3xi8=7 "--input=3xi8=4 4 0" 2>&1 | FileCheck %s --check-prefix=REMAINDER
// REMAINDER: 'arith.remui' op divides by zero

// RUN: %run %s --function=step "--input=2xi32=5 1" "--expected-output=2xi32=2 10"
// RUN: not %run %s --function=step "--input=2xi32=5 0" 2>&1 | FileCheck %s --check-prefix=STEP
// STEP: 'scf.for' op step: expected at least 1

// RUN: %run %s --function=generate --input=4xi32=iota --input=index=3 --input=index=1 "--expected-output=3xi32=1 2 3"
// RUN: not %run %s --function=generate --input=4xi32=iota --input=index=3 --input=index=2 2>&1 | FileCheck %s --check-prefix=GENERATE
// GENERATE: 'tensor.extract' op index of dimension 0: expected at least 0 and less than

func.func @divide(%x: tensor<7xi32>, %y: tensor<7xi32>) -> tensor<7xi32> {
  %z = arith.divsi %x, %y : tensor<7xi32>
  return %z : tensor<7xi32>
}

func.func @divide_by_scalar(%x: tensor<4xi32>, %a: i32, %b: i32)
    -> tensor<4xi32> {
  %q = arith.divsi %a, %b : i32
  %e = tensor.splat %q : tensor<4xi32>
  %u = arith.addi %x, %e : tensor<4xi32>
  return %u : tensor<4xi32>
}

func.func @gather(%x: tensor<8xi32>, %i: tensor<5xi32>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<5xi32>) outs(%e : tensor<5xi32>) {
  ^bb0(%a: i32, %o: i32):
    %k = arith.index_cast %a : i32 to index
    %v = tensor.extract %x[%k] : tensor<8xi32>
    linalg.yield %v : i32
  } -> tensor<5xi32>
  return %u : tensor<5xi32>
}

func.func @gather_wide(%x: tensor<8xi32>, %i: tensor<2xi64>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%i : tensor<2xi64>) outs(%e : tensor<2xi32>) {
  ^bb0(%a: i64, %o: i32):
    %k = arith.index_cast %a : i64 to index
    %v = tensor.extract %x[%k] : tensor<8xi32>
    linalg.yield %v : i32
  } -> tensor<2xi32>
  return %u : tensor<2xi32>
}

func.func @remainder(%x: tensor<3xi8>, %y: tensor<3xi8>) -> tensor<3xi8> {
  %z = arith.remui %x, %y : tensor<3xi8>
  return %z : tensor<3xi8>
}

// A loop inside of an elementwise operation: 10 in steps of each element.
func.func @step(%x: tensor<2xi32>) -> tensor<2xi32> {
  %e = tensor.empty() : tensor<2xi32>
  %u = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xi32>) outs(%e : tensor<2xi32>) {
  ^bb0(%a: i32, %o: i32):
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c10 = arith.constant 10 : i32
    %n = scf.for %i = %c0 to %c10 step %a iter_args(%t = %c0) -> i32 : i32 {
      %s = arith.addi %t, %c1 : i32
      scf.yield %s : i32
    }
    linalg.yield %n : i32
  } -> tensor<2xi32>
  return %u : tensor<2xi32>
}

func.func @generate(%x: tensor<?xi32>, %n: index, %k: index) -> tensor<?xi32> {
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = arith.addi %i, %k : index
    %e = tensor.extract %x[%p] : tensor<?xi32>
    tensor.yield %e : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}
