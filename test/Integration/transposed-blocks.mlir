// Neighbours of the results that are far apart in the source: blocks of both are
// transposed in registers. Sizes are odd, so that the last blocks overlap others.

// Windows of channels-last images, with and without padding.

// RUN: dml-run %s --device=reference --function=windows_i8 \
// RUN:   --input=3x17x5x23xi8=random:1 \
// RUN:   --output=@%t.windows_i80.npy \
// RUN:   --output=@%t.windows_i81.npy \
// RUN:   --output=@%t.windows_i82.npy \
// RUN:   --output=@%t.windows_i83.npy
// RUN: %run %s --function=windows_i8 \
// RUN:   --input=3x17x5x23xi8=random:1 \
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

// RUN: dml-run %s --device=reference --function=windows_f16 \
// RUN:   --input=3x17x5x23xf16=random:2 \
// RUN:   --output=@%t.windows_f160.npy \
// RUN:   --output=@%t.windows_f161.npy \
// RUN:   --output=@%t.windows_f162.npy \
// RUN:   --output=@%t.windows_f163.npy
// RUN: %run %s --function=windows_f16 \
// RUN:   --input=3x17x5x23xf16=random:2 \
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

// RUN: dml-run %s --device=reference --function=windows_i32 \
// RUN:   --input=3x17x5x23xi32=random:3 \
// RUN:   --output=@%t.windows_i320.npy \
// RUN:   --output=@%t.windows_i321.npy \
// RUN:   --output=@%t.windows_i322.npy \
// RUN:   --output=@%t.windows_i323.npy
// RUN: %run %s --function=windows_i32 \
// RUN:   --input=3x17x5x23xi32=random:3 \
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

// RUN: dml-run %s --device=reference --function=windows_f64 \
// RUN:   --input=3x17x5x23xf64=random:4 \
// RUN:   --output=@%t.windows_f640.npy \
// RUN:   --output=@%t.windows_f641.npy \
// RUN:   --output=@%t.windows_f642.npy \
// RUN:   --output=@%t.windows_f643.npy
// RUN: %run %s --function=windows_f64 \
// RUN:   --input=3x17x5x23xf64=random:4 \
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

// Several ranges of both loops, of which the last ones have the rest; the
// shortest loops; columns in pages of their own; rows that are whole lines.

// RUN: dml-run %s --device=reference --function=copies_i8 \
// RUN:   --input=1x131x1100xi8=random:5 --input=3x5x18xi8=random:6 \
// RUN:   --input=3x6x37xi8=random:7 --input=1x4099x19xi8=random:8 \
// RUN:   --input=1x70x64xi8=random:9 \
// RUN:   --output=@%t.copies_i80.npy \
// RUN:   --output=@%t.copies_i81.npy \
// RUN:   --output=@%t.copies_i82.npy \
// RUN:   --output=@%t.copies_i83.npy \
// RUN:   --output=@%t.copies_i84.npy
// RUN: %run %s --function=copies_i8 \
// RUN:   --input=1x131x1100xi8=random:5 --input=3x5x18xi8=random:6 \
// RUN:   --input=3x6x37xi8=random:7 --input=1x4099x19xi8=random:8 \
// RUN:   --input=1x70x64xi8=random:9 \
// RUN:   --expected-output=@%t.copies_i80.npy \
// RUN:   --expected-output=@%t.copies_i81.npy \
// RUN:   --expected-output=@%t.copies_i82.npy \
// RUN:   --expected-output=@%t.copies_i83.npy \
// RUN:   --expected-output=@%t.copies_i84.npy
func.func @copies_i8(
    %x0: tensor<1x131x1100xi8> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x5x18xi8> {dml.strides = array<i64: 360, 1, 20>},
    %x2: tensor<3x6x37xi8> {dml.strides = array<i64: 740, 1, 20>},
    %x3: tensor<1x4099x19xi8> {dml.strides = array<i64: 77881, 1, 4099>},
    %x4: tensor<1x70x64xi8> {dml.strides = array<i64: 4480, 1, 70>})
    -> (tensor<1x131x1100xi8>,
        tensor<3x5x18xi8>,
        tensor<3x6x37xi8>,
        tensor<1x4099x19xi8>,
        tensor<1x70x64xi8>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xi8>) -> tensor<1x131x1100xi8>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x5x18xi8>) -> tensor<3x5x18xi8>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x6x37xi8>) -> tensor<3x6x37xi8>
  %y3 = dml.unfold %x3, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x4099x19xi8>) -> tensor<1x4099x19xi8>
  %y4 = dml.unfold %x4, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x70x64xi8>) -> tensor<1x70x64xi8>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x131x1100xi8>,
        tensor<3x5x18xi8>,
        tensor<3x6x37xi8>,
        tensor<1x4099x19xi8>,
        tensor<1x70x64xi8>
}

