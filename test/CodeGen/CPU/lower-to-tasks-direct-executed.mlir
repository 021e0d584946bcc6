// Moves whose output the caches keep are written straight to it, but for the end of each
// task. Outputs have several tasks, whose ends lie anywhere in a line; with a cache of 1
// byte all goes through the buffer.

// Rows of one source, of any length.
// RUN: dml-run %s --function=rows --device=reference --input=9x5x163xf64=random:1 --output=@%t.npy
// RUN: dml-run %s --function=rows --device=cpu --threads=2 --input=9x5x163xf64=random:1 --expected-output=@%t.npy
// RUN: dml-run %s --function=rows --device=cpu --threads=2 --input=9x5x163xf64=random:1 --expected-output=@%t.npy --cache-bytes=1

// Padding on all sides.
// RUN: dml-run %s --function=padding --device=reference --input=3x7x37x61xi16=random:2 --output=@%t.npy
// RUN: dml-run %s --function=padding --device=cpu --threads=2 --input=3x7x37x61xi16=random:2 --expected-output=@%t.npy
// RUN: dml-run %s --function=padding --device=cpu --threads=2 --input=3x7x37x61xi16=random:2 --expected-output=@%t.npy --cache-bytes=1

// Two sources in turn.
// RUN: dml-run %s --function=sources --device=reference --input=3x28x67x53xi8=random:3 --output=@%t.npy
// RUN: dml-run %s --function=sources --device=cpu --threads=2 --input=3x28x67x53xi8=random:3 --expected-output=@%t.npy
// RUN: dml-run %s --function=sources --device=cpu --threads=2 --input=3x28x67x53xi8=random:3 --expected-output=@%t.npy --cache-bytes=1

// Nine ranges, written at once, always through the buffer.
// RUN: dml-run %s --function=ranges --device=reference --input=2x5x81x219xf32=random:4 --output=@%t.npy
// RUN: dml-run %s --function=ranges --device=cpu --threads=2 --input=2x5x81x219xf32=random:4 --expected-output=@%t.npy
// RUN: dml-run %s --function=ranges --device=cpu --threads=2 --input=2x5x81x219xf32=random:4 --expected-output=@%t.npy --cache-bytes=1

// Long strips, which tasks cut into parts.
// RUN: dml-run %s --function=parts --device=reference --input=1x1x100003xi32=random:5 --output=@%t.npy
// RUN: dml-run %s --function=parts --device=cpu --threads=2 --input=1x1x100003xi32=random:5 --expected-output=@%t.npy
// RUN: dml-run %s --function=parts --device=cpu --threads=2 --input=1x1x100003xi32=random:5 --expected-output=@%t.npy --cache-bytes=1

// Transposed blocks that follow each other.
// RUN: dml-run %s --function=blocks --device=reference --input=53x81x25xf32=random:6 --output=@%t.npy
// RUN: dml-run %s --function=blocks --device=cpu --threads=2 --input=53x81x25xf32=random:6 --expected-output=@%t.npy
// RUN: dml-run %s --function=blocks --device=cpu --threads=2 --input=53x81x25xf32=random:6 --expected-output=@%t.npy --cache-bytes=1

// Sizes that only a run knows.
// RUN: dml-run %s --function=dynamic --device=reference --input=9x5x163xf64=random:7 --output=@%t.npy
// RUN: dml-run %s --function=dynamic --device=cpu --threads=2 --refine=off --input=9x5x163xf64=random:7 --expected-output=@%t.npy
// RUN: dml-run %s --function=dynamic --device=cpu --threads=2 --refine=off --input=9x5x163xf64=random:7 --expected-output=@%t.npy --cache-bytes=1

// The schedules are those that the comments say.
// RUN: dml-opt %s --dml-cpu-pipeline --remarks-filter=dml-schedule --remark-format=emitRemark -o /dev/null 2>&1 \
// RUN:   | FileCheck %s

// CHECK: Remark="strips of elements 1 apart"
func.func @rows(%x: tensor<9x5x163xf64>) -> tensor<9x75x149xf64> {
  %y = dml.unfold %x, window_sizes = [15], strides = [1], dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<9x5x163xf64>) -> tensor<9x75x149xf64>
  return %y : tensor<9x75x149xf64>
}

// CHECK: Remark="strips of elements 1 apart, of several rows"
func.func @padding(%x: tensor<3x7x37x61xi16>) -> tensor<3x63x2257xi16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x7x37x61xi16>) -> tensor<3x63x2257xi16>
  return %y : tensor<3x63x2257xi16>
}

// CHECK: Remark="strips that interleave 2 sources"
func.func @sources(%x: tensor<3x28x67x53xi8>) -> tensor<3x7x134x106xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x28x67x53xi8>) -> tensor<3x7x134x106xi8>
  return %y : tensor<3x7x134x106xi8>
}

// CHECK: Remark="strips of elements 3 apart, written at once for all 9
func.func @ranges(%x: tensor<2x5x81x219xf32>) -> tensor<2x45x1971xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [3, 3], dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x5x81x219xf32>) -> tensor<2x45x1971xf32>
  return %y : tensor<2x45x1971xf32>
}

func.func @parts(%x: tensor<1x1x100003xi32>) -> tensor<1x2x100002xi32> {
  %y = dml.unfold %x, window_sizes = [2], strides = [1], dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x1x100003xi32>) -> tensor<1x2x100002xi32>
  return %y : tensor<1x2x100002xi32>
}

// CHECK: Remark="blocks of {{.*}} elements that are transposed, gathered in lines"
func.func @blocks(%x: tensor<53x81x25xf32>) -> tensor<53x25x81xf32> {
  %empty = tensor.empty() : tensor<53x25x81xf32>
  %y = linalg.transpose ins(%x : tensor<53x81x25xf32>) outs(%empty : tensor<53x25x81xf32>) permutation = [0, 2, 1]
  return %y : tensor<53x25x81xf32>
}

func.func @dynamic(%x: tensor<?x?x?xf64>) -> tensor<?x?x?xf64> {
  %y = dml.unfold %x, window_sizes = [15], strides = [1], dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<?x?x?xf64>) -> tensor<?x?x?xf64>
  return %y : tensor<?x?x?xf64>
}
