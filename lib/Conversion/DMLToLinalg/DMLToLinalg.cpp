//===- DMLToLinalg.cpp - dml to linalg ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "Conversion/DMLToLinalg/Operators/OperatorLowering.h"
#include "dml/Conversion/DMLToLinalg/RuntimeChecks.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_CONVERTDMLTOLINALG
#include "dml/Conversion/DMLToLinalg/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Replaces the operator by values of its declared types.
void replaceWithBitcasts(RewriterBase &rewriter, OperatorInterface op,
                         ArrayRef<Value> results) {
  SmallVector<Value> values;
  for (auto [type, result] : llvm::zip_equal(op->getResultTypes(), results)) {
    Value value = result;
    if (value.getType() != type)
      value = tensor::BitcastOp::create(rewriter, op->getLoc(), type, value);
    values.push_back(value);
  }
  rewriter.replaceOp(op, values);
}

template <typename OpT> struct LowerOperator : OpRewritePattern<OpT> {
  LowerOperator(MLIRContext *context, const LoweringOptions &options)
      : OpRewritePattern<OpT>(context), options(options) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    lowerOperator(rewriter, op, options, replaceWithBitcasts);
    return success();
  }

  LoweringOptions options;
};

struct ConvertDMLToLinalgPass
    : impl::ConvertDMLToLinalgBase<ConvertDMLToLinalgPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    LoweringOptions options;
    options.minIntegerBits = minIntegerBits;
    options.hasHalfConversions = hasHalfConversions;
    options.comparesDenormals = comparesDenormals;
    options.comparesHalves = comparesHalves;
    options.maxUnrolledWindow = maxUnrolledWindow;
    options.combinesRows = combinesRows;
    options.keepsNeighbours = keepsNeighbours;
    options.maxBufferBytes = maxBufferBytes;
    populateDMLToLinalgPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    makeIntegersSignless(getOperation());
  }
};

llvm::Expected<SmallVector<Value>>
lowerToLinalg(OpBuilder &b, OperatorInterface op,
              const LoweringOptions &options) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  if (auto typed = dyn_cast<Name##Op>(*op))                                    \
    return lowerToLinalg(b, typed, options);
#include "dml/IR/Operators.def"
  llvm_unreachable("Operators.def has all operators");
}

} // namespace

void lowerOperator(
    RewriterBase &rewriter, OperatorInterface op,
    const LoweringOptions &options,
    llvm::function_ref<void(RewriterBase &, OperatorInterface, ArrayRef<Value>)>
        replace) {
  if (succeeded(replaceCertainFailure(rewriter, op)))
    return;
  emitSizeChecks(rewriter, op);
  llvm::Expected<SmallVector<Value>> results =
      lowerToLinalg(rewriter, op, options);
  if (!results) {
    replaceByFailure(rewriter, op, results.takeError());
    return;
  }
  for (auto [type, result] : llvm::zip_equal(op->getResultTypes(), *results))
    result = withSizes(rewriter, op->getLoc(), result,
                       cast<RankedTensorType>(type).getShape());
  replace(rewriter, op, *results);
}

void populateDMLToLinalgPatterns(RewritePatternSet &patterns,
                                 const LoweringOptions &options) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  patterns.add<LowerOperator<Name##Op>>(patterns.getContext(), options);
#include "dml/IR/Operators.def"
}

} // namespace dml
