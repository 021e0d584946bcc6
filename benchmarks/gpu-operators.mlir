// The operators on tensors of 256 MiB to 1 GiB, for dml-run --device=vulkan
// --time.

func.func @depth_column_row_b2_f32(%x: tensor<8x256x256x256xf32>)
    -> tensor<8x64x512x512xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<8x256x256x256xf32>) -> tensor<8x64x512x512xf32>
  return %y : tensor<8x64x512x512xf32>
}

func.func @column_row_depth_b2_f32(%x: tensor<8x256x256x256xf32>)
    -> tensor<8x64x512x512xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<8x256x256x256xf32>) -> tensor<8x64x512x512xf32>
  return %y : tensor<8x64x512x512xf32>
}

func.func @depth_column_row_b4_f32(%x: tensor<16x128x256x256xf32>)
    -> tensor<16x8x1024x1024xf32> {
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<16x128x256x256xf32>) -> tensor<16x8x1024x1024xf32>
  return %y : tensor<16x8x1024x1024xf32>
}

func.func @depth_column_row_b3_f32(%x: tensor<16x144x224x224xf32>)
    -> tensor<16x16x672x672xf32> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<16x144x224x224xf32>) -> tensor<16x16x672x672xf32>
  return %y : tensor<16x16x672x672xf32>
}

func.func @unfold_k3_f32(%x: tensor<16x64x128x128xf32>)
    -> tensor<16x576x16384xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<16x64x128x128xf32>) -> tensor<16x576x16384xf32>
  return %y : tensor<16x576x16384xf32>
}

func.func @unfold_k3_dilated_f32(%x: tensor<16x64x128x128xf32>)
    -> tensor<16x576x16384xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [2, 2],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<16x64x128x128xf32>) -> tensor<16x576x16384xf32>
  return %y : tensor<16x576x16384xf32>
}

func.func @unfold_k7_s2_f32(%x: tensor<32x3x512x512xf32>)
    -> tensor<32x147x65536xf32> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2], dilations = [1, 1],
      start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<32x3x512x512xf32>) -> tensor<32x147x65536xf32>
  return %y : tensor<32x147x65536xf32>
}

func.func @unfold_patches_f32(%x: tensor<128x3x512x512xf32>)
    -> tensor<128x768x1024xf32> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<128x3x512x512xf32>) -> tensor<128x768x1024xf32>
  return %y : tensor<128x768x1024xf32>
}

func.func @unfold_1d_f32(%x: tensor<64x64x4096xf32>)
    -> tensor<64x576x4096xf32> {
  %y = dml.unfold %x, window_sizes = [9], strides = [1], dilations = [1],
      start_padding = [4], end_padding = [4]
      : (tensor<64x64x4096xf32>) -> tensor<64x576x4096xf32>
  return %y : tensor<64x576x4096xf32>
}

func.func @unfold_3d_f32(%x: tensor<1x16x32x64x64xf32>)
    -> tensor<1x432x131072xf32> {
  %y = dml.unfold %x, window_sizes = [3, 3, 3], strides = [1, 1, 1], dilations = [1, 1, 1],
      start_padding = [1, 1, 1], end_padding = [1, 1, 1]
      : (tensor<1x16x32x64x64xf32>) -> tensor<1x432x131072xf32>
  return %y : tensor<1x432x131072xf32>
}

func.func @max_unpooling_f32(%v: tensor<16x64x256x256xf32>, %i: tensor<16x64x256x256xui32>)
    -> tensor<16x64x512x512xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<16x64x256x256xf32>, tensor<16x64x256x256xui32>) -> tensor<16x64x512x512xf32>
  return %y : tensor<16x64x512x512xf32>
}

func.func @depth_column_row_b2_f16(%x: tensor<16x256x256x256xf16>)
    -> tensor<16x64x512x512xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<16x256x256x256xf16>) -> tensor<16x64x512x512xf16>
  return %y : tensor<16x64x512x512xf16>
}

func.func @column_row_depth_b2_f16(%x: tensor<16x256x256x256xf16>)
    -> tensor<16x64x512x512xf16> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<16x256x256x256xf16>) -> tensor<16x64x512x512xf16>
  return %y : tensor<16x64x512x512xf16>
}

func.func @depth_column_row_b4_f16(%x: tensor<32x128x256x256xf16>)
    -> tensor<32x8x1024x1024xf16> {
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<32x128x256x256xf16>) -> tensor<32x8x1024x1024xf16>
  return %y : tensor<32x8x1024x1024xf16>
}

func.func @depth_column_row_b3_f16(%x: tensor<32x144x224x224xf16>)
    -> tensor<32x16x672x672xf16> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<32x144x224x224xf16>) -> tensor<32x16x672x672xf16>
  return %y : tensor<32x16x672x672xf16>
}

func.func @unfold_k3_f16(%x: tensor<32x64x128x128xf16>)
    -> tensor<32x576x16384xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<32x64x128x128xf16>) -> tensor<32x576x16384xf16>
  return %y : tensor<32x576x16384xf16>
}

func.func @unfold_k3_dilated_f16(%x: tensor<32x64x128x128xf16>)
    -> tensor<32x576x16384xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [2, 2],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<32x64x128x128xf16>) -> tensor<32x576x16384xf16>
  return %y : tensor<32x576x16384xf16>
}

func.func @unfold_k7_s2_f16(%x: tensor<64x3x512x512xf16>)
    -> tensor<64x147x65536xf16> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2], dilations = [1, 1],
      start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<64x3x512x512xf16>) -> tensor<64x147x65536xf16>
  return %y : tensor<64x147x65536xf16>
}

