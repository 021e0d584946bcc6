// RUN: dml-opt %s --dml-legalize-dynamic-views --mlir-print-local-scope | FileCheck %s
//
// Upstream's pass takes over from here; alone it crashes on @two_dynamic_parts.
// RUN: dml-opt %s --dml-legalize-dynamic-views --expand-strided-metadata \
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

// The verifier of a subview refuses an empty one at the end of a buffer.
// CHECK-LABEL: func @dynamic_subview(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<4x?xi8>, %[[O:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK-NEXT:    %{{.+}}, %{{.+}}, %{{.+}}, %[[STRIDES:.+]]:2 = memref.extract_strided_metadata %[[M]]
// CHECK:         %[[STRIDE:.+]] = affine.apply affine_map<()[s0] -> (s0 * 2)>()[%[[STRIDES]]#0]
// CHECK:         %[[OFFSET:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 * 3 + s1)>()[%[[STRIDES]]#0, %[[O]]]
// CHECK:         memref.reinterpret_cast %[[M]] to offset: [%[[OFFSET]]], sizes: [%[[N]], 2], strides: [%[[STRIDE]], 1] : memref<4x?xi8> to memref<?x2xi8, strided<[?, 1], offset: ?>>
func.func @dynamic_subview(%m: memref<4x?xi8>, %o: index, %n: index)
    -> memref<?x2xi8, strided<[?, 1], offset: ?>> {
  %v = memref.subview %m[3, %o] [%n, 2] [2, 1]
      : memref<4x?xi8> to memref<?x2xi8, strided<[?, 1], offset: ?>>
  return %v : memref<?x2xi8, strided<[?, 1], offset: ?>>
}

// Upstream crashes on reinterpret_cast with the constant that stands for a
// dynamic size.
// CHECK-LABEL: func @constant_equals_kDynamic(
// CHECK:         memref.reinterpret_cast {{.*}} sizes: [0, {{.*}}], strides: [{{.*}}, 1]
func.func @constant_equals_kDynamic(%m: memref<?xi8>, %n: index)
    -> memref<?x?xi8> {
  %least = arith.constant -9223372036854775808 : index
  %e = memref.expand_shape %m [[0, 1]] output_shape [%least, %n]
      : memref<?xi8> into memref<?x?xi8>
  return %e : memref<?x?xi8>
}

// CHECK-LABEL: func @static_subview_stays(
// CHECK-NEXT:    memref.subview
func.func @static_subview_stays(%m: memref<4x8xi8>, %o: index)
    -> memref<2x8xi8, strided<[8, 1], offset: ?>> {
  %v = memref.subview %m[%o, 0] [2, 8] [1, 1]
      : memref<4x8xi8> to memref<2x8xi8, strided<[8, 1], offset: ?>>
  return %v : memref<2x8xi8, strided<[8, 1], offset: ?>>
}

// CHECK-LABEL: func @cast_to_packed(
// CHECK-SAME:    %[[M:[a-z0-9]+]]: memref<?x?xi8, strided<[4, 1]>>
// CHECK-DAG:     %[[H:.+]] = memref.dim %[[M]], %c0
// CHECK-DAG:     %[[W:.+]] = memref.dim %[[M]], %c1
// CHECK:         %[[P:.+]] = memref.alloc(%[[H]], %[[W]]) : memref<?x?xi8>
// CHECK:         memref.copy %[[M]], %[[P]]
// CHECK:         return %[[P]]
func.func @cast_to_packed(%m: memref<?x?xi8, strided<[4, 1]>>)
    -> memref<?x?xi8> {
  %p = memref.cast %m : memref<?x?xi8, strided<[4, 1]>> to memref<?x?xi8>
  return %p : memref<?x?xi8>
}

// CHECK-LABEL: func @cast_of_packed_stays(
// CHECK:         memref.cast
// CHECK:         memref.cast
func.func @cast_of_packed_stays(%m: memref<2x4xi8, strided<[4, 1]>>,
                                %n: memref<?x4xi8>)
    -> (memref<?x?xi8>, memref<?x?xi8>) {
  %p = memref.cast %m : memref<2x4xi8, strided<[4, 1]>> to memref<?x?xi8>
  %q = memref.cast %n : memref<?x4xi8> to memref<?x?xi8>
  return %p, %q : memref<?x?xi8>, memref<?x?xi8>
}
