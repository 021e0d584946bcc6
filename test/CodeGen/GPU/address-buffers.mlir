// RUN: dml-opt %s --split-input-file --dml-gpu-address-buffers | FileCheck %s

!words = !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
!vectors = !spirv.ptr<!spirv.struct<(!spirv.array<16 x vector<4xi32>, stride=16> [0])>, StorageBuffer>

// Two views of buffer 1 have one address. The memory of the workgroup stays.
// CHECK-LABEL: spirv.module PhysicalStorageBuffer64 GLSL450 {
// CHECK:         spirv.GlobalVariable @__addresses : !spirv.ptr<!spirv.struct<(i64 [0], i64 [8])>, PushConstant>
// CHECK-NOT:     StorageBuffer>
// CHECK:         spirv.GlobalVariable @shared : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !words
  spirv.GlobalVariable @y bind(0, 1) : !words
  spirv.GlobalVariable @z bind(0, 1) : !vectors
  spirv.GlobalVariable @shared : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>

  // CHECK-LABEL: spirv.func @sum(
  // CHECK-SAME:    %[[I:.+]]: i32
  // CHECK-DAG:     %[[ADDRESS:.+]] = spirv.AccessChain %{{.+}}[%cst0_i32{{.*}}] : {{.*}} -> !spirv.ptr<i64, PushConstant>
  // CHECK-DAG:     %[[X:.+]] = spirv.Load "PushConstant" %[[ADDRESS]] : i64
  spirv.func @sum(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %c3 = spirv.Constant 3 : i32
    %c-2 = spirv.Constant -2 : i32
    %x = spirv.mlir.addressof @x : !words

    // CHECK:     %[[WIDE:.+]] = spirv.SConvert %[[I]] : i32 to i64
    // CHECK:     %[[STRIDE:.+]] = spirv.Constant 4 : i64
    // CHECK:     %[[BYTES:.+]] = spirv.IMul %[[WIDE]], %[[STRIDE]] : i64
    // CHECK:     %[[FIRST:.+]] = spirv.IAdd %{{.+}}, %[[BYTES]] : i64
    // CHECK:     %[[DISTANCE:.+]] = spirv.Constant 12 : i64
    // CHECK:     %[[SUM:.+]] = spirv.IAdd %[[FIRST]], %[[DISTANCE]] : i64
    // CHECK:     %[[P:.+]] = spirv.ConvertUToPtr %[[SUM]] : i64 to !spirv.ptr<i32, PhysicalStorageBuffer>
    // CHECK:     %[[V:.+]] = spirv.Load "PhysicalStorageBuffer" %[[P]] ["Aligned", 4] : i32
    %behind = spirv.IAdd %i, %c3 : i32
    %p = spirv.AccessChain %x[%c0, %behind] : !words, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32

    // CHECK:     spirv.Constant -8 : i64
    // CHECK:     spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 4] : i32
    %before = spirv.IAdd %i, %c-2 : i32
    %q = spirv.AccessChain %x[%c0, %before] : !words, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %w = spirv.Load "StorageBuffer" %q : i32

    // CHECK:     %[[R:.+]] = spirv.ConvertUToPtr
    // CHECK:     spirv.AtomicIAdd <Device> <None> %[[R]], %[[V]] : !spirv.ptr<i32, PhysicalStorageBuffer>
    %y = spirv.mlir.addressof @y : !words
    %r = spirv.AccessChain %y[%c0, %i] : !words, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %old = spirv.AtomicIAdd <Device> <None> %r, %v : !spirv.ptr<i32, StorageBuffer>

    // CHECK:     spirv.Constant 16 : i64
    // CHECK:     spirv.Store "PhysicalStorageBuffer" %{{.+}}, %{{.+}} ["Aligned", 16] : vector<4xi32>
    %z = spirv.mlir.addressof @z : !vectors
    %s = spirv.AccessChain %z[%c0, %i] : !vectors, i32, i32 -> !spirv.ptr<vector<4xi32>, StorageBuffer>
    %four = spirv.CompositeConstruct %v, %w, %old, %v : (i32, i32, i32, i32) -> vector<4xi32>
    spirv.Store "StorageBuffer" %s, %four : vector<4xi32>
    spirv.Return
  }

  // From SPIR-V 1.4 on, entry points name buffers.
  // CHECK: spirv.EntryPoint "GLCompute" @sum, @shared, @__addresses
  spirv.EntryPoint "GLCompute" @sum, @x, @y, @z, @shared
}

// -----

!few = !spirv.ptr<!spirv.struct<(!spirv.array<64 x i8, stride=1> [0])>, StorageBuffer>
!many = !spirv.ptr<!spirv.struct<(!spirv.array<1073741825 x i8, stride=1> [0])>, StorageBuffer>

