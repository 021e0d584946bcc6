// Neighbours of the results that are far apart in the source: blocks of both are
// transposed in registers. Sizes are odd, so that the last blocks overlap others.

// Windows of channels-last images, with and without padding.

// RUN: dml-run %s --device=reference --function=windows_i8 --input=3x17x5x23xi8=random:1 \
// RUN:   --output=@%t.windows_i80.npy \
// RUN:   --output=@%t.windows_i81.npy \
// RUN:   --output=@%t.windows_i82.npy \
// RUN:   --output=@%t.windows_i83.npy
// RUN: %run %s --function=windows_i8 --input=3x17x5x23xi8=random:1 \
// RUN:   --expected-output=@%t.windows_i80.npy \
// RUN:   --expected-output=@%t.windows_i81.npy \
// RUN:   --expected-output=@%t.windows_i82.npy \
// RUN:   --expected-output=@%t.windows_i83.npy
func.func @windows_i8(%x: tensor<3x17x5x23xi8> {dml.strides = array<i64: 1955, 1, 391, 17>})
    -> (tensor<3x153x115xi8>,
        tensor<3x51x115xi8>,
        tensor<3x102x48xi8>,
        tensor<3x68x88xi8>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x17x5x23xi8>) -> tensor<3x153x115xi8>
  %y1 = dml.unfold %x, window_sizes = [3, 1], strides = [1, 1],
      dilations = [2, 1], start_padding = [2, 0], end_padding = [2, 0]
      : (tensor<3x17x5x23xi8>) -> tensor<3x51x115xi8>
  %y2 = dml.unfold %x, window_sizes = [2, 3], strides = [1, 2],
      dilations = [1, 1], start_padding = [0, 2], end_padding = [0, 1]
      : (tensor<3x17x5x23xi8>) -> tensor<3x102x48xi8>
  %y3 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x17x5x23xi8>) -> tensor<3x68x88xi8>
  return %y0, %y1, %y2, %y3
      : tensor<3x153x115xi8>,
        tensor<3x51x115xi8>,
        tensor<3x102x48xi8>,
        tensor<3x68x88xi8>
}

// RUN: dml-run %s --device=reference --function=windows_f16 --input=3x17x5x23xf16=random:2 \
// RUN:   --output=@%t.windows_f160.npy \
// RUN:   --output=@%t.windows_f161.npy \
// RUN:   --output=@%t.windows_f162.npy \
// RUN:   --output=@%t.windows_f163.npy
// RUN: %run %s --function=windows_f16 --input=3x17x5x23xf16=random:2 \
// RUN:   --expected-output=@%t.windows_f160.npy \
// RUN:   --expected-output=@%t.windows_f161.npy \
// RUN:   --expected-output=@%t.windows_f162.npy \
// RUN:   --expected-output=@%t.windows_f163.npy
func.func @windows_f16(%x: tensor<3x17x5x23xf16> {dml.strides = array<i64: 1955, 1, 391, 17>})
    -> (tensor<3x153x115xf16>,
        tensor<3x51x115xf16>,
        tensor<3x102x48xf16>,
        tensor<3x68x88xf16>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x17x5x23xf16>) -> tensor<3x153x115xf16>
  %y1 = dml.unfold %x, window_sizes = [3, 1], strides = [1, 1],
      dilations = [2, 1], start_padding = [2, 0], end_padding = [2, 0]
      : (tensor<3x17x5x23xf16>) -> tensor<3x51x115xf16>
  %y2 = dml.unfold %x, window_sizes = [2, 3], strides = [1, 2],
      dilations = [1, 1], start_padding = [0, 2], end_padding = [0, 1]
      : (tensor<3x17x5x23xf16>) -> tensor<3x102x48xf16>
  %y3 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x17x5x23xf16>) -> tensor<3x68x88xf16>
  return %y0, %y1, %y2, %y3
      : tensor<3x153x115xf16>,
        tensor<3x51x115xf16>,
        tensor<3x102x48xf16>,
        tensor<3x68x88xf16>
}

