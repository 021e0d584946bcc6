// RUN: dml-opt %s --dml-normalize-slices | FileCheck %s

// CHECK-LABEL: func @extract(
// CHECK-NEXT:    %[[S:.+]] = tensor.extract_slice %{{.+}}[0, 0, %{{.+}}] [1, 2, 1] [1, 1, 1] : tensor<1x2x4xi32> to tensor<1x2x1xi32>
// CHECK-NEXT:    %[[C:.+]] = tensor.collapse_shape %[[S]] {{\[\[}}0], [1, 2]] : tensor<1x2x1xi32> into tensor<1x2xi32>
// CHECK-NEXT:    return %[[C]]
func.func @extract(%x: tensor<1x2x4xi32>, %i: index) -> tensor<1x2xi32> {
  %a = tensor.extract_slice %x[0, 0, %i] [1, 2, 1] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2xi32>
  return %a : tensor<1x2xi32>
}

// Leading dimensions go to the first group.
// CHECK-LABEL: func @leading(
// CHECK:         tensor.collapse_shape %{{.+}} {{\[\[}}0, 1, 2], [3]] : tensor<1x1x?x4xf16> into tensor<?x4xf16>
func.func @leading(%x: tensor<2x3x?x4xf16>, %n: index) -> tensor<?x4xf16> {
  %a = tensor.extract_slice %x[1, 2, 0, 0] [1, 1, %n, 4] [1, 1, 1, 1]
      : tensor<2x3x?x4xf16> to tensor<?x4xf16>
  return %a : tensor<?x4xf16>
}

// CHECK-LABEL: func @to_rank_0(
// CHECK:         tensor.collapse_shape %{{.+}} [] : tensor<1x1xf32> into tensor<f32>
func.func @to_rank_0(%x: tensor<2x3xf32>) -> tensor<f32> {
  %a = tensor.extract_slice %x[1, 2] [1, 1] [1, 1]
      : tensor<2x3xf32> to tensor<f32>
  return %a : tensor<f32>
}

// Along one element, every stride is the same.
// CHECK-LABEL: func @stride_of_one_element(
// CHECK-NEXT:    %[[S:.+]] = tensor.extract_slice %{{.+}}[0, 0] [1, 2] [1, 3]
// CHECK-NEXT:    return %[[S]]
func.func @stride_of_one_element(%x: tensor<2x4xf32>) -> tensor<1x2xf32> {
  %a = tensor.extract_slice %x[0, 0] [1, 2] [7, 3]
      : tensor<2x4xf32> to tensor<1x2xf32>
  return %a : tensor<1x2xf32>
}

// CHECK-LABEL: func @insert(
// CHECK-NEXT:    %[[E:.+]] = tensor.expand_shape %{{.+}} {{\[\[}}0], [1, 2]] output_shape [1, %{{.+}}, 1] : tensor<1x?xi32> into tensor<1x?x1xi32>
// CHECK-NEXT:    tensor.insert_slice %[[E]] into %{{.+}}[0, 0, %{{.+}}] [1, %{{.+}}, 1] [1, 1, 1] : tensor<1x?x1xi32> into tensor<1x2x4xi32>
func.func @insert(%x: tensor<1x?xi32>, %d: tensor<1x2x4xi32>, %i: index,
    %n: index) -> tensor<1x2x4xi32> {
  %a = tensor.insert_slice %x into %d[0, 0, %i] [1, %n, 1] [1, 1, 1]
      : tensor<1x?xi32> into tensor<1x2x4xi32>
  return %a : tensor<1x2x4xi32>
}

// Only insertions may stand beside one that is parallel.
// CHECK-LABEL: func @parallel_insert(
// CHECK:         tensor.expand_shape %{{.+}} {{\[\[}}0, 1]] output_shape [1, 4]
// CHECK-NEXT:    scf.forall.in_parallel {
// CHECK-NEXT:      tensor.parallel_insert_slice %{{.+}} into %{{.+}}[%{{.+}}, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<3x4xf32>
func.func @parallel_insert(%x: tensor<4xf32>, %d: tensor<3x4xf32>)
    -> tensor<3x4xf32> {
  %y = scf.forall (%i) in (3) shared_outs(%o = %d) -> tensor<3x4xf32> {
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %x into %o[%i, 0] [1, 4] [1, 1]
          : tensor<4xf32> into tensor<3x4xf32>
    }
  }
  return %y : tensor<3x4xf32>
}

// CHECK-LABEL: func @subview(
// CHECK-NEXT:    %[[S:.+]] = memref.subview %{{.+}}[0, 0, 3] [1, 2, 1] [1, 1, 1] : memref<1x2x4xi32> to memref<1x2x1xi32, strided<[8, 4, 1], offset: 3>>
// CHECK-NEXT:    memref.collapse_shape %[[S]] {{\[\[}}0], [1, 2]]
func.func @subview(%x: memref<1x2x4xi32>)
    -> memref<1x2xi32, strided<[8, 4], offset: 3>> {
  %a = memref.subview %x[0, 0, 3] [1, 2, 1] [1, 1, 1]
      : memref<1x2x4xi32> to memref<1x2xi32, strided<[8, 4], offset: 3>>
  return %a : memref<1x2xi32, strided<[8, 4], offset: 3>>
}

