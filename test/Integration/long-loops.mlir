// Loops of a thread of more iterations than Mesa's llvmpipe takes.

// RUN: dml-run %s --device=reference --function=sum --input=134401xf32=uniform:1:0:1 --output=@%t.sum.npy
// RUN: %run %s --function=sum --input=134401xf32=uniform:1:0:1 --expected-output=@%t.sum.npy
func.func @sum(%x: tensor<134401xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<134401xf32>)
      outs(%init : tensor<f32>) dimensions = [0]
  return %y : tensor<f32>
}

// The window's maximum may be anywhere.
// RUN: dml-run %s --device=reference --function=window --input=2x1x700x301xf32=uniform:2:0:1 --output=@%t.window.npy
// RUN: %run %s --function=window --input=2x1x700x301xf32=uniform:2:0:1 --expected-output=@%t.window.npy
func.func @window(%x: tensor<2x1x700x301xf32>) -> tensor<2x1x1x1xf32> {
  %y = dml.max_pooling2 %x, window_sizes = [700, 301]
      : (tensor<2x1x700x301xf32>) -> tensor<2x1x1x1xf32>
  return %y : tensor<2x1x1x1xf32>
}
