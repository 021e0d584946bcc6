// Workgroups of their own for strips that go on in another row.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s

#id = affine_map<(a, b) -> (a, b)>
#right = affine_map<(a, b) -> (a, b + 2)>

// 24 * 203 bytes are 305 vectors, 20 workgroups: of each 8, another one computes the 11
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
func.func @ends_of_long_rows(%x: memref<24x256xi8>, %y: memref<24x203xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<24x256xi8>) outs(%y : memref<24x203xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

#pixels = affine_map<(a, b, c) -> (c, a, b + 2)>
#parts = affine_map<(a, b, c) -> (a, b, c)>

// Three parts take turns in strips of 48 bytes. The workgroup that transposes these
// leaves out the vectors of strips that go on in another row.
// CHECK-LABEL: func @ends_of_transposed_rows(
// CHECK:           scf.if
// CHECK:             %[[IN_ROW:.+]] = arith.cmpi ult, %{{.+}}, %c364_i32
// CHECK-COUNT-48:    memref.load
// CHECK:             scf.if %[[IN_ROW]] {
// CHECK-NOT:         memref.load
// CHECK:             gpu.barrier
// CHECK:             %[[VECTOR:.+]] = memref.load {{.*}}storage_class<Workgroup>
// CHECK:             %[[WHOLE:.+]] = arith.cmpi ult, %{{.+}}, %c364_i32
// CHECK-NEXT:        scf.if %[[WHOLE]] {
// CHECK:               memref.store %[[VECTOR]]
// CHECK:           arith.cmpi eq, %{{.+}}, %c8_i32
// CHECK-NEXT:      scf.if
// CHECK-NOT:         storage_class<Workgroup>
// CHECK-COUNT-96:    memref.load
// CHECK-COUNT-3:     vector.store
func.func @ends_of_transposed_rows(%x: memref<3x24x160xi8>, %y: memref<24x137x3xi8>) {
  linalg.generic {indexing_maps = [#pixels, #parts],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<3x24x160xi8>) outs(%y : memref<24x137x3xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
