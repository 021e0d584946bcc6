// RUN: dml-opt %s --dml-cpu-stream-results --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --dml-cpu-stream-results=cache-bytes=0 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PAST

// An iteration computes two elements from one input. Vectors of 16 bytes are
// gathered in a buffer, which whole lines leave; the last one overlaps the one before.
// CHECK-LABEL: func @divided(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x100xi8>
func.func @divided(%x: memref<64x100xi8>, %y: memref<64x200xi8>) {
  // CHECK-NOT:  memref.load %[[X]]
  // CHECK:      %[[BUFFER:.+]] = memref.alloca() {alignment = 64 : i64}
  // CHECK:      scf.for %[[ROW:.+]] = %c0 to %c64 step %c1 iter_args
  // CHECK-NEXT:   scf.for %[[I:.+]] = %c0 to %c100 step %c16 {
  // CHECK-NEXT:     %[[AT:.+]] = arith.minui %[[I]], %c84
  // CHECK-NEXT:     %[[V:.+]] = vector.load %[[X]][%[[ROW]], %[[AT]]] : memref<64x100xi8>, vector<16xi8>
  // CHECK:          %[[LOW:.+]] = vector.shuffle %[[V]], %[[V]] [0, 16, 1, 17,
  // CHECK-NEXT:     %[[HIGH:.+]] = vector.shuffle %[[V]], %[[V]] [8, 24, 9, 25,
  // CHECK-NEXT:     vector.store %[[LOW]], %[[BUFFER]]
  // CHECK:          vector.store %[[HIGH]], %[[BUFFER]]
  // CHECK:        vector.store {{.*}} {alignment = 64 : i64} : memref<12800xi8, strided<[1]>>, vector<64xi8>
  // PAST-LABEL: func @divided(
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

// What fits in the cache and reads at no divided positions is LLVM's.
// CHECK-LABEL: func @elementwise(
// CHECK-NEXT:    linalg.add
// PAST-LABEL:  func @elementwise(
// PAST-SAME:     %[[A:[a-z0-9]+]]: memref<1000xf32>, %[[B:[a-z0-9]+]]: memref<1000xf32>
// PAST:          %[[L:.+]] = vector.load %[[A]]{{.*}} vector<16xf32>
// PAST-NEXT:     %[[R:.+]] = vector.load %[[B]]{{.*}} vector<16xf32>
// PAST-NEXT:     %[[SUM:.+]] = arith.addf %[[L]], %[[R]] : vector<16xf32>
// PAST-NEXT:     arith.bitcast %[[SUM]] : vector<16xf32> to vector<16xi32>
// PAST:          nontemporal = true
func.func @elementwise(%a: memref<1000xf32>, %b: memref<1000xf32>, %y: memref<1000xf32>) {
  linalg.add ins(%a, %b : memref<1000xf32>, memref<1000xf32>)
             outs(%y : memref<1000xf32>)
  return
}

// A flag is combined in vectors. The vector of a row of 7 inputs has a lane that is
// none: it reads behind the row, where that is in the buffer, and takes no part.
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
  // CHECK:            scf.for
  // CHECK:              memref.load
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

// Elements 0 to 2 have no input: they are computed before the others, one by one.
// CHECK-LABEL: func @predicate(
// CHECK:         scf.for %{{.+}} = %c2 to %c64 step %c16
// CHECK-NOT:       scf.if
// CHECK:           vector.store
// CHECK:         scf.for
// CHECK:           scf.if
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

// Left as they are: sums, which overlapping vectors would count twice; dynamic
// shapes; positions that lanes do not share and that are no neighbours.
// CHECK-LABEL: func @unchanged(
// CHECK-COUNT-3: linalg.generic
// PAST-LABEL:  func @unchanged(
// PAST-COUNT-3:  linalg.generic
// PAST-NOT:      vector.
func.func @unchanged(%x: memref<64x64xi32>, %y: memref<64x128xi32>, %sum: memref<i32>,
    %dynamic: memref<?xi32>) {
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
  return
}
