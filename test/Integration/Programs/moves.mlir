// Padding, slices and transpositions with sizes that fill no word and no vector,
// for elements of each width. Random bits, NaNs among them: nothing but their
// place changes.

// What they do, on few elements.
// RUN: %run %s --function=small_pad "--input=2x3xi8=1 2 3 4 5 6" \
// RUN:   "--expected-output=3x6xi8=[[9 9 9 9 9 9][9 1 2 3 9 9][9 4 5 6 9 9]]"
// RUN: %run %s --function=small_extract --input=4x7xf16=iota \
// RUN:   "--expected-output=3xf16=8 10 12"
// RUN: %run %s --function=small_insert --input=3x5xf64=iota \
// RUN:   "--input=2xf64=-1 -2" \
// RUN:   "--expected-output=3x5xf64=[[0 1 2 3 4][5 -1 7 8 -2][10 11 12 13 14]]"
// RUN: %run %s --function=small_reshape --input=3x5xi16=iota \
// RUN:   --expected-output=5x3xi16=iota
// RUN: %run %s --function=rank_0 "--input=5xi8=1 2 3 4 5" \
// RUN:   --expected-output=i8=4 --expected-output=1x1xi8=4

// RUN: dml-run %s --device=cpu --function=moves_i8 --input=5x7x13xi8=random:1 \
// RUN:   --input=7x33xi8=random:2 --output=@%t.0.npy --output=@%t.1.npy \
// RUN:   --output=@%t.2.npy --output=@%t.3.npy --output=@%t.4.npy
// RUN: %run %s --function=moves_i8 --input=5x7x13xi8=random:1 \
// RUN:   --input=7x33xi8=random:2 --expected-output=@%t.0.npy \
// RUN:   --expected-output=@%t.1.npy --expected-output=@%t.2.npy \
// RUN:   --expected-output=@%t.3.npy --expected-output=@%t.4.npy
// RUN: dml-run %s --device=cpu --function=moves_f16 --input=5x7x13xf16=random:1 \
// RUN:   --input=7x33xf16=random:2 --output=@%t.0.npy --output=@%t.1.npy \
// RUN:   --output=@%t.2.npy --output=@%t.3.npy --output=@%t.4.npy
// RUN: %run %s --function=moves_f16 --input=5x7x13xf16=random:1 \
// RUN:   --input=7x33xf16=random:2 --expected-output=@%t.0.npy \
// RUN:   --expected-output=@%t.1.npy --expected-output=@%t.2.npy \
// RUN:   --expected-output=@%t.3.npy --expected-output=@%t.4.npy
// RUN: dml-run %s --device=cpu --function=moves_f32 --input=5x7x13xf32=random:1 \
// RUN:   --input=7x33xf32=random:2 --output=@%t.0.npy --output=@%t.1.npy \
// RUN:   --output=@%t.2.npy --output=@%t.3.npy --output=@%t.4.npy
// RUN: %run %s --function=moves_f32 --input=5x7x13xf32=random:1 \
// RUN:   --input=7x33xf32=random:2 --expected-output=@%t.0.npy \
// RUN:   --expected-output=@%t.1.npy --expected-output=@%t.2.npy \
// RUN:   --expected-output=@%t.3.npy --expected-output=@%t.4.npy
// RUN: dml-run %s --device=cpu --function=moves_f64 --input=5x7x13xf64=random:1 \
// RUN:   --input=7x33xf64=random:2 --output=@%t.0.npy --output=@%t.1.npy \
// RUN:   --output=@%t.2.npy --output=@%t.3.npy --output=@%t.4.npy
// RUN: %run %s --function=moves_f64 --input=5x7x13xf64=random:1 \
// RUN:   --input=7x33xf64=random:2 --expected-output=@%t.0.npy \
// RUN:   --expected-output=@%t.1.npy --expected-output=@%t.2.npy \
// RUN:   --expected-output=@%t.3.npy --expected-output=@%t.4.npy

func.func @small_pad(%x: tensor<2x3xi8>) -> tensor<3x6xi8> {
  %nine = arith.constant 9 : i8
  %y = tensor.pad %x low[1, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %nine : i8
  } : tensor<2x3xi8> to tensor<3x6xi8>
  return %y : tensor<3x6xi8>
}

