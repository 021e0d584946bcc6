// Arithmetic on tensors between the operators: 32-bit floats and integers, and
// booleans. All results are exact.

// A product and a sum are rounded each: (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24
// where they are one operation.
// RUN: %run %s --function=multiply_add "--input=5xf32=1.000244140625 2 3 -1 0" \
// RUN:   "--input=5xf32=1.000244140625 3 0.5 7 5" \
// RUN:   "--input=5xf32=-1.00048828125 1 2 3 4" "--expected-output=5xf32=0 7 3.5 -4 4"

// RUN: %run %s --function=integers "--input=7xi32=1 -2 3 2147483647 -2147483647 100 -7" \
// RUN:   "--input=7xi32=5 3 -4 2 3 -9 -2" \
// RUN:   "--expected-output=7xi32=6 1 -1 -2147483647 -2147483644 91 -9" \
// RUN:   "--expected-output=7xi32=5 -6 -12 -2 -2147483645 -900 14" \
// RUN:   "--expected-output=7xi32=0 0 0 1073741823 -715827882 -11 3" \
// RUN:   "--expected-output=7xi32=1 -2 3 1 -1 1 -1" \
// RUN:   "--expected-output=7xi32=5 3 3 2147483647 3 100 -2" \
// RUN:   "--expected-output=7xi32=0 2147483647 1 1073741823 1073741824 50 2147483644" \
// RUN:   "--expected-output=7xi32=4 -3 -1 2147483645 -2147483646 -109 7"

// RUN: %run %s --function=matmul --input=5x7xf32=iota --input=7x3xf32=iota \
// RUN:   --input=5x3xf32=1 \
// RUN:   "--expected-output=5x3xf32=[[274 295 316][715 785 855][1156 1275 1394][1597 1765 1933][2038 2255 2472]]"
// More than a workgroup, no size a multiple of anything.
// RUN: dml-run %s --device=cpu --function=large_matmul --input=37x41xf32=iota \
// RUN:   --input=41x29xf32=1 --output=@%t.npy
// RUN: %run %s --function=large_matmul --input=37x41xf32=iota \
// RUN:   --input=41x29xf32=1 --expected-output=@%t.npy

// RUN: %run %s --function=reductions "--input=2x3x2xi32=1 2 3 4 5 6 7 8 9 10 11 12" \
// RUN:   "--expected-output=3xi32=18 26 34" "--expected-output=i32=12"

// Booleans between kernels.
// RUN: %run %s --function=select "--input=5xf32=1 -2 nan -0 3" \
// RUN:   "--input=5xf32=0 0 0 0 4" "--expected-output=5xf32=1 0 0 0 4"
// RUN: %run %s --function=masks "--input=9xi32=0 1 2 3 4 5 6 7 8" \
// RUN:   "--expected-output=9xi32=0 1 0 3 0 0 0 0 0"

// RUN: %run %s --function=one_element --input=1xf32=3 --input=f32=4 \
// RUN:   --expected-output=1xf32=7 --expected-output=f32=12

// A scalar that a kernel computes and a later one uses.
// RUN: %run %s --function=sum_everywhere --input=5xi32=iota \
// RUN:   "--expected-output=4xi32=10" --expected-output=i32=10

// Positions as values.
// RUN: %run %s --function=positions \
// RUN:   "--expected-output=3x5xi32=[[0 1 2 3 4][10 11 12 13 14][20 21 22 23 24]]"

// Several results of one operation, of elements of different widths: 5 of them
// end in the middle of a vector.
// RUN: %run %s --function=widths --input=5xf32=iota \
// RUN:   "--expected-output=5xf32=0 2 4 6 8" "--expected-output=5xi8=0 0 7 7 7" \
// RUN:   --expected-output=5xf32=iota
// RUN: %run %s --function=widths_moved --input=9xi8=random:1 \
// RUN:   --input=9xf64=random:2 --expected-output=9xi8=random:1 \
// RUN:   --expected-output=9xf64=random:2

#id = affine_map<(a) -> (a)>

