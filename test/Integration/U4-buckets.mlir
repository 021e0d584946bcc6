// max_unpooling of scattered indices, by a radix partition into buckets of the result
// that fit the memory of a workgroup, checked against the reference.

// Twelve buckets and six chunks of inputs.
// RUN: dml-run %s --device=reference --function=U4_even --output=@%t.npy \
// RUN:   --input=1x3x64x64xf32=random:1 \
// RUN:   --input=1x3x64x64xui32=shuffled:1:1x3x128x128
// RUN: %run %s --cache-bytes=0 --function=U4_even --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x3x64x64xf32=random:1 \
// RUN:   --input=1x3x64x64xui32=shuffled:1:1x3x128x128
func.func @U4_even(%v: tensor<1x3x64x64xf32>, %i: tensor<1x3x64x64xui32>)
    -> tensor<1x3x128x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x64x64xf32>, tensor<1x3x64x64xui32>) -> tensor<1x3x128x128xf32>
  return %y : tensor<1x3x128x128xf32>
}

// The last chunk is not full, nor the last bucket.
// RUN: dml-run %s --device=reference --function=U4_part --output=@%t.npy \
// RUN:   --input=2x1x40x60xf16=random:1 \
// RUN:   --input=2x1x40x60xui64=shuffled:1:2x1x80x120
// RUN: %run %s --cache-bytes=0 --function=U4_part --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=2x1x40x60xf16=random:1 \
// RUN:   --input=2x1x40x60xui64=shuffled:1:2x1x80x120
func.func @U4_part(%v: tensor<2x1x40x60xf16>, %i: tensor<2x1x40x60xui64>)
    -> tensor<2x1x80x120xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x1x40x60xf16>, tensor<2x1x40x60xui64>) -> tensor<2x1x80x120xf16>
  return %y : tensor<2x1x80x120xf16>
}

// As many threads as vectors in a bucket.
// RUN: dml-run %s --device=reference --function=U4_bytes --output=@%t.npy \
// RUN:   --input=1x2x64x96xi8=random:1 \
// RUN:   --input=1x2x64x96xui32=shuffled:1:1x2x128x192
// RUN: %run %s --cache-bytes=0 --function=U4_bytes --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x64x96xi8=random:1 \
// RUN:   --input=1x2x64x96xui32=shuffled:1:1x2x128x192
func.func @U4_bytes(%v: tensor<1x2x64x96xi8>, %i: tensor<1x2x64x96xui32>)
    -> tensor<1x2x128x192xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x64x96xi8>, tensor<1x2x64x96xui32>) -> tensor<1x2x128x192xi8>
  return %y : tensor<1x2x128x192xi8>
}

// Eight bytes.
// RUN: dml-run %s --device=reference --function=U4_wide --output=@%t.npy \
// RUN:   --input=1x2x32x66xi64=random:1 \
// RUN:   --input=1x2x32x66xui64=shuffled:1:1x2x64x132
// RUN: %run %s --cache-bytes=0 --function=U4_wide --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x32x66xi64=random:1 \
// RUN:   --input=1x2x32x66xui64=shuffled:1:1x2x64x132
func.func @U4_wide(%v: tensor<1x2x32x66xi64>, %i: tensor<1x2x32x66xui64>)
    -> tensor<1x2x64x132xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x32x66xi64>, tensor<1x2x32x66xui64>) -> tensor<1x2x64x132xi64>
  return %y : tensor<1x2x64x132xi64>
}

// A width that is no multiple of the stride.
// RUN: dml-run %s --device=reference --function=U4_tiles --output=@%t.npy \
// RUN:   --input=1x2x40x62xf32=random:1 \
// RUN:   --input=1x2x40x62xui32=shuffled:1:1x2x80x127
// RUN: %run %s --cache-bytes=0 --function=U4_tiles --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x40x62xf32=random:1 \
// RUN:   --input=1x2x40x62xui32=shuffled:1:1x2x80x127
func.func @U4_tiles(%v: tensor<1x2x40x62xf32>, %i: tensor<1x2x40x62xui32>)
    -> tensor<1x2x80x127xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x40x62xf32>, tensor<1x2x40x62xui32>) -> tensor<1x2x80x127xf32>
  return %y : tensor<1x2x80x127xf32>
}

