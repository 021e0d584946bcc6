// Expected values come from a NumPy model of the formulas in docs/Operators.md.

// RUN: %run %s --function=U2_pooled \
// RUN:   "--input=2x2x2x2xi8=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[1 7][8 15]][[16 22][25 26]]][[[37 34][45 47]][[52 51][56 58]]]]" \
// RUN:   "--expected-output=2x2x4x4xi8=[[[[0 1 0 0][0 0 0 2][3 0 0 0][0 0 0 4]][[5 0 0 0][0 0 6 0][0 7 8 0][0 0 0 0]]][[[0 0 10 0][0 9 0 0][0 0 0 0][0 11 0 12]][[0 0 0 14][13 0 0 0][15 0 16 0][0 0 0 0]]]]"
// RUN: %run %s --function=U2_pooled_dynamic \
// RUN:   "--input=2x2x2x2xi8=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[1 7][8 15]][[16 22][25 26]]][[[37 34][45 47]][[52 51][56 58]]]]" \
// RUN:   "--input=index=2" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=2x2x4x4xi8=[[[[0 1 0 0][0 0 0 2][3 0 0 0][0 0 0 4]][[5 0 0 0][0 0 6 0][0 7 8 0][0 0 0 0]]][[[0 0 10 0][0 9 0 0][0 0 0 0][0 11 0 12]][[0 0 0 14][13 0 0 0][15 0 16 0][0 0 0 0]]]]"
// RUN: %run %s --function=U2_other_planes \
// RUN:   "--input=2x2x2x2xui64=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[22 39][24 11]][[31 18][23 37]]][[[4 3][17 25]][[41 28][2 46]]]]" \
// RUN:   "--expected-output=1x3x4x4xui64=[[[[0 0 15 10][9 0 0 0][0 0 0 4][0 0 0 0]][[0 11 6 0][0 0 1 7][3 12 0 0][14 0 0 5]][[0 0 0 0][0 8 0 2][0 13 0 0][0 0 16 0]]]]"
// RUN: %run %s --function=U2_other_planes_dynamic \
// RUN:   "--input=2x2x2x2xui64=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[22 39][24 11]][[31 18][23 37]]][[[4 3][17 25]][[41 28][2 46]]]]" \
// RUN:   "--input=index=3" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=1x3x4x4xui64=[[[[0 0 15 10][9 0 0 0][0 0 0 4][0 0 0 0]][[0 11 6 0][0 0 1 7][3 12 0 0][14 0 0 5]][[0 0 0 0][0 8 0 2][0 13 0 0][0 0 16 0]]]]"
// RUN: %run %s --function=U2_crosses_planes \
// RUN:   "--input=2x2x2x2xi16=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[23 57][63 41]][[62 34][33 11]]][[[60 26][56 18]][[0 55][35 40]]]]" \
// RUN:   "--expected-output=2x2x4x4xi16=[[[[13 0 0 0][0 0 0 0][0 0 0 8][0 0 0 0]][[0 0 12 0][0 0 0 1][0 0 10 0][0 0 0 0]]][[[0 7 6 15][0 0 0 0][16 4 0 0][0 0 0 0]][[0 0 0 0][0 0 0 14][11 2 0 0][9 0 5 3]]]]"
// RUN: %run %s --function=U2_crosses_planes_dynamic \
// RUN:   "--input=2x2x2x2xi16=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[23 57][63 41]][[62 34][33 11]]][[[60 26][56 18]][[0 55][35 40]]]]" \
// RUN:   "--input=index=2" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=2x2x4x4xi16=[[[[13 0 0 0][0 0 0 0][0 0 0 8][0 0 0 0]][[0 0 12 0][0 0 0 1][0 0 10 0][0 0 0 0]]][[[0 7 6 15][0 0 0 0][16 4 0 0][0 0 0 0]][[0 0 0 0][0 0 0 14][11 2 0 0][9 0 5 3]]]]"
// RUN: %run %s --function=U2_smaller_result \
// RUN:   "--input=2x2x2x2xf16=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[7 3][11 1]][[15 9][10 2]]][[[4 12][6 0]][[13 5][14 8]]]]" \
// RUN:   "--expected-output=1x1x4x4xf16=[[[[12 4 8 2][9 14 11 1][16 6 7 3][10 13 15 5]]]]"
// RUN: %run %s --function=U2_smaller_result_dynamic \
// RUN:   "--input=2x2x2x2xf16=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[7 3][11 1]][[15 9][10 2]]][[[4 12][6 0]][[13 5][14 8]]]]" \
// RUN:   "--input=index=1" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=1x1x4x4xf16=[[[[12 4 8 2][9 14 11 1][16 6 7 3][10 13 15 5]]]]"

func.func @U2_pooled(%v: tensor<2x2x2x2xi8>, %i: tensor<2x2x2x2xui32>)
    -> tensor<2x2x4x4xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xi8>, tensor<2x2x2x2xui32>) -> tensor<2x2x4x4xi8>
  return %y : tensor<2x2x4x4xi8>
}

func.func @U2_pooled_dynamic(%v: tensor<?x2x?x?xi8>, %i: tensor<2x?x?x?xui32>, %c: index,
    %w: index) -> tensor<2x?x4x?xi8> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xi8>, tensor<2x?x?x?xui32>)
      -> tensor<2x?x4x?xi8>
  return %y : tensor<2x?x4x?xi8>
}

func.func @U2_other_planes(%v: tensor<2x2x2x2xui64>, %i: tensor<2x2x2x2xui64>)
    -> tensor<1x3x4x4xui64> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xui64>, tensor<2x2x2x2xui64>) -> tensor<1x3x4x4xui64>
  return %y : tensor<1x3x4x4xui64>
}

func.func @U2_other_planes_dynamic(%v: tensor<?x2x?x?xui64>, %i: tensor<2x?x?x?xui64>, %c: index,
    %w: index) -> tensor<1x?x4x?xui64> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xui64>, tensor<2x?x?x?xui64>)
      -> tensor<1x?x4x?xui64>
  return %y : tensor<1x?x4x?xui64>
}

func.func @U2_crosses_planes(%v: tensor<2x2x2x2xi16>, %i: tensor<2x2x2x2xui32>)
    -> tensor<2x2x4x4xi16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xi16>, tensor<2x2x2x2xui32>) -> tensor<2x2x4x4xi16>
  return %y : tensor<2x2x4x4xi16>
}

func.func @U2_crosses_planes_dynamic(%v: tensor<?x2x?x?xi16>, %i: tensor<2x?x?x?xui32>, %c: index,
    %w: index) -> tensor<2x?x4x?xi16> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xi16>, tensor<2x?x?x?xui32>)
      -> tensor<2x?x4x?xi16>
  return %y : tensor<2x?x4x?xi16>
}

func.func @U2_smaller_result(%v: tensor<2x2x2x2xf16>, %i: tensor<2x2x2x2xui64>)
    -> tensor<1x1x4x4xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xf16>, tensor<2x2x2x2xui64>) -> tensor<1x1x4x4xf16>
  return %y : tensor<1x1x4x4xf16>
}

func.func @U2_smaller_result_dynamic(%v: tensor<?x2x?x?xf16>, %i: tensor<2x?x?x?xui64>, %c: index,
    %w: index) -> tensor<1x?x4x?xf16> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xf16>, tensor<2x?x?x?xui64>)
      -> tensor<1x?x4x?xf16>
  return %y : tensor<1x?x4x?xf16>
}
