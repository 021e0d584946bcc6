//===- Canonicalization.cpp - Canonical forms of the operators ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperatorUtils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {
namespace {

llvm::Error checkResult(DepthToSpace1Op op, SizesRef inferred,
                        SizesRef declared) {
  return checkDepthToSpace1Result(inferred, declared, op.getBlockSize());
}

llvm::Error checkResult(UnfoldOp op, SizesRef inferred, SizesRef declared) {
  return checkUnfoldResult(inferred, declared, op.getWindow());
}

/// The declared type with what an input of these sizes adds to it, or null when
/// they contradict each other or add up to a tensor that cannot be (T2), which
/// stays a run-time error.
template <typename OpT>
RankedTensorType mergeIntoDeclared(OpT op, RankedTensorType declared,
                                   SizesRef input) {
  llvm::Expected<Sizes> inferred = op.inferResultSizes(input);
  if (!inferred) {
    llvm::consumeError(inferred.takeError());
    return {};
  }
  Sizes merged = mergeSizes(*inferred, declared.getShape());
  if (llvm::Error error =
          llvm::joinErrors(checkResult(op, *inferred, declared.getShape()),
                           checkTensorSizes("result", merged))) {
    llvm::consumeError(std::move(error));
    return {};
  }
  return declared.clone(merged);
}

/// Recreates the operation with new operands and result type; a cast gives the
/// users the type they know.
template <typename OpT>
void replaceWithType(PatternRewriter &rewriter, OpT op, ValueRange operands,
                     RankedTensorType type) {
  auto refined = OpT::create(rewriter, op.getLoc(), TypeRange{type}, operands,
                             op->getAttrs());
  rewriter.replaceOpWithNewOp<tensor::CastOp>(op, op.getType(),
                                              refined.getResult());
}

/// Reads through a cast that only forgets sizes:
///   op(cast(x : tensor<1x8x2x3xf32>) : tensor<?x8x?x?xf32>)
/// and infers the result from what the cast's source knows.
template <typename OpT> struct AbsorbProducerCast : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    auto cast = op.getInput().template getDefiningOp<tensor::CastOp>();
    if (!cast || !tensor::canFoldIntoConsumerOp(cast))
      return failure();
    auto source = llvm::cast<RankedTensorType>(cast.getSource().getType());
    RankedTensorType type =
        mergeIntoDeclared(op, op.getType(), source.getShape());
    if (!type)
      return failure();
    replaceWithType(rewriter, op, cast.getSource(), type);
    return success();
  }
};

/// Declares what inference knows beyond the result type.
template <typename OpT> struct RefineResultType : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type =
        mergeIntoDeclared(op, op.getType(), op.getInput().getType().getShape());
    if (!type || type == op.getType())
      return failure();
    replaceWithType(rewriter, op, op.getInput(), type);
    return success();
  }
};

/// Declares what a cast of the only use expects, which turns a wrong
/// expectation into a run-time error (T6) instead of undefined behaviour.
template <typename OpT> struct AbsorbConsumerCast : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (!op.getResult().hasOneUse())
      return failure();
    auto cast = dyn_cast<tensor::CastOp>(*op.getResult().user_begin());
    // A cast in a branch expects nothing of the other one.
    if (!cast || cast->getBlock() != op->getBlock() ||
        !tensor::canFoldIntoProducerOp(cast))
      return failure();
    auto type = llvm::cast<RankedTensorType>(cast.getType());
    if (!mergeIntoDeclared(op, type, op.getInput().getType().getShape()))
      return failure();
    auto refined = OpT::create(rewriter, op.getLoc(), TypeRange{type},
                               op->getOperands(), op->getAttrs());
    rewriter.replaceOp(cast, refined);
    rewriter.eraseOp(op);
    return success();
  }
};

