// Unpooling in the ways that large results take, with indices as pooling makes
// them and others, against the evaluator. A second run finds what the first one
// left behind.

// Windows side by side, in rows of whole vectors.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.even.npy 1x2x36x64 2 2 0 72x128 ui32
// RUN: dml-run %s --device=reference --function=U4_even --output=@%t.even.out.npy \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.even.npy
// RUN: %run %s --cache-bytes=0 --function=U4_even --time=2 --output= \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.even.npy \
// RUN:   --expected-output=@%t.even.out.npy
func.func @U4_even(%v: tensor<1x2x36x64xf32>,
    %i: tensor<1x2x36x64xui32>) -> tensor<1x2x72x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui32>)
      -> tensor<1x2x72x128xf32>
  return %y : tensor<1x2x72x128xf32>
}

// Windows that overlap: indices point into the next cell,
// RUN: %python %S/Inputs/make_pooled_indices.py %t.back.npy 1x2x36x64 3 2 0 73x129 ui64
// RUN: dml-run %s --device=reference --function=U4_back --output=@%t.back.out.npy \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.back.npy
// RUN: %run %s --cache-bytes=0 --function=U4_back --time=2 --output= \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.back.npy \
// RUN:   --expected-output=@%t.back.out.npy
func.func @U4_back(%v: tensor<1x2x36x64xf32>,
    %i: tensor<1x2x36x64xui64>) -> tensor<1x2x73x129xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui64>)
      -> tensor<1x2x73x129xf32>
  return %y : tensor<1x2x73x129xf32>
}

// or into the one before.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.ahead.npy 2x1x37x40 3 2 1 73x79 ui32
// RUN: dml-run %s --device=reference --function=U4_ahead --output=@%t.ahead.out.npy \
// RUN:   --input=2x1x37x40xf16=random:1 --input=@%t.ahead.npy
// RUN: %run %s --cache-bytes=0 --function=U4_ahead --time=2 --output= \
// RUN:   --input=2x1x37x40xf16=random:1 --input=@%t.ahead.npy \
// RUN:   --expected-output=@%t.ahead.out.npy
func.func @U4_ahead(%v: tensor<2x1x37x40xf16>,
    %i: tensor<2x1x37x40xui32>) -> tensor<2x1x73x79xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x1x37x40xf16>, tensor<2x1x37x40xui32>)
      -> tensor<2x1x73x79xf16>
  return %y : tensor<2x1x73x79xf16>
}

// Both, in rows that begin within a word.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.both.npy 1x3x41x33 5 2 2 81x65 ui32
// RUN: dml-run %s --device=reference --function=U4_both --output=@%t.both.out.npy \
// RUN:   --input=1x3x41x33xi8=random:1 --input=@%t.both.npy
// RUN: %run %s --cache-bytes=0 --function=U4_both --time=2 --output= \
// RUN:   --input=1x3x41x33xi8=random:1 --input=@%t.both.npy \
// RUN:   --expected-output=@%t.both.out.npy
func.func @U4_both(%v: tensor<1x3x41x33xi8>,
    %i: tensor<1x3x41x33xui32>) -> tensor<1x3x81x65xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x3x41x33xi8>, tensor<1x3x41x33xui32>)
      -> tensor<1x3x81x65xi8>
  return %y : tensor<1x3x81x65xi8>
}

// Elements of two words, small planes.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.wide.npy 3x7x9x7 3 3 0 27x21 ui64
// RUN: dml-run %s --device=reference --function=U4_wide --output=@%t.wide.out.npy \
// RUN:   --input=3x7x9x7xi64=random:1 --input=@%t.wide.npy
// RUN: %run %s --cache-bytes=0 --function=U4_wide --time=2 --output= \
// RUN:   --input=3x7x9x7xi64=random:1 --input=@%t.wide.npy \
// RUN:   --expected-output=@%t.wide.out.npy
func.func @U4_wide(%v: tensor<3x7x9x7xi64>,
    %i: tensor<3x7x9x7xui64>) -> tensor<3x7x27x21xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<3x7x9x7xi64>, tensor<3x7x9x7xui64>)
      -> tensor<3x7x27x21xi64>
  return %y : tensor<3x7x27x21xi64>
}

