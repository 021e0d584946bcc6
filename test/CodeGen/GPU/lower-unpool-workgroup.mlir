// One workgroup unpools what its memory holds a winner map for, wherever indices
// point: nothing is sampled, assumed or initialized.

// RUN: dml-opt %s --dml-gpu-lower-unpool='max-invocations=256 max-workgroup-memory=32768' --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=dml.initialize --implicit-check-not=dml.report_check
// RUN: dml-opt %s --dml-gpu-lower-unpool='max-invocations=256 max-workgroup-memory=32768 assume=pooled' --canonicalize --cse \
// RUN:   | FileCheck %s --implicit-check-not=dml.initialize --implicit-check-not=dml.report_check
// Too few bytes of workgroup memory, or of the cache, for the map of 4096 words.
// RUN: dml-opt %s --dml-gpu-lower-unpool=max-workgroup-memory=16396 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: dml-opt %s --dml-gpu-lower-unpool='max-workgroup-memory=49152 cache-bytes=16383' --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefix=OTHER
// RUN: dml-opt %s --dml-gpu-lower-unpool='max-workgroup-memory=16400 cache-bytes=16384' --canonicalize --cse \
// RUN:   | FileCheck %s

// CHECK-LABEL: func @packed(
// CHECK-SAME:    %[[V4:[a-z0-9]+]]: memref<1x4x16x16xf32>, %[[I4:[a-z0-9]+]]: memref<1x4x16x16xi32>, %[[D4:[a-z0-9]+]]: memref<1x4x32x32xf32>
// OTHER-LABEL: func @packed(
func.func @packed(%v: memref<1x4x16x16xf32>, %i: memref<1x4x16x16xi32>,
    %d: memref<1x4x32x32xf32>) {
  // CHECK:      %[[CONTROL:.+]] = memref.alloc() : memref<8xi32>
  // CHECK-DAG:  %[[INDICES:.+]] = dml.view_words %[[I4]] : memref<1x4x16x16xi32> to memref<256xvector<4xi32>,
  // CHECK-DAG:  %[[WORDS:.+]] = dml.view_words %[[CONTROL]]
  // CHECK-DAG:  %[[V:.+]] = memref.reinterpret_cast %[[V4]] to offset: [0], sizes: [1024]
  // CHECK-DAG:  %[[D:.+]] = memref.reinterpret_cast %[[D4]] to offset: [0], sizes: [4096]
  // CHECK:      gpu.launch blocks({{.*}} = %c1, {{.*}} = %c1, {{.*}} = %c1) threads({{.*}} = {{%c256|%c128}},
  // CHECK:        %[[MAP:.+]] = memref.alloc() : memref<4096xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[REPORT:.+]] = memref.alloc() : memref<4xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        memref.store %c0_i32, %[[MAP]]
  // CHECK:        memref.store %c0_i32, %[[REPORT]]
  // CHECK:        gpu.barrier
  // CHECK:        memref.load %[[INDICES]]
  // CHECK:        memref.atomic_rmw maxu %{{.+}}, %[[MAP]]
  // CHECK:        memref.atomic_rmw addi %c1_i32, %[[REPORT]]
  // CHECK:        memref.atomic_rmw maxu %{{.+}}, %[[REPORT]]
  // CHECK:        gpu.barrier
  // One thread copies the report, and adds the index.
  // CHECK:        memref.store %{{.+}}, %[[WORDS]][%c0]
  // CHECK:        memref.store %{{.+}}, %[[WORDS]][%c1]
  // CHECK:        memref.store %{{.+}}, %[[WORDS]][%c3]
  // CHECK:        memref.store %{{.+}}, %[[WORDS]][%c2]
  // CHECK:        %[[WINNER:.+]] = memref.load %[[MAP]]
  // CHECK:        %[[VALUE:.+]] = memref.load %[[V]]
  // CHECK-NEXT:   %[[ANY:.+]] = arith.cmpi ne, %[[WINNER]], %c0_i32
  // CHECK-NEXT:   arith.select %[[ANY]], %[[VALUE]], %cst
  // CHECK:        vector.store %{{.+}}, %[[D]]
  // CHECK-NOT:  gpu.launch
  // CHECK:      dml.report_indices %[[CONTROL]][0], bound = 4096
  // OTHER-COUNT-2: gpu.launch
  dml.unpool ins(%v, %i : memref<1x4x16x16xf32>, memref<1x4x16x16xi32>)
             outs(%d : memref<1x4x32x32xf32>)
  return
}

