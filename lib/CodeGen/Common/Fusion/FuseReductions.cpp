//===- FuseReductions.cpp - Reductions of computed elements ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FuseReductions.h"
#include "Conversion/DMLToLinalg/ElementBody.h"
#include "Conversion/DMLToLinalg/Operators/WindowReduction.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {
namespace {

/// The constant that all elements of a tensor are; null where that is not
/// known.
TypedAttr getSplat(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (auto fill = dyn_cast<linalg::FillOp>(op)) {
      TypedAttr value;
      matchPattern(fill.value(), m_Constant(&value));
      return value && value.getType() == getElementTypeOrSelf(tensor.getType())
                 ? value
                 : TypedAttr();
    }
    SplatElementsAttr splat;
    if (matchPattern(op, m_Constant(&splat)))
      return splat.getSplatValue<TypedAttr>();
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return {};
}

SmallVector<int64_t> getReducedSizes(linalg::LinalgOp op) {
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  SmallVector<int64_t> sizes = op.getStaticLoopRanges();
  return llvm::map_to_vector(reduced, [&](unsigned i) { return sizes[i]; });
}

/// A reduction whose window are its reduced loops.
class OperationReduction : public WindowReduction {
public:
  OperationReduction(linalg::LinalgOp op,
                     function_ref<linalg::LinalgOp(OpOperand &)> findProducer)
      : op(op), findProducer(findProducer) {}

  SmallVector<TypedAttr> getInitial() override {
    return {getSplat(op.getDpsInits().front())};
  }

  SmallVector<Value> visit(OpBuilder &b, Location loc,
                           ArrayRef<OpFoldResult> element,
                           ValueRange state) override {
    AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
    SmallVector<Value> iteration;
    for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
      if (type == utils::IteratorType::reduction) {
        iteration.push_back(
            getValueOrCreateConstantIndexOp(b, loc, element.front()));
        element = element.drop_front();
        continue;
      }
      std::optional<unsigned> dimension =
          written.getResultPosition(b.getAffineDimExpr(loop));
      iteration.push_back(linalg::IndexOp::create(b, loc, *dimension));
    }
    SmallVector<Value> arguments;
    for (OpOperand *input : op.getDpsInputOperands()) {
      if (linalg::LinalgOp producer = findProducer(*input))
        arguments.push_back(computeElement(
            b, producer,
            getPosition(b, loc, op.getMatchingIndexingMap(input), iteration)));
      else
        arguments.push_back(readInput(b, *input, iteration));
    }
    llvm::append_range(arguments, state);
    return inlineBody(b, op, iteration, arguments);
  }

  SmallVector<Value> finish(OpBuilder &, Location, ValueRange state) override {
    return SmallVector<Value>(state);
  }

private:
  linalg::LinalgOp op;
  function_ref<linalg::LinalgOp(OpOperand &)> findProducer;
};

} // namespace

bool visitsInBody(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() > 0 &&
         op.getNumReductionLoops() + op.getNumParallelLoops() ==
             op.getNumLoops() &&
         !ShapedType::isDynamicShape(getReducedSizes(op)) &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0))
             .isProjectedPermutation() &&
         getSplat(op.getDpsInits().front()) &&
         llvm::all_of(
             op.getBlock()->without_terminator(),
             [](Operation &inner) { return isMemoryEffectFree(&inner); });
}

Value visitInBody(RewriterBase &rewriter, linalg::LinalgOp op,
                  function_ref<linalg::LinalgOp(OpOperand &)> findProducer) {
  Location loc = op.getLoc();
  rewriter.setInsertionPoint(op);
  Value init = op.getDpsInits().front();
  auto type = cast<RankedTensorType>(init.getType());
  OperationReduction reduction(op, findProducer);
  return emitWindowReduction(rewriter, loc, getReducedSizes(op),
                             WindowOrder::Ascending, reduction, type.getShape(),
                             tensor::getMixedSizes(rewriter, loc, init),
                             type.getElementType(),
                             LoweringOptions().maxUnrolledWindow)
      .front();
}

} // namespace dml
