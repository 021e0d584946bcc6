// RUN: dml-opt %s --dml-guard-division | FileCheck %s --implicit-check-not=dml.require

// CHECK-LABEL: func @unsigned(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i32, %[[B:[a-z0-9]+]]: i32
// CHECK-NEXT:    %[[ZERO:.+]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[OK:.+]] = arith.cmpi ne, %[[B]], %[[ZERO]]
// CHECK-NEXT:    dml.require %[[OK]], "{{[^ ]*}}guard-division.mlir:[[#@LINE+4]]:8: 'arith.divui' op divides by zero"
// CHECK-NEXT:    %[[Q:.+]] = arith.divui %[[A]], %[[B]]
// CHECK-NEXT:    return %[[Q]]
func.func @unsigned(%a: i32, %b: i32) -> i32 {
  %q = arith.divui %a, %b : i32
  return %q : i32
}

// CHECK-LABEL: func @signed(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: index, %[[B:[a-z0-9]+]]: index
// CHECK:         dml.require %{{.+}}, "{{[^ ]*}} 'arith.remsi' op divides by zero"
// CHECK-DAG:     %[[MIN:.+]] = arith.constant -9223372036854775808 : index
// CHECK-DAG:     %[[MINUS:.+]] = arith.constant -1 : index
// CHECK-DAG:     %[[L:.+]] = arith.cmpi ne, %[[A]], %[[MIN]]
// CHECK-DAG:     %[[R:.+]] = arith.cmpi ne, %[[B]], %[[MINUS]]
// CHECK-NEXT:    %[[OK:.+]] = arith.ori %[[L]], %[[R]]
// CHECK-NEXT:    dml.require %[[OK]], "{{[^ ]*}} 'arith.remsi' op overflows: the smallest integer divided by -1"
// CHECK-NEXT:    arith.remsi %[[A]], %[[B]]
func.func @signed(%a: index, %b: index) -> index {
  %r = arith.remsi %a, %b : index
  return %r : index
}

// CHECK-LABEL: func @constant_divisors(
// CHECK-NOT:     arith.cmpi
// CHECK:         return
func.func @constant_divisors(%a: i32, %x: f32) -> (i32, i32, f32) {
  %c7 = arith.constant 7 : i32
  %minus = arith.constant -7 : i32
  %q = arith.divsi %a, %minus : i32
  %r = arith.remui %a, %c7 : i32
  %f = arith.divf %x, %x : f32
  return %q, %r, %f : i32, i32, f32
}

// Of a constant divisor only the dividend is left to check.
// CHECK-LABEL: func @harmful_constant(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: i8
// CHECK:         %[[OK:.+]] = arith.cmpi ne, %[[A]], %{{.+}}
// CHECK:         dml.require %[[OK]], {{.*}} 'arith.ceildivsi' op overflows
// CHECK:         arith.ceildivsi
func.func @harmful_constant(%a: i8) -> i8 {
  %minus = arith.constant -1 : i8
  %q = arith.ceildivsi %a, %minus : i8
  return %q : i8
}

// CHECK-LABEL: func @zero(
// CHECK:         %[[FALSE:.+]] = arith.constant false
// CHECK:         dml.require %[[FALSE]], {{.*}} 'arith.divui' op divides by zero"
func.func @zero(%a: i8) -> i8 {
  %zero = arith.constant 0 : i8
  %q = arith.divui %a, %zero : i8
  return %q : i8
}

// CHECK-LABEL: func @affine_min(
// CHECK-NOT:     affine.min
// CHECK:         dml.require %{{.+}}, {{.*}} divides by zero"
// CHECK:         dml.require %{{.+}}, {{.*}} overflows
// CHECK:         arith.minsi
func.func @affine_min(%n: index, %m: index) -> index {
  %a = affine.min affine_map<(d0)[s0] -> (d0 floordiv s0, 7)>(%n)[%m]
  return %a : index
}
