// Where cells of the result make vectors: threads compare indices with the
// positions of their elements, without a map. There is too little memory for
// buckets.

// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=1000' \
// RUN:   --canonicalize --cse | FileCheck %s --implicit-check-not=gpu.barrier

// CHECK-LABEL: func @two_by_two(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<2x3x16x256xf32>, %[[I:[a-z0-9]+]]: memref<2x3x16x256xi32>, %[[D:[a-z0-9]+]]: memref<2x3x32x512xf32>
func.func @two_by_two(%v: memref<2x3x16x256xf32>, %i: memref<2x3x16x256xi32>,
    %d: memref<2x3x32x512xf32>) {
  // CHECK-DAG:  %[[ZEROS:.+]] = arith.constant dense<0> : vector<4xi32>
  // CHECK-DAG:  %[[OFFSETS:.+]] = arith.constant dense<[0, 1, 2, 3]>
  // CHECK-DAG:  %[[PLACES_BELOW:.+]] = arith.constant dense<[512, 513, 514, 515]>
  // CHECK-DAG:  %[[SIZE:.+]] = arith.constant dense<16384> : vector<2xi32>
  // CHECK-DAG:  %[[FOUR:.+]] = arith.constant dense<4> : vector<2xi32>
  // CHECK-DAG:  %[[SIX:.+]] = arith.constant dense<6> : vector<2xi32>
  // The sample.
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<8xi32> to memref<8xi32,
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c1, %{{.+}} = %c1, %{{.+}} = %c1) threads({{.*}} = %c256,
  // CHECK:        gpu.barrier
  // CHECK:        gpu.barrier
  // CHECK:          memref.store %{{.+}}, %[[WORDS]][%c4]
  // The inputs of a vector's cells are pairs.
  // CHECK-DAG:  %[[I_PAIRS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<12288xvector<2xi32>,
  // CHECK-DAG:  %[[V_PAIRS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<12288xvector<2xi32>,
  // CHECK-DAG:  %[[VECTORS:.+]] = dml.view_words %[[D]] : {{.*}} to memref<24576xvector<4xi32>,
  // 96 rows of cells of 128 vectors each, 512 for a workgroup.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c24, {{.*}} threads({{.*}} = %c256,
  // CHECK:        %[[HINT:.+]] = memref.load %[[WORDS]][%c4]
  // CHECK-NEXT:   %[[IS_NEAR:.+]] = arith.cmpi ult, %[[HINT]], %c4_i32
  // CHECK-NEXT:   scf.if %[[IS_NEAR]] {
  // Both pairs are loaded before one is used.
  // CHECK:          %[[PAIR:.+]] = memref.load %[[I_PAIRS]]
  // CHECK-NEXT:     %[[A:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:     %[[B:.+]] = vector.extract %[[PAIR]][1]
  // CHECK-NEXT:     %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:     %[[VALUE_A:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:     %[[VALUE_B:.+]] = vector.extract %[[PAIR]][1]
  // CHECK:          memref.load %[[I_PAIRS]]
  // CHECK:          memref.load %[[V_PAIRS]]
  // CHECK:          %[[IS_OWN:.+]] = arith.cmpi eq, %[[HINT]], %c0_i32
  // CHECK-NEXT:     scf.if %[[IS_OWN]] {
  // CHECK-NEXT:       %[[INDICES:.+]] = vector.from_elements %[[A]], %[[A]], %[[B]], %[[B]]
  // CHECK-NEXT:       %[[FIRST:.+]] = vector.broadcast
  // CHECK-NEXT:       %[[AT:.+]] = arith.subi %[[INDICES]], %[[FIRST]]
  // CHECK-NEXT:       %[[VALUES:.+]] = vector.from_elements %[[VALUE_A]], %[[VALUE_A]], %[[VALUE_B]], %[[VALUE_B]]
  // CHECK-NEXT:       %[[IS_ABOVE:.+]] = arith.cmpi eq, %[[AT]], %[[OFFSETS]]
  // CHECK-NEXT:       %[[ABOVE:.+]] = arith.select %[[IS_ABOVE]], %[[VALUES]], %[[ZEROS]]
  // CHECK-NEXT:       %[[IS_BELOW:.+]] = arith.cmpi eq, %[[AT]], %[[PLACES_BELOW]]
  // CHECK-NEXT:       %[[IS_HIT:.+]] = arith.ori %[[IS_ABOVE]], %[[IS_BELOW]]
  // CHECK-NEXT:       %[[BELOW:.+]] = arith.select %[[IS_BELOW]], %[[VALUES]], %[[ZEROS]]
  // An input that is none of the four elements of its cell.
  // CHECK-NEXT:       %[[HIT_0:.+]] = vector.extract %[[IS_HIT]][0]
  // CHECK-NEXT:       %[[HIT_1:.+]] = vector.extract %[[IS_HIT]][1]
  // CHECK-NEXT:       %[[HIT_2:.+]] = vector.extract %[[IS_HIT]][2]
  // CHECK-NEXT:       %[[HIT_3:.+]] = vector.extract %[[IS_HIT]][3]
  // CHECK-NEXT:       %[[IS_A_HERE:.+]] = arith.ori %[[HIT_0]], %[[HIT_1]]
  // CHECK-NEXT:       %[[IS_B_HERE:.+]] = arith.ori %[[HIT_2]], %[[HIT_3]]
  // CHECK-NEXT:       %[[ARE_HERE:.+]] = arith.andi %[[IS_A_HERE]], %[[IS_B_HERE]] : i1
  // CHECK-NEXT:       %[[IS_MISSED:.+]] = arith.xori %[[ARE_HERE]], %true
  // CHECK-NEXT:       scf.if %[[IS_MISSED]] {
  // CHECK-NEXT:         memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:            memref.store %[[ABOVE]], %[[VECTORS]]
  // CHECK:            memref.store %[[BELOW]], %[[VECTORS]]
  // CHECK-COUNT-2:    memref.store %{{.+}}, %[[VECTORS]]
  // CHECK-NOT:        memref.store
  // A halo before: the row of inputs before the own one, and in each row the last
  // input of the pair before, if there is one.
  // CHECK:          arith.cmpi eq, %[[HINT]], %c1_i32
  // CHECK-NEXT:     scf.if
  // CHECK:            %[[PAIR:.+]] = memref.load %[[I_PAIRS]]
  // CHECK-NEXT:       %[[A:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:       %[[B:.+]] = vector.extract %[[PAIR]][1]
  // CHECK-NEXT:       memref.load %[[V_PAIRS]]
  // CHECK:            %[[EXISTS:.+]] = arith.cmpi ne, %{{.+}}, %c0_i32
  // CHECK:            %[[PAIR:.+]] = memref.load %[[I_PAIRS]]
  // CHECK-NEXT:       %[[LAST:.+]] = vector.extract %[[PAIR]][1]
  // CHECK-NEXT:       %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:       vector.extract %[[PAIR]][1]
  // CHECK-NEXT:       %[[NOWHERE:.+]] = arith.subi %{{.+}}, %c1_i32
  // CHECK-NEXT:       %[[BEFORE:.+]] = arith.select %[[EXISTS]], %[[LAST]], %[[NOWHERE]]
  // CHECK-NEXT:       vector.from_elements %[[BEFORE]], %[[BEFORE]], %[[A]], %[[A]]
  // CHECK:            vector.from_elements %[[A]], %[[A]], %[[B]], %[[B]]
  // An input is near if its element is in two rows and two columns of cells.
  // CHECK:            %[[ARE_IN_ROWS:.+]] = arith.cmpi ult, %{{.+}}, %[[FOUR]] : vector<2xi32>
  // CHECK:            %[[ARE_IN_COLUMNS:.+]] = arith.cmpi ult, %{{.+}}, %[[FOUR]] : vector<2xi32>
  // CHECK-NEXT:       %[[ARE_IN_PLANE:.+]] = arith.cmpi ult, %{{.+}}, %[[SIZE]] : vector<2xi32>
  // CHECK:          arith.cmpi eq, %[[HINT]], %c2_i32
  // CHECK:          arith.cmpi eq, %[[HINT]], %c3_i32
  // CHECK-NEXT:     scf.if
  // CHECK:            arith.cmpi ult, %{{.+}}, %[[SIX]] : vector<2xi32>
  // CHECK:            arith.cmpi ult, %{{.+}}, %[[SIX]] : vector<2xi32>
  // The fallback, and no tiles before it: its kernels have no workgroup memory.
  // CHECK:      gpu.launch
  // CHECK-NOT:    storage_class<Workgroup>
  // CHECK:        memref.load %[[WORDS]][%c5]
  // CHECK:      dml.report_indices
  dml.unpool ins(%v, %i : memref<2x3x16x256xf32>, memref<2x3x16x256xi32>)
             outs(%d : memref<2x3x32x512xf32>)
  return
}

