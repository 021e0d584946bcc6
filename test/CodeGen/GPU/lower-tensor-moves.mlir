// RUN: dml-opt %s --dml-gpu-lower-tensor-moves | FileCheck %s \
// RUN:   --implicit-check-not=tensor.reshape

// CHECK-DAG: #[[$ID:.+]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[$LESS_2:.+]] = affine_map<(d0) -> (d0 - 2)>
// CHECK-DAG: #[[$LESS_1:.+]] = affine_map<(d0) -> (d0 - 1)>
// CHECK-DAG: #[[$PLUS_1:.+]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[$TWICE:.+]] = affine_map<(d0) -> (d0 * 2)>
// CHECK-DAG: #[[$TWICE_PLUS_1:.+]] = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-DAG: #[[$MOD_3:.+]] = affine_map<(d0) -> (d0 mod 3)>
// CHECK-DAG: #[[$THIRD:.+]] = affine_map<(d0) -> (d0 floordiv 3)>

// One comparison for both ends: below zero is a large unsigned number.
// CHECK-LABEL: func @pad(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x5xf32>
// CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[EMPTY:.+]] = tensor.empty() : tensor<6x8xf32>
// CHECK-NEXT:    %[[P:.+]] = linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel", "parallel"]} outs(%[[EMPTY]] : tensor<6x8xf32>)
// CHECK-NEXT:    ^bb0(%{{.+}}: f32):
// CHECK-NEXT:      %[[I:.+]] = linalg.index 0
// CHECK-NEXT:      %[[ROW:.+]] = affine.apply #[[$LESS_2]](%[[I]])
// CHECK-NEXT:      %[[IN_ROWS:.+]] = arith.cmpi ult, %[[ROW]], %c4
// CHECK-NEXT:      %[[J:.+]] = linalg.index 1
// CHECK-NEXT:      %[[COLUMN:.+]] = affine.apply #[[$LESS_1]](%[[J]])
// CHECK-NEXT:      %[[IN_COLUMNS:.+]] = arith.cmpi ult, %[[COLUMN]], %c5
// CHECK-NEXT:      %[[INSIDE:.+]] = arith.andi %[[IN_ROWS]], %[[IN_COLUMNS]]
// CHECK-NEXT:      %[[E:.+]] = scf.if %[[INSIDE]] -> (f32) {
// CHECK-NEXT:        %[[READ:.+]] = tensor.extract %[[X]][%[[ROW]], %[[COLUMN]]]
// CHECK-NEXT:        scf.yield %[[READ]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[ZERO]]
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.yield %[[E]]
// CHECK:         return %[[P]]
func.func @pad(%x: tensor<4x5xf32>) -> tensor<6x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[2, 1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x5xf32> to tensor<6x8xf32>
  return %p : tensor<6x8xf32>
}

