//===- RangeStreams.cpp - Ranges of output written from registers ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeStreams.h"
#include "InterleaveLines.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace dml {

/// How far ahead is prefetched. Measured:
/// benchmarks/results/2026-11-27-cpu-short-rows.md.
constexpr static int64_t kDealtPrefetchBytes = 4096;

RangeStreams::RangeStreams(OpBuilder &b, Location loc, Value output,
                           Value misalignment, Value begin, Value bypassesCache,
                           int64_t numRanges, Value pitch)
    : VectorBuilder(b, loc), output(output), misalignment(misalignment),
      begin(begin), bypassesCache(bypassesCache), pitch(pitch),
      numRanges(numRanges) {
  Type elementType = getElementTypeOrSelf(output);
  lineElements = getLineType(elementType).getNumElements();
  // A vector may begin within the line and reach past it.
  carryElements = 2 * lineElements;
  stack = saveStack();
  carries = allocateOnStack(
      MemRefType::get({numRanges * carryElements}, elementType));
}

RangeStreams::Place RangeStreams::getPlace(Value range, Value written) {
  Value inOutput = add(getBegin(range), written);
  return {inOutput, bitAnd(add(inOutput, misalignment), lineElements - 1)};
}

void RangeStreams::write(int64_t range, Value written, const DealtPart &part) {
  Value number = constant(range);
  Place place = getPlace(number, written);
  // The last vector begins before the part's end.
  Value reach = multiply(add(part.length, lineElements), part.stride);
  ifElse(
      isRangeInside(part.position, reach, getFlatSize(part.source)),
      [&] { writeVectors(number, place, part); },
      [&] { writeElements(number, place, part); });
}

/// Loads a line of the part's elements, the first of which is `first`.
Value RangeStreams::gather(const DealtPart &part, Value first) {
  Value from = add(part.position, multiply(first, part.stride));
  SmallVector<Value> lines;
  for (int64_t k = 0; k < part.stride * lineElements; k += lineElements) {
    // The parts of a piece read the same lines.
    if (part.part == 0)
      prefetch(part.source,
               add(from, k + kDealtPrefetchBytes / kLineBytes * lineElements));
    lines.push_back(loadLine(part.source, add(from, k)));
  }
  SmallVector<int64_t> positions;
  for (int64_t i = 0; i < lineElements; ++i)
    positions.push_back(i * part.stride + part.part);
  return gatherFromLines(b, loc, lines, positions);
}

void RangeStreams::writeVectors(Value range, const Place &place,
                                const DealtPart &part) {
  Value carry = getCarry(range);
  // The part's first elements complete the line in the carry.
  Value toLineEnd =
      bitAnd(subtract(constant(0), place.inLine), lineElements - 1);
  Value head = minimum(toLineEnd, part.length);
  ifThen(isLessUnsigned(constant(0), head), [&] {
    storeLine(gather(part, constant(0)), carries, add(carry, place.inLine),
              LineStore::Unaligned);
    ifThen(isEqual(head, toLineEnd), [&] {
      writeCarry(range, subtract(place.inOutput, place.inLine),
                 constant(lineElements));
    });
  });
  Value rest = add(head, roundDown(subtract(part.length, head), lineElements));
  chooseStore(bypassesCache, LineStore::Aligned, [&](LineStore kind) {
    forEach(head, rest, lineElements, [&](Value i) {
      storeLine(gather(part, i), output, add(place.inOutput, i), kind);
    });
  });
  ifThen(isLessUnsigned(rest, part.length), [&] {
    storeLine(gather(part, rest), carries, carry, LineStore::Aligned);
  });
}

/// Writes the same element by element: vectors might read past the source's
/// end.
void RangeStreams::writeElements(Value range, const Place &place,
                                 const DealtPart &part) {
  Value carry = getCarry(range);
  forEach(constant(0), part.length, 1, [&](Value i) {
    Value from = add(part.position, multiply(i, part.stride));
    Value inLine = bitAnd(add(place.inLine, i), lineElements - 1);
    store(load(part.source, add(from, part.part)), carries, add(carry, inLine));
    ifThen(isEqual(inLine, lineElements - 1), [&] {
      writeCarry(range, subtract(add(place.inOutput, i), inLine),
                 constant(lineElements));
    });
  });
}

/// Writes the first `end` elements of a range's carry to the output's line at
/// `lineBegin`. Elements of the line before the range are left out: another
/// task writes them.
void RangeStreams::writeCarry(Value range, Value lineBegin, Value end) {
  Value first = signedMaximum(subtract(getBegin(range), lineBegin), 0);
  copyInLines(first, end, carries, getCarry(range), output, lineBegin,
              bypassesCache);
}

void RangeStreams::finish(Value written) {
  forEach(constant(0), numRanges, 1, [&](Value range) {
    Place place = getPlace(range, written);
    writeCarry(range, subtract(place.inOutput, place.inLine), place.inLine);
  });
  createStoreFence(bypassesCache);
  restoreStack(stack);
}

} // namespace dml
