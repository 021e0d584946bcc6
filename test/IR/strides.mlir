// RUN: dml-opt %s | FileCheck %s
//
// Where the elements of arguments and results may lie (T3).

// CHECK-LABEL: func @nhwc(
// CHECK-SAME:    %{{.*}}: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
// CHECK-SAME:    -> (tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
func.func @nhwc(%x: tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (tensor<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
  return %x : tensor<1x8x4x4xf32>
}

// What is only read may have elements at the same place, and strides of 0.
// CHECK-LABEL: func @arguments_that_overlap(
// CHECK-SAME:    {dml.strides = array<i64: 0, 0>}
// CHECK-SAME:    {dml.strides = array<i64: 1, 1>}
func.func @arguments_that_overlap(%x: tensor<4x3xf32> {dml.strides = array<i64: 0, 0>},
                                  %y: tensor<4x3xf32> {dml.strides = array<i64: 1, 1>}) {
  return
}

// Between each two elements of a row lies one of another row. The places are
// 0 2 4, 3 5 7.
// CHECK-LABEL: func @interleaved_rows(
// CHECK-SAME:    {dml.strides = array<i64: 3, 2>}
func.func @interleaved_rows(%x: tensor<2x3xf32>)
    -> (tensor<2x3xf32> {dml.strides = array<i64: 3, 2>}) {
  return %x : tensor<2x3xf32>
}

// The stride of a size of 1 is never used.
// CHECK-LABEL: func @size_of_one(
// CHECK-SAME:    {dml.strides = array<i64: 0, 1>}
// CHECK-SAME:    {dml.strides = array<i64: 4294967295, 1>}
func.func @size_of_one(%x: tensor<1x3xf32>)
    -> (tensor<1x3xf32> {dml.strides = array<i64: 0, 1>},
        tensor<1x3xf32> {dml.strides = array<i64: 4294967295, 1>}) {
  return %x, %x : tensor<1x3xf32>, tensor<1x3xf32>
}

// CHECK-LABEL: func @rank_of_zero(
// CHECK-SAME:    tensor<f32> {dml.strides = array<i64>}
func.func @rank_of_zero(%x: tensor<f32> {dml.strides = array<i64>}) {
  return
}

// Of sizes that are not known, the sizes at run time are checked.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    {dml.strides = array<i64: 1, 1>}
func.func @dynamic(%x: tensor<?x3xf32>)
    -> (tensor<?x3xf32> {dml.strides = array<i64: 1, 1>}) {
  return %x : tensor<?x3xf32>
}

// CHECK-LABEL: func private @declaration(
// CHECK-SAME:    memref<2x3xi8> {dml.strides = array<i64: 1, 2>}
func.func private @declaration(memref<2x3xi8> {dml.strides = array<i64: 1, 2>})
