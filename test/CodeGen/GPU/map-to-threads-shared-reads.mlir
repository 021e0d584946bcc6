// RUN: dml-opt %s --dml-gpu-map-to-threads --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=WORDS

// Windows of three: what a vector reads at one step of the second loop, it reads
// at the next one as well. A thread takes all three, and 4 * 32 / 4 threads tell
// the rest apart; vectors are a row of 32 apart.
// CHECK-LABEL: func @windows(
// CHECK:         gpu.launch {{.*}} threads(%[[THREAD:[a-z0-9]+]], %{{.+}}, %{{.+}}) in
// CHECK:           arith.cmpi ult, %[[THREAD]], %c32
// CHECK:           affine.delinearize_index %{{.+}} into (4, 32)
// CHECK-COUNT-12:  memref.load
// CHECK-NOT:       memref.load
// CHECK:           vector.store
// CHECK:           vector.store
// CHECK:           vector.store
// CHECK-NOT:       vector.store
// CHECK:           gpu.terminator

// Six words lie in a vector and a pair, for three vectors that are written.
// WORDS-LABEL: func @windows(
// WORDS-COUNT-2: memref.load
// WORDS-NOT:     memref.load
// WORDS-COUNT-3: memref.store %{{.+}} : memref<96xvector<4xi32>,
// WORDS-NOT:     memref.store
// WORDS:         gpu.terminator
func.func @windows(%x: memref<4x36xf32>, %y: memref<4x3x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(c, k, i) -> (c, i + k)>,
                                   affine_map<(c, k, i) -> (c, k, i)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<4x36xf32>) outs(%y : memref<4x3x32xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// Two elements apart, bytes of both kinds are used: 37 bytes from 3 before a
// vector on, for seven vectors. Outside of the source they are zero.
// WORDS-LABEL: func @strided_bytes(
// WORDS:         dml.view_words %{{.+}} : memref<4x256xi8> to memref<256xi32,
// WORDS:         dml.view_words %{{.+}} : memref<4x256xi8> to memref<64xvector<4xi32>,
// WORDS-COUNT-4: memref.load
// WORDS-NOT:     memref.load
// WORDS-COUNT-7: memref.store %{{.+}} : memref<224xvector<4xi32>,
// WORDS-NOT:     memref.store
// WORDS:         gpu.terminator
func.func @strided_bytes(%x: memref<4x256xi8>, %y: memref<4x7x128xi8>) {
  %zero = arith.constant 0 : i8
  %c256 = arith.constant 256 : index
  linalg.generic {indexing_maps = [affine_map<(c, k, i) -> (c, k, i)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<4x7x128xi8>) {
  ^bb0(%old: i8):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %i = linalg.index 2 : index
    %at = affine.apply affine_map<(i, k) -> (i * 2 + k - 3)>(%i, %k)
    %inside = arith.cmpi ult, %at, %c256 : index
    %e = scf.if %inside -> (i8) {
      %read = memref.load %x[%c, %at] : memref<4x256xi8>
      scf.yield %read : i8
    } else {
      scf.yield %zero : i8
    }
    linalg.yield %e : i8
  }
  return
}

// Of 40 steps a thread takes 10: the most that divide them, up to 16.
// CHECK-LABEL: func @long_windows(
// CHECK:         affine.delinearize_index %{{.+}} into (4, 32)
// CHECK-COUNT-10: vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @long_windows(%x: memref<71xf32>, %y: memref<40x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (i + k)>,
                                   affine_map<(k, i) -> (k, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<71xf32>) outs(%y : memref<40x32xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// One vector a thread:

// where rows are no whole vectors, one of this or the next row,
// CHECK-LABEL: func @odd_rows(
// CHECK:         vector.store
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @odd_rows(%x: memref<99xf32>, %y: memref<3x97xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (i + k)>,
                                   affine_map<(k, i) -> (k, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<99xf32>) outs(%y : memref<3x97xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// where the steps read elsewhere,
// CHECK-LABEL: func @far_apart(
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @far_apart(%x: memref<48xf32>, %y: memref<3x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (i + 4 * k)>,
                                   affine_map<(k, i) -> (k, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<48xf32>) outs(%y : memref<3x32xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// where vectors side by side would be less than 128 bytes, as blocks of four are,
// CHECK-LABEL: func @blocks(
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @blocks(%x: memref<4x64xf32>, %y: memref<64x4xf32>) {
  linalg.generic {indexing_maps = [affine_map<(w, j) -> (j, w)>,
                                   affine_map<(w, j) -> (w, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<4x64xf32>) outs(%y : memref<64x4xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// and where positions are not linear.
// CHECK-LABEL: func @not_linear(
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK:         gpu.terminator
func.func @not_linear(%x: memref<48xf32>, %y: memref<3x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, i) -> (i + k mod 2)>,
                                   affine_map<(k, i) -> (k, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<48xf32>) outs(%y : memref<3x32xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}
