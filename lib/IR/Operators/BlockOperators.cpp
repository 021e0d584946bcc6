//===- BlockOperators.cpp - depth_to_space1 and its inverse ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockOperators.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

llvm::Error checkBlockSize(int64_t blockSize, StringRef rule) {
  if (llvm::Error error = checkUInt32("block_size", blockSize))
    return error;
  if (blockSize > kMaxBlockSize)
    return llvm::createStringError(
        messages::brokenRule("block_size", "at most " + Twine(kMaxBlockSize),
                             Twine(blockSize), "A1"));
  if (blockSize < 1)
    return llvm::createStringError(
        messages::brokenRule("block_size", "at least 1", Twine(0), rule));
  return llvm::Error::success();
}

bool areBlockTypesCompatible(TypeRange inferred, TypeRange declared) {
  return succeeded(verifyCompatibleShapes(inferred, declared)) &&
         getElementTypeOrSelf(inferred[0]) == getElementTypeOrSelf(declared[0]);
}

Speculation::Speculatability
getSpeculatabilityOfDeclaration(OperatorInterface op) {
  Sizes inferred = cantFail(inferTypeSizes(op)).front();
  auto declared = cast<RankedTensorType>(op->getResult(0).getType());
  return declaresMoreThanInferred(inferred, declared.getShape())
             ? Speculation::NotSpeculatable
             : Speculation::Speculatable;
}

/// The keywords, and what ONNX calls them.
constexpr static llvm::StringLiteral kOrders =
    "depth_column_row (DCR in ONNX) or column_row_depth (CRD)";

ParseResult parseDepthSpaceOrder(OpAsmParser &parser,
                                 DepthSpaceOrderAttr &order) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  std::string given;
  APInt number;
  if (succeeded(parser.parseOptionalKeyword(&keyword))) {
    given = keyword.str();
  } else if (OptionalParseResult parsed = parser.parseOptionalInteger(number);
             parsed.has_value()) {
    if (failed(*parsed))
      return failure();
    given = llvm::toString(number, 10, /*Signed=*/true);
  } else {
    return parser.emitError(loc, "expected ") << kOrders;
  }
  std::optional<DepthSpaceOrder> value = symbolizeDepthSpaceOrder(given);
  if (!value)
    return parser.emitError(loc, "expected ")
           << kOrders << ", given '" << given << "'";
  order = DepthSpaceOrderAttr::get(parser.getContext(), *value);
  return success();
}

void printDepthSpaceOrder(OpAsmPrinter &printer, Operation *,
                          DepthSpaceOrderAttr order) {
  printer << stringifyDepthSpaceOrder(order.getValue());
}

} // namespace dml
