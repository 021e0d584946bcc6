//===- InterleaveLines.cpp - Elements of lines in another order -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shuffles give lines at once. `vector.interleave` gives vectors of two lines,
// and the conversion to LLVM that the pipeline uses cannot cut these.
//
//===----------------------------------------------------------------------===//

#include "InterleaveLines.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace dml {
namespace {

constexpr int64_t kPoison = vector::ShuffleOp::kPoisonIndex;

int64_t getLineElements(ValueRange lines) {
  return cast<VectorType>(lines.front().getType()).getNumElements();
}

Value shuffle(OpBuilder &b, Location loc, Value lhs, Value rhs,
              llvm::function_ref<int64_t(int64_t)> getSource) {
  SmallVector<int64_t> mask;
  for (int64_t i = 0, e = getLineElements(lhs); i < e; ++i)
    mask.push_back(getSource(i));
  return vector::ShuffleOp::create(b, loc, lhs, rhs, mask);
}

/// One line of elements from any number of lines: element i is that at
/// `getPosition(i)` of the lines one after the other, if that is not negative.
Value gather(OpBuilder &b, Location loc, ValueRange lines,
             llvm::function_ref<int64_t(int64_t)> getPosition) {
  int64_t lineElements = getLineElements(lines);
  // Positions in the first two lines are also lanes of a shuffle of both.
  auto isIn = [&](int64_t position, int64_t numLines) {
    return 0 <= position && position < numLines * lineElements;
  };
  int64_t numFirst = std::min<int64_t>(2, lines.size());
  Value gathered = shuffle(
      b, loc, lines.front(), lines[numFirst - 1], [&](int64_t i) -> int64_t {
        int64_t position = getPosition(i);
        return isIn(position, numFirst) ? position : kPoison;
      });
  for (int64_t number = numFirst, e = lines.size(); number < e; ++number)
    gathered =
        shuffle(b, loc, gathered, lines[number], [&](int64_t i) -> int64_t {
          int64_t position = getPosition(i);
          if (isIn(position, number))
            return i;
          if (!isIn(position, number + 1))
            return kPoison;
          return position - (number - 1) * lineElements;
        });
  return gathered;
}

/// The elements of two lines in turn, in each lane of so many elements.
SmallVector<Value> interleaveTwo(OpBuilder &b, Location loc, Value lhs,
                                 Value rhs, int64_t laneElements) {
  SmallVector<Value> result;
  int64_t lineElements = getLineElements(lhs);
  for (int64_t half : {0, 1})
    result.push_back(shuffle(b, loc, lhs, rhs, [=, half = half](int64_t i) {
      int64_t inLane = i % laneElements;
      return i - inLane + (half * laneElements + inLane) / 2 +
             inLane % 2 * lineElements;
    }));
  return result;
}

/// The elements of all lines in turn, in each lane of so many elements. Lanes
/// are shorter than lines only where these are a power of two.
SmallVector<Value> interleave(OpBuilder &b, Location loc, ValueRange lines,
                              int64_t laneElements) {
  int64_t numLines = lines.size(), lineElements = getLineElements(lines);
  SmallVector<Value> result, even, odd;
  if (numLines == 1)
    return {lines.front()};
  if (numLines % 2 != 0) {
    for (int64_t k = 0; k < numLines; ++k)
      result.push_back(gather(b, loc, lines, [&](int64_t i) {
        int64_t element = k * lineElements + i;
        return element % numLines * lineElements + element / numLines;
      }));
    return result;
  }
  for (auto [i, line] : llvm::enumerate(lines))
    (i % 2 == 0 ? even : odd).push_back(line);
  for (auto [lhs, rhs] : llvm::zip_equal(interleave(b, loc, even, laneElements),
                                         interleave(b, loc, odd, laneElements)))
    llvm::append_range(result, interleaveTwo(b, loc, lhs, rhs, laneElements));
  return result;
}

} // namespace

