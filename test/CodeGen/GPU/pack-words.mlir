// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not='vector.store'

#id = affine_map<(a) -> (a)>
#id2 = affine_map<(a, b) -> (a, b)>
#swapped = affine_map<(a, b) -> (b, a)>
#right = affine_map<(a, b) -> (a, b + 1)>
#right2 = affine_map<(a, b) -> (a, b + 2)>
#right3 = affine_map<(a, b) -> (a, b + 3)>

//===----------------------------------------------------------------------===//
// Where alignment is known
//===----------------------------------------------------------------------===//

// One vector in, one out: no element exists.
// CHECK-LABEL: func @aligned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64xi8>, %[[Y:[a-z0-9]+]]: memref<64xi8>
// CHECK:         %[[FROM:.+]] = dml.view_words %[[X]] : memref<64xi8> to memref<4xvector<4xi32>, #spirv.storage_class<StorageBuffer>>
// CHECK:         %[[TO:.+]] = dml.view_words %[[Y]] : memref<64xi8> to memref<4xvector<4xi32>, #spirv.storage_class<StorageBuffer>>
// CHECK:         gpu.launch {{.*}} threads(%[[V:[a-z0-9]+]],
// CHECK:           scf.if
// CHECK-NEXT:        %[[VECTOR:.+]] = memref.load %[[FROM]][%[[V]]]
// CHECK-NEXT:        memref.store %[[VECTOR]], %[[TO]][%[[V]]]
// CHECK-NEXT:      }
func.func @aligned(%x: memref<64xi8>, %y: memref<64xi8>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xi8>) outs(%y : memref<64xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// The buffer of 15 halves ends in the middle of its second vector.
// CHECK-LABEL: func @rounded_up(
// CHECK:         dml.view_words %{{.+}} : memref<15xf16> to memref<2xvector<4xi32>,
// CHECK-NOT:     arith.minui
// CHECK:         memref.store
func.func @rounded_up(%x: memref<15xf16>, %y: memref<15xf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<15xf16>) outs(%y : memref<15xf16>) {
    ^bb0(%e: f16, %old: f16):
      linalg.yield %e : f16
  }
  return
}

// depth_to_space of floats: two channels by pairs, their elements alternately.
// CHECK-LABEL: func @alternate_f32(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x64xf32>
// CHECK:         %[[PAIRS:.+]] = dml.view_words %[[X]] : memref<2x64xf32> to memref<64xvector<2xi32>,
// CHECK:         %[[A:.+]] = memref.load %[[PAIRS]][%[[V:.+]]]
// CHECK-DAG:     %[[A0:.+]] = vector.extract %[[A]][0]
// CHECK-DAG:     %[[A1:.+]] = vector.extract %[[A]][1]
// CHECK-DAG:     %[[B:.+]] = memref.load %[[PAIRS]]
// CHECK-DAG:     %[[B0:.+]] = vector.extract %[[B]][0]
// CHECK-DAG:     %[[B1:.+]] = vector.extract %[[B]][1]
// CHECK:         vector.from_elements %[[A0]], %[[B0]], %[[A1]], %[[B1]]
func.func @alternate_f32(%x: memref<2x64xf32>, %y: memref<64x2xf32>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x64xf32>) outs(%y : memref<64x2xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// Of halves, each word is made of two.
// CHECK-LABEL: func @alternate_f16(
// CHECK:         dml.view_words %{{.+}} : memref<2x64xf16> to memref<32xvector<2xi32>,
// CHECK-DAG:     %[[LOW_A:.+]] = arith.andi %[[A:.+]], %c65535_i32
// CHECK-DAG:     %[[MOVED_B:.+]] = arith.shli %[[B:.+]], %c16_i32
// CHECK-DAG:     %[[FIRST:.+]] = arith.ori %[[LOW_A]], %[[MOVED_B]]
// CHECK-DAG:     %[[HIGH_A:.+]] = arith.shrui %[[A]], %c16_i32
// CHECK-DAG:     %[[HIGH_B:.+]] = arith.andi %[[B]], %c-65536_i32
// CHECK-DAG:     %[[SECOND:.+]] = arith.ori %[[HIGH_A]], %[[HIGH_B]]
// CHECK:         vector.from_elements %[[FIRST]], %[[SECOND]],
func.func @alternate_f16(%x: memref<2x64xf16>, %y: memref<64x2xf16>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x64xf16>) outs(%y : memref<64x2xf16>) {
    ^bb0(%e: f16, %old: f16):
      linalg.yield %e : f16
  }
  return
}

