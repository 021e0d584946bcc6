// Large results: kernels that partition the inputs into the lists of buckets of the
// result, and one that writes the buckets.

// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=49152' \
// RUN:   --canonicalize --cse | FileCheck %s
// Little memory and few threads: smaller buckets.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=24 max-workgroup-memory=4096' \
// RUN:   | FileCheck %s --check-prefix=SMALL
// Every device binds four buffers to a kernel.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-pipeline='max-storage-buffers=4 max-workgroup-memory=49152' -o %t

// CHECK-LABEL: func @buckets(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<2x3x64x64xf32>, %[[I:[a-z0-9]+]]: memref<2x3x64x64xi32>, %[[D:[a-z0-9]+]]: memref<2x3x128x128xf32>
// 384 fine buckets in 24 coarse ones; 128 for a chunk of inputs that stay in their
// planes.
// SMALL-LABEL: func @buckets(
// SMALL:         memref.alloc() : memref<416xi32>
// SMALL:         memref.alloc() : memref<128xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<193xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<16xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<288xi32, #spirv.storage_class<Workgroup>>
func.func @buckets(%v: memref<2x3x64x64xf32>, %i: memref<2x3x64x64xi32>,
    %d: memref<2x3x128x128xf32>) {
  // 24 buckets of 4096 elements, whose counts follow the control words.
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<32xi32> to memref<32xi32,
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<6144xvector<4xi32>,
  // CHECK-DAG:  %[[V_QUADS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<6144xvector<4xi32>,
  // A list has room for a quarter more pairs than evenly spread inputs need, and 64:
  // 1344. A pair has 12 bits for the offset, 15 for the position, 32 for the value.
  // CHECK:      %[[BUFFER:.+]] = memref.alloc() : memref<64512xi32>
  // CHECK-NEXT: %[[PAIRS:.+]] = dml.view_words %[[BUFFER]] : {{.*}} to memref<32256xvector<2xi32>,
  // The first kernel clears the buckets.
  // CHECK:      gpu.launch
  // CHECK:        memref.store %c0_i32, %[[WORDS]][%c4]
  // CHECK:        scf.for %{{.+}} to %c24_i32 step %c256_i32
  // CHECK:          memref.store %c0_i32, %[[WORDS]]
  // Chunks of 2048 inputs.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c12, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[SUMS:.+]] = memref.alloc() : memref<25xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[OTHER_SUMS:.+]] = memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[PREVIOUS_COUNTS:.+]] = memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[SORTED:.+]] = memref.alloc() : memref<2049xi32, #spirv.storage_class<Workgroup>>
  // CHECK:          scf.for
  // CHECK:            memref.load %[[I_QUADS]]
  // CHECK:            memref.load %[[V_QUADS]]
  // CHECK:            %[[BUCKET:.+]] = arith.shrui %[[INDEX:.+]], %c12_i32
  // CHECK-NEXT:       %[[IS_OUTSIDE:.+]] = arith.cmpi uge, %[[INDEX]], %c98304_i32
  // CHECK:            %[[OFFSET:.+]] = arith.andi %[[INDEX]], %c4095_i32
  // CHECK-NEXT:       %[[POSITION:.+]] = arith.shli %{{.+}}, %c12_i32
  // CHECK-NEXT:       arith.ori %[[OFFSET]], %[[POSITION]]
  // CHECK:            memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:            memref.store %c0_i32, %[[SUMS]]
  // CHECK:            gpu.barrier
  // Ranks: of eight inputs of one bucket at once, or of each.
  // CHECK:            scf.if %{{.+}} -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  // CHECK:              memref.atomic_rmw addi %c8_i32, %[[SUMS]]
  // CHECK-COUNT-8:      memref.atomic_rmw addi %c1_i32, %[[SUMS]]
  // CHECK:            gpu.barrier
  // The scan: sums over 2, 4, 8, 16 and 32 buckets.
  // CHECK-COUNT-5:    gpu.barrier
  // CHECK:            %[[BEFORE:.+]] = memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
  // CHECK-NEXT:       memref.store %[[BEFORE]], %[[PREVIOUS_COUNTS]]
  // CHECK:            gpu.barrier
  // Whether a bucket has no room.
  // CHECK:            arith.cmpi ult, %{{.+}}, %c1344_i32
  // CHECK:            memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // The targets and both words of pairs pass through workgroup memory.
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK:            gpu.barrier
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK:            gpu.barrier
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[PAIRS]]
  // CHECK:            gpu.barrier
  // A workgroup for each bucket; a thread holds up to six pairs.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c24, {{.*}} threads({{.*}} = %c256,
  // A word for each element, and those behind them.
  // CHECK:        %[[MAP:.+]] = memref.alloc() : memref<4128xi32, #spirv.storage_class<Workgroup>>
  // CHECK:          scf.for
  // CHECK:          %[[LENGTH:.+]] = memref.load %[[WORDS]]
  // CHECK-NEXT:     arith.minui %[[LENGTH]], %c1344_i32
  // CHECK-COUNT-6:  memref.load %[[PAIRS]]
  // CHECK:          memref.store %c0_i32, %[[MAP]]
  // CHECK:          gpu.barrier
  // CHECK-COUNT-6:  memref.atomic_rmw maxu %{{.+}}, %[[MAP]]
  // CHECK:          gpu.barrier
  // CHECK-COUNT-6:  memref.load %[[MAP]]
  // CHECK:          gpu.barrier
  // Winners replace their positions by their values.
  // CHECK-COUNT-6:  memref.store %{{.+}}, %[[MAP]]
  // CHECK:          gpu.barrier
  // CHECK-COUNT-4:  memref.load %[[MAP]]
  // CHECK:          %[[VECTOR:.+]] = vector.from_elements
  // CHECK:          memref.store %[[VECTOR]], %{{.+}} : memref<24576xvector<4xi32>,
  // CHECK:          gpu.barrier
  // The fallback, if an input was missed.
  // CHECK:      gpu.launch
  // CHECK:        %[[STRAY:.+]] = memref.load %[[WORDS]][%c5]
  // CHECK-NEXT:   %[[IS_OUTSIDE:.+]] = arith.cmpi ne, %[[STRAY]], %c0_i32
  dml.unpool ins(%v, %i : memref<2x3x64x64xf32>, memref<2x3x64x64xi32>)
             outs(%d : memref<2x3x128x128xf32>)
  return
}

