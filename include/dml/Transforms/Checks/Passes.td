//===- Passes.td - Run-time checks -------------------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_CHECKS_PASSES_TD
#define DML_TRANSFORMS_CHECKS_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckTensorSizes : Pass<"dml-check-tensor-sizes"> {
  let summary = "Refuse types of too many elements and incomplete constants";
  let description = [{
    The static sizes of tensors, buffers and vectors have a product of at most
    2^32-1 (T2): no later pass multiplies sizes that wrap. A size of 0 counts as
    1, for strides are products of the other sizes. Constants that are resources
    have the bytes of their type. A reassociation names dimensions that there
    are, a tensor.pad has an operand for each of its dynamic paddings, and a
    tensor.reshape by a shape of static size has a rank. The IR stays as it is.

    ```mlir
    // error: 'tensor.splat' op elements of the result: expected at most
    //     4294967295, given 4294967296x4294967296 [T2]
    %y = tensor.splat %a : tensor<4294967296x4294967296xi8>
    ```
  }];
}

def EraseUnneeded : Pass<"dml-erase-unneeded", "::mlir::ModuleOp"> {
  let summary = "Erase what no result of a function needs";
  let description = [{
    An operation without an effect whose result is not needed is not run and
    reports nothing (T6), so it goes before checks are made of it. A result of a
    private function is not needed where no call uses it, and an argument where
    the function does not use it. Calls that need different results get
    functions of their own.

    Before:

    ```mlir
    func.func private @f(%x: tensor<?x?x?x?xf32>)
        -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>) {
      %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
          : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
      return %x, %y : tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>
    }
    func.func @main(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
      %a, %b = call @f(%x) : (tensor<?x?x?x?xf32>)
          -> (tensor<?x?x?x?xf32>, tensor<?x?x?x?xf32>)
      return %a : tensor<?x?x?x?xf32>
    }
    ```

    After:

    ```mlir
    func.func private @f(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
      return %x : tensor<?x?x?x?xf32>
    }
    func.func @main(%x: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
      %a = call @f(%x) : (tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
      return %a : tensor<?x?x?x?xf32>
    }
    ```
  }];
}

def AssertToRequire : Pass<"dml-assert-to-require"> {
  let summary = "Let failed assertions return instead of abort";
  let description = [{
    `cf.assert` would abort the process. As `dml.require` its message goes to
    the runner and the function returns.

    Before:

    ```mlir
    cf.assert %ok, "index out of bounds"
    ```

    After:

    ```mlir
    dml.require %ok, "a.mlir:3:8: index out of bounds"
    ```
  }];
  let dependentDialects = ["::dml::DMLDialect"];
}

def GuardDivision : Pass<"dml-guard-division"> {
  let summary = "Check the divisors of scalar integer divisions";
  let description = [{
    A division by zero, or of the smallest signed integer by -1, stops the
    process on a CPU. Where the divisor is not a harmless constant it is checked
    first: in arith, index and `affine.apply`.

    Before:

    ```mlir
    %q = arith.divui %a, %b : i32
    ```

    After:

    ```mlir
    %ok = arith.cmpi ne, %b, %c0 : i32
    dml.require %ok, "a.mlir:3:8: 'arith.divui' op divides by zero"
    %q = arith.divui %a, %b : i32
    ```
  }];
  let dependentDialects = ["::dml::DMLDialect", "::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect"];
}

def GuardTensorOps : Pass<"dml-guard-tensor-ops"> {
  let summary = "Check at run time what types leave open";
  let description = [{
    Checks tensor and linalg operations and loops before they run:

    - slices that are extracted or inserted lie inside the tensor, and inserted
      ones have the size of their source;
    - indices of elements lie inside the tensor;
    - reshapes keep the number of elements; paddings are not negative; sizes of
      results are those that types declare, are not negative and have a product
      of at most 2^32-1 (T2);
    - steps of loops are positive, and no index of theirs overflows;
    - `dml.unpool` has an index for each value;
    - everything else that upstream verifies at run time.

    No check wraps, whatever the values. What is known to hold leaves nothing
    behind. Operands that fail a check are replaced by harmless ones: folding
    may make them constants later, and upstream's patterns crash on some.

    Before:

    ```mlir
    %s = tensor.extract_slice %t[0] [4] [%stride]
        : tensor<8xf32> to tensor<4xf32>
    ```

    After:

    ```mlir
    dml.require %ok, "a.mlir:3:8: 'tensor.extract_slice' op slice in dimension 0: expected offset {0}, size {1}, stride {2} inside {3}", %c0, %c4, %stride, %c8
    %harmless = arith.select %ok, %stride, %c1 : index
    %s = tensor.extract_slice %t[0] [4] [%harmless]
        : tensor<8xf32> to tensor<4xf32>
    ```
  }];
  let dependentDialects = ["::dml::DMLDialect", "::mlir::arith::ArithDialect",
                           "::mlir::cf::ControlFlowDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def PruneAfterFailure : Pass<"dml-prune-after-failure"> {
  let summary = "Remove code behind checks that always fail";
  let description = [{
    A function returns where a check fails. What follows a check of constant
    false in its block, once scalars are folded, never runs, and may not even lower, because its operands
    break a rule: it is removed. What the block returns or yields becomes an
    empty tensor, or zero.

    Before:

    ```mlir
    dml.require %false, "a.mlir:3:8: ... expected 0 to 4294967295, given -1"
    %p = tensor.pad %x low[-1] high[0] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
    } : tensor<4xf32> to tensor<3xf32>
    return %p : tensor<3xf32>
    ```

    After:

    ```mlir
    dml.require %false, "a.mlir:3:8: ... expected 0 to 4294967295, given -1"
    %p = tensor.empty() : tensor<3xf32>
    return %p : tensor<3xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect"];
}

#endif // DML_TRANSFORMS_CHECKS_PASSES_TD
