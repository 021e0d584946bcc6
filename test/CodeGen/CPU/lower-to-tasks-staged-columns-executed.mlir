// Columns whose lines share few sets of the first cache are copied to a buffer, and transposed from there.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// RUN: dml-run %s --function=lines --input=2x300x9x11xi8=random:1 --device=reference --output=@%t.lines.npy
// RUN: dml-run %s --function=lines --input=2x300x9x11xi8=random:1 --cache-bytes=0 --expected-output=@%t.lines.npy

// RUN: dml-run %s --function=halves --input=1x256x13x32xf16=random:1 --device=reference --output=@%t.halves.npy
// RUN: dml-run %s --function=halves --input=1x256x13x32xf16=random:1 --cache-bytes=0 --expected-output=@%t.halves.npy

// RUN: dml-run %s --function=rest --input=2x79x33x64xi8=random:1 --device=reference --output=@%t.rest.npy
// RUN: dml-run %s --function=rest --input=2x79x33x64xi8=random:1 --cache-bytes=0 --expected-output=@%t.rest.npy

// RUN: dml-run %s --function=windows --input=2x100x64x66xi8=random:1 --device=reference --output=@%t.windows.npy
// RUN: dml-run %s --function=windows --input=2x100x64x66xi8=random:1 --cache-bytes=0 --expected-output=@%t.windows.npy

// A task that runs in a loop of the program leaves nothing on the stack.
// RUN: dml-run %s --function=once --input=1x256x9x11xi8=random:1 --device=reference --output=@%t.once.npy
// RUN: dml-run %s --function=loop --input=1x256x9x11xi8=random:1 --input=index=5000 --expected-output=@%t.once.npy

// Columns half a kilobyte apart. The last block has more rows than the others.
// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 64 times 99 elements that are transposed, gathered in lines, staged
func.func @lines(%x: tensor<2x300x9x11xi8> {dml.strides = array<i64: 50688, 1, 5632, 512>}) -> tensor<2x300x99xi8> {
  %y = dml.unfold %x, window_sizes = [1, 1], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<2x300x9x11xi8>) -> tensor<2x300x99xi8>
  return %y : tensor<2x300x99xi8>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}}, staged
func.func @halves(%x: tensor<1x256x13x32xf16> {dml.strides = array<i64: 106496, 1, 8192, 256>}) -> tensor<1x1024x186xf16> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [2, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x256x13x32xf16>) -> tensor<1x1024x186xf16>
  return %y : tensor<1x1024x186xf16>
}

// Tiles leave rows over.
// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 64 times 256 elements that are transposed, staged
func.func @rest(%x: tensor<2x79x33x64xi8> {dml.strides = array<i64: 540672, 1, 16384, 256>}) -> tensor<2x79x2112xi8> {
  %y = dml.unfold %x, window_sizes = [1, 1], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<2x79x33x64xi8>) -> tensor<2x79x2112xi8>
  return %y : tensor<2x79x2112xi8>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 64 times 256 elements that are transposed, staged
func.func @windows(%x: tensor<2x100x64x66xi8> {dml.strides = array<i64: 1081344, 1, 16896, 256>}) -> tensor<2x300x4096xi8> {
  %y = dml.unfold %x, window_sizes = [1, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<2x100x64x66xi8>) -> tensor<2x300x4096xi8>
  return %y : tensor<2x300x4096xi8>
}

func.func @once(%x: tensor<1x256x9x11xi8> {dml.strides = array<i64: 25344, 1, 2816, 256>}) -> tensor<1x256x99xi8> {
  %y = dml.unfold %x, window_sizes = [1, 1], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x256x9x11xi8>) -> tensor<1x256x99xi8>
  return %y : tensor<1x256x99xi8>
}

func.func @loop(%x: tensor<1x256x9x11xi8> {dml.strides = array<i64: 25344, 1, 2816, 256>}, %n: index) -> tensor<1x256x99xi8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = tensor.empty() : tensor<1x256x99xi8>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%last = %init) -> tensor<1x256x99xi8> {
    %y = dml.unfold %x, window_sizes = [1, 1], strides = [1, 1], dilations = [1, 1],
        start_padding = [0, 0], end_padding = [0, 0] : (tensor<1x256x9x11xi8>) -> tensor<1x256x99xi8>
    scf.yield %y : tensor<1x256x99xi8>
  }
  return %r : tensor<1x256x99xi8>
}
