//===- Passes.td - dml to linalg ---------------------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CONVERSION_DMLTOLINALG_PASSES_TD
#define DML_CONVERSION_DMLTOLINALG_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertDMLToLinalg : Pass<"convert-dml-to-linalg", "::mlir::ModuleOp"> {
  let summary = "Lower dml operators to linalg, tensor, scf and arith on tensors";
  let description = [{
    Every operator starts from a `tensor.empty` of its result's type and writes
    through views of it, so that the destination can become the caller's buffer:

    * `depth_to_space1` and `space_to_depth1` are `expand_shape`, `transpose`,
      `collapse_shape`;
    * `unfold` is a `linalg.generic` over the result whose body reads the input
      under a guard: padding stays a predicate, no padded copy is made;
    * `max_pooling2` is a `linalg.generic` over the result whose body compares
      the elements of a window as integers made of their bits, of at least
      `min-integer-bits`; with `compares-denormals`, it compares f32 as it is,
      and with `compares-halves` f16; it loops over a window of more than
      `max-unrolled-window` elements, up to 16 an iteration; with `combines-rows`,
      it compares the largest elements of rows if no indices are asked for; if
      they are, words of 32 bits hold narrower integers with their place in the
      window, and one maximum finds both; other words have the distance from the
      window's first element beside them, which is as wide as they are where
      windows have at least 6 elements and that holds all distances; where
      windows of volumes of known size share many planes, it is two such
      operations: one for planes, whose buffers have at most `max-buffer-bytes`,
      and one along depths;
    * `fold` is the same for sums: the body reads the elements of the window that
      can be at a position, under a guard, in ascending order; along a dimension
      with a stride and no more windows than such elements, it reads one element
      of each window instead; with `keep-neighbours`, windows must be a third as
      many for that in the innermost dimension, unless elements have up to 2 bytes
      and a row has up to 2 windows, or there are up to 4 windows in all and no
      dilation; `f16` is summed in f32, and converted by integer
      arithmetic unless `has-half-conversions`;
    * `max_unpooling` becomes `dml.unpool`, as it writes where its data says;
      `convert-dml-pooled-unpool-to-linalg` gives that of pooled data a linalg
      form.

    `uiN` becomes `iN` everywhere: signatures, block arguments, constants and
    the operations of other dialects. Floats keep their type. `tensor.bitcast`
    between signed and unsigned disappears; one between floats and integers
    becomes `arith.bitcast`.

    Rules become `dml.require` if the sizes that they are about are known at run
    time only.

    Before:

    ```mlir
    func.func @main(%x: tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32> {
      %y = dml.depth_to_space1 %x, block_size = 2, order = column_row_depth
          : (tensor<1x8x2x3xui32>) -> tensor<1x2x4x6xui32>
      return %y : tensor<1x2x4x6xui32>
    }
    ```

    After:

    ```mlir
    func.func @main(%x: tensor<1x8x2x3xi32>) -> tensor<1x2x4x6xi32> {
      %blocks = tensor.expand_shape %x [[0], [1, 2, 3], [4], [5]]
          output_shape [1, 2, 2, 2, 2, 3]
          : tensor<1x8x2x3xi32> into tensor<1x2x2x2x2x3xi32>
      %empty = tensor.empty() : tensor<1x2x4x6xi32>
      %dest = tensor.expand_shape %empty [[0], [1], [2, 3], [4, 5]]
          output_shape [1, 2, 2, 2, 3, 2]
          : tensor<1x2x4x6xi32> into tensor<1x2x2x2x3x2xi32>
      %moved = linalg.transpose ins(%blocks : tensor<1x2x2x2x2x3xi32>)
          outs(%dest : tensor<1x2x2x2x3x2xi32>)
          permutation = [0, 1, 4, 2, 5, 3]
      %y = tensor.collapse_shape %moved [[0], [1], [2, 3], [4, 5]]
          : tensor<1x2x2x2x3x2xi32> into tensor<1x2x4x6xi32>
      return %y : tensor<1x2x4x6xi32>
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let options = [
    Option<"minIntegerBits", "min-integer-bits", "int64_t", /*default=*/"32",
           "Bits of the narrowest integers that the target computes with">,
    Option<"hasHalfConversions", "has-half-conversions", "bool",
           /*default=*/"false",
           "Whether the target converts between f16 and f32, denormals included">,
    Option<"comparesDenormals", "compares-denormals", "bool",
           /*default=*/"false",
           "Whether the target keeps denormals and NaNs when it compares f32">,
    Option<"comparesHalves", "compares-halves", "bool", /*default=*/"false",
           "Whether the target compares f16 as it is, and keeps denormals and "
           "NaNs">,
    Option<"maxUnrolledWindow", "max-unrolled-window", "int64_t",
           /*default=*/"32",
           "Elements of the largest window that a body visits without loops">,
    Option<"combinesRows", "combines-rows", "bool", /*default=*/"false",
           "Whether rows of a window are reduced apart and then combined">,
    Option<"keepsNeighbours", "keep-neighbours", "bool", /*default=*/"false",
           "Whether neighbours in the innermost dimension of a sum read elements "
           "that lie near each other, even if others would be fewer">,
    Option<"maxBufferBytes", "max-buffer-bytes", "int64_t",
           /*default=*/"std::numeric_limits<int64_t>::max()",
           "Bytes of the largest buffer that the target can bind">
  ];
}

def ConvertPooledUnpoolToLinalg : Pass<"convert-dml-pooled-unpool-to-linalg"> {
  let summary = "Give dml.unpool of pooled data a linalg form";
  let description = [{
    The indices that max pooling gives point to nearby elements. So an element
    of the result only looks at the few inputs that may point to it, and takes
    the value of the last one that does. This is a `linalg.generic` over the
    result, which writes each element once, in order.

    The sizes of values and result suggest the stride of pooling. Where few
    inputs leave it open, it is that of the other dimension. Such operations are
    made for windows that do not overlap, for windows that overlap on one side,
    and for all windows of up to 4 outputs where those reach further. A sample of
    the indices chooses one of them at run time. Each also finds out whether an
    input points out of reach, or, if sizes suggest padding, another operation
    does; the general `dml.unpool` then does it all again, and reports indices out
    of range (U3). With `assume-disjoint` there is only the first one, and no
    sample. With `keep-overlapping` there is only the first one on packed data,
    and on NHWC data of up to 8 channels, around which nothing fuses, unless rows
    of pixels are too long for `max-plain-bytes`.

    Packed planes are one dimension, and a candidate beyond the end of a row is an
    input of the next one, so no element has fewer candidates than others. If
    values, indices or result are arguments or results with `dml.strides` (T3),
    the loops keep all four dimensions, so they can follow any order of the data,
    such as NHWC, and a candidate beyond the end of a row is not read.

    With `encode-indices`, elements of a byte compare codes of a byte in place of
    indices if they are NHWC data with 32 channels or more, and several inputs may
    point to each of them. The code of an input is the number of the element of its
    reach that it points to; a reach must have fewer elements than there are codes.
    An operation of its own makes codes of the indices, and finds out whether an
    input points out of reach.

    `dml.unpool` stays alone for dynamic shapes and for sizes that suggest no
    pooling. It also stays alone if the stride of columns is more than
    `max-stride`, because it then has few inputs to write. On packed data it stays
    alone as well if the winner map of the result, 4 bytes an element, fits in
    `cache-bytes`, because it then takes fewer kernels, and if rows have fewer than
    `min-columns` inputs, because these are too few for vectors. On packed data
    around which nothing fuses, operations on elements of up to `keep-plain-bytes`
    stay alone unless windows tile the result and its rows are multiples of 8
    bytes, or rows are too long for `max-plain-bytes`. With `keep-overlapping`,
    those on NHWC data of up to 8 channels do, too. With `keep-elements`,
    operations on packed or NHWC data stay alone around which nothing fuses, and
    whose values and result have at most so many elements.

    With `fuse`, elementwise operations become part of the form. What computes the
    values, if nothing else reads them and it takes a few operations of arith, is
    computed of each candidate; what alone reads the result is computed of the
    winner. Both run once more as operations of their own, before and behind the
    general `dml.unpool`, where an input points out of reach. So elements and bits
    stay the same, and values and result are read and written once. A producer
    that the end of a contraction computes stays there, as does one that reads
    tensors in another order.

    Before:

    ```mlir
    %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    outs(%d : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
    ```

    After, in short:

    ```mlir
    %hint, %far = linalg.generic ins(%sampled) outs(%ones, %zero) {…}
    %missed0 = linalg.fill ins(%c0_i32 : i32) outs(%place : tensor<i32>)
    %bits = tensor.extract %hint[] : tensor<i32>
    %near = arith.cmpi eq, %bits, %c0 : i32
    %y0, %missed1 = scf.if %near -> (tensor<1x4x4xf32>, tensor<i32>) {
      %r, %m = linalg.generic outs(%dest, %missed0) {
        // 4 inputs a plane, 2 a row.
        %input = affine.apply affine_map<(d0, d1, d2)
            -> (d0 * 4 + (d1 floordiv 2) * 2 + d2 floordiv 2)>
            (%plane, %row, %column)
        %pointer = tensor.extract %indices[%input] : tensor<4xi32>
        %candidate = tensor.extract %values[%input] : tensor<4xf32>
        %here = arith.cmpi eq, %pointer, %position
        %value = arith.select %here, %candidate, %zero
        …
        linalg.yield %value, %isMissed : f32, i32
      }
      scf.yield %r, %m
    } else {
      scf.yield %dest, %missed0
    }
    …
    %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    if(%far, %missed2 : tensor<i32>, tensor<i32>)
                    outs(%y1 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
    ```

    With `fuse`, where `%v` is `linalg.square` of `%x` and `%z` is `linalg.negf`
    of `%y`, before:

    ```mlir
    %v = linalg.square ins(%x : tensor<1x1x2x2xf32>) outs(%e)
    %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    outs(%d : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
    %z = linalg.negf ins(%y : tensor<1x1x4x4xf32>) outs(%f)
    ```

    After:

    ```mlir
        …
        %candidate = tensor.extract %xs[%input] : tensor<4xf32>
        %square = arith.mulf %candidate, %candidate : f32
        %value = arith.select %here, %square, %zero
        %negated = arith.negf %value : f32
        linalg.yield %negated, %isMissed : f32, i32
    …
    %v = scf.if %isAnyMissed -> (tensor<1x1x2x2xf32>) {
      %a = linalg.square ins(%x : tensor<1x1x2x2xf32>) outs(%place)
      scf.yield %a
    } else {
      scf.yield %place
    }
    %y = dml.unpool ins(%v, %i : tensor<1x1x2x2xf32>, tensor<1x1x2x2xi32>)
                    if(%far, %missed2 : tensor<i32>, tensor<i32>)
                    outs(%y1 : tensor<1x1x4x4xf32>) -> tensor<1x1x4x4xf32>
    %z = scf.if %isAnyMissed -> (tensor<1x1x4x4xf32>) {
      %n = linalg.negf ins(%y : tensor<1x1x4x4xf32>) outs(%y)
      scf.yield %n
    } else {
      scf.yield %y
    }
    ```
  }];
  let options = [
    Option<"cacheBytes", "cache-bytes", "int64_t", "262144",
           "Bytes of a winner map that the device's cache holds">,
    Option<"checkByPlace", "check-by-place", "bool", "true",
           "Inputs are checked by the elements whose position in the result is "
           "a multiple of the stride, not by their homes">,
    Option<"keepElements", "keep-elements", "int64_t", "0",
           "Leave operations with values and a result of at most so many elements "
           "alone, if nothing fuses with them">,
    Option<"maxStride", "max-stride", "int64_t", "0",
           "The largest stride of columns, if it is not 0">,
    Option<"minColumns", "min-columns", "int64_t", "1",
           "The fewest inputs of a row">,
    Option<"keepPlainBytes", "keep-plain-bytes", "int64_t", "0",
           "Leave irregular operations on packed elements of up to so many bytes "
           "alone, unless others fuse with them">,
    Option<"keepPlainCandidates", "keep-plain-candidates", "int64_t", "0",
           "Leave wider ones alone, too, if so many inputs may point to an "
           "element; 0: none">,
    Option<"maxByteOutputs", "max-byte-outputs", "int64_t", "0",
           "Operations on 1-byte elements count as irregular if an input has more "
           "outputs than that, or if rows are no multiples of 16 bytes; 0: windows "
           "that tile the result are enough, as for other elements">,
    Option<"keepChannelsLast", "keep-channels-last", "bool", "false",
           "Leave those on NHWC data of few channels alone as well, if pixels "
           "are no whole vectors nor parts of one, planes are padded, or windows "
           "are one element apart; but not if elements have at least 4 bytes, and "
           "pixels at least 32">,
    Option<"assumeDisjoint", "assume-disjoint", "bool", "false",
           "Make only the first operation, without a sample">,
    Option<"keepOverlapping", "keep-overlapping", "bool", "false",
           "Make only the first operation on packed data, and on "
           "NHWC data of few channels, unless others fuse with it or rows of "
           "pixels are too long for max-plain-bytes: the general one does "
           "windows that overlap">,
    Option<"maxPlainBytes", "max-plain-bytes", "int64_t", "0",
           "Leave them alone only if the rows of the result at the place of an "
           "input and of those that overlap with it have at most so many bytes; "
           "0: any rows">,
    Option<"encodeIndices", "encode-indices", "bool", "false",
           "Compare codes of a byte in place of indices where several inputs may "
           "point to an element of NHWC data with 32 channels or more, if elements "
           "have a byte">,
    Option<"fuse", "fuse", "bool", "false",
           "Whether elementwise operations on values and result become part of "
           "the form">,
    Option<"maxBuffers", "max-buffers", "int64_t", "0",
           "Buffers that an operation may read and write, which bounds what is "
           "fused; 0: any number">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"
  ];
}

#endif // DML_CONVERSION_DMLTOLINALG_PASSES_TD
