// RUN: dml-opt %s --canonicalize --convert-dml-to-linalg --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --convert-dml-to-linalg=max-unrolled-window=64 | FileCheck %s --check-prefix=UNROLLED
// RUN: dml-opt %s --convert-dml-to-linalg=combines-rows | FileCheck %s --check-prefix=ROWS
// RUN: dml-opt %s --convert-dml-to-linalg=max-buffer-bytes=575 | FileCheck %s --check-prefix=SMALL

// A small window is written out: one parallel operation makes values and
// indices. Elements are compared as integers (M3).
// CHECK-LABEL: func @small_window(
// CHECK-SAME:    %[[X:.+]]: tensor<1x1x4x4xf32>
func.func @small_window(%x: tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) {
  // CHECK:     linalg.generic
  // CHECK-NOT: reduction
  // CHECK:     %[[E:.+]] = tensor.extract %[[X]]
  // CHECK:     arith.bitcast %[[E]] : f32 to i32
  // CHECK-NOT: cmpf
  // CHECK:     linalg.yield {{.*}} : f32, i32
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>)
  return %v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>
}

// A loop visits the rows of a large window, and keeps the state in registers.
// With 64 elements it can be written out, too.
// CHECK-LABEL: func @large_window(
// UNROLLED-LABEL: func @large_window(
// UNROLLED-NOT:     scf.for
// UNROLLED:         return
// CHECK-SAME:    %[[X:[a-z0-9]+]]:
func.func @large_window(%x: tensor<1x1x9x9xi32>) -> tensor<1x1x2x2xi32> {
  // CHECK:      linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
  // CHECK:        linalg.index 3
  // CHECK:        %[[LAST:.+]] = scf.for {{.*}} iter_args(%{{.+}} = %c-2147483648_i32)
  // CHECK-NOT:      scf.for
  // CHECK-COUNT-8:  tensor.extract %[[X]]
  // CHECK-NOT:      tensor.extract
  // CHECK:          scf.yield
  // CHECK:        linalg.yield %[[LAST]] : i32
  // CHECK-NOT:  linalg.generic
  // CHECK:      return
  %v = dml.max_pooling2 %x, window_sizes = [8, 8]
      : (tensor<1x1x9x9xi32>) -> tensor<1x1x2x2xi32>
  return %v : tensor<1x1x2x2xi32>
}

// Indices that nothing reads are not computed.
// CHECK-LABEL: func @unused_indices(
func.func @unused_indices(%x: tensor<1x1x4x4xi8>) -> tensor<1x1x2x2xi8> {
  // CHECK: linalg.yield {{.*}} : i8
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3]
      : (tensor<1x1x4x4xi8>) -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui64>)
  return %v : tensor<1x1x2x2xi8>
}

// Integers without indices need no comparison of their own.
// ROWS-LABEL:  func @larger_integers(
// ROWS:          %[[LOW1:.+]] = arith.maxsi
// ROWS:          %[[LOW2:.+]] = arith.maxsi {{.*}}, %[[LOW1]] : i32
// ROWS:          %[[HIGH1:.+]] = arith.maxsi
// ROWS-NOT:      %[[LOW2]]
// ROWS:          %[[HIGH2:.+]] = arith.maxsi {{.*}}, %[[HIGH1]] : i32
// ROWS:          arith.maxsi %[[HIGH2]], %[[LOW2]] : i32
// CHECK-LABEL: func @larger_integers(
func.func @larger_integers(%x: tensor<1x1x4x4xi8>, %y: tensor<1x1x4x4xui8>)
    -> (tensor<1x1x2x2xi8>, tensor<1x1x2x2xui8>) {
  // CHECK-NOT:     arith.cmpi
  // CHECK-COUNT-3: arith.maxsi {{.*}} : i32
  // CHECK-NOT:     arith.cmpi
  %v = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xi8>) -> tensor<1x1x2x2xi8>
  // CHECK-COUNT-3: arith.maxui {{.*}} : i32
  // CHECK-NOT:     arith.cmpi
  %w = dml.max_pooling2 %y, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x1x4x4xui8>) -> tensor<1x1x2x2xui8>
  return %v, %w : tensor<1x1x2x2xi8>, tensor<1x1x2x2xui8>
}

