//===- GatherStrips.cpp - Strips of elements in vectors -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GatherStrips.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "InterleaveLines.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {
namespace {

/// Up to so many lines are loaded without a loop.
constexpr int64_t kMaxUnrolledLoads = 16;

class PieceEmitter : VectorBuilder {
public:
  PieceEmitter(const VectorBuilder &v, const StripPiece &piece)
      : VectorBuilder(v), piece(piece),
        elementType(getElementTypeOrSelf(piece.source)),
        lineElements(getLineType(elementType).getNumElements()),
        cursor(piece.cursors.front()) {}

  void emit() {
    if (piece.shape.numSources > 1)
      return emitInterleaved();
    if (!piece.rowOffsets.empty())
      return emitDealtRows();
    emitStrided();
  }

private:
  Value loadSource(Value from) {
    if (piece.prefetchDistance)
      prefetch(piece.source, add(from, piece.prefetchDistance));
    return loadLine(piece.source, from);
  }

  /// The lines that have so many elements of the source.
  SmallVector<Value> loadLines(Value from, int64_t numElements) {
    SmallVector<Value> lines;
    for (int64_t i = 0; i < numElements; i += lineElements)
      lines.push_back(loadSource(add(from, i)));
    return lines;
  }

  void emitStrided() {
    Value zero = constant(0);
    const std::optional<StripRange> &range = piece.range;
    if (!range)
      return copyRows({zero, piece.numRows, zero, piece.rowLength, {}});

    APInt bits = getBits(range->outside);
    Value outside = arith::ConstantOp::create(
        b, loc, DenseElementsAttr::get(getLineType(elementType), bits));
    Value begin = multiply(range->firstRow, piece.rowLength);
    Value end = multiply(range->lastRow, piece.rowLength);
    // The order matters: lines reach past the end of the part that they fill.
    fillLines(outside, zero, begin);
    copyRows(*range);
    fillLines(outside, end, multiply(piece.numRows, piece.rowLength));
    Value element =
        arith::ConstantOp::create(b, loc, b.getIntegerAttr(elementType, bits));
    fillColumns(outside, element, *range);
  }

  void emitInterleaved() {
    int64_t numSources = piece.shape.numSources;
    Value reach = multiply(piece.distance, numSources - 1);
    emitVectors(
        {piece.rowLength, piece.maxElements, piece.position, reach,
         /*stride=*/1, /*loads=*/numSources},
        [&](Value i) {
          SmallVector<Value> lines;
          Value from = add(piece.position, i);
          for (int64_t j = 0; j < numSources; ++j) {
            lines.push_back(loadSource(from));
            from = add(from, piece.distance);
          }
          Value to = add(cursor, multiply(i, numSources));
          for (auto [k, line] : llvm::enumerate(interleaveLines(b, loc, lines)))
            store(line, add(to, k * lineElements));
        },
        [&]() {
          forEach(constant(0), piece.rowLength, 1, [&](Value i) {
            Value to = add(cursor, multiply(i, numSources));
            Value from = add(piece.position, i);
            for (int64_t j = 0; j < numSources; ++j) {
              copyElement(from, add(to, j));
              from = add(from, piece.distance);
            }
          });
        });
  }

  void emitDealtRows() {
    ArrayRef<Value> cursors = piece.cursors;
    for (Value offset : piece.rowOffsets) {
      emitDealtRow(add(piece.position, offset),
                   cursors.take_front(piece.shape.stride));
      cursors = cursors.drop_front(piece.shape.stride);
    }
  }

  void emitDealtRow(Value rowBegin, ArrayRef<Value> cursors) {
    int64_t numParts = cursors.size();
    int64_t lanes = std::min(piece.maxElements, lineElements);
    emitVectors(
        {piece.rowLength, piece.maxElements, rowBegin, /*reach=*/Value(),
         /*stride=*/numParts, /*loads=*/numParts},
        [&](Value i) {
          Value from = add(rowBegin, multiply(i, numParts));
          SmallVector<Value> lines = loadLines(from, lanes * numParts);
          for (auto [cursor, part] : llvm::zip_equal(
                   cursors, deinterleaveLines(b, loc, lines, numParts)))
            store(part, add(cursor, i));
        },
        [&]() {
          forEach(constant(0), piece.rowLength, 1, [&](Value i) {
            Value from = add(rowBegin, multiply(i, numParts));
            for (auto [j, cursor] : llvm::enumerate(cursors))
              copyElement(add(from, j), add(cursor, i));
          });
        });
  }

  void store(Value line, Value index) {
    storeLine(line, piece.target, index, LineStore::Unaligned);
  }

  /// Covers [from, to) of the piece, and maybe what follows.
  void fillLines(Value line, Value from, Value to) {
    forEach(from, to, lineElements,
            [&](Value i) { store(line, add(cursor, i)); });
  }

