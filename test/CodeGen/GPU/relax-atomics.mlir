// RUN: dml-opt %s --pass-pipeline='builtin.module(spirv.module(dml-gpu-relax-atomics))' \
// RUN:   | FileCheck %s

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
}
