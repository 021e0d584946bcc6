// RUN: dml-opt %s --dml-gpu-tile-operations=workgroup-size=128 \
// RUN:   --dml-gpu-pack-words --dml-gpu-simplify-indices --canonicalize --cse \
// RUN:   | FileCheck %s
// RUN: dml-opt %s \
// RUN:   --dml-gpu-tile-operations='workgroup-size=128 max-workgroup-memory=4096' \
// RUN:   | FileCheck %s --check-prefix=SMALL

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// 32 columns are 128 bytes; 32 rows of them 4 KiB.
// CHECK-LABEL: func @words(
// CHECK-SAME:    %[[X4:[a-z0-9]+]]: memref<512x256xf32>, %[[Y4:[a-z0-9]+]]: memref<256x512xf32>
func.func @words(%x: memref<512x256xf32>, %y: memref<256x512xf32>) {
  // CHECK-DAG:  %[[X:.+]] = dml.view_words %[[X4]] : {{.*}} to memref<32768xvector<4xi32>,
  // CHECK-DAG:  %[[Y:.+]] = dml.view_words %[[Y4]] : {{.*}} to memref<32768xvector<4xi32>,
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c128, {{.*}} threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // Four times 8 rows and one of padding, each of 32 words and one of padding.
  // CHECK:        %[[SHARED:.+]] = memref.alloc() : memref<1188xi32, #spirv.storage_class<Workgroup>>
  // Two vectors for each thread, before the first is needed.
  // CHECK:        %[[A:.+]] = memref.load %[[X]]
  // CHECK:        %[[W:.+]] = vector.extract %[[A]][0]
  // CHECK-NOT:    memref.store
  // CHECK:        memref.load %[[X]]
  // CHECK:        %[[AT:.+]] = arith.index_castui
  // CHECK-NEXT:   memref.store %[[W]], %[[SHARED]][%[[AT]]]
  // CHECK:        gpu.barrier
  // CHECK-COUNT-4: memref.load %[[SHARED]]
  // CHECK:        vector.from_elements
  // CHECK:        memref.store %{{.+}}, %[[Y]]
  // CHECK-COUNT-4: memref.load %[[SHARED]]
  // CHECK:        memref.store %{{.+}}, %[[Y]]
  // CHECK-NOT:    memref.store
  // CHECK:      return

  // 16 rows fit 4 KiB.
  // SMALL-LABEL: func @words(
  // SMALL:       memref.alloc() : memref<660xi32, #spirv.storage_class<Workgroup>>
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// A predicate on rows: a vector outside is read from the buffer's end, and its
// words are replaced.
// CHECK-LABEL: func @padded_rows(
// CHECK:         %[[INSIDE:.+]] = arith.cmpi ult, %{{.+}}, %c510_i32
// CHECK:         arith.minui %{{.+}}, %c32639_i32
// CHECK:         memref.load %{{.+}} : memref<32640xvector<4xi32>,
// CHECK:         %[[WORD:.+]] = vector.extract
// CHECK:         arith.select %[[INSIDE]], %[[WORD]], %c1065353216_i32
// CHECK:         gpu.barrier
func.func @padded_rows(%x: memref<510x256xf32>, %y: memref<256x512xf32>) {
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<256x512xf32>) {
  ^bb0(%old: f32):
    %one = arith.constant 1.0 : f32
    %c510 = arith.constant 510 : index
    %column = linalg.index 0 : index
    %i = linalg.index 1 : index
    %row = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
    %inside = arith.cmpi ult, %row, %c510 : index
    %v = scf.if %inside -> f32 {
      %read = memref.load %x[%row, %column] : memref<510x256xf32>
      scf.yield %read : f32
    } else {
      scf.yield %one : f32
    }
    linalg.yield %v : f32
  }
  return
}

