//===- Passes.td - Code generation for every target --------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_COMMON_PASSES_TD
#define DML_CODEGEN_COMMON_PASSES_TD

include "mlir/Pass/PassBase.td"

def FillSplats : Pass<"dml-fill-splats"> {
  let summary = "Compute large constants of one value";
  let description = [{
    A constant tensor of more than 16 MiB that holds one value everywhere is filled
    at run time. An executable that contained it would be as large as the tensor,
    and may be too large to make.

    Each operation whose result begins with a filled tensor gets a fill of its own,
    so that bufferization need not copy what several begin with. Those that begin
    with a filled `bufferization.alloc_tensor` share its place on purpose.

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

def Fuse : Pass<"dml-fuse"> {
  let summary = "Compute elementwise operations in the loops that move data";
  let description = [{
    Fuses linalg operations; run `convert-elementwise-to-linalg` first where
    `arith` or `math` operate on tensors.

    Operations on tensors that compute each element by itself become one
    operation with those that read what they give: arithmetic, transposes,
    broadcasts, and what `convert-dml-to-linalg` makes of the operators, whose
    bodies may read elements at positions of their own. So an intermediate tensor
    is neither written nor read. A reshape between two operations moves behind
    both: they get its dimensions as loops.

    A result that several operations read, or one in different orders, is
    computed once and kept. One whose elements are read more than once, as by
    windows, is computed again for each of them if that takes a few operations of
    arith, or if nothing but another element is read, and kept otherwise. So the
    columns that unfold makes of windows are not written before a pooling.
    Slices, padding and concatenations read an element once, and anything may be
    computed there. Each operation still rounds by itself, so the bits stay the
    same.

    Where the tensor is static, padding with one value, a slice of what is
    computed for it alone, and a concatenation become such operations. What
    stays is a slice of anything else, which is a view; padding of a
    contraction's factor in short rows; and a concatenation that no operation on
    elements reads, and whose computed parts are whole ranges of it, as they are
    computed in their place.

    Elements may be read behind a reshape that joins dimensions. An operation
    that reads all of such a dimension in a loop gets a loop for each part of
    it. Other positions are divided, as those of a slice are. With
    `linear-positions` nothing is computed there, as loops would not become
    vectors. Neither are elements read under predicates, as in padding, of an
    operation that reads neighbours of its result at a distance, as transposes
    do. Positions that 32 bits do not hold outside of a tensor, by a huge stride,
    are not divided in any case.

    A reduction uses each element once, so elements that are gathered, as those
    of unfold are, need not be written before it: windows overlap in the caches
    only. The reduction becomes an operation over its result, whose body visits
    the elements in their order, one after the other up to 32, and in a loop if
    they are more. Sums stay the same. That is done where the result begins with a
    constant, and where the numbers of elements are known.

    With `into-contractions`, factors of matrix products and convolutions that are
    moved, padded or cheap to compute are computed where they are read: an
    unfolded tensor that a matrix product reads is never written.

    With `min-packed-products`, that is done only where the elements of a factor
    are copied before they are used, from one tensor at linear positions, as
    `dml-cpu-lower-contractions` does: in contractions of static sizes and at
    least so many products. Factors whose elements are used by more than 2048
    products are computed once, unless they are windows in long rows; and what a
    contraction's sums go through stays with the sums.

    With `into-reductions`, anything else that an operation reduces is computed
    there, too, if it uses each element once.

    Operations that nothing is fused with keep their names.

    Before:

    ```mlir
    #nhwc = affine_map<(n, h, w, c) -> (n, h, w, c)>
    #channel = affine_map<(n, h, w, c) -> (c)>
    %y = linalg.generic {indexing_maps = [#nhwc, #channel, #nhwc], ...}
        ins(%x, %bias : tensor<1x4x4x8xf32>, tensor<8xf32>)
        outs(%e : tensor<1x4x4x8xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %sum = arith.addf %a, %b : f32
      linalg.yield %sum : f32
    } -> tensor<1x4x4x8xf32>
    %z = linalg.transpose ins(%y : tensor<1x4x4x8xf32>)
        outs(%f : tensor<1x8x4x4xf32>) permutation = [0, 3, 1, 2]
    ```

    After:

    ```mlir
    #nhwc = affine_map<(n, c, h, w) -> (n, h, w, c)>
    #channel = affine_map<(n, c, h, w) -> (c)>
    #nchw = affine_map<(n, c, h, w) -> (n, c, h, w)>
    %z = linalg.generic {indexing_maps = [#nhwc, #channel, #nchw], ...}
        ins(%x, %bias : tensor<1x4x4x8xf32>, tensor<8xf32>)
        outs(%f : tensor<1x8x4x4xf32>) {
    ^bb0(%a: f32, %b: f32, %out: f32):
      %sum = arith.addf %a, %b : f32
      linalg.yield %sum : f32
    } -> tensor<1x8x4x4xf32>
    ```

    A slice, padding and a reshape between operations, before:

    ```mlir
    %y = linalg.sqrt ins(%x : tensor<2x3x8xf32>) outs(%e : tensor<2x3x8xf32>)
        -> tensor<2x3x8xf32>
    %c = tensor.collapse_shape %y [[0, 1], [2]]
        : tensor<2x3x8xf32> into tensor<6x8xf32>
    %s = tensor.extract_slice %c[0, 2] [6, 4] [1, 1]
        : tensor<6x8xf32> to tensor<6x4xf32>
    %p = tensor.pad %s low[1, 0] high[0, 0] { ... %zero ... }
        : tensor<6x4xf32> to tensor<7x4xf32>
    ```

    After:

    ```mlir
    %p = linalg.generic {iterator_types = ["parallel", "parallel"], ...}
        outs(%f : tensor<7x4xf32>) {
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %row = affine.apply affine_map<(i) -> (i - 1)>(%i)
      %inside = arith.cmpi ult, %row, %c6 : index
      %a = scf.if %inside -> (f32) {
        %plane = affine.apply affine_map<(i) -> ((i - 1) floordiv 3)>(%i)
        %k = affine.apply affine_map<(i) -> ((i - 1) mod 3)>(%i)
        %l = affine.apply affine_map<(j) -> (j + 2)>(%j)
        %read = tensor.extract %x[%plane, %k, %l] : tensor<2x3x8xf32>
        %root = math.sqrt %read : f32
        scf.yield %root : f32
      } else {
        scf.yield %zero : f32
      }
      linalg.yield %a : f32
    } -> tensor<7x4xf32>
    ```

    A sum of windows, before:

    ```mlir
    %u = linalg.generic {iterator_types = ["parallel", "parallel"], ...}
        outs(%e : tensor<2x8xf32>) {
      %k = linalg.index 0 : index
      %l = linalg.index 1 : index
      %i = affine.apply affine_map<(k, l) -> (k + l)>(%k, %l)
      %a = tensor.extract %x[%i] : tensor<9xf32>
      linalg.yield %a : f32
    } -> tensor<2x8xf32>
    %y = linalg.reduce { arith.addf } ins(%u : tensor<2x8xf32>)
        outs(%zeros : tensor<8xf32>) dimensions = [0]
    ```

    After:

    ```mlir
    %y = linalg.generic {iterator_types = ["parallel"], ...}
        outs(%f : tensor<8xf32>) {
      %l = linalg.index 0 : index
      %a = tensor.extract %x[%l] : tensor<9xf32>
      %first = arith.addf %zero, %a : f32
      %i = affine.apply affine_map<(l) -> (l + 1)>(%l)
      %b = tensor.extract %x[%i] : tensor<9xf32>
      %sum = arith.addf %first, %b : f32
      linalg.yield %sum : f32
    } -> tensor<8xf32>
    ```
  }];
  let options = [
    Option<"intoContractions", "into-contractions", "bool", /*default=*/"false",
           "Compute factors of matrix products and convolutions where they are "
           "read">,
    Option<"intoReductions", "into-reductions", "bool", /*default=*/"false",
           "Compute all that other operations reduce where they read it, if they "
           "use each element once">,
    Option<"linearPositions", "linear-positions", "bool", /*default=*/"false",
           "Read elements of other operations' results only at linear positions, "
           "and neighbours only under predicates">,
    Option<"minPackedProducts", "min-packed-products", "int64_t",
           /*default=*/"0",
           "Products of contractions whose factors are copied from one tensor; "
           "0: they may read several">,
    Option<"maxBuffers", "max-buffers", "int64_t", /*default=*/"0",
           "Buffers that an operation may read and write, which bounds what is "
           "fused; 0: any number">
  ];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::tensor::TensorDialect"];
}

def LowerStrides : Pass<"dml-lower-strides", "::mlir::ModuleOp"> {
  let summary = "Access strided arguments and results in place or copied";
  let description = [{
    After bufferization, an argument or result with `dml.strides` (T3) becomes
    its storage: a memref of one dimension from the first element to the last,
    gaps included. Views of it take the place of the packed buffer, and the
    operations read and write the storage. If it is packed but for the order of
    its dimensions, as NHWC data is, they use it with its dimensions in that
    order, and only their indexing maps depend on the strides.

    An operation that takes no such buffer gets a packed copy. `dml.unpool` does,
    under its condition, so nothing is copied where the forms for pooled data
    suffice. With `keep-channels-last`, one without a condition, of sizes that
    suggest pooling, gets NHWC buffers as they are; with `keep-conditional`, one
    with a condition does, too. Dynamic sizes are refused.

    A copy can be worth it, too: windows that overlap gather or add up many times
    the bytes of the image, and slower in another order than that of the columns.
    With a ratio, arguments or results whose dimensions are in another order in
    memory get a packed copy if no operation on them reduces, and these access at
    least that many times as many bytes of other buffers, which are in the order
    of their dimensions. Where both orders have whole words of 8 bytes, and rows
    of 32, the ratio is four times as large.

    Before:

    ```mlir
    func.func @main(%x: memref<1x8x4x4xf32>
                        {dml.strides = array<i64: 128, 1, 32, 8>})
        -> memref<1x8x4x4xf32> {
      %y = memref.alloc() : memref<1x8x4x4xf32>
      linalg.copy ins(%x : memref<1x8x4x4xf32>) outs(%y : memref<1x8x4x4xf32>)
      return %y : memref<1x8x4x4xf32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: memref<128xf32>) -> memref<1x8x4x4xf32> {
      %nhwc = memref.reinterpret_cast %x to offset: [0], sizes: [1, 4, 4, 8],
                  strides: [128, 32, 8, 1]
          : memref<128xf32> to memref<1x4x4x8xf32>
      %y = memref.alloc() : memref<1x8x4x4xf32>
      linalg.generic {indexing_maps = [
          affine_map<(n, c, h, w) -> (n, h, w, c)>,
          affine_map<(n, c, h, w) -> (n, c, h, w)>], ...}
          ins(%nhwc : memref<1x4x4x8xf32>) outs(%y : memref<1x8x4x4xf32>) ...
      return %y : memref<1x8x4x4xf32>
    }
    ```
  }];
  let options = [
    Option<"keepChannelsLast", "keep-channels-last", "bool", "false",
           "Give dml.unpool NHWC buffers">,
    Option<"keepConditional", "keep-conditional", "bool", "false",
           "With keep-channels-last, under a condition, too">,
    Option<"argumentCopyRatio", "argument-copy-ratio", "int64_t", "0",
           "Bytes of other buffers, for each byte of an argument, for which it is "
           "worth a packed copy; 0: none">,
    Option<"resultCopyRatio", "result-copy-ratio", "int64_t", "0",
           "The same for results">,
    Option<"dividedCopyRatio", "divided-copy-ratio", "int64_t", "0",
           "The same for results that are computed from several elements at divided "
           "positions, such as folds with a stride; result-copy-ratio holds in its "
           "place for elements of 8 bytes, and if this is 0">
  ];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::linalg::LinalgDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect"];
}

def ResultsToOutParams : Pass<"dml-results-to-out-params", "::mlir::ModuleOp"> {
  let summary = "Let callers of public functions own static results";
  let description = [{
    After bufferization, every statically shaped memref result of a public
    function becomes a trailing argument that the caller allocates. If the result
    was a fresh allocation, the argument replaces it and nothing is copied. Other
    results are copied into their arguments: arguments that are returned, values
    that are returned once more, views, constants, and all results of a function
    of several blocks. Calls inside the module are adapted.

    Results of dynamic shape stay results, and the caller owns them. Those that
    are not fresh allocations of their own are cloned.

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
    As `linalg.copy`, a `memref.copy` gets the loops of any other operation. LLVM
    makes a memcpy of a copy between packed buffers, which is better, and a call
    of a library function for each element of strided ones, which is worse.
    `strided-only` leaves copies between packed buffers alone. A GPU has neither.

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
