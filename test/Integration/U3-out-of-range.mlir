// An index outside of the result writes nothing; the runner fails with the
// smallest position, in the same words on every device, and writes no output.

// RUN: rm -f %t.npy
// RUN: not %run %s --function=U3_beyond_32_bits --output=@%t.npy \
// RUN:   "--input=1x1x2x2xi32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=8 4294967300 9 18446744073709551615" \
// RUN:   2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not test -e %t.npy
// BEYOND: U3-out-of-range.mlir:[[#]]:8: 'dml.max_unpooling' op index at position 1 (the first of 3 out of range): expected less than 9 (elements of the result), given 4294967300 [U3]

// The drop that DirectML documents, on request.
// RUN: %run %s --function=U3_beyond_32_bits --out-of-range-indices=ignore \
// RUN:   "--input=1x1x2x2xi32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=8 4294967300 9 18446744073709551615" \
// RUN:   "--expected-output=1x1x3x3xi32=0 0 0 0 0 0 0 0 1"

// Many indices, many threads: still the first position and the exact count.
// RUN: not %run %s --function=U3_everywhere \
// RUN:   --input=2x8x64x64xui8=random:1 --input=2x8x64x64xui32=4194304 \
// RUN:   2>&1 | FileCheck %s --check-prefix=EVERYWHERE
// EVERYWHERE: 'dml.max_unpooling' op index at position 0 (the first of 65536 out of range): expected less than 262144 (elements of the result), given 4194304 [U3]

// With nothing in the cache, planes are tried first; this one index makes the
// general path take over.
// RUN: not %run %s --function=U3_two_operators --cache-bytes=0 \
// RUN:   "--input=1x2x1x2xi16=1 2 3 4" "--input=1x2x1x2xui32=0 3 4 7" \
// RUN:   "--input=1x2x1x2xui32=0 3 4 8" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SECOND
// RUN: not %run %s --function=U3_two_operators \
// RUN:   "--input=1x2x1x2xi16=1 2 3 4" "--input=1x2x1x2xui32=0 3 4 7" \
// RUN:   "--input=1x2x1x2xui32=0 3 4 8" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SECOND
// SECOND-NOT: position 0
// SECOND: 'dml.max_unpooling' op index at position 3 (the first of 1 out of range): expected less than 8 (elements of the result), given 8 [U3]
// SECOND-NOT: [U3]

// Of equal operators the first reports, and perhaps the other.
// RUN: not %run %s --function=U3_equal_operators \
// RUN:   "--input=1x2x1x2xi16=1 2 3 4" "--input=1x2x1x2xui32=0 9 4 7" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// EQUAL: [[#@LINE+29]]:8: 'dml.max_unpooling' op index at position 1 (the first of 1 out of range): expected less than 8 (elements of the result), given 9 [U3]

func.func @U3_beyond_32_bits(%v: tensor<1x1x2x2xi32>,
    %i: tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xi32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xi32>
  return %y : tensor<1x1x3x3xi32>
}

func.func @U3_everywhere(%v: tensor<2x8x64x64xui8>,
    %i: tensor<2x8x64x64xui32>) -> tensor<2x8x128x128xui8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x8x64x64xui8>, tensor<2x8x64x64xui32>)
      -> tensor<2x8x128x128xui8>
  return %y : tensor<2x8x128x128xui8>
}

func.func @U3_two_operators(%v: tensor<1x2x1x2xi16>,
    %i: tensor<1x2x1x2xui32>, %j: tensor<1x2x1x2xui32>)
    -> (tensor<1x2x1x4xi16>, tensor<1x2x1x4xi16>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x2xi16>, tensor<1x2x1x2xui32>) -> tensor<1x2x1x4xi16>
  %z = dml.max_unpooling %v, %j
      : (tensor<1x2x1x2xi16>, tensor<1x2x1x2xui32>) -> tensor<1x2x1x4xi16>
  return %y, %z : tensor<1x2x1x4xi16>, tensor<1x2x1x4xi16>
}

func.func @U3_equal_operators(%v: tensor<1x2x1x2xi16>, %i: tensor<1x2x1x2xui32>)
    -> (tensor<1x2x1x4xi16>, tensor<1x2x1x4xi16>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x2xi16>, tensor<1x2x1x2xui32>) -> tensor<1x2x1x4xi16>
  %z = dml.max_unpooling %v, %i
      : (tensor<1x2x1x2xi16>, tensor<1x2x1x2xui32>) -> tensor<1x2x1x4xi16>
  return %y, %z : tensor<1x2x1x4xi16>, tensor<1x2x1x4xi16>
}

// Two indices that are pooled but for their high words, which the form for pooled data
// does not compare with places.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.high.npy 1x8x36x64 2 2 0 72x128 ui64 \
// RUN:   4000=4294983232 16000=9223372036854839808
// RUN: not %run %s --function=U3_high_words --cache-bytes=0 \
// RUN:   --input=1x8x36x64xi8=random:1 --input=@%t.high.npy 2>&1 \
// RUN:   | FileCheck %s --check-prefix=HIGH
// HIGH: 'dml.max_unpooling' op index at position 4000 (the first of 2 out of range): expected less than 73728 (elements of the result), given 4294983232 [U3]
// RUN: dml-run %s --device=reference --function=U3_high_words --out-of-range-indices=ignore \
// RUN:   --input=1x8x36x64xi8=random:1 --input=@%t.high.npy --output=@%t.high.out.npy
// RUN: %run %s --function=U3_high_words --cache-bytes=0 --out-of-range-indices=ignore \
// RUN:   --input=1x8x36x64xi8=random:1 --input=@%t.high.npy --expected-output=@%t.high.out.npy
func.func @U3_high_words(%v: tensor<1x8x36x64xi8>,
    %i: tensor<1x8x36x64xui64>) -> tensor<1x8x72x128xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x8x36x64xi8>, tensor<1x8x36x64xui64>) -> tensor<1x8x72x128xi8>
  return %y : tensor<1x8x72x128xi8>
}