// -----

// Eight bytes make a vector of 16 elements; 64-bit indices have high words that
// are checked once.
// CHECK-LABEL: func @narrow(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<1x2x8x64xi8>, %[[I:[a-z0-9]+]]: memref<1x2x8x64xi64>
func.func @narrow(%v: memref<1x2x8x64xi8>, %i: memref<1x2x8x64xi64>,
    %d: memref<1x2x16x128xi8>) {
  // CHECK-DAG:  %[[BYTE:.+]] = arith.constant dense<255> : vector<4xi32>
  // CHECK-DAG:  %[[EIGHT:.+]] = arith.constant dense<8> : vector<4xi32>
  // CHECK-DAG:  %[[EVEN_BYTES:.+]] = arith.constant dense<[0, 16, 0, 16]>
  // CHECK-DAG:  %[[ODD_BYTES:.+]] = arith.constant dense<[8, 24, 8, 24]>
  // CHECK-DAG:  %[[FIRST_OFFSETS:.+]] = arith.constant dense<[0, 4, 8, 12]>
  // CHECK-DAG:  %[[SECOND_OFFSETS:.+]] = arith.constant dense<[1, 5, 9, 13]>
  // CHECK-DAG:  %[[LAST_OFFSETS:.+]] = arith.constant dense<[131, 135, 139, 143]>
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<512xvector<4xi32>,
  // CHECK:      gpu.barrier
  // CHECK:      gpu.barrier
  // CHECK:      %[[V_PAIRS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<128xvector<2xi32>,
  // CHECK:      gpu.launch
  // CHECK-COUNT-4: memref.load %[[I_QUADS]]
  // CHECK:        %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:   %[[WORD:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:   %[[NEXT_WORD:.+]] = vector.extract %[[PAIR]][1]
  // The words' first bytes are all found at a time, then their second ones. The
  // first two are those of the inputs with even numbers.
  // CHECK:        %[[WORDS:.+]] = vector.from_elements %[[WORD]], %[[WORD]], %[[NEXT_WORD]], %[[NEXT_WORD]]
  // CHECK-NEXT:   %[[MOVED:.+]] = arith.shrui %[[WORDS]], %[[EVEN_BYTES]]
  // CHECK-NEXT:   %[[EVEN:.+]] = arith.andi %[[MOVED]], %[[BYTE]]
  // CHECK:        %[[MOVED:.+]] = arith.shrui %[[WORDS]], %[[ODD_BYTES]]
  // CHECK-NEXT:   %[[ODD:.+]] = arith.andi %[[MOVED]], %[[BYTE]]
  // CHECK-NEXT:   %[[IS_FIRST:.+]] = arith.cmpi eq, %[[AT_EVEN:.+]], %[[FIRST_OFFSETS]]
  // CHECK-NEXT:   %[[FIRST:.+]] = arith.select %[[IS_FIRST]], %[[EVEN]], %{{.+}}
  // CHECK-NEXT:   %[[IS_SECOND:.+]] = arith.cmpi eq, %[[AT_EVEN]], %[[SECOND_OFFSETS]]
  // CHECK:        %[[SECOND:.+]] = arith.select %[[IS_SECOND]], %[[EVEN]], %{{.+}}
  // CHECK:        arith.select %{{.+}}, %[[ODD]],
  // CHECK:        arith.cmpi eq, %{{.+}}, %[[LAST_OFFSETS]]
  // CHECK:        %[[HIGH:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32 : i32
  // CHECK-NEXT:   arith.andi %{{.+}}, %[[HIGH]]
  // CHECK:        %[[MOVED:.+]] = arith.shli %[[SECOND]], %[[EIGHT]]
  // CHECK-NEXT:   arith.ori %[[FIRST]], %[[MOVED]]
  dml.unpool ins(%v, %i : memref<1x2x8x64xi8>, memref<1x2x8x64xi64>)
             outs(%d : memref<1x2x16x128xi8>)
  return
}

