// Windows side by side, of which there are not as many as make whole vectors of
// each element: tiles in a GPU's workgroup memory hold all windows, and a vector
// goes on with the next element of the window.

// 196 windows: whole words of all types, and whole vectors of f32.

// RUN: dml-run %s --device=reference --function=fourteen_f32 \
// RUN:   --input=2x2x224x224xf32=random:1 --output=@%t.fourteen_f32.npy
// RUN: %run %s --function=fourteen_f32 --input=2x2x224x224xf32=random:1 \
// RUN:   --expected-output=@%t.fourteen_f32.npy
func.func @fourteen_f32(%x: tensor<2x2x224x224xf32>)
    -> tensor<2x512x196xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x224x224xf32>) -> tensor<2x512x196xf32>
  return %y : tensor<2x512x196xf32>
}

// RUN: dml-run %s --device=reference --function=fourteen_f16 \
// RUN:   --input=2x2x224x224xf16=random:2 --output=@%t.fourteen_f16.npy
// RUN: %run %s --function=fourteen_f16 --input=2x2x224x224xf16=random:2 \
// RUN:   --expected-output=@%t.fourteen_f16.npy
func.func @fourteen_f16(%x: tensor<2x2x224x224xf16>)
    -> tensor<2x512x196xf16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x224x224xf16>) -> tensor<2x512x196xf16>
  return %y : tensor<2x512x196xf16>
}

// RUN: dml-run %s --device=reference --function=fourteen_i8 \
// RUN:   --input=2x2x224x224xi8=random:3 --output=@%t.fourteen_i8.npy
// RUN: %run %s --function=fourteen_i8 --input=2x2x224x224xi8=random:3 \
// RUN:   --expected-output=@%t.fourteen_i8.npy
func.func @fourteen_i8(%x: tensor<2x2x224x224xi8>)
    -> tensor<2x512x196xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x224x224xi8>) -> tensor<2x512x196xi8>
  return %y : tensor<2x512x196xi8>
}

// RUN: dml-run %s --device=reference --function=fourteen_ui16 \
// RUN:   --input=2x2x224x224xui16=random:4 --output=@%t.fourteen_ui16.npy
// RUN: %run %s --function=fourteen_ui16 --input=2x2x224x224xui16=random:4 \
// RUN:   --expected-output=@%t.fourteen_ui16.npy
func.func @fourteen_ui16(%x: tensor<2x2x224x224xui16>)
    -> tensor<2x512x196xui16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x224x224xui16>) -> tensor<2x512x196xui16>
  return %y : tensor<2x512x196xui16>
}

// 49 windows: words that two elements of a window share. 8 bytes of a window are
// no vector, and are left to the general way.

// RUN: dml-run %s --device=reference --function=seven_of_8_f32 \
// RUN:   --input=2x3x56x56xf32=random:5 --output=@%t.seven_of_8_f32.npy
// RUN: %run %s --function=seven_of_8_f32 --input=2x3x56x56xf32=random:5 \
// RUN:   --expected-output=@%t.seven_of_8_f32.npy
func.func @seven_of_8_f32(%x: tensor<2x3x56x56xf32>)
    -> tensor<2x192x49xf32> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x56x56xf32>) -> tensor<2x192x49xf32>
  return %y : tensor<2x192x49xf32>
}

// RUN: dml-run %s --device=reference --function=seven_of_8_f16 \
// RUN:   --input=2x3x56x56xf16=random:6 --output=@%t.seven_of_8_f16.npy
// RUN: %run %s --function=seven_of_8_f16 --input=2x3x56x56xf16=random:6 \
// RUN:   --expected-output=@%t.seven_of_8_f16.npy
func.func @seven_of_8_f16(%x: tensor<2x3x56x56xf16>)
    -> tensor<2x192x49xf16> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x56x56xf16>) -> tensor<2x192x49xf16>
  return %y : tensor<2x192x49xf16>
}

// RUN: dml-run %s --device=reference --function=seven_of_8_i8 \
// RUN:   --input=2x3x56x56xi8=random:7 --output=@%t.seven_of_8_i8.npy
// RUN: %run %s --function=seven_of_8_i8 --input=2x3x56x56xi8=random:7 \
// RUN:   --expected-output=@%t.seven_of_8_i8.npy
func.func @seven_of_8_i8(%x: tensor<2x3x56x56xi8>)
    -> tensor<2x192x49xi8> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x56x56xi8>) -> tensor<2x192x49xi8>
  return %y : tensor<2x192x49xi8>
}

