// Divisions of constants, which are folded unless a run refuses them.
// RUN: dml-opt %s --split-input-file --dml-refine-arguments="arguments=index=7" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SEVEN
// RUN: dml-opt %s --split-input-file --dml-refine-arguments="arguments=index=-9223372036854775808" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SMALLEST
// RUN: dml-opt %s --split-input-file --dml-refine-arguments="arguments=index" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,UNKNOWN

// Folding of a remainder forgets that the quotient overflows.
// CHECK-LABEL: func @by_minus_1(
// SEVEN-DAG:     %[[R:.+]] = arith.constant 0 : index
// SEVEN-DAG:     %[[Q:.+]] = arith.constant -7 : index
// SEVEN:         return %[[R]], %[[Q]], %[[Q]], %[[Q]]
// SMALLEST:      arith.remsi
// SMALLEST:      arith.divsi
// SMALLEST:      arith.ceildivsi
// SMALLEST:      arith.floordivsi
// UNKNOWN:       arith.remsi
// UNKNOWN:       arith.divsi
// UNKNOWN:       arith.ceildivsi
// UNKNOWN:       arith.floordivsi
func.func @by_minus_1(%n: index) -> (index, index, index, index) {
  %minus = arith.constant -1 : index
  %r = arith.remsi %n, %minus : index
  %q = arith.divsi %n, %minus : index
  %c = arith.ceildivsi %n, %minus : index
  %f = arith.floordivsi %n, %minus : index
  return %r, %q, %c, %f : index, index, index, index
}

// -----

// CHECK-LABEL: func @by_0(
// CHECK:         arith.remsi
// CHECK:         arith.divsi
// CHECK:         arith.ceildivsi
// CHECK:         arith.floordivsi
// CHECK:         arith.ceildivui
func.func @by_0(%n: index) -> (index, index, index, index, index) {
  %c0 = arith.constant 0 : index
  %r = arith.remsi %n, %c0 : index
  %q = arith.divsi %n, %c0 : index
  %c = arith.ceildivsi %n, %c0 : index
  %f = arith.floordivsi %n, %c0 : index
  %u = arith.ceildivui %n, %c0 : index
  return %r, %q, %c, %f, %u : index, index, index, index, index
}

// -----

// Upstream folds the ceiling of none that it would have to negate.
// CHECK-LABEL: func @by_10(
// SEVEN-DAG:     %[[C7:.+]] = arith.constant 7 : index
// SEVEN-DAG:     %[[C0:.+]] = arith.constant 0 : index
// SEVEN-DAG:     %[[C1:.+]] = arith.constant 1 : index
// SEVEN:         return %[[C7]], %[[C0]], %[[C1]], %[[C0]]
// SMALLEST-DAG:  %[[R:.+]] = arith.constant -8 : index
// SMALLEST-DAG:  %[[Q:.+]] = arith.constant -922337203685477580 : index
// SMALLEST-DAG:  %[[F:.+]] = arith.constant -922337203685477581 : index
// SMALLEST:      return %[[R]], %[[Q]], %[[Q]], %[[F]]
// UNKNOWN:       arith.remsi
// UNKNOWN:       arith.divsi
// UNKNOWN:       arith.ceildivsi
// UNKNOWN:       arith.floordivsi
func.func @by_10(%n: index) -> (index, index, index, index) {
  %c10 = arith.constant 10 : index
  %r = arith.remsi %n, %c10 : index
  %q = arith.divsi %n, %c10 : index
  %c = arith.ceildivsi %n, %c10 : index
  %f = arith.floordivsi %n, %c10 : index
  return %r, %q, %c, %f : index, index, index, index
}

// -----

// CHECK-LABEL: func @ceiling_by_smallest(
// SEVEN:         %[[C:.+]] = arith.constant 0 : index
// SEVEN:         return %[[C]]
// SMALLEST:      %[[C:.+]] = arith.constant 1 : index
// SMALLEST:      return %[[C]]
// UNKNOWN:       arith.ceildivsi
func.func @ceiling_by_smallest(%n: index) -> index {
  %smallest = arith.constant -9223372036854775808 : index
  %c = arith.ceildivsi %n, %smallest : index
  return %c : index
}

// -----

// Of tensors, only upstream folds them.
// CHECK-LABEL: func @tensors(
// CHECK:         arith.ceildivsi %{{.+}}, %{{.+}} : tensor<4xi32>
func.func @tensors(%n: index) -> tensor<4xi32> {
  %x = arith.constant dense<-2147483648> : tensor<4xi32>
  %y = arith.constant dense<3> : tensor<4xi32>
  %r = arith.ceildivsi %x, %y : tensor<4xi32>
  return %r : tensor<4xi32>
}
