// RUN: dml-opt %s --dml-lower-strides --canonicalize --cse --split-input-file \
// RUN:   | FileCheck %s --implicit-check-not=memref.copy --implicit-check-not=dml.strides

//===----------------------------------------------------------------------===//
// In place
//===----------------------------------------------------------------------===//

// Both are packed but for the order of their dimensions, and become packed
// buffers in that order. The loops follow the result: (n, h, i, w, j, c).
// CHECK-DAG:   #[[$IN:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d2, d4, d5)>
// CHECK-DAG:   #[[$OUT:.+]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
// CHECK-LABEL: func @depth_to_space1_nhwc(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<128xf32>) -> memref<128xf32> {
// CHECK:         %[[XP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1, 4, 4, 2, 2, 2], strides: [128, 32, 8, 4, 2, 1] : {{.*}} to memref<1x4x4x2x2x2xf32>
// CHECK:         %[[Y:.+]] = memref.alloc() : memref<128xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1, 4, 2, 4, 2, 2], strides: [128, 32, 16, 4, 2, 1] : {{.*}} to memref<1x4x2x4x2x2xf32>
// CHECK-NEXT:    linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]]
// CHECK-SAME:      ins(%[[XP]] : {{.*}}) outs(%[[YP]] : {{.*}})
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[Y]] : memref<128xf32>
func.func @depth_to_space1_nhwc(%x: memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>})
    -> (memref<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>}) {
  %blocks = memref.expand_shape %x [[0], [1, 2, 3], [4], [5]] output_shape [1, 2, 2, 2, 4, 4]
      : memref<1x8x4x4xf32> into memref<1x2x2x2x4x4xf32>
  %y = memref.alloc() : memref<1x2x8x8xf32>
  %target = memref.expand_shape %y [[0], [1], [2, 3], [4, 5]] output_shape [1, 2, 4, 2, 4, 2]
      : memref<1x2x8x8xf32> into memref<1x2x4x2x4x2xf32>
  linalg.transpose ins(%blocks : memref<1x2x2x2x4x4xf32>) outs(%target : memref<1x2x4x2x4x2xf32>) permutation = [0, 3, 4, 1, 5, 2]
  return %y : memref<1x2x8x8xf32>
}

// -----

// The indices of loads and stores follow the order of the storage.
// CHECK-LABEL: func @load_nhwc(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<128xf32>, %[[C:[a-z0-9]+]]: index, %[[H:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index)
// CHECK:         %[[XP:.+]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [1, 4, 4, 8], strides: [128, 32, 8, 1] : memref<128xf32> to memref<1x4x4x8xf32>
// CHECK-NEXT:    %[[E:.+]] = memref.load %[[XP]][%c0, %[[H]], %[[W]], %[[C]]]
// CHECK-NEXT:    return %[[E]]
func.func @load_nhwc(%x: memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}, %c: index, %h: index, %w: index) -> f32 {
  %n = arith.constant 0 : index
  %e = memref.load %x[%n, %c, %h, %w] : memref<1x8x4x4xf32>
  return %e : f32
}

// -----

// CHECK-LABEL: func @store_nhwc(
// CHECK-SAME:    %[[E:[a-z0-9]+]]: f32, %[[C:[a-z0-9]+]]: index, %[[H:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index)
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1, 4, 4, 8], strides: [128, 32, 8, 1]
// CHECK-NEXT:    memref.store %[[E]], %[[YP]][%c0, %[[H]], %[[W]], %[[C]]]
func.func @store_nhwc(%e: f32, %c: index, %h: index, %w: index)
    -> (memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
  %n = arith.constant 0 : index
  %y = memref.alloc() : memref<1x8x4x4xf32>
  memref.store %e, %y[%n, %c, %h, %w] : memref<1x8x4x4xf32>
  return %y : memref<1x8x4x4xf32>
}

// -----

