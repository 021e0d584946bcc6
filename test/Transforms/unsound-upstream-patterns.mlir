// Why some of upstream's patterns are not used (docs/Rationale.md): each of
// these functions means something else, or is no valid module, after them. A
// test that fails here shows that upstream has mended one.

// RUN: split-file %s %t
// RUN: dml-opt %t/drops-another-dimension.mlir --canonicalize | FileCheck %s --check-prefix=DIMENSION
// RUN: dml-opt %t/cast-of-slice.mlir --canonicalize | FileCheck %s --check-prefix=CAST
// RUN: dml-opt %t/size-is-dynamic.mlir --canonicalize | FileCheck %s --check-prefix=SIZE
// RUN: dml-opt %t/padding-of-nothing.mlir --canonicalize | FileCheck %s --check-prefix=PAD
// RUN: dml-opt %t/step-of-zero.mlir --canonicalize | FileCheck %s --check-prefix=STEP
// RUN: dml-opt %t/read-of-constants.mlir --canonicalize | FileCheck %s --check-prefix=READ
// RUN: dml-opt %t/loop-that-grows.mlir --canonicalize | FileCheck %s --check-prefix=LOOP

//--- drops-another-dimension.mlir
// The pattern that makes operands static: the second dimension had two elements.
// DIMENSION: tensor.extract_slice %{{.+}}[0, 0, 1] [1, 1, 2] [1, 1, 1]
func.func @main(%x: tensor<1x2x4xi32>) -> tensor<1x2xi32> {
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %x[0, 0, %c1] [1, 2, 1] [1, 1, 1]
      : tensor<1x2x4xi32> to tensor<1x2xi32>
  return %a : tensor<1x2xi32>
}

//--- cast-of-slice.mlir
// TensorCastExtractSlice: %n need not be 3.
// CAST: tensor.extract_slice %{{.+}}[0] [3] [1]
func.func @main(%x: tensor<4xi32>, %n: index) -> tensor<3xi32> {
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<4xi32> to tensor<?xi32>
  %b = tensor.cast %a : tensor<?xi32> to tensor<3xi32>
  return %b : tensor<3xi32>
}

//--- size-is-dynamic.mlir
// Folding of slices: this size equals the mark of a dynamic one.
// SIZE: return %arg0
func.func @main(%x: tensor<?xi32>) -> tensor<?xi32> {
  %n = arith.constant -9223372036854775808 : index
  %a = tensor.extract_slice %x[0] [%n] [1] : tensor<?xi32> to tensor<?xi32>
  return %a : tensor<?xi32>
}

//--- padding-of-nothing.mlir
// Folding of paddings: equal types are taken for equal contents.
// PAD: return %arg0
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c = arith.constant 7 : i32
  %p = tensor.pad %x low[1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %c : i32
  } : tensor<4xi32> to tensor<4xi32>
  return %p : tensor<4xi32>
}

//--- step-of-zero.mlir
// ForallOpSingleOrZeroIterationDimsFolder: such a loop has no end.
// STEP-NOT: scf.forall
// STEP:     return
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %y = scf.forall (%i) = (0) to (4) step (%c0) shared_outs(%o = %x)
      -> tensor<4xi32> {
    %e = tensor.extract_slice %o[%i] [1] [1] : tensor<4xi32> to tensor<1xi32>
    %f = arith.addi %e, %e : tensor<1xi32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %o[%i] [1] [1]
          : tensor<1xi32> into tensor<4xi32>
    }
  }
  return %y : tensor<4xi32>
}

//--- read-of-constants.mlir
// Folding of reads: there is no element 9.
// READ: return %{{c7.*}}
func.func @main() -> i32 {
  %c9 = arith.constant 9 : index
  %c = arith.constant dense<7> : tensor<2xi32>
  %e = tensor.extract %c[%c9] : tensor<2xi32>
  return %e : i32
}

//--- loop-that-grows.mlir
// ForOpTensorCastFolder: what the loop carries has four elements at first, and
// more in each iteration.
// LOOP: scf.for {{.*}} -> (tensor<4xi32>)
func.func @main(%x: tensor<4xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %x : tensor<4xi32> to tensor<?xi32>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%t = %d) -> tensor<?xi32> {
    %u = tensor.concat dim(0) %t, %x
        : (tensor<?xi32>, tensor<4xi32>) -> tensor<?xi32>
    scf.yield %u : tensor<?xi32>
  }
  return %y : tensor<?xi32>
}
