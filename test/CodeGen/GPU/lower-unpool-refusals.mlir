// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-lower-unpool

func.func @strided(%v: memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected packed buffers of static shape, given 'memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @dynamic(%v: memref<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x?x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected packed buffers of static shape, given 'memref<1x1x?x3xf32>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x?x3xf32>)
  return
}
