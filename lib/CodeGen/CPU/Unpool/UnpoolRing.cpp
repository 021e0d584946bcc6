//===- UnpoolRing.cpp - Unpooling through a ring buffer on the CPU --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolScatter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

namespace {

/// The bytes of the destination that a task writes at least: starting the task
/// takes little time beside that.
constexpr int64_t kRingTaskBytes = 256 << 10;
/// The bytes that leave the ring buffer at a time, where rows are short. Lines
/// of more would fill the store buffer, and following inputs wait for it.
constexpr int64_t kStepBytes = 1 << 10;
/// The bytes of planes that leave together, where a plane has less.
constexpr int64_t kPlaneStepBytes = 8 << 10;
/// The most rows of inputs at either side of one that may point to its outputs.
constexpr int64_t kMaxHaloRows = 4;
/// A task has as many times more rows of inputs than it reads of its neighbour.
constexpr int64_t kOwnRowsPerHaloRow = 8;

/// A task takes steps: some rows of inputs each, or several small planes. Each
/// row of inputs has its place in the plane of the destination. An input may
/// point to the place of its row and to those of some rows at either side.
/// There is at least one input.
class RingEmitter : public UnpoolScatter {
public:
  RingEmitter(const UnpoolBuilder &u, const UnpoolPlanes &planes)
      : UnpoolScatter(u), planes(planes), line(getLineElements()) {
    int64_t elements = kStepBytes / kLineBytes * line;
    Value inputRows = planes.inputRows;
    inputPlane = multiply(inputRows, getRowSize(planes.inputColumns));
    outputPlane = multiply(planes.outputRows, getRowSize(planes.outputColumns));
    haloRows = countHaloRows();
    int64_t planeElements = kPlaneStepBytes / kLineBytes * line;
    Value wanted =
        select(isLessUnsigned(outputPlane, planeElements), constant(1),
               minimum(maximum(divide(outputPlane, elements), 1), inputRows));
    rows = ceilDivide(inputRows, wanted);
    steps = ceilDivide(inputRows, rows);
    numPlanes = constant(1);
    if (channels == 1)
      numPlanes =
          select(isEqual(steps, 1),
                 maximum(divide(constant(planeElements), outputPlane), 1), 1);
    Value seenRows = minimum(add(rows, multiply(haloRows, 2)), inputRows);
    ringSize = roundUpToPowerOf2(
        add(multiply(countOutputs(seenRows), numPlanes), 2 * line));
  }

  /// Whether the ring buffer fits.
  Value canEmit() {
    return isLessUnsigned(ringSize,
                          kMaxUnpoolRingBytes / kLineBytes * line + 1);
  }

