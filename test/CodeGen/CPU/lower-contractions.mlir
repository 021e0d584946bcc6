// RUN: dml-opt %s --dml-cpu-lower-contractions=vector-bytes=64 --canonicalize --cse \
// RUN:   --remarks-filter=dml-schedule --remark-format=emitRemark 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: dml-opt %s --dml-cpu-lower-contractions='vector-bytes=32 contract=true' \
// RUN:   --canonicalize --cse | FileCheck %s --check-prefix=CONTRACT
// RUN: not dml-opt %s --dml-cpu-lower-contractions=vector-bytes=48 2>&1 | \
// RUN:   FileCheck %s --check-prefix=REFUSED

// REFUSED: error: vector-bytes: expected a power of two from 8 to 64, given 48

// A block is summed in registers over all of the reduction, one operation after
// the other. Columns are copied, rows are read in place.
// CHECK-LABEL: func @matmul(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: memref<64x576xf32>
// CHECK-NOT:   linalg.
// CHECK:       %[[FLAT:.+]] = memref.reinterpret_cast %[[A]]
// CHECK-NEXT:  %[[CAST:.+]] = memref.cast %[[FLAT]]
// CHECK-NEXT:  %[[ROWS:.+]] = builtin.unrealized_conversion_cast %[[CAST]]
// CHECK:       scf.parallel
// CHECK:         %[[COLUMNS:.+]] = memref.alloc() {alignment = 64 : i64} : memref<23056xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         vector.maskedload {{.*}} vector<16xi32>
// CHECK:         vector.store {{.*}}, %[[COLUMNS]]
// CHECK:         scf.for {{.*}} step %c16
// CHECK-NOT:       fastmath
// CHECK:           scf.for {{.*}} iter_args(%[[SUM:[a-z0-9]+]] =
// CHECK:             %[[COLUMN:.+]] = vector.load %[[COLUMNS]][{{.*}}] : memref<23056xf32>, vector<16xf32>
// CHECK:             memref.load %[[ROWS]]
// CHECK:             %[[ROW:.+]] = vector.broadcast {{.*}} : f32 to vector<16xf32>
// CHECK-NEXT:        %[[PRODUCT:.+]] = arith.mulf %[[ROW]], %[[COLUMN]] : vector<16xf32>
// CHECK-NEXT:        arith.addf %[[SUM]], %[[PRODUCT]] : vector<16xf32>
// CHECK:           vector.store
// CHECK:         memref.dealloc %[[COLUMNS]]
// REMARK: remark: [Analysis] ContractionSchedule | Category:dml-schedule | Remark="blocks of 16 rows times 1 vector of 16 elements, 288 deep, of 80 copied columns, in tasks of 64 times 80"
// CONTRACT-LABEL: func @matmul(
// CONTRACT:         arith.mulf {{.*}} fastmath<contract> : vector<8xf32>
// CONTRACT-NEXT:    arith.addf {{.*}} fastmath<contract> : vector<8xf32>
func.func @matmul(%a: memref<64x576xf32>, %b: memref<576x4800xf32>, %c: memref<64x4800xf32>) {
  linalg.matmul ins(%a, %b : memref<64x576xf32>, memref<576x4800xf32>)
                outs(%c : memref<64x4800xf32>)
  return
}

// The result is not filled before, but in registers.
// CHECK-LABEL: func @filled(
// CHECK-NOT:   linalg.fill
// CHECK:       %[[ZEROS:.+]] = arith.constant dense<0.000000e+00> : vector<16xf32>
// CHECK:       scf.for {{.*}} iter_args(%{{[a-z0-9]+}} = %[[ZEROS]],
func.func @filled(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                outs(%c : memref<64x64xf32>)
  return
}

// Something reads what was filled.
// CHECK-LABEL: func @filled_and_read(
// CHECK:       linalg.fill
// CHECK:       memref.load
// CHECK:       scf.for {{.*}} iter_args(
func.func @filled_and_read(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) -> f32 {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : index
  linalg.fill ins(%zero : f32) outs(%c : memref<64x64xf32>)
  %v = memref.load %c[%i, %i] : memref<64x64xf32>
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                outs(%c : memref<64x64xf32>)
  return %v : f32
}

