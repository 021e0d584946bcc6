//===- CheckContradictions.cpp - Rules that known sizes break -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RefineArguments.h"
#include "TypeRefinement.h"
#include "dml/IR/Operators.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

static void describeOperands(InFlightDiagnostic &diagnostic,
                             ArrayRef<Type> types) {
  Diagnostic &note = diagnostic.attachNote() << "its operands are ";
  llvm::interleaveComma(types, note);
}

/// What the verifier says of the types that the operands have behind their
/// casts. Not for operations whose operand types follow from other operands, as
/// the source's of tensor.insert_slice do.
static LogicalResult checkVerifier(Operation *op) {
  SmallVector<Type> operandTypes = getKnownTypes(op->getOperands());
  if (llvm::equal(op->getOperandTypes(), operandTypes))
    return success();
  SmallVector<Type> resultTypes(op->getResultTypes());
  if (isa<linalg::LinalgOp>(op))
    resultTypes = getTiedResultTypes(op, operandTypes);
  std::string message = verifyRetyped(op, operandTypes, resultTypes);
  if (message.empty())
    return success();
  InFlightDiagnostic diagnostic = emitError(op->getLoc()) << message;
  describeOperands(diagnostic, operandTypes);
  return diagnostic;
}

LogicalResult checkContradictions(func::FuncOp function) {
  // Every operation of the entry block runs; one in a branch or a loop may not,
  // and stays a run-time error.
  bool isBroken = false;
  for (Operation &op : function.front()) {
    if (auto dmlOp = dyn_cast<OperatorInterface>(op)) {
      llvm::Error error = checkSizesBehindCasts(dmlOp);
      if (error) {
        op.emitOpError() << llvm::toString(std::move(error));
        isBroken = true;
      }
    } else if (isElementwise(&op) ||
               isa<linalg::LinalgOp, tensor::CastOp>(op)) {
      isBroken |= failed(checkVerifier(&op));
    }
  }
  return failure(isBroken);
}

} // namespace dml
