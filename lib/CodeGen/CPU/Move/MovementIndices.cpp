//===- MovementIndices.cpp - Positions that a movement reads --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementIndices.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/Support/CheckedArithmetic.h"

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
    : IndexBuilder(b, loc, Folding::AtOnce), nest(nest),
      loops(getMovementLoops(nest)) {
  const Access &read = nest.reads.front();
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, getSource());
  SmallVector<OpFoldResult> bufferStrides =
      metadata.getConstifiedMixedStrides();
  auto toValue = [&](OpFoldResult value) {
    return getValueOrCreateConstantIndexOp(b, loc, value);
  };
  for (const NestLoop &loop : nest.loops)
    sizes.push_back(ShapedType::isDynamic(loop.size)
                        ? memref::DimOp::create(b, loc, getDest(), loop.number)
                        : constant(loop.size));
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
}

Value MovementIndices::getPosition(ArrayRef<Value> indices) {
  Value position = offset;
  for (auto [i, index] : llvm::enumerate(indices))
    position = add(position, multiply(index, strides[i]));
  return position;
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

Value MovementIndices::holds(unsigned predicate, ArrayRef<Value> indices) {
  return isBelow(getPredicatePosition(predicate, indices), bounds[predicate]);
}

void MovementIndices::restrict(Value &first, Value &last, Value start,
                               int64_t step, Value bound) {
  auto countBelow = [&](Value limit) -> Value {
    Value distance = signedMaximum(subtract(limit, start), constant(0));
    return divide(add(distance, step - 1), constant(step));
  };
  first = signedMaximum(first, countBelow(constant(0)));
  last = signedMinimum(last, countBelow(bound));
}

Value MovementIndices::getLoopElements(const StripShape &shape) {
  return shape.hasRows ? sizes.back() : constant(shape.numSources);
}

std::optional<int64_t>
MovementIndices::getNumStripElements(const StripShape &shape) const {
  std::optional<int64_t> elements = 1;
  for (const MovementLoop &loop : getLoops().take_back(shape.getNumLoops())) {
    if (!elements || !loop.size)
      return std::nullopt;
    elements = llvm::checkedMul(*elements, *loop.size);
  }
  return elements;
}

Value MovementIndices::getLength(int64_t elements, const StripShape &shape) {
  if (!shape.hasRows)
    return constant(elements / shape.numSources);
  if (std::optional<int64_t> length = loops.back().size)
    return constant(elements / *length);
  return divide(constant(elements), sizes.back());
}

} // namespace dml
