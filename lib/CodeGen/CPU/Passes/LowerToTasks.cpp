//===- LowerToTasks.cpp - Structured operations to tasks of vectors -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/MovementTasks.h"
#include "CodeGen/CPU/Schedule/LoopOrder.h"
#include "CodeGen/CPU/Schedule/PackedRows.h"
#include "CodeGen/CPU/Stream/StreamEmitter.h"
#include "CodeGen/CPU/VectorBuilder.h"
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
#define GEN_PASS_DEF_CPULOWERTOTASKS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct CPULowerToTasksPass : impl::CPULowerToTasksBase<CPULowerToTasksPass> {
  using Base::Base;

  void runOnOperation() override {
    getOperation()->walk([&](linalg::LinalgOp op) {
      if (succeeded(lower(op)))
        op->erase();
    });
  }

private:
  LogicalResult lower(linalg::LinalgOp op) {
    if (!op.hasPureBufferSemantics() ||
        llvm::any_of(op.getDpsInits(), [](Value init) {
          return !isa<MemRefType>(init.getType());
        }))
      return failure();
    hoistSizes(op);
    FailureOr<AccessNest> nest = createTaskNest(op);
    if (failed(nest))
      return failure();
    if (nest->isMove)
      return lowerMove(op, *nest);
    FailureOr<StreamSchedule> planes = choosePlaneSchedule(*nest, cacheBytes);
    if (succeeded(planes) && succeeded(lowerToStream(op, *nest, *planes)))
      return success();
    FailureOr<SmallVector<unsigned>> order = chooseLoopOrder(*nest);
    if (succeeded(order) && succeeded(lowerTransposed(op, *order)))
      return success();
    if (succeeded(lowerToPackedRows(op, *nest)))
      return success();
    return lowerToStream(op, *nest, /*isTransposed=*/false);
  }

  /// Moves sizes out of the body, because a predicate's bound must be defined
  /// outside of it.
  static void hoistSizes(linalg::LinalgOp op) {
    Region &body = op->getRegion(0);
    auto isOutside = [&](Value value) {
      return !body.isAncestor(value.getParentRegion());
    };
    body.walk([&](Operation *inner) {
      if (isa<memref::DimOp, affine::AffineApplyOp>(inner) &&
          llvm::all_of(inner->getOperands(), isOutside))
        inner->moveBefore(op);
    });
  }

  /// Lowers a copy of the operation, with its loops in this order.
  LogicalResult lowerTransposed(linalg::LinalgOp op, ArrayRef<unsigned> order) {
    IRRewriter rewriter(op);
    Operation *copy = rewriter.clone(*op);
    FailureOr<linalg::GenericOp> generic = dyn_cast<linalg::GenericOp>(copy);
    if (!*generic)
      generic =
          linalg::generalizeNamedOp(rewriter, cast<linalg::LinalgOp>(copy));
    if (failed(generic)) {
      rewriter.eraseOp(copy);
      return failure();
    }
    LogicalResult result = failure();
    if (succeeded(linalg::interchangeGenericOp(rewriter, *generic, order))) {
      FailureOr<AccessNest> nest = AccessNest::create(*generic);
      if (succeeded(nest))
        result = lowerToStream(*generic, *nest, /*isTransposed=*/true);
    }
    rewriter.eraseOp(*generic);
    return result;
  }

  /// Lowers an operation that moves elements.
  LogicalResult lowerMove(linalg::LinalgOp op, const AccessNest &nest) {
    const Access &write = nest.writes.front();
    std::optional<int64_t> elementBytes =
        getLineElementBytes(write.elementType);
    if (!elementBytes)
      return failure();
    // There is nothing to move.
    if (llvm::is_contained(cast<MemRefType>(write.buffer.getType()).getShape(),
                           0))
      return success();
    AccessNest merged = nest.mergeLoops();
    SmallVector<MovementLoop> loops = getMovementLoops(merged);
    FailureOr<StripShape> strips = failure();
    if (isMovement(nest) && !loops.empty())
      strips = chooseStripShape(loops, *elementBytes);
    FailureOr<TransposedShape> blocks =
        chooseTransposedShape(merged, loops, *elementBytes, cacheBytes);
    OpBuilder b(op);
    bool isTransposed =
        succeeded(blocks) &&
        (failed(strips) || blocks->isFasterThan(*strips, *elementBytes));
    bool mayPack = isTransposed ? blocks->mayBePacked(loops)
                                : failed(strips) ||
                                      strips->mayBePacked(loops, *elementBytes);
    if (mayPack && succeeded(lowerToPackedRows(op, nest)))
      return success();
    auto emitStrips = [&] {
      remarkSchedule(op.getLoc(), "StripShape", *strips);
      emitMovementTasks(b, op.getLoc(), merged, *strips,
                        {cacheBytes, keptMultiple});
    };
    if (!isTransposed) {
      if (failed(strips))
        return failure();
      emitStrips();
      return success();
    }
    Value hasTile = emitHasTile(b, op.getLoc(), merged, *blocks);
    VectorBuilder(b, op.getLoc())
        .ifElse(
            hasTile,
            [&] {
              remarkSchedule(op.getLoc(), "TransposedShape", *blocks);
              emitTransposedTasks(b, op.getLoc(), merged, *blocks,
                                  {cacheBytes, keptMultiple});
            },
            [&] {
              if (succeeded(strips))
                emitStrips();
              else
                b.clone(*op);
            });
    return success();
  }

  /// Whether there are enough columns for a tile.
  static Value emitHasTile(OpBuilder &b, Location loc, const AccessNest &nest,
                           const TransposedShape &blocks) {
    VectorBuilder indices(b, loc);
    if (!blocks.hasAnyColumns)
      return indices.boolean(true);
    int64_t elementBytes =
        *getLineElementBytes(nest.writes.front().elementType);
    SmallVector<Value> sizes = indices.createLoopSizes(nest);
    Value numColumns =
        indices.product(ArrayRef(sizes).drop_front(blocks.firstColumnLoop));
    int64_t numNeeded = blocks.getTile(elementBytes).numColumns;
    return indices.isLessUnsigned(indices.constant(numNeeded - 1), numColumns);
  }

  /// Lowers an operation in short rows, of which a vector has several.
  LogicalResult lowerToPackedRows(linalg::LinalgOp op, const AccessNest &nest) {
    FailureOr<PackedRows> packed = packRows(nest, cacheBytes);
    if (failed(packed))
      return failure();
    return lowerToStream(op, packed->nest, packed->schedule);
  }

  /// Lowers an operation that computes.
  LogicalResult lowerToStream(linalg::LinalgOp op, const AccessNest &nest,
                              bool isTransposed) {
    FailureOr<StreamSchedule> schedule =
        chooseStreamSchedule(nest, cacheBytes, isTransposed);
    if (failed(schedule))
      return failure();
    return lowerToStream(op, nest, *schedule);
  }

  LogicalResult lowerToStream(linalg::LinalgOp op, const AccessNest &nest,
                              const StreamSchedule &schedule) {
    for (auto [write, init] :
         llvm::zip_equal(nest.writes, op.getDpsInitsMutable()))
      if (!write.combiner && op.payloadUsesValueFromOperand(&init))
        return failure();
    // Overlapping vectors would read what they have written.
    if (nest.readsResults())
      return failure();
    Operation *before = op->getPrevNode();
    OpBuilder b(op);
    if (succeeded(emitStream(b, op, nest, schedule))) {
      remarkSchedule(op.getLoc(), "StreamSchedule", schedule);
      return success();
    }
    while (op->getPrevNode() != before)
      op->getPrevNode()->erase();
    return failure();
  }
};

} // namespace
} // namespace dml
