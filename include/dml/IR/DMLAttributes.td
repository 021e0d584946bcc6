//===- DMLAttributes.td - Attributes of the dml dialect ----*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLATTRIBUTES_TD
#define DML_IR_DMLATTRIBUTES_TD

include "dml/IR/DMLDialect.td"
include "mlir/IR/EnumAttr.td"

def DML_DepthSpaceOrder : I32EnumAttr<
    "DepthSpaceOrder", "order of the block's elements within the channels",
    [I32EnumAttrCase<"DepthColumnRow", 0, "depth_column_row">,
     I32EnumAttrCase<"ColumnRowDepth", 1, "column_row_depth">]> {
  let cppNamespace = "::dml";
  let genSpecializedAttr = 0;
}

def DML_DepthSpaceOrderAttr
    : EnumAttr<DML_Dialect, DML_DepthSpaceOrder, "depth_space_order"> {
  let description = [{
    `DML_DEPTH_SPACE_ORDER`: `depth_column_row` (0, rule D4, ONNX's DCR) or
    `column_row_depth` (1, rule D5, ONNX's CRD and PyTorch's pixel shuffle). In
    an operator's text it is the name alone; as an attribute

    ```mlir
    #dml.depth_space_order<column_row_depth>
    ```
  }];
  let assemblyFormat = "`<` $value `>`";
}

#endif // DML_IR_DMLATTRIBUTES_TD
