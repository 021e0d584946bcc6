// One linalg.generic over a view of the result. A guard tests the dimensions in
// which some window reaches into the padding, and no others.
// RUN: dml-opt %s --convert-dml-to-linalg --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not=tensor.pad --implicit-check-not=tensor.empty \
// RUN:       --implicit-check-not=linalg.generic --implicit-check-not=scf.if --implicit-check-not='cmpi ult' \
// RUN:       --implicit-check-not='dml.unfold %'

// CHECK-LABEL: func @no_padding_no_guard(
// CHECK-SAME:    %[[X:.+]]: tensor<2x3x4x5xf32>
func.func @no_padding_no_guard(%x: tensor<2x3x4x5xf32>) -> tensor<2x18x8xf32> {
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2x18x8xf32>
  // CHECK-NEXT: %[[DEST:.+]] = tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1, 2, 3], [4, 5]] output_shape [2, 3, 3, 2, 2, 4] : tensor<2x18x8xf32> into tensor<2x3x3x2x2x4xf32>
  // CHECK-NEXT: %[[WINDOWS:.+]] = linalg.generic {{.*}}iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} outs(%[[DEST]] : tensor<2x3x3x2x2x4xf32>)
  // CHECK-DAG:    %[[N:.+]] = linalg.index 0
  // CHECK-DAG:    %[[C:.+]] = linalg.index 1
  // CHECK-DAG:    %[[K0:.+]] = linalg.index 2
  // CHECK-DAG:    %[[K1:.+]] = linalg.index 3
  // CHECK-DAG:    %[[B0:.+]] = linalg.index 4
  // CHECK-DAG:    %[[B1:.+]] = linalg.index 5
  // CHECK-DAG:    %[[H:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%[[K0]], %[[B0]]]
  // CHECK-DAG:    %[[W:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>()[%[[K1]], %[[B1]]]
  // CHECK-NEXT:   %[[E:.+]] = tensor.extract %[[X]][%[[N]], %[[C]], %[[H]], %[[W]]]
  // CHECK-NEXT:   linalg.yield %[[E]]
  // CHECK:      %[[Y:.+]] = tensor.collapse_shape %[[WINDOWS]] {{\[\[}}0], [1, 2, 3], [4, 5]] : tensor<2x3x3x2x2x4xf32> into tensor<2x18x8xf32>
  // CHECK-NEXT: return %[[Y]]
  %y = dml.unfold %x, window_sizes = [3, 2]
      : (tensor<2x3x4x5xf32>) -> tensor<2x18x8xf32>
  return %y : tensor<2x18x8xf32>
}

// CHECK-LABEL: func @guard_in_one_dimension(
// CHECK-SAME:    %[[X:.+]]: tensor<2x2x5x7xf32>
func.func @guard_in_one_dimension(%x: tensor<2x2x5x7xf32>)
    -> tensor<2x18x25xf32> {
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG:  %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK:      tensor.empty() : tensor<2x18x25xf32>
  // CHECK:      linalg.generic
  // CHECK:        %[[H:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 - 1)>
  // CHECK-NEXT:   %[[INSIDE:.+]] = arith.cmpi ult, %[[H]], %[[FIVE]]
  // CHECK:        %[[W:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1)>
  // CHECK-NEXT:   %[[E:.+]] = scf.if %[[INSIDE]] -> (f32) {
  // CHECK-NEXT:     %[[READ:.+]] = tensor.extract %[[X]][%{{.+}}, %{{.+}}, %[[H]], %[[W]]]
  // CHECK-NEXT:     scf.yield %[[READ]]
  // CHECK-NEXT:   } else {
  // CHECK-NEXT:     scf.yield %[[ZERO]]
  // CHECK-NEXT:   }
  // CHECK-NEXT:   linalg.yield %[[E]]
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 0],
      end_padding = [1, 0] : (tensor<2x2x5x7xf32>) -> tensor<2x18x25xf32>
  return %y : tensor<2x18x25xf32>
}

// CHECK-LABEL: func @guard_in_two_dimensions(
func.func @guard_in_two_dimensions(%x: tensor<1x1x5x7xi16>)
    -> tensor<1x9x35xi16> {
  // CHECK-DAG: %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK-DAG: %[[SEVEN:.+]] = arith.constant 7 : index
  // CHECK:     tensor.empty() : tensor<1x9x35xi16>
  // CHECK:     linalg.generic
  // CHECK:       %[[A:.+]] = arith.cmpi ult, %{{.+}}, %[[FIVE]]
  // CHECK:       %[[B:.+]] = arith.cmpi ult, %{{.+}}, %[[SEVEN]]
  // CHECK-NEXT:  %[[INSIDE:.+]] = arith.andi %[[A]], %[[B]] : i1
  // CHECK-NEXT:  scf.if %[[INSIDE]] -> (i16)
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<1x1x5x7xi16>) -> tensor<1x9x35xi16>
  return %y : tensor<1x9x35xi16>
}

