//===- TileContractions.cpp - Matrix products and convolutions ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Contract/ContractionEmitter.h"
#include "CodeGen/GPU/Contract/ContractionEpilogue.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"

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
  void lower(linalg::GenericOp op) {
    FailureOr<AccessNest> nest =
        AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
    if (failed(nest) || nest->getNumIterations() == 0 ||
        !findObstacle(op).empty())
      return;
    FailureOr<Contraction> contraction = Contraction::match(op, *nest);
    if (failed(contraction))
      return;
    Type type = contraction->sum->getResult(0).getType();
    if (!type.isF32() && !type.isInteger(32))
      return;
    FailureOr<MatrixProduct> product =
        MatrixProduct::create(*contraction, *nest);
    if (failed(product))
      return;
    std::optional<ContractionTiling> tiling = ContractionTiling::choose(
        product->getSizes(*nest), {workgroupSize, maxWorkgroupMemory});
    if (!tiling)
      return;
    ContractionOptions options;
    options.contracts = contract;
    std::optional<ResultFill> fill = findResultFill(op);
    if (fill)
      options.initial = fill->value;
    options.epilogue =
        findEpilogue(op, fill ? fill->op : nullptr, maxStorageBuffers);
    OpBuilder b(options.epilogue ? options.epilogue->getOwner() : op);
    ContractionEmitter emitter(b, op, *nest, *product, *tiling, options);
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