// -----

// 1040 fine buckets are more than one kernel fills: 32 in each of 33 coarse ones.
// CHECK-LABEL: func @coarse_buckets(
func.func @coarse_buckets(%v: memref<13x5x128x128xf16>, %i: memref<13x5x128x128xi32>,
    %d: memref<13x5x256x256xf16>) {
  // Counts of 33 and 1040 buckets, after 8 words.
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<1081xi32> to
  // 17 bits for the offset in a coarse bucket, 21 for the position, 16 for the value.
  // CHECK:      %[[COARSE:.+]] = dml.view_words %{{.+}} : memref<2707584xi32> to memref<1353792xvector<2xi32>,
  // CHECK:      %[[FINE:.+]] = dml.view_words %{{.+}} : memref<2795520xi32> to memref<1397760xvector<2xi32>,
  // The sample clears the fine buckets for inputs that stay in their planes, the
  // coarse ones for others.
  // CHECK:      gpu.launch
  // CHECK:        %[[IS_ACROSS:.+]] = memref.load %{{.+}}[%c0] : memref<1xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[IS_OWN:.+]] = arith.cmpi eq, %[[IS_ACROSS]], %c0_i32
  // CHECK:        scf.if %[[IS_OWN]] {
  // CHECK:          scf.for %{{.+}} to %c1040_i32
  // CHECK:        %[[IS_OTHER:.+]] = arith.cmpi eq, %[[IS_ACROSS]], %c1_i32
  // CHECK:        scf.if %[[IS_OTHER]] {
  // CHECK:          scf.for %{{.+}} to %c33_i32
  // Inputs in their planes: a chunk of inputs has the 16 buckets of one plane.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<16xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[WORD:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   arith.cmpi eq, %[[WORD]], %c0_i32
  // CHECK:        arith.cmpi ult, %{{.+}}, %c16_i32
  // CHECK:        memref.store %{{.+}}, %[[FINE]]
  // Across planes: into the coarse buckets.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<33xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[WORD:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   arith.cmpi eq, %[[WORD]], %c1_i32
  // CHECK:        memref.store %{{.+}}, %[[COARSE]]
  // And from each coarse bucket into its fine ones.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<32xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[WORD:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   arith.cmpi eq, %[[WORD]], %c1_i32
  // CHECK-COUNT-8: memref.load %[[COARSE]]
  // CHECK:        memref.store %{{.+}}, %[[FINE]]
  // CHECK:      gpu.launch
  // CHECK:        memref.load %[[FINE]]
  dml.unpool ins(%v, %i : memref<13x5x128x128xf16>, memref<13x5x128x128xi32>)
             outs(%d : memref<13x5x256x256xf16>)
  return
}

// -----

// Values of 64 bits: buckets of half as many elements, with two words of workgroup
// memory for each.
// CHECK-LABEL: func @wide_values(
// CHECK:         dml.view_words %{{.+}} to memref<{{[0-9]+}}xvector<4xi32>,
// CHECK:         gpu.launch {{.*}} in (%{{.+}} = %c{{.+}}, {{.*}} threads({{.*}} = %c256,
// CHECK:           memref.alloc() : memref<4128xi32, #spirv.storage_class<Workgroup>>
func.func @wide_values(%v: memref<1x1x128x128xi64>, %i: memref<1x1x128x128xi32>,
    %d: memref<1x1x512x512xi64>) {
  dml.unpool ins(%v, %i : memref<1x1x128x128xi64>, memref<1x1x128x128xi32>)
             outs(%d : memref<1x1x512x512xi64>)
  return
}

// -----

// Seven quads of 64-bit values have 13 vectors: the last one is read again.
// CHECK-LABEL: func @half_a_quad(
// CHECK:         %[[V:.+]] = dml.view_words %arg0 : {{.*}} to memref<13xvector<4xi32>,
// CHECK:         arith.minui %{{.+}}, %c12_i32
func.func @half_a_quad(%v: memref<1x1x5x5xi64>, %i: memref<1x1x5x5xi32>,
    %d: memref<1x1x512x512xi64>) {
  dml.unpool ins(%v, %i : memref<1x1x5x5xi64>, memref<1x1x5x5xi32>)
             outs(%d : memref<1x1x512x512xi64>)
  return
}

// -----

// A result that ends within a vector has no buckets.
// CHECK-LABEL: func @odd_end(
// CHECK-NOT:     memref.alloc() : memref<4128xi32, #spirv.storage_class<Workgroup>>
func.func @odd_end(%v: memref<1x1x64x64xf32>, %i: memref<1x1x64x64xi32>,
    %d: memref<1x1x511x511xf32>) {
  dml.unpool ins(%v, %i : memref<1x1x64x64xf32>, memref<1x1x64x64xi32>)
             outs(%d : memref<1x1x511x511xf32>)
  return
}
