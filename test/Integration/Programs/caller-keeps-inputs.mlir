// Inputs are the caller's: a function that writes into an argument writes into
// a copy, and gives the same result each time it runs.

// RUN: %run %s --function=accumulate "--input=4xf32=1 2 3 4" --time=3 \
// RUN:   "--expected-output=4xf32=2 4 6 8"

// Attributes of the program do not change how it is called.
// RUN: %run %s --function=attributes "--input=2xf32=3 4" \
// RUN:   "--expected-output=2xf32=3 4"

func.func @accumulate(%x: tensor<?xf32>) -> tensor<?xf32> {
  %y = linalg.generic {
      indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]}
      outs(%x : tensor<?xf32>) {
    ^bb0(%e: f32):
      %s = arith.addf %e, %e : f32
      linalg.yield %s : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

func.func @attributes(%x: tensor<2xf32> {
    bufferization.buffer_layout = affine_map<(d0) -> (d0 + 1)>})
    -> tensor<2xf32> attributes {passthrough = ["noreturn"]} {
  return %x : tensor<2xf32>
}
