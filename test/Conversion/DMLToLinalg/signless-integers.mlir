// uiN becomes iN everywhere; no unsigned type is left.
// RUN: dml-opt %s --convert-dml-to-linalg \
// RUN:   | FileCheck %s --implicit-check-not=ui8 --implicit-check-not=ui16 --implicit-check-not=ui32 \
// RUN:       --implicit-check-not=ui64 --implicit-check-not=tensor.bitcast

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @signature(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i8, %[[B:[a-z0-9]+]]: tensor<2xi16>, %[[C:[a-z0-9]+]]: tensor<?xi32>, %[[D:[a-z0-9]+]]: memref<2xi64>) -> (tensor<?xi32>, i8, tensor<2xi16>, memref<2xi64>) {
// CHECK-NEXT:    return %[[C]], %[[A]], %[[B]], %[[D]] : tensor<?xi32>, i8, tensor<2xi16>, memref<2xi64>
func.func @signature(%a: ui8, %b: tensor<2xui16>, %c: tensor<?xui32>,
    %d: memref<2xui64>)
    -> (tensor<?xui32>, ui8, tensor<2xui16>, memref<2xui64>) {
  return %c, %a, %b, %d : tensor<?xui32>, ui8, tensor<2xui16>, memref<2xui64>
}

// CHECK: func private @declaration(tensor<4xi32>) -> tensor<4xi32>
func.func private @declaration(tensor<4xui32>) -> tensor<4xui32>

// Other types stay.
// CHECK-LABEL: func @signed_and_float_types_stay(
// CHECK-SAME:    tensor<4xsi32>, %{{.+}}: tensor<4xi1>, %{{.+}}: tensor<4xf16>, %{{.+}}: index)
func.func @signed_and_float_types_stay(%a: tensor<4xsi32>, %b: tensor<4xi1>,
    %c: tensor<4xf16>, %d: index) {
  return
}

// CHECK-LABEL: func @block_arguments(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xi8>
func.func @block_arguments(%x: tensor<4xui8>, %c: i1, %n: index)
    -> tensor<4xui8> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[R:.+]] = scf.for {{.*}} iter_args(%[[A:.+]] = %[[X]]) -> (tensor<4xi8>) {
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xui8> {
    // CHECK-NEXT: %[[Q:.+]] = scf.if %{{.+}} -> (tensor<4xi8>) {
    %q = scf.if %c -> tensor<4xui8> {
      // CHECK-NEXT: scf.yield %[[A]] : tensor<4xi8>
      scf.yield %a : tensor<4xui8>
    } else {
      // CHECK: scf.yield %[[X]] : tensor<4xi8>
      scf.yield %x : tensor<4xui8>
    }
    // CHECK: scf.yield %[[Q]] : tensor<4xi8>
    scf.yield %q : tensor<4xui8>
  }
  // CHECK: cf.br ^[[BLOCK:.+]](%[[R]] : tensor<4xi8>)
  cf.br ^bb1(%r : tensor<4xui8>)
// CHECK-NEXT: ^[[BLOCK]](%[[Y:.+]]: tensor<4xi8>)
^bb1(%y: tensor<4xui8>):
  // CHECK-NEXT: return %[[Y]] : tensor<4xi8>
  return %y : tensor<4xui8>
}

// CHECK-LABEL: func @other_dialects(
func.func @other_dialects(%x: tensor<?x4xui16>, %i: index)
    -> (tensor<1x2xui16>, tensor<?xui16>, tensor<2xui16>, tensor<4xui16>) {
  // CHECK: %[[E:.+]] = tensor.extract %{{.+}} : tensor<?x4xi16>
  %e = tensor.extract %x[%i, %i] : tensor<?x4xui16>
  // CHECK: tensor.extract_slice %{{.+}} : tensor<?x4xi16> to tensor<1x2xi16>
  %s = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1]
      : tensor<?x4xui16> to tensor<1x2xui16>
  // CHECK: tensor.collapse_shape %{{.+}} : tensor<?x4xi16> into tensor<?xi16>
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xui16> into tensor<?xui16>
  // CHECK: tensor.from_elements %[[E]], %[[E]] : tensor<2xi16>
  %f = tensor.from_elements %e, %e : tensor<2xui16>
  // CHECK: tensor.empty() : tensor<4xi16>
  %d = tensor.empty() : tensor<4xui16>
  // CHECK: linalg.generic {{.*}} ins(%{{.+}} : tensor<?x4xi16>) outs(%{{.+}} : tensor<4xi16>)
  // CHECK: ^bb0(%[[IN:.+]]: i16, %{{.+}}: i16):
  // CHECK: linalg.yield %[[IN]] : i16
  %r = linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d1)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x4xui16>) outs(%d : tensor<4xui16>) {
    ^bb0(%a: ui16, %b: ui16):
      linalg.yield %a : ui16
  } -> tensor<4xui16>
  return %s, %c, %f, %r
      : tensor<1x2xui16>, tensor<?xui16>, tensor<2xui16>, tensor<4xui16>
}

