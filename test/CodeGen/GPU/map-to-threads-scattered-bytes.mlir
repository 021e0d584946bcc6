// Bytes computed from reads that are divided by a large number along the innermost loop:
// neighbours in a sector belong to results that lie apart, so a workgroup computes more of them, as far
// as the device allows.

// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads{workgroup-size=128 max-invocations=1024}))' | FileCheck %s --check-prefixes=CHECK,LARGE
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads{workgroup-size=128 max-invocations=128}))' | FileCheck %s --check-prefixes=CHECK,SMALL
// RUN: not dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads{max-invocations=0}))' 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads{workgroup-size=128 max-invocations=1024 max-workgroups=1}))' 2>&1 | FileCheck %s --check-prefix=GRID
// ZERO: max-invocations: expected 1 or more, given 0
// GRID: needs more than 1x1 workgroups of 256 threads

// CHECK-LABEL: func @divided(
// LARGE:         threads({{.*}}) in (%{{.+}} = %c256{{[_0-9]*}},
// SMALL:         threads({{.*}}) in (%{{.+}} = %c128{{[_0-9]*}},
func.func @divided(%x: memref<4096x10xi8>, %y: memref<4096x400xi8>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<4096x400xi8>) {
  ^bb0(%old: i8):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %q = affine.apply affine_map<(c) -> (c floordiv 40)>(%c)
    %e = memref.load %x[%r, %q] : memref<4096x10xi8>
    %one = arith.constant 1 : i8
    %sum = arith.addi %e, %one : i8
    linalg.yield %sum : i8
  }
  return
}

// Elements side by side.

// CHECK-LABEL: func @side_by_side(
// CHECK:         threads({{.*}}) in (%{{.+}} = %c128{{[_0-9]*}},
func.func @side_by_side(%x: memref<4x400xi8>, %y: memref<4x400xi8>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>,
                                   affine_map<(r, c) -> (r, c)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x400xi8>) outs(%y : memref<4x400xi8>) {
  ^bb0(%e: i8, %old: i8):
    %one = arith.constant 1 : i8
    %sum = arith.addi %e, %one : i8
    linalg.yield %sum : i8
  }
  return
}