// Of bytes, four; each of eight words is read once, in two vectors.
// CHECK-LABEL: func @alternate_i8(
// CHECK:         dml.view_words %{{.+}} : memref<2x64xi8> to memref<16xvector<2xi32>,
// CHECK-COUNT-2: memref.load
// CHECK-NOT:     memref.load
// Word by word: 4 parts, of which 2 are masked, the inner ones moved first.
// CHECK:         %[[FIRST:.+]] = arith.andi %[[A:.+]], %c255_i32
// CHECK-NEXT:    %[[UP:.+]] = arith.shli %[[B:.+]], %c8_i32
// CHECK-NEXT:    %[[SECOND:.+]] = arith.andi %[[UP]], %c65280_i32
// CHECK:         memref.store
func.func @alternate_i8(%x: memref<2x64xi8>, %y: memref<64x2xi8>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x64xi8>) outs(%y : memref<64x2xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// A byte further on: each word is shifted out of two; the last of five words is
// read alone.
// CHECK-LABEL: func @misaligned_by_a_constant(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<65xi8>
// CHECK-DAG:     %[[VECTORS:.+]] = dml.view_words %[[X]] : memref<65xi8> to memref<5xvector<4xi32>,
// CHECK-DAG:     %[[WORDS:.+]] = dml.view_words %[[X]] : memref<65xi8> to memref<20xi32,
// CHECK:         %[[VECTOR:.+]] = memref.load %[[VECTORS]]
// CHECK-NEXT:    %[[W0:.+]] = vector.extract %[[VECTOR]][0]
// CHECK-NEXT:    %[[W1:.+]] = vector.extract %[[VECTOR]][1]
// CHECK-NEXT:    %[[W2:.+]] = vector.extract %[[VECTOR]][2]
// CHECK-NEXT:    %[[W3:.+]] = vector.extract %[[VECTOR]][3]
// CHECK:         %[[W4:.+]] = memref.load %[[WORDS]]
// CHECK-NEXT:    %[[LOW0:.+]] = arith.shrui %[[W0]], %c8_i32
// CHECK-NEXT:    %[[HIGH0:.+]] = arith.shli %[[W1]], %c24_i32
// CHECK-NEXT:    %[[R0:.+]] = arith.ori %[[LOW0]], %[[HIGH0]]
// CHECK-NEXT:    %[[LOW1:.+]] = arith.shrui %[[W1]], %c8_i32
// CHECK-NEXT:    %[[HIGH1:.+]] = arith.shli %[[W2]], %c24_i32
// CHECK-NEXT:    %[[R1:.+]] = arith.ori %[[LOW1]], %[[HIGH1]]
// CHECK-NEXT:    %[[LOW2:.+]] = arith.shrui %[[W2]], %c8_i32
// CHECK-NEXT:    %[[HIGH2:.+]] = arith.shli %[[W3]], %c24_i32
// CHECK-NEXT:    %[[R2:.+]] = arith.ori %[[LOW2]], %[[HIGH2]]
// CHECK-NEXT:    %[[LOW3:.+]] = arith.shrui %[[W3]], %c8_i32
// CHECK-NEXT:    %[[HIGH3:.+]] = arith.shli %[[W4]], %c24_i32
// CHECK-NEXT:    %[[R3:.+]] = arith.ori %[[LOW3]], %[[HIGH3]]
// CHECK-NEXT:    vector.from_elements %[[R0]], %[[R1]], %[[R2]], %[[R3]]
func.func @misaligned_by_a_constant(%x: memref<65xi8>, %y: memref<64xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a + 1)>, #id],
      iterator_types = ["parallel"]}
      ins(%x : memref<65xi8>) outs(%y : memref<64xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// No 64-bit value: two words.
// CHECK-LABEL: func @two_words(
// CHECK:         %[[A:.+]] = memref.load %{{.+}} : memref<136xvector<2xi32>,
// CHECK-NEXT:    %[[A0:.+]] = vector.extract %[[A]][0]
// CHECK-NEXT:    %[[A1:.+]] = vector.extract %[[A]][1]
// CHECK:         %[[B:.+]] = memref.load %{{.+}} : memref<136xvector<2xi32>,
// CHECK-NEXT:    %[[B0:.+]] = vector.extract %[[B]][0]
// CHECK-NEXT:    %[[B1:.+]] = vector.extract %[[B]][1]
// CHECK-NEXT:    vector.from_elements %[[A0]], %[[A1]], %[[B0]], %[[B1]] : vector<4xi32>
func.func @two_words(%x: memref<8x17xi64>, %y: memref<17x8xi64>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x17xi64>) outs(%y : memref<17x8xi64>) {
    ^bb0(%e: i64, %old: i64):
      linalg.yield %e : i64
  }
  return
}

//===----------------------------------------------------------------------===//
// Where it is not
//===----------------------------------------------------------------------===//

