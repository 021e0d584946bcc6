// A read of nothing gives zero, if there is one of its type.
// RUN: dml-opt %s --pass-pipeline='builtin.module(func.func(dml-gpu-sink-into-launches))' | FileCheck %s

// CHECK-LABEL: func @reads(
// CHECK-NOT:     memref.load %{{.+}} : memref<0xf32>
// CHECK:         memref.load %{{.+}} : memref<0xcomplex<f32>>
// CHECK-NOT:     memref.load %{{.+}} : memref<0xf32>
// CHECK:         memref.load %{{.+}} : memref<0xmemref<4xf32>>
func.func @reads(%x: memref<0xf32>, %y: memref<0xcomplex<f32>>,
    %z: memref<0xmemref<4xf32>>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %a = memref.load %x[%tx] : memref<0xf32>
    memref.store %a, %x[%ty] : memref<0xf32>
    %b = memref.load %y[%tx] : memref<0xcomplex<f32>>
    memref.store %b, %y[%ty] : memref<0xcomplex<f32>>
    %c = memref.load %z[%tx] : memref<0xmemref<4xf32>>
    memref.store %c, %z[%ty] : memref<0xmemref<4xf32>>
    gpu.terminator
  }
  return
}
