//===- UnpoolPlanes.cpp - Unpooling plane by plane on the CPU -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A task fills a range of planes, each from its own plane of inputs. Pooling
// makes indices that ascend but for the rows that a window spans, so a ring
// buffer in the cache holds the part of the destination that is still written.
// Vectors of indices that all lie in the ring need one check. An index outside
// of its plane, or too many indices behind the ring, make the caller fall back.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "UnpoolRingBuffer.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {
namespace {

using Values = UnpoolBuilder::Values;

/// A miss is an input whose index lies behind the ring. UnpoolPartition.cpp is
/// faster where more than one input in so many misses.
constexpr int64_t kInputsPerMiss = 32;
/// The misses that a task allows whatever its size.
constexpr int64_t kMinMisses = 16;

/// Fills the planes [first, last) of a task. Its loops carry a state of two
/// values: the ring's first line position and the number of misses. An index
/// outside of its plane sets the number above the limit.
class PlaneTask {
public:
  PlaneTask(UnpoolBuilder &u, const UnpoolPlanes &planes, Value ringSize,
            Value first, Value last)
      : u(u), planes(planes), first(first), last(last),
        ring(u, ringSize, getPlaneBegin(first), getPlaneBegin(last)) {
    Value inputs = u.multiply(u.subtract(last, first), planes.inputSize);
    limit = u.add(u.divide(inputs, u.constant(kInputsPerMiss)), kMinMisses);
  }

  /// Returns an i1: whether the task gave up.
  Value emit() {
    Values state = u.forEach(first, last, 1, {ring.getStart(), u.constant(0)},
                             [&](Value plane, ValueRange carried) {
                               return fillPlane(plane, Values(carried));
                             });
    ring.finish(state[0]);
    u.ifThen(u.isNonTemporal, [&] { createStoreFence(u.b, u.loc); });
    return u.isBelow(limit, state[1]);
  }

private:
  /// Returns the line position where a plane starts.
  Value getPlaneBegin(Value plane) {
    return u.add(u.multiply(plane, planes.outputSize), u.misalignment);
  }

  Values fillPlane(Value plane, Values state) {
    Value begin = u.multiply(plane, planes.inputSize);
    Value end = u.add(begin, planes.inputSize);
    planeIndex = u.multiply(plane, planes.outputSize);
    planeBegin = u.add(planeIndex, u.misalignment);
    planeEnd = u.add(planeBegin, planes.outputSize);
    Value length = u.constant(kUnpoolVectorLength);
    return u.ifElse(
        u.isBelow(planes.inputSize, length),
        [&] { return fillSmallPlane(begin, end, state); },
        [&] { return fillVectors(begin, end, state); });
  }

  /// Fills a plane with fewer inputs than a vector. Moves the ring to the end
  /// of the plane first, so that no index lies after the ring.
  Values fillSmallPlane(Value begin, Value end, Values state) {
    Value lastPosition = u.subtract(planeEnd, 1);
    Value moved = ring.advance(state[0], lastPosition);
    return fillOneByOne(begin, end, {moved, state[1]});
  }

  /// Fills a plane from vectors of inputs, until there are too many misses.
  Values fillVectors(Value begin, Value end, Values state) {
    Values inits = {begin, state[0], state[1]};
    SmallVector<Type> types(ValueRange(inits).getTypes());
    auto loop = scf::WhileOp::create(
        u.b, u.loc, types, inits,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value goesOn = u.both(u.isBelow(carried[0], end),
                                u.negate(u.isBelow(limit, carried[2])));
          scf::ConditionOp::create(u.b, u.loc, goesOn, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          Value next = fillVectorsInRing(carried[0], end, carried[1]);
          Values moved = u.ifElse(
              u.isBelow(next, end),
              [&] {
                return fillNextVector(next, end, {carried[1], carried[2]});
              },
              [&] { return Values{next, carried[1], carried[2]}; });
          scf::YieldOp::create(u.b, u.loc, moved);
        });
    return {loop.getResult(1), loop.getResult(2)};
  }

  /// Returns where the vector at a position starts. The last vector may overlap
  /// the one before: the same values written again in order change nothing.
  Value getVectorBegin(Value position, Value end) {
    return u.minimum(position, u.subtract(end, kUnpoolVectorLength));
  }

  /// Stores vectors of inputs while all their indices are in the ring. Returns
  /// the position of the first other vector.
  Value fillVectorsInRing(Value begin, Value end, Value ringBegin) {
    std::pair<Value, Value> inRing = getIndicesInRing(ringBegin);
    auto loop = scf::WhileOp::create(
        u.b, u.loc, begin.getType(), begin,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value isInRing = u.ifElse(
              u.isBelow(carried[0], end),
              [&] {
                Value indices = u.loadIndices(getVectorBegin(carried[0], end));
                return u.areInside(indices, inRing.first, inRing.second);
              },
              [&] { return u.boolean(false); });
          scf::ConditionOp::create(u.b, u.loc, isInRing, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          // Inputs are stored in order: of equal indices the last wins (U4).
          Value length = u.constant(kUnpoolVectorLength);
          Value first = getVectorBegin(carried[0], end);
          u.forEach(u.constant(0), length, 1, [&](Value i) {
            Value at = u.add(first, i);
            ring.store(u.loadValue(at), u.add(u.loadIndex(at), u.misalignment));
          });
          scf::YieldOp::create(u.b, u.loc, u.add(carried[0], length));
        });
    return loop.getResult(0);
  }