// Pairs of bytes begin at even positions: each lies in one word, 16 of which
// have what two steps take.
// CHECK-LABEL: func @pairs_of_bytes(
// CHECK:         %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<32x18xi8> to memref<144xi32,
// CHECK:         %[[WORD:.+]] = memref.load %[[WORDS]]
// CHECK:         arith.shrui %[[WORD]], %{{.+}} : i32
// CHECK-COUNT-15: memref.load %[[WORDS]]
// CHECK-NOT:     memref.load
func.func @pairs_of_bytes(%x: memref<32x18xi8>, %y: memref<2x2x16x9xi8>) {
  linalg.generic {indexing_maps = [
      affine_map<(a, b, c, d) -> (c * 2 + a, d * 2 + b)>,
      affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<32x18xi8>) outs(%y : memref<2x2x16x9xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// Rows of 9 halves begin in either half of any word: five words lie in three
// pairs, of which only the last may lie outside. A bit of the start selects them,
// and four words are shifted out of five, by 0 or 16 bits.
// CHECK-LABEL: func @odd_rows_f16(
// CHECK:         %[[PAIRS:.+]] = dml.view_words %{{.+}} : memref<16x9xf16> to memref<36xvector<2xi32>,
// CHECK:         %[[START:.+]] = arith.addi %{{.+}}, %c1_i32
// CHECK-NEXT:    %[[UNIT:.+]] = arith.shrui %[[START]], %c2_i32
// CHECK-NEXT:    %[[AT:.+]] = arith.index_cast %[[UNIT]]
// CHECK-NEXT:    %[[P0:.+]] = memref.load %[[PAIRS]][%[[AT]]]
// CHECK-DAG:     %[[P0_1:.+]] = vector.extract %[[P0]][1]
// CHECK-DAG:     %[[P0_0:.+]] = vector.extract %[[P0]][0]
// CHECK-DAG:     %[[BIT:.+]] = arith.andi %{{.+}}, %c1_i32
// CHECK-DAG:     %[[IS_ODD:.+]] = arith.cmpi ne, %[[BIT]], %c0_i32
// CHECK:         %[[W0:.+]] = arith.select %[[IS_ODD]], %[[P0_1]], %[[P0_0]]
// CHECK:         %[[P1:.+]] = memref.load %[[PAIRS]]
// CHECK-NEXT:    %[[P1_0:.+]] = vector.extract %[[P1]][0]
// CHECK-NEXT:    %[[W1:.+]] = arith.select %[[IS_ODD]], %[[P1_0]], %[[P0_1]]
// CHECK:         %[[IN_WORD:.+]] = arith.andi %{{.+}}, %c3_i32
// CHECK-NEXT:    %[[SHIFT:.+]] = arith.shli %[[IN_WORD]], %c3_i32
// CHECK-NEXT:    %[[LOW:.+]] = arith.extui %[[W0]]
// CHECK-NEXT:    %[[HIGH:.+]] = arith.extui %[[W1]]
// CHECK-NEXT:    %[[MOVED:.+]] = arith.shli %[[HIGH]], %c32_i64
// CHECK-NEXT:    %[[PAIR:.+]] = arith.ori %[[LOW]], %[[MOVED]]
// CHECK-NEXT:    %[[DISTANCE:.+]] = arith.extui %[[SHIFT]]
// CHECK-NEXT:    %[[SHIFTED:.+]] = arith.shrui %[[PAIR]], %[[DISTANCE]]
// CHECK-NEXT:    %[[R0:.+]] = arith.trunci %[[SHIFTED]]
// CHECK:         %[[CLAMPED:.+]] = arith.minui %{{.+}}, %c35_i32
// CHECK-NEXT:    %[[LAST_AT:.+]] = arith.index_cast %[[CLAMPED]]
// CHECK-NEXT:    memref.load %[[PAIRS]][%[[LAST_AT]]]
// CHECK-NOT:     memref.load
// CHECK:         vector.from_elements %[[R0]],
func.func @odd_rows_f16(%x: memref<16x9xf16>, %y: memref<16x8xf16>) {
  linalg.generic {indexing_maps = [#right, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<16x9xf16>) outs(%y : memref<16x8xf16>) {
    ^bb0(%e: f16, %old: f16):
      linalg.yield %e : f16
  }
  return
}

// Two rows of 8 for each thread, each its own start.
// CHECK-LABEL: func @odd_rows_i8(
// CHECK:         dml.view_words %{{.+}} : memref<16x9xi8> to memref<18xvector<2xi32>,
// CHECK:         arith.muli %{{.+}}, %c18_i32
// CHECK-COUNT-4: arith.shrui %{{.+}} : i64
// CHECK-NOT:     arith.shrui %{{.+}} : i64
// CHECK:         vector.from_elements
func.func @odd_rows_i8(%x: memref<16x9xi8>, %y: memref<16x8xi8>) {
  linalg.generic {indexing_maps = [#right, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<16x9xi8>) outs(%y : memref<16x8xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// Elements of two words that windows share stay in vectors of four: eight words
// that begin at any pair lie in three of them.
// CHECK-LABEL: func @odd_rows_i64(
// CHECK:         %[[VECTORS:.+]] = dml.view_words %{{.+}} : memref<16x11xi64> to memref<88xvector<4xi32>,
// CHECK:         memref.load %[[VECTORS]]
// CHECK:         %[[BIT:.+]] = arith.andi %{{.+}}, %c2_i32
// CHECK:         %[[IS_SECOND:.+]] = arith.cmpi ne, %[[BIT]], %c0_i32
// CHECK:         arith.select %[[IS_SECOND]], %{{.+}}, %{{.+}} : i32
// CHECK-COUNT-2: memref.load %[[VECTORS]]
// CHECK-NOT:     memref.load
// CHECK:         gpu.terminator
func.func @odd_rows_i64(%x: memref<16x11xi64>, %y: memref<16x8xi64>) {
  linalg.generic {indexing_maps = [#right, #right2, #right3, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %x, %x : memref<16x11xi64>, memref<16x11xi64>, memref<16x11xi64>)
      outs(%y : memref<16x8xi64>) {
    ^bb0(%a: i64, %b: i64, %c: i64, %old: i64):
      %ab = arith.xori %a, %b : i64
      %abc = arith.xori %ab, %c : i64
      linalg.yield %abc : i64
  }
  return
}

// The words that are shifted out of two may be widened and shifted again.
// CHECK-LABEL: func @odd_rows_highest(
// CHECK:         %[[SHIFTED:.+]] = arith.shrui %{{.+}}, %{{.+}} : i64
// CHECK:         %[[WORD:.+]] = arith.trunci %[[SHIFTED]] : i64 to i32
// CHECK:         arith.shli %[[WORD]], %c24_i32
func.func @odd_rows_highest(%x: memref<16x9xi8>, %y: memref<16x8xi32>) {
  linalg.generic {indexing_maps = [#right, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<16x9xi8>) outs(%y : memref<16x8xi32>) {
    ^bb0(%e: i8, %old: i32):
      %c24 = arith.constant 24 : i32
      %wide = arith.extui %e : i8 to i32
      %highest = arith.shli %wide, %c24 : i32
      linalg.yield %highest : i32
  }
  return
}

// Elements far from each other lie in one word each, all within the buffer.
// CHECK-LABEL: func @each_alone(
// CHECK:         %[[WORDS:.+]] = dml.view_words %{{.+}} : memref<16x17xi8> to memref<68xi32,
// CHECK-NOT:     arith.minui
// CHECK:         %[[V:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK-NEXT:    %[[WORD:.+]] = arith.shrui %[[V]], %c2_i32
// CHECK-NEXT:    %[[AT:.+]] = arith.index_cast %[[WORD]]
// CHECK-NEXT:    %[[LOADED:.+]] = memref.load %[[WORDS]][%[[AT]]]
// CHECK-NEXT:    %[[IN_WORD:.+]] = arith.andi %[[V]], %c3_i32
// CHECK-NEXT:    %[[SHIFT:.+]] = arith.shli %[[IN_WORD]], %c3_i32
// CHECK-NEXT:    arith.shrui %[[LOADED]], %[[SHIFT]]
// CHECK-COUNT-15: memref.load %[[WORDS]]
// CHECK-NOT:     arith.minui
// CHECK:         memref.store
func.func @each_alone(%x: memref<16x17xi8>, %y: memref<17x16xi8>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<16x17xi8>) outs(%y : memref<17x16xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

//===----------------------------------------------------------------------===//
// Guarded reads
//===----------------------------------------------------------------------===//

// Zeros behind the end. Elements for which one comparison says the same are selected
// together, as bits of a mask where others of their word are not. The read itself is
// always done, at the last vector where there is none.
// CHECK-LABEL: func @masked(
// CHECK:         scf.if
// CHECK-NOT:     scf.if
// CHECK-DAG:     %[[LAST:.+]] = affine.apply affine_map<()[s0] -> (s0 * 16 + 14)>
// CHECK-DAG:     %[[IN:.+]] = arith.cmpi ult, %{{.+}}, %c30
// CHECK:         %[[CLAMPED:.+]] = arith.minui %{{.+}}, %c1_i32
// CHECK-NEXT:    %[[AT:.+]] = arith.index_cast %[[CLAMPED]]
// CHECK-NEXT:    %[[VECTOR:.+]] = memref.load %{{.+}}[%[[AT]]] : memref<2xvector<4xi32>,
// CHECK-NEXT:    %[[WORD:.+]] = vector.extract %[[VECTOR]][0]
// CHECK:         %[[WORD3:.+]] = vector.extract %[[VECTOR]][3]
// CHECK:         %[[LAST_IN:.+]] = arith.cmpi ult, %[[LAST]], %c30
// CHECK-NEXT:    arith.select %[[IN]], %[[WORD]], %c0_i32
// CHECK-COUNT-2: arith.select %[[IN]]
// CHECK:         %[[M01:.+]] = arith.select %[[IN]], %c65535_i32, %c0_i32
// CHECK-NEXT:    %[[M23:.+]] = arith.select %[[LAST_IN]], %c-65536_i32, %c0_i32
// CHECK-NEXT:    %[[MASK:.+]] = arith.ori %[[M01]], %[[M23]]
// CHECK-NEXT:    arith.andi %[[WORD3]], %[[MASK]]
func.func @masked(%x: memref<30xi8>, %y: memref<64xi8>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<64xi8>) {
    ^bb0(%old: i8):
      %c30 = arith.constant 30 : index
      %zero = arith.constant 0 : i8
      %i = linalg.index 0 : index
      %in = arith.cmpi ult, %i, %c30 : index
      %e = scf.if %in -> (i8) {
        %r = memref.load %x[%i] : memref<30xi8>
        scf.yield %r : i8
      } else {
        scf.yield %zero : i8
      }
      linalg.yield %e : i8
  }
  return
}

// Other conditions do, too.
// CHECK-LABEL: func @masked_by_values(
// CHECK:         %[[M0:.+]] = arith.select %{{.+}}, %c255_i32, %c0_i32
// CHECK-NEXT:    %[[M1:.+]] = arith.select %{{.+}}, %c65280_i32, %c0_i32
// CHECK-NEXT:    %[[M01:.+]] = arith.ori %[[M0]], %[[M1]]
// CHECK-NEXT:    %[[M2:.+]] = arith.select %{{.+}}, %c16711680_i32, %c0_i32
// CHECK-NEXT:    %[[M012:.+]] = arith.ori %[[M01]], %[[M2]]
// CHECK-NEXT:    %[[M3:.+]] = arith.select %{{.+}}, %c-16777216_i32, %c0_i32
// CHECK-NEXT:    %[[MASK:.+]] = arith.ori %[[M012]], %[[M3]]
// CHECK-NEXT:    %[[THEN:.+]] = arith.andi %{{.+}}, %[[MASK]]
// CHECK-NEXT:    %[[INVERSE:.+]] = arith.xori %[[MASK]], %c-1_i32
// CHECK-NEXT:    %[[ELSE:.+]] = arith.andi %{{.+}}, %[[INVERSE]]
// CHECK-NEXT:    arith.ori %[[THEN]], %[[ELSE]]
func.func @masked_by_values(%c: memref<64xi32>, %x: memref<64xi8>,
                            %z: memref<64xi8>, %y: memref<64xi8>) {
  linalg.generic {indexing_maps = [#id, #id, #id, #id],
                  iterator_types = ["parallel"]}
      ins(%c, %x, %z : memref<64xi32>, memref<64xi8>, memref<64xi8>)
      outs(%y : memref<64xi8>) {
    ^bb0(%n: i32, %then: i8, %else: i8, %old: i8):
      %zero = arith.constant 0 : i32
      %is_zero = arith.cmpi eq, %n, %zero : i32
      %e = arith.select %is_zero, %then, %else : i8
      linalg.yield %e : i8
  }
  return
}

// A loop cannot be selected from: its guard stays, and yields words.
// CHECK-LABEL: func @guarded_loop(
// CHECK:         scf.if %{{.+}} -> (i32) {
// CHECK:           scf.for {{.*}} -> (i32)
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %{{.+}} : i32
// CHECK-NOT:     i8
// CHECK:         memref.store %{{.+}} : memref<4xi32,
func.func @guarded_loop(%x: memref<12xi8>, %y: memref<4xi8>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<4xi8>) {
    ^bb0(%old: i8):
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %zero = arith.constant 0 : i8
      %least = arith.constant 0 : i32
      %i = linalg.index 0 : index
      %in = arith.cmpi ult, %i, %c3 : index
      %e = scf.if %in -> (i8) {
        %max = scf.for %k = %c0 to %c3 step %c1 iter_args(%best = %least) -> (i32) {
          %at = affine.apply affine_map<(i, k) -> (i * 4 + k)>(%i, %k)
          %v = memref.load %x[%at] : memref<12xi8>
          %wide = arith.extui %v : i8 to i32
          %larger = arith.maxui %wide, %best : i32
          scf.yield %larger : i32
        }
        %narrow = arith.trunci %max : i32 to i8
        scf.yield %narrow : i8
      } else {
        scf.yield %zero : i8
      }
      linalg.yield %e : i8
  }
  return
}

// Another padding than zero is selected word by word, element by element.
// CHECK-LABEL: func @selected(
// CHECK:         %[[IN0:.+]] = arith.cmpi ult, %{{.+}}, %c9
// CHECK:         arith.select %[[IN0]], %{{.+}}, %c1065353216_i32 : i32
func.func @selected(%x: memref<9xf32>, %y: memref<16xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<16xf32>) {
    ^bb0(%old: f32):
      %c9 = arith.constant 9 : index
      %one = arith.constant 1.0 : f32
      %i = linalg.index 0 : index
      %in = arith.cmpi ult, %i, %c9 : index
      %e = scf.if %in -> (f32) {
        %r = memref.load %x[%i] : memref<9xf32>
        scf.yield %r : f32
      } else {
        scf.yield %one : f32
      }
      linalg.yield %e : f32
  }
  return
}

// Bytes that are selected and widened one after the other: what is widened before
// the last selection has its word by then.
// CHECK-LABEL: func @widened_before_the_last_selection(
// CHECK:         gpu.launch
// CHECK-NOT:     : i8
// CHECK:         %[[WORD_A:.+]] = arith.select %{{.+}}, %{{.+}}, %c0_i32
// CHECK-NEXT:    %[[A:.+]] = arith.andi %[[WORD_A]], %c255_i32
// CHECK:         %[[WORD_B:.+]] = arith.select %{{.+}}, %{{.+}}, %c0_i32
// CHECK-NEXT:    %[[B:.+]] = arith.shrui %[[WORD_B]], %c24_i32
// CHECK-NEXT:    arith.addi %[[A]], %[[B]] : i32
// CHECK-NOT:     : i8
// CHECK:         memref.store
func.func @widened_before_the_last_selection(%x: memref<2x16xi8>,
                                             %y: memref<17xi32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<17xi32>) {
    ^bb0(%old: i32):
      %zero = arith.constant 0 : i8
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %i = linalg.index 0 : index
      %in = arith.cmpi ult, %i, %c16 : index
      %a = scf.if %in -> (i8) {
        %r = memref.load %x[%c0, %i] : memref<2x16xi8>
        scf.yield %r : i8
      } else {
        scf.yield %zero : i8
      }
      %wide_a = arith.extui %a : i8 to i32
      %h = arith.subi %i, %c1 : index
      %before = arith.cmpi ult, %h, %c16 : index
      %b = scf.if %before -> (i8) {
        %r = memref.load %x[%c1, %h] : memref<2x16xi8>
        scf.yield %r : i8
      } else {
        scf.yield %zero : i8
      }
      %wide_b = arith.extui %b : i8 to i32
      %sum = arith.addi %wide_a, %wide_b : i32
      linalg.yield %sum : i32
  }
  return
}

// A selection of constants that is widened selects between words, also between
// the bits of floats.
// CHECK-LABEL: func @widened_constants(
// CHECK:         gpu.launch
// CHECK-NOT:     : {{i16|f16}}
// CHECK:         %[[WORD:.+]] = arith.select %{{.+}}, %c32768_i32, %c0_i32 : i32
// CHECK:         %[[BITS:.+]] = arith.select %{{.+}}, %c15360_i32, %c0_i32 : i32
// CHECK:         arith.addi %[[WORD]], %[[BITS]] : i32
// CHECK-NOT:     : {{i16|f16}}
// CHECK:         memref.store
func.func @widened_constants(%y: memref<17xi32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<17xi32>) {
    ^bb0(%old: i32):
      %zero = arith.constant 0 : i16
      %lowest = arith.constant -32768 : i16
      %c16 = arith.constant 16 : index
      %i = linalg.index 0 : index
      %in = arith.cmpi ult, %i, %c16 : index
      %a = arith.select %in, %lowest, %zero : i16
      %wide = arith.extui %a : i16 to i32
      %nothing = arith.constant 0.0 : f16
      %one = arith.constant 1.0 : f16
      %float = arith.select %in, %one, %nothing : f16
      %bits = arith.bitcast %float : f16 to i16
      %wide_bits = arith.extui %bits : i16 to i32
      %sum = arith.addi %wide, %wide_bits : i32
      linalg.yield %sum : i32
  }
  return
}

// What has effects, or may trap, stays behind its guard.
// CHECK-LABEL: func @guarded_division_stays(
// CHECK:         scf.if
// CHECK:         scf.if %{{.+}} -> (i32) {
// CHECK-NEXT:      arith.divsi
func.func @guarded_division_stays(%x: memref<16xi32>, %y: memref<16xi32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<16xi32>) outs(%y : memref<16xi32>) {
    ^bb0(%d: i32, %old: i32):
      %zero = arith.constant 0 : i32
      %ten = arith.constant 10 : i32
      %can = arith.cmpi ne, %d, %zero : i32
      %e = scf.if %can -> (i32) {
        %q = arith.divsi %ten, %d : i32
        scf.yield %q : i32
      } else {
        scf.yield %zero : i32
      }
      linalg.yield %e : i32
  }
  return
}

//===----------------------------------------------------------------------===//
// Computed elements, written buffers
//===----------------------------------------------------------------------===//

// Elements get their type where they are computed with. A buffer that is also
// written is seen as vectors only.
// CHECK-LABEL: func @in_place(
// CHECK-SAME:    %[[Y:[a-z0-9]+]]: memref<64xf32>
// CHECK:         %[[VIEW:.+]] = dml.view_words %[[Y]] : memref<64xf32> to memref<16xvector<4xi32>,
// CHECK-NOT:     dml.view_words
// CHECK:         %[[VECTOR:.+]] = memref.load %[[VIEW]][%[[V:.+]]]
// CHECK:         %[[WORD:.+]] = vector.extract %[[VECTOR]][0]
// CHECK:         %[[E:.+]] = arith.bitcast %[[WORD]] : i32 to f32
// CHECK:         %[[SUM:.+]] = arith.addf %[[E]], %[[E]]
// CHECK:         %[[BITS:.+]] = arith.bitcast %[[SUM]] : f32 to i32
// CHECK:         %[[RESULT:.+]] = vector.from_elements %[[BITS]],
// CHECK-NEXT:    memref.store %[[RESULT]], %[[VIEW]][%[[V]]]
func.func @in_place(%y: memref<64xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]}
      outs(%y : memref<64xf32>) {
    ^bb0(%old: f32):
      %s = arith.addf %old, %old : f32
      linalg.yield %s : f32
  }
  return
}

// A boolean is one bit; the rest of its byte is not copied.
// CHECK-LABEL: func @booleans(
// CHECK-COUNT-4: arith.andi %{{.+}}, %c16843009_i32
// CHECK-NOT:     arith.shrui
// CHECK:         return
func.func @booleans(%x: memref<64xi1>, %y: memref<64xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<64xi1>) outs(%y : memref<64xi1>) {
    ^bb0(%e: i1, %old: i1):
      linalg.yield %e : i1
  }
  return
}

// Words of a written buffer that may begin anywhere come from vectors of four.
// CHECK-LABEL: func @words_of_a_written_buffer(
// CHECK:         %[[VIEW:.+]] = dml.view_words %{{.+}} to memref<16xvector<4xi32>,
// CHECK-NOT:     dml.view_words
// CHECK-COUNT-2: memref.load %[[VIEW]]
// CHECK-NOT:     memref.load
// CHECK:         memref.store %{{.+}}, %[[VIEW]]
func.func @words_of_a_written_buffer(%y: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %t1 = arith.addi %tx, %c1 : index
    %t2 = arith.addi %tx, %c2 : index
    %a = memref.load %y[%tx] : memref<64xf32>
    %b = memref.load %y[%t1] : memref<64xf32>
    %c = memref.load %y[%t2] : memref<64xf32>
    %v = vector.from_elements %a, %b, %c, %a : vector<4xf32>
    vector.store %v, %y[%c0] : memref<64xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// A word of a written buffer is a component of a vector.
// CHECK-LABEL: func @word_of_a_written_buffer(
// CHECK:         %[[VIEW:.+]] = dml.view_words %{{.+}} to memref<2xvector<4xi32>,
// CHECK-NOT:     dml.view_words
// CHECK:         %[[NUMBER:.+]] = arith.index_cast %{{.+}} : index to i32
// CHECK-NEXT:    %[[UNIT:.+]] = arith.shrui %[[NUMBER]], %c2_i32
// CHECK-NEXT:    %[[AT:.+]] = arith.index_cast %[[UNIT]]
// CHECK-NEXT:    %[[VECTOR:.+]] = memref.load %[[VIEW]][%[[AT]]]
// CHECK-NEXT:    %[[REST:.+]] = arith.andi %[[NUMBER]], %c3_i32
// CHECK-NEXT:    %[[COMPONENT:.+]] = arith.index_cast %[[REST]]
// CHECK-NEXT:    vector.extract %[[VECTOR]][%[[COMPONENT]]]
func.func @word_of_a_written_buffer(%y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %e = memref.load %y[%tx] : memref<8xf32>
    %v = vector.from_elements %e, %e, %e, %e : vector<4xf32>
    vector.store %v, %y[%c0] : memref<8xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// What is no kernel stays.
// CHECK-LABEL: func @outside_of_a_launch_stays(
// CHECK-NEXT:    memref.load %{{.+}} : memref<8xf16>
func.func @outside_of_a_launch_stays(%x: memref<8xf16>, %i: index) -> f16 {
  %e = memref.load %x[%i] : memref<8xf16>
  return %e : f16
}

// An element that is wanted in the highest bits of a word moves there at once, and
// a result that comes from there has no other bits to clear.
// CHECK-LABEL: func @elements_in_the_highest_bits(
func.func @elements_in_the_highest_bits(%x: memref<64xi16>, %out: memref<64xi16>) {
  // CHECK:     memref.load {{.*}} : memref<8xvector<4xi32>
  // CHECK:     %[[W:.+]] = vector.extract %{{.+}}[0]
  // CHECK-DAG: %[[LOW:.+]] = arith.shli %[[W]], %c16{{.*}} : i32
  // CHECK-DAG: %[[HIGH:.+]] = arith.andi %[[W]], %c-65536{{.*}} : i32
  // CHECK-DAG: arith.addi %[[LOW]], %c65536
  // CHECK-DAG: arith.addi %[[HIGH]], %c65536
  // CHECK-NOT: %c65535
  // CHECK:     memref.store
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xi16>) outs(%out : memref<64xi16>) {
    ^bb0(%a: i16, %o: i16):
      %c16 = arith.constant 16 : i32
      %c65536 = arith.constant 65536 : i32
      %wide = arith.extui %a : i16 to i32
      %high = arith.shli %wide, %c16 : i32
      %sum = arith.addi %high, %c65536 : i32
      %low = arith.shrui %sum, %c16 : i32
      %narrow = arith.trunci %low : i32 to i16
      linalg.yield %narrow : i16
  }
  return
}

// The larger word has the larger element in its highest bits, whatever lies below.
// CHECK-LABEL: func @largest_in_the_highest_bits(
func.func @largest_in_the_highest_bits(%x: memref<64xi16>, %y: memref<64xi16>, %out: memref<64xi16>) {
  // CHECK-NOT:     arith.andi
  // CHECK-COUNT-8: arith.maxsi
  // CHECK-NOT:     arith.andi %{{.+}}, %c-65536
  // CHECK:         memref.store
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%x, %y : memref<64xi16>, memref<64xi16>) outs(%out : memref<64xi16>) {
    ^bb0(%a: i16, %b: i16, %old: i16):
      %c16 = arith.constant 16 : i32
      %wide_a = arith.extui %a : i16 to i32
      %high_a = arith.shli %wide_a, %c16 : i32
      %wide_b = arith.extui %b : i16 to i32
      %high_b = arith.shli %wide_b, %c16 : i32
      %largest = arith.maxsi %high_a, %high_b : i32
      %low = arith.shrui %largest, %c16 : i32
      %r = arith.trunci %low : i32 to i16
      linalg.yield %r : i16
  }
  return
}

// Of a sum, all bits count: lower ones carry.
// CHECK-LABEL: func @sum_in_the_highest_bits(
func.func @sum_in_the_highest_bits(%x: memref<64xi16>, %out: memref<64xi16>) {
  // CHECK-COUNT-4: arith.andi %{{.+}}, %c-65536
  // CHECK:         memref.store
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : memref<64xi16>) outs(%out : memref<64xi16>) {
    ^bb0(%a: i16, %old: i16):
      %c1 = arith.constant 1 : i32
      %c16 = arith.constant 16 : i32
      %c65537 = arith.constant 65537 : i32
      %wide_a = arith.extui %a : i16 to i32
      %high_a = arith.shli %wide_a, %c16 : i32
      %largest = arith.maxsi %high_a, %c65537 : i32
      %sum = arith.subi %largest, %c1 : i32
      %low = arith.shrui %sum, %c16 : i32
      %r = arith.trunci %low : i32 to i16
      linalg.yield %r : i16
  }
  return
}

// Elements that are whole words apart are shifted by one distance.
// CHECK-LABEL: func @elements_words_apart(
// CHECK:         %[[BITS:.+]] = arith.shli %{{.+}}, %c3_i32
// CHECK-NOT:     arith.shli %{{.+}}, %c3_i32
// CHECK:         arith.shrui %{{.+}}, %[[BITS]] : i32
// CHECK-NOT:     arith.shli %{{.+}}, %c3_i32
// CHECK:         arith.shrui %{{.+}}, %[[BITS]] : i32
func.func @elements_words_apart(%x: memref<64xi8>, %y: memref<4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.load %x[%tx] : memref<64xi8>
    %there = arith.addi %tx, %c32 : index
    %b = memref.load %x[%there] : memref<64xi8>
    %v = vector.from_elements %a, %b, %a, %b : vector<4xi8>
    vector.store %v, %y[%c0] : memref<4xi8>, vector<4xi8>
    gpu.terminator
  }
  return
}

// Where the bits of doubles are used, words are selected: doubles and 64-bit
// integers would be two features more.
// CHECK-LABEL: func @selected_bits(
// CHECK:         gpu.launch
// CHECK-NOT:     f64
// CHECK:         arith.select {{.*}} : i32
// CHECK:         arith.select {{.*}} : i32
// CHECK-NOT:     arith.select
// CHECK:         %[[SUM:.+]] = arith.addi %{{.+}}, %{{.+}} : i64
func.func @selected_bits(%x: memref<64xf64>, %y: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f64
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c32, %sy = %c1, %sz = %c1) {
    %a = memref.load %x[%tx] : memref<64xf64>
    %first = arith.cmpi eq, %tx, %c0 : index
    %selected = arith.select %first, %zero, %a : f64
    %bits = arith.bitcast %selected : f64 to i64
    %sum = arith.addi %bits, %bits : i64
    %v = vector.from_elements %sum, %sum : vector<2xi64>
    vector.store %v, %y[%c0] : memref<2xi64>, vector<2xi64>
    gpu.terminator
  }
  return
}

