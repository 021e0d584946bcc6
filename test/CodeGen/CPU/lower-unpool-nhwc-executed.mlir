// The ring buffer for NHWC data, and what it leaves to packed copies.

// Windows that overlap, with padding where pixels have many channels, so that forms for
// pooled data do not suffice. Pixels have fewer channels than a vector, as many, and more.
// RUN: dml-run %s --function=few --input=3x5x21x30xi16=random:1 --device=reference \
// RUN:   --input=3x5x21x30xui32=pooled:2:3x5x43x61:3:2:0 --output=@%t.few.npy
// RUN: dml-run %s --function=few --input=3x5x21x30xi16=random:1 --cache-bytes=0 \
// RUN:   --input=3x5x21x30xui32=pooled:2:3x5x43x61:3:2:0 --expected-output=@%t.few.npy
// RUN: dml-run %s --function=vector --input=2x16x9x7xi64=random:1 --device=reference \
// RUN:   --input=2x16x9x7xui64=pooled:2:2x16x18x14:3:2:1 --output=@%t.vector.npy
// RUN: dml-run %s --function=vector --input=2x16x9x7xi64=random:1 --cache-bytes=0 \
// RUN:   --input=2x16x9x7xui64=pooled:2:2x16x18x14:3:2:1 --expected-output=@%t.vector.npy
// RUN: dml-run %s --function=many --input=2x37x21x5xi8=random:1 --device=reference \
// RUN:   --input=2x37x21x5xui32=pooled:2:2x37x42x10:3:2:1 --output=@%t.many.npy
// RUN: dml-run %s --function=many --input=2x37x21x5xi8=random:1 --cache-bytes=0 \
// RUN:   --input=2x37x21x5xui32=pooled:2:2x37x42x10:3:2:1 --expected-output=@%t.many.npy

// Few channels: no form for pooled data.
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --device=reference \
// RUN:   --input=3x3x20x17xui32=pooled:2:3x3x61x52:4:3:0 --output=@%t.wide.npy
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --cache-bytes=0 \
// RUN:   --input=3x3x20x17xui32=pooled:2:3x3x61x52:4:3:0 --expected-output=@%t.wide.npy

// Tasks that share rows of the result and cache lines: windows overlap, and several tasks
// write an image.
// RUN: dml-run %s --function=borders --input=2x3x150x140xi8=random:1 --device=reference \
// RUN:   --input=2x3x150x140xui32=pooled:2:2x3x302x283:4:2:0 --output=@%t.borders.npy
// RUN: dml-run %s --function=borders --input=2x3x150x140xi8=random:1 --cache-bytes=0 --threads=3 \
// RUN:   --input=2x3x150x140xui32=pooled:2:2x3x302x283:4:2:0 --expected-output=@%t.borders.npy

// Inputs that point to other channels and images.
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --device=reference \
// RUN:   --input=3x3x20x17xui32=iota --output=@%t.far.npy
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --cache-bytes=0 \
// RUN:   --input=3x3x20x17xui32=iota --expected-output=@%t.far.npy

// All inputs point to one element: the last one wins (U4).
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --device=reference \
// RUN:   --input=3x3x20x17xui32=7 --output=@%t.same.npy
// RUN: dml-run %s --function=wide --input=3x3x20x17xf32=random:1 --cache-bytes=0 \
// RUN:   --input=3x3x20x17xui32=7 --expected-output=@%t.same.npy

// As many planes, but other images and channels.
// RUN: dml-run %s --function=regrouped --input=2x6x9x8xf32=random:1 --input=2x6x9x8xui32=iota \
// RUN:   --device=reference --output=@%t.regrouped.npy
// RUN: dml-run %s --function=regrouped --input=2x6x9x8xf32=random:1 --input=2x6x9x8xui32=iota \
// RUN:   --cache-bytes=0 --expected-output=@%t.regrouped.npy

// Rows of pixels that are too long for the ring buffer.
// RUN: dml-run %s --function=long --input=1x2100x3x16xf32=random:1 --input=1x2100x3x16xui32=iota \
// RUN:   --device=reference --output=@%t.long.npy
// RUN: dml-run %s --function=long --input=1x2100x3x16xf32=random:1 --input=1x2100x3x16xui32=iota \
// RUN:   --cache-bytes=0 --expected-output=@%t.long.npy

// Indices out of range are reported (U3), also those that a product with the number of
// channels would bring back.
// RUN: not dml-run %s --function=wide --input=3x3x20x17xf32=1 --cache-bytes=0 \
// RUN:   --input=3x3x20x17xui32=28548 2>&1 | FileCheck %s
// RUN: not dml-run %s --function=vector --input=2x16x9x7xi64=1 --cache-bytes=0 \
// RUN:   --input=2x16x9x7xui64=1152921504606846976 2>&1 | FileCheck %s
// CHECK: out of range