func.func @multiply_add(%x: tensor<5xf32>, %y: tensor<5xf32>, %z: tensor<5xf32>)
    -> tensor<5xf32> {
  %empty = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%x, %y, %z : tensor<5xf32>, tensor<5xf32>, tensor<5xf32>)
      outs(%empty : tensor<5xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32, %old: f32):
      %product = arith.mulf %a, %b : f32
      %sum = arith.addf %product, %c : f32
      linalg.yield %sum : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}

func.func @integers(%x: tensor<7xi32>, %y: tensor<7xi32>)
    -> (tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>,
        tensor<7xi32>, tensor<7xi32>, tensor<7xi32>) {
  %sum = arith.addi %x, %y : tensor<7xi32>
  %product = arith.muli %x, %y : tensor<7xi32>
  %quotient = arith.divsi %x, %y : tensor<7xi32>
  %rest = arith.remsi %x, %y : tensor<7xi32>
  %larger = arith.maxsi %x, %y : tensor<7xi32>
  %one = arith.constant dense<1> : tensor<7xi32>
  %half = arith.shrui %x, %one : tensor<7xi32>
  %bits = arith.xori %x, %y : tensor<7xi32>
  return %sum, %product, %quotient, %rest, %larger, %half, %bits
      : tensor<7xi32>, tensor<7xi32>, tensor<7xi32>, tensor<7xi32>,
        tensor<7xi32>, tensor<7xi32>, tensor<7xi32>
}

func.func @matmul(%a: tensor<5x7xf32>, %b: tensor<7x3xf32>,
    %c: tensor<5x3xf32>) -> tensor<5x3xf32> {
  %y = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x3xf32>)
      outs(%c : tensor<5x3xf32>) -> tensor<5x3xf32>
  return %y : tensor<5x3xf32>
}

func.func @large_matmul(%a: tensor<37x41xf32>, %b: tensor<41x29xf32>)
    -> tensor<37x29xf32> {
  %zero = arith.constant dense<0.0> : tensor<37x29xf32>
  %y = linalg.matmul ins(%a, %b : tensor<37x41xf32>, tensor<41x29xf32>)
      outs(%zero : tensor<37x29xf32>) -> tensor<37x29xf32>
  return %y : tensor<37x29xf32>
}

func.func @reductions(%x: tensor<2x3x2xi32>) -> (tensor<3xi32>, tensor<i32>) {
  %zeros = arith.constant dense<0> : tensor<3xi32>
  %sums = linalg.reduce ins(%x : tensor<2x3x2xi32>) outs(%zeros : tensor<3xi32>)
      dimensions = [0, 2]
      (%p: i32, %q: i32) {
        %s = arith.addi %p, %q : i32
        linalg.yield %s : i32
      }
  %least = arith.constant dense<-2147483648> : tensor<i32>
  %largest = linalg.reduce ins(%x : tensor<2x3x2xi32>) outs(%least : tensor<i32>)
      dimensions = [0, 1, 2]
      (%p: i32, %q: i32) {
        %m = arith.maxsi %p, %q : i32
        linalg.yield %m : i32
      }
  return %sums, %largest : tensor<3xi32>, tensor<i32>
}

func.func @select(%x: tensor<5xf32>, %y: tensor<5xf32>) -> tensor<5xf32> {
  %larger = arith.cmpf ogt, %x, %y : tensor<5xf32>
  %z = arith.select %larger, %x, %y : tensor<5xi1>, tensor<5xf32>
  return %z : tensor<5xf32>
}

func.func @masks(%x: tensor<9xi32>) -> tensor<9xi32> {
  %one = arith.constant dense<1> : tensor<9xi32>
  %five = arith.constant dense<5> : tensor<9xi32>
  %zero = arith.constant dense<0> : tensor<9xi32>
  %bit = arith.andi %x, %one : tensor<9xi32>
  %odd = arith.cmpi eq, %bit, %one : tensor<9xi32>
  %small = arith.cmpi slt, %x, %five : tensor<9xi32>
  %both = arith.andi %odd, %small : tensor<9xi1>
  %mask = arith.constant dense<[true, true, true, true, true, false, true, true,
      true]> : tensor<9xi1>
  %all = arith.andi %both, %mask : tensor<9xi1>
  %z = arith.select %all, %x, %zero : tensor<9xi1>, tensor<9xi32>
  return %z : tensor<9xi32>
}

