// RUN: dml-opt %s --dml-gpu-tile-operations --canonicalize --cse | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>

// What is computed from data that lies side by side along another loop than the
// result's innermost one: a thread computes a vector along that loop, and stores
// one along the innermost.
// CHECK-LABEL: func @sum(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<512x256xf32>
// Tiles of 32 columns and 32 rows: 8 by 16 of them.
// CHECK:         %[[Y:.+]] = dml.view_words %{{.+}} to memref<32768xvector<4xi32>,
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %c128, {{.*}}) threads({{.*}}) in (%{{.+}} = %c128,
// CHECK:           %[[SHARED:.+]] = memref.alloc() : memref<{{.*}}xi32, #spirv.storage_class<Workgroup>>
// CHECK:           %[[A:.+]] = memref.load %[[X]]
// CHECK-NEXT:      %[[SA:.+]] = arith.addf %[[A]], %[[A]]
// CHECK-COUNT-3:   memref.load %[[X]]
// CHECK:           vector.from_elements %[[SA]], %{{.+}}, %{{.+}}, %{{.+}} : vector<4xf32>
// CHECK-COUNT-4:   memref.store %{{.+}}, %[[SHARED]]
// CHECK:           gpu.barrier
// CHECK-COUNT-4:   memref.load %[[SHARED]]
// CHECK:           memref.store %{{.+}}, %[[Y]]
func.func @sum(%x: memref<512x256xf32>, %y: memref<256x512xf32>) {
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    %s = arith.addf %e, %e : f32
    linalg.yield %s : f32
  }
  return
}

// Bytes: tiles of 64 columns and 128 rows, vectors of 16 elements. A thread
// computes vectors of four rows, whose elements change places.
// CHECK-LABEL: func @bytes(
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %c16, {{.*}}) threads({{.*}}) in (%{{.+}} = %c128,
// CHECK-COUNT-16:  arith.xori {{.*}} : i8
// CHECK:           vector.from_elements {{.*}} : vector<16xi8>
// CHECK-COUNT-48:  arith.xori {{.*}} : i8
// CHECK-NOT:       arith.xori
// CHECK:           gpu.barrier
func.func @bytes(%x: memref<512x256xi8>, %y: memref<256x512xi8>) {
  %c = arith.constant 85 : i8
  linalg.generic {indexing_maps = [#transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<512x256xi8>) outs(%y : memref<256x512xi8>) {
  ^bb0(%e: i8, %old: i8):
    %s = arith.xori %e, %c : i8
    linalg.yield %s : i8
  }
  return
}

// What is read side by side along the innermost loop needs no tiles, nor do two
// inputs of which each is read along another loop.
// CHECK-LABEL: func @in_order(
// CHECK-NOT:     gpu.launch
func.func @in_order(%x: memref<256x512xf32>, %z: memref<512x256xf32>, %y: memref<256x512xf32>) {
  linalg.generic {indexing_maps = [#id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<256x512xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %old: f32):
    %s = arith.addf %e, %e : f32
    linalg.yield %s : f32
  }
  linalg.generic {indexing_maps = [#id, #transposed, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%x, %z : memref<256x512xf32>, memref<512x256xf32>) outs(%y : memref<256x512xf32>) {
  ^bb0(%e: f32, %f: f32, %old: f32):
    %s = arith.addf %e, %f : f32
    linalg.yield %s : f32
  }
  return
}

// Strides of a view that the body makes are not known.
// CHECK-LABEL: func @view_in_body(
// CHECK-NOT:     gpu.launch
func.func @view_in_body(%x: memref<512x256xf32>, %y: memref<256x512xf32>) {
  %c0 = arith.constant 0 : index
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]}
      outs(%y : memref<256x512xf32>) {
  ^bb0(%old: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %row = memref.subview %x[%j, 0] [1, 256] [1, 1]
        : memref<512x256xf32> to memref<1x256xf32, strided<[256, 1], offset: ?>>
    %e = memref.load %row[%c0, %i] : memref<1x256xf32, strided<[256, 1], offset: ?>>
    %s = arith.addf %e, %e : f32
    linalg.yield %s : f32
  }
  return
}
