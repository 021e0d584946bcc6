// Expected values come from a NumPy model of the formulas in docs/Operators.md.

// RUN: %run %s --function=U4_last_wins \
// RUN:   "--input=2x2x2x2xi32=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[5 5][9 5]][[5 5][9 5]]][[[5 5][9 5]][[5 5][9 5]]]]" \
// RUN:   "--expected-output=2x2x4x4xi32=[[[[0 0 0 0][0 16 0 0][0 15 0 0][0 0 0 0]][[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]]][[[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]][[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]]]]"
// RUN: %run %s --function=U4_last_wins_dynamic \
// RUN:   "--input=2x2x2x2xi32=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[5 5][9 5]][[5 5][9 5]]][[[5 5][9 5]][[5 5][9 5]]]]" \
// RUN:   "--input=index=2" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=2x2x4x4xi32=[[[[0 0 0 0][0 16 0 0][0 15 0 0][0 0 0 0]][[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]]][[[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]][[0 0 0 0][0 0 0 0][0 0 0 0][0 0 0 0]]]]"
// RUN: %run %s --function=U4_last_wins_in_plane \
// RUN:   "--input=2x2x2x2xf32=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[3 3][3 0]][[20 21][20 21]]][[[40 40][40 40]][[63 50][63 50]]]]" \
// RUN:   "--expected-output=2x2x4x4xf32=[[[[4 0 0 3][0 0 0 0][0 0 0 0][0 0 0 0]][[0 0 0 0][7 8 0 0][0 0 0 0][0 0 0 0]]][[[0 0 0 0][0 0 0 0][12 0 0 0][0 0 0 0]][[0 0 16 0][0 0 0 0][0 0 0 0][0 0 0 15]]]]"
// RUN: %run %s --function=U4_last_wins_in_plane_dynamic \
// RUN:   "--input=2x2x2x2xf32=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui64=[[[[3 3][3 0]][[20 21][20 21]]][[[40 40][40 40]][[63 50][63 50]]]]" \
// RUN:   "--input=index=2" \
// RUN:   "--input=index=4" \
// RUN:   "--expected-output=2x2x4x4xf32=[[[[4 0 0 3][0 0 0 0][0 0 0 0][0 0 0 0]][[0 0 0 0][7 8 0 0][0 0 0 0][0 0 0 0]]][[[0 0 0 0][0 0 0 0][12 0 0 0][0 0 0 0]][[0 0 16 0][0 0 0 0][0 0 0 0][0 0 0 15]]]]"
// RUN: %run %s --function=U4_last_wins_other_planes \
// RUN:   "--input=2x2x2x2xui8=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[7 7][7 7]][[7 7][7 7]]][[[7 7][7 7]][[7 7][7 0]]]]" \
// RUN:   "--expected-output=1x1x2x5xui8=[[[[16 0 0 0 0][0 0 15 0 0]]]]"
// RUN: %run %s --function=U4_last_wins_other_planes_dynamic \
// RUN:   "--input=2x2x2x2xui8=[[[[1 2][3 4]][[5 6][7 8]]][[[9 10][11 12]][[13 14][15 16]]]]" \
// RUN:   "--input=2x2x2x2xui32=[[[[7 7][7 7]][[7 7][7 7]]][[[7 7][7 7]][[7 7][7 0]]]]" \
// RUN:   "--input=index=1" \
// RUN:   "--input=index=5" \
// RUN:   "--expected-output=1x1x2x5xui8=[[[[16 0 0 0 0][0 0 15 0 0]]]]"

func.func @U4_last_wins(%v: tensor<2x2x2x2xi32>, %i: tensor<2x2x2x2xui32>)
    -> tensor<2x2x4x4xi32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xi32>, tensor<2x2x2x2xui32>) -> tensor<2x2x4x4xi32>
  return %y : tensor<2x2x4x4xi32>
}

func.func @U4_last_wins_dynamic(%v: tensor<?x2x?x?xi32>, %i: tensor<2x?x?x?xui32>, %c: index,
    %w: index) -> tensor<2x?x4x?xi32> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xi32>, tensor<2x?x?x?xui32>)
      -> tensor<2x?x4x?xi32>
  return %y : tensor<2x?x4x?xi32>
}

func.func @U4_last_wins_in_plane(%v: tensor<2x2x2x2xf32>, %i: tensor<2x2x2x2xui64>)
    -> tensor<2x2x4x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xf32>, tensor<2x2x2x2xui64>) -> tensor<2x2x4x4xf32>
  return %y : tensor<2x2x4x4xf32>
}

func.func @U4_last_wins_in_plane_dynamic(%v: tensor<?x2x?x?xf32>, %i: tensor<2x?x?x?xui64>, %c: index,
    %w: index) -> tensor<2x?x4x?xf32> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xf32>, tensor<2x?x?x?xui64>)
      -> tensor<2x?x4x?xf32>
  return %y : tensor<2x?x4x?xf32>
}

func.func @U4_last_wins_other_planes(%v: tensor<2x2x2x2xui8>, %i: tensor<2x2x2x2xui32>)
    -> tensor<1x1x2x5xui8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<2x2x2x2xui8>, tensor<2x2x2x2xui32>) -> tensor<1x1x2x5xui8>
  return %y : tensor<1x1x2x5xui8>
}

func.func @U4_last_wins_other_planes_dynamic(%v: tensor<?x2x?x?xui8>, %i: tensor<2x?x?x?xui32>, %c: index,
    %w: index) -> tensor<1x?x2x?xui8> {
  %y = dml.max_unpooling %v, %i, output_sizes(%c, %w)
      : (tensor<?x2x?x?xui8>, tensor<2x?x?x?xui32>)
      -> tensor<1x?x2x?xui8>
  return %y : tensor<1x?x2x?xui8>
}
