// RUN: dml-opt %s --dml-gpu-tile-operations=workgroup-size=128 \
// RUN:   --dml-gpu-pack-words --dml-gpu-simplify-indices --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: dml-opt %s \
// RUN:   --dml-gpu-tile-operations='workgroup-size=128 max-workgroup-memory=4096' \
// RUN:   | FileCheck %s --check-prefix=SMALL

// Windows side by side, of which there are not as many as make vectors of each
// element of a window: a tile has all of them.
#id = affine_map<(c, k, l, i, j) -> (c, k, l, i, j)>
#windows = affine_map<(c, k, l, i, j) -> (c, i, k, j, l)>

// 196 windows are whole words: a thread reads a vector of each of two rows, and
// keeps words of each column.
// CHECK-LABEL: func @halves(
// SMALL-LABEL: func @halves(
func.func @halves(%x: memref<2x14x16x14x16xf16>, %y: memref<2x16x16x14x14xf16>) {
  // CHECK-DAG:  %[[Y:.+]] = dml.view_words %{{.+}} : {{.*}} to memref<12544xvector<4xi32>,
  // CHECK-DAG:  %[[X:.+]] = dml.view_words %{{.+}} : {{.*}} to memref<12544xvector<4xi32>,
  // All 16 columns of 196 rows, which are 392 vectors, and a gap for each 32 words.
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c32, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK-DAG:    %[[TILE32:.+]] = arith.index_cast %[[TILE]]
  // CHECK-DAG:    %[[THREAD32:.+]] = arith.index_cast %[[THREAD]]
  // CHECK:        %[[SHARED:.+]] = memref.alloc() : memref<1616xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        %[[A:.+]] = memref.load %[[X]]
  // CHECK:        %[[A0:.+]] = vector.extract %[[A]][0]
  // CHECK:        %[[B:.+]] = memref.load %[[X]]
  // CHECK:        %[[B0:.+]] = vector.extract %[[B]][0]
  // Threads beyond the 196 pairs read what others do.
  // CHECK:        arith.minui %{{.+}}, %c195_i32
  // CHECK-NOT:    memref.store
  // CHECK-COUNT-2: memref.load %[[X]]
  // CHECK:        %[[LOW:.+]] = arith.andi %[[B0]], %c65535_i32
  // CHECK:        arith.shli %[[LOW]], %c16_i32
  // CHECK-COUNT-16: memref.store %{{.+}}, %[[SHARED]]
  // CHECK-NOT:    memref.store
  // CHECK:        gpu.barrier
  // CHECK:        %[[BEGIN:.+]] = arith.muli %[[TILE32]], %c392_i32
  // Of the destination, a vector lies between two gaps.
  // CHECK:        %[[FIRST:.+]] = arith.muli %[[THREAD32]], %c4_i32
  // CHECK:        %[[GAPS:.+]] = arith.shrui %[[FIRST]], %c5_i32
  // CHECK:        %[[SLOT:.+]] = arith.addi %[[FIRST]], %[[GAPS]]
  // CHECK-COUNT-4: memref.load %[[SHARED]]
  // CHECK-NEXT:   %[[VECTOR:.+]] = vector.from_elements
  // CHECK-NEXT:   %[[TO:.+]] = arith.addi %[[BEGIN]], %[[THREAD32]]
  // CHECK-NEXT:   %[[AT:.+]] = arith.index_castui %[[TO]]
  // CHECK-NEXT:   memref.store %[[VECTOR]], %[[Y]][%[[AT]]]
  // CHECK-NOT:    gpu.barrier
  // CHECK:        return

  // 8 columns fit 4 KiB.
  // SMALL:       memref.alloc() : memref<808xi32, #spirv.storage_class<Workgroup>>
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x14x16x14x16xf16>) outs(%y : memref<2x16x16x14x14xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Of bytes, a thread takes four rows. 49 times that is all of a tile.
// CHECK-LABEL: func @bytes(
func.func @bytes(%x: memref<2x14x16x14x16xi8>, %y: memref<2x16x16x14x14xi8>) {
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c32, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c64,
  // CHECK:        memref.alloc() : memref<808xi32, #spirv.storage_class<Workgroup>>
  // CHECK-COUNT-4: memref.load {{.*}} : memref<6272xvector<4xi32>,
  // CHECK-NOT:    memref.load
  // CHECK:        arith.cmpi ult, %{{.+}}, %c49_i32
  // CHECK-COUNT-16: memref.store {{.*}} #spirv.storage_class<Workgroup>>
  // CHECK:        gpu.barrier
  // CHECK-COUNT-4: memref.store {{.*}} : memref<6272xvector<4xi32>,
  // CHECK-NOT:    memref.store
  // CHECK:        return
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x14x16x14x16xi8>) outs(%y : memref<2x16x16x14x14xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// 49 halves are no whole words: the last word of a column goes on with the next
// column, and a vector starts anywhere in a word.
// CHECK-LABEL: func @seams(
func.func @seams(%x: memref<2x7x8x7x8xf16>, %y: memref<2x8x8x7x7xf16>) {
  // Four rows of windows are as many columns: 32 of 24 words and five behind.
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c4, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        %[[SHARED:.+]] = memref.alloc() : memref<956xi32, #spirv.storage_class<Workgroup>>
  // The last row is read with the one before.
  // CHECK:        arith.minui %{{.+}}, %c47_i32
  // CHECK:        gpu.barrier
  // CHECK:        arith.cmpi ult, %{{.+}}, %c32_i32
  // CHECK:        %[[LAST:.+]] = memref.load %[[SHARED]][%[[SEAM:.+]]]
  // CHECK:        %[[NEXT:.+]] = memref.load %[[SHARED]]
  // CHECK-DAG:    arith.shrui %[[LAST]], %c16_i32
  // CHECK-DAG:    arith.shli %[[NEXT]], %c16_i32
  // CHECK:        %[[BOTH:.+]] = arith.ori
  // CHECK-NEXT:   memref.store %[[BOTH]], %[[SHARED]][%[[SEAM]]]
  // CHECK-COUNT-4: memref.store %{{.+}}, %[[SHARED]]
  // CHECK:        gpu.barrier
  // CHECK:        %[[ROW:.+]] = arith.subi
  // CHECK:        %[[PLACE:.+]] = arith.andi %[[ROW]], %c1_i32
  // CHECK-NEXT:   %[[BITS:.+]] = arith.muli %[[PLACE]], %c16_i32
  // CHECK-NEXT:   %[[REST:.+]] = arith.subi %c31_i32, %[[BITS]]
  // CHECK:        %[[A:.+]] = memref.load %[[SHARED]]
  // CHECK:        %[[B:.+]] = memref.load %[[SHARED]]
  // CHECK-COUNT-3: memref.load %[[SHARED]]
  // CHECK-DAG:    arith.shrui %[[A]], %[[BITS]]
  // CHECK-DAG:    %[[TWICE:.+]] = arith.shli %[[B]], %c1_i32
  // CHECK:        arith.shli %[[TWICE]], %[[REST]]
  // CHECK:        vector.from_elements
  // CHECK:        memref.store {{.*}} : memref<784xvector<4xi32>,
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x7x8x7x8xf16>) outs(%y : memref<2x8x8x7x7xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// One byte of four is the column's own.
// CHECK-LABEL: func @seams_of_bytes(
func.func @seams_of_bytes(%x: memref<2x7x16x7x16xi8>, %y: memref<2x16x16x7x7xi8>) {
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c8, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c64,
  // CHECK:        arith.minui %{{.+}}, %c45_i32
  // CHECK:        gpu.barrier
  // CHECK:        arith.shrui %{{.+}}, %c24_i32
  // CHECK:        arith.shli %{{.+}}, %c8_i32
  // CHECK:        gpu.barrier
  // CHECK:        memref.store {{.*}} : memref<1568xvector<4xi32>,
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x7x16x7x16xi8>) outs(%y : memref<2x16x16x7x7xi8>) {
  ^bb0(%e: i8, %old: i8):
    linalg.yield %e : i8
  }
  return
}

// 49 words: all rows of a window are one tile.
// CHECK-LABEL: func @words(
func.func @words(%x: memref<2x7x4x7x4xf32>, %y: memref<2x4x4x7x7xf32>) {
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c2, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        memref.alloc() : memref<808xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        gpu.barrier
  // CHECK-NOT:    gpu.barrier
  // CHECK-COUNT-4: memref.load {{.*}} #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   vector.from_elements
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x7x4x7x4xf32>) outs(%y : memref<2x4x4x7x7xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// An element of two words.
// CHECK-LABEL: func @pairs(
func.func @pairs(%x: memref<2x7x4x7x4xf64>, %y: memref<2x4x4x7x7xf64>) {
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c4, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        memref.alloc() : memref<808xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        gpu.barrier
  // CHECK-COUNT-4: memref.load {{.*}} #spirv.storage_class<Workgroup>>
  // CHECK-NEXT:   vector.from_elements
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<2x7x4x7x4xf64>) outs(%y : memref<2x4x4x7x7xf64>) {
  ^bb0(%e: f64, %old: f64):
    linalg.yield %e : f64
  }
  return
}

// Of long runs, tiles have a vector of each row.
// CHECK-LABEL: func @long_runs(
// SMALL-LABEL: func @long_runs(
func.func @long_runs(%x: memref<1x25x16x25x16xf32>, %y: memref<1x16x16x25x25xf32>) {
  // CHECK:      gpu.launch blocks(%[[TILE:[^,]+]], {{.*}} in (%{{.+}} = %c64, {{.*}} threads(%[[THREAD:[^,]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        memref.alloc() : memref<2578xi32, #spirv.storage_class<Workgroup>>

  // SMALL-NOT:   gpu.launch
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<1x25x16x25x16xf32>) outs(%y : memref<1x16x16x25x25xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// Runs of which even so few make more than 16 KiB have tiles of ranges.
// SMALL-LABEL: func @too_long(
// CHECK-LABEL: func @too_long(
// CHECK:         gpu.launch
// CHECK:           arith.minui %{{.+}}, %c2024_i32
func.func @too_long(%x: memref<1x45x16x45x16xf16>, %y: memref<1x16x16x45x45xf16>) {
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<1x45x16x45x16xf16>) outs(%y : memref<1x16x16x45x45xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Left alone:

// runs of less than 32 bytes,
// CHECK-LABEL: func @few_windows(
// CHECK-NOT:     gpu.launch
func.func @few_windows(%x: memref<1x1x16x7x16xf32>, %y: memref<1x16x16x1x7xf32>) {
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<1x1x16x7x16xf32>) outs(%y : memref<1x16x16x1x7xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// and short rows of windows that are no whole vectors.
// CHECK-LABEL: func @narrow_windows(
// CHECK-NOT:     gpu.launch
func.func @narrow_windows(%x: memref<1x7x14x4x14xf16>, %y: memref<1x14x14x7x4xf16>) {
  linalg.generic {indexing_maps = [#windows, #id],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      ins(%x : memref<1x7x14x4x14xf16>) outs(%y : memref<1x14x14x7x4xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}
