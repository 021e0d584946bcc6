// What a function may return: a value twice, an argument, a constant, several
// operators' results, scalars; and what it may take.

// RUN: %run %s --function=returned_twice --input=1x4x1x1xui16=iota \
// RUN:   "--expected-output=1x1x2x2xui16=0 1 2 3" \
// RUN:   "--expected-output=1x4x1x1xui16=0 1 2 3" \
// RUN:   "--expected-output=1x1x2x2xui16=0 1 2 3"
// RUN: %run %s --function=returned_twice_dynamic --input=1x4x1x1xui16=iota \
// RUN:   "--expected-output=1x1x2x2xui16=0 1 2 3" \
// RUN:   "--expected-output=1x4x1x1xui16=0 1 2 3" \
// RUN:   "--expected-output=1x1x2x2xui16=0 1 2 3"
// RUN: %run %s --function=constants \
// RUN:   "--expected-output=3xf32=1 0x7FC00001 0xFF800001" \
// RUN:   --expected-output=2x2xui8=255 --expected-output=index=7
// RUN: %run %s --function=sizes --input=2x8x3x5xf16=random:1 \
// RUN:   --expected-output=index=2 --expected-output=index=6
// RUN: %run %s --function=indices_from_onnx "--input=1x1x1x2xf32=5 6" \
// RUN:   "--input=1x1x1x2xi64=3 0" "--expected-output=1x1x2x2xf32=6 0 0 5"
// RUN: %run %s --function=calls "--input=1x4x1x1xi8=1 2 3 4" \
// RUN:   "--expected-output=1x1x2x2xi8=1 2 3 4" \
// RUN:   "--expected-output=1x1x4xi8=1 2 3 4"

func.func @returned_twice(%x: tensor<1x4x1x1xui16>)
    -> (tensor<1x1x2x2xui16>, tensor<1x4x1x1xui16>, tensor<1x1x2x2xui16>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<1x4x1x1xui16>) -> tensor<1x1x2x2xui16>
  return %y, %x, %y
      : tensor<1x1x2x2xui16>, tensor<1x4x1x1xui16>, tensor<1x1x2x2xui16>
}

func.func @returned_twice_dynamic(%x: tensor<?x4x?x?xui16>)
    -> (tensor<?x?x?x?xui16>, tensor<?x4x?x?xui16>, tensor<?x?x?x?xui16>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x4x?x?xui16>) -> tensor<?x?x?x?xui16>
  return %y, %x, %y
      : tensor<?x?x?x?xui16>, tensor<?x4x?x?xui16>, tensor<?x?x?x?xui16>
}

func.func @constants() -> (tensor<3xf32>, tensor<2x2xui8>, index) {
  %f = arith.constant dense<[1.0, 0x7FC00001, 0xFF800001]> : tensor<3xf32>
  %u = arith.constant dense<255> : tensor<2x2xui8>
  %i = arith.constant 7 : index
  return %f, %u, %i : tensor<3xf32>, tensor<2x2xui8>, index
}

func.func @sizes(%x: tensor<?x?x?x?xf16>) -> (index, index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xf16>) -> tensor<?x?x?x?xf16>
  %n = tensor.dim %y, %c0 : tensor<?x?x?x?xf16>
  %h = tensor.dim %y, %c2 : tensor<?x?x?x?xf16>
  return %n, %h : index, index
}

func.func @indices_from_onnx(%v: tensor<1x1x?x?xf32>, %i: tensor<1x1x?x?xi64>)
    -> tensor<1x1x2x2xf32> {
  %u = tensor.bitcast %i : tensor<1x1x?x?xi64> to tensor<1x1x?x?xui64>
  %y = dml.max_unpooling %v, %u
      : (tensor<1x1x?x?xf32>, tensor<1x1x?x?xui64>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

func.func private @shuffle(%x: tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  return %y : tensor<?x?x?x?xi8>
}

func.func @calls(%x: tensor<1x4x?x?xi8>)
    -> (tensor<1x1x2x2xi8>, tensor<1x1x?xi8>) {
  %0 = tensor.cast %x : tensor<1x4x?x?xi8> to tensor<?x?x?x?xi8>
  %1 = func.call @shuffle(%0) : (tensor<?x?x?x?xi8>) -> tensor<?x?x?x?xi8>
  %y = tensor.cast %1 : tensor<?x?x?x?xi8> to tensor<1x1x2x2xi8>
  %u = dml.unfold %y, window_sizes = [1, 1]
      : (tensor<1x1x2x2xi8>) -> tensor<1x1x4xi8>
  %z = tensor.cast %u : tensor<1x1x4xi8> to tensor<1x1x?xi8>
  return %y, %z : tensor<1x1x2x2xi8>, tensor<1x1x?xi8>
}
