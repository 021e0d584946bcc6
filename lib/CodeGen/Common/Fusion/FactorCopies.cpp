//===- FactorCopies.cpp - Factors computed while they are copied ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FactorCopies.h"
#include "CodeGen/Analysis/Contraction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Whether positions are sums of loops times known strides, all in ascending
/// order.
static bool isLinear(AffineMap map) {
  return llvm::all_of(map.getResults(), [](AffineExpr expr) {
    return !expr.walk([](AffineExpr part) {
                  auto binary = dyn_cast<AffineBinaryOpExpr>(part);
                  if (!binary)
                    return WalkResult::advance();
                  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
                  bool isScaled = part.getKind() == AffineExprKind::Mul &&
                                  constant && constant.getValue() >= 0;
                  return part.getKind() == AffineExprKind::Add || isScaled
                             ? WalkResult::advance()
                             : WalkResult::interrupt();
                })
                .wasInterrupted();
  });
}

/// Whether an operation of a body may be part of a factor that is computed from
/// one element while it is copied: the element's position, a predicate of it,
/// or arithmetic on it that vectors allow.
static bool isCopied(Operation *inner) {
  if (isa<linalg::IndexOp, linalg::YieldOp, scf::YieldOp, tensor::ExtractOp>(
          inner))
    return true;
  if (auto apply = dyn_cast<affine::AffineApplyOp>(inner))
    return isLinear(apply.getAffineMap());
  if (auto branch = dyn_cast<scf::IfOp>(inner))
    return isa<linalg::LinalgOp>(branch->getParentOp()) &&
           branch.getNumResults() == 1 && !branch.getElseRegion().empty() &&
           matchPattern(branch.elseYield().getOperand(0), m_Constant());
  if (auto compare = dyn_cast<arith::CmpIOp>(inner);
      compare && compare.getLhs().getType().isIndex())
    return compare.getPredicate() == arith::CmpIPredicate::ult &&
           matchPattern(compare.getRhs(), m_Constant());
  auto isNumber = [](Type type) { return type.isIntOrFloat(); };
  return isa<arith::ArithDialect>(inner->getDialect()) &&
         inner->getNumResults() == 1 && isSpeculatable(inner) &&
         (matchPattern(inner, m_Constant()) ||
          (llvm::all_of(inner->getOperandTypes(), isNumber) &&
           isNumber(inner->getResult(0).getType())));
}

/// Whether each element of the result is copied from one tensor, or computed
/// from such an element.
static bool isCopied(linalg::LinalgOp op) {
  int64_t numReads = 0;
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(input->get().getType()))
      return false;
    numReads += op.payloadUsesValueFromOperand(input);
  }
  auto walked = op.getBlock()->walk([&](Operation *inner) {
    numReads += isa<tensor::ExtractOp>(inner);
    return isCopied(inner) ? WalkResult::advance() : WalkResult::interrupt();
  });
  return numReads == 1 && !walked.wasInterrupted() &&
         llvm::all_of(op.getIndexingMapsArray(), isLinear);
}

/// How many products use an element of a factor, at most, that is computed
/// where it is copied: each copy serves a few hundred, and computing all
/// elements in a pass of its own takes about as long as eight copies.
static constexpr int64_t kMaxFactorUses = 2048;

/// Elements with a distance are copied one by one, which takes as long as so
/// many products of each.
static constexpr int64_t kMinDistantUses = 16;

/// Whether what the body reads at a position of its own are neighbours along
/// the innermost loop.
static bool readsNeighbours(linalg::LinalgOp op) {
  auto walked = op.getBlock()->walk([&](tensor::ExtractOp extract) {
    auto apply = extract.getIndices().empty()
                     ? affine::AffineApplyOp()
                     : extract.getIndices()
                           .back()
                           .getDefiningOp<affine::AffineApplyOp>();
    if (!apply)
      return WalkResult::advance();
    AffineMap map = apply.getAffineMap();
    for (auto [i, operand] : llvm::enumerate(apply.getOperands())) {
      auto index = operand.getDefiningOp<linalg::IndexOp>();
      if (!index || index.getDim() + 1 != op.getNumLoops())
        continue;
      MLIRContext *context = op.getContext();
      AffineExpr loop =
          i < map.getNumDims()
              ? getAffineDimExpr(i, context)
              : getAffineSymbolExpr(i - map.getNumDims(), context);
      AffineExpr position = map.getResult(0);
      AffineExpr step =
          simplifyAffineExpr(position.replace(loop, loop + 1) - position,
                             map.getNumDims(), map.getNumSymbols());
      if (step != getAffineConstantExpr(1, context))
        return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return !walked.wasInterrupted();
}

/// Whether it is better to compute a contraction's factor again for each copy
/// of it than once. Windows and padding in long rows are so in any case: what
/// they read is smaller than what they give.
static bool isBetterCopied(OpOperand &operand, linalg::LinalgOp producer) {
  auto contraction = cast<linalg::LinalgOp>(operand.getOwner());
  int64_t minUses = 0, maxUses = kMaxFactorUses;
  if (producer.getNumDpsInputs() == 0) {
    minUses = readsNeighbours(producer) ? 0 : kMinDistantUses;
    // A scalar has no rows.
    SmallVector<int64_t> sizes = producer.getStaticLoopRanges();
    bool hasLongRows = !sizes.empty() && sizes.back() >= kMinPaddedRow;
    maxUses =
        hasLongRows ? std::numeric_limits<int64_t>::max() : kMaxFactorUses / 4;
  }
  AffineMap map = contraction.getMatchingIndexingMap(&operand);
  int64_t uses = 1;
  for (auto [loop, size, iterator] :
       llvm::enumerate(contraction.getStaticLoopRanges(),
                       contraction.getIteratorTypesArray()))
    if (iterator == utils::IteratorType::parallel && !map.isFunctionOfDim(loop))
      uses = std::min<int64_t>(uses * size, int64_t(1) << 31);
  return uses >= minUses && uses <= maxUses;
}

bool isComputedInCopies(OpOperand &operand, linalg::LinalgOp producer) {
  return isCopied(producer) && isBetterCopied(operand, producer);
}

bool copiesFactors(linalg::LinalgOp op, int64_t minProducts) {
  if (!op.hasPureTensorSemantics() || !matchSumOfProducts(op) ||
      !hasColumns(op))
    return false;
  uint64_t products = 1;
  for (int64_t size : op.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(size) || size == 0)
      return false;
    products = llvm::SaturatingMultiply<uint64_t>(products, size);
  }
  auto isCopiedType = [](Value value) {
    Type type = getElementTypeOrSelf(value);
    return type.isIntOrFloat() &&
           llvm::is_contained({8, 16, 32, 64}, type.getIntOrFloatBitWidth());
  };
  return products >= static_cast<uint64_t>(minProducts) &&
         llvm::all_of(op->getOperands(), isCopiedType) &&
         llvm::all_of(op.getIndexingMapsArray(), isLinear);
}

} // namespace dml
