// max_unpooling of NHWC data by blocks: four neighbouring inputs have channels of
// one pixel or of two, and of one image or of two.

// RUN: dml-opt %s --dml-gpu-pipeline='workgroup-size=256 max-invocations=256 max-workgroup-memory=49152 cache-bytes=0' \
// RUN:   -o /dev/null --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK-COUNT-6: WinnerTile

// The blocks, which found all inputs.
// KERNELS-COUNT-1: _kernel
// KERNELS-NOT:     _kernel

// Channels repeat within four inputs.
// RUN: dml-run %s --device=reference --function=U4_two_channels --output=@%t.npy \
// RUN:   --input=2x2x9x8xi32=random:1 \
// RUN:   --input=2x2x9x8xui32=pooled:1:2x2x10x9:2:1:0
// RUN: %run %s --cache-bytes=0 --function=U4_two_channels --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x2x9x8xi32=random:1 \
// RUN:   --input=2x2x9x8xui32=pooled:1:2x2x10x9:2:1:0
// RUN: dml-run %s --device=vulkan --cache-bytes=0 --function=U4_two_channels --time=1 --output= \
// RUN:   --input=2x2x9x8xi32=random:1 \
// RUN:   --input=2x2x9x8xui32=pooled:1:2x2x10x9:2:1:0 2>&1 | FileCheck %s --check-prefix=KERNELS
func.func @U4_two_channels(
    %v: tensor<2x2x9x8xi32> {dml.strides = array<i64: 144, 1, 16, 2>},
    %i: tensor<2x2x9x8xui32> {dml.strides = array<i64: 144, 1, 16, 2>})
    -> (tensor<2x2x10x9xi32> {dml.strides = array<i64: 180, 1, 18, 2>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x9x8xi32>, tensor<2x2x9x8xui32>) -> tensor<2x2x10x9xi32>
  return %y : tensor<2x2x10x9xi32>
}

// Images end within four inputs.
// RUN: dml-run %s --device=reference --function=U4_three_channels --output=@%t.npy \
// RUN:   --input=3x3x9x7xi8=random:2 \
// RUN:   --input=3x3x9x7xui32=pooled:2:3x3x11x9:3:1:0
// RUN: %run %s --cache-bytes=0 --function=U4_three_channels --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=3x3x9x7xi8=random:2 \
// RUN:   --input=3x3x9x7xui32=pooled:2:3x3x11x9:3:1:0
// RUN: dml-run %s --device=vulkan --cache-bytes=0 --function=U4_three_channels --time=1 --output= \
// RUN:   --input=3x3x9x7xi8=random:2 \
// RUN:   --input=3x3x9x7xui32=pooled:2:3x3x11x9:3:1:0 2>&1 | FileCheck %s --check-prefix=KERNELS
func.func @U4_three_channels(
    %v: tensor<3x3x9x7xi8> {dml.strides = array<i64: 189, 1, 21, 3>},
    %i: tensor<3x3x9x7xui32> {dml.strides = array<i64: 189, 1, 21, 3>})
    -> (tensor<3x3x11x9xi8> {dml.strides = array<i64: 297, 1, 27, 3>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<3x3x9x7xi8>, tensor<3x3x9x7xui32>) -> tensor<3x3x11x9xi8>
  return %y : tensor<3x3x11x9xi8>
}

// The next pixel begins at each of the four.
// RUN: dml-run %s --device=reference --function=U4_wide_stride --output=@%t.npy \
// RUN:   --input=2x3x12x10xui8=random:3 \
// RUN:   --input=2x3x12x10xui32=pooled:3:2x3x35x29:3:3:1
// RUN: %run %s --cache-bytes=0 --function=U4_wide_stride --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x3x12x10xui8=random:3 \
// RUN:   --input=2x3x12x10xui32=pooled:3:2x3x35x29:3:3:1
func.func @U4_wide_stride(
    %v: tensor<2x3x12x10xui8> {dml.strides = array<i64: 360, 1, 30, 3>},
    %i: tensor<2x3x12x10xui32> {dml.strides = array<i64: 360, 1, 30, 3>})
    -> (tensor<2x3x35x29xui8> {dml.strides = array<i64: 3045, 1, 87, 3>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x3x12x10xui8>, tensor<2x3x12x10xui32>) -> tensor<2x3x35x29xui8>
  return %y : tensor<2x3x35x29xui8>
}

