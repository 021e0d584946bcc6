// Of rows that end within vectors, a thread computes two vectors, a workgroup's size
// apart, where there are many.

// RUN: dml-opt %s --dml-gpu-map-to-threads='workgroup-size=16 vectors-per-thread=2' --canonicalize --cse \
// RUN:   | FileCheck %s

#id = affine_map<(a, b) -> (a, b)>
#right = affine_map<(a, b) -> (a, b + 2)>

// Six rows can end among the 512 bytes of a workgroup. All reads come first.
// CHECK-LABEL: func @many_rows(
// CHECK:         %[[FIRST:.+]] = arith.addi
// CHECK-COUNT-16: memref.load
// CHECK:         %[[SECOND:.+]] = arith.addi %[[FIRST]], %c16_i32
// CHECK-COUNT-16: memref.load
// CHECK:         scf.if
// CHECK-NEXT:      vector.from_elements
// CHECK-NEXT:      vector.store
// CHECK:         scf.if
// CHECK-NEXT:      vector.from_elements
// CHECK-NEXT:      vector.store
// CHECK:         %[[IS_END:.+]] = arith.cmpi ult, %{{.+}}, %c6
// CHECK-NEXT:    scf.if %[[IS_END]] {
func.func @many_rows(%x: memref<5440x99xi8>, %y: memref<5440x97xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<5440x99xi8>) outs(%y : memref<5440x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
