// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize \
// RUN:   --dml-fuse='into-contractions min-packed-products=4096' --split-input-file | FileCheck %s

// What unfold and padding give is read where windows lie.
// CHECK-LABEL: func @unfolded(
// CHECK-NOT:     linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]
// CHECK:         linalg.generic {{.*}}"reduction", "reduction", "reduction"]
// CHECK:           tensor.extract
// CHECK:           arith.mulf
// CHECK-NOT:     linalg.generic
func.func @unfolded(%x: tensor<1x4x16x16xf32>, %f: tensor<8x36xf32>, %i: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %u = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x4x16x16xf32>) -> tensor<1x36x256xf32>
  %c = tensor.collapse_shape %u [[0, 1], [2]] : tensor<1x36x256xf32> into tensor<36x256xf32>
  %y = linalg.matmul ins(%f, %c : tensor<8x36xf32>, tensor<36x256xf32>)
      outs(%i : tensor<8x256xf32>) -> tensor<8x256xf32>
  return %y : tensor<8x256xf32>
}

// -----

// CHECK-LABEL: func @padded(
// CHECK-NOT:     tensor.pad
// CHECK:         linalg.generic {{.*}}"reduction", "reduction", "reduction"]
// CHECK:           scf.if
// CHECK-NEXT:        tensor.extract
// CHECK-NOT:     linalg.generic
func.func @padded(%x: tensor<1x4x16x128xf32>, %f: tensor<8x4x3x3xf32>, %i: tensor<1x8x16x128xf32>) -> tensor<1x8x16x128xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x4x16x128xf32> to tensor<1x4x18x130xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%p, %f : tensor<1x4x18x130xf32>, tensor<8x4x3x3xf32>)
      outs(%i : tensor<1x8x16x128xf32>) -> tensor<1x8x16x128xf32>
  return %y : tensor<1x8x16x128xf32>
}

// -----

// A bias is computed with the sums that it is added to, the padding with those
// that read it.
// CHECK-LABEL: func @layers(
// CHECK:         linalg.conv_2d_nchw_fchw
// CHECK:         %[[BIASED:.+]] = linalg.generic
// CHECK:           arith.addf
// CHECK:         linalg.generic {{.*}}"reduction", "reduction", "reduction"]
// CHECK:           tensor.extract %[[BIASED]]
// CHECK-NOT:     linalg.generic
#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>
func.func @layers(%x: tensor<1x4x18x130xf32>, %f: tensor<8x4x3x3xf32>, %i: tensor<1x8x16x128xf32>, %b: tensor<8xf32>,
                  %g: tensor<8x8x3x3xf32>, %j: tensor<1x8x16x128xf32>) -> tensor<1x8x16x128xf32> {
  %zero = arith.constant 0.0 : f32
  %y = linalg.conv_2d_nchw_fchw ins(%x, %f : tensor<1x4x18x130xf32>, tensor<8x4x3x3xf32>)
      outs(%i : tensor<1x8x16x128xf32>) -> tensor<1x8x16x128xf32>
  %e = tensor.empty() : tensor<1x8x16x128xf32>
  %biased = linalg.generic {indexing_maps = [#all, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %b : tensor<1x8x16x128xf32>, tensor<8xf32>) outs(%e : tensor<1x8x16x128xf32>) {
  ^bb0(%sum: f32, %added: f32, %old: f32):
    %s = arith.addf %sum, %added : f32
    linalg.yield %s : f32
  } -> tensor<1x8x16x128xf32>
  %p = tensor.pad %biased low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%k: index, %l: index, %m: index, %n: index):
    tensor.yield %zero : f32
  } : tensor<1x8x16x128xf32> to tensor<1x8x18x130xf32>
  %z = linalg.conv_2d_nchw_fchw ins(%p, %g : tensor<1x8x18x130xf32>, tensor<8x8x3x3xf32>)
      outs(%j : tensor<1x8x16x128xf32>) -> tensor<1x8x16x128xf32>
  return %z : tensor<1x8x16x128xf32>
}

