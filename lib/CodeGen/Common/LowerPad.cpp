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

/// The element of an insertion at the position of the loops, or `otherwise`
/// where it has none.
static Value readInsertion(ScalarBuilder &s, const Insertion &insertion,
                           ArrayRef<int64_t> destShape, Value otherwise) {
  auto apply = [&](AffineExpr expr, Value index) -> Value {
    return affine::AffineApplyOp::create(s.b, s.loc, AffineMap::get(1, 0, expr),
                                         index);
  };
  AffineExpr d0 = s.b.getAffineDimExpr(0);
  SmallVector<Value> position;
  Value inside;
  auto require = [&](Value condition) {
    inside = inside ? s.both(inside, condition) : condition;
  };
  for (auto [i, offset, size, stride] :
       llvm::enumerate(insertion.offsets, insertion.sizes, insertion.strides)) {
    Value moved = apply(d0 - offset, linalg::IndexOp::create(s.b, s.loc, i));
    int64_t end = (size - 1) * stride + 1;
    // A negative position is larger than any bound as an unsigned number.
    if (offset != 0 || end != destShape[i])
      require(s.isBelow(moved, end));
    if (stride != 1) {
      // Floored: what is moved below zero is divided as well.
      require(s.isBelow(apply(d0 % stride, moved), 1));
      moved = apply(d0.floorDiv(stride), moved);
    }
    if (!insertion.dropped.test(i))
      position.push_back(moved);
  }
  Value source = insertion.source;
  if (!isa<RankedTensorType>(source.getType()))
    return inside ? s.select(inside, source, otherwise) : source;
  auto extract = [&]() -> Value {
    return tensor::ExtractOp::create(s.b, s.loc, source, position);
  };
  return inside ? s.ifElse(inside, extract, [&] { return otherwise; })
                : extract();
}

Value insertAll(OpBuilder &b, Location loc, Value dest,
                ArrayRef<Insertion> insertions, Value otherwise) {
  auto type = cast<RankedTensorType>(dest.getType());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto op = linalg::GenericOp::create(
      b, loc, type, ValueRange{}, dest,
      b.getMultiDimIdentityMap(type.getRank()), iterators,
      [&](OpBuilder &b, Location loc, ValueRange arguments) {
        ScalarBuilder s(b, loc);
        Value element = otherwise ? otherwise : arguments.front();
        for (const Insertion &insertion : insertions)
          element = readInsertion(s, insertion, type.getShape(), element);
        linalg::YieldOp::create(b, loc, element);
      });
  return op.getResult(0);
}

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
    SmallVector<int64_t> ones(type.getRank(), 1);
    Insertion insertion = {op.getSource(), *low, source.getShape(), ones,
                           llvm::SmallBitVector(type.getRank())};
    rewriter.replaceOp(
        op, insertAll(rewriter, op.getLoc(), empty, insertion, padding));
    return success();
  }

private:
  std::function<bool(tensor::PadOp)> filter;
};

} // namespace

void populateLowerPadPatterns(RewritePatternSet &patterns,
                              std::function<bool(tensor::PadOp)> filter) {
  patterns.add<LowerPad>(patterns.getContext(), std::move(filter));
}

} // namespace dml