// Six rows, windows of two at 0 and 3: none touches the padding after row 5. In
// the columns the last window does.
// CHECK-LABEL: func @end_padding_out_of_reach(
func.func @end_padding_out_of_reach(%x: tensor<1x1x6x5xf32>)
    -> tensor<1x2x12xf32> {
  // CHECK-DAG: %[[FIVE:.+]] = arith.constant 5 : index
  // CHECK:     tensor.empty() : tensor<1x2x12xf32>
  // CHECK:     linalg.generic
  // CHECK:       %[[INSIDE:.+]] = arith.cmpi ult, %{{.+}}, %[[FIVE]]
  // CHECK-NEXT:  scf.if %[[INSIDE]]
  %y = dml.unfold %x, window_sizes = [2, 1], strides = [3, 1],
      end_padding = [1, 1] : (tensor<1x1x6x5xf32>) -> tensor<1x2x12xf32>
  return %y : tensor<1x2x12xf32>
}

// CHECK-LABEL: func @strides_and_dilations(
func.func @strides_and_dilations(%x: tensor<1x1x9x11xf32>)
    -> tensor<1x6x8xf32> {
  // CHECK:      tensor.empty() : tensor<1x6x8xf32>
  // CHECK:      linalg.generic
  // CHECK-DAG:    %[[K0:.+]] = linalg.index 2
  // CHECK-DAG:    %[[K1:.+]] = linalg.index 3
  // CHECK-DAG:    %[[B0:.+]] = linalg.index 4
  // CHECK-DAG:    %[[B1:.+]] = linalg.index 5
  // CHECK-DAG:    %[[H:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 * 3 + s1 * 2 - 2)>()[%[[K0]], %[[B0]]]
  // CHECK-DAG:    %[[W:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 * 4 + s1 * 5 - 1)>()[%[[K1]], %[[B1]]]
  // CHECK-DAG:    arith.cmpi ult, %[[H]]
  // CHECK-DAG:    arith.cmpi ult, %[[W]]
  // CHECK:        scf.if
  %y = dml.unfold %x, window_sizes = [2, 3], strides = [2, 5],
      dilations = [3, 4], start_padding = [2, 1], end_padding = [0, 2]
      : (tensor<1x1x9x11xf32>) -> tensor<1x6x8xf32>
  return %y : tensor<1x6x8xf32>
}

// CHECK-LABEL: func @one_dimension(
// CHECK-SAME:    %[[X:.+]]: tensor<2x3x9xi64>
func.func @one_dimension(%x: tensor<2x3x9xui64>) -> tensor<2x12x3xui64> {
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty() : tensor<2x12x3xi64>
  // CHECK-NEXT: tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1, 2], [3]] output_shape [2, 3, 4, 3] : tensor<2x12x3xi64> into tensor<2x3x4x3xi64>
  // CHECK-NEXT: linalg.generic
  // CHECK:        %[[P:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 * 2)>
  // CHECK-NEXT:   tensor.extract %[[X]][%{{.+}}, %{{.+}}, %[[P]]]
  // CHECK:      tensor.collapse_shape %{{.+}} {{\[\[}}0], [1, 2], [3]]
  %y = dml.unfold %x, window_sizes = [4], strides = [2]
      : (tensor<2x3x9xui64>) -> tensor<2x12x3xui64>
  return %y : tensor<2x12x3xui64>
}

// CHECK-LABEL: func @three_dimensions(
// CHECK-SAME:    %[[X:.+]]: tensor<1x2x3x4x5xf64>
func.func @three_dimensions(%x: tensor<1x2x3x4x5xf64>) -> tensor<1x48x8xf64> {
  // CHECK-DAG:  %[[FOUR:.+]] = arith.constant 4 : index
  // CHECK:      %[[EMPTY:.+]] = tensor.empty() : tensor<1x48x8xf64>
  // CHECK-NEXT: tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1, 2, 3, 4], [5, 6, 7]] output_shape [1, 2, 2, 3, 4, 2, 2, 2] : tensor<1x48x8xf64> into tensor<1x2x2x3x4x2x2x2xf64>
  // CHECK-NEXT: linalg.generic
  // CHECK:        %[[INSIDE:.+]] = arith.cmpi ult, %[[H:.+]], %[[FOUR]]
  // CHECK:        scf.if %[[INSIDE]]
  // CHECK-NEXT:     tensor.extract %[[X]][%{{.+}}, %{{.+}}, %{{.+}}, %[[H]], %{{.+}}]
  %y = dml.unfold %x, window_sizes = [2, 3, 4], strides = [1, 2, 1],
      start_padding = [0, 1, 0] : (tensor<1x2x3x4x5xf64>) -> tensor<1x48x8xf64>
  return %y : tensor<1x48x8xf64>
}

