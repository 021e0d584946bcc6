// RUN: dml-opt %s --dml-cpu-lower-to-tasks --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --dml-cpu-lower-to-tasks=cache-bytes=0 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PAST

// An iteration computes two elements from one input. The last vector of a row overlaps
// the one before. Lines that bypass the caches are gathered in a buffer first.
// CHECK-LABEL: func @divided(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x100xi8>
func.func @divided(%x: memref<64x100xi8>, %y: memref<64x200xi8>) {
  // CHECK-NOT:  memref.load %[[X]]
  // CHECK-NOT:  memref.alloca
  // CHECK:      scf.for %[[ROW:.+]] = %c0 to %c64 step %c1 {
  // CHECK:        scf.for %[[I:.+]] = %c0 to %c100 step %c64 {
  // CHECK-NEXT:     %[[AT:.+]] = arith.minsi %[[I]], %c36
  // CHECK-NEXT:     %[[V:.+]] = vector.load %[[X]][%[[ROW]], %[[AT]]] : memref<64x100xi8>, vector<64xi8>
  // CHECK:          %[[LOW:.+]] = vector.shuffle %[[V]], %[[V]] [0, 64, 1, 65,
  // CHECK-NEXT:     %[[HIGH:.+]] = vector.shuffle %[[V]], %[[V]] [32, 96, 33, 97,
  // CHECK:          vector.store %[[LOW]]
  // CHECK:          vector.store %[[HIGH]]
  // PAST-LABEL: func @divided(
  // PAST:       %[[BUFFER:.+]] = memref.alloca() {alignment = 64 : i64}
  // PAST:       vector.store {{.*}}, %[[BUFFER]]
  // PAST:       vector.store {{.*}} {alignment = 64 : i64, nontemporal = true} : memref<12800xi8, strided<[1]>>, vector<64xi8>
  // PAST:       llvm.fence
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x200xi8>) {
  ^bb0(%old: i8):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%column)
    %v = memref.load %x[%row, %half] : memref<64x100xi8>
    linalg.yield %v : i8
  }
  return
}

// What fits in the cache and reads at no divided positions is LLVM's. What does not
// prefetches what it reads.
// CHECK-LABEL: func @elementwise(
// CHECK-NEXT:    linalg.add
// PAST-LABEL:  func @elementwise(
// PAST-SAME:     %[[A:[a-z0-9]+]]: memref<1000xf32>, %[[B:[a-z0-9]+]]: memref<1000xf32>
// PAST:          memref.prefetch %[[A]]
// PAST-NEXT:     %[[L:.+]] = vector.load %[[A]]{{.*}} vector<16xf32>
// PAST-NEXT:     memref.prefetch %[[B]]
// PAST-NEXT:     %[[R:.+]] = vector.load %[[B]]{{.*}} vector<16xf32>
// PAST-NEXT:     %[[SUM:.+]] = arith.addf %[[L]], %[[R]] : vector<16xf32>
// PAST-NEXT:     arith.bitcast %[[SUM]] : vector<16xf32> to vector<16xi32>
// PAST:          nontemporal = true
func.func @elementwise(%a: memref<1000xf32>, %b: memref<1000xf32>, %y: memref<1000xf32>) {
  linalg.add ins(%a, %b : memref<1000xf32>, memref<1000xf32>)
             outs(%y : memref<1000xf32>)
  return
}

// Windows are not LLVM's, even if they fit in the cache.
// CHECK-LABEL: func @windows(
// CHECK:         vector.load {{.*}} : memref<64x102xf32>, vector<16xf32>
// CHECK:         vector.load {{.*}} : memref<64x102xf32>, vector<16xf32>
// CHECK-NEXT:    arith.maximumf {{.*}} : vector<16xf32>
func.func @windows(%x: memref<64x102xf32>, %y: memref<64x100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %next = affine.apply affine_map<(d0) -> (d0 + 2)>(%column)
    %a = memref.load %x[%row, %column] : memref<64x102xf32>
    %b = memref.load %x[%row, %next] : memref<64x102xf32>
    %max = arith.maximumf %a, %b : f32
    linalg.yield %max : f32
  }
  return
}

