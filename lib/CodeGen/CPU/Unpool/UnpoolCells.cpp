//===- UnpoolCells.cpp - dml.unpool: undoes pooling of 2x2 blocks ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the destination is twice as high and twice as wide, pooling of 2x2
// blocks made the indices, most likely: each lies in the block of its own
// input. Then two rows of the destination are made of one row of inputs by
// comparisons, without a scattered write: every line is written once, whole.
// The comparisons show as well if some index lies elsewhere.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Move/CacheLines.h"
#include "UnpoolBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

using Values = UnpoolBuilder::Values;

/// Makes lines of the destination of inputs, half a line at a time.
class BlockLines {
public:
  /// `width` is that of a row of inputs.
  BlockLines(UnpoolBuilder &u, Value width)
      : u(u), width(width), outputWidth(u.add(width, width)),
        lanes(u.getLineElements() / 2),
        indexType(cast<MemRefType>(u.indices.getType()).getElementType()) {}
  virtual ~BlockLines() = default;

  /// Rows of inputs, as long as all indices lie in their blocks. Yields whether
  /// that was to the end.
  Value fill(Value first, Value last) {
    Values inits = {first, u.boolean(true)};
    SmallVector<Type> types(ValueRange(inits).getTypes());
    auto loop = scf::WhileOp::create(
        u.b, u.loc, types, inits,
        [&](OpBuilder &, Location, ValueRange carried) {
          Value goesOn = u.both(u.isBelow(carried[0], last), carried[1]);
          scf::ConditionOp::create(u.b, u.loc, goesOn, carried);
        },
        [&](OpBuilder &, Location, ValueRange carried) {
          Value allInBlocks = vector::ReductionOp::create(
              u.b, u.loc, vector::CombiningKind::AND, fillRow(carried[0]));
          Value next = u.add(carried[0], u.constant(1));
          scf::YieldOp::create(u.b, u.loc, ValueRange{next, allInBlocks});
        });
    return loop.getResult(1);
  }

protected:
  /// What a row of inputs writes. Yields, lane by lane, whether all its indices
  /// lie in their blocks.
  virtual Value fillRow(Value row) = 0;

  /// Half a line of inputs.
  struct Inputs {
    Value values;
    /// Where in its block an index lies, as a distance from the block's start.
    Value distances;
  };

  /// The inputs from a position on, the first of whose blocks starts at `block`
  /// in the destination.
  Inputs loadInputs(Value position, Value block) {
    SmallVector<Attribute> starts;
    for (int64_t i = 0; i < lanes; ++i)
      starts.push_back(u.b.getIntegerAttr(indexType, 2 * i));
    auto type = VectorType::get(lanes, indexType);
    Value blocks = arith::ConstantOp::create(
        u.b, u.loc, DenseElementsAttr::get(type, starts));
    blocks = u.add(blocks, splat(arith::IndexCastUIOp::create(
                               u.b, u.loc, indexType, block)));
    Value indices =
        vector::LoadOp::create(u.b, u.loc, type, u.indices, position);
    return {loadValues(position), narrow(u.subtract(indices, blocks))};
  }

  /// The line of what lies `row` elements after the blocks' starts. `areHere`
  /// gets the inputs that are in it.
  Value createLine(const Inputs &inputs, Value row, Value &areHere) {
    SmallVector<Value, 2> columns;
    for (int64_t column : {0, 1}) {
      Value position = arith::IndexCastUIOp::create(
          u.b, u.loc, u.b.getI32Type(), u.add(row, u.constant(column)));
      Value isHere = arith::CmpIOp::create(u.b, u.loc, arith::CmpIPredicate::eq,
                                           inputs.distances, splat(position));
      columns.push_back(u.select(isHere, inputs.values, createZeroHalfLine()));
      areHere = areHere ? u.either(areHere, isHere) : isHere;
    }
    return vector::InterleaveOp::create(u.b, u.loc, columns[0], columns[1]);
  }