// F5: the ones stay in front.
// CHECK-LABEL: func @leading_ones(
// CHECK-SAME:    %[[X:.+]]: tensor<2x3x4x5x6xf32>
func.func @leading_ones(%x: tensor<2x3x4x5x6xf32>)
    -> tensor<1x1x2x24x60xf32> {
  // CHECK:      %[[EMPTY:.+]] = tensor.empty() : tensor<1x1x2x24x60xf32>
  // CHECK-NEXT: tensor.expand_shape %[[EMPTY]] {{\[\[}}0], [1], [2], [3, 4, 5, 6], [7, 8, 9]] output_shape [1, 1, 2, 3, 2, 2, 2, 3, 4, 5]
  // CHECK-NEXT: linalg.generic
  // CHECK-DAG:    %[[N:.+]] = linalg.index 2
  // CHECK-DAG:    %[[C:.+]] = linalg.index 3
  // CHECK:        tensor.extract %[[X]][%[[N]], %[[C]],
  // CHECK:      tensor.collapse_shape %{{.+}} {{\[\[}}0], [1], [2], [3, 4, 5, 6], [7, 8, 9]] : {{.*}} into tensor<1x1x2x24x60xf32>
  %y = dml.unfold %x, window_sizes = [2, 2, 2]
      : (tensor<2x3x4x5x6xf32>) -> tensor<1x1x2x24x60xf32>
  return %y : tensor<1x1x2x24x60xf32>
}

// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:.+]]: tensor<?x?x?x6xf32>
func.func @dynamic(%x: tensor<?x?x?x6xf32>) -> tensor<?x?x?xf32> {
  // CHECK-DAG:  %[[N:.+]] = tensor.dim %[[X]], %c0
  // CHECK-DAG:  %[[C:.+]] = tensor.dim %[[X]], %c1
  // CHECK-DAG:  %[[H:.+]] = tensor.dim %[[X]], %c2
  // CHECK:      %[[B0:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%[[H]]]
  // CHECK:      %[[CK:.+]] = affine.apply affine_map<()[s0] -> (s0 * 4)>()[%[[C]]]
  // CHECK-NEXT: %[[L:.+]] = affine.apply affine_map<()[s0] -> ((s0 floordiv 2) * 6)>()[%[[H]]]
  // CHECK-NEXT: %[[EMPTY:.+]] = tensor.empty(%[[N]], %[[CK]], %[[L]]) : tensor<?x?x?xf32>
  // CHECK-NEXT: tensor.expand_shape %[[EMPTY]] {{.*}} output_shape [%[[N]], %[[C]], 2, 2, %[[B0]], 6]
  // CHECK-NEXT: linalg.generic
  // CHECK:        %[[W:.+]] = affine.apply affine_map<()[s0, s1] -> (s0 + s1 - 1)>
  // CHECK-NEXT:   arith.cmpi ult, %[[W]], %c6
  // CHECK-NEXT:   scf.if
  %y = dml.unfold %x, window_sizes = [2, 2], strides = [2, 1],
      start_padding = [0, 1] : (tensor<?x?x?x6xf32>) -> tensor<?x?x?xf32>
  return %y : tensor<?x?x?xf32>
}

// A dynamic size with any padding is guarded, against the size at run time.
// CHECK-LABEL: func @dynamic_end_padding(
// CHECK-SAME:    %[[X:.+]]: tensor<1x1x?xf32>
func.func @dynamic_end_padding(%x: tensor<1x1x?xf32>) -> tensor<1x2x?xf32> {
  // CHECK:      %[[S:.+]] = tensor.dim %[[X]], %c2
  // CHECK:      tensor.empty(
  // CHECK:      linalg.generic
  // CHECK:        arith.cmpi ult, %{{.+}}, %[[S]]
  // CHECK-NEXT:   scf.if
  %y = dml.unfold %x, window_sizes = [2], end_padding = [1]
      : (tensor<1x1x?xf32>) -> tensor<1x2x?xf32>
  return %y : tensor<1x2x?xf32>
}