  /// Returns an i1: whether the caller must fall back.
  Value emit() {
    Value counter =
        memref::AllocOp::create(b, loc, MemRefType::get({}, b.getI64Type()));
    auto addToCounter = [&](Value count) -> Value {
      return memref::AtomicRMWOp::create(b, loc, arith::AtomicRMWKind::addi,
                                         count, counter, ValueRange());
    };
    auto asCount = [&](Value value) -> Value {
      return arith::IndexCastOp::create(b, loc, b.getI64Type(), value);
    };
    Value none = arith::ConstantIntOp::create(b, loc, 0, 64);
    // Tasks of which most inputs point elsewhere add this, for others to stop:
    // more than all inputs (T2), and little enough to add once a thread.
    Value givenUp = constantLike(none, int64_t(1) << 40);
    memref::StoreOp::create(b, loc, none, counter);
    Value grain = ceilDivide(constant(kRingTaskBytes / kLineBytes * line),
                             multiply(countOutputs(rows), numPlanes));
    Value moreSteps =
        ceilDivide(multiply(haloRows, 2 * kOwnRowsPerHaloRow), rows);
    grain = select(isEqual(steps, 1), grain, maximum(grain, moreSteps));
    Value numSteps = multiply(ceilDivide(planes.count, numPlanes), steps);
    parallelForEach(numSteps, grain, [&](Value first) {
      ifThen(isLessUnsigned(addToCounter(none), givenUp), [&] {
        Value last = minimum(add(first, grain), numSteps);
        auto [count, own] = runTask(first, last);
        Value isGood = isLessUnsigned(own, multiply(count, 2));
        addToCounter(select(isGood, asCount(count), givenUp));
      });
    });
    Value count = memref::LoadOp::create(b, loc, counter, ValueRange());
    memref::DeallocOp::create(b, loc, counter);
    return isNotEqual(count, asCount(numInputs));
  }

private:
  /// How many rows beside one may have inputs that point to its outputs, where
  /// sizes suggest pooling as PoolAxis::guess says: one, or more if windows
  /// overlap or begin in much padding.
  Value countHaloRows() {
    Value inputs = planes.inputRows, outputs = planes.outputRows;
    Value twice = multiply(inputs, 2);
    Value stride = maximum(divide(add(multiply(outputs, 2), inputs), twice), 1);
    Value lastHome = multiply(subtract(inputs, 1), stride);
    Value rowsOfLast = signedMaximum(subtract(outputs, lastHome), 0);
    Value overlap = divide(rowsOfLast, stride);
    // The last home is behind the result only if padding is at least half of a
    // window. A window of four rows then begins two rows before its home.
    Value least = select(isEqual(rowsOfLast, 0),
                         ceilDivide(constant(2), stride), constant(1));
    return minimum(maximum(overlap, least), kMaxHaloRows);
  }

  /// The first row of the destination at the place of a row of inputs.
  Value getOutputRow(Value row) {
    return divide(multiply(row, planes.outputRows), planes.inputRows);
  }

  /// The most elements of the destination at the place of some rows.
  Value countOutputs(Value inputRows) {
    Value outputRows =
        ceilDivide(multiply(inputRows, planes.outputRows), planes.inputRows);
    return multiply(add(outputRows, 1), getRowSize(planes.outputColumns));
  }

  /// The elements of a row of all channels.
  Value getRowSize(Value columns) { return multiply(columns, channels); }

