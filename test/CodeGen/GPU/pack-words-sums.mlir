// Sums of bytes: where what is added makes up words, words are added.

// RUN: dml-opt %s --dml-gpu-pack-words --canonicalize --cse --mlir-print-local-scope | FileCheck %s

// The first and third bytes are added in 16 bits each, and the others.
// CHECK-LABEL: func @words(
// CHECK:         %[[FIRST:.+]] = memref.load {{.*}} : memref<64xi32,
// CHECK:         %[[SECOND:.+]] = memref.load {{.*}} : memref<64xi32,
// CHECK-NOT:     memref.load
// CHECK:         %[[EVEN:.+]] = arith.andi %[[FIRST]], %c16711935_i32
// CHECK-NEXT:    %[[SHIFTED:.+]] = arith.shrui %[[FIRST]], %c8_i32
// CHECK-NEXT:    %[[ODD:.+]] = arith.andi %[[SHIFTED]], %c16711935_i32
// CHECK-NEXT:    %[[EVEN2:.+]] = arith.andi %[[SECOND]], %c16711935_i32
// CHECK-NEXT:    %[[SHIFTED2:.+]] = arith.shrui %[[SECOND]], %c8_i32
// CHECK-NEXT:    %[[ODD2:.+]] = arith.andi %[[SHIFTED2]], %c16711935_i32
// CHECK-NEXT:    %[[EVENS:.+]] = arith.addi %[[EVEN]], %[[EVEN2]]
// CHECK-NEXT:    %[[ODDS:.+]] = arith.addi %[[ODD]], %[[ODD2]]
// CHECK-NEXT:    %[[LOW:.+]] = arith.andi %[[EVENS]], %c16711935_i32
// CHECK-NEXT:    %[[HIGH:.+]] = arith.andi %[[ODDS]], %c16711935_i32
// CHECK-NEXT:    %[[MOVED:.+]] = arith.shli %[[HIGH]], %c8_i32
// CHECK-NEXT:    %[[SUM:.+]] = arith.ori %[[LOW]], %[[MOVED]]
// CHECK:         memref.store %[[SUM]]
func.func @words(%x: memref<256xi8>, %y: memref<64xi8>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %i0 = affine.apply affine_map<(t) -> (t * 4)>(%t)
    %i1 = affine.apply affine_map<(t) -> (t * 4 + 1)>(%t)
    %i2 = affine.apply affine_map<(t) -> (t * 4 + 2)>(%t)
    %i3 = affine.apply affine_map<(t) -> (t * 4 + 3)>(%t)
    %j0 = affine.apply affine_map<(t) -> (t * 4 + 128)>(%t)
    %j1 = affine.apply affine_map<(t) -> (t * 4 + 129)>(%t)
    %j2 = affine.apply affine_map<(t) -> (t * 4 + 130)>(%t)
    %j3 = affine.apply affine_map<(t) -> (t * 4 + 131)>(%t)
    %a0 = memref.load %x[%i0] : memref<256xi8>
    %a1 = memref.load %x[%i1] : memref<256xi8>
    %a2 = memref.load %x[%i2] : memref<256xi8>
    %a3 = memref.load %x[%i3] : memref<256xi8>
    %b0 = memref.load %x[%j0] : memref<256xi8>
    %b1 = memref.load %x[%j1] : memref<256xi8>
    %b2 = memref.load %x[%j2] : memref<256xi8>
    %b3 = memref.load %x[%j3] : memref<256xi8>
    %wa0 = arith.extui %a0 : i8 to i32
    %wa1 = arith.extui %a1 : i8 to i32
    %wa2 = arith.extui %a2 : i8 to i32
    %wa3 = arith.extui %a3 : i8 to i32
    %wb0 = arith.extui %b0 : i8 to i32
    %wb1 = arith.extui %b1 : i8 to i32
    %wb2 = arith.extui %b2 : i8 to i32
    %wb3 = arith.extui %b3 : i8 to i32
    %s0 = arith.addi %wa0, %wb0 : i32
    %s1 = arith.addi %wa1, %wb1 : i32
    %s2 = arith.addi %wa2, %wb2 : i32
    %s3 = arith.addi %wa3, %wb3 : i32
    %r0 = arith.trunci %s0 : i32 to i8
    %r1 = arith.trunci %s1 : i32 to i8
    %r2 = arith.trunci %s2 : i32 to i8
    %r3 = arith.trunci %s3 : i32 to i8
    %v = vector.from_elements %r0, %r1, %r2, %r3 : vector<4xi8>
    vector.store %v, %y[%i0] : memref<64xi8>, vector<4xi8>
    gpu.terminator
  }
  return
}

