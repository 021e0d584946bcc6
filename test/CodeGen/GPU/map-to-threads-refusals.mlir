// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-map-to-threads

func.func @dynamic_shape(%x: memref<?xf32>, %y: memref<?xf32>) {
  // expected-error @+1 {{'linalg.generic' op has a dynamic shape, 'memref<?xf32>'; only static shapes run on the GPU (dml-run specialises them to its inputs, dml-refine-arguments to given types)}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

// Threads would share words.
func.func @strided_result(%x: memref<4x4xf32>, %y: memref<4x4xf32, strided<[8, 1]>>) {
  // expected-error @+1 {{'linalg.generic' op writes a part of a buffer, 'memref<4x4xf32, strided<[8, 1]>>', with stride 8 in dimension 0; expected 4, because kernels write vectors of 16 bytes}}
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x4xf32>) outs(%y : memref<4x4xf32, strided<[8, 1]>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

func.func @result_between_vectors(%x: memref<4xf32>, %y: memref<4xf32, strided<[1], offset: 2>>) {
  // expected-error @+1 {{'linalg.generic' op writes a part of a buffer, 'memref<4xf32, strided<[1], offset: 2>>' of 'memref<4xf32, strided<[1], offset: 2>>'; expected one that begins and ends at multiples of 16 bytes or at an end of the buffer, because kernels write whole vectors}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32, strided<[1], offset: 2>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

// The last thread would write the element behind the part as well.
func.func @part_that_ends_between_vectors(%x: memref<7xf32>, %b: memref<64xf32>) {
  %y = memref.subview %b[4] [7] [1] : memref<64xf32> to memref<7xf32, strided<[1], offset: 4>>
  // expected-error @+1 {{'linalg.generic' op writes a part of a buffer, 'memref<7xf32, strided<[1], offset: 4>>' of 'memref<64xf32>'; expected one that begins and ends at multiples of 16 bytes}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<7xf32>) outs(%y : memref<7xf32, strided<[1], offset: 4>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

// Parts that end with a vector, or with their buffer, are none of these.
func.func @parts_of_whole_vectors(%x: memref<2x4xf32>, %z: memref<7xf32>, %b: memref<11xf32>, %c: memref<64xf32>) {
  %y = memref.subview %c[4] [8] [1] : memref<64xf32> to memref<8xf32, strided<[1], offset: 4>>
  %rows = memref.expand_shape %y [[0, 1]] output_shape [2, 4] : memref<8xf32, strided<[1], offset: 4>> into memref<2x4xf32, strided<[4, 1], offset: 4>>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<2x4xf32>) outs(%rows : memref<2x4xf32, strided<[4, 1], offset: 4>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  %end = memref.subview %b[4] [7] [1] : memref<11xf32> to memref<7xf32, strided<[1], offset: 4>>
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%z : memref<7xf32>) outs(%end : memref<7xf32, strided<[1], offset: 4>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

// How far the vectors may reach is not known.
func.func @part_of_a_dynamic_buffer(%x: memref<8xf32>, %b: memref<?xf32>) {
  %y = memref.subview %b[4] [8] [1] : memref<?xf32> to memref<8xf32, strided<[1], offset: 4>>
  // expected-error @+1 {{'linalg.generic' op has a dynamic shape, 'memref<?xf32>'; only static shapes run on the GPU}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<8xf32>) outs(%y : memref<8xf32, strided<[1], offset: 4>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

func.func @result_at_any_offset(%x: memref<4xf32>, %y: memref<4xf32, strided<[1], offset: ?>>) {
  // expected-error @+1 {{'linalg.generic' op has a part of a buffer whose place only a run knows, 'memref<4xf32, strided<[1], offset: ?>>'; kernels need a static offset and static strides}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<4xf32>) outs(%y : memref<4xf32, strided<[1], offset: ?>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

func.func @input_of_any_stride(%x: memref<4xf32, strided<[?]>>, %y: memref<4xf32>) {
  // expected-error @+1 {{'linalg.generic' op has a part of a buffer whose place only a run knows}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<4xf32, strided<[?]>>) outs(%y : memref<4xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

// Each element of the result four times, in no order.
func.func @written_often(%x: memref<4x3xf32>, %y: memref<3xf32>) {
  // expected-error @+1 {{'linalg.generic' op does not write each element of its result once: (d0, d1) -> (d1) does not depend on the parallel loop d0}}
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x3xf32>) outs(%y : memref<3xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// -----

func.func @orders_differ(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %z: memref<4x4xf32>) {
  // expected-error @+1 {{'linalg.generic' op orders its results differently, by (d0, d1) -> (d0, d1) and (d0, d1) -> (d1, d0); a kernel writes all of them in one order}}
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b, a)>], iterator_types = ["parallel", "parallel"]} ins(%x : memref<4x4xf32>) outs(%y, %z : memref<4x4xf32>, memref<4x4xf32>) {
    ^bb0(%e: f32, %old: f32, %old2: f32):
      linalg.yield %e, %e : f32, f32
  }
  return
}

// -----

func.func @complex_numbers(%x: memref<4xcomplex<f32>>, %y: memref<4xcomplex<f32>>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'complex<f32>'; the GPU moves integers and floats of 8, 16, 32 or 64 bits, and booleans}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<4xcomplex<f32>>) outs(%y : memref<4xcomplex<f32>>) {
    ^bb0(%e: complex<f32>, %old: complex<f32>):
      linalg.yield %e : complex<f32>
  }
  return
}

// -----

// Three bytes do not divide a word.
func.func @i24(%x: memref<8xi24>, %y: memref<8xi24>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'i24'; the GPU moves integers}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<8xi24>) outs(%y : memref<8xi24>) {
    ^bb0(%e: i24, %old: i24):
      linalg.yield %e : i24
  }
  return
}

// -----

// Nor do the bits beyond these mean anything.
func.func @i12(%x: memref<8xi12>, %y: memref<8xi12>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'i12'}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : memref<8xi12>) outs(%y : memref<8xi12>) {
    ^bb0(%e: i12, %old: i12):
      linalg.yield %e : i12
  }
  return
}

