// What becomes vectors, and of which kind.
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-cpu-lower-to-tasks,canonicalize,cse))' \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-cpu-lower-to-tasks{cache-bytes=0},canonicalize,cse))' \
// RUN:   | FileCheck %s --check-prefix=PAST

// Two sources in turn. Where the output stays in the caches, rows are written to it but
// for the last ones of a task. Those, and all of a larger output, are gathered in the
// stage, of which lines are written; the partial line in front of a task's first element
// is left to its neighbour. Rows behind the task's last one are prefetched, too, up to the
// last of all.

// CHECK-LABEL: func @sources_in_turn(
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%c4) step (%c1)
// CHECK:           arith.muli %{{.+}}, %c64
// CHECK:           %[[STAGE:.+]] = memref.alloca() {alignment = 64 : i64} : memref<800xi32>
// CHECK:           scf.for
// CHECK:             arith.addi %{{.+}}, %c255
// CHECK:             %[[TARGET:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK:             %[[A:.+]] = vector.load {{.*}} : {{.*}}, vector<16xi32>
// CHECK:             %[[B:.+]] = vector.load {{.*}} : {{.*}}, vector<16xi32>
// CHECK:             %[[LOW:.+]] = vector.shuffle %[[A]], %[[B]] [0, 16, 1, 17, 2, 18, 3, 19,
// CHECK:             %[[HIGH:.+]] = vector.shuffle %[[A]], %[[B]] [8, 24, 9, 25,
// CHECK:             vector.store %[[LOW]], %[[TARGET]][
// CHECK:             vector.store %[[HIGH]], %[[TARGET]][
// The very end of the source, one by one.
// CHECK:           } else {
// CHECK:             %[[ONE:.+]] = memref.load
// CHECK:             memref.store %[[ONE]], %[[TARGET]]
// Once there is enough.
// CHECK:           scf.if
// CHECK:             %[[LINE:.+]] = vector.load %[[STAGE]][
// CHECK:             vector.store %[[LINE]], {{.*}} {alignment = 64 : i64}
// CHECK-NOT:     nontemporal

// PAST-LABEL:  func @sources_in_turn(
// PAST-NOT:      arith.select {{.*}} memref
// PAST:          vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST:          llvm.fence seq_cst
func.func @sources_in_turn(%x: memref<4x64x2x256xf32>,
                           %y: memref<4x64x256x2xf32>) {
  linalg.transpose ins(%x : memref<4x64x2x256xf32>)
                   outs(%y : memref<4x64x256x2xf32>)
                   permutation = [0, 1, 3, 2]
  return
}

// Three sources: of three lines each result takes a third.

// CHECK-LABEL: func @three_sources(
// CHECK:         memref.prefetch {{.*}}, read, locality<3>, data
// CHECK:         vector.shuffle {{.*}} [0, 64, -1, 1, 65, -1, 2,
// CHECK:         vector.shuffle {{.*}} [0, 1, 64, 3, 4, 65,
func.func @three_sources(%x: memref<8x3x64xi8>, %y: memref<8x64x3xi8>) {
  linalg.transpose ins(%x : memref<8x3x64xi8>) outs(%y : memref<8x64x3xi8>)
                   permutation = [0, 2, 1]
  return
}

// Elements two apart, from two lines each.

// CHECK-LABEL: func @stride(
// CHECK:         vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
func.func @stride(%x: memref<64x64xf32>, %y: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 2 * j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%y : memref<64x32xf32>) {
  ^bb0(%element: f32, %old: f32):
    linalg.yield %element : f32
  }
  return
}

// Windows with padding whose rows follow each other in the source as well: 18
// rows of 56 bytes are one run, of which single elements are then overwritten.

