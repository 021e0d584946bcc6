//===- FoldScalars.cpp - Constants among sizes, indices and conditions ----===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Transforms/FoldScalars.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Index/IR/IndexOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {
namespace {

/// Upstream folds a read of constants that are all alike at any position.
bool readsInside(tensor::ExtractOp op) {
  auto type = cast<RankedTensorType>(op.getTensor().getType());
  return llvm::all_of(
      llvm::zip_equal(op.getIndices(), type.getShape()), [](auto pair) {
        std::optional<int64_t> index = getConstantIntValue(std::get<0>(pair));
        return index && *index >= 0 && *index < std::get<1>(pair);
      });
}

/// The map with those of its operands that are constants.
AffineMap replaceConstants(AffineMap map, ValueRange operands) {
  MLIRContext *context = map.getContext();
  SmallVector<AffineExpr> dims, symbols;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    bool isDim = i < map.getNumDims();
    unsigned number = isDim ? i : i - map.getNumDims();
    std::optional<int64_t> constant = getConstantIntValue(operand);
    AffineExpr expr = constant ? getAffineConstantExpr(*constant, context)
                      : isDim  ? getAffineDimExpr(number, context)
                               : getAffineSymbolExpr(number, context);
    (isDim ? dims : symbols).push_back(expr);
  }
  return map.replaceDimsAndSymbols(dims, symbols, dims.size(), symbols.size());
}

/// Upstream folds some divisions that overflow, and those of affine maps by
/// zero to poison.
bool mayFail(Operation *op) {
  if (isa<affine::AffineApplyOp, affine::AffineMaxOp, affine::AffineMinOp>(op))
    return mayDivideByZero(replaceConstants(
        cast<AffineMapAttr>(op->getAttr("map")).getValue(), op->getOperands()));
  if (!isa<arith::CeilDivSIOp, arith::DivSIOp, arith::FloorDivSIOp,
           arith::RemSIOp, index::CeilDivSOp, index::DivSOp, index::FloorDivSOp,
           index::RemSOp>(op))
    return false;
  APInt dividend, divisor;
  if (!matchPattern(op->getOperand(1), m_ConstantInt(&divisor)))
    return true;
  return divisor.isAllOnes() &&
         (!matchPattern(op->getOperand(0), m_ConstantInt(&dividend)) ||
          dividend.isMinSignedValue());
}

/// Whether an operation that is folded does what it does otherwise. Most folds
/// of tensor operations forget what a run refuses: those of slices and paddings
/// take kDynamic for a size, or a padding of 1 and -1 for none.
bool isFoldable(Operation *op) {
  if (op->hasTrait<OpTrait::ConstantLike>() || mayFail(op))
    return false;
  if (auto extract = dyn_cast<tensor::ExtractOp>(op))
    return readsInside(extract);
  if (isa<tensor::CastOp, tensor::DimOp, tensor::RankOp, OperatorInterface>(op))
    return true;
  // x - x needs no x, and the operators that make a tensor would report
  // nothing.
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  auto isConstant = [](Value value) {
    return matchPattern(value, m_Constant());
  };
  return isa_and_present<affine::AffineDialect, arith::ArithDialect,
                         index::IndexDialect, math::MathDialect>(
             op->getDialect()) &&
         (llvm::none_of(op->getResultTypes(), isTensor) ||
          llvm::all_of(op->getOperands(), isConstant));
}

struct FoldScalar : RewritePattern {
  explicit FoldScalar(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/3, context) {}

  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isFoldable(op))
      return failure();
    SmallVector<Value> results;
    LogicalResult folded = failure();
    // Folding may change operands in place.
    rewriter.startOpModification(op);
    folded = rewriter.tryFold(op, results);
    if (failed(folded)) {
      rewriter.cancelOpModification(op);
      return failure();
    }
    rewriter.finalizeOpModification(op);
    if (!results.empty())
      rewriter.replaceOp(op, results);
    return success();
  }
};

/// Upstream's fold negates operands, and gives up on the smallest integer.
struct FoldCeilDiv : OpRewritePattern<arith::CeilDivSIOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::CeilDivSIOp op,
                                PatternRewriter &rewriter) const override {
    APInt dividend, divisor;
    Type type = op.getType();
    if (!type.isIntOrIndex() || mayFail(op) ||
        !matchPattern(op.getLhs(), m_ConstantInt(&dividend)) ||
        !matchPattern(op.getRhs(), m_ConstantInt(&divisor)) || divisor.isZero())
      return failure();
    APInt quotient =
        llvm::APIntOps::RoundingSDiv(dividend, divisor, APInt::Rounding::UP);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(
        op, type, cast<TypedAttr>(rewriter.getIntegerAttr(type, quotient)));
    return success();
  }
};

} // namespace

bool mayDivideByZero(AffineMap map) {
  bool mayFail = false;
  map.walkExprs([&](AffineExpr expr) {
    if (expr.getKind() != AffineExprKind::Mod &&
        expr.getKind() != AffineExprKind::FloorDiv &&
        expr.getKind() != AffineExprKind::CeilDiv)
      return;
    auto divisor =
        dyn_cast<AffineConstantExpr>(cast<AffineBinaryOpExpr>(expr).getRHS());
    mayFail |= !divisor || divisor.getValue() < 1;
  });
  return mayFail;
}

void populateFoldScalarPatterns(RewritePatternSet &patterns) {
  patterns.add<FoldScalar, FoldCeilDiv>(patterns.getContext());
}

} // namespace dml
