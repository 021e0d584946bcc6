// Divisions of tensors of each width, with the smallest and the largest integer
// among the operands: the same results and refusals from every device.

// RUN: %run %s --function=i8 "--input=11xi8=-128 -128 -128 -128 127 127 -1 -128 -7 7 0" \
// RUN:   "--input=11xi8=3 -3 1 127 -128 -1 -128 -128 2 -2 -128" \
// RUN:   "--expected-output=11xi8=-42 42 -128 -1 0 -127 0 1 -3 -3 0" \
// RUN:   "--expected-output=11xi8=-2 -2 0 -1 127 0 -1 0 -1 1 0" \
// RUN:   "--expected-output=11xi8=-42 43 -128 -1 0 -127 1 1 -3 -3 0" \
// RUN:   "--expected-output=11xi8=-43 42 -128 -2 -1 -127 0 1 -4 -4 0" \
// RUN:   "--expected-output=11xi8=43 1 -128 2 1 1 2 1 125 1 0"

// RUN: %run %s --function=i16 "--input=11xi16=-32768 -32768 -32768 -32768 32767 32767 -1 -32768 -7 7 0" \
// RUN:   "--input=11xi16=3 -3 1 32767 -32768 -1 -32768 -32768 2 -2 -32768" \
// RUN:   "--expected-output=11xi16=-10922 10922 -32768 -1 0 -32767 0 1 -3 -3 0" \
// RUN:   "--expected-output=11xi16=-2 -2 0 -1 32767 0 -1 0 -1 1 0" \
// RUN:   "--expected-output=11xi16=-10922 10923 -32768 -1 0 -32767 1 1 -3 -3 0" \
// RUN:   "--expected-output=11xi16=-10923 10922 -32768 -2 -1 -32767 0 1 -4 -4 0" \
// RUN:   "--expected-output=11xi16=10923 1 -32768 2 1 1 2 1 32765 1 0"

// RUN: %run %s --function=i32 "--input=11xi32=-2147483648 -2147483648 -2147483648 -2147483648 2147483647 2147483647 -1 -2147483648 -7 7 0" \
// RUN:   "--input=11xi32=3 -3 1 2147483647 -2147483648 -1 -2147483648 -2147483648 2 -2 -2147483648" \
// RUN:   "--expected-output=11xi32=-715827882 715827882 -2147483648 -1 0 -2147483647 0 1 -3 -3 0" \
// RUN:   "--expected-output=11xi32=-2 -2 0 -1 2147483647 0 -1 0 -1 1 0" \
// RUN:   "--expected-output=11xi32=-715827882 715827883 -2147483648 -1 0 -2147483647 1 1 -3 -3 0" \
// RUN:   "--expected-output=11xi32=-715827883 715827882 -2147483648 -2 -1 -2147483647 0 1 -4 -4 0" \
// RUN:   "--expected-output=11xi32=715827883 1 -2147483648 2 1 1 2 1 2147483645 1 0"

// RUN: %run %s --function=i64 "--input=11xi64=-9223372036854775808 -9223372036854775808 -9223372036854775808 -9223372036854775808 9223372036854775807 9223372036854775807 -1 -9223372036854775808 -7 7 0" \
// RUN:   "--input=11xi64=3 -3 1 9223372036854775807 -9223372036854775808 -1 -9223372036854775808 -9223372036854775808 2 -2 -9223372036854775808" \
// RUN:   "--expected-output=11xi64=-3074457345618258602 3074457345618258602 -9223372036854775808 -1 0 -9223372036854775807 0 1 -3 -3 0" \
// RUN:   "--expected-output=11xi64=-2 -2 0 -1 9223372036854775807 0 -1 0 -1 1 0" \
// RUN:   "--expected-output=11xi64=-3074457345618258602 3074457345618258603 -9223372036854775808 -1 0 -9223372036854775807 1 1 -3 -3 0" \
// RUN:   "--expected-output=11xi64=-3074457345618258603 3074457345618258602 -9223372036854775808 -2 -1 -9223372036854775807 0 1 -4 -4 0" \
// RUN:   "--expected-output=11xi64=3074457345618258603 1 -9223372036854775808 2 1 1 2 1 9223372036854775805 1 0"

