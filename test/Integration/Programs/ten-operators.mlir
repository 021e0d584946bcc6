// Ten operators in a row, each of which one other reads, are one kernel on a
// GPU. Fused and by themselves, they give the same bits on every device.
// RUN: dml-opt %s --dml-gpu-pipeline=max-storage-buffers=8 | FileCheck %s
// RUN: %run %s --function=image --input=1x12x5x6xf32=normal:1 --input=12xf32=normal:2 --input=12xf32=normal:3 --input=3xf32=normal:4 --fuse=off --output=@%t.image.npy
// RUN: %run %s --function=image --input=1x12x5x6xf32=normal:1 --input=12xf32=normal:2 --input=12xf32=normal:3 --input=3xf32=normal:4 --expected-output=@%t.image.npy
// RUN: %run %s --function=features --input=1x3x8x6xf32=normal:1 --input=1x4x4x3xf32=normal:2 --input=3xf32=normal:3 --input=16xf32=normal:4 --fuse=off --output=@%t.features.npy
// RUN: %run %s --function=features --input=1x3x8x6xf32=normal:1 --input=1x4x4x3xf32=normal:2 --input=3xf32=normal:3 --input=16xf32=normal:4 --expected-output=@%t.features.npy

// CHECK-COUNT-2: spirv.EntryPoint
// CHECK-NOT:     spirv.EntryPoint

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
#last = affine_map<(n, h, w, c) -> (c)>

// Scale and shift, an activation, blocks to pixels, a crop, another layout, a
// bias, bounds, a border, and a reshape.
func.func @image(%x: tensor<1x12x5x6xf32>, %scale: tensor<12xf32>,
                 %shift: tensor<12xf32>, %bias: tensor<3xf32>) -> tensor<1x11x42xf32> {
  %zero = arith.constant 0.0 : f32
  %six = arith.constant 6.0 : f32
  %e = tensor.empty() : tensor<1x12x5x6xf32>
  %a = linalg.generic {
      indexing_maps = [#all, #channel, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale, %shift : tensor<1x12x5x6xf32>, tensor<12xf32>, tensor<12xf32>)
      outs(%e : tensor<1x12x5x6xf32>) {
  ^bb0(%v: f32, %s: f32, %t: f32, %out: f32):
    %p = arith.mulf %v, %s : f32
    %q = arith.addf %p, %t : f32
    linalg.yield %q : f32
  } -> tensor<1x12x5x6xf32>
  %b = linalg.map { arith.negf } ins(%a : tensor<1x12x5x6xf32>) outs(%e : tensor<1x12x5x6xf32>)
  %c = dml.depth_to_space1 %b, block_size = 2, order = depth_column_row
      : (tensor<1x12x5x6xf32>) -> tensor<1x3x10x12xf32>
  %d = tensor.extract_slice %c[0, 0, 1, 1] [1, 3, 9, 11] [1, 1, 1, 1]
      : tensor<1x3x10x12xf32> to tensor<1x3x9x11xf32>
  %f = tensor.empty() : tensor<1x9x11x3xf32>
  %g = linalg.transpose ins(%d : tensor<1x3x9x11xf32>) outs(%f : tensor<1x9x11x3xf32>)
      permutation = [0, 2, 3, 1]
  %h = linalg.generic {
      indexing_maps = [#all, #last, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%g, %bias : tensor<1x9x11x3xf32>, tensor<3xf32>) outs(%f : tensor<1x9x11x3xf32>) {
  ^bb0(%v: f32, %t: f32, %out: f32):
    %q = arith.addf %v, %t : f32
    linalg.yield %q : f32
  } -> tensor<1x9x11x3xf32>
  %i = linalg.map ins(%h : tensor<1x9x11x3xf32>) outs(%f : tensor<1x9x11x3xf32>)
      (%v: f32, %out: f32) {
        %m = arith.maximumf %v, %zero : f32
        linalg.yield %m : f32
      }
  %j = linalg.map ins(%i : tensor<1x9x11x3xf32>) outs(%f : tensor<1x9x11x3xf32>)
      (%v: f32, %out: f32) {
        %m = arith.minimumf %v, %six : f32
        linalg.yield %m : f32
      }
  %k = tensor.pad %j low[0, 1, 2, 0] high[0, 1, 1, 0] {
  ^bb0(%n: index, %y: index, %z: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<1x9x11x3xf32> to tensor<1x11x14x3xf32>
  %l = tensor.collapse_shape %k [[0], [1], [2, 3]]
      : tensor<1x11x14x3xf32> into tensor<1x11x42xf32>
  return %l : tensor<1x11x42xf32>
}

// The same with pixels to blocks and a concatenation.
func.func @features(%x: tensor<1x3x8x6xf32>, %other: tensor<1x4x4x3xf32>, %scale: tensor<3xf32>,
                    %bias: tensor<16xf32>) -> tensor<1x12x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x3x8x6xf32>
  %a = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %scale : tensor<1x3x8x6xf32>, tensor<3xf32>) outs(%e : tensor<1x3x8x6xf32>) {
  ^bb0(%v: f32, %s: f32, %out: f32):
    %p = arith.mulf %v, %s : f32
    linalg.yield %p : f32
  } -> tensor<1x3x8x6xf32>
  %b = linalg.map { arith.negf } ins(%a : tensor<1x3x8x6xf32>) outs(%e : tensor<1x3x8x6xf32>)
  %c = dml.space_to_depth1 %b, block_size = 2, order = depth_column_row
      : (tensor<1x3x8x6xf32>) -> tensor<1x12x4x3xf32>
  %f = tensor.empty() : tensor<1x4x4x3xf32>
  %d = linalg.map { arith.negf } ins(%other : tensor<1x4x4x3xf32>) outs(%f : tensor<1x4x4x3xf32>)
  %g = tensor.concat dim(1) %c, %d
      : (tensor<1x12x4x3xf32>, tensor<1x4x4x3xf32>) -> tensor<1x16x4x3xf32>
  %h = tensor.empty() : tensor<1x16x4x3xf32>
  %i = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%g, %bias : tensor<1x16x4x3xf32>, tensor<16xf32>) outs(%h : tensor<1x16x4x3xf32>) {
  ^bb0(%v: f32, %t: f32, %out: f32):
    %q = arith.addf %v, %t : f32
    linalg.yield %q : f32
  } -> tensor<1x16x4x3xf32>
  %j = linalg.map ins(%i : tensor<1x16x4x3xf32>) outs(%h : tensor<1x16x4x3xf32>)
      (%v: f32, %out: f32) {
        %m = arith.maximumf %v, %zero : f32
        linalg.yield %m : f32
      }
  %k = tensor.collapse_shape %j [[0], [1], [2, 3]]
      : tensor<1x16x4x3xf32> into tensor<1x16x12xf32>
  %l = tensor.empty() : tensor<1x12x16xf32>
  %m = linalg.transpose ins(%k : tensor<1x16x12xf32>) outs(%l : tensor<1x12x16xf32>)
      permutation = [0, 2, 1]
  %n = linalg.map { arith.negf } ins(%m : tensor<1x12x16xf32>) outs(%l : tensor<1x12x16xf32>)
  return %n : tensor<1x12x16xf32>
}
