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
    four of them. Device buffers are rounded up to 16 bytes: a view may reach
    into the rounding, whose contents mean nothing, and no further.

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

def DML_DispatchOp : DML_Op<"dispatch",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "runs a kernel on the device";
  let description = [{
    Runs a kernel on a grid of workgroups; buffer i is its binding i. `writes`
    lists the bindings that the kernel writes. Dispatches may overlap, up to the
    next `dml.barrier`.

    Example:

    ```mlir
    dml.dispatch @copy::@copy workgroups = [4, 1, 1], writes = [1]
        (%x, %y : memref<512x4xf32>, memref<512x4xf32>)
    ```
  }];
  let arguments = (ins
    SymbolRefAttr:$kernel,
    DenseI64ArrayAttr:$workgroups,
    DenseI64ArrayAttr:$writes,
    Variadic<AnyStaticShapeMemRef>:$buffers
  );
  let assemblyFormat = [{
    $kernel `workgroups` `=` $workgroups `,` `writes` `=` $writes
    `(` $buffers `:` type($buffers) `)` attr-dict
  }];
  let hasVerifier = 1;
}

def DML_BarrierOp : DML_Op<"barrier", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "the dispatches after it see what those before it wrote";
  let description = [{
    Example:

    ```mlir
    dml.barrier
    ```
  }];
  let assemblyFormat = "attr-dict";
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

def DML_ReportCheckOp : DML_Op<"report_check", [MemoryEffects<[MemWrite]>]> {
  let summary = "a check that kernels made and noted in a buffer";
  let description = [{
    Word `offset` of the buffer, which the runner reads after the run, is not
    zero where the check failed; the run then fails with the message.

    Example:

    ```mlir
    dml.report_check %status[0], "a.mlir:3:8: 'arith.divsi' op divides by zero"
        : memref<2xi32>
    ```
  }];
  let arguments = (ins
    Arg<AnyStaticShapeMemRef, "", [MemRead]>:$buffer,
    I64Attr:$offset,
    StrAttr:$message
  );
  let assemblyFormat = [{
    $buffer `[` $offset `]` `,` $message attr-dict `:` type($buffer)
  }];
}

#endif // DML_IR_DMLLAUNCHPLANOPS_TD
