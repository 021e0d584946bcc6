//===- TileOperations.cpp - Kernels with tiles in workgroup memory --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/ContractionNeighbours.h"
#include "CodeGen/GPU/Contract/ContractionEmitter.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/RangeTileEmitter.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_GPUTILEOPERATIONS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool writesVectors(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return false;
  Value dest = op.getDpsInits().front();
  auto type = dyn_cast<MemRefType>(dest.getType());
  return type && type.hasStaticShape() && type.getNumElements() > 0 &&
         hasWords(type.getElementType()) && ownsVectors(dest);
}

bool isComputable(linalg::GenericOp op, const AccessNest &nest) {
  // The bits of a boolean are no element of a word.
  return findObstacle(op).empty() &&
         !nest.writes.front().elementType.isInteger(1) &&
         !nest.seesOldResults && !nest.readsResults();
}

/// Whether kernels of contractions can compute an operation, too.
bool isEpilogue(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !findObstacle(generic).empty())
    return false;
  Type type = getElementTypeOrSelf(generic.getDpsInits().front());
  return type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 32;
}

struct GPUTileOperationsPass
    : impl::GPUTileOperationsBase<GPUTileOperationsPass> {
  using GPUTileOperationsBase::GPUTileOperationsBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<linalg::GenericOp> contractions, others;
    getOperation().walk([&](linalg::GenericOp op) {
      if (matchSumOfProducts(op))
        contractions.push_back(op);
    });
    // Contractions come first: an epilogue takes operations that follow them.
    for (linalg::GenericOp op : contractions)
      lowerContraction(op);
    getOperation().walk([&](linalg::GenericOp op) {
      if (writesVectors(op))
        others.push_back(op);
    });
    for (linalg::GenericOp op : others)
      lowerTransposed(op);
  }

private:
  void lowerContraction(linalg::GenericOp op) {
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest) || nest->getNumIterations() == 0 ||
        !findObstacle(op).empty())
      return;
    FailureOr<Contraction> contraction = Contraction::match(op, *nest);
    if (failed(contraction) || !contraction->sum)
      return;
    Type type = contraction->sum->getResult(0).getType();
    if (!type.isF32() && !type.isInteger(32))
      return;
    std::optional<ContractionTiling> tiling = ContractionTiling::choose(
        contraction->getSizes(*nest), {workgroupSize, maxWorkgroupMemory});
    if (!tiling)
      return;
    ContractionOptions options;
    options.contracts = contract;
    std::optional<ResultFill> fill = findResultFill(op);
    if (fill && !matchPattern(fill->value, m_Constant(&options.initial)))
      fill.reset();
    options.epilogue =
        findEpilogue(op, fill ? fill->op : nullptr, maxStorageBuffers);
    if (options.epilogue && !isEpilogue(options.epilogue->getOwner()))
      options.epilogue = nullptr;
    OpBuilder b(options.epilogue ? options.epilogue->getOwner() : op);
    ContractionEmitter emitter(b, op, *nest, *contraction, *tiling, options);
    if (failed(launch(b, op, "ContractionTiling", *tiling,
                      tiling->getNumTiles(), emitter)))
      return;
    if (options.epilogue)
      options.epilogue->getOwner()->erase();
    op.erase();
    if (fill)
      fill->op->erase();
  }

  void lowerTransposed(linalg::GenericOp op) {
    FailureOr<AccessNest> nest = AccessNest::create(op);
    if (failed(nest) || !isComputable(op, *nest))
      return;
    TileLimits limits = {workgroupSize, maxWorkgroupMemory};
    auto tiling = RangeTiling::chooseJoined(*nest, limits);
    if (!tiling)
      tiling = RangeTiling::chooseQuotients(*nest, limits);
    if (!tiling)
      tiling = RangeTiling::choose(*nest, limits);
    if (!tiling)
      return;
    OpBuilder b(op);
    RangeTileEmitter emitter(b, op, *nest, *tiling);
    if (succeeded(
            launch(b, op, "RangeTiling", *tiling, tiling->numTiles, emitter)))
      op.erase();
  }

  /// Emits a workgroup for each tile. Fails where the grid is too large: other
  /// kernels may need a smaller one, or are refused with the operation's name.
  template <typename TilingT, typename EmitterT>
  LogicalResult launch(OpBuilder &b, linalg::GenericOp op, StringRef name,
                       const TilingT &tiling, int64_t numTiles,
                       EmitterT &emitter) {
    if (failed(buildWorkgroupLaunch(
            b, op.getLoc(), numTiles, tiling.numThreads, maxWorkgroups,
            [&](WordBuilder &w, Value tile, Value thread) {
              emitter.emit(w, tile, thread);
            })))
      return failure();
    remarkSchedule(op.getLoc(), name, tiling);
    return success();
  }
};

} // namespace
} // namespace dml
