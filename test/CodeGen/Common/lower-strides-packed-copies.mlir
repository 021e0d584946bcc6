// Images in another order than that of their dimensions are copied where the
// operations on them access four times as many bytes of buffers that are not.

// RUN: dml-opt %s --dml-lower-strides='argument-copy-ratio=4 result-copy-ratio=4' --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-lower-strides='result-copy-ratio=4' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=RESULTS
// RUN: dml-opt %s --dml-lower-strides='result-copy-ratio=4 divided-copy-ratio=1' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=DIVIDED

#id = affine_map<(n, c, w, h) -> (n, c, w, h)>
#id5 = affine_map<(c, i, j, h, w) -> (c, i, j, h, w)>
#id3 = affine_map<(c, k, w) -> (c, k, w)>

// Windows of four elements.
// CHECK-LABEL: func @gather(
// CHECK:         %[[PACKED:.+]] = memref.alloc() : memref<1x8x4x4xf32>
// CHECK:         linalg.generic {{.*}} ins(%{{.+}} : memref<1x4x4x8xf32>) outs(%[[PACKED]] : memref<1x8x4x4xf32>)
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<8x4x16xf32>)
// CHECK:           memref.load %[[PACKED]]
// RESULTS-LABEL: func @gather(
// RESULTS-NOT:   memref<1x8x4x4xf32>
// RESULTS:       return
func.func @gather(%x: memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) -> memref<8x4x16xf32> {
  %zero = arith.constant 0 : index
  %four = arith.constant 4 : index
  %y = memref.alloc() : memref<8x4x16xf32>
  linalg.generic {indexing_maps = [#id3], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<8x4x16xf32>) {
  ^bb0(%old: f32):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %w = linalg.index 2 : index
    %row = arith.remui %w, %four : index
    %e = memref.load %x[%zero, %c, %row, %k] : memref<1x8x4x4xf32>
    linalg.yield %e : f32
  }
  return %y : memref<8x4x16xf32>
}

// Windows of 6x30 that overlap. Neighbours of a row are 5 apart: no copy.
// CHECK-LABEL: func @gather_far(
// CHECK-NOT:     memref<1x8x12x64xf32>
// CHECK:         linalg.generic {{.*}} outs(%{{.+}} : memref<8x6x30x7x7xf32>)
// CHECK:           memref.load %{{.+}} : memref<1x12x64x8xf32>
func.func @gather_far(%x: memref<1x8x12x64xf32> {dml.strides = array<i64: 6144, 1, 512, 8>})
    -> memref<8x6x30x7x7xf32> {
  %zero = arith.constant 0 : index
  %y = memref.alloc() : memref<8x6x30x7x7xf32>
  linalg.generic {indexing_maps = [#id5],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<8x6x30x7x7xf32>) {
  ^bb0(%old: f32):
    %c = linalg.index 0 : index
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %h = linalg.index 3 : index
    %w = linalg.index 4 : index
    %row = affine.apply affine_map<(i, h) -> (i + h)>(%i, %h)
    %column = affine.apply affine_map<(j, w) -> (j + w * 5)>(%j, %w)
    %e = memref.load %x[%zero, %c, %row, %column] : memref<1x8x12x64xf32>
    linalg.yield %e : f32
  }
  return %y : memref<8x6x30x7x7xf32>
}

// CHECK-LABEL: func @add_up(
// CHECK:         %[[PACKED:.+]] = memref.alloc() {{.*}}: memref<1x7x4x4xf32>
// CHECK:         linalg.generic {{.*}} outs(%[[PACKED]] : memref<1x7x4x4xf32>)
// CHECK:         %[[STORAGE:.+]] = memref.alloc() : memref<112xf32>
// CHECK:         linalg.generic {{.*}} ins(%[[PACKED]] : memref<1x7x4x4xf32>) outs(%{{.+}} : memref<1x4x4x7xf32>)
// CHECK:         return %[[STORAGE]]
// RESULTS-LABEL: func @add_up(
// RESULTS:       memref.alloc() {{.*}}: memref<1x7x4x4xf32>
func.func @add_up(%x: memref<4x1x7x4x4xf32>) -> (memref<1x7x4x4xf32> {dml.strides = array<i64: 112, 1, 28, 7>}) {
  %y = memref.alloc() {alignment = 64 : i64} : memref<1x7x4x4xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x4xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %first = memref.load %x[%n, %n, %c, %h, %w] : memref<4x1x7x4x4xf32>
    linalg.yield %first : f32
  }
  return %y : memref<1x7x4x4xf32>
}

// Tiles move whole words of 8 bytes from one order to the other, in rows of 32.
// CHECK-LABEL: func @words(
// CHECK-NOT:     memref<1x8x4x8xf32>
// CHECK:         return
func.func @words(%x: memref<4x1x8x4x8xf32>) -> (memref<1x8x4x8xf32> {dml.strides = array<i64: 256, 1, 64, 8>}) {
  %y = memref.alloc() {alignment = 64 : i64} : memref<1x8x4x8xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x8x4x8xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %first = memref.load %x[%n, %n, %c, %h, %w] : memref<4x1x8x4x8xf32>
    linalg.yield %first : f32
  }
  return %y : memref<1x8x4x8xf32>
}

