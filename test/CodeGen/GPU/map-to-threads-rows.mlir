// Rows that end within vectors.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse --mlir-print-local-scope | FileCheck %s --check-prefix=WORDS
// RUN: dml-opt %s --dml-gpu-map-to-threads='workgroup-size=16 max-workgroups=4' --canonicalize --cse \
// RUN:   --mlir-print-local-scope | FileCheck %s --check-prefix=GRID

#id = affine_map<(a, b) -> (a, b)>
#right = affine_map<(a, b) -> (a, b + 2)>

// 32 * 97 bytes are 194 vectors. A thread computes its vector as if the row had no
// end, and writes it if it has none.
// CHECK-LABEL: func @bytes(
// CHECK:         gpu.launch blocks(%[[GROUP:[a-z0-9]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c13, {{.*}} threads(%[[THREAD:[a-z0-9]+]],
// CHECK:           %[[FIRST:.+]] = affine.apply affine_map<()[s0] -> ((s0 * 16) mod 97)>()[%[[V:.+]]]
// CHECK:           %[[FIRST_WORD:.+]] = arith.index_castui %[[FIRST]]
// CHECK:           %[[WHOLE:.+]] = arith.cmpi ult, %[[FIRST_WORD]], %c82_i32
// CHECK:           affine.apply affine_map<()[s0] -> ((s0 * 16) floordiv 97)>()[%[[V]]]
// CHECK:           affine.apply affine_map<()[s0] -> ((s0 * 16) mod 97 + 2)>()[%[[V]]]
// CHECK-COUNT-16:  memref.load
// CHECK:           %[[BELOW:.+]] = arith.cmpi ult, %{{.+}}, %c194_i32
// CHECK-NEXT:      %[[WANTED:.+]] = arith.andi %[[WHOLE]], %[[BELOW]]
// CHECK-NEXT:      scf.if %[[WANTED]] {
// CHECK:             vector.store
// Three rows can end among the 256 bytes of a workgroup: as many of its threads look
// for a vector in which one does, and select from both rows.
// CHECK:           %[[END:.+]] = arith.index_castui
// CHECK-NEXT:      %[[IS_END:.+]] = arith.cmpi ult, %[[END]], %c3
// CHECK-NEXT:      scf.if %[[IS_END]] {
// CHECK:             affine.apply affine_map<(d0)[s0] -> ((((d0 * 256) floordiv 97) * 97 + s0 * 97 + 97) floordiv 16)>(%{{.+}})[%[[END]]]
// CHECK:             scf.if
// CHECK-COUNT-16:      memref.load
// CHECK:               affine.apply affine_map<{{.*}} mod 97 - 95)>
// CHECK-COUNT-16:      memref.load
// CHECK-COUNT-16:      arith.select
// CHECK:               vector.store
// CHECK-NOT:           vector.store
// CHECK:           gpu.terminator

