// A raw file of a strided tensor has all bytes from the first element to the
// last, gaps included, rounded up to a multiple of four (T4).

// RUN: rm -rf %t && mkdir %t
// The input's three bytes of gaps, and one behind the end, are not read.
// RUN: printf '\000\001\377\002\003\377\004\005\377\006\007\377' > %t/x.bin
// RUN: %run %s --function=T4_gaps "--input=1x4x1x2xi8{0,3,0,1}=@%t/x.bin" \
// RUN:   "--expected-output=1x1x2x4xi8=[[[[0 2 1 3][4 6 5 7]]]]"
// RUN: %run %s --function=T4_gaps "--input=1x4x1x2xi8{0,3,0,1}=@/dev/stdin" < %t/x.bin \
// RUN:   "--expected-output=1x1x2x4xi8=[[[[0 2 1 3][4 6 5 7]]]]"

// What is no multiple of four, or has another size, is refused.
// RUN: head -c 11 %t/x.bin > %t/short.bin
// RUN: not %run %s --function=T4_gaps "--input=1x4x1x2xi8{0,3,0,1}=@%t/short.bin" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHORT
// SHORT: short.bin' is not a .npy file, and 1x4x1x2xi8{0,3,0,1} takes exactly 12 raw bytes: found 11 [T4]
// RUN: not %run %s --function=T4_gaps "--input=1x4x1x2xi8{0,4,0,1}=@%t/x.bin" 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OTHER
// OTHER: x.bin' is not a .npy file, and 1x4x1x2xi8{0,4,0,1} takes exactly 16 raw bytes: found 12 [T4]
// Without strides nothing is rounded up.
// RUN: not %run %s --function=T4_gaps --input=1x4x1x2xi8=@%t/x.bin 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PACKED
// PACKED: x.bin' is not a .npy file, and 1x4x1x2xi8 takes exactly 8 raw bytes: found 12{{$}}

// A value may have another layout than the function's.
// RUN: printf '\000\002\004\006\001\003\005\007' > %t/nhwc.bin
// RUN: %run %s --function=T4_gaps "--input=1x4x1x2xi8{8,1,8,4}=@%t/nhwc.bin" \
// RUN:   "--expected-output=1x1x2x4xi8=[[[[0 2 1 3][4 6 5 7]]]]"
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=iota \
// RUN:   "--expected-output=1x1x2x4xi8{1,1,1,2}=[[[[0 2 1 3][4 6 5 7]]]]"

// A new file has zeros in the gaps and at the end.
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=iota --output=@%t/new.bin
// RUN: od -An -tu1 -w12 %t/new.bin | FileCheck %s --check-prefix=NEW
// NEW: {{^}} 0 2 1 3 0 4 6 5 7 0 0 0{{$}}

// One of the same size keeps the bytes of its gaps, however often the function
// is run.
// RUN: printf '\377\377\377\377\252\377\377\377\377\377\377\377' > %t/old.bin
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=iota --output=@%t/old.bin
// RUN: od -An -tu1 -w9 -N9 %t/old.bin | FileCheck %s --check-prefix=OLD
// OLD: {{^}} 0 2 1 3 170 4 6 5 7{{$}}
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=9 --output=@%t/old.bin --time=3
// RUN: od -An -tu1 -w9 -N9 %t/old.bin | FileCheck %s --check-prefix=AGAIN
// AGAIN: {{^}} 9 9 9 9 170 9 9 9 9{{$}}
// Of several results each keeps its own.
// RUN: printf '\252\252\252\252' > %t/one.bin
// RUN: printf '\273\273\273\273\273\273\273\273' > %t/two.bin
// RUN: %run %s --function=T4_two --input=1x2x1x1xi8=5 --output=@%t/one.bin --output=@%t/two.bin
// RUN: od -An -tu1 -w3 -N3 %t/one.bin | FileCheck %s --check-prefix=ONE
// ONE: {{^}} 5 170 5{{$}}
// RUN: od -An -tu1 -w5 -N5 %t/two.bin | FileCheck %s --check-prefix=TWO
// TWO: {{^}} 5 187 187 187 5{{$}}

// Nothing is taken from a file of another size.
// RUN: printf '\377\377\377\377\252\377\377\377\377\377\377\377\377' > %t/long.bin
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=iota --output=@%t/long.bin
// RUN: cmp %t/long.bin %t/new.bin

// A .npy file has no gaps.
// RUN: %run %s --function=T4_gaps --input=1x4x1x2xi8=iota --output=@%t/y.npy
// RUN: tail -c 8 %t/y.npy | od -An -tu1 -w8 | FileCheck %s --check-prefix=NPY
// NPY: {{^}} 0 2 1 3 4 6 5 7{{$}}
// RUN: head -c 128 %t/y.npy | FileCheck %s --check-prefix=HEADER
// HEADER: 'fortran_order': False, 'shape': (1, 1, 2, 4)

func.func @T4_gaps(%x: tensor<1x4x1x2xi8> {dml.strides = array<i64: 0, 3, 0, 1>})
    -> (tensor<1x1x2x4xi8> {dml.strides = array<i64: 0, 0, 5, 1>}) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x2xi8>) -> tensor<1x1x2x4xi8>
  return %y : tensor<1x1x2x4xi8>
}

func.func @T4_two(%x: tensor<1x2x1x1xi8>)
    -> (tensor<1x2x1x1xi8> {dml.strides = array<i64: 1, 2, 1, 1>},
        tensor<1x2x1x1xi8> {dml.strides = array<i64: 1, 4, 1, 1>}) {
  return %x, %x : tensor<1x2x1x1xi8>, tensor<1x2x1x1xi8>
}