  Value createAllLanes() {
    auto type = VectorType::get(lanes, u.b.getI1Type());
    return arith::ConstantOp::create(u.b, u.loc,
                                     DenseElementsAttr::get(type, true));
  }

  UnpoolBuilder &u;
  Value width, outputWidth;
  int64_t lanes;
  Type indexType;

private:
  Value splat(Value scalar) {
    auto type = VectorType::get(lanes, scalar.getType());
    return vector::BroadcastOp::create(u.b, u.loc, type, scalar);
  }

  /// As bits.
  Value loadValues(Value position) {
    Type element = cast<MemRefType>(u.values.getType()).getElementType();
    Value loaded = vector::LoadOp::create(
        u.b, u.loc, VectorType::get(lanes, element), u.values, position);
    if (loaded.getType() != getHalfLineType())
      loaded = vector::BitCastOp::create(u.b, u.loc, getHalfLineType(), loaded);
    // Keeps LLVM from loading only what the comparisons select: such loads take
    // three times as long when they span two cache lines.
    return LLVM::FreezeOp::create(u.b, u.loc, loaded);
  }

  /// Distances in 32 bits, those that need more as the largest number, which is
  /// none in a block. As many lanes again fit a register.
  Value narrow(Value distance) {
    if (indexType.isInteger(32))
      return distance;
    auto type = cast<VectorType>(distance.getType());
    auto max = DenseElementsAttr::get(
        type, u.b.getIntegerAttr(indexType, llvm::maxUIntN(32)));
    distance = u.minimum(distance, arith::ConstantOp::create(u.b, u.loc, max));
    return arith::TruncIOp::create(
        u.b, u.loc, VectorType::get(type.getShape(), u.b.getI32Type()),
        distance);
  }

  VectorType getHalfLineType() {
    return VectorType::get(lanes, u.getBitsType());
  }

  Value createZeroHalfLine() {
    return arith::ConstantOp::create(u.b, u.loc,
                                     u.b.getZeroAttr(getHalfLineType()));
  }
};

/// Lines that start with a row: two of them, one in each row, from the same
/// inputs.
class LinesOfRows : public BlockLines {
public:
  LinesOfRows(UnpoolBuilder &u, Value width, LineStore kind)
      : BlockLines(u, width), kind(kind) {}

private:
  Value fillRow(Value row) override {
    Value inputs = u.multiply(row, width);
    Value outputs = u.multiply(inputs, u.constant(4));
    Value lastChunk = u.subtract(width, u.constant(lanes));
    return u.forEach(u.constant(0), width, lanes, {createAllLanes()},
                     [&](Value column, ValueRange carried) {
                       // The last chunk may overlap the one before it.
                       Value at = u.minimum(column, lastChunk);
                       Value inBlocks = fillLines(
                           u.add(inputs, at), u.add(outputs, u.add(at, at)));
                       return Values{u.both(carried[0], inBlocks)};
                     })[0];
  }

  Value fillLines(Value inputs, Value outputs) {
    Inputs loaded = loadInputs(inputs, outputs);
    Value inBlocks;
    for (Value row : {u.constant(0), outputWidth}) {
      Value line = createLine(loaded, row, inBlocks);
      storeLine(u.b, u.loc, line, u.dest, u.add(outputs, row), kind);
    }
    return inBlocks;
  }

  LineStore kind;
};

/// Cache lines of a destination that starts with one and whose rows are no
/// whole number of them. A line that holds the end of a row and the start of
/// the next is written with the former.
class LinesAcrossRows : public BlockLines {
public:
  using BlockLines::BlockLines;

private:
  /// One of the two rows of the destination that a row of inputs belongs to.
  struct OutputRow {
    /// First inputs of the row of inputs, and the start of the first block.
    Value inputs, blocks;
    /// Elements from a block's start to this row, and to the other one.
    Value distance, otherDistance;
  };

  OutputRow getOutputRow(Value inputRow, Value distance) {
    Value inputs = u.multiply(inputRow, width);
    return {inputs, u.multiply(inputs, u.constant(4)), distance,
            u.subtract(outputWidth, distance)};
  }

