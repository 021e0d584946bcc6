// RUN: dml-opt %s --split-input-file --verify-diagnostics --dml-gpu-pack-words

func.func @dynamic_shape(%x: memref<?xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'memref.load' op has a dynamic shape, 'memref<?xf32>'; only static shapes run on the GPU}}
    %a = memref.load %x[%tx] : memref<?xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @unranked_root(%x: memref<*xf32>, %v: vector<4xf32>) {
  %c1 = arith.constant 1 : index
  %y = memref.cast %x : memref<*xf32> to memref<16xf32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'vector.store' op has a dynamic shape, 'memref<*xf32>'; only static shapes run on the GPU}}
    vector.store %v, %y[%tx] : memref<16xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @atomic_update(%x: memref<?xi32>, %v: i32) {
  %c1 = arith.constant 1 : index
  %y = memref.cast %x : memref<?xi32> to memref<16xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'memref.atomic_rmw' op has a dynamic shape, 'memref<?xi32>'; only static shapes run on the GPU}}
    %a = memref.atomic_rmw maxu %v, %y[%tx] : (i32, memref<16xi32>) -> i32
    gpu.terminator
  }
  return
}

// -----

func.func @any_offset(%x: memref<16xf32, strided<[1], offset: ?>>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'memref.load' op has a part of a buffer whose place only a run knows}}
    %a = memref.load %x[%tx] : memref<16xf32, strided<[1], offset: ?>>
    gpu.terminator
  }
  return
}

// -----

func.func @no_strides(%x: memref<16xf32, affine_map<(a) -> (a floordiv 2)>>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'memref.load' op has a buffer without strides, 'memref<16xf32, affine_map<(d0) -> (d0 floordiv 2)>>'; kernels need a static offset and static strides}}
    %a = memref.load %x[%tx] : memref<16xf32, affine_map<(a) -> (a floordiv 2)>>
    gpu.terminator
  }
  return
}

// -----

func.func @other_elements(%x: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = memref.view %x[%c0][] : memref<64xi8> to memref<8xf64>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'memref.load' op has a view of other elements than its buffer's: 'memref<8xf64>' of 'memref<64xi8>'}}
    %a = memref.load %y[%tx] : memref<8xf64>
    gpu.terminator
  }
  return
}

// -----

func.func @three_words(%x: memref<16xf32>, %v: vector<3xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'vector.store' op expected one element, one or two words or whole vectors of 16 bytes in one dimension, given 'vector<3xf32>'}}
    vector.store %v, %x[%tx] : memref<16xf32>, vector<3xf32>
    gpu.terminator
  }
  return
}

// -----

func.func @part_of_a_word(%x: memref<32xi8>, %v: vector<3xi8>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'vector.store' op expected one element, one or two words or whole vectors of 16 bytes in one dimension, given 'vector<3xi8>'}}
    vector.store %v, %x[%tx] : memref<32xi8>, vector<3xi8>
    gpu.terminator
  }
  return
}

// -----

func.func @two_rows(%x: memref<4x8xf32>, %v: vector<2x4xf32>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    // expected-error @+1 {{'vector.store' op expected one element, one or two words or whole vectors of 16 bytes in one dimension, given 'vector<2x4xf32>'}}
    vector.store %v, %x[%tx, %ty] : memref<4x8xf32>, vector<2x4xf32>
    gpu.terminator
  }
  return
}

// -----

// What no words can be made of is left as it is.
func.func @other_types(%x: memref<64xf80>, %y: memref<64xi24>,
    %z: memref<4xi32>, %i: i128) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %a = memref.load %x[%tx] : memref<64xf80>
    memref.store %a, %x[%ty] : memref<64xf80>
    %b = memref.load %y[%tx] : memref<64xi24>
    memref.store %b, %y[%ty] : memref<64xi24>
    %wide = vector.from_elements %i : vector<1xi128>
    %parts = vector.bitcast %wide : vector<1xi128> to vector<4xi32>
    vector.store %parts, %z[%c0] : memref<4xi32>, vector<4xi32>
    gpu.terminator
  }
  return
}
