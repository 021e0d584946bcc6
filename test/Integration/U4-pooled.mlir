// max_unpooling of pooled indices in the ways that large results take, checked
// against the reference, with several runs of one compiled function.

// Windows that reach into the cells before.
// RUN: dml-run %s --device=reference --function=U4_ahead --output=@%t.npy \
// RUN:   --input=1x2x36x64xf32=random:1 \
// RUN:   --input=1x2x36x64xui32=pooled:1:1x2x72x128:3:2:1
// RUN: %run %s --cache-bytes=0 --function=U4_ahead --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x36x64xf32=random:1 \
// RUN:   --input=1x2x36x64xui32=pooled:1:1x2x72x128:3:2:1
func.func @U4_ahead(%v: tensor<1x2x36x64xf32>, %i: tensor<1x2x36x64xui32>)
    -> tensor<1x2x72x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui32>) -> tensor<1x2x72x128xf32>
  return %y : tensor<1x2x72x128xf32>
}

// Into the next cells. Half of the last row of cells is outside, and the last
// columns have no inputs.
// RUN: dml-run %s --device=reference --function=U4_back --output=@%t.npy \
// RUN:   --input=2x1x35x60xf16=random:1 \
// RUN:   --input=2x1x35x60xui64=pooled:1:2x1x71x128:3:2:0
// RUN: %run %s --cache-bytes=0 --function=U4_back --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x1x35x60xf16=random:1 \
// RUN:   --input=2x1x35x60xui64=pooled:1:2x1x71x128:3:2:0
func.func @U4_back(%v: tensor<2x1x35x60xf16>, %i: tensor<2x1x35x60xui64>)
    -> tensor<2x1x71x128xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x1x35x60xf16>, tensor<2x1x35x60xui64>) -> tensor<2x1x71x128xf16>
  return %y : tensor<2x1x71x128xf16>
}

// Into both: these are sorted.
// RUN: dml-run %s --device=reference --function=U4_both --output=@%t.npy \
// RUN:   --input=1x3x40x32xi8=random:1 \
// RUN:   --input=1x3x40x32xui32=pooled:1:1x3x80x64:5:2:2
// RUN: %run %s --cache-bytes=0 --function=U4_both --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x3x40x32xi8=random:1 \
// RUN:   --input=1x3x40x32xui32=pooled:1:1x3x80x64:5:2:2
func.func @U4_both(%v: tensor<1x3x40x32xi8>, %i: tensor<1x3x40x32xui32>)
    -> tensor<1x3x80x64xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x40x32xi8>, tensor<1x3x40x32xui32>) -> tensor<1x3x80x64xi8>
  return %y : tensor<1x3x80x64xi8>
}

// Cells of 4x4.
// RUN: dml-run %s --device=reference --function=U4_high --output=@%t.npy \
// RUN:   --input=1x2x9x8xf16=random:1 \
// RUN:   --input=1x2x9x8xui32=pooled:1:1x2x36x32:5:4:1
// RUN: %run %s --cache-bytes=0 --function=U4_high --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x9x8xf16=random:1 \
// RUN:   --input=1x2x9x8xui32=pooled:1:1x2x36x32:5:4:1
func.func @U4_high(%v: tensor<1x2x9x8xf16>, %i: tensor<1x2x9x8xui32>)
    -> tensor<1x2x36x32xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x9x8xf16>, tensor<1x2x9x8xui32>) -> tensor<1x2x36x32xf16>
  return %y : tensor<1x2x36x32xf16>
}

// Cells of one element, in pairs: windows on both sides, and on one.
// RUN: dml-run %s --device=reference --function=U4_flat --output=@%t.npy \
// RUN:   --input=1x2x9x10xi64=random:1 \
// RUN:   --input=1x2x9x10xui64=pooled:1:1x2x9x10:3:1:1
// RUN: %run %s --cache-bytes=0 --function=U4_flat --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x9x10xi64=random:1 \
// RUN:   --input=1x2x9x10xui64=pooled:1:1x2x9x10:3:1:1
// RUN: dml-run %s --device=reference --function=U4_flat --output=@%t.npy \
// RUN:   --input=1x2x9x10xi64=random:1 \
// RUN:   --input=1x2x9x10xui64=pooled:1:1x2x9x10:2:1:0
// RUN: %run %s --cache-bytes=0 --function=U4_flat --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x9x10xi64=random:1 \
// RUN:   --input=1x2x9x10xui64=pooled:1:1x2x9x10:2:1:0
func.func @U4_flat(%v: tensor<1x2x9x10xi64>, %i: tensor<1x2x9x10xui64>)
    -> tensor<1x2x9x10xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x9x10xi64>, tensor<1x2x9x10xui64>) -> tensor<1x2x9x10xi64>
  return %y : tensor<1x2x9x10xi64>
}

