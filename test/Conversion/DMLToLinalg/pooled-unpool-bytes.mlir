// Bytes whose windows tile the result stay alone where an input has more
// outputs than max-byte-outputs, or rows are no multiples of 16 bytes.

// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4' \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 keep-plain-bytes=4 max-byte-outputs=4' \
// RUN:   | FileCheck %s --check-prefix=FOUR

// CHECK-LABEL: func @four_outputs(
// CHECK:         linalg.generic
// FOUR-LABEL:  func @four_outputs(
// FOUR:          linalg.generic
func.func @four_outputs(%v: tensor<1x1x8x8xi8>, %i: tensor<1x1x8x8xi32>,
    %d: tensor<1x1x16x16xi8>) -> tensor<1x1x16x16xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x8x8xi8>, tensor<1x1x8x8xi32>)
                  outs(%d : tensor<1x1x16x16xi8>) -> tensor<1x1x16x16xi8>
  return %y : tensor<1x1x16x16xi8>
}

// CHECK-LABEL: func @sixteen_outputs(
// CHECK:         linalg.generic
// FOUR-LABEL:  func @sixteen_outputs(
// FOUR-NOT:      linalg.generic
// FOUR:          return
func.func @sixteen_outputs(%v: tensor<1x1x8x8xi8>, %i: tensor<1x1x8x8xi32>,
    %d: tensor<1x1x32x32xi8>) -> tensor<1x1x32x32xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x8x8xi8>, tensor<1x1x8x8xi32>)
                  outs(%d : tensor<1x1x32x32xi8>) -> tensor<1x1x32x32xi8>
  return %y : tensor<1x1x32x32xi8>
}

// CHECK-LABEL: func @rows_of_24_bytes(
// CHECK:         linalg.generic
// FOUR-LABEL:  func @rows_of_24_bytes(
// FOUR-NOT:      linalg.generic
// FOUR:          return
func.func @rows_of_24_bytes(%v: tensor<1x1x8x12xi8>, %i: tensor<1x1x8x12xi32>,
    %d: tensor<1x1x16x24xi8>) -> tensor<1x1x16x24xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x8x12xi8>, tensor<1x1x8x12xi32>)
                  outs(%d : tensor<1x1x16x24xi8>) -> tensor<1x1x16x24xi8>
  return %y : tensor<1x1x16x24xi8>
}

// CHECK-LABEL: func @halves(
// CHECK:         linalg.generic
// FOUR-LABEL:  func @halves(
// FOUR:          linalg.generic
func.func @halves(%v: tensor<1x1x8x8xf16>, %i: tensor<1x1x8x8xi32>,
    %d: tensor<1x1x32x32xf16>) -> tensor<1x1x32x32xf16> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x8x8xf16>, tensor<1x1x8x8xi32>)
                  outs(%d : tensor<1x1x32x32xf16>) -> tensor<1x1x32x32xf16>
  return %y : tensor<1x1x32x32xf16>
}
