// RUN: dml-opt %s --dml-cpu-lower-unpool --canonicalize --cse | FileCheck %s --implicit-check-not='dml.unpool '

// CHECK: llvm.mlir.global internal constant @[[PREFIX:.+]]("{{[^ ]*}}lower-unpool.mlir:{{[0-9]+}}:3: 'dml.max_unpooling' op \00")

// Four planes of 4 values into four planes of 16. The general path follows when
// some index lies outside its plane.
// CHECK-LABEL: func @planes(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x4x2x2xf32>, %[[I4:[a-z0-9]+]]: memref<1x4x2x2xi32>, %[[D4:[a-z0-9]+]]: memref<2x2x4x4xf32>
func.func @planes(%v: memref<1x4x2x2xf32>, %i: memref<1x4x2x2xi32>,
    %d: memref<2x2x4x4xf32>) {
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG:  %[[V:.+]] = memref.collapse_shape %[[V4]] {{.*}} into memref<16xf32>
  // CHECK-DAG:  %[[I:.+]] = memref.collapse_shape %[[I4]] {{.*}} into memref<16xi32>
  // CHECK-DAG:  %[[D:.+]] = memref.collapse_shape %[[D4]] {{.*}} into memref<64xf32>
  // CHECK:      %[[FLAGS:.+]] = memref.alloc() : memref<4xi8>
  // CHECK-NEXT: scf.parallel (%[[PLANE:.+]]) = (%c0) to (%c4) step (%c1) {
  // CHECK-NEXT:   %[[BEGIN:.+]] = arith.muli %[[PLANE]], %c16
  // CHECK-NEXT:   %[[END:.+]] = arith.addi %[[BEGIN]], %c16
  // CHECK-NEXT:   scf.for %[[F:.+]] = %[[BEGIN]] to %[[END]] step %c1 {
  // CHECK-NEXT:     memref.store %[[ZERO]], %[[D]][%[[F]]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[FIRST:.+]] = arith.muli %[[PLANE]], %c4
  // CHECK-NEXT:   %[[LAST:.+]] = arith.addi %[[FIRST]], %c4
  // In input order, so that of equal indices the last wins (U4).
  // CHECK-NEXT:   %[[OUTSIDE:.+]] = scf.for %[[K:.+]] = %[[FIRST]] to %[[LAST]] step %c1 iter_args(%[[SEEN:.+]] = %false) -> (i1) {
  // CHECK-NEXT:     %[[NARROW:.+]] = memref.load %[[I]][%[[K]]]
  // CHECK-NEXT:     %[[INDEX:.+]] = arith.index_castui %[[NARROW]] : i32 to index
  // CHECK-NEXT:     %[[OFFSET:.+]] = arith.subi %[[INDEX]], %[[BEGIN]]
  // CHECK-NEXT:     %[[INSIDE:.+]] = arith.cmpi ult, %[[OFFSET]], %c16
  // CHECK-NEXT:     scf.if %[[INSIDE]] {
  // CHECK-NEXT:       %[[X:.+]] = memref.load %[[V]][%[[K]]]
  // CHECK-NEXT:       memref.store %[[X]], %[[D]][%[[INDEX]]]
  // CHECK:        memref.store %{{.+}}, %[[FLAGS]][%[[PLANE]]]
  // CHECK:      %[[ANY:.+]] = scf.for %{{.+}} = %c0 to %c4 step %c1 iter_args
  // CHECK:      memref.dealloc %[[FLAGS]]
  // CHECK-NEXT: scf.if %[[ANY]] {
  // CHECK-NEXT:   %[[WORKERS:.+]] = func.call @dmlGetNumWorkers()
  // CHECK:        scf.parallel (%{{.+}}) = (%c0) to (%[[WORKERS]]) step (%c1) {
  // CHECK:          func.call @dmlReportOutOfRangeIndices(
  dml.unpool ins(%v, %i : memref<1x4x2x2xf32>, memref<1x4x2x2xi32>)
             outs(%d : memref<2x2x4x4xf32>)
  return
}

