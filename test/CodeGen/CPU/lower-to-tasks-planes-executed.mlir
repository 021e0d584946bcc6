// Folds with short rows: planes at once, and vectors along an outer dimension.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// Rows that end within an iteration, of which a vector has several.
// RUN: dml-run %s --function=rows --input=5x50x36xi8=random:1 --device=reference --output=@%t.rows.npy
// RUN: dml-run %s --function=rows --input=5x50x36xi8=random:1 --cache-bytes=0 --expected-output=@%t.rows.npy
// CHECK: vectors of 7 rows, 3 interleaved, in whole planes of 3 phases
func.func @rows(%x: tensor<5x50x36xi8>) -> tensor<5x2x20x22xi8> {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<5x50x36xi8>) -> tensor<5x2x20x22xi8>
  return %y : tensor<5x2x20x22xi8>
}

// More rows than a vector has, with padding.
// RUN: dml-run %s --function=padded --input=8x289x18xf16=random:1 --device=reference --output=@%t.padded.npy
// RUN: dml-run %s --function=padded --input=8x289x18xf16=random:1 --cache-bytes=0 --expected-output=@%t.padded.npy
// CHECK: vectors of 6 rows, 11 interleaved, in whole planes of 11 phases
func.func @padded(%x: tensor<8x289x18xf16>) -> tensor<8x1x65x23xf16> {
  %y = dml.fold %x, window_sizes = [17, 17], strides = [11, 11], dilations = [1, 1],
      start_padding = [8, 8], end_padding = [8, 8]
      : (tensor<8x289x18xf16>) -> tensor<8x1x65x23xf16>
  return %y : tensor<8x1x65x23xf16>
}

// Elements that no window covers, and strides that differ.
// RUN: dml-run %s --function=dilated --input=2x30x165xf32=random:1 --device=reference --output=@%t.dilated.npy
// RUN: dml-run %s --function=dilated --input=2x30x165xf32=random:1 --cache-bytes=0 --expected-output=@%t.dilated.npy
// CHECK: vectors of 3 rows, 7 interleaved, in whole planes
func.func @dilated(%x: tensor<2x30x165xf32>) -> tensor<2x5x27x31xf32> {
  %y = dml.fold %x, window_sizes = [3, 2], strides = [1, 7], dilations = [2, 3],
      start_padding = [5, 0], end_padding = [5, 1]
      : (tensor<2x30x165xf32>) -> tensor<2x5x27x31xf32>
  return %y : tensor<2x5x27x31xf32>
}

// Windows that do not overlap, and some more rows and columns.
// RUN: dml-run %s --function=patches --input=4x432x6xi16=random:1 --device=reference --output=@%t.patches.npy
// RUN: dml-run %s --function=patches --input=4x432x6xi16=random:1 --cache-bytes=0 --expected-output=@%t.patches.npy
// CHECK: vectors of 4 rows, 12 interleaved, in whole planes of 12 phases
func.func @patches(%x: tensor<4x432x6xi16>) -> tensor<4x3x38x29xi16> {
  %y = dml.fold %x, window_sizes = [12, 12], strides = [12, 12], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<4x432x6xi16>) -> tensor<4x3x38x29xi16>
  return %y : tensor<4x3x38x29xi16>
}

// Three dimensions.
// RUN: dml-run %s --function=deep --input=1x54x36xui8=random:1 --device=reference --output=@%t.deep.npy
// RUN: dml-run %s --function=deep --input=1x54x36xui8=random:1 --cache-bytes=0 --expected-output=@%t.deep.npy
// CHECK: vectors of 4 rows, 2 interleaved, in whole planes of 2 phases
func.func @deep(%x: tensor<1x54x36xui8>) -> tensor<1x2x9x7x7xui8> {
  %y = dml.fold %x, window_sizes = [3, 3, 3], strides = [2, 2, 2], dilations = [1, 1, 1],
      start_padding = [0, 0, 0], end_padding = [0, 0, 0]
      : (tensor<1x54x36xui8>) -> tensor<1x2x9x7x7xui8>
  return %y : tensor<1x2x9x7x7xui8>
}

// What fuses with a fold: one element of a channel. Neighbours of a result lie in too many
// lines.
// RUN: dml-run %s --function=bias --input=3x75x12xf32=random:1 --input=3xf32=random:2 \
// RUN:   --device=reference --output=@%t.bias.npy
// RUN: dml-run %s --function=bias --input=3x75x12xf32=random:1 --input=3xf32=random:2 \
// RUN:   --cache-bytes=0 --expected-output=@%t.bias.npy
// CHECK: vectors of 4 rows, 3 interleaved, in whole planes of 3 phases
func.func @bias(%x: tensor<3x75x12xf32>, %bias: tensor<3xf32>) -> tensor<3x3x14x11xf32> {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x75x12xf32>) -> tensor<3x3x14x11xf32>
  %e = tensor.empty() : tensor<3x3x14x11xf32>
  %b = linalg.broadcast ins(%bias : tensor<3xf32>) outs(%e : tensor<3x3x14x11xf32>)
      dimensions = [0, 2, 3]
  %z = arith.addf %y, %b : tensor<3x3x14x11xf32>
  return %z : tensor<3x3x14x11xf32>
}

