// Programs that unpool have one kernel for it where indices are assumed, whatever
// would stand in branches for others: what fuses, and copies of NHWC data.

// RUN: dml-opt %s --dml-gpu-pipeline='assume=disjoint cache-bytes=0 max-storage-buffers=8' | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline='assume=none cache-bytes=0 max-storage-buffers=8' | FileCheck %s --check-prefix=ANY

// CHECK-LABEL:   func @fused(
// CHECK-COUNT-1:   dml.dispatch
// CHECK-NOT:       dml.dispatch
// CHECK:           dml.report_check {{.*}}, assumes "disjoint"
// CHECK-NOT:       dml.dispatch
// CHECK:           return
// ANY-LABEL:     func @fused(
// ANY-COUNT-9:     dml.dispatch
// ANY:             dml.report_indices
func.func @fused(%x: tensor<1x4x32x32xf32>, %i: tensor<1x4x32x32xui32>) -> tensor<1x4x64x64xf32> {
  %e = arith.negf %x : tensor<1x4x32x32xf32>
  %y = dml.max_unpooling %e, %i
      : (tensor<1x4x32x32xf32>, tensor<1x4x32x32xui32>) -> tensor<1x4x64x64xf32>
  return %y : tensor<1x4x64x64xf32>
}

// CHECK-LABEL:   func @nhwc(
// CHECK-COUNT-1:   dml.dispatch
// CHECK-NOT:       dml.dispatch
// CHECK:           dml.report_check {{.*}}, assumes "disjoint"
// CHECK-NOT:       dml.dispatch
// CHECK:           return
func.func @nhwc(%x: tensor<2x128x9x9xf16> {dml.strides = array<i64: 10368, 1, 1152, 128>},
    %i: tensor<2x128x9x9xui32> {dml.strides = array<i64: 10368, 1, 1152, 128>})
    -> (tensor<2x128x20x20xf16> {dml.strides = array<i64: 51200, 1, 2560, 128>}) {
  %y = dml.max_unpooling %x, %i
      : (tensor<2x128x9x9xf16>, tensor<2x128x9x9xui32>) -> tensor<2x128x20x20xf16>
  return %y : tensor<2x128x20x20xf16>
}

// Floats are compared as they are where the device keeps them.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=DenormPreserve,SignedZeroInfNanPreserve' \
// RUN:   | FileCheck %s --check-prefix=FLOATS
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=DenormPreserve' | FileCheck %s --check-prefix=KEYS
// FLOATS-LABEL: func @pooling(
// FLOATS:         spirv.FUnordLessThan
// KEYS-LABEL:   func @pooling(
// KEYS-NOT:       spirv.FUnordLessThan
func.func @pooling(%x: tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32> {
  %y = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x4xf32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
