// RUN: dml-opt %s --dml-print-access-nests -o /dev/null | FileCheck %s
// RUN: dml-opt %s --dml-print-access-nests=merged -o /dev/null | FileCheck %s --check-prefix=MERGED

// CHECK-LABEL:  linalg.transpose in @transpose
// CHECK-NEXT:     loops i0 < 3, i1 < 5, i2 < 4
// CHECK-NEXT:     read memref<5x4x3xi8> at i0 + 12 * i1 + 3 * i2
// CHECK-NEXT:     write memref<3x5x4xi8> at 20 * i0 + 4 * i1 + i2
// CHECK-NEXT:     moves
// MERGED-LABEL: linalg.transpose in @transpose
// MERGED-NEXT:    loops i0 < 3, i1 < 20
// MERGED-NEXT:    read memref<5x4x3xi8> at i0 + 3 * i1
// MERGED-NEXT:    write memref<3x5x4xi8> at 20 * i0 + i1
func.func @transpose(%x: memref<5x4x3xi8>, %y: memref<3x5x4xi8>) {
  linalg.transpose ins(%x : memref<5x4x3xi8>) outs(%y : memref<3x5x4xi8>)
      permutation = [2, 0, 1]
  return
}

// Only a run knows sizes and strides; what is packed can be merged all the
// same, if the sizes are known.
// CHECK-LABEL:  linalg.copy in @dynamic
// CHECK-NEXT:     loops i0 < 2, i1 < 1, i2 < ?
// CHECK-NEXT:     read memref<2x1x?xf32, strided<[?, ?, 1], offset: ?>> at ? * i0 + ? * i1 + i2 + ?
// CHECK-NEXT:     write memref<2x1x?xf32> at ? * i0 + ? * i1 + i2
// MERGED-LABEL: linalg.copy in @dynamic
// MERGED-NEXT:    loops i0 < 2, i1 < ?
// MERGED-NEXT:    read memref<2x1x?xf32, strided<[?, ?, 1], offset: ?>> at ? * i0 + i1 + ?
func.func @dynamic(%x: memref<2x1x?xf32, strided<[?, ?, 1], offset: ?>>,
                   %y: memref<2x1x?xf32>) {
  linalg.copy ins(%x : memref<2x1x?xf32, strided<[?, ?, 1], offset: ?>>)
              outs(%y : memref<2x1x?xf32>)
  return
}

// A window with padding: loops that a predicate sees stay apart.
// CHECK-LABEL:  linalg.generic in @window
// CHECK-NEXT:     loops i0 < 4, i1 < 2, i2 < 8
// CHECK-NEXT:     read memref<4x16xf32> at 16 * i0 + 8 * i1 + i2 + -1 where 0 <= 8 * i1 + i2 + -1 < 16 and 0 <= i0 < ?
// CHECK-NEXT:     write memref<4x2x8xf32> at 16 * i0 + 8 * i1 + i2
// CHECK-NEXT:     moves, otherwise 0.000000e+00 : f32
// MERGED-LABEL: linalg.generic in @window
// MERGED-NEXT:    loops i0 < 4, i1 < 2, i2 < 8
func.func @window(%x: memref<4x16xf32>, %y: memref<4x2x8xf32>, %n: index) {
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<4x2x8xf32>) {
  ^bb0(%out: f32):
    %row = linalg.index 0 : index
    %k = linalg.index 1 : index
    %i = linalg.index 2 : index
    %j = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 - 1)>(%k, %i)
    %column = arith.cmpi ult, %j, %c16 : index
    %line = arith.cmpi ult, %row, %n : index
    %inside = arith.andi %column, %line : i1
    %e = scf.if %inside -> f32 {
      %v = memref.load %x[%row, %j] : memref<4x16xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL:  linalg.generic in @row_sums
// CHECK-NEXT:     loops i0 < 4, i1 < 8 (reduction)
// CHECK-NEXT:     read memref<4x8xf32, strided<[16, 2], offset: 5>> at 16 * i0 + 2 * i1 + 5
// CHECK-NEXT:     write memref<4xf32> at i0
// CHECK-NEXT:     computes
func.func @row_sums(%x: memref<4x8xf32, strided<[16, 2], offset: 5>>,
                    %y: memref<4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<4x8xf32, strided<[16, 2], offset: 5>>)
      outs(%y : memref<4xf32>) {
  ^bb0(%in: f32, %sum: f32):
    %next = arith.addf %sum, %in : f32
    linalg.yield %next : f32
  }
  return
}

// A position that is data is no linear function of the loops.
// CHECK-LABEL:  linalg.generic in @gather
// CHECK-NEXT:     loops i0 < 4
// CHECK-NEXT:     read memref<4xindex> at i0
// CHECK-NEXT:     reads elsewhere
// CHECK-NEXT:     write memref<4xf32> at i0
// CHECK-NEXT:     computes
func.func @gather(%x: memref<8xf32>, %i: memref<4xindex>, %y: memref<4xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%i : memref<4xindex>) outs(%y : memref<4xf32>) {
  ^bb0(%in: index, %out: f32):
    %e = memref.load %x[%in] : memref<8xf32>
    linalg.yield %e : f32
  }
  return
}

