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
#include "llvm/Support/CheckedArithmetic.h"
#include "llvm/Support/MathExtras.h"

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

//===----------------------------------------------------------------------===//
// Positions behind reshapes
//===----------------------------------------------------------------------===//

/// Whether a group has several dimensions that have more than one element.
static bool isJoined(ArrayRef<int64_t> sizes, ArrayRef<int64_t> group) {
  return llvm::count_if(group, [&](int64_t i) { return sizes[i] != 1; }) > 1;
}

bool dividesPositions(tensor::ExtractSliceOp slice) {
  auto isWhole = [&](unsigned i) {
    return slice.getStaticOffsets()[i] == 0 &&
           slice.getStaticSizes()[i] == slice.getSourceType().getDimSize(i) &&
           slice.getStaticStrides()[i] == 1;
  };
  bool isFirst = true;
  for (Operation *op = slice.getSource().getDefiningOp(); isStaticReshape(op);
       op = op->getOperand(0).getDefiningOp()) {
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      for (auto [i, group] :
           llvm::enumerate(collapse.getReassociationIndices()))
        if (isJoined(collapse.getSrcType().getShape(), group) &&
            !(isFirst && isWhole(i)))
          return true;
    isFirst = false;
  }
  return false;
}

namespace {

/// A position over values, which are loops or others.
struct Position {
  SmallVector<AffineExpr> exprs;
  SmallVector<Value> operands;
  /// The values are below; kDynamic where that is not known.
  SmallVector<int64_t> sizes;
};

} // namespace

/// What gives a value by reshapes that together leave the sizes, and thereby
/// the positions, as they are; or the value itself.
static Value skipInverses(Value value) {
  Value equal = value;
  for (Value source = value; isStaticReshape(source.getDefiningOp());) {
    source = source.getDefiningOp()->getOperand(0);
    if (source.getType() == value.getType())
      equal = source;
  }
  return equal;
}

/// The reshape that changes positions in a value; null if there is none.
static Operation *getReshape(Value value) {
  Operation *op = skipInverses(value).getDefiningOp();
  return isStaticReshape(op) ? op : nullptr;
}

/// The position at which a body reads, behind all reshapes.
static Position getReadPosition(tensor::ExtractOp read) {
  MLIRContext *context = read.getContext();
  Position position;
  position.operands = SmallVector<Value>(read.getIndices());
  AffineMap map =
      AffineMap::getMultiDimIdentityMap(position.operands.size(), context);
  affine::fullyComposeAffineMapAndOperands(&map, &position.operands);
  SmallVector<AffineExpr> values;
  for (auto [i, operand] : llvm::enumerate(position.operands)) {
    int64_t size = ShapedType::kDynamic;
    if (auto index = operand.getDefiningOp<linalg::IndexOp>())
      size = cast<linalg::LinalgOp>(index->getParentOp())
                 .getStaticLoopRanges()[index.getDim()];
    position.sizes.push_back(size);
    std::optional<int64_t> constant = getConstantIntValue(operand);
    if (size == 1)
      constant = 0;
    values.push_back(constant ? getAffineConstantExpr(*constant, context)
                              : getAffineDimExpr(i, context));
  }
  map = map.replaceDimsAndSymbols(ArrayRef(values).take_front(map.getNumDims()),
                                  ArrayRef(values).drop_front(map.getNumDims()),
                                  values.size(), 0);
  position.exprs.append(map.getResults().begin(), map.getResults().end());
  return position;
}

/// Quotient and remainder; without a division where the sizes show that all
/// that is not divided evenly stays below the divisor.
static std::pair<AffineExpr, AffineExpr>
divide(AffineExpr expr, int64_t divisor, ArrayRef<int64_t> sizes) {
  std::pair divided(expr.floorDiv(divisor), expr % divisor);
  SmallVector<int64_t> factors;
  if (failed(getFlattenedAffineExpr(expr, sizes.size(), 0, &factors)) ||
      factors.size() != sizes.size() + 1)
    return divided;
  MLIRContext *context = expr.getContext();
  int64_t evenly = llvm::divideFloorSigned(factors.back(), divisor);
  int64_t left = factors.back() - evenly * divisor, least = left, most = left;
  AffineExpr quotient = getAffineConstantExpr(evenly, context);
  AffineExpr rest = getAffineConstantExpr(left, context);
  for (auto [i, size] : llvm::enumerate(sizes)) {
    int64_t factor = factors[i];
    AffineExpr value = getAffineDimExpr(i, context);
    if (factor % divisor == 0) {
      quotient = quotient + value * (factor / divisor);
      continue;
    }
    rest = rest + value * factor;
    std::optional<int64_t> reach;
    if (!ShapedType::isDynamic(size))
      reach = llvm::checkedMul<int64_t>(factor, size - 1);
    std::optional<int64_t> bound =
        reach ? llvm::checkedAdd<int64_t>(*reach < 0 ? least : most, *reach)
              : std::nullopt;
    if (!bound)
      return divided;
    (*reach < 0 ? least : most) = *bound;
  }
  return least >= 0 && most < divisor ? std::pair(quotient, rest) : divided;
}

