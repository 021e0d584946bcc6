// Windows of NHWC data: neighbours of the result lie a row of channels apart in the
// input. Transposed tiles, or vectors, read along the channels; padding is a
// predicate on rows and columns.

// RUN: dml-run %s --device=reference --function=tiles_f32 \
// RUN:   --input=2x32x16x32xf32=random:1 --output=@%t.tiles_f32.npy
// RUN: %run %s --function=tiles_f32 --input=2x32x16x32xf32=random:1 \
// RUN:   --expected-output=@%t.tiles_f32.npy
func.func @tiles_f32(%x: tensor<2x32x16x32xf32>
    {dml.strides = array<i64: 16384, 1, 1024, 32>}) -> tensor<2x288x512xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x32x16x32xf32>) -> tensor<2x288x512xf32>
  return %y : tensor<2x288x512xf32>
}

// RUN: dml-run %s --device=reference --function=tiles_i8 \
// RUN:   --input=2x64x16x32xi8=random:2 --output=@%t.tiles_i8.npy
// RUN: %run %s --function=tiles_i8 --input=2x64x16x32xi8=random:2 \
// RUN:   --expected-output=@%t.tiles_i8.npy
func.func @tiles_i8(%x: tensor<2x64x16x32xi8>
    {dml.strides = array<i64: 32768, 1, 2048, 64>}) -> tensor<2x576x512xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x64x16x32xi8>) -> tensor<2x576x512xi8>
  return %y : tensor<2x576x512xi8>
}

// RUN: dml-run %s --device=reference --function=tiles_f64 \
// RUN:   --input=1x16x9x16xf64=random:3 --output=@%t.tiles_f64.npy
// RUN: %run %s --function=tiles_f64 --input=1x16x9x16xf64=random:3 \
// RUN:   --expected-output=@%t.tiles_f64.npy
func.func @tiles_f64(%x: tensor<1x16x9x16xf64>
    {dml.strides = array<i64: 2304, 1, 256, 16>}) -> tensor<1x96x144xf64> {
  %y = dml.unfold %x, window_sizes = [2, 3], dilations = [2, 1], start_padding = [2, 1], end_padding = [0, 1]
      : (tensor<1x16x9x16xf64>) -> tensor<1x96x144xf64>
  return %y : tensor<1x96x144xf64>
}

// RUN: dml-run %s --device=reference --function=odd_f16 \
// RUN:   --input=3x17x5x23xf16=random:4 --output=@%t.odd_f16.npy
// RUN: %run %s --function=odd_f16 --input=3x17x5x23xf16=random:4 \
// RUN:   --expected-output=@%t.odd_f16.npy
func.func @odd_f16(%x: tensor<3x17x5x23xf16>
    {dml.strides = array<i64: 1955, 1, 391, 17>}) -> tensor<3x102x92xf16> {
  %y = dml.unfold %x, window_sizes = [3, 2], start_padding = [1, 0], end_padding = [0, 1]
      : (tensor<3x17x5x23xf16>) -> tensor<3x102x92xf16>
  return %y : tensor<3x102x92xf16>
}

// RUN: dml-run %s --device=reference --function=strided_i16 \
// RUN:   --input=2x24x17x33xi16=random:5 --output=@%t.strided_i16.npy
// RUN: %run %s --function=strided_i16 --input=2x24x17x33xi16=random:5 \
// RUN:   --expected-output=@%t.strided_i16.npy
func.func @strided_i16(%x: tensor<2x24x17x33xi16>
    {dml.strides = array<i64: 13464, 1, 792, 24>}) -> tensor<2x216x153xi16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x24x17x33xi16>) -> tensor<2x216x153xi16>
  return %y : tensor<2x216x153xi16>
}

// Few channels, and planes of the result that are no whole vectors: single elements,
// and steps along the channels.
// RUN: dml-run %s --device=reference --function=channels \
// RUN:   --input=1x3x175x174xf32=random:1 --output=@%t.channels.npy
// RUN: %run %s --function=channels --input=1x3x175x174xf32=random:1 \
// RUN:   --expected-output=@%t.channels.npy
func.func @channels(%x: tensor<1x3x175x174xf32>
    {dml.strides = array<i64: 91350, 1, 522, 3>}) -> tensor<1x27x7569xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2], end_padding = [0, 1]
      : (tensor<1x3x175x174xf32>) -> tensor<1x27x7569xf32>
  return %y : tensor<1x27x7569xf32>
}
