//===- DMLOps.td - Operations of the dml dialect -----------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLOPS_TD
#define DML_IR_DMLOPS_TD

include "dml/IR/DMLAttributes.td"
include "dml/IR/DMLDialect.td"
include "dml/IR/DMLInterfaces.td"
include "dml/IR/DMLTypeConstraints.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"

class DML_Op<string mnemonic, list<Trait> traits = []>
    : Op<DML_Dialect, mnemonic, traits>;

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// An operator of the specification: a pure function of its operands that may
/// fail at run time, which is why speculation is conditional.
class DML_Operator<string mnemonic, list<Trait> traits = []>
    : DML_Op<mnemonic,
             !listconcat([NoMemoryEffect,
                          DeclareOpInterfaceMethods<ConditionallySpeculatable>,
                          DeclareOpInterfaceMethods<
                              ReifyRankedShapedTypeOpInterface,
                              ["reifyResultShapes"]>,
                          DeclareOpInterfaceMethods<DML_OperatorInterface>,
                          DeclareOpInterfaceMethods<OpAsmOpInterface,
                                                    ["getAsmResultNames"]>],
                         traits)> {
  let hasFolder = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let extraClassDefinition = [{
    ::llvm::LogicalResult $cppClass::reifyResultShapes(
        ::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &reified) {
      return ::dml::reifyDeclaredSizes(builder, *this, reified);
    }
  }];
}

/// The declared result may know more or less than the inferred one.
defvar DML_InferTypes =
    DeclareOpInterfaceMethods<InferTypeOpInterface, ["inferReturnTypes"]>;
defvar DML_InferTypesDeclaration = [{
    /// Whether the declared result agrees with the inferred one in what both
    /// know; the verifier has the words for where they do not.
    static bool isCompatibleReturnTypes(::mlir::TypeRange inferred,
                                        ::mlir::TypeRange declared);
}];

/// The clauses of an operator with windows.
defvar DML_Window = (ins
  DenseI64ArrayAttr:$window_sizes,
  DenseI64ArrayAttr:$strides,
  DenseI64ArrayAttr:$dilations,
  DenseI64ArrayAttr:$start_padding,
  DenseI64ArrayAttr:$end_padding);
defvar DML_GetWindow = [{
    /// The five arrays as the shape functions take them (WindowSizes.h).
    struct UnfoldWindow getWindow();
}];

