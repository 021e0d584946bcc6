// An index counts the elements of a strided result in row-major order; where an
// element lies follows from the strides alone (U5).

// Row-major, index 1 is [0, 0, 0, 1], 6 is [0, 1, 0, 0], 17 the last element.
// RUN: %run %s --function=U5_nhwc \
// RUN:   "--input=1x2x1x2xf32=[[[[1 2]][[3 4]]]]" \
// RUN:   "--input=1x2x1x2xui32=[[[[1 6]][[17 10]]]]" \
// RUN:   "--expected-output=1x3x2x3xf32=[[[[0 1 0][0 0 0]][[2 0 0][0 4 0]][[0 0 0][0 0 3]]]]"
// The storage has 34 elements; an index counts none of its gaps.
// RUN: %run %s --function=U5_gaps \
// RUN:   "--input=1x2x1x2xi8=[[[[1 2]][[3 4]]]]" \
// RUN:   "--input=1x2x1x2xui64=[[[[1 6]][[17 10]]]]" \
// RUN:   "--expected-output=1x3x2x3xi8=[[[[0 1 0][0 0 0]][[2 0 0][0 4 0]][[0 0 0][0 0 3]]]]"
// The last one in row-major order wins, not the last one in memory.
// RUN: %run %s --function=U5_duplicates \
// RUN:   "--input=1x2x2x2xi32=[[[[1 2][3 4]][[5 6][7 8]]]]" \
// RUN:   "--input=1x2x2x2xui32=[[[[4 4][9 9]][[4 0][9 17]]]]" \
// RUN:   "--expected-output=1x3x2x3xi32=[[[[6 0 0][0 5 0]][[0 0 0][7 0 0]][[0 0 0][0 0 8]]]]"
// Where pooling is known to have made the indices, elements are read instead.
// RUN: %run %s --function=U5_pooled \
// RUN:   "--input=2x3x4x4xf32=[[[[3 10 17 24][31 38 45 52][59 66 73 80][87 94 5 12]][[19 26 33 40][47 54 61 68][75 82 89 0][7 14 21 28]][[35 42 49 56][63 70 77 84][91 2 9 16][23 30 37 44]]][[[51 58 65 72][79 86 93 4][11 18 25 32][39 46 53 60]][[67 74 81 88][95 6 13 20][27 34 41 48][55 62 69 76]][[83 90 1 8][15 22 29 36][43 50 57 64][71 78 85 92]]]]" \
// RUN:   "--expected-output=2x3x4x4xf32=[[[[0 0 0 0][0 38 0 52][0 0 0 80][0 94 0 0]][[0 0 0 0][0 54 0 68][0 82 89 0][0 0 0 0]][[0 0 0 0][0 70 0 84][91 0 0 0][0 0 0 44]]][[[0 0 0 0][0 86 93 0][0 0 0 0][0 46 0 60]][[0 0 0 88][95 0 0 0][0 0 0 0][0 62 0 76]][[0 90 0 0][0 0 0 36][0 0 0 0][0 78 0 92]]]]"
// Index 18 is behind the last of 18 elements, though not behind the storage.
// RUN: not %run %s --function=U5_out_of_range --input=1x1x1x2xf32=1 \
// RUN:   "--input=1x1x1x2xui32=17 18" --output= 2>&1 | FileCheck %s
// CHECK: 'dml.max_unpooling' op index at position 1 (the first of 1 out of range): expected less than 18 (elements of the result), given 18 [U3]

func.func @U5_nhwc(%a0: tensor<1x2x1x2xf32>, %a1: tensor<1x2x1x2xui32>)
    -> (tensor<1x3x2x3xf32> {dml.strides = array<i64: 18, 1, 9, 3>}) {
  %r0 = dml.max_unpooling %a0, %a1
      : (tensor<1x2x1x2xf32>, tensor<1x2x1x2xui32>) -> tensor<1x3x2x3xf32>
  return %r0 : tensor<1x3x2x3xf32>
}

func.func @U5_gaps(%a0: tensor<1x2x1x2xi8>, %a1: tensor<1x2x1x2xui64>)
    -> (tensor<1x3x2x3xi8> {dml.strides = array<i64: 0, 12, 5, 2>}) {
  %r0 = dml.max_unpooling %a0, %a1
      : (tensor<1x2x1x2xi8>, tensor<1x2x1x2xui64>) -> tensor<1x3x2x3xi8>
  return %r0 : tensor<1x3x2x3xi8>
}

func.func @U5_duplicates(%a0: tensor<1x2x2x2xi32> {dml.strides = array<i64: 8, 1, 4, 2>}, %a1: tensor<1x2x2x2xui32> {dml.strides = array<i64: 1, 1, 2, 4>})
    -> (tensor<1x3x2x3xi32> {dml.strides = array<i64: 18, 1, 9, 3>}) {
  %r0 = dml.max_unpooling %a0, %a1
      : (tensor<1x2x2x2xi32>, tensor<1x2x2x2xui32>) -> tensor<1x3x2x3xi32>
  return %r0 : tensor<1x3x2x3xi32>
}

func.func @U5_pooled(%x: tensor<2x3x4x4xf32> {dml.strides = array<i64: 48, 1, 12, 3>})
    -> (tensor<2x3x4x4xf32> {dml.strides = array<i64: 48, 1, 12, 3>}) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<2x3x4x4xf32>) -> (tensor<2x3x2x2xf32>, tensor<2x3x2x2xui32>)
  %y = dml.max_unpooling %v, %i
      : (tensor<2x3x2x2xf32>, tensor<2x3x2x2xui32>) -> tensor<2x3x4x4xf32>
  return %y : tensor<2x3x4x4xf32>
}

func.func @U5_out_of_range(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> (tensor<1x3x2x3xf32> {dml.strides = array<i64: 0, 12, 5, 2>}) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x3x2x3xf32>
  return %y : tensor<1x3x2x3xf32>
}