// One dimension.
// RUN: dml-run %s --device=reference --function=U4_line --output=@%t.npy \
// RUN:   --input=1x2x1x3000xui16=random:1 \
// RUN:   --input=1x2x1x3000xui32=pooled:1:1x2x1x6000:3:2:1
// RUN: %run %s --cache-bytes=0 --function=U4_line --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x1x3000xui16=random:1 \
// RUN:   --input=1x2x1x3000xui32=pooled:1:1x2x1x6000:3:2:1
func.func @U4_line(%v: tensor<1x2x1x3000xui16>, %i: tensor<1x2x1x3000xui32>)
    -> tensor<1x2x1x6000xui16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x3000xui16>, tensor<1x2x1x3000xui32>) -> tensor<1x2x1x6000xui16>
  return %y : tensor<1x2x1x6000xui16>
}

// One winner for each element.
// RUN: dml-run %s --device=reference --function=U4_disjoint --output=@%t.npy \
// RUN:   --input=2x3x20x32xi8=random:1 \
// RUN:   --input=2x3x20x32xui64=pooled:1:2x3x40x64:2:2:0
// RUN: %run %s --cache-bytes=0 --function=U4_disjoint --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x3x20x32xi8=random:1 \
// RUN:   --input=2x3x20x32xui64=pooled:1:2x3x40x64:2:2:0
func.func @U4_disjoint(%v: tensor<2x3x20x32xi8>, %i: tensor<2x3x20x32xui64>)
    -> tensor<2x3x40x64xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x3x20x32xi8>, tensor<2x3x20x32xui64>) -> tensor<2x3x40x64xi8>
  return %y : tensor<2x3x40x64xi8>
}

// Indices out of range, or beyond 32 bits, among pooled ones.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.out.npy 1x2x36x64 3 2 1 72x128 ui64 \
// RUN:   4001=3 4002=18432 77=4294967296
// RUN: not %run %s --cache-bytes=0 --function=U3_once --input=1x2x36x64xf32=random:1 \
// RUN:   --input=@%t.out.npy 2>&1 | FileCheck %s
// CHECK: index at position 77 (the first of 2 out of range): expected less than 18432 (elements of the result), given 4294967296 [U3]
func.func @U3_once(%v: tensor<1x2x36x64xf32>, %i: tensor<1x2x36x64xui64>)
    -> tensor<1x2x72x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui64>) -> tensor<1x2x72x128xf32>
  return %y : tensor<1x2x72x128xf32>
}

// So many blocks of the result that workgroups have several in turn: windows
// that do not overlap, and windows that do.
// RUN: dml-run %s --device=reference --function=U4_many --output=@%t.npy \
// RUN:   --input=64x128x16x16xi8=random:1 \
// RUN:   --input=64x128x16x16xui32=pooled:1:64x128x65x65:4:4:0
// RUN: %run %s --cache-bytes=0 --function=U4_many --output= --expected-output=@%t.npy \
// RUN:   --input=64x128x16x16xi8=random:1 \
// RUN:   --input=64x128x16x16xui32=pooled:1:64x128x65x65:4:4:0
// RUN: dml-run %s --device=reference --function=U4_many --output=@%t.npy \
// RUN:   --input=64x128x16x16xi8=random:2 \
// RUN:   --input=64x128x16x16xui32=pooled:2:64x128x65x65:5:4:0
// RUN: %run %s --cache-bytes=0 --function=U4_many --output= --expected-output=@%t.npy \
// RUN:   --input=64x128x16x16xi8=random:2 \
// RUN:   --input=64x128x16x16xui32=pooled:2:64x128x65x65:5:4:0
func.func @U4_many(%v: tensor<64x128x16x16xi8>, %i: tensor<64x128x16x16xui32>)
    -> tensor<64x128x65x65xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<64x128x16x16xi8>, tensor<64x128x16x16xui32>) -> tensor<64x128x65x65xi8>
  return %y : tensor<64x128x65x65xi8>
}