SmallVector<Value> interleaveLines(OpBuilder &b, Location loc,
                                   ValueRange lines) {
  return interleave(b, loc, lines, getLineElements(lines));
}

SmallVector<Value> transposeLanes(OpBuilder &b, Location loc,
                                  ValueRange lines) {
  return interleave(b, loc, lines, lines.size());
}

/// The most rows of a block. Registers hold a line of each. Blocks of halves
/// have fewer rows, as one instruction interleaves 8 halves, 128 bits. Blocks
/// of words do not: to read more of a column at a time gains more. Measured:
/// benchmarks/results/2026-11-30-cpu-codes.md.
constexpr static int64_t kMaxRows = 16, kMaxRowsOfHalves = 8;

BlockShape BlockShape::get(int64_t rows, int64_t columns,
                           int64_t lineElements) {
  auto getLength = [](int64_t size, int64_t limit) -> int64_t {
    return llvm::bit_floor<uint64_t>(std::min(size, limit));
  };
  bool areHalves = lineElements * 2 == kLineBytes;
  int64_t maxRows = areHalves ? kMaxRowsOfHalves : kMaxRows;
  int64_t numColumns = getLength(columns, lineElements);
  return {getLength(rows, std::min(maxRows, numColumns)), numColumns};
}

/// One vector of a power of two of vectors.
static Value concatenate(OpBuilder &b, Location loc, ArrayRef<Value> parts) {
  if (parts.size() == 1)
    return parts.front();
  Value low = concatenate(b, loc, parts.take_front(parts.size() / 2));
  Value high = concatenate(b, loc, parts.drop_front(parts.size() / 2));
  int64_t size = 2 * getLineElements(low);
  return vector::ShuffleOp::create(b, loc, low, high,
                                   llvm::to_vector(llvm::seq<int64_t>(size)));
}

SmallVector<Value> transposeBlock(OpBuilder &b, Location loc,
                                  ValueRange columns, BlockShape shape) {
  // Each vector has the columns that lie as many apart as there are rows.
  SmallVector<Value> vectors;
  for (int64_t row = 0; row < shape.numRows; ++row) {
    SmallVector<Value> parts;
    for (int64_t i = row; i < shape.numColumns; i += shape.numRows)
      parts.push_back(columns[i]);
    vectors.push_back(concatenate(b, loc, parts));
  }
  return transposeLanes(b, loc, vectors);
}

SmallVector<Value> deinterleaveLines(OpBuilder &b, Location loc,
                                     ValueRange lines, int64_t numParts) {
  int64_t numElements = lines.size() * getLineElements(lines);
  SmallVector<Value> result(numParts);
  if (numParts == 1) {
    result.front() = lines.front();
    return result;
  }
  if (numParts % 2 != 0 || lines.size() == 1) {
    for (int64_t part = 0; part < numParts; ++part)
      result[part] = gather(b, loc, lines, [&](int64_t i) {
        int64_t position = i * numParts + part;
        return position < numElements ? position : kPoison;
      });
    return result;
  }
  for (int64_t half : {0, 1}) {
    SmallVector<Value> halves;
    for (size_t i = 0; i < lines.size(); i += 2)
      halves.push_back(gather(
          b, loc, lines.slice(i, std::min<size_t>(2, lines.size() - i)),
          [&, half = half](int64_t element) { return 2 * element + half; }));
    for (auto [i, part] :
         llvm::enumerate(deinterleaveLines(b, loc, halves, numParts / 2)))
      result[2 * i + half] = part;
  }
  return result;
}

Value gatherFromLines(OpBuilder &b, Location loc, ValueRange lines,
                      ArrayRef<int64_t> positions) {
  return gather(b, loc, lines, [&](int64_t i) {
    return i < static_cast<int64_t>(positions.size()) ? positions[i] : kPoison;
  });
}

} // namespace dml
