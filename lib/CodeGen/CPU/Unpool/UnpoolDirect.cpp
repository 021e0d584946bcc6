//===- UnpoolDirect.cpp - Unpooling without reordering on the CPU ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Inputs are written in order, on cleared memory that stays in a cache: the
// destination itself, if it is small, or each of its blocks of rows.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

using Values = UnpoolBuilder::Values;

namespace {

/// A part of the destination, somewhere in memory.
struct Target {
  Value buffer;
  /// The part's first index and its elements, and where in the buffer it is.
  Value begin, size, position;
};

/// The bytes of the destination that a task writes at least: starting the task
/// takes little time beside that.
constexpr int64_t kBlockTaskBytes = 256 << 10;
/// The bytes of a block: of a first-level cache, but for blocks of one row.
constexpr int64_t kBlockBytes = 32 << 10;
/// The largest block, which must fit a thread's stack.
constexpr int64_t kMaxBlockBytes = 512 << 10;

void writeInput(UnpoolBuilder &u, Value input, const Target &target) {
  Value at =
      u.add(u.subtract(u.loadIndex(input), target.begin), target.position);
  memref::StoreOp::create(u.b, u.loc, u.loadValue(input), target.buffer, at);
}

/// Writes the inputs [first, last) that point into the target, in order: of
/// equal indices the last wins (U4). Returns their number.
Value writeInputs(UnpoolBuilder &u, Value first, Value last,
                  const Target &target) {
  auto writeOneByOne = [&](Value from, Value to, Value count) {
    return u.forEach(from, to, 1, {count}, [&](Value input, ValueRange counts) {
      Value offset = u.subtract(u.loadIndex(input), target.begin);
      Value isInside = u.isBelow(offset, target.size);
      u.ifThen(isInside, [&] { writeInput(u, input, target); });
      return Values{u.select(isInside, u.add(counts[0], 1), counts[0])};
    })[0];
  };
  Value size = u.subtract(last, first);
  Value vectorsEnd = u.add(first, u.roundDown(size, kUnpoolVectorLength));
  Value count = u.forEach(
      first, vectorsEnd, kUnpoolVectorLength, {u.constant(0)},
      [&](Value from, ValueRange counts) {
        Value to = u.add(from, kUnpoolVectorLength);
        return u.ifElse(
            u.areInside(u.loadIndices(from), target.begin, target.size),
            [&] {
              u.forEach(from, to, 1,
                        [&](Value input) { writeInput(u, input, target); });
              return Values{u.add(counts[0], kUnpoolVectorLength)};
            },
            [&] { return Values{writeOneByOne(from, to, counts[0])}; });
      })[0];
  return writeOneByOne(vectorsEnd, last, count);
}

/// Fills blocks of rows on a thread's stack. A block reads the rows of inputs
/// at its place of the plane, and one more at either side. There are inputs.
class BlockEmitter {
public:
  BlockEmitter(UnpoolBuilder &u, const UnpoolPlanes &planes)
      : u(u), planes(planes), line(u.getLineElements()) {
    int64_t elements = kBlockBytes / kLineBytes * line;
    Value planeSize = u.multiply(planes.outputRows, planes.outputColumns);
    Value inputRows = planes.inputRows;
    Value wanted =
        u.minimum(u.maximum(u.divide(planeSize, elements), 1), inputRows);
    rows = u.ceilDivide(inputRows, wanted);
    blocks = u.ceilDivide(inputRows, rows);
    Value outputRows =
        u.add(u.ceilDivide(u.multiply(rows, planes.outputRows), inputRows), 1);
    blockSize = u.multiply(outputRows, planes.outputColumns);
    stageSize = u.roundUp(u.add(blockSize, line - 1), line);
  }

  /// Whether blocks fit.
  Value canEmit() {
    return u.isBelow(stageSize, kMaxBlockBytes / kLineBytes * line);
  }