// Columns of a transposed operand are transposed in registers. Casts are applied
// to what is copied, so that rows are copied too.
// CHECK-LABEL: func @transposed_f16(
// CHECK-COUNT-2: memref.alloc() {alignment = 64 : i64} : memref<{{[0-9]+}}xf32>
// CHECK:       arith.extf {{.*}} : vector<16xf16> to vector<16xf32>
// CHECK:       vector.shuffle {{.*}} : vector<16xf32>, vector<16xf32>
// CHECK:       scf.for {{.*}} iter_args(
// CHECK-NOT:     arith.extf
// CHECK:       return
#a = affine_map<(m, n, k) -> (m, k)>
#bt = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>
func.func @transposed_f16(%a: memref<64x64xf16>, %b: memref<64x64xf16>, %c: memref<64x64xf32>) {
  linalg.matmul indexing_maps = [#a, #bt, #c]
      ins(%a, %b : memref<64x64xf16>, memref<64x64xf16>) outs(%c : memref<64x64xf32>)
  return
}

// The pixels of an image are columns, whose last block ends beyond the image:
// lanes without a pixel are neither loaded nor stored.
// CHECK-LABEL: func @convolution(
// CHECK:         scf.if
// CHECK:           vector.load {{.*}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK:         } else {
// CHECK:           vector.maskedload {{.*}} : memref<?xi32, strided<[1], offset: ?>>
// CHECK:         scf.for {{.*}} iter_args(
// CHECK:         vector.maskedstore {{.*}} : memref<?xi32, strided<[1], offset: ?>>
// REMARK: remark: {{.*}} ContractionSchedule {{.*}} Remark="blocks of 28 rows times 1 vector of 16 elements, 144 deep, of 80 copied columns, in tasks of 28 times 208"
func.func @convolution(%x: memref<1x16x16x16xf32>, %w: memref<28x16x3x3xf32>, %y: memref<1x28x14x14xf32>) {
  linalg.conv_2d_nchw_fchw
      ins(%x, %w : memref<1x16x16x16xf32>, memref<28x16x3x3xf32>)
      outs(%y : memref<1x28x14x14xf32>)
  return
}

//===----------------------------------------------------------------------===//
// What is left to loops
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func @small(
// CHECK:         linalg.matmul
func.func @small(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%c : memref<8x8xf32>)
  return
}

// The canonicalizer erases it.
// CHECK-LABEL: func @empty(
// CHECK-NEXT:    return
func.func @empty(%a: memref<64x0xf32>, %b: memref<0x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %b : memref<64x0xf32>, memref<0x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// CHECK-LABEL: func @dynamic(
// CHECK:         linalg.matmul
func.func @dynamic(%a: memref<?x64xf32>, %b: memref<64x64xf32>, %c: memref<?x64xf32>) {
  linalg.matmul ins(%a, %b : memref<?x64xf32>, memref<64x64xf32>) outs(%c : memref<?x64xf32>)
  return
}

// CHECK-LABEL: func @reads_its_result(
// CHECK:         linalg.matmul
func.func @reads_its_result(%a: memref<64x64xf32>, %c: memref<64x64xf32>) {
  linalg.matmul ins(%a, %c : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// CHECK-LABEL: func @depthwise(
// CHECK:         linalg.depthwise_conv_2d_nhwc_hwc
func.func @depthwise(%x: memref<1x18x18x32xf32>, %w: memref<3x3x32xf32>, %y: memref<1x16x16x32xf32>) {
  linalg.depthwise_conv_2d_nhwc_hwc
      ins(%x, %w : memref<1x18x18x32xf32>, memref<3x3x32xf32>) outs(%y : memref<1x16x16x32xf32>)
  return
}

// A lane that no element is in might divide by zero.
// CHECK-LABEL: func @quotients(
// CHECK:         linalg.generic
#b = affine_map<(m, n, k) -> (k, n)>
func.func @quotients(%a: memref<64x64xi32>, %b: memref<64x64xi32>, %c: memref<64x64xi32>) {
  linalg.generic {indexing_maps = [#a, #b, #c],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x64xi32>, memref<64x64xi32>) outs(%c : memref<64x64xi32>) {
  ^bb0(%x: i32, %y: i32, %sum: i32):
    %q = arith.divui %x, %y : i32
    %s = arith.addi %sum, %q : i32
    linalg.yield %s : i32
  }
  return
}
