// ONNX Runtime, unit tests of MaxUnpool. Those named Without_OutputShape have the same
// inputs and result as those without this ending. One spatial dimension is the last of
// two; three are the last three of four, as an index counts in the whole output.
//
// An index out of range is refused here as there; DirectML has unsigned indices, so that
// -1 is the largest. MaxUnpoolOutputShapeSmallerThanMinimum is refused there: with
// windows of 2 and strides of 2 the output has 8 elements. DirectML's operator knows no
// windows, and its output may have any sizes (U1).

// RUN: %run %s --function=MaxUnPool1D "--input=1x1x1x4xf32=1 2 3 4" "--input=1x1x1x4xui64=1 3 4 6" \
// RUN:   "--expected-output=1x1x1x8xf32=0 1 0 2 3 0 4 0"
// RUN: %run %s --function=MaxUnPool1D_Padding "--input=1x1x1x4xf32=1 2 3 4" \
// RUN:   "--input=1x1x1x4xui64=1 3 4 6" "--expected-output=1x1x1x7xf32=0 1 0 2 3 0 4"
// RUN: %run %s --function=MaxUnPool1D_WithOutputShape "--input=1x1x1x4xf32=1 2 3 4" \
// RUN:   "--input=1x1x1x4xui64=1 3 4 6" "--expected-output=1x1x1x9xf32=0 1 0 2 3 0 4 0 0"
// RUN: %run %s --function=MaxUnPool_DefaultStrides "--input=1x1x1x4xf32=1 2 4 8" \
// RUN:   "--input=1x1x1x4xui64=1 2 3 4" "--expected-output=1x1x1x5xf32=0 1 2 4 8"
// RUN: %run %s --function=MaxUnPool2D "--input=1x1x2x2xf32=1 2 3 4" "--input=1x1x2x2xui64=1 3 4 6" \
// RUN:   "--expected-output=1x1x4x4xf32=0 1 0 2 3 0 4 0 0 0 0 0 0 0 0 0"
// RUN: %run %s --function=MaxUnPool2D_Padding "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=1 3 4 6" "--expected-output=1x1x3x3xf32=0 1 0 2 3 0 4 0 0"
// RUN: %run %s --function=MaxUnPool2D_WithOutputShape "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=1 3 10 12" \
// RUN:   "--expected-output=1x1x5x5xf32=0 1 0 2 0 0 0 0 0 0 3 0 4 0 0 0 0 0 0 0 0 0 0 0 0"
// RUN: %run %s --function=MaxUnPool3D "--input=1x2x2x2xf32=1 2 3 4 5 6 7 8" \
// RUN:   "--input=1x2x2x2xui64=1 3 24 30 32 38 60 62" \
// RUN:   "--expected-output=1x4x4x4xf32=0 1 0 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 4 0 5 0 0 0 0 0 6 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 7 0 8 0"
// RUN: %run %s --function=MaxUnPool3D_Padding "--input=1x1x2x2xf32=1 2 3 4" \
// RUN:   "--input=1x1x2x2xui64=1 4 8 12" \
// RUN:   "--expected-output=1x2x3x3xf32=0 1 0 0 2 0 0 0 3 0 0 0 4 0 0 0 0 0"
// RUN: %run %s --function=MaxUnPool3D_WithOutputShape "--input=1x1x1x1xf32=3" "--input=1x1x1x1xui64=13" \
// RUN:   "--expected-output=1x3x3x3xf32=0 0 0 0 0 0 0 0 0 0 0 0 0 3 0 0 0 0 0 0 0 0 0 0 0 0 0"
// RUN: not %run %s --function=MaxUnpoolInvalidIndices "--input=1x1x1x4xf32=1 2 3 4" \
// RUN:   "--input=1x1x1x4xui64=1 3 4 8" 2>&1 | FileCheck %s --check-prefix=BEYOND
// BEYOND: index at position 3 (the first of 1 out of range): expected less than 8 (elements of the result), given 8 [U3]
// RUN: not %run %s --function=MaxUnpoolNegativeIndex "--input=1x1x1x4xf32=1 2 3 4" \
// RUN:   "--input=1x1x1x4xui64=18446744073709551615 3 4 6" 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// NEGATIVE: index at position 0 (the first of 1 out of range): expected less than 8 (elements of the result), given 18446744073709551615 [U3]
// RUN: %run %s --function=MaxUnpoolOutputShapeSmallerThanMinimum "--input=1x1x1x4xf32=1 2 3 4" \
// RUN:   "--input=1x1x1x4xui64=0 1 2 3" "--expected-output=1x1x1x4xf32=1 2 3 4"

func.func @MaxUnPool1D(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>) -> tensor<1x1x1x8xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x8xf32>
  return %y : tensor<1x1x1x8xf32>
}

func.func @MaxUnPool1D_Padding(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x7xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x7xf32>
  return %y : tensor<1x1x1x7xf32>
}

func.func @MaxUnPool1D_WithOutputShape(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x9xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x9xf32>
  return %y : tensor<1x1x1x9xf32>
}

func.func @MaxUnPool_DefaultStrides(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x5xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x5xf32>
  return %y : tensor<1x1x1x5xf32>
}

func.func @MaxUnPool2D(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>) -> tensor<1x1x4x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x4x4xf32>
  return %y : tensor<1x1x4x4xf32>
}

func.func @MaxUnPool2D_Padding(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x1x3x3xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x3x3xf32>
  return %y : tensor<1x1x3x3xf32>
}

func.func @MaxUnPool2D_WithOutputShape(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x1x5x5xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x1x5x5xf32>
  return %y : tensor<1x1x5x5xf32>
}

func.func @MaxUnPool3D(%v: tensor<1x2x2x2xf32>, %i: tensor<1x2x2x2xui64>) -> tensor<1x4x4x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui64>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}

func.func @MaxUnPool3D_Padding(%v: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xui64>)
    -> tensor<1x2x3x3xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui64>) -> tensor<1x2x3x3xf32>
  return %y : tensor<1x2x3x3xf32>
}

func.func @MaxUnPool3D_WithOutputShape(%v: tensor<1x1x1x1xf32>, %i: tensor<1x1x1x1xui64>)
    -> tensor<1x3x3x3xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x1xf32>, tensor<1x1x1x1xui64>) -> tensor<1x3x3x3xf32>
  return %y : tensor<1x3x3x3xf32>
}

func.func @MaxUnpoolInvalidIndices(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x8xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x8xf32>
  return %y : tensor<1x1x1x8xf32>
}

func.func @MaxUnpoolNegativeIndex(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x8xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x8xf32>
  return %y : tensor<1x1x1x8xf32>
}

func.func @MaxUnpoolOutputShapeSmallerThanMinimum(%v: tensor<1x1x1x4xf32>, %i: tensor<1x1x1x4xui64>)
    -> tensor<1x1x1x4xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x4xf32>, tensor<1x1x1x4xui64>) -> tensor<1x1x1x4xf32>
  return %y : tensor<1x1x1x4xf32>
}
