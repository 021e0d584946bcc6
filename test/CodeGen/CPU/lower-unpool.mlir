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
  // CHECK-NEXT: %[[CLEAN:.+]] = scf.for %[[K:.+]] = %c0 to %c32 step %c16 iter_args
  // CHECK:        %[[CHUNK:.+]] = vector.load %[[I]][%[[K]]]
  // CHECK-NEXT:   %[[INDICES:.+]] = arith.index_castui %[[CHUNK]] : vector<16xi64> to vector<16xindex>
  // CHECK-NEXT:   %[[INSIDE:.+]] = arith.cmpi ult, %[[INDICES]], %[[SIZE]]
  // CHECK-NEXT:   vector.reduction <and>, %[[INSIDE]]
  // CHECK:        scf.for
  // CHECK:          %[[X:.+]] = memref.load %[[V]]
  // CHECK:          memref.store %[[X]], %[[D]]
  // CHECK:      scf.for %{{.+}} = %c32 to %c36 step %c1 iter_args(%{{.+}} = %[[CLEAN]]) -> (i1)
  // CHECK:      func.call @dmlReportOutOfRangeIndices(
  dml.unpool ins(%v, %i : memref<1x4x3x3xf32>, memref<1x4x3x3xi64>)
             outs(%d : memref<2x2x4x4xf32>)
  return
}

// A destination twice as high and wide: comparisons of indices with their cells make
// the lines of two rows. 24 MiB are written past the caches, if the destination
// starts at a cache line. The other ways are a cold function, which has no other in
// it.
// CHECK-LABEL: func private @cells_fallback(
// CHECK-SAME:    attributes {passthrough = ["dml-cold", "noinline"]}
// CHECK:         memref.alloc() : memref<1xi32>
// CHECK:         scf.parallel
// CHECK:         scf.if
// CHECK:           scf.parallel
// CHECK:           scf.parallel
// CHECK-NOT:     call @{{.*}}_fallback
// CHECK-LABEL: func @cells(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x16x256x256xf32>, %[[I4:[a-z0-9]+]]: memref<1x16x256x256xi32>, %[[D4:[a-z0-9]+]]: memref<1x16x512x512xf32>
func.func @cells(%v: memref<1x16x256x256xf32>, %i: memref<1x16x256x256xi32>,
    %d: memref<1x16x512x512xf32>) {
  // CHECK-DAG:  %[[BLOCKS:.+]] = arith.constant dense<[0, 2, 4, 6, 8, 10, 12, 14]> : vector<8xi32>
  // CHECK-DAG:  %[[D1:.+]] = memref.collapse_shape %[[D4]]
  // CHECK-DAG:  %[[D:.+]] = builtin.unrealized_conversion_cast %[[D1]]
  // CHECK:      %[[ADDRESS:.+]] = memref.extract_aligned_pointer_as_index %[[D]]
  // CHECK:      %[[ALIGNED:.+]] = arith.cmpi eq
  // CHECK-NEXT: %[[OPEN:.+]] = scf.if %[[ALIGNED]] -> (i1) {
  // CHECK-NEXT:   %[[FLAG:.+]] = memref.alloc() : memref<1xi32>
  // CHECK:        scf.parallel (%{{.+}}) = (%c0) to (%c4096) step (%c64) {
  // CHECK-NEXT:     memref.atomic_rmw ori %c0_i32, %[[FLAG]]
  // CHECK:          scf.while
  // CHECK:            scf.for %{{.+}} = %c0 to %c256 step %c8 iter_args
  // CHECK:              %[[FIRST:.+]] = vector.broadcast %{{.+}} : i32 to vector<8xi32>
  // CHECK-NEXT:         %[[START:.+]] = arith.addi %[[FIRST]], %[[BLOCKS]]
  // CHECK-NEXT:         %[[INDICES:.+]] = vector.load
  // CHECK-NEXT:         %[[LOADED:.+]] = vector.load
  // CHECK-NEXT:         %[[VALUES:.+]] = llvm.freeze %[[LOADED]]
  // CHECK-NEXT:         %[[DISTANCE:.+]] = arith.subi %[[INDICES]], %[[START]]
  // CHECK:              %[[LEFT:.+]] = arith.cmpi eq, %[[DISTANCE]], %{{.+}} : vector<8xi32>
  // CHECK-NEXT:         %[[EVEN:.+]] = arith.select %[[LEFT]], %[[VALUES]]
  // CHECK-NEXT:         %[[RIGHT:.+]] = arith.cmpi eq, %[[DISTANCE]]
  // CHECK-NEXT:         %[[ODD:.+]] = arith.select %[[RIGHT]], %[[VALUES]]
  // CHECK:              vector.interleave %[[EVEN]], %[[ODD]] : vector<8xi32> -> vector<16xi32>
  // CHECK:              vector.store %{{.+}} {alignment = 64 : i64, nontemporal = true} : memref<4194304xi32>, vector<16xi32>
  // CHECK:              vector.store %{{.+}} {alignment = 64 : i64, nontemporal = true} : memref<4194304xi32>, vector<16xi32>
  // CHECK:          llvm.fence seq_cst
  // CHECK:          memref.atomic_rmw ori %c1_i32, %[[FLAG]]
  // CHECK:        memref.dealloc %[[FLAG]]
  // CHECK:      } else {
  // CHECK-NEXT:   scf.yield %true
  // CHECK:      scf.if %[[OPEN]] {
  // CHECK-NEXT:   func.call @cells_fallback(
  // CHECK-NEXT: }
  // CHECK-NEXT: return
  dml.unpool ins(%v, %i : memref<1x16x256x256xf32>, memref<1x16x256x256xi32>)
             outs(%d : memref<1x16x512x512xf32>)
  return
}

