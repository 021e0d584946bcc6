//===- UnpoolCells.cpp - Unpooling of 2x2 cells on the CPU ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cell is the outputs of one pooling window. Where the destination is twice
// as high and twice as wide as the inputs, 2x2 pooling probably made the
// indices, and each lies in the cell of its own input. Comparisons of indices
// then make two rows of the destination from one row of inputs. Every cache
// line is written once, and no write is scattered. The comparisons also find an
// index outside of its cell, which makes the caller fall back.
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

/// Makes cache lines of the destination from vectors of inputs. A vector has
/// half as many inputs as a line has elements.
class CellLines {
public:
  /// `width` is the number of inputs in a row.
  CellLines(UnpoolBuilder &u, Value width)
      : u(u), width(width), outputWidth(u.add(width, width)),
        lanes(u.getLineElements() / 2),
        indexType(cast<MemRefType>(u.indices.getType()).getElementType()) {}
  virtual ~CellLines() = default;

  /// Fills the cells of the input rows [first, last), and stops at a row that
  /// has an index outside of its cell. Returns whether there was none.
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
          Value allInCells = vector::ReductionOp::create(
              u.b, u.loc, vector::CombiningKind::AND, fillRow(carried[0]));
          Value next = u.add(carried[0], 1);
          scf::YieldOp::create(u.b, u.loc, ValueRange{next, allInCells});
        });
    return loop.getResult(1);
  }