// With gaps there is no such order, and a load takes the strides as they are.
// CHECK-LABEL: func @load_with_gaps(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<7xf32>, %[[I:[a-z0-9]+]]: index)
// CHECK-NEXT:    %[[XV:.+]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [2, 3], strides: [4, 1] : memref<7xf32> to memref<2x3xf32, strided<[4, 1]>>
// CHECK-NEXT:    %[[E:.+]] = memref.load %[[XV]][%[[I]], %[[I]]]
// CHECK-NEXT:    return %[[E]]
func.func @load_with_gaps(%x: memref<2x3xf32> {dml.strides = array<i64: 4, 1>}, %i: index) -> f32 {
  %e = memref.load %x[%i, %i] : memref<2x3xf32>
  return %e : f32
}

// -----

// With gaps there is no packed order: the operation stays as it is, on views.
// CHECK-LABEL: func @gaps(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<7xf32>) -> memref<11xf32> {
// CHECK-NEXT:    %[[XV:.+]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [2, 3], strides: [4, 1] : memref<7xf32> to memref<2x3xf32, strided<[4, 1]>>
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<11xf32>
// CHECK-NEXT:    %[[YV:.+]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [3, 2], strides: [4, 2] : memref<11xf32> to memref<3x2xf32, strided<[4, 2]>>
// CHECK-NEXT:    linalg.transpose ins(%[[XV]] : memref<2x3xf32, strided<[4, 1]>>) outs(%[[YV]] : memref<3x2xf32, strided<[4, 2]>>) permutation = [1, 0]
// CHECK-NEXT:    return %[[Y]]
func.func @gaps(%x: memref<2x3xf32> {dml.strides = array<i64: 4, 1>})
    -> (memref<3x2xf32> {dml.strides = array<i64: 4, 2>}) {
  %y = memref.alloc() : memref<3x2xf32>
  linalg.transpose ins(%x : memref<2x3xf32>) outs(%y : memref<3x2xf32>) permutation = [1, 0]
  return %y : memref<3x2xf32>
}

// -----

// Four rows are one.
// CHECK-LABEL: func @broadcast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3xf32>) -> memref<4x3xf32> {
// CHECK-NEXT:    %[[XV:.+]] = memref.reinterpret_cast %[[X]] to offset: [0], sizes: [4, 3], strides: [0, 1] : memref<3xf32> to memref<4x3xf32, strided<[0, 1]>>
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<4x3xf32>
// CHECK-NEXT:    linalg.copy ins(%[[XV]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK-NEXT:    return %[[Y]]
func.func @broadcast(%x: memref<4x3xf32> {dml.strides = array<i64: 0, 1>}) -> memref<4x3xf32> {
  %y = memref.alloc() : memref<4x3xf32>
  linalg.copy ins(%x : memref<4x3xf32>) outs(%y : memref<4x3xf32>)
  return %y : memref<4x3xf32>
}

// -----

// What fills a buffer does so in any order.
// CHECK-LABEL: func @fill(
// CHECK:         %[[Y:.+]] = memref.alloc() : memref<6xf32>
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [3, 2], strides: [2, 1]
// CHECK-NEXT:    linalg.fill ins(%{{.+}} : f32) outs(%[[YP]] : memref<3x2xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @fill(%f: f32) -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  %y = memref.alloc() : memref<2x3xf32>
  linalg.fill ins(%f : f32) outs(%y : memref<2x3xf32>)
  return %y : memref<2x3xf32>
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

// -----

