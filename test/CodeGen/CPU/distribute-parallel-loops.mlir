// RUN: dml-opt %s --dml-cpu-distribute-parallel-loops --canonicalize --cse | FileCheck %s

// Rows of 300, of which 55 make 16384 elements.
// CHECK-LABEL: func @rows(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<200x3x300xf32>
// CHECK-DAG:     %[[ROWS:.+]] = arith.constant 600 : index
// CHECK-DAG:     %[[GRAIN:.+]] = arith.constant 55 : index
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%[[ROWS]]) step (%[[GRAIN]]) {
// CHECK-NEXT:      %[[NEXT:.+]] = arith.addi %[[TASK]], %[[GRAIN]]
// CHECK-NEXT:      %[[END:.+]] = arith.minui %[[NEXT]], %[[ROWS]]
// CHECK-NEXT:      scf.for %[[ROW:.+]] = %[[TASK]] to %[[END]] step %c1 {
// CHECK-NEXT:        %[[C:.+]] = arith.remui %[[ROW]], %c3
// CHECK-NEXT:        %[[N:.+]] = arith.divui %[[ROW]], %c3
// CHECK-NEXT:        scf.for %[[W:.+]] = %c0 to %c300 step %c1 {
// CHECK-NEXT:          memref.store %{{.+}}, %[[M]][%[[N]], %[[C]], %[[W]]]
func.func @rows(%m: memref<200x3x300xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c200 = arith.constant 200 : index
  %c3 = arith.constant 3 : index
  %c300 = arith.constant 300 : index
  scf.parallel (%n, %c, %w) = (%c0, %c0, %c0) to (%c200, %c3, %c300)
      step (%c1, %c1, %c1) {
    memref.store %x, %m[%n, %c, %w] : memref<200x3x300xf32>
  }
  return
}

// It takes three dimensions to make a row of 128 or more.
// CHECK-LABEL: func @short_inner_dimensions(
// CHECK:         scf.parallel (%{{.+}}) = (%c0) to (%c700) step (%c110) {
// CHECK:           scf.for %[[A:.+]] = %{{.+}} to %{{.+}} step %c1 {
// CHECK-NEXT:        scf.for %[[B:.+]] = %c0 to %c5 step %c1 {
// CHECK-NEXT:          scf.for %[[C:.+]] = %c0 to %c6 step %c1 {
// CHECK-NEXT:            scf.for %[[D:.+]] = %c0 to %c5 step %c1 {
// CHECK-NEXT:              memref.store %{{.+}}[%[[A]], %[[B]], %[[C]], %[[D]]]
func.func @short_inner_dimensions(%m: memref<700x5x6x5xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c700 = arith.constant 700 : index
  scf.parallel (%a, %b, %c, %d) = (%c0, %c0, %c0, %c0)
      to (%c700, %c5, %c6, %c5) step (%c1, %c1, %c1, %c1) {
    memref.store %x, %m[%a, %b, %c, %d] : memref<700x5x6x5xf32>
  }
  return
}

// So many elements that their count wraps, which makes a row with five times as
// many no shorter.
// CHECK-LABEL: func @endless_row(
// CHECK:         scf.parallel (%{{.+}}) = (%c0) to (%c3500)
func.func @endless_row(%m: memref<1xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 2305843009213693952 : index
  %c700 = arith.constant 700 : index
  scf.parallel (%a, %b, %c, %d) = (%c0, %c0, %c0, %c0)
      to (%c700, %c5, %c6, %c5) step (%c1, %c1, %c1, %c1) {
    memref.store %x, %m[%c0] : memref<1xf32>
  }
  return
}

// A row of 40000 is three pieces, each a task.
// CHECK-LABEL: func @long_last_dimension(
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%c6) step (%c1) {
// CHECK:           %[[PIECE:.+]] = arith.remui %[[ROW:.+]], %c3
// CHECK-NEXT:      %[[N:.+]] = arith.divui %[[ROW]], %c3
// CHECK-NEXT:      %[[FROM:.+]] = arith.muli %[[PIECE]], %c16384
// CHECK-NEXT:      %[[NEXT:.+]] = arith.addi %[[FROM]], %c16384
// CHECK-NEXT:      %[[TO:.+]] = arith.minui %[[NEXT]], %c40000
// CHECK-NEXT:      scf.for %[[W:.+]] = %[[FROM]] to %[[TO]] step %c1 {
// CHECK-NEXT:        memref.store %{{.+}}[%[[N]], %[[W]]]
func.func @long_last_dimension(%m: memref<2x40000xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40000 = arith.constant 40000 : index
  scf.parallel (%n, %w) = (%c0, %c0) to (%c2, %c40000) step (%c1, %c1) {
    memref.store %x, %m[%n, %w] : memref<2x40000xf32>
  }
  return
}

// Pieces of the last dimension around loops over the others.
// CHECK-LABEL: func @pieces_around_inner_loops(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<3x4x?xf32>
// CHECK:         %[[S:.+]] = memref.dim %[[M]], %c2
// CHECK-NEXT:    %[[PIECES:.+]] = arith.ceildivui %[[S]], %c16384
// CHECK:         scf.parallel
// CHECK:           %[[PIECE:.+]] = arith.remui %[[ROW:.+]], %[[PIECES]]
// CHECK-NEXT:      %[[A:.+]] = arith.divui %[[ROW]], %[[PIECES]]
// CHECK:           scf.for %[[B:.+]] = %c0 to %c4 step %c1 {
// CHECK:             scf.for %[[C:.+]] = %{{.+}} to %{{.+}} step %c1 {
// CHECK-NEXT:          memref.store %{{.+}}, %[[M]][%[[A]], %[[B]], %[[C]]]
func.func @pieces_around_inner_loops(%m: memref<3x4x?xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %s = memref.dim %m, %c2 : memref<3x4x?xf32>
  scf.parallel (%a, %b, %c) = (%c0, %c0, %c0) to (%c3, %c4, %s)
      step (%c1, %c1, %c1) {
    memref.store %x, %m[%a, %b, %c] : memref<3x4x?xf32>
  }
  return
}

// A short loop is not worth a second thread.
// CHECK-LABEL: func @one_short_dimension(
// CHECK-NEXT:    arith.constant
// CHECK-NOT:     scf.parallel
// CHECK:         scf.for %{{.+}} = %c0 to %c100 step %c1 {
// CHECK-NEXT:      memref.store
func.func @one_short_dimension(%m: memref<100xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  scf.parallel (%i) = (%c0) to (%c100) step (%c1) {
    memref.store %x, %m[%i] : memref<100xf32>
  }
  return
}

// But iterations that loop themselves are tasks, however few they are.
// CHECK-LABEL: func @few_iterations_that_loop(
// CHECK:         scf.parallel (%[[TASK:.+]]) = (%c0) to (%c8) step (%c1) {
// CHECK:           scf.for %[[I:.+]] = %[[TASK]] to
// CHECK-NEXT:        scf.for %[[J:.+]] = %c0 to %{{.+}} step %c1 {
// CHECK-NEXT:          memref.store %{{.+}}[%[[I]], %[[J]]]
func.func @few_iterations_that_loop(%m: memref<8x?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %x, %m[%i, %j] : memref<8x?xf32>
    }
  }
  return
}