// Packed copies are made where the ring buffer does not suffice.
// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --mlir-print-ir-after=dml-cpu-lower-unpool 2>&1 | FileCheck %s --check-prefix=RING
// RING-LABEL: func @wide(
// RING-NOT:     memref.copy
// RING:         scf.parallel
// RING:         scf.if
// RING:           memref.copy

func.func @few(
    %x: tensor<3x5x21x30xi16> {dml.strides = array<i64: 3150, 1, 150, 5>},
    %i: tensor<3x5x21x30xui32> {dml.strides = array<i64: 3150, 1, 150, 5>})
    -> (tensor<3x5x43x61xi16> {dml.strides = array<i64: 13115, 1, 305, 5>}) {
  %y = dml.max_unpooling %x, %i : (tensor<3x5x21x30xi16>, tensor<3x5x21x30xui32>) -> tensor<3x5x43x61xi16>
  return %y : tensor<3x5x43x61xi16>
}

func.func @vector(
    %x: tensor<2x16x9x7xi64> {dml.strides = array<i64: 1008, 1, 112, 16>},
    %i: tensor<2x16x9x7xui64> {dml.strides = array<i64: 1008, 1, 112, 16>})
    -> (tensor<2x16x18x14xi64> {dml.strides = array<i64: 4032, 1, 224, 16>}) {
  %y = dml.max_unpooling %x, %i : (tensor<2x16x9x7xi64>, tensor<2x16x9x7xui64>) -> tensor<2x16x18x14xi64>
  return %y : tensor<2x16x18x14xi64>
}

func.func @many(
    %x: tensor<2x37x21x5xi8> {dml.strides = array<i64: 3885, 1, 185, 37>},
    %i: tensor<2x37x21x5xui32> {dml.strides = array<i64: 3885, 1, 185, 37>})
    -> (tensor<2x37x42x10xi8> {dml.strides = array<i64: 15540, 1, 370, 37>}) {
  %y = dml.max_unpooling %x, %i : (tensor<2x37x21x5xi8>, tensor<2x37x21x5xui32>) -> tensor<2x37x42x10xi8>
  return %y : tensor<2x37x42x10xi8>
}

func.func @wide(
    %x: tensor<3x3x20x17xf32> {dml.strides = array<i64: 1020, 1, 51, 3>},
    %i: tensor<3x3x20x17xui32> {dml.strides = array<i64: 1020, 1, 51, 3>})
    -> (tensor<3x3x61x52xf32> {dml.strides = array<i64: 9516, 1, 156, 3>}) {
  %y = dml.max_unpooling %x, %i : (tensor<3x3x20x17xf32>, tensor<3x3x20x17xui32>) -> tensor<3x3x61x52xf32>
  return %y : tensor<3x3x61x52xf32>
}

func.func @borders(
    %x: tensor<2x3x150x140xi8> {dml.strides = array<i64: 63000, 1, 420, 3>},
    %i: tensor<2x3x150x140xui32> {dml.strides = array<i64: 63000, 1, 420, 3>})
    -> (tensor<2x3x302x283xi8> {dml.strides = array<i64: 256398, 1, 849, 3>}) {
  %y = dml.max_unpooling %x, %i : (tensor<2x3x150x140xi8>, tensor<2x3x150x140xui32>) -> tensor<2x3x302x283xi8>
  return %y : tensor<2x3x302x283xi8>
}

func.func @regrouped(
    %x: tensor<2x6x9x8xf32> {dml.strides = array<i64: 432, 1, 48, 6>},
    %i: tensor<2x6x9x8xui32> {dml.strides = array<i64: 432, 1, 48, 6>})
    -> (tensor<3x4x28x25xf32> {dml.strides = array<i64: 2800, 1, 100, 4>}) {
  %y = dml.max_unpooling %x, %i : (tensor<2x6x9x8xf32>, tensor<2x6x9x8xui32>) -> tensor<3x4x28x25xf32>
  return %y : tensor<3x4x28x25xf32>
}

func.func @long(
    %x: tensor<1x2100x3x16xf32> {dml.strides = array<i64: 100800, 1, 33600, 2100>},
    %i: tensor<1x2100x3x16xui32> {dml.strides = array<i64: 100800, 1, 33600, 2100>})
    -> (tensor<1x2100x10x49xf32> {dml.strides = array<i64: 1029000, 1, 102900, 2100>}) {
  %y = dml.max_unpooling %x, %i : (tensor<1x2100x3x16xf32>, tensor<1x2100x3x16xui32>) -> tensor<1x2100x10x49xf32>
  return %y : tensor<1x2100x10x49xf32>
}
