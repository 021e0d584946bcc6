// Operators one after the other and among others, all sizes static: every
// device compiles these as they are.

// Each position's 2x2 window, then the pixels at the corners as one product:
// 2 batches, odd sizes.
// RUN: %run %s --function=unfold_reshape_matmul --input=2x3x3x5xf32=iota \
// RUN:   --input=3x12xf32=iota --output=@%t.matmul.npy
// RUN: dml-run %s --device=cpu --function=unfold_reshape_matmul \
// RUN:   --input=2x3x3x5xf32=iota --input=3x12xf32=iota \
// RUN:   --expected-output=@%t.matmul.npy
// The first and the last, by hand: window 0 is 0 1 5 6, 15 16 20 21, 30 31 35
// 36, times 0 to 11.
// RUN: %run %s --function=one_product --input=1x3x3x5xf32=iota \
// RUN:   --input=1x12xf32=iota "--expected-output=1x8xf32=1701 1767 1833 1899 2031 2097 2163 2229"

// 2 * x + bias of the channel, shuffled, clamped from below at 10.
// RUN: %run %s --function=elementwise_around \
// RUN:   "--input=1x4x1x2xf32=1 2 3 4 5 6 7 8" "--input=4xf32=0 1 -20 3" \
// RUN:   "--expected-output=1x1x2x4xf32=10 10 10 10 10 17 10 19"

// RUN: %run %s --function=two_unpoolings "--input=1x1x2x2xf16=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui32=0 4 4 7" "--input=1x1x2x2xui64=7 0 1 2" \
// RUN:   "--expected-output=1x1x3x3xf16=1 0 0 0 3 0 0 4 0" \
// RUN:   "--expected-output=1x1x3x3xf16=2 3 4 0 0 0 0 1 0"

// What one kernel scatters is the next one's input, several times over.
// RUN: %run %s --function=unpool_unfold_shuffle "--input=1x1x2x2xui8=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui32=5 0 3 8" \
// RUN:   "--expected-output=1x1x4x4xui8=[[[[2 0 0 0][3 0 0 1][3 0 0 1][0 0 0 4]]]]"

// Channels to space and back again by a slice and a transposition.
// RUN: %run %s --function=shuffle_back --input=3x12x5x7xi8=random:1 \
// RUN:   --expected-output=3x12x5x7xi8=random:1

// Buffers that come and go: memory is used again.
// RUN: %run %s --function=long_chain --input=1x5x33xi32=iota \
// RUN:   --output=@%t.long.npy
// RUN: dml-run %s --device=cpu --function=long_chain --input=1x5x33xi32=iota \
// RUN:   --expected-output=@%t.long.npy

func.func @unfold_reshape_matmul(%x: tensor<2x3x3x5xf32>, %w: tensor<3x12xf32>)
    -> tensor<3x16xf32> {
  %columns = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<2x3x3x5xf32>) -> tensor<2x12x8xf32>
  %empty = tensor.empty() : tensor<12x2x8xf32>
  %swapped = linalg.transpose ins(%columns : tensor<2x12x8xf32>)
      outs(%empty : tensor<12x2x8xf32>) permutation = [1, 0, 2]
  %shape = arith.constant dense<[12, 16]> : tensor<2xindex>
  %matrix = tensor.reshape %swapped(%shape)
      : (tensor<12x2x8xf32>, tensor<2xindex>) -> tensor<12x16xf32>
  %zero = arith.constant dense<0.0> : tensor<3x16xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<3x12xf32>, tensor<12x16xf32>)
      outs(%zero : tensor<3x16xf32>) -> tensor<3x16xf32>
  return %y : tensor<3x16xf32>
}

func.func @one_product(%x: tensor<1x3x3x5xf32>, %w: tensor<1x12xf32>)
    -> tensor<1x8xf32> {
  %columns = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<1x3x3x5xf32>) -> tensor<1x12x8xf32>
  %matrix = tensor.collapse_shape %columns [[0, 1], [2]]
      : tensor<1x12x8xf32> into tensor<12x8xf32>
  %zero = arith.constant dense<0.0> : tensor<1x8xf32>
  %y = linalg.matmul ins(%w, %matrix : tensor<1x12xf32>, tensor<12x8xf32>)
      outs(%zero : tensor<1x8xf32>) -> tensor<1x8xf32>
  return %y : tensor<1x8xf32>
}

