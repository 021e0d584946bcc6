// RUN: dml-opt %s --dml-gpu-map-to-threads --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --implicit-check-not=linalg.
// Twice the bytes for each thread.
// RUN: dml-opt %s --dml-gpu-map-to-threads=vector-bytes=32 --canonicalize --cse --mlir-print-local-scope \
// RUN:   | FileCheck %s --check-prefix=WIDE

#id = affine_map<(a) -> (a)>
#id2 = affine_map<(a, b) -> (a, b)>
#swapped = affine_map<(a, b) -> (b, a)>

// Four of 136 elements for each of 34 threads of one workgroup.
// CHECK-LABEL: func @transposed_input(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8x17xf32>, %[[Y:[a-z0-9]+]]: memref<17x8xf32>
// CHECK:         %[[FLAT:.+]] = memref.collapse_shape %[[Y]] {{\[}}[0, 1]] : memref<17x8xf32> into memref<136xf32>
// CHECK:         gpu.launch {{.*}} threads(%[[THREAD:[a-z0-9]+]], %{{.+}}, %{{.+}}) in (%{{.+}} = %c128, %{{.+}} = %c1, %{{.+}} = %c1) {
// CHECK-NEXT:      %[[BELOW:.+]] = arith.cmpi ult, %[[THREAD]], %c34
// CHECK-NEXT:      scf.if %[[BELOW]] {
// CHECK-NEXT:        %[[P0:.+]] = affine.apply affine_map<{{.*}} * 4)>{{.*}}[[THREAD]]
// CHECK-NEXT:        %[[I0:.+]]:2 = affine.delinearize_index %[[P0]] into (17, 8)
// CHECK-NEXT:        %[[P1:.+]] = affine.apply affine_map<{{.*}} * 4 + 1)>{{.*}}[[THREAD]]
// CHECK-NEXT:        %[[I1:.+]]:2 = affine.delinearize_index %[[P1]] into (17, 8)
// CHECK-NEXT:        %[[P2:.+]] = affine.apply affine_map<{{.*}} * 4 + 2)>{{.*}}[[THREAD]]
// CHECK-NEXT:        %[[I2:.+]]:2 = affine.delinearize_index %[[P2]] into (17, 8)
// CHECK-NEXT:        %[[P3:.+]] = affine.apply affine_map<{{.*}} * 4 + 3)>{{.*}}[[THREAD]]
// CHECK-NEXT:        %[[I3:.+]]:2 = affine.delinearize_index %[[P3]] into (17, 8)
// CHECK-NEXT:        %[[E0:.+]] = memref.load %[[X]][%[[I0]]#1, %[[I0]]#0]
// CHECK-NEXT:        %[[E1:.+]] = memref.load %[[X]][%[[I1]]#1, %[[I1]]#0]
// CHECK-NEXT:        %[[E2:.+]] = memref.load %[[X]][%[[I2]]#1, %[[I2]]#0]
// CHECK-NEXT:        %[[E3:.+]] = memref.load %[[X]][%[[I3]]#1, %[[I3]]#0]
// CHECK-NEXT:        %[[VECTOR:.+]] = vector.from_elements %[[E0]], %[[E1]], %[[E2]], %[[E3]] : vector<4xf32>
// CHECK-NEXT:        vector.store %[[VECTOR]], %[[FLAT]][%[[P0]]] : memref<136xf32>, vector<4xf32>
// CHECK-NEXT:      }
// CHECK-NEXT:      gpu.terminator

