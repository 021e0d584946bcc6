// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-widen-negations))' \
// RUN:   | FileCheck %s

// CHECK-LABEL: func.func @negations(
// CHECK-SAME: %[[X:[^:]+]]: i16, %[[Y:[^:]+]]: i16,
func.func @negations(%x: i16, %y: i16, %w: i32) -> (i16, i16, i16) {
  %zero = arith.constant 0 : i16
  %one = arith.constant 1 : i16
  %minus = arith.constant -1 : i16
  // CHECK: %[[Z:.+]] = arith.extsi %{{.+}} : i16 to i32
  // CHECK: %[[W:.+]] = arith.extsi %[[X]] : i16 to i32
  // CHECK: %[[D:.+]] = arith.subi %[[Z]], %[[W]] : i32
  // CHECK: %[[A:.+]] = arith.trunci %[[D]] : i32 to i16
  %a = arith.subi %zero, %x : i16
  // CHECK: arith.muli %{{.+}}, %{{.+}} : i32
  %b = arith.muli %x, %minus : i16
  // CHECK: arith.addi %{{.+}}, %{{.+}} : i32
  %not = arith.xori %x, %minus : i16
  %c = arith.addi %not, %one : i16
  return %a, %b, %c : i16, i16, i16
}

// No driver knows these to negate, or the width is another.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: arith.ext
func.func @others(%x: i16, %y: i16, %w: i32) -> (i16, i16, i32) {
  %a = arith.addi %x, %y : i16
  %b = arith.muli %x, %y : i16
  %c = arith.subi %w, %w : i32
  return %a, %b, %c : i16, i16, i32
}
