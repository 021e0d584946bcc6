// RUN: dml-opt %s --dml-cpu-insert-in-place | FileCheck %s
// RUN: dml-run %s --function=parts --input=1x4x1x2xi16=iota --input=1x2x2x4xi16=7 \
// RUN:   --expected-output='1x3x2x4xi16=0 2 1 3 4 6 5 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7'

// Both parts are computed where they belong, the second one behind the first.
// CHECK-LABEL: func @computed(
// CHECK:         %[[Y:.+]] = tensor.empty() : tensor<1x3x4xf32>
// CHECK:         %[[SLICE:.+]] = tensor.extract_slice %[[Y]][0, 0, 0] [1, 2, 4] [1, 1, 1]
// CHECK:         %[[FLAT:.+]] = tensor.collapse_shape %[[SLICE]] {{\[}}[0, 1, 2]]
// CHECK:         %[[A:.+]] = linalg.exp ins({{.*}}) outs(%[[FLAT]] : tensor<8xf32>)
// CHECK:         %[[PART:.+]] = tensor.expand_shape %[[A]]
// CHECK:         %[[FIRST:.+]] = tensor.insert_slice %[[PART]] into %[[Y]]
// CHECK:         %[[REST:.+]] = tensor.extract_slice %[[FIRST]][0, 2, 0] [1, 1, 4] [1, 1, 1]
// CHECK:         %[[B:.+]] = linalg.exp ins({{.*}}) outs(%[[REST]] : tensor<1x1x4xf32>)
// CHECK:         tensor.insert_slice %[[B]] into %[[FIRST]]
func.func @computed(%x: tensor<8xf32>, %y: tensor<1x1x4xf32>) -> tensor<1x3x4xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<1x1x4xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %b = linalg.exp ins(%y : tensor<1x1x4xf32>) outs(%f : tensor<1x1x4xf32>) -> tensor<1x1x4xf32>
  %c = tensor.expand_shape %a [[0, 1, 2]] output_shape [1, 2, 4] : tensor<8xf32> into tensor<1x2x4xf32>
  %d = tensor.concat dim(1) %c, %b : (tensor<1x2x4xf32>, tensor<1x1x4xf32>) -> tensor<1x3x4xf32>
  return %d : tensor<1x3x4xf32>
}

// Rows of a slice with gaps, what is read elsewhere, and what begins with values.
// CHECK-LABEL: func @kept(
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
func.func @kept(%x: tensor<2x4xf32>, %y: tensor<2x8xf32>, %z: tensor<4x4xf32>)
    -> (tensor<2x8xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>) {
  %e = tensor.empty() : tensor<2x4xf32>
  %a = linalg.exp ins(%x : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %b = tensor.insert_slice %a into %y[0, 2] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<2x8xf32>
  %c = linalg.exp ins(%a : tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) -> tensor<2x4xf32>
  %d = tensor.insert_slice %c into %z[1, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  %f = linalg.add ins(%x, %x : tensor<2x4xf32>, tensor<2x4xf32>) outs(%x : tensor<2x4xf32>) -> tensor<2x4xf32>
  %g = tensor.insert_slice %f into %z[1, 0] [2, 4] [1, 1] : tensor<2x4xf32> into tensor<4x4xf32>
  return %b, %d, %c, %g : tensor<2x8xf32>, tensor<4x4xf32>, tensor<2x4xf32>, tensor<4x4xf32>
}

func.func @parts(%x: tensor<1x4x1x2xi16>, %y: tensor<1x2x2x4xi16>) -> tensor<1x3x2x4xi16> {
  %z = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x2xi16>) -> tensor<1x1x2x4xi16>
  %c = tensor.concat dim(1) %z, %y
      : (tensor<1x1x2x4xi16>, tensor<1x2x2x4xi16>) -> tensor<1x3x2x4xi16>
  return %c : tensor<1x3x2x4xi16>
}
