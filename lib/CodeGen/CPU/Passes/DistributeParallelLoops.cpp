//===- DistributeParallelLoops.cpp - Parallel loops into tasks ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/VectorBuilder.h"
#include "dml/CodeGen/CPU/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/PatternMatch.h"

namespace dml {
#define GEN_PASS_DEF_CPUDISTRIBUTEPARALLELLOOPS
#include "dml/CodeGen/CPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// The elements of a task, at least: fewer are not worth waking a thread.
constexpr int64_t kTaskElements = 16384;
/// The elements of the inner loops, at least: the division of a row's index
/// takes little time beside them.
constexpr int64_t kRowElements = 128;

bool hasNestedLoops(scf::ParallelOp loop) {
  return loop.getBody()
      ->walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Builds the tasks of one loop.
class Distributor : VectorBuilder {
public:
  Distributor(RewriterBase &rewriter, scf::ParallelOp loop)
      : VectorBuilder(rewriter, loop.getLoc()), rewriter(rewriter), loop(loop),
        rank(loop.getNumLoops()), outerRank(chooseOuterRank(loop)) {
    for (Value bound : loop.getUpperBound())
      sizes.push_back(getSize(bound));
  }

  void run() {
    Value zero = constant(0), one = constant(1);
    // A long innermost dimension adds a dimension of pieces to the rows.
    std::optional<int64_t> last = getConstantIntValue(sizes.back());
    bool cutLast = outerRank < rank && (!last || *last > kTaskElements);
    Value piece = constant(kTaskElements);
    SmallVector<Value> rowSizes(ArrayRef<Value>(sizes).take_front(outerRank));
    if (cutLast)
      rowSizes.push_back(ceilDivide(sizes.back(), piece));
    Value rows = product(rowSizes);
    Value grain = computeGrain(cutLast);

    auto tasks = scf::ParallelOp::create(b, loc, zero, rows, grain);
    b.setInsertionPointToStart(tasks.getBody());
    Value begin = tasks.getInductionVars()[0];
    Value end = minimum(add(begin, grain), rows);
    auto rowLoop = scf::ForOp::create(b, loc, begin, end, one);
    b.setInsertionPointToStart(rowLoop.getBody());
    SmallVector<Value> position =
        delinearize(rowLoop.getInductionVar(), rowSizes);

    for (unsigned i = outerRank; i < rank; ++i) {
      Value from = zero, to = sizes[i];
      if (cutLast && i + 1 == rank) {
        from = multiply(position.pop_back_val(), piece);
        to = minimum(add(from, piece), to);
      }
      auto inner = scf::ForOp::create(b, loc, from, to, one);
      b.setInsertionPointToStart(inner.getBody());
      if (cutLast && i + 1 < rank)
        position.insert(position.end() - 1, inner.getInductionVar());
      else
        position.push_back(inner.getInductionVar());
    }

    Block *body = b.getInsertionBlock();
    rewriter.eraseOp(loop.getBody()->getTerminator());
    rewriter.inlineBlockBefore(loop.getBody(), body->getTerminator(), position);
    rewriter.eraseOp(loop);
  }

private:
  /// All but the innermost dimensions, as many as make a row.
  static unsigned chooseOuterRank(scf::ParallelOp loop) {
    unsigned rank = loop.getNumLoops();
    // Iterations that loop are worth a task each.
    if (rank == 1)
      return hasNestedLoops(loop) ? 1 : 0;
    int64_t elements = 1;
    unsigned outer = rank;
    while (outer > 1 && elements < kRowElements) {
      --outer;
      // A dynamic size is guessed to be a row's.
      int64_t size = getConstantIntValue(loop.getUpperBound()[outer])
                         .value_or(kRowElements / 2);
      elements *= std::clamp<int64_t>(size, 0, kRowElements);
    }
    return outer;
  }

  /// The number of iterations up to a bound, which may be negative.
  Value getSize(Value bound) {
    if (std::optional<int64_t> known = getConstantIntValue(bound))
      return *known < 0 ? constant(0) : bound;
    if (bound.getDefiningOp<memref::DimOp>())
      return bound;
    return signedMaximum(bound, 0);
  }

  /// Rows of a task: enough for kTaskElements.
  Value computeGrain(bool cutLast) {
    // An element with nested loops costs an unknown multiple of others.
    if (hasNestedLoops(loop))
      return constant(1);
    ArrayRef<Value> inner = ArrayRef(sizes).drop_front(outerRank);
    Value elements = product(cutLast ? inner.drop_back() : inner);
    if (cutLast)
      elements = multiply(elements, minimum(sizes.back(), kTaskElements));
    return ceilDivide(constant(kTaskElements), maximum(elements, 1));
  }

  RewriterBase &rewriter;
  scf::ParallelOp loop;
  unsigned rank, outerRank;
  /// Iterations of each dimension.
  SmallVector<Value> sizes;
};

/// Whether a loop is one that linalg makes: from 0, in steps of 1. Loops of
/// tasks have LLVM attributes.
bool isDistributable(scf::ParallelOp loop) {
  return loop.getInitVals().empty() && !loop->hasAttr("passthrough") &&
         !loop->getParentOfType<scf::ParallelOp>() &&
         llvm::all_of(loop.getLowerBound(), isZeroInteger) &&
         llvm::all_of(loop.getStep(), isOneInteger);
}

struct CPUDistributeParallelLoopsPass
    : impl::CPUDistributeParallelLoopsBase<CPUDistributeParallelLoopsPass> {
  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    getOperation()->walk([&](scf::ParallelOp loop) {
      if (!isDistributable(loop))
        return;
      rewriter.setInsertionPoint(loop);
      Distributor(rewriter, loop).run();
    });
  }
};

} // namespace
} // namespace dml