// Patches of 13, of which each begins with the last 6 elements before the row: a
// remainder is no linear position, but says how many elements an iteration has.
// CHECK-LABEL: func @patches(
// CHECK-COUNT-13: vector.load %{{.*}} : memref<8x13x56xf32>, vector<16xf32>
func.func @patches(%x: memref<8x13x56xf32>, %y: memref<8x720xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<8x720xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %element = affine.apply affine_map<(d0) -> (d0 - ((d0 + 6) floordiv 13) * 13 + 6)>(%column)
    %patch = affine.apply affine_map<(d0) -> ((d0 + 6) floordiv 13)>(%column)
    %v = memref.load %x[%row, %element, %patch] : memref<8x13x56xf32>
    linalg.yield %v : f32
  }
  return
}

// The divisor is known though the position has a variable of the body, too.
// CHECK-LABEL: func @dilated(
// CHECK:         scf.for %{{.+}} = %c0 to %c7 step %c1 iter_args({{.*}}) -> (vector<16xi32>)
// CHECK:           vector.maskedload {{.*}} : memref<8x7x43xi32>, vector<16xi1>, vector<16xi32>
// CHECK:         vector.shuffle {{.*}} [0, 16, 1, 17,
func.func @dilated(%x: memref<8x7x43xi32>, %y: memref<8x158xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c43 = arith.constant 43 : index
  %zero = arith.constant 0 : i32
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<8x158xi32>) {
  ^bb0(%old: i32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %sum = scf.for %k = %c0 to %c7 step %c1 iter_args(%before = %zero) -> i32 {
      %block = affine.apply affine_map<(d0, d1) -> (d0 * -6 + d1 floordiv 2)>(%k, %column)
      %inside = arith.cmpi ult, %block, %c43 : index
      %addend = scf.if %inside -> i32 {
        %v = memref.load %x[%row, %k, %block] : memref<8x7x43xi32>
        scf.yield %v : i32
      } else {
        scf.yield %zero : i32
      }
      %next = arith.addi %before, %addend : i32
      scf.yield %next : i32
    }
    linalg.yield %sum : i32
  }
  return
}

// Elements 3 apart come out of three vectors, each of which begins with the last
// element of the one before.
// PAST-LABEL: func @strided(
// PAST-SAME:    %[[X:[a-z0-9]+]]: memref<64x96xf32>
// PAST:         %[[A:.+]] = vector.load %[[X]][%[[ROW:.+]], %[[AT:.+]]] : memref<64x96xf32>, vector<16xf32>
// PAST:         %[[AT_B:.+]] = arith.addi %[[AT]], %c15
// PAST:         %[[B:.+]] = vector.load %[[X]][%[[ROW]], %[[AT_B]]]
// PAST-NEXT:    %[[S1:.+]] = vector.shuffle %[[A]], %[[B]] [0, 3, 6, 9, 12, 16, 19, 22, 25, 28, 31,
// PAST:         %[[AT_C:.+]] = arith.addi %[[AT]], %c30
// PAST:         %[[C:.+]] = vector.load %[[X]][%[[ROW]], %[[AT_C]]]
// PAST-NEXT:    %[[S2:.+]] = vector.shuffle %[[S1]], %[[C]] [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31]
// PAST-NEXT:    arith.negf %[[S2]] : vector<16xf32>
func.func @strided(%x: memref<64x96xf32>, %y: memref<64x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x32xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %third = affine.apply affine_map<(d0) -> (d0 * 3 + 1)>(%column)
    %v = memref.load %x[%row, %third] : memref<64x96xf32>
    %n = arith.negf %v : f32
    linalg.yield %n : f32
  }
  return
}

