//===- UnpoolRanges.cpp - Unpooling of pooled data ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "UnpoolRanges.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "PlacedTile.h"
#include "WinnerTile.h"

using namespace mlir;

namespace dml {
namespace {

/// Sums of a few positions fit in 32 bits.
constexpr int64_t kMaxElements = std::numeric_limits<int32_t>::max() / 2;
/// The elements of a WinnerTile and the bytes of a PlacedTile for each thread,
/// and the fewest elements of a range.
constexpr int64_t kWinnersPerThread = 8, kPlacedBytesPerThread = 32,
                  kMinSize = 256;
/// The most quads of inputs that a thread holds in registers.
constexpr int64_t kMaxQuadsPerThread = 4;
/// The words in which the threads of a workgroup count. Few wait for each
/// other.
constexpr int64_t kCounterWords = 8;
/// The words that hold which inputs a range has.
constexpr int64_t kBoundWords = 2;

/// What a sample of the inputs may show.
enum SampleBit {
  /// An input is not near its home.
  IsFar = 1,
  /// Two neighbours point to one element.
  Competes = 2
};

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
  std::optional<Range> winners = ranges.chooseRange(
      kWinnersPerThread * limits.workgroupSize, [&](int64_t size) {
        return WinnerTile::getNumWords(size, elementBytes);
      });
  if (!winners)
    return std::nullopt;
  ranges.winners = *winners;
  auto mayCompete = [](const PoolAxis &axis) {
    return axis.stride == 1 && axis.inputs > 1;
  };
  if (!mayCompete(geometry->rows) && !mayCompete(geometry->columns))
    ranges.placed = ranges.chooseRange(
        kPlacedBytesPerThread * limits.workgroupSize / elementBytes,
        [&](int64_t size) {
          return PlacedTile::getNumWords(size, elementBytes);
        });
  return ranges;
}

std::optional<UnpoolRanges::Range>
UnpoolRanges::chooseRange(int64_t maxSize,
                          function_ref<int64_t(int64_t)> getNumWords) const {
  for (int64_t size = llvm::bit_floor(static_cast<uint64_t>(maxSize));
       size >= kMinSize; size /= 2) {
    int64_t words = getNumWords(size) + kCounterWords + kBoundWords;
    int64_t quads = llvm::divideCeil(getMaxQuads(size), limits.workgroupSize);
    if (words * kWordBytes <= limits.maxWorkgroupMemory &&
        quads <= kMaxQuadsPerThread)
      return Range{size, quads};
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
  for (Word *word : {&found, &sampled}) {
    word->buffer =
        memref::AllocOp::create(b, loc, MemRefType::get(1, b.getI32Type()));
    word->view = viewWords(b, word->buffer, 1);
  }
}

void UnpoolRanges::emitSample(WordBuilder &w, const UnpoolInputs &inputs,
                              Value thread) const {
  int64_t reach = getReachBefore() + getReachBehind() + 1;
  Value bits = inputs.sample(
      w, thread, limits.workgroupSize,
      [&](Value position, const UnpoolIndex &index) {
        // Modulo 2^32, as the range may begin before the result.
        Value begin =
            w.subtract(getHome(w, geometry, position), getReachBefore());
        Value isNear = inputs.isInside(w, index, begin, w.constant(reach));
        Value bits = w.select(isNear, w.constant(0), IsFar);
        if (!placed)
          return bits;
        for (int64_t distance : {int64_t(1), geometry.columns.inputs}) {
          Value other =
              w.minimum(w.add(position, distance), getNumInputs() - 1);
          Value isSame =
              w.bitAnd(w.isEqual(inputs.load(w, other).low, index.low),
                       w.isNotEqual(other, position));
          bits = w.bitOr(bits, w.select(isSame, w.constant(Competes), 0));
        }
        return bits;
      });
  w.ifThen(w.isEqual(thread, 0), [&] {
    Value zero = w.constant(0);
    w.store(zero, found.view, zero);
    w.store(bits, sampled.view, zero);
  });
}

Value UnpoolRanges::Word::load(OpBuilder &b, Location loc) const {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  return memref::LoadOp::create(b, loc, buffer, zero);
}

Value UnpoolRanges::loadIsMissed(OpBuilder &b, Location loc) const {
  return WordBuilder(b, loc).isNotEqual(found.load(b, loc), getNumInputs());
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// Emits what a workgroup does with the inputs near to its range.
class RangeKernel {
public:
  /// `workgroup` and `thread` are their numbers.
  RangeKernel(WordBuilder &w, const UnpoolRanges &ranges,
              const UnpoolInputs &inputs, const UnpoolRanges::Range &range,
              Value workgroup, Value thread)
      : w(w), workgroup(workgroup), thread(thread), ranges(ranges),
        inputs(inputs), range(range), numThreads(ranges.limits.workgroupSize),
        counters(allocateWorkgroupWords(w, kCounterWords)),
        bounds(allocateWorkgroupWords(w, kBoundWords)) {}

  /// Zeros the counters, and has the first two threads find the range's inputs:
  /// that takes more instructions than all else. A barrier must follow.
  void prepare() {
    w.forEachOfThread(w.constant(0), thread, kCounterWords, numThreads,
                      [&](Value i) { w.store(w.constant(0), counters, i); });
    int64_t behind = ranges.getReachBehind(), before = ranges.getReachBefore();
    w.forEachOfThread(w.constant(0), thread, 2, numThreads, [&](Value i) {
      Value first = w.subtract(w.maximum(getBegin(), behind), behind);
      Value end = w.minimum(w.add(getEnd(), before), ranges.getNumOutputs());
      Value element = w.select(w.isEqual(i, 0), first, end);
      w.store(countHomesBefore(w, ranges.geometry, element), bounds, i);
    });
  }

  /// Loads the thread's inputs of those that may point into the range. They are
  /// present if they do.
  UnpoolTile::Inputs load(function_ref<Value(Value, int64_t)> makeNumber) {
    Value begin = getBegin(), size = w.subtract(getEnd(), begin);
    Value firstQuad = w.divide(w.load(bounds, int64_t(0)), 4);
    Value lastQuad = w.divide(w.subtract(w.load(bounds, 1), 1), 4);
    UnpoolTile::Inputs result;
    for (int64_t i = 0; i < range.quadsPerThread; ++i) {
      // A thread without a quad loads the last one, and none of it is inside.
      Value number = w.add(w.add(firstQuad, thread), i * numThreads);
      Value quad = w.minimum(number, lastQuad);
      Value sizeOfQuad = w.select(w.isEqual(quad, number), size, 0);
      auto indices = inputs.loadQuad(w, quad);
      auto values = inputs.loadValues(w, quad);
      for (auto [c, index, value] : llvm::enumerate(indices, values)) {
        Value isInside = inputs.isInside(w, index, begin, sizeOfQuad);
        Value exists = inputs.exists(w, w.add(w.multiply(quad, 4), c));
        result.push_back(
            {w.bitAnd(exists, isInside), w.subtract(index.low, begin),
             makeNumber(w.multiply(thread, 4), 4 * i * numThreads + c + 1),
             value});
      }
    }
    return result;
  }

  /// Counts the thread's conditions that hold, in words of the workgroup.
  void count(ArrayRef<Value> conditions) {
    Value sum = w.constant(0);
    for (Value condition : conditions)
      sum = w.add(sum, w.select(condition, w.constant(1), 0));
    w.update(arith::AtomicRMWKind::addi, sum, counters,
             w.remainder(thread, kCounterWords));
  }

  /// Adds what all threads counted to what was found. The first thread does,
  /// and does not wait for the result.
  void addUp() {
    w.ifThen(w.isEqual(thread, 0), [&] {
      Value sum = w.load(counters, int64_t(0));
      for (int64_t i = 1; i < kCounterWords; ++i)
        sum = w.add(sum, w.load(counters, i));
      w.update(arith::AtomicRMWKind::addi, sum, ranges.found.view,
               w.constant(0));
    });
  }

  WordBuilder &w;
  const Value workgroup, thread;

private:
  Value getBegin() { return w.multiply(workgroup, range.size); }
  Value getEnd() {
    return w.minimum(w.add(getBegin(), range.size), ranges.getNumOutputs());
  }

  const UnpoolRanges &ranges;
  const UnpoolInputs &inputs;
  const UnpoolRanges::Range &range;
  int64_t numThreads;
  /// Words of the workgroup: counts, and the range's first input and the one
  /// behind its last.
  Value counters, bounds;
};

LogicalResult
UnpoolRanges::emitKernel(OpBuilder &b, Location loc, const UnpoolInputs &inputs,
                         const Range &range,
                         function_ref<void(RangeKernel &)> emitRange) const {
  return buildWorkgroupLaunch(
      b, loc, llvm::divideCeil(getNumOutputs(), range.size),
      limits.workgroupSize, limits.maxWorkgroups,
      [&](WordBuilder &w, Value workgroup, Value thread) {
        RangeKernel kernel(w, *this, inputs, range, workgroup, thread);
        emitRange(kernel);
      });
}

LogicalResult UnpoolRanges::emitWinners(OpBuilder &b, UnpoolOp op,
                                        const UnpoolInputs &inputs) const {
  WinnerTile tile(b, op.getDest(), winners.size,
                  4 * limits.workgroupSize * winners.quadsPerThread,
                  limits.workgroupSize);
  return emitKernel(b, op.getLoc(), inputs, winners, [&](RangeKernel &kernel) {
    WordBuilder &w = kernel.w;
    tile.allocate(w);
    kernel.prepare();
    tile.clear(w, kernel.thread);
    emitBarrier(w);
    UnpoolTile::Inputs own = kernel.load([&](Value base, int64_t offset) {
      return tile.makeNumber(w, base, offset);
    });
    SmallVector<Value> arePresent;
    for (const UnpoolTile::Input &input : own)
      arePresent.push_back(input.isPresent);
    kernel.count(arePresent);
    tile.enter(w, kernel.thread, own);
    emitBarrier(w);
    kernel.addUp();
    tile.write(w, kernel.workgroup, kernel.thread);
  });
}

LogicalResult UnpoolRanges::emitPlaced(OpBuilder &b, UnpoolOp op,
                                       const UnpoolInputs &inputs) const {
  PlacedTile tile(b, op.getDest(), placed->size, limits.workgroupSize);
  return emitKernel(b, op.getLoc(), inputs, *placed, [&](RangeKernel &kernel) {
    WordBuilder &w = kernel.w;
    tile.allocate(w);
    kernel.prepare();
    tile.clear(w, kernel.thread);
    emitBarrier(w);
    UnpoolTile::Inputs own =
        kernel.load([](Value, int64_t) { return Value(); });
    tile.enter(w, kernel.thread, own);
    emitBarrier(w);
    kernel.count(tile.check(w, own));
    tile.write(w, kernel.workgroup, kernel.thread);
    emitBarrier(w);
    kernel.addUp();
  });
}

LogicalResult UnpoolRanges::emit(OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs) const {
  Location loc = op.getLoc();
  OpBuilder::InsertionGuard guard(b);
  Value bits = sampled.load(b, loc);
  auto branch = scf::IfOp::create(b, loc, WordBuilder(b, loc).isEqual(bits, 0),
                                  /*withElseRegion=*/true);
  b.setInsertionPoint(branch.thenYield());
  if (!placed)
    return emitWinners(b, op, inputs);
  if (failed(emitPlaced(b, op, inputs)))
    return failure();
  b.setInsertionPoint(branch.elseYield());
  auto inner =
      scf::IfOp::create(b, loc, WordBuilder(b, loc).isEqual(bits, Competes));
  b.setInsertionPoint(inner.thenYield());
  return emitWinners(b, op, inputs);
}

} // namespace dml
