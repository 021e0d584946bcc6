//===- LowerPad.cpp - Padding as a structured operation -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LowerPad.h"
#include "ScalarBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {
namespace {

struct LowerPad : OpRewritePattern<tensor::PadOp> {
  LowerPad(MLIRContext *context, std::function<bool(tensor::PadOp)> filter)
      : OpRewritePattern(context), filter(std::move(filter)) {}

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const override {
    Value padding = op.getConstantPaddingValue();
    RankedTensorType type = op.getResultType(), source = op.getSourceType();
    // Upstream does not make constants attributes where all sizes are known.
    std::optional<SmallVector<int64_t>> low =
        getConstantIntValues(op.getMixedLowPad());
    if (!padding || !type.hasStaticShape() || !source.hasStaticShape() ||
        !low || ShapedType::isDynamicShape(*low) || (filter && !filter(op)))
      return failure();
    Value empty = tensor::EmptyOp::create(
        rewriter, op.getLoc(), type.getShape(), type.getElementType());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, type, ValueRange{}, empty,
        rewriter.getMultiDimIdentityMap(type.getRank()), iterators,
        [&](OpBuilder &b, Location loc, ValueRange) {
          linalg::YieldOp::create(
              b, loc, readPadded(b, loc, op.getSource(), type, *low, padding));
        });
    return success();
  }

private:
  /// The element of a padded tensor at the position of the loops.
  static Value readPadded(OpBuilder &b, Location loc, Value source,
                          RankedTensorType type, ArrayRef<int64_t> low,
                          Value padding) {
    ScalarBuilder s(b, loc);
    SmallVector<Value> position;
    Value inside;
    for (auto [i, offset, size] : llvm::enumerate(
             low, cast<RankedTensorType>(source.getType()).getShape())) {
      Value index = linalg::IndexOp::create(b, loc, i);
      Value moved = affine::AffineApplyOp::create(
          b, loc, AffineMap::get(1, 0, b.getAffineDimExpr(0) - offset), index);
      position.push_back(moved);
      if (offset == 0 && size == type.getDimSize(i))
        continue;
      Value isInside = s.isBelow(moved, size);
      inside = inside ? s.both(inside, isInside) : isInside;
    }
    auto extract = [&]() -> Value {
      return tensor::ExtractOp::create(b, loc, source, position);
    };
    return inside ? s.ifElse(inside, extract, [&] { return padding; })
                  : extract();
  }

  std::function<bool(tensor::PadOp)> filter;
};

} // namespace

void populateLowerPadPatterns(RewritePatternSet &patterns,
                              std::function<bool(tensor::PadOp)> filter) {
  patterns.add<LowerPad>(patterns.getContext(), std::move(filter));
}

} // namespace dml
