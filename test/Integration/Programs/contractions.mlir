// Products of matrices, and what is computed with them.

// Each row of the first factor is added up: 28, 92, ...
// RUN: %run %s --function=matmul --input=9x8xf32=iota --input=8x10xf32=1 | FileCheck %s --check-prefix=MATMUL
// MATMUL: 9x10xf32={{\[\[}}28 28 28 28 28 28 28 28 28 28][92 92 92
// MATMUL-SAME: [540 540 540 540 540 540 540 540 540 540]]

// The same bits with every operation by itself: padding, a convolution of odd
// sizes, a bias, a maximum and depth_to_space1.
// RUN: %run %s --function=layer --input=2x3x9x11xf32=normal:1 --input=12x3x3x3xf32=normal:2 --input=12xf32=normal:3 --fuse=off --output=@%t.layer.npy
// RUN: %run %s --function=layer --input=2x3x9x11xf32=normal:1 --input=12x3x3x3xf32=normal:2 --input=12xf32=normal:3 --expected-output=@%t.layer.npy

// A convolution as unfold and a product, with a residual that is added to it.
// RUN: %run %s --function=unfolded --input=1x4x10x12xf32=normal:1 --input=8x36xf32=normal:2 --input=8x120xf32=normal:3 --fuse=off --output=@%t.unfolded.npy
// RUN: %run %s --function=unfolded --input=1x4x10x12xf32=normal:1 --input=8x36xf32=normal:2 --input=8x120xf32=normal:3 --expected-output=@%t.unfolded.npy

// Sums that are read twice, a result that begins with what an argument holds,
// and one that replaces its own sums.
// RUN: %run %s --function=shared --input=8x9xi32=random:1 --input=9x16xi32=random:2 --fuse=off --output=@%t.0.npy --output=@%t.1.npy
// RUN: %run %s --function=shared --input=8x9xi32=random:1 --input=9x16xi32=random:2 --expected-output=@%t.0.npy --expected-output=@%t.1.npy
// RUN: %run %s --function=accumulates --input=8x9xi32=random:1 --input=9x16xi32=random:2 --input=8x16xi32=random:3 --fuse=off --output=@%t.2.npy
// RUN: %run %s --function=accumulates --input=8x9xi32=random:1 --input=9x16xi32=random:2 --input=8x16xi32=random:3 --expected-output=@%t.2.npy

// What the product's windows read is replaced by what is computed from its
// result; what the result is read by does not use it; its place is named by an
// operation that does not read it.
// RUN: %run %s --function=replaces_factor --input=1x8x10x12xi32=random:1 --input=8x72xi32=random:2 --fuse=off --output=@%t.3.npy
// RUN: %run %s --function=replaces_factor --input=1x8x10x12xi32=random:1 --input=8x72xi32=random:2 --expected-output=@%t.3.npy
// RUN: %run %s --function=ignores_sums --input=9x8xi32=random:1 --input=8x12xi32=random:2 --input=9x12xi32=iota --output=- | FileCheck %s --check-prefix=IGNORES
// IGNORES: 9x12xi32={{\[\[}}0 -1 -2 -3
// RUN: %run %s --function=names_factor --input=9x8xi32=random:1 --input=8x12xi32=random:2 --input=9x8xi32=random:3 --fuse=off --output=@%t.4.npy --output=@%t.5.npy
// RUN: %run %s --function=names_factor --input=9x8xi32=random:1 --input=8x12xi32=random:2 --input=9x8xi32=random:3 --expected-output=@%t.4.npy --expected-output=@%t.5.npy

// A sum that begins with zero is no negative zero.
// RUN: %run %s --function=matmul --input=9x8xf32=-1 --input=8x10xf32=0 --expected-output=9x10xf32=0

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

func.func @matmul(%x: tensor<9x8xf32>, %y: tensor<8x10xf32>) -> tensor<9x10xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<9x10xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<9x10xf32>) -> tensor<9x10xf32>
  %z = linalg.matmul ins(%x, %y : tensor<9x8xf32>, tensor<8x10xf32>)
      outs(%i : tensor<9x10xf32>) -> tensor<9x10xf32>
  return %z : tensor<9x10xf32>
}

func.func @layer(%x: tensor<2x3x9x11xf32>, %f: tensor<12x3x3x3xf32>, %bias: tensor<12xf32>)
    -> tensor<2x3x18x22xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%n: index, %c: index, %h: index, %w: index):
    tensor.yield %zero : f32
  } : tensor<2x3x9x11xf32> to tensor<2x3x11x13xf32>
  %e = tensor.empty() : tensor<2x12x9x11xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<2x12x9x11xf32>) -> tensor<2x12x9x11xf32>
  %y = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%p, %f : tensor<2x3x11x13xf32>, tensor<12x3x3x3xf32>)
      outs(%i : tensor<2x12x9x11xf32>) -> tensor<2x12x9x11xf32>
  %s = linalg.generic {indexing_maps = [#all, #channel, #all],
                       iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %bias : tensor<2x12x9x11xf32>, tensor<12xf32>) outs(%e : tensor<2x12x9x11xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %sum = arith.addf %a, %b : f32
    %max = arith.maximumf %sum, %zero : f32
    linalg.yield %max : f32
  } -> tensor<2x12x9x11xf32>
  %z = dml.depth_to_space1 %s, block_size = 2, order = column_row_depth
      : (tensor<2x12x9x11xf32>) -> tensor<2x3x18x22xf32>
  return %z : tensor<2x3x18x22xf32>
}

