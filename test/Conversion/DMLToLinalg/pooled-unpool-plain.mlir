// Operations around which nothing fuses stay alone, up to a width of elements and of
// rows, unless windows tile the result.

// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4 max-plain-bytes=420' \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4' \
// RUN:   | FileCheck %s --check-prefix=ANY-ROWS

// CHECK-LABEL: func @plain(
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @plain(%v: tensor<1x1x4x7xf32>, %i: tensor<1x1x4x7xi32>,
    %d: tensor<1x1x9x15xf32>) -> tensor<1x1x9x15xf32> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x4x7xf32>, tensor<1x1x4x7xi32>)
                  outs(%d : tensor<1x1x9x15xf32>) -> tensor<1x1x9x15xf32>
  return %y : tensor<1x1x9x15xf32>
}

// CHECK-LABEL: func @wide_elements(
// CHECK:         linalg.generic
func.func @wide_elements(%v: tensor<1x1x4x3xi64>, %i: tensor<1x1x4x3xi32>,
    %d: tensor<1x1x9x7xi64>) -> tensor<1x1x9x7xi64> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x4x3xi64>, tensor<1x1x4x3xi32>)
                  outs(%d : tensor<1x1x9x7xi64>) -> tensor<1x1x9x7xi64>
  return %y : tensor<1x1x9x7xi64>
}

// A sample chooses between two operations, or says whether there is one for its
// windows.
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-overlapping' \
// RUN:   | FileCheck %s --check-prefix=KEEP-OVERLAPPING
// CHECK-LABEL: func @tiled(
// CHECK:         scf.if
// CHECK:           linalg.generic
// CHECK:         else
// CHECK:           scf.if
// CHECK:             linalg.generic
// CHECK:         dml.unpool
// KEEP-OVERLAPPING-LABEL: func @tiled(
// KEEP-OVERLAPPING:         scf.if %{{.+}} -> (tensor<1x8x8xf32>, tensor<i32>)
// KEEP-OVERLAPPING-NEXT:      linalg.generic
// KEEP-OVERLAPPING:           scf.yield %{{.+}} : tensor<1x8x8xf32>, tensor<i32>
// KEEP-OVERLAPPING-NEXT:    } else {
// KEEP-OVERLAPPING-NEXT:      scf.yield
// KEEP-OVERLAPPING-NEXT:    }
// KEEP-OVERLAPPING:         dml.unpool
func.func @tiled(%v: tensor<1x1x4x4xf32>, %i: tensor<1x1x4x4xi32>,
    %d: tensor<1x1x8x8xf32>) -> tensor<1x1x8x8xf32> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x4x4xf32>, tensor<1x1x4x4xi32>)
                  outs(%d : tensor<1x1x8x8xf32>) -> tensor<1x1x8x8xf32>
  return %y : tensor<1x1x8x8xf32>
}

// CHECK-LABEL:    func @long_rows(
// CHECK:            linalg.generic
// ANY-ROWS-LABEL: func @long_rows(
// ANY-ROWS-NOT:     linalg.generic
// ANY-ROWS:         return
func.func @long_rows(%v: tensor<1x1x4x8xf32>, %i: tensor<1x1x4x8xi32>,
    %d: tensor<1x1x9x17xf32>) -> tensor<1x1x9x17xf32> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x4x8xf32>, tensor<1x1x4x8xi32>)
                  outs(%d : tensor<1x1x9x17xf32>) -> tensor<1x1x9x17xf32>
  return %y : tensor<1x1x9x17xf32>
}

// Wide elements stay alone if many inputs may point to each.
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4 keep-plain-candidates=6 keep-channels-last' \
// RUN:   | FileCheck %s --check-prefix=KEEP
// KEEP-LABEL: func @wide_elements(
// KEEP:         linalg.generic
// KEEP-LABEL: func @many_candidates(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @many_candidates(%v: tensor<1x1x9x9xi64>, %i: tensor<1x1x9x9xi32>,
    %d: tensor<1x1x11x11xi64>) -> tensor<1x1x11x11xi64> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x9x9xi64>, tensor<1x1x9x9xi32>)
                  outs(%d : tensor<1x1x11x11xi64>) -> tensor<1x1x11x11xi64>
  return %y : tensor<1x1x11x11xi64>
}

