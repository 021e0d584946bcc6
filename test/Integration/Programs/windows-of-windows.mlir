// Windows that reach beyond the result of a pooling guard its loop over rows. A
// device computes their elements in words, whatever their type.

// RUN: dml-run %s --device=reference --function=i8 \
// RUN:   --input=3x1x9x1x14xi8=random:1 --output=@%t.i8.npy
// RUN: %run %s --function=i8 --input=3x1x9x1x14xi8=random:1 \
// RUN:   --expected-output=@%t.i8.npy
func.func @i8(%x: tensor<3x1x9x1x14xi8>) -> tensor<3x24x112xi8> {
  %0 = dml.max_pooling2 %x, window_sizes = [3, 3, 4], strides = [1, 4, 2], start_padding = [0, 0, 2], end_padding = [0, 2, 0]
      : (tensor<3x1x9x1x14xi8>) -> tensor<3x1x7x1x7xi8>
  %1 = dml.unfold %0, window_sizes = [2, 4, 3], strides = [1, 1, 1], dilations = [1, 3, 1], start_padding = [0, 0, 0], end_padding = [2, 9, 9]
      : (tensor<3x1x7x1x7xi8>) -> tensor<3x24x112xi8>
  return %1 : tensor<3x24x112xi8>
}

// RUN: dml-run %s --device=reference --function=ui16 \
// RUN:   --input=2x3x12x12xui16=random:2 --output=@%t.ui16.npy
// RUN: %run %s --function=ui16 --input=2x3x12x12xui16=random:2 \
// RUN:   --expected-output=@%t.ui16.npy
func.func @ui16(%x: tensor<2x3x12x12xui16>) -> tensor<2x27x49xui16> {
  %0 = dml.max_pooling2 %x, window_sizes = [6, 6]
      : (tensor<2x3x12x12xui16>) -> tensor<2x3x7x7xui16>
  %1 = dml.unfold %0, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x7x7xui16>) -> tensor<2x27x49xui16>
  return %1 : tensor<2x27x49xui16>
}

// RUN: dml-run %s --device=reference --function=f16 \
// RUN:   --input=2x3x12x12xf16=random:3 --output=@%t.f16.npy
// RUN: %run %s --function=f16 --input=2x3x12x12xf16=random:3 \
// RUN:   --expected-output=@%t.f16.npy
func.func @f16(%x: tensor<2x3x12x12xf16>) -> tensor<2x27x49xf16> {
  %0 = dml.max_pooling2 %x, window_sizes = [6, 6]
      : (tensor<2x3x12x12xf16>) -> tensor<2x3x7x7xf16>
  %1 = dml.unfold %0, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<2x3x7x7xf16>) -> tensor<2x27x49xf16>
  return %1 : tensor<2x27x49xf16>
}

// No element type is named where the device supports none.
// RUN: dml-opt %s --dml-gpu-pipeline | FileCheck %s
// CHECK-NOT: Int8
// CHECK-NOT: Int16
// CHECK-NOT: Float16