protected:
  /// Fills the cells of a row of inputs. Returns a vector of i1: in each lane,
  /// whether the indices of that lane all lie in their cells.
  virtual Value fillRow(Value row) = 0;

  /// A vector of `lanes` inputs.
  struct Inputs {
    Value values;
    /// The distance from the start of an input's cell to its index, in 32 bits.
    Value distances;
  };

  /// Loads the inputs that start at a position. The cell of the first one
  /// starts at the index `cell`.
  Inputs loadInputs(Value position, Value cell) {
    SmallVector<Attribute> starts;
    for (int64_t i = 0; i < lanes; ++i)
      starts.push_back(u.b.getIntegerAttr(indexType, 2 * i));
    auto type = VectorType::get(lanes, indexType);
    Value cells = arith::ConstantOp::create(
        u.b, u.loc, DenseElementsAttr::get(type, starts));
    cells =
        u.add(cells,
              splat(arith::IndexCastUIOp::create(u.b, u.loc, indexType, cell)));
    Value indices =
        vector::LoadOp::create(u.b, u.loc, type, u.indices, position);
    return {loadValues(position), narrow(u.subtract(indices, cells))};
  }

  /// Makes the line that lies `row` elements after the starts of the cells.
  /// Sets the lanes of `areHit` whose inputs are in that line, and keeps the
  /// others.
  Value createLine(const Inputs &inputs, Value row, Value &areHit) {
    SmallVector<Value, 2> columns;
    for (int64_t column : {0, 1}) {
      Value position = arith::IndexCastUIOp::create(
          u.b, u.loc, u.b.getI32Type(), u.add(row, column));
      Value isHit = arith::CmpIOp::create(u.b, u.loc, arith::CmpIPredicate::eq,
                                          inputs.distances, splat(position));
      columns.push_back(u.select(isHit, inputs.values, createZeroHalfLine()));
      areHit = areHit ? u.either(areHit, isHit) : isHit;
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

  /// Loads values as integers of getBitsType.
  Value loadValues(Value position) {
    Type element = cast<MemRefType>(u.values.getType()).getElementType();
    Value loaded = vector::LoadOp::create(
        u.b, u.loc, VectorType::get(lanes, element), u.values, position);
    if (loaded.getType() != getHalfLineType())
      loaded = vector::BitCastOp::create(u.b, u.loc, getHalfLineType(), loaded);
    // The freeze keeps LLVM from making this a masked load of the selected
    // values, which takes three times as long when it spans two cache lines.
    return LLVM::FreezeOp::create(u.b, u.loc, loaded);
  }

  /// Truncates distances to 32 bits, so that twice as many lanes fit a
  /// register. Larger ones become the largest number, which lies outside of
  /// every cell.
  Value narrow(Value distance) {
    if (indexType.isInteger(32))
      return distance;
    auto type = cast<VectorType>(distance.getType());
    distance = u.minimum(distance, llvm::maxUIntN(32));
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

/// Makes lines that start at multiples of their length from the row start. Each
/// vector of inputs makes one line in each of two rows.
class LinesOfRows : public CellLines {
public:
  LinesOfRows(UnpoolBuilder &u, Value width, LineStore kind)
      : CellLines(u, width), kind(kind) {}

private:
  Value fillRow(Value row) override {
    Value inputs = u.multiply(row, width);
    Value outputs = u.multiply(inputs, 4);
    Value lastVector = u.subtract(width, lanes);
    return u.forEach(u.constant(0), width, lanes, {createAllLanes()},
                     [&](Value column, ValueRange carried) {
                       // The last vector may overlap the one before it.
                       Value at = u.minimum(column, lastVector);
                       Value inCells = fillLines(u.add(inputs, at),
                                                 u.add(outputs, u.add(at, at)));
                       return Values{u.both(carried[0], inCells)};
                     })[0];
  }

  Value fillLines(Value inputs, Value outputs) {
    Inputs loaded = loadInputs(inputs, outputs);
    Value inCells;
    for (Value row : {u.constant(0), outputWidth}) {
      Value line = createLine(loaded, row, inCells);
      storeLine(u.b, u.loc, line, u.dest, u.add(outputs, row), kind);
    }
    return inCells;
  }

  LineStore kind;
};

/// Makes aligned cache lines where rows are not a multiple of a line. The
/// destination must start at a cache line. A line that holds the end of a row
/// and the start of the next is written with the first of the two rows.
class LinesAcrossRows : public CellLines {
public:
  using CellLines::CellLines;

private:
  /// One of the two rows of the destination that hold the cells of a row of
  /// inputs.
  struct OutputRow {
    /// The position of the first input, and the index where its cell starts.
    Value inputs, cells;
    /// The distances from the start of a cell to this row and to the other row.
    Value distance, otherDistance;
  };

  OutputRow getOutputRow(Value inputRow, Value distance) {
    Value inputs = u.multiply(inputRow, width);
    return {inputs, u.multiply(inputs, 4), distance,
            u.subtract(outputWidth, distance)};
  }

  Value fillRow(Value row) override {
    return u.forEach(u.constant(0), 2, 1, {createAllLanes()},
                     [&](Value number, ValueRange carried) {
                       Value distance = u.multiply(number, outputWidth);
                       OutputRow here = getOutputRow(row, distance);
                       OutputRow next =
                           getOutputRow(u.add(row, number), here.otherDistance);
                       return Values{fillOutputRow(here, next, carried[0])};
                     })[0];
  }

  Value fillOutputRow(const OutputRow &row, const OutputRow &next,
                      Value inCells) {
    int64_t line = u.getLineElements();
    Value begin = u.add(row.cells, row.distance);
    Value end = u.add(begin, outputWidth);
    Value lastLine = u.roundDown(end, line);
    auto store = [&](RowLine made, Value at, Value inCells) {
      storeLine(u.b, u.loc, made.line, u.dest, at, LineStore::NonTemporal);
      return Values{u.both(inCells, made.inCells)};
    };
    inCells =
        u.forEach(u.roundUp(begin, line), lastLine, line, {inCells},
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
                             inCells);
              },
              [&] {
                Value areInCells = fillElements(row, lastLine, end);
                Value lineEnd = u.minimum(u.add(lastLine, line), u.numOutputs);
                Value areNextInCells = fillElements(next, end, lineEnd);
                Value all = vector::BroadcastOp::create(
                    u.b, u.loc, inCells.getType(),
                    u.both(areInCells, areNextInCells));
                return Values{u.both(inCells, all)};
              });
        },
        [&] { return Values{inCells}; })[0];
  }

  Value halve(Value value) {
    return arith::ShRUIOp::create(u.b, u.loc, value, u.constant(1));
  }

  struct RowLine {
    Value line, inCells;
  };

  /// Makes the line whose first element is of the cell at a column of inputs.
  RowLine createRowLine(const OutputRow &row, Value column) {
    Inputs inputs = loadInputs(u.add(row.inputs, column),
                               u.add(row.cells, u.add(column, column)));
    RowLine result;
    result.line = createLine(inputs, row.distance, result.inCells);
    createLine(inputs, row.otherDistance, result.inCells);
    return result;
  }

  /// Returns whether the two vectors of inputs that createSharedLine loads lie
  /// within the buffer: one reaches past the end of its row, the other one
  /// starts before its row.
  Value canLoadShared(const OutputRow &row, const OutputRow &next,
                      Value numHere) {
    Value lastEnd = u.add(u.add(row.inputs, u.subtract(width, numHere)), lanes);
    Value endsInside = u.negate(u.isBelow(u.numInputs, lastEnd));
    Value startsInside = u.negate(u.isBelow(next.inputs, numHere));
    Value hasNext = u.isBelow(next.inputs, u.numInputs);
    return u.both(hasNext, u.both(endsInside, startsInside));
  }

  /// Makes the line that holds the last `numHere` cells of a row and the first
  /// cells of the next row.
  RowLine createSharedLine(const OutputRow &row, const OutputRow &next,
                           Value numHere) {
    RowLine first = createRowLine(row, u.subtract(width, numHere));
    RowLine second = createRowLine(next, u.subtract(u.constant(0), numHere));
    Value isFirstInput = createMask(lanes, numHere);
    Value isFirst = createMask(2 * lanes, u.add(numHere, numHere));
    return {u.select(isFirst, first.line, second.line),
            u.select(isFirstInput, first.inCells, second.inCells)};
  }

  /// Makes a mask of `numLanes` lanes in which the lanes below `end` are set.
  Value createMask(int64_t numLanes, Value end) {
    auto numbers = llvm::to_vector(llvm::seq<int32_t>(0, numLanes));
    Value lane =
        arith::ConstantOp::create(u.b, u.loc, u.b.getI32VectorAttr(numbers));
    Value bound =
        arith::IndexCastUIOp::create(u.b, u.loc, u.b.getI32Type(), end);
    bound = vector::BroadcastOp::create(u.b, u.loc, lane.getType(), bound);
    return u.isBelow(lane, bound);
  }

  /// Writes the elements [from, to) of a row one by one. Returns an i1: whether
  /// the indices of their inputs lie in their cells.
  Value fillElements(const OutputRow &row, Value from, Value to) {
    Value begin = u.add(row.cells, row.distance);
    return u.forEach(
        from, to, 1, {u.boolean(true)},
        [&](Value position, ValueRange carried) {
          Value column = halve(u.subtract(position, begin));
          Value input = u.add(row.inputs, column);
          Value index = u.loadIndex(input);
          Value zero = arith::ConstantOp::create(
              u.b, u.loc, u.b.getZeroAttr(u.getBitsType()));
          Value isHit = u.isEqual(index, position);
          u.storeToDest(u.select(isHit, u.loadValue(input), zero), position);

          Value distance =
              u.subtract(index, u.add(row.cells, u.add(column, column)));
          Value inRow = u.isBelow(distance, 2);
          Value inNextRow = u.isBelow(u.subtract(distance, outputWidth), 2);
          return Values{u.both(carried[0], u.either(inRow, inNextRow))};
        })[0];
  }
};

} // namespace