// RUN: dml-run %s --device=reference --function=seven_of_8_ui16 \
// RUN:   --input=2x3x56x56xui16=random:8 --output=@%t.seven_of_8_ui16.npy
// RUN: %run %s --function=seven_of_8_ui16 --input=2x3x56x56xui16=random:8 \
// RUN:   --expected-output=@%t.seven_of_8_ui16.npy
func.func @seven_of_8_ui16(%x: tensor<2x3x56x56xui16>)
    -> tensor<2x192x49xui16> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x56x56xui16>) -> tensor<2x192x49xui16>
  return %y : tensor<2x192x49xui16>
}

// As long as a vector are these only of 32 bits.

// RUN: dml-run %s --device=reference --function=seven_of_4_f32 \
// RUN:   --input=2x3x28x28xf32=random:9 --output=@%t.seven_of_4_f32.npy
// RUN: %run %s --function=seven_of_4_f32 --input=2x3x28x28xf32=random:9 \
// RUN:   --expected-output=@%t.seven_of_4_f32.npy
func.func @seven_of_4_f32(%x: tensor<2x3x28x28xf32>)
    -> tensor<2x48x49xf32> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x28x28xf32>) -> tensor<2x48x49xf32>
  return %y : tensor<2x48x49xf32>
}

// RUN: dml-run %s --device=reference --function=seven_of_4_f16 \
// RUN:   --input=2x3x28x28xf16=random:10 --output=@%t.seven_of_4_f16.npy
// RUN: %run %s --function=seven_of_4_f16 --input=2x3x28x28xf16=random:10 \
// RUN:   --expected-output=@%t.seven_of_4_f16.npy
func.func @seven_of_4_f16(%x: tensor<2x3x28x28xf16>)
    -> tensor<2x48x49xf16> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x28x28xf16>) -> tensor<2x48x49xf16>
  return %y : tensor<2x48x49xf16>
}

// RUN: dml-run %s --device=reference --function=seven_of_4_i8 \
// RUN:   --input=2x3x28x28xi8=random:11 --output=@%t.seven_of_4_i8.npy
// RUN: %run %s --function=seven_of_4_i8 --input=2x3x28x28xi8=random:11 \
// RUN:   --expected-output=@%t.seven_of_4_i8.npy
func.func @seven_of_4_i8(%x: tensor<2x3x28x28xi8>)
    -> tensor<2x48x49xi8> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x28x28xi8>) -> tensor<2x48x49xi8>
  return %y : tensor<2x48x49xi8>
}

// RUN: dml-run %s --device=reference --function=seven_of_4_ui16 \
// RUN:   --input=2x3x28x28xui16=random:12 --output=@%t.seven_of_4_ui16.npy
// RUN: %run %s --function=seven_of_4_ui16 --input=2x3x28x28xui16=random:12 \
// RUN:   --expected-output=@%t.seven_of_4_ui16.npy
func.func @seven_of_4_ui16(%x: tensor<2x3x28x28xui16>)
    -> tensor<2x48x49xui16> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x28x28xui16>) -> tensor<2x48x49xui16>
  return %y : tensor<2x48x49xui16>
}

// Of bytes, a column's last word has one, two or three of its own. Several rows of
// a window are one tile.

// RUN: dml-run %s --device=reference --function=seven_of_16_i8 \
// RUN:   --input=2x3x112x112xi8=random:13 --output=@%t.seven_of_16_i8.npy
// RUN: %run %s --function=seven_of_16_i8 --input=2x3x112x112xi8=random:13 \
// RUN:   --expected-output=@%t.seven_of_16_i8.npy
func.func @seven_of_16_i8(%x: tensor<2x3x112x112xi8>)
    -> tensor<2x768x49xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x3x112x112xi8>) -> tensor<2x768x49xi8>
  return %y : tensor<2x768x49xi8>
}

// RUN: dml-run %s --device=reference --function=six_by_seven_i8 \
// RUN:   --input=1x3x24x112xi8=random:14 --output=@%t.six_by_seven_i8.npy
// RUN: %run %s --function=six_by_seven_i8 --input=1x3x24x112xi8=random:14 \
// RUN:   --expected-output=@%t.six_by_seven_i8.npy
func.func @six_by_seven_i8(%x: tensor<1x3x24x112xi8>)
    -> tensor<1x192x42xi8> {
  %y = dml.unfold %x, window_sizes = [4, 16], strides = [4, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x24x112xi8>) -> tensor<1x192x42xi8>
  return %y : tensor<1x192x42xi8>
}

