// RUN: dml-opt %s --dml-gpu-unroll-long-loops=max-loop-iterations=1000 --canonicalize | FileCheck %s
// RUN: not dml-opt %s --dml-gpu-pipeline='max-loop-iterations=-1' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: max-loop-iterations option: '-1' value invalid
// RUN: dml-opt %s --dml-gpu-unroll-long-loops --canonicalize | FileCheck %s --check-prefix=ANY

// 1001 steps are too many: two of them are one iteration, and the last one stands alone.
// CHECK-LABEL: func @too_long(
// CHECK-DAG:     %[[C2:.+]] = arith.constant 2 : index
// CHECK-DAG:     %[[C1000:.+]] = arith.constant 1000 : index
// CHECK:         scf.for %{{.+}} = %c0 to %[[C1000]] step %[[C2]]
// CHECK-COUNT-2:   memref.load
// CHECK:         }
// CHECK:         memref.load %{{.+}}[%[[C1000]]]
// ANY-LABEL: func @too_long(
// ANY:         scf.for %{{.+}} = %c0 to %c1001 step %c1
func.func @too_long(%x: memref<1001xi32>, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1001 = arith.constant 1001 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %sum = scf.for %i = %c0 to %c1001 step %c1 iter_args(%s = %zero) -> (i32) {
      %e = memref.load %x[%i] : memref<1001xi32>
      %next = arith.addi %s, %e : i32
      scf.yield %next : i32
    }
    memref.store %sum, %y[%c0] : memref<1xi32>
    gpu.terminator
  }
  return
}

// An iteration of the outer loop counts with the 4 of the inner one. Without that, the
// outer one has 2000 iterations, which become 1000.
// CHECK-LABEL: func @nested(
// CHECK-DAG:     %[[C2:.+]] = arith.constant 2 : index
// CHECK:         scf.for %{{.+}} = %c0 to %c2000 step %[[C2]]
// CHECK-NOT:       scf.for
// CHECK-COUNT-8:   memref.load
// CHECK:         }
func.func @nested(%x: memref<2000x4xi32>, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c2000 = arith.constant 2000 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %sum = scf.for %i = %c0 to %c2000 step %c1 iter_args(%s = %zero) -> (i32) {
      %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %s) -> (i32) {
        %e = memref.load %x[%i, %j] : memref<2000x4xi32>
        %next = arith.addi %t, %e : i32
        scf.yield %next : i32
      }
      scf.yield %row : i32
    }
    memref.store %sum, %y[%c0] : memref<1xi32>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @long_enough(
// CHECK:         scf.for %{{.+}} = %c0 to %c999 step %c1
func.func @long_enough(%x: memref<999xi32>, %y: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c999 = arith.constant 999 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %sum = scf.for %i = %c0 to %c999 step %c1 iter_args(%s = %zero) -> (i32) {
      %e = memref.load %x[%i] : memref<999xi32>
      %next = arith.addi %s, %e : i32
      scf.yield %next : i32
    }
    memref.store %sum, %y[%c0] : memref<1xi32>
    gpu.terminator
  }
  return
}