// Windows side by side: a load whose position is linear. A thread reads eight
// words and writes two vectors, of the lower and of the upper halves.
// CHECK-LABEL: func @patches(
func.func @patches(%x: memref<3x64x512xf16>, %y: memref<3x16x16x4x32xf16>) {
  // 16 columns of two times 8 vectors; rows run through both inner loops.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c48, {{.*}} threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c128,
  // CHECK:        memref.alloc() : memref<1224xi32, #spirv.storage_class<Workgroup>>
  // CHECK:        gpu.barrier
  // CHECK-COUNT-8: memref.load {{.*}} : memref<1224xi32,
  // CHECK:        arith.andi %{{.+}}, %c65535_i32
  // CHECK:        arith.shli %{{.+}}, %c16_i32
  // CHECK:        memref.store {{.*}} : memref<12288xvector<4xi32>,
  // CHECK:        memref.store {{.*}} : memref<12288xvector<4xi32>,
  linalg.generic {indexing_maps = [affine_map<(c, k, l, i, j) -> (c, k, l, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      outs(%y : memref<3x16x16x4x32xf16>) {
  ^bb0(%old: f16):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %l = linalg.index 2 : index
    %i = linalg.index 3 : index
    %j = linalg.index 4 : index
    %row = affine.apply affine_map<(i, k) -> (i * 16 + k)>(%i, %k)
    %column = affine.apply affine_map<(j)[l] -> (l + j * 16)>(%j)[%l]
    %e = memref.load %x[%c, %row, %column] : memref<3x64x512xf16>
    linalg.yield %e : f16
  }
  return
}

// Windows of bytes: a thread reads sixteen words and writes four vectors.
// CHECK-LABEL: func @patches_of_bytes(
func.func @patches_of_bytes(%x: memref<3x64x512xi8>, %y: memref<3x16x16x4x32xi8>) {
  // 16 columns of one vector, and the 128 rows that there are.
  // CHECK:      gpu.launch {{.*}} in (%{{.+}} = %c48, {{.*}} threads(%{{.+}}, %{{.+}}, %{{.+}}) in (%{{.+}} = %c32,
  // CHECK:        gpu.barrier
  // CHECK-COUNT-16: memref.load {{.*}} #spirv.storage_class<Workgroup>>
  // CHECK-COUNT-4: memref.store {{.*}} : memref<6144xvector<4xi32>,
  linalg.generic {indexing_maps = [affine_map<(c, k, l, i, j) -> (c, k, l, i, j)>],
                  iterator_types = ["parallel", "parallel", "parallel",
                                    "parallel", "parallel"]}
      outs(%y : memref<3x16x16x4x32xi8>) {
  ^bb0(%old: i8):
    %c = linalg.index 0 : index
    %k = linalg.index 1 : index
    %l = linalg.index 2 : index
    %i = linalg.index 3 : index
    %j = linalg.index 4 : index
    %row = affine.apply affine_map<(i, k) -> (i * 16 + k)>(%i, %k)
    %column = affine.apply affine_map<(j)[l] -> (l + j * 16)>(%j)[%l]
    %e = memref.load %x[%c, %row, %column] : memref<3x64x512xi8>
    linalg.yield %e : i8
  }
  return
}

// Booleans take a byte each, of which one bit is known.
// CHECK-LABEL: func @booleans(
// CHECK:         %[[V:.+]] = memref.load %{{.+}} : memref<2048xvector<4xi32>,
// CHECK:         %[[W:.+]] = vector.extract %[[V]][0]
// CHECK:         arith.andi %[[W]], %c16843009_i32
// CHECK:         gpu.barrier
func.func @booleans(%x: memref<512x64xi1>, %y: memref<64x512xi1>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x64xi1>) outs(%y : memref<64x512xi1>) {
  ^bb0(%e: i1, %old: i1):
    linalg.yield %e : i1
  }
  return
}

// Columns of which a position is far outside of the source read some vector.
// CHECK-LABEL: func @behind_source(
// CHECK:         gpu.launch
// CHECK:         arith.minui
func.func @behind_source(%x: memref<4x64x128xf32>, %y: memref<4x128x64xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]}
      outs(%y : memref<4x128x64xf32>) {
    ^bb0(%old: f32):
      %a = linalg.index 0 : index
      %b = linalg.index 1 : index
      %c = linalg.index 2 : index
      %p = affine.apply affine_map<(d0) -> (d0 * 2147483644)>(%a)
      %e = memref.load %x[%p, %c, %b] : memref<4x64x128xf32>
      linalg.yield %e : f32
  }
  return
}

// Left alone:

