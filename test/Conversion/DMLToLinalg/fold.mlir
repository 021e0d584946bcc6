// RUN: dml-opt %s --canonicalize --convert-dml-to-linalg --canonicalize --cse --mlir-print-local-scope | FileCheck %s
// RUN: dml-opt %s --convert-dml-to-linalg=keep-neighbours --canonicalize --cse --mlir-print-local-scope | FileCheck %s --check-prefix=NEIGHBOURS

// Windows side by side that cover the result exchange dimensions.
// CHECK-LABEL: func @patches(
// CHECK-SAME:    %[[X:.+]]: tensor<2x6x4xf32>
func.func @patches(%x: tensor<2x6x4xf32>) -> tensor<2x1x4x6xf32> {
  // CHECK:      %[[W:.+]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1, 2, 3], [4, 5]] output_shape [2, 1, 2, 3, 2, 2]
  // CHECK:      linalg.transpose ins(%[[W]] : {{.*}}) outs({{.*}} : tensor<2x1x2x2x2x3xf32>) permutation = [0, 1, 4, 2, 5, 3]
  %y = dml.fold %x, window_sizes = [2, 3], strides = [2, 3]
      : (tensor<2x6x4xf32>) -> tensor<2x1x4x6xf32>
  return %y : tensor<2x1x4x6xf32>
}

// Windows that leave gaps have one candidate, whose bits are moved.
// CHECK-LABEL: func @windows_apart(
func.func @windows_apart(%x: tensor<1x2x2xf32>) -> tensor<1x1x6xf32> {
  // CHECK:      linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel"]} outs
  // CHECK-NOT:  addf
  // CHECK-NOT:  cmpf
  // CHECK:      %[[I:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[I]]]
  // CHECK-NEXT: %[[B:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%[[I]]]
  // CHECK-NEXT: %[[INSIDE:.+]] = arith.cmpi ult, %[[K]], %{{.+}}
  // CHECK-NEXT: %[[Y:.+]] = scf.if %[[INSIDE]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[K]], %[[B]]]
  // CHECK:      linalg.yield %[[Y]]
  %y = dml.fold %x, window_sizes = [2], strides = [3], end_padding = [0]
      : (tensor<1x2x2xf32>) -> tensor<1x1x6xf32>
  return %y : tensor<1x1x6xf32>
}

// Of two windows, each may have one element at a position, where by elements there
// would be three. The second window comes first: its element is the smaller one (O4).
// CHECK-LABEL: func @few_windows(
func.func @few_windows(%x: tensor<1x5x2xi32>) -> tensor<1x1x7xi32> {
  // CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:     %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:     %[[C5:.+]] = arith.constant 5 : index
  // CHECK:         linalg.generic
  // CHECK:           %[[T:.+]] = linalg.index 2
  // CHECK-NEXT:      %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%[[T]]]
  // CHECK-NEXT:      %[[INSIDE:.+]] = arith.cmpi ult, %[[K]], %[[C5]]
  // CHECK-NEXT:      scf.if %[[INSIDE]]
  // CHECK-NEXT:        tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[K]], %[[C1]]]
  // CHECK:           arith.cmpi ult, %[[T]], %[[C5]]
  // CHECK-NEXT:      scf.if
  // CHECK-NEXT:        tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[T]], %[[C0]]]
  // CHECK:           arith.addi
  // CHECK-NOT:       scf.if
  // CHECK:           linalg.yield
  %y = dml.fold %x, window_sizes = [5], strides = [2]
      : (tensor<1x5x2xi32>) -> tensor<1x1x7xi32>
  return %y : tensor<1x1x7xi32>
}

// With a stride of 1, too, if there are half as many windows as candidates. All positions
// that the last dimension has are in its only window.
// CHECK-LABEL: func @few_large_windows(
func.func @few_large_windows(%x: tensor<1x12x2xi32>) -> tensor<1x1x5x3xi32> {
  // CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:     %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:     %[[C4:.+]] = arith.constant 4 : index
  // CHECK:         linalg.generic
  // CHECK:           %[[ROW:.+]] = linalg.index 2
  // CHECK-NEXT:      %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 - 1)>()[%[[ROW]]]
  // CHECK-NEXT:      %[[INSIDE:.+]] = arith.cmpi ult, %[[K]], %[[C4]]
  // CHECK-NEXT:      %[[COLUMN:.+]] = linalg.index 3
  // CHECK-NEXT:      scf.if %[[INSIDE]]
  // CHECK-NEXT:        tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[K]], %[[COLUMN]], %[[C1]], %[[C0]]]
  // CHECK:           %[[INSIDE:.+]] = arith.cmpi ult, %[[ROW]], %[[C4]]
  // CHECK-NEXT:      scf.if %[[INSIDE]]
  // CHECK-NEXT:        tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[ROW]], %[[COLUMN]], %[[C0]], %[[C0]]]
  // CHECK:           arith.addi
  // CHECK-NOT:       scf.if
  // CHECK:           linalg.yield
  %y = dml.fold %x, window_sizes = [4, 3], strides = [1, 1]
      : (tensor<1x12x2xi32>) -> tensor<1x1x5x3xi32>
  return %y : tensor<1x1x5x3xi32>
}

