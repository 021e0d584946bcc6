// RUN: dml-opt %s --dml-cpu-split-guarded-loops --canonicalize --mlir-print-local-scope | FileCheck %s --implicit-check-not=scf.if

// A padded row: zeros, copied elements, zeros.
// CHECK-LABEL: func @padded_row(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<6xf32>, %[[Y:[a-z0-9]+]]: memref<10xf32>
func.func @padded_row(%x: memref<6xf32>, %y: memref<10xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  %zero = arith.constant 0.0 : f32
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK:      scf.for %[[I:.+]] = %c0 to %c2 step %c1 {
  // CHECK-NEXT:   memref.store %[[ZERO]], %[[Y]][%[[I]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for %[[J:.+]] = %c2 to %c8 step %c1 {
  // CHECK-NEXT:   %[[P:.+]] = affine.apply affine_map<(d0) -> (d0 - 2)>(%[[J]])
  // CHECK-NEXT:   %[[V:.+]] = memref.load %[[X]][%[[P]]]
  // CHECK-NEXT:   memref.store %[[V]], %[[Y]][%[[J]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for %[[K:.+]] = %c8 to %c10 step %c1 {
  // CHECK-NEXT:   memref.store %[[ZERO]], %[[Y]][%[[K]]]
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  scf.for %i = %c0 to %c10 step %c1 {
    %p = affine.apply affine_map<(d0) -> (d0 - 2)>(%i)
    %inside = arith.cmpi ult, %p, %c6 : index
    %v = scf.if %inside -> f32 {
      %e = memref.load %x[%p] : memref<6xf32>
      scf.yield %e : f32
    } else {
      scf.yield %zero : f32
    }
    memref.store %v, %y[%i] : memref<10xf32>
  }
  return
}

// 0 <= 3*i - 4 < 9 for i = 2, 3, 4.
// CHECK-LABEL: func @strided_guard(
// CHECK-SAME:    %{{.+}}: memref<10xf32>, %[[V:[a-z0-9]+]]: f32, %[[W:[a-z0-9]+]]: f32
// CHECK:         scf.for %{{.+}} = %c0 to %c2 step %c1 {
// CHECK-NEXT:      memref.store %[[W]]
// CHECK:         scf.for %{{.+}} = %c2 to %c5 step %c1 {
// CHECK-NEXT:      memref.store %[[V]]
// CHECK:         scf.for %{{.+}} = %c5 to %c10 step %c1 {
// CHECK-NEXT:      memref.store %[[W]]
func.func @strided_guard(%y: memref<10xf32>, %v: f32, %w: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %p = affine.apply affine_map<(d0) -> (d0 * 3 - 4)>(%i)
    %inside = arith.cmpi ult, %p, %c9 : index
    %r = scf.if %inside -> f32 {
      scf.yield %v : f32
    } else {
      scf.yield %w : f32
    }
    memref.store %r, %y[%i] : memref<10xf32>
  }
  return
}

// Two terms meet; a third one that the loop does not change turns all of it off.
// CHECK-LABEL: func @several_terms(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: i1, %[[K:[a-z0-9]+]]: index
// CHECK-DAG:     %[[FROM:.+]] = affine.apply affine_map<()[s0] -> (-s0)>()[%[[K]]]
// CHECK-DAG:     %[[TO:.+]] = affine.apply affine_map<()[s0] -> (-s0 + 6)>()[%[[K]]]
// CHECK:         %[[A:.+]] = arith.maxsi %[[FROM]], %c0
// CHECK-NEXT:    %[[B:.+]] = arith.minsi %[[TO]], %c10
// CHECK:         %[[MAX:.+]] = arith.maxsi %[[A]], %c0
// CHECK-NEXT:    %[[MIN:.+]] = arith.minsi %[[B]], %c8
// CHECK-NEXT:    %[[CLIPPED:.+]] = arith.minsi %[[MAX]], %c10
// CHECK-NEXT:    %[[FIRST:.+]] = arith.select %[[C]], %[[CLIPPED]], %c10
// CHECK-NEXT:    %[[LAST:.+]] = arith.maxsi %[[MIN]], %[[FIRST]]
// CHECK-NEXT:    scf.for %{{.+}} = %c0 to %[[FIRST]] step %c1 {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.for %[[I:.+]] = %[[FIRST]] to %[[LAST]] step %c1 {
// CHECK-NEXT:      memref.store %{{.+}}[%c0]
// CHECK-NEXT:      memref.store %{{.+}}[%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    scf.for %{{.+}} = %[[LAST]] to %c10 step %c1 {
// CHECK-NEXT:      memref.store
// CHECK-NEXT:    }
func.func @several_terms(%c: i1, %k: index, %y: memref<10xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c8 = arith.constant 8 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %p = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%i, %k)
    %a = arith.cmpi ult, %p, %c6 : index
    %b = arith.cmpi ult, %i, %c8 : index
    %ab = arith.andi %a, %b : i1
    %inside = arith.andi %c, %ab : i1
    memref.store %v, %y[%c0] : memref<10xf32>
    scf.if %inside {
      memref.store %v, %y[%i] : memref<10xf32>
    }
  }
  return
}

// As an unsigned number a negative size is above every position.
// CHECK-LABEL: func @size_of_unknown_sign(
// CHECK-SAME:    %[[N:[a-z0-9]+]]: index
// CHECK:         %[[TO:.+]] = arith.minui %[[N]], %c2305843009213693952
// CHECK-NEXT:    %[[MIN:.+]] = arith.minsi %[[TO]], %c10
// CHECK:         scf.for
func.func @size_of_unknown_sign(%n: index, %y: memref<10xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %inside = arith.cmpi ult, %i, %n : index
    scf.if %inside {
      memref.store %v, %y[%i] : memref<10xf32>
    }
  }
  return
}

// The innermost loop is split; where nothing happens there is no loop.
// CHECK-LABEL: func @outer_loop_stays(
// CHECK:         scf.for %[[J:.+]] = %c0 to %c10 step %c1 {
// CHECK-NEXT:      %[[FROM:.+]] = affine.apply affine_map<(d0) -> (-d0 + 2)>(%[[J]])
// CHECK-NEXT:      %[[TO:.+]] = affine.apply affine_map<(d0) -> (-d0 + 8)>(%[[J]])
// CHECK:           scf.for %[[I:.+]] = %{{.+}} to %{{.+}} step %c1 {
// CHECK-NEXT:        memref.store %{{.+}}[%[[I]]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @outer_loop_stays(%y: memref<10xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c10 = arith.constant 10 : index
  scf.for %j = %c0 to %c10 step %c1 {
    scf.for %i = %c0 to %c10 step %c1 {
      %p = affine.apply affine_map<(d0, d1) -> (d0 + d1 - 2)>(%i, %j)
      %inside = arith.cmpi ult, %p, %c6 : index
      scf.if %inside {
        memref.store %v, %y[%i] : memref<10xf32>
      }
    }
  }
  return
}
