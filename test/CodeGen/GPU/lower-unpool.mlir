// Results of which the device's cache holds a winner map, but no workgroup's
// memory: the map alone.

// RUN: dml-opt %s --dml-gpu-lower-unpool=max-workgroup-memory=32 --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not='dml.unpool '
// A map of 4 + 16 words at most: 25 elements take two.
// RUN: dml-opt %s --dml-gpu-lower-unpool='max-workgroup-memory=32 max-buffer-bytes=80' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PIECES
// RUN: not dml-opt %s --dml-gpu-lower-unpool='max-workgroup-memory=32 workgroup-size=2 max-workgroups=1' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=GRID
// GRID: 'dml.unpool' op needs more than 1x1 workgroups of 2 threads

// CHECK-LABEL: func @indices_of_32_bits(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x2x1x2xf32>, %[[I4:[a-z0-9]+]]: memref<1x2x1x2xi32>, %[[D4:[a-z0-9]+]]: memref<1x1x5x5xf32>
func.func @indices_of_32_bits(%v: memref<1x2x1x2xf32>,
    %i: memref<1x2x1x2xi32>, %d: memref<1x1x5x5xf32>) {
  // CHECK:      %[[CONTROL:.+]] = memref.alloc() : memref<8xi32>
  // CHECK-DAG:  %[[I:.+]] = dml.view_words %[[I4]] : memref<1x2x1x2xi32> to memref<4xi32,
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I4]] : memref<1x2x1x2xi32> to memref<1xvector<4xi32>,
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %[[CONTROL]] : memref<8xi32> to memref<8xi32,
  // The first kernel: zeros.
  // CHECK:      gpu.launch
  // CHECK:        memref.store %c0_i32, %[[WORDS]][%c3]
  // CHECK-NEXT:   memref.store %c0_i32, %[[WORDS]][%c4]
  // CHECK-NEXT:   memref.store %c0_i32, %[[WORDS]][%c5]
  // CHECK-DAG:  %[[V:.+]] = memref.collapse_shape %[[V4]] {{.*}} into memref<4xf32>
  // CHECK-DAG:  %[[D:.+]] = memref.collapse_shape %[[D4]] {{.*}} into memref<25xf32>
  // Four words that say whether the map is used, and one for each element.
  // CHECK:      %[[MAP:.+]] = memref.alloc() : memref<29xi32>
  // CHECK-NEXT: %[[VECTORS:.+]] = dml.view_words %[[MAP]] : memref<29xi32> to memref<8xvector<4xi32>,
  // CHECK-NEXT: gpu.launch {{.*}} threads(%[[X:.+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK-NEXT:   %[[THREAD:.+]] = arith.index_cast %[[X]]
  // CHECK:          memref.store %[[USED:.+]], %[[VECTORS]][%c0]
  // CHECK:        scf.for %[[AT:.+]] = %[[THREAD]] to %c8_i32 step %c128_i32 : i32 {
  // CHECK:            memref.store %[[ZEROS:.+]], %[[VECTORS]]
  // CHECK:      %[[MAP_WORDS:.+]] = dml.view_words %[[MAP]] : memref<29xi32> to memref<32xi32,
  // CHECK-NEXT: gpu.launch
  // CHECK:        %[[USED:.+]] = memref.load %[[MAP_WORDS]][%c0]
  // CHECK-NEXT:   %[[IS_USED:.+]] = arith.cmpi ne, %[[USED]], %c0_i32
  // CHECK-NEXT:   scf.if %[[IS_USED]] {
  // CHECK-NEXT:     scf.for %[[QUAD:.+]] = %{{.+}} to %c1_i32 step %c128_i32 : i32 {
  // Four indices at once.
  // CHECK:            %[[INDICES:.+]] = memref.load %[[I_QUADS]]
  // CHECK-NEXT:       %[[INDEX:.+]] = vector.extract %[[INDICES]][0]
  // CHECK:            %[[POSITION:.+]] = arith.muli %[[QUAD]], %c4_i32
  // CHECK-NEXT:       %[[IS_INSIDE:.+]] = arith.cmpi ult, %[[INDEX]], %c25_i32
  // The position plus 1, so that the last input wins (U4) and zero is no input.
  // CHECK-NEXT:       scf.if %[[IS_INSIDE]] {
  // CHECK-NEXT:         %[[WINNER:.+]] = arith.addi %[[POSITION]], %c1_i32
  // CHECK-NEXT:         %[[MAP_WORD:.+]] = arith.addi %[[INDEX]], %c4_i32
  // CHECK-NEXT:         %[[MAP_WORD_AT:.+]] = arith.index_castui %[[MAP_WORD]]
  // CHECK-NEXT:         memref.atomic_rmw maxu %[[WINNER]], %[[MAP_WORDS]][%[[MAP_WORD_AT]]]
  // CHECK-NEXT:       }
  // The first position has the largest complement (U3).
  // CHECK-NEXT:       %[[IS_OUTSIDE:.+]] = arith.cmpi uge, %[[INDEX]], %c25_i32
  // CHECK-NEXT:       scf.if %[[IS_OUTSIDE]] {
  // CHECK-NEXT:         memref.atomic_rmw addi %c1_i32, %[[WORDS]][%c0]
  // CHECK-NEXT:         %[[COMPLEMENT:.+]] = arith.subi %c-1_i32, %[[POSITION]]
  // CHECK-NEXT:         memref.atomic_rmw maxu %[[COMPLEMENT]], %[[WORDS]][%c1]
  // One thread loads the index there.
  // CHECK:      gpu.launch {{.*}} threads(%[[X:.+]], %{{.+}}, %{{.+}}) in
  // CHECK:        arith.cmpi ult, %[[X]], %c1
  // CHECK:          %[[COUNT:.+]] = memref.load %[[WORDS]][%c0]
  // CHECK-NEXT:     %[[ANY:.+]] = arith.cmpi ne, %[[COUNT]], %c0_i32
  // CHECK-NEXT:     scf.if %[[ANY]] {
  // CHECK-NEXT:       %[[COMPLEMENT:.+]] = memref.load %[[WORDS]][%c1]
  // CHECK-NEXT:       %[[FIRST:.+]] = arith.subi %c-1_i32, %[[COMPLEMENT]]
  // CHECK-NEXT:       %[[FIRST_AT:.+]] = arith.index_castui %[[FIRST]]
  // CHECK-NEXT:       %[[INDEX:.+]] = memref.load %[[I]][%[[FIRST_AT]]]
  // CHECK-NEXT:       memref.store %[[INDEX]], %[[WORDS]][%c2]
  // CHECK-NEXT:     }
  // Every element: its winner's value or zero (U2).
  // CHECK:      %[[WINNERS:.+]] = memref.subview %[[MAP]][4] [25] [1]
  // CHECK-NEXT: gpu.launch
  // CHECK:        memref.load %[[MAP_WORDS]][%c0]
  // CHECK:          scf.for %{{.+}} to %c7_i32
  // CHECK:            %[[WINNER:.+]] = memref.load %[[WINNERS]]
  // CHECK-NEXT:       %[[ANY:.+]] = arith.cmpi ne, %[[WINNER]], %c0_i32
  // CHECK-NEXT:       %[[E:.+]] = scf.if %[[ANY]] -> (f32) {
  // CHECK-NEXT:         %[[POSITION:.+]] = arith.subi %[[WINNER]], %c1_i32
  // CHECK-NEXT:         %[[AT:.+]] = arith.index_castui %[[POSITION]]
  // CHECK-NEXT:         %[[VALUE:.+]] = memref.load %[[V]][%[[AT]]]
  // CHECK-NEXT:         scf.yield %[[VALUE]]
  // CHECK-NEXT:       } else {
  // CHECK-NEXT:         scf.yield %cst
  // CHECK:            %[[VECTOR:.+]] = vector.from_elements %[[E]],
  // CHECK-NEXT:       vector.store %[[VECTOR]], %[[D]]
  // CHECK:      dml.report_indices %[[CONTROL]][0], bound = 25 : memref<8xi32>

  // PIECES-LABEL: func @indices_of_32_bits(
  // PIECES:       %[[CONTROL:.+]] = memref.alloc() : memref<8xi32>
  // PIECES:       %[[MAP:.+]] = memref.alloc() : memref<20xi32>
  // PIECES:       gpu.launch
  // PIECES:       gpu.launch
  // PIECES:         arith.cmpi ult, %{{.+}}, %c16_i32
  // An index is out of range where it is in no piece, which the first one finds.
  // PIECES:         arith.cmpi uge, %{{.+}}, %c25_i32
  // PIECES:       gpu.launch
  // PIECES:       %[[PART:.+]] = memref.subview %{{.+}}[0] [16] [1] : memref<25xf32>
  // PIECES:       gpu.launch
  // PIECES:         vector.store %{{.+}}, %[[PART]]
  // PIECES:       %[[OTHER:.+]] = memref.alloc() : memref<13xi32>
  // PIECES:       gpu.launch
  // PIECES:       %[[WORDS:.+]] = dml.view_words %[[OTHER]] : memref<13xi32> to memref<16xi32,
  // PIECES:       gpu.launch
  // PIECES:         %[[MOVED:.+]] = arith.subi %[[INDEX:.+]], %c16_i32
  // PIECES-NEXT:    %[[INSIDE:.+]] = arith.cmpi ult, %[[MOVED]], %c9_i32
  // PIECES-NEXT:    scf.if %[[INSIDE]] {
  // PIECES:           %[[MAP_WORD:.+]] = arith.addi %[[INDEX]], %c-12_i32
  // PIECES:           memref.atomic_rmw maxu %{{.+}}, %[[WORDS]]
  // PIECES-NOT:     memref.atomic_rmw addi
  // PIECES:       %[[PART:.+]] = memref.subview %{{.+}}[16] [9] [1] : memref<25xf32>
  // PIECES:       gpu.launch
  // PIECES:         vector.store %{{.+}}, %[[PART]]
  // PIECES:       dml.report_indices %[[CONTROL]][0], bound = 25
  // PIECES:       return
  dml.unpool ins(%v, %i : memref<1x2x1x2xf32>, memref<1x2x1x2xi32>)
             outs(%d : memref<1x1x5x5xf32>)
  return
}