// -----

func.func @scalar_i4(%s: i4, %y: memref<8xi32>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'i4'}}
  linalg.generic {indexing_maps = [affine_map<(a) -> ()>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%s : i4) outs(%y : memref<8xi32>) {
    ^bb0(%e: i4, %old: i32):
      %w = arith.extui %e : i4 to i32
      linalg.yield %w : i32
  }
  return
}

// -----

// What the body reads by itself counts as well.
func.func @table_of_i48(%t: memref<8xi48>, %y: memref<8xi32>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'i48'}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]} outs(%y : memref<8xi32>) {
    ^bb0(%old: i32):
      %i = linalg.index 0 : index
      %e = memref.load %t[%i] : memref<8xi48>
      %w = arith.trunci %e : i48 to i32
      linalg.yield %w : i32
  }
  return
}

// -----

// 64 bits in memory, and 32 in a kernel.
func.func @table_of_indices(%t: memref<8xindex>, %y: memref<8xi32>) {
  // expected-error @+1 {{'linalg.generic' op has values of type 'index'}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]} outs(%y : memref<8xi32>) {
    ^bb0(%old: i32):
      %i = linalg.index 0 : index
      %e = memref.load %t[%i] : memref<8xindex>
      %w = arith.index_cast %e : index to i32
      linalg.yield %w : i32
  }
  return
}

// -----

func.func @table_of_any_stride(%t: memref<8xi32, strided<[?]>>, %y: memref<8xi32>) {
  // expected-error @+1 {{'linalg.generic' op has a part of a buffer whose place only a run knows}}
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>], iterator_types = ["parallel"]} outs(%y : memref<8xi32>) {
    ^bb0(%old: i32):
      %i = linalg.index 0 : index
      %e = memref.load %t[%i] : memref<8xi32, strided<[?]>>
      linalg.yield %e : i32
  }
  return
}

// -----

func.func @tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'linalg.generic' op has an operand that is no buffer, 'tensor<4xf32>'; kernels take buffers, integers and floats}}
  %z = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%y : tensor<4xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  } -> tensor<4xf32>
  return %z : tensor<4xf32>
}
