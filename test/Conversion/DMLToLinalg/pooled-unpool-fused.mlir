// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 fuse' --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 fuse max-buffers=4' --canonicalize --cse | FileCheck %s --check-prefix=FEW
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg=cache-bytes=0 --canonicalize --cse | FileCheck %s --check-prefix=APART

#id = affine_map<(n, c, h, w) -> (n, c, h, w)>
#c = affine_map<(n, c, h, w) -> (c)>

// Elementwise neighbours become part of the form: the producer is computed of
// each candidate, the consumer of the winner. They stand by themselves only
// under the condition of the general operation, in the place of its operands.
// APART-LABEL: func @between(
// APART:         %[[V:.+]] = linalg.generic
// APART:         dml.unpool ins(%[[V]],
// APART-NEXT:    linalg.exp
// CHECK-LABEL: func @between(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<2x3x4x8xf16>, %[[I:[a-z0-9]+]]: tensor<2x3x4x8xi32>, %[[SHIFT:[a-z0-9]+]]: tensor<3xf32>, %[[D:[a-z0-9]+]]: tensor<2x3x8x16xf32>
// CHECK:         tensor.collapse_shape %[[X]] {{.*}} into tensor<192xf16>
// Channels are a loop.
// CHECK:         %[[CELLS:.+]]:2 = scf.if
// CHECK:           linalg.generic {{.*}} outs(%[[D]], %{{.+}} : tensor<2x3x8x16xf32>, tensor<i32>)
// CHECK:             %[[CHANNEL:.+]] = linalg.index 1
// CHECK:             %[[A:.+]] = tensor.extract %{{.+}} : tensor<192xf16>
// CHECK:             %[[B:.+]] = tensor.extract %[[SHIFT]][%[[CHANNEL]]]
// CHECK:             %[[WIDE:.+]] = arith.extf %[[A]]
// CHECK:             %[[SUM:.+]] = arith.addf %[[WIDE]], %[[B]]
// CHECK:             %[[WINNER:.+]] = arith.select %{{.+}}, %[[SUM]], %cst
// CHECK:             %[[EXP:.+]] = math.exp %[[WINNER]]
// CHECK:             linalg.yield %[[EXP]], %{{.+}} : f32, i32
// CHECK:         %[[PLACE:.+]] = bufferization.alloc_tensor() : tensor<2x3x4x8xf32>
// CHECK:         %[[V:.+]] = scf.if %[[MISSED:.+]] -> (tensor<2x3x4x8xf32>) {
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[X]], %[[SHIFT]] : {{.*}}) outs(%[[PLACE]] :
// CHECK:         } else {
// CHECK-NEXT:      scf.yield %[[PLACE]]
// CHECK:         %[[Y:.+]] = dml.unpool ins(%[[V]], %[[I]] : {{.*}}) if(%{{.+}}, %[[CELLS]]#1 : tensor<i32>, tensor<i32>) outs(%[[CELLS]]#0 :
// CHECK-NEXT:    %[[Z:.+]] = scf.if %[[MISSED]] -> (tensor<2x3x8x16xf32>) {
// CHECK-NEXT:      %[[T:.+]] = linalg.exp ins(%[[Y]] : {{.*}}) outs(%[[Y]] :
// CHECK-NEXT:      scf.yield %[[T]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      scf.yield %[[Y]]
// CHECK:         return %[[Z]]
// Four buffers are all but the shift.
// FEW-LABEL:  func @between(
// FEW:          %[[V:.+]] = linalg.generic
// FEW:          math.exp
// FEW:          dml.unpool ins(%[[V]],
// FEW:          linalg.exp
func.func @between(%x: tensor<2x3x4x8xf16>, %i: tensor<2x3x4x8xi32>,
    %shift: tensor<3xf32>, %d: tensor<2x3x8x16xf32>, %v: tensor<2x3x4x8xf32>)
    -> tensor<2x3x8x16xf32> {
  %values = linalg.generic {indexing_maps = [#id, #c, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %shift : tensor<2x3x4x8xf16>, tensor<3xf32>)
      outs(%v : tensor<2x3x4x8xf32>) {
  ^bb0(%a: f16, %b: f32, %out: f32):
    %wide = arith.extf %a : f16 to f32
    %sum = arith.addf %wide, %b : f32
    linalg.yield %sum : f32
  } -> tensor<2x3x4x8xf32>
  %y = dml.unpool ins(%values, %i : tensor<2x3x4x8xf32>, tensor<2x3x4x8xi32>)
                  outs(%d : tensor<2x3x8x16xf32>) -> tensor<2x3x8x16xf32>
  %z = linalg.exp ins(%y : tensor<2x3x8x16xf32>)
      outs(%d : tensor<2x3x8x16xf32>) -> tensor<2x3x8x16xf32>
  return %z : tensor<2x3x8x16xf32>
}

// A consumer of another type gets a place of its own. Roots are not computed
// for each element that may read them.
// CHECK-LABEL: func @wider(
// CHECK:         %[[V:.+]] = linalg.sqrt
// CHECK:         arith.extf
// CHECK:         %[[Y:.+]] = dml.unpool ins(%[[V]], {{.*}} outs(%{{.+}} : tensor<1x1x4x4xf16>)
// CHECK:         scf.if
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[Y]] : tensor<1x1x4x4xf16>) outs(%{{.+}} : tensor<1x1x4x4xf32>)
func.func @wider(%x: tensor<1x1x2x2xf16>, %i: tensor<1x1x2x2xi32>,
    %e: tensor<1x1x2x2xf16>, %d: tensor<1x1x4x4xf16>,
    %w: tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32> {
  %v = linalg.sqrt ins(%x : tensor<1x1x2x2xf16>) outs(%e : tensor<1x1x2x2xf16>)
      -> tensor<1x1x2x2xf16>
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf16>, tensor<1x1x2x2xi32>)
                  outs(%d : tensor<1x1x4x4xf16>) -> tensor<1x1x4x4xf16>
  %z = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y : tensor<1x1x4x4xf16>) outs(%w : tensor<1x1x4x4xf32>) {
  ^bb0(%a: f16, %out: f32):
    %wide = arith.extf %a : f16 to f32
    linalg.yield %wide : f32
  } -> tensor<1x1x4x4xf32>
  return %z : tensor<1x1x4x4xf32>
}

