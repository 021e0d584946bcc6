// RUN: dml-opt %s --dml-fuse=into-reductions | FileCheck %s
// RUN: dml-opt %s --dml-fuse | FileCheck %s --check-prefix=APART

#columns = affine_map<(n, l) -> (l, n)>
#n = affine_map<(n, l) -> (n)>

// CHECK-LABEL: func @sum_of_squares(
// CHECK:         %[[SUM:.+]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%{{.+}} : tensor<6x4xf32>)
// CHECK-NEXT:    ^bb0(%[[X:.+]]: f32, %[[OLD:.+]]: f32):
// CHECK-NEXT:      %[[SQUARE:.+]] = arith.mulf %[[X]], %[[X]]
// CHECK-NEXT:      arith.addf %[[OLD]], %[[SQUARE]]
// CHECK:         return %[[SUM]]
// APART-LABEL: func @sum_of_squares(
// APART:         linalg.mul
// APART:         linalg.generic
func.func @sum_of_squares(%x: tensor<6x4xf32>, %init: tensor<4xf32>)
    -> tensor<4xf32> {
  %e = tensor.empty() : tensor<6x4xf32>
  %square = linalg.mul ins(%x, %x : tensor<6x4xf32>, tensor<6x4xf32>)
      outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %r = linalg.generic {indexing_maps = [#columns, #n],
                       iterator_types = ["parallel", "reduction"]}
      ins(%square : tensor<6x4xf32>) outs(%init : tensor<4xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %old, %a : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Windows that overlap would square an element again.
// CHECK-LABEL: func @windows(
// CHECK:         linalg.square
// CHECK:         linalg.generic
func.func @windows(%x: tensor<8xf32>, %k: tensor<3xf32>, %init: tensor<6xf32>)
    -> tensor<6xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %square = linalg.square ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
      -> tensor<8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n + k)>,
                                        affine_map<(n, k) -> (k)>,
                                        affine_map<(n, k) -> (n)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%square, %k : tensor<8xf32>, tensor<3xf32>)
      outs(%init : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %s = arith.maximumf %old, %a : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}
