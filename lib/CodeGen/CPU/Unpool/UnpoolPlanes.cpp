//===- UnpoolPlanes.cpp - dml.unpool: planes from their own inputs --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// One late value in so many, and the partition is faster.
constexpr int64_t kInputsPerLate = 32;
constexpr int64_t kMinLate = 16;

/// Fills a task's planes. Two values are carried through its loops: where the
/// window begins, and how many misses there were, that is, values too late for
/// the window, or more than the limit where an index is outside of its plane.
class PlaneTask {
public:
  PlaneTask(UnpoolBuilder &u, const UnpoolPlanes &planes, Value windowSize,
            Value first, Value last)
      : u(u), planes(planes), first(first), last(last),
        window(u, windowSize, getPlaneBegin(first), getPlaneBegin(last)) {
    Value inputs = u.multiply(u.subtract(last, first), planes.inputSize);
    limit = u.add(u.divide(inputs, u.constant(kInputsPerLate)),
                  u.constant(kMinLate));
  }

  /// Yields whether it gave up.
  Value run() {
    Values state = u.forEach(first, last, 1, {window.getStart(), u.constant(0)},
                             [&](Value plane, ValueRange carried) {
                               return fillPlane(plane, Values(carried));
                             });
    window.finish(state[0]);
    u.ifThen(u.isNonTemporal, [&] { createStoreFence(u.b, u.loc); });
    return u.isBelow(limit, state[1]);
  }

private:
  /// As a line position.
  Value getPlaneBegin(Value plane) {
    return u.add(u.multiply(plane, planes.outputSize), u.phase);
  }

  Values fillPlane(Value plane, Values state) {
    Value begin = u.multiply(plane, planes.inputSize);
    Value end = u.add(begin, planes.inputSize);
    planeIndex = u.multiply(plane, planes.outputSize);
    planeBegin = u.add(planeIndex, u.phase);
    planeEnd = u.add(planeBegin, planes.outputSize);
    Value chunk = u.constant(kUnpoolChunk);
    return u.ifElse(
        u.isBelow(planes.inputSize, chunk),
        [&] { return fillSmallPlane(begin, end, state); },
        [&] { return fillChunks(begin, end, state); });
  }

  /// Too few inputs for a chunk: puts the end of the plane into the window.
  Values fillSmallPlane(Value begin, Value end, Values state) {
    Value lastPosition = u.subtract(planeEnd, u.constant(1));
    Value moved = window.advance(state[0], lastPosition);
    return fillOneByOne(begin, end, {moved, state[1]});
  }

  /// Chunks of inputs, until there were too many misses.
  Values fillChunks(Value begin, Value end, Values state) {
    Values inits = {begin, state[0], state[1]};
    SmallVector<Type> types(ValueRange(inits).getTypes());
    auto loop = scf::WhileOp::create(
        u.b, u.loc, types, inits,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value goesOn = u.both(u.isBelow(carried[0], end),
                                u.invert(u.isBelow(limit, carried[2])));
          scf::ConditionOp::create(u.b, u.loc, goesOn, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          Value next = fillChunksInWindow(carried[0], end, carried[1]);
          Values moved = u.ifElse(
              u.isBelow(next, end),
              [&] {
                return fillNextChunk(next, end, {carried[1], carried[2]});
              },
              [&] { return Values{next, carried[1], carried[2]}; });
          scf::YieldOp::create(u.b, u.loc, moved);
        });
    return {loop.getResult(1), loop.getResult(2)};
  }

  /// The last chunk may overlap the one before it: values written once more, in
  /// the same order, change nothing.
  Value getChunkBegin(Value position, Value end) {
    return u.minimum(position, u.subtract(end, u.constant(kUnpoolChunk)));
  }

  /// Chunks as long as all their indices are in the window. Yields where the
  /// first other one is.
  Value fillChunksInWindow(Value begin, Value end, Value windowBegin) {
    std::pair<Value, Value> inWindow = getIndicesInWindow(windowBegin);
    auto loop = scf::WhileOp::create(
        u.b, u.loc, begin.getType(), begin,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value isInWindow = u.ifElse(
              u.isBelow(carried[0], end),
              [&] {
                Value indices = u.loadIndices(getChunkBegin(carried[0], end));
                return Values{
                    u.areInside(indices, inWindow.first, inWindow.second)};
              },
              [&] { return Values{u.boolean(false)}; })[0];
          scf::ConditionOp::create(u.b, u.loc, isInWindow, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          // In input order, so that of equal indices the last wins (U4).
          Value chunk = u.constant(kUnpoolChunk);
          Value first = getChunkBegin(carried[0], end);
          u.forEach(u.constant(0), chunk, 1, [&](Value i) {
            Value at = u.add(first, i);
            window.store(u.loadValue(at), u.add(u.loadIndex(at), u.phase));
          });
          scf::YieldOp::create(u.b, u.loc, u.add(carried[0], chunk));
        });
    return loop.getResult(0);
  }