  Value roundUpToPowerOf2(Value size) {
    Type type = b.getI64Type();
    Value number =
        b.createOrFold<arith::IndexCastOp>(loc, type, subtract(size, 1));
    Value bits = b.createOrFold<math::CountLeadingZerosOp>(loc, number);
    Value one = constantLike(number, 1);
    Value rounded = shiftLeft(one, subtract(constantLike(number, 64), bits));
    return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), rounded);
  }

  /// Where a step begins.
  struct Place {
    /// The first plane and the first row of inputs there.
    Value plane, row;
    /// The first row of the destination that inputs from here on may point to.
    Value outputRow;
    /// The element of the destination that this row begins with.
    Value output;
  };

  Place getPlace(Value step) {
    Place place;
    place.plane =
        minimum(multiply(divide(step, steps), numPlanes), planes.count);
    place.row = multiply(remainder(step, steps), rows);
    place.outputRow =
        getOutputRow(subtract(maximum(place.row, haloRows), haloRows));
    place.output =
        multiply(add(multiply(place.plane, planes.outputRows), place.outputRow),
                 getRowSize(planes.outputColumns));
    return place;
  }

  /// Returns how many inputs the steps [first, last) wrote, and how many they
  /// have.
  std::pair<Value, Value> runTask(Value first, Value last) {
    Value stack = saveStack();
    // The line behind the ring is for what points elsewhere.
    Value ring = allocateStage(add(ringSize, line));
    Value places = allocatePlaces();
    Value begin = add(getPlace(first).output, misalignment);
    Value end = getPlace(last).output;
    Values results = forEach(
        first, last, 1, {constant(0), constant(0), begin},
        [&](Value step, ValueRange carried) {
          Place place = getPlace(step);
          auto [count, own] =
              runStep(place, isEqual(step, first), end, ring, places);
          Value next = add(step, 1);
          Value done =
              roundDown(add(getPlace(next).output, misalignment), line);
          done = select(isEqual(next, last), add(end, misalignment),
                        maximum(done, carried[2]));
          flush(carried[2], done, ring);
          return Values{add(carried[0], count), add(carried[1], own), done};
        });
    createStoreFence(bypassesCache);
    restoreStack(stack);
    return {results[0], results[1]};
  }

  /// Writes the inputs of a step to the ring, and with the first step of a task
  /// those that the task before has and that may point to its rows too.
  std::pair<Value, Value> runStep(const Place &place, Value isFirst, Value end,
                                  Value ring, Value places) {
    Value inputRow = getRowSize(planes.inputColumns);
    Value outputRow = getRowSize(planes.outputColumns);
    Value lastRow = minimum(add(place.row, rows), planes.inputRows);
    Value numMore =
        subtract(minimum(numPlanes, subtract(planes.count, place.plane)), 1);
    Value earlierRows =
        select(isFirst, minimum(place.row, multiply(haloRows, 2)), 0);
    Value plane = multiply(place.plane, inputPlane);
    Value more = multiply(numMore, inputPlane);
    Value from =
        add(plane, multiply(subtract(place.row, earlierRows), inputRow));
    Value to = add(plane, add(multiply(lastRow, inputRow), more));
    Value own = subtract(subtract(to, from), multiply(earlierRows, inputRow));

    Value lastOutputRow =
        getOutputRow(minimum(add(lastRow, haloRows), planes.inputRows));
    Value outputs = multiply(place.plane, outputPlane);
    Value seenEnd =
        minimum(end, add(add(outputs, multiply(lastOutputRow, outputRow)),
                         multiply(numMore, outputPlane)));
    UnpoolTarget target = {ring,
                           place.output,
                           subtract(seenEnd, place.output),
                           add(place.output, misalignment),
                           ringSize,
                           /*elsewhere=*/ringSize};
    if (channels > 1) {
      target.planeSize = multiply(planes.outputRows, planes.outputColumns);
      target.begin =
          add(multiply(multiply(place.plane, channels), target.planeSize),
              multiply(place.outputRow, planes.outputColumns));
      target.size = divide(target.size, channels);
    }
    return {writeInputs(from, to, target, places), own};
  }

  /// Moves the line positions [begin, end) from the ring to the destination.
  void flush(Value begin, Value end, Value ring) {
    Value zero = arith::getZeroConstant(b, loc, getBitsType());
    Value zeros = arith::getZeroConstant(b, loc, getLineType(getBitsType()));
    Value last = subtract(ringSize, 1);
    auto moveElements = [&](Value from, Value to) {
      forEach(from, to, 1, [&](Value at) {
        Value place = bitAnd(at, last);
        store(load(ring, place), dest, subtract(at, misalignment));
        store(zero, ring, place);
      });
    };
    // Other threads may write the other elements of the first and last line.
    Value firstLine = minimum(roundUp(begin, line), end);
    Value lastLine = maximum(roundDown(end, line), firstLine);
    moveElements(begin, firstLine);
    chooseStore(bypassesCache, LineStore::Aligned, [&](LineStore kind) {
      forEach(firstLine, lastLine, line, [&](Value at) {
        Value place = bitAnd(at, last);
        storeLine(loadLine(ring, place), dest, subtract(at, misalignment),
                  kind);
        storeLine(zeros, ring, place, LineStore::Aligned);
      });
    });
    moveElements(lastLine, end);
  }

  const UnpoolPlanes &planes;
  int64_t line;
  /// The elements of a plane of inputs and of one of the destination.
  Value inputPlane, outputPlane;
  /// Steps of a plane, the rows of inputs of a step, and those beside it.
  Value steps, rows, haloRows;
  /// The planes of a step, if it has whole ones.
  Value numPlanes;
  /// The elements of the ring buffer.
  Value ringSize;
};

} // namespace

Value emitUnpoolRing(const UnpoolBuilder &u, const UnpoolPlanes &planes) {
  RingEmitter ring(u, planes);
  return ring.ifElse(
      ring.canEmit(), [&] { return ring.emit(); },
      [&] { return ring.boolean(true); });
}

} // namespace dml
