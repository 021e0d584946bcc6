// RUN: dml-opt %s --convert-dml-to-linalg --dml-fuse --split-input-file | FileCheck %s
// RUN: dml-opt %s --convert-dml-to-linalg --dml-fuse=linear-positions --split-input-file \
// RUN:   | FileCheck %s --check-prefix=LINEAR

// Padding reads each element once, so even roots are computed there, inside of
// the padding only.
// CHECK-LABEL: func @costly_in_padding(
// CHECK-NOT:     linalg.sqrt
// CHECK-COUNT-1: linalg.generic
// CHECK:           scf.if
// CHECK:             tensor.extract
// CHECK-NEXT:        math.sqrt
// CHECK:           } else {
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @costly_in_padding(%x: tensor<4x8xf32>) -> tensor<6x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %y = linalg.sqrt ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = tensor.pad %y low[1, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x9xf32>
  return %p : tensor<6x9xf32>
}

// -----

// The first half of the iterations only reads %y, under a predicate: each
// element once.
// CHECK-LABEL: func @costly_in_concatenation(
// CHECK-NOT:     linalg.sqrt
// CHECK:         math.sqrt
// CHECK-NOT:     math.sqrt
// CHECK:         return
func.func @costly_in_concatenation(%x: tensor<1x8xf32>, %z: tensor<1x8xf32>)
    -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<1x8xf32>
  %f = tensor.empty() : tensor<2x8xf32>
  %y = linalg.sqrt ins(%x : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %c = tensor.concat dim(0) %y, %z : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  %n = linalg.negf ins(%c : tensor<2x8xf32>) outs(%f : tensor<2x8xf32>) -> tensor<2x8xf32>
  return %n : tensor<2x8xf32>
}

// -----

// Where an element is read twice, its root is computed once.
// CHECK-LABEL: func @costly_twice(
// CHECK:         linalg.sqrt
// CHECK-NOT:     math.sqrt
// CHECK:         return
func.func @costly_twice(%x: tensor<1x8xf32>) -> tensor<2x8xf32> {
  %e = tensor.empty() : tensor<1x8xf32>
  %y = linalg.sqrt ins(%x : tensor<1x8xf32>) outs(%e : tensor<1x8xf32>) -> tensor<1x8xf32>
  %c = tensor.concat dim(0) %y, %y : (tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<2x8xf32>
  return %c : tensor<2x8xf32>
}

// -----

// A reshape between two operations divides positions, unless they have to be
// linear.
// CHECK-DAG: #[[$HALF:.+]] = affine_map<()[s0] -> ((s0 + 1) floordiv 2)>
// CHECK-LABEL: func @cropped_blocks(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<1x4x3x4xf32>
// CHECK:         %[[BLOCKS:.+]] = tensor.expand_shape %[[X]]
// CHECK-COUNT-1: linalg.generic
// CHECK:           affine.apply #[[$HALF]]
// CHECK:           tensor.extract %[[BLOCKS]]
// CHECK:           arith.addf
// CHECK-NOT:     linalg.generic
// CHECK-NOT:     tensor.extract_slice
// CHECK:         return
// LINEAR-LABEL: func @cropped_blocks(
// LINEAR:         linalg.transpose
// LINEAR:         tensor.extract_slice
// LINEAR:         linalg.add
func.func @cropped_blocks(%x: tensor<1x4x3x4xf32>, %z: tensor<1x1x4x7xf32>) -> tensor<1x1x4x7xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x3x4xf32>) -> tensor<1x1x6x8xf32>
  %s = tensor.extract_slice %y[0, 0, 1, 1] [1, 1, 4, 7] [1, 1, 1, 1]
      : tensor<1x1x6x8xf32> to tensor<1x1x4x7xf32>
  %e = tensor.empty() : tensor<1x1x4x7xf32>
  %n = linalg.add ins(%s, %z : tensor<1x1x4x7xf32>, tensor<1x1x4x7xf32>)
      outs(%e : tensor<1x1x4x7xf32>) -> tensor<1x1x4x7xf32>
  return %n : tensor<1x1x4x7xf32>
}

// -----

// A slice of what is computed for it alone is computed only. That takes no
// predicate, so the order does not matter.
// CHECK-LABEL: func @sliced(
// CHECK-NOT:     linalg.negf
// CHECK-NOT:     tensor.extract_slice
// CHECK:         arith.negf
// CHECK:         return
// LINEAR-LABEL: func @sliced(
// LINEAR-NOT:     tensor.extract_slice
// LINEAR:         return
func.func @sliced(%x: tensor<4x8xf32>) -> tensor<3x2xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %y = linalg.negf ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %t = linalg.transpose ins(%y : tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) permutation = [1, 0]
  %s = tensor.extract_slice %t[1, 0] [3, 2] [2, 3] : tensor<8x4xf32> to tensor<3x2xf32>
  return %s : tensor<3x2xf32>
}

