// Narrow elements of NHWC data compare codes, which one pass over the indices makes.

// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 encode-indices' | FileCheck %s

// Windows that do not overlap have one candidate for each element, and compare indices.
// Those of the second operation overlap.
// CHECK-LABEL: func @bytes(
// CHECK:         scf.if
// CHECK:           linalg.generic
// CHECK-NOT:       bufferization.alloc_tensor
// CHECK:         else
// CHECK:           scf.if
// CHECK:             %[[PLACE:.+]] = bufferization.alloc_tensor() : tensor<1x4x4x32xi8>
// CHECK:             %[[CODES:.+]]:2 = linalg.generic {{.*}} outs(%[[PLACE]], %{{.+}} : tensor<1x4x4x32xi8>, tensor<i32>)
// CHECK:               %[[POINTER:.+]] = tensor.extract %{{.+}}[%[[N:.+]], %[[C:.+]], %[[H:.+]], %[[W:.+]]] : tensor<1x32x4x4xi64>
// CHECK:               %[[CODE:.+]] = arith.trunci %{{.+}} : i32 to i8
// CHECK:               linalg.yield %[[CODE]], %{{.+}} : i8, i32
// CHECK:             linalg.generic {{.*}}["parallel", "parallel", "parallel", "parallel"]} outs(%{{.+}} : tensor<1x32x9x9xi8>)
// CHECK:               tensor.extract %[[CODES]]#0[%[[N:.+]], %[[H:.+]], %[[W:.+]], %[[C:.+]]] : tensor<1x4x4x32xi8>
// CHECK:               tensor.extract %{{.+}}[%[[N]], %[[C]], %[[H]], %[[W]]] : tensor<1x32x4x4xi8>
// CHECK:               arith.cmpi eq, %{{.+}}, %{{.+}} : i8
// CHECK:         dml.unpool
func.func @bytes(%v: tensor<1x32x4x4xi8> {dml.strides = array<i64: 512, 1, 128, 32>},
    %i: tensor<1x32x4x4xi64> {dml.strides = array<i64: 512, 1, 128, 32>},
    %d: tensor<1x32x9x9xi8> {dml.strides = array<i64: 2592, 1, 288, 32>})
    -> (tensor<1x32x9x9xi8> {dml.strides = array<i64: 2592, 1, 288, 32>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xi8>, tensor<1x32x4x4xi64>)
                  outs(%d : tensor<1x32x9x9xi8>) -> tensor<1x32x9x9xi8>
  return %y : tensor<1x32x9x9xi8>
}

// Wider elements, few channels, and packed data have no codes.
// CHECK-LABEL: func @halves(
// CHECK-NOT:     tensor<1x4x4x32xi16>
func.func @halves(%v: tensor<1x32x4x4xf16> {dml.strides = array<i64: 512, 1, 128, 32>},
    %i: tensor<1x32x4x4xi64> {dml.strides = array<i64: 512, 1, 128, 32>},
    %d: tensor<1x32x9x9xf16> {dml.strides = array<i64: 2592, 1, 288, 32>})
    -> (tensor<1x32x9x9xf16> {dml.strides = array<i64: 2592, 1, 288, 32>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xf16>, tensor<1x32x4x4xi64>)
                  outs(%d : tensor<1x32x9x9xf16>) -> tensor<1x32x9x9xf16>
  return %y : tensor<1x32x9x9xf16>
}

// CHECK-LABEL: func @words(
// CHECK-NOT:     tensor<1x4x4x32xi32>
// CHECK:         return
func.func @words(%v: tensor<1x32x4x4xi32> {dml.strides = array<i64: 512, 1, 128, 32>},
    %i: tensor<1x32x4x4xi64> {dml.strides = array<i64: 512, 1, 128, 32>},
    %d: tensor<1x32x9x9xi32> {dml.strides = array<i64: 2592, 1, 288, 32>})
    -> (tensor<1x32x9x9xi32> {dml.strides = array<i64: 2592, 1, 288, 32>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xi32>, tensor<1x32x4x4xi64>)
                  outs(%d : tensor<1x32x9x9xi32>) -> tensor<1x32x9x9xi32>
  return %y : tensor<1x32x9x9xi32>
}

// CHECK-LABEL: func @few_channels(
// CHECK-NOT:     tensor<1x4x4x31xi8>
func.func @few_channels(%v: tensor<1x31x4x4xi8> {dml.strides = array<i64: 496, 1, 124, 31>},
    %i: tensor<1x31x4x4xi64> {dml.strides = array<i64: 496, 1, 124, 31>},
    %d: tensor<1x31x9x9xi8> {dml.strides = array<i64: 2511, 1, 279, 31>})
    -> (tensor<1x31x9x9xi8> {dml.strides = array<i64: 2511, 1, 279, 31>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x31x4x4xi8>, tensor<1x31x4x4xi64>)
                  outs(%d : tensor<1x31x9x9xi8>) -> tensor<1x31x9x9xi8>
  return %y : tensor<1x31x9x9xi8>
}

// CHECK-LABEL: func @packed(
// CHECK-NOT:     tensor<1x4x4x32xi8>
func.func @packed(%v: tensor<1x32x4x4xi8>, %i: tensor<1x32x4x4xi64>,
    %d: tensor<1x32x9x9xi8>) -> tensor<1x32x9x9xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xi8>, tensor<1x32x4x4xi64>)
                  outs(%d : tensor<1x32x9x9xi8>) -> tensor<1x32x9x9xi8>
  return %y : tensor<1x32x9x9xi8>
}

// Nor have reaches of more elements than there are codes: 17 times 17, but 15 times 15.
// CHECK-LABEL: func @large_reach(
// CHECK-NOT:     tensor<1x4x4x32xi8>
func.func @large_reach(%v: tensor<1x32x4x4xi8> {dml.strides = array<i64: 512, 1, 128, 32>},
    %i: tensor<1x32x4x4xi32> {dml.strides = array<i64: 512, 1, 128, 32>},
    %d: tensor<1x32x37x37xi8> {dml.strides = array<i64: 43808, 1, 1184, 32>})
    -> (tensor<1x32x37x37xi8> {dml.strides = array<i64: 43808, 1, 1184, 32>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xi8>, tensor<1x32x4x4xi32>)
                  outs(%d : tensor<1x32x37x37xi8>) -> tensor<1x32x37x37xi8>
  return %y : tensor<1x32x37x37xi8>
}

// CHECK-LABEL: func @smaller_reach(
// CHECK:         tensor<1x4x4x32xi8>
func.func @smaller_reach(%v: tensor<1x32x4x4xi8> {dml.strides = array<i64: 512, 1, 128, 32>},
    %i: tensor<1x32x4x4xi32> {dml.strides = array<i64: 512, 1, 128, 32>},
    %d: tensor<1x32x33x33xi8> {dml.strides = array<i64: 34848, 1, 1056, 32>})
    -> (tensor<1x32x33x33xi8> {dml.strides = array<i64: 34848, 1, 1056, 32>}) {
  %y = dml.unpool ins(%v, %i : tensor<1x32x4x4xi8>, tensor<1x32x4x4xi32>)
                  outs(%d : tensor<1x32x33x33xi8>) -> tensor<1x32x33x33xi8>
  return %y : tensor<1x32x33x33xi8>
}
