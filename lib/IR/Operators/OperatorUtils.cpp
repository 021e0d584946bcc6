//===- OperatorUtils.cpp - What the operators' definitions share ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

LogicalResult emitOptionalRuleError(std::optional<Location> location,
                                    StringRef opName, llvm::Error error) {
  return emitOptionalError(location, "'", opName, "' op ",
                           llvm::toString(std::move(error)));
}

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// What defining operations tell of operands, beside their types.
enum class Known { Types, TypesBehindCastsAndConstants };

static Sizes getKnownSizes(Value tensor, Known known) {
  Sizes sizes(cast<RankedTensorType>(tensor.getType()).getShape());
  if (known == Known::Types)
    return sizes;
  while (auto cast = tensor.getDefiningOp<tensor::CastOp>()) {
    tensor = cast.getSource();
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    if (!type || failed(verifyCompatibleShape(sizes, type.getShape())))
      break;
    sizes = mergeSizes(sizes, type.getShape());
  }
  return sizes;
}

/// The rule that the operands break by what is known of them.
static llvm::Error checkSizes(OperatorInterface op, Known known) {
  SmallVector<Sizes> sizes;
  SmallVector<std::optional<int64_t>> indexOperands;
  for (Value operand : op->getOperands()) {
    if (isa<RankedTensorType>(operand.getType()))
      sizes.push_back(getKnownSizes(operand, known));
    else
      indexOperands.push_back(
          known == Known::Types ? std::nullopt : getConstantIntValue(operand));
  }
  return evaluateSizes(op, {sizes, indexOperands}).takeError();
}

LogicalResult verifyOperator(OperatorInterface op, StringRef rule) {
  Type expected = getElementTypeOrSelf(op->getOperand(0).getType());
  Type given = getElementTypeOrSelf(op->getResult(0).getType());
  if (expected != given)
    return op->emitOpError() << messages::brokenRule(
               "element type of the result", print(expected), print(given),
               (rule + ", T6").str());

  if (llvm::Error error = checkSizes(op, Known::Types))
    return op->emitOpError() << llvm::toString(std::move(error));
  return success();
}

llvm::Error checkSizesBehindCasts(OperatorInterface op) {
  return checkSizes(op, Known::TypesBehindCastsAndConstants);
}

bool isKnownToFail(OperatorInterface op) {
  llvm::Error error = checkSizesBehindCasts(op);
  bool fails = static_cast<bool>(error);
  llvm::consumeError(std::move(error));
  return fails;
}

std::string getMessagePrefix(Operation *op) {
  return ("'" + op->getName().getStringRef() + "' op ").str();
}

std::string describeLocation(Location location) {
  std::string text;
  location->walk([&](Location nested) {
    auto file = dyn_cast<FileLineColLoc>(nested);
    if (!file)
      return WalkResult::advance();
    text = (file.getFilename().getValue() + ":" + Twine(file.getLine()) + ":" +
            Twine(file.getColumn()) + ": ")
               .str();
    return WalkResult::interrupt();
  });
  return text;
}

llvm::Error createError(Operation *op, const Twine &message) {
  return llvm::createStringError(describeLocation(op->getLoc()) +
                                 getMessagePrefix(op) + message);
}

} // namespace dml