// Many planes to a bucket.
// RUN: dml-run %s --device=reference --function=U4_small --output=@%t.npy \
// RUN:   --input=3x7x8x8xf32=random:1 \
// RUN:   --input=3x7x8x8xui32=shuffled:1:3x7x16x16
// RUN: %run %s --cache-bytes=0 --function=U4_small --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=3x7x8x8xf32=random:1 \
// RUN:   --input=3x7x8x8xui32=shuffled:1:3x7x16x16
func.func @U4_small(%v: tensor<3x7x8x8xf32>, %i: tensor<3x7x8x8xui32>)
    -> tensor<3x7x16x16xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<3x7x8x8xf32>, tensor<3x7x8x8xui32>) -> tensor<3x7x16x16xf32>
  return %y : tensor<3x7x16x16xf32>
}

// More buckets than one kernel fills, for indices that are scattered across planes or
// in their planes, all in a few buckets, whose lists are too short, or pooled from
// windows that overlap on both sides.
// RUN: dml-run %s --device=reference --function=U4_coarse --output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=random:1:4259840
// RUN: %run %s --cache-bytes=0 --function=U4_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=random:1:4259840
// RUN: dml-run %s --device=reference --function=U4_coarse --output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=shuffled:2:13x5x256x256
// RUN: %run %s --cache-bytes=0 --function=U4_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=shuffled:2:13x5x256x256
// RUN: dml-run %s --device=reference --function=U4_coarse --output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=random:3:20000
// RUN: %run %s --cache-bytes=0 --function=U4_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=random:3:20000
// RUN: dml-run %s --device=reference --function=U4_coarse --output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=pooled:4:13x5x256x256:5:2:2
// RUN: %run %s --cache-bytes=0 --function=U4_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=13x5x128x128xf32=random:1 \
// RUN:   --input=13x5x128x128xui32=pooled:4:13x5x256x256:5:2:2
func.func @U4_coarse(%v: tensor<13x5x128x128xf32>, %i: tensor<13x5x128x128xui32>)
    -> tensor<13x5x256x256xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<13x5x128x128xf32>, tensor<13x5x128x128xui32>) -> tensor<13x5x256x256xf32>
  return %y : tensor<13x5x256x256xf32>
}

// Indices of another plane, and out of range, that the sample does not show.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.missed.npy 13x5x128x128 2 2 0 256x256 ui64 \
// RUN:   planes 500001=3
// RUN: dml-run %s --device=reference --function=U4_missed_coarse --output=@%t.npy \
// RUN:   --input=13x5x128x128xi64=random:1 --input=@%t.missed.npy
// RUN: %run %s --cache-bytes=0 --function=U4_missed_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=13x5x128x128xi64=random:1 --input=@%t.missed.npy
// RUN: %python %S/Inputs/make_pooled_indices.py %t.out.npy 13x5x128x128 2 2 0 256x256 ui64 \
// RUN:   planes 700001=4294967296 600001=4259840
// RUN: not %run %s --cache-bytes=0 --function=U4_missed_coarse --input=13x5x128x128xi64=random:1 \
// RUN:   --input=@%t.out.npy 2>&1 | FileCheck %s --check-prefix=BUCKETS
// RUN: %python %S/Inputs/make_pooled_indices.py %t.out.npy 13x5x128x128 2 2 0 256x256 ui64 \
// RUN:   all 700001=4294967296 600001=4259840
// RUN: not %run %s --cache-bytes=0 --function=U4_missed_coarse --input=13x5x128x128xi64=random:1 \
// RUN:   --input=@%t.out.npy 2>&1 | FileCheck %s --check-prefix=BUCKETS
// BUCKETS: index at position 600001 (the first of 2 out of range): expected less than 4259840 (elements of the result), given 4259840 [U3]
func.func @U4_missed_coarse(%v: tensor<13x5x128x128xi64>,
    %i: tensor<13x5x128x128xui64>) -> tensor<13x5x256x256xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<13x5x128x128xi64>, tensor<13x5x128x128xui64>) -> tensor<13x5x256x256xi64>
  return %y : tensor<13x5x256x256xi64>
}

