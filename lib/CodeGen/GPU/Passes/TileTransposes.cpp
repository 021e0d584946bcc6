//===- TileTransposes.cpp - Transposed results in workgroup memory --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TileSchedule.h says which operations go through tiles in workgroup memory,
// and which kind of tiles.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/TileEmitter.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_GPUTILETRANSPOSES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether an operation writes each element of one packed buffer, in vectors.
bool writesVectors(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  Value dest = op.getDpsInits().front();
  auto type = dyn_cast<MemRefType>(dest.getType());
  return type && type.hasStaticShape() && type.getNumElements() > 0 &&
         hasWords(type.getElementType()) && ownsVectors(dest);
}

/// Whether what the operation writes is the element of another buffer at a
/// position that is linear in the loops, or a constant where a predicate fails.
bool isLinearCopy(const AccessNest &nest) {
  const Access &write = nest.writes.front();
  if (!nest.isMove || !write.isPacked)
    return false;
  const Access &read = nest.reads.front();
  return findObstacle(read.buffer).empty() &&
         read.elementType == write.elementType &&
         getRootBuffer(read.buffer) != getRootBuffer(write.buffer);
}

/// Whether the operation may compute elements in any order.
bool isComputable(linalg::GenericOp op, const AccessNest &nest) {
  // The bits of a boolean are no element of a word.
  return findObstacle(op).empty() &&
         !nest.writes.front().elementType.isInteger(1) &&
         !op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)) &&
         !nest.readsResults();
}

struct GPUTileTransposesPass
    : impl::GPUTileTransposesBase<GPUTileTransposesPass> {
  using GPUTileTransposesBase::GPUTileTransposesBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops)
      if (writesVectors(op))
        lower(op);
  }

private:
  void lower(linalg::GenericOp op) {
    FailureOr<AccessNest> nest =
        AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
    if (failed(nest))
      return;
    TileLimits limits = {workgroupSize, maxWorkgroupMemory};
    // Transposed copies want neighbouring loops as one, the others their own.
    AccessNest merged = nest->mergeLoops();
    if (isLinearCopy(merged)) {
      if (auto tiling = TransposeTiling::choose(merged, limits))
        return emit({op, *nest, merged}, "TransposeTiling", *tiling);
      if (auto tiling = StripTiling::choose(merged, limits))
        return emit({op, *nest, merged}, "StripTiling", *tiling);
    }
    if (!isComputable(op, *nest))
      return;
    if (auto tiling = TransposeTiling::chooseComputed(*nest, limits))
      emit({op, *nest, *nest}, "TransposeTiling", *tiling);
    else if (auto tiling = RangeTiling::choose(*nest, limits))
      emit({op, *nest, *nest}, "RangeTiling", *tiling);
  }

  template <typename TilingT>
  void emit(const TiledOperation &tiled, StringRef name,
            const TilingT &tiling) {
    linalg::GenericOp op = tiled.op;
    remarkSchedule(op.getLoc(), name, tiling);
    OpBuilder b(op);
    std::unique_ptr<TileEmitter> emitter = createTileEmitter(b, tiled, tiling);
    // Grids that are too large are refused with the operation's name later.
    if (succeeded(buildWorkgroupLaunch(
            b, op.getLoc(), tiling.numTiles, tiling.numThreads, maxWorkgroups,
            [&](WordBuilder &w, Value tile, Value thread) {
              emitter->emit(w, tile, thread);
            })))
      op.erase();
  }
};

} // namespace
} // namespace dml
