// Rows that are dealt out to up to four ranges of the result each, in pieces that
// begin and end within lines. On a CPU lines go straight from registers to the
// ranges, past the caches or not.

// RUN: dml-run %s --device=reference --function=bytes --input=3x5x66x402xi8=random:1 --output=@%t.bytes.npy
// RUN: %run %s --function=bytes --input=3x5x66x402xi8=random:1 --expected-output=@%t.bytes.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=bytes --input=3x5x66x402xi8=random:1 --expected-output=@%t.bytes.npy
func.func @bytes(%x: tensor<3x5x66x402xi8>) -> tensor<3x20x33x201xi8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x5x66x402xi8>) -> tensor<3x20x33x201xi8>
  return %y : tensor<3x20x33x201xi8>
}

// RUN: dml-run %s --device=reference --function=halves --input=2x3x50x302xf16=random:1 --output=@%t.halves.npy
// RUN: %run %s --function=halves --input=2x3x50x302xf16=random:1 --expected-output=@%t.halves.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=halves --input=2x3x50x302xf16=random:1 --expected-output=@%t.halves.npy
func.func @halves(%x: tensor<2x3x50x302xf16>) -> tensor<2x12x25x151xf16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x3x50x302xf16>) -> tensor<2x12x25x151xf16>
  return %y : tensor<2x12x25x151xf16>
}

// Several tasks write to each range, whose lines they share.

// RUN: dml-run %s --device=reference --function=tasks --input=1x2x350x222xf32=random:1 --output=@%t.tasks.npy
// RUN: %run %s --function=tasks --input=1x2x350x222xf32=random:1 --expected-output=@%t.tasks.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=tasks --input=1x2x350x222xf32=random:1 --expected-output=@%t.tasks.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --refine=off --function=tasks --input=1x2x350x222xf32=random:1 --expected-output=@%t.tasks.npy
func.func @tasks(%x: tensor<?x2x?x222xf32>) -> tensor<?x8x?x111xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x2x?x222xf32>) -> tensor<?x8x?x111xf32>
  return %y : tensor<?x8x?x111xf32>
}

// Three channels of pixels. Their planes are cut among tasks, and read in pieces of
// 4 KiB.

// RUN: dml-run %s --device=reference --function=planes --input=1x173x171x3xf64=random:1 --output=@%t.planes.npy
// RUN: %run %s --function=planes --input=1x173x171x3xf64=random:1 --expected-output=@%t.planes.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=planes --input=1x173x171x3xf64=random:1 --expected-output=@%t.planes.npy
func.func @planes(%x: tensor<1x173x171x3xf64>) -> tensor<1x3x173x171xf64> {
  %empty = tensor.empty() : tensor<1x3x173x171xf64>
  %y = linalg.transpose ins(%x : tensor<1x173x171x3xf64>)
      outs(%empty : tensor<1x3x173x171xf64>) permutation = [0, 3, 1, 2]
  return %y : tensor<1x3x173x171xf64>
}

// A part of a larger result, which begins within a line.

// RUN: dml-run %s --device=reference --function=part --input=1x3x40x270xi16=random:1 --input=1x13x20x135xi16=random:2 --output=@%t.part.npy
// RUN: %run %s --function=part --input=1x3x40x270xi16=random:1 --input=1x13x20x135xi16=random:2 --expected-output=@%t.part.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=part --input=1x3x40x270xi16=random:1 --input=1x13x20x135xi16=random:2 --expected-output=@%t.part.npy
func.func @part(%x: tensor<1x3x40x270xi16>, %all: tensor<1x13x20x135xi16>)
    -> tensor<1x13x20x135xi16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x3x40x270xi16>) -> tensor<1x12x20x135xi16>
  %z = tensor.insert_slice %y into %all[0, 1, 0, 0] [1, 12, 20, 135] [1, 1, 1, 1]
      : tensor<1x12x20x135xi16> into tensor<1x13x20x135xi16>
  return %z : tensor<1x13x20x135xi16>
}
