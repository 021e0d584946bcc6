//===- PackedRows.cpp - Lanes that are elements of several rows -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PackedRows.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "StripShape.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace dml {

/// The cost of a vector whose elements all have one remainder, as a share of
/// others', and the least gain that rows are packed for: packed rows have no
/// vectors without predicates.
constexpr static double kCostOfRemainder = 0.75, kMinPackedGain = 1.35;

/// How far ahead is prefetched. Measured, from 2 to 16 KiB and a row ahead:
/// benchmarks/results/2026-11-27-cpu-short-rows.md.
constexpr static int64_t kPackedPrefetchBytes = 12 << 10;

/// Tasks that read the same read at most kSharedBytes, a part of the second
/// cache. They follow each other if they would read at least kMinRereadBytes
/// again otherwise. Measured:
/// benchmarks/results/2026-11-30-cpu-shared-reads.md.
constexpr static int64_t kSharedBytes = 256 << 10, kMinRereadBytes = 1 << 20;
/// Such a task writes at least so many bytes, because both of its ends are
/// parts of lines, which take longer.
constexpr static int64_t kMinSharedTaskBytes = 8 << 10;

/// Instructions of a vector that moves elements: those beside loads and
/// shuffles, and the least that filling it from short strips takes. Then those
/// of a strip of neighbours, of one of elements that lie apart, and of an
/// element that LLVM's loops move.
constexpr static int64_t kCostOfMove = 3, kMinCostOfStrips = 11;
constexpr static int64_t kCostOfStrip = 2, kCostOfStridedStrip = 6,
                         kCostOfElement = 2;
/// Instructions for a line of a strip of several rows. Each element that
/// predicates cut off a row takes one more. Measured:
/// benchmarks/results/2026-11-30-cpu-short-folds.md.
constexpr static int64_t kCostOfRows = 3;
/// A strip that interleaves sources takes so many instructions beside its
/// loads, shuffles and stores. Measured, like the next one:
/// benchmarks/results/2026-11-29-cpu-short-rows.md.
constexpr static int64_t kCostOfInterleavedStrip = 8;
/// Rows are packed if such strips take at least so many times the instructions.
constexpr static double kMinGainOverInterleaved = 1.5;

/// The distances, in elements, from what the first of `numIterations`
/// neighbouring iterations reads to what each of them reads. The loops from
/// `outer` on are one.
static SmallVector<int64_t> getDistances(const AccessNest &nest,
                                         const Access &read, unsigned outer,
                                         int64_t numIterations) {
  SmallVector<int64_t> distances;
  for (int64_t i = 0; i < numIterations; ++i) {
    int64_t rest = i, distance = 0;
    for (unsigned loop = nest.loops.size(); loop-- > outer;) {
      int64_t index = rest;
      if (loop > outer) {
        index = rest % nest.loops[loop].size;
        rest /= nest.loops[loop].size;
      }
      distance += read.getDistance(loop, index);
    }
    distances.push_back(distance);
  }
  return distances;
}

/// Two predicates which say that the buffer has all that vectors read from
/// `first` to `last`, in distances from the first element. The loops from
/// `outer` on are one.
static SmallVector<Predicate, 2> getPackedBounds(const AccessNest &nest,
                                                 const Access &read,
                                                 unsigned outer, int64_t inner,
                                                 int64_t first, int64_t last) {
  Predicate bounds = getBounds(read);
  LinearForm &position = bounds.position;
  // Inner loops are at their start.
  for (unsigned loop = outer + 1; loop < nest.loops.size(); ++loop)
    position.constant +=
        llvm::divideFloorSigned(position.divisions[loop].shift,
                                position.divisions[loop].divisor) *
        position.factors[loop];
  position.factors.resize(outer + 1);
  position.divisions.resize(outer + 1);
  position.divisions[outer].shift *= inner;
  position.divisions[outer].divisor *= inner;
  SmallVector<Predicate, 2> predicates(2, bounds);
  predicates[0].position.constant += first;
  predicates[1].position.constant += last;
  return predicates;
}

/// The loads of a vector of packed lanes: how many each read takes, and the
/// distances from the read's first element to which they reach.
struct PackedReads {
  SmallVector<int64_t> numLoads;
  SmallVector<std::pair<int64_t, int64_t>> reach;