/// The position in what is reshaped.
static void moveBefore(Operation *reshape, Position &position) {
  auto collapse = dyn_cast<tensor::CollapseShapeOp>(reshape);
  SmallVector<ReassociationIndices> groups =
      collapse ? collapse.getReassociationIndices()
               : cast<tensor::ExpandShapeOp>(reshape).getReassociationIndices();
  Value expanded = collapse ? reshape->getOperand(0) : reshape->getResult(0);
  ArrayRef<int64_t> sizes = cast<ShapedType>(expanded.getType()).getShape();
  AffineExpr zero = getAffineConstantExpr(0, reshape->getContext());
  SmallVector<AffineExpr> moved(collapse ? sizes.size() : groups.size(), zero);
  for (auto [i, group] : llvm::enumerate(groups)) {
    if (!collapse) {
      for (int64_t dimension : group)
        moved[i] = moved[i] * sizes[dimension] + position.exprs[dimension];
      continue;
    }
    AffineExpr left = position.exprs[i];
    for (int64_t dimension : llvm::reverse(group))
      if (sizes[dimension] != 1)
        std::tie(left, moved[dimension]) =
            dimension == group.front()
                ? std::pair(zero, left)
                : divide(left, sizes[dimension], position.sizes);
  }
  position.exprs = std::move(moved);
}

static Position getSourcePosition(tensor::ExtractOp read) {
  Position position = getReadPosition(read);
  for (Operation *op = getReshape(read.getTensor()); op;
       op = getReshape(op->getOperand(0)))
    moveBefore(op, position);
  return position;
}

SmallVector<Value> getSourcePosition(OpBuilder &b, tensor::ExtractOp read) {
  if (!getReshape(read.getTensor()))
    return SmallVector<Value>(read.getIndices());
  Position position = getSourcePosition(read);
  SmallVector<OpFoldResult> operands = getAsOpFoldResult(position.operands);
  return llvm::map_to_vector(position.exprs, [&](AffineExpr expr) {
    return getValueOrCreateConstantIndexOp(
        b, read.getLoc(),
        affine::makeComposedFoldedAffineApply(
            b, read.getLoc(), AffineMap::get(operands.size(), 0, expr),
            operands));
  });
}

/// Whether a part of one of the expressions is so.
static bool hasPart(ArrayRef<AffineExpr> exprs,
                    function_ref<bool(AffineExpr)> isSo) {
  return llvm::any_of(exprs, [&](AffineExpr expr) {
    return expr
        .walk([&](AffineExpr part) {
          return isSo(part) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  });
}

static bool isDivision(AffineExpr expr) {
  return expr.getKind() == AffineExprKind::FloorDiv ||
         expr.getKind() == AffineExprKind::CeilDiv ||
         expr.getKind() == AffineExprKind::Mod;
}

bool readsLinearly(tensor::ExtractOp read) {
  return !hasPart(getSourcePosition(read).exprs, isDivision);
}

bool dividesHugePositions(linalg::LinalgOp op, tensor::ExtractOp read) {
  SmallVector<AffineExpr> exprs = getSourcePosition(read).exprs;
  auto isHuge = [](AffineExpr part) {
    auto constant = dyn_cast<AffineConstantExpr>(part);
    return constant && !llvm::isInt<32>(constant.getValue());
  };
  if (!hasPart(exprs, isHuge))
    return false;
  return hasPart(exprs, isDivision) ||
         op.getBlock()
             ->walk([](affine::AffineApplyOp apply) {
               return hasPart(apply.getAffineMap().getResults(), isDivision)
                          ? WalkResult::interrupt()
                          : WalkResult::advance();
             })
             .wasInterrupted();
}

std::optional<LoopSplit> findLoopSplit(tensor::ExtractOp read) {
  Position position = getReadPosition(read);
  for (Operation *op = getReshape(read.getTensor()); op;
       op = getReshape(op->getOperand(0))) {
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      ArrayRef<int64_t> sizes = collapse.getSrcType().getShape();
      for (auto [i, group] :
           llvm::enumerate(collapse.getReassociationIndices())) {
        auto value = dyn_cast<AffineDimExpr>(position.exprs[i]);
        if (!value || !isJoined(sizes, group) ||
            position.sizes[value.getPosition()] !=
                collapse.getType().getDimSize(i))
          continue;
        LoopSplit split;
        split.loop = position.operands[value.getPosition()]
                         .getDefiningOp<linalg::IndexOp>()
                         .getDim();
        for (int64_t dimension : group)
          if (sizes[dimension] != 1)
            split.sizes.push_back(sizes[dimension]);
        return split;
      }
    }
    moveBefore(op, position);
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Which elements are read
//===----------------------------------------------------------------------===//

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