// dml.unpool takes packed buffers only.
// CHECK-LABEL: func @unpool(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xf32>, %[[I:[a-z0-9]+]]: memref<1x2x2x2xi32>) -> memref<50xf32> {
// CHECK:         %[[Y:.+]] = memref.alloc() : memref<50xf32>
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [1, 5, 5, 2], strides: [50, 10, 2, 1] : memref<50xf32> to memref<1x5x5x2xf32>
// CHECK:         %[[XC:.+]] = memref.alloc() : memref<1x2x2x2xf32>
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[XC]] : memref<1x2x2x2xf32>)
// CHECK:         %[[YC:.+]] = memref.alloc() : memref<1x2x5x5xf32>
// CHECK-NEXT:    dml.unpool ins(%[[XC]], %[[I]] : {{.*}}) outs(%[[YC]] : memref<1x2x5x5xf32>)
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[YC]] : {{.*}}) outs(%[[YP]] : {{.*}})
// CHECK:         return %[[Y]] : memref<50xf32>
func.func @unpool(%x: memref<1x2x2x2xf32> {dml.strides = array<i64: 8, 1, 4, 2>}, %i: memref<1x2x2x2xi32>)
    -> (memref<1x2x5x5xf32> {dml.strides = array<i64: 50, 1, 10, 2>}) {
  %y = memref.alloc() : memref<1x2x5x5xf32>
  dml.unpool ins(%x, %i : memref<1x2x2x2xf32>, memref<1x2x2x2xi32>) outs(%y : memref<1x2x5x5xf32>)
  return %y : memref<1x2x5x5xf32>
}

// -----

// What it needs is copied under its condition. The operation before it writes
// each element once and sets a flag, so its loops follow the order of the storage.
// CHECK-DAG:   #[[$ID:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func @unpool_if(
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1, 5, 5, 2]
// CHECK:         %[[FLAG:.+]] = memref.alloc() : memref<i32>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]], #{{.+}}], iterator_types = ["reduction", {{.*}}]} outs(%[[YP]], %[[FLAG]] :
// CHECK:         %[[XC:.+]] = memref.alloc() : memref<1x2x2x2xf32>
// CHECK-NEXT:    %[[LOADED:.+]] = memref.load %[[FLAG]][]
// CHECK-NEXT:    %[[MISSED:.+]] = arith.cmpi ne, %[[LOADED]], %c0_i32
// CHECK-NEXT:    scf.if %[[MISSED]] {
// CHECK-NEXT:      linalg.generic {{.*}} outs(%[[XC]] : memref<1x2x2x2xf32>)
// CHECK:         %[[YC:.+]] = memref.alloc() : memref<1x2x5x5xf32>
// CHECK-NEXT:    dml.unpool ins(%[[XC]], %{{.+}} : {{.*}}) if(%[[FLAG]] : memref<i32>) outs(%[[YC]] : memref<1x2x5x5xf32>)
// CHECK-NEXT:    %[[LOADED:.+]] = memref.load %[[FLAG]][]
// CHECK-NEXT:    %[[MISSED:.+]] = arith.cmpi ne, %[[LOADED]], %c0_i32
// CHECK-NEXT:    scf.if %[[MISSED]] {
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[YC]] : {{.*}}) outs(%[[YP]] : {{.*}})
func.func @unpool_if(%x: memref<1x2x2x2xf32> {dml.strides = array<i64: 8, 1, 4, 2>}, %i: memref<1x2x2x2xi32>)
    -> (memref<1x2x5x5xf32> {dml.strides = array<i64: 50, 1, 10, 2>}) {
  %y = memref.alloc() : memref<1x2x5x5xf32>
  %flag = memref.alloc() : memref<i32>
  %zero = arith.constant 0 : i32
  memref.store %zero, %flag[] : memref<i32>
  linalg.generic {
      indexing_maps = [affine_map<(n, c, h, w) -> (n, c, h, w)>, affine_map<(n, c, h, w) -> ()>],
      iterator_types = ["reduction", "reduction", "reduction", "reduction"]}
      outs(%y, %flag : memref<1x2x5x5xf32>, memref<i32>) {
  ^bb0(%old: f32, %missed: i32):
    %c = linalg.index 1 : index
    %word = arith.index_cast %c : index to i32
    %value = arith.uitofp %word : i32 to f32
    %next = arith.ori %missed, %word : i32
    linalg.yield %value, %next : f32, i32
  }
  dml.unpool ins(%x, %i : memref<1x2x2x2xf32>, memref<1x2x2x2xi32>) if(%flag : memref<i32>)
             outs(%y : memref<1x2x5x5xf32>)
  return %y : memref<1x2x5x5xf32>
}

