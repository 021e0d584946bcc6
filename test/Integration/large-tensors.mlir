// Tensors large enough for what code generation does to large ones only, such
// as several vectors a thread, at sizes that no vector divides.

// RUN: dml-run %s --device=reference --function=depth --input=1x9x1001x1003xi8=random:1 \
// RUN:   --output=@%t.depth.npy
// RUN: %run %s --function=depth --input=1x9x1001x1003xi8=random:1 \
// RUN:   --expected-output=@%t.depth.npy
func.func @depth(%x: tensor<1x9x1001x1003xi8>) -> tensor<1x1x3003x3009xi8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<1x9x1001x1003xi8>) -> tensor<1x1x3003x3009xi8>
  return %y : tensor<1x1x3003x3009xi8>
}

// RUN: dml-run %s --device=reference --function=columns --input=1x3x501x513xf16=random:2 \
// RUN:   --output=@%t.columns.npy
// RUN: %run %s --function=columns --input=1x3x501x513xf16=random:2 \
// RUN:   --expected-output=@%t.columns.npy
func.func @columns(%x: tensor<1x3x501x513xf16>) -> tensor<1x27x257013xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1]
      : (tensor<1x3x501x513xf16>) -> tensor<1x27x257013xf16>
  return %y : tensor<1x27x257013xf16>
}

// More than the caches of most machines hold: lines are stored past them.
// RUN: dml-run %s --device=reference --function=blocks --input=4x16x256x256xf32=random:3 \
// RUN:   --input=4x16x256x256xui32=pooled:3:4x16x512x512 --output=@%t.blocks.npy
// RUN: %run %s --function=blocks --input=4x16x256x256xf32=random:3 \
// RUN:   --input=4x16x256x256xui32=pooled:3:4x16x512x512 \
// RUN:   --expected-output=@%t.blocks.npy
// RUN: dml-run %s --device=reference --function=blocks --input=4x16x256x256xf32=random:3 \
// RUN:   --input=4x16x256x256xui32=random:3:16777216 --output=@%t.shuffled.npy
// RUN: %run %s --function=blocks --input=4x16x256x256xf32=random:3 \
// RUN:   --input=4x16x256x256xui32=random:3:16777216 \
// RUN:   --expected-output=@%t.shuffled.npy
func.func @blocks(%v: tensor<4x16x256x256xf32>, %i: tensor<4x16x256x256xui32>)
    -> tensor<4x16x512x512xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<4x16x256x256xf32>, tensor<4x16x256x256xui32>)
      -> tensor<4x16x512x512xf32>
  return %y : tensor<4x16x512x512xf32>
}

// RUN: dml-run %s --device=reference --function=planes --input=3x17x255x257xi16=random:4 \
// RUN:   --input=3x17x255x257xui64=pooled:4:3x17x513x701 --output=@%t.planes.npy
// RUN: %run %s --function=planes --input=3x17x255x257xi16=random:4 \
// RUN:   --input=3x17x255x257xui64=pooled:4:3x17x513x701 \
// RUN:   --expected-output=@%t.planes.npy
func.func @planes(%v: tensor<3x17x255x257xi16>, %i: tensor<3x17x255x257xui64>)
    -> tensor<3x17x513x701xi16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<3x17x255x257xi16>, tensor<3x17x255x257xui64>)
      -> tensor<3x17x513x701xi16>
  return %y : tensor<3x17x513x701xi16>
}

// Windows side by side, through workgroup memory: words,
// RUN: dml-run %s --device=reference --function=patches_f32 --input=2x3x128x192xf32=random:3 \
// RUN:   --output=@%t.patches_f32.npy
// RUN: %run %s --function=patches_f32 --input=2x3x128x192xf32=random:3 \
// RUN:   --expected-output=@%t.patches_f32.npy
func.func @patches_f32(%x: tensor<2x3x128x192xf32>) -> tensor<2x768x96xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<2x3x128x192xf32>) -> tensor<2x768x96xf32>
  return %y : tensor<2x768x96xf32>
}

// halves,
// RUN: dml-run %s --device=reference --function=patches_f16 --input=1x2x112x448xf16=random:3 \
// RUN:   --output=@%t.patches_f16.npy
// RUN: %run %s --function=patches_f16 --input=1x2x112x448xf16=random:3 \
// RUN:   --expected-output=@%t.patches_f16.npy
func.func @patches_f16(%x: tensor<1x2x112x448xf16>) -> tensor<1x512x196xf16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<1x2x112x448xf16>) -> tensor<1x512x196xf16>
  return %y : tensor<1x512x196xf16>
}

// bytes,
// RUN: dml-run %s --device=reference --function=patches_i8 --input=2x1x64x512xi8=random:3 \
// RUN:   --output=@%t.patches_i8.npy
// RUN: %run %s --function=patches_i8 --input=2x1x64x512xi8=random:3 \
// RUN:   --expected-output=@%t.patches_i8.npy
func.func @patches_i8(%x: tensor<2x1x64x512xi8>) -> tensor<2x256x128xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16]
      : (tensor<2x1x64x512xi8>) -> tensor<2x256x128xi8>
  return %y : tensor<2x256x128xi8>
}

// and pairs of words.
// RUN: dml-run %s --device=reference --function=patches_f64 --input=1x3x48x40xf64=random:3 \
// RUN:   --output=@%t.patches_f64.npy
// RUN: %run %s --function=patches_f64 --input=1x3x48x40xf64=random:3 \
// RUN:   --expected-output=@%t.patches_f64.npy
func.func @patches_f64(%x: tensor<1x3x48x40xf64>) -> tensor<1x192x30xf64> {
  %y = dml.unfold %x, window_sizes = [8, 8], strides = [8, 8]
      : (tensor<1x3x48x40xf64>) -> tensor<1x192x30xf64>
  return %y : tensor<1x192x30xf64>
}

// Transposed, in rows of whole lines, which are stored past the caches.
// RUN: dml-run %s --device=reference --function=transposed \
// RUN:   --input=1x70x65536xf32=random:4 --output=@%t.transposed.npy
// RUN: %run %s --function=transposed --input=1x70x65536xf32=random:4 \
// RUN:   --expected-output=@%t.transposed.npy
func.func @transposed(
    %x: tensor<1x70x65536xf32> {dml.strides = array<i64: 4587520, 1, 70>})
    -> tensor<1x70x65536xf32> {
  %y = dml.unfold %x, window_sizes = [1] : (tensor<1x70x65536xf32>)
      -> tensor<1x70x65536xf32>
  return %y : tensor<1x70x65536xf32>
}
