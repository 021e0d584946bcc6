//===- StreamSchedule.cpp - How computed results become tasks -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSchedule.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>
#include <set>

using namespace mlir;

namespace dml {

/// Output that is computed before it is written: loops of vectors take little
/// time to start beside that, and it stays in the first-level cache.
constexpr static int64_t kStripBytes = 4096;

/// The sizes of a block, but for a few more at the end of a loop: some KiB,
/// which the first-level cache holds beside what is read.
constexpr static int64_t kMinBlockRows = 64, kMaxBlockColumns = 64;
/// Iterations of the loops of a block, at least.
constexpr static int64_t kMinBlockLength = 4;
/// Iterations, at least, of a loop that is tried as the innermost one. Its
/// reads are not linear and have predicates, which cost more than fewer lanes
/// gain.
constexpr static int64_t kMinOtherIterations = 8;

/// The most elements of an iteration that reads little, and how much it may
/// read: what is compiled grows with both.
constexpr static int64_t kMaxFewReadsUnrolling = 32, kMaxUnrolledReads = 128;

/// The cost of a vector whose elements all have one remainder, as a share of
/// others', and the least gain that rows are packed for: packed rows have no
/// vectors without predicates.
constexpr static double kCostOfRemainder = 0.75, kMinPackedGain = 1.35;

/// What a vector of an operation that moves takes beside loads and shuffles,
/// and the most that a full one may take: strips of less than a line take as
/// long.
constexpr static int64_t kCostOfMove = 3, kMaxCostOfMove = 11;

/// The most places that rows of a group read, as a share of what they read
/// apart, and the most reads of a group: what is compiled grows with these.
constexpr static double kMaxSharedReads = 0.75;
constexpr static int64_t kMaxGroupReads = 64;

/// Bytes of a page, and lines that are read of it at once: finding a page costs
/// more than a line.
constexpr static int64_t kPageBytes = 4096, kLinesOfPage = 4;

void StreamSchedule::print(llvm::raw_ostream &os) const {
  if (packedIterations > 0)
    os << "vectors of " << packedIterations * unrolling << " elements of rows";
  else
    os << "vectors of " << vectorLength << " times " << unrolling
       << " elements";
  if (overruns)
    os << ", longer than rows";
  if (packedIterations == 0)
    os << ", without predicates in [" << interiorBegin << ", " << interiorEnd
       << ")";
  if (groupRows > 1)
    os << ", of " << groupRows << " rows at once";
  if (gathersLines)
    os << ", in strips of " << stripElements;
  if (blockColumns > 0)
    os << ", in blocks of " << partElements << " times " << blockColumns
       << " that are transposed";
  if (prefetches)
    os << ", prefetched";
  if (bypassesCache)
    os << ", written past the caches";
}

bool dependsOnRow(const Predicate &predicate) {
  return llvm::any_of(ArrayRef(predicate.position.factors).drop_back(),
                      [](int64_t factor) { return factor != 0; });
}

SmallVector<Predicate> getPredicates(const AccessNest &nest) {
  SmallVector<Predicate> predicates;
  for (const Access &read :
       llvm::concat<const Access>(nest.reads, nest.otherReads))
    llvm::append_range(predicates, read.predicates);
  return predicates;
}

Predicate getBounds(const Access &read) {
  LinearForm position(read.strides.size(), read.offset);
  position.factors = read.strides;
  if (!read.divisions.empty())
    position.divisions = read.divisions;
  auto type = cast<MemRefType>(read.buffer.getType());
  Builder b(type.getContext());
  return {position, b.getIndexAttr(type.getNumElements()), Value()};
}

/// Whether getBounds says where a read is, and it ascends along rows.
static bool hasBounds(const Access &read) {
  auto type = cast<MemRefType>(read.buffer.getType());
  return type.hasStaticShape() && type.getLayout().isIdentity() &&
         read.strides.back() >= 0;
}

/// Narrows [begin, end) to where a predicate on elements holds. Fails where
/// that is not known.
static LogicalResult restrict(const Predicate &predicate, int64_t &begin,
                              int64_t &end) {
  std::optional<int64_t> bound = getConstantIntValue(predicate.bound);
  const LinearForm &position = predicate.position;
  int64_t factor = position.factors.back();
  LoopDivision division = position.divisions.back();
  if (!bound || *bound > std::numeric_limits<int32_t>::max() || factor < 0)
    return failure();
  if (factor == 0) {
    if (position.constant < 0 || position.constant >= *bound)
      end = begin;
    return success();
  }
  auto getFirst = [&](int64_t limit) {
    return llvm::divideCeilSigned(limit - position.constant, factor) *
               division.divisor -
           division.shift;
  };
  begin = std::max(begin, getFirst(0));
  end = std::min(end, getFirst(std::max<int64_t>(*bound, 0)));
  return success();
}

/// The part of a row in which no predicate fails that depends on its elements
/// only; empty where that is not known, or where positions descend.
static std::pair<int64_t, int64_t> findInterior(const AccessNest &nest,
                                                int64_t unrolling) {
  int64_t begin = 0, end = nest.loops.back().size;
  for (const Predicate &predicate : getPredicates(nest)) {
    if (dependsOnRow(predicate) ? predicate.position.factors.back() < 0
                                : failed(restrict(predicate, begin, end)))
      return {0, 0};
  }
  begin = llvm::alignTo(begin, unrolling);
  end = std::max<int64_t>(end / unrolling * unrolling, begin);
  return {begin, end};
}

/// Whether a result has rows of neighbours in the order of the loops. Gaps may
/// lie between them.
static bool hasRows(const AccessNest &nest, const Access &write) {
  if (write.strides.back() != 1)
    return false;
  int64_t extent = 1;
  for (auto [loop, stride] :
       llvm::reverse(llvm::zip_equal(nest.loops, write.strides))) {
    if (ShapedType::isDynamic(stride) || stride < extent)
      return false;
    extent = std::max(extent, stride * loop.size);
  }
  return true;
}

/// Whether each element of results is written once, and combiners do not mind
/// to see an element twice, as overlapping vectors do. Results are packed, or
/// blocks of them are transposed.
static bool isStream(const AccessNest &nest, bool isTransposed) {
  bool hasResult = false;
  for (const Access &write : nest.writes) {
    if (write.combiner == arith::AtomicRMWKind::addi)
      return false;
    if (write.combiner)
      continue;
    hasResult = true;
    if (!(write.isPacked || isTransposed) ||
        !getLineElementBytes(write.elementType))
      return false;
  }
  return hasResult && !nest.loops.empty() &&
         llvm::none_of(nest.loops, [](const NestLoop &loop) {
           return ShapedType::isDynamic(loop.size) || loop.size == 0 ||
                  loop.isReduction;
         });
}

/// Bytes of the results, and of the buffers of static shape that are read.
static uint64_t countBytes(const AccessNest &nest) {
  uint64_t bytes = 0;
  auto add = [&](uint64_t elements, uint64_t elementBytes) {
    bytes = llvm::SaturatingMultiplyAdd(elements, elementBytes, bytes);
  };
  for (const Access &write : nest.writes)
    if (!write.combiner)
      add(nest.getNumIterations(), *getLineElementBytes(write.elementType));
  llvm::SmallPtrSet<void *, 4> counted;
  for (const Access &read :
       llvm::concat<const Access>(nest.reads, nest.otherReads)) {
    auto type = cast<MemRefType>(read.buffer.getType());
    std::optional<int64_t> size = getLineElementBytes(read.elementType);
    if (type.hasStaticShape() && size &&
        counted.insert(read.buffer.getAsOpaquePointer()).second)
      add(type.getNumElements(), *size);
  }
  return bytes;
}

/// Whether a buffer is read in several places.
static bool readsWindows(const AccessNest &nest) {
  llvm::SmallPtrSet<void *, 4> seen;
  return llvm::any_of(
      llvm::concat<const Access>(nest.reads, nest.otherReads),
      [&](const Access &read) {
        return !seen.insert(read.buffer.getAsOpaquePointer()).second;
      });
}

/// Whether no two columns of a block begin in one page.
static bool hasOwnPages(const Access &read, int64_t elementBytes) {
  int64_t stride = read.strides.end()[-2];
  return !ShapedType::isDynamic(stride) &&
         std::abs(stride) >= kPageBytes / elementBytes;
}

/// Whether blocks of results with the loops in another order can be written
/// transposed.
static bool canReorder(const AccessNest &nest) {
  return isStream(nest, /*isTransposed=*/true) &&
         nest.loops.back().size >= kMinBlockLength &&
         llvm::all_of(nest.writes, [&](const Access &write) {
           return !write.combiner && (write.isPacked || hasRows(nest, write));
         });
}

/// The order of loops in which `loop` is the innermost one and the loop that
/// was innermost is the next one outside.
static SmallVector<unsigned> makeInnermost(const AccessNest &nest,
                                           unsigned loop) {
  unsigned last = nest.loops.size() - 1;
  SmallVector<unsigned> order = llvm::to_vector(llvm::seq<unsigned>(0, last));
  order.erase(order.begin() + loop);
  order.append({last, loop});
  return order;
}

FailureOr<SmallVector<unsigned>> chooseLoopOrder(const AccessNest &nest) {
  unsigned last = nest.loops.size() - 1;
  // Vectors read all that neighbours along the loop read, or one element.
  auto isNear = [&](unsigned loop) {
    return nest.readsNeighbours(loop, nest.isMove ? 1 : kMaxLoadStep);
  };
  if (!canReorder(nest) || isNear(last))
    return failure();
  for (unsigned loop = last; loop-- > 0;)
    if (nest.loops[loop].size >= kMinBlockLength && isNear(loop) &&
        nest.readsAlong(loop))
      return makeInnermost(nest, loop);
  return failure();
}

SmallVector<SmallVector<unsigned>> getOtherOrders(const AccessNest &nest) {
  SmallVector<SmallVector<unsigned>> orders;
  if (nest.otherReads.empty() || !nest.reads.empty() || !canReorder(nest))
    return orders;
  for (unsigned loop = nest.loops.size() - 1; loop-- > 0;) {
    int64_t divisor = 1;
    for (const Access &read : nest.otherReads)
      if (!read.divisions.empty())
        divisor = std::max(divisor, read.divisions[loop].divisor);
    if (nest.loops[loop].size >= kMinOtherIterations * divisor)
      orders.push_back(makeInnermost(nest, loop));
  }
  return orders;
}

FailureOr<AccessNest> joinInnerLoops(const AccessNest &nest) {
  unsigned inner = nest.loops.size() - 1, outer = inner - 1;
  if (nest.loops.size() < 2 || nest.isMove ||
      !isStream(nest, /*isTransposed=*/false) || nest.loops[inner].size < 2 ||
      nest.loops[inner].size > kMaxStreamUnrolling ||
      nest.readsNeighbours(inner, kMaxLoadStep) ||
      !nest.readsNeighbours(outer, kMaxLoadStep) || !nest.readsAlong(outer) ||
      llvm::any_of(getPredicates(nest), [&](const Predicate &predicate) {
        return predicate.position.factors[inner] != 0;
      }))
    return failure();
  AccessNest joined = nest;
  int64_t size = nest.loops[inner].size;
  joined.loops[outer].size *= size;
  joined.loops[outer].number = nest.loops[inner].number;
  joined.loops.pop_back();
  // (loop floordiv size + shift) floordiv divisor
  auto divide = [&](SmallVector<LoopDivision> &divisions) {
    divisions.resize(nest.loops.size());
    divisions.pop_back();
    divisions.back().shift *= size;
    divisions.back().divisor *= size;
  };
  std::vector<Access> reads;
  for (Access &read : joined.reads) {
    bool isMoved = read.strides.pop_back_val() != 0;
    divide(read.divisions);
    (isMoved ? joined.otherReads : reads).push_back(read);
  }
  joined.reads = std::move(reads);
  for (Access &read : llvm::concat<Access>(joined.reads, joined.otherReads))
    for (Predicate &predicate : read.predicates) {
      predicate.position.factors.pop_back();
      divide(predicate.position.divisions);
    }
  for (Access &write : joined.writes)
    write.strides.erase(write.strides.begin() + outer);
  return joined;
}

/// Bytes of the narrowest and of the widest elements that a stream writes.
static std::pair<int64_t, int64_t> getWrittenBytes(const AccessNest &nest) {
  int64_t least = kLineBytes, most = 0;
  for (const Access &write : nest.writes)
    if (!write.combiner) {
      least = std::min(least, *getLineElementBytes(write.elementType));
      most = std::max(most, *getLineElementBytes(write.elementType));
    }
  return {least, most};
}

/// How far from the element that the first of so many neighbouring iterations
/// reads those lie that they all read. The loops from `outer` on are one.
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
      LoopDivision division =
          read.divisions.empty() ? LoopDivision() : read.divisions[loop];
      auto divide = [&](int64_t index) {
        return llvm::divideFloorSigned(index + division.shift,
                                       division.divisor);
      };
      distance += (divide(index) - divide(0)) * read.strides[loop];
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

/// The cost of an element where vectors lie along the innermost loop.
static double getUnpackedCost(const AccessNest &nest, int64_t maxLength) {
  int64_t size = nest.loops.back().size, divisor = 1;
  bool isDivided = false;
  SmallVector<int64_t> numLoads;
  for (const Access &read : nest.reads) {
    numLoads.push_back(
        std::clamp<int64_t>(read.strides.back(), 1, kMaxLoadStep));
    for (const LoopDivision &division : read.divisions)
      isDivided |= division.divisor != 1;
    if (!read.divisions.empty())
      divisor = std::lcm(divisor, read.divisions.back().divisor);
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

FailureOr<PackedRows> packRows(const AccessNest &nest, int64_t cacheBytes) {
  auto isStatic = [](const Access &read) {
    auto type = cast<MemRefType>(read.buffer.getType());
    return type.hasStaticShape() && type.getLayout().isIdentity() &&
           getLineElementBytes(read.elementType);
  };
  if (nest.hasInnerLoops || nest.loops.size() < 2 || !nest.otherReads.empty() ||
      nest.reads.empty() || !isStream(nest, /*isTransposed=*/false) ||
      !llvm::all_of(nest.reads, isStatic) ||
      (!nest.isMove && getPredicates(nest).empty() && !readsWindows(nest)))
    return failure();
  int64_t minBytes, maxBytes;
  std::tie(minBytes, maxBytes) = getWrittenBytes(nest);
  int64_t length = kLineBytes / minBytes;
  PackedRows best;
  double leastCost = nest.isMove
                         ? double(kMaxCostOfMove) / length
                         : getUnpackedCost(nest, length) / kMinPackedGain;
  // Loops from `outer` on are one, of which one iteration has `step` elements.
  int64_t inner = 1;
  for (unsigned outer = nest.loops.size() - 1; outer-- > 0;) {
    inner *= nest.loops[outer + 1].size;
    int64_t step = inner;
    for (const Access &read : nest.reads)
      if (!read.divisions.empty())
        step = std::lcm(step, inner * read.divisions[outer].divisor);
    if (step > length)
      break;
    int64_t size = inner * nest.loops[outer].size;
    int64_t iterations =
        std::min<int64_t>(length / step, llvm::divideCeil(size, step));
    int64_t numPacked = iterations * step;
    SmallVector<int64_t> numLoads;
    SmallVector<std::pair<int64_t, int64_t>> reach;
    for (const Access &read : nest.reads) {
      SmallVector<int64_t> lines =
          coverWithLines(getDistances(nest, read, outer, numPacked), length);
      numLoads.push_back(lines.size());
      reach.push_back({lines.front(), lines.back() + length - 1});
    }
    if (*llvm::max_element(numLoads) > kMaxPackedLoads)
      continue;
    double cost = double(getVectorCost(numLoads, nest, length)) *
                  llvm::divideCeil(size, numPacked) / size;
    // Of rows that cost the same, long ones have less around them.
    if (cost > leastCost)
      continue;
    leastCost = cost;
    best.nest = nest;
    AccessNest &packed = best.nest;
    packed.loops.resize(outer + 1);
    packed.loops.back() = {size, false, nest.loops.back().number};
    for (auto [read, original, ends] :
         llvm::zip_equal(packed.reads, nest.reads, reach)) {
      SmallVector<Predicate, 2> bounds = getPackedBounds(
          nest, original, outer, inner, ends.first, ends.second);
      read.predicates.assign(bounds.begin(), bounds.end());
    }
    for (Access &write : packed.writes) {
      write.strides.resize(outer + 1);
      write.strides.back() = 1;
    }
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
    schedule.grain =
        llvm::divideCeil(kTaskBytes / maxBytes, schedule.partElements);
    schedule.bypassesCache =
        countBytes(nest) > static_cast<uint64_t>(cacheBytes);
    schedule.gathersLines = true;
  }
  if (best.schedule.packedIterations == 0)
    return failure();
  return best;
}

/// How many places are read for an element of so many neighbours along the loop
/// outside of the innermost one, on average.
static double countSharedReads(const AccessNest &nest, int64_t numRows) {
  unsigned loop = nest.loops.size() - 2;
  // Reads of one buffer differ by where they begin, or by how loops are
  // divided.
  std::set<std::tuple<void *, int64_t, SmallVector<int64_t>>> places;
  for (const Access &read : nest.reads) {
    SmallVector<int64_t> others(read.strides);
    LoopDivision along;
    for (auto [i, division] : llvm::enumerate(read.divisions)) {
      if (i == loop)
        along = division;
      else
        others.append({division.shift, division.divisor});
    }
    for (int64_t row = 0; row < numRows; ++row)
      places.insert({read.buffer.getAsOpaquePointer(),
                     read.offset + read.strides[loop] *
                                       llvm::divideFloorSigned(
                                           row + along.shift, along.divisor),
                     others});
  }
  return double(places.size()) / numRows;
}

/// The rows that are computed at once, with vectors of `unrolling` elements an
/// iteration. The values of several results would be more than registers hold.
static int64_t chooseGroupRows(const AccessNest &nest, int64_t unrolling) {
  if (nest.loops.size() < 2 || nest.hasInnerLoops || nest.isMove ||
      nest.reads.empty() || !nest.otherReads.empty() ||
      llvm::count_if(nest.writes,
                     [](const Access &write) { return !write.combiner; }) > 1)
    return 1;
  unsigned loop = nest.loops.size() - 2;
  int64_t divisor = 1;
  for (const Access &read : nest.reads) {
    if (ShapedType::isDynamic(read.offset) ||
        llvm::any_of(read.strides, ShapedType::isDynamic))
      return 1;
    if (!read.divisions.empty())
      divisor = std::lcm(divisor, read.divisions[loop].divisor);
  }
  int64_t best = 1, numReads = nest.reads.size();
  double least = kMaxSharedReads * numReads;
  for (int64_t rows : {4, 3, 2})
    if (rows % divisor == 0 && rows <= nest.loops[loop].size &&
        rows * unrolling * numReads <= kMaxGroupReads)
      if (double reads = countSharedReads(nest, rows); reads < least) {
        best = rows;
        least = reads;
      }
  return best;
}

FailureOr<StreamSchedule> chooseStreamSchedule(const AccessNest &nest,
                                               int64_t cacheBytes,
                                               bool isTransposed,
                                               int64_t numInterleaved) {
  if (!isStream(nest, isTransposed) || (nest.isMove && !isTransposed))
    return failure();
  StreamSchedule schedule;
  schedule.unrolling = numInterleaved;
  int64_t width = nest.loops.back().size;
  bool isDivided = numInterleaved > 1;
  int64_t numReads = nest.reads.size() + nest.otherReads.size();
  int64_t maxUnrolling =
      std::max(kMaxStreamUnrolling,
               std::min(kMaxFewReadsUnrolling,
                        kMaxUnrolledReads / std::max<int64_t>(numReads, 1)));
  auto unroll = [&](ArrayRef<LoopDivision> divisions) {
    for (const LoopDivision &division : divisions)
      isDivided |= division.divisor != 1;
    int64_t divisor = divisions.empty() ? 1 : divisions.back().divisor;
    int64_t common = std::lcm(schedule.unrolling, divisor);
    if (common <= std::min(maxUnrolling, width))
      schedule.unrolling = common;
  };
  for (const Access &read :
       llvm::concat<const Access>(nest.reads, nest.otherReads))
    unroll(read.divisions);
  for (const Access &read : nest.otherReads)
    for (const Predicate &predicate : read.predicates)
      unroll(predicate.position.divisions);
  uint64_t bytes = countBytes(nest);
  schedule.bypassesCache = bytes > static_cast<uint64_t>(cacheBytes);
  // The hardware prefetches the few streams that are interleaved.
  schedule.prefetches = !nest.hasInnerLoops && numInterleaved == 1 &&
                        bytes > static_cast<uint64_t>(cacheBytes) / 8;
  // Loops in the body keep LLVM from making vectors, predicates and windows
  // from making good ones.
  if (!isDivided && nest.writes.size() == 1 && !schedule.bypassesCache &&
      !nest.hasInnerLoops && !isTransposed && getPredicates(nest).empty() &&
      !readsWindows(nest))
    return failure();

  int64_t minBytes, maxBytes;
  std::tie(minBytes, maxBytes) = getWrittenBytes(nest);
  std::tie(schedule.interiorBegin, schedule.interiorEnd) =
      findInterior(nest, schedule.unrolling);
  int64_t iterations =
      (schedule.interiorEnd - schedule.interiorBegin) / schedule.unrolling;
  int64_t maxLength = kLineBytes / minBytes;
  // Vectors that end behind the row are stored in a buffer.
  auto gathersLines = [&](int64_t length) {
    return isTransposed || schedule.bypassesCache ||
           length * numInterleaved * minBytes < kLineBytes ||
           width % schedule.unrolling != 0;
  };
  int64_t above = llvm::PowerOf2Ceil(std::max<int64_t>(iterations, 1));
  schedule.overruns =
      above > iterations && above <= maxLength && schedule.interiorBegin == 0 &&
      schedule.interiorEnd == width && gathersLines(above) &&
      nest.otherReads.empty() && llvm::all_of(nest.reads, hasBounds);
  schedule.vectorLength = schedule.overruns
                              ? above
                              : llvm::bit_floor<uint64_t>(std::clamp<int64_t>(
                                    width / schedule.unrolling, 1, maxLength));
  // Loops of LLVM would have a combiner in one task.
  if (schedule.vectorLength < kMinStreamIterations && nest.writes.size() == 1)
    return failure();
  schedule.gathersLines = !isTransposed && gathersLines(schedule.vectorLength);

  int64_t vector = maxLength * schedule.unrolling;
  auto cut = [&](int64_t bytes) {
    return std::min<int64_t>(width, llvm::alignTo(bytes / maxBytes, vector));
  };
  schedule.stripElements = cut(kStripBytes);
  schedule.partElements = cut(kTaskPartBytes);
  // The strips of a group are rows that follow each other, of which none has
  // written what is behind its end when the next one is written.
  if (!isTransposed && width % schedule.unrolling == 0 &&
      (!schedule.gathersLines ||
       (schedule.stripElements == width && schedule.partElements == width)))
    schedule.groupRows = chooseGroupRows(nest, schedule.unrolling);
  if (isTransposed) {
    schedule.blockColumns =
        std::min(nest.loops.end()[-2].size, kMaxBlockColumns);
    schedule.stripElements = schedule.partElements =
        std::min<int64_t>(width, llvm::alignTo(kMinBlockRows, vector));
  }
  if (nest.isMove) {
    int64_t lines =
        hasOwnPages(nest.reads.front(), maxBytes) ? kLinesOfPage : 1;
    schedule.partElements = std::min<int64_t>(width, lines * maxLength);
    schedule.blockColumns =
        std::min(nest.loops.end()[-2].size, kTaskPartBytes / kLineBytes);
  }
  schedule.grain = llvm::divideCeil(
      kTaskBytes / maxBytes, schedule.partElements * schedule.groupRows *
                                 std::max<int64_t>(schedule.blockColumns, 1));
  return schedule;
}

} // namespace dml