// Five words of a row lie in two vectors, wherever it begins. What is shifted in
// from the right is multiplied, by a power of two or by 0.
// WORDS-LABEL: func @bytes(
// WORDS-COUNT-2:   memref.load %{{.+}} : memref<288xvector<4xi32>,
// WORDS-NOT:       memref.load
// WORDS:           %[[POWER_8:.+]] = arith.shrui %c16777216_i32, %[[SHIFT:.+]] : i32
// WORDS-NEXT:      %[[POWER:.+]] = arith.shli %[[POWER_8]], %c8_i32
// WORDS-NEXT:      %[[LEFT:.+]] = arith.muli %{{.+}}, %[[POWER]]
// WORDS-NEXT:      %[[RIGHT:.+]] = arith.shrui %{{.+}}, %[[SHIFT]]
// WORDS-NEXT:      arith.addi %[[LEFT]], %[[RIGHT]]
// WORDS:           memref.store
// Of two rows, words are blended: their 16 elements have one threshold, which is
// compared with the elements' places, 1 to 16, in the highest bits of bytes.
// WORDS:           scf.if
// WORDS:             scf.if
// WORDS:               %[[LEFT_IN_ROW:.+]] = arith.subi %c97_i32, %{{.+}} : i32
// WORDS-NEXT:          %[[COUNT:.+]] = arith.minsi %[[LEFT_IN_ROW]], %c16_i32
// WORDS-NEXT:          %[[COUNTS:.+]] = arith.muli %[[COUNT]], %c16843009_i32
// WORDS-COUNT-4:       memref.load
// WORDS-NOT:           memref.load
// WORDS:               %[[TESTS:.+]] = arith.addi %[[COUNTS]], %c2088599167_i32
// WORDS-NEXT:          %[[TOPS:.+]] = arith.andi %[[TESTS]], %c-2139062144_i32
// WORDS-NEXT:          %[[ABOVE:.+]] = arith.shli %[[TOPS]], %c1_i32
// WORDS-NEXT:          %[[LOWEST:.+]] = arith.shrui %[[TOPS]], %c7_i32
// WORDS-NEXT:          %[[MASK:.+]] = arith.subi %[[ABOVE]], %[[LOWEST]]
// WORDS-NEXT:          %[[THIS:.+]] = arith.andi %{{.+}}, %[[MASK]]
// WORDS-NEXT:          %[[INVERSE:.+]] = arith.xori %[[MASK]], %c-1_i32
// WORDS-NEXT:          %[[OTHER:.+]] = arith.andi %{{.+}}, %[[INVERSE]]
// WORDS-NEXT:          arith.ori %[[THIS]], %[[OTHER]]
func.func @bytes(%x: memref<32x144xi8>, %y: memref<32x97xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x144xi8>) outs(%y : memref<32x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// What the next row begins with is read already where rows are not further apart
// than a vector: it is shifted into the places behind the row's end.
// WORDS-LABEL: func @near_rows(
// WORDS-COUNT-2: memref.load
// WORDS:         memref.store
// WORDS-COUNT-3: memref.load
// WORDS-NOT:     memref.load
// WORDS:         %[[LOW:.+]] = arith.shrui %[[FIRST:.+]], %c16_i32
// WORDS-NEXT:    %[[HIGH:.+]] = arith.shli %{{.+}}, %c16_i32
// WORDS-NEXT:    %[[NEXT:.+]] = arith.ori %[[LOW]], %[[HIGH]]
// WORDS:         arith.andi %[[FIRST]], %[[MASK:.+]] :
// WORDS-NEXT:    %[[INVERSE:.+]] = arith.xori %[[MASK]], %c-1_i32
// WORDS-NEXT:    arith.andi %[[NEXT]], %[[INVERSE]]
func.func @near_rows(%x: memref<32x99xi8>, %y: memref<32x97xi8>) {
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x99xi8>) outs(%y : memref<32x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Five parts take turns in rows of 105 bytes, fewer than two strips of 80: nearly
// every strip goes on in another row, so each thread selects from both.
// CHECK-LABEL: func @short_rows(
// CHECK-COUNT-160: memref.load
// CHECK-COUNT-80:  arith.select
// CHECK-NOT:       scf.if
// CHECK:           gpu.barrier
func.func @short_rows(%x: memref<5x64x23xi8>, %y: memref<64x21x5xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, p) -> (p, a, b + 2)>,
                                   affine_map<(a, b, p) -> (a, b, p)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<5x64x23xi8>) outs(%y : memref<64x21x5xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Three parts take turns in rows of 99 bytes. Threads exchange three vectors each,
// also those that the threads for the ends of rows have computed. The last of the
// 11 workgroups in a grid of 4 x 3 has nothing to do.
// CHECK-LABEL: func @parts(
// CHECK:         %[[SHARED:.+]] = memref.alloc() : memref<48xvector<4xi32>, #spirv.storage_class<Workgroup>>
// CHECK:         scf.if
// CHECK-COUNT-3:   memref.store %{{.+}}, %[[SHARED]]
// CHECK:         scf.if
// CHECK:           scf.if
// CHECK-COUNT-3:     memref.store %{{.+}}, %[[SHARED]]
// CHECK:         gpu.barrier
// CHECK-COUNT-3: memref.load %[[SHARED]]
// GRID-LABEL: func @parts(
// GRID:         %[[RESULT:.+]] = dml.view_words
// GRID:         gpu.launch blocks(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c4, %{{.+}} = %c3,
// GRID:           arith.cmpi ult, %{{.+}}, %c11_i32
// GRID-NEXT:      scf.if
// GRID:             gpu.barrier
// GRID:             memref.store %{{.+}}, %[[RESULT]]
func.func @parts(%x: memref<80x3x33xi8>, %y: memref<80x33x3xi8>) {
  linalg.generic {indexing_maps = [affine_map<(n, a, b) -> (n, b, a)>,
                                   affine_map<(n, a, b) -> (n, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<80x3x33xi8>) outs(%y : memref<80x33x3xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Zeros beside the source, as padding makes them, are masked: the elements' places
// have a threshold on either side.
// WORDS-LABEL: func @padded(
// WORDS:         %[[AFTER:.+]] = arith.minsi %{{.+}}, %c16_i32
// WORDS:         %[[BEFORE:.+]] = arith.maxsi %{{.+}}, %c0_i32
// WORDS-COUNT-2: memref.load
// WORDS:         %[[BELOW:.+]] = arith.addi %{{.+}}, %c2088599167_i32
// WORDS-NEXT:    %[[NOT_NEGATIVE:.+]] = arith.subi %c-2088599168_i32, %{{.+}}
// WORDS-NEXT:    arith.andi %[[BELOW]], %[[NOT_NEGATIVE]]
func.func @padded(%x: memref<12x97xi8>, %y: memref<12x3x97xi8>) {
  %zero = arith.constant 0 : i8
  %c97 = arith.constant 97 : index
  linalg.generic {indexing_maps = [affine_map<(a, k, b) -> (a, k, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<12x3x97xi8>) {
  ^bb0(%old: i8):
    %a = linalg.index 0 : index
    %k = linalg.index 1 : index
    %b = linalg.index 2 : index
    %at = affine.apply affine_map<(b, k) -> (b + k - 1)>(%b, %k)
    %inside = arith.cmpi ult, %at, %c97 : index
    %e = scf.if %inside -> (i8) {
      %read = memref.load %x[%a, %at] : memref<12x97xi8>
      scf.yield %read : i8
    } else {
      scf.yield %zero : i8
    }
    linalg.yield %e : i8
  }
  return
}

// One row after the other is read as if they were one.
// CHECK-LABEL: func @one_row(
// CHECK-NOT:     floordiv 97
// CHECK-COUNT-16: memref.load
// CHECK-NOT:     memref.load
// CHECK:         gpu.terminator
// WORDS-LABEL: func @one_row(
// WORDS:         memref.load %{{.+}} : memref<194xvector<4xi32>,
// WORDS-NOT:     memref.load
// WORDS:         gpu.terminator
func.func @one_row(%x: memref<32x97xi8>, %y: memref<32x97xi8>) {
  linalg.generic {indexing_maps = [#id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x97xi8>) outs(%y : memref<32x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// A loop in the operation could depend on an index beyond its row.
// CHECK-LABEL: func @loop(
// CHECK-NOT:     floordiv 97)
// CHECK:         affine.delinearize_index %{{.+}} into (32, 97)
// CHECK:         gpu.terminator
func.func @loop(%x: memref<32x99xi8>, %y: memref<32x97xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  linalg.generic {indexing_maps = [#right, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<32x99xi8>) outs(%y : memref<32x97xi8>) {
  ^bb0(%e: i8, %old: i8):
    %b = linalg.index 1 : index
    %sum = scf.for %i = %c0 to %b step %c1 iter_args(%s = %e) -> (i8) {
      %next = arith.addi %s, %e : i8
      scf.yield %next : i8
    }
    linalg.yield %sum : i8
  }
  return
}
