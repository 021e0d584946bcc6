// Inputs that point anywhere: kernels that sort them by place, into the lists of
// bins of the result, and one that writes the bins.

// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=49152' \
// RUN:   --canonicalize --cse | FileCheck %s
// Little memory and few threads: smaller bins.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=24 max-workgroup-memory=4096' \
// RUN:   | FileCheck %s --check-prefix=SMALL
// Every device binds four buffers to a kernel.
// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-pipeline='max-storage-buffers=4 max-workgroup-memory=49152' -o %t

// CHECK-LABEL: func @bins(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<2x3x64x64xf32>, %[[I:[a-z0-9]+]]: memref<2x3x64x64xi32>, %[[D:[a-z0-9]+]]: memref<2x3x128x128xf32>
// 384 bins in 24 buckets; 128 for a block of inputs that stay in their planes.
// SMALL-LABEL: func @bins(
// SMALL:         memref.alloc() : memref<416xi32>
// SMALL:         memref.alloc() : memref<128xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<192xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<16xi32, #spirv.storage_class<Workgroup>>
// SMALL:         memref.alloc() : memref<256xi32, #spirv.storage_class<Workgroup>>
func.func @bins(%v: memref<2x3x64x64xf32>, %i: memref<2x3x64x64xi32>,
    %d: memref<2x3x128x128xf32>) {
  // 24 bins of 4096 elements, whose lists' lengths follow the control words.
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<32xi32> to memref<32xi32,
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<6144xvector<4xi32>,
  // The lists are a quarter longer than inputs spread evenly need, and 64 entries:
  // 1344. An entry has 12 bits for the place, 15 for the position, 32 for the value.
  // CHECK:      %[[BUFFER:.+]] = memref.alloc() : memref<64512xi32>
  // CHECK-NEXT: %[[LISTS:.+]] = dml.view_words %[[BUFFER]] : {{.*}} to memref<32256xvector<2xi32>,
  // The sample, which also clears the lists. Windows that overlap on both sides
  // are sorted as well.
  // CHECK:      gpu.launch
  // CHECK:        memref.atomic_rmw ori
  // CHECK:        %[[SEEN:.+]] = memref.load
  // CHECK:        %[[HINT:.+]] = arith.ori %[[SEEN]], %{{.+}}
  // CHECK:        %[[BITS:.+]] = arith.andi %[[HINT]], %c4_i32
  // CHECK-NEXT:   %[[ANYWHERE:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK-NEXT:   scf.if %[[ANYWHERE]] {
  // CHECK-NEXT:     scf.for %{{.+}} to %c24_i32 step %c256_i32
  // CHECK:            memref.store %c0_i32, %[[WORDS]]
  // CHECK:      %[[VECTORS:.+]] = dml.view_words %[[D]] : {{.*}} to memref<24576xvector<4xi32>,
  // CHECK:      gpu.launch
  // Blocks of 2048 inputs.
  // CHECK:      %[[V_QUADS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<6144xvector<4xi32>,
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c12, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[SUMS:.+]] = memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[OTHER_SUMS:.+]] = memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[BEFORES:.+]] = memref.alloc() : memref<24xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[SORTED:.+]] = memref.alloc() : memref<2048xi32, #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   %[[BITS:.+]] = arith.andi %[[HINT]], %c4_i32
  // CHECK-NEXT:   %[[ANYWHERE:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK-NEXT:   scf.if %[[ANYWHERE]] {
  // CHECK-NEXT:     scf.for
  // CHECK:            memref.load %[[I_QUADS]]
  // CHECK:            memref.load %[[V_QUADS]]
  // CHECK:            %[[BIN:.+]] = arith.shrui %[[INDEX:.+]], %c12_i32
  // CHECK-NEXT:       %[[IS_STRAY:.+]] = arith.cmpi uge, %[[INDEX]], %c98304_i32
  // CHECK:            %[[PLACE:.+]] = arith.andi %[[INDEX]], %c4095_i32
  // CHECK-NEXT:       %[[POSITION:.+]] = arith.shli %{{.+}}, %c12_i32
  // CHECK-NEXT:       arith.ori %[[PLACE]], %[[POSITION]]
  // CHECK:            memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:            memref.store %c0_i32, %[[SUMS]]
  // CHECK:            gpu.barrier
  // Ranks: of eight inputs of one bin at once, or of each.
  // CHECK:            scf.if %{{.+}} -> (i32, i32, i32, i32, i32, i32, i32, i32) {
  // CHECK:              memref.atomic_rmw addi %c8_i32, %[[SUMS]]
  // CHECK-COUNT-8:      memref.atomic_rmw addi %c1_i32, %[[SUMS]]
  // CHECK:            gpu.barrier
  // Sums over 2, 4, 8, 16 and 32 bins.
  // CHECK-COUNT-5:    gpu.barrier
  // CHECK:            %[[BEFORE:.+]] = memref.atomic_rmw addi %{{.+}}, %[[WORDS]]
  // CHECK-NEXT:       memref.store %[[BEFORE]], %[[BEFORES]]
  // CHECK:            gpu.barrier
  // Whether a list is too short.
  // CHECK:            arith.cmpi ult, %{{.+}}, %c1344_i32
  // CHECK:            memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // The targets and both words of entries pass through the memory.
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK:            gpu.barrier
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK:            gpu.barrier
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[SORTED]]
  // CHECK-COUNT-8:    memref.load %[[SORTED]]
  // CHECK-COUNT-8:    memref.store %{{.+}}, %[[LISTS]]
  // CHECK:            gpu.barrier
  // A workgroup for each bin; a thread holds up to six entries.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c24, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[MAP:.+]] = memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
  // CHECK:          scf.for
  // CHECK:          %[[LENGTH:.+]] = memref.load %[[WORDS]]
  // CHECK-NEXT:     arith.minui %[[LENGTH]], %c1344_i32
  // CHECK-COUNT-6:  memref.load %[[LISTS]]
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
  // CHECK:          memref.store %[[VECTOR]], %[[VECTORS]]
  // CHECK:          gpu.barrier
  // The general path if something went astray.
  // CHECK:      gpu.launch
  // CHECK:        %[[STRAY:.+]] = memref.load %[[WORDS]][%c5]
  // CHECK-NEXT:   %[[IS_STRAY:.+]] = arith.cmpi ne, %[[STRAY]], %c0_i32
  dml.unpool ins(%v, %i : memref<2x3x64x64xf32>, memref<2x3x64x64xi32>)
             outs(%d : memref<2x3x128x128xf32>)
  return
}