// Fewer bytes are not worth it.
// CHECK-LABEL: func @few_addends(
// CHECK-NOT:     memref<1x7x4x4xf32>
// CHECK:         return
func.func @few_addends(%x: memref<3x7x4x4xf32>) -> (memref<1x7x4x4xf32> {dml.strides = array<i64: 112, 1, 28, 7>}) {
  %y = memref.alloc() : memref<1x7x4x4xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x4xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %first = memref.load %x[%n, %c, %h, %w] : memref<3x7x4x4xf32>
    linalg.yield %first : f32
  }
  return %y : memref<1x7x4x4xf32>
}

// All images have the same order.
// CHECK-LABEL: func @same_order(
// CHECK-NOT:     memref<1x7x4x4xf32>
// CHECK-NOT:     memref<1x7x8x10xf32>
// CHECK:         return
func.func @same_order(%x: memref<1x7x8x10xf32> {dml.strides = array<i64: 560, 1, 70, 7>}) -> (memref<1x7x4x4xf32> {dml.strides = array<i64: 112, 1, 28, 7>}) {
  %y = memref.alloc() : memref<1x7x4x4xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x4xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %first = memref.load %x[%n, %c, %h, %w] : memref<1x7x8x10xf32>
    linalg.yield %first : f32
  }
  return %y : memref<1x7x4x4xf32>
}

// Reductions have orders of their own.
// CHECK-LABEL: func @reduction(
// CHECK-NOT:     memref<1x7x4x4xf32>
// CHECK:         return
func.func @reduction(%x: memref<4x1x7x4x4xf32>) -> (memref<1x7x4x4xf32> {dml.strides = array<i64: 112, 1, 28, 7>}) {
  %zero = arith.constant 0.0 : f32
  %y = memref.alloc() : memref<1x7x4x4xf32>
  linalg.fill ins(%zero : f32) outs(%y : memref<1x7x4x4xf32>)
  linalg.reduce ins(%x : memref<4x1x7x4x4xf32>) outs(%y : memref<1x7x4x4xf32>) dimensions = [0]
      (%e: f32, %sum: f32) {
        %next = arith.addf %sum, %e : f32
        linalg.yield %next : f32
      }
  return %y : memref<1x7x4x4xf32>
}

