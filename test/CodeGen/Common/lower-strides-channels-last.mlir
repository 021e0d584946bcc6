// With keep-channels-last, dml.unpool of sizes that suggest pooling gets NHWC buffers
// as they are.

// RUN: dml-opt %s --dml-lower-strides=keep-channels-last --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func @pooled(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<24xf32>, %[[I:[a-z0-9]+]]: memref<1x3x2x4xi32>) -> memref<135xf32> {
// CHECK-NOT:     linalg.generic
// CHECK:         dml.unpool ins(%{{.+}}, %[[I]] : memref<1x3x2x4xf32, strided<[24, 1, 12, 3]>>, memref<1x3x2x4xi32>)
// CHECK-SAME:      outs(%{{.+}} : memref<1x3x5x9xf32, strided<[135, 1, 27, 3]>>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @pooled(%x: memref<1x3x2x4xf32> {dml.strides = array<i64: 24, 1, 12, 3>},
    %i: memref<1x3x2x4xi32>)
    -> (memref<1x3x5x9xf32> {dml.strides = array<i64: 135, 1, 27, 3>}) {
  %y = memref.alloc() : memref<1x3x5x9xf32>
  dml.unpool ins(%x, %i : memref<1x3x2x4xf32>, memref<1x3x2x4xi32>)
      outs(%y : memref<1x3x5x9xf32>)
  return %y : memref<1x3x5x9xf32>
}

// Nothing says that these were pooled, so there are only kernels for packed data.
// CHECK-LABEL: func @other_sizes(
// CHECK:         linalg.generic
// CHECK:         dml.unpool ins(%{{.+}}, %{{.+}} : memref<1x3x9x9xf32>, memref<1x3x9x9xi32>)
// CHECK-SAME:      outs(%{{.+}} : memref<1x3x7x7xf32>)
// CHECK:         linalg.generic
func.func @other_sizes(%x: memref<1x3x9x9xf32> {dml.strides = array<i64: 243, 1, 27, 3>},
    %i: memref<1x3x9x9xi32>)
    -> (memref<1x3x7x7xf32> {dml.strides = array<i64: 147, 1, 21, 3>}) {
  %y = memref.alloc() : memref<1x3x7x7xf32>
  dml.unpool ins(%x, %i : memref<1x3x9x9xf32>, memref<1x3x9x9xi32>)
      outs(%y : memref<1x3x7x7xf32>)
  return %y : memref<1x3x7x7xf32>
}

// Other strides are copied.
// CHECK-LABEL: func @with_gaps(
// CHECK:         linalg.generic
// CHECK:         dml.unpool ins(%{{.+}}, %{{.+}} : memref<1x3x2x4xf32>,
func.func @with_gaps(%x: memref<1x3x2x4xf32> {dml.strides = array<i64: 32, 1, 16, 4>},
    %i: memref<1x3x2x4xi32>) -> memref<1x3x5x9xf32> {
  %y = memref.alloc() : memref<1x3x5x9xf32>
  dml.unpool ins(%x, %i : memref<1x3x2x4xf32>, memref<1x3x2x4xi32>)
      outs(%y : memref<1x3x5x9xf32>)
  return %y : memref<1x3x5x9xf32>
}

// Under a condition only with keep-conditional.
// RUN: dml-opt %s --dml-lower-strides='keep-channels-last keep-conditional' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=CONDITIONAL
// CHECK-LABEL: func @under_a_condition(
// CHECK:         linalg.generic
// CHECK:         dml.unpool ins(%{{.+}}, %{{.+}} : memref<1x3x2x4xf32>,
// CONDITIONAL-LABEL: func @under_a_condition(
// CONDITIONAL-NOT:     linalg.generic
// CONDITIONAL:         dml.unpool ins(%{{.+}}, %{{.+}} : memref<1x3x2x4xf32, strided<[24, 1, 12, 3]>>,
// CONDITIONAL-SAME:      if(%{{.+}} : memref<i32>) outs(%{{.+}} : memref<1x3x5x9xf32, strided<[135, 1, 27, 3]>>)
// CONDITIONAL-NOT:     linalg.generic
func.func @under_a_condition(%x: memref<1x3x2x4xf32> {dml.strides = array<i64: 24, 1, 12, 3>},
    %i: memref<1x3x2x4xi32> {dml.strides = array<i64: 24, 1, 12, 3>}, %missed: memref<i32>)
    -> (memref<1x3x5x9xf32> {dml.strides = array<i64: 135, 1, 27, 3>}) {
  %y = memref.alloc() : memref<1x3x5x9xf32>
  dml.unpool ins(%x, %i : memref<1x3x2x4xf32>, memref<1x3x2x4xi32>)
      if(%missed : memref<i32>) outs(%y : memref<1x3x5x9xf32>)
  return %y : memref<1x3x5x9xf32>
}
