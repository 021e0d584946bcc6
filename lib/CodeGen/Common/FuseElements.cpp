//===- FuseElements.cpp - Elements that a body reads of a result ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseElements.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

bool isStaticReshape(Operation *op) {
  return isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op) &&
         cast<ShapedType>(op->getOperand(0).getType()).hasStaticShape() &&
         cast<ShapedType>(op->getResult(0).getType()).hasStaticShape();
}

Value skipStaticReshapes(Value value) {
  while (isStaticReshape(value.getDefiningOp()))
    value = value.getDefiningOp()->getOperand(0);
  return value;
}

bool joinsDimensions(Value value) {
  for (Operation *op = value.getDefiningOp(); isStaticReshape(op);
       op = op->getOperand(0).getDefiningOp()) {
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
    if (!collapse)
      continue;
    ArrayRef<int64_t> sizes = collapse.getSrcType().getShape();
    for (const ReassociationIndices &group : collapse.getReassociationIndices())
      if (llvm::count_if(group, [&](int64_t i) { return sizes[i] != 1; }) > 1)
        return true;
  }
  return false;
}

/// The dimensions of a group as one, or one dimension as those of a group.
static SmallVector<OpFoldResult> regroup(OpBuilder &b, Location loc,
                                         Operation *reshape,
                                         ArrayRef<OpFoldResult> position) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape);
  SmallVector<ReassociationIndices> groups =
      collapse ? collapse.getReassociationIndices()
               : cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices();
  Value expanded = collapse ? reshape->getOperand(0) : reshape->getResult(0);
  ArrayRef<int64_t> sizes = cast<ShapedType>(expanded.getType()).getShape();
  auto apply = [&](AffineExpr expr, ArrayRef<OpFoldResult> operands) {
    return affine::makeComposedFoldedAffineApply(
        b, loc, AffineMap::get(operands.size(), 0, expr), operands);
  };
  AffineExpr d0 = b.getAffineDimExpr(0);
  SmallVector<OpFoldResult> result(collapse ? sizes.size() : groups.size(),
                                   b.getIndexAttr(0));
  for (auto [i, group] : llvm::enumerate(groups)) {
    SmallVector<OpFoldResult> parts;
    AffineExpr sum = b.getAffineConstantExpr(0);
    int64_t step = 1;
    for (int64_t dimension : llvm::reverse(group)) {
      int64_t size = sizes[dimension];
      if (!collapse) {
        sum = sum + b.getAffineDimExpr(parts.size()) * step;
        parts.push_back(position[dimension]);
      } else if (size != 1) {
        AffineExpr part = d0.floorDiv(step);
        result[dimension] =
            apply(dimension == group.front() ? part : part % size, position[i]);
      }
      step *= size;
    }
    if (!collapse && !parts.empty())
      result[i] = apply(sum, parts);
  }
  return result;
}

SmallVector<Value> getSourcePosition(OpBuilder &b, tensor::ExtractOp read) {
  SmallVector<OpFoldResult> position = getAsOpFoldResult(read.getIndices());
  for (Operation *op = read.getTensor().getDefiningOp(); isStaticReshape(op);
       op = op->getOperand(0).getDefiningOp())
    position = regroup(b, read.getLoc(), op, position);
  return getValueOrCreateConstantIndexOp(b, read.getLoc(), position);
}

/// A position as a function of the loops; null where it is none.
static AffineMap getPositionInLoops(linalg::LinalgOp op, ValueRange position) {
  MLIRContext *context = op.getContext();
  SmallVector<Value> operands(position);
  AffineMap map = AffineMap::getMultiDimIdentityMap(operands.size(), context);
  affine::fullyComposeAffineMapAndOperands(&map, &operands);
  SmallVector<AffineExpr> loops;
  for (Value operand : operands) {
    auto index = operand.getDefiningOp<linalg::IndexOp>();
    if (std::optional<int64_t> constant = getConstantIntValue(operand))
      loops.push_back(getAffineConstantExpr(*constant, context));
    else if (index && index->getBlock() == op.getBlock())
      loops.push_back(getAffineDimExpr(index.getDim(), context));
    else
      return {};
  }
  return map.replaceDimsAndSymbols(ArrayRef(loops).take_front(map.getNumDims()),
                                   ArrayRef(loops).drop_front(map.getNumDims()),
                                   op.getNumLoops(), 0);
}

