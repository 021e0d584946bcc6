//===- Movement.cpp - Nests that move elements ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Movement.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

/// Beyond every size, and small enough to add positions to.
static constexpr int64_t kHugeSize = int64_t(1) << 61;
/// The guess for a dynamic size.
static constexpr int64_t kGuessedSize = 64;

/// Whether the iterations where a predicate holds are an interval, and
/// computing its bounds cannot overflow.
static bool hasInterval(const Predicate &predicate) {
  if (llvm::any_of(predicate.position.factors,
                   [](int64_t factor) { return factor < 0; }))
    return false;
  if (std::optional<int64_t> bound = getConstantIntValue(predicate.bound))
    return *bound >= 0 && *bound <= kHugeSize;
  return cast<Value>(predicate.bound).getDefiningOp<memref::DimOp>() != nullptr;
}

FailureOr<AccessNest> matchMovement(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || op.getNumLoops() == 0)
    return failure();
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (failed(nest) || !nest->isMove)
    return failure();
  const Access &read = nest->reads.front(), &write = nest->writes.front();
  auto source = cast<MemRefType>(read.buffer.getType());
  auto dest = cast<MemRefType>(write.buffer.getType());
  if (!write.isPacked || source.getElementType() != dest.getElementType() ||
      source.getMemorySpace() != dest.getMemorySpace() ||
      !llvm::all_of(read.predicates, hasInterval))
    return failure();
  return nest->mergeLoops();
}

int64_t MovementLoop::guessSize() const { return size.value_or(kGuessedSize); }

SmallVector<MovementLoop> getMovementLoops(const AccessNest &nest) {
  auto ifKnown = [](int64_t number) {
    return ShapedType::isDynamic(number) ? std::nullopt : std::optional(number);
  };
  const Access &read = nest.reads.front();
  SmallVector<MovementLoop> loops;
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    MovementLoop &result = loops.emplace_back();
    result.size = ifKnown(loop.size);
    result.stride = ifKnown(read.strides[i]);
    for (const LinearForm &index : read.indices)
      result.goesBackwards |= index.factors[loop.number] < 0;
    for (const Predicate &predicate : read.predicates)
      result.predicateSteps.push_back(predicate.position.factors[i]);
  }
  return loops;
}

} // namespace dml
