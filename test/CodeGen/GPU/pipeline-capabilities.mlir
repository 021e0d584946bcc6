// With the device's capabilities, and without them refused.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float16,Float64' \
// RUN:   | FileCheck %s
// RUN: not dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float64' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: needs the feature shaderFloat16

// Kernels reach buffers by addresses where the device lets them.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float16,Float64,PhysicalStorageBufferAddresses' \
// RUN:   | FileCheck %s --check-prefix=ADDRESSES
// ADDRESSES-COUNT-4: spirv.module @{{.+}} PhysicalStorageBuffer64 GLSL450 requires #spirv.vce<{{.*}}PhysicalStorageBufferAddresses{{.*}}physical_storage_buffer{{.*}}>

// An odd number of channels is stored element by element where the device lets
// kernels do so and compute with such integers.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer8BitAccess,StorageBuffer16BitAccess' \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer8BitAccess,StorageBuffer16BitAccess,PhysicalStorageBufferAddresses' \
// RUN:   | FileCheck %s --check-prefixes=SINGLE,BY-ADDRESS
// BY-ADDRESS: spirv.module @odd_pixels{{.+}} PhysicalStorageBuffer64
// SINGLE:     requires #spirv.vce<{{.*}}StorageBuffer16BitAccess{{.*}}SPV_KHR_16bit_storage
// SINGLE-NOT: StorageBuffer8BitAccess

// Not if it is known of bytes alone, or of halves without arithmetic on them.
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer8BitAccess' \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pipeline='capabilities=Int8,Int64,Float16,Float64,StorageBuffer16BitAccess' \
// RUN:   | FileCheck %s

// Kernels require what they compute with, and no more.
// CHECK-LABEL: func @f16(
// CHECK:         requires #spirv.vce<{{.*}}Float16{{.*}}>
// CHECK:         spirv.FAdd %{{.+}} : {{.*}}f16
func.func @f16(%x: tensor<5xf16>) -> tensor<5xf16> {
  %y = arith.addf %x, %x : tensor<5xf16>
  return %y : tensor<5xf16>
}

// CHECK-LABEL: func @f64(
// CHECK:         requires #spirv.vce<{{.*}}Float64{{.*}}>
// CHECK:         spirv.FMul %{{.+}} : f64
func.func @f64(%x: tensor<5xf64>) -> tensor<5xf64> {
  %y = arith.mulf %x, %x : tensor<5xf64>
  return %y : tensor<5xf64>
}

// CHECK-LABEL: func @i64(
// CHECK:         requires #spirv.vce<{{.*}}Int64{{.*}}>
// CHECK:         spirv.IAdd %{{.+}} : i64
func.func @i64(%x: tensor<5xi64>) -> tensor<5xi64> {
  %y = arith.addi %x, %x : tensor<5xi64>
  return %y : tensor<5xi64>
}

// CHECK-LABEL: func @f32(
// CHECK:         requires #spirv.vce<v1.0, [Shader, Matrix],
func.func @f32(%x: tensor<5xf32>) -> tensor<5xf32> {
  %y = arith.addf %x, %x : tensor<5xf32>
  return %y : tensor<5xf32>
}

// CHECK-LABEL: func @odd_pixels(
// CHECK-NOT:     StorageBuffer16BitAccess
func.func @odd_pixels(
    %x: tensor<1x17x40x40xf16> {dml.strides = array<i64: 27200, 1, 680, 17>},
    %i: tensor<1x17x40x40xui32> {dml.strides = array<i64: 27200, 1, 680, 17>})
    -> (tensor<1x17x80x80xf16> {dml.strides = array<i64: 108800, 1, 1360, 17>}) {
  %y = dml.max_unpooling %x, %i : (tensor<1x17x40x40xf16>, tensor<1x17x40x40xui32>)
       -> tensor<1x17x80x80xf16>
  return %y : tensor<1x17x80x80xf16>
}
