//===- MovementIndices.cpp - Positions that a movement reads --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementIndices.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

MovementIndices::MovementIndices(OpBuilder &b, Location loc,
                                 const DataMovement &movement,
                                 const MovementNest &nest)
    : IndexBuilder(b, loc, Folding::AtOnce), movement(movement), nest(nest) {
  for (const MovementLoop &loop : nest.loops) {
    sizes.push_back(getValueOrCreateConstantIndexOp(b, loc, loop.size));
    strides.push_back(getValueOrCreateConstantIndexOp(b, loc, loop.stride));
  }
}

Value MovementIndices::getPosition(ArrayRef<Value> indices) {
  Value position = nest.offset;
  for (auto [i, index] : llvm::enumerate(indices))
    position = add(position, multiply(index, strides[i]));
  return position;
}

Value MovementIndices::getGuardPosition(unsigned guard,
                                        ArrayRef<Value> indices) {
  Value position = constant(movement.guards[guard].position.constant);
  for (auto [i, index] : llvm::enumerate(indices))
    position = add(position,
                   multiply(index, constant(nest.loops[i].guardSteps[guard])));
  return position;
}

Value MovementIndices::isInside(unsigned guard, ArrayRef<Value> indices) {
  return isBelow(getGuardPosition(guard, indices),
                 movement.guards[guard].bound);
}

void MovementIndices::restrict(Value &first, Value &last, Value start,
                               int64_t step, Value bound) {
  auto countBelow = [&](Value limit) -> Value {
    Value distance = signedMaximum(subtract(limit, start), constant(0));
    return divide(add(distance, constant(step - 1)), constant(step));
  };
  first = signedMaximum(first, countBelow(constant(0)));
  last = signedMinimum(last, countBelow(bound));
}

Value MovementIndices::getLoopElements(const StripShape &shape) {
  return shape.hasRows ? sizes.back() : constant(shape.numSources);
}

std::optional<int64_t>
MovementIndices::getNumStripElements(const StripShape &shape) const {
  int64_t elements = 1;
  for (const MovementLoop &loop : getLoops().take_back(shape.getNumLoops())) {
    std::optional<int64_t> size = getConstantIntValue(loop.size);
    if (!size)
      return std::nullopt;
    elements *= *size;
  }
  return elements;
}

Value MovementIndices::getLength(int64_t elements, const StripShape &shape) {
  if (!shape.hasRows)
    return constant(elements / shape.numSources);
  if (std::optional<int64_t> length =
          getConstantIntValue(nest.loops.back().size))
    return constant(elements / *length);
  return divide(constant(elements), sizes.back());
}

} // namespace dml