// Of one window with a dilation, a position has an element if the dilation divides it.
// CHECK-LABEL: func @one_dilated_window(
func.func @one_dilated_window(%x: tensor<1x4x1xi32>) -> tensor<1x1x10xi32> {
  // CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
  // CHECK:         linalg.generic
  // CHECK:           %[[T:.+]] = linalg.index 2
  // CHECK-NEXT:      %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%[[T]]]
  // CHECK-NEXT:      %[[R:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[T]]]
  // CHECK-NEXT:      %[[WHOLE:.+]] = arith.cmpi eq, %[[R]], %[[C0]]
  // CHECK-NEXT:      scf.if %[[WHOLE]]
  // CHECK-NEXT:        tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[K]], %[[C0]]]
  // CHECK-NOT:       scf.if
  // CHECK:           linalg.yield
  %y = dml.fold %x, window_sizes = [4], strides = [2], dilations = [3]
      : (tensor<1x4x1xi32>) -> tensor<1x1x10xi32>
  return %y : tensor<1x1x10xi32>
}

// The elements of a small window are written out, in ascending order (O4). With
// stride 1 each of them is one candidate; the one in the middle always counts.
// CHECK-LABEL: func @overlapping_windows(
func.func @overlapping_windows(%x: tensor<1x9x16xi32>) -> tensor<1x1x4x4xi32> {
  // CHECK-DAG:     %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:     %[[C1:.+]] = arith.constant 1 : index
  // CHECK-DAG:     %[[C2:.+]] = arith.constant 2 : index
  // CHECK-DAG:     %[[ZERO:.+]] = arith.constant 0 : i32
  // CHECK:         linalg.generic
  // CHECK-NOT:     reduction
  // CHECK:         scf.if
  // CHECK-NEXT:      %[[E0:.+]] = tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C0]], %[[C0]], %{{.+}}, %{{.+}}]
  // CHECK:           scf.yield %[[ZERO]]
  // CHECK:         scf.if
  // CHECK-NEXT:      tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C0]], %[[C1]], %{{.+}}, %{{.+}}]
  // CHECK:         %[[S1:.+]] = arith.addi
  // CHECK:         scf.if
  // CHECK-NEXT:      tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C0]], %[[C2]], %{{.+}}, %{{.+}}]
  // CHECK:         %[[S2:.+]] = arith.addi %[[S1]]
  // CHECK:         scf.if
  // CHECK-NEXT:      tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C1]], %[[C0]], %{{.+}}, %{{.+}}]
  // CHECK:         %[[S3:.+]] = arith.addi %[[S2]]
  // CHECK-NEXT:    %[[E4:.+]] = tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C1]], %[[C1]], %{{.+}}, %{{.+}}]
  // CHECK-NEXT:    %[[S4:.+]] = arith.addi %[[S3]], %[[E4]]
  // CHECK-COUNT-4: scf.if
  // CHECK-NOT:     scf.if
  // CHECK:         linalg.yield
  %y = dml.fold %x, window_sizes = [3, 3], start_padding = [1, 1], end_padding = [1, 1]
      : (tensor<1x9x16xi32>) -> tensor<1x1x4x4xi32>
  return %y : tensor<1x1x4x4xi32>
}

// Of a window of five with stride three, two elements at most are at a position:
// t mod 3, and three later, which may be behind the window's last.
// CHECK-LABEL: func @stride(
func.func @stride(%x: tensor<1x5x4xi32>) -> tensor<1x1x14xi32> {
  // CHECK-DAG:  %[[C4:.+]] = arith.constant 4 : index
  // CHECK-DAG:  %[[C5:.+]] = arith.constant 5 : index
  // CHECK:      %[[T:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[T]]]
  // CHECK-NEXT: %[[B:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%[[T]]]
  // CHECK-NEXT: arith.cmpi ult, %[[B]], %[[C4]]
  // CHECK-NEXT: scf.if
  // CHECK-NEXT:   tensor.extract {{.*}}, %[[K]], %[[B]]]
  // CHECK:      %[[K1:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3 + 3)>()[%[[T]]]
  // CHECK-NEXT: %[[B1:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 3 - 1)>()[%[[T]]]
  // CHECK-NEXT: %[[K_INSIDE:.+]] = arith.cmpi ult, %[[K1]], %[[C5]]
  // CHECK-NEXT: %[[B_INSIDE:.+]] = arith.cmpi ult, %[[B1]], %[[C4]]
  // CHECK-NEXT: %[[INSIDE:.+]] = arith.andi %[[K_INSIDE]], %[[B_INSIDE]]
  // CHECK-NEXT: scf.if %[[INSIDE]]
  // CHECK-NEXT:   tensor.extract {{.*}}, %[[K1]], %[[B1]]]
  // CHECK-NOT:  scf.if
  // CHECK:      linalg.yield
  %y = dml.fold %x, window_sizes = [5], strides = [3]
      : (tensor<1x5x4xi32>) -> tensor<1x1x14xi32>
  return %y : tensor<1x1x14xi32>
}