// RUN: not %run %s --function=i32 --input=11xi32=-2147483648 "--input=11xi32=1 1 1 1 1 1 1 1 1 1 -1" 2>&1 | FileCheck %s --check-prefix=OVERFLOW
// OVERFLOW: divisions.mlir:[[#]]:{{[0-9]+}}: 'arith.divsi' op overflows: the smallest integer divided by -1
// RUN: not %run %s --function=rest --input=2xi32=-2147483648 "--input=2xi32=3 -1" 2>&1 | FileCheck %s --check-prefix=REST
// REST: 'arith.remsi' op overflows: the smallest integer divided by -1
// RUN: not %run %s --function=floor --input=2xi32=-2147483648 "--input=2xi32=3 -1" 2>&1 | FileCheck %s --check-prefix=FLOOR
// FLOOR: 'arith.floordivsi' op overflows: the smallest integer divided by -1
// RUN: not %run %s --function=ceiling --input=2xi32=-2147483648 "--input=2xi32=3 0" 2>&1 | FileCheck %s --check-prefix=CEILING
// CEILING: 'arith.ceildivsi' op divides by zero
// RUN: not %run %s --function=unsigned_ceiling --input=2xi32=-2147483648 "--input=2xi32=3 0" 2>&1 | FileCheck %s --check-prefix=UNSIGNED
// UNSIGNED: 'arith.ceildivui' op divides by zero

// Scalars, which are constants on devices that run static programs only.
// RUN: %run %s --function=scalars --input=index=-9223372036854775808 --input=index=8 \
// RUN:   --expected-output=index=-1152921504606846976 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=-1152921504606846976 \
// RUN:   --expected-output=index=-1152921504606846976 \
// RUN:   --expected-output=index=1152921504606846976
// RUN: %run %s --function=scalars --input=index=-9223372036854775808 --input=index=10 \
// RUN:   --expected-output=index=-922337203685477580 \
// RUN:   --expected-output=index=-8 \
// RUN:   --expected-output=index=-922337203685477580 \
// RUN:   --expected-output=index=-922337203685477581 \
// RUN:   --expected-output=index=922337203685477581
// RUN: %run %s --function=scalars --input=index=-9223372036854775808 --input=index=-10 \
// RUN:   --expected-output=index=922337203685477580 \
// RUN:   --expected-output=index=-8 \
// RUN:   --expected-output=index=922337203685477581 \
// RUN:   --expected-output=index=922337203685477580 \
// RUN:   --expected-output=index=1
// RUN: %run %s --function=scalars --input=index=-9223372036854775808 --input=index=1 \
// RUN:   --expected-output=index=-9223372036854775808 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=-9223372036854775808 \
// RUN:   --expected-output=index=-9223372036854775808 \
// RUN:   --expected-output=index=-9223372036854775808
// RUN: %run %s --function=scalars --input=index=-9223372036854775808 --input=index=-9223372036854775808 \
// RUN:   --expected-output=index=1 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=1 \
// RUN:   --expected-output=index=1 \
// RUN:   --expected-output=index=1
// RUN: %run %s --function=scalars --input=index=7 --input=index=-1 \
// RUN:   --expected-output=index=-7 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=-7 \
// RUN:   --expected-output=index=-7 \
// RUN:   --expected-output=index=1
// RUN: %run %s --function=scalars --input=index=9223372036854775807 --input=index=-9223372036854775808 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=9223372036854775807 \
// RUN:   --expected-output=index=0 \
// RUN:   --expected-output=index=-1 \
// RUN:   --expected-output=index=1
// RUN: not %run %s --function=scalars --input=index=-9223372036854775808 --input=index=-1 2>&1 | FileCheck %s --check-prefix=SCALARS
// SCALARS: 'arith.divsi' op overflows: the smallest integer divided by -1

