// Which tiles there are where cells make no vectors, or are too high, and what
// their kernels read, keep in the workgroup's memory, and write.

// Too little memory to sort inputs.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=8192' \
// RUN:   --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=3000' \
// RUN:   | FileCheck %s --check-prefix=SMALL

// A hint, tiles, and the fallback.
// CHECK-LABEL: func @high_cells(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x3x6x64xf32>, %[[I:[a-z0-9]+]]: memref<1x3x6x64xi32>, %[[D:[a-z0-9]+]]: memref<1x3x48x128xf32>
// 3 planes of 6 rows: a tile for each of them, eight rows of the result.
// SMALL-LABEL: func @high_cells(
// SMALL-NOT:     storage_class<Workgroup>
func.func @high_cells(%v: memref<1x3x6x64xf32>, %i: memref<1x3x6x64xi32>,
    %d: memref<1x3x48x128xf32>) {
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<8xi32> to memref<8xi32,
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<288xvector<4xi32>,
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c1, %{{.+}} = %c1, %{{.+}} = %c1) threads({{.*}} = %c256,
  // CHECK:        %[[FOUND:.+]] = memref.alloc() : memref<1xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        gpu.barrier
  // CHECK:        memref.atomic_rmw ori %{{.+}}, %[[FOUND]][%c0]
  // CHECK-NEXT:   gpu.barrier
  // CHECK-NEXT:   %[[HINT:.+]] = memref.load %[[FOUND]][%c0]
  // CHECK:          memref.store %c0_i32, %[[WORDS]][%c3]
  // CHECK-NEXT:     memref.store %[[HINT]], %[[WORDS]][%c4]
  // CHECK-NEXT:     memref.store %c0_i32, %[[WORDS]][%c5]
  // CHECK-DAG:  %[[V_QUADS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<288xvector<4xi32>,
  // CHECK-DAG:  %[[VECTORS:.+]] = dml.view_words %[[D]] : {{.*}} to memref<4608xvector<4xi32>,
  // CHECK:      gpu.launch blocks(%[[B:.+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c18, %{{.+}} threads(%[[X:.+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK-DAG:    %[[TILE:.+]] = arith.index_cast %[[B]]
  // CHECK-DAG:    %[[THREAD:.+]] = arith.index_cast %[[X]]
  // CHECK:        %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   %[[BITS:.+]] = arith.andi %[[HINT]], %c4_i32
  // CHECK-NEXT:   %[[IS_LOCAL:.+]] = arith.cmpi eq, %[[BITS]], %c0_i32
  // CHECK-NEXT:   scf.if %[[IS_LOCAL]] {
  // CHECK-NEXT:     %[[BEGIN:.+]] = arith.muli %[[TILE]], %c1024_i32
  // CHECK:          %[[MAP:.+]] = memref.alloc() : memref<1024xi32, #spirv.storage_class<Workgroup>>
  // A row of inputs and two of halo: three times 16 quads.
  // CHECK-NEXT:     %[[STAGED:.+]] = memref.alloc() : memref<196xi32, #spirv.storage_class<Workgroup>>
  // CHECK:          %[[INDICES:.+]] = memref.load %[[I_QUADS]]
  // CHECK:          %[[VALUES:.+]] = memref.load %[[V_QUADS]]
  // CHECK-COUNT-8:  memref.store %c0_i32, %[[MAP]]
  // CHECK:          gpu.barrier
  // 16 quads for 128 threads.
  // CHECK-NEXT:     %[[HAS_QUAD:.+]] = arith.cmpi ult, %[[THREAD]], %c16_i32
  // CHECK-NEXT:     scf.if %[[HAS_QUAD]] {
  // CHECK:            memref.store %{{.+}}, %[[STAGED]]
  // CHECK:            %[[IN_TILE:.+]] = arith.subi %{{.+}}, %[[BEGIN]]
  // CHECK-NEXT:       %[[IS_HERE:.+]] = arith.cmpi ult, %[[IN_TILE]], %c1024_i32
  // CHECK:            scf.if %[[IS_HERE]] {
  // Lane by lane: element 4 n + r of the tile is word 256 r + n.
  // CHECK:              %[[R:.+]] = arith.andi %[[IN_TILE]], %c3_i32
  // CHECK-NEXT:         %[[ROW:.+]] = arith.muli %[[R]], %c256_i32
  // CHECK-NEXT:         %[[N:.+]] = arith.shrui %[[IN_TILE]], %c2_i32
  // CHECK-NEXT:         %[[MAP_WORD:.+]] = arith.addi %[[ROW]], %[[N]]
  // CHECK-NEXT:         %[[AT:.+]] = arith.index_castui %[[MAP_WORD]]
  // CHECK-NEXT:         memref.atomic_rmw maxu %{{.+}}, %[[MAP]][%[[AT]]]
  // Out of range (U3), or missed by all tiles.
  // CHECK:              memref.atomic_rmw addi %c1_i32, %[[WORDS]][%c0]
  // CHECK:              memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // The halo.
  // CHECK:          %[[HAS_HALO:.+]] = arith.cmpi ne, %[[HINT]], %c0_i32
  // CHECK-NEXT:     scf.if %[[HAS_HALO]] {
  // CHECK:            scf.for
  // CHECK:              memref.load %[[I_QUADS]]
  // CHECK:          gpu.barrier
  // Two vectors for each thread.
  // CHECK-COUNT-2:  memref.store %{{.+}}, %[[VECTORS]]
  // CHECK-NOT:      memref.store %{{.+}}, %[[VECTORS]]
  // The fallback, if the hint says so or an input was missed.
  // CHECK:      gpu.launch
  // CHECK:        %[[MISSED:.+]] = memref.load %[[WORDS]][%c5]
  // CHECK:        %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK:      dml.report_indices
  // CHECK:      gpu.launch
  // CHECK:      return
  dml.unpool ins(%v, %i : memref<1x3x6x64xf32>, memref<1x3x6x64xi32>)
             outs(%d : memref<1x3x48x128xf32>)
  return
}