// Bytes that are not added under a condition are cleared in their word.
// CHECK-LABEL: func @conditions(
// CHECK:         %[[FIRST:.+]] = memref.load {{.*}} : memref<64xi32,
// CHECK:         %[[SECOND:.+]] = memref.load {{.*}} : memref<64xi32,
// CHECK:         arith.andi %[[FIRST]], %c16711935_i32
// CHECK:         %[[KEPT:.+]] = arith.andi %[[SECOND]], %[[MASK:.+]] :
// CHECK:         arith.andi %[[KEPT]], %c16711935_i32
func.func @conditions(%x: memref<256xi8>, %y: memref<64xi8>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0 : i32
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %i0 = affine.apply affine_map<(t) -> (t * 4)>(%t)
    %i1 = affine.apply affine_map<(t) -> (t * 4 + 1)>(%t)
    %i2 = affine.apply affine_map<(t) -> (t * 4 + 2)>(%t)
    %i3 = affine.apply affine_map<(t) -> (t * 4 + 3)>(%t)
    %j0 = affine.apply affine_map<(t) -> (t * 4 + 128)>(%t)
    %j1 = affine.apply affine_map<(t) -> (t * 4 + 129)>(%t)
    %j2 = affine.apply affine_map<(t) -> (t * 4 + 130)>(%t)
    %j3 = affine.apply affine_map<(t) -> (t * 4 + 131)>(%t)
    %a0 = memref.load %x[%i0] : memref<256xi8>
    %a1 = memref.load %x[%i1] : memref<256xi8>
    %a2 = memref.load %x[%i2] : memref<256xi8>
    %a3 = memref.load %x[%i3] : memref<256xi8>
    %b0 = memref.load %x[%j0] : memref<256xi8>
    %b1 = memref.load %x[%j1] : memref<256xi8>
    %b2 = memref.load %x[%j2] : memref<256xi8>
    %b3 = memref.load %x[%j3] : memref<256xi8>
    %k0 = arith.cmpi ult, %i0, %c50 : index
    %k1 = arith.cmpi ult, %i1, %c50 : index
    %k2 = arith.cmpi ult, %i2, %c50 : index
    %k3 = arith.cmpi ult, %i3, %c50 : index
    %wa0 = arith.extui %a0 : i8 to i32
    %wa1 = arith.extui %a1 : i8 to i32
    %wa2 = arith.extui %a2 : i8 to i32
    %wa3 = arith.extui %a3 : i8 to i32
    %wb0 = arith.extui %b0 : i8 to i32
    %wb1 = arith.extui %b1 : i8 to i32
    %wb2 = arith.extui %b2 : i8 to i32
    %wb3 = arith.extui %b3 : i8 to i32
    %m0 = arith.select %k0, %wb0, %zero : i32
    %m1 = arith.select %k1, %wb1, %zero : i32
    %m2 = arith.select %k2, %wb2, %zero : i32
    %m3 = arith.select %k3, %wb3, %zero : i32
    %s0 = arith.addi %wa0, %m0 : i32
    %s1 = arith.addi %wa1, %m1 : i32
    %s2 = arith.addi %wa2, %m2 : i32
    %s3 = arith.addi %wa3, %m3 : i32
    %r0 = arith.trunci %s0 : i32 to i8
    %r1 = arith.trunci %s1 : i32 to i8
    %r2 = arith.trunci %s2 : i32 to i8
    %r3 = arith.trunci %s3 : i32 to i8
    %v = vector.from_elements %r0, %r1, %r2, %r3 : vector<4xi8>
    vector.store %v, %y[%i0] : memref<64xi8>, vector<4xi8>
    gpu.terminator
  }
  return
}