// -----

// A slice of anything else is a view.
// CHECK-LABEL: func @views(
// CHECK-COUNT-3: tensor.extract_slice
// CHECK:         return
func.func @views(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<4xf32>
  %s = tensor.extract_slice %x[1] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %n = linalg.negf ins(%s : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %y = linalg.sqrt ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %a = tensor.extract_slice %y[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %b = tensor.extract_slice %y[4] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %n, %a, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// What lies apart is not read under predicates where positions are to be
// linear: a row could not be loaded as vectors.
// CHECK-LABEL: func @transposed_in_padding(
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
// LINEAR-LABEL: func @transposed_in_padding(
// LINEAR:         linalg.transpose
// LINEAR:         linalg.generic
// LINEAR:         return
func.func @transposed_in_padding(%x: tensor<4x8xf32>) -> tensor<10x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %t = linalg.transpose ins(%x : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
  %p = tensor.pad %t low[1, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<8x4xf32> to tensor<10x4xf32>
  return %p : tensor<10x4xf32>
}

// -----

// Parts that are computed where they lie in the result stay, if nothing
// computes with the result.
// CHECK-LABEL: func @joined_in_place(
// CHECK:         linalg.sqrt
// CHECK:         tensor.concat
// CHECK-LABEL: func @joined_and_read(
// CHECK-NOT:     tensor.concat
// CHECK:         return
// CHECK-LABEL: func @joined_in_rows(
// CHECK-NOT:     tensor.concat
// CHECK:         return
func.func @joined_in_place(%x: tensor<2x8xf32>, %z: tensor<1x8xf32>) -> tensor<3x8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %y = linalg.sqrt ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %c = tensor.concat dim(0) %y, %z : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<3x8xf32>
  return %c : tensor<3x8xf32>
}
func.func @joined_and_read(%x: tensor<2x8xf32>, %z: tensor<1x8xf32>) -> tensor<3x8xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %f = tensor.empty() : tensor<3x8xf32>
  %y = linalg.sqrt ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %c = tensor.concat dim(0) %y, %z : (tensor<2x8xf32>, tensor<1x8xf32>) -> tensor<3x8xf32>
  %n = linalg.negf ins(%c : tensor<3x8xf32>) outs(%f : tensor<3x8xf32>) -> tensor<3x8xf32>
  return %n : tensor<3x8xf32>
}
func.func @joined_in_rows(%x: tensor<2x8xf32>, %z: tensor<2x1xf32>) -> tensor<2x9xf32> {
  %e = tensor.empty() : tensor<2x8xf32>
  %y = linalg.sqrt ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %c = tensor.concat dim(1) %y, %z : (tensor<2x8xf32>, tensor<2x1xf32>) -> tensor<2x9xf32>
  return %c : tensor<2x9xf32>
}

// -----

// Reshapes of different dimensions change places, so that the first one moves
// behind both operations.
// CHECK-LABEL: func @two_reshapes(
// CHECK:         linalg.generic
// CHECK:           arith.negf
// CHECK-NEXT:      math.sqrt
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @two_reshapes(%x: tensor<2x3x8xf32>) -> tensor<6x4x2xf32> {
  %e = tensor.empty() : tensor<2x3x8xf32>
  %f = tensor.empty() : tensor<6x4x2xf32>
  %n = linalg.negf ins(%x : tensor<2x3x8xf32>) outs(%e : tensor<2x3x8xf32>) -> tensor<2x3x8xf32>
  %c = tensor.collapse_shape %n [[0, 1], [2]] : tensor<2x3x8xf32> into tensor<6x8xf32>
  %d = tensor.expand_shape %c [[0], [1, 2]] output_shape [6, 4, 2] : tensor<6x8xf32> into tensor<6x4x2xf32>
  %y = linalg.sqrt ins(%d : tensor<6x4x2xf32>) outs(%f : tensor<6x4x2xf32>) -> tensor<6x4x2xf32>
  return %y : tensor<6x4x2xf32>
}

// -----

// The columns of windows that are pooled are not written: a loop for each
// dimension of the blocks makes positions linear, also where an element is read
// for each place of a window.
// CHECK-LABEL: func @pooled_windows(
// LINEAR-LABEL: func @pooled_windows(
// LINEAR-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x5x6xf32>
// LINEAR-COUNT-1: linalg.generic {{.+}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%{{.+}} : tensor<1x2x1x4x5xf32>)
// LINEAR-COUNT-4:   tensor.extract %[[X]]
// LINEAR-NOT:     linalg.generic
// LINEAR-NOT:     floordiv
// LINEAR:         tensor.collapse_shape %{{.+}} {{\[}}[0], [1], [2], [3, 4]]
// LINEAR-NEXT:    return
func.func @pooled_windows(%x: tensor<1x2x5x6xf32>) -> tensor<1x2x1x20xf32> {
  %u = dml.unfold %x, window_sizes = [2, 2]
      : (tensor<1x2x5x6xf32>) -> tensor<1x8x20xf32>
  %e = tensor.expand_shape %u [[0], [1, 2], [3]] output_shape [1, 2, 4, 20]
      : tensor<1x8x20xf32> into tensor<1x2x4x20xf32>
  %v = dml.max_pooling2 %e, window_sizes = [4, 1]
      : (tensor<1x2x4x20xf32>) -> tensor<1x2x1x20xf32>
  return %v : tensor<1x2x1x20xf32>
}

// -----

// Padding moves into the windows that read it, and arithmetic does not: each
// window would repeat it.
// CHECK-LABEL: func @padded_windows(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK-LABEL: func @joined_windows(
// CHECK-COUNT-2: linalg.generic
// CHECK:         return
func.func @padded_windows(%x: tensor<1x2x8xf32>) -> tensor<1x6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 0, 1] high[0, 0, 1] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<1x2x8xf32> to tensor<1x2x10xf32>
  %u = dml.unfold %p, window_sizes = [3] : (tensor<1x2x10xf32>) -> tensor<1x6x8xf32>
  return %u : tensor<1x6x8xf32>
}
func.func @joined_windows(%x: tensor<1x1x8xf32>, %y: tensor<1x1x8xf32>) -> tensor<1x6x6xf32> {
  %c = tensor.concat dim(1) %x, %y : (tensor<1x1x8xf32>, tensor<1x1x8xf32>) -> tensor<1x2x8xf32>
  %u = dml.unfold %c, window_sizes = [3] : (tensor<1x2x8xf32>) -> tensor<1x6x6xf32>
  return %u : tensor<1x6x6xf32>
}

