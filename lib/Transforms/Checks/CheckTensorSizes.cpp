//===- CheckTensorSizes.cpp - Types of too many elements ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/Transforms/Checks/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AsmState.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_CHECKTENSORSIZES
#include "dml/Transforms/Checks/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CheckTensorSizesPass : impl::CheckTensorSizesBase<CheckTensorSizesPass> {
  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](Operation *op) {
      for (auto [i, value] : llvm::enumerate(op->getResults()))
        if (failed(check(op, "result", value.getType())))
          return WalkResult::interrupt();
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          if (failed(check(op, "argument", argument.getType())))
            return WalkResult::interrupt();
      return WalkResult(
          success(succeeded(checkResource(op)) && succeeded(checkReshape(op))));
    });
    if (result.wasInterrupted() || failed(checkStaticLists(getOperation())))
      signalPassFailure();
  }

private:
  /// Translations to other formats say no more than that something is wrong.
  static LogicalResult checkResource(Operation *op) {
    DenseResourceElementsAttr contents;
    if (!matchPattern(op, m_Constant(&contents)))
      return success();
    ShapedType type = contents.getType();
    if (!type.getElementType().isIntOrIndexOrFloat())
      return success();
    // Upstream parses one, unlike other constants.
    if (!type.hasStaticShape())
      return op->emitOpError("resource '")
             << contents.getRawHandle().getKey()
             << "': expected a static shape, given " << type;
    AsmResourceBlob *blob = contents.getRawHandle().getBlob();
    int64_t given = blob ? blob->getData().size() : 0;
    int64_t expected =
        type.getNumElements() * getElementBytes(type.getElementType());
    if (given == expected)
      return success();
    return op->emitOpError("resource '")
           << contents.getRawHandle().getKey() << "': expected " << expected
           << " bytes, given " << given;
  }

  /// Upstream's lowering of buffers trips over a result without a rank, where
  /// the shape says which it has.
  static LogicalResult checkReshape(Operation *op) {
    auto reshape = dyn_cast<tensor::ReshapeOp>(op);
    if (!reshape || isa<RankedTensorType>(reshape.getType()))
      return success();
    auto shape = cast<RankedTensorType>(reshape.getShape().getType());
    if (!shape.hasStaticShape())
      return success();
    return op->emitOpError("result: expected rank ")
           << shape.getDimSize(0) << " as its shape says, given "
           << reshape.getType();
  }

  /// An empty tensor counts as if its sizes of 0 were 1: strides are products
  /// of the others.
  static LogicalResult check(Operation *op, StringRef name, Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    if (!shaped || !shaped.hasRank())
      return success();
    if (llvm::Error error = checkElementCount(name, shaped.getShape()))
      return op->emitOpError(llvm::toString(std::move(error)));
    return success();
  }
};

} // namespace
} // namespace dml
