//===- UnpoolRanges.cpp - Unpooling of pooled data ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolRanges.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "WinnerTile.h"

using namespace mlir;

namespace dml {
namespace {

/// Sums of a few positions fit in 32 bits.
constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max() / 2;
/// The elements of a range for each thread, and the fewest of a range.
constexpr int64_t kElementsPerThread = 8, kMinSize = 256;
/// The most quads of inputs that a thread holds in registers.
constexpr int64_t kMaxQuadsPerThread = 4;
/// The words in which the threads of a workgroup count. Few wait for each
/// other.
constexpr int64_t kCounterWords = 8;

/// Arithmetic on numbers that are known, as ScalarBuilder emits it.
struct KnownArithmetic {
  static int64_t add(int64_t a, int64_t b) { return a + b; }
  static int64_t subtract(int64_t a, int64_t b) { return a - b; }
  static int64_t multiply(int64_t a, int64_t b) { return a * b; }
  static int64_t divide(int64_t a, int64_t b) { return a / b; }
  static int64_t minimum(int64_t a, int64_t b) { return std::min(a, b); }
};

/// How many elements the first home of a plane lies before the plane.
int64_t getPaddedElements(const PoolGeometry &geometry) {
  return geometry.rows.padding * geometry.columns.outputs +
         geometry.columns.padding;
}

/// How many inputs have their homes before an element of the result. Homes
/// before a plane count as its first element.
template <typename Arithmetic, typename Number>
Number countHomesBefore(Arithmetic &a, const PoolGeometry &geometry,
                        Number element) {
  const PoolAxis &rows = geometry.rows, &columns = geometry.columns;
  int64_t elementsOfRow = rows.stride * columns.outputs;
  Number plane = a.divide(element, geometry.getOutputsPerPlane());
  Number inPlane =
      a.subtract(element, a.multiply(plane, geometry.getOutputsPerPlane()));
  inPlane = a.add(
      inPlane, a.multiply(a.minimum(inPlane, 1), getPaddedElements(geometry)));
  Number row = a.divide(inPlane, elementsOfRow);
  Number inRow = a.subtract(inPlane, a.multiply(row, elementsOfRow));
  Number column =
      a.minimum(a.divide(a.add(inRow, columns.stride - 1), columns.stride),
                columns.inputs);
  Number before = a.minimum(a.add(a.multiply(row, columns.inputs), column),
                            geometry.getInputsPerPlane());
  return a.add(a.multiply(plane, geometry.getInputsPerPlane()), before);
}

/// The home of an input, modulo 2^32: it may be before the result.
Value getHome(WordBuilder &w, const PoolGeometry &geometry, Value input) {
  const PoolAxis &rows = geometry.rows, &columns = geometry.columns;
  Value row = w.divide(input, columns.inputs);
  Value column = w.subtract(input, w.multiply(row, columns.inputs));
  Value plane = w.divide(row, rows.inputs);
  Value rowOfPlane = w.subtract(row, w.multiply(plane, rows.inputs));
  Value rowOfResult = w.add(w.multiply(plane, rows.outputs),
                            w.multiply(rowOfPlane, rows.stride));
  Value place = w.add(w.multiply(rowOfResult, columns.outputs),
                      w.multiply(column, columns.stride));
  return w.subtract(place, getPaddedElements(geometry));
}

} // namespace

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

std::optional<UnpoolRanges> UnpoolRanges::choose(MemRefType values,
                                                 MemRefType dest,
                                                 const UnpoolLimits &limits) {
  std::optional<PoolGeometry> geometry =
      PoolGeometry::guess(values.getShape(), dest.getShape());
  if (!geometry || dest.getNumElements() > kMaxElements ||
      values.getNumElements() > kMaxElements)
    return std::nullopt;
  UnpoolRanges ranges(*geometry, limits);
  int64_t elementBytes = getElementBytes(dest.getElementType());
  for (int64_t size = llvm::bit_floor(
           static_cast<uint64_t>(kElementsPerThread * limits.workgroupSize));
       size >= kMinSize; size /= 2) {
    int64_t words = WinnerTile::getNumWords(size, elementBytes) + kCounterWords;
    int64_t quads =
        llvm::divideCeil(ranges.getMaxQuads(size), limits.workgroupSize);
    if (words * kWordBytes > limits.maxWorkgroupMemory ||
        quads > kMaxQuadsPerThread)
      continue;
    ranges.size = size;
    ranges.quadsPerThread = quads;
    return ranges;
  }
  return std::nullopt;
}

int64_t UnpoolRanges::getReachBehind() const {
  return geometry.rows.getWidest().last * geometry.columns.outputs +
         geometry.columns.getWidest().last;
}

int64_t UnpoolRanges::getReachBefore() const {
  return -geometry.rows.getWidest().first * geometry.columns.outputs -
         geometry.columns.getWidest().first;
}

/// The most quads that the inputs of a range of so many elements are in.
int64_t UnpoolRanges::getMaxQuads(int64_t size) const {
  KnownArithmetic a;
  int64_t maxQuads = 0;
  for (int64_t begin = 0; begin < getNumOutputs(); begin += size) {
    int64_t first = std::max<int64_t>(begin - getReachBehind(), 0);
    int64_t last = std::min(begin + size + getReachBefore(), getNumOutputs());
    int64_t quads = llvm::divideCeil(countHomesBefore(a, geometry, last), 4) -
                    countHomesBefore(a, geometry, first) / 4;
    maxQuads = std::max(maxQuads, quads);
  }
  return maxQuads;
}

//===----------------------------------------------------------------------===//
// Sample
//===----------------------------------------------------------------------===//

void UnpoolRanges::allocate(OpBuilder &b, Location loc) {
  for (Word *word : {&found, &isWorthIt}) {
    word->buffer =
        memref::AllocOp::create(b, loc, MemRefType::get(1, b.getI32Type()));
    word->view = viewWords(b, word->buffer, 1);
  }
}

void UnpoolRanges::emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                              Value thread) const {
  int64_t reach = getReachBefore() + getReachBehind() + 1;
  Value isAnyFar = inputs.sampleAny(
      w, thread, limits.workgroupSize,
      [&](Value position, const UnpoolIndex &index) {
        // Modulo 2^32, as the range may begin before the result.
        Value begin =
            w.subtract(getHome(w, geometry, position), getReachBefore());
        return w.logicalNot(
            inputs.isInside(w, index, begin, w.constant(reach)));
      });
  w.ifThen(w.isEqual(thread, 0), [&] {
    Value zero = w.constant(0);
    w.store(zero, found.view, zero);
    w.store(w.select(w.isEqual(isAnyFar, 0), w.constant(1), 0), isWorthIt.view,
            zero);
  });
}