// Stride 2 and dilation 4 have a common factor: what is odd has no addend, and
// the others' elements are as with stride 1 and dilation 2.
// CHECK-LABEL: func @common_factor(
func.func @common_factor(%x: tensor<1x2x4xi32>) -> tensor<1x1x11xi32> {
  // CHECK:      %[[T:.+]] = linalg.index 2
  // CHECK-NEXT: affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%[[T]]]
  // CHECK-NEXT: %[[ODD:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 2)>()[%[[T]]]
  // CHECK-NEXT: %[[EVEN:.+]] = arith.cmpi eq, %[[ODD]], %{{.+}}
  // CHECK:      %[[B1:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 2 - 2)>()[%[[T]]]
  // CHECK-NEXT: %[[B1_INSIDE:.+]] = arith.cmpi ult, %[[B1]], %{{.+}}
  // CHECK-NEXT: %[[INSIDE:.+]] = arith.andi %[[EVEN]], %[[B1_INSIDE]]
  // CHECK-NEXT: scf.if %[[INSIDE]]
  %y = dml.fold %x, window_sizes = [2], strides = [2], dilations = [4]
      : (tensor<1x2x4xi32>) -> tensor<1x1x11xi32>
  return %y : tensor<1x1x11xi32>
}

// Stride 5 and dilation 3 have none: 3 * 2 is 1 modulo 5, so the first element at t is
// t * 2 modulo 5, and there is no second one. Its block is a whole number.
// CHECK-LABEL: func @dilation_and_stride(
func.func @dilation_and_stride(%x: tensor<1x4x4xi8>) -> tensor<1x1x25xi8> {
  // CHECK:      %[[T:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> ((s0 * 2) mod 5)>()[%[[T]]]
  // CHECK-NEXT: %[[B:.+]] = affine.apply affine_map<()[s0] -> (-s0 + ((s0 * 2) floordiv 5) * 3)>()[%[[T]]]
  // CHECK-NEXT: %[[IN_WINDOW:.+]] = arith.cmpi ult, %[[K]], %c4
  // CHECK-NEXT: %[[IN_BLOCKS:.+]] = arith.cmpi ult, %[[B]], %c4
  // CHECK-NEXT: %[[INSIDE:.+]] = arith.andi %[[IN_WINDOW]], %[[IN_BLOCKS]]
  // CHECK-NEXT: %[[E:.+]] = scf.if %[[INSIDE]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%c0, %c0, %[[K]], %[[B]]]
  // CHECK-NOT:  tensor.extract
  // CHECK:      linalg.yield %[[E]]
  %y = dml.fold %x, window_sizes = [4], strides = [5], dilations = [3]
      : (tensor<1x4x4xi8>) -> tensor<1x1x25xi8>
  return %y : tensor<1x1x25xi8>
}

// Windows of 3 have two elements at even positions and one at odd ones. Bytes are added
// in 32 bits.
// CHECK-LABEL: func @dilation_and_stride_overlap(
func.func @dilation_and_stride_overlap(%x: tensor<1x3x4xi8>) -> tensor<1x1x13xi8> {
  // CHECK:      %[[E:.+]] = tensor.extract
  // CHECK-NEXT: arith.extui %[[E]] : i8 to i32
  // CHECK:      %[[SUM:.+]] = arith.addi {{.*}} : i32
  // CHECK-NEXT: %[[Y:.+]] = arith.trunci %[[SUM]] : i32 to i8
  // CHECK-NEXT: linalg.yield %[[Y]] : i8
  %y = dml.fold %x, window_sizes = [3], strides = [2], dilations = [3]
      : (tensor<1x3x4xi8>) -> tensor<1x1x13xi8>
  return %y : tensor<1x1x13xi8>
}

