// What a function may return, and what it does to what it is given.

// RUN: %run %s --function=argument --input=3xf16=iota --expected-output=3xf16=iota
// RUN: %run %s --function=twice "--input=1x4x1x1xi8=1 2 3 4" \
// RUN:   "--expected-output=1x1x2x2xi8=1 2 3 4" \
// RUN:   "--expected-output=1x1x2x2xi8=1 2 3 4"
// RUN: %run %s --function=constants "--expected-output=3xi16=-1 2 3" \
// RUN:   --expected-output=5xf64=2.5 --expected-output=f32=0.5 \
// RUN:   "--expected-output=3xi16=-1 2 3"
// RUN: %run %s --function=argument_and_result "--input=5xi32=1 2 3 4 5" \
// RUN:   "--expected-output=5xi32=1 2 3 4 5" "--expected-output=5xi32=2 4 6 8 10"
// A kernel that writes into its input writes into a copy, run after run.
// RUN: %run %s --function=in_place "--input=5xf32=1 2 3 4 5" --time=3 \
// RUN:   "--expected-output=5xf32=16 32 48 64 80"
// RUN: %run %s --function=fill --expected-output=3x5xi8=7 --expected-output=7xf32=1.5
// RUN: %run %s --function=nothing

func.func @argument(%x: tensor<3xf16>) -> tensor<3xf16> {
  return %x : tensor<3xf16>
}

func.func @twice(%x: tensor<1x4x1x1xi8>)
    -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xi8>) {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xi8>) -> tensor<1x1x2x2xi8>
  return %y, %y : tensor<1x1x2x2xi8>, tensor<1x1x2x2xi8>
}

func.func @constants()
    -> (tensor<3xi16>, tensor<5xf64>, tensor<f32>, tensor<3xi16>) {
  %a = arith.constant dense<[-1, 2, 3]> : tensor<3xi16>
  %b = arith.constant dense<2.5> : tensor<5xf64>
  %c = arith.constant dense<0.5> : tensor<f32>
  return %a, %b, %c, %a
      : tensor<3xi16>, tensor<5xf64>, tensor<f32>, tensor<3xi16>
}

func.func @argument_and_result(%x: tensor<5xi32>)
    -> (tensor<5xi32>, tensor<5xi32>) {
  %y = arith.addi %x, %x : tensor<5xi32>
  return %x, %y : tensor<5xi32>, tensor<5xi32>
}

func.func @in_place(%x: tensor<5xf32>) -> tensor<5xf32> {
  %a = call @double(%x) : (tensor<5xf32>) -> tensor<5xf32>
  %b = call @double(%a) : (tensor<5xf32>) -> tensor<5xf32>
  %c = call @double(%b) : (tensor<5xf32>) -> tensor<5xf32>
  %d = call @double(%c) : (tensor<5xf32>) -> tensor<5xf32>
  return %d : tensor<5xf32>
}

func.func private @double(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      outs(%x : tensor<5xf32>) {
    ^bb0(%e: f32):
      %s = arith.addf %e, %e : f32
      linalg.yield %s : f32
  } -> tensor<5xf32>
  return %y : tensor<5xf32>
}

func.func @fill() -> (tensor<3x5xi8>, tensor<7xf32>) {
  %a = arith.constant 7 : i8
  %b = arith.constant 1.5 : f32
  %empty = tensor.empty() : tensor<3x5xi8>
  %other = tensor.empty() : tensor<7xf32>
  %y = linalg.fill ins(%a : i8) outs(%empty : tensor<3x5xi8>) -> tensor<3x5xi8>
  %z = linalg.fill ins(%b : f32) outs(%other : tensor<7xf32>) -> tensor<7xf32>
  return %y, %z : tensor<3x5xi8>, tensor<7xf32>
}

func.func @nothing() {
  return
}
