// Rows that begin anywhere in a cache line: what blocks of them give is gathered, each row by itself, and written in lines.

// RUN: dml-opt %s --dml-cpu-pipeline=cache-bytes=0 -o /dev/null \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 | FileCheck %s

// RUN: dml-run %s --function=bytes --input=2x37x80x61xi8=random:1 --device=reference --output=@%t.bytes.npy
// RUN: dml-run %s --function=bytes --input=2x37x80x61xi8=random:1 --cache-bytes=0 --expected-output=@%t.bytes.npy

// RUN: dml-run %s --function=halves --input=1x100x66x59xf16=random:1 --device=reference --output=@%t.halves.npy
// RUN: dml-run %s --function=halves --input=1x100x66x59xf16=random:1 --cache-bytes=0 --expected-output=@%t.halves.npy

// RUN: dml-run %s --function=words --input=3x33x23x41xf32=random:1 --device=reference --output=@%t.words.npy
// RUN: dml-run %s --function=words --input=3x33x23x41xf32=random:1 --cache-bytes=0 --expected-output=@%t.words.npy

// RUN: dml-run %s --function=wide --input=1x70x50x19xi64=random:1 --device=reference --output=@%t.wide.npy
// RUN: dml-run %s --function=wide --input=1x70x50x19xi64=random:1 --cache-bytes=0 --expected-output=@%t.wide.npy

// RUN: dml-run %s --function=runs --input=1x130x30x80xui8=random:1 --device=reference --output=@%t.runs.npy
// RUN: dml-run %s --function=runs --input=1x130x30x80xui8=random:1 --cache-bytes=0 --expected-output=@%t.runs.npy

// RUN: dml-run %s --function=cut --input=2x41x37x11xi8=random:1 --device=reference --output=@%t.cut.npy
// RUN: dml-run %s --function=cut --input=2x41x37x11xi8=random:1 --cache-bytes=0 --expected-output=@%t.cut.npy

// RUN: dml-run %s --function=loops --input=2x33x21x88xi16=random:1 --device=reference --output=@%t.loops.npy
// RUN: dml-run %s --function=loops --input=2x33x21x88xi16=random:1 --cache-bytes=0 --expected-output=@%t.loops.npy

// RUN: dml-run %s --function=windows --input=1x3x230x513xi32=random:1 --device=reference --output=@%t.windows.npy
// RUN: dml-run %s --function=windows --input=1x3x230x513xi32=random:1 --cache-bytes=0 --expected-output=@%t.windows.npy

// CHECK: remark: {{.*}} TransposedShape {{.*}} gathered by rows
func.func @bytes(%x: tensor<2x37x80x61xi8> {dml.strides = array<i64: 180560, 1, 2257, 37>}) -> tensor<2x333x1240xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1] : (tensor<2x37x80x61xi8>) -> tensor<2x333x1240xi8>
  return %y : tensor<2x333x1240xi8>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}} gathered by rows
func.func @halves(%x: tensor<1x100x66x59xf16> {dml.strides = array<i64: 389400, 1, 5900, 100>}) -> tensor<1x1500x660xf16> {
  %y = dml.unfold %x, window_sizes = [3, 5], strides = [2, 3], dilations = [1, 1],
      start_padding = [1, 2], end_padding = [1, 2] : (tensor<1x100x66x59xf16>) -> tensor<1x1500x660xf16>
  return %y : tensor<1x1500x660xf16>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}} gathered by rows
func.func @words(%x: tensor<3x33x23x41xf32> {dml.strides = array<i64: 31119, 1, 1353, 33>}) -> tensor<3x264x294xf32> {
  %y = dml.unfold %x, window_sizes = [4, 2], strides = [1, 3], dilations = [2, 1],
      start_padding = [2, 0], end_padding = [2, 0] : (tensor<3x33x23x41xf32>) -> tensor<3x264x294xf32>
  return %y : tensor<3x264x294xf32>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}} gathered by rows
func.func @wide(%x: tensor<1x70x50x19xi64> {dml.strides = array<i64: 66500, 1, 1330, 70>}) -> tensor<1x280x980xi64> {
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1], dilations = [1, 1],
      start_padding = [0, 1], end_padding = [0, 1] : (tensor<1x70x50x19xi64>) -> tensor<1x280x980xi64>
  return %y : tensor<1x280x980xi64>
}

// CHECK: remark: {{.*}} TransposedShape {{.*}} gathered by rows
func.func @runs(%x: tensor<1x130x30x80xui8> {dml.strides = array<i64: 312000, 1, 10400, 130>}) -> tensor<1x2600x260xui8> {
  %y = dml.unfold %x, window_sizes = [5, 4], strides = [3, 3], dilations = [1, 1],
      start_padding = [2, 0], end_padding = [2, 0] : (tensor<1x130x30x80xui8>) -> tensor<1x2600x260xui8>
  return %y : tensor<1x2600x260xui8>
}

// Rows of three columns, which padding cuts, are joined.
// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 41 times 30 elements that are transposed
func.func @cut(%x: tensor<2x41x37x11xi8> {dml.strides = array<i64: 16687, 1, 451, 41>}) -> tensor<2x1148x30xi8> {
  %y = dml.unfold %x, window_sizes = [7, 4], strides = [4, 4], dilations = [1, 1],
      start_padding = [3, 2], end_padding = [3, 0] : (tensor<2x41x37x11xi8>) -> tensor<2x1148x30xi8>
  return %y : tensor<2x1148x30xi8>
}

// The columns run through four loops, and a tile may end any of them but the outermost.
// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 32 times 1848 elements that are transposed
func.func @loops(%x: tensor<2x33x21x88xi16> {dml.strides = array<i64: 60984, 1, 2904, 33>}) -> tensor<2x198x308xi16> {
  %y = dml.unfold %x, window_sizes = [3, 2], strides = [3, 2], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0] : (tensor<2x33x21x88xi16>) -> tensor<2x198x308xi16>
  return %y : tensor<2x198x308xi16>
}

// Padding cuts rows of 11 elements.
// CHECK: remark: {{.*}} TransposedShape {{.*}}blocks of 11 times 39 elements that are transposed
func.func @windows(%x: tensor<1x3x230x513xi32>) -> tensor<1x363x702xi32> {
  %y = dml.unfold %x, window_sizes = [11, 11], strides = [13, 13], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1] : (tensor<1x3x230x513xi32>) -> tensor<1x363x702xi32>
  return %y : tensor<1x363x702xi32>
}