// RUN: dml-run %s --device=reference --function=five_by_seven_i8 \
// RUN:   --input=1x3x15x224xi8=random:15 --output=@%t.five_by_seven_i8.npy
// RUN: %run %s --function=five_by_seven_i8 --input=1x3x15x224xi8=random:15 \
// RUN:   --expected-output=@%t.five_by_seven_i8.npy
func.func @five_by_seven_i8(%x: tensor<1x3x15x224xi8>)
    -> tensor<1x288x35xi8> {
  %y = dml.unfold %x, window_sizes = [3, 32], strides = [3, 32],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x3x15x224xi8>) -> tensor<1x288x35xi8>
  return %y : tensor<1x288x35xi8>
}

// Windows that are not square.

// RUN: dml-run %s --device=reference --function=not_square_f32 \
// RUN:   --input=2x2x40x176xf32=random:16 --output=@%t.not_square_f32.npy
// RUN: %run %s --function=not_square_f32 --input=2x2x40x176xf32=random:16 \
// RUN:   --expected-output=@%t.not_square_f32.npy
func.func @not_square_f32(%x: tensor<2x2x40x176xf32>)
    -> tensor<2x256x55xf32> {
  %y = dml.unfold %x, window_sizes = [8, 16], strides = [8, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x40x176xf32>) -> tensor<2x256x55xf32>
  return %y : tensor<2x256x55xf32>
}

// RUN: dml-run %s --device=reference --function=not_square_f16 \
// RUN:   --input=2x2x40x176xf16=random:17 --output=@%t.not_square_f16.npy
// RUN: %run %s --function=not_square_f16 --input=2x2x40x176xf16=random:17 \
// RUN:   --expected-output=@%t.not_square_f16.npy
func.func @not_square_f16(%x: tensor<2x2x40x176xf16>)
    -> tensor<2x256x55xf16> {
  %y = dml.unfold %x, window_sizes = [8, 16], strides = [8, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x40x176xf16>) -> tensor<2x256x55xf16>
  return %y : tensor<2x256x55xf16>
}

// RUN: dml-run %s --device=reference --function=not_square_i8 \
// RUN:   --input=2x2x40x176xi8=random:18 --output=@%t.not_square_i8.npy
// RUN: %run %s --function=not_square_i8 --input=2x2x40x176xi8=random:18 \
// RUN:   --expected-output=@%t.not_square_i8.npy
func.func @not_square_i8(%x: tensor<2x2x40x176xi8>)
    -> tensor<2x256x55xi8> {
  %y = dml.unfold %x, window_sizes = [8, 16], strides = [8, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x40x176xi8>) -> tensor<2x256x55xi8>
  return %y : tensor<2x256x55xi8>
}

// RUN: dml-run %s --device=reference --function=not_square_ui16 \
// RUN:   --input=2x2x40x176xui16=random:19 --output=@%t.not_square_ui16.npy
// RUN: %run %s --function=not_square_ui16 --input=2x2x40x176xui16=random:19 \
// RUN:   --expected-output=@%t.not_square_ui16.npy
func.func @not_square_ui16(%x: tensor<2x2x40x176xui16>)
    -> tensor<2x256x55xui16> {
  %y = dml.unfold %x, window_sizes = [8, 16], strides = [8, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<2x2x40x176xui16>) -> tensor<2x256x55xui16>
  return %y : tensor<2x256x55xui16>
}

// Elements of two words.

// RUN: dml-run %s --device=reference --function=seven_of_4_i64 \
// RUN:   --input=1x2x28x28xi64=random:20 --output=@%t.seven_of_4_i64.npy
// RUN: %run %s --function=seven_of_4_i64 --input=1x2x28x28xi64=random:20 \
// RUN:   --expected-output=@%t.seven_of_4_i64.npy
func.func @seven_of_4_i64(%x: tensor<1x2x28x28xi64>)
    -> tensor<1x32x49xi64> {
  %y = dml.unfold %x, window_sizes = [4, 4], strides = [4, 4],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x28x28xi64>) -> tensor<1x32x49xi64>
  return %y : tensor<1x32x49xi64>
}

// So few windows are left to the general way.

// RUN: dml-run %s --device=reference --function=five_f32 \
// RUN:   --input=2x3x160xf32=random:21 --output=@%t.five_f32.npy
// RUN: %run %s --function=five_f32 --input=2x3x160xf32=random:21 \
// RUN:   --expected-output=@%t.five_f32.npy
func.func @five_f32(%x: tensor<2x3x160xf32>)
    -> tensor<2x96x5xf32> {
  %y = dml.unfold %x, window_sizes = [32], strides = [32],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<2x3x160xf32>) -> tensor<2x96x5xf32>
  return %y : tensor<2x96x5xf32>
}