// rows that are not aligned,
// CHECK-LABEL: func @odd_rows(
// CHECK-NOT:     gpu.launch
func.func @odd_rows(%x: memref<512x254xf32>, %y: memref<254x512xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x254xf32>) outs(%y : memref<254x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// runs of 8 bytes, as of two channels that take turns,
// CHECK-LABEL: func @short_runs(
// CHECK-NOT:     gpu.launch
func.func @short_runs(%x: memref<2x256xf32>, %y: memref<256x2xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<2x256xf32>) outs(%y : memref<256x2xf32>) {
  ^bb0(%e: f32, %old: f32):
    linalg.yield %e : f32
  }
  return
}

// windows that overlap: their rows start anywhere in a vector,
// CHECK-LABEL: func @overlapping(
// CHECK-NOT:     gpu.launch
func.func @overlapping(%x: memref<128xf32>, %y: memref<8x61xf32>) {
  linalg.generic {indexing_maps = [affine_map<(k, j) -> (k, j)>],
                  iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<8x61xf32>) {
  ^bb0(%old: f32):
    %k = linalg.index 0 : index
    %j = linalg.index 1 : index
    %at = affine.apply affine_map<(k, j) -> (k + j * 2)>(%k, %j)
    %e = memref.load %x[%at] : memref<128xf32>
    linalg.yield %e : f32
  }
  return
}

// elements that fill no words, or more than two,
// CHECK-LABEL: func @odd_widths(
// CHECK-NOT:     gpu.launch
// CHECK:         return
func.func @odd_widths(%x: memref<512x256xi24>, %y: memref<256x512xi24>,
                      %v: memref<512x256xi256>, %w: memref<256x512xi256>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xi24>) outs(%y : memref<256x512xi24>) {
  ^bb0(%e: i24, %old: i24):
    linalg.yield %e : i24
  }
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%v : memref<512x256xi256>) outs(%w : memref<256x512xi256>) {
  ^bb0(%e: i256, %old: i256):
    linalg.yield %e : i256
  }
  return
}

// and results that are read again.
// CHECK-LABEL: func @added_to_result(
// CHECK-NOT:     gpu.launch
func.func @added_to_result(%x: memref<512x256xf32>, %y: memref<256x512xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    %s = arith.addf %e, %old : f32
    linalg.yield %s : f32
  }
  return
}

// Of nothing there are no tiles.
// CHECK-LABEL: func @nothing(
// CHECK-NOT:     gpu.launch
func.func @nothing(%x: memref<0x64xf16>, %y: memref<64x0xf16>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<0x64xf16>) outs(%y : memref<64x0xf16>) {
  ^bb0(%e: f16, %old: f16):
    linalg.yield %e : f16
  }
  return
}

// Only a run knows where the copy begins in its buffer.
// CHECK-LABEL: func @dynamic_offset(
// CHECK-NOT:     gpu.launch
// CHECK:         linalg.generic
func.func @dynamic_offset(%x: memref<64x64xi8>, %y: memref<4096xi8>, %o: index) {
  %v = memref.subview %y[%o] [1024] [1]
      : memref<4096xi8> to memref<1024xi8, strided<[1], offset: ?>>
  %w = memref.expand_shape %v [[0, 1]] output_shape [32, 32]
      : memref<1024xi8, strided<[1], offset: ?>> into memref<32x32xi8, strided<[32, 1], offset: ?>>
  %s = memref.subview %x[0, 0] [32, 32] [1, 1]
      : memref<64x64xi8> to memref<32x32xi8, strided<[64, 1]>>
  linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s : memref<32x32xi8, strided<[64, 1]>>)
      outs(%w : memref<32x32xi8, strided<[32, 1], offset: ?>>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  }
  return
}

// A source whose root is dynamic or unranked has no words: left to other passes.
// CHECK-LABEL: func @unranked_source(
// CHECK:         linalg.generic
func.func @unranked_source(%s: memref<*xf32>, %y: memref<128x64xf32>) {
  %x = memref.cast %s : memref<*xf32> to memref<64x128xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL: func @dynamic_source(
// CHECK:         linalg.generic
func.func @dynamic_source(%s: memref<?x?xf32>, %y: memref<128x64xf32>) {
  %x = memref.cast %s : memref<?x?xf32> to memref<64x128xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// CHECK-LABEL: func @dynamic_result(
// CHECK:         linalg.generic
func.func @dynamic_result(%x: memref<64x128xf32>, %s: memref<*xf32>) {
  %y = memref.cast %s : memref<*xf32> to memref<128x64xf32>
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (b, a)>, affine_map<(a, b) -> (a, b)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<64x128xf32>) outs(%y : memref<128x64xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}
