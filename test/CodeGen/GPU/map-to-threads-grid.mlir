// A grid of two dimensions where one is not enough: 10 workgroups of 4 threads,
// at most 4 in a row, are 3 rows of 4.
// RUN: dml-opt %s --dml-gpu-map-to-threads='workgroup-size=4 max-workgroups=4' --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: not dml-opt %s --dml-gpu-map-to-threads='workgroup-size=4 max-workgroups=3' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GRID
// GRID: 'linalg.generic' op needs more than 3x3 workgroups of 4

// CHECK-LABEL: func @grid(
// CHECK:         gpu.launch blocks(%[[X:[a-z0-9]+]], %[[Y:[a-z0-9]+]], %{{.+}}) in (%{{.+}} = %c4, %{{.+}} = %c3, %{{.+}} = %c1) threads(%[[T:[a-z0-9]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c4, %{{.+}} = %c1, %{{.+}} = %c1) {
// CHECK-DAG:       %[[COLUMN:.+]] = arith.index_cast %[[X]]
// CHECK-DAG:       %[[ROW:.+]] = arith.index_cast %[[Y]]
// CHECK-DAG:       %[[BEFORE:.+]] = arith.muli %[[ROW]], %c4_i32
// CHECK:           %[[WORKGROUP:.+]] = arith.addi %[[COLUMN]], %[[BEFORE]]
// CHECK:           %[[BELOW:.+]] = arith.cmpi ult, %[[WORKGROUP]], %c10_i32
// CHECK-NEXT:      scf.if %[[BELOW]] {
// CHECK-NEXT:        %[[FIRST:.+]] = arith.muli %[[WORKGROUP]], %c4_i32
// CHECK-NEXT:        arith.addi %[[FIRST]], %{{.+}}
func.func @grid(%x: memref<160xf32>, %y: memref<160xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>,
                                   affine_map<(a) -> (a)>],
      iterator_types = ["parallel"]}
      ins(%x : memref<160xf32>) outs(%y : memref<160xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}
