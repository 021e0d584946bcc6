//===- MapToThreads.cpp - linalg on buffers to gpu.launch -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/ThreadEmitter.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_GPUMAPTOTHREADS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

bool hasNoElements(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

/// Whether an operation only combines what it computes with what its results
/// were, and has no iterations.
bool combinesNothing(const AccessNest &nest) {
  auto isEmpty = [](const NestLoop &loop) { return loop.size == 0; };
  return nest.getMainWrite().combiner && llvm::any_of(nest.loops, isEmpty);
}

struct GPUMapToThreadsPass : impl::GPUMapToThreadsBase<GPUMapToThreadsPass> {
  using GPUMapToThreadsBase::GPUMapToThreadsBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    if (vectorBytes < kVectorBytes || vectorBytes > 256 ||
        vectorBytes % kVectorBytes != 0) {
      getOperation().emitError("vector-bytes: expected a multiple of ")
          << kVectorBytes << " up to 256, given " << vectorBytes.getValue();
      return signalPassFailure();
    }
    if (minStoreBytes != 1 && minStoreBytes != 2 && minStoreBytes != 4) {
      getOperation().emitError("min-store-bytes: expected 1, 2 or 4, given ")
          << minStoreBytes.getValue();
      return signalPassFailure();
    }
    ThreadOptions options = {vectorBytes, workgroupSize, maxWorkgroupMemory,
                             minStoreBytes};
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      if (op.getNumDpsInits() > 0 &&
          llvm::all_of(op.getDpsInits(), hasNoElements)) {
        op.erase();
        continue;
      }
      std::string obstacle = findObstacle(op);
      if (!obstacle.empty()) {
        op.emitOpError(obstacle);
        return signalPassFailure();
      }
      FailureOr<AccessNest> nest = AccessNest::create(op);
      if (combinesNothing(*nest)) {
        op.erase();
        continue;
      }
      ThreadSchedule schedule = ThreadSchedule::choose(*nest, options);
      remarkSchedule(op.getLoc(), "ThreadSchedule", schedule);
      OpBuilder b(op);
      if (failed(emitThreads(b, op, *nest, schedule, maxWorkgroups))) {
        emitGridError(op, schedule.workgroupSize, maxWorkgroups);
        return signalPassFailure();
      }
      op.erase();
    }
  }
};

} // namespace
} // namespace dml
