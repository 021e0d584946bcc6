// Operations around which nothing fuses stay alone, up to a width of elements and of
// rows, unless windows tile the result.

// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4 max-plain-row-bytes=60' \
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

// CHECK-LABEL: func @tiled(
// CHECK:         linalg.generic
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