//===----------------------------------------------------------------------===//
// Constants and attributes: the bits stay
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @constants(
func.func @constants() -> (tensor<3xui8>, tensor<2x2xui64>, tensor<2xui16>,
    tensor<3xui32>, tensor<2xi16>) {
  // CHECK-DAG: %[[SPLAT:.+]] = arith.constant dense<-1> : tensor<3xi8>
  %a = arith.constant dense<255> : tensor<3xui8>
  // CHECK-DAG: %[[DENSE:.+]] = arith.constant dense<{{\[\[}}1, 2], [3, -1]]> : tensor<2x2xi64>
  %b = arith.constant dense<[[1, 2], [3, 18446744073709551615]]>
      : tensor<2x2xui64>
  // CHECK-DAG: %[[RESOURCE:.+]] = arith.constant dense_resource<words> : tensor<2xi16>
  %c = arith.constant dense_resource<words> : tensor<2xui16>
  // CHECK-DAG: %[[SPARSE:.+]] = arith.constant sparse<{{\[\[}}0], [2]], [1, -2]> : tensor<3xi32>
  %d = arith.constant sparse<[[0], [2]], [1, 4294967294]> : tensor<3xui32>
  // CHECK-DAG: %[[SIGNLESS:.+]] = arith.constant dense<[-1, 2]> : tensor<2xi16>
  %e = arith.constant dense<[-1, 2]> : tensor<2xi16>
  // CHECK: return %[[SPLAT]], %[[DENSE]], %[[RESOURCE]], %[[SPARSE]], %[[SIGNLESS]]
  return %a, %b, %c, %d, %e : tensor<3xui8>, tensor<2x2xui64>, tensor<2xui16>,
      tensor<3xui32>, tensor<2xi16>
}

// CHECK: memref.global constant @global : memref<2xi8> = dense<[1, -1]>
memref.global constant @global : memref<2xui8> = dense<[1, 255]>

// CHECK-LABEL: func @attributes(
// CHECK-SAME:    tensor<4xi8> {test.value = -1 : i8}
// CHECK-SAME:    attributes {test.list = [i8, dense<7> : tensor<2xi8>], test.type = tensor<4xi8>, test.value = -1 : i32}
func.func @attributes(%x: tensor<4xui8> {test.value = 255 : ui8}) attributes {
    test.type = tensor<4xui8>, test.value = 4294967295 : ui32,
    test.list = [ui8, dense<7> : tensor<2xui8>]} {
  return
}

//===----------------------------------------------------------------------===//
// Bitcasts and calls
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @bitcast_of_sign_vanishes(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xi32>, %[[Y:[a-z0-9]+]]: tensor<?xi8>
// CHECK-NEXT:    return %[[X]], %[[Y]] : tensor<4xi32>, tensor<?xi8>
func.func @bitcast_of_sign_vanishes(%x: tensor<4xui32>, %y: tensor<?xi8>)
    -> (tensor<4xi32>, tensor<?xui8>) {
  %a = tensor.bitcast %x : tensor<4xui32> to tensor<4xi32>
  %b = tensor.bitcast %y : tensor<?xi8> to tensor<?xui8>
  return %a, %b : tensor<4xi32>, tensor<?xui8>
}

// A tensor.bitcast between floats and integers has no buffer form.
// CHECK-LABEL: func @bitcast_of_floats_is_elementwise(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xi32>, %[[Y:[a-z0-9]+]]: tensor<?xf16>
// CHECK-NEXT:    %[[A:.+]] = arith.bitcast %[[X]] : tensor<4xi32> to tensor<4xf32>
// CHECK-NEXT:    %[[B:.+]] = arith.bitcast %[[Y]] : tensor<?xf16> to tensor<?xi16>
// CHECK-NEXT:    return %[[A]], %[[B]]
func.func @bitcast_of_floats_is_elementwise(%x: tensor<4xui32>,
    %y: tensor<?xf16>) -> (tensor<4xf32>, tensor<?xui16>) {
  %a = tensor.bitcast %x : tensor<4xui32> to tensor<4xf32>
  %b = tensor.bitcast %y : tensor<?xf16> to tensor<?xui16>
  return %a, %b : tensor<4xf32>, tensor<?xui16>
}

// CHECK-LABEL: func @calls(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4xi32>
// CHECK-NEXT:    %[[Y:.+]] = call @declaration(%[[X]]) : (tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    %[[Z:.+]] = call @declaration(%[[Y]]) : (tensor<4xi32>) -> tensor<4xi32>
// CHECK-NEXT:    return %[[Z]]
func.func @calls(%x: tensor<4xi32>) -> tensor<4xi32> {
  %u = tensor.bitcast %x : tensor<4xi32> to tensor<4xui32>
  %y = call @declaration(%u) : (tensor<4xui32>) -> tensor<4xui32>
  %z = call @declaration(%y) : (tensor<4xui32>) -> tensor<4xui32>
  %s = tensor.bitcast %z : tensor<4xui32> to tensor<4xi32>
  return %s : tensor<4xi32>
}

// CHECK: words: "0x020000000100FFFF"
{-#
  dialect_resources: { builtin: { words: "0x020000000100FFFF" } }
#-}
