// RUN: dml-opt %s --dml-gpu-map-to-threads | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SCHEDULE

// A fold of windows of 40 with a stride of 40: column c is element c / 40 of row
// c % 40. Eight threads read neighbours of one row. 325 columns are two groups of
// 8 times 40, the second of which ends behind the last column.
// SCHEDULE: strips of 1 elements of which 8 threads take those 40 elements apart, workgroups of
// CHECK-DAG:        #[[$COLUMN:.+]] = affine_map<(d0, d1, d2) -> ((d0 * 8 + d2) * 40 + d1)>
// CHECK-LABEL:    func @turns(
// CHECK:            %[[AT:.+]]:4 = affine.delinearize_index %{{.+}} into (6, 2, 40, 8)
// CHECK:            %[[C:.+]] = affine.apply #[[$COLUMN]](%[[AT]]#1, %[[AT]]#2, %[[AT]]#3)
// CHECK:            %[[WORD:.+]] = arith.index_castui %[[C]] : index to i32
// CHECK:            arith.cmpi ult, %[[WORD]], %c325_i32 : i32
// CHECK:            gpu.terminator
func.func @turns(%x: memref<6x40x9xi64>, %y: memref<6x325xi64>) {
  linalg.generic {indexing_maps = [affine_map<(p, c) -> (p, c)>],
                  iterator_types = ["parallel", "parallel"]} outs(%y : memref<6x325xi64>) {
  ^bb0(%old: i64):
    %p = linalg.index 0 : index
    %c = linalg.index 1 : index
    %row = affine.apply affine_map<(c) -> (c mod 40)>(%c)
    %at = affine.apply affine_map<(c) -> (c floordiv 40)>(%c)
    %e = memref.load %x[%p, %row, %at] : memref<6x40x9xi64>
    linalg.yield %e : i64
  }
  return
}

// Pairs are vectors, and no group of 640 columns ends behind the last one.
// SCHEDULE: strips of 2 elements of which 8 threads take those 40 elements apart, workgroups of
// CHECK-LABEL:    func @vectors(
// CHECK:            affine.delinearize_index %{{.+}} into (6, 2, 20, 8)
// CHECK-NOT:        arith.cmpi ult, %{{.+}}, %c640_i32
// CHECK:            gpu.terminator
func.func @vectors(%x: memref<6x40x16xi64>, %y: memref<6x640xi64>) {
  linalg.generic {indexing_maps = [affine_map<(p, c) -> (p, c)>],
                  iterator_types = ["parallel", "parallel"]} outs(%y : memref<6x640xi64>) {
  ^bb0(%old: i64):
    %p = linalg.index 0 : index
    %c = linalg.index 1 : index
    %row = affine.apply affine_map<(c) -> (c mod 40)>(%c)
    %at = affine.apply affine_map<(c) -> (c floordiv 40)>(%c)
    %e = memref.load %x[%p, %row, %at] : memref<6x40x16xi64>
    linalg.yield %e : i64
  }
  return
}
