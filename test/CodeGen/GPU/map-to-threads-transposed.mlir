// RUN: dml-opt %s --dml-gpu-map-to-threads=workgroup-size=256 --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-map-to-threads --dml-gpu-pack-words --dml-gpu-simplify-indices \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=WORDS
// RUN: dml-opt %s --dml-gpu-map-to-threads=max-workgroup-memory=6143 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=SMALL

#swapped = affine_map<(a, b) -> (b, a)>
#id = affine_map<(a, b) -> (a, b)>

// Three rows of bytes, their elements in turn. Of 3 vectors, each row gives one.
// Thread t of 128 computes vectors 3 t to 3 t + 2, and writes t, t + 128 and
// t + 256.
// CHECK-LABEL: func @three_rows(
// CHECK-SAME:    %{{.+}}: memref<3x4096xi8>, %[[Y:[a-z0-9]+]]: memref<4096x3xi8>
// CHECK:         %[[VECTORS:.+]] = dml.view_words %{{.+}} to memref<768xvector<4xi32>,
// CHECK:         gpu.launch {{.*}} in (%{{.+}} = %c2, {{.*}} threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
// CHECK:           %[[SHARED:.+]] = memref.alloc() : memref<384xvector<4xi32>, #spirv.storage_class<Workgroup>>
// CHECK-COUNT-3:   memref.store %{{.+}}, %[[SHARED]]
// CHECK-NEXT:      gpu.barrier
// CHECK:           %[[A:.+]] = memref.load %[[SHARED]]
// CHECK:           memref.store %[[A]], %[[VECTORS]]
// CHECK:           %[[B:.+]] = memref.load %[[SHARED]]
// CHECK:           memref.store %[[B]], %[[VECTORS]]
// CHECK:           %[[C:.+]] = memref.load %[[SHARED]]
// CHECK:           memref.store %[[C]], %[[VECTORS]]
// CHECK-NOT:       memref.store
// CHECK:           gpu.terminator

// Each word of a row is read once, in vectors, and no remainder by 3 is left.
// WORDS-LABEL: func @three_rows(
// WORDS-COUNT-3: memref.load %{{.+}} : memref<768xvector<4xi32>,
// WORDS-NOT:     arith.remui
// WORDS:         memref.store %{{.+}} : memref<384xvector<4xi32>, #spirv.storage_class<Workgroup>>
// WORDS:         gpu.barrier

// Without that much memory, a vector a thread.
// SMALL-LABEL: func @three_rows(
// SMALL-NOT:     gpu.barrier
// SMALL:         vector.store
// SMALL-NOT:     vector.store
// SMALL:         gpu.terminator
func.func @three_rows(%x: memref<3x4096xi8>, %y: memref<4096x3xi8>) {
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4096xi8>) outs(%y : memref<4096x3xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// 20 threads of 128 have something to write, 60 vectors; none leaves before the
// barrier.
// CHECK-LABEL: func @few_halves(
// CHECK-NOT:     scf.if
// CHECK:         gpu.barrier
// CHECK:         %[[FIRST:.+]] = arith.cmpi ult, %{{.+}}, %c60_i32
// CHECK-NEXT:    scf.if %[[FIRST]] {
// CHECK-NEXT:      memref.store
func.func @few_halves(%x: memref<3x160xf16>, %y: memref<160x3xf16>) {
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x160xf16>) outs(%y : memref<160x3xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// A part of a buffer that begins with a vector: so many further on.
// WORDS-LABEL: func @part(
// WORDS:         gpu.barrier
// WORDS:         %[[AT:.+]] = arith.addi %{{.+}}, %c4_i32
func.func @part(%x: memref<3x4096xi8>, %y: memref<12352xi8>) {
  %part = memref.subview %y[64] [12288] [1]
      : memref<12352xi8> to memref<12288xi8, strided<[1], offset: 64>>
  %rows = memref.expand_shape %part [[0, 1]] output_shape [4096, 3]
      : memref<12288xi8, strided<[1], offset: 64>>
        into memref<4096x3xi8, strided<[3, 1], offset: 64>>
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4096xi8>)
      outs(%rows : memref<4096x3xi8, strided<[3, 1], offset: 64>>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// Left alone:

// elements of whole words,
// CHECK-LABEL: func @words(
// CHECK-NOT:     gpu.barrier
// CHECK:         gpu.terminator
func.func @words(%x: memref<3x4096xf32>, %y: memref<4096x3xf32>) {
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4096xf32>) outs(%y : memref<4096x3xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// booleans, whose other bits are not known,
// CHECK-LABEL: func @booleans(
// CHECK-NOT:     gpu.barrier
// CHECK:         gpu.terminator
func.func @booleans(%x: memref<3x4096xi1>, %y: memref<4096x3xi1>) {
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<3x4096xi1>) outs(%y : memref<4096x3xi1>) {
  ^bb0(%e: i1, %old: i1):
    linalg.yield %e : i1
  }
  return
}

// two rows, which alternate in every vector,
// CHECK-LABEL: func @two_rows(
// CHECK-NOT:     gpu.barrier
// CHECK:         gpu.terminator
func.func @two_rows(%x: memref<2x4096xi8>, %y: memref<4096x2xi8>) {
  linalg.generic {indexing_maps = [#swapped, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x4096xi8>) outs(%y : memref<4096x2xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// and rows that are shorter than three vectors.
// CHECK-LABEL: func @short_rows(
// CHECK-NOT:     gpu.barrier
// CHECK:         gpu.terminator
func.func @short_rows(%x: memref<64x3x15xi8>, %y: memref<64x15x3xi8>) {
  linalg.generic {indexing_maps = [affine_map<(n, a, b) -> (n, b, a)>,
                                   affine_map<(n, a, b) -> (n, a, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<64x3x15xi8>) outs(%y : memref<64x15x3xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}
