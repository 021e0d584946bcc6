// Elements under guards of indices, in loops of dynamic size.
//
// Negative offset: two, five, one.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=8 --input=index=-2 --expected-output='8xi32=-1 -1 1 2 3 4 5 -1'
// Positive offset: no run before, a longer one after.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=8 --input=index=3 --expected-output='8xi32=4 5 -1 -1 -1 -1 -1 -1'
// Nothing inside, on either side.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=3 --input=index=5 --expected-output='3xi32=-1 -1 -1'
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=3 --input=index=-3 --expected-output='3xi32=-1 -1 -1'
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=3 --input=index=-100 --expected-output='3xi32=-1 -1 -1'
// All inside.
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=5 --input=index=0 --expected-output='5xi32=1 2 3 4 5'
// RUN: dml-run %s --refine=off --function=position --input='5xi32=1 2 3 4 5' --input=index=1 --input=index=4 --expected-output='1xi32=5'
//
// A stride: 3*i + offset, remainders of either sign.
// RUN: dml-run %s --refine=off --function=strided --input='7xi32=1 2 3 4 5 6 7' --input=index=6 --input=index=-4 --expected-output='6xi32=-1 -1 3 6 -1 -1'
// RUN: dml-run %s --refine=off --function=strided --input='7xi32=1 2 3 4 5 6 7' --input=index=6 --input=index=-3 --expected-output='6xi32=-1 1 4 7 -1 -1'
// RUN: dml-run %s --refine=off --function=strided --input='7xi32=1 2 3 4 5 6 7' --input=index=4 --input=index=2 --expected-output='4xi32=3 6 -1 -1'
//
// Two guards and an invariant one.
// RUN: dml-run %s --refine=off --function=several --input='4xi32=1 2 3 4' --input=index=6 --input=index=0 --expected-output='6xi32=-1 2 3 4 -1 -1'
// RUN: dml-run %s --refine=off --function=several --input='4xi32=1 2 3 4' --input=index=6 --input=index=4 --expected-output='6xi32=-1 -1 -1 -1 -1 -1'
// RUN: dml-run %s --refine=off --function=several --input='4xi32=1 2 3 4' --input=index=6 --input=index=-1 --expected-output='6xi32=-1 -1 -1 -1 -1 -1'
//
// The size is unsigned: -1 is above every position.
// RUN: dml-run %s --refine=off --function=size --input=1xi32=1 --input=index=4 --input=index=2 --expected-output='4xi32=1 1 0 0'
// RUN: dml-run %s --refine=off --function=size --input=1xi32=1 --input=index=4 --input=index=0 --expected-output='4xi32=0 0 0 0'
// RUN: dml-run %s --refine=off --function=size --input=1xi32=1 --input=index=4 --input=index=-1 --expected-output='4xi32=1 1 1 1'

func.func @position(%x: tensor<?xi32>, %n: index, %offset: index)
    -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = affine.apply affine_map<(d0)[s0] -> (d0 + s0)>(%i)[%offset]
    %inside = arith.cmpi ult, %p, %size : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%p] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

func.func @strided(%x: tensor<?xi32>, %n: index, %offset: index)
    -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = affine.apply affine_map<(d0)[s0] -> (d0 * 3 + s0)>(%i)[%offset]
    %inside = arith.cmpi ult, %p, %size : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%p] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

// Inside x, past its first element, and %k a position of x at all.
func.func @several(%x: tensor<?xi32>, %n: index, %k: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %none = arith.constant -1 : i32
  %size = tensor.dim %x, %c0 : tensor<?xi32>
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %p = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %a = arith.cmpi ult, %p, %size : index
    %b = arith.cmpi ult, %i, %size : index
    %c = arith.cmpi ult, %k, %size : index
    %ab = arith.andi %a, %b : i1
    %inside = arith.andi %ab, %c : i1
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%i] : tensor<?xi32>
      scf.yield %e : i32
    } else {
      scf.yield %none : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}

func.func @size(%x: tensor<1xi32>, %n: index, %size: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %y = tensor.generate %n {
  ^bb0(%i: index):
    %inside = arith.cmpi ult, %i, %size : index
    %v = scf.if %inside -> i32 {
      %e = tensor.extract %x[%c0] : tensor<1xi32>
      scf.yield %e : i32
    } else {
      scf.yield %zero : i32
    }
    tensor.yield %v : i32
  } : tensor<?xi32>
  return %y : tensor<?xi32>
}