func.func @small_extract(%x: tensor<4x7xf16>) -> tensor<3xf16> {
  %y = tensor.extract_slice %x[1, 1] [1, 3] [1, 2]
      : tensor<4x7xf16> to tensor<3xf16>
  return %y : tensor<3xf16>
}

func.func @small_insert(%x: tensor<3x5xf64>, %y: tensor<2xf64>)
    -> tensor<3x5xf64> {
  %z = tensor.insert_slice %y into %x[1, 1] [1, 2] [1, 3]
      : tensor<2xf64> into tensor<3x5xf64>
  return %z : tensor<3x5xf64>
}

func.func @small_reshape(%x: tensor<3x5xi16>) -> tensor<5x3xi16> {
  %shape = arith.constant dense<[5, 3]> : tensor<2xindex>
  %y = tensor.reshape %x(%shape)
      : (tensor<3x5xi16>, tensor<2xindex>) -> tensor<5x3xi16>
  return %y : tensor<5x3xi16>
}

func.func @rank_0(%x: tensor<5xi8>) -> (tensor<i8>, tensor<1x1xi8>) {
  %y = tensor.extract_slice %x[3] [1] [1] : tensor<5xi8> to tensor<i8>
  %shape = arith.constant dense<1> : tensor<2xindex>
  %z = tensor.reshape %y(%shape)
      : (tensor<i8>, tensor<2xindex>) -> tensor<1x1xi8>
  return %y, %z : tensor<i8>, tensor<1x1xi8>
}

func.func @moves_i8(%x: tensor<5x7x13xi8>, %y: tensor<7x33xi8>)
    -> (tensor<6x9x16xi8>, tensor<3x4x7xi8>, tensor<7x33xi8>,
        tensor<13x5x7xi8>, tensor<65x7xi8>) {
  %padding = arith.constant -5 : i8
  %padded = tensor.pad %x low[1, 0, 2] high[0, 2, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %padding : i8
  } : tensor<5x7x13xi8> to tensor<6x9x16xi8>
  %strided = tensor.extract_slice %x[0, 1, 0] [3, 4, 7] [2, 1, 2]
      : tensor<5x7x13xi8> to tensor<3x4x7xi8>
  %plane = tensor.extract_slice %x[2, 2, 1] [1, 3, 11] [1, 2, 1]
      : tensor<5x7x13xi8> to tensor<3x11xi8>
  %inserted = tensor.insert_slice %plane into %y[1, 1] [3, 11] [2, 3]
      : tensor<3x11xi8> into tensor<7x33xi8>
  %empty = tensor.empty() : tensor<13x5x7xi8>
  %transposed = linalg.transpose ins(%x : tensor<5x7x13xi8>)
      outs(%empty : tensor<13x5x7xi8>) permutation = [2, 0, 1]
  %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]]
      : tensor<13x5x7xi8> into tensor<65x7xi8>
  return %padded, %strided, %inserted, %transposed, %collapsed
      : tensor<6x9x16xi8>, tensor<3x4x7xi8>, tensor<7x33xi8>,
        tensor<13x5x7xi8>, tensor<65x7xi8>
}

func.func @moves_f16(%x: tensor<5x7x13xf16>, %y: tensor<7x33xf16>)
    -> (tensor<6x9x16xf16>, tensor<3x4x7xf16>, tensor<7x33xf16>,
        tensor<13x5x7xf16>, tensor<65x7xf16>) {
  %padding = arith.constant -5.0 : f16
  %padded = tensor.pad %x low[1, 0, 2] high[0, 2, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %padding : f16
  } : tensor<5x7x13xf16> to tensor<6x9x16xf16>
  %strided = tensor.extract_slice %x[0, 1, 0] [3, 4, 7] [2, 1, 2]
      : tensor<5x7x13xf16> to tensor<3x4x7xf16>
  %plane = tensor.extract_slice %x[2, 2, 1] [1, 3, 11] [1, 2, 1]
      : tensor<5x7x13xf16> to tensor<3x11xf16>
  %inserted = tensor.insert_slice %plane into %y[1, 1] [3, 11] [2, 3]
      : tensor<3x11xf16> into tensor<7x33xf16>
  %empty = tensor.empty() : tensor<13x5x7xf16>
  %transposed = linalg.transpose ins(%x : tensor<5x7x13xf16>)
      outs(%empty : tensor<13x5x7xf16>) permutation = [2, 0, 1]
  %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]]
      : tensor<13x5x7xf16> into tensor<65x7xf16>
  return %padded, %strided, %inserted, %transposed, %collapsed
      : tensor<6x9x16xf16>, tensor<3x4x7xf16>, tensor<7x33xf16>,
        tensor<13x5x7xf16>, tensor<65x7xf16>
}

