// Pooled data: a sample, the kernel that writes ranges of the result if the
// sample is near, and the general operation if inputs were missed.

// RUN: dml-opt %s --dml-gpu-lower-unpool=max-workgroup-memory=32768 --canonicalize --cse \
// RUN:   | FileCheck %s

// CHECK-LABEL: func @pooled(
func.func @pooled(%v: memref<1x4x40x40xf16>, %i: memref<1x4x40x40xi32>,
    %d: memref<1x4x81x81xf16>) {
  // The sample, by one workgroup, zeros what is counted.
  // CHECK:      gpu.launch blocks({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
  // CHECK:        memref.atomic_rmw ori
  // CHECK:      %[[NEAR:.+]] = memref.load %{{.*}}[%c0] : memref<1xi32>
  // CHECK:      %[[IS_NEAR:.+]] = arith.cmpi ne, %[[NEAR]], %c0_i32
  // CHECK:      scf.if %[[IS_NEAR]] {
  // Number and value share a word of the map.
  // CHECK:        gpu.launch
  // CHECK:          memref.atomic_rmw maxu
  // CHECK:          memref.atomic_rmw addi %{{.+}}, %{{.+}}[%c0]{{.*}}StorageBuffer
  // CHECK:      %[[FOUND:.+]] = memref.load %{{.*}}[%c0] : memref<1xi32>
  // CHECK:      %[[IS_MISSED:.+]] = arith.cmpi ne, %[[FOUND]], %c6400_i32
  // CHECK:      scf.if %[[IS_MISSED]] {
  // CHECK:        gpu.launch
  // CHECK:      dml.report_indices %{{.*}}[0], bound = 26244
  dml.unpool ins(%v, %i : memref<1x4x40x40xf16>, memref<1x4x40x40xi32>)
      outs(%d : memref<1x4x81x81xf16>)
  return
}

// Nothing says that these were pooled.
// CHECK-LABEL: func @other_sizes(
// CHECK-NOT:     memref<1xi32>
// CHECK:         return
func.func @other_sizes(%v: memref<1x1x9x9xf16>, %i: memref<1x1x9x9xi32>,
    %d: memref<1x1x7x7xf16>) {
  dml.unpool ins(%v, %i : memref<1x1x9x9xf16>, memref<1x1x9x9xi32>)
      outs(%d : memref<1x1x7x7xf16>)
  return
}
