// Values with strides, and values for functions that have them.

// RUN: dml-run %s --function=packed "--input=2x3xi32{1,2}=1 2 3 4 5 6" \
// RUN:   | FileCheck %s --check-prefix=PACKED
// PACKED: 2x3xi32=[{{\[}}1 2 3][4 5 6]]
// What is printed can be passed in again.
// RUN: dml-run %s --function=gaps "--input=2x3xi32=1 2 3 4 5 6" \
// RUN:   | FileCheck %s --check-prefix=GAPS
// GAPS: 2x3xi32{4,1}=[{{\[}}1 2 3][4 5 6]]
// RUN: dml-run %s --function=packed "--input=2x3xi32{4,1}=[[1 2 3][4 5 6]]" \
// RUN:   "--expected-output=2x3xi32{7,2}=[[1 2 3][4 5 6]]"
// RUN: dml-run %s --function=packed "--input=2x3xi32{4,1}=iota" \
// RUN:   --expected-output=2x3xi32=iota

// A value that its own or the function's layout cannot hold is refused.
// RUN: dml-run %s --function=rows "--input=2x3xi32=1 2 3 1 2 3" \
// RUN:   --expected-output="2x3xi32=1 2 3 1 2 3"
// RUN: not dml-run %s --function=rows "--input=2x3xi32=1 2 3 1 2 4" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIFFER
// DIFFER: dml-run: error: --input #0 '2x3xi32=1 2 3 1 2 4': elements at the same place of 2x3xi32{0,1} differ [T3]
// RUN: not dml-run %s --function=packed "--input=2x3xi32{0,1}=iota" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OWN
// OWN: dml-run: error: --input #0 '2x3xi32{0,1}=iota': elements at the same place of 2x3xi32{0,1} differ [T3]

// RUN: not dml-run %s --function=packed "--input=2x3xi32{1}=7" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RANK
// RANK: --input #0 '2x3xi32{1}=7': strides of the tensor: expected 2 (one for each dimension), given 1 [T3]
// RUN: not dml-run %s --function=packed "--input=2x3xi32{-1,1}=7" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: --input #0 '2x3xi32{-1,1}=7': '-1' is not a stride (in '{-1,1}') [T3]
// RUN: not dml-run %s --function=packed "--input=i32{1}=7" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCALAR
// SCALAR: --input #0 'i32{1}=7': a scalar has no strides [T3]

func.func @packed(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  return %x : tensor<2x3xi32>
}

func.func @gaps(%x: tensor<2x3xi32>) -> (tensor<2x3xi32> {dml.strides = array<i64: 4, 1>}) {
  return %x : tensor<2x3xi32>
}

func.func @rows(%x: tensor<2x3xi32> {dml.strides = array<i64: 0, 1>}) -> tensor<2x3xi32> {
  return %x : tensor<2x3xi32>
}
