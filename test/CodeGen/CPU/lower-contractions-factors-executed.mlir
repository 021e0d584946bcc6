// Factors that are read where they lie give what those in memory give, bit for
// bit.

// DEFINE: %{name} =
// DEFINE: %{inputs} =
// DEFINE: %{compare} = dml-run %s --function=%{name} %{inputs} --device=reference --output=@%t.npy && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --threads=3 && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --refine=off && \
// DEFINE:   dml-run %s --function=%{name} %{inputs} --expected-output=@%t.npy --fuse=off

// Windows that lie in the padding with all, some or none of their elements, by
// columns of the product; padding with a number.
// REDEFINE: %{name} = padded
// REDEFINE: %{inputs} = --input=2x3x5x101xf32=uniform:1:-1:1 --input=9x3x5x3xf32=uniform:2:-1:1 --input=9xf32=normal:3
// RUN: %{compare}
// REDEFINE: %{inputs} = --input=2x3x1x137xf32=uniform:1:-1:1 --input=9x3x5x3xf32=uniform:2:-1:1 --input=9xf32=normal:3
// RUN: %{compare}

// The same with steps between windows and between their elements, and casts.
// REDEFINE: %{name} = strided
// REDEFINE: %{inputs} = --input=1x8x9x99xf16=uniform:1:-1:1 --input=12x8x3x3xf16=uniform:2:-1:1
// RUN: %{compare}

// By rows of the product: the last dimension is channels.
// REDEFINE: %{name} = channels_last
// REDEFINE: %{inputs} = --input=1x5x4x97xi8=uniform:1:-100:100 --input=3x3x97x5xi8=uniform:2:-100:100
// RUN: %{compare}

// unfold, overlapping and in patches, of elements that are scaled where they
// are read.
// REDEFINE: %{name} = unfolded
// REDEFINE: %{inputs} = --input=2x4x14x18xf32=uniform:1:-1:1 --input=8x36xf32=uniform:2:-1:1
// RUN: %{compare}
// REDEFINE: %{name} = patches
// REDEFINE: %{inputs} = --input=2x3x16x24xui8=uniform:1:0:255 --input=10x48xf32=uniform:2:-1:1
// RUN: %{compare}

// Transposed factors.
// REDEFINE: %{name} = transposed
// REDEFINE: %{inputs} = --input=65x33xf32=uniform:1:-1:1 --input=41x65xf32=uniform:2:-1:1
// RUN: %{compare}

// Bytes less a number.
// REDEFINE: %{name} = quantized
// REDEFINE: %{inputs} = --input=30x41xi8=uniform:1:-100:100 --input=41x35xi8=uniform:2:-100:100 \
// REDEFINE:   --input=i32=3 --input=i32=-7
// RUN: %{compare}

!images = tensor<?x?x?x?xf32>

func.func @padded(%x: !images, %f: !images, %bias: tensor<?xf32>) -> !images {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 3, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %one : f32
  } : !images to !images
  %n = tensor.dim %x, %c0 : !images
  %m = tensor.dim %f, %c0 : !images
  %h = tensor.dim %x, %c2 : !images
  %w = tensor.dim %x, %c3 : !images
  %0 = tensor.empty(%n, %m, %h, %w) : !images
  %1 = linalg.fill ins(%zero : f32) outs(%0 : !images) -> !images
  %y = linalg.conv_2d_nchw_fchw ins(%p, %f : !images, !images) outs(%1 : !images) -> !images
  %r = linalg.generic {indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> (c)>,
      affine_map<(n, c, h, w) -> (n, c, h, w)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %bias : !images, tensor<?xf32>) outs(%0 : !images) {
  ^bb0(%sum: f32, %added: f32, %old: f32):
    %s = arith.addf %sum, %added : f32
    %positive = arith.maximumf %s, %zero : f32
    linalg.yield %positive : f32
  } -> !images
  return %r : !images
}

func.func @strided(%x: tensor<1x8x9x99xf16>, %f: tensor<12x8x3x3xf16>) -> tensor<1x12x5x49xf32> {
  %zero = arith.constant 0.0 : f16
  %start = arith.constant 0.5 : f32
  %p = tensor.pad %x low[0, 0, 1, 2] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f16
  } : tensor<1x8x9x99xf16> to tensor<1x8x11x102xf16>
  %0 = tensor.empty() : tensor<1x12x5x49xf32>
  %1 = linalg.fill ins(%start : f32) outs(%0 : tensor<1x12x5x49xf32>) -> tensor<1x12x5x49xf32>
  %y = linalg.conv_2d_nchw_fchw {strides = dense<2> : tensor<2xi64>, dilations = dense<[1, 2]> : tensor<2xi64>}
      ins(%p, %f : tensor<1x8x11x102xf16>, tensor<12x8x3x3xf16>) outs(%1 : tensor<1x12x5x49xf32>) -> tensor<1x12x5x49xf32>
  return %y : tensor<1x12x5x49xf32>
}

