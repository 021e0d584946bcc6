//===- MovementIndices.cpp - Positions in what is moved -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

/// The sum of the strides, each multiplied by what `getFactor` gives for the
/// index of its dimension.
static OpFoldResult
sumStrides(OpBuilder &b, Location loc, const Access &access,
           ArrayRef<OpFoldResult> strides,
           llvm::function_ref<int64_t(const LinearForm &)> getFactor) {
  AffineExpr sum, term;
  bindSymbols(b.getContext(), sum, term);
  OpFoldResult total = b.getIndexAttr(0);
  for (auto [index, stride] : llvm::zip_equal(access.indices, strides))
    total = affine::makeComposedFoldedAffineApply(
        b, loc, sum + term * getFactor(index), {total, stride});
  return total;
}

MovementIndices::MovementIndices(OpBuilder &b, Location loc,
                                 const AccessNest &nest)
    : VectorBuilder(b, loc), loops(getMovementLoops(nest)), nest(nest) {
  const Access &read = nest.reads.front();
  Value dest = nest.writes.front().buffer;
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, read.buffer);
  SmallVector<OpFoldResult> bufferStrides =
      metadata.getConstifiedMixedStrides();
  auto toValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, loc, value);
  };
  sizes = createLoopSizes(nest);
  offset = toValue(
      sumStrides(b, loc, read, bufferStrides,
                 [](const LinearForm &index) { return index.constant; }));
  for (const NestLoop &loop : nest.loops)
    strides.push_back(toValue(
        sumStrides(b, loc, read, bufferStrides, [&](const LinearForm &index) {
          return index.factors[loop.number];
        })));
  for (const Predicate &predicate : read.predicates)
    bounds.push_back(toValue(predicate.bound));
  source = createFlatView(read.buffer);
  output = createFlatView(dest);
}

Value MovementIndices::getPosition(ArrayRef<Value> indices) {
  Value position = offset;
  for (auto [i, index] : llvm::enumerate(indices))
    position = add(position, multiply(index, strides[i]));
  return position;
}

SmallVector<Value> MovementIndices::getOffsets(ArrayRef<unsigned> joined,
                                               ArrayRef<Value> loopStrides,
                                               Value first, int64_t count) {
  SmallVector<Value> extents;
  for (unsigned loop : llvm::reverse(joined))
    extents.push_back(sizes[loop]);
  SmallVector<Value> indices = delinearize(first, extents);
  std::reverse(indices.begin(), indices.end());
  Value offset = constant(0);
  for (auto [loop, index] : llvm::zip_equal(joined, indices))
    offset = add(offset, multiply(index, loopStrides[loop]));
  if (count == 1)
    return {offset};
  // From the last iteration of the loops inside to the next of each loop.
  SmallVector<Value> steps;
  Value extent = constant(0);
  for (unsigned loop : joined) {
    steps.push_back(subtract(loopStrides[loop], extent));
    extent = add(extent, multiply(loopStrides[loop], subtract(sizes[loop], 1)));
  }
  // The innermost loop ends once at most.
  auto endOnce = [&] {
    Values offsets = {offset};
    Value untilEnd = subtract(sizes[joined.front()], indices.front());
    Value step = steps.back();
    for (size_t i = joined.size() - 1; i-- > 1;)
      step =
          select(isEqual(add(indices[i], 1), sizes[joined[i]]), step, steps[i]);
    Value behindEnd = add(offset, subtract(step, steps.front()));
    for (int64_t i = 1; i < count; ++i) {
      Value isBefore = isLessUnsigned(constant(i), untilEnd);
      offsets.push_back(
          add(select(isBefore, offset, behindEnd), multiply(steps.front(), i)));
    }
    return offsets;
  };
  auto endOften = [&] {
    Values offsets = {offset};
    SmallVector<Value> now(indices);
    while (static_cast<int64_t>(offsets.size()) < count) {
      Value step = steps.front(), moves = boolean(true);
      for (size_t i = 0; i + 1 < joined.size(); ++i) {
        Value next = add(now[i], 1);
        Value wraps = bitAnd(moves, isEqual(next, sizes[joined[i]]));
        now[i] = select(wraps, constant(0), select(moves, next, now[i]));
        step = select(wraps, steps[i + 1], step);
        moves = wraps;
      }
      if (joined.size() > 1)
        now.back() = select(moves, add(now.back(), 1), now.back());
      offsets.push_back(add(offsets.back(), step));
    }
    return offsets;
  };
  if (joined.size() == 1)
    return endOften();
  return ifElse(isLessUnsigned(sizes[joined.front()], count), endOften,
                endOnce);
}

Value MovementIndices::getPredicatePosition(unsigned predicate,
                                            ArrayRef<Value> indices) {
  Value position =
      constant(nest.reads.front().predicates[predicate].position.constant);
  for (auto [i, index] : llvm::enumerate(indices))
    position =
        add(position, multiply(index, loops[i].predicateSteps[predicate]));
  return position;
}

Value MovementIndices::exceedsCache(const CacheLimits &limits,
                                    int64_t elementBytes, int64_t share) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  int64_t elements = std::min(limits.cacheBytes / elementBytes,
                              max / std::max(limits.keptMultiple, share));
  int64_t maxTouched = elements * share;
  int64_t maxKept = elements * limits.keptMultiple;
  // A read element counts as `weight` written ones, so that a copy reaches both
  // limits at once.
  int64_t weight = std::max<int64_t>(2 * limits.keptMultiple / share - 1, 1);
  auto count = [&](const Access &access, Value view) {
    auto type = cast<MemRefType>(access.buffer.getType());
    return type.hasStaticShape() ? constant(type.getNumElements())
                                 : getFlatSize(view);
  };
  Value read = count(nest.reads.front(), source);
  Value written = count(nest.writes.front(), output);
  Value kept = add(multiply(read, weight), written);
  return bitAnd(isLessUnsigned(constant(maxTouched), add(read, written)),
                isLessUnsigned(constant(maxKept), kept));
}

bool MovementIndices::mayBeDirect(Value bypassesCache) {
  return !matchPattern(bypassesCache, m_One()) &&
         !cast<MemRefType>(output.getType()).getMemorySpace();
}

Value MovementIndices::getFirstGathered(Value bypassesCache, Value first,
                                        Value last, Value numGathered) {
  return select(bypassesCache, first,
                signedMaximum(first, subtract(last, numGathered)));
}

} // namespace dml
