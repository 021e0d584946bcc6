//===- Passes.td - Code generation for every target --------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_COMMON_PASSES_TD
#define DML_CODEGEN_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def CheckTensorSizes : Pass<"dml-check-tensor-sizes"> {
  let summary = "Refuse types of too many elements and incomplete constants";
  let description = [{
    The static sizes of tensors, buffers and vectors have a product of at most
    2^32-1 (T2): no later pass multiplies sizes that wrap. A size of 0 counts as
    1, for strides are products of the other sizes. Constants that are resources
    have the bytes of their type. A reassociation names dimensions that there
    are, and a tensor.pad has an operand for each of its dynamic paddings. The
    IR stays as it is.

    ```mlir
    // error: 'tensor.splat' op elements of the result: expected at most
    //     4294967295, given 4294967296x4294967296 [T2]
    %y = tensor.splat %a : tensor<4294967296x4294967296xi8>
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
                           "::mlir::bufferization::BufferizationDialect",
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

def FillSplats : Pass<"dml-fill-splats"> {
  let summary = "Compute large constants of one value";
  let description = [{
    A constant tensor of more than 16 MiB that holds one value everywhere is filled
    at run time: an executable that contained it would be as large, and may be
    too large to make.

    Before:

    ```mlir
    %c = arith.constant dense<7> : tensor<65536x65535xi32>
    ```

    After:

    ```mlir
    %value = arith.constant 7 : i32
    %empty = tensor.empty() : tensor<65536x65535xi32>
    %c = linalg.fill ins(%value : i32) outs(%empty : tensor<65536x65535xi32>)
        -> tensor<65536x65535xi32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::tensor::TensorDialect"];
}

def ResultsToOutParams : Pass<"dml-results-to-out-params", "::mlir::ModuleOp"> {
  let summary = "Let callers of public functions own static results";
  let description = [{
    After bufferization, every statically shaped memref result of a public
    function becomes a trailing argument that the caller allocates. Where the
    result was a fresh allocation, the argument takes its place and nothing is
    copied; an argument that is returned, a value that is returned once more, a
    view and a constant are copied into theirs, and so is every result of a
    function of several blocks. Calls inside the module follow.

    Results of dynamic shape stay results that the caller owns: those that are
    not fresh allocations of their own are cloned.

    Before:

    ```mlir
    func.func @main(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
      %y = memref.alloc() : memref<4xf32>
      linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      return %y, %x : memref<4xf32>, memref<4xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
      linalg.copy ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
      memref.copy %x, %z : memref<4xf32> to memref<4xf32>
      return
    }
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect"];
}

def LegalizeDynamicViews
    : Pass<"dml-legalize-dynamic-views"> {
  let summary = "Rewrite views of dynamic shape that upstream mishandles";
  let description = [{
    Rewrites `memref.expand_shape` and `memref.subview` of dynamic shape to
    `memref.reinterpret_cast`. Upstream's `expand-strided-metadata` crashes on a
    group with two dynamic parts (LLVM issue 186830), and the verifier of
    `memref.subview` refuses an empty view at the end of a buffer, or of an
    empty buffer, as soon as folding knows the sizes.

    A `memref.cast` of a strided buffer to a packed one of dynamic shape becomes
    a copy. Bufferization makes such casts where a function returns a slice, and
    later passes would copy or read it as if it had no gaps.

    Before:

    ```mlir
    %e = memref.expand_shape %m [[0, 1]] output_shape [%h, %w]
        : memref<?xf32> into memref<?x?xf32>
    ```

    After:

    ```mlir
    %e = memref.reinterpret_cast %m to offset: [0], sizes: [%h, %w],
             strides: [%w, 1] : memref<?xf32> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
}

def CopyToLinalg : Pass<"dml-copy-to-linalg"> {
  let summary = "Make copies of buffers structured operations";
  let description = [{
    As `linalg.copy`, a `memref.copy` gets the loops of any other operation. In
    LLVM one between packed buffers becomes a memcpy, which is better, and one
    of strided buffers a call of a library function for each element, which is
    worse: `strided-only` leaves the former alone. A GPU has neither.

    Before:

    ```mlir
    memref.copy %from, %to
        : memref<4x4xf32, strided<[8, 1]>> to memref<4x4xf32>
    ```

    After:

    ```mlir
    linalg.copy ins(%from : memref<4x4xf32, strided<[8, 1]>>)
                outs(%to : memref<4x4xf32>)
    ```
  }];
  let options = [
    Option<"stridedOnly", "strided-only", "bool", "false",
           "Leave copies between packed buffers alone">
  ];
  let dependentDialects = ["::mlir::linalg::LinalgDialect"];
}

#endif // DML_CODEGEN_COMMON_PASSES_TD
