// Operations whose batch is dynamic have the schedules of known sizes.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// RUN: dml-run %s --function=planes --input=1x50x36xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=planes --input=1x50x36xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=planes --input=5x50x36xi8=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=planes --input=5x50x36xi8=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=phases --input=1x80x66xf16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=phases --input=1x80x66xf16=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=phases --input=4x80x66xf16=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=phases --input=4x80x66xf16=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=split --input=1x512x8xi32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=split --input=1x512x8xi32=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=split --input=3x512x8xi32=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=split --input=3x512x8xi32=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=packed --input=1x8x12x12xi16=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=packed --input=1x8x12x12xi16=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=packed --input=7x8x12x12xi16=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=packed --input=7x8x12x12xi16=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=groups --input=1x3x21x70xi32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=groups --input=1x3x21x70xi32=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=groups --input=6x3x21x70xi32=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=groups --input=6x3x21x70xi32=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=blocks --input=1x4x64x80xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=blocks --input=1x4x64x80xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=blocks --input=3x4x64x80xi8=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=blocks --input=3x4x64x80xi8=random:2 --refine=off --cache-bytes=0 --expected-output=@%t.npy

// RUN: dml-run %s --function=computed --input=1x3x64x80xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=computed --input=1x3x64x80xi8=random:1 --refine=off --cache-bytes=0 --expected-output=@%t.npy
// RUN: dml-run %s --function=computed --input=5x3x64x80xi8=random:2 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=computed --input=5x3x64x80xi8=random:2 --refine=off --expected-output=@%t.npy

// RUN: dml-run %s --function=middle --input=7x3x64x80xi8=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=middle --input=7x3x64x80xi8=random:1 --refine=off --expected-output=@%t.npy

// Planes of short rows.
// CHECK: in whole planes
func.func @planes(%x: tensor<?x50x36xi8>) -> tensor<?x2x20x22xi8> {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x50x36xi8>) -> tensor<?x2x20x22xi8>
  return %y : tensor<?x2x20x22xi8>
}

// Rows whose stride is too wide to interleave.
// CHECK: phase by phase
func.func @phases(%x: tensor<?x80x66xf16>) -> tensor<?x2x2200xf16> {
  %y = dml.fold %x, window_sizes = [40], strides = [33], dilations = [1],
      start_padding = [5], end_padding = [5]
      : (tensor<?x80x66xf16>) -> tensor<?x2x2200xf16>
  return %y : tensor<?x2x2200xf16>
}

// Loops that are split into quotients and remainders.
// CHECK: TransposedShape
func.func @split(%x: tensor<?x512x8xi32>) -> tensor<?x2x32x64xi32> {
  %y = dml.fold %x, window_sizes = [16, 16], strides = [16, 16], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x512x8xi32>) -> tensor<?x2x32x64xi32>
  return %y : tensor<?x2x32x64xi32>
}

// Vectors of several rows.
// CHECK: elements of rows
func.func @packed(%x: tensor<?x8x12x12xi16>) -> tensor<?x8x6x6xi16> {
  %y = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x8x12x12xi16>) -> tensor<?x8x6x6xi16>
  return %y : tensor<?x8x6x6xi16>
}

// Rows that are computed at once, and end within vectors.
// CHECK: rows at once
func.func @groups(%x: tensor<?x3x21x70xi32>) -> tensor<?x3x19x68xi32> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x3x21x70xi32>) -> tensor<?x3x19x68xi32>
  return %y : tensor<?x3x19x68xi32>
}

// Blocks that are transposed.
// CHECK: blocks of 16 times
func.func @blocks(%x: tensor<?x4x64x80xi8>) -> tensor<?x1024x20xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<?x4x64x80xi8>) -> tensor<?x1024x20xi8>
  return %y : tensor<?x1024x20xi8>
}

// What is computed in blocks that are transposed.
// CHECK: in blocks of {{.*}} that are transposed
func.func @computed(%x: tensor<?x3x64x80xi8>) -> tensor<?x3x80x64xi8> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3x64x80xi8>
  %init = tensor.empty(%n) : tensor<?x3x80x64xi8>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<?x3x64x80xi8>) outs(%init : tensor<?x3x80x64xi8>) {
  ^bb0(%v: i8, %old: i8):
    %sum = arith.addi %v, %v : i8
    linalg.yield %sum : i8
  } -> tensor<?x3x80x64xi8>
  return %y : tensor<?x3x80x64xi8>
}

// The distances in the result are not known.
// CHECK-NOT: transposed
func.func @middle(%x: tensor<7x?x64x80xi8>) -> tensor<7x?x80x64xi8> {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<7x?x64x80xi8>
  %init = tensor.empty(%n) : tensor<7x?x80x64xi8>
  %y = linalg.generic {
      indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<7x?x64x80xi8>) outs(%init : tensor<7x?x80x64xi8>) {
  ^bb0(%v: i8, %old: i8):
    %sum = arith.addi %v, %v : i8
    linalg.yield %sum : i8
  } -> tensor<7x?x80x64xi8>
  return %y : tensor<7x?x80x64xi8>
}