// Dimensions of stride 0 have no place in an order.
// CHECK-LABEL: func @broadcast(
// CHECK-NOT:     memref<4x7x4x4xf32> to
// CHECK-NOT:     memref.alloc() : memref<4x7x4x4xf32>
// CHECK:         return
func.func @broadcast(%x: memref<4x7x4x4xf32> {dml.strides = array<i64: 0, 1, 0, 0>}, %a: memref<4x7x4x4xf32>,
                     %b: memref<4x7x4x4xf32>, %c: memref<4x7x4x4xf32>, %y: memref<4x7x4x4xf32>) {
  linalg.generic {indexing_maps = [#id, #id, #id, #id, #id],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %a, %b, %c : memref<4x7x4x4xf32>, memref<4x7x4x4xf32>, memref<4x7x4x4xf32>, memref<4x7x4x4xf32>)
      outs(%y : memref<4x7x4x4xf32>) {
  ^bb0(%bias: f32, %p: f32, %q: f32, %r: f32, %old: f32):
    %0 = arith.addf %bias, %p : f32
    %1 = arith.addf %0, %q : f32
    %2 = arith.addf %1, %r : f32
    linalg.yield %2 : f32
  }
  return
}

// Sums of elements at divided positions, as folds with a stride have, are worth a copy for
// as many bytes as the result has. A single element is not.
// CHECK-LABEL:   func @sum_up(
// CHECK-NOT:       memref<1x7x4x8xf32>
// CHECK:           return
// DIVIDED-LABEL: func @sum_up(
// DIVIDED:         %[[PACKED:.+]] = memref.alloc() {{.*}}: memref<1x7x4x8xf32>
// DIVIDED:         linalg.generic {{.*}} outs(%[[PACKED]] : memref<1x7x4x8xf32>)
// DIVIDED:         linalg.generic {{.*}} ins(%[[PACKED]] : memref<1x7x4x8xf32>) outs(%{{.+}} : memref<1x4x8x7xf32>)
func.func @sum_up(%x: memref<2x7x4x4xf32>) -> (memref<1x7x4x8xf32> {dml.strides = array<i64: 224, 1, 56, 7>}) {
  %one = arith.constant 1 : index
  %y = memref.alloc() {alignment = 64 : i64} : memref<1x7x4x8xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x8xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %b = affine.apply affine_map<(i) -> (i floordiv 2)>(%w)
    %first = memref.load %x[%n, %c, %h, %b] : memref<2x7x4x4xf32>
    %second = memref.load %x[%one, %c, %h, %b] : memref<2x7x4x4xf32>
    %sum = arith.addf %first, %second : f32
    linalg.yield %sum : f32
  }
  return %y : memref<1x7x4x8xf32>
}

// Nor are elements of 8 bytes.
// DIVIDED-LABEL: func @sum_up_wide(
// DIVIDED-NOT:     memref<1x7x4x8xf64>
// DIVIDED:         return
func.func @sum_up_wide(%x: memref<2x7x4x4xf64>) -> (memref<1x7x4x8xf64> {dml.strides = array<i64: 224, 1, 56, 7>}) {
  %one = arith.constant 1 : index
  %y = memref.alloc() {alignment = 64 : i64} : memref<1x7x4x8xf64>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x8xf64>) {
  ^bb0(%old: f64):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %b = affine.apply affine_map<(i) -> (i floordiv 2)>(%w)
    %first = memref.load %x[%n, %c, %h, %b] : memref<2x7x4x4xf64>
    %second = memref.load %x[%one, %c, %h, %b] : memref<2x7x4x4xf64>
    %sum = arith.addf %first, %second : f64
    linalg.yield %sum : f64
  }
  return %y : memref<1x7x4x8xf64>
}

// DIVIDED-LABEL: func @move(
// DIVIDED-NOT:     memref<1x7x4x8xf32>
// DIVIDED:         return
func.func @move(%x: memref<2x7x4x4xf32>) -> (memref<1x7x4x8xf32> {dml.strides = array<i64: 224, 1, 56, 7>}) {
  %y = memref.alloc() {alignment = 64 : i64} : memref<1x7x4x8xf32>
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : memref<1x7x4x8xf32>) {
  ^bb0(%old: f32):
    %n = linalg.index 0 : index
    %c = linalg.index 1 : index
    %h = linalg.index 2 : index
    %w = linalg.index 3 : index
    %b = affine.apply affine_map<(i) -> (i floordiv 2)>(%w)
    %first = memref.load %x[%n, %c, %h, %b] : memref<2x7x4x4xf32>
    linalg.yield %first : f32
  }
  return %y : memref<1x7x4x8xf32>
}

// Nothing is written.
// CHECK-LABEL: func @unused(
// CHECK-NOT:     memref.alloc
// CHECK:         return
func.func @unused(%x: memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : memref<1x8x4x4xf32>) {
  ^bb0(%e: f32):
    linalg.yield
  }
  return
}
