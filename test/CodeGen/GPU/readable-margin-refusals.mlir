// Margins around buffers that kernels cannot read, and a kernel that reads around a buffer
// and does not get its address.

// RUN: not dml-opt %s --dml-gpu-pack-words='readable-margin=24' 2>&1 | FileCheck %s --check-prefix=PART
// RUN: not dml-opt %s --dml-gpu-address-buffers='readable-margin=-16' 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: not dml-opt %s --dml-gpu-address-buffers='readable-margin=268435472' 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not dml-opt %s --dml-gpu-address-buffers='readable-margin=16' 2>&1 | FileCheck %s
// RUN: dml-opt %s --dml-gpu-address-buffers | FileCheck %s --check-prefix=BOUND

// PART: error: expected a readable-margin of up to 268435456 bytes, a multiple of 16, given 24
// NEGATIVE: a multiple of 16, given -16
// LARGE: a multiple of 16, given 268435472
// CHECK: error: 'spirv.module' op reads around its buffers, which need addresses in place of other push constants or accesses
// BOUND: spirv.module Logical GLSL450

!words = !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>

spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !words
  spirv.GlobalVariable @own : !spirv.ptr<!spirv.struct<(i32 [0])>, PushConstant>
  spirv.func @kernel(%i: i32) -> i32 "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !words
    %p = spirv.AccessChain %x[%c0, %i] : !words, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.ReturnValue %v : i32
  }
}