// NHWC data does if its pixels are no whole vectors nor parts of one.
// CHECK-LABEL: func @odd_pixels(
// CHECK:         linalg.generic
// KEEP-LABEL: func @odd_pixels(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @odd_pixels(%v: tensor<1x3x4x4xf32> {dml.strides = array<i64: 48, 1, 12, 3>},
    %i: tensor<1x3x4x4xi32> {dml.strides = array<i64: 48, 1, 12, 3>}, %d: tensor<1x3x9x9xf32>)
    -> (tensor<1x3x9x9xf32> {dml.strides = array<i64: 243, 1, 27, 3>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x3x4x4xf32>, tensor<1x3x4x4xi32>)
                  outs(%d : tensor<1x3x9x9xf32>) -> tensor<1x3x9x9xf32>
  return %y : tensor<1x3x9x9xf32>
}

// With keep-elements, packed and NHWC data of so few elements does: 1x4x9x9.
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-elements=324' \
// RUN:   | FileCheck %s --check-prefix=FEW
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-elements=323' \
// RUN:   | FileCheck %s --check-prefix=MANY
// KEEP-LABEL: func @even_pixels(
// KEEP:         linalg.generic
// FEW-LABEL: func @even_pixels(
// FEW-NOT:      linalg.generic
// FEW:          return
// MANY-LABEL: func @even_pixels(
// MANY:         linalg.generic
func.func @even_pixels(%v: tensor<1x4x4x4xf32> {dml.strides = array<i64: 64, 1, 16, 4>},
    %i: tensor<1x4x4x4xi32> {dml.strides = array<i64: 64, 1, 16, 4>}, %d: tensor<1x4x9x9xf32>)
    -> (tensor<1x4x9x9xf32> {dml.strides = array<i64: 324, 1, 36, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x4x4xf32>, tensor<1x4x4x4xi32>)
                  outs(%d : tensor<1x4x9x9xf32>) -> tensor<1x4x9x9xf32>
  return %y : tensor<1x4x9x9xf32>
}

// So do few bytes.
// KEEP-LABEL: func @odd_bytes(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @odd_bytes(%v: tensor<1x3x4x4xi8> {dml.strides = array<i64: 48, 1, 12, 3>},
    %i: tensor<1x3x4x4xi32> {dml.strides = array<i64: 48, 1, 12, 3>}, %d: tensor<1x3x9x9xi8>)
    -> (tensor<1x3x9x9xi8> {dml.strides = array<i64: 243, 1, 27, 3>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x3x4x4xi8>, tensor<1x3x4x4xi32>)
                  outs(%d : tensor<1x3x9x9xi8>) -> tensor<1x3x9x9xi8>
  return %y : tensor<1x3x9x9xi8>
}

// Many do not.
// KEEP-LABEL: func @many_odd_bytes(
// KEEP:         linalg.generic
func.func @many_odd_bytes(%v: tensor<1x17x4x4xi8> {dml.strides = array<i64: 272, 1, 68, 17>},
    %i: tensor<1x17x4x4xi32> {dml.strides = array<i64: 272, 1, 68, 17>}, %d: tensor<1x17x9x9xi8>)
    -> (tensor<1x17x9x9xi8> {dml.strides = array<i64: 1377, 1, 153, 17>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x17x4x4xi8>, tensor<1x17x4x4xi32>)
                  outs(%d : tensor<1x17x9x9xi8>) -> tensor<1x17x9x9xi8>
  return %y : tensor<1x17x9x9xi8>
}

// So do even pixels of few channels whose windows are one element apart along rows
// or along columns, or padded.
// KEEP-LABEL: func @overlapping_pixels(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @overlapping_pixels(%v: tensor<1x4x9x4xf32> {dml.strides = array<i64: 144, 1, 16, 4>},
    %i: tensor<1x4x9x4xi32> {dml.strides = array<i64: 144, 1, 16, 4>}, %d: tensor<1x4x10x9xf32>)
    -> (tensor<1x4x10x9xf32> {dml.strides = array<i64: 360, 1, 36, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x9x4xf32>, tensor<1x4x9x4xi32>)
                  outs(%d : tensor<1x4x10x9xf32>) -> tensor<1x4x10x9xf32>
  return %y : tensor<1x4x10x9xf32>
}

