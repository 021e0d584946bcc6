// Arrays in Fortran order are tensors of which the first dimension has the
// smallest stride (T3).

// RUN: rm -rf %t && mkdir %t
// RUN: %run %s --function=T3_to_fortran --input=1x4x2x3xi16=iota --output=@%t/y.npy
// RUN: head -c 128 %t/y.npy | FileCheck %s --check-prefix=HEADER
// HEADER: 'fortran_order': True, 'shape': (1, 1, 4, 6)
// The rows of the result are 0 6 1 7 2 8, 12 18 13 19 14 20, 3 9 4 10 5 11 and
// 15 21 16 22 17 23; its columns come first.
// RUN: tail -c 48 %t/y.npy | od -An -td2 -w16 | FileCheck %s --check-prefix=DATA
// DATA:      {{^}} 0 12 3 15 6 18 9 21{{$}}
// DATA-NEXT: {{^}} 1 13 4 16 7 19 10 22{{$}}
// DATA-NEXT: {{^}} 2 14 5 17 8 20 11 23{{$}}

// Back from such a file: to a function that takes its layout, any other, or
// none.
// RUN: %run %s --function=T3_from_fortran --input=@%t/y.npy --expected-output=1x4x2x3xi16=iota
// RUN: %run %s --function=T3_from_columns --input=@%t/y.npy --expected-output=1x4x2x3xi16=iota
// RUN: %run %s --function=T3_from_packed --input=@%t/y.npy --expected-output=1x4x2x3xi16=iota
// Expected outputs are such files, too.
// RUN: %run %s --function=T3_to_fortran --input=1x4x2x3xi16=iota --expected-output=@%t/y.npy

func.func @T3_to_fortran(%x: tensor<1x4x2x3xi16>)
    -> (tensor<1x1x4x6xi16> {dml.strides = array<i64: 1, 1, 1, 4>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x3xi16>) -> tensor<1x1x4x6xi16>
  return %y : tensor<1x1x4x6xi16>
}

func.func @T3_from_fortran(%x: tensor<1x1x4x6xi16> {dml.strides = array<i64: 1, 1, 1, 4>})
    -> tensor<1x4x2x3xi16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x4x6xi16>) -> tensor<1x4x2x3xi16>
  return %y : tensor<1x4x2x3xi16>
}

func.func @T3_from_columns(%x: tensor<1x1x4x6xi16> {dml.strides = array<i64: 0, 0, 2, 9>})
    -> tensor<1x4x2x3xi16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x4x6xi16>) -> tensor<1x4x2x3xi16>
  return %y : tensor<1x4x2x3xi16>
}

func.func @T3_from_packed(%x: tensor<1x1x4x6xi16>) -> tensor<1x4x2x3xi16> {
  %y = dml.space_to_depth1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x1x4x6xi16>) -> tensor<1x4x2x3xi16>
  return %y : tensor<1x4x2x3xi16>
}