func.func @i8(%x: tensor<11xi8>, %y: tensor<11xi8>)
    -> (tensor<11xi8>, tensor<11xi8>, tensor<11xi8>, tensor<11xi8>, tensor<11xi8>) {
  %quotient = arith.divsi %x, %y : tensor<11xi8>
  %rest = arith.remsi %x, %y : tensor<11xi8>
  %ceiling = arith.ceildivsi %x, %y : tensor<11xi8>
  %floor = arith.floordivsi %x, %y : tensor<11xi8>
  %unsigned = arith.ceildivui %x, %y : tensor<11xi8>
  return %quotient, %rest, %ceiling, %floor, %unsigned
      : tensor<11xi8>, tensor<11xi8>, tensor<11xi8>, tensor<11xi8>, tensor<11xi8>
}

func.func @i16(%x: tensor<11xi16>, %y: tensor<11xi16>)
    -> (tensor<11xi16>, tensor<11xi16>, tensor<11xi16>, tensor<11xi16>, tensor<11xi16>) {
  %quotient = arith.divsi %x, %y : tensor<11xi16>
  %rest = arith.remsi %x, %y : tensor<11xi16>
  %ceiling = arith.ceildivsi %x, %y : tensor<11xi16>
  %floor = arith.floordivsi %x, %y : tensor<11xi16>
  %unsigned = arith.ceildivui %x, %y : tensor<11xi16>
  return %quotient, %rest, %ceiling, %floor, %unsigned
      : tensor<11xi16>, tensor<11xi16>, tensor<11xi16>, tensor<11xi16>, tensor<11xi16>
}

func.func @i32(%x: tensor<11xi32>, %y: tensor<11xi32>)
    -> (tensor<11xi32>, tensor<11xi32>, tensor<11xi32>, tensor<11xi32>, tensor<11xi32>) {
  %quotient = arith.divsi %x, %y : tensor<11xi32>
  %rest = arith.remsi %x, %y : tensor<11xi32>
  %ceiling = arith.ceildivsi %x, %y : tensor<11xi32>
  %floor = arith.floordivsi %x, %y : tensor<11xi32>
  %unsigned = arith.ceildivui %x, %y : tensor<11xi32>
  return %quotient, %rest, %ceiling, %floor, %unsigned
      : tensor<11xi32>, tensor<11xi32>, tensor<11xi32>, tensor<11xi32>, tensor<11xi32>
}

func.func @i64(%x: tensor<11xi64>, %y: tensor<11xi64>)
    -> (tensor<11xi64>, tensor<11xi64>, tensor<11xi64>, tensor<11xi64>, tensor<11xi64>) {
  %quotient = arith.divsi %x, %y : tensor<11xi64>
  %rest = arith.remsi %x, %y : tensor<11xi64>
  %ceiling = arith.ceildivsi %x, %y : tensor<11xi64>
  %floor = arith.floordivsi %x, %y : tensor<11xi64>
  %unsigned = arith.ceildivui %x, %y : tensor<11xi64>
  return %quotient, %rest, %ceiling, %floor, %unsigned
      : tensor<11xi64>, tensor<11xi64>, tensor<11xi64>, tensor<11xi64>, tensor<11xi64>
}

func.func @rest(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %z = arith.remsi %x, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}

func.func @floor(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %z = arith.floordivsi %x, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}

func.func @ceiling(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %z = arith.ceildivsi %x, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}

func.func @unsigned_ceiling(%x: tensor<2xi32>, %y: tensor<2xi32>) -> tensor<2xi32> {
  %z = arith.ceildivui %x, %y : tensor<2xi32>
  return %z : tensor<2xi32>
}

func.func @scalars(%x: index, %y: index)
    -> (index, index, index, index, index) {
  %quotient = arith.divsi %x, %y : index
  %rest = arith.remsi %x, %y : index
  %ceiling = arith.ceildivsi %x, %y : index
  %floor = arith.floordivsi %x, %y : index
  %unsigned = arith.ceildivui %x, %y : index
  return %quotient, %rest, %ceiling, %floor, %unsigned
      : index, index, index, index, index
}
