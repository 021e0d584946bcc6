// The largest elements of planes, then along depths: of equal elements and of NaNs the
// first one's bits and index (M4, M5).

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// Few values, many of them equal. All elements at the first depths lie outside.
// RUN: dml-run %s --function=equal --input=2x3x12x10x21xi16=random:1:3 --device=reference \
// RUN:   --output=@%t.values.npy --output=@%t.indices.npy
// RUN: dml-run %s --function=equal --input=2x3x12x10x21xi16=random:1:3 --cache-bytes=0 \
// RUN:   --expected-output=@%t.values.npy --expected-output=@%t.indices.npy
// CHECK-COUNT-2: planes-executed.mlir:[[#@LINE+3]]:
func.func @equal(%x: tensor<2x3x12x10x21xi16>)
    -> (tensor<2x3x14x5x19xi16>, tensor<2x3x14x5x19xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 2, 3], strides = [1, 2, 1],
      start_padding = [3, 0, 0], end_padding = [1, 0, 0]
      : (tensor<2x3x12x10x21xi16>) -> (tensor<2x3x14x5x19xi16>, tensor<2x3x14x5x19xui32>)
  return %v, %i : tensor<2x3x14x5x19xi16>, tensor<2x3x14x5x19xui32>
}

// Random bits, NaNs among them, with padding everywhere.
// RUN: dml-run %s --function=bits --input=1x2x9x11x40xf16=random:1 --device=reference \
// RUN:   --output=@%t.values.npy --output=@%t.indices.npy
// RUN: dml-run %s --function=bits --input=1x2x9x11x40xf16=random:1 --cache-bytes=0 \
// RUN:   --expected-output=@%t.values.npy --expected-output=@%t.indices.npy
// CHECK-COUNT-2: planes-executed.mlir:[[#@LINE+3]]:
func.func @bits(%x: tensor<1x2x9x11x40xf16>)
    -> (tensor<1x2x8x10x39xf16>, tensor<1x2x8x10x39xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 4, 4], strides = [1, 1, 1],
      start_padding = [1, 1, 1], end_padding = [1, 1, 1]
      : (tensor<1x2x9x11x40xf16>) -> (tensor<1x2x8x10x39xf16>, tensor<1x2x8x10x39xui32>)
  return %v, %i : tensor<1x2x8x10x39xf16>, tensor<1x2x8x10x39xui32>
}

// Values alone: windows of planes may lie outside.
// RUN: dml-run %s --function=values --input=1x2x9x11x40xf32=random:1 --device=reference --output=@%t.npy
// RUN: dml-run %s --function=values --input=1x2x9x11x40xf32=random:1 --cache-bytes=0 --expected-output=@%t.npy
// CHECK-COUNT-2: planes-executed.mlir:[[#@LINE+2]]:
func.func @values(%x: tensor<1x2x9x11x40xf32>) -> tensor<1x2x7x15x38xf32> {
  %v = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1],
      start_padding = [0, 3, 0], end_padding = [0, 3, 0]
      : (tensor<1x2x9x11x40xf32>) -> tensor<1x2x7x15x38xf32>
  return %v : tensor<1x2x7x15x38xf32>
}

// Elements are the lowest value, which windows outside have, too; indices are theirs.
// RUN: dml-run %s --function=lowest --input=1x1x9x6x6xi8=-128 --device=reference \
// RUN:   --output=@%t.values.npy --output=@%t.indices.npy
// RUN: dml-run %s --function=lowest --input=1x1x9x6x6xi8=-128 --cache-bytes=0 \
// RUN:   --expected-output=@%t.values.npy --expected-output=@%t.indices.npy
func.func @lowest(%x: tensor<1x1x9x6x6xi8>) -> (tensor<1x1x7x10x4xi8>, tensor<1x1x7x10x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1],
      start_padding = [0, 3, 0], end_padding = [0, 3, 0]
      : (tensor<1x1x9x6x6xi8>) -> (tensor<1x1x7x10x4xi8>, tensor<1x1x7x10x4xui32>)
  return %v, %i : tensor<1x1x7x10x4xi8>, tensor<1x1x7x10x4xui32>
}