func.func @one_element(%x: tensor<1xf32>, %y: tensor<f32>)
    -> (tensor<1xf32>, tensor<f32>) {
  %scalar = tensor.collapse_shape %x [] : tensor<1xf32> into tensor<f32>
  %sum = arith.addf %scalar, %y : tensor<f32>
  %product = arith.mulf %scalar, %y : tensor<f32>
  %z = tensor.expand_shape %sum [] output_shape [1]
      : tensor<f32> into tensor<1xf32>
  return %z, %product : tensor<1xf32>, tensor<f32>
}

func.func @positions() -> tensor<3x5xi32> {
  %empty = tensor.empty() : tensor<3x5xi32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]} outs(%empty : tensor<3x5xi32>) {
    ^bb0(%old: i32):
      %a = linalg.index 0 : index
      %b = linalg.index 1 : index
      %c10 = arith.constant 10 : index
      %row = arith.muli %a, %c10 : index
      %sum = arith.addi %row, %b : index
      %e = arith.index_cast %sum : index to i32
      linalg.yield %e : i32
  } -> tensor<3x5xi32>
  return %y : tensor<3x5xi32>
}

func.func @widths(%x: tensor<5xf32>)
    -> (tensor<5xf32>, tensor<5xi8>, tensor<5xf32>) {
  %empty = tensor.empty() : tensor<5xf32>
  %narrow = tensor.empty() : tensor<5xi8>
  %seven = arith.constant 7 : i8
  %zero = arith.constant 0 : i8
  %one = arith.constant 1.0 : f32
  %y:2 = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%x : tensor<5xf32>) outs(%empty, %narrow : tensor<5xf32>, tensor<5xi8>) {
    ^bb0(%a: f32, %old: f32, %old8: i8):
      %sum = arith.addf %a, %a : f32
      %larger = arith.cmpf ogt, %a, %one : f32
      %flag = arith.select %larger, %seven, %zero : i8
      linalg.yield %sum, %flag : f32, i8
  } -> (tensor<5xf32>, tensor<5xi8>)
  return %y#0, %y#1, %x : tensor<5xf32>, tensor<5xi8>, tensor<5xf32>
}

func.func @sum_everywhere(%x: tensor<5xi32>) -> (tensor<4xi32>, tensor<i32>) {
  %zero = arith.constant dense<0> : tensor<i32>
  %sum = linalg.reduce {arith.addi} ins(%x : tensor<5xi32>)
      outs(%zero : tensor<i32>) dimensions = [0]
  %scalar = tensor.extract %sum[] : tensor<i32>
  %empty = tensor.empty() : tensor<4xi32>
  %y = linalg.fill ins(%scalar : i32) outs(%empty : tensor<4xi32>)
      -> tensor<4xi32>
  return %y, %sum : tensor<4xi32>, tensor<i32>
}

func.func @widths_moved(%x: tensor<9xi8>, %y: tensor<9xf64>)
    -> (tensor<9xi8>, tensor<9xf64>) {
  %narrow = tensor.empty() : tensor<9xi8>
  %wide = tensor.empty() : tensor<9xf64>
  %z:2 = linalg.generic {indexing_maps = [#id, #id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%x, %y : tensor<9xi8>, tensor<9xf64>)
      outs(%narrow, %wide : tensor<9xi8>, tensor<9xf64>) {
    ^bb0(%a: i8, %b: f64, %old: i8, %old64: f64):
      linalg.yield %a, %b : i8, f64
  } -> (tensor<9xi8>, tensor<9xf64>)
  return %z#0, %z#1 : tensor<9xi8>, tensor<9xf64>
}