  /// Handles a vector with an index outside of the ring. Moves the ring forward
  /// if it then holds all the indices, else writes the inputs one by one.
  /// Returns the next position and the state.
  Values fillNextVector(Value position, Value end, Values state) {
    Value begin = getVectorBegin(position, end);
    Value indices = u.loadIndices(begin);
    Values moved = moveRing(indices, state[0]);
    return u.ifElse(
        moved[1], [&] { return Values{position, moved[0], state[1]}; },
        [&] {
          Value length = u.constant(kUnpoolVectorLength);
          Values next =
              fillOneByOne(begin, u.add(begin, length), {moved[0], state[1]});
          next.insert(next.begin(), u.add(position, length));
          return next;
        });
  }

  /// Returns the indices that are in both the ring and the plane: the first one
  /// and their number.
  std::pair<Value, Value> getIndicesInRing(Value ringBegin) {
    Value begin = u.signedMaximum(ringBegin, planeBegin);
    return {u.subtract(begin, u.misalignment), getSizeFrom(begin, ringBegin)};
  }

  /// Returns the number of line positions from `begin` to the end of the ring
  /// or of the plane; 0 if the ring ends before the plane starts.
  Value getSizeFrom(Value begin, Value ringBegin) {
    Value end = u.signedMinimum(u.add(ringBegin, ring.getSize()), planeEnd);
    return u.signedMaximum(u.subtract(end, begin), u.constant(0));
  }

  /// Moves the ring forward to the largest index of a vector, if all indices
  /// are inside of the plane. Returns the ring's first line position and an i1:
  /// whether all indices are in the ring.
  Values moveRing(Value indices, Value ringBegin) {
    Value inPlane = u.areInside(indices, planeIndex, planes.outputSize);
    return u.ifElse(
        inPlane,
        [&] {
          Value last = vector::ReductionOp::create(
              u.b, u.loc, vector::CombiningKind::MAXUI, indices);
          Value moved = ring.advance(ringBegin, u.add(last, u.misalignment));
          auto [begin, size] = getIndicesInRing(moved);
          return Values{moved, u.areInside(indices, begin, size)};
        },
        [&] { return Values{ringBegin, u.boolean(false)}; });
  }

  /// Writes inputs one by one. Indices may lie before the ring. They lie after
  /// it only if some index of the vector is outside of the plane.
  Values fillOneByOne(Value begin, Value end, Values state) {
    Value count =
        u.forEach(begin, end, 1, {state[1]}, [&](Value i, ValueRange carried) {
          Value index = u.loadIndex(i);
          Value isReachable = u.isBelow(u.subtract(index, planeIndex),
                                        getSizeFrom(planeBegin, state[0]));
          return u.ifElse(
              isReachable,
              [&] { return Values{fillOne(i, index, state[0], carried[0])}; },
              [&] { return Values{u.add(limit, 1)}; });
        })[0];
    return {state[0], count};
  }

  /// Writes an input that lies in the plane and not after the ring. Returns the
  /// number of misses.
  Value fillOne(Value i, Value index, Value ringBegin, Value misses) {
    Value position = u.add(index, u.misalignment);
    return u.ifElse(
        u.isBelow(position, ringBegin),
        [&] {
          // The input is a miss: its line is already in the destination, maybe
          // written past the caches. It overwrites an earlier input (U4).
          createStoreFence(u.b, u.loc);
          u.storeToDest(u.loadValue(i), index);
          return u.add(misses, 1);
        },
        [&] {
          ring.store(u.loadValue(i), position);
          return misses;
        });
  }

  UnpoolBuilder &u;
  const UnpoolPlanes &planes;
  Value first, last;
  UnpoolRingBuffer ring;
  /// The largest number of misses with which the task goes on.
  Value limit;
  /// The first index of the current plane, and its line positions
  /// [planeBegin, planeEnd).
  Value planeIndex, planeBegin, planeEnd;
};

} // namespace

Value emitUnpoolPlanes(UnpoolBuilder &u, const UnpoolPlanes &planes) {
  Value ringSize = UnpoolRingBuffer::chooseSize(u, planes.rowSpan);
  Value grain =
      u.ceilDivide(u.constant(u.getTaskElements()), planes.outputSize);
  UnpoolFlag flag(u);
  u.parallelForEach(planes.count, grain, [&](Value first) {
    u.ifThen(u.negate(flag.isRaised()), [&] {
      Value last = u.minimum(u.add(first, grain), planes.count);
      Value gaveUp = PlaneTask(u, planes, ringSize, first, last).emit();
      u.ifThen(gaveUp, [&] { flag.raise(); });
    });
  });
  return flag.finish();
}

} // namespace dml