func.func @moves_f32(%x: tensor<5x7x13xf32>, %y: tensor<7x33xf32>)
    -> (tensor<6x9x16xf32>, tensor<3x4x7xf32>, tensor<7x33xf32>,
        tensor<13x5x7xf32>, tensor<65x7xf32>) {
  %padding = arith.constant -5.0 : f32
  %padded = tensor.pad %x low[1, 0, 2] high[0, 2, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %padding : f32
  } : tensor<5x7x13xf32> to tensor<6x9x16xf32>
  %strided = tensor.extract_slice %x[0, 1, 0] [3, 4, 7] [2, 1, 2]
      : tensor<5x7x13xf32> to tensor<3x4x7xf32>
  %plane = tensor.extract_slice %x[2, 2, 1] [1, 3, 11] [1, 2, 1]
      : tensor<5x7x13xf32> to tensor<3x11xf32>
  %inserted = tensor.insert_slice %plane into %y[1, 1] [3, 11] [2, 3]
      : tensor<3x11xf32> into tensor<7x33xf32>
  %empty = tensor.empty() : tensor<13x5x7xf32>
  %transposed = linalg.transpose ins(%x : tensor<5x7x13xf32>)
      outs(%empty : tensor<13x5x7xf32>) permutation = [2, 0, 1]
  %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]]
      : tensor<13x5x7xf32> into tensor<65x7xf32>
  return %padded, %strided, %inserted, %transposed, %collapsed
      : tensor<6x9x16xf32>, tensor<3x4x7xf32>, tensor<7x33xf32>,
        tensor<13x5x7xf32>, tensor<65x7xf32>
}

func.func @moves_f64(%x: tensor<5x7x13xf64>, %y: tensor<7x33xf64>)
    -> (tensor<6x9x16xf64>, tensor<3x4x7xf64>, tensor<7x33xf64>,
        tensor<13x5x7xf64>, tensor<65x7xf64>) {
  %padding = arith.constant -5.0 : f64
  %padded = tensor.pad %x low[1, 0, 2] high[0, 2, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %padding : f64
  } : tensor<5x7x13xf64> to tensor<6x9x16xf64>
  %strided = tensor.extract_slice %x[0, 1, 0] [3, 4, 7] [2, 1, 2]
      : tensor<5x7x13xf64> to tensor<3x4x7xf64>
  %plane = tensor.extract_slice %x[2, 2, 1] [1, 3, 11] [1, 2, 1]
      : tensor<5x7x13xf64> to tensor<3x11xf64>
  %inserted = tensor.insert_slice %plane into %y[1, 1] [3, 11] [2, 3]
      : tensor<3x11xf64> into tensor<7x33xf64>
  %empty = tensor.empty() : tensor<13x5x7xf64>
  %transposed = linalg.transpose ins(%x : tensor<5x7x13xf64>)
      outs(%empty : tensor<13x5x7xf64>) permutation = [2, 0, 1]
  %collapsed = tensor.collapse_shape %transposed [[0, 1], [2]]
      : tensor<13x5x7xf64> into tensor<65x7xf64>
  return %padded, %strided, %inserted, %transposed, %collapsed
      : tensor<6x9x16xf64>, tensor<3x4x7xf64>, tensor<7x33xf64>,
        tensor<13x5x7xf64>, tensor<65x7xf64>
}
