// What may be a negation of 16 bits is computed in 32: drivers compare -(-32768)
// as if it were 32768.

// RUN: dml-opt %s --dml-gpu-finish-kernels | FileCheck %s

spirv.module Logical GLSL450 {
  // CHECK-LABEL: spirv.func @negations
  // CHECK-SAME: %[[X:[^:]+]]: i16,
  // CHECK-SAME: %[[Y:[^:]+]]: i16,
  // CHECK-SAME: %[[W:[^:]+]]: i32)
  spirv.func @negations(%x: i16, %y: i16, %w: i32) -> () "None" {
    %zero = spirv.Constant 0 : i16
    %one = spirv.Constant 1 : i16
    %minus = spirv.Constant -1 : i16
    // CHECK: %[[L:.+]] = spirv.SConvert %{{.+}} : i16 to i32
    // CHECK-NEXT: %[[R:.+]] = spirv.SConvert %[[X]] : i16 to i32
    // CHECK-NEXT: %[[D:.+]] = spirv.ISub %[[L]], %[[R]] : i32
    // CHECK-NEXT: spirv.SConvert %[[D]] : i32 to i16
    %a = spirv.ISub %zero, %x : i16
    // CHECK: spirv.IMul %{{.+}}, %{{.+}} : i32
    %b = spirv.IMul %x, %minus : i16
    // CHECK: spirv.Not
    // CHECK: spirv.IAdd %{{.+}}, %{{.+}} : i32
    %n = spirv.Not %x : i16
    %c = spirv.IAdd %n, %one : i16
    // The operand is converted once.
    // CHECK: %[[T:.+]] = spirv.SConvert %[[Y]] : i16 to i32
    // CHECK-NEXT: spirv.ISub %[[T]], %[[T]] : i32
    %d = spirv.ISub %y, %y : i16
    // No driver knows these to negate, or the width is another.
    // CHECK: spirv.IAdd %[[X]], %[[Y]] : i16
    // CHECK-NEXT: spirv.IMul %[[X]], %[[Y]] : i16
    // CHECK-NEXT: spirv.ISub %[[W]], %[[W]] : i32
    %e = spirv.IAdd %x, %y : i16
    %f = spirv.IMul %x, %y : i16
    %g = spirv.ISub %w, %w : i32
    spirv.Return
  }
}
