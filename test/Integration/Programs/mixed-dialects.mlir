// Operators among those of other dialects, static and dynamic.

// A convolution: 3x3, padding 1, two channels to one, all weights one.
// RUN: %run %s --function=convolution "--input=1x2x2x3xf32=1 2 3 4 5 6 1 1 1 1 1 1" \
// RUN:   --input=1x18xf32=1 "--expected-output=1x6xf32=16 27 20 16 27 20"
// RUN: %run %s --function=convolution_dynamic \
// RUN:   "--input=1x2x2x3xf32=1 2 3 4 5 6 1 1 1 1 1 1" --input=1x18xf32=1 \
// RUN:   "--expected-output=1x6xf32=16 27 20 16 27 20"

// RUN: %run %s --function=around "--input=1x4x1x2xf32=1 2 3 4 5 6 7 8" \
// RUN:   "--expected-output=1x1x2x4xf32=3 7 5 9 11 15 13 17"

// Channels 16, 4, 1: the carried tensor changes its shape at each iteration.
// RUN: %run %s --function=shrinking_loop --input=1x16x1x1xi16=iota \
// RUN:   --input=index=2 \
// RUN:   "--expected-output=1x1x4x4xi16=0 4 1 5 8 12 9 13 2 6 3 7 10 14 11 15"
// RUN: %run %s --function=shrinking_loop --input=1x16x1x1xi16=iota \
// RUN:   --input=index=0 --expected-output=1x16x1x1xi16=iota

// RUN: %run %s --function=shrinking_loop_of_static_tensor \
// RUN:   --input=1x16x1x1xi16=iota --input=index=2 \
// RUN:   "--expected-output=1x1x4x4xi16=0 4 1 5 8 12 9 13 2 6 3 7 10 14 11 15"

func.func @convolution(%x: tensor<1x2x2x3xf32>, %w: tensor<1x18xf32>)
    -> tensor<1x6xf32> {
  %columns = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x2x2x3xf32>) -> tensor<1x18x6xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2]]
      : tensor<1x18x6xf32> into tensor<18x6xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<1x6xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<1x6xf32>)
      -> tensor<1x6xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<1x18xf32>, tensor<18x6xf32>)
      outs(%init : tensor<1x6xf32>) -> tensor<1x6xf32>
  return %y : tensor<1x6xf32>
}

func.func @convolution_dynamic(%x: tensor<1x?x?x?xf32>, %w: tensor<?x?xf32>)
    -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %columns = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x?x?x?xf32>) -> tensor<1x?x?xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2]]
      : tensor<1x?x?xf32> into tensor<?x?xf32>
  %m = tensor.dim %w, %c0 : tensor<?x?xf32>
  %n = tensor.dim %matrix, %c1 : tensor<?x?xf32>
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty(%m, %n) : tensor<?x?xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<?x?xf32>)
      -> tensor<?x?xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<?x?xf32>, tensor<?x?xf32>)
      outs(%init : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}

func.func @around(%x: tensor<1x?x?x?xf32>) -> tensor<1x1x?x?xf32> {
  %twice = arith.addf %x, %x : tensor<1x?x?x?xf32>
  %y = dml.depth_to_space1 %twice, block_size = 2, order = column_row_depth
      : (tensor<1x?x?x?xf32>) -> tensor<1x1x?x?xf32>
  %one = arith.constant 1.0 : f32
  %z = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%y : tensor<1x1x?x?xf32>) {
    ^bb0(%e: f32):
      %s = arith.addf %e, %one : f32
      linalg.yield %s : f32
  } -> tensor<1x1x?x?xf32>
  return %z : tensor<1x1x?x?xf32>
}

func.func @shrinking_loop(%x: tensor<1x?x?x?xi16>, %n: index)
    -> tensor<1x?x?x?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x)
      -> tensor<1x?x?x?xi16> {
    %u = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xi16>) -> tensor<1x?x?x?xi16>
    scf.yield %u : tensor<1x?x?x?xi16>
  }
  return %y : tensor<1x?x?x?xi16>
}

func.func @shrinking_loop_of_static_tensor(%x: tensor<1x16x1x1xi16>, %n: index)
    -> tensor<1x?x?x?xi16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tensor.cast %x : tensor<1x16x1x1xi16> to tensor<1x?x?x?xi16>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %init)
      -> tensor<1x?x?x?xi16> {
    %u = dml.depth_to_space1 %t, block_size = 2, order = column_row_depth
        : (tensor<1x?x?x?xi16>) -> tensor<1x?x?x?xi16>
    scf.yield %u : tensor<1x?x?x?xi16>
  }
  return %y : tensor<1x?x?x?xi16>
}