// -----

// A loop for each part of a joined dimension, where all of it is read.
// CHECK-LABEL: func @split(
// CHECK:         %[[ROWS:.+]] = tensor.expand_shape %{{.+}} {{\[}}[0], [1, 2]] output_shape [5, 2, 3]
// CHECK:         linalg.generic {{.+}} iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[ROWS]]
// CHECK:           %[[I:.+]] = linalg.index 1
// CHECK:           %[[J:.+]] = linalg.index 2
// CHECK:           tensor.extract %{{.+}}[%{{.+}}, %[[I]], %[[J]]] : tensor<4x2x3xf32>
// CHECK-NEXT:      math.sqrt
func.func @split(%x: tensor<4x2x3xf32>, %z: tensor<1x6xf32>, %t: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %e = tensor.empty() : tensor<4x2x3xf32>
  %f = tensor.empty() : tensor<5x6xf32>
  %y = linalg.sqrt ins(%x : tensor<4x2x3xf32>) outs(%e : tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %s = tensor.collapse_shape %y [[0], [1, 2]] : tensor<4x2x3xf32> into tensor<4x6xf32>
  %c = tensor.concat dim(0) %s, %z : (tensor<4x6xf32>, tensor<1x6xf32>) -> tensor<5x6xf32>
  %n = linalg.add ins(%c, %t : tensor<5x6xf32>, tensor<5x6xf32>) outs(%f : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %n : tensor<5x6xf32>
}

// -----

// A reshape and its inverse change no position: fold reads the image.
// LINEAR-LABEL: func @folded_windows(
// LINEAR-SAME:    %[[X:[a-z0-9]+]]: tensor<1x2x8xf32>
// LINEAR-COUNT-1: linalg.generic
// LINEAR-COUNT-3:   tensor.extract %[[X]]
// LINEAR-NOT:     tensor.extract
// LINEAR-NOT:     linalg.generic
// LINEAR:         return
func.func @folded_windows(%x: tensor<1x2x8xf32>) -> tensor<1x2x8xf32> {
  %u = dml.unfold %x, window_sizes = [3], start_padding = [1], end_padding = [1]
      : (tensor<1x2x8xf32>) -> tensor<1x6x8xf32>
  %v = dml.fold %u, window_sizes = [3], start_padding = [1], end_padding = [1]
      : (tensor<1x6x8xf32>) -> tensor<1x2x8xf32>
  return %v : tensor<1x2x8xf32>
}