// A flag is combined in vectors. The vector of a row of 7 inputs has a lane that is
// none: it takes no part, and reads behind the row only where that is in the buffer.
// CHECK-LABEL: func @flag(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<3000x7xi32>, %[[Y:[a-z0-9]+]]: memref<3000x14xi32>, %[[F:[a-z0-9]+]]: memref<i32>
func.func @flag(%x: memref<3000x7xi32>, %y: memref<3000x14xi32>, %flag: memref<i32>) {
  // CHECK-DAG:  %[[LANES:.+]] = arith.constant dense<[true, true, true, true, true, true, true, false]> : vector<8xi1>
  // CHECK:      scf.parallel
  // CHECK:        %[[ALL:.+]]:3 = scf.for %[[ROW:.+]] = {{.*}} -> (index, index, vector<8xi32>) {
  // CHECK:          arith.cmpi ult, %{{.+}}, %c21000
  // CHECK:          scf.if %{{.+}} -> (vector<8xi32>) {
  // CHECK-NEXT:       vector.load {{.*}} vector<8xi32>
  // CHECK:            arith.select %[[LANES]]
  // CHECK:          } else {
  // CHECK-NEXT:       vector.maskedload {{.*}}, %[[LANES]]
  // CHECK:            arith.select %[[LANES]]
  // CHECK:        %[[ANY:.+]] = vector.reduction <or>, %[[ALL]]#2
  // CHECK-NEXT:   memref.atomic_rmw ori %[[ANY]], %[[F]][]
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
      iterator_types = ["parallel", "reduction"]}
      outs(%y, %flag : memref<3000x14xi32>, memref<i32>) {
  ^bb0(%old: i32, %seen: i32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %half = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%column)
    %v = memref.load %x[%row, %half] : memref<3000x7xi32>
    %any = arith.ori %seen, %v : i32
    linalg.yield %v, %any : i32, i32
  }
  return
}

// Elements 0 to 2 have no input: the first vector has masks, the others have none.
// CHECK-LABEL: func @predicate(
// CHECK-DAG:     %[[FROM1:.+]] = arith.constant dense<[false, true, true,
// CHECK-DAG:     %[[FROM2:.+]] = arith.constant dense<[false, false, true, true,
// CHECK:         %[[V:.+]] = vector.maskedload %{{.+}}[%{{.+}}, %c-2], %[[FROM2]]
// CHECK-NEXT:    arith.select %[[FROM2]], %[[V]]
// CHECK:         vector.maskedload %{{.+}}[%{{.+}}, %c-1], %[[FROM1]]
// CHECK:         scf.for %{{.+}} = %c16 to %c64 step %c16
// CHECK-NOT:       vector.maskedload
// CHECK:           vector.load
// CHECK:           vector.store
func.func @predicate(%x: memref<64x64xf32>, %y: memref<64x128xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x128xf32>) {
  ^bb0(%old: f32):
    %zero = arith.constant 0.0 : f32
    %c64 = arith.constant 64 : index
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %half = affine.apply affine_map<(d0) -> ((d0 - 3) floordiv 2)>(%column)
    %is_input = arith.cmpi ult, %half, %c64 : index
    %v = scf.if %is_input -> f32 {
      %read = memref.load %x[%row, %half] : memref<64x64xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %v : f32
  }
  return
}

// Two results of different types, each with a buffer. Where a row's first predicate
// may fail, all lanes branch together; elements two apart are shuffled out of two loads.
// PAST-LABEL:  func @two_results(
// PAST-COUNT-2:  memref.alloca() {alignment = 64 : i64}
// CHECK-LABEL: func @two_results(
// CHECK:         scf.if {{.*}} -> (vector<32xi16>) {
// CHECK:           vector.maskedload
// CHECK:           vector.maskedload
// CHECK:           vector.shuffle {{.*}} : vector<32xi16>, vector<32xi16>
// CHECK:         vector.store {{.*}} vector<32xi16>
// CHECK:         vector.store {{.*}} vector<32xi32>
// CHECK:         scf.for
// CHECK-NOT:       scf.if
// CHECK:           vector.load {{.*}} vector<32xi16>
// CHECK:           vector.load {{.*}} vector<32xi16>
func.func @two_results(%x: memref<64x99xi16>, %y: memref<64x50xi16>, %z: memref<64x50xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      outs(%y, %z : memref<64x50xi16>, memref<64x50xi32>) {
  ^bb0(%old: i16, %position: i32):
    %zero = arith.constant 0 : i16
    %c64 = arith.constant 64 : index
    %c99 = arith.constant 99 : index
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %column = affine.apply affine_map<(d0) -> (d0 * 2)>(%j)
    %is_row = arith.cmpi ult, %row, %c64 : index
    %v = scf.if %is_row -> i16 {
      %is_column = arith.cmpi ult, %column, %c99 : index
      %inner = scf.if %is_column -> i16 {
        %read = memref.load %x[%row, %column] : memref<64x99xi16>
        scf.yield %read : i16
      } else {
        scf.yield %zero : i16
      }
      scf.yield %inner : i16
    } else {
      scf.yield %zero : i16
    }
    %where = arith.index_castui %column : index to i32
    linalg.yield %v, %where : i16, i32
  }
  return
}

