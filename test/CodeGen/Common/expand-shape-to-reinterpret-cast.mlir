// RUN: dml-opt %s --dml-expand-shape-to-reinterpret-cast --mlir-print-local-scope | FileCheck %s
//
// Upstream's pass takes over from here; alone it crashes on @two_dynamic_parts.
// RUN: dml-opt %s --dml-expand-shape-to-reinterpret-cast --expand-strided-metadata \
// RUN:   | FileCheck %s --check-prefix=EXPANDED --implicit-check-not=memref.expand_shape
// EXPANDED: func @two_dynamic_parts(

// The type stays packed, so that a copy stays a memcpy.
// CHECK-LABEL: func @two_dynamic_parts(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<?xf32>, %[[H:[a-z0-9]+]]: index, %[[W:[a-z0-9]+]]: index
// CHECK-NEXT:    %[[V:.+]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[H]], %[[W]]], strides: [%[[W]], 1] : memref<?xf32> to memref<?x?xf32>
// CHECK-NEXT:    return %[[V]]
func.func @two_dynamic_parts(%m: memref<?xf32>, %h: index, %w: index)
    -> memref<?x?xf32> {
  %e = memref.expand_shape %m [[0, 1]] output_shape [%h, %w]
      : memref<?xf32> into memref<?x?xf32>
  return %e : memref<?x?xf32>
}

// Strides are products of the sizes further in, folded where they are static.
// CHECK-LABEL: func @static_and_dynamic_parts(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<?x?xi8>, %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK-NEXT:    %[[S:.+]] = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%[[B]]]
// CHECK-NEXT:    %[[T:.+]] = affine.apply affine_map<()[s0] -> (s0 * 12)>()[%[[B]]]
// CHECK-NEXT:    %[[V:.+]] = memref.reinterpret_cast %[[M]] to offset: [0], sizes: [%[[A]], 3, %[[B]], 4], strides: [%[[T]], %[[S]], 4, 1] : memref<?x?xi8> to memref<?x3x?x4xi8>
// CHECK-NEXT:    return %[[V]]
func.func @static_and_dynamic_parts(%m: memref<?x?xi8>, %a: index, %b: index)
    -> memref<?x3x?x4xi8> {
  %e = memref.expand_shape %m [[0, 1], [2, 3]] output_shape [%a, 3, %b, 4]
      : memref<?x?xi8> into memref<?x3x?x4xi8>
  return %e : memref<?x3x?x4xi8>
}

// CHECK-LABEL: func @static_shape_stays(
// CHECK-NEXT:    memref.expand_shape
func.func @static_shape_stays(%m: memref<12xf32>) -> memref<3x4xf32> {
  %e = memref.expand_shape %m [[0, 1]] output_shape [3, 4]
      : memref<12xf32> into memref<3x4xf32>
  return %e : memref<3x4xf32>
}

// Upstream crashes on a group of two dynamic parts, whatever the strides.
// CHECK-LABEL: func @strided_source(
// CHECK:         memref.reinterpret_cast %{{.*}} to offset: [0], sizes: [%{{.*}}, 4], strides: [8, 2]
// CHECK-NOT:     memref.expand_shape
func.func @strided_source(%m: memref<?xf32, strided<[2]>>, %h: index)
    -> memref<?x4xf32, strided<[8, 2]>> {
  %e = memref.expand_shape %m [[0, 1]] output_shape [%h, 4]
      : memref<?xf32, strided<[2]>> into memref<?x4xf32, strided<[8, 2]>>
  return %e : memref<?x4xf32, strided<[8, 2]>>
}
