// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg=cache-bytes=0 --canonicalize --cse | FileCheck %s
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 max-stride=1' \
// RUN:   | FileCheck %s --check-prefix=STRIDE-1 --implicit-check-not=linalg.generic
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 check-by-place=false' \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=HOME
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg='cache-bytes=0 assume-disjoint' \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=DISJOINT

// Without a sample there is one operation, always.
// DISJOINT-LABEL: func @windows_of_2(
// DISJOINT-NOT:     scf.if
// DISJOINT:         %[[FORM:.+]]:2 = linalg.generic
// DISJOINT-SAME:      outs({{.*}} : tensor<3x8x16xf32>, tensor<i32>)
// DISJOINT:         dml.unpool {{.*}} if(%[[FORM]]#1 : tensor<i32>)
// DISJOINT:         return

// Inputs are checked by the elements at their homes, in even rows and columns.
// HOME-DAG: #[[$PARITY:.+]] = affine_map<()[s0] -> (s0 mod 2)>
// HOME-LABEL: func @windows_of_2(
// HOME:         outs({{.*}} : tensor<3x8x16xf32>, tensor<i32>)
// HOME-DAG:       %[[ROW:.+]] = linalg.index 1
// HOME-DAG:       %[[COLUMN:.+]] = linalg.index 2
// HOME-DAG:       affine.apply #[[$PARITY]]()[%[[ROW]]]
// HOME-DAG:       affine.apply #[[$PARITY]]()[%[[COLUMN]]]

// STRIDE-1-LABEL: func @windows_of_2(
// STRIDE-1:         dml.unpool

// CHECK-DAG: #[[$CELL:.+]] = affine_map<()[s0, s1, s2] -> (s0 * 32 + (s1 floordiv 2) * 8 + s2 floordiv 2)>
// CHECK-DAG: #[[$NEXT:.+]] = affine_map<()[s0, s1, s2] -> (s0 * 32 + ((s1 + 1) floordiv 2) * 8 + (s2 + 1) floordiv 2)>