// -----

// Narrow values lie in the map, below the position: no second buffer. Six rows
// of inputs make 1920 bytes, a vector for each of 120 threads.
// CHECK-LABEL: func @narrow(
// SMALL-LABEL: func @narrow(
func.func @narrow(%v: memref<1x1x16x32xi8>, %i: memref<1x1x16x32xi64>,
    %d: memref<1x1x80x64xi8>) {
  // CHECK:      gpu.launch
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c3, %{{.+}} = %c128,
  // CHECK:          memref.alloc() : memref<1920xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NOT:      memref.alloc
  // CHECK:          %[[P:.+]] = arith.shli %{{.+}}, %c16_i32
  // CHECK:          %[[E:.+]] = arith.ori %[[P]], %{{.+}}
  // CHECK:          memref.atomic_rmw maxu %[[E]],
  // CHECK:      gpu.launch

  // One row of inputs.
  // SMALL:      gpu.launch
  // SMALL:      memref.alloc() : memref<320xi32, #spirv.storage_class<Workgroup>>
  dml.unpool ins(%v, %i : memref<1x1x16x32xi8>, memref<1x1x16x32xi64>)
             outs(%d : memref<1x1x80x64xi8>)
  return
}

// -----

// Planes of 14x14 elements: five make a tile of 980.
// CHECK-LABEL: func @small_planes(
func.func @small_planes(%v: memref<2x64x7x7xf32>, %i: memref<2x64x7x7xi32>,
    %d: memref<2x64x14x14xf32>) {
  // CHECK:      gpu.launch
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c26, %{{.+}} = %c128,
  // CHECK:          memref.alloc() : memref<980xi32, #spirv.storage_class<Workgroup>>
  dml.unpool ins(%v, %i : memref<2x64x7x7xf32>, memref<2x64x7x7xi32>)
             outs(%d : memref<2x64x14x14xf32>)
  return
}

// -----

// One dimension is as good as two.
// CHECK-LABEL: func @line(
func.func @line(%v: memref<1x2x1x3000xi64>, %i: memref<1x2x1x3000xi32>,
    %d: memref<1x2x1x9000xi64>) {
  // CHECK:      gpu.launch
  // 341 inputs and 1023 elements, which are 512 vectors.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c18, %{{.+}} = %c128,
  // CHECK:          memref.alloc() : memref<1024xi32, #spirv.storage_class<Workgroup>>
  dml.unpool ins(%v, %i : memref<1x2x1x3000xi64>, memref<1x2x1x3000xi32>)
             outs(%d : memref<1x2x1x9000xi64>)
  return
}

// -----

// Two rows of 9001 elements exceed 16 KiB.
// CHECK-LABEL: func @wide_rows(
// CHECK-NOT:     storage_class<Workgroup>
func.func @wide_rows(%v: memref<1x1x16x4500xf32>, %i: memref<1x1x16x4500xi32>,
    %d: memref<1x1x32x9001xf32>) {
  dml.unpool ins(%v, %i : memref<1x1x16x4500xf32>, memref<1x1x16x4500xi32>)
             outs(%d : memref<1x1x32x9001xf32>)
  return
}
