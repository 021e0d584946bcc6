// RUN: dml-opt %s --dml-gpu-finish-kernels | FileCheck %s

// Atomic operations order nothing but themselves; barriers stay as they are.
// CHECK-LABEL: spirv.func @atomics(
// CHECK:         spirv.AtomicIAdd <Device> <None>
// CHECK:         spirv.AtomicUMax <Device> <None>
// CHECK:         spirv.AtomicOr <Workgroup> <None>
// CHECK:         spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
spirv.module Logical GLSL450 {
  spirv.func @atomics(%word : !spirv.ptr<i32, StorageBuffer>,
      %shared : !spirv.ptr<i32, Workgroup>, %value : i32) "None" {
    %0 = spirv.AtomicIAdd <Device> <AcquireRelease> %word, %value : !spirv.ptr<i32, StorageBuffer>
    %1 = spirv.AtomicUMax <Device> <AcquireRelease> %word, %value : !spirv.ptr<i32, StorageBuffer>
    %2 = spirv.AtomicOr <Workgroup> <AcquireRelease> %shared, %value : !spirv.ptr<i32, Workgroup>
    spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
    spirv.Return
  }

  // Rounded each: sums, differences, products and quotients, but not what does
  // not contract.
  // CHECK-LABEL: spirv.func @roundings(
  // CHECK:         spirv.FMul %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:    spirv.FAdd %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:    spirv.FSub %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:    spirv.FDiv %{{.+}} {no_contraction} : f32
  // CHECK-NEXT:    spirv.FNegate %{{[^{]+}} : f32
  // CHECK-NEXT:    spirv.IAdd %{{[^{]+}} : i32
  spirv.func @roundings(%a: f32, %i: i32) "None" {
    %0 = spirv.FMul %a, %a : f32
    %1 = spirv.FAdd %0, %a : f32
    %2 = spirv.FSub %1, %a : f32
    %3 = spirv.FDiv %2, %a : f32
    %4 = spirv.FNegate %3 : f32
    %5 = spirv.IAdd %i, %i : i32
    spirv.Return
  }
}

// A kernel moves into its gpu.module, of which nothing else is left.
// CHECK:      gpu.module @k {
// CHECK-NEXT:   spirv.module @k Logical GLSL450 {
// CHECK:          spirv.FMul %{{.+}} {no_contraction} : f32
// CHECK-NOT:  {{gpu.func|arith}}
spirv.module @__spv__k Logical GLSL450 {
  spirv.func @k(%a: f32) "None" {
    %0 = spirv.FMul %a, %a : f32
    spirv.Return
  }
}
gpu.module @k {
  %unused = arith.constant 1 : i32
  %user = arith.addi %unused, %unused : i32
  gpu.func @k(%a: f32) kernel {
    gpu.return
  }
}

// CHECK:      spirv.module @__spv__nobody
// CHECK:      spirv.module @other
spirv.module @__spv__nobody Logical GLSL450 {
}
spirv.module @other Logical GLSL450 {
}
