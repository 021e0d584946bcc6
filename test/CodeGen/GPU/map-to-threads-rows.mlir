// Rows that end within vectors.

// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=16 --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse --mlir-print-local-scope | FileCheck %s --check-prefix=WORDS

#id = affine_map<(a, b) -> (a, b)>
#right = affine_map<(a, b) -> (a, b + 2)>
#windows = affine_map<(k, a, b) -> (k, a, b)>
#moved = affine_map<(k, a, b) -> (a, b + k)>

// Five words of a row lie in three pairs, wherever it begins.
// WORDS-LABEL: func @bytes(
// WORDS-COUNT-3:   memref.load %{{.+}} : memref<238xvector<2xi32>,
// WORDS-NOT:       memref.load
// WORDS:           arith.shrui %{{.+}} : i64
// WORDS:           memref.store
// Of two rows, words are blended by masks.
// WORDS:           scf.if
// WORDS:             scf.if
// WORDS-COUNT-6:       memref.load
// WORDS-NOT:           memref.load
// WORDS:               arith.select %{{.+}}, %c-16777216_i32, %c0_i32
// WORDS:               %[[MASK:.+]] = arith.ori %{{.+}}, %c255_i32
// WORDS-NEXT:          %[[THIS:.+]] = arith.andi %{{.+}}, %[[MASK]]
// WORDS-NEXT:          %[[INVERSE:.+]] = arith.xori %[[MASK]], %c-1_i32
// WORDS-NEXT:          %[[OTHER:.+]] = arith.andi %{{.+}}, %[[INVERSE]]
// WORDS-NEXT:          arith.ori %[[THIS]], %[[OTHER]]
func.func @bytes(%x: memref<7x272xi8>, %y: memref<3x7x203xi8>) {
  linalg.generic {indexing_maps = [#moved, #windows],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<7x272xi8>) outs(%y : memref<3x7x203xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Zeros beside the source, as padding makes them, are masked.
// WORDS-LABEL: func @padded(
// WORDS-COUNT-2: memref.load
// WORDS:         arith.select %{{.+}}, %c-16777216_i32, %c0_i32
// WORDS-NEXT:    %[[MASK:.+]] = arith.ori
// WORDS-NEXT:    arith.andi %{{.+}}, %[[MASK]]
func.func @padded(%x: memref<12x203xi8>, %y: memref<12x3x203xi8>) {
  %zero = arith.constant 0 : i8
  %c203 = arith.constant 203 : index
  linalg.generic {indexing_maps = [affine_map<(a, k, b) -> (a, k, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<12x3x203xi8>) {
  ^bb0(%old: i8):
    %a = linalg.index 0 : index
    %k = linalg.index 1 : index
    %b = linalg.index 2 : index
    %at = affine.apply affine_map<(b, k) -> (b + k - 1)>(%b, %k)
    %inside = arith.cmpi ult, %at, %c203 : index
    %e = scf.if %inside -> (i8) {
      %read = memref.load %x[%a, %at] : memref<12x203xi8>
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