// In another order of planes, or read by others, too, they stand apart.
// CHECK-LABEL: func @other_planes(
// CHECK:         linalg.square
// CHECK:         dml.unpool
// CHECK-NEXT:    linalg.negf
func.func @other_planes(%x: tensor<2x3x2x2xf32>, %i: tensor<2x3x2x2xi32>,
    %d: tensor<6x1x4x4xf32>) -> tensor<6x1x4x4xf32> {
  %v = linalg.square ins(%x : tensor<2x3x2x2xf32>) outs(%x : tensor<2x3x2x2xf32>)
      -> tensor<2x3x2x2xf32>
  %y = dml.unpool ins(%v, %i : tensor<2x3x2x2xf32>, tensor<2x3x2x2xi32>)
                  outs(%d : tensor<6x1x4x4xf32>) -> tensor<6x1x4x4xf32>
  %z = linalg.negf ins(%y : tensor<6x1x4x4xf32>)
      outs(%d : tensor<6x1x4x4xf32>) -> tensor<6x1x4x4xf32>
  return %z : tensor<6x1x4x4xf32>
}

// CHECK-LABEL: func @other_readers(
// CHECK:         %[[V:.+]] = linalg.square
// CHECK:         %[[Y:.+]] = dml.unpool ins(%[[V]],
// CHECK-NEXT:    %[[Z:.+]] = linalg.negf
// CHECK-NEXT:    return %[[V]], %[[Y]], %[[Z]]
func.func @other_readers(%x: tensor<1x1x2x2xf32>, %i: tensor<1x1x2x2xi32>,
    %d: tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x4x4xf32>,
    tensor<1x1x4x4xf32>) {
  %v = linalg.square ins(%x : tensor<1x1x2x2xf32>) outs(%x : tensor<1x1x2x2xf32>)
      -> tensor<1x1x2x2xf32>
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                  outs(%d : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  %z = linalg.negf ins(%y : tensor<1x1x4x4xf32>)
      outs(%d : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
  return %v, %y, %z
      : tensor<1x1x2x2xf32>, tensor<1x1x4x4xf32>, tensor<1x1x4x4xf32>
}

// A transposition reads where the candidate's element is in another order.
// CHECK-LABEL: func @transposed(
// CHECK:         %[[V:.+]] = linalg.transpose
// CHECK:         dml.unpool ins(%[[V]],
func.func @transposed(%x: tensor<1x2x2x3xf32> {dml.strides = array<i64: 12, 1, 6, 2>},
    %i: tensor<1x3x2x2xi32>, %e: tensor<1x3x2x2xf32>, %d: tensor<1x3x4x4xf32>)
    -> tensor<1x3x4x4xf32> {
  %v = linalg.transpose ins(%x : tensor<1x2x2x3xf32>)
      outs(%e : tensor<1x3x2x2xf32>) permutation = [0, 3, 1, 2]
  %y = dml.unpool ins(%v, %i : tensor<1x3x2x2xf32>, tensor<1x3x2x2xi32>)
                  outs(%d : tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  return %y : tensor<1x3x4x4xf32>
}

// Vectors do not divide integers, and read rows along rows.
// CHECK-LABEL: func @apart(
// CHECK:         %[[V:.+]] = linalg.div_unsigned
// CHECK:         %[[Y:.+]] = dml.unpool ins(%[[V]],
// CHECK-NEXT:    linalg.generic {{.*}} ins(%[[Y]], %{{.+}} :
func.func @apart(%x: tensor<1x3x2x2xi32>, %i: tensor<1x3x2x2xi32>,
    %d: tensor<1x3x4x4xi32>, %t: tensor<4x4x3xi32>) -> tensor<1x3x4x4xi32> {
  %v = linalg.div_unsigned ins(%x, %i : tensor<1x3x2x2xi32>, tensor<1x3x2x2xi32>)
      outs(%x : tensor<1x3x2x2xi32>) -> tensor<1x3x2x2xi32>
  %y = dml.unpool ins(%v, %i : tensor<1x3x2x2xi32>, tensor<1x3x2x2xi32>)
                  outs(%d : tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xi32>
  %z = linalg.generic {
      indexing_maps = [#id, affine_map<(n, c, h, w) -> (h, w, c)>, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%y, %t : tensor<1x3x4x4xi32>, tensor<4x4x3xi32>)
      outs(%d : tensor<1x3x4x4xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.addi %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<1x3x4x4xi32>
  return %z : tensor<1x3x4x4xi32>
}
