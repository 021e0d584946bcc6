// RUN: dml-opt %s --dml-cpu-lower-unpool=cache-bytes=16777216 --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not='dml.unpool '

// CHECK: llvm.mlir.global internal constant @[[PREFIX:.+]]("{{[^ ]*}}lower-unpool.mlir:{{[0-9]+}}:3: 'dml.max_unpooling' op \00")

// One thread clears and writes a small destination, whatever the planes.
// Indices are compared in 64 bits (U3).
// CHECK-LABEL: func @small(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x4x3x3xf32>, %[[I4:[a-z0-9]+]]: memref<1x4x3x3xi64>, %[[D4:[a-z0-9]+]]: memref<2x2x4x4xf32>
func.func @small(%v: memref<1x4x3x3xf32>, %i: memref<1x4x3x3xi64>,
    %d: memref<2x2x4x4xf32>) {
  // CHECK-NOT:  memref.alloc
  // CHECK-NOT:  scf.parallel
  // CHECK-DAG:  %[[SIZE:.+]] = arith.constant dense<64> : vector<8xi64>
  // CHECK-DAG:  %[[NOWHERE:.+]] = arith.constant dense<-1> : vector<8xi32>
  // CHECK-DAG:  %[[V1:.+]] = memref.collapse_shape %[[V4]] {{.*}} into memref<36xf32>
  // CHECK-DAG:  %[[V:.+]] = builtin.unrealized_conversion_cast %[[V1]] : memref<36xf32> to memref<36xi32>
  // CHECK-DAG:  %[[I:.+]] = memref.collapse_shape %[[I4]] {{.*}} into memref<36xi64>
  // CHECK-DAG:  %[[D1:.+]] = memref.collapse_shape %[[D4]] {{.*}} into memref<64xf32>
  // CHECK-DAG:  %[[D:.+]] = builtin.unrealized_conversion_cast %[[D1]] : memref<64xf32> to memref<64xi32>
  // CHECK:      scf.for %[[F:.+]] = %c0 to %c64 step %c1 {
  // CHECK-NEXT:   memref.store %{{.+}}, %[[D]][%[[F]]]
  // CHECK-NEXT: }
  // The places of a chunk of inputs are vectors of 8; the last one has 4 of them.
  // CHECK:      %[[PLACES:.+]] = memref.alloca() {alignment = 64 : i64} : memref<128xi32>
  // CHECK:      scf.for %[[K:.+]] = %c0 to %c32 step %c8 iter_args
  // CHECK:        %[[INDICES:.+]] = vector.load %[[I]][%[[K]]]
  // CHECK-NEXT:   %[[INSIDE:.+]] = arith.cmpi ult, %[[INDICES]], %[[SIZE]]
  // CHECK-NEXT:   %[[NARROW:.+]] = arith.trunci %[[INDICES]] : vector<8xi64> to vector<8xi32>
  // CHECK-NEXT:   %[[PLACE:.+]] = arith.select %[[INSIDE]], %[[NARROW]], %[[NOWHERE]]
  // CHECK-NEXT:   vector.store %[[PLACE]], %[[PLACES]][%[[K]]]
  // CHECK:      vector.maskedload %[[I]][%c32]
  // CHECK:      vector.store %{{.+}}, %[[PLACES]][%c32]
  // If all of them have a place, none is compared with nowhere.
  // CHECK:      scf.if
  // CHECK-NEXT:   scf.for %{{.+}} = %c0 to %c32 step %c8 {
  // CHECK-NEXT:     memref.load %[[PLACES]]
  // CHECK:          memref.store %{{.+}}, %[[D]]
  // CHECK:        scf.for %{{.+}} = %c32 to %c36 step %c1 {
  // CHECK:      } else {
  // CHECK-NEXT:   scf.for %{{.+}} = %c0 to %c36 step %c1 {
  // CHECK:          scf.if
  // CHECK:            memref.store %{{.+}}, %[[D]]
  // CHECK:      func.call @dmlReportOutOfRangeIndices(
  dml.unpool ins(%v, %i : memref<1x4x3x3xf32>, memref<1x4x3x3xi64>)
             outs(%d : memref<2x2x4x4xf32>)
  return
}

