// RUN: dml-opt %s --dml-gpu-lower-unpool --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not='dml.unpool '
// A map of 4 + 16 words at most: 25 elements take two.
// RUN: dml-opt %s --dml-gpu-lower-unpool=max-buffer-bytes=80 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=CHUNKS
// RUN: not dml-opt %s --dml-gpu-lower-unpool='workgroup-size=2 max-workgroups=1' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GRID
// GRID: 'dml.unpool' op has more indices than 1x1 workgroups of 2 threads

// CHECK-LABEL: func @indices_of_32_bits(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x1x2x2xf32>, %[[I4:[a-z0-9]+]]: memref<1x1x2x2xi32>, %[[D4:[a-z0-9]+]]: memref<1x1x5x5xf32>
func.func @indices_of_32_bits(%v: memref<1x1x2x2xf32>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x5x5xf32>) {
  // CHECK-DAG:  %[[V:.+]] = memref.collapse_shape %[[V4]] {{.*}} into memref<4xf32>
  // CHECK-DAG:  %[[D:.+]] = memref.collapse_shape %[[D4]] {{.*}} into memref<25xf32>
  // CHECK-DAG:  %[[I:.+]] = dml.view_words %[[I4]] : memref<1x1x2x2xi32> to memref<4xi32, #spirv.storage_class<StorageBuffer>>
  // The report's four words, and one for each element.
  // CHECK:      %[[MAP:.+]] = memref.alloc() : memref<29xi32>
  // CHECK-NEXT: linalg.fill ins(%c0_i32 : i32) outs(%[[MAP]] : memref<29xi32>)
  // CHECK-NEXT: %[[WORDS:.+]] = dml.view_words %[[MAP]] : memref<29xi32> to memref<32xi32, #spirv.storage_class<StorageBuffer>>
  // CHECK-NEXT: gpu.launch {{.*}} threads(%[[X:.+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        %[[BELOW:.+]] = arith.cmpi ult, %[[X]], %c4
  // CHECK-NEXT:   scf.if %[[BELOW]] {
  // CHECK-NEXT:     %[[POSITION:.+]] = arith.index_cast %[[X]]
  // CHECK-NEXT:     %[[AT:.+]] = arith.index_castui %[[POSITION]]
  // CHECK-NEXT:     %[[INDEX:.+]] = memref.load %[[I]][%[[AT]]]
  // CHECK-NEXT:     %[[IS_INSIDE:.+]] = arith.cmpi ult, %[[INDEX]], %c25_i32
  // CHECK-NEXT:     %[[IS_OUTSIDE:.+]] = arith.cmpi uge, %[[INDEX]], %c25_i32
  // The position plus 1, so that the last input wins (U4) and zero is no input.
  // CHECK-NEXT:     scf.if %[[IS_INSIDE]] {
  // CHECK-NEXT:       %[[ENTRY:.+]] = arith.addi %[[INDEX]], %c4_i32
  // CHECK-NEXT:       %[[WINNER:.+]] = arith.addi %[[POSITION]], %c1_i32
  // CHECK-NEXT:       %[[ENTRY_AT:.+]] = arith.index_castui %[[ENTRY]]
  // CHECK-NEXT:       memref.atomic_rmw maxu %[[WINNER]], %[[WORDS]][%[[ENTRY_AT]]]
  // CHECK-NEXT:     }
  // The first position has the largest complement (U3).
  // CHECK-NEXT:     scf.if %[[IS_OUTSIDE]] {
  // CHECK-NEXT:       memref.atomic_rmw addi %c1_i32, %[[WORDS]][%c0]
  // CHECK-NEXT:       %[[COMPLEMENT:.+]] = arith.xori %[[POSITION]], %c-1_i32
  // CHECK-NEXT:       memref.atomic_rmw maxu %[[COMPLEMENT]], %[[WORDS]][%c1]
  // One thread looks up the index there.
  // CHECK:      gpu.launch {{.*}} threads(%[[X:.+]], %{{.+}}, %{{.+}}) in
  // CHECK:        arith.cmpi ult, %[[X]], %c1
  // CHECK:          %[[COUNT:.+]] = memref.load %[[WORDS]][%c0]
  // CHECK-NEXT:     %[[ANY:.+]] = arith.cmpi ne, %[[COUNT]], %c0_i32
  // CHECK-NEXT:     scf.if %[[ANY]] {
  // CHECK-NEXT:       %[[COMPLEMENT:.+]] = memref.load %[[WORDS]][%c1]
  // CHECK-NEXT:       %[[FIRST:.+]] = arith.xori %[[COMPLEMENT]], %c-1_i32
  // CHECK-NEXT:       %[[FIRST_AT:.+]] = arith.index_castui %[[FIRST]]
  // CHECK-NEXT:       %[[INDEX:.+]] = memref.load %[[I]][%[[FIRST_AT]]]
  // CHECK-NEXT:       memref.store %[[INDEX]], %[[WORDS]][%c2]
  // CHECK-NEXT:     }
  // CHECK:      dml.report_indices %[[MAP]][0], bound = 25 : memref<29xi32>
  // Every element: its winner's value or zero (U2).
  // CHECK-NEXT: %[[ENTRIES:.+]] = memref.subview %[[MAP]][4] [25] [1]
  // CHECK-NEXT: linalg.generic {{.*}} ins(%[[ENTRIES]] : {{.*}}) outs(%[[D]] : memref<25xf32>)
  // CHECK-NEXT: ^bb0(%[[WINNER:.+]]: i32, %{{.+}}: f32):
  // CHECK-NEXT:   %[[ANY:.+]] = arith.cmpi ne, %[[WINNER]], %c0_i32
  // CHECK-NEXT:   %[[E:.+]] = scf.if %[[ANY]] -> (f32) {
  // CHECK-NEXT:     %[[POSITION:.+]] = arith.subi %[[WINNER]], %c1_i32
  // CHECK-NEXT:     %[[AT:.+]] = arith.index_castui %[[POSITION]]
  // CHECK-NEXT:     %[[VALUE:.+]] = memref.load %[[V]][%[[AT]]]
  // CHECK-NEXT:     scf.yield %[[VALUE]]
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %cst
  // CHECK:        linalg.yield %[[E]]

  // CHUNKS-LABEL: func @indices_of_32_bits(
  // CHUNKS:       %[[MAP:.+]] = memref.alloc() : memref<20xi32>
  // CHUNKS:       gpu.launch
  // CHUNKS:         arith.cmpi ult, %{{.+}}, %c16_i32
  // An index is out of range where it is in no chunk, which the first one finds.
  // CHUNKS:         arith.cmpi uge, %{{.+}}, %c25_i32
  // CHUNKS:       gpu.launch
  // CHUNKS:       dml.report_indices %[[MAP]][0], bound = 25
  // CHUNKS:       %[[PART:.+]] = memref.subview %{{.+}}[0] [16] [1] : memref<25xf32>
  // CHUNKS:       linalg.generic {{.*}} outs(%[[PART]] :
  // CHUNKS:       %[[OTHER:.+]] = memref.alloc() : memref<13xi32>
  // CHUNKS:       linalg.fill ins(%c0_i32 : i32) outs(%[[OTHER]] :
  // CHUNKS:       %[[WORDS:.+]] = dml.view_words %[[OTHER]]
  // CHUNKS:       gpu.launch
  // CHUNKS:         %[[MOVED:.+]] = arith.subi %[[INDEX:.+]], %c16_i32
  // CHUNKS-NEXT:    %[[INSIDE:.+]] = arith.cmpi ult, %[[MOVED]], %c9_i32
  // CHUNKS-NEXT:    scf.if %[[INSIDE]] {
  // CHUNKS-NEXT:      %[[ENTRY:.+]] = arith.addi %[[INDEX]], %c-12_i32
  // CHUNKS:           memref.atomic_rmw maxu %{{.+}}, %[[WORDS]]
  // CHUNKS-NOT:     memref.atomic_rmw
  // CHUNKS-NOT:   dml.report_indices
  // CHUNKS:       %[[PART:.+]] = memref.subview %{{.+}}[16] [9] [1] : memref<25xf32>
  // CHUNKS:       linalg.generic {{.*}} outs(%[[PART]] :
  // CHUNKS:       return
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x5x5xf32>)
  return
}