// RUN: dml-run %s --device=reference --function=windows_i32 --input=3x17x5x23xi32=random:3 \
// RUN:   --output=@%t.windows_i320.npy \
// RUN:   --output=@%t.windows_i321.npy \
// RUN:   --output=@%t.windows_i322.npy \
// RUN:   --output=@%t.windows_i323.npy
// RUN: %run %s --function=windows_i32 --input=3x17x5x23xi32=random:3 \
// RUN:   --expected-output=@%t.windows_i320.npy \
// RUN:   --expected-output=@%t.windows_i321.npy \
// RUN:   --expected-output=@%t.windows_i322.npy \
// RUN:   --expected-output=@%t.windows_i323.npy
func.func @windows_i32(%x: tensor<3x17x5x23xi32> {dml.strides = array<i64: 1955, 1, 391, 17>})
    -> (tensor<3x153x115xi32>,
        tensor<3x51x115xi32>,
        tensor<3x102x48xi32>,
        tensor<3x68x88xi32>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x17x5x23xi32>) -> tensor<3x153x115xi32>
  %y1 = dml.unfold %x, window_sizes = [3, 1], strides = [1, 1],
      dilations = [2, 1], start_padding = [2, 0], end_padding = [2, 0]
      : (tensor<3x17x5x23xi32>) -> tensor<3x51x115xi32>
  %y2 = dml.unfold %x, window_sizes = [2, 3], strides = [1, 2],
      dilations = [1, 1], start_padding = [0, 2], end_padding = [0, 1]
      : (tensor<3x17x5x23xi32>) -> tensor<3x102x48xi32>
  %y3 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x17x5x23xi32>) -> tensor<3x68x88xi32>
  return %y0, %y1, %y2, %y3
      : tensor<3x153x115xi32>,
        tensor<3x51x115xi32>,
        tensor<3x102x48xi32>,
        tensor<3x68x88xi32>
}

// RUN: dml-run %s --device=reference --function=windows_f64 --input=3x17x5x23xf64=random:4 \
// RUN:   --output=@%t.windows_f640.npy \
// RUN:   --output=@%t.windows_f641.npy \
// RUN:   --output=@%t.windows_f642.npy \
// RUN:   --output=@%t.windows_f643.npy
// RUN: %run %s --function=windows_f64 --input=3x17x5x23xf64=random:4 \
// RUN:   --expected-output=@%t.windows_f640.npy \
// RUN:   --expected-output=@%t.windows_f641.npy \
// RUN:   --expected-output=@%t.windows_f642.npy \
// RUN:   --expected-output=@%t.windows_f643.npy
func.func @windows_f64(%x: tensor<3x17x5x23xf64> {dml.strides = array<i64: 1955, 1, 391, 17>})
    -> (tensor<3x153x115xf64>,
        tensor<3x51x115xf64>,
        tensor<3x102x48xf64>,
        tensor<3x68x88xf64>) {
  %y0 = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
      dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<3x17x5x23xf64>) -> tensor<3x153x115xf64>
  %y1 = dml.unfold %x, window_sizes = [3, 1], strides = [1, 1],
      dilations = [2, 1], start_padding = [2, 0], end_padding = [2, 0]
      : (tensor<3x17x5x23xf64>) -> tensor<3x51x115xf64>
  %y2 = dml.unfold %x, window_sizes = [2, 3], strides = [1, 2],
      dilations = [1, 1], start_padding = [0, 2], end_padding = [0, 1]
      : (tensor<3x17x5x23xf64>) -> tensor<3x102x48xf64>
  %y3 = dml.unfold %x, window_sizes = [2, 2], strides = [1, 1],
      dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
      : (tensor<3x17x5x23xf64>) -> tensor<3x68x88xf64>
  return %y0, %y1, %y2, %y3
      : tensor<3x153x115xf64>,
        tensor<3x51x115xf64>,
        tensor<3x102x48xf64>,
        tensor<3x68x88xf64>
}

// Several ranges of both loops, of which the last ones have the rest; blocks of
// the shortest loops.

// RUN: dml-run %s --device=reference --function=copies_i8 --input=1x131x1100xi8=random:5 --input=3x18x5xi8=random:6 --input=3x37x6xi8=random:7 \
// RUN:   --output=@%t.copies_i80.npy \
// RUN:   --output=@%t.copies_i81.npy \
// RUN:   --output=@%t.copies_i82.npy
// RUN: %run %s --function=copies_i8 --input=1x131x1100xi8=random:5 --input=3x18x5xi8=random:6 --input=3x37x6xi8=random:7 \
// RUN:   --expected-output=@%t.copies_i80.npy \
// RUN:   --expected-output=@%t.copies_i81.npy \
// RUN:   --expected-output=@%t.copies_i82.npy
func.func @copies_i8(
    %x0: tensor<1x131x1100xi8> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x18x5xi8> {dml.strides = array<i64: 90, 1, 18>},
    %x2: tensor<3x37x6xi8> {dml.strides = array<i64: 222, 1, 37>})
    -> (tensor<1x131x1100xi8>, tensor<3x18x5xi8>, tensor<3x37x6xi8>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xi8>) -> tensor<1x131x1100xi8>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x18x5xi8>) -> tensor<3x18x5xi8>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x37x6xi8>) -> tensor<3x37x6xi8>
  return %y0, %y1, %y2
      : tensor<1x131x1100xi8>, tensor<3x18x5xi8>, tensor<3x37x6xi8>
}

