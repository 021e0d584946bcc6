//===- CopyToLinalg.cpp - Structured copies of buffers --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Common/Passes.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dml {
#define GEN_PASS_DEF_COPYTOLINALG
#include "dml/CodeGen/Common/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CopyToLinalgPass : impl::CopyToLinalgBase<CopyToLinalgPass> {
  using CopyToLinalgBase::CopyToLinalgBase;

  void runOnOperation() override {
    getOperation()->walk([&](memref::CopyOp op) {
      auto source = dyn_cast<MemRefType>(op.getSource().getType());
      auto target = dyn_cast<MemRefType>(op.getTarget().getType());
      if (!source || !target ||
          (stridedOnly && source.getLayout().isIdentity() &&
           target.getLayout().isIdentity()))
        return;
      OpBuilder b(op);
      linalg::CopyOp::create(b, op.getLoc(), op.getSource(), op.getTarget());
      op.erase();
    });
  }
};

} // namespace
} // namespace dml
