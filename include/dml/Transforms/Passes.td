//===- Passes.td - dml to dml ------------------------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TRANSFORMS_PASSES_TD
#define DML_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def NormalizeSlices : Pass<"dml-normalize-slices"> {
  let summary = "Give slices the rank of what they are taken from";
  let description = [{
    A slice may drop dimensions of size 1, and where several are, its type does
    not say which. Upstream's patterns guess, not always alike, and then read
    other elements or fail. So a slice keeps the rank, and a reshape of its own
    drops the dimensions; the same goes for insertions and `memref.subview`.
    Strides along a dimension of static size 1 become 1, since they select
    nothing. Slices, paddings and concatenations without elements become
    `tensor.empty`, and take no part in others: no verifier takes a view of
    nothing at the end of a buffer. A slice whose stride may be 0 or below is
    read element by element: upstream takes a buffer's strides for positive. A
    transpose that keeps the order becomes a cast of its input: upstream folds it
    to the input, whose sizes may be less static.

    Before:

    ```mlir
    %s = tensor.extract_slice %t[0, 0, %i] [1, 2, 1] [1, 1, 1]
        : tensor<1x2x4xi32> to tensor<1x2xi32>
    ```

    After:

    ```mlir
    %full = tensor.extract_slice %t[0, 0, %i] [1, 2, 1] [1, 1, 1]
        : tensor<1x2x4xi32> to tensor<1x2x1xi32>
    %s = tensor.collapse_shape %full [[0], [1, 2]]
        : tensor<1x2x1xi32> into tensor<1x2xi32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::tensor::TensorDialect"];
}

def RefineArguments : Pass<"dml-refine-arguments", "::mlir::ModuleOp"> {
  let summary = "Specialise a function to the arguments that it is called with";
  let description = [{
    Gives the arguments of one function the types of what is passed, inlines
    the calls of that function, and infers all types anew: of the operators, of
    linalg, tensor and elementwise operations, of loops and branches, and of
    the function's results. An index or integer argument whose value is known
    becomes a constant; it stays in the signature.

    The arguments are spelled as types, `_` for one that stays as it is, and
    `index=3` or `i64=3` for one of known value.

    A type becomes more static only where that is proven: a tensor that a loop
    carries keeps those sizes dynamic that change from one iteration to the
    next, unless the loop is short (16 iterations) and is unrolled for it. A
    rule that the sizes now break is an error in the operator's own words,
    where the operator is certain to run; in a branch or loop it stays a
    run-time error. Where other functions call the specialised one, they get a
    private copy of the general one.

    Example: `dml-refine-arguments{arguments=tensor<1x8x2x3xui32>,index=2}`

    Before:

    ```mlir
    func.func @main(%x: tensor<?x?x?x?xui32>, %n: index)
        -> tensor<?x?x?x?xui32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
          : (tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
      %z = scf.for %i = %c0 to %n step %c1
          iter_args(%t = %y) -> tensor<?x?x?x?xui32> {
        %s = func.call @step(%t)
            : (tensor<?x?x?x?xui32>) -> tensor<?x?x?x?xui32>
        scf.yield %s : tensor<?x?x?x?xui32>
      }
      return %z : tensor<?x?x?x?xui32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<1x8x2x3xui32>, %n: index)
        -> tensor<1x2x4x6xui32> {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
          : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
      %z = scf.for %i = %c0 to %c2 step %c1
          iter_args(%t = %y) -> tensor<1x2x4x6xui32> {
        // The body of @step, on static types.
        scf.yield %s : tensor<1x2x4x6xui32>
      }
      return %z : tensor<1x2x4x6xui32>
    }
    ```
  }];
  let options = [
    Option<"function", "function", "std::string", /*default=*/"",
           "Name of the function; empty means the only public one">,
    ListOption<"arguments", "arguments", "std::string",
               "A type, type=value or _ for each argument; none leaves all of "
               "them as they are">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

def VerifyFeatureLevel : Pass<"dml-verify-feature-level"> {
  let summary = "Refuse what a feature level of DirectML does not have";
  let description = [{
    The verifiers check the highest feature level. This pass checks a lower one:
    each operator is there from its first level on (L1), and has the element
    types, and types of indices, of the level (L2). `--dml-list-operators` prints
    all of them. What other dialects do is not looked at, and neither are the
    forms that operators are lowered to, so the pass goes first.

    Example: `dml-verify-feature-level{level=3_0}`

    Before:

    ```mlir
    %a = dml.max_unpooling %v, %i
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
    ```

    After, the same:

    ```mlir
    %a = dml.max_unpooling %v, %i
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
    ```

    Refused:

    ```mlir
    // error: 'dml.depth_to_space1' op element type f64 is of feature level 5_0
    //     and later, asked for 3_0 [L2]
    %b = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<1x4x1x1xf64>) -> tensor<1x1x2x2xf64>
    // error: 'dml.unfold' op is of feature level 6_4 and later, asked for
    //     3_0 [L1]
    %c = dml.unfold %y, window_sizes = [2]
        : (tensor<1x1x4xf32>) -> tensor<1x2x3xf32>
    ```
  }];
  let options = [
    Option<"level", "level", "::dml::FeatureLevel",
           /*default=*/"::dml::kHighestFeatureLevel",
           "A feature level such as 3_0; the highest by default">
  ];
}

#endif // DML_TRANSFORMS_PASSES_TD
