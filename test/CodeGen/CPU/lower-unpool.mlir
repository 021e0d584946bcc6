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
  // CHECK-DAG:  %[[SIZE:.+]] = arith.constant dense<64> : vector<16xindex>
  // CHECK-DAG:  %[[V1:.+]] = memref.collapse_shape %[[V4]] {{.*}} into memref<36xf32>
  // CHECK-DAG:  %[[V:.+]] = builtin.unrealized_conversion_cast %[[V1]] : memref<36xf32> to memref<36xi32>
  // CHECK-DAG:  %[[I:.+]] = memref.collapse_shape %[[I4]] {{.*}} into memref<36xi64>
  // CHECK-DAG:  %[[D1:.+]] = memref.collapse_shape %[[D4]] {{.*}} into memref<64xf32>
  // CHECK-DAG:  %[[D:.+]] = builtin.unrealized_conversion_cast %[[D1]] : memref<64xf32> to memref<64xi32>
  // CHECK:      scf.for %[[F:.+]] = %c0 to %c64 step %c1 {
  // CHECK-NEXT:   memref.store %{{.+}}, %[[D]][%[[F]]]
  // CHECK-NEXT: }
  // Chunks of 16 indices, then the other 4.
  // CHECK-NEXT: %[[WRITTEN:.+]] = scf.for %[[K:.+]] = %c0 to %c32 step %c16 iter_args
  // CHECK:        %[[CHUNK:.+]] = vector.load %[[I]][%[[K]]]
  // CHECK-NEXT:   %[[INDICES:.+]] = arith.index_castui %[[CHUNK]] : vector<16xi64> to vector<16xindex>
  // CHECK-NEXT:   %[[INSIDE:.+]] = arith.cmpi ult, %[[INDICES]], %[[SIZE]]
  // CHECK-NEXT:   vector.bitcast %[[INSIDE]] : vector<16xi1> to vector<1xi16>
  // CHECK:        scf.if
  // CHECK:          scf.for
  // CHECK:        else
  // CHECK:          %[[X:.+]] = memref.load %[[V]][%[[K]]]
  // CHECK:          %[[PLACE:.+]] = vector.extract %[[INDICES]][0]
  // CHECK:          memref.store %[[X]], %[[D]][%[[PLACE]]]
  // CHECK:      scf.for %{{.+}} = %c32 to %c36 step %c1 iter_args(%{{.+}} = %[[WRITTEN]]) -> (index)
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

// As many planes: blocks of 10 input rows are filled on the stack of their task, while
// no task has met many indices elsewhere. All inputs must have been written then.
// CHECK-LABEL: func @blocks(
func.func @blocks(%v: memref<4x4x100x100xi8>, %i: memref<4x4x100x100xi32>,
    %d: memref<4x4x300x300xi8>) {
  // CHECK-DAG:  %[[INPUTS:.+]] = arith.constant 160000 : i64
  // CHECK-DAG:  %[[ELSEWHERE:.+]] = arith.constant dense<9408> : vector<16xindex>
  // CHECK:      %[[COUNTER:.+]] = memref.alloc() : memref<i64>
  // CHECK:      scf.parallel (%{{.+}}) = (%c0) to (%c160) step (%c29) {
  // CHECK-NEXT:   memref.atomic_rmw addi %c0_i64, %[[COUNTER]][]
  // CHECK:        %[[STAGE:.+]] = memref.alloca() {alignment = 64 : i64} : memref<9472xi8>
  // CHECK:        %[[PLACES:.+]] = arith.select %{{.+}}, %{{.+}}, %[[ELSEWHERE]] : vector<16xi1>, vector<16xindex>
  // CHECK:        %[[PLACE:.+]] = vector.extract %[[PLACES]][15] : index from vector<16xindex>
  // CHECK:        memref.store %{{.+}}, %[[STAGE]][%[[PLACE]]]
  // CHECK:        vector.store {{.*}} {alignment = 64 : i64} : memref<1440000xi8>, vector<64xi8>
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