// RUN: dml-run %s --device=reference --function=copies_f16 \
// RUN:   --input=1x131x1100xf16=random:10 --input=3x5x18xf16=random:11 \
// RUN:   --input=3x6x37xf16=random:12 --input=1x4099x19xf16=random:13 \
// RUN:   --input=1x70x64xf16=random:14 \
// RUN:   --output=@%t.copies_f160.npy \
// RUN:   --output=@%t.copies_f161.npy \
// RUN:   --output=@%t.copies_f162.npy \
// RUN:   --output=@%t.copies_f163.npy \
// RUN:   --output=@%t.copies_f164.npy
// RUN: %run %s --function=copies_f16 \
// RUN:   --input=1x131x1100xf16=random:10 --input=3x5x18xf16=random:11 \
// RUN:   --input=3x6x37xf16=random:12 --input=1x4099x19xf16=random:13 \
// RUN:   --input=1x70x64xf16=random:14 \
// RUN:   --expected-output=@%t.copies_f160.npy \
// RUN:   --expected-output=@%t.copies_f161.npy \
// RUN:   --expected-output=@%t.copies_f162.npy \
// RUN:   --expected-output=@%t.copies_f163.npy \
// RUN:   --expected-output=@%t.copies_f164.npy
func.func @copies_f16(
    %x0: tensor<1x131x1100xf16> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x5x18xf16> {dml.strides = array<i64: 360, 1, 20>},
    %x2: tensor<3x6x37xf16> {dml.strides = array<i64: 740, 1, 20>},
    %x3: tensor<1x4099x19xf16> {dml.strides = array<i64: 77881, 1, 4099>},
    %x4: tensor<1x70x64xf16> {dml.strides = array<i64: 4480, 1, 70>})
    -> (tensor<1x131x1100xf16>,
        tensor<3x5x18xf16>,
        tensor<3x6x37xf16>,
        tensor<1x4099x19xf16>,
        tensor<1x70x64xf16>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xf16>) -> tensor<1x131x1100xf16>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x5x18xf16>) -> tensor<3x5x18xf16>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x6x37xf16>) -> tensor<3x6x37xf16>
  %y3 = dml.unfold %x3, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x4099x19xf16>) -> tensor<1x4099x19xf16>
  %y4 = dml.unfold %x4, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x70x64xf16>) -> tensor<1x70x64xf16>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x131x1100xf16>,
        tensor<3x5x18xf16>,
        tensor<3x6x37xf16>,
        tensor<1x4099x19xf16>,
        tensor<1x70x64xf16>
}