// RUN: dml-run %s --device=reference --function=copies_f16 --input=1x131x1100xf16=random:8 --input=3x18x5xf16=random:9 --input=3x37x6xf16=random:10 \
// RUN:   --output=@%t.copies_f160.npy \
// RUN:   --output=@%t.copies_f161.npy \
// RUN:   --output=@%t.copies_f162.npy
// RUN: %run %s --function=copies_f16 --input=1x131x1100xf16=random:8 --input=3x18x5xf16=random:9 --input=3x37x6xf16=random:10 \
// RUN:   --expected-output=@%t.copies_f160.npy \
// RUN:   --expected-output=@%t.copies_f161.npy \
// RUN:   --expected-output=@%t.copies_f162.npy
func.func @copies_f16(
    %x0: tensor<1x131x1100xf16> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x18x5xf16> {dml.strides = array<i64: 90, 1, 18>},
    %x2: tensor<3x37x6xf16> {dml.strides = array<i64: 222, 1, 37>})
    -> (tensor<1x131x1100xf16>, tensor<3x18x5xf16>, tensor<3x37x6xf16>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xf16>) -> tensor<1x131x1100xf16>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x18x5xf16>) -> tensor<3x18x5xf16>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x37x6xf16>) -> tensor<3x37x6xf16>
  return %y0, %y1, %y2
      : tensor<1x131x1100xf16>, tensor<3x18x5xf16>, tensor<3x37x6xf16>
}

// RUN: dml-run %s --device=reference --function=copies_i32 --input=1x131x1100xi32=random:11 --input=3x18x5xi32=random:12 --input=3x37x6xi32=random:13 \
// RUN:   --output=@%t.copies_i320.npy \
// RUN:   --output=@%t.copies_i321.npy \
// RUN:   --output=@%t.copies_i322.npy
// RUN: %run %s --function=copies_i32 --input=1x131x1100xi32=random:11 --input=3x18x5xi32=random:12 --input=3x37x6xi32=random:13 \
// RUN:   --expected-output=@%t.copies_i320.npy \
// RUN:   --expected-output=@%t.copies_i321.npy \
// RUN:   --expected-output=@%t.copies_i322.npy
func.func @copies_i32(
    %x0: tensor<1x131x1100xi32> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x18x5xi32> {dml.strides = array<i64: 90, 1, 18>},
    %x2: tensor<3x37x6xi32> {dml.strides = array<i64: 222, 1, 37>})
    -> (tensor<1x131x1100xi32>, tensor<3x18x5xi32>, tensor<3x37x6xi32>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xi32>) -> tensor<1x131x1100xi32>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x18x5xi32>) -> tensor<3x18x5xi32>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x37x6xi32>) -> tensor<3x37x6xi32>
  return %y0, %y1, %y2
      : tensor<1x131x1100xi32>, tensor<3x18x5xi32>, tensor<3x37x6xi32>
}

// RUN: dml-run %s --device=reference --function=copies_f64 --input=1x131x1100xf64=random:14 --input=3x18x5xf64=random:15 --input=3x37x6xf64=random:16 \
// RUN:   --output=@%t.copies_f640.npy \
// RUN:   --output=@%t.copies_f641.npy \
// RUN:   --output=@%t.copies_f642.npy
// RUN: %run %s --function=copies_f64 --input=1x131x1100xf64=random:14 --input=3x18x5xf64=random:15 --input=3x37x6xf64=random:16 \
// RUN:   --expected-output=@%t.copies_f640.npy \
// RUN:   --expected-output=@%t.copies_f641.npy \
// RUN:   --expected-output=@%t.copies_f642.npy
func.func @copies_f64(
    %x0: tensor<1x131x1100xf64> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x18x5xf64> {dml.strides = array<i64: 90, 1, 18>},
    %x2: tensor<3x37x6xf64> {dml.strides = array<i64: 222, 1, 37>})
    -> (tensor<1x131x1100xf64>, tensor<3x18x5xf64>, tensor<3x37x6xf64>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xf64>) -> tensor<1x131x1100xf64>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x18x5xf64>) -> tensor<3x18x5xf64>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x37x6xf64>) -> tensor<3x37x6xf64>
  return %y0, %y1, %y2
      : tensor<1x131x1100xf64>, tensor<3x18x5xf64>, tensor<3x37x6xf64>
}