// -----

// Short rows are padded apart.
// CHECK-LABEL: func @short_rows(
// CHECK:         tensor.pad
// CHECK:         linalg.conv_2d_nchw_fchw
func.func @short_rows(%x: tensor<1x4x16x16xf32>, %f: tensor<8x4x3x3xf32>, %i: tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x4x16x16xf32> to tensor<1x4x18x18xf32>
  %y = linalg.conv_2d_nchw_fchw ins(%p, %f : tensor<1x4x18x18xf32>, tensor<8x4x3x3xf32>)
      outs(%i : tensor<1x8x16x16xf32>) -> tensor<1x8x16x16xf32>
  return %y : tensor<1x8x16x16xf32>
}

// -----

// A factor of two tensors is not copied from one.
// CHECK-LABEL: func @two_tensors(
// CHECK:         linalg.add
// CHECK:         linalg.matmul
func.func @two_tensors(%x: tensor<32x32xf32>, %y: tensor<32x32xf32>, %f: tensor<32x32xf32>, %i: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %s = linalg.add ins(%x, %y : tensor<32x32xf32>, tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %z = linalg.matmul ins(%f, %s : tensor<32x32xf32>, tensor<32x32xf32>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %z : tensor<32x32xf32>
}

// -----

// A factor is copied for each few hundred products of an element: this one often.
// CHECK-LABEL: func @used_often(
// CHECK:         linalg.negf
// CHECK:         linalg.matmul
func.func @used_often(%x: tensor<32x32xf32>, %f: tensor<32x4096xf32>, %i: tensor<32x4096xf32>) -> tensor<32x4096xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %s = linalg.negf ins(%x : tensor<32x32xf32>) outs(%e : tensor<32x32xf32>) -> tensor<32x32xf32>
  %z = linalg.matmul ins(%s, %f : tensor<32x32xf32>, tensor<32x4096xf32>) outs(%i : tensor<32x4096xf32>) -> tensor<32x4096xf32>
  return %z : tensor<32x4096xf32>
}

// -----

// Elements with a distance are copied one by one, for few products each.
// CHECK-LABEL: func @distant(
// CHECK:         linalg.generic {{.*}}"parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]
// CHECK:         linalg.matmul
func.func @distant(%x: tensor<1x4x33x33xf32>, %f: tensor<8x36xf32>, %i: tensor<8x256xf32>) -> tensor<8x256xf32> {
  %u = dml.unfold %x, window_sizes = [3, 3], strides = [2, 2]
      : (tensor<1x4x33x33xf32>) -> tensor<1x36x256xf32>
  %c = tensor.collapse_shape %u [[0, 1], [2]] : tensor<1x36x256xf32> into tensor<36x256xf32>
  %y = linalg.matmul ins(%f, %c : tensor<8x36xf32>, tensor<36x256xf32>)
      outs(%i : tensor<8x256xf32>) -> tensor<8x256xf32>
  return %y : tensor<8x256xf32>
}

// -----

// CHECK-LABEL: func @used_seldom(
// CHECK-NOT:     linalg.negf
// CHECK:         arith.negf
// CHECK:         arith.mulf
func.func @used_seldom(%x: tensor<32x4096xf32>, %f: tensor<32x32xf32>, %i: tensor<32x4096xf32>) -> tensor<32x4096xf32> {
  %e = tensor.empty() : tensor<32x4096xf32>
  %s = linalg.negf ins(%x : tensor<32x4096xf32>) outs(%e : tensor<32x4096xf32>) -> tensor<32x4096xf32>
  %z = linalg.matmul ins(%f, %s : tensor<32x32xf32>, tensor<32x4096xf32>) outs(%i : tensor<32x4096xf32>) -> tensor<32x4096xf32>
  return %z : tensor<32x4096xf32>
}

// -----

// Loops do so few products.
// CHECK-LABEL: func @small(
// CHECK:         linalg.negf
// CHECK:         linalg.matmul
func.func @small(%x: tensor<8x8xf32>, %f: tensor<8x8xf32>, %i: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %s = linalg.negf ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = linalg.matmul ins(%f, %s : tensor<8x8xf32>, tensor<8x8xf32>) outs(%i : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %z : tensor<8x8xf32>
}

// -----

// Neighbours in the result move both factors: it has no columns, and padding is
// an operation of its own.
// CHECK-LABEL: func @depthwise(
// CHECK:         linalg.generic
// CHECK:           scf.if
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwc
func.func @depthwise(%x: tensor<1x16x16x128xf32>, %f: tensor<3x3x128xf32>, %i: tensor<1x16x16x128xf32>) -> tensor<1x16x16x128xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f32
  } : tensor<1x16x16x128xf32> to tensor<1x18x18x128xf32>
  %y = linalg.depthwise_conv_2d_nhwc_hwc ins(%p, %f : tensor<1x18x18x128xf32>, tensor<3x3x128xf32>)
      outs(%i : tensor<1x16x16x128xf32>) -> tensor<1x16x16x128xf32>
  return %y : tensor<1x16x16x128xf32>
}

