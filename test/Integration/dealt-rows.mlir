// Rows that are dealt out to two or three ranges of the result each, in pieces that
// begin and end within lines. On a CPU lines go straight from registers to the
// ranges, with and without the caches; several tasks write a range.

// RUN: dml-run %s --device=reference --function=bytes --input=3x5x66x402xi8=random:1 --output=@%t.bytes.npy
// RUN: %run %s --function=bytes --input=3x5x66x402xi8=random:1 --expected-output=@%t.bytes.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=bytes --input=3x5x66x402xi8=random:1 --expected-output=@%t.bytes.npy
func.func @bytes(%x: tensor<3x5x66x402xi8>) -> tensor<3x20x33x201xi8> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<3x5x66x402xi8>) -> tensor<3x20x33x201xi8>
  return %y : tensor<3x20x33x201xi8>
}

// RUN: dml-run %s --device=reference --function=halves --input=2x3x51x303xf16=random:1 --output=@%t.halves.npy
// RUN: %run %s --function=halves --input=2x3x51x303xf16=random:1 --expected-output=@%t.halves.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=halves --input=2x3x51x303xf16=random:1 --expected-output=@%t.halves.npy
func.func @halves(%x: tensor<2x3x51x303xf16>) -> tensor<2x27x17x101xf16> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = column_row_depth
      : (tensor<2x3x51x303xf16>) -> tensor<2x27x17x101xf16>
  return %y : tensor<2x27x17x101xf16>
}

// RUN: dml-run %s --device=reference --function=words --input=1x2x90x222xf32=random:1 --output=@%t.words.npy
// RUN: %run %s --function=words --input=1x2x90x222xf32=random:1 --expected-output=@%t.words.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=words --input=1x2x90x222xf32=random:1 --expected-output=@%t.words.npy
func.func @words(%x: tensor<1x2x90x222xf32>) -> tensor<1x8x45x111xf32> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x2x90x222xf32>) -> tensor<1x8x45x111xf32>
  return %y : tensor<1x8x45x111xf32>
}

// Three channels of pixels, whose planes are read in pieces of 4 KiB.

// RUN: dml-run %s --device=reference --function=planes --input=2x73x71x3xf64=random:1 --output=@%t.planes.npy
// RUN: %run %s --function=planes --input=2x73x71x3xf64=random:1 --expected-output=@%t.planes.npy
// RUN: dml-run %s --device=cpu --cache-bytes=0 --threads=3 --function=planes --input=2x73x71x3xf64=random:1 --expected-output=@%t.planes.npy
func.func @planes(%x: tensor<2x73x71x3xf64>) -> tensor<2x3x73x71xf64> {
  %empty = tensor.empty() : tensor<2x3x73x71xf64>
  %y = linalg.transpose ins(%x : tensor<2x73x71x3xf64>)
      outs(%empty : tensor<2x3x73x71xf64>) permutation = [0, 3, 1, 2]
  return %y : tensor<2x3x73x71xf64>
}