// CHECK-LABEL: func @rows(
// CHECK:         scf.for %{{.*}} = %c0 to %c56 step %c18
// CHECK:           vector.load {{.*}} vector<64xi8>
// CHECK:           memref.store %c0_i8
func.func @rows(%x: memref<16x56x56xi8>, %y: memref<16x3x56x56xi8>) {
  %c56 = arith.constant 56 : index
  %zero = arith.constant 0 : i8
  linalg.generic {indexing_maps = [affine_map<(c, k, h, w) -> (c, k, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel"]}
      outs(%y : memref<16x3x56x56xi8>) {
  ^bb0(%old: i8):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %position = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 1)>(%k, %w)
    %inside = arith.cmpi ult, %position, %c56 : index
    %element = scf.if %inside -> i8 {
      %read = memref.load %x[%c, %h, %position] : memref<16x56x56xi8>
      scf.yield %read : i8
    } else {
      scf.yield %zero : i8
    }
    linalg.yield %element : i8
  }
  return
}

// Windows that overlap, with a stride, read each element several times.

// CHECK-LABEL: func @overlapping_windows(
// CHECK-NOT:       memref.alloc()
// CHECK:           vector.shuffle {{.*}} [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30]
// CHECK:           vector.store
// CHECK-NOT:       vector.store
// CHECK:           } else {
func.func @overlapping_windows(%x: memref<8x34x34xf32>, %y: memref<8x4x4x16x16xf32>) {
  linalg.generic {indexing_maps = [
                      affine_map<(c, k, l, h, w) -> (c, 2 * h + k, 2 * w + l)>,
                      affine_map<(c, k, l, h, w) -> (c, k, l, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<8x34x34xf32>) outs(%y : memref<8x4x4x16x16xf32>) {
  ^bb0(%element: f32, %old: f32):
    linalg.yield %element : f32
  }
  return
}

// Rows whose elements three windows share out, which are long: each window's lines
// are gathered and stored one after the other. A line that two pieces share waits in
// the window's carry, of two lines. A piece is 4 KiB. No task writes to two iterations
// of the loop outside of the windows.

// CHECK-LABEL: func @streamed_ranges(
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%c4) step (%c1)
// CHECK:           %[[CARRIES:.+]] = memref.alloca() {alignment = 64 : i64} : memref<96xi32>
// CHECK:           scf.for {{.*}} step %c1024
// The end of the line that the carry of the first window holds. Its elements before
// the task's first are another task's.
// CHECK:             vector.shuffle {{.*}} [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30,
// CHECK:             vector.store %{{.*}}, %[[CARRIES]][
// CHECK:             %[[FIRST:.+]] = arith.maxsi %{{.+}}, %c0
// CHECK:             scf.for %{{.+}} = %[[FIRST]] to
// CHECK:               memref.load %[[CARRIES]][
// CHECK:             scf.for {{.*}} step %c16
// CHECK:               %[[CARRY:.+]] = vector.load %[[CARRIES]][
// CHECK:               vector.store %[[CARRY]], %{{.*}} {alignment = 64 : i64} : memref<?xi32
// Whole lines.
// CHECK:             scf.for {{.*}} step %c16
// CHECK-COUNT-3:       vector.load
// CHECK-COUNT-2:       vector.shuffle
// CHECK:               vector.store %{{.*}}, %{{.*}} {alignment = 64 : i64} : memref<?xi32
// The start of another.
// CHECK:             vector.store %{{.*}}, %[[CARRIES]][%c0] {alignment = 64 : i64}
// CHECK:           } else {
// CHECK:             memref.store %{{.*}}, %[[CARRIES]][
// CHECK:             vector.shuffle {{.*}} [1, 4, 7, 10, 13,
// CHECK:             vector.store %{{.*}}, %[[CARRIES]][%c32]
// CHECK:             vector.shuffle {{.*}} [2, 5, 8, 11, 14,
// CHECK:             vector.store %{{.*}}, %[[CARRIES]][%c64]
// PAST-LABEL:  func @streamed_ranges(
// PAST:          scf.for {{.*}} step %c16
// PAST:            vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST:          llvm.fence seq_cst
func.func @streamed_ranges(%x: memref<4x64x101x3xf32>,
                           %y: memref<4x3x64x101xf32>) {
  linalg.transpose ins(%x : memref<4x64x101x3xf32>)
                   outs(%y : memref<4x3x64x101xf32>)
                   permutation = [0, 3, 1, 2]
  return
}

// More windows would load each line too often. So each line is loaded once, and each
// window has a buffer of its own.

// CHECK-LABEL: func @ranges(
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%c4) step (%c1)
// CHECK:           %[[STAGE:.+]] = memref.alloca() {alignment = 64 : i64} : memref<3120xi32>
// CHECK:           scf.for
// CHECK:             memref.prefetch
// CHECK:             vector.shuffle {{.*}} [0, 5, 10, 15, 20, 25, 30, -1,
// CHECK-COUNT-5:     vector.store %{{.*}}, %[[STAGE]][
// CHECK-NOT:         vector.store
// CHECK:           } else {
// CHECK:           scf.for %[[RANGE:.+]] = %c0 to %c5 step %c1
// CHECK:             %[[PLACE:.+]] = arith.muli %[[RANGE]], %c624
func.func @ranges(%x: memref<4x64x101x5xf32>, %y: memref<4x5x64x101xf32>) {
  linalg.transpose ins(%x : memref<4x64x101x5xf32>)
                   outs(%y : memref<4x5x64x101xf32>)
                   permutation = [0, 3, 1, 2]
  return
}

// The same of windows of four rows: each row is read once, and its elements go
// to four of sixteen buffers.

// CHECK-LABEL: func @ranges_of_rows(
// CHECK:           %[[STAGE:.+]] = memref.alloca() {alignment = 64 : i64} : memref<9984xi32>
// CHECK-COUNT-8:   vector.store %{{.*}}, %[[STAGE]][
// CHECK:           } else {
// CHECK-COUNT-8:   vector.store %{{.*}}, %[[STAGE]][
// CHECK:           } else {
// CHECK-COUNT-8:   vector.store %{{.*}}, %[[STAGE]][
// CHECK:           } else {
// CHECK-COUNT-8:   vector.store %{{.*}}, %[[STAGE]][
// CHECK-NOT:       vector.store
// CHECK:           } else {
// CHECK:           scf.for %{{.+}} = %c0 to %c16 step %c1
func.func @ranges_of_rows(%x: memref<8x128x128xf32>,
                          %y: memref<8x4x4x32x32xf32>) {
  linalg.generic {indexing_maps = [
                      affine_map<(c, k, l, h, w) -> (c, 4 * h + k, 4 * w + l)>,
                      affine_map<(c, k, l, h, w) -> (c, k, l, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<8x128x128xf32>) outs(%y : memref<8x4x4x32x32xf32>) {
  ^bb0(%element: f32, %old: f32):
    linalg.yield %element : f32
  }
  return
}

// Only run time knows whether the caches are large enough: for both, or for a result
// that is much more than what is read, which the last cache then keeps.

// CHECK-LABEL: func @dynamic(
// CHECK:         arith.muli %{{.+}}, %c3 : index
// CHECK:         %[[IS_LARGE:.+]] = arith.cmpi ugt, %{{.+}}, %c2097152 : index
// CHECK:         %[[OVERFLOWS:.+]] = arith.cmpi ugt, %{{.+}}, %c4194304 : index
// CHECK:         %[[BYPASSES:.+]] = arith.andi %[[IS_LARGE]], %[[OVERFLOWS]] : i1
// CHECK:         scf.if %[[BYPASSES]]
// CHECK-NEXT:      scf.for
// CHECK:             vector.store {{.*}} nontemporal = true
// CHECK:         } else {
// CHECK-NEXT:      scf.for
// CHECK:             vector.store {{.*}} {alignment = 64 : i64}
func.func @dynamic(%x: memref<?x2x?xi64>, %y: memref<?x?x2xi64>) {
  linalg.transpose ins(%x : memref<?x2x?xi64>) outs(%y : memref<?x?x2xi64>)
                   permutation = [0, 2, 1]
  return
}

// Whether rows follow each other in the source as well, and are short enough to
// be gathered several at a time: only run time knows.

// CHECK-LABEL: func @dynamic_rows(
// CHECK:         %{{.+}}, %{{.+}}, %{{.+}}:3, %[[STRIDES:.+]]:3 = memref.extract_strided_metadata
// CHECK:         %[[LENGTH:.+]] = memref.dim %{{.*}}, %c2
// CHECK:         %[[PAST_TWO:.+]] = arith.subi %[[LENGTH]], %c2
// CHECK:         %[[IS_SHORT:.+]] = arith.cmpi ult, %[[PAST_TWO]], %c511
// CHECK:         %[[IS_ONE:.+]] = arith.cmpi eq, %[[STRIDES]]#1, %[[LENGTH]]
// CHECK:         %[[HAS_ROWS:.+]] = arith.andi %[[IS_SHORT]], %[[IS_ONE]]
// CHECK:         scf.if %[[HAS_ROWS]] {
// CHECK:           %[[ROWS:.+]] = arith.divui %c1024, %[[LENGTH]]
// CHECK:           scf.for %{{.*}} = {{.*}} step %[[ROWS]] iter_args
// CHECK:         } else {
// CHECK:           scf.for %{{.*}} = {{.*}} step %c1024 iter_args
func.func @dynamic_rows(%x: memref<16x?x?xi8>, %y: memref<16x?x?xi8>) {
  linalg.generic {indexing_maps = [affine_map<(c, h, w) -> (c, h + 1, w)>,
                                   affine_map<(c, h, w) -> (c, h, w)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<16x?x?xi8>) outs(%y : memref<16x?x?xi8>) {
  ^bb0(%element: i8, %old: i8):
    linalg.yield %element : i8
  }
  return
}

// CHECK-LABEL: func @nothing_to_move(
// CHECK-NEXT:    return
func.func @nothing_to_move(%x: memref<16x0x8xi8>, %y: memref<16x0x8xi8>) {
  linalg.copy ins(%x : memref<16x0x8xi8>) outs(%y : memref<16x0x8xi8>)
  return
}

// Far neighbours: blocks of both loops are transposed. Tasks take 7 of the 75
// blocks of 8 rows and all columns. The last tile of a block in both directions
// overlaps the one before. Rows follow each other, so a block is gathered and leaves
// in whole lines. What the next block reads is prefetched, unless the cache may
// have it.

// CHECK-LABEL: func @transposed(
// CHECK:         scf.parallel {{.*}} = (%c0) to (%c75) step (%c7)
// CHECK:           scf.for
// CHECK:             scf.for %[[COLUMN:.+]] = %c0 to %c300 step %c8
// CHECK:               arith.minsi %[[COLUMN]], %c292
// CHECK:               %[[LAST:.+]] = arith.subi %[[END:.+]], %c8
// CHECK:               scf.for %[[ROW:.+]] = %{{.+}} to %[[END]] step %c8
// CHECK:                 arith.minsi %[[ROW]], %[[LAST]]
// CHECK-NOT:             memref.prefetch
// CHECK-COUNT-8:         vector.load {{.*}} vector<8xi64>
// CHECK:                 vector.shuffle {{.*}} [0, 8, 1, 9, 2, 10, 3, 11]
// CHECK:                 vector.shuffle {{.*}} [4, 12, 5, 13, 6, 14, 7, 15]
// CHECK-COUNT-8:         vector.store {{.*}} vector<8xi64>
// CHECK-NEXT:          }
// CHECK:               vector.store {{.*}} {alignment = 64 : i64}

// PAST-LABEL:  func @transposed(
// PAST:            arith.minui %{{.+}}, %c74
// PAST-COUNT-8:        memref.prefetch
// PAST-NOT:            memref.prefetch
// PAST:                vector.load
func.func @transposed(%x: memref<3x300x204xf64>, %y: memref<3x204x300xf64>) {
  linalg.transpose ins(%x : memref<3x300x204xf64>)
                   outs(%y : memref<3x204x300xf64>) permutation = [0, 2, 1]
  return
}

// A row is a line, even if its elements are narrow: columns lie next to each
// other in the lanes that are transposed.

// CHECK-LABEL: func @transposed_bytes(
// CHECK-COUNT-64: vector.load {{.*}} vector<8xi8>
// CHECK:          vector.shuffle {{.*}} [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15] : vector<8xi8>, vector<8xi8>
// CHECK:          vector.shuffle {{.*}} [0, 64, 1, 65, 2, 66, 3, 67, 8, 72, 9, 73,
// CHECK-COUNT-8:  vector.store {{.*}} vector<64xi8>
func.func @transposed_bytes(%x: memref<300x11xi8, strided<[20, 1]>>,
                            %y: memref<11x300xi8>) {
  linalg.transpose ins(%x : memref<300x11xi8, strided<[20, 1]>>)
                   outs(%y : memref<11x300xi8>) permutation = [1, 0]
  return
}

// Where a block reaches outside, what stands there is chosen for each column.

// CHECK-LABEL: func @transposed_windows(
// CHECK:         %[[OUTSIDE:.+]] = arith.constant dense<16256> : vector<8xi16>
// CHECK:         %[[LAST_OFFSET:.+]] = arith.addi %[[FIRST_OFFSET:.+]], %c56
// CHECK:         %[[FIRST:.+]] = arith.addi %[[WINDOW:.+]], %[[FIRST_OFFSET]]
// CHECK:         %[[IS_FIRST_INSIDE:.+]] = arith.cmpi ult, %[[FIRST]], %c50
// CHECK:         %[[LAST:.+]] = arith.addi %[[WINDOW]], %[[LAST_OFFSET]]
// CHECK:         %[[IS_LAST_INSIDE:.+]] = arith.cmpi ult, %[[LAST]], %c50
// CHECK:         %[[IS_INSIDE:.+]] = arith.andi %[[IS_FIRST_INSIDE]], %[[IS_LAST_INSIDE]]
// CHECK:         scf.if %[[IS_INSIDE]]
// CHECK-COUNT-8:   vector.load {{.*}} vector<8xi16>
// CHECK:         } else {
// CHECK-NEXT:      scf.if %[[IS_FIRST_INSIDE]] -> (vector<8xi16>) {
// CHECK:             %[[VECTOR:.+]] = vector.load
// CHECK:             scf.yield %[[VECTOR]]
// CHECK:           } else {
// CHECK-NEXT:        scf.yield %[[OUTSIDE]]
// CHECK-COUNT-8: vector.store {{.*}} vector<8xi16>
func.func @transposed_windows(%x: memref<50x20xbf16>,
                              %y: memref<20x3x12xbf16>) {
  %c50 = arith.constant 50 : index
  %one = arith.constant 1.0 : bf16
  linalg.generic {indexing_maps = [affine_map<(c, k, w) -> (c, k, w)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<20x3x12xbf16>) {
  ^bb0(%old: bf16):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %w = linalg.index 2 : index
    %position = affine.apply affine_map<(d0, d1) -> (d0 + 8 * d1 - 1)>(%k, %w)
    %inside = arith.cmpi ult, %position, %c50 : index
    %element = scf.if %inside -> bf16 {
      %read = memref.load %x[%position, %c] : memref<50x20xbf16>
      scf.yield %read : bf16
    } else {
      scf.yield %one : bf16
    }
    linalg.yield %element : bf16
  }
  return
}

// Columns of two loops, 68 apart, and rows of two: the places of the next column
// and of the next row are found by carrying.

// CHECK-LABEL: func @transposed_loops(
// CHECK:         scf.for {{.*}} step %c16
// CHECK:           %[[IS_LAST:.+]] = arith.cmpi eq, %{{.+}}, %c8
// CHECK:           arith.select %[[IS_LAST]], %c0
// CHECK:           arith.select %[[IS_LAST]], %c136, %c68
// CHECK:           scf.for {{.*}} step %c16
// CHECK-COUNT-16:    vector.load {{.*}} vector<16xi32>
// CHECK:             %[[WRAPS:.+]] = arith.cmpi eq, %{{.+}}, %c3
// CHECK:             arith.select %[[WRAPS]], %c{{-?[0-9]+}}, %c1440
// CHECK-COUNT-16:    vector.store {{.*}} vector<16xi32>
func.func @transposed_loops(%x: memref<9x9x68xf32>, %y: memref<3x20x72xf32>) {
  %rows = memref.subview %x[0, 0, 0] [9, 8, 60] [1, 1, 1]
      : memref<9x9x68xf32>
      to memref<9x8x60xf32, strided<[612, 68, 1]>>
  %windows = memref.expand_shape %rows [[0], [1], [2, 3]]
      output_shape [9, 8, 20, 3]
      : memref<9x8x60xf32, strided<[612, 68, 1]>>
      into memref<9x8x20x3xf32, strided<[612, 68, 3, 1]>>
  %columns = memref.expand_shape %y [[0], [1], [2, 3]]
      output_shape [3, 20, 9, 8] : memref<3x20x72xf32> into memref<3x20x9x8xf32>
  linalg.transpose
      ins(%windows : memref<9x8x20x3xf32, strided<[612, 68, 3, 1]>>)
      outs(%columns : memref<3x20x9x8xf32>) permutation = [3, 2, 0, 1]
  return
}

// 12 such rows: the second tile stores the last four.

// CHECK-LABEL: func @transposed_12_rows(
// CHECK-COUNT-8: vector.store {{.*}} vector<16xi32>
// CHECK:         vector.load
// CHECK-COUNT-4: vector.store {{.*}} vector<16xi32>
// CHECK-NOT:     vector.store
func.func @transposed_12_rows(%x: memref<9x9x20xf32>, %y: memref<3x4x72xf32>) {
  %rows = memref.subview %x[0, 0, 0] [9, 8, 12] [1, 1, 1]
      : memref<9x9x20xf32>
      to memref<9x8x12xf32, strided<[180, 20, 1]>>
  %windows = memref.expand_shape %rows [[0], [1], [2, 3]]
      output_shape [9, 8, 4, 3]
      : memref<9x8x12xf32, strided<[180, 20, 1]>>
      into memref<9x8x4x3xf32, strided<[180, 20, 3, 1]>>
  %columns = memref.expand_shape %y [[0], [1], [2, 3]]
      output_shape [3, 4, 9, 8] : memref<3x4x72xf32> into memref<3x4x9x8xf32>
  linalg.transpose
      ins(%windows : memref<9x8x4x3xf32, strided<[180, 20, 3, 1]>>)
      outs(%columns : memref<3x4x9x8xf32>) permutation = [3, 2, 0, 1]
  return
}

// Rows that follow each other are gathered, and written in whole lines; where the output
// stays in the caches, in the output itself, but for the last block of a task.

// CHECK-LABEL: func @transposed_into_lines(
// CHECK:         %[[STAGE:.+]] = memref.alloca() {alignment = 64 : i64}
// CHECK:         %[[TARGET:.+]] = arith.select %{{.+}}, %{{.+}}, %{{.+}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK-COUNT-16: vector.load {{.*}} vector<16xi32>
// CHECK-COUNT-16: vector.store {{.*}}, %[[TARGET]][
// PAST-LABEL:  func @transposed_into_lines(
// PAST:          vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
func.func @transposed_into_lines(%x: memref<64x25x81xf32>,
                                 %y: memref<64x81x25xf32>) {
  linalg.transpose ins(%x : memref<64x25x81xf32>)
                   outs(%y : memref<64x81x25xf32>) permutation = [0, 2, 1]
  return
}

// Rows that are whole lines are stored past the caches.

// CHECK-LABEL: func @transposed_lines(
// CHECK-NOT:     nontemporal
// PAST-LABEL:  func @transposed_lines(
// PAST:          %[[IS_ALIGNED:.+]] = arith.cmpi eq, %{{.+}}, %c0 : index
// PAST:          scf.parallel
// PAST:            scf.if %[[IS_ALIGNED]] {
// PAST-COUNT-16:     vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST-NEXT:       } else {
// PAST-COUNT-16:     vector.store {{.*}} vector<16xi32>
// PAST:            scf.if %[[IS_ALIGNED]] {
// PAST-NEXT:         llvm.fence seq_cst
func.func @transposed_lines(%x: memref<3008x200xf32>,
                            %y: memref<200x3008xf32>) {
  linalg.transpose ins(%x : memref<3008x200xf32>)
                   outs(%y : memref<200x3008xf32>) permutation = [1, 0]
  return
}

// No row is stored twice: the second tile stores row 16 only.

// CHECK-LABEL: func @transposed_lines_of_17_rows(
// PAST-LABEL:  func @transposed_lines_of_17_rows(
// PAST:          scf.parallel
// PAST-COUNT-16: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST-NOT:      nontemporal
// PAST:          scf.if %{{.+}} {
// PAST:            vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST-NOT:      nontemporal
// PAST:          llvm.fence seq_cst
func.func @transposed_lines_of_17_rows(%x: memref<3008x17xf32>,
                                       %y: memref<17x3008xf32>) {
  linalg.transpose ins(%x : memref<3008x17xf32>)
                   outs(%y : memref<17x3008xf32>) permutation = [1, 0]
  return
}

// Of rows that begin anywhere in a line, parts of 512 bytes and more are gathered,
// and what is left begins the next line.

// CHECK-LABEL: func @transposed_rows(
// PAST-LABEL:  func @transposed_rows(
// PAST:          %[[ROWS:.+]] = memref.alloca() {alignment = 64 : i64}
// PAST-COUNT-16: vector.store {{.*}}, %[[ROWS]][
// PAST:          arith.cmpi ugt, %{{.+}}, %c127 : index
// PAST:          scf.if
// PAST:            vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST:            %[[REST:.+]] = vector.load %[[ROWS]][
// PAST-NEXT:       vector.store %[[REST]], %[[ROWS]][
func.func @transposed_rows(%x: memref<30001x200xf32>,
                           %y: memref<200x30001xf32>) {
  linalg.transpose ins(%x : memref<30001x200xf32>)
                   outs(%y : memref<200x30001xf32>) permutation = [1, 0]
  return
}

// A part of a buffer without gaps is written as a whole one is.
// CHECK-LABEL: func @part(
// CHECK-NOT:     linalg
// CHECK:         vector.store
// PAST-LABEL:  func @part(
// PAST:          nontemporal
// CHECK-LABEL: func @part_with_gaps(
// CHECK:         linalg.copy
func.func @part(%x: memref<1x4x100xf32>,
                %y: memref<1x4x100xf32, strided<[1600, 100, 1], offset: 300>>) {
  linalg.copy ins(%x : memref<1x4x100xf32>)
              outs(%y : memref<1x4x100xf32, strided<[1600, 100, 1], offset: 300>>)
  return
}

func.func @part_with_gaps(%x: memref<2x4x100xf32>,
                          %y: memref<2x4x100xf32, strided<[1600, 100, 1], offset: 300>>) {
  linalg.copy ins(%x : memref<2x4x100xf32>)
              outs(%y : memref<2x4x100xf32, strided<[1600, 100, 1], offset: 300>>)
  return
}

// Many sources are prefetched: the hardware follows a few.
// CHECK-LABEL: func @many_sources(
// CHECK:         vector.load
// CHECK:         memref.prefetch
func.func @many_sources(%x: memref<64x5x256xf32>, %y: memref<64x256x5xf32>) {
  linalg.transpose ins(%x : memref<64x5x256xf32>) outs(%y : memref<64x256x5xf32>)
                   permutation = [0, 2, 1]
  return
}

// Columns that a predicate cuts are loaded under masks. A position that descends is
// left to LLVM.
// CHECK-LABEL: func @cut_columns(
// CHECK:         vector.load {{.*}} vector<16xi32>
// CHECK:         vector.maskedload {{.*}} vector<16xi32>
// CHECK:         vector.shuffle
// CHECK-LABEL: func @descending(
// CHECK-NOT:     vector
// CHECK:         linalg.generic
// CHECK:         return
func.func @cut_columns(%x: memref<100x64xf32>, %y: memref<64x100xf32>) {
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %position = affine.apply affine_map<(d0) -> (d0 - 20)>(%i)
    %inside = arith.cmpi ult, %position, %c30 : index
    %value = scf.if %inside -> f32 {
      %read = memref.load %x[%j, %i] : memref<100x64xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %value : f32
  }
  return
}
func.func @descending(%x: memref<100x64xf32>, %y: memref<64x100xf32>) {
  %c30 = arith.constant 30 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %position = affine.apply affine_map<(d0) -> (40 - d0)>(%i)
    %inside = arith.cmpi ult, %position, %c30 : index
    %value = scf.if %inside -> f32 {
      %read = memref.load %x[%j, %i] : memref<100x64xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %value : f32
  }
  return
}