// Rows that are no whole number of lines: all of a row's lines, then the line that
// holds the end of the row and the start of the next. Its elements are written one
// by one at either end of the inputs, where a vector of inputs would reach out.
// CHECK-LABEL: func @cells_across_lines(
func.func @cells_across_lines(%v: memref<1x16x256x255xf32>, %i: memref<1x16x256x255xi32>,
    %d: memref<1x16x512x510xf32>) {
  // CHECK:      scf.while
  // CHECK:        scf.for %{{.+}} = %c0 to %c2 step %c1 iter_args
  // CHECK:          %[[END:.+]] = arith.addi %{{.+}}, %c510
  // CHECK:          %[[LAST:.+]] = arith.andi %[[END]], %c-16
  // CHECK:          scf.for %{{.+}} = %{{.+}} to %[[LAST]] step %c16 iter_args
  // CHECK:            vector.store %{{.+}} {alignment = 64 : i64, nontemporal = true}
  // CHECK:          %[[IS_SHARED:.+]] = arith.cmpi ult, %[[LAST]], %[[END]]
  // CHECK:          scf.if %[[IS_SHARED]]
  // CHECK:            %[[FIRST:.+]] = vector.interleave
  // CHECK:            %[[SECOND:.+]] = vector.interleave
  // CHECK:            %[[SHARED:.+]] = arith.select %{{.+}}, %[[FIRST]], %[[SECOND]]
  // CHECK:            vector.store %[[SHARED]], %{{.+}}[%[[LAST]]] {alignment = 64 : i64, nontemporal = true}
  // CHECK:          } else {
  // CHECK:            scf.for %{{.+}} = %[[LAST]] to %[[END]] step %c1
  // CHECK:              memref.store
  // CHECK:            scf.for %{{.+}} = %[[END]] to
  // CHECK:              memref.store
  // CHECK:      llvm.fence seq_cst
  dml.unpool ins(%v, %i : memref<1x16x256x255xf32>, memref<1x16x256x255xi32>)
             outs(%d : memref<1x16x512x510xf32>)
  return
}

