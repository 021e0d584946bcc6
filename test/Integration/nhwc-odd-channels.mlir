// Folds and poolings to NHWC data of odd channels: vectors of the result begin in a
// pixel and go on in the next one, which the same tile has or, with strides, has not.

// RUN: dml-run %s --device=reference --function=i16 \
// RUN:   --input=2x405x225xi16=random:1 --output=@%t.i16.npy
// RUN: %run %s --function=i16 --input=2x405x225xi16=random:1 \
// RUN:   --expected-output=@%t.i16.npy
func.func @i16(%x: tensor<2x405x225xi16>)
    -> (tensor<2x45x31x31xi16> {dml.strides = array<i64: 43245, 1, 1395, 45>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x405x225xi16>) -> tensor<2x45x31x31xi16>
  return %y : tensor<2x45x31x31xi16>
}

// RUN: dml-run %s --device=reference --function=f16 \
// RUN:   --input=2x875x529xf16=uniform:2:-8:8 --output=@%t.f16.npy
// RUN: %run %s --function=f16 --input=2x875x529xf16=uniform:2:-8:8 \
// RUN:   --expected-output=@%t.f16.npy
func.func @f16(%x: tensor<2x875x529xf16>)
    -> (tensor<2x35x27x27xf16> {dml.strides = array<i64: 25515, 1, 945, 35>}) {
  %y = dml.fold %x, window_sizes = [5, 5], strides = [1, 1]
      : (tensor<2x875x529xf16>) -> tensor<2x35x27x27xf16>
  return %y : tensor<2x35x27x27xf16>
}

// RUN: dml-run %s --device=reference --function=i8 \
// RUN:   --input=2x639x1156xi8=random:3 --output=@%t.i8.npy
// RUN: %run %s --function=i8 --input=2x639x1156xi8=random:3 \
// RUN:   --expected-output=@%t.i8.npy
func.func @i8(%x: tensor<2x639x1156xi8>)
    -> (tensor<2x71x70x70xi8> {dml.strides = array<i64: 347900, 1, 4970, 71>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x639x1156xi8>) -> tensor<2x71x70x70xi8>
  return %y : tensor<2x71x70x70xi8>
}

// RUN: dml-run %s --device=reference --function=f32 \
// RUN:   --input=2x153x576xf32=uniform:4:-8:8 --output=@%t.f32.npy
// RUN: %run %s --function=f32 --input=2x153x576xf32=uniform:4:-8:8 \
// RUN:   --expected-output=@%t.f32.npy
func.func @f32(%x: tensor<2x153x576xf32>)
    -> (tensor<2x17x50x50xf32> {dml.strides = array<i64: 42500, 1, 850, 17>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<2x153x576xf32>) -> tensor<2x17x50x50xf32>
  return %y : tensor<2x17x50x50xf32>
}

// RUN: dml-run %s --device=reference --function=i64 \
// RUN:   --input=1x99x600xi64=random:5 --output=@%t.i64.npy
// RUN: %run %s --function=i64 --input=1x99x600xi64=random:5 \
// RUN:   --expected-output=@%t.i64.npy
func.func @i64(%x: tensor<1x99x600xi64>)
    -> (tensor<1x11x50x51xi64> {dml.strides = array<i64: 28050, 1, 561, 11>}) {
  %y = dml.fold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<1x99x600xi64>) -> tensor<1x11x50x51xi64>
  return %y : tensor<1x11x50x51xi64>
}

// RUN: dml-run %s --device=reference --function=pooled_f32 \
// RUN:   --input=2x37x9x13xf32=random:6 --output=@%t.pooled_f32.npy
// RUN: %run %s --function=pooled_f32 --input=2x37x9x13xf32=random:6 \
// RUN:   --expected-output=@%t.pooled_f32.npy
func.func @pooled_f32(%x: tensor<2x37x9x13xf32>)
    -> (tensor<2x37x7x11xf32> {dml.strides = array<i64: 2849, 1, 407, 37>}) {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<2x37x9x13xf32>) -> tensor<2x37x7x11xf32>
  return %y : tensor<2x37x7x11xf32>
}

// RUN: dml-run %s --device=reference --function=pooled_i64 \
// RUN:   --input=1x19x8x21xi64=random:7 --output=@%t.pooled_i64.npy
// RUN: %run %s --function=pooled_i64 --input=1x19x8x21xi64=random:7 \
// RUN:   --expected-output=@%t.pooled_i64.npy
func.func @pooled_i64(%x: tensor<1x19x8x21xi64>)
    -> (tensor<1x19x6x19xi64> {dml.strides = array<i64: 2166, 1, 361, 19>}) {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x19x8x21xi64>) -> tensor<1x19x6x19xi64>
  return %y : tensor<1x19x6x19xi64>
}
