//===- DMLToLinalg.cpp - dml to linalg ------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Conversion/DMLToLinalg/DMLToLinalg.h"
#include "OperatorLowering.h"
#include "RuntimeChecks.h"
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

/// Replaces the operator by values of its declared types: casts and bitcasts
/// add the declared sizes and signs.
void replaceWithDeclaredTypes(PatternRewriter &rewriter, Operation *op,
                              ArrayRef<Value> results) {
  SmallVector<Value> values;
  for (auto [type, result] : llvm::zip_equal(op->getResultTypes(), results)) {
    auto declared = cast<RankedTensorType>(type);
    Value value =
        withSizes(rewriter, op->getLoc(), result, declared.getShape());
    if (value.getType() != declared)
      value =
          tensor::BitcastOp::create(rewriter, op->getLoc(), declared, value);
    values.push_back(value);
  }
  rewriter.replaceOp(op, values);
}

template <typename OpT> struct LowerOperator : OpRewritePattern<OpT> {
  LowerOperator(MLIRContext *context, const LoweringOptions &options)
      : OpRewritePattern<OpT>(context), options(options) {}

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    if (succeeded(replaceCertainFailure(rewriter, op)))
      return success();
    emitSizeChecks(rewriter, op);
    llvm::Expected<SmallVector<Value>> results =
        lowerToLinalg(rewriter, op, options);
    if (results)
      replaceWithDeclaredTypes(rewriter, op, *results);
    else
      replaceByFailure(rewriter, op, results.takeError());
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
    options.loopsInBody = loopsInBody;
    populateDMLToLinalgPatterns(patterns, options);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    makeIntegersSignless(getOperation());
  }
};

} // namespace

void populateDMLToLinalgPatterns(RewritePatternSet &patterns,
                                 const LoweringOptions &options) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  patterns.add<LowerOperator<Name##Op>>(patterns.getContext(), options);
#include "dml/IR/Operators.def"
}

} // namespace dml
