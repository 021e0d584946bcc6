// Pooled data: a sample, kernels that write blocks of the result, of which the
// sample chooses one or none, and the general operation if inputs were missed.

// RUN: dml-opt %s --dml-gpu-lower-unpool=max-workgroup-memory=32768 --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: dml-opt %s --dml-gpu-lower-unpool=max-workgroup-memory=32768 -o /dev/null \
// RUN:     --remarks-filter=dml-schedule --remark-format=emitRemark 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SHAPE

// CHECK-LABEL: func @pooled(
func.func @pooled(%v: memref<1x4x40x40xf16>, %i: memref<1x4x40x40xi32>,
    %d: memref<1x4x81x81xf16>) {
  // A word counts from the negative number of inputs to zero.
  // CHECK:      dml.initialize %{{.+}}[0] = -6400
  // The sample, by one workgroup, zeros what is counted.
  // CHECK:      gpu.launch blocks({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1)
  // CHECK:        memref.atomic_rmw ori
  // CHECK:      %[[SAMPLED:.+]] = memref.load %{{.*}}[%c0] : memref<1xi32>
  // CHECK:      %[[IS_ALONE:.+]] = arith.cmpi eq, %[[SAMPLED]], %c0_i32
  // Inputs that do not compete are placed.
  // CHECK:      scf.if %[[IS_ALONE]] {
  // CHECK:        gpu.launch
  // CHECK:          memref.atomic_rmw ori
  // CHECK:          memref.atomic_rmw addi %{{.+}}, %{{.+}}[%c0]{{.*}}StorageBuffer
  // CHECK:      } else {
  // CHECK:        %[[COMPETES:.+]] = arith.cmpi eq, %[[SAMPLED]], %c2_i32
  // CHECK:        scf.if %[[COMPETES]] {
  // Number and value share a word of the map.
  // CHECK:          gpu.launch
  // CHECK:            memref.atomic_rmw maxu
  // CHECK:            memref.atomic_rmw addi %{{.+}}, %{{.+}}[%c0]{{.*}}StorageBuffer
  // CHECK:      %[[MISSED:.+]] = memref.load %{{.*}}[%c0] : memref<1xi32>
  // CHECK:      %[[IS_MISSED:.+]] = arith.cmpi ne, %[[MISSED]], %c0_i32
  // CHECK:      scf.if %[[IS_MISSED]] {
  // CHECK:        gpu.launch
  // CHECK:      dml.report_indices %{{.*}}[0], bound = 26244
  // SHAPE-DAG: WinnerTile {{.*}}runs of 1024 elements, 1 quads of inputs a thread
  // SHAPE-DAG: PlacedTile {{.*}}runs of 1664 elements, 1 quads of inputs a thread
  dml.unpool ins(%v, %i : memref<1x4x40x40xf16>, memref<1x4x40x40xi32>)
      outs(%d : memref<1x4x81x81xf16>)
  return
}

// Windows with a stride of 1 overlap: there is one kernel. Rows are so long that
// it writes a segment of several.
// CHECK-LABEL: func @long_rows(
func.func @long_rows(%v: memref<1x4x400x400xf32>, %i: memref<1x4x400x400xi32>,
    %d: memref<1x4x402x402xf32>) {
  // CHECK:      scf.if
  // CHECK:          memref.atomic_rmw maxu
  // CHECK-NOT:  else
  // CHECK:      arith.cmpi ne, %{{.+}}, %c0_i32
  // SHAPE-DAG: WinnerTile {{.*}}32 rows of 32 elements, 13 segments a row, 4 quads of inputs a thread
  dml.unpool ins(%v, %i : memref<1x4x400x400xf32>, memref<1x4x400x400xi32>)
      outs(%d : memref<1x4x402x402xf32>)
  return
}

// NHWC data: the blocks take it as it is. The general operation has packed copies,
// which kernels of its branch make.
// CHECK-LABEL: func @channels_last(
func.func @channels_last(%v: memref<2x3x40x40xf32, strided<[4800, 1, 120, 3]>>,
    %i: memref<2x3x40x40xi32, strided<[4800, 1, 120, 3]>>,
    %d: memref<2x3x81x81xf32, strided<[19683, 1, 243, 3]>>) {
  // CHECK-DAG:  %[[V:.+]] = memref.alloc() : memref<2x3x40x40xf32>
  // CHECK-DAG:  %[[I:.+]] = memref.alloc() : memref<2x3x40x40xi32>
  // CHECK-DAG:  %[[D:.+]] = memref.alloc() : memref<2x3x81x81xf32>
  // CHECK:      memref.atomic_rmw maxu
  // CHECK:      %[[IS_MISSED:.+]] = arith.cmpi ne, %{{.+}}, %c0_i32
  // CHECK:      scf.if %[[IS_MISSED]] {
  // CHECK:        %[[TO:.+]] = memref.reinterpret_cast %[[V]] to offset: [0], sizes: [9600], strides: [1]
  // CHECK:        vector.store %{{.+}}, %[[TO]][
  // CHECK:        %[[TO_I:.+]] = memref.reinterpret_cast %[[I]] to offset: [0], sizes: [9600], strides: [1]
  // CHECK:        vector.store %{{.+}}, %[[TO_I]][
  // CHECK:        memref.atomic_rmw maxu
  // CHECK:        %[[BACK:.+]] = memref.reinterpret_cast %arg2 to offset: [0], sizes: [39366], strides: [1]
  // CHECK:        vector.store %{{.+}}, %[[BACK]][
  dml.unpool ins(%v, %i : memref<2x3x40x40xf32, strided<[4800, 1, 120, 3]>>,
                          memref<2x3x40x40xi32, strided<[4800, 1, 120, 3]>>)
      outs(%d : memref<2x3x81x81xf32, strided<[19683, 1, 243, 3]>>)
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
