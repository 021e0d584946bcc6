// RUN: dml-opt %s --dml-gpu-expand-divisions | FileCheck %s \
// RUN:   --implicit-check-not=remsi --implicit-check-not=ceildiv \
// RUN:   --implicit-check-not=floordiv

// CHECK-LABEL: func @remainder(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i32, %[[B:[a-z0-9]+]]: i32)
// CHECK-NEXT:    %[[Q:.+]] = arith.divsi %[[A]], %[[B]] : i32
// CHECK-NEXT:    %[[P:.+]] = arith.muli %[[Q]], %[[B]] : i32
// CHECK-NEXT:    %[[R:.+]] = arith.subi %[[A]], %[[P]] : i32
// CHECK-NEXT:    return %[[R]]
func.func @remainder(%a: i32, %b: i32) -> i32 {
  %r = arith.remsi %a, %b : i32
  return %r : i32
}

// One more than the quotient where it was rounded down.
// CHECK-LABEL: func @ceiling(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i64, %[[B:[a-z0-9]+]]: i64)
// CHECK:         %[[Q:.+]] = arith.divsi %[[A]], %[[B]]
// CHECK:         arith.muli %[[Q]], %[[B]]
// CHECK:         arith.cmpi ne
// CHECK:         %[[NEXT:.+]] = arith.addi %[[Q]], %c1_i64
// CHECK:         arith.select %{{.+}}, %[[NEXT]], %[[Q]]
func.func @ceiling(%a: i64, %b: i64) -> i64 {
  %r = arith.ceildivsi %a, %b : i64
  return %r : i64
}

// CHECK-LABEL: func @floor(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i8, %[[B:[a-z0-9]+]]: i8)
// CHECK:         %[[Q:.+]] = arith.divsi %[[A]], %[[B]]
// CHECK:         arith.muli %[[Q]], %[[B]]
// CHECK:         %[[NEXT:.+]] = arith.addi %[[Q]], %c-1_i8
// CHECK:         arith.select %{{.+}}, %[[NEXT]], %[[Q]]
func.func @floor(%a: i8, %b: i8) -> i8 {
  %r = arith.floordivsi %a, %b : i8
  return %r : i8
}

// Zero is no quotient of what is one less.
// CHECK-LABEL: func @unsigned_ceiling(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i16, %[[B:[a-z0-9]+]]: i16)
// CHECK:         %[[IS_ZERO:.+]] = arith.cmpi eq, %[[A]], %c0_i16
// CHECK:         %[[LESS:.+]] = arith.subi %[[A]], %c1_i16
// CHECK:         %[[Q:.+]] = arith.divui %[[LESS]], %[[B]]
// CHECK:         %[[NEXT:.+]] = arith.addi %[[Q]], %c1_i16
// CHECK:         arith.select %[[IS_ZERO]], %c0_i16, %[[NEXT]]
func.func @unsigned_ceiling(%a: i16, %b: i16) -> i16 {
  %r = arith.ceildivui %a, %b : i16
  return %r : i16
}

// CHECK-LABEL: func @others_stay(
// CHECK-NEXT:    %[[Q:.+]] = arith.divsi
// CHECK-NEXT:    %[[R:.+]] = arith.remui
// CHECK-NEXT:    return %[[Q]], %[[R]]
func.func @others_stay(%a: i32, %b: i32) -> (i32, i32) {
  %q = arith.divsi %a, %b : i32
  %r = arith.remui %a, %b : i32
  return %q, %r : i32, i32
}
