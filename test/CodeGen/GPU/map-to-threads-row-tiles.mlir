// Rows that end within vectors, put together in workgroup memory.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads='workgroup-size=16 max-workgroups=9' --canonicalize --cse \
// RUN:   --mlir-print-local-scope | FileCheck %s --check-prefix=GRID
// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s --check-prefix=SCHEDULE

#id = affine_map<(a, b) -> (a, b)>
#right = affine_map<(a, b) -> (a, b + 2)>

// A row of 97 bytes has 7 strips of 16, the last of which has one byte. 192 bytes are in
// 16 strips at most.
// SCHEDULE: strips of 16 elements, rows of 97 elements, in tiles of 192
// CHECK-LABEL: func @bytes(
// CHECK:         %[[RESULT:.+]] = dml.view_words
// CHECK:         gpu.launch blocks(%[[GROUP:[a-z0-9]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c17, {{.*}} threads(%[[THREAD:[a-z0-9]+]],
// CHECK:           %[[TILE:.+]] = memref.alloc() : memref<57xi32, #spirv.storage_class<Workgroup>>
// CHECK-COUNT-3:   memref.store %c0_i32, %[[TILE]]
// CHECK:           scf.if
// CHECK-NEXT:        arith.index_castui
// CHECK-NEXT:        memref.store %c0_i32, %[[TILE]]
// CHECK:           %[[ROW:.+]] = affine.apply affine_map<()[s0, s1] -> ((s0 * 192) floordiv 97 + (s1 + ((s0 * 192) mod 97) floordiv 16) floordiv 7)>
// CHECK:           %[[STRIP:.+]] = affine.apply affine_map<()[s0, s1] -> ((s1 + ((s0 * 192) mod 97) floordiv 16) mod 7)>
// Threads behind the last row compute it again.
// CHECK:           %[[ROW_WORD:.+]] = arith.index_castui %[[ROW]]
// CHECK:           %[[LIMITED:.+]] = arith.minui %[[ROW_WORD]], %c31_i32
// CHECK:           %[[READ:.+]] = arith.index_castui %[[LIMITED]]
// CHECK-COUNT-16:  memref.load %{{.+}}[%[[READ]],
// CHECK-NOT:       memref.load
// A strip may begin up to 15 bytes before the tile.
// CHECK:           %[[PLACE:.+]] = arith.addi %{{.+}}, %c16_i32
// CHECK:           %[[LAST:.+]] = arith.cmpi eq, %{{.+}}, %c6_i32
// CHECK-NEXT:      gpu.barrier
// CHECK-NEXT:      %[[BEFORE_END:.+]] = arith.cmpi ult, %[[PLACE]], %c208_i32
// CHECK-NEXT:      %[[IN_ROWS:.+]] = arith.cmpi ult, %{{.+}}, %c32_i32
// CHECK-NEXT:      %[[WANTED:.+]] = arith.andi %[[BEFORE_END]], %[[IN_ROWS]]
// CHECK-NEXT:      scf.if %[[WANTED]] {
// CHECK-NEXT:        %[[ONE:.+]] = arith.andi %[[WORD:.+]], %c255_i32
// CHECK-NEXT:        arith.select %[[LAST]], %[[ONE]], %[[WORD]]
// CHECK-COUNT-3:     arith.select %[[LAST]], %c0_i32,
// Words that other strips have a part of are combined.
// CHECK:             memref.atomic_rmw ori {{.*}}, %[[TILE]]
// CHECK:             scf.if %[[LAST]] {
// CHECK:               memref.atomic_rmw ori {{.*}}, %[[TILE]]
// CHECK:             } else {
// CHECK-COUNT-3:       memref.store {{.*}}, %[[TILE]]
// CHECK:               memref.atomic_rmw ori {{.*}}, %[[TILE]]
// CHECK:           gpu.barrier
// CHECK-COUNT-4:   memref.load %[[TILE]]
// CHECK:           memref.store {{.*}}, %[[RESULT]]
// The last workgroup of a grid of 9 x 2 has nothing to do.
// GRID-LABEL: func @bytes(
// GRID:         %[[RESULT:.+]] = dml.view_words
// GRID:         gpu.launch blocks(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c9, %{{.+}} = %c2,
// GRID:           arith.cmpi ult, %{{.+}}, %c17_i32
// GRID-NEXT:      scf.if
// GRID:             gpu.barrier
// GRID:             memref.store %{{.+}}, %[[RESULT]]
func.func @bytes(%x: memref<32x144xi8>, %y: memref<32x97xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x144xi8>) outs(%y : memref<32x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Strips of whole words share no word.
// SCHEDULE: strips of 4 elements, rows of 97 elements, in tiles of 56
// CHECK-LABEL: func @words(
// CHECK:         %[[TILE:.+]] = memref.alloc()
// CHECK-NOT:     memref.store
// CHECK-COUNT-4: memref.load
// CHECK-NOT:     gpu.barrier
// CHECK:         scf.if
// CHECK:           memref.store {{.*}}, %[[TILE]]
// CHECK:           scf.if
// CHECK-COUNT-3:     memref.store {{.*}}, %[[TILE]]
// CHECK-NOT:     atomic_rmw
// CHECK:         gpu.barrier
func.func @words(%x: memref<32x144xf32>, %y: memref<32x97xf32>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x144xf32>) outs(%y : memref<32x97xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// Rows of three channels in turn: strips of 12 bytes have whole periods, so the channel
// is a constant for each element.
// SCHEDULE: strips of 12 elements, rows of 101 elements, in tiles of 160
// CHECK-LABEL: func @periods(
// CHECK-COUNT-4: memref.load %{{.+}}[%{{.+}}, %c2, %{{.+}}]
func.func @periods(%x: memref<64x3x40xi8>, %y: memref<64x101xi8>) {
  linalg.generic {indexing_maps = [#id],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<64x101xi8>) {
  ^bb0(%old: i8):
    %r = linalg.index 0 : index
    %c = linalg.index 1 : index
    %quotient = affine.apply affine_map<(c) -> (c floordiv 3)>(%c)
    %channel = affine.apply affine_map<(c) -> (c mod 3)>(%c)
    %e = memref.load %x[%r, %channel, %quotient] : memref<64x3x40xi8>
    %one = arith.constant 1 : i8
    %sum = arith.addi %e, %one : i8
    linalg.yield %sum : i8
  }
  return
}

// Each result has a tile. That of words needs no zeros.
// SCHEDULE: strips of 4 elements, rows of 29 elements, in tiles of 48
// CHECK-LABEL: func @two_results(
// CHECK:         %[[BYTES:.+]] = memref.alloc() : memref<18xi32,
// CHECK:         memref.store %c0_i32, %[[BYTES]]
// CHECK:         %[[WORDS:.+]] = memref.alloc() : memref<69xi32,
// CHECK:         memref.atomic_rmw ori {{.*}}, %[[BYTES]]
// CHECK:         memref.store {{.*}}, %[[WORDS]]
// CHECK:         gpu.barrier
// CHECK:         memref.load %[[BYTES]]
// CHECK:         memref.load %[[WORDS]]
func.func @two_results(%x: memref<64x31xi8>, %y: memref<64x29xi8>, %z: memref<64x29xi32>) {
  linalg.generic {indexing_maps = [#right, #id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x31xi8>) outs(%y, %z : memref<64x29xi8>, memref<64x29xi32>) {
  ^bb0(%e: i8, %old: i8, %oldWide: i32):
    %wide = arith.extui %e : i8 to i32
    linalg.yield %e, %wide : i8, i32
  }
  return
}

// Results that are twice as large as their source are bound by what a thread does to
// write a vector: only rows of less than 8 strips are put together.
// SCHEDULE-NOT: strips of
// SCHEDULE: strips of 16 elements, rows of 131 elements whose ends 2 threads compute
// CHECK-LABEL: func @written_most(
// CHECK-NOT:     Workgroup
func.func @written_most(%x: memref<7x139xi8>, %y: memref<3x7x131xi8>) {
  linalg.generic {indexing_maps = [affine_map<(k, a, b) -> (a, b + k)>,
                                   affine_map<(k, a, b) -> (k, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<7x139xi8>) outs(%y : memref<3x7x131xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