// Of large windows that overlap, only every second position has elements, 7 of them at 9
// positions. Those are summed, and spread over the result.
// CHECK-LABEL: func @common_factor_overlap(
func.func @common_factor_overlap(%x: tensor<1x64x4xi32>) -> tensor<1x1x132xi32> {
  // CHECK-DAG:  %[[C0:.+]] = arith.constant 0 : i32
  // CHECK:      %[[SUMS:.+]] = linalg.generic
  // CHECK:      } -> tensor<1x1x66xi32>
  // CHECK:      linalg.generic
  // CHECK:      %[[I:.+]] = linalg.index 2 : index
  // CHECK:      %[[PLACE:.+]] = affine.apply affine_map<()[s0] -> ((s0 + 1) floordiv 2 - 1)>()[%[[I]]]
  // CHECK:      scf.if
  // CHECK:      tensor.extract %[[SUMS]][%{{.+}}, %{{.+}}, %[[PLACE]]] : tensor<1x1x66xi32>
  // CHECK:      else
  // CHECK:      scf.yield %[[C0]] : i32
  // CHECK:      } -> tensor<1x1x132xi32>
  %y = dml.fold %x, window_sizes = [64], strides = [2], dilations = [2],
      start_padding = [1], end_padding = [0]
      : (tensor<1x64x4xi32>) -> tensor<1x1x132xi32>
  return %y : tensor<1x1x132xi32>
}

// One position in three has elements. On the average of all, a position would look for 12
// elements in vain.
// CHECK-LABEL: func @common_factor_of_many_elements(
func.func @common_factor_of_many_elements(%x: tensor<1x18x10xi32>) -> tensor<1x1x79xi32> {
  // CHECK: linalg.generic
  // CHECK: } -> tensor<1x1x27xi32>
  // CHECK: linalg.generic
  // CHECK: } -> tensor<1x1x79xi32>
  %y = dml.fold %x, window_sizes = [18], strides = [3], dilations = [3]
      : (tensor<1x18x10xi32>) -> tensor<1x1x79xi32>
  return %y : tensor<1x1x79xi32>
}

// With windows of 16, a position would look for 11 in vain.
// CHECK-LABEL: func @common_factor_of_fewer_elements(
func.func @common_factor_of_fewer_elements(%x: tensor<1x16x10xi32>) -> tensor<1x1x73xi32> {
  // CHECK-COUNT-1: linalg.generic
  // CHECK-NOT:     linalg.generic
  %y = dml.fold %x, window_sizes = [16], strides = [3], dilations = [3]
      : (tensor<1x16x10xi32>) -> tensor<1x1x73xi32>
  return %y : tensor<1x1x73xi32>
}

// One position in 2^64 has elements.
// CHECK-LABEL: func @common_factors_of_huge_strides(
func.func @common_factors_of_huge_strides(%x: tensor<1x27x8xi32>) -> tensor<1x1x3x3x9xi32> {
  // CHECK: linalg.generic
  // CHECK: linalg.generic
  // CHECK: } -> tensor<1x1x3x3x9xi32>
  %y = dml.fold %x, window_sizes = [3, 3, 3], strides = [2147483648, 2147483648, 4],
      dilations = [2147483648, 2147483648, 4], start_padding = [2147483648, 2147483648, 0],
      end_padding = [4294967294, 4294967294, 4]
      : (tensor<1x27x8xi32>) -> tensor<1x1x3x3x9xi32>
  return %y : tensor<1x1x3x3x9xi32>
}

// If the size is not known, a product may not fit in 32 bits: each element is asked
// whether its block is a whole number.
// CHECK-LABEL: func @dilation_and_stride_of_any_size(
func.func @dilation_and_stride_of_any_size(%x: tensor<1x3x?xi32>, %size: index) -> tensor<1x1x?xi32> {
  // CHECK:      affine.apply affine_map<()[s0] -> ((s0 - 3) floordiv 2)>()
  // CHECK-NEXT: %[[R:.+]] = affine.apply affine_map<()[s0] -> (s0 - ((s0 - 3) floordiv 2) * 2 - 3)>()
  // CHECK-NEXT: arith.cmpi eq, %[[R]], %{{.+}}
  %y = dml.fold %x, window_sizes = [3], strides = [2], dilations = [3],
      output_sizes(%size)
      : (tensor<1x3x?xi32>) -> tensor<1x1x?xi32>
  return %y : tensor<1x1x?xi32>
}

// No position reaches the second block: nothing is divided by the stride.
// CHECK-LABEL: func @huge_stride(
func.func @huge_stride(%x: tensor<1x3x1xi32>) -> tensor<1x1x4xi32> {
  // CHECK-DAG:  %[[C0:.+]] = arith.constant 0 : index
  // CHECK-DAG:  %[[C3:.+]] = arith.constant 3 : index
  // CHECK:      %[[P:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 + 1)>()[%[[P]]]
  // CHECK-NEXT: %[[INSIDE:.+]] = arith.cmpi ult, %[[K]], %[[C3]]
  // CHECK-NEXT: scf.if %[[INSIDE]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[K]], %[[C0]]]
  // CHECK-NOT:  scf.if
  // CHECK:      linalg.yield
  %y = dml.fold %x, window_sizes = [3], strides = [4294967295], start_padding = [1]
      : (tensor<1x3x1xi32>) -> tensor<1x1x4xi32>
  return %y : tensor<1x1x4xi32>
}