// A single narrow element is stored as a part of a word. Nothing is cleared of
// its neighbours but booleans.
// CHECK-LABEL: func @single_elements(
// CHECK-DAG:     %[[BYTES:.+]] = dml.view_words %{{.+}} : memref<64xi8> to memref<64xi8,
// CHECK-DAG:     %[[HALVES:.+]] = dml.view_words %{{.+}} : memref<64xf16> to memref<64xi16,
// CHECK-DAG:     %[[BITS:.+]] = dml.view_words %{{.+}} : memref<3xi1> to memref<16xi8,
// CHECK:         gpu.launch
// CHECK-NOT:       arith.andi %{{.+}}, %c255
// CHECK:           %[[BYTE:.+]] = arith.trunci %{{.+}} : i32 to i8
// CHECK:           memref.store %[[BYTE]], %[[BYTES]]
// CHECK-NOT:       arith.andi %{{.+}}, %c65535
// CHECK:           %[[HALF:.+]] = arith.trunci %{{.+}} : i32 to i16
// CHECK:           memref.store %[[HALF]], %[[HALVES]]
// CHECK:           %[[BIT:.+]] = arith.andi %{{.+}}, %c1
// CHECK:           %[[WHOLE:.+]] = arith.trunci %[[BIT]] : i32 to i8
// CHECK:           memref.store %[[WHOLE]], %[[BITS]]
func.func @single_elements(%a: memref<64xi8>, %b: memref<64xf16>, %c: memref<3xi1>,
                           %x: memref<64xi8>, %y: memref<64xf16>, %z: memref<3xi1>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c3, %sy = %c1, %sz = %c1) {
    %byte = memref.load %a[%tx] : memref<64xi8>
    %bytes = vector.from_elements %byte : vector<1xi8>
    vector.store %bytes, %x[%tx] : memref<64xi8>, vector<1xi8>
    %half = memref.load %b[%tx] : memref<64xf16>
    %halves = vector.from_elements %half : vector<1xf16>
    vector.store %halves, %y[%tx] : memref<64xf16>, vector<1xf16>
    %bit = memref.load %c[%tx] : memref<3xi1>
    %bits = vector.from_elements %bit : vector<1xi1>
    vector.store %bits, %z[%tx] : memref<3xi1>, vector<1xi1>
    gpu.terminator
  }
  return
}
