// Scalars in tensors, at positions that the inputs say.

// RUN: %run %s --function=insert --input=3x3xi8=iota --input=i8=-1 --input=index=1 --input=index=2 "--expected-output=3x3xi8=[[0 1 2][3 4 -1][6 7 8]]"
// RUN: %run %s --function=insert --input=3x3xi8=iota --input=i8=-1 --input=index=2 --input=index=0 "--expected-output=3x3xi8=[[0 1 2][3 4 5][-1 7 8]]"
// RUN: not %run %s --function=insert --input=3x3xi8=iota --input=i8=-1 --input=index=3 --input=index=2 2>&1 | FileCheck %s --check-prefix=ROW
// ROW: 'tensor.insert' op index of dimension 0: expected at least 0 and less than 3, given 3
// RUN: not %run %s --function=insert --input=3x3xi8=iota --input=i8=-1 --input=index=0 --input=index=-1 2>&1 | FileCheck %s --check-prefix=COLUMN
// COLUMN: 'tensor.insert' op index of dimension 1: expected at least 0 and less than 3, given -1
// RUN: not %run %s --function=insert --input=3x3xi8=iota --input=i8=-1 --input=index=0 --input=index=-9223372036854775808 2>&1 | FileCheck %s --check-prefix=SMALLEST
// SMALLEST: 'tensor.insert' op index of dimension 1: expected at least 0 and less than 3, given -9223372036854775808

// RUN: %run %s --function=only_element --input=f16=1 --input=f16=-0 --expected-output=f16=-0

// Where it comes from stays as it is, and what is inserted last counts.
// RUN: %run %s --function=twice --input=5xi64=iota --input=i64=9223372036854775807 --input=i64=-9223372036854775808 --input=index=3 \
// RUN:   "--expected-output=5xi64=0 1 2 9223372036854775807 -9223372036854775808" \
// RUN:   "--expected-output=5xi64=0 2 4 6 8"
// RUN: %run %s --function=twice --input=5xi64=iota --input=i64=9223372036854775807 --input=i64=-9223372036854775808 --input=index=4 \
// RUN:   "--expected-output=5xi64=0 1 2 3 -9223372036854775808" \
// RUN:   "--expected-output=5xi64=0 2 4 6 8"

// RUN: %run %s --function=of_a_tensor --input=4xf32=iota --input=f32=7 "--expected-output=4xf32=0 1 2 7"

func.func @insert(%x: tensor<?x3xi8>, %v: i8, %i: index, %j: index)
    -> tensor<?x3xi8> {
  %y = tensor.insert %v into %x[%i, %j] : tensor<?x3xi8>
  return %y : tensor<?x3xi8>
}

func.func @only_element(%x: tensor<f16>, %v: f16) -> tensor<f16> {
  %y = tensor.insert %v into %x[] : tensor<f16>
  return %y : tensor<f16>
}

func.func @twice(%x: tensor<5xi64>, %v: i64, %w: i64, %i: index)
    -> (tensor<5xi64>, tensor<5xi64>) {
  %c4 = arith.constant 4 : index
  %y = tensor.insert %v into %x[%i] : tensor<5xi64>
  %z = tensor.insert %w into %y[%c4] : tensor<5xi64>
  %d = arith.addi %x, %x : tensor<5xi64>
  return %z, %d : tensor<5xi64>, tensor<5xi64>
}

// The scalar may be an element.
func.func @of_a_tensor(%x: tensor<4xf32>, %e: tensor<f32>) -> tensor<4xf32> {
  %c3 = arith.constant 3 : index
  %v = tensor.extract %e[] : tensor<f32>
  %y = tensor.insert %v into %x[%c3] : tensor<4xf32>
  return %y : tensor<4xf32>
}
