// Any Vulkan device lets a kernel bind four buffers; this concatenation has six.

// RUN: rm -rf %t
// RUN: dml-compile %s --target=vulkan1.1 -o %t
// RUN: dml-run %t/manifest.json --device=vulkan --input='1x2xi32=1 2' --input='1x2xi32=3 4' \
// RUN:   --input='1x2xi32=5 6' --input='1x2xi32=7 8' --input='1x2xi32=9 10' \
// RUN:   --expected-output='5x2xi32=1 2 3 4 5 6 7 8 9 10'

func.func @main(%a: tensor<1x2xi32>, %b: tensor<1x2xi32>, %c: tensor<1x2xi32>,
                %d: tensor<1x2xi32>, %e: tensor<1x2xi32>) -> tensor<5x2xi32> {
  %y = tensor.concat dim(0) %a, %b, %c, %d, %e
      : (tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>, tensor<1x2xi32>)
      -> tensor<5x2xi32>
  return %y : tensor<5x2xi32>
}
