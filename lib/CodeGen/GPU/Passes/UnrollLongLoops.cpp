//===- UnrollLongLoops.cpp - Loops of more iterations than allowed --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopIterations.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "llvm/Support/MathExtras.h"

namespace dml {
#define GEN_PASS_DEF_GPUUNROLLLONGLOOPS
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {

/// The most steps that become one iteration. More code takes too long to
/// compile.
constexpr static uint64_t kMaxFactor = 64;

static uint64_t getTripCount(scf::ForOp loop) {
  std::optional<APInt> count = loop.getStaticTripCount();
  return count ? count->getLimitedValue() : 1;
}

uint64_t countLoopIterations(Region &region) {
  uint64_t sum = 0;
  region.walk<WalkOrder::PreOrder>([&](scf::ForOp loop) {
    uint64_t ofStep =
        llvm::SaturatingAdd<uint64_t>(countLoopIterations(loop.getRegion()), 1);
    sum = llvm::SaturatingAdd(
        sum, llvm::SaturatingMultiply(getTripCount(loop), ofStep));
    return WalkResult::skip();
  });
  return sum;
}

namespace {

/// Makes up to `factor` steps one iteration, and returns how many.
uint64_t unroll(scf::ForOp loop, uint64_t factor) {
  factor = std::min(factor, getTripCount(loop));
  if (factor <= 1)
    return 1;
  FailureOr<UnrolledLoopInfo> unrolled = loopUnrollByFactor(loop, factor);
  if (failed(unrolled))
    return 1;
  if (unrolled->epilogueLoopOp)
    unroll(*unrolled->epilogueLoopOp, factor);
  return factor;
}

void unrollInnermost(gpu::LaunchOp launch, uint64_t limit) {
  uint64_t maxFactor = kMaxFactor;
  while (maxFactor > 1) {
    uint64_t count = countLoopIterations(launch.getBody());
    if (count <= limit)
      return;
    SmallVector<scf::ForOp> innermost;
    launch.walk([&](scf::ForOp loop) {
      if (countLoopIterations(loop.getRegion()) == 0)
        innermost.push_back(loop);
    });
    uint64_t factor =
        std::min(llvm::PowerOf2Ceil(llvm::divideCeil(count, limit)), maxFactor);
    uint64_t largest = 1;
    for (scf::ForOp loop : innermost)
      largest = std::max(largest, unroll(loop, factor));
    if (largest == 1)
      return;
    maxFactor /= largest;
  }
}

struct GPUUnrollLongLoopsPass
    : impl::GPUUnrollLongLoopsBase<GPUUnrollLongLoopsPass> {
  using GPUUnrollLongLoopsBase::GPUUnrollLongLoopsBase;

  void runOnOperation() override {
    if (maxLoopIterations > 0)
      getOperation().walk([&](gpu::LaunchOp launch) {
        unrollInnermost(launch, maxLoopIterations);
      });
  }
};

} // namespace
} // namespace dml