  /// Of `numPacked` neighbouring iterations; the loops from `outer` on are one.
  PackedReads(const AccessNest &nest, unsigned outer, int64_t numPacked,
              int64_t length) {
    for (const Access &read : nest.reads) {
      SmallVector<int64_t> lines =
          coverWithLines(getDistances(nest, read, outer, numPacked), length);
      numLoads.push_back(lines.size());
      reach.push_back({lines.front(), lines.back() + length - 1});
    }
  }

  bool areFew() const {
    return *llvm::max_element(numLoads) <= kMaxPackedLoads;
  }
};

/// Counts the instructions for a vector of so many lanes: those of the body,
/// if it computes, and for each read its loads and a shuffle for each load but
/// the first.
static int64_t getVectorCost(ArrayRef<int64_t> numLoads, const AccessNest &nest,
                             int64_t numLanes) {
  auto getLines = [&](int64_t bits) {
    return llvm::divideCeil(numLanes * bits, 8 * kLineBytes);
  };
  int64_t cost = nest.isMove ? kCostOfMove : 0;
  auto countOp = [&](Operation *inner) {
    int64_t bits = 0;
    for (Type type :
         llvm::concat<const Type>(llvm::to_vector(inner->getOperandTypes()),
                                  llvm::to_vector(inner->getResultTypes())))
      if (type.isIntOrFloat())
        bits = std::max<int64_t>(bits, type.getIntOrFloatBitWidth());
    if (isa_and_nonnull<arith::ArithDialect>(inner->getDialect()) &&
        !inner->hasTrait<OpTrait::ConstantLike>())
      cost += getLines(bits);
  };
  if (!nest.isMove)
    nest.getMainWrite().operand->getOwner()->walk(countOp);
  for (auto [loads, read] : llvm::zip_equal(numLoads, nest.reads))
    cost +=
        getLines(8 * *getLineElementBytes(read.elementType)) * (2 * loads - 1);
  return cost;
}

/// The cost of `numLanes` elements in strips that interleave sources.
static double getCostOfInterleaved(int64_t numSources, int64_t rowElements,
                                   int64_t numLanes) {
  // A line takes a shuffle for each halving of the sources, and one for each
  // further source of the odd number that is left.
  int64_t shuffles = llvm::countr_zero<uint64_t>(numSources);
  shuffles += (numSources >> shuffles) - 1;
  int64_t lines = numSources * llvm::divideCeil(rowElements, numLanes);
  double cost = lines * (2 + shuffles) + kCostOfInterleavedStrip;
  return cost * numLanes / (numSources * rowElements);
}

/// How many of `size` neighbours lie outside of a predicate's bound.
static int64_t countOutside(int64_t position, int64_t step, int64_t size,
                            int64_t bound) {
  auto getFirst = [&](int64_t limit) {
    return std::clamp<int64_t>(llvm::divideCeilSigned(limit - position, step),
                               0, size);
  };
  return size - (getFirst(bound) - getFirst(0));
}

/// Returns the share of elements that predicates cut off the ends of rows. It
/// is the average over steps of the outer loop that moves the rows, which runs
/// through the elements of a window. Predicates that several outer loops move
/// are ignored. Loops have static sizes, and are not empty.
static double getCutShare(const AccessNest &nest) {
  constexpr int64_t maxMoves = 1024;
  double share = 0;
  int64_t size = nest.loops.back().size;
  for (const Predicate &predicate : nest.reads.front().predicates) {
    const LinearForm &position = predicate.position;
    std::optional<int64_t> bound = getConstantIntValue(predicate.bound);
    auto outer = ArrayRef(position.factors).drop_back();
    int64_t step = position.factors.back();
    auto isMoving = [](int64_t factor) { return factor != 0; };
    if (!bound || step <= 0 || llvm::count_if(outer, isMoving) > 1)
      continue;
    unsigned loop = llvm::find_if(outer, isMoving) - outer.begin();
    int64_t moves = 1, distance = 0;
    if (loop < outer.size()) {
      int64_t apart = llvm::divideCeil(nest.loops[loop].size, maxMoves);
      moves = llvm::divideCeil(nest.loops[loop].size, apart);
      distance = outer[loop] * apart;
    }
    int64_t outside = 0;
    for (int64_t i = 0; i < moves; ++i)
      outside +=
          countOutside(position.constant + i * distance, step, size, *bound);
    share += double(outside) / (moves * size);
  }
  return std::min(share, 1.0);
}

