//===- OutlineChecks.cpp - Checks that depend on data ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Move/ElementEmitter.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

namespace dml {
#define GEN_PASS_DEF_GPUOUTLINECHECKS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// A kernel reports that a check failed, and no values.
bool isReportable(RequireOp check) {
  return check.getValues().empty() &&
         !matchPattern(check.getCondition(), m_Zero());
}

struct GPUOutlineChecksPass : impl::GPUOutlineChecksBase<GPUOutlineChecksPass> {
  using GPUOutlineChecksBase::GPUOutlineChecksBase;

  void runOnOperation() override {
    if (failed(checkLaunches(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<RequireOp> checks;
    SmallVector<Operation *> owners;
    getOperation().walk([&](RequireOp check) {
      auto owner = check->getParentOfType<linalg::GenericOp>();
      // Operations with an obstacle are refused with its description later.
      bool isOutlined = owner ? findObstacle(owner).empty()
                              : check->getParentOp() == getOperation();
      if (!isOutlined || !isReportable(check))
        return;
      checks.push_back(check);
      Operation *outlined = owner ? owner : check.getOperation();
      if (owners.empty() || owners.back() != outlined)
        owners.push_back(outlined);
    });
    if (checks.empty())
      return;
    numReported = 0;
    createStatus(checks.size());
    for (Operation *owner : owners)
      if (failed(outline(owner))) {
        emitGridError(owner, workgroupSize, maxWorkgroups);
        return signalPassFailure();
      }
  }

private:
  /// A word for each check, zero at first.
  void createStatus(int64_t numChecks) {
    auto b = OpBuilder::atBlockBegin(&getOperation().front());
    Location loc = getOperation().getLoc();
    status = memref::AllocOp::create(
        b, loc, MemRefType::get(numChecks, b.getI32Type()));
    // One word for each thread fits any grid.
    (void)buildLinearLaunch(b, loc, numChecks, workgroupSize, maxWorkgroups,
                            [&](WordBuilder &w, Value word) {
                              memref::StoreOp::create(w.b, loc, w.constant(0),
                                                      status, word);
                            });
  }

  /// Makes a kernel of the checks in an operation, or of a check. Those that
  /// cannot be reported stay in the operation only.
  LogicalResult outline(Operation *owner) {
    SmallVector<RequireOp> original, outlined;
    owner->walk([&](RequireOp check) {
      if (isReportable(check))
        original.push_back(check);
    });
    OpBuilder b(owner);
    auto structured = dyn_cast<linalg::GenericOp>(owner);
    int64_t numThreads = 1;
    std::optional<AccessNest> nest;
    std::optional<ElementEmitter> emitter;
    if (structured) {
      // Operations without a nest are left alone.
      nest = *AccessNest::create(structured);
      emitter.emplace(structured, *nest);
      numThreads = emitter->getNumElements();
    }
    auto emit = [&](WordBuilder &w, Value thread) {
      if (emitter)
        emitter->emitAt(w, thread, 1);
      else
        w.b.clone(*owner);
    };
    if (numThreads > 0) {
      if (failed(buildLinearLaunch(b, owner->getLoc(), numThreads,
                                   workgroupSize, maxWorkgroups, emit)))
        return failure();
      owner->getPrevNode()->walk(
          [&](RequireOp check) { outlined.push_back(check); });
    }
    for (RequireOp check : outlined) {
      if (!isReportable(check)) {
        check.erase();
        continue;
      }
      ReportCheckOp::create(b, check.getLoc(), status, numReported,
                            /*assumption=*/StringAttr(), check.getMessage());
      setStatus(check, numReported++);
    }
    for (RequireOp check : original)
      check.erase();
    return success();
  }

  void setStatus(RequireOp check, int64_t word) {
    OpBuilder b(check);
    WordBuilder w(b, check.getLoc());
    w.ifThen(w.logicalNot(check.getCondition()),
             [&] { w.store(w.constant(1), status, w.constant(word)); });
    check.erase();
  }

  Value status;
  int64_t numReported = 0;
};

} // namespace
} // namespace dml