func.func @unfolded(%x: tensor<1x4x10x12xf32>, %f: tensor<8x36xf32>, %r: tensor<8x120xf32>)
    -> tensor<8x120xf32> {
  %u = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x4x10x12xf32>) -> tensor<1x36x120xf32>
  %c = tensor.collapse_shape %u [[0, 1], [2]] : tensor<1x36x120xf32> into tensor<36x120xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x120xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<8x120xf32>) -> tensor<8x120xf32>
  %y = linalg.matmul ins(%f, %c : tensor<8x36xf32>, tensor<36x120xf32>)
      outs(%i : tensor<8x120xf32>) -> tensor<8x120xf32>
  %z = linalg.add ins(%y, %r : tensor<8x120xf32>, tensor<8x120xf32>)
      outs(%e : tensor<8x120xf32>) -> tensor<8x120xf32>
  return %z : tensor<8x120xf32>
}

func.func @shared(%x: tensor<8x9xi32>, %y: tensor<9x16xi32>) -> (tensor<8x16xi32>, tensor<16x8xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x16xi32>
  %f = tensor.empty() : tensor<16x8xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<8x16xi32>) -> tensor<8x16xi32>
  %p = linalg.matmul ins(%x, %y : tensor<8x9xi32>, tensor<9x16xi32>)
      outs(%i : tensor<8x16xi32>) -> tensor<8x16xi32>
  %s = linalg.add ins(%p, %p : tensor<8x16xi32>, tensor<8x16xi32>)
      outs(%e : tensor<8x16xi32>) -> tensor<8x16xi32>
  %t = linalg.transpose ins(%p : tensor<8x16xi32>) outs(%f : tensor<16x8xi32>) permutation = [1, 0]
  return %s, %t : tensor<8x16xi32>, tensor<16x8xi32>
}

func.func @accumulates(%x: tensor<8x9xi32>, %y: tensor<9x16xi32>, %z: tensor<8x16xi32>) -> tensor<8x16xi32> {
  %one = arith.constant dense<1> : tensor<8x16xi32>
  %p = linalg.matmul ins(%x, %y : tensor<8x9xi32>, tensor<9x16xi32>)
      outs(%z : tensor<8x16xi32>) -> tensor<8x16xi32>
  %s = arith.addi %p, %one : tensor<8x16xi32>
  return %s : tensor<8x16xi32>
}

func.func @replaces_factor(%x: tensor<1x8x10x12xi32>, %f: tensor<8x72xi32>) -> tensor<8x120xi32> {
  %x1 = arith.addi %x, %x : tensor<1x8x10x12xi32>
  %u = dml.unfold %x1, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x8x10x12xi32>) -> tensor<1x72x120xi32>
  %c = tensor.collapse_shape %u [[0, 1], [2]] : tensor<1x72x120xi32> into tensor<72x120xi32>
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<8x120xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<8x120xi32>) -> tensor<8x120xi32>
  %y = linalg.matmul ins(%f, %c : tensor<8x72xi32>, tensor<72x120xi32>)
      outs(%i : tensor<8x120xi32>) -> tensor<8x120xi32>
  %r = tensor.collapse_shape %x1 [[0, 1], [2, 3]] : tensor<1x8x10x12xi32> into tensor<8x120xi32>
  %z = linalg.add ins(%y, %r : tensor<8x120xi32>, tensor<8x120xi32>) outs(%r : tensor<8x120xi32>) -> tensor<8x120xi32>
  return %z : tensor<8x120xi32>
}

func.func @ignores_sums(%x: tensor<9x8xi32>, %y: tensor<8x12xi32>, %b: tensor<9x12xi32>) -> tensor<9x12xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<9x12xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<9x12xi32>) -> tensor<9x12xi32>
  %p = linalg.matmul ins(%x, %y : tensor<9x8xi32>, tensor<8x12xi32>)
      outs(%i : tensor<9x12xi32>) -> tensor<9x12xi32>
  %z = linalg.map ins(%p, %b : tensor<9x12xi32>, tensor<9x12xi32>) outs(%e : tensor<9x12xi32>)
      (%s: i32, %v: i32, %out: i32) {
        %n = arith.subi %zero, %v : i32
        linalg.yield %n : i32
      }
  return %z : tensor<9x12xi32>
}

func.func @names_factor(%x: tensor<9x8xi32>, %y: tensor<8x12xi32>, %b: tensor<9x8xi32>)
    -> (tensor<9x12xi32>, tensor<9x8xi32>) {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<9x12xi32>
  %f = tensor.empty() : tensor<9x8xi32>
  %i = linalg.fill ins(%zero : i32) outs(%e : tensor<9x12xi32>) -> tensor<9x12xi32>
  %n = linalg.sub ins(%x, %b : tensor<9x8xi32>, tensor<9x8xi32>) outs(%f : tensor<9x8xi32>) -> tensor<9x8xi32>
  %p = linalg.matmul ins(%n, %y : tensor<9x8xi32>, tensor<8x12xi32>)
      outs(%i : tensor<9x12xi32>) -> tensor<9x12xi32>
  %z = linalg.mul ins(%b, %b : tensor<9x8xi32>, tensor<9x8xi32>) outs(%n : tensor<9x8xi32>) -> tensor<9x8xi32>
  return %p, %z : tensor<9x12xi32>, tensor<9x8xi32>
}
