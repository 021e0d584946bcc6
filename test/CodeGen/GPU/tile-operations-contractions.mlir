// RUN: dml-opt %s --dml-gpu-tile-operations='workgroup-size=128' --canonicalize --cse \
// RUN:   --split-input-file | FileCheck %s
// RUN: dml-opt %s --dml-gpu-tile-operations='workgroup-size=128 contract' --canonicalize --cse \
// RUN:   --split-input-file | FileCheck %s --check-prefix=CONTRACT
// RUN: dml-opt %s --dml-gpu-tile-operations='workgroup-size=128' --split-input-file \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCHEDULE

#m_k = affine_map<(m, n, k) -> (m, k)>
#k_n = affine_map<(m, n, k) -> (k, n)>
#m_n = affine_map<(m, n, k) -> (m, n)>

// Both factors and the result are read and written in vectors. The last step
// is shorter, so no product is added that the loops do not have. Eight threads
// compute blocks, and all copy the factors.
// SCHEDULE: tiles of 4 of 64 rows and 32 of 64 columns, 32 of 100 deep, blocks of 4x4, workgroups of 128
// CHECK-LABEL: func @matmul(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<64x100xf32>, %[[B:[a-z0-9]+]]: memref<100x64xf32>, %[[C:[a-z0-9]+]]: memref<64x64xf32>)
// CHECK-DAG:     %[[AV:.+]] = dml.view_words %[[A]] : {{.*}} to memref<1600xvector<4xi32>,
// CHECK-DAG:     %[[BV:.+]] = dml.view_words %[[B]] : {{.*}} to memref<1600xvector<4xi32>,
// CHECK-DAG:     %[[CV:.+]] = dml.view_words %[[C]] : {{.*}} to memref<1024xvector<4xi32>,
// CHECK:         gpu.launch {{.*}} in (%{{.+}} = %c32, {{.*}} threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
// CHECK:           %[[SHARED:.+]] = memref.alloc() : memref<320xvector<4xi32>, #spirv.storage_class<Workgroup>>
// CHECK-COUNT-4:   memref.load %[[CV]]
// CHECK:           %[[SUMS:.+]]:{{.+}} = scf.for %{{.+}} = %c0{{.*}} to %c3{{.*}} step %c1
// CHECK:             gpu.barrier
// CHECK:             memref.store %{{.+}}, %[[SHARED]]
// CHECK:             gpu.barrier
// CHECK:             memref.load %[[AV]]
// CHECK:             memref.load %[[BV]]
// CHECK:             scf.if %[[HAS_BLOCK:.+]] ->
// CHECK-COUNT-128:     arith.addf %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK:             scf.yield
// CHECK:           gpu.barrier
// CHECK:           scf.if %[[HAS_BLOCK]] {
// CHECK-COUNT-16:    arith.addf %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK-NOT:       arith.addf
// CHECK-COUNT-4:   memref.store %{{.+}}, %[[CV]]
// CHECK-NOT:       memref.store
// CHECK-NOT:     linalg.generic

