// RUN: dml-opt %s --dml-cpu-lower-to-tasks --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --dml-cpu-lower-to-tasks=cache-bytes=0 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=PAST

// What the elements of a window have in common is loaded once. The last line does not
// reach beyond what they read.
// CHECK-LABEL: func @apart(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64x201xf32>
// CHECK:         %[[AT:.+]] = affine.apply {{.*}}(%[[I:.+]])
// CHECK-NEXT:    %[[A:.+]] = vector.load %[[X]][%[[ROW:.+]], %[[AT]]]
// CHECK-NEXT:    %[[FIRST:.+]] = arith.bitcast %[[A]] : vector<16xf32> to vector<16xi32>
// CHECK-NEXT:    %[[AT_SECOND:.+]] = arith.addi %[[AT]], %c16
// CHECK-NEXT:    %[[B:.+]] = vector.load %[[X]][%[[ROW]], %[[AT_SECOND]]]
// CHECK-NEXT:    %[[SECOND:.+]] = arith.bitcast %[[B]]
// CHECK-NEXT:    %[[AT_LAST:.+]] = arith.addi %[[AT]], %c17
// CHECK-NEXT:    %[[C:.+]] = vector.load %[[X]][%[[ROW]], %[[AT_LAST]]]
// CHECK-NEXT:    %[[LAST:.+]] = arith.bitcast %[[C]]
// CHECK-NOT:     vector.load
// CHECK:         vector.shuffle %[[FIRST]], %[[SECOND]] [0, 2, 4, {{.*}} 28, 30]
// CHECK:         vector.shuffle %[[FIRST]], %[[SECOND]] [1, 3, 5, {{.*}} 29, 31]
// CHECK:         %[[MOST:.+]] = vector.shuffle %[[FIRST]], %[[SECOND]] [2, 4, 6, {{.*}} 30, -1]
// CHECK-NEXT:    vector.shuffle %[[MOST]], %[[LAST]] [0, 1, 2, {{.*}} 14, 31]
// CHECK-NOT:     vector.load
func.func @apart(%x: memref<64x201xf32>, %y: memref<64x100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%column)
    %c1 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%column)
    %c2 = affine.apply affine_map<(d0) -> (d0 * 2 + 2)>(%column)
    %v0 = memref.load %x[%row, %c0] : memref<64x201xf32>
    %v1 = memref.load %x[%row, %c1] : memref<64x201xf32>
    %v2 = memref.load %x[%row, %c2] : memref<64x201xf32>
    %m1 = arith.maximumf %v0, %v1 : f32
    %m2 = arith.maximumf %m1, %v2 : f32
    linalg.yield %m2 : f32
  }
  return
}

// Neighbours are loads: a shuffle of two lines is many instructions on some targets.
// CHECK-LABEL: func @neighbours(
// CHECK-COUNT-4: vector.load {{.*}} vector<16xf32>
// CHECK-NOT:     vector.shuffle
// CHECK:         return
func.func @neighbours(%x: memref<64x103xf32>, %y: memref<64x100xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<64x100xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %c0 = affine.apply affine_map<(d0) -> (d0)>(%column)
    %c1 = affine.apply affine_map<(d0) -> (d0 + 1)>(%column)
    %c2 = affine.apply affine_map<(d0) -> (d0 + 2)>(%column)
    %c3 = affine.apply affine_map<(d0) -> (d0 + 3)>(%column)
    %v0 = memref.load %x[%row, %c0] : memref<64x103xf32>
    %v1 = memref.load %x[%row, %c1] : memref<64x103xf32>
    %v2 = memref.load %x[%row, %c2] : memref<64x103xf32>
    %v3 = memref.load %x[%row, %c3] : memref<64x103xf32>
    %m1 = arith.maximumf %v0, %v1 : f32
    %m2 = arith.maximumf %m1, %v2 : f32
    %m3 = arith.maximumf %m2, %v3 : f32
    linalg.yield %m3 : f32
  }
  return
}

// Indices of different views are different places.
// PAST-LABEL: func @views(
// PAST-DAG:     %[[V:.+]] = memref.collapse_shape {{.*}} into memref<8x1440xf32>
// PAST-DAG:     %[[W:.+]] = memref.collapse_shape {{.*}} into memref<160x72xf32>
// PAST-COUNT-2: vector.load %[[V]]
// PAST-COUNT-2: vector.load %[[W]]
func.func @views(%x: memref<8x20x72xf32>, %y: memref<4x32xf32>) {
  %v = memref.collapse_shape %x [[0], [1, 2]] : memref<8x20x72xf32> into memref<8x1440xf32>
  %w = memref.collapse_shape %x [[0, 1], [2]] : memref<8x20x72xf32> into memref<160x72xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
      iterator_types = ["parallel", "parallel"]} outs(%y : memref<4x32xf32>) {
  ^bb0(%old: f32):
    %row = linalg.index 0 : index
    %column = linalg.index 1 : index
    %at = affine.apply affine_map<(d0) -> (d0 * 2)>(%column)
    %next = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%column)
    %a = memref.load %v[%row, %at] : memref<8x1440xf32>
    %b = memref.load %w[%row, %next] : memref<160x72xf32>
    %m = arith.maximumf %a, %b : f32
    linalg.yield %m : f32
  }
  return
}

// Packed lanes: elements of several rows lie in a few lines, whichever of the window
// they are.
// CHECK-LABEL: func @packed(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<512x9x9xi8>
// CHECK:         %[[LINE:.+]] = vector.load %[[X]]{{.*}} vector<64xi8>
// CHECK-NEXT:    vector.shuffle %[[LINE]], %[[LINE]] [0, 2, 4, 6, 18, 20, 22, 24, 36,
// CHECK-NEXT:    vector.shuffle %[[LINE]], %[[LINE]] [1, 3, 5, 7, 19, 21, 23, 25, 37,
// CHECK-NEXT:    vector.shuffle %[[LINE]], %[[LINE]] [2, 4, 6, 8, 20, 22, 24, 26, 38,
// CHECK-NOT:     vector.load %[[X]]
func.func @packed(%x: memref<512x9x9xi8>, %y: memref<512x4x4xi8>) {
  linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]} outs(%y : memref<512x4x4xi8>) {
  ^bb0(%old: i8):
    %plane = linalg.index 0 : index
    %row = linalg.index 1 : index
    %column = linalg.index 2 : index
    %first = affine.apply affine_map<(d0) -> (d0 * 2)>(%row)
    %c0 = affine.apply affine_map<(d0) -> (d0 * 2)>(%column)
    %c1 = affine.apply affine_map<(d0) -> (d0 * 2 + 1)>(%column)
    %c2 = affine.apply affine_map<(d0) -> (d0 * 2 + 2)>(%column)
    %v0 = memref.load %x[%plane, %first, %c0] : memref<512x9x9xi8>
    %v1 = memref.load %x[%plane, %first, %c1] : memref<512x9x9xi8>
    %v2 = memref.load %x[%plane, %first, %c2] : memref<512x9x9xi8>
    %m1 = arith.maxui %v0, %v1 : i8
    %m2 = arith.maxui %m1, %v2 : i8
    linalg.yield %m2 : i8
  }
  return
}