// Other sizes with as many planes: a ring buffer moves over each task's planes. The
// fallback is the partition, a cold function.
// CHECK-LABEL: func private @planes_fallback(
// CHECK-SAME:    attributes {passthrough = ["dml-cold", "noinline"]}
// CHECK-NOT:     memref<1xi32>
// CHECK:         scf.parallel
// CHECK:         scf.parallel
// CHECK-LABEL: func @planes(
func.func @planes(%v: memref<4x4x100x100xi8>, %i: memref<4x4x100x100xi32>,
    %d: memref<4x4x300x300xi8>) {
  // CHECK:      %[[FLAG:.+]] = memref.alloc() : memref<1xi32>
  // CHECK:      scf.parallel (%{{.+}}) = (%c0) to (%c16) step (%c3) {
  // CHECK:        %[[STACK:.+]] = llvm.intr.stacksave
  // CHECK-NEXT:   %[[RING:.+]] = memref.alloca() {alignment = 64 : i64} : memref<16384xi8>
  // Vectors of inputs that lie in the ring.
  // CHECK:        scf.while
  // CHECK:          scf.while
  // CHECK:            vector.reduction <and>
  // CHECK:            scf.for %{{.+}} = %c0 to %c16 step %c1 {
  // CHECK:              %[[SLOT:.+]] = arith.andi %{{.+}}, %c16383
  // CHECK-NEXT:         memref.store %{{.+}}, %[[RING]][%[[SLOT]]]
  // The ring moves forward by 16 lines at a time.
  // CHECK:            vector.reduction <maxui>
  // CHECK:            scf.for %{{.+}} step %c1024 {
  // CHECK:              vector.store %{{.+}} {alignment = 64 : i64} : memref<1440000xi8>, vector<64xi8>
  // A value before the ring is written after the lines that left it.
  // CHECK:              llvm.fence seq_cst
  // CHECK-NEXT:         %[[LATE:.+]] = memref.load
  // CHECK-NEXT:         memref.store %[[LATE]], %{{.+}} : memref<1440000xi8>
  // CHECK:        llvm.intr.stackrestore %[[STACK]]
  // CHECK:        memref.atomic_rmw ori %c1_i32, %[[FLAG]]
  // CHECK:      scf.if
  // CHECK-NEXT:   func.call @planes_fallback(
  dml.unpool ins(%v, %i : memref<4x4x100x100xi8>, memref<4x4x100x100xi32>)
             outs(%d : memref<4x4x300x300xi8>)
  return
}

// Planes that do not correspond are not tried: chunks of 65536 inputs, then buckets
// of 65536 elements. The partition is the first way then, so it is no cold function.
// CHECK-NOT:   @partition_fallback
// CHECK-LABEL: func @partition(
func.func @partition(%v: memref<1x2x300x300xi16>, %i: memref<1x2x300x300xi64>,
    %d: memref<3x1x400x400xi16>) {
  // CHECK-NOT:  memref<1xi32>
  // CHECK:      %[[TABLE:.+]] = memref.alloc(%{{.+}}) : memref<?xindex>
  // CHECK-NEXT: %[[OFFSETS:.+]] = memref.alloc() {alignment = 64 : i64} : memref<180032xi16>
  // CHECK-NEXT: %[[VALUES:.+]] = memref.alloc() {alignment = 64 : i64} : memref<180032xi16>
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

// Elements that do not move in cache lines are written owner-computes: every worker
// reads all inputs.
// CHECK-LABEL: func @owner_computes(
func.func @owner_computes(%v: memref<1x1x2x2xi1>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x4x4xi1>) {
  // CHECK:      %[[WORKERS:.+]] = call @dmlGetNumWorkers()
  // CHECK:      scf.parallel (%{{.+}}) = (%c0) to (%[[WORKERS]]) step (%c1) {
  // CHECK:        scf.for %[[K:.+]] = %c0 to %c4 step %c1 {
  // CHECK-NEXT:     %[[NARROW:.+]] = memref.load %{{.+}}[%[[K]]] : memref<4xi32>
  // CHECK-NEXT:     %[[INDEX:.+]] = arith.index_castui %[[NARROW]] : i32 to index
  // CHECK-NEXT:     %[[OFFSET:.+]] = arith.subi %[[INDEX]], %{{.+}}
  // CHECK-NEXT:     arith.cmpi ult, %[[OFFSET]]
  dml.unpool ins(%v, %i : memref<1x1x2x2xi1>, memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x4x4xi1>)
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
