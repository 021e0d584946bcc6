// Of rows that end within vectors, a thread computes two vectors, a workgroup's size
// apart, where there are many.

// RUN: dml-opt %s --dml-gpu-map-to-threads='workgroup-size=16 vectors-per-thread=2' --canonicalize --cse \
// RUN:   | FileCheck %s

#id = affine_map<(k, a, b) -> (k, a, b)>
#right = affine_map<(k, a, b) -> (a, b + k)>

// All reads come first. Another workgroup computes the ends of rows.
// CHECK-LABEL: func @many_rows(
// CHECK:         scf.if
// CHECK:           %[[FIRST_ENDS:.+]] = arith.cmpi ult, %{{.+}}, %c188_i32
// CHECK-COUNT-16: memref.load
// CHECK:         arith.addi %{{.+}}, %c16_i32
// CHECK-COUNT-16: memref.load
// CHECK:         scf.if
// CHECK-NEXT:      vector.from_elements
// CHECK-NEXT:      vector.store
// CHECK:         scf.if
// CHECK-NEXT:      vector.from_elements
// CHECK-NEXT:      vector.store
// CHECK:         %[[IS_END:.+]] = arith.cmpi eq, %{{.+}}, %c6_i32
// CHECK-NEXT:    scf.if %[[IS_END]] {
func.func @many_rows(%x: memref<1000x205xi8>, %y: memref<3x1000x203xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<1000x205xi8>) outs(%y : memref<3x1000x203xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
