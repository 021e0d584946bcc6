//===- StaticLists.cpp - Lists that upstream does not verify --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/IR/Messages/TensorOpMessages.h"
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

/// The verifier's comparison wraps.
static LogicalResult checkDimension(tensor::ConcatOp concat) {
  auto dimension = static_cast<int64_t>(concat.getDim());
  int64_t rank = concat.getResultType().getRank();
  if (dimension >= 0 && dimension < rank)
    return success();
  return concat.emitOpError("dimension ")
         << dimension << ": expected 0 to " << rank - 1;
}

LogicalResult checkStaticLists(Operation *root) {
  WalkResult result = root->walk([](Operation *op) {
    if (failed(checkReassociation(op)))
      return WalkResult::interrupt();
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return WalkResult(checkPaddings(pad));
    if (auto concat = dyn_cast<tensor::ConcatOp>(op))
      return WalkResult(checkDimension(concat));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

} // namespace dml