// A distance within the window is selected, a constant here. Added to the first
// element's index it is the index, which 32 bits hold.
// CHECK-LABEL: func @distances(
func.func @distances(%x: tensor<1x1x4x5xi32>) -> (tensor<1x1x3x4xi32>, tensor<1x1x3x4xui64>) {
  // CHECK-DAG: %[[BESIDE:.+]] = arith.constant 1 : i32
  // CHECK-DAG: %[[BELOW:.+]] = arith.constant 5 : i32
  // CHECK-DAG: %[[LAST:.+]] = arith.constant 6 : i32
  // CHECK-DAG: %[[NONE:.+]] = arith.constant 0 : i32
  // CHECK:     %[[A:.+]] = arith.select %{{.+}}, %[[BELOW]], %[[LAST]] : i32
  // CHECK:     %[[B:.+]] = arith.select %{{.+}}, %[[BESIDE]], %[[A]] : i32
  // CHECK:     %[[C:.+]] = arith.select %{{.+}}, %[[NONE]], %[[B]] : i32
  // CHECK:     %[[SUM:.+]] = arith.addi %{{.+}}, %[[C]] : i32
  // CHECK:     %[[INDEX:.+]] = arith.extui %[[SUM]] : i32 to i64
  // CHECK:     linalg.yield %{{.+}}, %[[INDEX]] : i32, i64
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x5xi32>) -> (tensor<1x1x3x4xi32>, tensor<1x1x3x4xui64>)
  return %v, %i : tensor<1x1x3x4xi32>, tensor<1x1x3x4xui64>
}

// Words of narrow integers hold, below the element, a rank that is larger the
// nearer the element is to the window's first. So a maximum finds both the
// largest element and the first of equal ones (M4).
// CHECK-LABEL: func @ranks(
func.func @ranks(%x: tensor<1x1x4x5xi8>) -> (tensor<1x1x3x4xi8>, tensor<1x1x3x4xui32>) {
  // CHECK-NOT: arith.cmpi
  // CHECK:     %[[LAST:.+]] = arith.ori %{{.+}}, %c1_i32
  // CHECK-NOT: arith.cmpi
  // CHECK:     %[[BELOW:.+]] = arith.ori %{{.+}}, %c2_i32
  // CHECK:     %[[A:.+]] = arith.maxsi %[[BELOW]], %[[LAST]] : i32
  // CHECK:     %[[BESIDE:.+]] = arith.ori %{{.+}}, %c6_i32
  // CHECK:     %[[B:.+]] = arith.maxsi %[[BESIDE]], %[[A]] : i32
  // CHECK:     %[[FIRST:.+]] = arith.ori %{{.+}}, %c7_i32
  // CHECK:     %[[C:.+]] = arith.maxsi %[[FIRST]], %[[B]] : i32
  // CHECK:     arith.shrui %[[C]], %c24_i32
  // CHECK:     %[[RANK:.+]] = arith.andi %[[C]], %c16777215_i32
  // CHECK:     arith.subi %c7_i32, %[[RANK]]
  // CHECK-NOT: arith.cmpi
  // CHECK:     linalg.yield
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x4x5xi8>) -> (tensor<1x1x3x4xi8>, tensor<1x1x3x4xui32>)
  return %v, %i : tensor<1x1x3x4xi8>, tensor<1x1x3x4xui32>
}