// RUN: dml-run %s --function=residual --input=3x75x12xi32=random:1 --input=3x3x14x11xi32=random:2 \
// RUN:   --device=reference --output=@%t.residual.npy
// RUN: dml-run %s --function=residual --input=3x75x12xi32=random:1 --input=3x3x14x11xi32=random:2 \
// RUN:   --cache-bytes=0 --expected-output=@%t.residual.npy
// CHECK-NOT: in whole planes
func.func @residual(%x: tensor<3x75x12xi32>, %r: tensor<3x3x14x11xi32>) -> tensor<3x3x14x11xi32> {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x75x12xi32>) -> tensor<3x3x14x11xi32>
  %z = arith.addi %y, %r : tensor<3x3x14x11xi32>
  return %z : tensor<3x3x14x11xi32>
}

// Three windows of one dimension: neighbours in a window lie three apart.
// RUN: dml-run %s --function=line --input=3x404x3xf16=random:1 --device=reference --output=@%t.line.npy
// RUN: dml-run %s --function=line --input=3x404x3xf16=random:1 --cache-bytes=0 --expected-output=@%t.line.npy
// CHECK: vectors of 32 times 1 elements, without predicates in [158, 202),
func.func @line(%x: tensor<3x404x3xf16>) -> tensor<3x2x377xf16> {
  %y = dml.fold %x, window_sizes = [202], strides = [79], dilations = [1],
      start_padding = [0], end_padding = [0] : (tensor<3x404x3xf16>) -> tensor<3x2x377xf16>
  return %y : tensor<3x2x377xf16>
}

// Neighbours of rows of a result that lie in too many lines, and input that is a part of
// something: vectors of one row.
// RUN: dml-run %s --function=apart --input=5x32x64xi8=random:1 --input=5x2x64x18xi8=random:2 \
// RUN:   --device=reference --output=@%t.apart.npy
// RUN: dml-run %s --function=apart --input=5x32x64xi8=random:1 --input=5x2x64x18xi8=random:2 \
// RUN:   --cache-bytes=0 --expected-output=@%t.apart.npy
// CHECK: vectors of 4 times {{.}} elements,
func.func @apart(%x: tensor<5x32x64xi8>, %r: tensor<5x2x64x18xi8>) -> tensor<5x2x64x18xi8> {
  %y = dml.fold %x, window_sizes = [4, 4], strides = [4, 4], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<5x32x64xi8>) -> tensor<5x2x64x18xi8>
  %z = arith.addi %y, %r : tensor<5x2x64x18xi8>
  return %z : tensor<5x2x64x18xi8>
}

// RUN: dml-run %s --function=part --input=10x50x36xi8=random:1 --device=reference --output=@%t.part.npy
// RUN: dml-run %s --function=part --input=10x50x36xi8=random:1 --cache-bytes=0 --expected-output=@%t.part.npy
// CHECK: vectors of 4 times 3 elements,
func.func @part(%x: tensor<10x50x36xi8>) -> tensor<9x2x20x22xi8> {
  %p = tensor.extract_slice %x[1, 0, 0] [9, 50, 36] [1, 1, 1]
      : tensor<10x50x36xi8> to tensor<9x50x36xi8>
  %y = dml.fold %p, window_sizes = [5, 5], strides = [3, 3], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<9x50x36xi8>) -> tensor<9x2x20x22xi8>
  return %y : tensor<9x2x20x22xi8>
}

// An NHWC result of a fold that reads more than twice as much is packed first.
// RUN: dml-run %s --function=channels_last --input=2x320x9xi8=random:1 --device=reference --output=@%t.channels_last.npy
// RUN: dml-run %s --function=channels_last --input=2x320x9xi8=random:1 --cache-bytes=0 --expected-output=@%t.channels_last.npy
// CHECK: vectors of 3 rows, 6 interleaved, in whole planes of 6 phases
func.func @channels_last(%x: tensor<2x320x9xi8>)
    -> (tensor<2x5x16x16xi8> {dml.strides = array<i64: 1280, 1, 80, 5>}) {
  %y = dml.fold %x, window_sizes = [8, 8], strides = [6, 6], dilations = [1, 1],
      start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<2x320x9xi8>) -> tensor<2x5x16x16xi8>
  return %y : tensor<2x5x16x16xi8>
}
