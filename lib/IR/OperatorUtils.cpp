//===- OperatorUtils.cpp - What the operators' definitions share ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

namespace dml {

LogicalResult emitRuleError(Operation *op, llvm::Error error) {
  return op->emitOpError() << llvm::toString(std::move(error));
}

LogicalResult emitOptionalRuleError(std::optional<Location> location,
                                    StringRef opName, llvm::Error error) {
  return emitOptionalError(location, "'", opName, "' op ",
                           llvm::toString(std::move(error)));
}

LogicalResult verifySameElementType(Operation *op, StringRef rule,
                                    Type expected, Type given) {
  if (expected == given)
    return success();
  std::string expectedName, givenName;
  llvm::raw_string_ostream(expectedName) << expected;
  llvm::raw_string_ostream(givenName) << given;
  return op->emitOpError() << messages::brokenRule(
             "element type of the result", expectedName, givenName,
             rule.empty() ? "T6" : (rule + ", T6").str());
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

OpFoldResult reifyProduct(OpBuilder &b, Location loc,
                          ArrayRef<OpFoldResult> factors) {
  AffineExpr product = b.getAffineConstantExpr(1);
  for (unsigned i = 0, e = factors.size(); i < e; ++i)
    product = product * b.getAffineSymbolExpr(i);
  return affine::makeComposedFoldedAffineApply(b, loc, product, factors);
}

SmallVector<OpFoldResult> preferDeclaredSizes(OpBuilder &b,
                                              RankedTensorType declared,
                                              ArrayRef<OpFoldResult> computed) {
  SmallVector<OpFoldResult> sizes(computed);
  for (auto [size, known] : llvm::zip_equal(sizes, declared.getShape()))
    if (!ShapedType::isDynamic(known))
      size = b.getIndexAttr(known);
  return sizes;
}

} // namespace dml
