// RUN: dml-opt %s --dml-gpu-map-to-threads --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=WORDS
// RUN: dml-opt %s --dml-gpu-map-to-threads=min-store-bytes=2 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// RUN: not dml-opt %s --dml-gpu-map-to-threads=min-store-bytes=3 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: min-store-bytes: expected 1, 2 or 4, given 3

// Four pixels of the result read one. A thread takes a vector of them all; 3 * 3 * 2
// threads tell the rest apart. The last cells of the columns go on behind the last one.
// CHECK-LABEL: func @cells(
// CHECK:         gpu.launch {{.*}} threads(%[[THREAD:[a-z0-9]+]], %{{.+}}, %{{.+}}) in
// CHECK:           arith.cmpi ult, %[[THREAD]], %c18
// CHECK:           affine.delinearize_index %{{.+}} into (3, 3, 8)
// CHECK:           %[[COLUMN:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2 + 1)>
// CHECK:           %[[WORD:.+]] = arith.index_castui %[[COLUMN]]
// CHECK:           %[[INSIDE:.+]] = arith.cmpi ult, %[[WORD]], %c5_i32
// CHECK:           vector.store
// CHECK:           scf.if %[[INSIDE]] {
// CHECK:             vector.store
// CHECK:           }
// CHECK:           vector.store
// CHECK:           scf.if %[[INSIDE]] {
// CHECK:             vector.store
// CHECK:           }
// CHECK-NOT:       vector.store
// CHECK:           gpu.terminator

// WORDS-LABEL: func @cells(
// WORDS-COUNT-1: memref.load
// WORDS-NOT:     memref.load
// WORDS-COUNT-4: memref.store %{{.+}} : memref<60xvector<4xi32>,
// WORDS-NOT:     memref.store
// WORDS:         gpu.terminator
func.func @cells(%x: memref<3x3x8xf32>, %y: memref<6x5x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c, k) -> (r floordiv 2, c floordiv 2, k)>,
                                   affine_map<(r, c, k) -> (r, c, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<3x3x8xf32>) outs(%y : memref<6x5x8xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// Pixels of 17 halves are no whole words. There are cells only if halves can be
// stored one by one.
// CHECK-LABEL: func @odd_pixels(
// CHECK-NOT:     vector<1xf16>

// SINGLE-LABEL: func @odd_pixels(
// SINGLE:         affine.delinearize_index %{{.+}} into (3, 3, 17)
// SINGLE-COUNT-4: vector.store %{{.+}} : memref<612xf16>, vector<1xf16>
// SINGLE-NOT:     vector.store
// SINGLE:         gpu.terminator
func.func @odd_pixels(%x: memref<3x3x17xf16>, %y: memref<6x6x17xf16>) {
  linalg.generic {indexing_maps = [affine_map<(r, c, k) -> (r floordiv 2, c floordiv 2, k)>,
                                   affine_map<(r, c, k) -> (r, c, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<3x3x17xf16>) outs(%y : memref<6x6x17xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// 16 pixels of the result read one. A thread takes those of one column.
// CHECK-LABEL: func @many_steps(
// CHECK:         affine.delinearize_index %{{.+}} into (3, 12, 8)
// CHECK-COUNT-4: vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @many_steps(%x: memref<3x3x8xf32>, %y: memref<12x12x8xf32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c, k) -> (r floordiv 4, c floordiv 4, k)>,
                                   affine_map<(r, c, k) -> (r, c, k)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<3x3x8xf32>) outs(%y : memref<12x12x8xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}