// -----

// Windows of 3 with stride 2 leave a row and a column of cells without inputs
// of their own: these have the last ones, as candidates only. Half of the last
// cells is outside.
// CHECK-LABEL: func @more_cells(
func.func @more_cells(%v: memref<1x2x7x62xf32>, %i: memref<1x2x7x62xi32>,
    %d: memref<1x2x15x128xf32>) {
  // CHECK:      %[[SIZE:.+]] = arith.constant dense<1920> : vector<2xi32>
  // CHECK:      gpu.barrier
  // CHECK:      gpu.barrier
  // 512 vectors in 16 rows of cells: one workgroup.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c1, {{.*}} threads({{.*}} = %c256,
  // CHECK:          %[[ROW:.+]] = arith.minui %{{.+}}, %c6_i32
  // CHECK:          %[[COLUMN:.+]] = arith.minui %{{.+}}, %c30_i32
  // An input is checked by the cell it points into, not by whether an element is
  // equal.
  // CHECK:          arith.cmpi ult, %{{.+}}, %[[SIZE]] : vector<2xi32>
  // CHECK:          memref.store
  // CHECK:          %[[EXISTS:.+]] = arith.cmpi ult, %{{.+}}, %c15_i32
  // CHECK-NEXT:     scf.if %[[EXISTS]] {
  // CHECK:            memref.store
  dml.unpool ins(%v, %i : memref<1x2x7x62xf32>, memref<1x2x7x62xi32>)
             outs(%d : memref<1x2x15x128xf32>)
  return
}

// -----

// Strides of 3, rows that are no vectors, and more inputs than cells are left
// to tiles.
// CHECK-LABEL: func @three_by_three(
func.func @three_by_three(%v: memref<1x1x16x16xf32>,
    %i: memref<1x1x16x16xi32>, %d: memref<1x1x48x48xf32>) {
  // CHECK-COUNT-4: gpu.barrier
  dml.unpool ins(%v, %i : memref<1x1x16x16xf32>, memref<1x1x16x16xi32>)
             outs(%d : memref<1x1x48x48xf32>)
  return
}
