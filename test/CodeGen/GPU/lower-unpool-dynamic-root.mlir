// RUN: dml-opt %s --verify-diagnostics --pass-pipeline='builtin.module(func.func(dml-gpu-lower-unpool))'

func.func @behind_a_cast(%x: memref<1x1x?x2xf32>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x3x4xf32>) {
  %v = memref.cast %x : memref<1x1x?x2xf32> to memref<1x1x2x2xf32>
  // expected-error @+1 {{'dml.unpool' op expected packed or NHWC buffers of static shape, given 'memref<1x1x?x2xf32>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>)
             outs(%d : memref<1x1x3x4xf32>)
  return
}