// Planes that begin within a bucket, and chunks of inputs that begin within a plane.
// RUN: dml-run %s --device=reference --function=U4_odd_coarse --output=@%t.npy \
// RUN:   --input=3x5x300x244xi8=random:1 \
// RUN:   --input=3x5x300x244xui64=random:1:4428000
// RUN: %run %s --cache-bytes=0 --function=U4_odd_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=3x5x300x244xi8=random:1 \
// RUN:   --input=3x5x300x244xui64=random:1:4428000
// RUN: dml-run %s --device=reference --function=U4_odd_coarse --output=@%t.npy \
// RUN:   --input=3x5x300x244xi8=random:1 \
// RUN:   --input=3x5x300x244xui64=shuffled:2:3x5x600x492
// RUN: %run %s --cache-bytes=0 --function=U4_odd_coarse --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=3x5x300x244xi8=random:1 \
// RUN:   --input=3x5x300x244xui64=shuffled:2:3x5x600x492
func.func @U4_odd_coarse(%v: tensor<3x5x300x244xi8>, %i: tensor<3x5x300x244xui64>)
    -> tensor<3x5x600x492xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<3x5x300x244xi8>, tensor<3x5x300x244xui64>) -> tensor<3x5x600x492xi8>
  return %y : tensor<3x5x600x492xi8>
}

// Many planes to a bucket, and to a chunk of inputs.
// RUN: dml-run %s --device=reference --function=U4_coarse_of_planes --output=@%t.npy \
// RUN:   --input=1040x4x16x16xf16=random:1 \
// RUN:   --input=1040x4x16x16xui32=random:1:4259840
// RUN: %run %s --cache-bytes=0 --function=U4_coarse_of_planes --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=1040x4x16x16xf16=random:1 \
// RUN:   --input=1040x4x16x16xui32=random:1:4259840
// RUN: dml-run %s --device=reference --function=U4_coarse_of_planes --output=@%t.npy \
// RUN:   --input=1040x4x16x16xf16=random:1 \
// RUN:   --input=1040x4x16x16xui32=shuffled:2:1040x4x32x32
// RUN: %run %s --cache-bytes=0 --function=U4_coarse_of_planes --time=1 --output= --expected-output=@%t.npy \
// RUN:   --input=1040x4x16x16xf16=random:1 \
// RUN:   --input=1040x4x16x16xui32=shuffled:2:1040x4x32x32
func.func @U4_coarse_of_planes(%v: tensor<1040x4x16x16xf16>, %i: tensor<1040x4x16x16xui32>)
    -> tensor<1040x4x32x32xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1040x4x16x16xf16>, tensor<1040x4x16x16xui32>) -> tensor<1040x4x32x32xf16>
  return %y : tensor<1040x4x32x32xf16>
}

// A list that is too short: the fallback.
// RUN: dml-run %s --device=reference --function=U4_full --output=@%t.npy \
// RUN:   --input=1x1x64x64xf32=random:1 \
// RUN:   --input=1x1x64x64xui32=random:1:1000
// RUN: %run %s --cache-bytes=0 --function=U4_full --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x1x64x64xf32=random:1 \
// RUN:   --input=1x1x64x64xui32=random:1:1000
func.func @U4_full(%v: tensor<1x1x64x64xf32>, %i: tensor<1x1x64x64xui32>)
    -> tensor<1x1x128x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x64x64xf32>, tensor<1x1x64x64xui32>) -> tensor<1x1x128x128xf32>
  return %y : tensor<1x1x128x128xf32>
}

// Indices of another plane, and out of range, that the sample does not show.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.missed.npy 1x2x64x64 2 2 0 128x128 ui32 \
// RUN:   planes 4097=3
// RUN: dml-run %s --device=reference --function=U4_missed --output=@%t.npy \
// RUN:   --input=1x2x64x64xf16=random:1 --input=@%t.missed.npy
// RUN: %run %s --cache-bytes=0 --function=U4_missed --time=2 --output= --expected-output=@%t.npy \
// RUN:   --input=1x2x64x64xf16=random:1 --input=@%t.missed.npy
// RUN: %python %S/Inputs/make_pooled_indices.py %t.out.npy 1x2x64x64 2 2 0 128x128 ui32 \
// RUN:   planes 4001=32768 4097=3 8191=4294967295
// RUN: not %run %s --cache-bytes=0 --function=U4_missed --input=1x2x64x64xf16=random:1 \
// RUN:   --input=@%t.out.npy 2>&1 | FileCheck %s
// CHECK: index at position 4001 (the first of 2 out of range): expected less than 32768 (elements of the result), given 32768 [U3]
func.func @U4_missed(%v: tensor<1x2x64x64xf16>, %i: tensor<1x2x64x64xui32>)
    -> tensor<1x2x128x128xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x64x64xf16>, tensor<1x2x64x64xui32>) -> tensor<1x2x128x128xf16>
  return %y : tensor<1x2x128x128xf16>
}