func.func @unfold_patches_f16(%x: tensor<256x3x512x512xf16>)
    -> tensor<256x768x1024xf16> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<256x3x512x512xf16>) -> tensor<256x768x1024xf16>
  return %y : tensor<256x768x1024xf16>
}

func.func @unfold_1d_f16(%x: tensor<128x64x4096xf16>)
    -> tensor<128x576x4096xf16> {
  %y = dml.unfold %x, window_sizes = [9], strides = [1], dilations = [1],
      start_padding = [4], end_padding = [4]
      : (tensor<128x64x4096xf16>) -> tensor<128x576x4096xf16>
  return %y : tensor<128x576x4096xf16>
}

func.func @unfold_3d_f16(%x: tensor<2x16x32x64x64xf16>)
    -> tensor<2x432x131072xf16> {
  %y = dml.unfold %x, window_sizes = [3, 3, 3], strides = [1, 1, 1], dilations = [1, 1, 1],
      start_padding = [1, 1, 1], end_padding = [1, 1, 1]
      : (tensor<2x16x32x64x64xf16>) -> tensor<2x432x131072xf16>
  return %y : tensor<2x432x131072xf16>
}

func.func @max_unpooling_f16(%v: tensor<32x64x256x256xf16>, %i: tensor<32x64x256x256xui32>)
    -> tensor<32x64x512x512xf16> {
  %y = dml.max_unpooling %v, %i
      : (tensor<32x64x256x256xf16>, tensor<32x64x256x256xui32>) -> tensor<32x64x512x512xf16>
  return %y : tensor<32x64x512x512xf16>
}

func.func @depth_column_row_b2_i8(%x: tensor<32x256x256x256xi8>)
    -> tensor<32x64x512x512xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<32x256x256x256xi8>) -> tensor<32x64x512x512xi8>
  return %y : tensor<32x64x512x512xi8>
}

func.func @column_row_depth_b2_i8(%x: tensor<32x256x256x256xi8>)
    -> tensor<32x64x512x512xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<32x256x256x256xi8>) -> tensor<32x64x512x512xi8>
  return %y : tensor<32x64x512x512xi8>
}

func.func @depth_column_row_b4_i8(%x: tensor<64x128x256x256xi8>)
    -> tensor<64x8x1024x1024xi8> {
  %y = dml.depth_to_space1 %x, block_size = 4, order = depth_column_row
      : (tensor<64x128x256x256xi8>) -> tensor<64x8x1024x1024xi8>
  return %y : tensor<64x8x1024x1024xi8>
}

func.func @depth_column_row_b3_i8(%x: tensor<64x144x224x224xi8>)
    -> tensor<64x16x672x672xi8> {
  %y = dml.depth_to_space1 %x, block_size = 3, order = depth_column_row
      : (tensor<64x144x224x224xi8>) -> tensor<64x16x672x672xi8>
  return %y : tensor<64x16x672x672xi8>
}

func.func @unfold_k3_i8(%x: tensor<64x64x128x128xi8>)
    -> tensor<64x576x16384xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [1, 1],
      start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<64x64x128x128xi8>) -> tensor<64x576x16384xi8>
  return %y : tensor<64x576x16384xi8>
}

func.func @unfold_k3_dilated_i8(%x: tensor<64x64x128x128xi8>)
    -> tensor<64x576x16384xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1], dilations = [2, 2],
      start_padding = [2, 2], end_padding = [2, 2]
      : (tensor<64x64x128x128xi8>) -> tensor<64x576x16384xi8>
  return %y : tensor<64x576x16384xi8>
}

func.func @unfold_k7_s2_i8(%x: tensor<128x3x512x512xi8>)
    -> tensor<128x147x65536xi8> {
  %y = dml.unfold %x, window_sizes = [7, 7], strides = [2, 2], dilations = [1, 1],
      start_padding = [3, 3], end_padding = [3, 3]
      : (tensor<128x3x512x512xi8>) -> tensor<128x147x65536xi8>
  return %y : tensor<128x147x65536xi8>
}

func.func @unfold_patches_i8(%x: tensor<512x3x512x512xi8>)
    -> tensor<512x768x1024xi8> {
  %y = dml.unfold %x, window_sizes = [16, 16], strides = [16, 16], dilations = [1, 1],
      start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<512x3x512x512xi8>) -> tensor<512x768x1024xi8>
  return %y : tensor<512x768x1024xi8>
}

func.func @unfold_1d_i8(%x: tensor<256x64x4096xi8>)
    -> tensor<256x576x4096xi8> {
  %y = dml.unfold %x, window_sizes = [9], strides = [1], dilations = [1],
      start_padding = [4], end_padding = [4]
      : (tensor<256x64x4096xi8>) -> tensor<256x576x4096xi8>
  return %y : tensor<256x576x4096xi8>
}

func.func @unfold_3d_i8(%x: tensor<4x16x32x64x64xi8>)
    -> tensor<4x432x131072xi8> {
  %y = dml.unfold %x, window_sizes = [3, 3, 3], strides = [1, 1, 1], dilations = [1, 1, 1],
      start_padding = [1, 1, 1], end_padding = [1, 1, 1]
      : (tensor<4x16x32x64x64xi8>) -> tensor<4x432x131072xi8>
  return %y : tensor<4x432x131072xi8>
}

func.func @max_unpooling_i8(%v: tensor<64x64x256x256xi8>, %i: tensor<64x64x256x256xui32>)
    -> tensor<64x64x512x512xi8> {
  %y = dml.max_unpooling %v, %i
      : (tensor<64x64x256x256xi8>, tensor<64x64x256x256xui32>) -> tensor<64x64x512x512xi8>
  return %y : tensor<64x64x512x512xi8>
}
