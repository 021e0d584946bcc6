// Workgroups of their own for strips that go on in another row.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s

#id = affine_map<(k, a, b) -> (k, a, b)>
#right = affine_map<(k, a, b) -> (a, b + k)>

// 3 * 8 * 203 bytes are 305 vectors, 20 workgroups: of each 8, another one computes the 11
// rows that end in these at most.
// CHECK-LABEL: func @ends_of_long_rows(
// CHECK:         gpu.launch blocks(%[[GROUP:[a-z0-9]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c27, {{.*}} threads(%[[THREAD:[a-z0-9]+]],
// CHECK:           %[[BLOCK:.+]] = arith.divui %[[NUMBER:.+]], %c9_i32
// CHECK-NEXT:      %[[BLOCKS:.+]] = arith.muli %[[BLOCK]], %c9_i32
// CHECK-NEXT:      %[[PLACE:.+]] = arith.subi %[[NUMBER]], %[[BLOCKS]]
// CHECK-NEXT:      %[[IN_ROWS:.+]] = arith.cmpi ult, %[[PLACE]], %c8_i32
// CHECK-NEXT:      scf.if %[[IN_ROWS]] {
// CHECK-NEXT:        %[[BEFORE:.+]] = arith.muli %[[BLOCK]], %c8_i32
// CHECK-NEXT:        %[[INSIDE:.+]] = arith.minui %[[PLACE]], %c7_i32
// CHECK-NEXT:        arith.addi %[[BEFORE]], %[[INSIDE]]
// CHECK-COUNT-16:    memref.load
// CHECK-NOT:         memref.load
// CHECK:             vector.store
// CHECK:           %[[AT_ENDS:.+]] = arith.cmpi eq, %[[PLACE]], %c8_i32
// CHECK-NEXT:      scf.if %[[AT_ENDS]] {
// CHECK:             arith.cmpi ult, %{{.+}}, %c11 : index
// CHECK-COUNT-32:    memref.load
// CHECK:             vector.store
func.func @ends_of_long_rows(%x: memref<8x256xi8>, %y: memref<3x8x203xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<8x256xi8>) outs(%y : memref<3x8x203xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
