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

#ck = affine_map<(k, c, l) -> (c, k, l)>
#c = affine_map<(k, c, l) -> (c)>
#cl = affine_map<(k, c, l) -> (l, c)>

// Windows are gathered where they are reduced, with or without the option: one
// after the other, in the order of the reduction. What elements are multiplied
// by is done there, too. The result's dimensions are the loops.
// CHECK-LABEL: func @sums_of_windows(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x9xf32>, %[[FACTORS:.+]]: tensor<4xf32>)
// CHECK:         %[[SUM:.+]] = linalg.generic {{.+}} iterator_types = ["parallel", "parallel"]} outs(%{{.+}} : tensor<8x4xf32>)
// CHECK:           %[[START:.+]] = arith.constant 0.000000e+00 : f32
// CHECK:           %[[X0:.+]] = tensor.extract %[[X]][
// CHECK:           %[[PRODUCT0:.+]] = arith.mulf %[[X0]]
// CHECK:           %[[SUM0:.+]] = arith.addf %[[START]], %[[PRODUCT0]]
// CHECK:           %[[X1:.+]] = tensor.extract %[[X]][
// CHECK:           %[[PRODUCT1:.+]] = arith.mulf %[[X1]]
// CHECK:           %[[SUM1:.+]] = arith.addf %[[SUM0]], %[[PRODUCT1]]
// CHECK:           linalg.yield %[[SUM1]]
// CHECK:         return %[[SUM]]
// APART-LABEL: func @sums_of_windows(
// APART-COUNT-1: linalg.generic
// APART-NOT:     linalg.generic
// APART:         return
func.func @sums_of_windows(%x: tensor<4x9xf32>, %factors: tensor<4xf32>)
    -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x2x8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(c, k, l) -> (c, k, l)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%e : tensor<4x2x8xf32>) {
  ^bb0(%out: f32):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %l = linalg.index 2 : index
    %i = affine.apply affine_map<(k, l) -> (k + l)>(%k, %l)
    %a = tensor.extract %x[%c, %i] : tensor<4x9xf32>
    linalg.yield %a : f32
  } -> tensor<4x2x8xf32>
  %g = tensor.empty() : tensor<4x2x8xf32>
  %p = linalg.generic {indexing_maps = [#ck, #c, #ck],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%u, %factors : tensor<4x2x8xf32>, tensor<4xf32>)
      outs(%g : tensor<4x2x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.mulf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x2x8xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<8x4xf32>)
      -> tensor<8x4xf32>
  %r = linalg.generic {indexing_maps = [#ck, #cl],
                       iterator_types = ["reduction", "parallel", "parallel"]}
      ins(%p : tensor<4x2x8xf32>) outs(%init : tensor<8x4xf32>) {
  ^bb0(%a: f32, %old: f32):
    %s = arith.addf %old, %a : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// More than 32 elements are a loop in the body.
// CHECK-LABEL: func @long_window(
// CHECK-COUNT-1: linalg.generic
// CHECK:           scf.for {{.+}} iter_args(%[[OLD:.+]] = %{{.+}}) -> (f32)
// CHECK:             %[[A:.+]] = tensor.extract
// CHECK:             arith.maximumf %[[OLD]], %[[A]]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @long_window(%x: tensor<47xf32>) -> tensor<8xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<40x8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(k, l) -> (k, l)>],
                       iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<40x8xf32>) {
  ^bb0(%out: f32):
    %k = linalg.index 0 : index
    %l = linalg.index 1 : index
    %i = affine.apply affine_map<(k, l) -> (k + l)>(%k, %l)
    %a = tensor.extract %x[%i] : tensor<47xf32>
    linalg.yield %a : f32
  } -> tensor<40x8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %begin = linalg.fill ins(%least : f32) outs(%f : tensor<8xf32>) -> tensor<8xf32>
  %r = linalg.reduce ins(%u : tensor<40x8xf32>) outs(%begin : tensor<8xf32>)
      dimensions = [0] (%a: f32, %old: f32) {
    %s = arith.maximumf %old, %a : f32
    linalg.yield %s : f32
  }
  return %r : tensor<8xf32>
}

// What a reduction begins with must be known.
// CHECK-LABEL: func @other_beginning(
// CHECK:         linalg.generic
// CHECK:         linalg.{{generic|reduce}}
// CHECK:         return
func.func @other_beginning(%x: tensor<9xf32>, %init: tensor<8xf32>)
    -> tensor<8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %u = linalg.generic {indexing_maps = [affine_map<(k, l) -> (k, l)>],
                       iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<2x8xf32>) {
  ^bb0(%out: f32):
    %k = linalg.index 0 : index
    %l = linalg.index 1 : index
    %i = affine.apply affine_map<(k, l) -> (k + l)>(%k, %l)
    %a = tensor.extract %x[%i] : tensor<9xf32>
    linalg.yield %a : f32
  } -> tensor<2x8xf32>
  %r = linalg.reduce ins(%u : tensor<2x8xf32>) outs(%init : tensor<8xf32>)
      dimensions = [0] (%a: f32, %old: f32) {
    %s = arith.addf %old, %a : f32
    linalg.yield %s : f32
  }
  return %r : tensor<8xf32>
}
