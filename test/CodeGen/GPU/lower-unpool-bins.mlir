// Inputs that are anywhere in their planes: a kernel that sorts them by bin, and
// one that writes the bins.

// RUN: dml-opt %s --split-input-file --dml-gpu-lower-unpool=workgroup-size=256 \
// RUN:   --canonicalize --cse | FileCheck %s
// Every device binds four buffers to a kernel.
// RUN: dml-opt %s --split-input-file --dml-gpu-pipeline=max-storage-buffers=4 \
// RUN:   -o %t

// Six planes of 128x128 elements have four bins of 4096 each.
// CHECK-LABEL: func @bins(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<2x3x64x64xf32>, %[[I:[a-z0-9]+]]: memref<2x3x64x64xi32>, %[[D:[a-z0-9]+]]: memref<2x3x128x128xf32>
func.func @bins(%v: memref<2x3x64x64xf32>, %i: memref<2x3x64x64xi32>,
    %d: memref<2x3x128x128xf32>) {
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<8xi32> to memref<8xi32,
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<6144xvector<4xi32>,
  // 24 lengths, and as many lists. These are half as long again as inputs spread
  // evenly need, and 64: 1600 entries.
  // CHECK:      %[[BUFFER:.+]] = memref.alloc() : memref<38424xi32>
  // CHECK-NEXT: %[[LISTS:.+]] = dml.view_words %[[BUFFER]]
  // The sample, which also clears the lists.
  // CHECK:      gpu.launch
  // CHECK:        memref.atomic_rmw ori
  // CHECK:        %[[HINT:.+]] = memref.load
  // CHECK:        %[[BITS:.+]] = arith.andi %[[HINT]], %c12_i32
  // CHECK-NEXT:   %[[IN_PLANES:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK-NEXT:   scf.if %[[IN_PLANES]] {
  // CHECK-NEXT:     scf.for %{{.+}} to %c24_i32 step %c256_i32
  // CHECK:            memref.store %c0_i32, %[[LISTS]]
  // CHECK:      gpu.launch
  // Two blocks of 2048 inputs for each plane.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c12, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[COUNTS:.+]] = memref.alloc() : memref<4xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[BEGINS:.+]] = memref.alloc() : memref<4xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[MOVES:.+]] = memref.alloc() : memref<4xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[SORTED:.+]] = memref.alloc() : memref<2048xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   %[[BITS:.+]] = arith.andi %[[HINT]], %c12_i32
  // CHECK-NEXT:   %[[IN_PLANES:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK-NEXT:   scf.if %[[IN_PLANES]] {
  // CHECK-NEXT:     scf.for
  // CHECK:            memref.store %c0_i32, %[[COUNTS]]
  // CHECK:            gpu.barrier
  // CHECK:            memref.load %[[I_QUADS]]
  // CHECK:            %[[PLACE:.+]] = arith.subi
  // CHECK-NEXT:       %[[IN_PLANE:.+]] = arith.cmpi ult, %[[PLACE]], %c16384_i32
  // CHECK:            memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:            memref.load %[[I_QUADS]]
  // The rank of each input in its bin.
  // CHECK:            %[[RANK:.+]] = scf.if %{{.+}} -> (i32) {
  // CHECK-NEXT:         %[[BIN:.+]] = arith.shrui %[[PLACE]], %c12_i32
  // CHECK:              memref.atomic_rmw addi %c1_i32, %[[COUNTS]]
  // CHECK:            gpu.barrier
  // CHECK-NEXT:       %[[BEGIN:.+]] = scf.for
  // CHECK:              memref.load %[[COUNTS]]
  // CHECK:            memref.store %[[BEGIN]], %[[BEGINS]]
  // CHECK:            %[[BEFORE:.+]] = memref.atomic_rmw addi %{{.+}}, %[[LISTS]]
  // CHECK-NEXT:       %[[MOVE:.+]] = arith.subi %[[BEFORE]], %[[BEGIN]]
  // CHECK-NEXT:       memref.store %[[MOVE]], %[[MOVES]]
  // CHECK:            gpu.barrier
  // The place in the plane, and above it the position in the block.
  // CHECK:            %[[HIGH:.+]] = arith.shli %{{.+}}, %c20_i32
  // CHECK-NEXT:       %[[WORD:.+]] = arith.ori %[[PLACE]], %[[HIGH]]
  // CHECK-NEXT:       arith.addi %{{.+}}, %[[RANK]]
  // CHECK:            memref.store %[[WORD]], %[[SORTED]]
  // CHECK:            gpu.barrier
  // CHECK:            %[[WORD:.+]] = memref.load %[[SORTED]]
  // CHECK:            %[[HAS_ROOM:.+]] = arith.cmpi ult, %[[AT:.+]], %c1600_i32
  // CHECK-NEXT:       scf.if %[[HAS_ROOM]] {
  // CHECK:              memref.store %{{.+}}, %[[LISTS]]
  // A list that is too short.
  // CHECK:            %[[IS_FULL:.+]] = arith.cmpi uge, %[[AT]], %c1600_i32
  // CHECK-NEXT:       scf.if %[[IS_FULL]]
  // CHECK-NEXT:         memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:            gpu.barrier
  // A workgroup for each bin.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c24, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[MAP:.+]] = memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
  // CHECK:          memref.store %c0_i32, %[[MAP]]
  // CHECK:          gpu.barrier
  // CHECK:          %[[LENGTH:.+]] = memref.load %[[LISTS]]
  // CHECK-NEXT:     arith.minui %[[LENGTH]], %c1600_i32
  // CHECK:          %[[ENTRY:.+]] = memref.load %[[LISTS]]
  // CHECK-NEXT:     %[[POSITION:.+]] = arith.shrui %[[ENTRY]], %c12_i32
  // CHECK-NEXT:     %[[WINNER:.+]] = arith.addi %[[POSITION]], %c1_i32
  // CHECK-NEXT:     arith.andi %[[ENTRY]], %c4095_i32
  // CHECK:          memref.atomic_rmw maxu %[[WINNER]], %[[MAP]]
  // CHECK:          gpu.barrier
  // CHECK-COUNT-4:  memref.load %[[MAP]]
  // CHECK:          vector.store
  // CHECK:          gpu.barrier
  // The general path where the hint says so, or something went astray.
  // CHECK:      gpu.launch
  // CHECK:        %[[STRAY:.+]] = memref.load %[[WORDS]][%c5]
  // CHECK-NEXT:   %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   arith.andi %[[HINT]], %c4_i32
  // CHECK:        arith.andi %[[HINT]], %c8_i32
  dml.unpool ins(%v, %i : memref<2x3x64x64xf32>, memref<2x3x64x64xi32>)
             outs(%d : memref<2x3x128x128xf32>)
  return
}

// -----

// A plane of 2^20 elements and more has positions that entries cannot hold, and
// planes that are no whole vectors have some in common.
// CHECK-LABEL: func @large_plane(
// CHECK-NOT:     memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
func.func @large_plane(%v: memref<1x1x512x513xf32>, %i: memref<1x1x512x513xi32>,
    %d: memref<1x1x1024x1026xf32>) {
  dml.unpool ins(%v, %i : memref<1x1x512x513xf32>, memref<1x1x512x513xi32>)
             outs(%d : memref<1x1x1024x1026xf32>)
  return
}

// CHECK-LABEL: func @shared_vectors(
// CHECK-NOT:     memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
func.func @shared_vectors(%v: memref<1x2x64x64xf32>, %i: memref<1x2x64x64xi32>,
    %d: memref<1x2x127x127xf32>) {
  dml.unpool ins(%v, %i : memref<1x2x64x64xf32>, memref<1x2x64x64xi32>)
             outs(%d : memref<1x2x127x127xf32>)
  return
}