/// What packed rows may cost to be chosen over short strips that fill as many
/// lanes, or over LLVM's loops where there are no strips. Elements that lie
/// further apart than in strips fill few lanes of a vector of several rows.
static double getMostPackedCost(const AccessNest &nest, int64_t elementBytes,
                                int64_t numLanes) {
  AccessNest merged = nest.mergeLoops();
  SmallVector<MovementLoop> loops = getMovementLoops(merged);
  if (loops.empty())
    return kMinCostOfStrips;
  FailureOr<StripShape> shape = chooseStripShape(loops, elementBytes);
  if (succeeded(shape) && shape->numSources > 1)
    return getCostOfInterleaved(shape->numSources, loops.end()[-2].guessSize(),
                                numLanes) /
           kMinGainOverInterleaved;
  if (succeeded(shape) && shape->hasRows)
    return kCostOfRows + getCutShare(merged) * numLanes;
  int64_t stride = merged.reads.front().strides.back();
  if (stride < 1 || stride > kMaxStripStride)
    return kMinCostOfStrips;
  int64_t size = merged.loops.back().size;
  int64_t cost = stride == 1 ? kCostOfStrip * numLanes / size
                 : size >= kMinStridedRow
                     ? kCostOfStridedStrip * numLanes / size
                     : kCostOfElement * numLanes;
  return std::max(kMinCostOfStrips, cost);
}

/// The cost of an element where vectors lie along the innermost loop.
static double getUnpackedCost(const AccessNest &nest, int64_t maxLength) {
  int64_t size = nest.loops.back().size, divisor = 1;
  bool isDivided = false;
  SmallVector<int64_t> numLoads;
  for (const Access &read : nest.reads) {
    numLoads.push_back(
        std::clamp<int64_t>(read.strides.back(), 1, kMaxLoadStep));
    isDivided |=
        llvm::any_of(read.divisions, std::mem_fn(&LoopDivision::isDivided));
    divisor =
        std::lcm(divisor, read.getDivision(nest.loops.size() - 1).divisor);
  }
  // Only rows without predicates may end with a vector that is longer.
  bool overruns = llvm::all_of(getPredicates(nest), [](const Predicate &p) {
    return p.position.factors.back() == 0;
  });
  int64_t columns = std::max<int64_t>(size / divisor, 1);
  int64_t length = llvm::bit_floor<uint64_t>(std::min(columns, maxLength));
  if (overruns && columns < maxLength)
    length = llvm::PowerOf2Ceil(columns);
  double cost = double(getVectorCost(numLoads, nest, length)) *
                llvm::divideCeil(columns, length) / columns;
  // Vectors of one remainder have constant conditions.
  return isDivided ? cost * kCostOfRemainder : cost;
}

/// The nest whose loops from `outer` on are one. A vector of each read reaches
/// from its first element to these distances.
static AccessNest joinLoops(const AccessNest &nest, unsigned outer,
                            ArrayRef<std::pair<int64_t, int64_t>> reach) {
  AccessNest joined = nest;
  int64_t inner = 1;
  for (const NestLoop &loop : ArrayRef(nest.loops).drop_front(outer + 1))
    inner *= loop.size;
  joined.loops.resize(outer + 1);
  joined.loops.back() = {inner * nest.loops[outer].size, false,
                         nest.loops.back().number};
  for (auto [read, original, ends] :
       llvm::zip_equal(joined.reads, nest.reads, reach)) {
    SmallVector<Predicate, 2> bounds =
        getPackedBounds(nest, original, outer, inner, ends.first, ends.second);
    read.predicates.assign(bounds.begin(), bounds.end());
  }
  for (Access &write : joined.writes) {
    write.strides.resize(outer + 1);
    write.strides.back() = 1;
  }
  return joined;
}

