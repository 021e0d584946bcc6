// space_to_depth1 in depth-column-row order with short rows: nine planes of the
// result, far apart, read the same plane. Tasks of one part of the planes after the
// other read what a cache still holds. The last part of 56 planes is a shorter one.

// RUN: dml-opt %s --dml-cpu-pipeline -o /dev/null --remarks-filter=dml-schedule \
// RUN:   --remark-format=emitRemark 2>&1 | FileCheck %s
// CHECK: vectors of 60 elements of rows, in strips of 2265, in tasks of 12 rows that read the same from loop 1 on
// CHECK: vectors of 60 elements of rows
// CHECK-NOT: read the same

// RUN: dml-run %s --device=reference --function=many_planes --output=@%t.npy \
// RUN:   --input=2x56x453x45xi8=random:1
// RUN: %run %s --function=many_planes --input=2x56x453x45xi8=random:1 --expected-output=@%t.npy
func.func @many_planes(%x: tensor<2x56x453x45xi8>) -> tensor<2x504x151x15xi8> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<2x56x453x45xi8>) -> tensor<2x504x151x15xi8>
  return %y : tensor<2x504x151x15xi8>
}

// A cache holds all planes of an image.
// RUN: dml-run %s --device=reference --function=few_planes --output=@%t.npy \
// RUN:   --input=3x44x453x45xi8=random:2
// RUN: %run %s --function=few_planes --input=3x44x453x45xi8=random:2 --expected-output=@%t.npy
func.func @few_planes(%x: tensor<3x44x453x45xi8>) -> tensor<3x396x151x15xi8> {
  %y = dml.space_to_depth1 %x, block_size = 3, order = depth_column_row
      : (tensor<3x44x453x45xi8>) -> tensor<3x396x151x15xi8>
  return %y : tensor<3x396x151x15xi8>
}
