// Rows of a fold with a stride that no window reaches: the vectors at their ends
// have no lanes, and are loaded from the start of the buffer. The planes that they
// would be in may lie behind it, where masked loads take hundreds of cycles.

// RUN: dml-opt %s --dml-cpu-lower-to-tasks --canonicalize --cse | FileCheck %s

// CHECK:       #[[$REMAINDER:.+]] = affine_map<(d0) -> (d0 mod 3)>
// CHECK-LABEL: func.func @fold(
// CHECK:         %[[PLANE:.+]] = affine.apply #[[$REMAINDER]](
// CHECK:         %[[EXISTS:.+]] = arith.cmpi ult, %[[PLANE]], %c1
// CHECK:         %[[MASK:.+]] = arith.andi %{{.+}}, %{{.+}} : vector<16xi1>
// CHECK:         %[[SAFE:.+]] = arith.select %[[EXISTS]], %[[PLANE]], %c0
// CHECK:         vector.maskedload %{{.+}}[%[[SAFE]], %{{.+}}, %{{.+}}], %[[MASK]]
func.func @fold(%x: memref<1x20x160xf32>, %y: memref<60x160xf32>) {
  %c1 = arith.constant 1 : index
  %c160 = arith.constant 160 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<60x160xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %plane = affine.apply affine_map<(i) -> (i mod 3)>(%i)
    %row = affine.apply affine_map<(i) -> (i floordiv 3)>(%i)
    %exists = arith.cmpi ult, %plane, %c1 : index
    %left = affine.apply affine_map<(j) -> (j - 1)>(%j)
    %has_left = arith.cmpi ult, %left, %c160 : index
    %both = arith.andi %exists, %has_left : i1
    %a = scf.if %both -> f32 {
      %read = memref.load %x[%plane, %row, %left] : memref<1x20x160xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    %right = affine.apply affine_map<(j) -> (j + 1)>(%j)
    %has_right = arith.cmpi ult, %right, %c160 : index
    %both_right = arith.andi %exists, %has_right : i1
    %b = scf.if %both_right -> f32 {
      %read = memref.load %x[%plane, %row, %right] : memref<1x20x160xf32>
      scf.yield %read : f32
    } else {
      scf.yield %zero : f32
    }
    %sum = arith.addf %a, %b : f32
    linalg.yield %sum : f32
  }
  return
}