// -----

// A condition is copied like what no operation can read in place.
// CHECK-LABEL: func @strided_condition(
// CHECK:         %[[C:.+]] = memref.alloc() : memref<i32>
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[C]] : memref<i32>)
// CHECK-NOT:     scf.if
// CHECK:         dml.unpool ins({{.*}}) if(%[[C]] : memref<i32>)
func.func @strided_condition(%x: memref<1x2x2x2xf32>, %i: memref<1x2x2x2xi32>,
    %c: memref<i32> {dml.strides = array<i64>}) -> memref<1x2x5x5xf32> {
  %y = memref.alloc() : memref<1x2x5x5xf32>
  dml.unpool ins(%x, %i : memref<1x2x2x2xf32>, memref<1x2x2x2xi32>) if(%c : memref<i32>)
             outs(%y : memref<1x2x5x5xf32>)
  return %y : memref<1x2x5x5xf32>
}

// -----

// What reads its own result keeps the order of its loops: the result is copied.
// CHECK-LABEL: func @scan(
// CHECK:         %[[Y:.+]] = memref.alloc() : memref<2x3xi32>
// CHECK:         linalg.generic {{.*}} outs(%[[Y]], %{{.+}} : memref<2x3xi32>, memref<i32>)
// CHECK:           memref.load %[[Y]]
func.func @scan(%flag: memref<i32>) -> (memref<2x3xi32> {dml.strides = array<i64: 1, 2>}) {
  %y = memref.alloc() : memref<2x3xi32>
  %c0 = arith.constant 0 : index
  linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      outs(%y, %flag : memref<2x3xi32>, memref<i32>) {
  ^bb0(%old: i32, %seen: i32):
    %first = memref.load %y[%c0, %c0] : memref<2x3xi32>
    %next = arith.ori %seen, %first : i32
    linalg.yield %first, %next : i32, i32
  }
  return %y : memref<2x3xi32>
}

// -----

// Storage for the result that an argument is.
// CHECK-LABEL: func @argument_returned(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x3xf32>) -> memref<6xf32> {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<6xf32>
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [3, 2], strides: [2, 1]
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[YP]] : {{.*}})
// CHECK:         return %[[Y]]
func.func @argument_returned(%x: memref<2x3xf32>) -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  return %x : memref<2x3xf32>
}

// -----

// The first result has the buffer, the second a copy of it in its own layout.
// CHECK-LABEL: func @returned_twice(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x3xf32>) -> (memref<2x3xf32>, memref<6xf32>) {
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<2x3xf32>
// CHECK-NEXT:    linalg.copy ins(%[[X]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK-NEXT:    %[[Z:.+]] = memref.alloc() : memref<6xf32>
// CHECK:         %[[ZP:.+]] = memref.reinterpret_cast %[[Z]] to offset: [0], sizes: [3, 2], strides: [2, 1]
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[Y]] : {{.*}}) outs(%[[ZP]] : {{.*}})
// CHECK:         return %[[Y]], %[[Z]]
func.func @returned_twice(%x: memref<2x3xf32>)
    -> (memref<2x3xf32>, memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  %y = memref.alloc() : memref<2x3xf32>
  linalg.copy ins(%x : memref<2x3xf32>) outs(%y : memref<2x3xf32>)
  return %y, %y : memref<2x3xf32>, memref<2x3xf32>
}

// -----

// Each return has storage of its own.
// CHECK-LABEL: func @two_returns(
// CHECK:       ^bb1:
// CHECK-NEXT:    %[[Y:.+]] = memref.alloc() : memref<6xf32>
// CHECK:         linalg.generic
// CHECK:         return %[[Y]]
// CHECK:       ^bb2:
// CHECK-NEXT:    %[[Z:.+]] = memref.alloc() : memref<6xf32>
// CHECK:         linalg.generic
// CHECK:         return %[[Z]]
func.func @two_returns(%x: memref<2x3xf32>, %y: memref<2x3xf32>, %c: i1)
    -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  return %x : memref<2x3xf32>
