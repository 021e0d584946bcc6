//===- MapToThreads.cpp - linalg on buffers to gpu.launch -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/ThreadEmitter.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
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
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace dml {
#define GEN_PASS_DEF_GPUMAPTOTHREADS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether nothing writes a buffer after an operation, through this value or
/// views of it.
bool isKeptAfter(Operation *op, Value buffer) {
  return llvm::all_of(buffer.getUsers(), [&](Operation *user) {
    if (isa<ViewLikeOpInterface>(user))
      return llvm::all_of(user->getResults(),
                          [&](Value view) { return isKeptAfter(op, view); });
    bool mayWrite = isa<MemoryEffectOpInterface>(user)
                        ? hasEffect<MemoryEffects::Write>(user, buffer)
                        : !isa<func::ReturnOp>(user);
    if (!mayWrite)
      return true;
    Operation *writer = op->getBlock()->findAncestorOpInBlock(*user);
    return writer && writer->isBeforeInBlock(op);
  });
}

/// Whether an operation outside of a launch can be moved into it: a scalar
/// that no kernel changes afterwards. A division that traps on a CPU does not
/// on a GPU.
bool isSinkable(Operation *op) {
  if (auto load = dyn_cast<memref::LoadOp>(op))
    return llvm::all_of(
               load.getIndices(),
               [](Value index) { return matchPattern(index, m_Constant()); }) &&
           hasWords(load.getType()) && findObstacle(load.getMemRef()).empty() &&
           isKeptAfter(load, getRootBuffer(load.getMemRef()));
  return isMemoryEffectFree(op) && op->getNumRegions() == 0;
}

/// Computes captured scalars inside of the launch.
void sinkScalars(gpu::LaunchOp launch) {
  OpBuilder b(launch.getContext());
  bool changed = true;
  while (changed) {
    changed = false;
    llvm::SetVector<Value> captured;
    getUsedValuesDefinedAbove(launch.getBody(), captured);
    for (Value value : captured) {
      Operation *op = value.getDefiningOp();
      if (!op || isa<MemRefType>(value.getType()) || !isSinkable(op))
        continue;
      b.setInsertionPointToStart(&launch.getBody().front());
      Value copy =
          b.clone(*op)->getResult(cast<OpResult>(value).getResultNumber());
      replaceAllUsesInRegionWith(value, copy, launch.getBody());
      changed = true;
    }
  }
}

bool hasNoElements(Value buffer) {
  auto type = dyn_cast<MemRefType>(buffer.getType());
  return type && llvm::is_contained(type.getShape(), 0);
}

bool writesNoElements(linalg::GenericOp op) {
  return op.getNumDpsInits() > 0 &&
         llvm::all_of(op.getDpsInits(), hasNoElements);
}

/// A read behind a guard that never holds: no buffer has an element for it.
void replaceReadsOfNothing(gpu::LaunchOp launch) {
  launch.walk([](memref::LoadOp load) {
    if (!hasNoElements(load.getMemRef()))
      return;
    OpBuilder b(load);
    load.replaceAllUsesWith(arith::ConstantOp::create(
                                b, load.getLoc(), b.getZeroAttr(load.getType()))
                                .getResult());
    load.erase();
  });
}

struct GPUMapToThreadsPass : impl::GPUMapToThreadsBase<GPUMapToThreadsPass> {
  using GPUMapToThreadsBase::GPUMapToThreadsBase;

  void runOnOperation() override {
    if (failed(
            checkLaunchOptions(getOperation(), workgroupSize, maxWorkgroups)) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    if (vectorBytes < 16 || vectorBytes > 256 || vectorBytes % 16 != 0) {
      getOperation().emitError(
          "vector-bytes: expected a multiple of 16 up to 256, given ")
          << vectorBytes.getValue();
      return signalPassFailure();
    }
    if (vectorsPerThread < 1 || vectorsPerThread > 16) {
      getOperation().emitError("vectors-per-thread: expected 1 to 16, given ")
          << vectorsPerThread.getValue();
      return signalPassFailure();
    }
    ThreadOptions options = {vectorBytes, workgroupSize, maxWorkgroups,
                             maxWorkgroupMemory, vectorsPerThread};
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      if (writesNoElements(op)) {
        op.erase();
        continue;
      }
      std::string obstacle = findObstacle(op);
      if (!obstacle.empty()) {
        op.emitOpError(obstacle);
        return signalPassFailure();
      }
      FailureOr<AccessNest> nest =
          AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
      if (failed(nest)) {
        op.emitOpError("writes a buffer without strides");
        return signalPassFailure();
      }
      ThreadSchedule schedule = ThreadSchedule::choose(*nest, options);
      remarkSchedule(op.getLoc(), "ThreadSchedule", schedule);
      OpBuilder b(op);
      ThreadEmitter emitter(op, schedule, maxWorkgroups);
      if (failed(emitter.emitLaunch(b, op.getLoc()))) {
        emitGridError(op, workgroupSize, maxWorkgroups);
        return signalPassFailure();
      }
      op.erase();
    }
    getOperation().walk([](gpu::LaunchOp launch) {
      sinkScalars(launch);
      replaceReadsOfNothing(launch);
    });
  }
};

} // namespace
} // namespace dml
