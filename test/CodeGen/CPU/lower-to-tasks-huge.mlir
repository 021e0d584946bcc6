// Products of sizes and strides that do not fit 64 bits decide nothing.
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-cpu-lower-to-tasks))' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func @rows(
// CHECK:         scf.parallel
func.func @rows(%x: memref<3x4611686018427387905xi8, strided<[1, 4]>>,
    %y: memref<3x4611686018427387905xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4611686018427387905xi8, strided<[1, 4]>>)
      outs(%y : memref<3x4611686018427387905xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @windows(
// CHECK:         scf.parallel
func.func @windows(
    %x: memref<3x4611686018427387905x5x8xi8, strided<[1, 4611686018427387905, 100, 2]>>,
    %y: memref<3x4611686018427387905x5x8xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<3x4611686018427387905x5x8xi8, strided<[1, 4611686018427387905, 100, 2]>>)
      outs(%y : memref<3x4611686018427387905x5x8xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @short_rows(
// CHECK:         scf.parallel
func.func @short_rows(
    %x: memref<3x4611686018427387905x4611686018427387905x8xi8, strided<[1, 1000, 100, 5]>>,
    %y: memref<3x4611686018427387905x4611686018427387905x8xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<3x4611686018427387905x4611686018427387905x8xi8, strided<[1, 1000, 100, 5]>>)
      outs(%y : memref<3x4611686018427387905x4611686018427387905x8xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @sources(
// CHECK:         scf.parallel
func.func @sources(%x: memref<4611686018427387905x5xi8, strided<[1, 70]>>,
    %y: memref<4611686018427387905x5xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4611686018427387905x5xi8, strided<[1, 70]>>)
      outs(%y : memref<4611686018427387905x5xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// Blocks are not numbered beyond 63 bits.

// CHECK-LABEL: func @transposed(
// CHECK-NOT:     scf.parallel
// CHECK:         linalg.transpose
func.func @transposed(%x: memref<4611686018427387905x20xi8>,
    %y: memref<20x4611686018427387905xi8>) {
  linalg.transpose ins(%x : memref<4611686018427387905x20xi8>)
                   outs(%y : memref<20x4611686018427387905xi8>)
                   permutation = [1, 0]
  return
}
