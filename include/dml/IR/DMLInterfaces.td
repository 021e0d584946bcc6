//===- DMLInterfaces.td - Interfaces of dml operators ------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLINTERFACES_TD
#define DML_IR_DMLINTERFACES_TD

include "mlir/IR/OpBase.td"

def DML_ReferenceOpInterface : OpInterface<"ReferenceOpInterface"> {
  let cppNamespace = "::dml";
  let description = [{
    An operator of one tensor result that the reference kernels can compute on
    packed row-major bytes. The constant folder and the reference evaluator use
    it; it knows nothing of the lowerings.
  }];
  let methods = [
    InterfaceMethod<[{
        The result's sizes for operands of these sizes, as far as they are
        known. `indexOperands` holds the values of the operands of type `index`,
        in order, none where they are not known. Fails with the labelled message
        of the rule that the sizes break; a declared dimension that contradicts
        them breaks T6.
      }],
      "::llvm::Expected<::dml::Sizes>", "evaluateSizes",
      (ins "::llvm::ArrayRef<::dml::Sizes>":$operandSizes,
           "::llvm::ArrayRef<std::optional<int64_t>>":$indexOperands)>,
    InterfaceMethod<[{
        Computes the result into `result.data`, whose sizes come from
        `evaluateSizes`. Returns the out-of-range indices met (rule U3), if any.
      }],
      "::std::optional<::dml::OutOfRangeIndices>", "evaluate",
      (ins "::llvm::ArrayRef<::dml::reference::ConstTensorView>":$operands,
           "::dml::reference::TensorView":$result)>
  ];
}

#endif // DML_IR_DMLINTERFACES_TD