  /// Covers [from, to) of the piece and no more.
  void fillExactly(Value line, Value element, Value from, Value to) {
    Value rest = add(from, roundDown(subtract(to, from), lineElements));
    fillLines(line, from, rest);
    forEach(rest, to, 1, [&](Value i) {
      VectorBuilder::store(element, piece.target, add(cursor, i));
    });
  }

  /// Columns [from, to), one after the other: there are few, of many rows.
  void fillShortColumns(Value element, const StripRange &range, Value from,
                        Value to) {
    forEach(from, to, 1, [&](Value column) {
      forEach(range.firstRow, range.lastRow, 1, [&](Value row) {
        Value position = add(multiply(row, piece.rowLength), column);
        VectorBuilder::store(element, piece.target, add(cursor, position));
      });
    });
  }

  /// Fills the columns outside of the range, in its rows.
  void fillColumns(Value line, Value element, const StripRange &range) {
    Value isPadded = bitOr(isLessSigned(constant(0), range.firstColumn),
                           isLessSigned(range.lastColumn, piece.rowLength));
    ifThen(isPadded, [&] {
      if (piece.shape.hasRows) {
        fillShortColumns(element, range, constant(0), range.firstColumn);
        fillShortColumns(element, range, range.lastColumn, piece.rowLength);
      } else {
        forEach(range.firstRow, range.lastRow, 1, [&](Value) {
          fillExactly(line, element, constant(0), range.firstColumn);
          fillExactly(line, element, range.lastColumn, piece.rowLength);
        });
      }
    });
  }

  /// Copies the rows of the range, with what lies between its columns.
  void copyRows(const StripRange &range) {
    Value begin = multiply(range.firstRow, piece.rowLength);
    Value end = multiply(range.lastRow, piece.rowLength);
    auto getSource = [&](Value i) {
      return add(piece.position, multiply(i, piece.shape.stride));
    };
    emitVectors(
        {subtract(end, begin), piece.maxElements, getSource(begin),
         /*reach=*/Value(), piece.shape.stride, /*loads=*/piece.shape.stride},
        [&](Value i) {
          i = add(begin, i);
          store(loadStrided(getSource(i)), add(cursor, i));
        },
        [&]() {
          forEach(range.firstRow, range.lastRow, 1, [&](Value row) {
            Value start = multiply(row, piece.rowLength);
            forEach(
                add(start, range.firstColumn), add(start, range.lastColumn), 1,
                [&](Value i) { copyElement(getSource(i), add(cursor, i)); });
          });
        });
  }

  void copyElement(Value from, Value to) {
    VectorBuilder::store(load(piece.source, from), piece.target, to);
  }

  /// The elements that a sequence of vectors reads.
  struct VectorReads {
    /// Elements, and the most there can be.
    Value count;
    int64_t maxCount;
    /// The source's first element, and the distance to the last source's.
    Value from, reach;
    int64_t stride;
    /// Lines that a vector is made of.
    int64_t loads;
  };

  /// Emits vectors where all that they read is in the source, else elements.
  void emitVectors(const VectorReads &reads,
                   llvm::function_ref<void(Value)> emitVector,
                   llvm::function_ref<void()> emitElements) {
    int64_t maxVectors = llvm::divideCeil(reads.maxCount, lineElements);
    // Pieces of which half may not be used have a loop, too.
    Value isUnrolled = boolean(maxVectors * reads.loads <= kMaxUnrolledLoads);
    if (!piece.isMostlyFull)
      isUnrolled =
          bitAnd(isUnrolled,
                 isLessUnsigned(constant(reads.maxCount / 2), reads.count));
    Value numElements = select(isUnrolled, constant(maxVectors * lineElements),
                               roundUp(reads.count, lineElements));
    Value span = multiply(numElements, reads.stride);
    if (reads.reach)
      span = add(span, reads.reach);
    auto emitAllVectors = [&] {
      ifElse(
          isUnrolled,
          [&] {
            for (int64_t i = 0; i < maxVectors; ++i)
              emitVector(constant(i * lineElements));
          },
          [&] { forEach(constant(0), reads.count, lineElements, emitVector); });
    };
    Value extent = getFlatSize(piece.source);
    ifElse(isRangeInside(reads.from, span, extent), emitAllVectors,
           emitElements);
  }

  /// Loads a line of elements `stride` apart, in the lanes that a piece uses.
  Value loadStrided(Value from) {
    int64_t stride = piece.shape.stride;
    if (stride == 1)
      return loadSource(from);
    int64_t lanes = std::min(piece.maxElements, lineElements);
    SmallVector<Value> lines = loadLines(from, (lanes - 1) * stride + 1);
    SmallVector<int64_t> positions;
    for (int64_t i = 0; i < lanes; ++i)
      positions.push_back(i * stride);
    return gatherFromLines(b, loc, lines, positions);
  }

  const StripPiece &piece;
  Type elementType;
  int64_t lineElements;
  /// Where the first element belongs in the target.
  Value cursor;
};

} // namespace

void emitPiece(const VectorBuilder &v, const StripPiece &piece) {
  PieceEmitter(v, piece).emit();
}

} // namespace dml