// The element is found by the dilation alone.
// CHECK-LABEL: func @huge_stride_and_dilation(
func.func @huge_stride_and_dilation(%x: tensor<1x3x1xi32>) -> tensor<1x1x4xi32> {
  // CHECK-DAG:  %[[C0:.+]] = arith.constant 0 : index
  // CHECK:      %[[P:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> ((s0 + 1) floordiv 2)>()[%[[P]]]
  // CHECK-NEXT: %[[R:.+]] = affine.apply affine_map<()[s0] -> (s0 - ((s0 + 1) floordiv 2) * 2 + 1)>()[%[[P]]]
  // CHECK-NEXT: %[[WHOLE:.+]] = arith.cmpi eq, %[[R]], %[[C0]]
  // CHECK-NEXT: scf.if %[[WHOLE]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[K]], %[[C0]]]
  // CHECK-NOT:  scf.if
  // CHECK:      linalg.yield
  %y = dml.fold %x, window_sizes = [3], strides = [4294967295], dilations = [2], start_padding = [1]
      : (tensor<1x3x1xi32>) -> tensor<1x1x4xi32>
  return %y : tensor<1x1x4xi32>
}

// No position reaches the second element either: one has an addend.
// CHECK-LABEL: func @huge_dilation(
func.func @huge_dilation(%x: tensor<1x2x1xi32>) -> tensor<1x1x4xi32> {
  // CHECK-DAG:  %[[C0:.+]] = arith.constant 0 : index
  // CHECK:      %[[P:.+]] = linalg.index 2
  // CHECK-NEXT: %[[FIRST:.+]] = arith.cmpi eq, %[[P]], %[[C0]]
  // CHECK-NEXT: scf.if %[[FIRST]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%[[C0]], %[[C0]], %[[C0]], %[[C0]]]
  // CHECK-NOT:  scf.if
  // CHECK:      linalg.yield
  %y = dml.fold %x, window_sizes = [2], strides = [4294967295], dilations = [4294967295],
      end_padding = [4294967295] : (tensor<1x2x1xi32>) -> tensor<1x1x4xi32>
  return %y : tensor<1x1x4xi32>
}

// A loop visits the rows of a large window. It carries a sum, which begins with
// -0.0, that adds nothing. All positions have an addend.
// CHECK-LABEL: func @large_window(
func.func @large_window(%x: tensor<1x49x64xf32>) -> tensor<1x1x14x14xf32> {
  // CHECK:      %[[NONE:.+]] = arith.constant -0.000000e+00 : f32
  // CHECK:      linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel"]
  // CHECK:      %[[R:.+]] = scf.for {{.*}} iter_args(%[[SUM:.+]] = %[[NONE]]) -> (f32)
  // CHECK:      %[[E:.+]] = scf.if %[[INSIDE:.+]] -> (f32)
  // CHECK:        scf.yield %[[NONE]]
  // CHECK:      arith.addf %[[SUM]], %[[E]]
  // CHECK-COUNT-6: arith.addf
  // CHECK:      scf.yield %{{.+}} : f32
  // CHECK-NOT:  linalg.index
  // CHECK:      %[[IS_NAN:.+]] = arith.cmpf uno, %[[R]], %[[R]]
  // CHECK-NEXT: arith.select %[[IS_NAN]], %{{.+}}, %[[R]] : f32
  %y = dml.fold %x, window_sizes = [7, 7]
      : (tensor<1x49x64xf32>) -> tensor<1x1x14x14xf32>
  return %y : tensor<1x1x14x14xf32>
}

// Where a position has no addend the result is +0.0: behind the last window, and
// between windows. Windows follow each other closely in the second dimension.
// CHECK-LABEL: func @between_windows(
func.func @between_windows(%x: tensor<1x12x6xf32>) -> tensor<1x1x6x8xf32> {
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG:  %[[C2:.+]] = arith.constant 2 : index
  // CHECK-DAG:  %[[C5:.+]] = arith.constant 5 : index
  // CHECK:      %[[ROW:.+]] = linalg.index 2
  // CHECK:      %[[ROW_OF_WINDOW:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[ROW]]]
  // CHECK:      %[[IS_IN_WINDOW:.+]] = arith.cmpi ult, %[[ROW_OF_WINDOW]], %[[C2]]
  // CHECK:      %[[IS_BEFORE_END:.+]] = arith.cmpi ult, %[[ROW]], %[[C5]]
  // CHECK-NEXT: %[[IS_COVERED:.+]] = arith.andi %[[IS_BEFORE_END]], %[[IS_IN_WINDOW]]
  // CHECK-NEXT: arith.select %[[IS_COVERED]], %{{.+}}, %[[ZERO]] : f32
  %y = dml.fold %x, window_sizes = [2, 6], strides = [3, 1], end_padding = [0, 0]
      : (tensor<1x12x6xf32>) -> tensor<1x1x6x8xf32>
  return %y : tensor<1x1x6x8xf32>
}