// Rank 0 stands for no element: a window may miss the input.
// CHECK-LABEL: func @rank_of_no_element(
func.func @rank_of_no_element(%x: tensor<1x1x1x4xui8>) -> (tensor<1x1x1x8xui8>, tensor<1x1x1x8xui32>) {
  // CHECK: %[[WORD:.+]] = scf.if
  // CHECK:   arith.ori %{{.+}}, %c2_i32
  // CHECK: else
  // CHECK:   scf.yield %c0_i32
  // CHECK: %[[DISTANCE:.+]] = arith.subi %c2_i32
  // CHECK: %[[NONE:.+]] = arith.cmpi eq, %[[DISTANCE]], %c2_i32
  // CHECK: arith.select %[[NONE]], %c-1_i32
  %v, %i = dml.max_pooling2 %x, window_sizes = [1, 2], start_padding = [0, 3], end_padding = [0, 2]
      : (tensor<1x1x1x4xui8>) -> (tensor<1x1x1x8xui8>, tensor<1x1x1x8xui32>)
  return %v, %i : tensor<1x1x1x8xui8>, tensor<1x1x1x8xui32>
}

// 16 bits hold ranks up to 65535, and no more.
// CHECK-LABEL: func @most_ranks(
func.func @most_ranks(%x: tensor<1x1x3x65533xi16>, %y: tensor<1x1x3x65534xi16>)
    -> (tensor<1x1x2x65532xi16>, tensor<1x1x2x65532xui32>, tensor<1x1x2x65533xi16>, tensor<1x1x2x65533xui32>) {
  // CHECK-NOT: arith.cmpi
  // CHECK:     arith.subi %c65535_i32
  // CHECK:     linalg.yield
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2]
      : (tensor<1x1x3x65533xi16>) -> (tensor<1x1x2x65532xi16>, tensor<1x1x2x65532xui32>)
  // CHECK:     arith.cmpi sge
  // CHECK:     linalg.yield
  %w, %j = dml.max_pooling2 %y, window_sizes = [2, 2]
      : (tensor<1x1x3x65534xi16>) -> (tensor<1x1x2x65533xi16>, tensor<1x1x2x65533xui32>)
  return %v, %i, %w, %j : tensor<1x1x2x65532xi16>, tensor<1x1x2x65532xui32>, tensor<1x1x2x65533xi16>, tensor<1x1x2x65533xui32>
}

// The key of f16 keeps what the element was, so nothing else is selected.
// CHECK-LABEL: func @halves(
func.func @halves(%x: tensor<1x1x1x4xf16>) -> tensor<1x1x1x3xf16> {
  // CHECK-COUNT-1: arith.cmpi ugt
  // CHECK-COUNT-1: arith.select
  // CHECK-NOT:     arith.select
  // CHECK:         linalg.yield
  %v = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x1x4xf16>) -> tensor<1x1x1x3xf16>
  return %v : tensor<1x1x1x3xf16>
}

// RUN: dml-opt %s --convert-dml-to-linalg=compares-denormals --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=FLOATS
// RUN: dml-opt %s --convert-dml-to-linalg='compares-denormals compares-halves' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=HALVES

// Where floats keep their denormals, two comparisons take the place of keys. A
// number that is less, or beside a NaN, leaves what is kept (M5); the first of
// equal ones is visited last (M4). f16 has keys unless it is compared, too.
// HALVES-LABEL:   func @wide_floats(
// HALVES-COUNT-2: arith.cmpf {{.*}} : f32
// HALVES:         arith.cmpf ord, {{.*}} : f16
// HALVES:         arith.cmpf ult, {{.*}} : f16
// FLOATS-LABEL: func @wide_floats(
func.func @wide_floats(%x: tensor<1x1x1x4xf32>, %y: tensor<1x1x1x4xf16>)
    -> (tensor<1x1x1x3xf32>, tensor<1x1x1x3xf16>) {
  // FLOATS-DAG:  %[[LATER:.+]] = tensor.extract {{.*}} : tensor<1x1x1x4xf32>
  // FLOATS-DAG:  %[[EARLIER:.+]] = tensor.extract {{.*}} : tensor<1x1x1x4xf32>
  // FLOATS-NEXT: %[[NUMBER:.+]] = arith.cmpf ord, %[[EARLIER]], %[[EARLIER]] : f32
  // FLOATS-NEXT: %[[LESS:.+]] = arith.cmpf ult, %[[EARLIER]], %[[LATER]] : f32
  // FLOATS-NEXT: %[[STAYS:.+]] = arith.andi %[[NUMBER]], %[[LESS]] : i1
  // FLOATS-NEXT: %[[LARGEST:.+]] = arith.select %[[STAYS]], %[[LATER]], %[[EARLIER]] : f32
  // FLOATS-NEXT: linalg.yield %[[LARGEST]] : f32
  %v = dml.max_pooling2 %x, window_sizes = [1, 2]
      : (tensor<1x1x1x4xf32>) -> tensor<1x1x1x3xf32>
  // FLOATS-NOT: arith.cmpf
  // FLOATS:     linalg.yield {{.*}} : f16
  %w = dml.max_pooling2 %y, window_sizes = [1, 2]
      : (tensor<1x1x1x4xf16>) -> tensor<1x1x1x3xf16>
  return %v, %w : tensor<1x1x1x3xf32>, tensor<1x1x1x3xf16>
}