// The high words count as well: 2^32 + k is out of range (U3).
// CHECK-LABEL: func @indices_of_64_bits(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<1x1x2x2xi8>, %[[I4:[a-z0-9]+]]: memref<1x1x2x2xi64>
func.func @indices_of_64_bits(%v: memref<1x1x2x2xi8>, %i: memref<1x1x2x2xi64>,
    %d: memref<1x1x3x3xi8>) {
  // CHECK:      %[[I:.+]] = dml.view_words %[[I4]] : memref<1x1x2x2xi64> to memref<8xi32,
  // CHECK:      %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<13xi32> to memref<16xi32,
  // CHECK:      gpu.launch
  // CHECK:          %[[AT:.+]] = arith.muli %[[POSITION:.+]], %c2_i32
  // CHECK-NEXT:     %[[LOW_AT:.+]] = arith.index_castui %[[AT]]
  // CHECK-NEXT:     %[[LOW:.+]] = memref.load %[[I]][%[[LOW_AT]]]
  // CHECK-NEXT:     %[[LOW_IN:.+]] = arith.cmpi ult, %[[LOW]], %c9_i32
  // CHECK-NEXT:     %[[LOW_OUT:.+]] = arith.cmpi uge, %[[LOW]], %c9_i32
  // CHECK-NEXT:     %[[NEXT:.+]] = arith.addi %[[AT]], %c1_i32
  // CHECK-NEXT:     %[[HIGH_AT:.+]] = arith.index_castui %[[NEXT]]
  // CHECK-NEXT:     %[[HIGH:.+]] = memref.load %[[I]][%[[HIGH_AT]]]
  // CHECK-NEXT:     %[[HIGH_IN:.+]] = arith.cmpi eq, %[[HIGH]], %c0_i32
  // CHECK-NEXT:     %[[HIGH_OUT:.+]] = arith.cmpi ne, %[[HIGH]], %c0_i32
  // CHECK-NEXT:     %[[INSIDE:.+]] = arith.andi %[[LOW_IN]], %[[HIGH_IN]]
  // CHECK-NEXT:     %[[OUTSIDE:.+]] = arith.ori %[[LOW_OUT]], %[[HIGH_OUT]]
  // CHECK-NEXT:     scf.if %[[INSIDE]] {
  // CHECK:          scf.if %[[OUTSIDE]] {
  // Both words are reported.
  // CHECK:      gpu.launch
  // CHECK:            memref.store %{{.+}}, %[[WORDS]][%c2]
  // CHECK:            memref.store %{{.+}}, %[[WORDS]][%c3]
  // CHECK:      dml.report_indices %{{.+}}[0], bound = 9
  dml.unpool ins(%v, %i : memref<1x1x2x2xi8>, memref<1x1x2x2xi64>)
             outs(%d : memref<1x1x3x3xi8>)
  return
}
