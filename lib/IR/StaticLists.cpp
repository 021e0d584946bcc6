//===- StaticLists.cpp - Lists that upstream does not verify --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/IR/TensorOpMessages.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;

namespace dml {

/// The verifier reads the entries as 32-bit numbers.
static LogicalResult checkReassociation(Operation *op) {
  auto reassociation = op->getAttrOfType<ArrayAttr>("reassociation");
  if (!reassociation)
    return success();
  for (auto group : reassociation.getAsRange<ArrayAttr>())
    for (auto dimension : group.getAsRange<IntegerAttr>())
      if (!dimension.getValue().isIntN(31))
        return op->emitOpError("reassociation names dimension ")
               << dimension.getInt();
  return success();
}

/// The verifier does not count the operands, and all else takes one for each
/// dynamic entry.
static LogicalResult checkPaddings(tensor::PadOp pad) {
  auto check = [&](StringRef name, ArrayRef<int64_t> entries,
                   ValueRange operands) -> LogicalResult {
    auto expected = llvm::count_if(entries, ShapedType::isDynamic);
    if (expected == static_cast<int64_t>(operands.size()))
      return success();
    return pad.emitOpError(
        messages::mismatch("operands for the dynamic entries of " + name,
                           Twine(expected), Twine(operands.size())));
  };
  return success(
      succeeded(check("static_low", pad.getStaticLow(), pad.getLow())) &&
      succeeded(check("static_high", pad.getStaticHigh(), pad.getHigh())));
}

LogicalResult checkStaticLists(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    if (failed(checkReassociation(op)))
      return WalkResult::interrupt();
    auto pad = dyn_cast<tensor::PadOp>(op);
    return WalkResult(pad ? checkPaddings(pad) : success());
  });
  return failure(result.wasInterrupted());
}

} // namespace dml