// RUN: dml-run %s --device=reference --function=five_f16 \
// RUN:   --input=2x3x160xf16=random:22 --output=@%t.five_f16.npy
// RUN: %run %s --function=five_f16 --input=2x3x160xf16=random:22 \
// RUN:   --expected-output=@%t.five_f16.npy
func.func @five_f16(%x: tensor<2x3x160xf16>)
    -> tensor<2x96x5xf16> {
  %y = dml.unfold %x, window_sizes = [32], strides = [32],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<2x3x160xf16>) -> tensor<2x96x5xf16>
  return %y : tensor<2x96x5xf16>
}

// RUN: dml-run %s --device=reference --function=five_i8 \
// RUN:   --input=2x3x160xi8=random:23 --output=@%t.five_i8.npy
// RUN: %run %s --function=five_i8 --input=2x3x160xi8=random:23 \
// RUN:   --expected-output=@%t.five_i8.npy
func.func @five_i8(%x: tensor<2x3x160xi8>)
    -> tensor<2x96x5xi8> {
  %y = dml.unfold %x, window_sizes = [32], strides = [32],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<2x3x160xi8>) -> tensor<2x96x5xi8>
  return %y : tensor<2x96x5xi8>
}

// RUN: dml-run %s --device=reference --function=five_ui16 \
// RUN:   --input=2x3x160xui16=random:24 --output=@%t.five_ui16.npy
// RUN: %run %s --function=five_ui16 --input=2x3x160xui16=random:24 \
// RUN:   --expected-output=@%t.five_ui16.npy
func.func @five_ui16(%x: tensor<2x3x160xui16>)
    -> tensor<2x96x5xui16> {
  %y = dml.unfold %x, window_sizes = [32], strides = [32],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<2x3x160xui16>) -> tensor<2x96x5xui16>
  return %y : tensor<2x96x5xui16>
}

// Tiles of all columns of a window, of eight, of all, and of a single vector.

// RUN: dml-run %s --device=reference --function=fortyfive_f32 \
// RUN:   --input=1x3x1440xf32=random:25 --output=@%t.fortyfive_f32.npy
// RUN: %run %s --function=fortyfive_f32 --input=1x3x1440xf32=random:25 \
// RUN:   --expected-output=@%t.fortyfive_f32.npy
func.func @fortyfive_f32(%x: tensor<1x3x1440xf32>)
    -> tensor<1x96x45xf32> {
  %y = dml.unfold %x, window_sizes = [32], strides = [32],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x3x1440xf32>) -> tensor<1x96x45xf32>
  return %y : tensor<1x96x45xf32>
}

// RUN: dml-run %s --device=reference --function=nineteen_f32 \
// RUN:   --input=1x2x304x304xf32=random:26 --output=@%t.nineteen_f32.npy
// RUN: %run %s --function=nineteen_f32 --input=1x2x304x304xf32=random:26 \
// RUN:   --expected-output=@%t.nineteen_f32.npy
func.func @nineteen_f32(%x: tensor<1x2x304x304xf32>)
    -> tensor<1x512x361xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x304x304xf32>) -> tensor<1x512x361xf32>
  return %y : tensor<1x512x361xf32>
}

// RUN: dml-run %s --device=reference --function=nineteen_ui16 \
// RUN:   --input=1x2x304x304xui16=random:27 --output=@%t.nineteen_ui16.npy
// RUN: %run %s --function=nineteen_ui16 --input=1x2x304x304xui16=random:27 \
// RUN:   --expected-output=@%t.nineteen_ui16.npy
func.func @nineteen_ui16(%x: tensor<1x2x304x304xui16>)
    -> tensor<1x512x361xui16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x2x304x304xui16>) -> tensor<1x512x361xui16>
  return %y : tensor<1x512x361xui16>
}

// RUN: dml-run %s --device=reference --function=twenty_five_f32 \
// RUN:   --input=1x1x400x400xf32=random:28 --output=@%t.twenty_five_f32.npy
// RUN: %run %s --function=twenty_five_f32 --input=1x1x400x400xf32=random:28 \
// RUN:   --expected-output=@%t.twenty_five_f32.npy
func.func @twenty_five_f32(%x: tensor<1x1x400x400xf32>)
    -> tensor<1x256x625xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<1x1x400x400xf32>) -> tensor<1x256x625xf32>
  return %y : tensor<1x256x625xf32>
}