// -----

// 1040 bins are more than one kernel distributes to: 32 in each of 33 buckets.
// CHECK-LABEL: func @buckets(
func.func @buckets(%v: memref<13x5x128x128xf16>, %i: memref<13x5x128x128xi32>,
    %d: memref<13x5x256x256xf16>) {
  // Lengths of 33 and 1040 lists, behind 8 words.
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<1081xi32> to
  // 17 bits for the place in a bucket, 21 for the position, 16 for the value.
  // CHECK:      %[[BUCKETS:.+]] = dml.view_words %{{.+}} : memref<2707584xi32> to memref<1353792xvector<2xi32>,
  // CHECK:      %[[BINS:.+]] = dml.view_words %{{.+}} : memref<2795520xi32> to memref<1397760xvector<2xi32>,
  // The sample clears the buckets' lists, or the bins' for inputs that stay in
  // their planes.
  // CHECK:      gpu.launch
  // CHECK:        %[[BITS:.+]] = arith.andi %{{.+}}, %c12_i32
  // CHECK:        %[[IS_OTHER:.+]] = arith.cmpi eq, %[[BITS]], %c12_i32
  // CHECK:        scf.if %[[IS_OTHER]] {
  // CHECK:          scf.for %{{.+}} to %c33_i32
  // CHECK:        %[[IS_OWN:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK:        scf.if %[[IS_OWN]] {
  // CHECK:          scf.for %{{.+}} to %c1040_i32
  // CHECK:      gpu.launch
  // In their planes: a block of inputs has the 16 bins of one plane.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<16xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[BITS:.+]] = arith.andi %{{.+}}, %c12_i32
  // CHECK-NEXT:   arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK:        arith.cmpi ult, %{{.+}}, %c16_i32
  // CHECK:        memref.store %{{.+}}, %[[BINS]]
  // Anywhere: to the buckets.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<33xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[BITS:.+]] = arith.andi %{{.+}}, %c12_i32
  // CHECK-NEXT:   arith.cmpi eq, %[[BITS]], %c12_i32
  // CHECK:        memref.store %{{.+}}, %[[BUCKETS]]
  // And from each bucket to its bins.
  // CHECK:      gpu.launch
  // CHECK:        memref.alloc() : memref<32xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[BITS:.+]] = arith.andi %{{.+}}, %c12_i32
  // CHECK-NEXT:   arith.cmpi eq, %[[BITS]], %c12_i32
  // CHECK-COUNT-8: memref.load %[[BUCKETS]]
  // CHECK:        memref.store %{{.+}}, %[[BINS]]
  // CHECK:      gpu.launch
  // CHECK:        %[[BITS:.+]] = arith.andi %{{.+}}, %c4_i32
  // CHECK-NEXT:   arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK:        memref.load %[[BINS]]
  dml.unpool ins(%v, %i : memref<13x5x128x128xf16>, memref<13x5x128x128xi32>)
             outs(%d : memref<13x5x256x256xf16>)
  return
}

// -----

// Values of 64 bits: bins of half as many elements, whose maps have two words
// for each.
// CHECK-LABEL: func @wide_values(
// CHECK:         dml.view_words %{{.+}} to memref<{{[0-9]+}}xvector<4xi32>,
// CHECK:         gpu.launch {{.*}} in (%{{.+}} = %c8, {{.*}} threads({{.*}} = %c256,
// CHECK:           memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
func.func @wide_values(%v: memref<1x1x64x64xi64>, %i: memref<1x1x64x64xi32>,
    %d: memref<1x1x128x128xi64>) {
  dml.unpool ins(%v, %i : memref<1x1x64x64xi64>, memref<1x1x64x64xi32>)
             outs(%d : memref<1x1x128x128xi64>)
  return
}

// -----

// Seven quads of 64-bit values have 13 vectors: the last one is read again.
// CHECK-LABEL: func @half_a_quad(
// CHECK:         %[[V:.+]] = dml.view_words %arg0 : {{.*}} to memref<13xvector<4xi32>,
// CHECK:         arith.minui %{{.+}}, %c12_i32
func.func @half_a_quad(%v: memref<1x1x5x5xi64>, %i: memref<1x1x5x5xi32>,
    %d: memref<1x1x10x10xi64>) {
  dml.unpool ins(%v, %i : memref<1x1x5x5xi64>, memref<1x1x5x5xi32>)
             outs(%d : memref<1x1x10x10xi64>)
  return
}

// -----

// A result that ends within a vector has no bins.
// CHECK-LABEL: func @odd_end(
// CHECK-NOT:     memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
func.func @odd_end(%v: memref<1x1x64x64xf32>, %i: memref<1x1x64x64xi32>,
    %d: memref<1x1x127x127xf32>) {
  dml.unpool ins(%v, %i : memref<1x1x64x64xf32>, memref<1x1x64x64xi32>)
             outs(%d : memref<1x1x127x127xf32>)
  return
}
