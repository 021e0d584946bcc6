//===- TileContractions.cpp - Matrix products and convolutions ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/ContractionNeighbours.h"
#include "CodeGen/GPU/Contract/ContractionEmitter.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_GPUTILECONTRACTIONS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

struct GPUTileContractionsPass
    : impl::GPUTileContractionsBase<GPUTileContractionsPass> {
  using GPUTileContractionsBase::GPUTileContractionsBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) {
      if (matchSumOfProducts(cast<linalg::LinalgOp>(op.getOperation())))
        ops.push_back(op);
    });
    for (linalg::GenericOp op : ops)
      lower(op);
  }

private:
  /// Whether kernels of contractions can compute an operation, too.
  static bool isEpilogue(Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!generic || !findObstacle(generic).empty())
      return false;
    Type type = getElementTypeOrSelf(generic.getDpsInits().front());
    return type.isIntOrFloat() && type.getIntOrFloatBitWidth() == 32;
  }

  void lower(linalg::GenericOp op) {
    auto structured = cast<linalg::LinalgOp>(op.getOperation());
    FailureOr<AccessNest> nest = AccessNest::create(structured);
    if (failed(nest) || nest->getNumIterations() == 0 ||
        !findObstacle(op).empty())
      return;
    FailureOr<Contraction> contraction = Contraction::match(structured, *nest);
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
    std::optional<ResultFill> fill = findResultFill(structured);
    if (fill && !matchPattern(fill->value, m_Constant(&options.initial)))
      fill.reset();
    options.epilogue =
        findEpilogue(structured, fill ? fill->op : nullptr, maxStorageBuffers);
    if (options.epilogue && !isEpilogue(options.epilogue->getOwner()))
      options.epilogue = nullptr;
    OpBuilder b(options.epilogue ? options.epilogue->getOwner() : op);
    ContractionEmitter emitter(b, op, *nest, *contraction, *tiling, options);
    // Other kernels may need a smaller grid.
    if (failed(buildWorkgroupLaunch(
            b, op.getLoc(), tiling->getNumTiles(), tiling->numThreads,
            maxWorkgroups, [&](WordBuilder &w, Value tile, Value thread) {
              emitter.emit(w, tile, thread);
            })))
      return;
    remarkSchedule(op.getLoc(), "ContractionTiling", *tiling);
    if (options.epilogue)
      options.epilogue->getOwner()->erase();
    op.erase();
    if (fill)
      fill->op->erase();
  }
};

} // namespace
} // namespace dml