/// Has tasks that read the same follow each other, if the second cache does not
/// hold all that is read until it is read again.
static void chooseSharedReads(PackedRows &rows) {
  const AccessNest &nest = rows.nest;
  unsigned numOuter = nest.loops.size() - 1;
  if (numOuter < 2 || nest.reads.size() != 1)
    return;
  const Access &read = nest.reads.front();
  unsigned last = numOuter - 1;
  auto isLinear = [&](unsigned loop) {
    return !ShapedType::isDynamic(read.strides[loop]) && !read.isDivided(loop);
  };
  // What a loop's steps lead across, in bytes.
  auto getSpan = [&](unsigned loop) {
    return std::abs(read.strides[loop]) * nest.loops[loop].size *
           *getLineElementBytes(read.elementType);
  };
  if (!isLinear(last) || getSpan(last) < kMinRereadBytes)
    return;
  int64_t rowBytes = getSpan(last) / nest.loops[last].size;
  if (rowBytes > kSharedBytes)
    return;
  unsigned first = last;
  while (first > 0 && isLinear(first - 1) && getSpan(first - 1) < rowBytes)
    --first;
  if (first == last)
    return;
  int64_t writtenBytes = nest.loops.back().size * getWrittenBytes(nest).second;
  int64_t length =
      std::max<int64_t>(kSharedBytes / rowBytes,
                        llvm::divideCeil(kMinSharedTaskBytes, writtenBytes));
  rows.schedule.sharedReads = StreamSchedule::SharedReads{
      first, std::min(length, nest.loops[last].size)};
}

FailureOr<PackedRows> packRows(const AccessNest &original, int64_t cacheBytes) {
  AccessNest nest = original.assumeSizes();
  if (nest.hasInnerLoops || nest.loops.size() < 2 || !nest.otherReads.empty() ||
      nest.reads.empty() || !isStream(original, /*isTransposed=*/false) ||
      !hasKnownRows(original) || !llvm::all_of(nest.reads, isPackedBuffer) ||
      (!nest.isMove && getPredicates(nest).empty() && !readsWindows(nest)))
    return failure();
  int64_t minBytes, maxBytes;
  std::tie(minBytes, maxBytes) = getWrittenBytes(nest);
  int64_t length = kLineBytes / minBytes;
  PackedRows best;
  double leastCost = nest.isMove
                         ? getMostPackedCost(nest, minBytes, length) / length
                         : getUnpackedCost(nest, length) / kMinPackedGain;
  // Loops from `outer` on are one, of which one iteration has `step` elements.
  int64_t inner = 1;
  for (unsigned outer = nest.loops.size() - 1; outer-- > 0;) {
    if (original.loops[outer].isDynamic())
      break;
    inner *= nest.loops[outer + 1].size;
    int64_t step = inner;
    for (const Access &read : nest.reads)
      step = std::lcm(step, inner * read.getDivision(outer).divisor);
    if (step > length)
      break;
    int64_t size = inner * nest.loops[outer].size;
    int64_t iterations =
        std::min<int64_t>(length / step, llvm::divideCeil(size, step));
    PackedReads reads(nest, outer, iterations * step, length);
    // Fewer rows are packed where they lie far apart.
    while (!reads.areFew() && --iterations > 0)
      reads = PackedReads(nest, outer, iterations * step, length);
    if (iterations == 0)
      continue;
    int64_t numPacked = iterations * step;
    double cost = double(getVectorCost(reads.numLoads, nest, length)) *
                  llvm::divideCeil(size, numPacked) / size;
    // Of rows that cost the same, long ones have less around them.
    if (cost > leastCost)
      continue;
    leastCost = cost;
    best.nest = joinLoops(nest, outer, reads.reach);
    StreamSchedule &schedule = best.schedule;
    schedule.unrolling = step;
    schedule.vectorLength = length;
    schedule.packedIterations = iterations;
    auto cut = [&](int64_t bytes) {
      return std::min<int64_t>(size,
                               llvm::alignTo(bytes / maxBytes, numPacked));
    };
    schedule.stripElements = cut(kStripBytes);
    schedule.partElements = cut(kTaskPartBytes);
    schedule.grain = llvm::divideCeil(getTaskElements(nest, maxBytes),
                                      schedule.partElements);
    chooseCaching(schedule, original, cacheBytes);
    schedule.gathersLines = true;
    schedule.prefetchBytes = kPackedPrefetchBytes;
  }
  if (best.schedule.packedIterations == 0)
    return failure();
  chooseSharedReads(best);
  // The other loops are those that are not joined.
  for (auto [loop, known] :
       llvm::zip(MutableArrayRef(best.nest.loops).drop_back(), original.loops))
    loop.size = known.size;
  return best;
}

} // namespace dml
