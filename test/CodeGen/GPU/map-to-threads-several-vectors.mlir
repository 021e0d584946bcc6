// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-map-to-threads{vectors-per-thread=2 workgroup-size=256}))' | FileCheck %s

// 2^21 vectors: 4096 workgroups of 256 threads with two vectors each, a
// workgroup's size apart. Both are read before the first is written.
// CHECK-LABEL: func @large(
// CHECK-DAG:     %[[C4096:.+]] = arith.constant 4096 : index
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %[[C4096]],
// CHECK-COUNT-8:   memref.load
// CHECK-NOT:       memref.load
// CHECK:           vector.store
// CHECK-NOT:       memref.load
// CHECK:           vector.store
// CHECK-NOT:       vector.store
// CHECK:           gpu.terminator
func.func @large(%x: memref<8388608xf32>, %y: memref<8388608xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>,
      affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : memref<8388608xf32>) outs(%y : memref<8388608xf32>) {
    ^bb0(%e: f32, %o: f32):
      linalg.yield %e : f32
  }
  return
}

// A vector that does not exist is not written.
// CHECK-LABEL: func @large_odd(
// CHECK:         gpu.launch
// CHECK-DAG:       %[[N:.+]] = arith.constant 2097153 : index
// CHECK:           %[[BELOW:.+]] = arith.cmpi ult, %{{.+}}, %[[N]] : index
// CHECK-NEXT:      scf.if %[[BELOW]] {
// CHECK:             vector.store
func.func @large_odd(%x: memref<8388609xf32>, %y: memref<8388609xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>,
      affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : memref<8388609xf32>) outs(%y : memref<8388609xf32>) {
    ^bb0(%e: f32, %o: f32):
      linalg.yield %e : f32
  }
  return
}

// One vector a thread leaves a small operation more workgroups.
// CHECK-LABEL: func @small(
// CHECK:         gpu.launch
// CHECK-COUNT-4:   memref.load
// CHECK:           vector.store
// CHECK-NOT:       vector.store
// CHECK:           gpu.terminator
func.func @small(%x: memref<4096xf32>, %y: memref<4096xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>,
      affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      ins(%x : memref<4096xf32>) outs(%y : memref<4096xf32>) {
    ^bb0(%e: f32, %o: f32):
      linalg.yield %e : f32
  }
  return
}