// WIDE-LABEL: func @transposed_input(
// WIDE:         arith.cmpi ult, %{{.+}}, %c17
// WIDE-COUNT-2: vector.store %{{.+}} : memref<136xf32>, vector<4xf32>
// WIDE-NOT:     vector.store
// WIDE:         gpu.terminator
func.func @transposed_input(%x: memref<8x17xf32>, %y: memref<17x8xf32>) {
  linalg.generic {indexing_maps = [#swapped, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<8x17xf32>) outs(%y : memref<17x8xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// Threads follow the result in memory, whatever the order of the loops.
// CHECK-LABEL: func @transposed_output(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<6x8xf32>
// CHECK:         %[[I:.+]]:2 = affine.delinearize_index %{{.+}} into (8, 6)
// CHECK:         memref.load %[[X]][%[[I]]#1, %[[I]]#0]
func.func @transposed_output(%x: memref<6x8xf32>, %y: memref<8x6xf32>) {
  linalg.generic {indexing_maps = [#id2, #swapped],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<6x8xf32>) outs(%y : memref<8x6xf32>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}

// A vector has 16 bytes: 8 halves, 16 bytes or booleans, 2 long integers.
// CHECK-LABEL: func @f16(
// CHECK:         arith.cmpi ult, %{{.+}}, %c13
// CHECK-COUNT-8: memref.load
// CHECK-NOT:     memref.load
// CHECK:         vector.store %{{.+}} : memref<100xf16>, vector<8xf16>

// Rounded up to 16 bytes, the buffer ends with the first half of a wide vector.
// WIDE-LABEL: func @f16(
// WIDE:         arith.cmpi ult, %[[THREAD:.+]], %c7
// WIDE:         vector.store %{{.+}} : memref<100xf16>, vector<8xf16>
// WIDE:         %[[INSIDE:.+]] = arith.cmpi ult, %{{.+}}, %c100_i32
// WIDE-NEXT:    scf.if %[[INSIDE]] {
// WIDE-NEXT:      vector.store %{{.+}} : memref<100xf16>, vector<8xf16>
// WIDE-NEXT:    }
// WIDE-NEXT:  }
// WIDE-NEXT:  gpu.terminator
func.func @f16(%x: memref<100xf16>, %y: memref<100xf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<100xf16>) outs(%y : memref<100xf16>) {
    ^bb0(%e: f16, %old: f16):
      linalg.yield %e : f16
  }
  return
}

// CHECK-LABEL: func @i8(
// CHECK:         arith.cmpi ult, %{{.+}}, %c7
// CHECK-COUNT-16: memref.load
// CHECK-NOT:     memref.load
// CHECK:         vector.store %{{.+}} : memref<100xi8>, vector<16xi8>
func.func @i8(%x: memref<100xi8>, %y: memref<100xi8>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<100xi8>) outs(%y : memref<100xi8>) {
    ^bb0(%e: i8, %old: i8):
      linalg.yield %e : i8
  }
  return
}

// CHECK-LABEL: func @i1(
// CHECK:         vector.store %{{.+}} : memref<100xi1>, vector<16xi1>
func.func @i1(%x: memref<100xi1>, %y: memref<100xi1>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<100xi1>) outs(%y : memref<100xi1>) {
    ^bb0(%e: i1, %old: i1):
      linalg.yield %e : i1
  }
  return
}

// 256 threads fill two workgroups: no thread has nothing to do.
// CHECK-LABEL: func @i64_whole_workgroups(
// CHECK:         gpu.launch blocks({{.*}}) in (%{{.+}} = %c2,
// CHECK-NOT:     scf.if
// CHECK:         vector.store %{{.+}} : memref<512xi64>, vector<2xi64>
func.func @i64_whole_workgroups(%x: memref<512xi64>, %y: memref<512xi64>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<512xi64>) outs(%y : memref<512xi64>) {
    ^bb0(%e: i64, %old: i64):
      linalg.yield %e : i64
  }
  return
}

// A loop carries the elements of a thread, which start as the result was.
// CHECK-LABEL: func @matmul(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3x5xf32>, %[[W:[a-z0-9]+]]: memref<5x6xf32>, %[[Y:[a-z0-9]+]]: memref<3x6xf32>
// CHECK:         %[[I0:.+]]:2 = affine.delinearize_index
// CHECK:         %[[OLD0:.+]] = memref.load %[[Y]][%[[I0]]#0, %[[I0]]#1]
// CHECK:         %[[LOOP:.+]]:4 = scf.for %[[K:.+]] = %c0 to %c5 step %c1 iter_args(%[[SUM0:[a-z0-9]+]] = %[[OLD0]], %{{.+}}, %{{.+}}, %{{.+}}) -> (f32, f32, f32, f32) {
// CHECK-NEXT:      %[[A:.+]] = memref.load %[[X]][%[[I0]]#0, %[[K]]]
// CHECK-NEXT:      %[[B:.+]] = memref.load %[[W]][%[[K]], %[[I0]]#1]
// CHECK-NEXT:      %[[PRODUCT:.+]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT:      %[[NEXT0:.+]] = arith.addf %[[SUM0]], %[[PRODUCT]]
// CHECK:           scf.yield %[[NEXT0]], %{{.+}}, %{{.+}}, %{{.+}} : f32, f32, f32, f32
// CHECK:         %[[VECTOR:.+]] = vector.from_elements %[[LOOP]]#0, %[[LOOP]]#1, %[[LOOP]]#2, %[[LOOP]]#3
// CHECK-NEXT:    vector.store %[[VECTOR]]
func.func @matmul(%x: memref<3x5xf32>, %w: memref<5x6xf32>,
    %y: memref<3x6xf32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, c)>,
                                   affine_map<(a, b, c) -> (c, b)>,
                                   affine_map<(a, b, c) -> (a, b)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<3x5xf32>, memref<5x6xf32>) outs(%y : memref<3x6xf32>) {
    ^bb0(%e: f32, %f: f32, %old: f32):
      %p = arith.mulf %e, %f : f32
      %s = arith.addf %old, %p : f32
      linalg.yield %s : f32
  }
  return
}