// Left as they are: sums, which overlapping vectors would count twice; fills of
// dynamic shape; positions that data gives; elements more than 4 apart.
// CHECK-LABEL: func @unchanged(
// CHECK-COUNT-4: linalg.generic
// PAST-LABEL:  func @unchanged(
// PAST-COUNT-4:  linalg.generic
// PAST-NOT:      vector.
func.func @unchanged(%x: memref<64x64xi32>, %y: memref<64x128xi32>, %sum: memref<i32>,
    %dynamic: memref<?xi32>, %z: memref<64x12xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> ()>],
      iterator_types = ["parallel", "reduction"]}
      outs(%y, %sum : memref<64x128xi32>, memref<i32>) {
  ^bb0(%old: i32, %before: i32):
    %one = arith.constant 1 : i32
    %after = arith.addi %before, %one : i32
    linalg.yield %one, %after : i32, i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} outs(%dynamic : memref<?xi32>) {
  ^bb0(%old: i32):
    %zero = arith.constant 0 : i32
    linalg.yield %zero : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%y : memref<64x128xi32>) outs(%y : memref<64x128xi32>) {
  ^bb0(%v: i32, %old: i32):
    %c0 = arith.constant 0 : index
    %i = arith.index_cast %v : i32 to index
    %read = memref.load %x[%c0, %i] : memref<64x64xi32>
    linalg.yield %read : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%z : memref<64x12xi32>) {
  ^bb0(%old: i32):
    %one = arith.constant 1 : i32
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %fifth = affine.apply affine_map<(d0) -> (d0 * 5)>(%column)
    %read = memref.load %x[%row, %fifth] : memref<64x64xi32>
    %next = arith.addi %read, %one : i32
    linalg.yield %next : i32
  }
  return
}

// A loop in the body carries vectors. What fits in the cache has them, too: LLVM
// makes none of the loop around.
// CHECK-LABEL: func @loop_in_body(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x64xi32>
// CHECK:         scf.for %[[K:.+]] = %c0 to %c40 step %c1 iter_args(%[[SUM:.+]] = %{{.+}}) -> (vector<16xi32>) {
// CHECK:           %[[READ:.+]] = vector.load %[[X]][%{{.+}}, %{{.+}}] : memref<64x64xi32>, vector<16xi32>
// CHECK-NEXT:      %[[NEXT:.+]] = arith.addi %[[SUM]], %[[READ]] : vector<16xi32>
// CHECK-NEXT:      scf.yield %[[NEXT]]
// PAST-LABEL: func @loop_in_body(
// PAST:         scf.for {{.*}} -> (vector<16xi32>)
func.func @loop_in_body(%x: memref<64x64xi32>, %y: memref<64x24xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x24xi32>) {
  ^bb0(%old: i32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c40 = arith.constant 40 : index
    %zero = arith.constant 0 : i32
    %sum = scf.for %k = %c0 to %c40 step %c1 iter_args(%before = %zero) -> (i32) {
      %at = affine.apply affine_map<(d0, d1) -> (d0 + d1)>(%column, %k)
      %read = memref.load %x[%row, %at] : memref<64x64xi32>
      %after = arith.addi %before, %read : i32
      scf.yield %after : i32
    }
    linalg.yield %sum : i32
  }
  return
}

