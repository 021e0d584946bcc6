// Inputs are the caller's as well where single elements change, and where blocks
// branch.

// RUN: %run %s --function=insert "--input=4xf32=1 2 3 4" --time=3 \
// RUN:   "--expected-output=4xf32=1 3 3 4"

// Blocks: what is read after a branch is what it was before.
// RUN: %run %s --function=branches "--input=4xf32=1 2 3 4" --input=i8=1 \
// RUN:   "--expected-output=4xf32=1 2 3 4" "--expected-output=4xf32=2 4 6 8"

func.func @insert(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.extract %x[%c1] : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %s = arith.addf %e, %one : f32
  %y = tensor.insert %s into %x[%c1] : tensor<4xf32>
  return %y : tensor<4xf32>
}

func.func @branches(%x: tensor<?xf32>, %flag: i8)
    -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : i8
  %take = arith.cmpi ne, %flag, %c0 : i8
  cf.cond_br %take, ^double(%x : tensor<?xf32>), ^end(%x : tensor<?xf32>)
^double(%t: tensor<?xf32>):
  %d = arith.addf %t, %t : tensor<?xf32>
  cf.br ^end(%d : tensor<?xf32>)
^end(%y: tensor<?xf32>):
  return %x, %y : tensor<?xf32>, tensor<?xf32>
}
