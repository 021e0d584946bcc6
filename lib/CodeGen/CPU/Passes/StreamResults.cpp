//===- StreamResults.cpp - Computed results in streams of lines -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/IndexAnalysis.h"
#include "CodeGen/CPU/Move/StreamEmitter.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_CPUSTREAMRESULTS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPUStreamResultsPass : impl::CPUStreamResultsBase<CPUStreamResultsPass> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) { ops.push_back(op); });
    for (linalg::LinalgOp op : ops)
      if (succeeded(lower(op)))
        op->erase();
  }

private:
  LogicalResult lower(linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics() ||
        llvm::any_of(op.getDpsInits(), [](Value init) {
          return !isa<MemRefType>(init.getType());
        }))
      return failure();
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest))
      return failure();
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    FailureOr<SmallVector<unsigned>> order = chooseLoopOrder(*nest);
    if (!generic || failed(order))
      return lower(op, *nest, /*isTransposed=*/false);
    if (failed(interchange(generic, *order)))
      return failure();
    nest = AccessNest::create(op);
    if (succeeded(nest) && succeeded(lower(op, *nest, /*isTransposed=*/true)))
      return success();
    if (failed(interchange(generic, invertOrder(*order))))
      return failure();
    nest = AccessNest::create(op);
    return failed(nest) ? failure() : lower(op, *nest, /*isTransposed=*/false);
  }

  static LogicalResult interchange(linalg::GenericOp op,
                                   ArrayRef<unsigned> order) {
    IRRewriter rewriter(op.getContext());
    return linalg::interchangeGenericOp(rewriter, op, order);
  }

  static SmallVector<unsigned> invertOrder(ArrayRef<unsigned> order) {
    SmallVector<unsigned> inverse(order.size());
    for (auto [i, loop] : llvm::enumerate(order))
      inverse[loop] = i;
    return inverse;
  }

  LogicalResult lower(linalg::LinalgOp op, const AccessNest &nest,
                      bool isTransposed) {
    FailureOr<StreamSchedule> schedule =
        chooseStreamSchedule(nest, cacheBytes, isTransposed);
    if (failed(schedule))
      return failure();
    for (auto [write, init] :
         llvm::zip_equal(nest.writes, op.getDpsInitsMutable()))
      if (!write.combiner && op.payloadUsesValueFromOperand(&init))
        return failure();
    // Overlapping vectors would read what they have written.
    if (nest.readsResults())
      return failure();
    Operation *before = op->getPrevNode();
    OpBuilder b(op);
    if (succeeded(emitStream(b, op, nest, *schedule))) {
      remarkSchedule(op.getLoc(), "StreamSchedule", *schedule);
      return success();
    }
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return failure();
  }
};

} // namespace
} // namespace dml
