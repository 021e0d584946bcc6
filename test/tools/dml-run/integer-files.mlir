// Indices are i64 in ONNX and PyTorch, and unsigned in DirectML. A .npy file of
// one integer type is taken for another one where all of its values fit.

// RUN: rm -rf %t && mkdir %t
// RUN: dml-run %s --function=identity "--input=1x1x2x2xi64=0 2 6 8" --output=@%t/indices.npy
// RUN: dml-run %s --function=unpool "--input=1x1x2x2xf32=1 2 3 4" --input=@%t/indices.npy \
// RUN:   "--expected-output=1x1x3x3xf32=1 0 2 0 0 0 3 0 4"
// RUN: dml-run %s --function=unpool_ui32 "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   --input=1x1x2x2xui32=@%t/indices.npy "--expected-output=1x1x3x3xf32=1 0 2 0 0 0 3 0 4"

// RUN: dml-run %s --function=identity "--input=1x1x2x2xi64=0 2 6 -1" --output=@%t/negative.npy
// RUN: not dml-run %s --function=unpool --input=1x1x2x2xf32=1 --input=@%t/negative.npy 2>&1 \
// RUN:   | FileCheck %s
// CHECK: dml-run: error: --input #1 '@{{.*}}negative.npy': '{{.*}}negative.npy': element 3 in row-major order is -1, which does not fit ui64 (0 to 18446744073709551615)

func.func @identity(%x: tensor<1x1x2x2xi64>) -> tensor<1x1x2x2xi64> {
  return %x : tensor<1x1x2x2xi64>
}

func.func @unpool(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

func.func @unpool_ui32(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %x, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}