// CHECK-LABEL: func @full_rank(
// CHECK-NEXT:    %[[S:.+]] = tensor.extract_slice %{{.+}}[1, 0] [2, 4] [2, 1]
// CHECK-NEXT:    return %[[S]]
func.func @full_rank(%x: tensor<5x4xf32>) -> tensor<2x4xf32> {
  %a = tensor.extract_slice %x[1, 0] [2, 4] [2, 1]
      : tensor<5x4xf32> to tensor<2x4xf32>
  return %a : tensor<2x4xf32>
}

// CHECK-LABEL: func @nothing(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4x8xf32>, %[[D:[a-z0-9]+]]: tensor<4x8xf32>, %[[N:[a-z0-9]+]]: index
// CHECK:         tensor.empty(%[[N]]) : tensor<0x?xf32>
// CHECK:         return %[[D]]
func.func @nothing(%x: tensor<4x8xf32>, %d: tensor<4x8xf32>, %n: index)
    -> tensor<4x8xf32> {
  %a = tensor.extract_slice %x[%n, 0] [0, %n] [1, 1]
      : tensor<4x8xf32> to tensor<0x?xf32>
  %b = tensor.insert_slice %a into %d[%n, 0] [0, %n] [1, 1]
      : tensor<0x?xf32> into tensor<4x8xf32>
  return %b : tensor<4x8xf32>
}

// CHECK-LABEL: func @nothing_by_operand(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4x8x2xf32>, %[[D:[a-z0-9]+]]: tensor<4x8xf32>, %[[N:[a-z0-9]+]]: index
// CHECK:         %[[E:.+]] = tensor.empty(%[[N]]) : tensor<0x?xf32>
// CHECK:         %[[A:.+]] = tensor.cast %[[E]] : tensor<0x?xf32> to tensor<?x?xf32>
// CHECK-NOT:     insert_slice
// CHECK:         return %[[A]], %[[D]]
func.func @nothing_by_operand(%x: tensor<4x8x2xf32>, %d: tensor<4x8xf32>,
    %n: index) -> (tensor<?x?xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[%n, 0, 1] [%c0, %n, 1] [-1, 1, 1]
      : tensor<4x8x2xf32> to tensor<?x?xf32>
  %b = tensor.insert_slice %a into %d[%n, 0] [%c0, %n] [-1, 1]
      : tensor<?x?xf32> into tensor<4x8xf32>
  return %a, %b : tensor<?x?xf32>, tensor<4x8xf32>
}

// CHECK-LABEL: func @concatenation(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x?xf32>, %{{[a-z0-9]+}}: tensor<4x0xf32>
// CHECK:         tensor.concat dim(1) %[[X]], %[[X]]
func.func @concatenation(%x: tensor<4x?xf32>, %y: tensor<4x0xf32>)
    -> tensor<4x?xf32> {
  %z = tensor.concat dim(1) %x, %y, %x
      : (tensor<4x?xf32>, tensor<4x0xf32>, tensor<4x?xf32>) -> tensor<4x?xf32>
  return %z : tensor<4x?xf32>
}

// As concatenation, where only run time knows what is empty: a view of nothing
// begins at 0.
// CHECK-LABEL: func @concatenation_to_declared_size(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[Y:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         %[[EMPTY:.+]] = tensor.empty() : tensor<3xf32>
// CHECK:         %[[ONE:.+]] = tensor.insert_slice %[[X]] into %[[EMPTY]]
// CHECK:         %[[SIZE:.+]] = tensor.dim %[[Y]]
// CHECK:         %[[NONE:.+]] = arith.cmpi eq, %[[SIZE]], %[[C0:.+]] : index
// CHECK:         %[[BEGIN:.+]] = arith.select %[[NONE]], %[[C0]], %{{.+}} : index
// CHECK:         tensor.insert_slice %[[Y]] into %[[ONE]][%[[BEGIN]]]
func.func @concatenation_to_declared_size(%x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<3xf32> {
  %z = tensor.concat dim(0) %x, %y
      : (tensor<?xf32>, tensor<?xf32>) -> tensor<3xf32>
  return %z : tensor<3xf32>
}

// CHECK-LABEL: func @padding_is_all(
// CHECK-NOT:     tensor.pad
// CHECK:         tensor.splat %{{.+}} : tensor<4xi8>
func.func @padding_is_all(%x: tensor<?xi8>, %v: i8) -> tensor<4xi8> {
  %y = tensor.pad %x low[4] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : i8
  } : tensor<?xi8> to tensor<4xi8>
  return %y : tensor<4xi8>
}