// Padding by less than nothing takes away.
// CHECK-LABEL: func @crop(
// CHECK:         linalg.generic
// CHECK:           affine.apply #[[$PLUS_1]](
// CHECK:         return %{{.+}} : tensor<3xf32>
func.func @crop(%x: tensor<5xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[-1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<5xf32> to tensor<3xf32>
  return %p : tensor<3xf32>
}

// A dropped dimension is a constant index, and no loop.
// CHECK-LABEL: func @extract_strided_and_dropped(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<8x6x9xi8>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel", "parallel"]} outs(%{{.+}} : tensor<3x4xi8>)
// CHECK:           %[[I:.+]] = linalg.index 0
// CHECK-NEXT:      %[[ROW:.+]] = affine.apply #[[$TWICE_PLUS_1]](%[[I]])
// CHECK-NEXT:      %[[J:.+]] = linalg.index 1
// CHECK-NEXT:      %[[COLUMN:.+]] = affine.apply #[[$TWICE]](%[[J]])
// CHECK-NEXT:      %[[E:.+]] = tensor.extract %[[X]][%[[ROW]], %c5, %[[COLUMN]]]
// CHECK-NEXT:      linalg.yield %[[E]]
func.func @extract_strided_and_dropped(%x: tensor<8x6x9xi8>) -> tensor<3x4xi8> {
  %y = tensor.extract_slice %x[1, 5, 0] [3, 1, 4] [2, 1, 2]
      : tensor<8x6x9xi8> to tensor<3x4xi8>
  return %y : tensor<3x4xi8>
}

// In place of the destination: every element is written, the old one where
// nothing is inserted. Steps between are left out; division rounds down, for
// what is below zero as well.
// CHECK-LABEL: func @insert_strided(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<3xf16>, %[[Y:[a-z0-9]+]]: tensor<4x9xf16>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel", "parallel"]} outs(%[[Y]] : tensor<4x9xf16>)
// CHECK-NEXT:    ^bb0(%[[OLD:.+]]: f16):
// CHECK:           %[[IN_ROWS:.+]] = arith.cmpi ult, %{{.+}}, %c1
// CHECK:           %[[MOVED:.+]] = affine.apply #[[$LESS_1]](
// CHECK-NEXT:      %[[IN_COLUMNS:.+]] = arith.cmpi ult, %[[MOVED]], %c7
// CHECK-NEXT:      %[[IN_BOTH:.+]] = arith.andi %[[IN_ROWS]], %[[IN_COLUMNS]]
// CHECK-NEXT:      %[[REST:.+]] = affine.apply #[[$MOD_3]](%[[MOVED]])
// CHECK-NEXT:      %[[AT_STEP:.+]] = arith.cmpi ult, %[[REST]], %c1
// CHECK-NEXT:      %[[INSIDE:.+]] = arith.andi %[[IN_BOTH]], %[[AT_STEP]]
// CHECK-NEXT:      %[[FROM:.+]] = affine.apply #[[$THIRD]](%[[MOVED]])
// CHECK-NEXT:      %[[E:.+]] = scf.if %[[INSIDE]] -> (f16) {
// CHECK-NEXT:        %[[READ:.+]] = tensor.extract %[[X]][%[[FROM]]]
// CHECK-NEXT:        scf.yield %[[READ]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        scf.yield %[[OLD]]
// CHECK-NEXT:      }
// CHECK-NEXT:      linalg.yield %[[E]]
func.func @insert_strided(%x: tensor<3xf16>, %y: tensor<4x9xf16>)
    -> tensor<4x9xf16> {
  %z = tensor.insert_slice %x into %y[2, 1] [1, 3] [1, 3]
      : tensor<3xf16> into tensor<4x9xf16>
  return %z : tensor<4x9xf16>
}

// CHECK-LABEL: func @reshape(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x6xf64>
// CHECK-NEXT:    %[[FLAT:.+]] = tensor.collapse_shape %[[X]] {{\[}}[0, 1]] : tensor<4x6xf64> into tensor<24xf64>
// CHECK-NEXT:    %[[Y:.+]] = tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [3, 8] : tensor<24xf64> into tensor<3x8xf64>
// CHECK-NEXT:    return %[[Y]]
func.func @reshape(%x: tensor<4x6xf64>, %shape: tensor<2xindex>)
    -> tensor<3x8xf64> {
  %y = tensor.reshape %x(%shape)
      : (tensor<4x6xf64>, tensor<2xindex>) -> tensor<3x8xf64>
  return %y : tensor<3x8xf64>
}

// CHECK-LABEL: func @reshape_to_rank_0(
// CHECK-NEXT:    %[[FLAT:.+]] = tensor.collapse_shape %{{.+}} {{\[}}[0, 1]] : tensor<1x1xf64> into tensor<1xf64>
// CHECK-NEXT:    tensor.collapse_shape %[[FLAT]] [] : tensor<1xf64> into tensor<f64>
func.func @reshape_to_rank_0(%x: tensor<1x1xf64>, %shape: tensor<0xindex>)
    -> tensor<f64> {
  %y = tensor.reshape %x(%shape)
      : (tensor<1x1xf64>, tensor<0xindex>) -> tensor<f64>
  return %y : tensor<f64>
}

// CHECK-LABEL: func @reshape_from_rank_0(
// CHECK-NEXT:    %[[FLAT:.+]] = tensor.expand_shape %{{.+}} [] output_shape [1] : tensor<f64> into tensor<1xf64>
// CHECK-NEXT:    tensor.expand_shape %[[FLAT]] {{\[}}[0, 1]] output_shape [1, 1] : tensor<1xf64> into tensor<1x1xf64>
func.func @reshape_from_rank_0(%x: tensor<f64>, %shape: tensor<2xindex>)
    -> tensor<1x1xf64> {
  %y = tensor.reshape %x(%shape)
      : (tensor<f64>, tensor<2xindex>) -> tensor<1x1xf64>
  return %y : tensor<1x1xf64>
}

//===----------------------------------------------------------------------===//
// Left alone
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @dynamic_sizes_stay(
// CHECK-NOT:     linalg
// CHECK:         tensor.pad
// CHECK:         tensor.extract_slice
// CHECK:         tensor.insert_slice
// CHECK:         return
func.func @dynamic_sizes_stay(%x: tensor<?xf32>, %y: tensor<8xf32>, %n: index,
    %zero: f32) -> (tensor<?xf32>, tensor<?xf32>, tensor<8xf32>) {
  %p = tensor.pad %x low[1] high[%n] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<?xf32> to tensor<?xf32>
  %s = tensor.extract_slice %y[0] [%n] [1] : tensor<8xf32> to tensor<?xf32>
  %z = tensor.insert_slice %s into %y[1] [%n] [1]
      : tensor<?xf32> into tensor<8xf32>
  return %p, %s, %z : tensor<?xf32>, tensor<?xf32>, tensor<8xf32>
}

// CHECK-LABEL: func @dynamic_offsets_stay(
// CHECK-NOT:     linalg
// CHECK:         tensor.extract_slice
// CHECK:         tensor.insert_slice
// CHECK:         return
func.func @dynamic_offsets_stay(%x: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %s = tensor.extract_slice %x[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %z = tensor.insert_slice %s into %x[0] [2] [%i]
      : tensor<2xf32> into tensor<8xf32>
  return %z : tensor<8xf32>
}

// CHECK-LABEL: func @computed_padding_stays(
// CHECK-NOT:     linalg
// CHECK:         tensor.pad
// CHECK:         return
func.func @computed_padding_stays(%x: tensor<3xi32>) -> tensor<4xi32> {
  %p = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    %e = arith.index_cast %i : index to i32
    tensor.yield %e : i32
  } : tensor<3xi32> to tensor<4xi32>
  return %p : tensor<4xi32>
}

// An element is that of the one input whose part of the joined dimension it is
// in.
// CHECK-LABEL: func @concat(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3xf32>, %[[Y:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK:         linalg.generic
// CHECK:           %[[INSIDE:.+]] = arith.cmpi ult, %{{.+}}, %c2
// CHECK:           %[[FIRST:.+]] = scf.if %[[INSIDE]]
// CHECK:             tensor.extract %[[X]]
// CHECK:           } else {
// CHECK:             scf.yield %cst
// CHECK:           %[[MOVED:.+]] = affine.apply #{{.+}}(%{{.+}})
// CHECK:           arith.cmpi ult, %[[MOVED]], %c4
// CHECK:           scf.if
// CHECK:             tensor.extract %[[Y]][%[[MOVED]], %{{.+}}]
// CHECK:           } else {
// CHECK:             scf.yield %[[FIRST]]
func.func @concat(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<6x3xf32> {
  %z = tensor.concat dim(0) %x, %y
      : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<6x3xf32>
  return %z : tensor<6x3xf32>
}

// Canonicalisation leaves the cast; the sizes are known behind it.
// CHECK-LABEL: func @concat_of_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3xf32>, %[[Y:[a-z0-9]+]]: tensor<4x3xf32>
// CHECK-NOT:     tensor.concat
// CHECK:         tensor.extract %[[X]]
// CHECK:         tensor.extract %[[Y]]
// CHECK:         tensor.cast %{{.+}} : tensor<6x3xf32> to tensor<?x3xf32>
func.func @concat_of_cast(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<?x3xf32> {
  %cast = tensor.cast %x : tensor<2x3xf32> to tensor<?x3xf32>
  %z = tensor.concat dim(0) %cast, %y
      : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x3xf32>
  return %z : tensor<?x3xf32>
}

// An input that is lowered itself has two casts behind it.
// CHECK-LABEL: func @concat_of_concat(
// CHECK-NOT:     tensor.concat
// CHECK:         return
func.func @concat_of_concat(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>, %z: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %x_cast = tensor.cast %x : tensor<2x3xf32> to tensor<2x?xf32>
  %u = tensor.concat dim(1) %x_cast, %y
      : (tensor<2x?xf32>, tensor<2x1xf32>) -> tensor<2x?xf32>
  %u_cast = tensor.cast %u : tensor<2x?xf32> to tensor<2x4xf32>
  %v = tensor.concat dim(0) %u_cast, %z
      : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %v : tensor<5x4xf32>
}

// CHECK-LABEL: func @reshape_of_cast(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3xi8>
// CHECK-NOT:     tensor.cast
// CHECK:         %[[Z:.+]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<6xi8>
// CHECK:         return %[[Z]]
func.func @reshape_of_cast(%x: tensor<2x3xi8>, %shape: tensor<1xindex>)
    -> tensor<6xi8> {
  %y = tensor.cast %x : tensor<2x3xi8> to tensor<?x?xi8>
  %z = tensor.reshape %y(%shape)
      : (tensor<?x?xi8>, tensor<1xindex>) -> tensor<6xi8>
  return %z : tensor<6xi8>
}

// CHECK-LABEL: func @reshape_of_concat(
// CHECK-NOT:     tensor.reshape
// CHECK:         return
func.func @reshape_of_concat(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>, %shape: tensor<1xindex>) -> tensor<8xf32> {
  %x_cast = tensor.cast %x : tensor<2x3xf32> to tensor<2x?xf32>
  %u = tensor.concat dim(1) %x_cast, %y
      : (tensor<2x?xf32>, tensor<2x1xf32>) -> tensor<2x?xf32>
  %u_cast = tensor.cast %u : tensor<2x?xf32> to tensor<?x4xf32>
  %z = tensor.reshape %u_cast(%shape)
      : (tensor<?x4xf32>, tensor<1xindex>) -> tensor<8xf32>
  return %z : tensor<8xf32>
}

// As long as all is known, it need not be part of the operation.
// CHECK-LABEL: func @pad_by_constants(
// CHECK:         linalg.generic
// CHECK:           affine.apply #[[$LESS_2]](
// CHECK:           scf.if
// CHECK:         return %{{.+}} : tensor<8xf32>
func.func @pad_by_constants(%x: tensor<5xf32>) -> tensor<8xf32> {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %p = tensor.pad %x low[%c2] high[%c1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<5xf32> to tensor<8xf32>
  return %p : tensor<8xf32>
}

// CHECK-LABEL: func @insert(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: f16, %[[X:[a-z0-9]+]]: tensor<4x5xf16>
// CHECK:         linalg.generic {indexing_maps = [#[[$ID]]], iterator_types = ["parallel", "parallel"]} outs(%[[X]] : tensor<4x5xf16>)
// CHECK-NEXT:    ^bb0(%[[OLD:.+]]: f16):
// CHECK-NEXT:      %[[I:.+]] = linalg.index 0
// CHECK-NEXT:      %[[ROW:.+]] = affine.apply #[[$LESS_2]](%[[I]])
// CHECK-NEXT:      %[[IS_ROW:.+]] = arith.cmpi ult, %[[ROW]], %c1
// CHECK-NEXT:      %[[J:.+]] = linalg.index 1
// CHECK-NEXT:      %[[COLUMN:.+]] = affine.apply #[[$LESS_1]](%[[J]])
// CHECK-NEXT:      %[[IS_COLUMN:.+]] = arith.cmpi ult, %[[COLUMN]], %c1
// CHECK-NEXT:      %[[HERE:.+]] = arith.andi %[[IS_ROW]], %[[IS_COLUMN]]
// CHECK-NEXT:      %[[E:.+]] = arith.select %[[HERE]], %[[V]], %[[OLD]]
// CHECK-NEXT:      linalg.yield %[[E]]
func.func @insert(%v: f16, %x: tensor<4x5xf16>) -> tensor<4x5xf16> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %z = tensor.insert %v into %x[%c2, %c1] : tensor<4x5xf16>
  return %z : tensor<4x5xf16>
}

// CHECK-LABEL: func @insert_the_only_element(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: i8, %[[X:[a-z0-9]+]]: tensor<i8>
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[X]] : tensor<i8>)
// CHECK-NEXT:    ^bb0(%{{.+}}: i8):
// CHECK-NEXT:      linalg.yield %[[V]]
func.func @insert_the_only_element(%v: i8, %x: tensor<i8>) -> tensor<i8> {
  %z = tensor.insert %v into %x[] : tensor<i8>
  return %z : tensor<i8>
}

// CHECK-LABEL: func @insert_anywhere_stays(
// CHECK-NOT:     linalg
// CHECK:         tensor.insert
// CHECK:         tensor.insert
// CHECK-NOT:     linalg
// CHECK:         return
func.func @insert_anywhere_stays(%v: i8, %x: tensor<4xi8>, %i: index)
    -> tensor<4xi8> {
  %minus = arith.constant -1 : index
  %y = tensor.insert %v into %x[%i] : tensor<4xi8>
  %z = tensor.insert %v into %y[%minus] : tensor<4xi8>
  return %z : tensor<4xi8>
}

// The last position, 4 * 2^62 + 2, is inside for upstream's verifier.
// CHECK-LABEL: func @insert_beyond_all_positions(
// CHECK:         tensor.insert_slice
func.func @insert_beyond_all_positions(%s: tensor<5xf32>, %d: tensor<8xf32>)
    -> tensor<8xf32> {
  %r = tensor.insert_slice %s into %d[2] [5] [4611686018427387904]
      : tensor<5xf32> into tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func @concat_of_numbers_without_arithmetic(
// CHECK:         tensor.concat
func.func @concat_of_numbers_without_arithmetic(%x: tensor<4xcomplex<f32>>,
    %y: tensor<3xcomplex<f32>>) -> tensor<7xcomplex<f32>> {
  %r = tensor.concat dim(0) %x, %y
      : (tensor<4xcomplex<f32>>, tensor<3xcomplex<f32>>)
        -> tensor<7xcomplex<f32>>
  return %r : tensor<7xcomplex<f32>>
}

// A kernel binds three tensors beside its result.
// CHECK-LABEL: func @many_tensors(
// CHECK-SAME:      %[[A:.+]]: tensor<1x4xi32>, %[[B:.+]]: tensor<1x4xi32>, %[[C:.+]]: tensor<1x4xi32>, %[[D:.+]]: tensor<1x4xi32>)
// CHECK:         %[[AB:.+]] = linalg.generic
// CHECK-NOT:       %[[C]][
// CHECK:         } -> tensor<2x4xi32>
// CHECK:         linalg.generic
// CHECK-DAG:       tensor.extract %[[AB]]
// CHECK-DAG:       tensor.extract %[[C]]
// CHECK-DAG:       tensor.extract %[[D]]
// CHECK:         } -> tensor<4x4xi32>
func.func @many_tensors(%a: tensor<1x4xi32>, %b: tensor<1x4xi32>, %c: tensor<1x4xi32>,
                        %d: tensor<1x4xi32>) -> tensor<4x4xi32> {
  %y = tensor.concat dim(0) %a, %b, %c, %d
      : (tensor<1x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<4x4xi32>
  return %y : tensor<4x4xi32>
}

// The lowered concatenation is cast to the dynamic type of the original.
// CHECK-LABEL: func @insert_into_concatenation_of_dynamic_type(
// CHECK-SAME:      %[[S:[a-z0-9]+]]: tensor<2x2xf32>, %[[X:[a-z0-9]+]]: tensor<2x5xf32>,
// CHECK-NOT:     tensor.insert_slice
// CHECK:         linalg.generic
// CHECK-SAME:        outs(%{{.+}} : tensor<4x5xf32>)
// CHECK:           tensor.extract %[[S]]
// CHECK-NOT:     tensor.insert_slice
// CHECK:         return
func.func @insert_into_concatenation_of_dynamic_type(%s: tensor<2x2xf32>,
    %x: tensor<2x5xf32>, %y: tensor<2x5xf32>) -> tensor<?x5xf32> {
  %dynamic = tensor.cast %y : tensor<2x5xf32> to tensor<?x?xf32>
  %joined = tensor.concat dim(0) %x, %dynamic
      : (tensor<2x5xf32>, tensor<?x?xf32>) -> tensor<?x5xf32>
  %r = tensor.insert_slice %s into %joined[0, 0] [2, 2] [1, 3]
      : tensor<2x2xf32> into tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}
