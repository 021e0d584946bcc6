// Positions outside of every buffer have no word in common, though the distance
// between them wraps.
// RUN: dml-opt %s --dml-gpu-pack-words | FileCheck %s

// CHECK-LABEL: func @outside(
// CHECK:         gpu.launch
// CHECK-COUNT-2:   memref.load %{{.+}} : memref<4xi32
// CHECK-NOT:       memref.load
func.func @outside(%x: memref<8xf16>, %y: memref<8xf16>) {
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
