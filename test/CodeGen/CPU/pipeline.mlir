// RUN: dml-opt %s --dml-cpu-pipeline \
// RUN:   | FileCheck %s --implicit-check-not=abort --implicit-check-not=target_cpu --implicit-check-not=prefer_vector_width
//
// Every operation is one of the LLVM dialect, the module's own apart.
// RUN: dml-opt %s --dml-cpu-pipeline --mlir-print-op-generic --mlir-print-local-scope > %t
// RUN: FileCheck %s --check-prefix=ONLY-LLVM --input-file=%t
// ONLY-LLVM:     "builtin.module"
// ONLY-LLVM-NOT: {{^ *(%.* = )?"}}{{([a-km-z]|l[^l]|llv[^m])}}
// ONLY-LLVM-NOT: unrealized_conversion_cast
//
// RUN: dml-opt %s --dml-cpu-pipeline='target-cpu=znver4 target-features=+avx2,+f16c vector-width=512' \
// RUN:   | FileCheck %s --check-prefix=OPTIONS
// OPTIONS:     llvm.func @one_operator(
// OPTIONS-SAME: attributes {prefer_vector_width = "512", target_cpu = "znver4", target_features = #llvm.target_features<["+avx2", "+f16c"]>}

// One operator of static sizes: nothing to allocate, copy, free or check.
// CHECK-LABEL: llvm.func @one_operator(
// CHECK-NOT:     alloc(
// CHECK-NOT:     llvm.intr.memcpy
// CHECK-NOT:     free(
// CHECK-NOT:     @dmlHasFailed
// CHECK:         llvm.return
func.func @one_operator(%x: tensor<2x8x3x5xf32>) -> tensor<2x2x6x10xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
      : (tensor<2x8x3x5xf32>) -> tensor<2x2x6x10xf32>
  return %y : tensor<2x2x6x10xf32>
}

// CHECK-LABEL: llvm.func @one_operator_of_dynamic_sizes(
// CHECK-COUNT-1: llvm.call @_mlir_memref_to_llvm_aligned_alloc(
// CHECK-NOT:     llvm.call @_mlir_memref_to_llvm_aligned_alloc(
// CHECK-NOT:     llvm.intr.memcpy
// CHECK:         llvm.call @dmlReportFailure(
// CHECK:         llvm.return
func.func @one_operator_of_dynamic_sizes(%x: tensor<?x?x?x?xui8>)
    -> tensor<?x?x?xui8> {
  %y = dml.unfold %x, window_sizes = [3, 3], start_padding = [1, 1],
      end_padding = [1, 1] : (tensor<?x?x?x?xui8>) -> tensor<?x?x?xui8>
  return %y : tensor<?x?x?xui8>
}

func.func private @helper(%x: tensor<?x4x2x2xf32>) -> tensor<?x1x4x4xf32> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x2x2xf32>) -> tensor<?x1x4x4xf32>
  return %y : tensor<?x1x4x4xf32>
}

// Operations of func, arith, math, tensor, linalg and scf around the operators.
// CHECK-LABEL: llvm.func @mixed(
func.func @mixed(%x: tensor<?x4x2x2xf32>, %i: tensor<?x4x2x2xui32>, %n: index,
    %c: i1) -> (tensor<?x1x4x4xf32>, tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: llvm.call @helper(
  %a = call @helper(%x) : (tensor<?x4x2x2xf32>) -> tensor<?x1x4x4xf32>
  // CHECK: llvm.call @dmlHasFailed()
  %e = math.exp %a : tensor<?x1x4x4xf32>
  %batch = tensor.dim %x, %c0 : tensor<?x4x2x2xf32>
  %u = dml.max_unpooling %x, %i, output_sizes(%batch)
      : (tensor<?x4x2x2xf32>, tensor<?x4x2x2xui32>) -> tensor<?x1x4x4xf32>
  %s = arith.addf %e, %u : tensor<?x1x4x4xf32>
  %r = scf.for %k = %c0 to %n step %c1 iter_args(%t = %s)
      -> tensor<?x1x4x4xf32> {
    %q = scf.if %c -> tensor<?x1x4x4xf32> {
      %m = arith.mulf %t, %e : tensor<?x1x4x4xf32>
      scf.yield %m : tensor<?x1x4x4xf32>
    } else {
      scf.yield %t : tensor<?x1x4x4xf32>
    }
    scf.yield %q : tensor<?x1x4x4xf32>
  }
  %row = tensor.extract_slice %r[%c0, 0, 1, 0] [1, 1, 1, 4] [1, 1, 1, 1]
      : tensor<?x1x4x4xf32> to tensor<4xf32>
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce ins(%row : tensor<4xf32>) outs(%init : tensor<f32>)
      dimensions = [0]
      (%p: f32, %q: f32) {
        %t = arith.addf %p, %q : f32
        linalg.yield %t : f32
      }
  %f = tensor.extract %sum[] : tensor<f32>
  return %r, %row, %f : tensor<?x1x4x4xf32>, tensor<4xf32>, f32
}

// Rank 0, an empty function, and one that is only declared.
// CHECK-LABEL: llvm.func @rank_zero(
// CHECK:         llvm.fadd
func.func @rank_zero(%x: tensor<f32>) -> tensor<f32> {
  %y = arith.addf %x, %x : tensor<f32>
  return %y : tensor<f32>
}

// CHECK-LABEL: llvm.func @nothing(
// CHECK-NEXT:    llvm.return
func.func @nothing() {
  return
}

// CHECK: llvm.func @declared(!llvm.ptr, !llvm.ptr, i64, i64, i64) {{.*}}sym_visibility = "private"
func.func private @declared(tensor<4xui8>)

// Blocks without a loop.
// CHECK-LABEL: llvm.func @blocks(
// CHECK:         llvm.cond_br
func.func @blocks(%x: tensor<1x4x1x1xf32>, %c: i1) -> tensor<1x1x2x2xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<1x4x1x1xf32>) -> tensor<1x1x2x2xf32>
  cf.br ^bb3(%y : tensor<1x1x2x2xf32>)
^bb2:
  %z = dml.unfold %x, window_sizes = [1, 1]
      : (tensor<1x4x1x1xf32>) -> tensor<1x4x1xf32>
  %e = tensor.expand_shape %z [[0], [1], [2, 3]] output_shape [1, 4, 1, 1]
      : tensor<1x4x1xf32> into tensor<1x4x1x1xf32>
  %w = tensor.collapse_shape %e [[0, 1, 2, 3]]
      : tensor<1x4x1x1xf32> into tensor<4xf32>
  %v = tensor.expand_shape %w [[0, 1, 2, 3]] output_shape [1, 1, 2, 2]
      : tensor<4xf32> into tensor<1x1x2x2xf32>
  cf.br ^bb3(%v : tensor<1x1x2x2xf32>)
^bb3(%r: tensor<1x1x2x2xf32>):
  return %r : tensor<1x1x2x2xf32>
}

// Other types of arguments pass through.
// CHECK-LABEL: llvm.func @other_arguments(
// CHECK-SAME:    vector<4xf32>
func.func @other_arguments(%v: vector<4xf32>, %m: memref<4xf32>,
    %u: tensor<*xf32>, %o: tensor<4xcomplex<f32>>)
    -> (vector<4xf32>, memref<4xf32>, tensor<*xf32>, tensor<4xcomplex<f32>>) {
  return %v, %m, %u, %o
      : vector<4xf32>, memref<4xf32>, tensor<*xf32>, tensor<4xcomplex<f32>>
}
