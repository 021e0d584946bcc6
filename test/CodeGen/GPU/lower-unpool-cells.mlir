// Where cells of the result make vectors: threads compare indices with the
// positions of their elements, without a map. There is too little memory for
// bins.

// RUN: dml-opt %s --split-input-file \
// RUN:   --dml-gpu-lower-unpool='workgroup-size=256 max-workgroup-memory=1000' \
// RUN:   --canonicalize --cse | FileCheck %s --implicit-check-not=gpu.barrier

// CHECK-LABEL: func @two_by_two(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<2x3x16x256xf32>, %[[I:[a-z0-9]+]]: memref<2x3x16x256xi32>, %[[D:[a-z0-9]+]]: memref<2x3x32x512xf32>
func.func @two_by_two(%v: memref<2x3x16x256xf32>, %i: memref<2x3x16x256xi32>,
    %d: memref<2x3x32x512xf32>) {
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
  // CHECK-NEXT:   %[[IS_OWN:.+]] = arith.cmpi eq, %[[HINT]], %c0_i32
  // CHECK-NEXT:   scf.if %[[IS_OWN]] {
  // Both pairs are under way before one is looked at.
  // CHECK:          %[[PAIR:.+]] = memref.load %[[I_PAIRS]]
  // CHECK-NEXT:     %[[A:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:     %[[B:.+]] = vector.extract %[[PAIR]][1]
  // CHECK-NEXT:     %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:     %[[VALUE_A:.+]] = vector.extract %[[PAIR]][0]
  // CHECK-NEXT:     %[[VALUE_B:.+]] = vector.extract %[[PAIR]][1]
  // CHECK:          memref.load %[[I_PAIRS]]
  // CHECK:          memref.load %[[V_PAIRS]]
  // CHECK:          %[[AT_A:.+]] = arith.subi %[[A]], %[[FIRST:.+]] : i32
  // CHECK-NEXT:     %[[AT_B:.+]] = arith.subi %[[B]], %[[FIRST]] : i32
  // CHECK-NEXT:     %[[IS_0:.+]] = arith.cmpi eq, %[[AT_A]], %c0_i32
  // CHECK-NEXT:     %[[E0:.+]] = arith.select %[[IS_0]], %[[VALUE_A]], %c0_i32
  // CHECK-NEXT:     %[[IS_1:.+]] = arith.cmpi eq, %[[AT_A]], %c1_i32
  // CHECK-NEXT:     arith.ori %[[IS_0]], %[[IS_1]]
  // CHECK-NEXT:     %[[E1:.+]] = arith.select %[[IS_1]], %[[VALUE_A]], %c0_i32
  // CHECK-NEXT:     %[[IS_2:.+]] = arith.cmpi eq, %[[AT_B]], %c2_i32
  // CHECK-NEXT:     %[[E2:.+]] = arith.select %[[IS_2]], %[[VALUE_B]], %c0_i32
  // CHECK:          %[[E3:.+]] = arith.select %{{.+}}, %[[VALUE_B]], %c0_i32
  // The row below.
  // CHECK-NEXT:     arith.cmpi eq, %[[AT_A]], %c512_i32
  // CHECK:          arith.cmpi eq, %[[AT_B]], %c515_i32
  // An input that is none of the four elements of its cell.
  // CHECK:          %[[ARE_HERE:.+]] = arith.andi %{{.+}}, %{{.+}} : i1
  // CHECK-NEXT:     %[[STRAYS:.+]] = arith.xori %[[ARE_HERE]], %true
  // CHECK-NEXT:     scf.if %[[STRAYS]] {
  // CHECK-NEXT:       memref.atomic_rmw maxu %c1_i32, %[[WORDS]][%c5]
  // CHECK:          %[[VECTOR:.+]] = vector.from_elements %[[E0]], %[[E1]], %[[E2]], %[[E3]]
  // CHECK:          memref.store %[[VECTOR]], %[[VECTORS]]
  // CHECK-COUNT-3:  memref.store %{{.+}}, %[[VECTORS]]
  // CHECK-NOT:      memref.store
  // Windows that reach into the next cell: a row before the own one, and in
  // each the last input of the pair before, if there is one.
  // CHECK:        arith.cmpi eq, %[[HINT]], %c1_i32
  // CHECK-NEXT:   scf.if
  // CHECK-COUNT-2:  memref.load %[[I_PAIRS]]
  // CHECK:          %[[BEFORE:.+]] = memref.load %[[I_PAIRS]]
  // CHECK:          memref.load %[[V_PAIRS]]
  // CHECK:          %[[PAIR:.+]] = memref.load %[[I_PAIRS]]
  // CHECK-NEXT:     %[[LAST:.+]] = vector.extract %[[PAIR]][1]
  // CHECK-NEXT:     %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:     vector.extract %[[PAIR]][1]
  // CHECK-NEXT:     %[[EXISTS:.+]] = arith.cmpi ne, %{{.+}}, %c0_i32
  // CHECK-NEXT:     %[[AT:.+]] = arith.subi %[[LAST]],
  // CHECK-NEXT:     arith.select %[[EXISTS]], %[[AT]], %c-1_i32
  // An input is near if its element is in two rows and two columns of cells.
  // CHECK:          %[[IS_IN_PLANE:.+]] = arith.cmpi ult, %{{.+}}, %c16384_i32
  // CHECK:          arith.cmpi ult, %{{.+}}, %c4_i32
  // CHECK:          arith.cmpi ult, %{{.+}}, %c4_i32
  // CHECK:        arith.cmpi eq, %[[HINT]], %c2_i32
  // CHECK:        arith.cmpi eq, %[[HINT]], %c3_i32
  // CHECK-NEXT:   scf.if
  // CHECK:          arith.cmpi ult, %{{.+}}, %c6_i32
  // CHECK:          arith.cmpi ult, %{{.+}}, %c6_i32
  // The general path, and no tiles before it: its kernels have no memory.
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
  // CHECK-DAG:  %[[I_QUADS:.+]] = dml.view_words %[[I]] : {{.*}} to memref<512xvector<4xi32>,
  // CHECK:      gpu.barrier
  // CHECK:      gpu.barrier
  // CHECK:      %[[V_PAIRS:.+]] = dml.view_words %[[V]] : {{.*}} to memref<128xvector<2xi32>,
  // CHECK:      gpu.launch
  // CHECK-COUNT-4: memref.load %[[I_QUADS]]
  // CHECK:        %[[PAIR:.+]] = memref.load %[[V_PAIRS]]
  // CHECK-NEXT:   %[[WORD:.+]] = vector.extract %[[PAIR]][0]
  // CHECK:        %[[BYTE:.+]] = arith.andi %[[WORD]], %c255_i32
  // CHECK:        %[[MOVED:.+]] = arith.shrui %[[WORD]], %c8_i32
  // CHECK-NEXT:   arith.andi %[[MOVED]], %c255_i32
  // CHECK:        %[[E0:.+]] = arith.select %{{.+}}, %[[BYTE]], %c0_i32
  // CHECK:        arith.cmpi eq, %{{.+}}, %c143_i32
  // CHECK:        %[[HIGH:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32
  // CHECK-NEXT:   arith.andi %{{.+}}, %[[HIGH]]
  // CHECK:        %[[E1:.+]] = arith.shli %{{.+}}, %c8_i32
  // CHECK-NEXT:   arith.ori %[[E0]], %[[E1]]
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
  // CHECK:      gpu.barrier
  // CHECK:      gpu.barrier
  // 512 vectors in 16 rows of cells: one workgroup.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c1, {{.*}} threads({{.*}} = %c256,
  // CHECK:          %[[ROW:.+]] = arith.minui %{{.+}}, %c6_i32
  // CHECK:          %[[COLUMN:.+]] = arith.minui %{{.+}}, %c30_i32
  // An input is checked by its place, not by whether an element is equal.
  // CHECK:          arith.cmpi ult, %{{.+}}, %c1920_i32
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