^bb2:
  return %y : memref<2x3xf32>
}

//===----------------------------------------------------------------------===//
// Two results of one operation
//===----------------------------------------------------------------------===//

// -----

// The operation writes both in the order of the first one; the second is put
// into its own afterwards.
// CHECK-DAG:   #[[$IN:.+]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-DAG:   #[[$OUT:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func @two_orders(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x3xf32>) -> (memref<6xf32>, memref<2x3xf32>) {
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [3, 2], strides: [2, 1]
// CHECK:         %[[Z:.+]] = memref.alloc() : memref<2x3xf32>
// CHECK:         %[[ZP:.+]] = memref.alloc() : memref<3x2xf32>
// CHECK-NEXT:    linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]], #[[$OUT]]]
// CHECK-SAME:      ins(%[[X]] : {{.*}}) outs(%[[YP]], %[[ZP]] : memref<3x2xf32>, memref<3x2xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]]
// CHECK-SAME:      ins(%[[ZP]] : memref<3x2xf32>) outs(%[[Z]] : memref<2x3xf32>)
// CHECK:         return %{{.+}}, %[[Z]]
#identity = affine_map<(d0, d1) -> (d0, d1)>
func.func @two_orders(%x: memref<2x3xf32>)
    -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}, memref<2x3xf32>) {
  %y = memref.alloc() : memref<2x3xf32>
  %z = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#identity, #identity, #identity], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x3xf32>) outs(%y, %z : memref<2x3xf32>, memref<2x3xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %n = arith.negf %in : f32
    linalg.yield %in, %n : f32, f32
  }
  return %y, %z : memref<2x3xf32>, memref<2x3xf32>
}

// -----

