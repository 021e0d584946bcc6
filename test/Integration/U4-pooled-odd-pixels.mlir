// max_unpooling of NHWC data with an odd number of channels: bytes and halves that
// threads store one by one, of cells and of windows that are one pixel apart.

// RUN: dml-opt %s --dml-gpu-pipeline='cache-bytes=0 capabilities=Int8,Int16,StorageBuffer8BitAccess,StorageBuffer16BitAccess' \
// RUN:   -o /dev/null --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: strips of 1 elements at cells of 2 steps of dimension 2 and 2 steps of dimension 1
// CHECK: strips of 1 elements, workgroups of 128

// RUN: dml-run %s --device=reference --function=U4_bytes --output=@%t.npy \
// RUN:   --input=2x43x7x9xi8=random:1 \
// RUN:   --input=2x43x7x9xui32=pooled:1:2x43x15x19:3:2:0
// RUN: %run %s --cache-bytes=0 --function=U4_bytes --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x43x7x9xi8=random:1 \
// RUN:   --input=2x43x7x9xui32=pooled:1:2x43x15x19:3:2:0
func.func @U4_bytes(
    %v: tensor<2x43x7x9xi8> {dml.strides = array<i64: 2709, 1, 387, 43>},
    %i: tensor<2x43x7x9xui32> {dml.strides = array<i64: 2709, 1, 387, 43>})
    -> (tensor<2x43x15x19xi8> {dml.strides = array<i64: 12255, 1, 817, 43>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x43x7x9xi8>, tensor<2x43x7x9xui32>) -> tensor<2x43x15x19xi8>
  return %y : tensor<2x43x15x19xi8>
}

// RUN: dml-run %s --device=reference --function=U4_halves --output=@%t.npy \
// RUN:   --input=2x43x9x7xf16=random:2 \
// RUN:   --input=2x43x9x7xui64=pooled:2:2x43x10x8:2:1:0
// RUN: %run %s --cache-bytes=0 --function=U4_halves --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x43x9x7xf16=random:2 \
// RUN:   --input=2x43x9x7xui64=pooled:2:2x43x10x8:2:1:0
func.func @U4_halves(
    %v: tensor<2x43x9x7xf16> {dml.strides = array<i64: 2709, 1, 301, 43>},
    %i: tensor<2x43x9x7xui64> {dml.strides = array<i64: 2709, 1, 301, 43>})
    -> (tensor<2x43x10x8xf16> {dml.strides = array<i64: 3440, 1, 344, 43>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x43x9x7xf16>, tensor<2x43x9x7xui64>) -> tensor<2x43x10x8xf16>
  return %y : tensor<2x43x10x8xf16>
}
