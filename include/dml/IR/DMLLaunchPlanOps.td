//===- DMLLaunchPlanOps.td - What a GPU runtime carries out -*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLLAUNCHPLANOPS_TD
#define DML_IR_DMLLAUNCHPLANOPS_TD

// Included by DMLOps.td, after its own operations.

def DML_ViewWordsOp : DML_Op<"view_words", [
    NoMemoryEffect, DeclareOpInterfaceMethods<ViewLikeOpInterface>]> {
  let summary = "a buffer of integers, floats or indices as 32-bit words";
  let description = [{
    The same memory as a 1-D buffer of 32-bit words, or of vectors of two or
    four of them. Integers of 8 or 16 bits are possible, too, for devices that
    reach such parts of words. Device buffers are rounded up to 16 bytes: a view
    may reach into the rounding, whose contents mean nothing, and no further.

    Example:

    ```mlir
    %w = dml.view_words %b : memref<3x5xf16> to memref<2xvector<4xi32>>
    ```
  }];
  let arguments = (ins AnyStaticShapeMemRef:$buffer);
  let results = (outs AnyStaticShapeMemRef:$words);
  let assemblyFormat =
      "$buffer attr-dict `:` type($buffer) `to` type($words)";
  let hasVerifier = 1;
}

def DML_InitializeOp : DML_Op<"initialize"> {
  let summary = "a word that a run begins with";
  let description = [{
    Word `offset` of a buffer that the plan allocates holds `value` when the first
    dispatch of a run begins, wherever the operation stands.

    Example:

    ```mlir
    dml.initialize %flags[1] = -1 : memref<2xi32>
    ```
  }];
  let arguments = (ins
    Arg<StaticShapeMemRefOf<[I32]>, "", [MemWrite]>:$buffer,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$offset,
    I32Attr:$value
  );
  let assemblyFormat =
      "$buffer `[` $offset `]` `=` $value attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def DML_DispatchOp : DML_Op<"dispatch",
    [AttrSizedOperandSegments,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "runs a kernel on the device";
  let description = [{
    Runs a kernel on a grid of workgroups; buffer i is its binding i. `writes`
    lists the bindings that the kernel writes. Dispatches may overlap, up to the
    next `dml.barrier`.

    With `from`, the grid is what three words of a buffer hold, from the given one
    on: no more workgroups than `workgroups`, or none. A `dml.barrier grids` must
    stand between the dispatch that writes them and this one.

    Example:

    ```mlir
    dml.dispatch @copy::@copy workgroups = [4, 1, 1], writes = [1]
        (%x, %y : memref<512x4xf32>, memref<512x4xf32>)
    dml.dispatch @copy::@copy workgroups = [4, 1, 1], writes = [1]
        from %grids[3] : memref<6xi32>
        (%x, %y : memref<512x4xf32>, memref<512x4xf32>)
    ```
  }];
  let arguments = (ins
    SymbolRefAttr:$kernel,
    DenseI64ArrayAttr:$workgroups,
    DenseI64ArrayAttr:$writes,
    Optional<StaticShapeMemRefOf<[I32]>>:$grid,
    OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$gridOffset,
    Variadic<AnyStaticShapeMemRef>:$buffers
  );
  let assemblyFormat = [{
    $kernel `workgroups` `=` $workgroups `,` `writes` `=` $writes
    (`from` $grid^ `[` $gridOffset `]` `:` type($grid))?
    `(` $buffers `:` type($buffers) `)` attr-dict
  }];
  let hasVerifier = 1;
}

def DML_LaunchGridOp : DML_Op<"launch_grid", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "says in a kernel where its grid comes from";
  let description = [{
    The three words from `offset` on hold how many workgroups the kernel is
    launched with, instead of the launch. `dml-gpu-bind-buffers` makes it the
    `from` of the dispatch.

    Example:

    ```mlir
    gpu.launch ... {
      dml.launch_grid %grids[3] : memref<6xi32>
    ```
  }];
  let arguments = (ins
    StaticShapeMemRefOf<[I32]>:$grid,
    ConfinedAttr<I64Attr, [IntNonNegative]>:$offset
  );
  let assemblyFormat = "$grid `[` $offset `]` `:` type($grid) attr-dict";
}

def DML_BarrierOp : DML_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the dispatches after it see what those before it wrote";
  let description = [{
    Example:

    ```mlir
    dml.barrier
    dml.barrier grids
    ```

    With `grids`, also the grids that dispatches take from buffers.
  }];
  let arguments = (ins UnitAttr:$grids);
  let assemblyFormat = "(`grids` $grids^)? attr-dict";
}

def DML_ReportIndicesOp : DML_Op<"report_indices", [
    MemoryEffects<[MemWrite]>]> {
  let summary = "indices out of range that kernels noted in a buffer";
  let description = [{
    Four words of the buffer, from word `offset` on, that the runner reads after
    the run (U3): how many indices were out of range, 2^32-1 minus the first
    position of such an index, and the low and high word of that index. `bound`
    is the number of elements that there are.

    Example:

    ```mlir
    dml.report_indices %map[64], bound = 64 : memref<68xi32>
    ```
  }];
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$buffer,
    I64Attr:$offset,
    I64Attr:$bound
  );
  let assemblyFormat = [{
    $buffer `[` $offset `]` `,` `bound` `=` $bound attr-dict `:` type($buffer)
  }];
}

def DML_IndexAssumption : ConfinedAttr<StrAttr, [AttrConstraint<
    Or<[CPred<"::llvm::cast<::mlir::StringAttr>($_self) == \"pooled\"">,
        CPred<"::llvm::cast<::mlir::StringAttr>($_self) == \"disjoint\"">]>,
    "that is pooled or disjoint">]>;

def DML_ReportCheckOp : DML_Op<"report_check", [MemoryEffects<[MemWrite]>]> {
  let summary = "a check that kernels made and noted in a buffer";
  let description = [{
    Word `offset` of the buffer, which the runner reads after the run, is not
    zero where the check failed; the run then fails with the message. With
    `assumes`, the code was compiled for indices of unpooling that are `pooled`, or
    `disjoint`: of windows that do not overlap. A runner that knows the program
    compiles it for others where these are not, and runs it again.

    Example:

    ```mlir
    dml.report_check %status[0], "a.mlir:3:8: 'arith.divsi' op divides by zero"
        : memref<2xi32>
    dml.report_check %missed[0], assumes "pooled", "indices are not pooled"
        : memref<1xi32>
    ```
  }];
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$buffer,
    I64Attr:$offset,
    OptionalAttr<DML_IndexAssumption>:$assumption,
    StrAttr:$message
  );
  let assemblyFormat = [{
    $buffer `[` $offset `]` `,` (`assumes` $assumption^ `,`)? $message attr-dict
    `:` type($buffer)
  }];
}

#endif // DML_IR_DMLLAUNCHPLANOPS_TD