// Two windows have no elements at one position if they are fewer than the dilation, and
// leave gaps. If there are as many, there are no gaps.
// CHECK-LABEL: func @dilated_windows(
func.func @dilated_windows(%x: tensor<1x3x2xf32>, %n: tensor<1x3x3xf32>)
    -> (tensor<1x1x8xf32>, tensor<1x1x9xf32>) {
  // CHECK-DAG:  %[[NONE:.+]] = arith.constant -0.000000e+00 : f32
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK-DAG:  %[[C2:.+]] = arith.constant 2 : index
  // CHECK:      linalg.generic {{.*}} outs(%{{.+}} : tensor<1x1x8xf32>)
  // CHECK:      %[[T:.+]] = linalg.index 2
  // CHECK-NEXT: %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 3)>()[%[[T]]]
  // CHECK-NEXT: %[[B:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 3)>()[%[[T]]]
  // CHECK-NEXT: %[[IS_COVERED:.+]] = arith.cmpi ult, %[[B]], %[[C2]]
  // CHECK-NEXT: %[[SUM:.+]] = scf.if %[[IS_COVERED]]
  // CHECK-NEXT:   tensor.extract %{{.+}}[%{{.+}}, %{{.+}}, %[[K]], %[[B]]]
  // CHECK:        scf.yield %[[NONE]]
  // CHECK:      arith.select %[[IS_COVERED]], %[[SUM]], %[[ZERO]]
  // CHECK:      linalg.generic {{.*}} outs(%{{.+}} : tensor<1x1x9xf32>)
  // CHECK-NOT:  cmpi
  // CHECK:      return
  %y = dml.fold %x, window_sizes = [3], strides = [1], dilations = [3]
      : (tensor<1x3x2xf32>) -> tensor<1x1x8xf32>
  %z = dml.fold %n, window_sizes = [3], strides = [1], dilations = [3]
      : (tensor<1x3x3xf32>) -> tensor<1x1x9xf32>
  return %y, %z : tensor<1x1x8xf32>, tensor<1x1x9xf32>
}

// A device cannot divide positions of more than 31 bits, so candidates tell whether
// there is an addend.
// CHECK-LABEL: func @far_elements(
// CHECK-NOT:     mod 4294967295
// CHECK:         arith.addf
// CHECK-NEXT:    arith.ori
// CHECK-NOT:     mod 4294967295
// CHECK:         return
func.func @far_elements(%x: tensor<2x2x43xf32>) -> tensor<2x1x40xf32> {
  %y = dml.fold %x, window_sizes = [2], dilations = [4294967295],
      start_padding = [4294967261], end_padding = [37] : (tensor<2x2x43xf32>) -> tensor<2x1x40xf32>
  return %y : tensor<2x1x40xf32>
}

// With a stride and a dilation of which neither divides the other, only candidates tell
// whether there is an addend.
// CHECK-LABEL: func @stride_and_dilation(
func.func @stride_and_dilation(%x: tensor<1x49x16xf32>) -> tensor<1x1x14x14xf32> {
  // CHECK-DAG:  %[[NONE:.+]] = arith.constant -0.000000e+00 : f32
  // CHECK-DAG:  %[[ZERO:.+]] = arith.constant 0.000000e+00 : f32
  // CHECK:      %[[IS_FIRST:.+]] = arith.andi
  // CHECK:      %[[IS_SECOND:.+]] = arith.andi
  // CHECK:      arith.addf
  // CHECK-NEXT: arith.ori %[[IS_FIRST]], %[[IS_SECOND]] : i1
  // CHECK:      arith.select %{{.+}}, %{{.+}}, %[[ZERO]] : f32
  %y = dml.fold %x, window_sizes = [7, 7], strides = [1, 2], dilations = [1, 3], start_padding = [0, 7], end_padding = [0, 0]
      : (tensor<1x49x16xf32>) -> tensor<1x1x14x14xf32>
  return %y : tensor<1x1x14x14xf32>
}

