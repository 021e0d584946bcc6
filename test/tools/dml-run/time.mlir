// GB/s are of what moves bytes; a convolution does more for each of them.

// RUN: split-file %s %t
// RUN: dml-run %t/moves.mlir --input=1x4x2x2xf32=1 --output= --time=2 | FileCheck %s --check-prefix=MOVES
// MOVES: (median of 2)
// MOVES-NEXT: {{^}}128 bytes of inputs and results: {{[0-9.]+}} GB/s{{$}}

// From 1 MiB on, copies are timed, too; dml-benchmark compares with the first one.
// RUN: dml-run %t/large.mlir --input=1x4x256x512xf32=1 --output= --time=2 | FileCheck %s --check-prefix=COPIES
// COPIES: {{^}}4194304 bytes of inputs and results: {{[0-9.]+}} GB/s, {{.*}}non-temporal copy {{[0-9.]+}} GB/s, memcpy {{[0-9.]+}} GB/s{{$}}

// RUN: dml-run %t/moves.mlir --input=1x4x2x2xf32=1 --output= --time=2 --device=vulkan \
// RUN:   | FileCheck %s --check-prefix=VULKAN
// VULKAN: {{^}}128 bytes of inputs and results: {{[0-9.]+}} GB/s in kernels{{$}}


// RUN: dml-run %t/convolution.mlir --input=1x1x4x4xf32=1 --input=1x1x3x3xf32=1 --output= --time=2 \
// RUN:   | FileCheck %s --check-prefix=COMPUTES --implicit-check-not=GB/s
// RUN: dml-run %t/sum.mlir --input=4x4xf32=1 --output= --time=2 \
// RUN:   | FileCheck %s --check-prefix=COMPUTES --implicit-check-not=GB/s
// COMPUTES: (median of 2)
// COMPUTES-NEXT: {{^}}{{[0-9]+}} bytes of inputs and results{{$}}

//--- large.mlir

func.func @main(%x: tensor<1x4x256x512xf32>) -> tensor<1x1x512x1024xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x256x512xf32>) -> tensor<1x1x512x1024xf32>
  return %y : tensor<1x1x512x1024xf32>
}

//--- moves.mlir
func.func @moves(%x: tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  %z = arith.addf %y, %y : tensor<1x1x4x4xf32>
  return %z : tensor<1x1x4x4xf32>
}

//--- convolution.mlir
func.func @main(%x: tensor<1x1x4x4xf32>, %w: tensor<1x1x3x3xf32>) -> tensor<1x1x2x2xf32> {
  %zero = arith.constant dense<0.0> : tensor<1x1x2x2xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%x, %w : tensor<1x1x4x4xf32>, tensor<1x1x3x3xf32>)
      outs(%zero : tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
}

//--- sum.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4xf32> {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %y = linalg.reduce { arith.addf } ins(%x : tensor<4x4xf32>) outs(%zero : tensor<4xf32>)
      dimensions = [1]
  return %y : tensor<4xf32>
}
