//===- UnpoolDirect.cpp - Unpooling without reordering on the CPU ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are written in order, on cleared memory that stays in a cache: the
// destination itself, if it is small, or each of its blocks.
//
//===----------------------------------------------------------------------===//

#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

namespace {

/// The bytes of the destination that a task writes at least: starting the task
/// takes little time beside that.
constexpr int64_t kBlockTaskBytes = 256 << 10;
/// The bytes of a block, if it then has enough rows: it fits the first-level
/// cache.
constexpr int64_t kBlockBytes = 8 << 10;
/// The largest block, which must fit a thread's stack.
constexpr int64_t kMaxBlockBytes = 512 << 10;

/// A part of the destination, somewhere in memory.
struct Target {
  Value buffer;
  /// The index of the part's first element, its elements of a channel, and
  /// where in the buffer it is.
  Value begin, size, position;
  /// A place in the buffer for what does not belong to the part, if there is
  /// one: a store there costs less than a branch that is not predictable.
  Value elsewhere = {};
  /// The elements of a channel's plane. Null if there is one channel.
  Value planeSize = {};
};

class DirectEmitter : public UnpoolBuilder {
public:
  explicit DirectEmitter(const UnpoolBuilder &u) : UnpoolBuilder(u) {}

  /// Writes the inputs [first, last) that point into the target, in order: of
  /// equal indices the last wins (U4). The first one is of the first channel.
  /// Returns their number.
  Value writeInputs(Value first, Value last, const Target &target) {
    auto writeOneByOne = [&](Value from, Value to, Value count) {
      return forEach(from, to, 1, {count}, [&](Value input, ValueRange counts) {
        Value channel = remainder(subtract(input, first), channels);
        Value offset = getOffset(loadIndex(input), channel, target);
        Value isInside = isLessUnsigned(offset, target.size);
        ifThen(isInside, [&] {
          store(load(values, input), target.buffer,
                getPlace(offset, channel, target));
        });
        return Values{select(isInside, add(counts[0], 1), counts[0])};
      });
    };
    Value size = subtract(last, first);
    Value vectorsEnd = add(first, roundDown(size, kUnpoolVectorLength));
    Value count = forEach(
        first, vectorsEnd, kUnpoolVectorLength, {constant(0)},
        [&](Value from, ValueRange counts) {
          prefetchInputs(from);
          Value lanes = getChannels(subtract(from, first));
          Value offsets = getOffset(loadIndices(from), lanes, target);
          Value inside = isLessUnsigned(offsets, splat(target.size));
          Value bits = getBits(inside);
          auto writeAll = [&] {
            Value at = getPlace(offsets, lanes, target);
            if (target.elsewhere)
              at = select(inside, at, splat(target.elsewhere));
            writeVector(from, at, target.buffer);
            Value number = arith::IndexCastUIOp::create(
                b, loc, b.getIndexType(), math::CtPopOp::create(b, loc, bits));
            return Values{add(counts[0], number)};
          };
          if (target.elsewhere)
            return ifElse(isNotEqual(bits, constantLike(bits, 0)), writeAll,
                          [&] { return Values(counts); });
          return ifElse(
              isNotEqual(bits, constantLike(bits, -1)),
              [&] {
                return writeOneByOne(from, add(from, kUnpoolVectorLength),
                                     counts[0]);
              },
              writeAll);
        })[0];
    return writeOneByOne(vectorsEnd, last, count)[0];
  }

private:
  Value splat(Value value) { return broadcast(value, kUnpoolVectorLength); }

  /// The same for each lane where `like` is a vector.
  Value splatLike(Value value, Value like) {
    return isa<VectorType>(like.getType()) ? splat(value) : value;
  }

  /// The channels of a vector of inputs that begins at this distance from one
  /// of the first channel.
  Value getChannels(Value distance) {
    if (channels == 1)
      return splat(constant(0));
    auto type = VectorType::get(kUnpoolVectorLength, b.getIndexType());
    Value lanes = arith::ConstantOp::create(
        b, loc,
        DenseElementsAttr::get(
            type,
            llvm::map_to_vector(llvm::seq<int64_t>(kUnpoolVectorLength),
                                [](int64_t lane) { return APInt(64, lane); })));
    Value numbers = add(splat(remainder(distance, channels)), lanes);
    Value count = splat(constant(channels));
    if (channels >= kUnpoolVectorLength)
      return select(isLessUnsigned(numbers, count), numbers,
                    subtract(numbers, count));
    // Numbers are less than twice the length, so the quotients are exact.
    constexpr int64_t shift = 16;
    Value reciprocal =
        splat(constant(llvm::divideCeil(int64_t(1) << shift, channels)));
    Value quotients = arith::ShRUIOp::create(
        b, loc, multiply(numbers, reciprocal), splat(constant(shift)));
    return subtract(numbers, multiply(quotients, count));
  }