// Integers' neutral element is what no addend gives, too: one state.
// CHECK-LABEL: func @large_window_of_integers(
func.func @large_window_of_integers(%x: tensor<1x49x64xi64>) -> tensor<1x1x14x14xi64> {
  // CHECK: scf.for {{.*}} -> (i64) {
  // CHECK-COUNT-7: arith.addi {{.*}} : i64
  %y = dml.fold %x, window_sizes = [7, 7]
      : (tensor<1x49x64xi64>) -> tensor<1x1x14x14xi64>
  return %y : tensor<1x1x14x14xi64>
}

// f16 is summed in f32, by way of its bits: no operation computes with it.
// CHECK-LABEL: func @halves(
func.func @halves(%x: tensor<1x2x4xf16>) -> tensor<1x1x5xf16> {
  // CHECK:      linalg.generic {{.*}} outs(%{{.+}} : tensor<1x1x5xf16>)
  // CHECK:      %[[E:.+]] = tensor.extract %{{.+}}[{{.*}}] : tensor<1x1x2x4xf16>
  // CHECK-NEXT: arith.bitcast %[[E]] : f16 to i16
  // CHECK:      arith.addf {{.*}} : f32
  // CHECK:      %[[R:.+]] = arith.bitcast {{.*}} : i16 to f16
  // CHECK-NEXT: linalg.yield %[[R]] : f16
  // CHECK-NEXT: } -> tensor<1x1x5xf16>
  %y = dml.fold %x, window_sizes = [2]
      : (tensor<1x2x4xf16>) -> tensor<1x1x5xf16>
  return %y : tensor<1x1x5xf16>
}

// The rules of sizes that only run time knows, in their order.
// CHECK-LABEL: func @dynamic(
// CHECK-SAME:    %[[X:.+]]: tensor<1x?x?x?xi8>, %[[W:.+]]: index
func.func @dynamic(%x: tensor<1x?x?x?xui8>, %w: index) -> tensor<?x?x3x?xui8> {
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 1 of the input: expected at least 1, given {0} [T2]"
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 2 of the input: expected at least 1, given {0} [T2]"
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 3 of the input: expected at least 1, given {0} [T2]"
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 2 of the input: expected a multiple of 4 (the elements of the window), given {0} [O2]"
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 3 of the result: expected at least 1, given {0} [T2]", %[[W]]
  // CHECK: dml.require %{{.+}}, "{{.*}}elements of the result: expected at most 4294967295, given {0}x{1}x{2}x{3} [T2]"
  // CHECK: dml.require %{{.+}}, "{{.*}}padded size of dimension 3 of the result: expected at least 2 (the dilated window), given {0} [F3]"
  // CHECK: dml.require %{{.+}}, "{{.*}}dimension 3 of the input: expected {0} (the number of windows), given {1} [O2]"
  // CHECK: tensor.empty(%{{.+}}, %{{.+}}, %[[W]]) : tensor<?x?x3x?xi8>
  %y = dml.fold %x, window_sizes = [2, 2], output_sizes(%w)
      : (tensor<1x?x?x?xui8>) -> tensor<?x?x3x?xui8>
  return %y : tensor<?x?x3x?xui8>
}

// Windows of 5 with a stride of 2 have three elements at most at a position. There
// are three windows along the row, each of which has one, at t minus its start.
// Neighbours in the result are neighbours in a window then, which lie 9 apart.
// CHECK-LABEL: func @three_windows(
// NEIGHBOURS-LABEL: func @three_windows(
func.func @three_windows(%x: tensor<1x5x9xi32>) -> tensor<1x1x3x9xi32> {
  // CHECK:      %[[T:.+]] = linalg.index 3
  // CHECK:      %[[K2:.+]] = affine.apply affine_map<()[s0] -> (s0 - 4)>()[%[[T]]]
  // CHECK:      tensor.extract %{{.+}}[%c0, %c0, %c0, %[[K2]], %{{.+}}, %c2]
  // CHECK:      %[[K1:.+]] = affine.apply affine_map<()[s0] -> (s0 - 2)>()[%[[T]]]
  // CHECK:      tensor.extract %{{.+}}[%c0, %c0, %c0, %[[K1]], %{{.+}}, %c1]
  // CHECK:      tensor.extract %{{.+}}[%c0, %c0, %c0, %[[T]], %{{.+}}, %c0]
  // NEIGHBOURS:      %[[T:.+]] = linalg.index 3
  // NEIGHBOURS-DAG:  %[[K:.+]] = affine.apply affine_map<()[s0] -> (s0 mod 2)>()[%[[T]]]
  // NEIGHBOURS-DAG:  %[[B:.+]] = affine.apply affine_map<()[s0] -> (s0 floordiv 2)>()[%[[T]]]
  // NEIGHBOURS:      tensor.extract %{{.+}}[%c0, %c0, %c0, %[[K]], %{{.+}}, %[[B]]]
  %y = dml.fold %x, window_sizes = [1, 5], strides = [1, 2]
      : (tensor<1x5x9xi32>) -> tensor<1x1x3x9xi32>
  return %y : tensor<1x1x3x9xi32>
}