  Value fillRow(Value row) override {
    return u.forEach(u.constant(0), u.constant(2), 1, {createAllLanes()},
                     [&](Value number, ValueRange carried) {
                       Value distance = u.multiply(number, outputWidth);
                       OutputRow here = getOutputRow(row, distance);
                       OutputRow next =
                           getOutputRow(u.add(row, number), here.otherDistance);
                       return Values{fillOutputRow(here, next, carried[0])};
                     })[0];
  }

  Value fillOutputRow(const OutputRow &row, const OutputRow &next,
                      Value inBlocks) {
    int64_t line = u.getLineElements();
    Value begin = u.add(row.blocks, row.distance);
    Value end = u.add(begin, outputWidth);
    Value lastLine = u.roundDown(end, line);
    auto store = [&](RowLine made, Value at, Value inBlocks) {
      storeLine(u.b, u.loc, made.line, u.dest, at, LineStore::NonTemporal);
      return Values{u.both(inBlocks, made.inBlocks)};
    };
    inBlocks =
        u.forEach(u.roundUp(begin, line), lastLine, line, {inBlocks},
                  [&](Value at, ValueRange carried) {
                    Value column = halve(u.subtract(at, begin));
                    return store(createRowLine(row, column), at, carried[0]);
                  })[0];
    return u.ifElse(
        u.isBelow(lastLine, end),
        [&] {
          Value numHere = halve(u.subtract(end, lastLine));
          return u.ifElse(
              canLoadShared(row, next, numHere),
              [&] {
                return store(createSharedLine(row, next, numHere), lastLine,
                             inBlocks);
              },
              [&] {
                Value areHere = fillElements(row, lastLine, end);
                Value rest =
                    u.minimum(u.add(lastLine, u.constant(line)), u.numOutputs);
                Value areNext = fillElements(next, end, rest);
                Value all = vector::BroadcastOp::create(
                    u.b, u.loc, inBlocks.getType(), u.both(areHere, areNext));
                return Values{u.both(inBlocks, all)};
              });
        },
        [&] { return Values{inBlocks}; })[0];
  }

  Value halve(Value value) {
    return arith::ShRUIOp::create(u.b, u.loc, value, u.constant(1));
  }

  struct RowLine {
    Value line, inBlocks;
  };

  /// From a row's column of inputs on.
  RowLine createRowLine(const OutputRow &row, Value column) {
    Inputs inputs = loadInputs(u.add(row.inputs, column),
                               u.add(row.blocks, u.add(column, column)));
    RowLine result;
    result.line = createLine(inputs, row.distance, result.inBlocks);
    createLine(inputs, row.otherDistance, result.inBlocks);
    return result;
  }

  /// Whether the half lines of inputs that a shared line is made of, one that
  /// reaches past the end of a row and one that starts before the next, exist.
  Value canLoadShared(const OutputRow &row, const OutputRow &next,
                      Value numHere) {
    Value lastEnd =
        u.add(u.add(row.inputs, u.subtract(width, numHere)), u.constant(lanes));
    Value endsInside = u.invert(u.isBelow(u.numInputs, lastEnd));
    Value startsInside = u.invert(u.isBelow(next.inputs, numHere));
    Value hasNext = u.isBelow(next.inputs, u.numInputs);
    return u.both(hasNext, u.both(endsInside, startsInside));
  }

  /// The last `numHere` inputs of a row, and then the next row's.
  RowLine createSharedLine(const OutputRow &row, const OutputRow &next,
                           Value numHere) {
    RowLine first = createRowLine(row, u.subtract(width, numHere));
    RowLine second = createRowLine(next, u.subtract(u.constant(0), numHere));
    Value areHere = createMask(lanes, numHere);
    Value isFirst = createMask(2 * lanes, u.add(numHere, numHere));
    return {u.select(isFirst, first.line, second.line),
            u.select(areHere, first.inBlocks, second.inBlocks)};
  }