// What is read under other conditions is described, but it is no move.
// CHECK-LABEL:  linalg.generic in @otherwise
// CHECK-NEXT:     loops i0 < 4
// CHECK-NEXT:     read memref<4xf32> at i0
// CHECK-NEXT:     read memref<8xf32> at 2 * i0 under other conditions
// CHECK-NEXT:     write memref<4xf32> at i0
// CHECK-NEXT:     computes
func.func @otherwise(%x: memref<8xf32>, %c: memref<4xf32>, %y: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%c : memref<4xf32>) outs(%y : memref<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %i = linalg.index 0 : index
    %j = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %positive = arith.cmpf ogt, %in, %zero : f32
    %e = scf.if %positive -> f32 {
      %v = memref.load %x[%j] : memref<8xf32>
      scf.yield %v : f32
    } else {
      scf.yield %zero : f32
    }
    linalg.yield %e : f32
  }
  return
}

// What is yielded is not the element that is read under the predicate.
// CHECK-LABEL:  linalg.generic in @yields_another_element
// CHECK:          read memref<8xf32> at i0
// CHECK:          computes
func.func @yields_another_element(%x: memref<8xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %first = memref.load %x[%c0] : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} outs(%y : memref<4xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %v = memref.load %x[%i] : memref<8xf32>
    linalg.yield %first : f32
  }
  return
}

// The index is that of the inner operation.
// CHECK-LABEL:  linalg.generic in @nested
// CHECK:          reads elsewhere
// CHECK:          computes
func.func @nested(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<2x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} outs(%y : memref<4xf32>) {
  ^bb0(%out: f32):
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
                    iterator_types = ["parallel", "parallel"]}
        outs(%z : memref<2x4xf32>) {
    ^bb0(%inner: f32):
      %i = linalg.index 1 : index
      %v = memref.load %x[%i] : memref<4xf32>
      linalg.yield %v : f32
    }
    linalg.yield %out : f32
  }
  return
}

// Windows of two elements have the same source; all elements make one number, in any
// order, beside what each writes.
// CHECK-LABEL:  linalg.generic in @divided_and_combined
// CHECK-NEXT:     loops i0 < 4, i1 < 6
// CHECK-NEXT:     read memref<4x4xi32> at 4 * i0 + ((i1 + 1) floordiv 2) where 0 <= ((i1 + 1) floordiv 2) < 4
// CHECK-NEXT:     write memref<4x6xi32> at 6 * i0 + i1
// CHECK-NEXT:     write memref<i32> at 0 combined by ori
// CHECK-NEXT:     computes
func.func @divided_and_combined(%x: memref<4x4xi32>, %y: memref<4x6xi32>,
    %n: memref<i32>) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : index
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      outs(%y, %n : memref<4x6xi32>, memref<i32>) {
  ^bb0(%out: i32, %all: i32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %h = affine.apply affine_map<(d0) -> ((d0 + 1) floordiv 2)>(%j)
    %inside = arith.cmpi ult, %h, %c4 : index
    %e = scf.if %inside -> i32 {
      %v = memref.load %x[%i, %h] : memref<4x4xi32>
      scf.yield %v : i32
    } else {
      scf.yield %c0 : i32
    }
    %or = arith.ori %all, %e : i32
    linalg.yield %e, %or : i32, i32
  }
  return
}

// Positions that divide a loop in two ways are no forms.
// CHECK-LABEL:  linalg.generic in @divided_twice
// CHECK:          reads elsewhere
func.func @divided_twice(%x: memref<4x4xi32>, %y: memref<8xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} outs(%y : memref<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %h = affine.apply affine_map<(d0) -> (d0 floordiv 2)>(%i)
    %w = affine.apply affine_map<(d0) -> (d0 floordiv 3)>(%i)
    %v = memref.load %x[%h, %w] : memref<4x4xi32>
    linalg.yield %v : i32
  }
  return
}

// A quotient that is divided again is one of the product.
// CHECK-LABEL:  linalg.generic in @divided_again
// CHECK-NEXT:     loops i0 < 8
// CHECK-NEXT:     read memref<2xi32> at ((i0 + 2) floordiv 6)
func.func @divided_again(%x: memref<2xi32>, %y: memref<8xi32>) {
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]} outs(%y : memref<8xi32>) {
  ^bb0(%out: i32):
    %i = linalg.index 0 : index
    %h = affine.apply affine_map<(d0) -> ((d0 floordiv 2 + 1) floordiv 3)>(%i)
    %v = memref.load %x[%h] : memref<2xi32>
    linalg.yield %v : i32
  }
  return
}

// Iterations whose number has more than 31 bits run one after the other.
// CHECK-LABEL:  linalg.generic in @too_many_to_combine
// CHECK-NEXT:     loops i0 < 65536 (reduction), i1 < 65536 (reduction)
// CHECK:          write memref<i32> at 0{{$}}
func.func @too_many_to_combine(%x: memref<65536xi32>, %y: memref<65536xi32>,
    %n: memref<i32>) {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0)>,
                       affine_map<(d0, d1) -> (d1)>,
                       affine_map<(d0, d1) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : memref<65536xi32>, memref<65536xi32>)
      outs(%n : memref<i32>) {
  ^bb0(%a: i32, %b: i32, %all: i32):
    %c = arith.xori %a, %b : i32
    %or = arith.ori %all, %c : i32
    linalg.yield %or : i32
  }
  return
}