// What is added is in too many words: elements are added one by one.
// CHECK-LABEL: func @apart(
// CHECK-COUNT-4: arith.addi {{.*}} : i32
// CHECK:         memref.store
func.func @apart(%x: memref<256xi8>, %y: memref<64xi8>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %i0 = affine.apply affine_map<(t) -> (t * 4)>(%t)
    %i1 = affine.apply affine_map<(t) -> (t * 4 + 32)>(%t)
    %i2 = affine.apply affine_map<(t) -> (t * 4 + 64)>(%t)
    %i3 = affine.apply affine_map<(t) -> (t * 4 + 96)>(%t)
    %a0 = memref.load %x[%i0] : memref<256xi8>
    %a1 = memref.load %x[%i1] : memref<256xi8>
    %a2 = memref.load %x[%i2] : memref<256xi8>
    %a3 = memref.load %x[%i3] : memref<256xi8>
    %wa0 = arith.extui %a0 : i8 to i32
    %wa1 = arith.extui %a1 : i8 to i32
    %wa2 = arith.extui %a2 : i8 to i32
    %wa3 = arith.extui %a3 : i8 to i32
    %s0 = arith.addi %wa0, %wa1 : i32
    %s1 = arith.addi %wa1, %wa2 : i32
    %s2 = arith.addi %wa2, %wa3 : i32
    %s3 = arith.addi %wa3, %wa0 : i32
    %r0 = arith.trunci %s0 : i32 to i8
    %r1 = arith.trunci %s1 : i32 to i8
    %r2 = arith.trunci %s2 : i32 to i8
    %r3 = arith.trunci %s3 : i32 to i8
    %v = vector.from_elements %r0, %r1, %r2, %r3 : vector<4xi8>
    vector.store %v, %y[%i0] : memref<64xi8>, vector<4xi8>
    gpu.terminator
  }
  return
}

// Elements that others use as well are added for these.
// CHECK-LABEL: func @other_users(
// CHECK:         memref.store %[[SUM:.+]], %{{.+}} : memref<16xi32,
// CHECK:         memref.store %{{.+}}, %{{.+}} : memref<16xi32,
func.func @other_users(%x: memref<256xi8>, %y: memref<64xi8>, %z: memref<64xi8>) {
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0 : i8
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
      threads(%t, %ty, %tz) in (%sx = %c16, %sy = %c1, %sz = %c1) {
    %i0 = affine.apply affine_map<(t) -> (t * 4)>(%t)
    %i1 = affine.apply affine_map<(t) -> (t * 4 + 1)>(%t)
    %i2 = affine.apply affine_map<(t) -> (t * 4 + 2)>(%t)
    %i3 = affine.apply affine_map<(t) -> (t * 4 + 3)>(%t)
    %a0 = memref.load %x[%i0] : memref<256xi8>
    %a1 = memref.load %x[%i1] : memref<256xi8>
    %a2 = memref.load %x[%i2] : memref<256xi8>
    %a3 = memref.load %x[%i3] : memref<256xi8>
    %w0 = arith.extui %a0 : i8 to i32
    %w1 = arith.extui %a1 : i8 to i32
    %w2 = arith.extsi %a2 : i8 to i32
    %w3 = arith.extsi %a3 : i8 to i32
    %s0 = arith.addi %w0, %w0 : i32
    %s1 = arith.addi %w1, %w1 : i32
    %s2 = arith.addi %w2, %w2 : i32
    %s3 = arith.addi %w3, %w3 : i32
    %r0 = arith.trunci %s0 : i32 to i8
    %r1 = arith.trunci %s1 : i32 to i8
    %r2 = arith.trunci %s2 : i32 to i8
    %r3 = arith.trunci %s3 : i32 to i8
    %is_first = arith.cmpi eq, %t, %c1 : index
    %k0 = arith.select %is_first, %r0, %zero : i8
    %u = vector.from_elements %k0, %r1, %r2, %r3 : vector<4xi8>
    vector.store %u, %z[%i0] : memref<64xi8>, vector<4xi8>
    %v = vector.from_elements %r0, %r1, %r2, %r3 : vector<4xi8>
    vector.store %v, %y[%i0] : memref<64xi8>, vector<4xi8>
    gpu.terminator
  }
  return
}
