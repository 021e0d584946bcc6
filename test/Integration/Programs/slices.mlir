// Slices that drop dimensions of size 1, where several have that size, and
// strides along one element.

// RUN: %run %s --function=drops_the_last --input=1x2x4xi32=iota --input=index=1 "--expected-output=1x2xi32=1 5"
// RUN: %run %s --function=drops_the_last_constant --input=1x2x4xi32=iota "--expected-output=1x2xi32=1 5"
// RUN: %run %s --function=drops_the_third --input=1x2x4x4xi32=iota --input=index=1 "--expected-output=1x2x4xi32=4 5 6 7 20 21 22 23"
// RUN: %run %s --function=drops_among_five --input=1x2x4x1x4xi64=iota "--expected-output=1x2x1x4xi64=12 13 14 15 28 29 30 31"
// RUN: %run %s --function=drops_the_first --input=2x48x1x2xi16=iota "--expected-output=4x1x2xi16=74 75 78 79 82 83 86 87"
// RUN: %run %s --function=drops_all --input=2x3xf32=iota --input=index=2 --expected-output=f32=5
// RUN: %run %s --function=inserts "--input=1x2xi32=50 60" --input=1x2x4xi32=iota --input=index=1 "--expected-output=1x2x4xi32=0 50 2 3 4 60 6 7"
// RUN: %run %s --function=slice_of_slice --input=1x5x1xf16=iota "--expected-output=3x1xf16=2 3 4"
// RUN: %run %s --function=stride_of_one_element --input=1x1xf32=7 --expected-output=1xf32=7
// RUN: %run %s --function=backwards --input=4xi8=iota "--expected-output=4xi8=3 2 1 0"
// RUN: %run %s --function=rows_and_columns_backwards --input=3x4xi16=iota --input=index=-1 --input=index=-2 "--expected-output=3x2xi16=11 9 7 5 3 1"
// RUN: %run %s --function=the_same_element --input=4xi8=iota "--expected-output=3xi8=2 2 2"
// RUN: %run %s --function=concatenation --input=1x1x8x3xi8=iota --input=1x1x1x3xi8=7 "--expected-output=1x1x9x3xi8=0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 7 7 7"
// RUN: %run %s --function=nothing --input=4xi8=iota --input=index=4 --input=index=0 "--expected-output=4xi8=0 1 2 3"

func.func @drops_the_last(%x: tensor<1x2x4xi32>, %i: index) -> tensor<1x2xi32> {
  %a = tensor.extract_slice %x[0, 0, %i] [1, 2, 1] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2xi32>
  return %a : tensor<1x2xi32>
}

func.func @drops_the_last_constant(%x: tensor<1x2x4xi32>) -> tensor<1x2xi32> {
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %x[0, 0, %c1] [1, 2, 1] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2xi32>
  return %a : tensor<1x2xi32>
}

func.func @drops_the_third(%x: tensor<1x2x4x4xi32>, %i: index)
    -> tensor<1x2x4xi32> {
  %a = tensor.extract_slice %x[0, 0, %i, 0] [1, 2, 1, 4] [1, 1, 1, 1]
      : tensor<1x2x4x4xi32> to tensor<1x2x4xi32>
  return %a : tensor<1x2x4xi32>
}

func.func @drops_among_five(%x: tensor<1x2x4x1x4xi64>) -> tensor<1x2x1x4xi64> {
  %c3 = arith.constant 3 : index
  %a = tensor.extract_slice %x[0, 0, %c3, 0, 0] [1, 2, 1, 1, 4] [1, 1, 1, 1, 1]
      : tensor<1x2x4x1x4xi64> to tensor<1x2x1x4xi64>
  return %a : tensor<1x2x1x4xi64>
}

func.func @drops_the_first(%x: tensor<2x48x1x2xi16>) -> tensor<4x1x2xi16> {
  %c37 = arith.constant 37 : index
  %a = tensor.extract_slice %x[0, %c37, 0, 0] [1, 4, 1, 2] [1, 2, 1, 1]
      : tensor<2x48x1x2xi16> to tensor<4x1x2xi16>
  return %a : tensor<4x1x2xi16>
}

func.func @drops_all(%x: tensor<2x3xf32>, %i: index) -> tensor<f32> {
  %a = tensor.extract_slice %x[1, %i] [1, 1] [1, 1]
      : tensor<2x3xf32> to tensor<f32>
  return %a : tensor<f32>
}

func.func @inserts(%x: tensor<1x2xi32>, %d: tensor<1x2x4xi32>, %i: index)
    -> tensor<1x2x4xi32> {
  %a = tensor.insert_slice %x into %d[0, 0, %i] [1, 2, 1] [1, 1, 1]
      : tensor<1x2xi32> into tensor<1x2x4xi32>
  return %a : tensor<1x2x4xi32>
}

func.func @slice_of_slice(%x: tensor<1x5x1xf16>) -> tensor<3x1xf16> {
  %a = tensor.extract_slice %x[0, 0, 0] [1, 5, 1] [1, 1, 3]
      : tensor<1x5x1xf16> to tensor<5x1xf16>
  %b = tensor.extract_slice %a[2, 0] [3, 1] [1, 1]
      : tensor<5x1xf16> to tensor<3x1xf16>
  return %b : tensor<3x1xf16>
}

func.func @stride_of_one_element(%x: tensor<1x1xf32>) -> tensor<1xf32> {
  %a = tensor.extract_slice %x[0, 0] [1, 1] [1, 3]
      : tensor<1x1xf32> to tensor<1xf32>
  return %a : tensor<1xf32>
}

func.func @backwards(%x: tensor<4xi8>) -> tensor<4xi8> {
  %a = tensor.extract_slice %x[3] [4] [-1] : tensor<4xi8> to tensor<4xi8>
  return %a : tensor<4xi8>
}

func.func @rows_and_columns_backwards(%x: tensor<3x?xi16>, %r: index, %c: index)
    -> tensor<3x2xi16> {
  %a = tensor.extract_slice %x[2, 3] [3, 2] [%r, %c]
      : tensor<3x?xi16> to tensor<3x2xi16>
  return %a : tensor<3x2xi16>
}

func.func @the_same_element(%x: tensor<4xi8>) -> tensor<3xi8> {
  %a = tensor.extract_slice %x[2] [3] [0] : tensor<4xi8> to tensor<3xi8>
  return %a : tensor<3xi8>
}

func.func @concatenation(%x: tensor<1x1x8x3xi8>, %y: tensor<1x1x1x3xi8>)
    -> tensor<1x1x9x3xi8> {
  %z = tensor.concat dim(2) %x, %y
      : (tensor<1x1x8x3xi8>, tensor<1x1x1x3xi8>) -> tensor<1x1x9x3xi8>
  return %z : tensor<1x1x9x3xi8>
}

// Tensors without elements pass through everything.
func.func @nothing(%x: tensor<4xi8>, %end: index, %zero: index)
    -> tensor<4xi8> {
  %a = tensor.extract_slice %x[%end] [%zero] [1] : tensor<4xi8> to tensor<?xi8>
  %b = tensor.concat dim(0) %a, %x
      : (tensor<?xi8>, tensor<4xi8>) -> tensor<?xi8>
  %c = tensor.insert_slice %a into %b[%end] [%zero] [1]
      : tensor<?xi8> into tensor<?xi8>
  %d = tensor.cast %c : tensor<?xi8> to tensor<4xi8>
  return %d : tensor<4xi8>
}