func.func @elementwise_around(%x: tensor<1x4x1x2xf32>, %bias: tensor<4xf32>)
    -> tensor<1x1x2x4xf32> {
  %empty = tensor.empty() : tensor<1x4x1x2xf32>
  %biased = linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>,
                       affine_map<(n, c, h, w) -> (c)>,
                       affine_map<(n, c, h, w) -> (n, c, h, w)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<1x4x1x2xf32>, tensor<4xf32>)
      outs(%empty : tensor<1x4x1x2xf32>) {
    ^bb0(%e: f32, %b: f32, %old: f32):
      %twice = arith.addf %e, %e : f32
      %s = arith.addf %twice, %b : f32
      linalg.yield %s : f32
  } -> tensor<1x4x1x2xf32>
  %y = dml.depth_to_space1 %biased, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x2xf32>) -> tensor<1x1x2x4xf32>
  %ten = arith.constant dense<10.0> : tensor<1x1x2x4xf32>
  %z = arith.maximumf %y, %ten : tensor<1x1x2x4xf32>
  return %z : tensor<1x1x2x4xf32>
}

func.func @two_unpoolings(%v: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xui32>,
    %j: tensor<1x1x2x2xui64>) -> (tensor<1x1x3x3xf16>, tensor<1x1x3x3xf16>) {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf16>
  %z = dml.max_unpooling %v, %j
      : (tensor<1x1x2x2xf16>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf16>
  return %y, %z : tensor<1x1x3x3xf16>, tensor<1x1x3x3xf16>
}

func.func @unpool_unfold_shuffle(%v: tensor<1x1x2x2xui8>,
    %i: tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xui8> {
  %u = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xui8>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xui8>
  %columns = dml.unfold %u, window_sizes = [2, 2]
      : (tensor<1x1x3x3xui8>) -> tensor<1x4x4xui8>
  %blocks = tensor.expand_shape %columns [[0], [1], [2, 3]]
      output_shape [1, 4, 2, 2] : tensor<1x4x4xui8> into tensor<1x4x2x2xui8>
  %y = dml.depth_to_space1 %blocks, block_size = 2, order = column_row_depth
      : (tensor<1x4x2x2xui8>) -> tensor<1x1x4x4xui8>
  return %y : tensor<1x1x4x4xui8>
}

func.func @shuffle_back(%x: tensor<3x12x5x7xi8>) -> tensor<3x12x5x7xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<3x12x5x7xi8>) -> tensor<3x3x10x14xi8>
  %blocks = tensor.expand_shape %y [[0], [1], [2, 3], [4, 5]]
      output_shape [3, 3, 5, 2, 7, 2]
      : tensor<3x3x10x14xi8> into tensor<3x3x5x2x7x2xi8>
  %empty = tensor.empty() : tensor<3x3x2x2x5x7xi8>
  %channels = linalg.transpose ins(%blocks : tensor<3x3x5x2x7x2xi8>)
      outs(%empty : tensor<3x3x2x2x5x7xi8>) permutation = [0, 1, 3, 5, 2, 4]
  %z = tensor.collapse_shape %channels [[0], [1, 2, 3], [4], [5]]
      : tensor<3x3x2x2x5x7xi8> into tensor<3x12x5x7xi8>
  return %z : tensor<3x12x5x7xi8>
}

func.func @long_chain(%x: tensor<1x5x33xi32>) -> tensor<1x5x33xi32> {
  %a = dml.unfold %x, window_sizes = [3], start_padding = [1],
      end_padding = [1] : (tensor<1x5x33xi32>) -> tensor<1x15x33xi32>
  %b = tensor.extract_slice %a[0, 0, 0] [1, 5, 33] [1, 3, 1]
      : tensor<1x15x33xi32> to tensor<1x5x33xi32>
  %c = arith.addi %b, %x : tensor<1x5x33xi32>
  %d = dml.unfold %c, window_sizes = [3], start_padding = [1],
      end_padding = [1] : (tensor<1x5x33xi32>) -> tensor<1x15x33xi32>
  %e = tensor.extract_slice %d[0, 2, 0] [1, 5, 33] [1, 3, 1]
      : tensor<1x15x33xi32> to tensor<1x5x33xi32>
  %f = arith.muli %e, %c : tensor<1x5x33xi32>
  %g = dml.unfold %f, window_sizes = [5], start_padding = [4]
      : (tensor<1x5x33xi32>) -> tensor<1x25x33xi32>
  %h = tensor.extract_slice %g[0, 1, 0] [1, 5, 33] [1, 5, 1]
      : tensor<1x25x33xi32> to tensor<1x5x33xi32>
  %i = arith.subi %h, %e : tensor<1x5x33xi32>
  return %i : tensor<1x5x33xi32>
}
