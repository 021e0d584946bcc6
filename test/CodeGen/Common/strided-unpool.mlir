// max_unpooling reads and writes strided data (T3) where it lies. Only where its
// forms for pooled data miss an index is data copied, for the general operation.
// The passes are those of both devices' pipelines.
// RUN: dml-opt %s --pass-pipeline='builtin.module(convert-dml-to-linalg,convert-dml-pooled-unpool-to-linalg,canonicalize,cse, \
// RUN:       one-shot-bufferize{bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map allow-return-allocs-from-loops}, \
// RUN:       canonicalize,cse,dml-lower-strides,canonicalize,cse)' \
// RUN:   | FileCheck %s --strict-whitespace --implicit-check-not=memref.copy --implicit-check-not='{{^    linalg\.generic.*"parallel"}}'

// CHECK-DAG:   #[[$ID:.+]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func @nhwc(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<4096xf32>, %[[I:[a-z0-9]+]]: memref<4096xi32>) -> memref<14400xf32> {
// CHECK-DAG:     %[[VP:.+]] = memref.reinterpret_cast %[[V]] to {{.*}} to memref<1x8x8x64xf32>
// CHECK-DAG:     %[[IP:.+]] = memref.reinterpret_cast %[[I]] to {{.*}} to memref<1x8x8x64xi32>
// CHECK-DAG:     %[[Y:.+]] = memref.alloc() : memref<14400xf32>
// CHECK-DAG:     %[[YP:.+]] = memref.reinterpret_cast %[[Y]] to {{.*}} to memref<1x15x15x64xf32>
// CHECK:         scf.if
// CHECK-NEXT:      linalg.generic {indexing_maps = [#[[$ID]], #{{.+}}], {{.*}}} outs(%[[YP]], %[[MISSED:.+]] :
// CHECK:             memref.load %[[IP]]
// CHECK:             memref.load %[[VP]]
// CHECK:         } else {
// CHECK:           scf.if
// CHECK-NEXT:        linalg.generic {indexing_maps = [#[[$ID]], #{{.+}}], {{.*}}} outs(%[[YP]], %[[MISSED]] :
// CHECK:         %[[IS_FAR:.+]] = arith.cmpi ne
// CHECK:         %[[IS_MISSED:.+]] = arith.cmpi ne
// CHECK-NEXT:    %[[EITHER:.+]] = arith.ori %[[IS_FAR]], %[[IS_MISSED]]
// CHECK-NEXT:    scf.if %[[EITHER]] {
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[VP]] : {{.*}}) outs(%[[VC:.+]] : memref<1x64x8x8xf32>)
// CHECK:         scf.if %{{.+}} {
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[IP]] : {{.*}}) outs(%[[IC:.+]] : memref<1x64x8x8xi32>)
// CHECK:         dml.unpool ins(%[[VC]], %[[IC]] : {{.*}}) if(%{{.+}}, %[[MISSED]] : memref<i32>, memref<i32>) outs(%[[YC:.+]] : memref<1x64x15x15xf32>)
// CHECK:         scf.if %{{.+}} {
// CHECK-NEXT:      linalg.generic {{.*}} ins(%[[YC]] : {{.*}}) outs(%[[YP]] : {{.*}})
// CHECK:         return %[[Y]]
func.func @nhwc(%v: tensor<1x64x8x8xf32> {dml.strides = array<i64: 4096, 1, 512, 64>},
                %i: tensor<1x64x8x8xui32> {dml.strides = array<i64: 4096, 1, 512, 64>})
    -> (tensor<1x64x15x15xf32> {dml.strides = array<i64: 14400, 1, 960, 64>}) {
  %y = dml.max_unpooling %v, %i : (tensor<1x64x8x8xf32>, tensor<1x64x8x8xui32>) -> tensor<1x64x15x15xf32>
  return %y : tensor<1x64x15x15xf32>
}

// The rows of the values have gaps, and the result is packed.
// CHECK-LABEL: func @gaps(
// CHECK-SAME:    %[[V:[a-z0-9]+]]: memref<4607xf32>, %[[I:[a-z0-9]+]]: memref<1x64x8x8xi32>) -> memref<1x64x15x15xf32> {
// CHECK-DAG:     %[[VS:.+]] = memref.reinterpret_cast %[[V]] to {{.*}} strides: [4608, 72, 9, 1]
// CHECK-DAG:     %[[Y:.+]] = memref.alloc() {{.*}}: memref<1x64x15x15xf32>
// CHECK:         scf.if
// CHECK-NEXT:      linalg.generic {{.*}} outs(%[[Y]], %[[MISSED:.+]] :
// CHECK:             memref.load %[[I]]
// CHECK:             memref.load %[[VS]]
// CHECK:         dml.unpool ins(%{{.+}}, %[[I]] : {{.*}}) if(%{{.+}}, %[[MISSED]] : memref<i32>, memref<i32>) outs(%[[Y]] : memref<1x64x15x15xf32>)
// CHECK-NEXT:    return %[[Y]]
func.func @gaps(%v: tensor<1x64x8x8xf32> {dml.strides = array<i64: 4608, 72, 9, 1>}, %i: tensor<1x64x8x8xui32>)
    -> tensor<1x64x15x15xf32> {
  %y = dml.max_unpooling %v, %i : (tensor<1x64x8x8xf32>, tensor<1x64x8x8xui32>) -> tensor<1x64x15x15xf32>
  return %y : tensor<1x64x15x15xf32>
}
