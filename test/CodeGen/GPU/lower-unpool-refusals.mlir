// RUN: split-file %s %t
// RUN: dml-opt %t/buffers.mlir --split-input-file --verify-diagnostics --dml-gpu-lower-unpool
// RUN: dml-opt %t/pieces.mlir --verify-diagnostics --dml-gpu-lower-unpool=max-buffer-bytes=8655
// RUN: dml-opt %t/pieces.mlir --verify-diagnostics --dml-gpu-lower-unpool=max-buffer-bytes=-1

//--- pieces.mlir
// A map in thousands of pieces would take longer to compile than anybody waits.
func.func @pieces(%v: memref<2x16x33x65xf16>, %i: memref<2x16x33x65xi32>,
    %d: memref<2x16x66x130xf16>) {
  // expected-error-re @+1 {{'dml.unpool' op expected buffers of at least 8656 bytes for its map, given {{8655|-1}} (max-buffer-bytes)}}
  dml.unpool ins(%v, %i : memref<2x16x33x65xf16>, memref<2x16x33x65xi32>) outs(%d : memref<2x16x66x130xf16>)
  return
}

//--- buffers.mlir

func.func @strided(%v: memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>,
    %i: memref<1x1x2x2xi32>, %d: memref<1x1x3x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected packed or NHWC buffers of static shape, given 'memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32, strided<[8, 8, 4, 2]>>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x3x3xf32>)
  return
}

// -----

func.func @dynamic(%v: memref<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>,
    %d: memref<1x1x?x3xf32>) {
  // expected-error @+1 {{'dml.unpool' op expected packed or NHWC buffers of static shape, given 'memref<1x1x?x3xf32>'}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%d : memref<1x1x?x3xf32>)
  return
}

// -----

func.func @part_of_a_vector(%v: memref<1x1x2x2xf32>, %i: memref<1x1x2x2xi32>,
    %all: memref<1x2x3x3xf32>) {
  %d = memref.subview %all[0, 0, 0, 0] [1, 1, 3, 3] [1, 1, 1, 1]
      : memref<1x2x3x3xf32> to memref<1x1x3x3xf32, strided<[18, 9, 3, 1]>>
  %packed = memref.reinterpret_cast %d to offset: [0], sizes: [1, 1, 3, 3],
      strides: [9, 9, 3, 1]
      : memref<1x1x3x3xf32, strided<[18, 9, 3, 1]>> to memref<1x1x3x3xf32>
  // expected-error @+1 {{'dml.unpool' op writes a part of a buffer}}
  dml.unpool ins(%v, %i : memref<1x1x2x2xf32>, memref<1x1x2x2xi32>) outs(%packed : memref<1x1x3x3xf32>)
  return
}