  /// A chunk with an index outside of the window: moves the window on if that
  /// puts all of them into it, else writes one value after the other. Yields
  /// the next position as well.
  Values fillNextChunk(Value position, Value end, Values state) {
    Value begin = getChunkBegin(position, end);
    Value indices = u.loadIndices(begin);
    Values moved = moveWindow(indices, state[0]);
    return u.ifElse(
        moved[1], [&] { return Values{position, moved[0], state[1]}; },
        [&] {
          Value chunk = u.constant(kUnpoolChunk);
          Values next =
              fillOneByOne(begin, u.add(begin, chunk), {moved[0], state[1]});
          next.insert(next.begin(), u.add(position, chunk));
          return next;
        });
  }

  /// The first index in the window and in the plane, and the number of them.
  std::pair<Value, Value> getIndicesInWindow(Value windowBegin) {
    Value begin = u.signedMaximum(windowBegin, planeBegin);
    return {u.subtract(begin, u.phase), getSizeFrom(begin, windowBegin)};
  }

  /// Positions from `begin` to where the window or the plane ends; nothing if
  /// the window still lies before the plane.
  Value getSizeFrom(Value begin, Value windowBegin) {
    Value end = u.signedMinimum(u.add(windowBegin, window.getSize()), planeEnd);
    return u.signedMaximum(u.subtract(end, begin), u.constant(0));
  }

  /// Moves the window on to the last of some indices, if they are all inside of
  /// the plane. Yields where it is then, and whether all are in it.
  Values moveWindow(Value indices, Value windowBegin) {
    Value inPlane = u.areInside(indices, planeIndex, planes.outputSize);
    return u.ifElse(
        inPlane,
        [&] {
          Value last = vector::ReductionOp::create(
              u.b, u.loc, vector::CombiningKind::MAXUI, indices);
          Value moved = window.advance(windowBegin, u.add(last, u.phase));
          auto [begin, size] = getIndicesInWindow(moved);
          return Values{moved, u.areInside(indices, begin, size)};
        },
        [&] { return Values{windowBegin, u.boolean(false)}; });
  }

  /// Inputs whose indices may lie before the window; not after it, but where
  /// others of the chunk are outside of the plane.
  Values fillOneByOne(Value begin, Value end, Values state) {
    Value count =
        u.forEach(begin, end, 1, {state[1]}, [&](Value i, ValueRange carried) {
          Value index = u.loadIndex(i);
          Value isKnown = u.isBelow(u.subtract(index, planeIndex),
                                    getSizeFrom(planeBegin, state[0]));
          return u.ifElse(
              isKnown,
              [&] { return Values{fillOne(i, index, state[0], carried[0])}; },
              [&] { return Values{u.add(limit, u.constant(1))}; });
        })[0];
    return {state[0], count};
  }

  /// Yields the number of misses.
  Value fillOne(Value i, Value index, Value windowBegin, Value misses) {
    Value position = u.add(index, u.phase);
    return u.ifElse(
        u.isBelow(position, windowBegin),
        [&] {
          // Its line has been written, maybe past the caches. It comes later in
          // the input than what was written there.
          createStoreFence(u.b, u.loc);
          u.storeToDest(u.loadValue(i), index);
          return Values{u.add(misses, u.constant(1))};
        },
        [&] {
          window.store(u.loadValue(i), position);
          return Values{misses};
        })[0];
  }

  UnpoolBuilder &u;
  const UnpoolPlanes &planes;
  Value first, last;
  UnpoolWindow window;
  /// Most misses before giving up.
  Value limit;
  /// Of the current plane: its first index, and its line positions.
  Value planeIndex, planeBegin, planeEnd;
};

} // namespace

Value emitUnpoolPlanes(UnpoolBuilder &u, const UnpoolPlanes &planes) {
  Value windowSize = UnpoolWindow::chooseSize(u, planes.rowSpan);
  Value grain =
      u.ceilDivide(u.constant(u.getTaskElements()), planes.outputSize);
  UnpoolFlag flag(u);
  u.parallelForEach(planes.count, grain, [&](Value first) {
    u.ifThen(u.invert(flag.isRaised()), [&] {
      Value last = u.minimum(u.add(first, grain), planes.count);
      Value gaveUp = PlaneTask(u, planes, windowSize, first, last).run();
      u.ifThen(gaveUp, [&] { flag.raise(); });
    });
  });
  return flag.finish();
}

} // namespace dml