// The high words count as well: 2^32 + k is out of range (U3).
// CHECK-LABEL: func @indices_of_64_bits(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<1x2x1x3xi8>, %[[I4:[a-z0-9]+]]: memref<1x2x1x3xi64>
func.func @indices_of_64_bits(%v: memref<1x2x1x3xi8>, %i: memref<1x2x1x3xi64>,
    %d: memref<1x1x3x3xi8>) {
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<8xi32> to memref<8xi32,
  // CHECK-DAG:  %[[I:.+]] = dml.view_words %[[I4]] : memref<1x2x1x3xi64> to memref<3xvector<4xi32>,
  // CHECK:      gpu.launch
  // CHECK:      gpu.launch
  // CHECK:          scf.for %[[QUAD:.+]] = %{{.+}} to %c2_i32
  // CHECK:            %[[A:.+]] = memref.load %[[I]]
  // CHECK:            %[[B:.+]] = memref.load %[[I]]
  // CHECK-NEXT:       %[[LOW:.+]] = vector.extract %[[B]][0]
  // CHECK-NEXT:       %[[HIGH:.+]] = vector.extract %[[B]][1]
  // CHECK:            %[[LOW_IN:.+]] = arith.cmpi ult, %[[LOW]], %c9_i32
  // CHECK-NEXT:       %[[HIGH_IN:.+]] = arith.cmpi eq, %[[HIGH]], %c0_i32
  // CHECK-NEXT:       %[[IN:.+]] = arith.andi %[[LOW_IN]], %[[HIGH_IN]]
  // Six inputs are a quad and a half.
  // CHECK-NEXT:       %[[IS_INPUT:.+]] = arith.cmpi ne, %[[QUAD]], %c1_i32
  // CHECK-NEXT:       %[[INSIDE:.+]] = arith.andi %[[IN]], %[[IS_INPUT]]
  // CHECK-NEXT:       scf.if %[[INSIDE]] {
  // CHECK:            %[[LOW_OUT:.+]] = arith.cmpi uge, %[[LOW]], %c9_i32
  // CHECK-NEXT:       %[[HIGH_OUT:.+]] = arith.cmpi ne, %[[HIGH]], %c0_i32
  // CHECK-NEXT:       %[[OUT:.+]] = arith.ori %[[LOW_OUT]], %[[HIGH_OUT]]
  // CHECK-NEXT:       %[[OUTSIDE:.+]] = arith.andi %[[OUT]], %[[IS_INPUT]]
  // CHECK-NEXT:       scf.if %[[OUTSIDE]] {
  // Both words are reported.
  // CHECK:      gpu.launch
  // CHECK:            memref.store %{{.+}}, %[[WORDS]][%c2]
  // CHECK:            memref.store %{{.+}}, %[[WORDS]][%c3]
  // CHECK:      dml.report_indices %{{.+}}[0], bound = 9
  dml.unpool ins(%v, %i : memref<1x2x1x3xi8>, memref<1x2x1x3xi64>)
             outs(%d : memref<1x1x3x3xi8>)
  return
}