// It begins behind each of the four, or not at all.
// RUN: dml-run %s --device=reference --function=U4_five_channels --output=@%t.npy \
// RUN:   --input=2x5x10x8xf16=random:4 \
// RUN:   --input=2x5x10x8xui32=pooled:4:2x5x21x17:3:2:0
// RUN: %run %s --cache-bytes=0 --function=U4_five_channels --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x5x10x8xf16=random:4 \
// RUN:   --input=2x5x10x8xui32=pooled:4:2x5x21x17:3:2:0
// RUN: dml-run %s --device=vulkan --cache-bytes=0 --function=U4_five_channels --time=1 --output= \
// RUN:   --input=2x5x10x8xf16=random:4 \
// RUN:   --input=2x5x10x8xui32=pooled:4:2x5x21x17:3:2:0 2>&1 | FileCheck %s --check-prefix=KERNELS
func.func @U4_five_channels(
    %v: tensor<2x5x10x8xf16> {dml.strides = array<i64: 400, 1, 40, 5>},
    %i: tensor<2x5x10x8xui32> {dml.strides = array<i64: 400, 1, 40, 5>})
    -> (tensor<2x5x21x17xf16> {dml.strides = array<i64: 1785, 1, 85, 5>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x5x10x8xf16>, tensor<2x5x10x8xui32>) -> tensor<2x5x21x17xf16>
  return %y : tensor<2x5x21x17xf16>
}

// Four inputs are always of one pixel.
// RUN: dml-run %s --device=reference --function=U4_padded --output=@%t.npy \
// RUN:   --input=1x16x9x11xf16=random:5 \
// RUN:   --input=1x16x9x11xui32=pooled:5:1x16x16x20:2:2:1
// RUN: %run %s --cache-bytes=0 --function=U4_padded --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x16x9x11xf16=random:5 \
// RUN:   --input=1x16x9x11xui32=pooled:5:1x16x16x20:2:2:1
func.func @U4_padded(
    %v: tensor<1x16x9x11xf16> {dml.strides = array<i64: 1584, 1, 176, 16>},
    %i: tensor<1x16x9x11xui32> {dml.strides = array<i64: 1584, 1, 176, 16>})
    -> (tensor<1x16x16x20xf16> {dml.strides = array<i64: 5120, 1, 320, 16>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x16x9x11xf16>, tensor<1x16x9x11xui32>) -> tensor<1x16x16x20xf16>
  return %y : tensor<1x16x16x20xf16>
}

// Rows are long, and windows one element apart: blocks have few of them.
// RUN: dml-run %s --device=reference --function=U4_long_rows --output=@%t.npy \
// RUN:   --input=1x16x16x256xi8=random:6 \
// RUN:   --input=1x16x16x256xui32=pooled:6:1x16x18x258:3:1:0
// RUN: %run %s --cache-bytes=0 --function=U4_long_rows --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x16x16x256xi8=random:6 \
// RUN:   --input=1x16x16x256xui32=pooled:6:1x16x18x258:3:1:0
func.func @U4_long_rows(
    %v: tensor<1x16x16x256xi8> {dml.strides = array<i64: 65536, 1, 4096, 16>},
    %i: tensor<1x16x16x256xui32> {dml.strides = array<i64: 65536, 1, 4096, 16>})
    -> (tensor<1x16x18x258xi8> {dml.strides = array<i64: 74304, 1, 4128, 16>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x16x16x256xi8>, tensor<1x16x16x256xui32>) -> tensor<1x16x18x258xi8>
  return %y : tensor<1x16x18x258xi8>
}