/// Whether a step of a loop changes no dimension of a position but the last
/// one, and that one by one at most.
static bool movesToNeighbour(AffineMap position, unsigned loop) {
  if (!position.isFunctionOfDim(loop))
    return true;
  AffineExpr step = getAffineDimExpr(loop, position.getContext());
  AffineExpr last = position.getResults().back();
  return !AffineMap::get(position.getNumDims(), 0,
                         position.getResults().drop_back(),
                         position.getContext())
              .isFunctionOfDim(loop) &&
         simplifyAffineExpr(last.replace(step, step + 1) - last,
                            position.getNumDims(), 0) == 1;
}

bool readsNeighboursOnly(linalg::LinalgOp op) {
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (written.getNumResults() == 0)
    return true;
  unsigned loop = written.getDimPosition(written.getNumResults() - 1);
  auto isMovedToNeighbour = [&](OpOperand *input) {
    return movesToNeighbour(op.getMatchingIndexingMap(input), loop);
  };
  return llvm::all_of(op.getDpsInputOperands(), isMovedToNeighbour) &&
         !op.getBlock()
              ->walk([&](tensor::ExtractOp read) {
                AffineMap position = getPositionInLoops(op, read.getIndices());
                return position && movesToNeighbour(position, loop)
                           ? WalkResult::advance()
                           : WalkResult::interrupt();
              })
              .wasInterrupted();
}

namespace {

/// What must hold for an element to be read: 0 <= position < size.
struct Bound {
  AffineExpr position;
  int64_t size;
};

} // namespace

static void collectBounds(linalg::LinalgOp op, Value condition,
                          SmallVectorImpl<Bound> &bounds) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    collectBounds(op, both.getLhs(), bounds);
    collectBounds(op, both.getRhs(), bounds);
    return;
  }
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ult ||
      !compare.getLhs().getType().isIndex())
    return;
  AffineMap position = getPositionInLoops(op, compare.getLhs());
  std::optional<int64_t> size = getConstantIntValue(compare.getRhs());
  if (position && size && *size > 0)
    bounds.push_back({position.getResult(0), *size});
}

/// The loops' bounds, and the predicates under which an element is read.
static SmallVector<Bound> getBounds(linalg::LinalgOp op,
                                    tensor::ExtractOp read) {
  SmallVector<Bound> bounds;
  for (auto [loop, size] : llvm::enumerate(op.getStaticLoopRanges()))
    bounds.push_back({getAffineDimExpr(loop, op.getContext()), size});
  for (Operation *inner = read; inner->getBlock() != op.getBlock();
       inner = inner->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(inner->getParentOp()))
      if (branch.thenBlock() == inner->getBlock())
        collectBounds(op, branch.getCondition(), bounds);
  return bounds;
}

bool readsEachOnce(tensor::ExtractOp read) {
  auto op = read->getParentOfType<linalg::LinalgOp>();
  AffineMap map = getPositionInLoops(op, read.getIndices());
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  if (!map || ShapedType::isDynamicShape(sizes))
    return false;
  // How far apart two iterations read, and where both are bounded.
  unsigned numLoops = sizes.size();
  auto ofOther = [&](AffineExpr expr) {
    return expr.shiftDims(numLoops, numLoops);
  };
  SmallVector<AffineExpr> exprs;
  for (AffineExpr expr : map.getResults())
    exprs.push_back(ofOther(expr) - expr);
  SmallVector<Bound> bounds = getBounds(op, read);
  for (const Bound &bound : bounds)
    exprs.append({bound.position, ofOther(bound.position)});
  std::vector<SmallVector<int64_t, 8>> flattened;
  FlatLinearConstraints same;
  if (failed(getFlattenedAffineExprs(
          AffineMap::get(2 * numLoops, 0, exprs, read.getContext()), &flattened,
          &same)))
    return false;
  auto [distances, positions] =
      std::pair(ArrayRef(flattened).take_front(map.getNumResults()),
                ArrayRef(flattened).drop_front(map.getNumResults()));
  for (ArrayRef<int64_t> distance : distances)
    same.addEquality(distance);
  for (auto [i, position] : llvm::enumerate(positions)) {
    same.addInequality(position);
    SmallVector<int64_t> left =
        llvm::map_to_vector(position, [](int64_t factor) { return -factor; });
    left.back() += bounds[i / 2].size - 1;
    same.addInequality(left);
  }
  return llvm::all_of(llvm::seq(numLoops), [&](unsigned loop) {
    if (sizes[loop] <= 1)
      return true;
    FlatLinearConstraints later = same;
    SmallVector<int64_t> isLater(later.getNumCols(), 0);
    isLater[loop] = -1;
    isLater[numLoops + loop] = 1;
    isLater.back() = -1;
    later.addInequality(isLater);
    return later.isIntegerEmpty();
  });
}

} // namespace dml