// RUN: dml-run %s --device=reference --function=copies_i32 \
// RUN:   --input=1x131x1100xi32=random:15 --input=3x5x18xi32=random:16 \
// RUN:   --input=3x6x37xi32=random:17 --input=1x4099x19xi32=random:18 \
// RUN:   --input=1x70x64xi32=random:19 \
// RUN:   --output=@%t.copies_i320.npy \
// RUN:   --output=@%t.copies_i321.npy \
// RUN:   --output=@%t.copies_i322.npy \
// RUN:   --output=@%t.copies_i323.npy \
// RUN:   --output=@%t.copies_i324.npy
// RUN: %run %s --function=copies_i32 \
// RUN:   --input=1x131x1100xi32=random:15 --input=3x5x18xi32=random:16 \
// RUN:   --input=3x6x37xi32=random:17 --input=1x4099x19xi32=random:18 \
// RUN:   --input=1x70x64xi32=random:19 \
// RUN:   --expected-output=@%t.copies_i320.npy \
// RUN:   --expected-output=@%t.copies_i321.npy \
// RUN:   --expected-output=@%t.copies_i322.npy \
// RUN:   --expected-output=@%t.copies_i323.npy \
// RUN:   --expected-output=@%t.copies_i324.npy
func.func @copies_i32(
    %x0: tensor<1x131x1100xi32> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x5x18xi32> {dml.strides = array<i64: 360, 1, 20>},
    %x2: tensor<3x6x37xi32> {dml.strides = array<i64: 740, 1, 20>},
    %x3: tensor<1x4099x19xi32> {dml.strides = array<i64: 77881, 1, 4099>},
    %x4: tensor<1x70x64xi32> {dml.strides = array<i64: 4480, 1, 70>})
    -> (tensor<1x131x1100xi32>,
        tensor<3x5x18xi32>,
        tensor<3x6x37xi32>,
        tensor<1x4099x19xi32>,
        tensor<1x70x64xi32>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xi32>) -> tensor<1x131x1100xi32>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x5x18xi32>) -> tensor<3x5x18xi32>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x6x37xi32>) -> tensor<3x6x37xi32>
  %y3 = dml.unfold %x3, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x4099x19xi32>) -> tensor<1x4099x19xi32>
  %y4 = dml.unfold %x4, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x70x64xi32>) -> tensor<1x70x64xi32>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x131x1100xi32>,
        tensor<3x5x18xi32>,
        tensor<3x6x37xi32>,
        tensor<1x4099x19xi32>,
        tensor<1x70x64xi32>
}

// RUN: dml-run %s --device=reference --function=copies_f64 \
// RUN:   --input=1x131x1100xf64=random:20 --input=3x5x18xf64=random:21 \
// RUN:   --input=3x6x37xf64=random:22 --input=1x4099x19xf64=random:23 \
// RUN:   --input=1x70x64xf64=random:24 \
// RUN:   --output=@%t.copies_f640.npy \
// RUN:   --output=@%t.copies_f641.npy \
// RUN:   --output=@%t.copies_f642.npy \
// RUN:   --output=@%t.copies_f643.npy \
// RUN:   --output=@%t.copies_f644.npy
// RUN: %run %s --function=copies_f64 \
// RUN:   --input=1x131x1100xf64=random:20 --input=3x5x18xf64=random:21 \
// RUN:   --input=3x6x37xf64=random:22 --input=1x4099x19xf64=random:23 \
// RUN:   --input=1x70x64xf64=random:24 \
// RUN:   --expected-output=@%t.copies_f640.npy \
// RUN:   --expected-output=@%t.copies_f641.npy \
// RUN:   --expected-output=@%t.copies_f642.npy \
// RUN:   --expected-output=@%t.copies_f643.npy \
// RUN:   --expected-output=@%t.copies_f644.npy
func.func @copies_f64(
    %x0: tensor<1x131x1100xf64> {dml.strides = array<i64: 144100, 1, 131>},
    %x1: tensor<3x5x18xf64> {dml.strides = array<i64: 360, 1, 20>},
    %x2: tensor<3x6x37xf64> {dml.strides = array<i64: 740, 1, 20>},
    %x3: tensor<1x4099x19xf64> {dml.strides = array<i64: 77881, 1, 4099>},
    %x4: tensor<1x70x64xf64> {dml.strides = array<i64: 4480, 1, 70>})
    -> (tensor<1x131x1100xf64>,
        tensor<3x5x18xf64>,
        tensor<3x6x37xf64>,
        tensor<1x4099x19xf64>,
        tensor<1x70x64xf64>) {
  %y0 = dml.unfold %x0, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x131x1100xf64>) -> tensor<1x131x1100xf64>
  %y1 = dml.unfold %x1, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x5x18xf64>) -> tensor<3x5x18xf64>
  %y2 = dml.unfold %x2, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<3x6x37xf64>) -> tensor<3x6x37xf64>
  %y3 = dml.unfold %x3, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x4099x19xf64>) -> tensor<1x4099x19xf64>
  %y4 = dml.unfold %x4, window_sizes = [1], strides = [1],
      dilations = [1], start_padding = [0], end_padding = [0]
      : (tensor<1x70x64xf64>) -> tensor<1x70x64xf64>
  return %y0, %y1, %y2, %y3, %y4
      : tensor<1x131x1100xf64>,
        tensor<3x5x18xf64>,
        tensor<3x6x37xf64>,
        tensor<1x4099x19xf64>,
        tensor<1x70x64xf64>
}