// Windows of 3 with a stride of 2 have two elements at most, and there are three
// windows. A vector loads every third element.
// CHECK-LABEL: func @three_windows_of_a_line(
// NEIGHBOURS-LABEL: func @three_windows_of_a_line(
func.func @three_windows_of_a_line(%x: tensor<1x3x3xi32>) -> tensor<1x1x7xi32> {
  // CHECK:           affine.apply affine_map<()[s0] -> (s0 mod 2)>
  // NEIGHBOURS-NOT:  mod
  // NEIGHBOURS:      %[[T:.+]] = linalg.index 2
  // NEIGHBOURS:      %[[K2:.+]] = affine.apply affine_map<()[s0] -> (s0 - 4)>()[%[[T]]]
  // NEIGHBOURS:      tensor.extract %{{.+}}[%c0, %c0, %[[K2]], %c2]
  %y = dml.fold %x, window_sizes = [3], strides = [2]
      : (tensor<1x3x3xi32>) -> tensor<1x1x7xi32>
  return %y : tensor<1x1x7xi32>
}

// Windows of 5 with a stride of 1 have five elements at a position. Two windows are
// more than a third of these, one is not.
// CHECK-LABEL: func @two_windows(
// NEIGHBOURS-LABEL: func @two_windows(
func.func @two_windows(%x: tensor<1x5x18xi32>) -> tensor<1x1x9x6xi32> {
  // CHECK-COUNT-2:      tensor.extract
  // CHECK-NOT:          tensor.extract
  // NEIGHBOURS-COUNT-5: tensor.extract
  // NEIGHBOURS-NOT:     tensor.extract
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<1x5x18xi32>) -> tensor<1x1x9x6xi32>
  return %y : tensor<1x1x9x6xi32>
}

// CHECK-LABEL: func @one_window(
// NEIGHBOURS-LABEL: func @one_window(
func.func @one_window(%x: tensor<1x5x9xi32>) -> tensor<1x1x9x5xi32> {
  // CHECK:          tensor.extract
  // CHECK-NOT:      tensor.extract
  // NEIGHBOURS:     tensor.extract
  // NEIGHBOURS-NOT: tensor.extract
  %y = dml.fold %x, window_sizes = [1, 5]
      : (tensor<1x5x9xi32>) -> tensor<1x1x9x5xi32>
  return %y : tensor<1x1x9x5xi32>
}

// Of one or two windows in a row, vectors load narrow elements of several rows.
// CHECK-LABEL: func @two_windows_of_bytes(
// NEIGHBOURS-LABEL: func @two_windows_of_bytes(
func.func @two_windows_of_bytes(%x: tensor<1x3x18xi8>) -> tensor<1x1x9x5xi8> {
  // NEIGHBOURS-NOT: mod
  // NEIGHBOURS:     affine.apply affine_map<()[s0] -> (s0 - 2)>
  %y = dml.fold %x, window_sizes = [1, 3], strides = [1, 2]
      : (tensor<1x3x18xi8>) -> tensor<1x1x9x5xi8>
  return %y : tensor<1x1x9x5xi8>
}

// CHECK-LABEL: func @two_windows_of_words(
// NEIGHBOURS-LABEL: func @two_windows_of_words(
func.func @two_windows_of_words(%x: tensor<1x3x18xi32>) -> tensor<1x1x9x5xi32> {
  // CHECK-NOT:  mod
  // CHECK:      affine.apply affine_map<()[s0] -> (s0 - 2)>
  // NEIGHBOURS: affine.apply affine_map<()[s0] -> (s0 mod 2)>
  %y = dml.fold %x, window_sizes = [1, 3], strides = [1, 2]
      : (tensor<1x3x18xi32>) -> tensor<1x1x9x5xi32>
  return %y : tensor<1x1x9x5xi32>
}

// Three windows of a line, with a dilation, would be divided by it.
// CHECK-LABEL: func @dilated_line(
// NEIGHBOURS-LABEL: func @dilated_line(
func.func @dilated_line(%x: tensor<1x2x3xi32>) -> tensor<1x1x8xi32> {
  // NEIGHBOURS: affine.apply affine_map<()[s0] -> {{.+}} mod 2)>
  %y = dml.fold %x, window_sizes = [2], strides = [2], dilations = [3]
      : (tensor<1x2x3xi32>) -> tensor<1x1x8xi32>
  return %y : tensor<1x1x8xi32>
}