// Few bytes are like words. An index of many may be 2^31 and more, so that it is
// no signed word, and the sum may wrap around.
// CHECK-LABEL: spirv.func @bytes(
// CHECK-SAME:      %[[I:.+]]: i32
// CHECK:         spirv.SConvert %[[I]] : i32 to i64
// CHECK:         spirv.Load "PhysicalStorageBuffer" %{{.+}} ["Aligned", 1] : i8
// CHECK:         spirv.UConvert %{{.+}} : i32 to i64
// CHECK:         spirv.EntryPoint "GLCompute" @bytes{{$}}
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !few
  spirv.GlobalVariable @y bind(0, 1) : !many
  spirv.func @bytes(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %c3 = spirv.Constant 3 : i32
    %x = spirv.mlir.addressof @x : !few
    %y = spirv.mlir.addressof @y : !many
    %j = spirv.IAdd %i, %c3 : i32
    %p = spirv.AccessChain %x[%c0, %j] : !few, i32, i32 -> !spirv.ptr<i8, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i8
    %q = spirv.AccessChain %y[%c0, %j] : !many, i32, i32 -> !spirv.ptr<i8, StorageBuffer>
    %w = spirv.Load "StorageBuffer" %q : i8
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @bytes
}

// -----

!words = !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>

// Where the constant is so large that the rest may be no signed word, it stays.
// So does a name that the addresses would have, and an entry point that uses no
// buffer.
// CHECK-LABEL: spirv.module PhysicalStorageBuffer64 GLSL450 {
// CHECK:         spirv.GlobalVariable @[[ADDRESSES:__addresses_.+]] : !spirv.ptr<!spirv.struct<(i64 [0])>, PushConstant>
// CHECK:         %[[J:.+]] = spirv.IAdd
// CHECK:         spirv.SConvert %[[J]] : i32 to i64
// CHECK:         spirv.EntryPoint "GLCompute" @large, @__addresses, @[[ADDRESSES]]
// CHECK:         spirv.EntryPoint "GLCompute" @none, @__addresses{{$}}
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !words
  spirv.GlobalVariable @__addresses : !spirv.ptr<!spirv.array<8 x i32>, Workgroup>
  spirv.func @large(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %c = spirv.Constant -1073741825 : i32
    %x = spirv.mlir.addressof @x : !words
    %j = spirv.IAdd %i, %c : i32
    %p = spirv.AccessChain %x[%c0, %j] : !words, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.Return
  }
  spirv.func @none() "None" {
    spirv.Return
  }
  spirv.EntryPoint "GLCompute" @large, @x, @__addresses
  spirv.EntryPoint "GLCompute" @none, @__addresses
}

// -----

// There is no room for 17 addresses.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 16) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.Return
  }
}

// -----

// A part of a vector is no element.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<16 x vector<4xi32>, stride=16> [0])>, StorageBuffer>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<16 x vector<4xi32>, stride=16> [0])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i, %c0] : !spirv.ptr<!spirv.struct<(!spirv.array<16 x vector<4xi32>, stride=16> [0])>, StorageBuffer>, i32, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.Return
  }
}

// -----

// The array does not begin where the buffer does.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [16])>, StorageBuffer>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [16])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [16])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.Return
  }
}

// -----

// Elements at a distance of 12 bytes are aligned to 4.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<8 x !spirv.array<3 x i32, stride=4>, stride=12> [0])>, StorageBuffer>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<8 x !spirv.array<3 x i32, stride=4>, stride=12> [0])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<8 x !spirv.array<3 x i32, stride=4>, stride=12> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<!spirv.array<3 x i32, stride=4>, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : !spirv.array<3 x i32, stride=4>
    spirv.Return
  }
}

// -----

// What a function does with a pointer is not known.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
  spirv.func @g(%p: !spirv.ptr<i32, StorageBuffer>) -> i32 "None" {
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.ReturnValue %v : i32
  }
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.FunctionCall @g(%p) : (!spirv.ptr<i32, StorageBuffer>) -> i32
    spirv.Return
  }
}

// -----

// A kernel has push constants once.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
  spirv.GlobalVariable @own : !spirv.ptr<!spirv.struct<(i32 [0])>, PushConstant>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32
    %x = spirv.mlir.addressof @x : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
    %p = spirv.AccessChain %x[%c0, %i] : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>, i32, i32 -> !spirv.ptr<i32, StorageBuffer>
    %v = spirv.Load "StorageBuffer" %p : i32
    spirv.Return
  }
}

// -----

// Nothing is gained where no buffer is used.
// CHECK-LABEL: spirv.module Logical GLSL450 {
// CHECK-NOT:     PhysicalStorageBuffer
spirv.module Logical GLSL450 {
  spirv.GlobalVariable @x bind(0, 0) : !spirv.ptr<!spirv.struct<(!spirv.array<64 x i32, stride=4> [0])>, StorageBuffer>
  spirv.func @f(%i: i32) "None" {
    %c0 = spirv.Constant 0 : i32

    spirv.Return
  }
}
