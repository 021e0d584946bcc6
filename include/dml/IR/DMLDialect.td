//===- DMLDialect.td - The dml dialect ---------------------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLDIALECT_TD
#define DML_IR_DMLDIALECT_TD

include "mlir/IR/OpBase.td"

def DML_Dialect : Dialect {
  let name = "dml";
  let cppNamespace = "::dml";
  let summary = "DirectML's data-movement operators, exactly";
  let description = [{
    Operators of DirectML with the meaning that [Operators.md](../Operators.md)
    gives them; the labels in messages (`D2`, `F3`, `T6`, …) are the rules of
    that page.

    The operators live on tensors. `convert-dml-to-linalg` lowers them to the
    linalg, tensor, scf and arith dialects and to two operations of this dialect
    that have no counterpart there: `dml.require`, a check that only run time
    can make, and `dml.unpool`, the destination-style form of max_unpooling.

    A signed and an unsigned tensor of the same width are the same bits;
    `tensor.bitcast` reinterprets one as the other and costs nothing.

    An argument or result of a public function may be a strided buffer (T3): its
    attribute `dml.strides` has a stride for each dimension, in elements.

    ```mlir
    func.func @main(%x: tensor<1x8x4x4xf32>
                        {dml.strides = array<i64: 128, 1, 32, 8>})
        -> (tensor<1x2x8x8xf32> {dml.strides = array<i64: 128, 1, 16, 2>})
    ```
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect",
    "::mlir::arith::ArithDialect",
    "::mlir::tensor::TensorDialect"
  ];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // DML_IR_DMLDIALECT_TD
