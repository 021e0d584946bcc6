// RUN: dml-opt %s --dml-cpu-lower-contractions=vector-bytes=64 --canonicalize --cse | FileCheck %s

#all = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
#column = affine_map<(m, n) -> (n)>
#across = affine_map<(m, n) -> (n, m)>

// A bias for each row is added to the sums of a block before they are stored,
// in another buffer, so that there is none for the sums.
// CHECK-LABEL: func @row(
// CHECK-NOT:     memref.alloc() : memref<64x64xf32>
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:         scf.yield
// CHECK:         memref.load
// CHECK:         %[[BIAS:.+]] = vector.broadcast
// CHECK-NEXT:    %[[BIASED:.+]] = arith.addf %{{.+}}, %[[BIAS]] : vector<16xf32>
// CHECK-NEXT:    arith.maximumf %[[BIASED]]
// CHECK:         vector.store
// CHECK-NOT:     linalg.
func.func @row(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %bias: memref<64xf32>, %y: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x64xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<64x64xf32>, memref<64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%sum: f32, %added: f32, %old: f32):
    %biased = arith.addf %sum, %added : f32
    %positive = arith.maximumf %biased, %zero : f32
    linalg.yield %positive : f32
  }
  memref.dealloc %c : memref<64x64xf32>
  return
}

// One for each column is a vector, whose last lanes the result may not have; a
// result may be narrower than the sums.
// CHECK-LABEL: func @column(
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:         } else {
// CHECK:           vector.maskedload
// CHECK:         arith.truncf {{.*}} : vector<16xf32> to vector<16xf16>
// CHECK:         vector.maskedstore
// CHECK-NOT:     linalg.
func.func @column(%a: memref<64x64xf32>, %b: memref<64x60xf32>, %bias: memref<60xf32>, %y: memref<64x60xf16>) {
  %zero = arith.constant 0.0 : f32
  %c = memref.alloc() : memref<64x60xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<64x60xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x60xf32>) outs(%c : memref<64x60xf32>)
  linalg.generic {indexing_maps = [#all, #column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c, %bias : memref<64x60xf32>, memref<60xf32>) outs(%y : memref<64x60xf16>) {
  ^bb0(%sum: f32, %added: f32, %old: f16):
    %biased = arith.addf %sum, %added : f32
    %narrow = arith.truncf %biased : f32 to f16
    linalg.yield %narrow : f16
  }
  memref.dealloc %c : memref<64x60xf32>
  return
}

// The sums themselves are the result, which is scaled in place.
// CHECK-LABEL: func @in_place(
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:         vector.broadcast %{{[a-z0-9]+}} : f32 to vector<16xf32>
// CHECK:         vector.store
// CHECK-NOT:     linalg.
func.func @in_place(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %scale: f32, %y: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#all, affine_map<(m, n) -> ()>, #all], iterator_types = ["parallel", "parallel"]}
      ins(%y, %scale : memref<64x64xf32>, f32) outs(%y : memref<64x64xf32>) {
  ^bb0(%sum: f32, %s: f32, %old: f32):
    %scaled = arith.mulf %sum, %s : f32
    linalg.yield %scaled : f32
  }
  return
}

//===----------------------------------------------------------------------===//
// What is left to loops
//===----------------------------------------------------------------------===//

// Neighbours among the sums are not neighbours there.
// CHECK-LABEL: func @transposed(
// CHECK:         linalg.generic
func.func @transposed(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %c = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#across, #all], iterator_types = ["parallel", "parallel"]}
      ins(%c : memref<64x64xf32>) outs(%y : memref<64x64xf32>) {
  ^bb0(%sum: f32, %old: f32):
    %negative = arith.negf %sum : f32
    linalg.yield %negative : f32
  }
  memref.dealloc %c : memref<64x64xf32>
  return
}

// CHECK-LABEL: func @two_readers(
// CHECK-COUNT-2: linalg.negf
func.func @two_readers(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %y: memref<64x64xf32>, %z: memref<64x64xf32>) {
  %c = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.negf ins(%c : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  linalg.negf ins(%c : memref<64x64xf32>) outs(%z : memref<64x64xf32>)
  memref.dealloc %c : memref<64x64xf32>
  return
}

// The sums are a result as well.
// CHECK-LABEL: func @returned(
// CHECK:         linalg.negf
func.func @returned(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>, %y: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.negf ins(%c : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  return
}

// CHECK-LABEL: func @part(
// CHECK:         linalg.negf
func.func @part(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %y: memref<32x64xf32>) {
  %c = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  %rows = memref.subview %c[0, 0] [32, 64] [1, 1] : memref<64x64xf32> to memref<32x64xf32, strided<[64, 1]>>
  linalg.negf ins(%rows : memref<32x64xf32, strided<[64, 1]>>) outs(%y : memref<32x64xf32>)
  memref.dealloc %c : memref<64x64xf32>
  return
}

// Other tasks still read the factor that this overwrites.
// CHECK-LABEL: func @overwrites_a_factor(
// CHECK:         linalg.negf
func.func @overwrites_a_factor(%a: memref<64x64xf32>, %b: memref<64x64xf32>) {
  %c = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.negf ins(%c : memref<64x64xf32>) outs(%a : memref<64x64xf32>)
  memref.dealloc %c : memref<64x64xf32>
  return
}

// What lies in between changes a factor.
// CHECK-LABEL: func @between(
// CHECK:         linalg.fill
// CHECK:         linalg.negf
func.func @between(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %y: memref<64x64xf32>) {
  %c = memref.alloc() : memref<64x64xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  linalg.fill ins(%zero : f32) outs(%a : memref<64x64xf32>)
  linalg.negf ins(%c : memref<64x64xf32>) outs(%y : memref<64x64xf32>)
  memref.dealloc %c : memref<64x64xf32>
  return
}

// A lane that no element is in might divide by zero.
// CHECK-LABEL: func @quotient(
// CHECK:         linalg.div_unsigned
func.func @quotient(%a: memref<64x64xi32>, %b: memref<64x64xi32>, %y: memref<64x64xi32>) {
  linalg.matmul ins(%a, %b : memref<64x64xi32>, memref<64x64xi32>) outs(%y : memref<64x64xi32>)
  linalg.div_unsigned ins(%y, %b : memref<64x64xi32>, memref<64x64xi32>) outs(%y : memref<64x64xi32>)
  return
}
