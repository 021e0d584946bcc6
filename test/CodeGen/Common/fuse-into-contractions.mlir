// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --dml-fuse=into-contractions --split-input-file | FileCheck %s
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --dml-fuse --split-input-file | FileCheck %s --check-prefix=APART

// An unfolded factor is read where its windows lie; the matrix product gets the
// loops that unfold has.
// CHECK-DAG: #[[$FILTER:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d3, d4, d5, d6)>
// CHECK-DAG: #[[$RESULT:.+]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2)>
// CHECK-LABEL: func @unfolded(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x6x6xf32>
// CHECK-NOT:     tensor.empty() : tensor<1x36
// CHECK:         linalg.generic {indexing_maps = [#[[$FILTER]], #[[$RESULT]]]
// CHECK:           %[[E:.+]] = tensor.extract %[[X]]
// CHECK-NEXT:      %[[P:.+]] = arith.mulf %{{.+}}, %[[E]]
// CHECK-NEXT:      arith.addf %{{.+}}, %[[P]]
// CHECK-NOT:     linalg.generic

// APART-LABEL: func @unfolded(
// APART:         linalg.matmul
func.func @unfolded(%x: tensor<1x4x6x6xf32>, %f: tensor<8x36xf32>, %i: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %u = dml.unfold %x, window_sizes = [3, 3] : (tensor<1x4x6x6xf32>) -> tensor<1x36x16xf32>
  %c = tensor.collapse_shape %u [[0, 1], [2]] : tensor<1x36x16xf32> into tensor<36x16xf32>
  %y = linalg.matmul ins(%f, %c : tensor<8x36xf32>, tensor<36x16xf32>)
      outs(%i : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}

// -----

// What the sums begin with is kept, and a factor that takes many operations is
// computed once.
// CHECK-LABEL: func @costly(
// CHECK:         linalg.exp
// CHECK:         linalg.matmul {{.*}} outs(%{{.+}} : tensor<4x4xf32>)
func.func @costly(%x: tensor<4x4xf32>, %i: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %y = linalg.exp ins(%x : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%i : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}