  /// From the part's first element of a channel to the one with an index.
  Value getOffset(Value index, Value channel, const Target &target) {
    Value offset = subtract(index, splatLike(target.begin, index));
    if (channels == 1)
      return offset;
    return subtract(offset,
                    multiply(channel, splatLike(target.planeSize, index)));
  }

  Value getPlace(Value offset, Value channel, const Target &target) {
    if (channels > 1)
      offset =
          add(multiply(offset, splatLike(constant(channels), offset)), channel);
    return add(offset, splatLike(target.position, offset));
  }

  /// A mask as an integer.
  Value getBits(Value mask) {
    Type bits = b.getIntegerType(kUnpoolVectorLength);
    auto asBits =
        vector::BitCastOp::create(b, loc, VectorType::get(1, bits), mask);
    return vector::ExtractOp::create(b, loc, asBits, int64_t(0));
  }

  /// Stores the inputs of a vector at these positions of a buffer, in order.
  void writeVector(Value first, Value positions, Value buffer) {
    for (int64_t i = 0; i < kUnpoolVectorLength; ++i)
      store(load(values, add(first, i)), buffer,
            vector::ExtractOp::create(b, loc, positions, i));
  }
};

/// The most rows of inputs that a block reads at either side of its own, and
/// the fewest rows of its own for each of these.
constexpr int64_t kMaxHaloRows = 4, kOwnRowsPerHaloRow = 4;

/// Fills blocks of rows, or of several small planes, on a thread's stack. A
/// block of rows reads the rows of inputs at its place of the plane, and some
/// more at either side. There are inputs.
class BlockEmitter : public DirectEmitter {
public:
  BlockEmitter(const UnpoolBuilder &u, const UnpoolPlanes &planes)
      : DirectEmitter(u), planes(planes), line(getLineElements()) {
    int64_t elements = kBlockBytes / kLineBytes * line;
    Value inputRows = planes.inputRows;
    inputPlane = multiply(inputRows, getRowSize(planes.inputColumns));
    outputPlane = multiply(planes.outputRows, getRowSize(planes.outputColumns));
    haloRows = countHaloRows();
    Value wanted =
        minimum(maximum(divide(outputPlane, elements), 1), inputRows);
    rows = ceilDivide(inputRows, wanted);
    // Neighbouring blocks both read the rows between them, so tall blocks read
    // fewer rows twice.
    Value moreRows = maximum(
        rows, minimum(multiply(haloRows, kOwnRowsPerHaloRow), inputRows));
    rows = select(fits(getStageSize(getBlockSize(moreRows))), moreRows, rows);
    blocks = ceilDivide(inputRows, rows);
    numPlanes = constant(1);
    if (channels == 1)
      numPlanes =
          select(isEqual(blocks, 1),
                 maximum(divide(constant(elements), outputPlane), 1), 1);
    blockSize = multiply(getBlockSize(rows), numPlanes);
    stageSize = getStageSize(blockSize);
  }

  /// Whether blocks fit.
  Value canEmit() { return fits(stageSize); }

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
    Value grain =
        ceilDivide(constant(kBlockTaskBytes / kLineBytes * line), blockSize);
    Value numBlocks = multiply(ceilDivide(planes.count, numPlanes), blocks);
    parallelForEach(numBlocks, grain, [&](Value first) {
      ifThen(isLessUnsigned(addToCounter(none), givenUp), [&] {
        Value last = minimum(add(first, grain), numBlocks);
        auto [count, own] = fillBlocks(first, last);
        Value isGood = isLessUnsigned(own, multiply(count, 2));
        addToCounter(select(isGood, asCount(count), givenUp));
      });
    });
    Value count = memref::LoadOp::create(b, loc, counter, ValueRange());
    memref::DeallocOp::create(b, loc, counter);
    return isNotEqual(count, asCount(numInputs));
  }

private:
  /// How many rows beside a block may have inputs that point into it, where
  /// sizes suggest pooling as PoolAxis::guess says: one, or more if windows
  /// overlap.
  Value countHaloRows() {
    Value inputs = planes.inputRows, outputs = planes.outputRows;
    Value twice = multiply(inputs, 2);
    Value stride = maximum(divide(add(multiply(outputs, 2), inputs), twice), 1);
    Value lastHome = multiply(subtract(inputs, 1), stride);
    Value rowsOfLast = signedMaximum(subtract(outputs, lastHome), constant(0));
    Value overlap = divide(rowsOfLast, stride);
    return minimum(maximum(overlap, 1), kMaxHaloRows);
  }

