// RUN: dml-opt %s --dml-gpu-tile-operations=workgroup-size=128 | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// Left to other passes are

// runs of 8 bytes, as of two channels that take turns,
// CHECK-LABEL: func @short_runs(
// CHECK-NOT:     gpu.launch
func.func @short_runs(%x: memref<2x256xf32>, %y: memref<256x2xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x256xf32>) outs(%y : memref<256x2xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// elements that fill no words, or more than two,
// CHECK-LABEL: func @odd_widths(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @odd_widths(%x: memref<512x256xi24>, %y: memref<256x512xi24>,
                      %v: memref<512x256xi256>, %w: memref<256x512xi256>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xi24>) outs(%y : memref<256x512xi24>) {
  ^bb0(%e: i24, %old: i24):
    linalg.yield %e : i24
  }
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<512x256xi256>) outs(%w : memref<256x512xi256>) {
  ^bb0(%e: i256, %old: i256):
    linalg.yield %e : i256
  }
  return
}

// and results that are read again.
// CHECK-LABEL: func @added_to_result(
// CHECK-NOT:     gpu.launch
func.func @added_to_result(%x: memref<512x256xf32>, %y: memref<256x512xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    %s = arith.addf %e, %old : f32
    linalg.yield %s : f32
  }
  return
}

// Of nothing there are no tiles.
// CHECK-LABEL: func @nothing(
// CHECK-NOT:     gpu.launch
func.func @nothing(%x: memref<0x64xf16>, %y: memref<64x0xf16>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<0x64xf16>) outs(%y : memref<64x0xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Only a run knows where the copy begins in its buffer.
// CHECK-LABEL: func @dynamic_offset(
// CHECK-NOT:     gpu.launch
// CHECK:         linalg.generic
func.func @dynamic_offset(%x: memref<64x64xi8>, %y: memref<4096xi8>, %o: index) {
  %v = memref.subview %y[%o] [1024] [1]
      : memref<4096xi8> to memref<1024xi8, strided<[1], offset: ?>>
  %w = memref.expand_shape %v [[0, 1]] output_shape [32, 32]
      : memref<1024xi8, strided<[1], offset: ?>> into memref<32x32xi8, strided<[32, 1], offset: ?>>
  %s = memref.subview %x[0, 0] [32, 32] [1, 1]
      : memref<64x64xi8> to memref<32x32xi8, strided<[64, 1]>>
  linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<32x32xi8, strided<[64, 1]>>)
      outs(%w : memref<32x32xi8, strided<[32, 1], offset: ?>>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}

// A source whose root is dynamic or unranked has no words: left to other passes.
// CHECK-LABEL: func @unranked_source(
// CHECK:         linalg.generic
func.func @unranked_source(%s: memref<*xf32>, %y: memref<128x64xf32>) {
  %x = memref.cast %s : memref<*xf32> to memref<64x128xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL: func @dynamic_source(
// CHECK:         linalg.generic
func.func @dynamic_source(%s: memref<?x?xf32>, %y: memref<128x64xf32>) {
  %x = memref.cast %s : memref<?x?xf32> to memref<64x128xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL: func @dynamic_result(
// CHECK:         linalg.generic
func.func @dynamic_result(%x: memref<64x128xf32>, %s: memref<*xf32>) {
  %y = memref.cast %s : memref<*xf32> to memref<128x64xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}