// Integers combine in any order: each thread adds what its elements give.
// CHECK-LABEL: func @everything_to_rank_0(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3x5xi32>, %[[Y:[a-z0-9]+]]: memref<i32>
// CHECK-NOT:     scf.for
// CHECK-COUNT-4: memref.load %[[X]]
// The last strip has three elements.
// CHECK:         arith.cmpi ult, %{{.+}}, %c15_i32
// CHECK:         scf.if
// CHECK-NEXT:      memref.atomic_rmw addi %{{.+}}, %[[Y]][]
func.func @everything_to_rank_0(%x: memref<3x5xi32>, %y: memref<i32>) {
  linalg.generic {indexing_maps = [#id2, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<3x5xi32>) outs(%y : memref<i32>) {
    ^bb0(%e: i32, %old: i32):
      %s = arith.addi %old, %e : i32
      linalg.yield %s : i32
  }
  return
}

// Sums of floats depend on their order: one thread adds them up.
// CHECK-LABEL: func @float_sum_to_rank_0(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<3x5xf32>, %[[Y:[a-z0-9]+]]: memref<f32>
// CHECK:         %[[FLAT:.+]] = memref.expand_shape %[[Y]] [] output_shape [1] : memref<f32> into memref<1xf32>
// CHECK:         scf.for %[[A:.+]] = %c0 to %c3
// CHECK:           scf.for %[[B:.+]] = %c0 to %c5
// CHECK:             memref.load %[[X]][%[[A]], %[[B]]]
// CHECK:         vector.store %{{.+}}, %[[FLAT]][
func.func @float_sum_to_rank_0(%x: memref<3x5xf32>, %y: memref<f32>) {
  linalg.generic {indexing_maps = [#id2, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x : memref<3x5xf32>) outs(%y : memref<f32>) {
    ^bb0(%e: f32, %old: f32):
      %s = arith.addf %old, %e : f32
      linalg.yield %s : f32
  }
  return
}

// An element of each result, and one that all elements add to.
// CHECK-LABEL: func @result_and_sum(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<8xi32>, %[[Y:[a-z0-9]+]]: memref<8xi32>, %[[N:[a-z0-9]+]]: memref<i32>
// CHECK-NOT:     scf.for
// CHECK:         vector.store %{{.+}}, %[[Y]]
// CHECK:         memref.atomic_rmw maxu %{{.+}}, %[[N]][]
func.func @result_and_sum(%x: memref<8xi32>, %y: memref<8xi32>,
    %n: memref<i32>) {
  linalg.generic {indexing_maps = [affine_map<(a) -> (a)>,
                                   affine_map<(a) -> (a)>,
                                   affine_map<(a) -> ()>],
      iterator_types = ["reduction"]}
      ins(%x : memref<8xi32>) outs(%y, %n : memref<8xi32>, memref<i32>) {
    ^bb0(%e: i32, %old: i32, %most: i32):
      %s = arith.addi %e, %e : i32
      %m = arith.maxui %most, %e : i32
      linalg.yield %s, %m : i32, i32
  }
  return
}

// Sums of indices, and indices in the body.
// CHECK-LABEL: func @window(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: memref<9xi32>
// CHECK:         %[[I:.+]]:2 = affine.delinearize_index %{{.+}} into (4, 3)
// CHECK:         %[[AT:.+]] = affine.apply affine_map<{{.*}}>{{.*}}%[[I]]#0{{.*}}%[[I]]#1
// CHECK:         memref.load %[[X]][%[[AT]]]
// CHECK:         scf.if
// CHECK:           arith.index_cast %[[I]]#1
func.func @window(%x: memref<9xi32>, %y: memref<4x3xi32>) {
  linalg.generic {indexing_maps = [affine_map<(a, b) -> (a * 2 + b)>, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : memref<9xi32>) outs(%y : memref<4x3xi32>) {
    ^bb0(%e: i32, %old: i32):
      %zero = arith.constant 0 : i32
      %c = arith.cmpi sgt, %e, %zero : i32
      %b = linalg.index 1 : index
      %r = scf.if %c -> i32 {
        %k = arith.index_cast %b : index to i32
        scf.yield %k : i32
      } else {
        scf.yield %e : i32
      }
      linalg.yield %r : i32
  }
  return
}

// A thread computes 8 elements of both results, in one vector of halves and two of
// floats, which both begin before the result ends.
// CHECK-LABEL: func @two_widths(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<5xf32>, %[[Y:[a-z0-9]+]]: memref<5xf32>, %[[Z:[a-z0-9]+]]: memref<5xf16>
// CHECK:         scf.if
// CHECK-COUNT-2:   vector.store %{{.+}}, %[[Y]][%{{.+}}] : memref<5xf32>, vector<4xf32>
// CHECK-NOT:       scf.if
// CHECK:           vector.store %{{.+}}, %[[Z]][%{{.+}}] : memref<5xf16>, vector<8xf16>
func.func @two_widths(%x: memref<5xf32>, %y: memref<5xf32>, %z: memref<5xf16>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<5xf32>) outs(%y, %z : memref<5xf32>, memref<5xf16>) {
    ^bb0(%e: f32, %old: f32, %old16: f16):
      %b = arith.truncf %e : f32 to f16
      linalg.yield %e, %b : f32, f16
  }
  return
}

// The last of five threads has a vector less than the others.
// CHECK-LABEL: func @two_widths_and_threads(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<36xf32>, %[[Y:[a-z0-9]+]]: memref<36xf32>, %[[Z:[a-z0-9]+]]: memref<36xf16>
// CHECK:         %[[BELOW:.+]] = arith.cmpi ult, %{{.+}}, %c5
// CHECK-NEXT:    scf.if %[[BELOW]] {
// CHECK:           vector.store %{{.+}}, %[[Y]]
// CHECK:           %[[IN_1:.+]] = arith.cmpi ult, %{{.+}}, %c36_i32
// CHECK-NEXT:      scf.if %[[IN_1]] {
// CHECK-NEXT:        vector.store %{{.+}}, %[[Y]]
// CHECK-NEXT:      }
// CHECK:           vector.store %{{.+}}, %[[Z]]
func.func @two_widths_and_threads(%x: memref<36xf32>, %y: memref<36xf32>,
    %z: memref<36xf16>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<36xf32>) outs(%y, %z : memref<36xf32>, memref<36xf16>) {
    ^bb0(%e: f32, %old: f32, %old16: f16):
      %b = arith.truncf %e : f32 to f16
      linalg.yield %e, %b : f32, f16
  }
  return
}

// A vector of floats has as many elements as a word of bytes: one of each.
// CHECK-LABEL: func @word_and_vector(
// CHECK-SAME:    %{{[a-z0-9]+}}: memref<72xf32>, %[[Y:[a-z0-9]+]]: memref<72xf32>, %[[Z:[a-z0-9]+]]: memref<72xi8>
// CHECK:         arith.cmpi ult, %{{.+}}, %c18
// CHECK:           vector.store %{{.+}}, %[[Y]][%{{.+}}] : memref<72xf32>, vector<4xf32>
// CHECK:           vector.store %{{.+}}, %[[Z]][%{{.+}}] : memref<72xi8>, vector<4xi8>
// CHECK-NOT:       vector.store
// CHECK:           gpu.terminator
func.func @word_and_vector(%x: memref<72xf32>, %y: memref<72xf32>,
    %z: memref<72xi8>) {
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<72xf32>) outs(%y, %z : memref<72xf32>, memref<72xi8>) {
    ^bb0(%e: f32, %old: f32, %old8: i8):
      %b = arith.fptosi %e : f32 to i8
      linalg.yield %e, %b : f32, i8
  }
  return
}

// A part of a buffer that starts at a vector, and rows that follow each other.
// CHECK-LABEL: func @aligned_part(
// CHECK:         vector.store %{{.+}} : memref<9xf32, strided<[1], offset: 16>>, vector<4xf32>
func.func @aligned_part(%x: memref<9xf32>,
    %y: memref<9xf32, strided<[1], offset: 16>>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<9xf32>) outs(%y : memref<9xf32, strided<[1], offset: 16>>) {
    ^bb0(%e: f32, %old: f32):
      linalg.yield %e : f32
  }
  return
}