// CHECK-LABEL: func @windows_of_2(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: tensor<1x3x4x8xf32>, %[[I4:[a-z0-9]+]]: tensor<1x3x4x8xi32>, %[[D4:[a-z0-9]+]]: tensor<1x3x8x16xf32>
func.func @windows_of_2(%v: tensor<1x3x4x8xf32>, %i: tensor<1x3x4x8xi32>,
    %d: tensor<1x3x8x16xf32>) -> tensor<1x3x8x16xf32> {
  // CHECK-DAG:  %[[V:.+]] = tensor.collapse_shape %[[V4]] {{.*}} into tensor<96xf32>
  // CHECK-DAG:  %[[I:.+]] = tensor.collapse_shape %[[I4]] {{.*}} into tensor<96xi32>
  // The sample looks at 3x4x8 inputs, whether each reach suffices (bits 1, 2 and 4).
  // CHECK:      %[[SAMPLE:.+]]:2 = linalg.generic {{.*}} ins(%{{.+}} : tensor<3x4x8xi1>)
  // CHECK-SAME:     outs(%{{.+}}, %{{.+}} : tensor<i32>, tensor<i32>)
  // CHECK:        arith.andi
  // CHECK:        arith.ori
  // CHECK:      %[[BITS:.+]] = tensor.extract %[[SAMPLE]]#0[]
  // CHECK:      %[[D:.+]] = tensor.collapse_shape %[[D4]]
  // The forms have a flag of their own, so that they need not wait for the sample.
  // CHECK:      %[[PLACE:.+]] = bufferization.alloc_tensor() : tensor<i32>
  // CHECK-NEXT: %[[MISSED:.+]] = linalg.fill ins(%c0_i32 : i32) outs(%[[PLACE]] :
  // CHECK:      %[[IS_CELL:.+]] = arith.cmpi eq, %[[BITS]], %c7_i32
  // CHECK:      %[[CELLS:.+]]:2 = scf.if %[[IS_CELL]]
  // Windows that do not overlap: one input may point to an element.
  // CHECK:        linalg.generic {{.*}} outs(%[[D]], %[[MISSED]] : tensor<3x8x16xf32>, tensor<i32>)
  // CHECK:          %[[INPUT:.+]] = affine.apply #[[$CELL]]()
  // CHECK-NEXT:     %[[POINTER:.+]] = tensor.extract %[[I]][%[[INPUT]]]
  // CHECK-NEXT:     %[[VALUE:.+]] = tensor.extract %[[V]][%[[INPUT]]]
  // CHECK-NEXT:     %[[HERE:.+]] = arith.cmpi eq, %[[POINTER]]
  // CHECK-NEXT:     %[[WINNER:.+]] = arith.select %[[HERE]], %[[VALUE]], %cst
  // CHECK:          linalg.yield %[[WINNER]], %{{.+}} : f32, i32
  // CHECK:      } else {
  // CHECK:        %[[IS_OVERLAP:.+]] = arith.cmpi eq, %[[BITS]], %c6_i32
  // CHECK:        %[[OVERLAP:.+]]:2 = scf.if %[[IS_OVERLAP]] ->
  // Padded windows of 3: four inputs, the last of which wins (U4). The last one of
  // the last row and column is behind all inputs.
  // CHECK:        linalg.generic {{.*}} outs(%[[D]], %[[MISSED]] :
  // CHECK-COUNT-3:  tensor.extract %[[V]]
  // CHECK:          %[[INPUT:.+]] = affine.apply #[[$NEXT]]()
  // CHECK-NEXT:     %[[EXISTS:.+]] = arith.cmpi ult, %[[INPUT]], %c96
  // CHECK-NEXT:     %[[READ:.+]]:2 = scf.if %[[EXISTS]] -> (i32, f32) {
  // CHECK:            tensor.extract %[[I]][%[[INPUT]]]
  // CHECK:            tensor.extract %[[V]][%[[INPUT]]]
  // CHECK:          } else {
  // CHECK-NEXT:       scf.yield %c-1_i32, %cst
  // All windows of up to 4, padded by up to 1.
  // CHECK:          %[[IS_WIDEST:.+]] = arith.cmpi eq, %[[BITS]], %c4_i32
  // CHECK:          %[[WIDEST:.+]]:2 = scf.if %[[IS_WIDEST]] ->
  // CHECK:            linalg.generic {{.*}} outs(%[[D]], %[[MISSED]] :
  // None: the general operation has to do it.
  // CHECK:            scf.yield %[[D]], %[[MISSED]]
  // CHECK:          scf.yield %[[WIDEST]]#0, %[[WIDEST]]#1
  // CHECK:        scf.yield %[[OVERLAP]]#0, %[[OVERLAP]]#1
  // CHECK:      %[[WHOLE:.+]] = tensor.expand_shape %[[CELLS]]#0
  // CHECK:      %[[Y:.+]] = dml.unpool ins(%[[V4]], %[[I4]] : {{.*}}) if(%[[SAMPLE]]#1, %[[CELLS]]#1 : tensor<i32>, tensor<i32>) outs(%[[WHOLE]] : tensor<1x3x8x16xf32>)
  // CHECK:      return %[[Y]]
  %y = dml.unpool ins(%v, %i : tensor<1x3x4x8xf32>, tensor<1x3x4x8xi32>)
                  outs(%d : tensor<1x3x8x16xf32>) -> tensor<1x3x8x16xf32>
  return %y : tensor<1x3x8x16xf32>
}

// Both words of a 64-bit index count (U3).
// CHECK-LABEL: func @indices_of_64_bits(
// CHECK:         scf.if
// CHECK:           %[[POINTER:.+]] = tensor.extract
// CHECK:           %[[HIGH:.+]] = arith.shrui %[[POINTER]], %c32_i64
func.func @indices_of_64_bits(%v: tensor<1x1x2x2xi8>, %i: tensor<1x1x2x2xi64>,
    %d: tensor<1x1x4x4xi8>) -> tensor<1x1x4x4xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xi8>, tensor<1x1x2x2xi64>)
                  outs(%d : tensor<1x1x4x4xi8>) -> tensor<1x1x4x4xi8>
  return %y : tensor<1x1x4x4xi8>
}

// As many planes, however they are divided among N and C.
// CHECK-LABEL: func @planes_in_other_dimensions(
// CHECK:         scf.if
func.func @planes_in_other_dimensions(%v: tensor<2x3x2x2xi8>,
    %i: tensor<2x3x2x2xi32>, %d: tensor<6x1x4x4xi8>) -> tensor<6x1x4x4xi8> {
  %y = dml.unpool ins(%v, %i : tensor<2x3x2x2xi8>, tensor<2x3x2x2xi32>)
                  outs(%d : tensor<6x1x4x4xi8>) -> tensor<6x1x4x4xi8>
  return %y : tensor<6x1x4x4xi8>
}