// The lowering of buffers takes strides for positive.
// CHECK-LABEL: func @backwards(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x8xi8>, %[[O:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[S:[a-z0-9]+]]: index
// CHECK:         tensor.empty(%[[N]]) : tensor<?xi8>
// CHECK:         linalg.generic
// CHECK:         %[[I:.+]] = linalg.index 0
// CHECK:         %[[MOVED:.+]] = arith.muli %[[I]], %[[S]]
// CHECK:         %[[COLUMN:.+]] = arith.addi %[[O]], %[[MOVED]]
// CHECK:         tensor.extract %[[X]][%{{.+}}, %[[COLUMN]]]
// CHECK:         linalg.generic
// CHECK:         affine.apply #{{.+}}(%{{.+}})
// CHECK-NOT:     tensor.extract_slice
func.func @backwards(%x: tensor<4x8xi8>, %o: index, %n: index, %s: index)
    -> (tensor<?xi8>, tensor<4x8xi8>) {
  %a = tensor.extract_slice %x[2, %o] [1, %n] [1, %s]
      : tensor<4x8xi8> to tensor<?xi8>
  %b = tensor.extract_slice %x[3, 0] [4, 8] [-1, 1]
      : tensor<4x8xi8> to tensor<4x8xi8>
  return %a, %b : tensor<?xi8>, tensor<4x8xi8>
}

// CHECK-LABEL: func @collapse_of_nothing(
// CHECK-NOT:     tensor.collapse_shape
// CHECK:         tensor.empty(%{{.+}}) : tensor<1x?xf32>
func.func @collapse_of_nothing(%x: tensor<1x?x0xf32>) -> tensor<1x?xf32> {
  %y = tensor.collapse_shape %x [[0], [1, 2]]
      : tensor<1x?x0xf32> into tensor<1x?xf32>
  return %y : tensor<1x?xf32>
}

// CHECK-LABEL: func @constant_padding_of_nothing(
// CHECK:         %[[V:.+]] = arith.constant 7 : i8
// CHECK:         tensor.splat %[[V]] : tensor<2x4xi8>
func.func @constant_padding_of_nothing(%x: tensor<0x4xi8>) -> tensor<2x4xi8> {
  %y = tensor.pad %x low[2, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %v = arith.constant 7 : i8
    tensor.yield %v : i8
  } : tensor<0x4xi8> to tensor<2x4xi8>
  return %y : tensor<2x4xi8>
}

// CHECK-LABEL: func @computed_padding_of_nothing(
// CHECK:         tensor.generate
// CHECK:           arith.index_cast
// CHECK:         } : tensor<2x4xi32>
func.func @computed_padding_of_nothing(%x: tensor<0x4xi32>)
    -> tensor<2x4xi32> {
  %y = tensor.pad %x low[2, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    %v = arith.index_cast %i : index to i32
    tensor.yield %v : i32
  } : tensor<0x4xi32> to tensor<2x4xi32>
  return %y : tensor<2x4xi32>
}

// No source has as many elements as this cuts off.
// CHECK-LABEL: func @pad_by_less_than_nothing(
// CHECK:         tensor.splat %{{.+}} : tensor<5xi8>
func.func @pad_by_less_than_nothing(%x: tensor<?xi8>, %z: i8) -> tensor<5xi8> {
  %r = tensor.pad %x low[-9223372036854775807] high[-9223372036854775807] {
  ^bb0(%i: index):
    tensor.yield %z : i8
  } : tensor<?xi8> to tensor<5xi8>
  return %r : tensor<5xi8>
}

// CHECK-LABEL: func @transpose_in_order(
// CHECK-SAME:      %[[X:.+]]: tensor<4x?xf32>, %{{.+}})
// CHECK-NEXT:    return %[[X]]
func.func @transpose_in_order(%x: tensor<4x?xf32>, %init: tensor<4x?xf32>)
    -> tensor<4x?xf32> {
  %y = linalg.transpose ins(%x : tensor<4x?xf32>)
      outs(%init : tensor<4x?xf32>) permutation = [0, 1]
  return %y : tensor<4x?xf32>
}

// CHECK-LABEL: func @transpose_and_back(
// CHECK-SAME:      %[[X:.+]]: tensor<4x?x3xf32>, %{{.+}}, %{{.+}})
// CHECK:         return %[[X]]
func.func @transpose_and_back(%x: tensor<4x?x3xf32>, %init: tensor<?x3x4xf32>,
                              %back: tensor<4x?x3xf32>) -> tensor<4x?x3xf32> {
  %y = linalg.transpose ins(%x : tensor<4x?x3xf32>)
      outs(%init : tensor<?x3x4xf32>) permutation = [1, 2, 0]
  %z = linalg.transpose ins(%y : tensor<?x3x4xf32>)
      outs(%back : tensor<4x?x3xf32>) permutation = [2, 0, 1]
  return %z : tensor<4x?x3xf32>
}