// Planes that do not correspond are not tried. 64-bit indices are compared in
// 64 bits (U3).
// CHECK-LABEL: func @other_plane_count(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x2x2x2xi8>, %[[I4:[a-z0-9]+]]: memref<1x2x2x2xi64>, %[[D4:[a-z0-9]+]]: memref<3x1x4x4xi8>
func.func @other_plane_count(%v: memref<1x2x2x2xi8>, %i: memref<1x2x2x2xi64>,
    %d: memref<3x1x4x4xi8>) {
  // CHECK-NOT:  memref.alloc
  // CHECK-DAG:  %[[V:.+]] = memref.collapse_shape %[[V4]]
  // CHECK-DAG:  %[[I:.+]] = memref.collapse_shape %[[I4]]
  // CHECK-DAG:  %[[D:.+]] = memref.collapse_shape %[[D4]]
  // CHECK:      %[[WORKERS:.+]] = call @dmlGetNumWorkers()
  // CHECK-NEXT: %[[SHARE:.+]] = arith.ceildivui %c48, %[[WORKERS]]
  // CHECK-NEXT: %[[INPUTS:.+]] = arith.ceildivui %c8, %[[WORKERS]]
  // CHECK-NEXT: scf.parallel (%[[WORKER:.+]]) = (%c0) to (%[[WORKERS]]) step (%c1) {
  // CHECK-NEXT:   %[[AT:.+]] = arith.muli %[[WORKER]], %[[SHARE]]
  // CHECK-NEXT:   %[[BEGIN:.+]] = arith.minui %[[AT]], %c48
  // CHECK-NEXT:   %[[NEXT:.+]] = arith.addi %[[BEGIN]], %[[SHARE]]
  // CHECK-NEXT:   %[[END:.+]] = arith.minui %[[NEXT]], %c48
  // CHECK-NEXT:   scf.for %{{.+}} = %[[BEGIN]] to %[[END]] step %c1 {
  // CHECK-NEXT:     memref.store %{{.+}}, %[[D]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   %[[SIZE:.+]] = arith.subi %[[END]], %[[BEGIN]]
  // CHECK-NEXT:   scf.for %[[K:.+]] = %c0 to %c8 step %c1 {
  // CHECK-NEXT:     %[[WIDE:.+]] = memref.load %[[I]][%[[K]]] : memref<8xi64>
  // CHECK-NEXT:     %[[INDEX:.+]] = arith.index_castui %[[WIDE]] : i64 to index
  // CHECK-NEXT:     %[[OFFSET:.+]] = arith.subi %[[INDEX]], %[[BEGIN]]
  // CHECK-NEXT:     arith.cmpi ult, %[[OFFSET]], %[[SIZE]]
  dml.unpool ins(%v, %i : memref<1x2x2x2xi8>, memref<1x2x2x2xi64>)
             outs(%d : memref<3x1x4x4xi8>)
  return
}

// Buffers with gaps are packed first; the destination is copied back, not in.
// CHECK-LABEL: func @strided_buffers(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>, %[[I4:[a-z0-9]+]]: memref<1x1x2x2xi32>, %[[D4:[a-z0-9]+]]: memref<1x1x?x4xf32, strided<[?, ?, ?, 1]>>
func.func @strided_buffers(%v: memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x?x4xf32, strided<[?, ?, ?, 1]>>) {
  // CHECK:      %[[SIZE:.+]] = memref.dim %[[D4]], %c2
  // CHECK-NEXT: %[[PACKED:.+]] = memref.alloc(%[[SIZE]]) : memref<1x1x?x4xf32>
  // CHECK-NEXT: %[[VALUES:.+]] = memref.alloc() : memref<1x1x2x2xf32>
  // CHECK-NEXT: memref.copy %[[V4]], %[[VALUES]]
  // CHECK-DAG:  memref.collapse_shape %[[VALUES]]
  // CHECK-DAG:  memref.collapse_shape %[[I4]]
  // CHECK-DAG:  memref.collapse_shape %[[PACKED]]
  // CHECK-NOT:  memref.copy
  // CHECK:      memref.copy %[[PACKED]], %[[D4]]
  // CHECK-NEXT: memref.dealloc %[[PACKED]]
  // CHECK-NEXT: memref.dealloc %[[VALUES]]
  // CHECK-NEXT: return
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>,
                 memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x?x4xf32, strided<[?, ?, ?, 1]>>)
  return
}