// -----

// Rows in reverse are no ascending positions.
// CHECK-LABEL: func @reversed(
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "parallel"]
// CHECK:         linalg.matmul
func.func @reversed(%x: tensor<32x32xf32>, %f: tensor<32x32xf32>, %i: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %e = tensor.empty() : tensor<32x32xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n) -> (m, n)>], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<32x32xf32>) {
  ^bb0(%old: f32):
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %last = affine.apply affine_map<(m) -> (-m + 31)>(%m)
    %v = tensor.extract %x[%last, %n] : tensor<32x32xf32>
    linalg.yield %v : f32
  } -> tensor<32x32xf32>
  %z = linalg.matmul ins(%f, %s : tensor<32x32xf32>, tensor<32x32xf32>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %z : tensor<32x32xf32>
}

// -----

// Each size is known at run time only.
// CHECK-LABEL: func @dynamic(
// CHECK:         linalg.negf
// CHECK:         linalg.matmul
func.func @dynamic(%x: tensor<?x32xf32>, %f: tensor<32x?xf32>, %i: tensor<32x32xf32>, %n: index) -> tensor<32x32xf32> {
  %e = tensor.empty(%n) : tensor<?x32xf32>
  %s = linalg.negf ins(%x : tensor<?x32xf32>) outs(%e : tensor<?x32xf32>) -> tensor<?x32xf32>
  %z = linalg.matmul ins(%f, %s : tensor<32x?xf32>, tensor<?x32xf32>) outs(%i : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %z : tensor<32x32xf32>
}

// -----

// A factor that is a scalar has no rows.
// CHECK-LABEL: func @scalar_factor(
// CHECK-SAME:      %[[X:[a-z0-9]+]]: tensor<200x64xf32>, %[[T:[a-z0-9]+]]: tensor<3xf32>
// CHECK-COUNT-1: linalg.generic
// CHECK:         ins(%[[X]] : tensor<200x64xf32>)
// CHECK:           tensor.extract %[[T]]
// CHECK-NOT:     linalg.generic
func.func @scalar_factor(%x: tensor<200x64xf32>, %t: tensor<3xf32>, %init: tensor<200xf32>) -> tensor<200xf32> {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<f32>
  %s = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%e : tensor<f32>) {
  ^bb0(%old: f32):
    %v = tensor.extract %t[%c1] : tensor<3xf32>
    linalg.yield %v : f32
  } -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> ()>, affine_map<(n, k) -> (n)>],
                       iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<200x64xf32>, tensor<f32>) outs(%init : tensor<200xf32>) {
  ^bb0(%a: f32, %b: f32, %old: f32):
    %p = arith.mulf %a, %b : f32
    %q = arith.addf %old, %p : f32
    linalg.yield %q : f32
  } -> tensor<200xf32>
  return %r : tensor<200xf32>
}