Value UnpoolRanges::Word::load(OpBuilder &b, Location loc) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return memref::LoadOp::create(b, loc, buffer, zero);
}

Value UnpoolRanges::loadIsWorthIt(OpBuilder &b, Location loc) const {
  return WordBuilder(b, loc).isNotEqual(isWorthIt.load(b, loc), 0);
}

Value UnpoolRanges::loadIsMissed(OpBuilder &b, Location loc) const {
  return WordBuilder(b, loc).isNotEqual(found.load(b, loc), getNumInputs());
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

namespace {
/// Emits what a thread does with the inputs near to its workgroup's range.
class RangeInputs {
public:
  RangeInputs(WordBuilder &w, const UnpoolInputs &inputs, WinnerTile &tile,
              int64_t workgroupSize, Value thread)
      : w(w), inputs(inputs), tile(tile), workgroupSize(workgroupSize),
        thread(thread) {}

  /// Loads the thread's quads of those that have the inputs [first, last). An
  /// input is present if it is before `last` and points into the range [begin,
  /// end).
  SmallVector<WinnerTile::Input, 0> load(Value first, Value last,
                                         int64_t quadsPerThread, Value begin,
                                         Value end) {
    Value size = w.subtract(end, begin);
    Value lastQuad = w.divide(w.subtract(last, 1), 4);
    SmallVector<WinnerTile::Input, 0> result;
    for (int64_t i = 0; i < quadsPerThread; ++i) {
      Value quad = w.add(w.add(w.divide(first, 4), thread), i * workgroupSize);
      Value position = w.multiply(quad, 4);
      // A thread without a quad loads the last one.
      quad = w.minimum(quad, lastQuad);
      auto indices = inputs.loadQuad(w, quad);
      auto values = inputs.loadValues(w, quad);
      for (auto [c, index, value] : llvm::enumerate(indices, values)) {
        Value isInside = inputs.isInside(w, index, begin, size);
        Value isWanted = w.isLessUnsigned(w.add(position, c), last);
        result.push_back({w.bitAnd(isWanted, isInside),
                          w.subtract(index.low, begin),
                          tile.makeNumber(w, w.multiply(thread, 4),
                                          4 * i * workgroupSize + c + 1),
                          value});
      }
    }
    return result;
  }

  /// Adds the number of the thread's inputs that are present to one of the
  /// counters, which are kCounterWords words of the workgroup.
  void count(ArrayRef<WinnerTile::Input> own, Value counters) {
    Value sum = w.constant(0);
    for (const WinnerTile::Input &input : own)
      sum = w.add(sum, w.select(input.isPresent, w.constant(1), 0));
    w.update(arith::AtomicRMWKind::addi, sum, counters,
             w.remainder(thread, kCounterWords));
  }

private:
  WordBuilder &w;
  const UnpoolInputs &inputs;
  WinnerTile &tile;
  int64_t workgroupSize;
  Value thread;
};
} // namespace

LogicalResult UnpoolRanges::emit(OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs) const {
  int64_t threads = limits.workgroupSize;
  WinnerTile tile(b, op.getDest(), size,
                  /*maxNumber=*/4 * threads * quadsPerThread, threads);
  auto emitRange = [&](WordBuilder &w, Value workgroup, Value thread) {
    tile.allocate(w);
    Value counters = allocateWorkgroupWords(w, kCounterWords);
    Value begin = w.multiply(workgroup, size);
    Value end = w.minimum(w.add(begin, size), getNumOutputs());
    Value first = countHomesBefore(
        w, geometry,
        w.subtract(w.maximum(begin, getReachBehind()), getReachBehind()));
    Value last = countHomesBefore(
        w, geometry, w.minimum(w.add(end, getReachBefore()), getNumOutputs()));
    RangeInputs nearby(w, inputs, tile, threads, thread);
    // The loads are under way while the memory is cleared.
    SmallVector<WinnerTile::Input, 0> own =
        nearby.load(first, last, quadsPerThread, begin, end);
    w.forEachOfThread(w.constant(0), thread, kCounterWords, threads,
                      [&](Value i) { w.store(w.constant(0), counters, i); });
    tile.clear(w, thread);
    emitBarrier(w);
    nearby.count(own, counters);
    tile.enter(w, thread, own);
    emitBarrier(w);
    // The first thread adds up for all, and does not wait for the result.
    w.ifThen(w.isEqual(thread, 0), [&] {
      Value sum = w.load(counters, int64_t(0));
      for (int64_t i = 1; i < kCounterWords; ++i)
        sum = w.add(sum, w.load(counters, i));
      w.update(arith::AtomicRMWKind::addi, sum, found.view, w.constant(0));
    });
    tile.write(w, workgroup, thread);
  };
  return buildWorkgroupLaunch(b, op.getLoc(),
                              llvm::divideCeil(getNumOutputs(), size), threads,
                              limits.maxWorkgroups, emitRange);
}

} // namespace dml