Value canUnpoolCells(UnpoolBuilder &u, Value width, Value outputWidth) {
  Value isTwice = u.both(u.isEqual(outputWidth, u.add(width, width)),
                         u.isEqual(u.numOutputs, u.multiply(u.numInputs, 4)));
  Value isWide = u.isBelow(u.constant(u.getLineElements() / 2 - 1), width);
  // Distances are compared in 32 bits. An index out of range must not look like
  // one in its cell (U3).
  Value isNarrow = u.isBelow(u.numOutputs, int64_t(1) << 32);
  // Non-temporal stores write aligned cache lines. If the destination starts at
  // a cache line, whole cells make every line, as rows have an even size.
  Value isStorable =
      u.either(u.negate(u.isNonTemporal), u.isEqual(u.misalignment, 0));
  return u.both(u.both(isTwice, isWide), u.both(isNarrow, isStorable));
}

Value emitUnpoolCells(UnpoolBuilder &u, Value width) {
  Value rows = u.divide(u.numInputs, width);
  Value rowSize = u.multiply(width, 4);
  Value grain = u.ceilDivide(u.constant(u.getTaskElements()), rowSize);
  Value areRowsLines =
      u.isEqual(u.roundDown(width, u.getLineElements() / 2), width);
  UnpoolFlag flag(u);
  u.parallelForEach(rows, grain, [&](Value first) {
    u.ifThen(u.negate(flag.isRaised()), [&] {
      Value last = u.minimum(u.add(first, grain), rows);
      Value isDone = u.ifElse(
          u.isNonTemporal,
          [&] {
            Value result = u.ifElse(
                areRowsLines,
                [&] {
                  LinesOfRows lines(u, width, LineStore::NonTemporal);
                  return lines.fill(first, last);
                },
                [&] {
                  LinesAcrossRows lines(u, width);
                  return lines.fill(first, last);
                });
            createStoreFence(u.b, u.loc);
            return result;
          },
          [&] {
            LinesOfRows lines(u, width, LineStore::Unaligned);
            return lines.fill(first, last);
          });
      u.ifThen(u.negate(isDone), [&] { flag.raise(); });
    });
  });
  return flag.finish();
}

} // namespace dml
