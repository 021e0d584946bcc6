// Sums and differences with a constant zero become comparisons: -0 + 0 is 0,
// and drivers that know the zero leave out the sum. They also truncate numbers
// that go to an integer and back, and then -0.5 becomes -0.

// RUN: dml-opt %s --dml-gpu-finish-kernels | FileCheck %s

spirv.module Logical GLSL450 {
  // CHECK-LABEL: spirv.func @sums
  // CHECK-SAME: %[[X:[^:]+]]: f32,
  spirv.func @sums(%x: f32, %y: f32) -> () "None" {
    // CHECK: %[[MINUS:.+]] = spirv.Constant -0.000000e+00 : f32
    %zero = spirv.Constant 0.0 : f32
    %minus = spirv.Constant -0.0 : f32
    // CHECK-NEXT: %[[ZERO:.+]] = spirv.Constant 0.000000e+00 : f32
    // CHECK-NEXT: %[[A:.+]] = spirv.FOrdEqual %[[X]], %[[ZERO]] : f32
    // CHECK-NEXT: spirv.Select %[[A]], %[[ZERO]], %[[X]] : i1, f32
    %a = spirv.FAdd %x, %zero : f32
    // CHECK: %[[B:.+]] = spirv.FOrdEqual %[[X]], %
    // CHECK-NEXT: spirv.Select %[[B]], %{{.+}}, %[[X]] : i1, f32
    %b = spirv.FAdd %zero, %x : f32
    // CHECK: %[[N:.+]] = spirv.FNegate %[[X]] : f32
    // CHECK: %[[C:.+]] = spirv.FOrdEqual %[[N]], %
    // CHECK-NEXT: spirv.Select %[[C]], %{{.+}}, %[[N]] : i1, f32
    %c = spirv.FSub %zero, %x : f32
    // What changes nothing stays.
    // CHECK-NEXT: spirv.FSub %[[X]], %{{.+}} {no_contraction} : f32
    %d = spirv.FSub %x, %zero : f32
    // CHECK-NEXT: spirv.FAdd %[[X]], %[[MINUS]] {no_contraction} : f32
    %e = spirv.FAdd %x, %minus : f32
    spirv.Return
  }

  // Zeros of which one is selected, such as those of padding: 0 + -0 is 0.
  // CHECK-LABEL: spirv.func @selected
  // CHECK-SAME: %[[X:[^:]+]]: f32, %[[I:[^:]+]]: i1, %[[J:[^:]+]]: i1
  spirv.func @selected(%x: f32, %i: i1, %j: i1) -> f32 "None" {
    %zero = spirv.Constant 0.0 : f32
    %minus = spirv.Constant -0.0 : f32
    %a = spirv.Select %i, %zero, %minus : i1, f32
    // CHECK: %[[B:.+]] = spirv.Select %[[J]], %{{.+}}, %{{.+}} : i1, f32
    %b = spirv.Select %j, %a, %minus : i1, f32
    // CHECK: %[[Z:.+]] = spirv.FOrdEqual %[[X]], %
    // CHECK-NEXT: %[[P:.+]] = spirv.Select %[[Z]], %{{.+}}, %[[X]] : i1, f32
    // CHECK-NEXT: %[[T:.+]] = spirv.Select %[[I]], %[[P]], %[[X]] : i1, f32
    // CHECK-NEXT: %[[S:.+]] = spirv.Select %[[J]], %[[T]], %[[X]] : i1, f32
    %sum = spirv.FAdd %x, %b : f32
    // A driver has to add numbers of which only one is a 0.
    // CHECK: %[[C:.+]] = spirv.Select
    %c = spirv.Select %i, %zero, %x : i1, f32
    // CHECK-NEXT: spirv.FAdd %[[C]], %[[S]] {no_contraction} : f32
    %r = spirv.FAdd %c, %sum : f32
    spirv.ReturnValue %r : f32
  }

  // Drivers that know the zero give 0 where -1 * 0 is -0 and 0 / 0 is NaN.
  // CHECK-LABEL: spirv.func @products
  // CHECK-SAME: %[[X:[^:]+]]: f64
  spirv.func @products(%x: f64) -> () "None" {
    // CHECK: %[[ZERO:.+]] = spirv.Constant 0.000000e+00 : f64
    %zero = spirv.Constant 0.0 : f64
    // CHECK: %[[ABS:.+]] = spirv.GL.FAbs %[[X]] : f64
    // CHECK-NEXT: %[[A:.+]] = spirv.GL.FMin %[[ABS]], %[[ZERO]] : f64
    // CHECK-NEXT: spirv.FMul %[[X]], %[[A]] {no_contraction} : f64
    %a = spirv.FMul %x, %zero : f64
    // CHECK: %[[B:.+]] = spirv.GL.FMin
    // CHECK-NEXT: spirv.FMul %[[B]], %[[X]] {no_contraction} : f64
    %b = spirv.FMul %zero, %x : f64
    // CHECK: %[[C:.+]] = spirv.GL.FMin
    // CHECK-NEXT: spirv.FDiv %[[C]], %[[X]] {no_contraction} : f64
    %c = spirv.FDiv %zero, %x : f64
    // CHECK-NEXT: spirv.FDiv %[[X]], %[[ZERO]] {no_contraction} : f64
    %d = spirv.FDiv %x, %zero : f64
    spirv.Return
  }

  // CHECK-LABEL: spirv.func @round
  spirv.func @round(%x: f64, %i: i32) -> f64 "None" {
    // CHECK: spirv.ConvertFToS
    // CHECK-NEXT: %[[R:.+]] = spirv.ConvertSToF
    // CHECK: %[[A:.+]] = spirv.FOrdEqual %[[R]], %[[ZERO:.+]] : f64
    // CHECK-NEXT: %[[S:.+]] = spirv.Select %[[A]], %[[ZERO]], %[[R]] : i1, f64
    %rounded = spirv.ConvertFToS %x : f64 to i32
    %number = spirv.ConvertSToF %rounded : i32 to f64
    // CHECK-NEXT: spirv.ConvertSToF %{{.+}} : i32 to f64
    // CHECK-NEXT: spirv.ReturnValue %[[S]]
    %other = spirv.ConvertSToF %i : i32 to f64
    spirv.ReturnValue %number : f64
  }
}
