// RUN: dml-opt %s --dml-copy-to-linalg=strided-only \
// RUN:   | FileCheck %s --check-prefixes=CHECK,STRIDED
// RUN: dml-opt %s --dml-copy-to-linalg | FileCheck %s --check-prefixes=CHECK,ALL

// CHECK-LABEL: func @strided_source(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<4x4xf32, strided<[8, 1]>>, %[[B:[a-z0-9]+]]: memref<4x4xf32>
// CHECK-NEXT:    linalg.copy ins(%[[A]] : memref<4x4xf32, strided<[8, 1]>>) outs(%[[B]] : memref<4x4xf32>)
// CHECK-NEXT:    return
func.func @strided_source(%a: memref<4x4xf32, strided<[8, 1]>>,
    %b: memref<4x4xf32>) {
  memref.copy %a, %b : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
  return
}

// CHECK-LABEL: func @strided_target(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?xi8>, %[[B:[a-z0-9]+]]: memref<?xi8, strided<[?], offset: ?>>
// CHECK-NEXT:    linalg.copy ins(%[[A]] : {{.*}}) outs(%[[B]] : {{.*}})
// CHECK-NEXT:    return
func.func @strided_target(%a: memref<?xi8>,
    %b: memref<?xi8, strided<[?], offset: ?>>) {
  memref.copy %a, %b : memref<?xi8> to memref<?xi8, strided<[?], offset: ?>>
  return
}

// CHECK-LABEL: func @rank_zero_at_an_offset(
// CHECK-NEXT:    linalg.copy
func.func @rank_zero_at_an_offset(%a: memref<f32, strided<[], offset: 3>>,
    %b: memref<f32>) {
  memref.copy %a, %b : memref<f32, strided<[], offset: 3>> to memref<f32>
  return
}

// CHECK-LABEL: func @packed_copy(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<?x4xf32>, %[[B:[a-z0-9]+]]: memref<?x4xf32>
// STRIDED-NEXT:  memref.copy %[[A]], %[[B]]
// ALL-NEXT:      linalg.copy ins(%[[A]] : {{.*}}) outs(%[[B]] : {{.*}})
// CHECK-NEXT:    return
func.func @packed_copy(%a: memref<?x4xf32>, %b: memref<?x4xf32>) {
  memref.copy %a, %b : memref<?x4xf32> to memref<?x4xf32>
  return
}

// There is no loop nest over a rank that only run time knows.
// CHECK-LABEL: func @unranked_copy_stays(
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    return
func.func @unranked_copy_stays(%a: memref<4xf32, strided<[2]>>,
    %b: memref<*xf32>) {
  memref.copy %a, %b : memref<4xf32, strided<[2]>> to memref<*xf32>
  memref.copy %b, %a : memref<*xf32> to memref<4xf32, strided<[2]>>
  return
}