// Sizes that suggest no pooling: fewer planes, fewer rows, a dynamic size. And an
// operation that has a condition already.
// CHECK-LABEL: func @fewer_planes(
// CHECK-NOT:     linalg.generic
func.func @fewer_planes(%v: tensor<1x3x2x2xi8>, %i: tensor<1x3x2x2xi32>,
    %d: tensor<1x1x8x8xi8>) -> tensor<1x1x8x8xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x3x2x2xi8>, tensor<1x3x2x2xi32>)
                  outs(%d : tensor<1x1x8x8xi8>) -> tensor<1x1x8x8xi8>
  return %y : tensor<1x1x8x8xi8>
}

// CHECK-LABEL: func @fewer_rows(
// CHECK-NOT:     linalg.generic
func.func @fewer_rows(%v: tensor<1x1x4x2xi8>, %i: tensor<1x1x4x2xi32>,
    %d: tensor<1x1x2x8xi8>) -> tensor<1x1x2x8xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x4x2xi8>, tensor<1x1x4x2xi32>)
                  outs(%d : tensor<1x1x2x8xi8>) -> tensor<1x1x2x8xi8>
  return %y : tensor<1x1x2x8xi8>
}

// Windows of 2 with stride 2, padded by 1. No element of the result is the home of
// the first inputs. Elements behind the homes check inputs, and the last row and
// column the last ones.
// CHECK-LABEL: func @padded(
// CHECK:         linalg.generic {{.*}} ins(
// CHECK:         linalg.generic {indexing_maps = [#{{.+}}, #{{.+}}], iterator_types = ["reduction", "reduction", "reduction"]}
// CHECK:           %[[ROW:.+]] = linalg.index 1
// CHECK:           %[[COLUMN:.+]] = linalg.index 2
// CHECK:           %[[IS_LAST_ROW:.+]] = arith.cmpi eq, %[[ROW]], %c7
// CHECK:           arith.ori %{{.+}}, %[[IS_LAST_ROW]] : i1
// CHECK:           %[[IS_LAST:.+]] = arith.cmpi eq, %[[COLUMN]], %c7
// CHECK:           arith.ori %{{.+}}, %[[IS_LAST]] : i1
// CHECK-NOT:     iterator_types = ["parallel"
// CHECK:         return
func.func @padded(%v: tensor<1x1x5x5xi8>, %i: tensor<1x1x5x5xi32>,
    %d: tensor<1x1x8x8xi8>) -> tensor<1x1x8x8xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x5x5xi8>, tensor<1x1x5x5xi32>)
                  outs(%d : tensor<1x1x8x8xi8>) -> tensor<1x1x8x8xi8>
  return %y : tensor<1x1x8x8xi8>
}

// With a stride of 1 of rows, one more operation looks whether all inputs are in reach. Its
// loops go through memory: pixel by pixel, and then the channels. Those over a sample
// go through some planes.
// CHECK-LABEL: func @padded_pixels(
// CHECK-DAG:     %[[SAMPLE:.+]] = tensor.empty() : tensor<5x5x6xi1>
// CHECK-DAG:     %[[ALL:.+]] = tensor.empty() : tensor<2x5x6x5xi1>
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "reduction"]} ins(%[[SAMPLE]]
// CHECK:         linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins(%[[ALL]]
// CHECK:           %[[N:.+]] = linalg.index 0
// CHECK:           %[[Y:.+]] = linalg.index 1
// CHECK:           %[[X:.+]] = linalg.index 2
// CHECK:           %[[C:.+]] = linalg.index 3
// CHECK:           tensor.extract %arg1[%[[N]], %[[C]], %[[Y]], %[[X]]]
func.func @padded_pixels(%v: tensor<2x5x5x6xi8> {dml.strides = array<i64: 150, 1, 30, 5>},
    %i: tensor<2x5x5x6xi32> {dml.strides = array<i64: 150, 1, 30, 5>}, %d: tensor<2x5x4x10xi8>)
    -> tensor<2x5x4x10xi8> {
  %y = dml.unpool ins(%v, %i : tensor<2x5x5x6xi8>, tensor<2x5x5x6xi32>)
                  outs(%d : tensor<2x5x4x10xi8>) -> tensor<2x5x4x10xi8>
  return %y : tensor<2x5x4x10xi8>
}

// CHECK-LABEL: func @dynamic(
// CHECK-NOT:     linalg.generic
func.func @dynamic(%v: tensor<1x1x?x2xi8>, %i: tensor<1x1x?x2xi32>,
    %d: tensor<1x1x8x4xi8>) -> tensor<1x1x8x4xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x?x2xi8>, tensor<1x1x?x2xi32>)
                  outs(%d : tensor<1x1x8x4xi8>) -> tensor<1x1x8x4xi8>
  return %y : tensor<1x1x8x4xi8>
}

