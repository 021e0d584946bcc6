// RUN: dml-opt %s --dml-cpu-lower-contractions=vector-bytes=64 --canonicalize --cse | FileCheck %s

#filter = affine_map<(f, i, k) -> (f, k)>
#result = affine_map<(f, i, k) -> (f, i)>

// Windows of three in a row with one element of padding: lanes without one keep
// the padding.
// CHECK-LABEL: func @padded(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<64xf32>
// CHECK:         %[[LANES:.+]] = arith.cmpi {{.*}} : vector<16xi32>
// CHECK:         vector.maskedload %{{.+}}[%{{.+}}], %[[LANES]], %{{.+}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK-NOT:     scf.if
// CHECK:         scf.for {{.*}} iter_args(
// CHECK-NOT:     linalg.
func.func @padded(%x: memref<64xf32>, %w: memref<32x3xf32>, %y: memref<32x64xf32>) {
  %one = arith.constant 1.0 : f32
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [#filter, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : memref<32x3xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%weight: f32, %sum: f32):
    %i = linalg.index 1 : index
    %k = linalg.index 2 : index
    %at = affine.apply affine_map<(i, k) -> (i + k - 1)>(%i, %k)
    %inside = arith.cmpi ult, %at, %c64 : index
    %e = scf.if %inside -> (f32) {
      %v = memref.load %x[%at] : memref<64xf32>
      scf.yield %v : f32
    } else {
      scf.yield %one : f32
    }
    %product = arith.mulf %weight, %e : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// What is computed of an element under the predicate is computed where it is
// copied.
// CHECK-LABEL: func @scaled(
// CHECK:         %[[LOADED:.+]] = vector.maskedload
// CHECK:         arith.mulf {{.*}} : vector<16xf32>
// CHECK:         arith.select {{.*}} : vector<16xi1>, vector<16xf32>
// CHECK:         arith.negf {{.*}} : vector<16xf32>
// CHECK:         scf.for {{.*}} iter_args(
// CHECK-NOT:     arith.negf
// CHECK:         return
func.func @scaled(%x: memref<64xf32>, %w: memref<32x3xf32>, %scale: f32, %y: memref<32x64xf32>) {
  %one = arith.constant 1.0 : f32
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [#filter, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : memref<32x3xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%weight: f32, %sum: f32):
    %i = linalg.index 1 : index
    %k = linalg.index 2 : index
    %at = affine.apply affine_map<(i, k) -> (i + k - 1)>(%i, %k)
    %inside = arith.cmpi ult, %at, %c64 : index
    %e = scf.if %inside -> (f32) {
      %v = memref.load %x[%at] : memref<64xf32>
      %scaled = arith.mulf %v, %scale : f32
      scf.yield %scaled : f32
    } else {
      scf.yield %one : f32
    }
    %negative = arith.negf %e : f32
    %product = arith.mulf %weight, %negative : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

//===----------------------------------------------------------------------===//
// What is left to loops
//===----------------------------------------------------------------------===//

// Under a condition that is no range of positions.
// CHECK-LABEL: func @other_condition(
// CHECK:         linalg.generic
func.func @other_condition(%x: memref<64xf32>, %w: memref<32x3xf32>, %y: memref<32x64xf32>) {
  %one = arith.constant 1.0 : f32
  %c7 = arith.constant 7 : index
  linalg.generic {indexing_maps = [#filter, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w : memref<32x3xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%weight: f32, %sum: f32):
    %i = linalg.index 1 : index
    %other = arith.cmpi ne, %i, %c7 : index
    %e = scf.if %other -> (f32) {
      %v = memref.load %x[%i] : memref<64xf32>
      scf.yield %v : f32
    } else {
      scf.yield %one : f32
    }
    %product = arith.mulf %weight, %e : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}

// A number that depends on the position, too.
// CHECK-LABEL: func @weighted(
// CHECK:         linalg.generic
func.func @weighted(%x: memref<64xf32>, %w: memref<32x3xf32>, %y: memref<32x64xf32>) {
  linalg.generic {indexing_maps = [#filter, affine_map<(f, i, k) -> (i)>, #result], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %x : memref<32x3xf32>, memref<64xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%weight: f32, %v: f32, %sum: f32):
    %k = linalg.index 2 : index
    %number = arith.index_cast %k : index to i32
    %float = arith.sitofp %number : i32 to f32
    %weighted = arith.mulf %v, %float : f32
    %product = arith.mulf %weight, %weighted : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  }
  return
}