func.func @channels_last(%x: tensor<1x5x4x97xi8>, %f: tensor<3x3x97x5xi8>) -> tensor<1x5x4x5xi32> {
  %seven = arith.constant 7 : i8
  %zero = arith.constant 0 : i32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %seven : i8
  } : tensor<1x5x4x97xi8> to tensor<1x7x6x97xi8>
  %0 = tensor.empty() : tensor<1x5x4x5xi32>
  %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<1x5x4x5xi32>) -> tensor<1x5x4x5xi32>
  %y = linalg.conv_2d_nhwc_hwcf ins(%p, %f : tensor<1x7x6x97xi8>, tensor<3x3x97x5xi8>)
      outs(%1 : tensor<1x5x4x5xi32>) -> tensor<1x5x4x5xi32>
  return %y : tensor<1x5x4x5xi32>
}

func.func @unfolded(%x: tensor<2x4x14x18xf32>, %f: tensor<8x36xf32>) -> tensor<2x8x252xf32> {
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 3.0 : f32
  %0 = tensor.empty() : tensor<2x4x14x18xf32>
  %scaled = linalg.map ins(%x : tensor<2x4x14x18xf32>) outs(%0 : tensor<2x4x14x18xf32>) (%v: f32, %old: f32) {
    %s = arith.mulf %v, %scale : f32
    %t = arith.subf %s, %scale : f32
    linalg.yield %t : f32
  }
  %u = dml.unfold %scaled, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x4x14x18xf32>) -> tensor<2x36x252xf32>
  %1 = tensor.empty() : tensor<2x8x252xf32>
  %2 = linalg.fill ins(%zero : f32) outs(%1 : tensor<2x8x252xf32>) -> tensor<2x8x252xf32>
  %y = linalg.contract indexing_maps = [affine_map<(n, d, l, k) -> (d, k)>, affine_map<(n, d, l, k) -> (n, k, l)>,
      affine_map<(n, d, l, k) -> (n, d, l)>]
      ins(%f, %u : tensor<8x36xf32>, tensor<2x36x252xf32>) outs(%2 : tensor<2x8x252xf32>) -> tensor<2x8x252xf32>
  return %y : tensor<2x8x252xf32>
}

func.func @patches(%x: tensor<2x3x16x24xui8>, %f: tensor<10x48xf32>) -> tensor<2x24x10xf32> {
  %zero = arith.constant 0.0 : f32
  %u = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4] : (tensor<2x3x16x24xui8>) -> tensor<2x48x24xui8>
  %0 = tensor.empty() : tensor<2x24x10xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<2x24x10xf32>) -> tensor<2x24x10xf32>
  %b = tensor.bitcast %u : tensor<2x48x24xui8> to tensor<2x48x24xi8>
  %y = linalg.generic {indexing_maps = [affine_map<(n, l, d, k) -> (n, k, l)>, affine_map<(n, l, d, k) -> (d, k)>,
      affine_map<(n, l, d, k) -> (n, l, d)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%b, %f : tensor<2x48x24xi8>, tensor<10x48xf32>) outs(%1 : tensor<2x24x10xf32>) {
  ^bb0(%pixel: i8, %weight: f32, %sum: f32):
    %value = arith.uitofp %pixel : i8 to f32
    %product = arith.mulf %value, %weight : f32
    %next = arith.addf %sum, %product : f32
    linalg.yield %next : f32
  } -> tensor<2x24x10xf32>
  return %y : tensor<2x24x10xf32>
}

func.func @transposed(%a: tensor<65x33xf32>, %b: tensor<41x65xf32>) -> tensor<33x41xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<33x65xf32>
  %at = linalg.transpose ins(%a : tensor<65x33xf32>) outs(%0 : tensor<33x65xf32>) permutation = [1, 0]
  %1 = tensor.empty() : tensor<65x41xf32>
  %bt = linalg.transpose ins(%b : tensor<41x65xf32>) outs(%1 : tensor<65x41xf32>) permutation = [1, 0]
  %negative = linalg.negf ins(%bt : tensor<65x41xf32>) outs(%1 : tensor<65x41xf32>) -> tensor<65x41xf32>
  %2 = tensor.empty() : tensor<33x41xf32>
  %3 = linalg.fill ins(%zero : f32) outs(%2 : tensor<33x41xf32>) -> tensor<33x41xf32>
  %y = linalg.matmul ins(%at, %negative : tensor<33x65xf32>, tensor<65x41xf32>) outs(%3 : tensor<33x41xf32>) -> tensor<33x41xf32>
  return %y : tensor<33x41xf32>
}

func.func @quantized(%a: tensor<30x41xi8>, %b: tensor<41x35xi8>, %za: i32, %zb: i32) -> tensor<30x35xi32> {
  %zero = arith.constant 0 : i32
  %0 = tensor.empty() : tensor<30x35xi32>
  %1 = linalg.fill ins(%zero : i32) outs(%0 : tensor<30x35xi32>) -> tensor<30x35xi32>
  %y = linalg.quantized_matmul ins(%a, %b, %za, %zb : tensor<30x41xi8>, tensor<41x35xi8>, i32, i32)
      outs(%1 : tensor<30x35xi32>) -> tensor<30x35xi32>
  return %y : tensor<30x35xi32>
}