// The largest elements of planes are found once for all windows that have them, and
// their numbers in the window: 2 bits for each dimension. The distance of an element in
// the whole input follows from its number. Planes have 576 bytes.
// SMALL-LABEL: func @shared_planes(
// SMALL-COUNT-1: linalg.generic
// SMALL-NOT:   linalg.generic
// SMALL:       return
// CHECK-LABEL: func @shared_planes(
// CHECK-SAME:    %[[X:.+]]: tensor<1x1x9x6x6xi32>
// CHECK:         %[[PLANES:.+]]:2 = linalg.generic
// CHECK-COUNT-9:   tensor.extract %[[X]]
// CHECK:           arith.trunci {{.*}} : i32 to i8
// CHECK:         -> (tensor<1x1x9x4x4xi32>, tensor<1x1x9x4x4xi8>)
// CHECK:         linalg.generic
// CHECK:           tensor.extract %[[PLANES]]#0
// CHECK-NEXT:      tensor.extract %[[PLANES]]#1
// CHECK-NEXT:      %[[NUMBER:.+]] = arith.extui {{.*}} : i8 to i32
// CHECK-NEXT:      arith.ori %[[NUMBER]], %c48_i32
// CHECK:           arith.shrui %[[NUMBER:.+]], %c4_i32
// CHECK:           arith.shrui %[[NUMBER]], %c2_i32
// CHECK:           arith.muli %{{.+}}, %c6_i32
// CHECK:           arith.andi %[[NUMBER]], %c3_i32
// CHECK:         -> (tensor<1x1x6x4x4xi32>, tensor<1x1x6x4x4xi32>)
func.func @shared_planes(%x: tensor<1x1x9x6x6xi32>) -> (tensor<1x1x6x4x4xi32>, tensor<1x1x6x4x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 3, 3], strides = [1, 1, 1]
      : (tensor<1x1x9x6x6xi32>) -> (tensor<1x1x6x4x4xi32>, tensor<1x1x6x4x4xui32>)
  return %v, %i : tensor<1x1x6x4x4xi32>, tensor<1x1x6x4x4xui32>
}

// Half of the first and the last windows lies outside, but no whole one.
// CHECK-LABEL: func @padded_planes(
// CHECK:         linalg.generic
// CHECK:         -> (tensor<1x1x9x4x4xi32>, tensor<1x1x9x4x4xi8>)
// CHECK:         linalg.generic
// CHECK:         -> (tensor<1x1x5x4x4xi32>, tensor<1x1x5x4x4xi32>)
func.func @padded_planes(%x: tensor<1x1x9x6x6xi32>) -> (tensor<1x1x5x4x4xi32>, tensor<1x1x5x4x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [4, 4, 4], strides = [2, 2, 2],
      start_padding = [2, 2, 2], end_padding = [2, 2, 2]
      : (tensor<1x1x9x6x6xi32>) -> (tensor<1x1x5x4x4xi32>, tensor<1x1x5x4x4xui32>)
  return %v, %i : tensor<1x1x5x4x4xi32>, tensor<1x1x5x4x4xui32>
}

