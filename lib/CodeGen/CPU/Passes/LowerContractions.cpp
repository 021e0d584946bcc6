//===- LowerContractions.cpp - Contractions to tasks of blocks ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Contract/ContractionTasks.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERCONTRACTIONS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPULowerContractionsPass
    : impl::CPULowerContractionsBase<CPULowerContractionsPass> {
  using Base::Base;

  LogicalResult initialize(MLIRContext *context) override {
    int64_t bytes = vectorBytes;
    if (llvm::isPowerOf2_64(bytes) && bytes >= 8 && bytes <= kLineBytes)
      return success();
    return emitError(UnknownLoc::get(context))
           << "vector-bytes: expected a power of two from 8 to " << kLineBytes
           << ", given " << bytes;
  }

  void runOnOperation() override {
    SmallVector<linalg::LinalgOp> ops;
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (op.getNumReductionLoops() > 0)
        ops.push_back(op);
    });
    for (linalg::LinalgOp op : ops)
      if (succeeded(lower(op)))
        op->erase();
  }

private:
  LogicalResult lower(linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics())
      return failure();
    FailureOr<AccessNest> nest = AccessNest::create(op);
    FailureOr<ContractionBody> body = getContractionBody(op);
    if (failed(nest) || failed(body))
      return failure();
    AccessNest merged = nest->mergeLoops();
    FailureOr<ContractionRoles> roles = findContractionRoles(merged);
    if (failed(roles))
      return failure();

    const Access &result = merged.writes.front();
    auto count = [&](ArrayRef<unsigned> loops) {
      return getLoopGroup(merged, result, loops).count();
    };
    ContractionSizes sizes = {count(roles->batch), count(roles->rows),
                              count(roles->columns), count(roles->reduction)};
    sizes.packsRows = packsRows(merged, *roles, *body);
    sizes.elementBytes = *getLineElementBytes(result.elementType);
    for (unsigned read : {0, 1})
      sizes.elementBytes = std::max(sizes.elementBytes,
                                    *getLineElementBytes(body->getType(read)));
    FailureOr<ContractionSchedule> schedule =
        chooseContractionSchedule(sizes, vectorBytes);
    if (failed(schedule))
      return failure();
    remarkSchedule(op.getLoc(), "ContractionSchedule", *schedule);
    linalg::FillOp fill = findFill(op);
    OpBuilder b(op);
    emitContractionTasks(b, op.getLoc(), merged, *roles, *body, *schedule,
                         fill ? fill.value() : Value(), contract);
    if (fill)
      fill->erase();
    return success();
  }

  /// The operation before that fills the result, all of which is written; null
  /// if there is none, or if something else may read it.
  static linalg::FillOp findFill(linalg::LinalgOp op) {
    OpOperand &result = *op.getDpsInitsMutable().begin();
    if (!op.getMatchingIndexingMap(&result).isProjectedPermutation())
      return {};
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode()) {
      auto fill = dyn_cast<linalg::FillOp>(before);
      if (fill && fill.output() == result.get())
        return fill;
      if (!isMemoryEffectFree(before) && !isa<memref::AllocOp>(before))
        return {};
    }
    return {};
  }
};

} // namespace
} // namespace dml
