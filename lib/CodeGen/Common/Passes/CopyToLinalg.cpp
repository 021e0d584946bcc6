//===- CopyToLinalg.cpp - Structured copies of buffers --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace dml {
#define GEN_PASS_DEF_COPYTOLINALG
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct RewriteCopy : OpRewritePattern<memref::CopyOp> {
  RewriteCopy(MLIRContext *context, bool stridedOnly)
      : OpRewritePattern(context), stridedOnly(stridedOnly) {}

  LogicalResult matchAndRewrite(memref::CopyOp op,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(op.getSource().getType());
    auto target = dyn_cast<MemRefType>(op.getTarget().getType());
    if (!source || !target)
      return failure();
    if (stridedOnly && source.getLayout().isIdentity() &&
        target.getLayout().isIdentity())
      return failure();
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(op, op.getSource(),
                                                op.getTarget());
    return success();
  }

private:
  bool stridedOnly;
};

struct CopyToLinalgPass : impl::CopyToLinalgBase<CopyToLinalgPass> {
  using CopyToLinalgBase::CopyToLinalgBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<RewriteCopy>(&getContext(), stridedOnly);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
} // namespace dml
