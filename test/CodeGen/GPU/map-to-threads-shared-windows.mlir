// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SCHEDULE

// Pooling of 2x2 elements with a stride of 1: neighbouring rows of the result
// share a row of the source. A thread computes an element of 4 rows, from 5 rows
// instead of 8. There are 7 rows, so the second group of rows begins at row 3.
// SCHEDULE: strips of 1 elements at 4 steps of dimension 0,
// CHECK-LABEL:   func @rows(
// CHECK:           %[[GROUP:.+]] = arith.divui %{{.+}}, %c39_i32 : i32
// CHECK:           %[[ROWS:.+]] = arith.muli %[[GROUP]], %c120_i32 : i32
// CHECK-COUNT-9:   arith.maxui
// CHECK-NOT:       arith.maxui
// CHECK:           %[[RESULT_ROWS:.+]] = arith.muli %[[GROUP]], %c117_i32 : i32
// CHECK-COUNT-4:   memref.store
// CHECK-NOT:       memref.store
// CHECK:           gpu.terminator
func.func @rows(%x: memref<8x40xi32>, %y: memref<7x39xi32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>],
                  iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x39xi32>) {
  ^bb0(%old: i32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %below = affine.apply affine_map<(i) -> (i + 1)>(%r)
    %behind = affine.apply affine_map<(i) -> (i + 1)>(%c)
    %e0 = memref.load %x[%r, %c] : memref<8x40xi32>
    %e1 = memref.load %x[%r, %behind] : memref<8x40xi32>
    %e2 = memref.load %x[%below, %c] : memref<8x40xi32>
    %e3 = memref.load %x[%below, %behind] : memref<8x40xi32>
    %m0 = arith.maxui %e0, %e1 : i32
    %m1 = arith.maxui %e2, %e3 : i32
    %m = arith.maxui %m0, %m1 : i32
    linalg.yield %m : i32
  }
  return
}

// What is added to a result must not be added twice.
// SCHEDULE-NOT: steps
func.func @accumulated(%x: memref<8x40xi32>, %y: memref<7x39xi32>) {
  linalg.generic {indexing_maps = [affine_map<(r, c) -> (r, c)>],
                  iterator_types = ["parallel", "parallel"]} outs(%y : memref<7x39xi32>) {
  ^bb0(%old: i32):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %below = affine.apply affine_map<(i) -> (i + 1)>(%r)
    %behind = affine.apply affine_map<(i) -> (i + 1)>(%c)
    %e0 = memref.load %x[%r, %c] : memref<8x40xi32>
    %e1 = memref.load %x[%r, %behind] : memref<8x40xi32>
    %e2 = memref.load %x[%below, %c] : memref<8x40xi32>
    %e3 = memref.load %x[%below, %behind] : memref<8x40xi32>
    %s0 = arith.addi %e0, %e1 : i32
    %s1 = arith.addi %e2, %e3 : i32
    %s2 = arith.addi %s0, %s1 : i32
    %s = arith.addi %s2, %old : i32
    linalg.yield %s : i32
  }
  return
}
