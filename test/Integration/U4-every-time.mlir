// Of thousands of values for one place the last one wins, every time. A run
// whose result is another one ends the repetition and fails.

// All to one place: 65535 is the last one.
// RUN: %run %s --function=U4_f32 --time=1000 --output= \
// RUN:   --input=1x1x64x1024xf32=iota --input=1x1x64x1024xui32=0 \
// RUN:   "--expected-output=1x1x1x8xf32=65535 0 0 0 0 0 0 0"
// In a word with others: bytes count modulo 256.
// RUN: %run %s --function=U4_ui8 --time=1000 --output= \
// RUN:   --input=1x1x64x1024xui8=iota --input=1x1x64x1024xui32=6 \
// RUN:   "--expected-output=1x1x1x8xui8=0 0 0 0 0 0 255 0"

// To a few places, four of which share a word, as the evaluator does.
// RUN: dml-run %s --function=U4_ui8 --device=reference --output=@%t.npy \
// RUN:   --input=1x1x64x1024xui8=random:1 --input=1x1x64x1024xui32=random:2:5
// RUN: %run %s --function=U4_ui8 --time=1000 --output= \
// RUN:   --input=1x1x64x1024xui8=random:1 --input=1x1x64x1024xui32=random:2:5 \
// RUN:   --expected-output=@%t.npy
// RUN: dml-run %s --function=U4_i64 --device=reference --output=@%t.npy \
// RUN:   --input=1x1x64x1024xi64=random:1 --input=1x1x64x1024xui64=random:2:8
// RUN: %run %s --function=U4_i64 --time=1000 --output= \
// RUN:   --input=1x1x64x1024xi64=random:1 --input=1x1x64x1024xui64=random:2:8 \
// RUN:   --expected-output=@%t.npy

func.func @U4_f32(%v: tensor<1x1x64x1024xf32>, %i: tensor<1x1x64x1024xui32>)
    -> tensor<1x1x1x8xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x64x1024xf32>, tensor<1x1x64x1024xui32>)
      -> tensor<1x1x1x8xf32>
  return %y : tensor<1x1x1x8xf32>
}

func.func @U4_ui8(%v: tensor<1x1x64x1024xui8>, %i: tensor<1x1x64x1024xui32>)
    -> tensor<1x1x1x8xui8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x64x1024xui8>, tensor<1x1x64x1024xui32>)
      -> tensor<1x1x1x8xui8>
  return %y : tensor<1x1x1x8xui8>
}

func.func @U4_i64(%v: tensor<1x1x64x1024xi64>, %i: tensor<1x1x64x1024xui64>)
    -> tensor<1x1x1x8xi64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x64x1024xi64>, tensor<1x1x64x1024xui64>)
      -> tensor<1x1x1x8xi64>
  return %y : tensor<1x1x1x8xi64>
}
