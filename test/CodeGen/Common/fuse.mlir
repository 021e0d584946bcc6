// RUN: dml-opt %s --convert-dml-to-linalg --dml-fuse --split-input-file | FileCheck %s

#all = affine_map<(n, c, h, w) -> (n, c, h, w)>
#channel = affine_map<(n, c, h, w) -> (c)>

// A bias, depth_to_space1 and a maximum are one loop nest over the result: the
// reshapes around the transposition move out of it.
// CHECK-DAG: #[[$READ:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5, d2, d4)>
// CHECK-DAG: #[[$BIAS:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d1, d3, d5)>
// CHECK-DAG: #[[$WRITE:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
// CHECK-LABEL: func @one_nest(
func.func @one_nest(%x: tensor<1x12x3x4xf32>, %bias: tensor<12xf32>)
    -> tensor<1x3x6x8xf32> {
  // CHECK-NOT: linalg
  // CHECK:     linalg.generic {indexing_maps = [#[[$READ]], #[[$BIAS]], #[[$WRITE]]]
  // CHECK:       arith.addf
  // CHECK-NEXT:  arith.maximumf
  // CHECK-NEXT:  linalg.yield
  // CHECK-NOT: linalg
  // CHECK:     tensor.collapse_shape
  // CHECK-NEXT: return
  %e = tensor.empty() : tensor<1x12x3x4xf32>
  %sum = linalg.generic {
      indexing_maps = [#all, #channel, #all],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %bias : tensor<1x12x3x4xf32>, tensor<12xf32>)
      outs(%e : tensor<1x12x3x4xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<1x12x3x4xf32>
  %y = dml.depth_to_space1 %sum, block_size = 2, order = column_row_depth
      : (tensor<1x12x3x4xf32>) -> tensor<1x3x6x8xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<1x3x6x8xf32>
  %z = linalg.map ins(%y : tensor<1x3x6x8xf32>) outs(%f : tensor<1x3x6x8xf32>)
      (%v: f32, %out: f32) {
        %m = arith.maximumf %v, %zero : f32
        linalg.yield %m : f32
      }
  return %z : tensor<1x3x6x8xf32>
}

// -----

// What two operations read is computed once.
// CHECK-LABEL: func @two_readers(
// CHECK:         %[[SUM:.+]] = linalg.add
// CHECK:         linalg.transpose ins(%[[SUM]] :
// CHECK:         linalg.mul ins(%[[SUM]], %[[SUM]] :
func.func @two_readers(%x: tensor<4x4xi32>)
    -> (tensor<4x4xi32>, tensor<4x4xi32>) {
  %e = tensor.empty() : tensor<4x4xi32>
  %y = linalg.add ins(%x, %x : tensor<4x4xi32>, tensor<4x4xi32>)
      outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  %t = linalg.transpose ins(%y : tensor<4x4xi32>) outs(%e : tensor<4x4xi32>)
      permutation = [1, 0]
  %z = linalg.mul ins(%y, %y : tensor<4x4xi32>, tensor<4x4xi32>)
      outs(%e : tensor<4x4xi32>) -> tensor<4x4xi32>
  return %t, %z : tensor<4x4xi32>, tensor<4x4xi32>
}

// -----

// Elements that are read once a row are cheap to negate again, and not to take
// the logarithm of.
// CHECK-LABEL: func @repeated(
// CHECK:         %[[LOGS:.+]] = linalg.log
// CHECK:         linalg.generic {{.*}} ins(%{{.+}}, %{{.+}}, %[[LOGS]] :
// CHECK:           arith.negf
// CHECK-NEXT:      arith.addf
// CHECK-NEXT:      arith.mulf
// CHECK-NOT:     linalg.generic
func.func @repeated(%x: tensor<8x4xf32>, %row: tensor<4xf32>)
    -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<8x4xf32>
  %n = linalg.negf ins(%row : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %rows = linalg.broadcast ins(%n : tensor<4xf32>) outs(%f : tensor<8x4xf32>)
      dimensions = [0]
  %y = linalg.add ins(%x, %rows : tensor<8x4xf32>, tensor<8x4xf32>)
      outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  %l = linalg.log ins(%row : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %logs = linalg.broadcast ins(%l : tensor<4xf32>) outs(%f : tensor<8x4xf32>)
      dimensions = [0]
  %z = linalg.mul ins(%y, %logs : tensor<8x4xf32>, tensor<8x4xf32>)
      outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %z : tensor<8x4xf32>
}

// -----

// A matrix product is no elementwise operation, and what it reads stays a
// tensor.
// CHECK-LABEL: func @product(
// CHECK:         linalg.add
// CHECK:         linalg.matmul
// CHECK:         linalg.negf
func.func @product(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %e = tensor.empty() : tensor<4x4xf32>
  %y = linalg.add ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %m = linalg.matmul ins(%y, %y : tensor<4x4xf32>, tensor<4x4xf32>)
      outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %z = linalg.negf ins(%m : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>)
      -> tensor<4x4xf32>
  return %z : tensor<4x4xf32>
}

// -----

// What adds to its output is no value of its own.
// CHECK-LABEL: func @accumulates(
// CHECK-COUNT-2: linalg.generic
func.func @accumulates(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xi32>) outs(%y : tensor<4xi32>) {
  ^bb0(%a: i32, %old: i32):
    %t = arith.addi %a, %old : i32
    linalg.yield %t : i32
  } -> tensor<4xi32>
  %z = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%s : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %old: i32):
    %t = arith.muli %a, %a : i32
    linalg.yield %t : i32
  } -> tensor<4xi32>
  return %z : tensor<4xi32>
}

// -----

// An operation that nothing is fused with keeps its name.
// CHECK-LABEL: func @alone(
// CHECK:         linalg.transpose
func.func @alone(%x: tensor<4x3xi8>) -> tensor<3x4xi8> {
  %e = tensor.empty() : tensor<3x4xi8>
  %t = linalg.transpose ins(%x : tensor<4x3xi8>) outs(%e : tensor<3x4xi8>)
      permutation = [1, 0]
  return %t : tensor<3x4xi8>
}

// -----

// What windows read is computed where they read it, inside of the padding.
// CHECK-LABEL: func @windows(
// CHECK-NOT:     linalg.map
// CHECK:         linalg.generic
// CHECK:           %[[I:.+]] = affine.apply
// CHECK:           scf.if
// CHECK-NEXT:        %[[A:.+]] = tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[I]]]
// CHECK-NEXT:        %[[P:.+]] = arith.muli %[[A]], %{{.+}}
// CHECK-NEXT:        scf.yield %[[P]]
// CHECK:             arith.constant 0
// CHECK-NEXT:        scf.yield
// CHECK-NOT:     linalg.generic
func.func @windows(%x: tensor<1x2x8xi32>) -> tensor<1x6x8xi32> {
  %e = tensor.empty() : tensor<1x2x8xi32>
  %two = arith.constant 2 : i32
  %y = linalg.map ins(%x : tensor<1x2x8xi32>) outs(%e : tensor<1x2x8xi32>)
      (%v: i32, %out: i32) {
        %t = arith.muli %v, %two : i32
        linalg.yield %t : i32
      }
  %z = dml.unfold %y, window_sizes = [3], start_padding = [1],
      end_padding = [1] : (tensor<1x2x8xi32>) -> tensor<1x6x8xi32>
  return %z : tensor<1x6x8xi32>
}

// -----

// The same where one operation reads several elements, and has two results.
// CHECK-LABEL: func @pooling(
// CHECK-NOT:     linalg.mul
// CHECK:         linalg.generic
// CHECK-COUNT-2:   arith.mulf
// CHECK-NOT:       arith.mulf
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @pooling(%x: tensor<1x2x1x8xf32>)
    -> (tensor<1x2x1x4xf32>, tensor<1x2x1x4xui32>) {
  %e = tensor.empty() : tensor<1x2x1x8xf32>
  %y = linalg.mul ins(%x, %x : tensor<1x2x1x8xf32>, tensor<1x2x1x8xf32>)
      outs(%e : tensor<1x2x1x8xf32>) -> tensor<1x2x1x8xf32>
  %z, %i = dml.max_pooling2 %y, window_sizes = [1, 2], strides = [1, 2]
      : (tensor<1x2x1x8xf32>) -> (tensor<1x2x1x4xf32>, tensor<1x2x1x4xui32>)
  return %z, %i : tensor<1x2x1x4xf32>, tensor<1x2x1x4xui32>
}

// -----

// A root for each window that reads it would take longer than a tensor of roots.
// CHECK-LABEL: func @costly_windows(
// CHECK:         linalg.sqrt
// CHECK:         linalg.generic
func.func @costly_windows(%x: tensor<1x2x8xf32>) -> tensor<1x6x8xf32> {
  %e = tensor.empty() : tensor<1x2x8xf32>
  %y = linalg.sqrt ins(%x : tensor<1x2x8xf32>) outs(%e : tensor<1x2x8xf32>)
      -> tensor<1x2x8xf32>
  %z = dml.unfold %y, window_sizes = [3], start_padding = [1],
      end_padding = [1] : (tensor<1x2x8xf32>) -> tensor<1x6x8xf32>
  return %z : tensor<1x6x8xf32>
}

// -----

// A fold with a stride divides positions. With a stride of 2^32 - 1, 32 bits
// hold an unfold's positions only inside of what it reads, and not where they
// are divided.
// CHECK-LABEL: func @huge_positions(
// CHECK-COUNT-2: linalg.generic
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @huge_positions(%x: tensor<1x1x4xi32>) -> tensor<1x1x2xi32> {
  %y = dml.fold %x, window_sizes = [1], strides = [2]
      : (tensor<1x1x4xi32>) -> tensor<1x1x7xi32>
  %z = dml.unfold %y, window_sizes = [1], strides = [4294967295],
      start_padding = [4294967295]
      : (tensor<1x1x7xi32>) -> tensor<1x1x2xi32>
  return %z : tensor<1x1x2xi32>
}

// -----

// A producer outside of a loop is not computed again in each iteration.
// CHECK-LABEL: func @outside_of_loop(
// CHECK:         linalg.negf
// CHECK:         scf.for
// CHECK:           linalg.add
func.func @outside_of_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.negf ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %x) -> tensor<4xf32> {
    %s = linalg.add ins(%sum, %y : tensor<4xf32>, tensor<4xf32>)
        outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// A reshape that changes nothing goes, before upstream's patterns crash on it.
// CHECK-LABEL: func @identity_reshape(
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         return
func.func @identity_reshape(%x: tensor<1x4xf32>, %y: tensor<4xf32>)
    -> (tensor<1x?x4xf32>, tensor<4xf32>) {
  %c1 = arith.constant 1 : index
  %cast = tensor.cast %x : tensor<1x4xf32> to tensor<?x4xf32>
  %e = tensor.expand_shape %cast [[0, 1], [2]] output_shape [1, %c1, 4]
      : tensor<?x4xf32> into tensor<1x?x4xf32>
  %c = tensor.collapse_shape %e [[0], [1], [2]]
      : tensor<1x?x4xf32> into tensor<1x?x4xf32>
  %a = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%y : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  return %c, %b : tensor<1x?x4xf32>, tensor<4xf32>
}