// Of NHWC data, the numbers of inputs (U4) and of elements (U2) follow from their
// places: pixel 5 of 3 channels begins at 15.
// CHECK-LABEL: func @channels_last(
// CHECK:         gpu.launch
// CHECK:           %[[INDICES:.+]] = memref.load %{{.+}} : memref<12xvector<4xi32>
// CHECK:           %[[PLACE:.+]] = arith.muli %{{.+}}, %c4_i32
// CHECK:           %[[PIXEL:.+]] = arith.divui %[[PLACE]], %c3_i32
// CHECK:           %[[IMAGE:.+]] = arith.shrui %[[PIXEL]], %c4_i32
// CHECK:           memref.atomic_rmw maxu
// CHECK:           gpu.barrier
// CHECK:           arith.divui %{{.+}}, %c81_i32
// CHECK:           vector.store
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @channels_last(%v: memref<1x3x4x4xf32, strided<[48, 1, 12, 3]>>,
    %i: memref<1x3x4x4xi32, strided<[48, 1, 12, 3]>>,
    %d: memref<1x3x9x9xf32, strided<[243, 1, 27, 3]>>) {
  dml.unpool ins(%v, %i : memref<1x3x4x4xf32, strided<[48, 1, 12, 3]>>,
                          memref<1x3x4x4xi32, strided<[48, 1, 12, 3]>>)
             outs(%d : memref<1x3x9x9xf32, strided<[243, 1, 27, 3]>>)
  return
}

// Values and indices may have another order than the result. Six indices of 64 bits
// are a quad and a half, and nine bytes two words and a quarter.
// CHECK-LABEL: func @orders(
// CHECK:         gpu.launch
// CHECK:           %[[NUMBER:.+]] = arith.divui %{{.+}}, %c3_i32
// CHECK:           %[[HIGH_IN:.+]] = arith.cmpi eq, %{{.+}}, %c0_i32
// CHECK:           arith.cmpi ne, %{{.+}}, %c1_i32
// CHECK:           gpu.barrier
// The place of the first index out of range follows from its number.
// CHECK:           memref.load %{{.+}} : memref<4xi32, #spirv.storage_class<Workgroup>>
// CHECK:           arith.divui
// CHECK:           memref.store %{{.+}}[%c2]
// CHECK:           memref.store %{{.+}}[%c3]
// CHECK:           arith.minui %{{.+}}, %c8_i32
// CHECK:           vector.store %{{.+}} : memref<9xi8>, vector<4xi8>
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @orders(%v: memref<1x3x2x1xi8>,
    %i: memref<1x3x2x1xi64, strided<[6, 1, 3, 3]>>, %d: memref<1x1x3x3xi8>) {
  dml.unpool ins(%v, %i : memref<1x3x2x1xi8>,
                          memref<1x3x2x1xi64, strided<[6, 1, 3, 3]>>)
             outs(%d : memref<1x1x3x3xi8>)
  return
}

// 8193 inputs are too many.
// CHECK-LABEL: func @many_inputs(
// CHECK-COUNT-2: gpu.launch
func.func @many_inputs(%v: memref<1x1x1x8193xi8>, %i: memref<1x1x1x8193xi32>,
    %d: memref<1x1x1x3xi8>) {
  dml.unpool ins(%v, %i : memref<1x1x1x8193xi8>, memref<1x1x1x8193xi32>)
             outs(%d : memref<1x1x1x3xi8>)
  return
}