  /// Of so many lanes, those below `end`.
  Value createMask(int64_t numLanes, Value end) {
    auto numbers = llvm::to_vector(llvm::seq<int32_t>(0, numLanes));
    Value lane =
        arith::ConstantOp::create(u.b, u.loc, u.b.getI32VectorAttr(numbers));
    Value bound =
        arith::IndexCastUIOp::create(u.b, u.loc, u.b.getI32Type(), end);
    return u.isBelow(
        lane, vector::BroadcastOp::create(u.b, u.loc, lane.getType(), bound));
  }

  /// Elements [from, to) of a row, one after the other. Yields whether their
  /// inputs' indices lie in their blocks.
  Value fillElements(const OutputRow &row, Value from, Value to) {
    Value begin = u.add(row.blocks, row.distance);
    return u.forEach(
        from, to, 1, {u.boolean(true)},
        [&](Value position, ValueRange carried) {
          Value column = halve(u.subtract(position, begin));
          Value input = u.add(row.inputs, column);
          Value index = u.loadIndex(input);
          Value zero = arith::ConstantOp::create(
              u.b, u.loc, u.b.getZeroAttr(u.getBitsType()));
          Value isHere = u.isEqual(index, position);
          u.storeToDest(u.select(isHere, u.loadValue(input), zero), position);

          Value distance =
              u.subtract(index, u.add(row.blocks, u.add(column, column)));
          Value inRow = u.isBelow(distance, u.constant(2));
          Value inNextRow =
              u.isBelow(u.subtract(distance, outputWidth), u.constant(2));
          return Values{u.both(carried[0], u.either(inRow, inNextRow))};
        })[0];
  }
};

} // namespace

Value canBeUnpoolBlocks(UnpoolBuilder &u, Value width, Value outputWidth) {
  Value isTwice =
      u.both(u.isEqual(outputWidth, u.add(width, width)),
             u.isEqual(u.numOutputs, u.multiply(u.numInputs, u.constant(4))));
  Value isWide = u.isBelow(u.constant(u.getLineElements() / 2 - 1), width);
  // Distances are compared in 32 bits, all of them for 32-bit indices (U3).
  Value isNarrow = u.isBelow(u.numOutputs, u.constant(int64_t(1) << 32));
  // Non-temporal stores are of whole cache lines, which are made of whole
  // blocks if the destination starts with one: its rows have an even size.
  Value isStorable =
      u.either(u.invert(u.isNonTemporal), u.isEqual(u.phase, u.constant(0)));
  return u.both(u.both(isTwice, isWide), u.both(isNarrow, isStorable));
}

Value emitUnpoolBlocks(UnpoolBuilder &u, Value width) {
  Value rows = u.divide(u.numInputs, width);
  Value rowSize = u.multiply(width, u.constant(4));
  Value grain = u.ceilDivide(u.constant(u.getTaskElements()), rowSize);
  Value areRowsLines =
      u.isEqual(u.roundDown(width, u.getLineElements() / 2), width);
  UnpoolFlag flag(u);
  u.parallelForEach(rows, grain, [&](Value first) {
    u.ifThen(u.invert(flag.isRaised()), [&] {
      Value last = u.minimum(u.add(first, grain), rows);
      Value isDone = u.ifElse(
          u.isNonTemporal,
          [&] {
            Values result = u.ifElse(
                areRowsLines,
                [&] {
                  LinesOfRows lines(u, width, LineStore::NonTemporal);
                  return Values{lines.fill(first, last)};
                },
                [&] {
                  LinesAcrossRows lines(u, width);
                  return Values{lines.fill(first, last)};
                });
            createStoreFence(u.b, u.loc);
            return result;
          },
          [&] {
            LinesOfRows lines(u, width, LineStore::Unaligned);
            return Values{lines.fill(first, last)};
          })[0];
      u.ifThen(u.invert(isDone), [&] { flag.raise(); });
    });
  });
  return flag.finish();
}

} // namespace dml
