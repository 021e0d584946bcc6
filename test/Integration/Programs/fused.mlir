// Fused and by themselves, operations give the same bits: a bias, a product, an
// operator and a cast, for every element that windows read again.
// RUN: %run %s --function=pixels --input=2x8x3x5xf32=normal:1 --input=8xf32=normal:2 --fuse=off --output=@%t.pixels.npy
// RUN: %run %s --function=pixels --input=2x8x3x5xf32=normal:1 --input=8xf32=normal:2 --expected-output=@%t.pixels.npy
// RUN: %run %s --function=windows --input=2x3x7x6xi32=random:1 --fuse=off --output=@%t.windows.npy
// RUN: %run %s --function=windows --input=2x3x7x6xi32=random:1 --expected-output=@%t.windows.npy
// RUN: %run %s --function=around --input=2x4x6x6xi32=random:1 --fuse=off --output=@%t.around.npy
// RUN: %run %s --function=around --input=2x4x6x6xi32=random:1 --expected-output=@%t.around.npy
// RUN: %run %s --function=padded --input=2x3x7x6xf16=normal:1 --input=3xf16=normal:2 --fuse=off --output=@%t.padded.npy
// RUN: %run %s --function=padded --input=2x3x7x6xf16=normal:1 --input=3xf16=normal:2 --expected-output=@%t.padded.npy
// RUN: %run %s --function=clamped --input=2x27x3x23xf16=normal:1 --input=27xf16=normal:2 --fuse=off --output=@%t.clamped.npy
// RUN: %run %s --function=clamped --input=2x27x3x23xf16=normal:1 --input=27xf16=normal:2 --expected-output=@%t.clamped.npy

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @pixels(%x: tensor<2x8x3x5xf32>, %scale: tensor<8xf32>)
    -> tensor<2x2x6x10xf32> {
  %e = tensor.empty() : tensor<2x8x3x5xf32>
  %a = linalg.generic {
      indexing_maps = [#all, #channel, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale, %scale : tensor<2x8x3x5xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<2x8x3x5xf32>) {
  ^bb0(%v: f32, %s: f32, %b: f32, %out: f32):
    %p = arith.mulf %v, %s : f32
    %q = arith.addf %p, %b : f32
    linalg.yield %q : f32
  } -> tensor<2x8x3x5xf32>
  %y = dml.depth_to_space1 %a, block_size = 2, order = depth_column_row
      : (tensor<2x8x3x5xf32>) -> tensor<2x2x6x10xf32>
  %z = arith.mulf %y, %y : tensor<2x2x6x10xf32>
  return %z : tensor<2x2x6x10xf32>
}

func.func @windows(%x: tensor<2x3x7x6xi32>) -> tensor<2x27x20xi32> {
  %a = arith.muli %x, %x : tensor<2x3x7x6xi32>
  %y = dml.unfold %a, window_sizes = [3, 3]
      : (tensor<2x3x7x6xi32>) -> tensor<2x27x20xi32>
  %z = arith.subi %y, %y : tensor<2x27x20xi32>
  %w = arith.addi %y, %z : tensor<2x27x20xi32>
  return %w : tensor<2x27x20xi32>
}

func.func @padded(%x: tensor<2x3x7x6xf16>, %scale: tensor<3xf16>)
    -> tensor<2x27x42xf16> {
  %e = tensor.empty() : tensor<2x3x7x6xf16>
  %a = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale : tensor<2x3x7x6xf16>, tensor<3xf16>)
      outs(%e : tensor<2x3x7x6xf16>) {
  ^bb0(%v: f16, %s: f16, %out: f16):
    %p = arith.mulf %v, %s : f16
    %q = arith.addf %p, %s : f16
    linalg.yield %q : f16
  } -> tensor<2x3x7x6xf16>
  %y = dml.unfold %a, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<2x3x7x6xf16>) -> tensor<2x27x42xf16>
  return %y : tensor<2x27x42xf16>
}

func.func @around(%x: tensor<2x4x6x6xi32>) -> tensor<2x6x6x4xi32> {
  %a = arith.addi %x, %x : tensor<2x4x6x6xi32>
  %d = dml.depth_to_space1 %a, block_size = 2, order = column_row_depth
      : (tensor<2x4x6x6xi32>) -> tensor<2x1x12x12xi32>
  %s = dml.space_to_depth1 %d, block_size = 2, order = depth_column_row
      : (tensor<2x1x12x12xi32>) -> tensor<2x4x6x6xi32>
  %e = tensor.empty() : tensor<2x6x6x4xi32>
  %t = linalg.transpose ins(%s : tensor<2x4x6x6xi32>)
      outs(%e : tensor<2x6x6x4xi32>) permutation = [0, 2, 3, 1]
  %y = arith.subi %t, %t : tensor<2x6x6x4xi32>
  %z = arith.ori %y, %t : tensor<2x6x6x4xi32>
  return %z : tensor<2x6x6x4xi32>
}

// With a border of zeros, in blocks of 3.
func.func @clamped(%x: tensor<2x27x3x23xf16>, %bias: tensor<27xf16>)
    -> tensor<2x3x15x75xf16> {
  %zero = arith.constant 0.0 : f16
  %one = arith.constant 1.0 : f16
  %padded = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f16
  } : tensor<2x27x3x23xf16> to tensor<2x27x5x25xf16>
  %biased = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%padded, %bias : tensor<2x27x5x25xf16>, tensor<27xf16>)
      outs(%padded : tensor<2x27x5x25xf16>) {
  ^bb0(%v: f16, %b: f16, %out: f16):
    %sum = arith.addf %v, %b : f16
    linalg.yield %sum : f16
  } -> tensor<2x27x5x25xf16>
  %y = dml.depth_to_space1 %biased, block_size = 3, order = column_row_depth
      : (tensor<2x27x5x25xf16>) -> tensor<2x3x15x75xf16>
  %clamped = linalg.map ins(%y : tensor<2x3x15x75xf16>) outs(%y : tensor<2x3x15x75xf16>)
      (%v: f16, %out: f16) {
    %positive = arith.maximumf %v, %zero : f16
    %pixel = arith.minimumf %positive, %one : f16
    linalg.yield %pixel : f16
  }
  return %clamped : tensor<2x3x15x75xf16>
}