// Neighbours of the result are rows of the input. Rows of it are computed into a
// block, which is written transposed, in lines where these bypass the caches.
// CHECK-LABEL: func @transposed(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x96x50xf32>
// CHECK:         %[[BLOCK:.+]] = memref.alloc() {alignment = 64 : i64} : memref<6160xi32>
// CHECK:         scf.for %[[N:.+]] = %c0 to %c2 step %c1
// CHECK-NEXT:      scf.for %[[C:.+]] = %c0 to %c96 step %c1
// CHECK-NEXT:        %[[ROW:.+]] = arith.muli %[[C]], %c64
// CHECK-NEXT:        scf.for %[[W:.+]] = %c0 to %c50 step %c16
// CHECK:               vector.load %[[X]][%[[N]], %[[C]], %{{.+}}]
// CHECK:               arith.addf
// CHECK:               vector.store %{{.+}}, %[[BLOCK]][
// CHECK:           scf.for %{{.+}} = %c0 to %c96 step %c16
// CHECK:             scf.for %{{.+}} = %c0 to %c50 step %c16
// CHECK-COUNT-16:      vector.load %[[BLOCK]]
// CHECK-COUNT-64:      vector.shuffle
// CHECK-COUNT-16:      vector.store
// CHECK:         memref.dealloc %[[BLOCK]]
// PAST-LABEL:  func @transposed(
// PAST-COUNT-16: vector.store {{.*}} {alignment = 64 : i64, nontemporal = true}
// PAST:          llvm.fence seq_cst
func.func @transposed(%x: memref<2x96x50xf32>, %y: memref<2x50x96xf32>) {
  linalg.generic {indexing_maps = [affine_map<(n, w, c) -> (n, c, w)>,
                                   affine_map<(n, w, c) -> (n, w, c)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<2x96x50xf32>) outs(%y : memref<2x50x96xf32>) {
  ^bb0(%a: f32, %old: f32):
    %double = arith.addf %a, %a : f32
    linalg.yield %double : f32
  }
  return
}

// A body that does not work in vectors keeps its loops as they are.
// CHECK-LABEL: func @divides(
// CHECK:         linalg.generic
// CHECK:           %[[W:.+]] = linalg.index 0
// CHECK:           arith.index_cast %[[W]]
// CHECK:           arith.divsi
func.func @divides(%x: memref<96x50xi32>, %y: memref<50x96xi32>) {
  linalg.generic {indexing_maps = [affine_map<(w, c) -> (c, w)>,
                                   affine_map<(w, c) -> (w, c)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<96x50xi32>) outs(%y : memref<50x96xi32>) {
  ^bb0(%a: i32, %old: i32):
    %w = linalg.index 0 : index
    %number = arith.index_cast %w : index to i32
    %quotient = arith.divsi %number, %a : i32
    linalg.yield %quotient : i32
  }
  return
}

// Positions are divided, and every other row reads nothing, of a plane that there is
// none of: its vectors without lanes are at the start of the buffer. The last vector
// has a constant mask.
// CHECK-LABEL: func @every_other_row(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x64x50xf32>
// CHECK:         scf.for %{{.+}} = %c0 to %c34 step %c16
// CHECK:           vector.store
// CHECK:           vector.store
// CHECK:         %[[PLANE:.+]] = affine.apply
// CHECK:         %[[READS:.+]] = arith.cmpi ult, %[[PLANE]], %c1
// CHECK:         %[[I:.+]] = arith.select %[[READS]], %[[PLANE]], %c0 : index
// CHECK:         %[[J:.+]] = arith.select %[[READS]], %{{.+}}, %c0 : index
// CHECK:         %[[K:.+]] = arith.select %[[READS]], %c35, %c0 : index
// CHECK:         vector.maskedload %[[X]][%[[I]], %[[J]], %[[K]]]
func.func @every_other_row(%x: memref<1x64x50xf32>, %y: memref<64x100xf32>) {
  %c1 = arith.constant 1 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(r, i) -> (r, i)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %r = linalg.index 0 : index
    %i = linalg.index 1 : index
    %plane = affine.apply affine_map<(d0) -> (d0 mod 2)>(%r)
    %column = affine.apply affine_map<(d0) -> ((d0 + 3) floordiv 2)>(%i)
    %is_even = arith.cmpi ult, %plane, %c1 : index
    %is_inside = arith.cmpi ult, %column, %c50 : index
    %reads = arith.andi %is_even, %is_inside : i1
    %element = scf.if %reads -> f32 {
      %read = memref.load %x[%plane, %r, %column] : memref<1x64x50xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %element : f32
  }
  return
}