// CHECK-LABEL: func @conditional(
// CHECK-NOT:     linalg.generic
func.func @conditional(%v: tensor<1x1x2x2xi8>, %i: tensor<1x1x2x2xi32>,
    %c: tensor<i32>, %d: tensor<1x1x4x4xi8>) -> tensor<1x1x4x4xi8> {
  %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xi8>, tensor<1x1x2x2xi32>)
                  if(%c : tensor<i32>)
                  outs(%d : tensor<1x1x4x4xi8>) -> tensor<1x1x4x4xi8>
  return %y : tensor<1x1x4x4xi8>
}

// The loops of strided data keep its four dimensions, and candidates are within
// their rows. Few elements are no reason to pack it (cache-bytes of the last run).
// RUN: dml-opt %s --convert-dml-pooled-unpool-to-linalg --canonicalize --cse | FileCheck %s --check-prefix=STRIDED
// CHECK-LABEL:   func @strided(
// STRIDED-LABEL: func @strided(
// STRIDED-SAME:    %[[V:[a-z0-9]+]]: tensor<2x3x4x8xf32>{{.*}}, %[[I:[a-z0-9]+]]: tensor<2x3x4x8xi32>
// STRIDED-NOT:     tensor.collapse_shape
// STRIDED:         linalg.generic {{.*}} outs({{.*}} : tensor<2x3x8x15xf32>, tensor<i32>)
// STRIDED:         linalg.generic {{.*}} outs({{.*}} : tensor<2x3x8x15xf32>, tensor<i32>)
// STRIDED:           %[[IS_ROW:.+]] = arith.cmpi ult, %[[H:.+]], %c4 : index
// STRIDED-NEXT:      scf.if %[[IS_ROW]] -> (i32, f32) {
// STRIDED-NEXT:        tensor.extract %[[I]][%{{.+}}, %{{.+}}, %[[H]], %{{.+}}]
// STRIDED-NEXT:        tensor.extract %[[V]][%{{.+}}, %{{.+}}, %[[H]], %{{.+}}]
// STRIDED:         dml.unpool ins(%[[V]], %[[I]] : {{.*}}) if(
func.func @strided(%v: tensor<2x3x4x8xf32> {dml.strides = array<i64: 96, 1, 24, 3>}, %i: tensor<2x3x4x8xi32>,
    %d: tensor<2x3x8x15xf32>) -> tensor<2x3x8x15xf32> {
  %y = dml.unpool ins(%v, %i : tensor<2x3x4x8xf32>, tensor<2x3x4x8xi32>)
                  outs(%d : tensor<2x3x8x15xf32>) -> tensor<2x3x8x15xf32>
  return %y : tensor<2x3x8x15xf32>
}

// Strided data has a third reach, of all windows that sizes leave open: here from one
// output before each input's to two behind it, as windows of 4 that are padded by 1.
// CHECK-LABEL: func @widest(
// CHECK:         %[[BITS:.+]] = tensor.extract %{{.+}}[] : tensor<i32>
// CHECK:         arith.cmpi eq, %[[BITS]], %c7_i32 : i32
// CHECK:         arith.cmpi eq, %[[BITS]], %c6_i32 : i32
// CHECK:         arith.cmpi eq, %[[BITS]], %c4_i32 : i32
func.func @widest(%v: tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>},
                  %i: tensor<1x2x8x8xi32>, %d: tensor<1x2x16x16xf32>)
    -> tensor<1x2x16x16xf32> {
  %y = dml.unpool ins(%v, %i : tensor<1x2x8x8xf32>, tensor<1x2x8x8xi32>)
                  outs(%d : tensor<1x2x16x16xf32>) -> tensor<1x2x16x16xf32>
  return %y : tensor<1x2x16x16xf32>
}
