//===- SplitLoop.cpp - One loop of an operation as several ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseElements.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;

namespace dml {
namespace {

/// A tensor that an operation reads or writes, with a dimension for each part
/// of the loop.
struct SplitOperand {
  AffineMap map;
  RankedTensorType type;
  SmallVector<ReassociationIndices> groups;
  bool isSplit = false;
};

std::optional<SplitOperand> splitOperand(OpOperand &operand, AffineMap map,
                                         const LoopSplit &split) {
  auto type = dyn_cast<RankedTensorType>(operand.get().getType());
  if (type && !type.hasStaticShape())
    return std::nullopt;
  MLIRContext *context = map.getContext();
  unsigned numParts = split.sizes.size();
  // The loops behind the one that is split.
  auto moved = [&](AffineExpr expr) {
    return expr.shiftDims(map.getNumDims(), numParts - 1, split.loop + 1);
  };
  SplitOperand result;
  SmallVector<AffineExpr> exprs;
  SmallVector<int64_t> sizes;
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    result.groups.emplace_back();
    auto append = [&](AffineExpr part, int64_t size) {
      result.groups.back().push_back(exprs.size());
      exprs.push_back(part);
      sizes.push_back(size);
    };
    if (expr == getAffineDimExpr(split.loop, context)) {
      for (auto [part, size] : llvm::enumerate(split.sizes))
        append(getAffineDimExpr(split.loop + part, context), size);
      result.isSplit = true;
      continue;
    }
    if (expr.isFunctionOfDim(split.loop))
      return std::nullopt;
    append(moved(expr), type.getDimSize(i));
  }
  result.map =
      AffineMap::get(map.getNumDims() + numParts - 1, 0, exprs, context);
  if (type)
    result.type = type.clone(sizes);
  return result;
}

/// Puts the new loops in the place of the old ones.
void splitIndices(RewriterBase &rewriter, linalg::GenericOp op,
                  const LoopSplit &split) {
  for (linalg::IndexOp index :
       llvm::make_early_inc_range(op.getBody()->getOps<linalg::IndexOp>())) {
    auto loop = static_cast<int64_t>(index.getDim());
    if (loop < split.loop)
      continue;
    rewriter.setInsertionPoint(index);
    auto create = [&](int64_t number) -> Value {
      return linalg::IndexOp::create(rewriter, index.getLoc(), number);
    };
    if (loop > split.loop) {
      rewriter.replaceOp(index, create(loop + split.sizes.size() - 1));
      continue;
    }
    AffineExpr sum = rewriter.getAffineConstantExpr(0);
    SmallVector<Value> parts;
    for (auto [part, size] : llvm::enumerate(split.sizes)) {
      sum = sum * size + rewriter.getAffineDimExpr(part);
      parts.push_back(create(loop + part));
    }
    rewriter.replaceOp(index, affine::AffineApplyOp::create(
                                  rewriter, index.getLoc(),
                                  AffineMap::get(parts.size(), 0, sum), parts));
  }
}

} // namespace

LogicalResult splitLoop(RewriterBase &rewriter, linalg::GenericOp op,
                        const LoopSplit &split) {
  SmallVector<SplitOperand> operands;
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<SplitOperand> splitted =
        splitOperand(operand, op.getMatchingIndexingMap(&operand), split);
    if (!splitted)
      return failure();
    operands.push_back(std::move(*splitted));
  }
  rewriter.setInsertionPoint(op);
  Location loc = op.getLoc();
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (auto [value, operand] : llvm::zip_equal(op->getOperands(), operands)) {
    maps.push_back(operand.map);
    values.push_back(value);
    if (operand.isSplit)
      values.back() = tensor::ExpandShapeOp::create(rewriter, loc, operand.type,
                                                    value, operand.groups);
  }
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  iterators.insert(iterators.begin() + split.loop, split.sizes.size() - 1,
                   iterators[split.loop]);
  unsigned numInputs = op.getNumDpsInputs();
  ValueRange inputs = ValueRange(values).take_front(numInputs);
  ValueRange inits = ValueRange(values).drop_front(numInputs);
  auto replacement = linalg::GenericOp::create(rewriter, loc, inits.getTypes(),
                                               inputs, inits, maps, iterators);
  rewriter.inlineRegionBefore(op.getRegion(), replacement.getRegion(),
                              replacement.getRegion().begin());
  splitIndices(rewriter, replacement, split);
  rewriter.setInsertionPointAfter(replacement);
  SmallVector<Value> results;
  for (auto [i, result] : llvm::enumerate(replacement.getResults())) {
    const SplitOperand &operand = operands[numInputs + i];
    results.push_back(result);
    if (operand.isSplit)
      results.back() = tensor::CollapseShapeOp::create(
          rewriter, loc, op->getResult(i).getType(), result, operand.groups);
  }
  rewriter.replaceOp(op, results);
  return success();
}

} // namespace dml
