//===- DMLInterfaces.td - Interfaces of dml operators ------*- tablegen -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_DMLINTERFACES_TD
#define DML_IR_DMLINTERFACES_TD

include "mlir/IR/OpBase.td"

def DML_OperatorInterface : OpInterface<"OperatorInterface"> {
  let cppNamespace = "::dml";
  let description = [{
    An operator of the specification: its operands are tensors and values of
    type `index`, its results are tensors. What it says here is all that the
    verifier, type refinement, run-time checks, the constant folder and the
    reference evaluator need; it knows nothing of the lowerings.
  }];
  let methods = [
    InterfaceMethod<[{
        The sizes of the results and the rules of the operands' sizes, as the
        attributes and the declared results make them.
      }],
      "::dml::SizeFunction", "getSizeFunction">,
    InterfaceMethod<[{
        Computes the results, as docs/Operators.md says, from packed row-major
        operands, the values of type `index` left out. The sizes of both obey
        the size function. Returns the out-of-range indices met (rule U3), if
        any.
      }],
      "::std::optional<::dml::OutOfRangeIndices>", "evaluate",
      (ins "::llvm::ArrayRef<::dml::reference::ConstTensorView>":$operands,
           "::llvm::ArrayRef<::dml::reference::TensorView>":$results)>
  ];
}

#endif // DML_IR_DMLINTERFACES_TD
