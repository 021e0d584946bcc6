//===- UnpoolScatter.cpp - Writing inputs of an unpooling in order --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolScatter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// Inputs whose places are known before the first of them is written. Places
/// come from memory: taking them out of a vector register takes two operations
/// each.
constexpr static int64_t kChunkInputs = 16 * kUnpoolVectorLength;

Value UnpoolScatter::allocatePlaces() {
  return allocateOnStack(MemRefType::get({kChunkInputs}, b.getI32Type()));
}

Value UnpoolScatter::writeInputs(Value first, Value last,
                                 const UnpoolTarget &target, Value places) {
  auto writeChunk = [&](Value chunk, ValueRange counts) {
    Value size = minimum(subtract(last, chunk), kChunkInputs);
    Value count =
        storePlaces(chunk, size, subtract(chunk, first), target, places);
    auto writeAll = [&] { writePlaces(chunk, size, target.buffer, places); };
    if (target.elsewhere)
      writeAll();
    else
      ifElse(isEqual(count, size), writeAll,
             [&] { writePlacesInside(chunk, size, target.buffer, places); });
    return Values{add(counts[0], count)};
  };
  return forEach(first, last, kChunkInputs, {constant(0)}, writeChunk)[0];
}

Value UnpoolScatter::storePlaces(Value chunk, Value size, Value distance,
                                 const UnpoolTarget &target, Value places) {
  auto storeVector = [&](Value i, Value mask) {
    Value from = add(chunk, i);
    prefetchInputs(from);
    auto [at, inside] = findPlaces(from, add(distance, i), target, mask);
    storeAs(at, places, i);
    return countLanes(inside);
  };
  Value wholeSize = roundDown(size, kUnpoolVectorLength);
  Value count =
      forEach(constant(0), wholeSize, kUnpoolVectorLength, {constant(0)},
              [&](Value i, ValueRange counts) {
                return Values{add(counts[0], storeVector(i, Value()))};
              })[0];
  Value rest = subtract(size, wholeSize);
  return ifElse(
      isNotEqual(rest, 0),
      [&] {
        Value mask = createLaneMask(kUnpoolVectorLength, constant(0), rest);
        return add(count, storeVector(wholeSize, mask));
      },
      [&] { return count; });
}

std::pair<Value, Value> UnpoolScatter::findPlaces(Value from, Value distance,
                                                  const UnpoolTarget &target,
                                                  Value mask) {
  Type index = getElementTypeOrSelf(indices);
  auto type = VectorType::get(kUnpoolVectorLength, index);
  auto lanes = VectorType::get(kUnpoolVectorLength, b.getI32Type());
  // Tensors have less than 2^32 elements (T2), so that no offset of 32 bits is
  // in the target by wrapping around.
  Value offset =
      subtract(loadAs(indices, from, type, mask), splat(target.begin, index));
  Value channel;
  if (channels > 1) {
    channel = getChannels(distance);
    Value wide = channel;
    if (type != lanes)
      wide = arith::ExtUIOp::create(b, loc, type, channel);
    offset = subtract(offset, multiply(wide, splat(target.planeSize, index)));
  }
  Value inside = isLessUnsigned(offset, splat(target.size, index));
  if (mask)
    inside = bitAnd(inside, mask);
  if (type != lanes)
    offset = arith::TruncIOp::create(b, loc, lanes, offset);
  if (channels > 1)
    offset = add(multiply(offset, channels), channel);
  Value at = add(offset, splat(target.position, b.getI32Type()));
  if (target.ringSize)
    at = bitAnd(at, splat(subtract(target.ringSize, 1), b.getI32Type()));
  Value elsewhere = target.elsewhere ? target.elsewhere : constant(-1);
  return {select(inside, at, splat(elsewhere, b.getI32Type())), inside};
}

/// The channels of a vector of inputs that begins at this distance from one of
/// the first channel.
Value UnpoolScatter::getChannels(Value distance) {
  Type lane = b.getI32Type();
  Value lanes = createNumbers(
      llvm::to_vector(llvm::seq<int64_t>(kUnpoolVectorLength)), lane);
  Value numbers = add(splat(remainder(distance, channels), lane), lanes);
  if (channels >= kUnpoolVectorLength)
    return minimum(numbers, subtract(numbers, channels));
  // Numbers are less than twice the length, so the quotients are exact.
  constexpr int64_t shift = 16;
  Value quotients = shiftRight(
      multiply(numbers, llvm::divideCeil(int64_t(1) << shift, channels)),
      shift);
  return subtract(numbers, multiply(quotients, channels));
}

Value UnpoolScatter::countLanes(Value mask) {
  auto asBits = vector::BitCastOp::create(
      b, loc, VectorType::get(1, b.getIntegerType(kUnpoolVectorLength)), mask);
  Value bits = vector::ExtractOp::create(b, loc, asBits, int64_t(0));
  return toIndex(math::CtPopOp::create(b, loc, bits));
}

/// Stores some inputs from one on at their places.
void UnpoolScatter::writePlaces(Value from, Value count, Value buffer,
                                Value places) {
  auto write = [&](Value i) {
    Value place = toIndex(load(places, i));
    store(load(values, add(from, i)), buffer, place);
  };
  Value wholeCount = roundDown(count, kUnpoolVectorLength);
  forEach(constant(0), wholeCount, kUnpoolVectorLength, [&](Value i) {
    for (int64_t lane = 0; lane < kUnpoolVectorLength; ++lane)
      write(add(i, lane));
  });
  forEach(wholeCount, count, 1, write);
}

/// The same for those that have a place.
void UnpoolScatter::writePlacesInside(Value from, Value count, Value buffer,
                                      Value places) {
  forEach(constant(0), count, 1, [&](Value i) {
    Value place = load(places, i);
    ifThen(isNotEqual(place, -1),
           [&] { store(load(values, add(from, i)), buffer, toIndex(place)); });
  });
}

Value UnpoolScatter::splat(Value value, Type type) {
  return broadcast(b.createOrFold<arith::IndexCastOp>(loc, type, value),
                   kUnpoolVectorLength);
}

void emitUnpoolDirect(const UnpoolBuilder &builder) {
  UnpoolScatter u(builder);
  Value zero = u.constant(0);
  Value element = arith::getZeroConstant(u.b, u.loc, u.getBitsType());
  u.forEach(zero, u.numOutputs, 1,
            [&](Value position) { u.store(element, u.dest, position); });
  Value stack = u.saveStack();
  Value count =
      u.writeInputs(zero, u.numInputs, {u.dest, zero, u.numOutputs, zero},
                    u.allocatePlaces());
  u.restoreStack(stack);
  u.ifThen(u.isLessUnsigned(count, u.numInputs),
           [&] { u.reportOutOfRange(zero, u.numInputs); });
}

} // namespace dml
