//===- FillSplats.cpp - Tensors of one value ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_FILLSPLATS
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Constants of at most this size are made once, with the executable, and not
/// in every run.
constexpr int64_t kMaxConstantBytes = 16 << 20;

LogicalResult fillSplat(arith::ConstantOp op, PatternRewriter &rewriter) {
  auto value = dyn_cast<SplatElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!value || !type || !type.getElementType().isIntOrIndexOrFloat())
    return failure();
  int64_t elementBytes = getElementBytes(type.getElementType());
  // Divided, since the product may wrap.
  if (type.getNumElements() <=
      kMaxConstantBytes / std::max<int64_t>(elementBytes, 1))
    return failure();
  Value scalar = arith::ConstantOp::create(rewriter, op.getLoc(),
                                           value.getSplatValue<TypedAttr>());
  Value empty =
      tensor::EmptyOp::create(rewriter, op.getLoc(), type, ValueRange());
  rewriter.replaceOpWithNewOp<linalg::FillOp>(op, scalar, empty);
  return success();
}

/// Gives each operation whose result begins with what is filled a fill of its
/// own, which is written in place. What allocates a tensor wants one place for
/// all of them.
void splitFill(linalg::FillOp fill) {
  if (!fill.hasPureTensorSemantics() || fill->hasOneUse() ||
      fill.output().getDefiningOp<bufferization::AllocTensorOp>())
    return;
  OpBuilder b(fill->getContext());
  for (OpOperand &use : llvm::make_early_inc_range(fill->getUses())) {
    auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
    if (!user || !user.isDpsInit(&use))
      continue;
    b.setInsertionPoint(user);
    IRMapping mapping;
    if (auto empty = fill.output().getDefiningOp<tensor::EmptyOp>())
      mapping.map(fill.output(), b.clone(*empty)->getResult(0));
    use.set(b.clone(*fill, mapping)->getResult(0));
  }
  if (fill->use_empty())
    fill->erase();
}

struct FillSplatsPass : impl::FillSplatsBase<FillSplatsPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(fillSplat);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    SmallVector<linalg::FillOp> fills;
    getOperation()->walk([&](linalg::FillOp fill) { fills.push_back(fill); });
    llvm::for_each(fills, splitFill);
  }
};

} // namespace
} // namespace dml
