//===- Passes.td - Analyses, printed -----------------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_ANALYSIS_PASSES_TD
#define DML_CODEGEN_ANALYSIS_PASSES_TD

include "mlir/Pass/PassBase.td"

def PrintAccessNests : Pass<"dml-print-access-nests"> {
  let summary = "Print what structured operations on buffers read and write";
  let description = [{
    Prints, for each structured operation on buffers, its loops and the accesses
    in elements of each buffer, with the predicates under which an element is
    read: what schedules are chosen from. The IR stays as it is.

    With `merged`, loops of one iteration are left out, and neighbouring loops
    that every access moves through as through one are one.

    For example, of a window that reads outside of its rows:

    ```mlir
    linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>],
                    iterator_types = ["parallel", "parallel"]}
        outs(%y : memref<4x8xf32>) {
    ^bb0(%out: f32):
      %row = linalg.index 0 : index
      %i = linalg.index 1 : index
      %j = affine.apply affine_map<(d0) -> (d0 - 1)>(%i)
      %inside = arith.cmpi ult, %j, %c8 : index
      %e = scf.if %inside -> f32 {
        %x0 = memref.load %x[%row, %j] : memref<4x8xf32>
        scf.yield %x0 : f32
      } else {
        scf.yield %zero : f32
      }
      linalg.yield %e : f32
    }
    ```

    it prints:

    ```
    linalg.generic in @window
      loops i0 < 4, i1 < 8
      read memref<4x8xf32> at 8 * i0 + i1 + -1 where 0 <= i1 + -1 < 8
      write memref<4x8xf32> at 8 * i0 + i1
      moves, otherwise 0.000000e+00 : f32
    ```
  }];
  let options = [
    Option<"merged", "merged", "bool", /*default=*/"false",
           "Print the nest after its loops are merged">
  ];
}

#endif // DML_CODEGEN_ANALYSIS_PASSES_TD
