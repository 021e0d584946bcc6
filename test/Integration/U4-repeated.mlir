// On Vulkan, unpooling is first compiled for windows that do not overlap, and again
// for data of others, with what the program has around it.

// RUN: split-file %s %t

// A constant that is aligned to 64 bytes.
// RUN: dml-run %t/aligned.mlir --device=reference --output=@%t/aligned.npy \
// RUN:   --input=1x1x4x4xf32=iota --input=1x1x4x4xui32=random:1:64
// RUN: %run %t/aligned.mlir --cache-bytes=0 --expected-output=@%t/aligned.npy --time=2 \
// RUN:   --input=1x1x4x4xf32=iota --input=1x1x4x4xui32=random:1:64

// A loop that ends for the last of two inputs at an index, 1, not for the first, 5.
// The reference evaluator knows no loops.
// RUN: dml-run %t/loop.mlir --device=vulkan --cache-bytes=0 \
// RUN:   "--input=1x1x2x2xi32=5 1 0 0" "--input=1x1x2x2xui32=5 5 8 10" \
// RUN:   "--expected-output=1x1x4x4xi32=0 0 0 0 0 1 0 0 0 0 0 0 0 0 0 0"

// A division by an element, which is zero where the first of two inputs wins.
// RUN: %run %t/division.mlir --cache-bytes=0 \
// RUN:   "--input=1x1x2x2xi32=5 1 0 0" "--input=1x1x2x2xui32=5 5 8 10" \
// RUN:   "--expected-output=1x1x4x4xi32=-2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2 -2"

// Two unpoolings: windows of the first may not overlap, those of the second do.
// RUN: %run %t/two.mlir --cache-bytes=0 \
// RUN:   "--input=1x1x2x2xi32=1 2 3 4" "--input=1x1x2x2xui32=5 5 8 10" "--input=1x1x2x2xui32=4 4 0 1" \
// RUN:   "--expected-output=1x1x4x4xi32=0 0 0 0 0 2 0 0 3 0 4 0 0 0 0 0" \
// RUN:   "--expected-output=1x1x3x3xi32=3 4 0 0 2 0 0 0 0"

//--- aligned.mlir
func.func @main(%x: tensor<1x1x4x4xf32>, %i: tensor<1x1x4x4xui32>) -> tensor<1x1x8x8xf32> {
  %c = arith.constant dense_resource<w> : tensor<1x1x4x4xf32>
  %s = arith.addf %x, %c : tensor<1x1x4x4xf32>
  %y = dml.max_unpooling %s, %i
      : (tensor<1x1x4x4xf32>, tensor<1x1x4x4xui32>) -> tensor<1x1x8x8xf32>
  return %y : tensor<1x1x8x8xf32>
}
{-#
  dialect_resources: {
    builtin: {
      w: "0x400000000000803f0000004000004040000080400000a0400000c0400000e040000000410000104100002041000030410000404100005041000060410000704100008041"
    }
  }
#-}

//--- loop.mlir
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @main(%x: tensor<1x1x2x2xi32>, %i: tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xi32> {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xi32>
  %dest = tensor.empty() : tensor<1x1x4x4xi32>
  %z = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y : tensor<1x1x4x4xi32>) outs(%dest : tensor<1x1x4x4xi32>) {
  ^bb0(%element: i32, %out: i32):
    %five = arith.constant 5 : i32
    %result = scf.while (%value = %element) : (i32) -> i32 {
      %is_five = arith.cmpi eq, %value, %five : i32
      scf.condition(%is_five) %value : i32
    } do {
    ^bb0(%value: i32):
      scf.yield %value : i32
    }
    linalg.yield %result : i32
  } -> tensor<1x1x4x4xi32>
  return %z : tensor<1x1x4x4xi32>
}

//--- division.mlir
#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
func.func @main(%x: tensor<1x1x2x2xi32>, %i: tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xi32> {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xi32>
  %dest = tensor.empty() : tensor<1x1x4x4xi32>
  %z = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y : tensor<1x1x4x4xi32>) outs(%dest : tensor<1x1x4x4xi32>) {
  ^bb0(%element: i32, %out: i32):
    %five = arith.constant 5 : i32
    %ten = arith.constant 10 : i32
    %difference = arith.subi %element, %five : i32
    %quotient = arith.divsi %ten, %difference : i32
    linalg.yield %quotient : i32
  } -> tensor<1x1x4x4xi32>
  return %z : tensor<1x1x4x4xi32>
}

//--- two.mlir
func.func @main(%x: tensor<1x1x2x2xi32>, %i: tensor<1x1x2x2xui32>, %j: tensor<1x1x2x2xui32>)
    -> (tensor<1x1x4x4xi32>, tensor<1x1x3x3xi32>) {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xi32>
  %z = dml.max_unpooling %x, %j
      : (tensor<1x1x2x2xi32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xi32>
  return %y, %z : tensor<1x1x4x4xi32>, tensor<1x1x3x3xi32>
}
