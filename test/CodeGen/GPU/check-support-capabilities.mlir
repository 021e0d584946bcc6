// The device has all of them.
// RUN: dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer8BitAccess,StorageBuffer16BitAccess'
// Each for itself.
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int16,Int64,Float16,Float64' 2>&1 | FileCheck %s --check-prefix=INT8
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int64,Float16,Float64' 2>&1 | FileCheck %s --check-prefix=INT16
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Float16,Float64' 2>&1 | FileCheck %s --check-prefix=INT64
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Int64,Float64' 2>&1 | FileCheck %s --check-prefix=FLOAT16
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Int64,Float16' 2>&1 | FileCheck %s --check-prefix=FLOAT64
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer16BitAccess' 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not dml-opt %s --dml-gpu-check-support='capabilities=Int8,Int16,Int64,Float16,Float64,StorageBuffer8BitAccess' 2>&1 | FileCheck %s --check-prefix=HALVES
// INT8:    shaderInt8
// INT16:   shaderInt16
// INT64:   shaderInt64
// FLOAT16: shaderFloat16
// FLOAT64: shaderFloat64
// BYTES:   'memref.store' op accesses single elements of 'memref<64xi8, #spirv.storage_class<StorageBuffer>>', for which the device needs the feature storageBuffer8BitAccess
// HALVES:  storageBuffer16BitAccess

gpu.module @k {
  gpu.func @k(%a: i8, %b: i16, %c: i64, %d: f16, %e: f64, %i: index,
              %x: memref<64xi8, #spirv.storage_class<StorageBuffer>>,
              %y: memref<64xi16, #spirv.storage_class<StorageBuffer>>) kernel {
    %0 = arith.addi %a, %a : i8
    %1 = arith.addi %b, %b : i16
    %2 = arith.addi %c, %c : i64
    %3 = arith.addf %d, %d : f16
    %4 = arith.addf %e, %e : f64
    memref.store %0, %x[%i] : memref<64xi8, #spirv.storage_class<StorageBuffer>>
    memref.store %1, %y[%i] : memref<64xi16, #spirv.storage_class<StorageBuffer>>
    gpu.return
  }
}
