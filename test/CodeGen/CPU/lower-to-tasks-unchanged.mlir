// What computes little, writes with gaps, or has no neighbours in its source is
// left to other passes.
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-cpu-lower-to-tasks))' \
// RUN:   | FileCheck %s --implicit-check-not=scf.parallel

// CHECK-LABEL: func @computes(
// CHECK:         linalg.generic
func.func @computes(%x: memref<64x64xf32>, %y: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%element: f32, %old: f32):
    %negative = arith.negf %element : f32
    linalg.yield %negative : f32
  }
  return
}

// CHECK-LABEL: func @checks(
// CHECK:         linalg.generic
func.func @checks(%x: memref<64xf32>, %y: memref<64xf32>) {
  %c64 = arith.constant 64 : index
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]} outs(%y : memref<64xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %inside = arith.cmpi ult, %i, %c64 : index
    dml.require %inside, "outside: {0}", %i
    %element = memref.load %x[%i] : memref<64xf32>
    linalg.yield %element : f32
  }
  return
}

// CHECK-LABEL: func @output_with_gaps(
// CHECK:         linalg.transpose
func.func @output_with_gaps(%x: memref<64x2xf32>,
                            %y: memref<2x64xf32, strided<[128, 1]>>) {
  linalg.transpose ins(%x : memref<64x2xf32>)
                   outs(%y : memref<2x64xf32, strided<[128, 1]>>)
                   permutation = [1, 0]
  return
}

// CHECK-LABEL: func @far_neighbours(
// CHECK:         linalg.transpose
func.func @far_neighbours(%x: memref<64x3xf32, strided<[64, 20]>>,
                          %y: memref<3x64xf32>) {
  linalg.transpose ins(%x : memref<64x3xf32, strided<[64, 20]>>)
                   outs(%y : memref<3x64xf32>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func @far_neighbours_in_few_columns(
// CHECK:         linalg.transpose
func.func @far_neighbours_in_few_columns(%x: memref<64x3xf32, strided<[20, 1]>>,
                                         %y: memref<3x64xf32>) {
  linalg.transpose ins(%x : memref<64x3xf32, strided<[20, 1]>>)
                   outs(%y : memref<3x64xf32>) permutation = [1, 0]
  return
}

// CHECK-LABEL: func @far_neighbours_of_unknown_number(
// CHECK:         linalg.transpose
func.func @far_neighbours_of_unknown_number(%x: memref<?x64xf32>,
                                            %y: memref<64x?xf32>) {
  linalg.transpose ins(%x : memref<?x64xf32>) outs(%y : memref<64x?xf32>)
                   permutation = [1, 0]
  return
}

// CHECK-LABEL: func @not_bytes(
// CHECK:         linalg.transpose
func.func @not_bytes(%x: memref<64x2x64xi1>, %y: memref<64x64x2xi1>) {
  linalg.transpose ins(%x : memref<64x2x64xi1>) outs(%y : memref<64x64x2xi1>)
                   permutation = [0, 2, 1]
  return
}

// Booleans have no width in lines, so nothing says how far ahead to prefetch them.

// CHECK-LABEL: func @selected(
// CHECK-NOT:     scf
// CHECK:         linalg.generic
// CHECK-NOT:     scf
// CHECK:         return
func.func @selected(%c: memref<1024x4096xi1>, %x: memref<1024x4096xf32>,
                    %y: memref<1024x4096xf32>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%c, %x : memref<1024x4096xi1>, memref<1024x4096xf32>)
      outs(%y : memref<1024x4096xf32>) {
  ^bb0(%condition: i1, %element: f32, %old: f32):
    %zero = arith.constant 0.0 : f32
    %selected = arith.select %condition, %element, %zero : f32
    linalg.yield %selected : f32
  }
  return
}