// Less is compared, but that saves less than it takes to write planes and read them.
// CHECK-LABEL:  func @wide_planes(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:    linalg.generic
// CHECK:        return
func.func @wide_planes(%x: tensor<1x1x9x6x6xi64>) -> (tensor<1x1x7x4x4xi64>, tensor<1x1x7x4x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1]
      : (tensor<1x1x9x6x6xi64>) -> (tensor<1x1x7x4x4xi64>, tensor<1x1x7x4x4xui32>)
  return %v, %i : tensor<1x1x7x4x4xi64>, tensor<1x1x7x4x4xui32>
}

// Numbers beside halves count as words, so these have no planes where bytes have some.
// CHECK-LABEL:  func @halves_beside_numbers(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT:    linalg.generic
// CHECK:        return
func.func @halves_beside_numbers(%x: tensor<1x1x9x6x6xi16>, %y: tensor<1x1x9x6x6xi8>)
    -> (tensor<1x1x8x4x4xi16>, tensor<1x1x8x4x4xui32>, tensor<1x1x8x4x4xi8>, tensor<1x1x8x4x4xui32>) {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 3, 3], strides = [1, 1, 1]
      : (tensor<1x1x9x6x6xi16>) -> (tensor<1x1x8x4x4xi16>, tensor<1x1x8x4x4xui32>)
  %w, %j = dml.max_pooling2 %y, window_sizes = [2, 3, 3], strides = [1, 1, 1]
      : (tensor<1x1x9x6x6xi8>) -> (tensor<1x1x8x4x4xi8>, tensor<1x1x8x4x4xui32>)
  return %v, %i, %w, %j : tensor<1x1x8x4x4xi16>, tensor<1x1x8x4x4xui32>, tensor<1x1x8x4x4xi8>, tensor<1x1x8x4x4xui32>
}

// Windows that share few planes.
// CHECK-LABEL:  func @few_planes(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:    linalg.generic
// CHECK:        return
func.func @few_planes(%x: tensor<1x1x9x6x6xi32>) -> tensor<1x1x4x4x4xi32> {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [2, 1, 1]
      : (tensor<1x1x9x6x6xi32>) -> tensor<1x1x4x4x4xi32>
  return %y : tensor<1x1x4x4x4xi32>
}

// All elements of a window's plane may lie outside. Values may come from there, but
// no index: it must not win over one of an equal element.
// CHECK-LABEL:  func @missed_planes(
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT:    linalg.generic
// CHECK:        return
func.func @missed_planes(%x: tensor<1x1x9x6x6xi32>)
    -> (tensor<1x1x7x10x4xi32>, tensor<1x1x7x10x4xi32>, tensor<1x1x7x10x4xui32>) {
  %y = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1],
      start_padding = [0, 3, 0], end_padding = [0, 3, 0]
      : (tensor<1x1x9x6x6xi32>) -> tensor<1x1x7x10x4xi32>
  %v, %i = dml.max_pooling2 %x, window_sizes = [3, 3, 3], strides = [1, 1, 1],
      start_padding = [0, 3, 0], end_padding = [0, 3, 0]
      : (tensor<1x1x9x6x6xi32>) -> (tensor<1x1x7x10x4xi32>, tensor<1x1x7x10x4xui32>)
  return %y, %v, %i : tensor<1x1x7x10x4xi32>, tensor<1x1x7x10x4xi32>, tensor<1x1x7x10x4xui32>
}

// Planes would have many times the elements of inputs and results.
// CHECK-LABEL:  func @large_planes(
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:    linalg.generic
// CHECK:        return
func.func @large_planes(%x: tensor<1x1x600x1x1xi8>) -> tensor<1x1x1x300x300xi8> {
  %y = dml.max_pooling2 %x, window_sizes = [2000, 2, 2],
      start_padding = [700, 150, 150], end_padding = [700, 150, 150], strides = [1, 1, 1]
      : (tensor<1x1x600x1x1xi8>) -> tensor<1x1x1x300x300xi8>
  return %y : tensor<1x1x1x300x300xi8>
}