def DML_DepthToSpace1Op : DML_Operator<"depth_to_space1", [DML_InferTypes]> {
  let summary = "moves blocks of channels into the spatial dimensions";
  let description = [{
    `DML_OPERATOR_DEPTH_TO_SPACE1`: a `{N, C, H, W}` tensor becomes
    `{N, C/B², H·B, W·B}` for the block size B (rules D1 to D6). With
    Co = C/B² and 0 <= i, j < B, the order `depth_column_row` (D4) means

    ```
    result[n, c, h*B+i, w*B+j] = input[n, (i*B+j)*Co + c, h, w]
    ```

    and `column_row_depth` (D5)

    ```
    result[n, c, h*B+i, w*B+j] = input[n, c*B*B + i*B + j, h, w]
    ```

    Example:

    ```mlir
    %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
        : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
    ```
  }];
  let arguments = (ins
    Arg<DML_DepthTensor, "`{N, C, H, W}`">:$input,
    I64Attr:$block_size,
    DML_DepthSpaceOrderAttr:$order
  );
  let results = (outs
    Res<DML_DepthTensor, "`{N, C/B², H·B, W·B}`">:$result
  );
  let assemblyFormat = [{
    $input `,` `block_size` `=` $block_size `,` `order` `=`
    custom<DepthSpaceOrder>($order) attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = DML_InferTypesDeclaration;
}

def DML_MaxUnpoolingOp : DML_Operator<"max_unpooling"> {
  let summary = "writes values to the positions that max pooling took them from";
  let description = [{
    `DML_OPERATOR_MAX_UNPOOLING`: the result is zero, but for
    `flat(result)[indices[k]] = values[k]`, where an index counts elements of
    the whole result in row-major order, across batch and channel (rules U1 to
    U5). The result's sizes are the user's: its type gives the static ones,
    `output_sizes` one operand for each dynamic one, in order.

    An index outside the result writes nothing and is reported at run time (U3).
    Of equal indices the last in row-major input order wins (U4).

    Example:

    ```mlir
    %y = dml.max_unpooling %v, %i
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf32>
    %z = dml.max_unpooling %v, %i, output_sizes(%h, %w)
        : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>) -> tensor<1x1x?x?xf32>
    ```
  }];
  let arguments = (ins
    Arg<DML_UnpoolingTensor, "`{N, C, H, W}`">:$values,
    Arg<DML_UnpoolingIndices, "of the sizes of `values`">:$indices,
    Arg<Variadic<Index>, "one for each dynamic dimension of the result">
        :$output_sizes
  );
  let results = (outs Res<DML_UnpoolingTensor, "`{No, Co, Ho, Wo}`">:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$values, "::mlir::Value":$indices,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$outputSizes)>
  ];
  let assemblyFormat = [{
    $values `,` $indices (`,` `output_sizes` `(` $output_sizes^ `)`)? attr-dict
    `:` `(` type($values) `,` type($indices) `)` `->` type($result)
  }];
}

def DML_UnfoldOp : DML_Operator<"unfold", [DML_InferTypes]> {
  let summary = "lays out sliding windows as columns";
  let description = [{
    `DML_OPERATOR_UNFOLD` (im2col in 1 to 6 spatial dimensions): a
    `{N, C, S_0 … S_{d-1}}` tensor becomes `{N, C·∏K, L}`, where K are the
    window sizes and L is the number of windows (rules F1 to F5):

    ```
    blocks[k] = (S[k] + start[k] + end[k] - dilation[k]*(K[k]-1) - 1) / stride[k] + 1
    L         = product of blocks
    result[n, c*∏K + r(k), l(b)] = input[n, c, b*stride + k*dilation - start]
    ```

    with r row-major over the window, l row-major over the blocks, and zero
    where that position lies outside the input. The result may be declared with
    leading sizes of 1 up to the input's rank (F5).

    The clauses after the operand may come in any order. `strides` and
    `dilations` default to ones, the paddings to zeros.

    Example:

    ```mlir
    %y = dml.unfold %x, window_sizes = [3, 3], strides = [1, 1],
             dilations = [1, 1], start_padding = [1, 0], end_padding = [1, 0]
        : (tensor<1x1x5x5xf32>) -> tensor<1x9x15xf32>
    ```
  }];
  let arguments = !con(
    (ins Arg<DML_UnfoldInput, "`{N, C, S_0 … S_{d-1}}`">:$input), DML_Window);
  let results = (outs Res<DML_UnfoldResult, "`{N, C·∏K, L}`">:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<int64_t>":$windowSizes,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$dilations,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$startPadding,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$endPadding)>
  ];
  let assemblyFormat = [{
    $input `` custom<WindowClauses>($window_sizes, $strides, $dilations,
                                    $start_padding, $end_padding)
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = !strconcat(DML_InferTypesDeclaration, DML_GetWindow);
}

def DML_SpaceToDepth1Op : DML_Operator<"space_to_depth1", [DML_InferTypes]> {
  let summary = "moves blocks of the spatial dimensions into channels";
  let description = [{
    `DML_OPERATOR_SPACE_TO_DEPTH1`: a `{N, C, H, W}` tensor becomes
    `{N, C·B², H/B, W/B}` for the block size B (rules S1 to S4). It is the
    inverse of `dml.depth_to_space1` with the same block size and order (D6).
    With 0 <= i, j < B, the order `depth_column_row` means

    ```
    result[n, (i*B+j)*C + c, h, w] = input[n, c, h*B+i, w*B+j]
    ```

    and `column_row_depth`

    ```
    result[n, c*B*B + i*B + j, h, w] = input[n, c, h*B+i, w*B+j]
    ```

    Example:

    ```mlir
    %y = dml.space_to_depth1 %x, block_size = 2, order = column_row_depth
        : (tensor<1x1x4x4xf32>) -> tensor<1x4x2x2xf32>
    ```
  }];
  let arguments = (ins
    Arg<DML_SpaceTensor, "`{N, C, H, W}`">:$input,
    I64Attr:$block_size,
    DML_DepthSpaceOrderAttr:$order
  );
  let results = (outs
    Res<DML_SpaceTensor, "`{N, C·B², H/B, W/B}`">:$result
  );
  let assemblyFormat = [{
    $input `,` `block_size` `=` $block_size `,` `order` `=`
    custom<DepthSpaceOrder>($order) attr-dict
    `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = DML_InferTypesDeclaration;
}

def DML_MaxPooling2Op : DML_Operator<"max_pooling2"> {
  let summary = "takes the largest element of sliding windows";
  let description = [{
    `DML_OPERATOR_MAX_POOLING2` in 2 or 3 spatial dimensions: a
    `{N, C, S_0 … S_{d-1}}` tensor becomes `{N, C, b_0 … b_{d-1}}`, where b is
    the number of windows in each dimension, as unfold counts them (rules M1 to
    M6):

    ```
    values[n, c, b]  = the largest of input[n, c, b*stride + k*dilation - start]
    indices[n, c, b] = where that is in the whole input, row-major
    ```

    over the positions k of the window that lie inside the input. Of equal
    elements the first counts, -0.0 equals +0.0 (M4), and a NaN is larger than
    every number (M5). A window with no position inside gives the type's lowest
    value and an index of all ones (M6).

    The indices are optional, and what `dml.max_unpooling` takes. The clauses
    and their defaults are those of `dml.unfold`.

    Example:

    ```mlir
    %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2],
                 dilations = [1, 1], start_padding = [0, 0], end_padding = [0, 0]
        : (tensor<1x1x4x4xf32>) -> (tensor<1x1x2x2xf32>, tensor<1x1x2x2xui32>)
    ```
  }];
  let arguments = !con(
    (ins Arg<DML_PoolingTensor, "`{N, C, S_0 … S_{d-1}}`">:$input), DML_Window);
  let results = (outs
    Res<DML_PoolingTensor, "`{N, C, b_0 … b_{d-1}}`">:$values,
    Res<Optional<DML_PoolingIndices>, "of the sizes of `values`">:$indices
  );
  let builders = [
    /// Without a type for them there are no indices.
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<int64_t>":$windowSizes,
                   CArg<"::mlir::Type", "{}">:$indexType,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$dilations,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$startPadding,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$endPadding)>
  ];
  let assemblyFormat = [{
    $input `` custom<WindowClauses>($window_sizes, $strides, $dilations,
                                    $start_padding, $end_padding)
    attr-dict `:` functional-type(operands, results)
  }];
  let extraClassDeclaration = DML_GetWindow;
}

def DML_FoldOp : DML_Operator<"fold"> {
  let summary = "sums overlapping windows";
  let description = [{
    `DML_OPERATOR_FOLD` (col2im in 1 to 6 spatial dimensions), the gradient of
    unfold: a `{N, C·∏K, L}` tensor of L windows becomes
    `{N, C, S_0 … S_{d-1}}` (rules O1 to O5). Each element is the sum of those
    that unfold would have copied from there:

    ```
    result[n, c, s] = sum of input[n, c*∏K + r(k), l(b)]
                      where b*stride + k*dilation - start = s
    ```

    with r row-major over the window and l row-major over the blocks, and zero
    where there is none. Addends are summed in ascending r (O4): `f32` and `f64`
    round after each addition, `f16` is summed in f32 and rounded once, and
    integers wrap. A NaN comes out as the quiet NaN. Where windows do not
    overlap, nothing is summed, and elements come out as they are.

    The spatial sizes are the user's: the result's type gives the static ones,
    `output_sizes` one operand for each dynamic one, in order. The input may
    have leading sizes of 1 up to the result's rank. The other clauses and their
    defaults are those of `dml.unfold`.

    Example:

    ```mlir
    %z = dml.fold %w, window_sizes = [3, 3], strides = [1, 1],
             dilations = [1, 1], start_padding = [1, 1], end_padding = [1, 1]
        : (tensor<1x9x16xf32>) -> tensor<1x1x4x4xf32>
    ```
  }];
  let arguments = !con(
    (ins Arg<DML_FoldTensor, "`{N, C·∏K, L}`">:$input), DML_Window,
    (ins Arg<Variadic<Index>,
             "one for each dynamic spatial dimension of the result">
         :$output_sizes));
  let results = (outs Res<DML_FoldTensor, "`{N, C, S_0 … S_{d-1}}`">:$result);
  let builders = [
    OpBuilder<(ins "::mlir::Value":$input,
                   "::llvm::ArrayRef<::mlir::OpFoldResult>":$spatialSizes,
                   "::llvm::ArrayRef<int64_t>":$windowSizes,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$strides,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$dilations,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$startPadding,
                   CArg<"::llvm::ArrayRef<int64_t>", "{}">:$endPadding)>
  ];
  let assemblyFormat = [{
    $input `` custom<FoldClauses>($window_sizes, $strides, $dilations,
                                  $start_padding, $end_padding, $output_sizes)
    attr-dict `:` `(` type($input) `)` `->` type($result)
  }];
  let extraClassDeclaration = DML_GetWindow;
}

//===----------------------------------------------------------------------===//
// Lowered forms
//===----------------------------------------------------------------------===//

def DML_RequireOp : DML_Op<"require", [
    MemoryEffects<[MemWrite]>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "checks at run time what only run time knows";
  let description = [{
    When the condition is false, the message goes to the runner, `{0}`, `{1}`, …
    replaced by the operands, and the enclosing function returns early. Nothing
    aborts.

    Example:

    ```mlir
    dml.require %divisible, "channels: expected a multiple of 4, given {0} [D2]", %c
    ```
  }];
  let arguments = (ins I1:$condition, StrAttr:$message, Variadic<Index>:$values);
  let assemblyFormat = "$condition `,` $message (`,` $values^)? attr-dict";
  let extraClassDefinition = [{
    ::mlir::Speculation::Speculatability $cppClass::getSpeculatability() {
      return ::mlir::Speculation::NotSpeculatable;
    }
  }];
  let hasCanonicalizeMethod = 1;
}

def DML_UnpoolOp : DML_Op<"unpool", [
    DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<ConditionallySpeculatable>]> {
  let summary = "max_unpooling into a destination, on tensors or buffers";
  let description = [{
    Overwrites all of the destination: zero everywhere, but for
    `flat(dest)[indices[k]] = values[k]`, the last k winning among equal indices
    (U4). Indices are signless here and read as unsigned. Those outside the
    destination are dropped and reported at run time (U3).

    On tensors the result is the new value of the destination; on buffers there
    is no result. The destination's old contents are never read, unless there
    are conditions, of one element each: where all of them are 0, the destination
    stays as it is and no index is reported.

    Example:

    ```mlir
    %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
    %z = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    if(%c : tensor<i32>)
                    outs(%d : tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
    ```
  }];
  let arguments = (ins
    DML_UnpoolTensorOrBuffer:$values,
    AnyTypeOf<[RankedTensorOf<[I64, I32]>, StridedMemRefOf<[I64, I32]>]>
        :$indices,
    Variadic<AnyTypeOf<[0DTensorOf<[I32]>, StridedMemRefRankOf<[I32], [0]>]>>
        :$conditions,
    DML_UnpoolTensorOrBuffer:$dest
  );
  let results = (outs Optional<AnyRankedTensor>:$result);
  let assemblyFormat = [{
    `ins` `(` $values `,` $indices `:` type($values) `,` type($indices) `)`
    (`if` `(` $conditions^ `:` type($conditions) `)`)?
    `outs` `(` $dest `:` type($dest) `)` attr-dict (`->` type($result)^)?
  }];
  let extraClassDeclaration = [{
    ::mlir::MutableOperandRange getDpsInitsMutable() {
      return getDestMutable();
    }
  }];
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Launch plans
//===----------------------------------------------------------------------===//

include "dml/IR/DMLLaunchPlanOps.td"

#endif // DML_IR_DMLOPS_TD
