// Rows in tiles at steps that read the same, and steps without tiles.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=64 --canonicalize --cse --mlir-print-local-scope \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=SCHEDULE --input-file=%t.remarks

// Two steps read one row of the source in turn. Every other plane of 36 x 35
// halves begins within a vector, and its strips that much earlier in the tile.
// SCHEDULE: strips of 8 elements at 2 steps of dimension 2, rows of 35 elements, in tiles of 424
// CHECK-LABEL: func @steps(
// CHECK:         %[[RESULT:.+]] = dml.view_words {{.*}}vector<4xi32>
// CHECK:         %[[WORDS:.+]] = dml.view_words
// CHECK:         affine.apply affine_map<()[s0] -> ((s0 floordiv 3) * 2 + 1)>
// CHECK:         %[[PLANE:.+]] = arith.muli %{{.+}}, %c1260_i32
// CHECK-NEXT:    %[[BEHIND:.+]] = arith.subi %c0_i32, %[[PLANE]]
// CHECK-NEXT:    arith.andi %[[BEHIND]], %c7_i32
// CHECK:         %[[TILE:.+]] = memref.alloc() : memref<{{.+}}xi32, #spirv.storage_class<Workgroup>>
// CHECK-COUNT-16: memref.load
// CHECK-NOT:     memref.load
// CHECK:         gpu.barrier
// CHECK-COUNT-4: memref.load %[[TILE]]
// CHECK:         memref.store {{.*}}, %[[RESULT]]
// CHECK-COUNT-4: memref.load %[[TILE]]
// CHECK:         memref.store {{.*}}, %[[RESULT]]
// The last vector of a plane has elements of the next one.
// CHECK:         memref.store {{.*}}, %[[WORDS]]
func.func @steps(%x: memref<4x72x70xf16>, %y: memref<4x2x2x36x35xf16>) {
  linalg.generic {indexing_maps = [affine_map<(n, r, s, a, b) -> (n, a * 2 + r, b * 2 + s)>,
                                   affine_map<(n, r, s, a, b) -> (n, r, s, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<4x72x70xf16>) outs(%y : memref<4x2x2x36x35xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// A tile of planes of 26 x 35 halves would have one subgroup. So threads take both steps
// of strips of 2, which divide a plane.
// SCHEDULE: strips of 2 elements at 2 steps of dimension 2, workgroups of 64
// CHECK-LABEL: func @one_subgroup(
// CHECK-NOT:     Workgroup
// CHECK-COUNT-2: vector.store {{.*}}vector<2xf16>
func.func @one_subgroup(%x: memref<4x52x70xf16>, %y: memref<4x2x2x26x35xf16>) {
  linalg.generic {indexing_maps = [affine_map<(n, r, s, a, b) -> (n, a * 2 + r, b * 2 + s)>,
                                   affine_map<(n, r, s, a, b) -> (n, r, s, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<4x52x70xf16>) outs(%y : memref<4x2x2x26x35xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Rows have two windows that lie far apart; steps through the windows lie side by side.
// The 65 rows inside of the steps are no whole vectors of 8 halves, but whole words.
// SCHEDULE: strips of 2 elements at 9 steps of dimension 1, workgroups of 64
// CHECK-LABEL: func @far_windows(
func.func @far_windows(%x: memref<3x65x26xf16>, %y: memref<3x9x65x2xf16>) {
  linalg.generic {indexing_maps = [affine_map<(n, k, a, b) -> (n, a, b * 13 + k)>,
                                   affine_map<(n, k, a, b) -> (n, k, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<3x65x26xf16>) outs(%y : memref<3x9x65x2xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Less than 128 bytes inside: neighbouring threads would write parts of sectors.
// SCHEDULE-NOT: strips of
// SCHEDULE: strips of 8 elements, workgroups of 64
// CHECK-LABEL: func @short_planes(
func.func @short_planes(%x: memref<3x31x26xf16>, %y: memref<3x9x31x2xf16>) {
  linalg.generic {indexing_maps = [affine_map<(n, k, a, b) -> (n, a, b * 13 + k)>,
                                   affine_map<(n, k, a, b) -> (n, k, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<3x31x26xf16>) outs(%y : memref<3x9x31x2xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}