// A condition, which forms for pooled data set: what it guards is a cold function.
// CHECK-LABEL: func private @condition_fallback(
// CHECK-SAME:    attributes {passthrough = ["dml-cold", "noinline"]}
// CHECK:         memref.alloc
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK-LABEL: func @condition(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x16x256x256xf32>, %[[I:[a-z0-9]+]]: memref<1x16x256x256xi32>, %[[D:[a-z0-9]+]]: memref<1x16x512x512xf32>, %[[M:[a-z0-9]+]]: memref<i32>
func.func @condition(%v: memref<1x16x256x256xf32>,
    %i: memref<1x16x256x256xi32>, %d: memref<1x16x512x512xf32>,
    %missed: memref<i32>) {
  // CHECK-NEXT: %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK-NEXT: %[[FLAG:.+]] = memref.load %[[M]][]
  // CHECK-NEXT: %[[WANTED:.+]] = arith.cmpi ne, %[[FLAG]], %[[ZERO]]
  // CHECK-NEXT: scf.if %[[WANTED]] {
  // CHECK-NEXT:   func.call @condition_fallback(
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  dml.unpool ins(%v, %i : memref<1x16x256x256xf32>, memref<1x16x256x256xi32>)
             if(%missed : memref<i32>)
             outs(%d : memref<1x16x512x512xf32>)
  return
}

// As many planes: a task's inputs are written to a ring buffer of 4 KiB on its stack, two
// rows at a time, while no task has met many indices elsewhere. The line behind the ring
// takes what points elsewhere. All inputs must have been written then.
// CHECK-LABEL: func @ring(
func.func @ring(%v: memref<4x4x100x100xi8>, %i: memref<4x4x100x100xi32>,
    %d: memref<4x4x300x300xi8>) {
  // CHECK-DAG:  %[[INPUTS:.+]] = arith.constant 160000 : i64
  // CHECK-DAG:  %[[ELSEWHERE:.+]] = arith.constant dense<4096> : vector<8xi32>
  // CHECK-DAG:  %[[LAST:.+]] = arith.constant dense<4095> : vector<8xi32>
  // CHECK:      %[[COUNTER:.+]] = memref.alloc() : memref<i64>
  // CHECK:      scf.parallel (%{{.+}}) = (%c0) to (%c800) step (%c125) {
  // CHECK-NEXT:   memref.atomic_rmw addi %c0_i64, %[[COUNTER]][]
  // CHECK:        %[[RING:.+]] = memref.alloca() {alignment = 64 : i64} : memref<4160xi8>
  // CHECK:        %[[WRAPPED:.+]] = arith.andi %{{.+}}, %[[LAST]] : vector<8xi32>
  // CHECK-NEXT:   %[[PLACE:.+]] = arith.select %{{.+}}, %[[WRAPPED]], %[[ELSEWHERE]]
  // CHECK-NEXT:   vector.store %[[PLACE]], %[[PLACES:.+]][
  // CHECK:        memref.load %[[PLACES]]
  // CHECK:        memref.store %{{.+}}, %[[RING]]
  // A line leaves the ring, and is clear for what follows.
  // CHECK:        %[[AT:.+]] = arith.andi %{{.+}}, %c4095 : index
  // CHECK:        vector.store {{.*}} {alignment = 64 : i64} : memref<1440000xi8>, vector<64xi8>
  // CHECK-NEXT:   vector.store %{{.+}}, %[[RING]]
  // CHECK:        memref.atomic_rmw addi %{{.+}}, %[[COUNTER]][]
  // CHECK:      %[[COUNT:.+]] = memref.load %[[COUNTER]][]
  // CHECK:      %[[MISSED:.+]] = arith.cmpi ne, %[[COUNT]], %[[INPUTS]]
  // CHECK-NEXT: scf.if %[[MISSED]] {
  // CHECK:        memref.alloc(%{{.+}}) : memref<?xindex>
  dml.unpool ins(%v, %i : memref<4x4x100x100xi8>, memref<4x4x100x100xi32>)
             outs(%d : memref<4x4x300x300xi8>)
  return
}

// Chunks of 65536 inputs, then buckets of 65536 elements.
// CHECK-NOT:   @partition_fallback
// CHECK-LABEL: func @partition(
func.func @partition(%v: memref<1x2x300x300xi16>, %i: memref<1x2x300x300xi64>,
    %d: memref<3x1x400x400xi16>) {
  // CHECK-NOT:  memref<1xi32>
  // CHECK:      %[[TABLE:.+]] = memref.alloc(%{{.+}}) : memref<?xindex>
  // CHECK-NEXT: %[[OFFSETS:.+]] = memref.alloc() {alignment = 64 : i64} : memref<180000xi16>
  // CHECK-NEXT: %[[VALUES:.+]] = memref.alloc() {alignment = 64 : i64} : memref<180000xi16>
  // CHECK:      scf.parallel (%[[CHUNK:.+]]) = (%c0) to (%c3) step (%c1) {
  // CHECK:        %[[INDEX:.+]] = arith.index_castui %{{.+}} : i64 to index
  // CHECK-NEXT:   %[[IN_RANGE:.+]] = arith.cmpi ult, %[[INDEX]], %c480000
  // CHECK:        arith.select %[[IN_RANGE]]
  // CHECK:        memref.alloca() {alignment = 64 : i64} : memref<65536xi16>
  // CHECK-NEXT:   memref.alloca() {alignment = 64 : i64} : memref<65536xi16>
  // CHECK:        func.call @dmlReportOutOfRangeIndices(
  // CHECK:        vector.store %{{.+}}, %[[OFFSETS]]
  // CHECK:        vector.store %{{.+}}, %[[VALUES]]
  // CHECK:      scf.parallel (%[[BUCKET:.+]]) = (%c0) to (%{{.+}}) step (%c1) {
  // Chunks are in input order: of equal indices the last wins (U4).
  // CHECK:        scf.for %[[NUMBER:.+]] = %c0 to %c3 step %c1 {
  // CHECK:          scf.for %[[K:.+]] = %{{.+}} to %{{.+}} step %c1 {
  // CHECK-NEXT:       %[[NARROW:.+]] = memref.load %[[OFFSETS]][%[[K]]]
  // CHECK-NEXT:       %[[OFFSET:.+]] = arith.index_castui %[[NARROW]] : i16 to index
  // CHECK-NEXT:       %[[X:.+]] = memref.load %[[VALUES]][%[[K]]]
  // CHECK-NEXT:       memref.store %[[X]], %{{.+}}[%[[OFFSET]]]
  dml.unpool ins(%v, %i : memref<1x2x300x300xi16>, memref<1x2x300x300xi64>)
             outs(%d : memref<3x1x400x400xi16>)
  return
}

// Buffers with gaps are packed first. The destination is copied back, but not in.
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
  // CHECK-DAG:  memref.extract_strided_metadata %[[PACKED]]
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
