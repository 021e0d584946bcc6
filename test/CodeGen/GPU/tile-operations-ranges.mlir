// RUN: dml-opt %s --dml-gpu-tile-operations --canonicalize --cse | FileCheck %s

// Frames of 40 halves, 8 apart: tiles of 24 elements of 64 frames. The ranges of
// 1992 frames begin and end within vectors of the result.
// CHECK-LABEL: func @frames(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<15968xf16>
// CHECK:         %[[Y:.+]] = dml.view_words %{{.+}} to memref<9960xvector<4xi32>,
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %c64, {{.*}}) threads({{.*}}) in (%{{.+}} = %c128,
// CHECK:           %[[SHARED:.+]] = memref.alloc() : memref<{{.*}}xi32, #spirv.storage_class<Workgroup>>
// A thread reads a vector of each of the two frames of a word. The last frames are
// read again where a range ends behind them.
// CHECK:           arith.minui %{{.+}}, %c1991_i32
// CHECK-COUNT-8:   memref.load %[[X]]
// CHECK:           vector.from_elements {{.*}} : vector<8xf16>
// CHECK-COUNT-8:   memref.load %[[X]]
// CHECK:           vector.from_elements {{.*}} : vector<8xf16>
// CHECK-COUNT-8:   memref.store %{{.+}}, %[[SHARED]]
// CHECK:           gpu.barrier
// A vector whose first element is among the first 1985 of a column is in it. All
// columns are whole vectors.
// CHECK:           %[[IS_WHOLE:.+]] = arith.cmpi ult, %{{.+}}, %c1985_i32
// CHECK:           scf.if %[[IS_WHOLE]] {
// CHECK-COUNT-4:     memref.load %[[SHARED]]
// CHECK-NOT:         memref.load
// CHECK:             memref.store %{{.+}}, %[[Y]]
// CHECK-NOT:       memref.load %[[X]]
// CHECK:           gpu.terminator
func.func @frames(%x: memref<15968xf16>, %y: memref<40x1992xf16>) {
  linalg.generic {indexing_maps = [affine_map<(k, l) -> (k, l)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<40x1992xf16>) {
  ^bb0(%old: f16):
    %k = linalg.index 0 : index
    %l = linalg.index 1 : index
    %at = affine.apply affine_map<(k, l) -> (k + l * 8)>(%k, %l)
    %e = memref.load %x[%at] : memref<15968xf16>
    linalg.yield %e : f16
  }
  return
}

// With 1994 frames, columns begin within vectors, which are computed from two: 96
// threads compute a word of one each.
// CHECK-LABEL: func @crossing(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<15984xf16>
// CHECK:         %[[WORDS:.+]] = dml.view_words %{{.+}} to memref<39880xi32,
// CHECK:           arith.cmpi ult, %{{.+}}, %c1987_i32
// CHECK:           arith.cmpi ult, %{{.+}}, %c96_i32
// CHECK:           %[[IS_IN:.+]] = arith.cmpi ult, %[[ROW:.+]], %c1994_i32
// CHECK:           arith.subi %[[ROW]],
// CHECK:           scf.if
// CHECK-COUNT-2:     memref.load %[[X]]
// CHECK-NOT:         memref.load %[[X]]
// CHECK:             memref.store %{{.+}}, %[[WORDS]]
func.func @crossing(%x: memref<15984xf16>, %y: memref<40x1994xf16>) {
  linalg.generic {indexing_maps = [affine_map<(k, l) -> (k, l)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<40x1994xf16>) {
  ^bb0(%old: f16):
    %k = linalg.index 0 : index
    %l = linalg.index 1 : index
    %at = affine.apply affine_map<(k, l) -> (k + l * 8)>(%k, %l)
    %e = memref.load %x[%at] : memref<15984xf16>
    linalg.yield %e : f16
  }
  return
}

// A sum over windows of 100 that begin every 80 elements, of which there are 60:
// 60 quotients are columns, 80 remainders are rows. The last column has 20 rows.
// CHECK-LABEL: func @quotients(
// CHECK:         gpu.launch
// CHECK:           gpu.barrier
// CHECK:           %[[STARTS:.+]] = arith.select %{{.+}}, %c65_i32, %c5_i32
// CHECK:           arith.cmpi ult, %{{.+}}, %[[STARTS]]
// CHECK:           %[[ROWS:.+]] = arith.select %{{.+}}, %c80_i32, %c20_i32
// CHECK:           arith.cmpi ult, %{{.+}}, %[[ROWS]]
func.func @quotients(%x: memref<3x100x60xi8>, %y: memref<3x4740xi8>) {
  %zero = arith.constant 0 : i8
  linalg.generic {indexing_maps = [affine_map<(n, l) -> (n, l)>],
                  iterator_types = ["parallel", "parallel"]} outs(%y : memref<3x4740xi8>) {
  ^bb0(%old: i8):
    %n = linalg.index 0 : index
    %l = linalg.index 1 : index
    %k = affine.apply affine_map<(l) -> (l mod 80)>(%l)
    %w = affine.apply affine_map<(l) -> (l floordiv 80)>(%l)
    %e = memref.load %x[%n, %k, %w] : memref<3x100x60xi8>
    %in = arith.cmpi ult, %k, %n : index
    %s = arith.select %in, %e, %zero : i8
    linalg.yield %s : i8
  }
  return
}

// Windows of 4 pixels of 5 words, side by side: a thread could take the 4 pixels, but
// not share any word of them.
// CHECK-LABEL: func @pixels(
// CHECK:         gpu.launch
// CHECK:           gpu.barrier
func.func @pixels(%x: memref<32x4x5xf32>, %y: memref<5x4x32xf32>) {
  linalg.generic {indexing_maps = [affine_map<(c, k, l) -> (l, k, c)>, affine_map<(c, k, l) -> (c, k, l)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<32x4x5xf32>) outs(%y : memref<5x4x32xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// Left alone: results whose dimensions are not in the order of the loops, a part
// of a buffer, and booleans.
// CHECK-LABEL: func @other_order(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @other_order(%x: memref<200x3x112xi8>, %y: memref<112x200x3xi8>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (c, b, a)>, affine_map<(a, b, c) -> (a, c, b)>],
                  iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : memref<200x3x112xi8>) outs(%y : memref<112x200x3xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @part(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @part(%x: memref<204x100xi8>, %y: memref<40000xi8>) {
  %part = memref.reinterpret_cast %y to offset: [16000], sizes: [100, 204], strides: [204, 1]
      : memref<40000xi8> to memref<100x204xi8, strided<[204, 1], offset: 16000>>
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<204x100xi8>) outs(%part : memref<100x204xi8, strided<[204, 1], offset: 16000>>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @booleans(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @booleans(%x: memref<204x100xi1>, %y: memref<100x204xi1>) {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<204x100xi1>) outs(%y : memref<100x204xi1>) {
  ^bb0(%e: i1, %old: i1):
    linalg.yield %e : i1
  }
  return
}
