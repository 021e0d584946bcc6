// Positions outside of every buffer have no word in common, though the distance
// between them wraps, or bytes and words cannot be counted up to them.
// RUN: dml-opt %s --dml-gpu-pack-words | FileCheck %s

// CHECK-LABEL: func @far_apart(
// CHECK:         gpu.launch
// CHECK-COUNT-2:   memref.load %{{.+}} : memref<4xi32
// CHECK-NOT:       memref.load
func.func @far_apart(%x: memref<8xf16>, %y: memref<8xf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %far = arith.constant 9223372036854775807 : index
    %near = arith.constant -9223372036854775808 : index
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%far] : memref<8xf16>
    %b = memref.load %x[%near] : memref<8xf16>
    %v = vector.from_elements %a, %b, %a, %b, %a, %b, %a, %b : vector<8xf16>
    vector.store %v, %y[%c0] : memref<8xf16>, vector<8xf16>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @no_byte_has_that_number(
// CHECK:         gpu.launch
// CHECK-COUNT-2:   memref.load %{{.+}} : memref<4xi32
// CHECK-NOT:       memref.load
func.func @no_byte_has_that_number(%x: memref<8xf16>, %y: memref<8xf16>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %far = arith.constant 9223372036854775807 : index
    %near = arith.constant 2305843009213693952 : index
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%far] : memref<8xf16>
    %b = memref.load %x[%near] : memref<8xf16>
    %v = vector.from_elements %a, %b, %a, %b, %a, %b, %a, %b : vector<8xf16>
    vector.store %v, %y[%c0] : memref<8xf16>, vector<8xf16>
    gpu.terminator
  }
  return
}

// The last byte that 64 bits can number is in the middle of an element.
// CHECK-LABEL: func @last_byte(
// CHECK:         gpu.launch
// CHECK:           memref.load %{{.+}} : memref<4xvector<2xi32>
// CHECK-NOT:       memref.load
func.func @last_byte(%x: memref<4xf64>, %y: memref<4xf64>) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %far = arith.constant 1152921504606846975 : index
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%far] : memref<4xf64>
    %v = vector.from_elements %a, %a : vector<2xf64>
    vector.store %v, %y[%c0] : memref<4xf64>, vector<2xf64>
    gpu.terminator
  }
  return
}

// The step wraps to 0, and the position is not: it is clamped.
// CHECK-LABEL: func @step_wraps(
// CHECK:         gpu.launch
// CHECK:           %[[C:.+]] = arith.minui %{{.+}}, %c31_i32 : i32
// CHECK:           %[[I:.+]] = arith.index_cast %[[C]] : i32 to index
// CHECK:           memref.load %{{.+}}[%[[I]]] : memref<32xi32
func.func @step_wraps(%x: memref<4x8xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %i = affine.apply affine_map<(d0) -> (d0 * 1152921504606846977)>(%tx)
    %a = memref.load %x[%i, %c0] : memref<4x8xf32>
    %v = vector.from_elements %a, %a, %a, %a : vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// CHECK-LABEL: func @store(
// CHECK:         memref.store %{{.+}} : memref<1xvector<4xi32>
func.func @store(%y: memref<4xf32>, %e: f32) {
  %c1 = arith.constant 1 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c1, %sy = %c1, %sz = %c1) {
    %far = arith.constant 9223372036854775807 : index
    %v = vector.from_elements %e, %e, %e, %e : vector<4xf32>
    vector.store %v, %y[%far] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// As many threads as there can be.
// CHECK-LABEL: func @grid(
// CHECK:         memref.load %{{.+}} : memref<8xi32
func.func @grid(%x: memref<8xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %most = arith.constant -9223372036854775808 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %most, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %a = memref.load %x[%tx] : memref<8xf32>
    %v = vector.from_elements %a, %a, %a, %a : vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}
