// Rows of a fold whose stride is too wide to interleave, phase by phase.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// RUN: dml-run %s --function=line --input=1x80x66xf16=random:1 --device=reference --output=@%t.line.npy
// RUN: dml-run %s --function=line --input=1x80x66xf16=random:1 --cache-bytes=0 --expected-output=@%t.line.npy

// RUN: dml-run %s --function=plane --input=2x180x51xi8=random:1 --device=reference --output=@%t.plane.npy
// RUN: dml-run %s --function=plane --input=2x180x51xi8=random:1 --cache-bytes=0 --expected-output=@%t.plane.npy

// RUN: dml-run %s --function=apart --input=1x1054x99xf64=random:1 --device=reference --output=@%t.apart.npy
// RUN: dml-run %s --function=apart --input=1x1054x99xf64=random:1 --cache-bytes=0 --expected-output=@%t.apart.npy

// RUN: dml-run %s --function=dilated --input=3x12x1420xi32=random:1 --device=reference --output=@%t.dilated.npy
// RUN: dml-run %s --function=dilated --input=3x12x1420xi32=random:1 --cache-bytes=0 --expected-output=@%t.dilated.npy

// RUN: dml-run %s --function=parts --input=1x41x1750xf32=random:1 --device=reference --output=@%t.parts.npy
// RUN: dml-run %s --function=parts --input=1x41x1750xf32=random:1 --cache-bytes=0 --expected-output=@%t.parts.npy

// RUN: dml-run %s --function=deep --input=1x1600x102xi16=random:1 --device=reference --output=@%t.deep.npy
// RUN: dml-run %s --function=deep --input=1x1600x102xi16=random:1 --cache-bytes=0 --expected-output=@%t.deep.npy

// Rows of one loop.
// CHECK: phase by phase in blocks of 2 rows of 2200,
func.func @line(%x: tensor<1x80x66xf16>) -> tensor<1x2x2200xf16> {
  %y = dml.fold %x, window_sizes = [40], strides = [33], dilations = [1],
      start_padding = [5], end_padding = [5]
      : (tensor<1x80x66xf16>) -> tensor<1x2x2200xf16>
  return %y : tensor<1x2x2200xf16>
}

// Rows have phases, too, and a block has all of them.
// CHECK: phase by phase in blocks of 9 rows of 560 of 3 phases,
func.func @plane(%x: tensor<2x180x51xi8>) -> tensor<2x1x11x560xi8> {
  %y = dml.fold %x, window_sizes = [5, 36], strides = [3, 33], dilations = [1, 1],
      start_padding = [1, 4], end_padding = [1, 4]
      : (tensor<2x180x51xi8>) -> tensor<2x1x11x560xi8>
  return %y : tensor<2x1x11x560xi8>
}

// More phases of rows than a block has rows.
// CHECK: phase by phase in blocks of 17 rows of 1100 of 30 phases,
func.func @apart(%x: tensor<1x1054x99xf64>) -> tensor<1x1x93x1100xf64> {
  %y = dml.fold %x, window_sizes = [31, 34], strides = [30, 33], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x1054x99xf64>) -> tensor<1x1x93x1100xf64>
  return %y : tensor<1x1x93x1100xf64>
}

// Strides and dilations with a common divisor.
// CHECK: phase by phase in blocks of 16 rows of 2380 of 2 phases,
func.func @dilated(%x: tensor<3x12x1420xi32>) -> tensor<3x2x40x2380xi32> {
  %y = dml.fold %x, window_sizes = [2, 3], strides = [2, 34], dilations = [1, 2],
      start_padding = [0, 3], end_padding = [0, 3]
      : (tensor<3x12x1420xi32>) -> tensor<3x2x40x2380xi32>
  return %y : tensor<3x2x40x2380xi32>
}

// Rows are cut.
// CHECK: phase by phase in blocks of 1 rows of 65520,
func.func @parts(%x: tensor<1x41x1750xf32>) -> tensor<1x1x70001xf32> {
  %y = dml.fold %x, window_sizes = [41], strides = [40], dilations = [1],
      start_padding = [0], end_padding = [0]
      : (tensor<1x41x1750xf32>) -> tensor<1x1x70001xf32>
  return %y : tensor<1x1x70001xf32>
}

// Windows of three dimensions.
// CHECK: phase by phase in blocks of 16 rows of 600 of 2 phases,
func.func @deep(%x: tensor<1x1600x102xi16>) -> tensor<1x2x3x16x600xi16> {
  %y = dml.fold %x, window_sizes = [2, 5, 80], strides = [1, 2, 34], dilations = [1, 3, 1],
      start_padding = [0, 1, 17], end_padding = [0, 1, 17]
      : (tensor<1x1600x102xi16>) -> tensor<1x2x3x16x600xi16>
  return %y : tensor<1x2x3x16x600xi16>
}

// What fuses with a fold: one element of a channel is shared by all lanes; neighbours of
// a result lie too far apart, so its loop is split.
// RUN: dml-run %s --function=bias --input=2x120x66xf32=random:1 --input=3xf32=random:2 \
// RUN:   --device=reference --output=@%t.bias.npy
// RUN: dml-run %s --function=bias --input=2x120x66xf32=random:1 --input=3xf32=random:2 \
// RUN:   --cache-bytes=0 --expected-output=@%t.bias.npy
// CHECK: phase by phase in blocks of 6 rows of 2200,
func.func @bias(%x: tensor<2x120x66xf32>, %bias: tensor<3xf32>) -> tensor<2x3x2200xf32> {
  %y = dml.fold %x, window_sizes = [40], strides = [33], dilations = [1],
      start_padding = [0], end_padding = [0] : (tensor<2x120x66xf32>) -> tensor<2x3x2200xf32>
  %e = tensor.empty() : tensor<2x3x2200xf32>
  %b = linalg.broadcast ins(%bias : tensor<3xf32>) outs(%e : tensor<2x3x2200xf32>)
      dimensions = [0, 2]
  %z = arith.addf %y, %b : tensor<2x3x2200xf32>
  return %z : tensor<2x3x2200xf32>
}

// RUN: dml-run %s --function=residual --input=2x120x66xi32=random:1 --input=2x3x2200xi32=random:2 \
// RUN:   --device=reference --output=@%t.residual.npy
// RUN: dml-run %s --function=residual --input=2x120x66xi32=random:1 --input=2x3x2200xi32=random:2 \
// RUN:   --cache-bytes=0 --expected-output=@%t.residual.npy
// CHECK-NOT: phase by phase
func.func @residual(%x: tensor<2x120x66xi32>, %r: tensor<2x3x2200xi32>) -> tensor<2x3x2200xi32> {
  %y = dml.fold %x, window_sizes = [40], strides = [33], dilations = [1],
      start_padding = [0], end_padding = [0] : (tensor<2x120x66xi32>) -> tensor<2x3x2200xi32>
  %z = arith.addi %y, %r : tensor<2x3x2200xi32>
  return %z : tensor<2x3x2200xi32>
}