  /// The most elements of a block that has so many rows of inputs.
  Value getBlockSize(Value inputRows) {
    Value outputRows =
        ceilDivide(multiply(inputRows, planes.outputRows), planes.inputRows);
    return multiply(add(outputRows, 1), getRowSize(planes.outputColumns));
  }

  /// The elements of a row of all channels.
  Value getRowSize(Value columns) { return multiply(columns, channels); }

  /// The elements of the cache lines that a block lies in.
  Value getStageSize(Value elements) {
    return roundUp(add(elements, line - 1), line);
  }

  Value fits(Value elements) {
    return isLessUnsigned(elements, kMaxBlockBytes / kLineBytes * line);
  }

  /// Returns how many inputs were written, and how many the blocks have.
  std::pair<Value, Value> fillBlocks(Value first, Value last) {
    Value stack = saveStack();
    Value stage = allocateStage(add(stageSize, line));
    Values counts =
        forEach(first, last, 1, {constant(0), constant(0)},
                [&](Value block, ValueRange carried) {
                  auto [count, own] = fillBlock(block, stage);
                  return Values{add(carried[0], count), add(carried[1], own)};
                });
    finishTask(stack);
    return {counts[0], counts[1]};
  }

  std::pair<Value, Value> fillBlock(Value block, Value stage) {
    Value plane = multiply(divide(block, blocks), numPlanes);
    Value numMore =
        subtract(minimum(numPlanes, subtract(planes.count, plane)), 1);
    Value firstRow = multiply(remainder(block, blocks), rows);
    Value inputRows = planes.inputRows;
    Value lastRow = minimum(add(firstRow, rows), inputRows);
    auto getOutputRow = [&](Value row) {
      return divide(multiply(row, planes.outputRows), inputRows);
    };
    auto getOutput = [&](Value row) {
      return multiply(
          add(multiply(plane, planes.outputRows), getOutputRow(row)),
          getRowSize(planes.outputColumns));
    };
    auto getInput = [&](Value row) {
      return multiply(add(multiply(plane, inputRows), row),
                      getRowSize(planes.inputColumns));
    };
    Value begin = getOutput(firstRow);
    Value size = add(subtract(getOutput(lastRow), begin),
                     multiply(numMore, outputPlane));
    Target target = {stage, begin, size, {}, stageSize, {}};
    if (channels > 1) {
      target.planeSize = multiply(planes.outputRows, planes.outputColumns);
      target.begin =
          add(multiply(multiply(plane, channels), target.planeSize),
              multiply(getOutputRow(firstRow), planes.outputColumns));
      target.size = divide(size, channels);
    }
    Value lineBegin = add(begin, misalignment);
    Value stageBegin = roundDown(lineBegin, line);
    Value from = getInput(subtract(maximum(firstRow, haloRows), haloRows));
    Value more = multiply(numMore, inputPlane);
    Value to = add(getInput(minimum(add(lastRow, haloRows), inputRows)), more);
    target.position = subtract(lineBegin, stageBegin);
    Value count = writeInputs(from, to, target);
    copyToDest(lineBegin, add(lineBegin, size), stage, stageBegin);
    clear(stage, roundUp(add(size, line - 1), line));
    return {count, add(multiply(subtract(lastRow, firstRow),
                                getRowSize(planes.inputColumns)),
                       more)};
  }

  const UnpoolPlanes &planes;
  int64_t line;
  /// The elements of a plane of inputs and of one of the destination.
  Value inputPlane, outputPlane;
  /// Blocks of a plane, the rows of inputs of a block, and those beside it.
  Value blocks, rows, haloRows;
  /// The planes of a block, if it has whole ones.
  Value numPlanes;
  /// The most elements of a block, and of the cache lines that it lies in.
  Value blockSize, stageSize;
};

} // namespace

void emitUnpoolDirect(const UnpoolBuilder &builder) {
  DirectEmitter u(builder);
  Value zero = u.constant(0);
  Value element =
      arith::ConstantOp::create(u.b, u.loc, u.b.getZeroAttr(u.getBitsType()));
  u.forEach(zero, u.numOutputs, 1,
            [&](Value position) { u.store(element, u.dest, position); });
  Value count =
      u.writeInputs(zero, u.numInputs, {u.dest, zero, u.numOutputs, zero});
  u.ifThen(u.isLessUnsigned(count, u.numInputs),
           [&] { u.reportOutOfRange(zero, u.numInputs); });
}

Value emitUnpoolBlocks(const UnpoolBuilder &u, const UnpoolPlanes &planes) {
  BlockEmitter blocks(u, planes);
  return blocks.ifElse(
      blocks.canEmit(), [&] { return blocks.emit(); },
      [&] { return blocks.boolean(true); });
}

} // namespace dml
