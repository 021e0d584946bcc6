// RUN: dml-opt %s --verify-diagnostics --dml-gpu-pipeline

// The casts contradict each other, and a check reads the dynamic buffer behind one.
func.func @contradiction(%x: tensor<1x1x?x5xf32>, %i: tensor<1x1x2x2xui32>)
    -> tensor<1x1x3x3xf32> {
  // expected-error @+1 {{a kernel needs a buffer of static shape, given 'memref<1x1x?x5xf32>'}}
  %a = tensor.cast %x : tensor<1x1x?x5xf32> to tensor<?x1x2x?xf32>
  %b = tensor.cast %i : tensor<1x1x2x2xui32> to tensor<1x?x?x2xui32>
  %y = dml.max_unpooling %a, %b
      : (tensor<?x1x2x?xf32>, tensor<1x?x?x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