/// A 1x1 window that steps by one over an unpadded input is the input itself,
/// its spatial dimensions collapsed.
struct ReshapeForIdentityUnfold : OpRewritePattern<UnfoldOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(UnfoldOp op,
                                PatternRewriter &rewriter) const override {
    UnfoldWindow window = op.getWindow();
    auto areAll = [](ArrayRef<int64_t> entries, int64_t entry) {
      return llvm::all_of(entries, [&](int64_t e) { return e == entry; });
    };
    if (!areAll(window.sizes, 1) || !areAll(window.strides, 1) ||
        !areAll(window.startPadding, 0) || !areAll(window.endPadding, 0) ||
        isKnownToFail(op))
      return failure();
    RankedTensorType input = op.getInput().getType();
    RankedTensorType result = op.getType();
    Sizes inferred = cantFail(inferUnfoldSizes(input.getShape(), window));
    int64_t ones = result.getRank() - 3;
    // A declared size that is not inferred is a check that must stay (T6).
    if (ArrayRef<int64_t>(inferred) != result.getShape().drop_front(ones))
      return failure();

    Value reshaped = op.getInput();
    if (input.getRank() > 3) {
      SmallVector<ReassociationIndices> groups = {{0}, {1}, {}};
      for (int64_t i = 2; i < input.getRank(); ++i)
        groups[2].push_back(i);
      reshaped = tensor::CollapseShapeOp::create(
          rewriter, op.getLoc(), input.clone(inferred), reshaped, groups);
    }
    if (ones > 0) {
      SmallVector<ReassociationIndices> groups = {{}, {ones + 1}, {ones + 2}};
      for (int64_t i = 0; i <= ones; ++i)
        groups[0].push_back(i);
      reshaped = tensor::ExpandShapeOp::create(rewriter, op.getLoc(), result,
                                               reshaped, groups);
    }
    rewriter.replaceOp(op, reshaped);
    return success();
  }
};

/// Values and indices read through casts that only forget sizes.
struct AbsorbUnpoolingCasts : OpRewritePattern<MaxUnpoolingOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxUnpoolingOp op,
                                PatternRewriter &rewriter) const override {
    auto readThrough = [](Value operand) {
      auto cast = operand.getDefiningOp<tensor::CastOp>();
      return cast && tensor::canFoldIntoConsumerOp(cast)
                 ? llvm::cast<TypedValue<RankedTensorType>>(cast.getSource())
                 : llvm::cast<TypedValue<RankedTensorType>>(operand);
    };
    auto values = readThrough(op.getValues());
    auto indices = readThrough(op.getIndices());
    if (values == op.getValues() && indices == op.getIndices())
      return failure();
    // Sizes that contradict each other (U1), or that no tensor can have (T2),
    // stay a run-time error.
    if (llvm::Error error = checkMaxUnpoolingSizes(values.getType().getShape(),
                                                   indices.getType().getShape(),
                                                   op.getType().getShape())) {
      llvm::consumeError(std::move(error));
      return failure();
    }
    rewriter.modifyOpInPlace(op, [&] {
      op.getValuesMutable().set(values);
      op.getIndicesMutable().set(indices);
    });
    return success();
  }
};

/// Constant output sizes become static sizes of the result.
struct FoldConstantOutputSizes : OpRewritePattern<MaxUnpoolingOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MaxUnpoolingOp op,
                                PatternRewriter &rewriter) const override {
    Sizes sizes(op.getType().getShape());
    SmallVector<Value> dynamicSizes;
    auto operand = op.getOutputSizes().begin();
    for (int64_t &size : sizes) {
      if (!ShapedType::isDynamic(size))
        continue;
      Value given = *operand++;
      APInt constant;
      if (matchPattern(given, m_ConstantInt(&constant)))
        size = constant.getSExtValue();
      else
        dynamicSizes.push_back(given);
    }
    if (dynamicSizes.size() == op.getOutputSizes().size())
      return failure();
    // A size that no tensor can have stays a run-time error (T2).
    if (llvm::is_contained(sizes, ShapedType::kDynamic) &&
        llvm::count(sizes, ShapedType::kDynamic) !=
            static_cast<int64_t>(dynamicSizes.size()))
      return failure();
    if (llvm::Error error = checkTensorSizes("result", sizes)) {
      llvm::consumeError(std::move(error));
      return failure();
    }
    SmallVector<Value> operands = {op.getValues(), op.getIndices()};
    llvm::append_range(operands, dynamicSizes);
    replaceWithType(rewriter, op, operands, op.getType().clone(sizes));
    return success();
  }
};

} // namespace

void DepthToSpace1Op::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                  MLIRContext *context) {
  patterns.add<AbsorbProducerCast<DepthToSpace1Op>,
               AbsorbConsumerCast<DepthToSpace1Op>,
               RefineResultType<DepthToSpace1Op>>(context);
}

void MaxUnpoolingOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                 MLIRContext *context) {
  patterns.add<AbsorbUnpoolingCasts, FoldConstantOutputSizes>(context);
}

void UnfoldOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<AbsorbProducerCast<UnfoldOp>, AbsorbConsumerCast<UnfoldOp>,
               RefineResultType<UnfoldOp>, ReshapeForIdentityUnfold>(context);
}

} // namespace dml