// One dimension, more rows of inputs than of results.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.line.npy 1x2x1x3001 2 1 0 1x3002 ui32
// RUN: dml-run %s --device=reference --function=U4_line --output=@%t.line.out.npy \
// RUN:   --input=1x2x1x3001xui16=random:1 --input=@%t.line.npy
// RUN: %run %s --cache-bytes=0 --function=U4_line --time=2 --output= \
// RUN:   --input=1x2x1x3001xui16=random:1 --input=@%t.line.npy \
// RUN:   --expected-output=@%t.line.out.npy
func.func @U4_line(%v: tensor<1x2x1x3001xui16>,
    %i: tensor<1x2x1x3001xui32>) -> tensor<1x2x1x3002xui16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x1x3001xui16>, tensor<1x2x1x3001xui32>)
      -> tensor<1x2x1x3002xui16>
  return %y : tensor<1x2x1x3002xui16>
}

// An input that all tiles miss, between others and with the index of one of them.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.missed.npy 1x2x36x64 2 2 0 72x128 ui32 4001=3
// RUN: dml-run %s --device=reference --function=U4_missed --output=@%t.missed.out.npy \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.missed.npy
// RUN: %run %s --cache-bytes=0 --function=U4_missed --time=2 --output= \
// RUN:   --input=1x2x36x64xf32=random:1 --input=@%t.missed.npy \
// RUN:   --expected-output=@%t.missed.out.npy
func.func @U4_missed(%v: tensor<1x2x36x64xf32>,
    %i: tensor<1x2x36x64xui32>) -> tensor<1x2x72x128xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui32>)
      -> tensor<1x2x72x128xf32>
  return %y : tensor<1x2x72x128xf32>
}

// Anywhere in the plane, or in the result.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.planes.npy 1x2x36x64 2 2 0 72x128 ui32 planes
// RUN: dml-run %s --device=reference --function=U4_planes --output=@%t.planes.out.npy \
// RUN:   --input=1x2x36x64xf16=random:1 --input=@%t.planes.npy
// RUN: %run %s --cache-bytes=0 --function=U4_planes --time=2 --output= \
// RUN:   --input=1x2x36x64xf16=random:1 --input=@%t.planes.npy \
// RUN:   --expected-output=@%t.planes.out.npy
func.func @U4_planes(%v: tensor<1x2x36x64xf16>,
    %i: tensor<1x2x36x64xui32>) -> tensor<1x2x72x128xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf16>, tensor<1x2x36x64xui32>)
      -> tensor<1x2x72x128xf16>
  return %y : tensor<1x2x72x128xf16>
}

// RUN: %python %S/Inputs/make_pooled_indices.py %t.all.npy 1x2x36x63 2 2 0 72x127 ui64 all
// RUN: dml-run %s --device=reference --function=U4_all --output=@%t.all.out.npy \
// RUN:   --input=1x2x36x63xi8=random:1 --input=@%t.all.npy
// RUN: %run %s --cache-bytes=0 --function=U4_all --time=2 --output= \
// RUN:   --input=1x2x36x63xi8=random:1 --input=@%t.all.npy \
// RUN:   --expected-output=@%t.all.out.npy
func.func @U4_all(%v: tensor<1x2x36x63xi8>,
    %i: tensor<1x2x36x63xui64>) -> tensor<1x2x72x127xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x63xi8>, tensor<1x2x36x63xui64>)
      -> tensor<1x2x72x127xi8>
  return %y : tensor<1x2x72x127xi8>
}

// The tiles that an index out of range is read with count it, and the general
// path does not do so again.
// RUN: %python %S/Inputs/make_pooled_indices.py %t.out.npy 1x2x36x64 3 2 0 73x129 ui32 \
// RUN:   4001=3 4002=18834 77=4294967295
// RUN: not %run %s --cache-bytes=0 --function=U3_once --input=1x2x36x64xf32=random:1 \
// RUN:   --input=@%t.out.npy 2>&1 | FileCheck %s
// CHECK: index at position 77 (the first of 2 out of range): expected less than 18834 (elements of the result), given 4294967295 [U3]
func.func @U3_once(%v: tensor<1x2x36x64xf32>,
    %i: tensor<1x2x36x64xui32>) -> tensor<1x2x73x129xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x36x64xf32>, tensor<1x2x36x64xui32>)
      -> tensor<1x2x73x129xf32>
  return %y : tensor<1x2x73x129xf32>
}