// KEEP-LABEL: func @overlapping_columns(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @overlapping_columns(%v: tensor<1x4x4x9xf32> {dml.strides = array<i64: 144, 1, 36, 4>},
    %i: tensor<1x4x4x9xi32> {dml.strides = array<i64: 144, 1, 36, 4>}, %d: tensor<1x4x9x10xf32>)
    -> (tensor<1x4x9x10xf32> {dml.strides = array<i64: 360, 1, 40, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x4x9xf32>, tensor<1x4x4x9xi32>)
                  outs(%d : tensor<1x4x9x10xf32>) -> tensor<1x4x9x10xf32>
  return %y : tensor<1x4x9x10xf32>
}

// KEEP-LABEL: func @padded_pixels(
// KEEP-NOT:     linalg.generic
// KEEP:         return
func.func @padded_pixels(%v: tensor<1x4x5x4xf32> {dml.strides = array<i64: 80, 1, 16, 4>},
    %i: tensor<1x4x5x4xi32> {dml.strides = array<i64: 80, 1, 16, 4>}, %d: tensor<1x4x8x9xf32>)
    -> (tensor<1x4x8x9xf32> {dml.strides = array<i64: 288, 1, 36, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x5x4xf32>, tensor<1x4x5x4xi32>)
                  outs(%d : tensor<1x4x8x9xf32>) -> tensor<1x4x8x9xf32>
  return %y : tensor<1x4x8x9xf32>
}

// KEEP-LABEL: func @many_overlapping_pixels(
// KEEP:         linalg.generic
func.func @many_overlapping_pixels(%v: tensor<1x20x9x4xf32> {dml.strides = array<i64: 720, 1, 80, 20>},
    %i: tensor<1x20x9x4xi32> {dml.strides = array<i64: 720, 1, 80, 20>}, %d: tensor<1x20x10x9xf32>)
    -> (tensor<1x20x10x9xf32> {dml.strides = array<i64: 1800, 1, 180, 20>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x20x9x4xf32>, tensor<1x20x9x4xi32>)
                  outs(%d : tensor<1x20x10x9xf32>) -> tensor<1x20x10x9xf32>
  return %y : tensor<1x20x10x9xf32>
}

// Rows that are too long for the general operation keep both operations.
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-overlapping max-plain-bytes=200' \
// RUN:   | FileCheck %s --check-prefix=LONG
// LONG-LABEL: func @tiled(
// LONG-COUNT-3: linalg.generic
// LONG:         dml.unpool
// LONG-LABEL: func @long_rows(

// With keep-overlapping, NHWC data of few channels has one operation, too, unless its rows
// of whole pixels are too long.
// KEEP-OVERLAPPING-LABEL: func @pixels(
// KEEP-OVERLAPPING-COUNT-2: linalg.generic
// KEEP-OVERLAPPING-NOT:     linalg.generic
// KEEP-OVERLAPPING:         dml.unpool
// KEEP-OVERLAPPING-LABEL: func @few_pixels(
// LONG-LABEL: func @pixels(
// LONG-COUNT-3: linalg.generic
// LONG:         dml.unpool
// LONG-LABEL: func @few_pixels(
func.func @pixels(%v: tensor<1x4x4x2xf32> {dml.strides = array<i64: 32, 1, 8, 4>},
    %i: tensor<1x4x4x2xi32> {dml.strides = array<i64: 32, 1, 8, 4>}, %d: tensor<1x4x9x5xf32>)
    -> (tensor<1x4x9x5xf32> {dml.strides = array<i64: 180, 1, 20, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x4x2xf32>, tensor<1x4x4x2xi32>)
                  outs(%d : tensor<1x4x9x5xf32>) -> tensor<1x4x9x5xf32>
  return %y : tensor<1x4x9x5xf32>
}

// Few channels: it stays alone.
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=8 keep-overlapping' \
// RUN:   | FileCheck %s --check-prefix=WIDE
// WIDE-LABEL: func @even_pixels(
// WIDE:         linalg.generic
// WIDE-LABEL: func @few_pixels(
// WIDE-NOT:     linalg.generic
// WIDE:         return
func.func @few_pixels(%v: tensor<1x4x4x4xf32> {dml.strides = array<i64: 64, 1, 16, 4>},
    %i: tensor<1x4x4x4xi32> {dml.strides = array<i64: 64, 1, 16, 4>}, %d: tensor<1x4x13x13xf32>)
    -> (tensor<1x4x13x13xf32> {dml.strides = array<i64: 676, 1, 52, 4>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x4x4x4xf32>, tensor<1x4x4x4xi32>)
                  outs(%d : tensor<1x4x13x13xf32>) -> tensor<1x4x13x13xf32>
  return %y : tensor<1x4x13x13xf32>
}