  /// Returns an i1: whether the caller must fall back.
  Value emit() {
    Value counter = memref::AllocOp::create(
        u.b, u.loc, MemRefType::get({}, u.b.getI64Type()));
    auto addToCounter = [&](Value count) -> Value {
      return memref::AtomicRMWOp::create(u.b, u.loc, arith::AtomicRMWKind::addi,
                                         count, counter, ValueRange());
    };
    auto asCount = [&](Value value) -> Value {
      return arith::IndexCastOp::create(u.b, u.loc, u.b.getI64Type(), value);
    };
    Value none = arith::ConstantIntOp::create(u.b, u.loc, 0, 64);
    // Tasks of which most inputs point elsewhere add this, for others to stop:
    // more than all inputs (T2), and little enough to add once a thread.
    Value givenUp =
        arith::ConstantIntOp::create(u.b, u.loc, int64_t(1) << 40, 64);
    memref::StoreOp::create(u.b, u.loc, none, counter);
    Value grain = u.ceilDivide(u.constant(kBlockTaskBytes / kLineBytes * line),
                               blockSize);
    Value numBlocks = u.multiply(planes.count, blocks);
    u.parallelForEach(numBlocks, grain, [&](Value first) {
      u.ifThen(u.isBelow(addToCounter(none), givenUp), [&] {
        Value last = u.minimum(u.add(first, grain), numBlocks);
        auto [count, read] = fillBlocks(first, last);
        Value isGood = u.isBelow(read, u.multiply(count, 2));
        addToCounter(u.select(isGood, asCount(count), givenUp));
      });
    });
    Value count = memref::LoadOp::create(u.b, u.loc, counter, ValueRange());
    memref::DeallocOp::create(u.b, u.loc, counter);
    return u.isNotEqual(count, asCount(u.numInputs));
  }

private:
  /// Returns how many inputs were written, and how many were read.
  std::pair<Value, Value> fillBlocks(Value first, Value last) {
    u.saveStack();
    Value stage = u.allocateStage(stageSize);
    Values counts = u.forEach(first, last, 1, {u.constant(0), u.constant(0)},
                              [&](Value block, ValueRange carried) {
                                auto [count, read] = fillBlock(block, stage);
                                return Values{u.add(carried[0], count),
                                              u.add(carried[1], read)};
                              });
    u.ifThen(u.bypassesCache, [&] { createStoreFence(u.b, u.loc); });
    u.restoreStack();
    return {counts[0], counts[1]};
  }

  std::pair<Value, Value> fillBlock(Value block, Value stage) {
    Value plane = u.divide(block, blocks);
    Value firstRow = u.multiply(u.remainder(block, blocks), rows);
    Value inputRows = planes.inputRows;
    Value lastRow = u.minimum(u.add(firstRow, rows), inputRows);
    auto getOutput = [&](Value row) {
      Value outputRow = u.divide(u.multiply(row, planes.outputRows), inputRows);
      return u.multiply(u.add(u.multiply(plane, planes.outputRows), outputRow),
                        planes.outputColumns);
    };
    auto getInput = [&](Value row) {
      return u.multiply(u.add(u.multiply(plane, inputRows), row),
                        planes.inputColumns);
    };
    Value begin = getOutput(firstRow);
    Value size = u.subtract(getOutput(lastRow), begin);
    Value lineBegin = u.add(begin, u.misalignment);
    Value stageBegin = u.roundDown(lineBegin, line);
    Value isFirst = u.isEqual(firstRow, 0);
    Value from = getInput(u.select(isFirst, firstRow, u.subtract(firstRow, 1)));
    Value to = getInput(u.minimum(u.add(lastRow, 1), inputRows));
    Value count = writeInputs(
        u, from, to, {stage, begin, size, u.subtract(lineBegin, stageBegin)});
    u.copyToDest(lineBegin, u.add(lineBegin, size), stage, stageBegin);
    u.clear(stage, u.roundUp(u.add(size, line - 1), line));
    return {count, u.subtract(to, from)};
  }

  UnpoolBuilder &u;
  const UnpoolPlanes &planes;
  int64_t line;
  /// Blocks of a plane, and the rows of inputs of a block.
  Value blocks, rows;
  /// The most elements of a block, and of the cache lines that it lies in.
  Value blockSize, stageSize;
};

} // namespace

void emitUnpoolDirect(UnpoolBuilder &u) {
  Value zero = u.constant(0);
  Value element =
      arith::ConstantOp::create(u.b, u.loc, u.b.getZeroAttr(u.getBitsType()));
  u.forEach(zero, u.numOutputs, 1,
            [&](Value position) { u.storeToDest(element, position); });
  Value count =
      writeInputs(u, zero, u.numInputs, {u.dest, zero, u.numOutputs, zero});
  u.ifThen(u.isBelow(count, u.numInputs),
           [&] { u.reportOutOfRange(zero, u.numInputs); });
}

Value emitUnpoolBlocks(UnpoolBuilder &u, const UnpoolPlanes &planes) {
  BlockEmitter blocks(u, planes);
  return u.ifElse(
      blocks.canEmit(), [&] { return blocks.emit(); },
      [&] { return u.boolean(true); });
}

} // namespace dml