// CONTRACT-LABEL: func @matmul(
// CONTRACT-NOT:     arith.mulf
// CONTRACT-COUNT-144: math.fma
// CONTRACT-NOT:     arith.mulf
// CONTRACT:         return
func.func @matmul(%a: memref<64x100xf32>, %b: memref<100x64xf32>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x100xf32>, memref<100x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// The result is transposed, so what were rows are columns; the order of the
// product stays. Rows behind the last one are neither read nor written.
#m_k = affine_map<(m, n, k) -> (m, k)>
#k_n = affine_map<(m, n, k) -> (k, n)>
#n_m = affine_map<(m, n, k) -> (n, m)>

// SCHEDULE: tiles of 4 of 33 rows and 32 of 65 columns, 16 of 16 deep, blocks of 4x4, workgroups of 128
// CHECK-LABEL: func @transposed_result(
// CHECK:         gpu.launch
// CHECK:           arith.minui
// CHECK:           %[[P:.+]] = arith.muli %[[COLUMN:.+]], %[[SPLAT:.+]] : vector<4xi32>
// CHECK-NEXT:      arith.addi %[[P]], %{{.+}} : vector<4xi32>
// CHECK:           scf.if
// CHECK:             memref.store
// CHECK-NOT:     linalg.generic
func.func @transposed_result(%a: memref<65x16xi32>, %b: memref<16x33xi32>, %c: memref<33x65xi32>) {
  linalg.generic {indexing_maps = [#m_k, #k_n, #n_m],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<65x16xi32>, memref<16x33xi32>) outs(%c : memref<33x65xi32>) {
  ^bb0(%x: i32, %y: i32, %old: i32):
    %p = arith.muli %x, %y : i32
    %s = arith.addi %p, %old : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// A convolution: the pixels are columns, and the depth is channels and window.
// Elements of the image are read one by one, four for each place in workgroup
// memory, and the narrow factor is converted as it is read.
#image = affine_map<(n, f, h, w, c, i, j) -> (n, c, h + i, w + j)>
#filter = affine_map<(n, f, h, w, c, i, j) -> (f, c, i, j)>
#result = affine_map<(n, f, h, w, c, i, j) -> (n, f, h, w)>

// SCHEDULE: tiles of 4 of 16 rows and 32 of 256 columns, 32 of 72 deep, blocks of 4x4, workgroups of 128
// CHECK-LABEL: func @conv(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<1x8x18x18xi8>
// CHECK:         gpu.launch
// CHECK-COUNT-4:   memref.load %[[X]]
// CHECK:           arith.extsi
// CHECK:           arith.muli %{{.+}}, %{{.+}} : vector<4xi32>
// CHECK-NOT:     linalg.generic
func.func @conv(%x: memref<1x8x18x18xi8>, %f: memref<16x8x3x3xi32>, %y: memref<1x16x16x16xi32>) {
  linalg.generic {indexing_maps = [#image, #filter, #result],
                  iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%x, %f : memref<1x8x18x18xi8>, memref<16x8x3x3xi32>) outs(%y : memref<1x16x16x16xi32>) {
  ^bb0(%a: i8, %b: i32, %old: i32):
    %wide = arith.extsi %a : i8 to i32
    %p = arith.muli %wide, %b : i32
    %s = arith.addi %old, %p : i32
    linalg.yield %s : i32
  }
  return
}

// -----

// What fills the result is a constant of the kernel, and what is computed from
// its elements is computed from the sums: the buffer between is not used.
#m_k = affine_map<(m, n, k) -> (m, k)>
#k_n = affine_map<(m, n, k) -> (k, n)>
#m_n = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, m) -> (n, m)>
#t = affine_map<(n, m) -> (m, n)>
#row = affine_map<(n, m) -> (m)>

// SCHEDULE: tiles of
// CHECK-LABEL: func @fill_and_epilogue(
// CHECK-SAME:    %{{.+}}: memref<32x32xf32>, %{{.+}}: memref<32x64xf32>, %[[BIAS:[a-z0-9]+]]: memref<32xf32>, %[[Z:[a-z0-9]+]]: memref<64x32xf32>)
// CHECK-NOT:     memref.alloc
// CHECK:         %[[ZW:.+]] = dml.view_words %[[Z]]
// CHECK:         gpu.launch
// CHECK:           %[[STEP:.+]] = memref.alloc() : memref<320xvector<4xi32>
// CHECK:           scf.if
// CHECK:             memref.store %{{.+}}, %[[STEP]][%c0]
// CHECK:           gpu.barrier
// CHECK-NEXT:      memref.load %[[STEP]][%c0]
// CHECK:           arith.addf %{{.+}} : vector<4xf32>
// CHECK:           %[[B:.+]] = memref.load %[[BIAS]]
// CHECK:           arith.addf %{{.+}}, %[[B]] : f32
// CHECK:           memref.store %{{.+}}, %[[ZW]]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func @fill_and_epilogue(%a: memref<32x32xf32>, %b: memref<32x64xf32>, %bias: memref<32xf32>, %z: memref<64x32xf32>) {
  %c = memref.alloc() : memref<32x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%c : memref<32x64xf32>) {
  ^bb0(%old: f32):
    linalg.yield %zero : f32
  }
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<32x32xf32>, memref<32x64xf32>) outs(%c : memref<32x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#t, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<32x64xf32>, memref<32xf32>) outs(%z : memref<64x32xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return
}

// -----

// Something else reads the sums, too: they are stored.
#m_k = affine_map<(m, n, k) -> (m, k)>
#k_n = affine_map<(m, n, k) -> (k, n)>
#m_n = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(n, m) -> (n, m)>

// SCHEDULE: tiles of
// CHECK-LABEL: func @two_readers(
// CHECK:         gpu.launch
// CHECK-COUNT-2: linalg.generic
func.func @two_readers(%a: memref<32x16xf32>, %b: memref<16x64xf32>, %y: memref<32x64xf32>, %z: memref<32x64xf32>) {
  %c = memref.alloc() : memref<32x64xf32>
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<32x16xf32>, memref<16x64xf32>) outs(%c : memref<32x64xf32>) {
  ^bb0(%u: f32, %v: f32, %old: f32):
    %p = arith.mulf %u, %v : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<32x64xf32>) outs(%y : memref<32x64xf32>) {
  ^bb0(%u: f32, %old: f32):
    %s = arith.negf %u : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<32x64xf32>) outs(%z : memref<32x64xf32>) {
  ^bb0(%u: f32, %old: f32):
    linalg.yield %u : f32
  }
  return
}

// -----

// Not tiled: a short product of matrix and vector, wider sums, a factor that is
// what the operation writes, and a body that adds something else.
#m_k = affine_map<(m, n, k) -> (m, k)>
#k_n = affine_map<(m, n, k) -> (k, n)>
#m_n = affine_map<(m, n, k) -> (m, n)>

// SCHEDULE-NOT: remark
// CHECK-LABEL: func @others(
// CHECK-NOT:     gpu.launch
// CHECK-COUNT-4: linalg.generic
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @others(%a: memref<64x64xf32>, %m: memref<64x63xf32>, %v: memref<63x1xf32>, %r: memref<64x1xf32>,
                  %d: memref<64x64xf64>, %e: memref<64x64xf64>, %c: memref<64x64xf32>) {
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%m, %v : memref<64x63xf32>, memref<63x1xf32>) outs(%r : memref<64x1xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%d, %d : memref<64x64xf64>, memref<64x64xf64>) outs(%e : memref<64x64xf64>) {
  ^bb0(%x: f64, %y: f64, %old: f64):
    %p = arith.mulf %x, %y : f64
    %s = arith.addf %old, %p : f64
    linalg.yield %s : f64
  }
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %c : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#m_k, #k_n, #m_n],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %old: f32):
    %p = arith.divf %x, %y : f32
    %s = arith.addf %old, %p : f32
    linalg.yield %s : f32
  }
  return
}
