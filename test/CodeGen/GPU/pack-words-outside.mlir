// Positions outside of every buffer have no word in common, though the distance
// between them wraps, or bytes and words cannot be counted up to them.
// RUN: dml-opt %s --dml-gpu-pack-words | FileCheck %s
// RUN: dml-opt %s --dml-gpu-pack-words='readable-margin=64' | FileCheck %s --check-prefix=MARGIN

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

// Words in the margin are read as they are: here 15 words behind the buffer, and 16
// before it.
// CHECK-LABEL: func @margin(
// CHECK:         arith.minui
// CHECK:         memref.load
// CHECK:         arith.minui
// CHECK:         memref.load
// MARGIN-LABEL: func @margin(
// MARGIN-NOT:     arith.minui
func.func @margin(%x: memref<16xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %behind = affine.apply affine_map<(d0) -> (d0 + 16)>(%tx)
    %before = affine.apply affine_map<(d0) -> (d0 - 16)>(%tx)
    %a = memref.load %x[%behind] : memref<16xf32>
    %b = memref.load %x[%before] : memref<16xf32>
    %v = vector.from_elements %a, %b, %a, %b : vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// One word behind the margin.
// MARGIN-LABEL: func @behind_margin(
// MARGIN:         arith.minui %{{.+}}, %c15_i32 : i32
func.func @behind_margin(%x: memref<16xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %behind = affine.apply affine_map<(d0) -> (d0 + 17)>(%tx)
    %a = memref.load %x[%behind] : memref<16xf32>
    %v = vector.from_elements %a, %a, %a, %a : vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// A word of a buffer that is written is read with its vector, whose number cannot be
// negative.
// MARGIN-LABEL: func @in_place(
// MARGIN:         %[[I:.+]] = arith.minui %{{.+}}, %c15_i32 : i32
// MARGIN:         arith.shrui %[[I]], %c2_i32 : i32
func.func @in_place(%x: memref<16xf32>) {
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c4, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %before = affine.apply affine_map<(d0) -> (d0 * 3 - 5)>(%tx)
    %a = memref.load %x[%before] : memref<16xf32>
    %v = vector.from_elements %a, %a, %a, %a : vector<4xf32>
    vector.store %v, %x[%c0] : memref<16xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}

// More buffers than a kernel can have addresses of: nothing outside is read.
// MARGIN-LABEL: func @many_buffers(
// MARGIN:         arith.minui %{{.+}}, %c3_i32 : i32
func.func @many_buffers(%b0: memref<4xf32>, %b1: memref<4xf32>, %b2: memref<4xf32>, %b3: memref<4xf32>, %b4: memref<4xf32>, %b5: memref<4xf32>, %b6: memref<4xf32>, %b7: memref<4xf32>, %b8: memref<4xf32>, %b9: memref<4xf32>, %b10: memref<4xf32>, %b11: memref<4xf32>, %b12: memref<4xf32>, %b13: memref<4xf32>, %b14: memref<4xf32>, %b15: memref<4xf32>, %y: memref<4xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%tx, %ty, %tz) in (%sx = %c8, %sy = %c1, %sz = %c1) {
    %c0 = arith.constant 0 : index
    %l0 = memref.load %b0[%c0] : memref<4xf32>
    %l1 = memref.load %b1[%c0] : memref<4xf32>
    %l2 = memref.load %b2[%c0] : memref<4xf32>
    %l3 = memref.load %b3[%c0] : memref<4xf32>
    %l4 = memref.load %b4[%c0] : memref<4xf32>
    %l5 = memref.load %b5[%c0] : memref<4xf32>
    %l6 = memref.load %b6[%c0] : memref<4xf32>
    %l7 = memref.load %b7[%c0] : memref<4xf32>
    %l8 = memref.load %b8[%c0] : memref<4xf32>
    %l9 = memref.load %b9[%c0] : memref<4xf32>
    %l10 = memref.load %b10[%c0] : memref<4xf32>
    %l11 = memref.load %b11[%c0] : memref<4xf32>
    %l12 = memref.load %b12[%c0] : memref<4xf32>
    %l13 = memref.load %b13[%c0] : memref<4xf32>
    %l14 = memref.load %b14[%c0] : memref<4xf32>
    %l15 = memref.load %b15[%c0] : memref<4xf32>
    %s1 = arith.addf %l0, %l1 : f32
    %s2 = arith.addf %s1, %l2 : f32
    %s3 = arith.addf %s2, %l3 : f32
    %s4 = arith.addf %s3, %l4 : f32
    %s5 = arith.addf %s4, %l5 : f32
    %s6 = arith.addf %s5, %l6 : f32
    %s7 = arith.addf %s6, %l7 : f32
    %s8 = arith.addf %s7, %l8 : f32
    %s9 = arith.addf %s8, %l9 : f32
    %s10 = arith.addf %s9, %l10 : f32
    %s11 = arith.addf %s10, %l11 : f32
    %s12 = arith.addf %s11, %l12 : f32
    %s13 = arith.addf %s12, %l13 : f32
    %s14 = arith.addf %s13, %l14 : f32
    %s15 = arith.addf %s14, %l15 : f32
    %outside = memref.load %b0[%tx] : memref<4xf32>
    %v = vector.from_elements %s15, %outside, %s15, %outside : vector<4xf32>
    vector.store %v, %y[%c0] : memref<4xf32>, vector<4xf32>
    gpu.terminator
  }
  return
}