// A loop to a negative bound does nothing; unsigned divisions must not see it.
// CHECK-LABEL: func @bound_of_unknown_sign(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK:         %[[SIZE:.+]] = arith.maxsi %[[N]], %c0
// CHECK-NEXT:    arith.ceildivui %[[SIZE]], %c16384
// CHECK-NOT:     %[[N]]
// CHECK:         return
func.func @bound_of_unknown_sign(%m: memref<?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    memref.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// Nothing to do makes no tasks, and no division by zero.
// CHECK-LABEL: func @empty(
// CHECK-NOT:     scf
// CHECK-NOT:     divui
// CHECK:         return
func.func @empty(%m: memref<4x0xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.parallel (%i, %j) = (%c4, %c0) to (%c4, %c0) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<4x0xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%c4, %c0) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<4x0xf32>
  }
  return
}

//===----------------------------------------------------------------------===//
// Not distributed
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @other_bounds_and_steps_stay(
// CHECK:         scf.parallel (%{{.+}}, %{{.+}}) = (%c1, %c0) to
// CHECK:         scf.parallel (%{{.+}}, %{{.+}}) = (%c0, %c0) to (%{{.+}}, %{{.+}}) step (%c1, %c2)
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @other_bounds_and_steps_stay(%m: memref<?x?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  scf.parallel (%i, %j) = (%c1, %c0) to (%n, %n) step (%c1, %c1) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  scf.parallel (%i, %j) = (%c0, %c0) to (%n, %n) step (%c1, %c2) {
    memref.store %x, %m[%i, %j] : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func @inner_parallel_loop_stays(
// CHECK:         scf.parallel
// CHECK:           scf.for
// CHECK-NEXT:        scf.parallel (%{{.+}}) = (%c0) to (%{{.+}}) step (%c1) {
// CHECK-NEXT:          memref.store
func.func @inner_parallel_loop_stays(%m: memref<8x?xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      memref.store %x, %m[%i, %j] : memref<8x?xf32>
    }
  }
  return
}

// CHECK-LABEL: func @reduction_stays(
// CHECK:         scf.parallel {{.*}} init
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @reduction_stays(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      %s = arith.addf %a, %b : f32
      scf.reduce.return %s : f32
    }
  }
  return %r : f32
}
