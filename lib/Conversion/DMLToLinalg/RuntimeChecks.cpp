//===- RuntimeChecks.cpp - What only run time can check -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeChecks.h"
#include "dml/IR/CheckBuilder.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

namespace dml {
namespace {

/// Checks that several operators share.
class CheckEmitter : public CheckBuilder {
public:
  using CheckBuilder::CheckBuilder;

  /// T2 for the dynamic sizes of an operand.
  void requireSizesOfAtLeastOne(StringRef name, Value tensor) {
    auto type = cast<RankedTensorType>(tensor.getType());
    for (int64_t i = 0; i < type.getRank(); ++i)
      if (type.isDynamicDim(i))
        requireAtLeastOne(name, i, sizeOf(tensor, i));
  }

  void requireAtLeastOne(StringRef name, int64_t dimension, Value size) {
    require(isAtLeast(size, 1), messages::sizeBelowOne(name, dimension, "{0}"),
            size);
  }

  /// T6: sizes that are declared but not inferred.
  void requireDeclaredSizes(RankedTensorType declared, SizesRef inferred,
                            ArrayRef<OpFoldResult> computed,
                            llvm::function_ref<StringRef(int64_t)> getRule) {
    for (int64_t i = 0; i < declared.getRank(); ++i) {
      if (declared.isDynamicDim(i) || !ShapedType::isDynamic(inferred[i]))
        continue;
      Value size = toValue(computed[i]);
      int64_t expected = declared.getDimSize(i);
      require(
          equal(size, constant(expected)),
          messages::resultSizeMismatch(i, getRule(i), "{0}", Twine(expected)),
          size);
    }
  }
};

} // namespace

void emitRuntimeChecks(OpBuilder &b, DepthToSpace1Op op) {
  CheckEmitter emit(b, op);
  RankedTensorType input = op.getInput().getType();
  emit.requireSizesOfAtLeastOne("input", op.getInput());
  if (input.isDynamicDim(1)) {
    int64_t blockArea = op.getBlockSize() * op.getBlockSize();
    Value channels = emit.sizeOf(op.getInput(), 1);
    Value rest =
        emit.create<arith::RemUIOp>(channels, emit.constant(blockArea));
    emit.require(emit.equal(rest, emit.constant(0)),
                 messages::channelsNotDivisible(Twine(blockArea), "{0}"),
                 channels);
  }

  Sizes inferred = cantFail(op.inferResultSizes(input.getShape()));
  if (!declaresMoreThanInferred(inferred, op.getType().getShape()))
    return;
  SmallVector<OpFoldResult> computed = reifyInferredSizes(b, op);
  emit.requireDeclaredSizes(op.getType(), inferred, computed,
                            getDepthToSpace1Rule);
}

void emitRuntimeChecks(OpBuilder &b, MaxUnpoolingOp op) {
  CheckEmitter emit(b, op);
  RankedTensorType values = op.getValues().getType();
  RankedTensorType indices = op.getIndices().getType();
  emit.requireSizesOfAtLeastOne("values", op.getValues());
  for (int64_t i = 0; i < values.getRank(); ++i) {
    if (!values.isDynamicDim(i) && !indices.isDynamicDim(i))
      continue;
    Value expected = emit.sizeOf(op.getValues(), i);
    Value given = emit.sizeOf(op.getIndices(), i);
    emit.require(emit.equal(expected, given),
                 messages::indicesSizeMismatch(i, "{0}", "{1}"),
                 {expected, given});
  }

  if (op.getOutputSizes().empty())
    return;
  SmallVector<Value> sizes;
  auto dynamicSize = op.getOutputSizes().begin();
  for (int64_t i = 0; i < op.getType().getRank(); ++i) {
    if (!op.getType().isDynamicDim(i)) {
      sizes.push_back(emit.constant(op.getType().getDimSize(i)));
      continue;
    }
    sizes.push_back(*dynamicSize++);
    emit.requireAtLeastOne("result", i, sizes.back());
  }
  emit.requireElementCount("result", sizes);
}

void emitRuntimeChecks(OpBuilder &b, UnfoldOp op) {
  CheckEmitter emit(b, op);
  RankedTensorType input = op.getInput().getType();
  if (input.hasStaticShape())
    return;
  UnfoldWindow window = op.getWindow();
  emit.requireSizesOfAtLeastOne("input", op.getInput());
  for (unsigned i = 0, e = window.sizes.size(); i < e; ++i) {
    if (!input.isDynamicDim(i + 2))
      continue;
    int64_t padding = window.startPadding[i] + window.endPadding[i];
    int64_t dilated = getDilatedWindowSize(window, i);
    Value padded = emit.toValue(affine::makeComposedFoldedAffineApply(
        b, op.getLoc(), b.getAffineSymbolExpr(0) + padding,
        {tensor::getMixedSize(b, op.getLoc(), op.getInput(), i + 2)}));
    emit.require(emit.isAtLeast(padded, dilated),
                 messages::windowDoesNotFit(i, Twine(dilated), "{0}"), padded);
  }

  SmallVector<Value> factors = {emit.sizeOf(op.getInput(), 0),
                                emit.sizeOf(op.getInput(), 1)};
  for (int64_t size : window.sizes)
    factors.push_back(emit.constant(size));
  for (OpFoldResult blocks : reifyUnfoldBlocks(b, op))
    factors.push_back(emit.toValue(blocks));
  emit.requireElementCount("result", factors);

  Sizes inferred = cantFail(op.inferResultSizes(input.getShape()));
  emit.requireDeclaredSizes(
      op.getType(), inferred, reifyInferredSizes(b, op),
      [&](int64_t i) { return getUnfoldRule(i, op.getType().getRank()); });
}

void emitRuntimeChecks(OpBuilder &b, tensor::BitcastOp op) {
  CheckEmitter emit(b, op);
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getType());
  for (int64_t i = 0; i < result.getRank(); ++i) {
    if (!source.isDynamicDim(i) || result.isDynamicDim(i))
      continue;
    Value size = emit.sizeOf(op.getSource(), i);
    Value declared = emit.constant(result.getDimSize(i));
    emit.require(
        emit.equal(size, declared),
        messages::brokenRule("dimension " + Twine(i) + " of the result", "{0}",
                             Twine(result.getDimSize(i)), "T6"),
        size);
  }
}

LogicalResult replaceCertainFailure(RewriterBase &rewriter,
                                    ReferenceOpInterface op) {
  llvm::Error error = checkSizesBehindCasts(op);
  if (!error)
    return failure();
  replaceByFailure(rewriter, op, std::move(error));
  return success();
}

void replaceByFailure(RewriterBase &rewriter, ReferenceOpInterface op,
                      llvm::Error error) {
  Location loc = op->getLoc();
  rewriter.setInsertionPoint(op);
  std::string message = describeLocation(loc) + getMessagePrefix(op) +
                        llvm::toString(std::move(error));
  Value never = arith::ConstantIntOp::create(rewriter, loc, 0, 1);
  RequireOp::create(rewriter, loc, never, rewriter.getStringAttr(message),
                    ValueRange());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  Value one = arith::ConstantIndexOp::create(rewriter, loc, 1);
  rewriter.replaceOpWithNewOp<tensor::EmptyOp>(
      op, type, SmallVector<Value>(type.getNumDynamicDims(), one));
}

} // namespace dml
