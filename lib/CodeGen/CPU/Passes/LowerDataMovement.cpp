//===- LowerDataMovement.cpp - Moving operations to tasks of strips -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "CodeGen/CPU/Move/MovementTasks.h"
#include "CodeGen/CPU/Move/TransposeTasks.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_CPULOWERDATAMOVEMENT
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPULowerDataMovementPass
    : impl::CPULowerDataMovementBase<CPULowerDataMovementPass> {
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
    FailureOr<AccessNest> nest = matchMovement(op);
    if (failed(nest))
      return failure();
    auto destType = cast<MemRefType>(nest->writes.front().buffer.getType());
    std::optional<int64_t> elementBytes =
        getLineElementBytes(destType.getElementType());
    if (!elementBytes)
      return failure();
    // There is nothing to move.
    if (llvm::is_contained(destType.getShape(), 0))
      return success();
    SmallVector<MovementLoop> loops = getMovementLoops(*nest);
    if (loops.empty())
      return failure();
    FailureOr<StripShape> shape = chooseStripShape(loops, *elementBytes);
    if (failed(shape))
      return transpose(op, *nest, loops, *elementBytes);
    remarkSchedule(op.getLoc(), "StripShape", *shape);
    OpBuilder b(op);
    MovementIndices indices(b, op.getLoc(), *nest);
    std::optional<StripShape> rows = addDynamicRows(*shape, loops);
    if (!rows) {
      emitMovementTasks(indices, *shape, cacheBytes);
      return success();
    }
    indices.ifElse(
        emitHasRows(indices, *rows, *elementBytes),
        [&] { emitMovementTasks(indices, *rows, cacheBytes); },
        [&] { emitMovementTasks(indices, *shape, cacheBytes); });
    return success();
  }

  LogicalResult transpose(linalg::LinalgOp op, const AccessNest &nest,
                          ArrayRef<MovementLoop> loops, int64_t elementBytes) {
    FailureOr<TransposeShape> shape = chooseTransposeShape(loops, elementBytes);
    if (failed(shape))
      return failure();
    remarkSchedule(op.getLoc(), "TransposeShape", *shape);
    OpBuilder b(op);
    MovementIndices indices(b, op.getLoc(), nest);
    emitTransposeTasks(indices, *shape, cacheBytes);
    return success();
  }
};

} // namespace
} // namespace dml