// Where they agree, nothing is copied.
// CHECK-LABEL: func @one_order(
// CHECK:         linalg.generic {{.*}} outs(%{{.+}}, %{{.+}} : memref<3x2xf32>, memref<3x2xf32>)
// CHECK-NOT:     linalg.generic
// CHECK:         return
#identity = affine_map<(d0, d1) -> (d0, d1)>
func.func @one_order(%x: memref<2x3xf32>)
    -> (memref<2x3xf32> {dml.strides = array<i64: 1, 2>}, memref<2x3xf32> {dml.strides = array<i64: 1, 2>}) {
  %y = memref.alloc() : memref<2x3xf32>
  %z = memref.alloc() : memref<2x3xf32>
  linalg.generic {indexing_maps = [#identity, #identity, #identity], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x3xf32>) outs(%y, %z : memref<2x3xf32>, memref<2x3xf32>) {
  ^bb0(%in: f32, %a: f32, %b: f32):
    %n = arith.negf %in : f32
    linalg.yield %in, %n : f32, f32
  }
  return %y, %z : memref<2x3xf32>, memref<2x3xf32>
}

// -----

// The steps of a reduction read both results, so it writes packed buffers, and both
// are copied.
// CHECK-LABEL: func @reduction_of_two(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<2x3x4xi32>) -> (memref<6xi32>, memref<7xi32>) {
// CHECK-DAG:     %[[Y:.+]] = memref.alloc() : memref<6xi32>
// CHECK-DAG:     %[[Z:.+]] = memref.alloc() : memref<7xi32>
// CHECK:         linalg.generic {{.*}} "reduction"]} ins(%[[X]] : {{.*}}) outs(%[[SUM:.+]], %[[MAX:.+]] : memref<2x3xi32>, memref<2x3xi32>)
// CHECK:         %[[YP:.+]] = memref.reinterpret_cast %[[Y]] to offset: [0], sizes: [3, 2], strides: [2, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : {{.*}}) outs(%[[YP]] : memref<3x2xi32>)
// CHECK:         %[[ZV:.+]] = memref.reinterpret_cast %[[Z]] to offset: [0], sizes: [2, 3], strides: [4, 1]
// CHECK:         linalg.generic {{.*}} ins(%[[MAX]] : {{.*}}) outs(%[[ZV]] : memref<2x3xi32, strided<[4, 1]>>)
// CHECK:         return %[[Y]], %[[Z]]
#elements = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#rows = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @reduction_of_two(%x: memref<2x3x4xi32>)
    -> (memref<2x3xi32> {dml.strides = array<i64: 1, 2>}, memref<2x3xi32> {dml.strides = array<i64: 4, 1>}) {
  %y = memref.alloc() : memref<2x3xi32>
  %z = memref.alloc() : memref<2x3xi32>
  linalg.generic {indexing_maps = [#elements, #rows, #rows], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : memref<2x3x4xi32>) outs(%y, %z : memref<2x3xi32>, memref<2x3xi32>) {
  ^bb0(%in: i32, %sum: i32, %max: i32):
    %new_sum = arith.addi %sum, %in : i32
    %new_max = arith.maxsi %max, %in : i32
    linalg.yield %new_sum, %new_max : i32, i32
  }
  return %y, %z : memref<2x3xi32>, memref<2x3xi32>
}

// -----

// A result that begins as a copy is copied in the order of its storage.
// CHECK-DAG:   #[[$IN:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-DAG:   #[[$OUT:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func @begins_as_a_copy(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x8x4x4xf32>)
// CHECK:         %[[Y:.+]] = memref.reinterpret_cast %{{.+}} to offset: [0], sizes: [1, 4, 4, 8]
// CHECK:         linalg.generic {indexing_maps = [#[[$IN]], #[[$OUT]]]
// CHECK-SAME:      ins(%[[X]] : memref<1x8x4x4xf32>) outs(%[[Y]] : memref<1x4x4x8xf32>)
func.func @begins_as_a_copy(%x: memref<1x8x4x4xf32>)
    -> (memref<1x8x4x4xf32> {dml.strides = array<i64: 128, 1, 32, 8>}) {
  %y = memref.alloc() : memref<1x8x4x4xf32>
  memref.copy %x, %y : memref<1x8x4x4xf32> to memref<1x8x4x4xf32>
  linalg.add ins(%y, %x : memref<1x8x4x4xf32>, memref<1x8x4x4xf32>) outs(%y : memref<1x8x4x4xf32>)
  return %y : memref<1x8x4x4xf32>
}

// -----

// A buffer without elements is not copied.
// CHECK-LABEL: func @empty(
// CHECK-NOT:     linalg
// CHECK:         return
func.func @empty(%x: memref<0x16xf32> {dml.strides = array<i64: 16, 1>}) -> memref<0x16xf32> {
  return %x : memref<0x16xf32>
}

// -----

// Bufferization leaves a copy of the part to itself, which is dropped.
// CHECK-LABEL: func @copy_to_itself(
// CHECK:         %[[PART:.+]] = memref.subview %{{.+}}[0, 0] [3, 1] [1, 1]
// CHECK:         linalg.fill {{.*}} outs(%[[PART]] : memref<3x1xf16, strided<[3, 3]>>)
// CHECK-NOT:     linalg
// CHECK:         return
func.func @copy_to_itself(%x: f16)
    -> (memref<4x1xf16> {dml.strides = array<i64: 3, 3>}) {
  %y = memref.alloc() : memref<4x1xf16>
  %part = memref.subview %y[0, 0] [3, 1] [1, 1] : memref<4x1xf16> to memref<3x1xf16, strided<[1, 1]>>
  linalg.fill ins(%x : f16) outs(%part : memref<3x1xf16, strided<[1, 1]>>)
  memref.copy %part, %part : memref<3x1xf16, strided<[1, 1]>> to memref<3x1xf16, strided<[1, 1]>>
  return %y : memref<4x1xf16>
}