// Under conditions: a branch, and words that say first that no index is out of
// range.
// CHECK-LABEL: func @conditional(
// CHECK-SAME:    %[[C:[a-z0-9]+]]: memref<i32>, %[[C2:[a-z0-9]+]]: memref<i32>
// CHECK:         %[[CONTROL:.+]] = memref.alloc() : memref<8xi32>
// CHECK-NOT:     gpu.launch
// CHECK-COUNT-4: dml.initialize %[[CONTROL]][{{[0-3]}}] = 0
// CHECK:         %[[FLAG:.+]] = memref.load %[[C]][]
// CHECK:         %[[IS_SET:.+]] = arith.cmpi ne, %[[FLAG]], %c0_i32
// CHECK:         %[[FLAG_2:.+]] = memref.load %[[C2]][]
// CHECK:         %[[IS_SET_2:.+]] = arith.cmpi ne, %[[FLAG_2]], %c0_i32
// CHECK:         %[[WANTED:.+]] = arith.ori %[[IS_SET]], %[[IS_SET_2]]
// CHECK:         scf.if %[[WANTED]] {
// CHECK-COUNT-5:   gpu.launch
// CHECK:         dml.report_indices %[[CONTROL]][0], bound = 9 : memref<8xi32>
func.func @conditional(%c: memref<i32>, %c2: memref<i32>, %v: memref<1x1x2x2xf32>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>)
             if(%c, %c2 : memref<i32>, memref<i32>) outs(%d : memref<1x1x3x3xf32>)
  return
}
