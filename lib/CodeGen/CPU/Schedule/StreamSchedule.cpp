//===- StreamSchedule.cpp - How computed results become tasks -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StreamSchedule.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace dml {

/// The sizes of a block, but for a few more at the end of a loop: some KiB,
/// which the first-level cache holds beside what is read.
constexpr static int64_t kMinBlockRows = 64, kMaxBlockColumns = 64;
/// The most elements of an iteration that reads little, and how much it may
/// read: what is compiled grows with both.
constexpr static int64_t kMaxFewReadsUnrolling = 32, kMaxUnrolledReads = 128;

/// The most places that rows of a group read, as a share of what they read
/// apart, and the most reads of a group: what is compiled grows with these.
constexpr static double kMaxSharedReads = 0.75;
constexpr static int64_t kMaxGroupReads = 64;

/// How far ahead is prefetched of what is read in order. Measured, like the
/// next two: benchmarks/results/2026-11-27-cpu-hot-loops.md.
constexpr static int64_t kInOrderPrefetchBytes = 8 << 10;
/// Results of a block of which one phase after the other is computed.
constexpr static int64_t kPhaseBlockBytes = 256 << 10;
/// Rows of planes have at most so many iterations. Longer ones fill vectors of
/// their own about as well. This and the next four are measured:
/// benchmarks/results/2026-11-27-cpu-short-rows.md.
constexpr static int64_t kMaxPlaneColumns = 16;
/// A vector has at least so many rows of a plane. Two gain less than shuffles
/// take.
constexpr static int64_t kMinPlaneRows = 3;
/// A vector of several rows is loaded from at most so many lines.
constexpr static size_t kMaxPlaneLoads = 2;
/// Elements of planes have at most so many bytes. Vectors have few wider ones.
constexpr static int64_t kMaxPlaneElementBytes = 4;
/// How far ahead planes are prefetched: those of a window follow each other.
constexpr static int64_t kPlanePrefetchBytes = 4096;
/// At most so many elements of an iteration are interleaved in planes: 16 and
/// more take longer than transposed blocks or rows. Measured:
/// benchmarks/results/2026-11-30-ablations.md.
constexpr static int64_t kMaxPlaneUnrolling = 15;
/// Fewer planes do not keep threads busy: one thread computes each plane.
constexpr static int64_t kMinPlanes = 8;
/// An element of each phase, at most: some iterations are written from a
/// thread's stack.
constexpr static int64_t kMaxPhasesBytes = 4096;
/// The iterations of a phase of a row, at least, and their bytes if rows are
/// not taken phase by phase, too.
constexpr static int64_t kMinPhaseIterations = 16, kMinPhaseRowBytes = 128;
/// The fewest iterations of a vector if an iteration has an element of each
/// remainder: LLVM's loops would divide every index. Measured:
/// benchmarks/results/2026-11-29-cpu-short-rows.md.
constexpr static int64_t kMinDividedIterations = 2;
/// The blocks that are prefetched while the one before is read: the second
/// cache holds both.
constexpr static uint64_t kMinBlockBytes = 256, kMaxBlockBytes = 256 << 10;

void StreamSchedule::print(llvm::raw_ostream &os) const {
  if (planeRows > 0)
    os << "vectors of " << planeRows << " rows, " << unrolling
       << " interleaved, in whole planes";
  else if (packedIterations > 0)
    os << "vectors of " << packedIterations * unrolling << " elements of rows";
  else
    os << "vectors of " << vectorLength << " times " << unrolling
       << " elements";
  if (overruns)
    os << ", longer than rows";
  if (interiorEnd > 0 && packedIterations == 0 && planeRows == 0)
    os << ", without predicates in [" << interiorBegin << ", " << interiorEnd
       << ")";
  if (groupRows > 1)
    os << ", of " << groupRows << " rows at once";
  if (gathersLines)
    os << ", in strips of " << stripElements;
  if (blockColumns > 0)
    os << ", in blocks of " << partElements << " times " << blockColumns
       << " that are transposed";
  if (sharedReads)
    os << ", in tasks of " << sharedReads->length
       << " rows that read the same from loop " << sharedReads->firstLoop
       << " on";
  if (phaseRows > 0)
    os << ", phase by phase in blocks of " << phaseRows << " rows of "
       << partElements;
  if (rowPhases > 1)
    os << " of " << rowPhases << " phases";
  if (prefetches)
    os << ", prefetched";
  if (prefetches && prefetchBytes > 0)
    os << " " << prefetchBytes << " bytes ahead";
  if (bypassesCache)
    os << ", written past the caches";
  if (maxCachedBytes)
    os << " from " << *maxCachedBytes << " bytes on";
}

FailureOr<AccessNest> createTaskNest(linalg::LinalgOp op) {
  FailureOr<AccessNest> nest = AccessNest::create(op);
  if (succeeded(nest))
    for (Access &write : nest->writes)
      write.isPacked |= op.getMatchingIndexingMap(write.operand).isIdentity() &&
                        memref::isStaticShapeAndContiguousRowMajor(
                            cast<MemRefType>(write.buffer.getType()));
  return nest;
}

bool hasKnownRows(const AccessNest &nest) {
  return !nest.loops.back().isDynamic();
}

bool dependsOnRow(const Predicate &predicate) {
  return llvm::any_of(ArrayRef(predicate.position.factors).drop_back(),
                      [](int64_t factor) { return factor != 0; });
}

SmallVector<Predicate> getPredicates(const AccessNest &nest) {
  SmallVector<Predicate> predicates;
  for (const Access &read : nest.getAllReads())
    llvm::append_range(predicates, read.predicates);
  return predicates;
}

Predicate getBounds(const Access &read) {
  LinearForm position(read.strides.size(), read.offset);
  position.factors = read.strides;
  if (!read.divisions.empty())
    position.divisions = read.divisions;
  auto type = cast<MemRefType>(read.buffer.getType());
  OpFoldResult bound;
  if (type.hasStaticShape())
    bound = Builder(type.getContext()).getIndexAttr(type.getNumElements());
  return {position, bound, Value()};
}

bool isPackedBuffer(const Access &read) {
  auto type = cast<MemRefType>(read.buffer.getType());
  return hasKnownPlaces(type) && getLineElementBytes(read.elementType);
}

/// Whether getBounds says where a read is, and it ascends along rows.
static bool hasBounds(const Access &read) {
  auto type = cast<MemRefType>(read.buffer.getType());
  return type.getLayout().isIdentity() &&
         !ShapedType::isDynamicShape(read.strides) && read.strides.back() >= 0;
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

bool isStream(const AccessNest &nest, bool isTransposed) {
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
         !(isTransposed && llvm::any_of(ArrayRef(nest.loops).take_back(2),
                                        std::mem_fn(&NestLoop::isDynamic))) &&
         llvm::none_of(nest.loops, [](const NestLoop &loop) {
           return loop.size == 0 || loop.isReduction;
         });
}

uint64_t countBytes(const AccessNest &nest) {
  uint64_t bytes = 0;
  auto add = [&](uint64_t elements, uint64_t elementBytes) {
    bytes = llvm::SaturatingMultiplyAdd(elements, elementBytes, bytes);
  };
  for (const Access &write : nest.writes)
    if (!write.combiner)
      add(nest.getNumIterations(), *getLineElementBytes(write.elementType));
  llvm::SmallPtrSet<void *, 4> counted;
  for (const Access &read : nest.getAllReads()) {
    auto type = cast<MemRefType>(read.buffer.getType());
    std::optional<int64_t> size = getLineElementBytes(read.elementType);
    if (type.hasStaticShape() && size &&
        counted.insert(read.buffer.getAsOpaquePointer()).second)
      add(type.getNumElements(), *size);
  }
  return bytes;
}

void chooseCaching(StreamSchedule &schedule, const AccessNest &nest,
                   int64_t cacheBytes) {
  uint64_t limit = cacheBytes;
  uint64_t bytes = nest.hasKnownSizes() ? countBytes(nest)
                                        : std::numeric_limits<uint64_t>::max();
  schedule.bypassesCache = bytes > limit;
  if (!nest.hasKnownSizes())
    schedule.maxCachedBytes = cacheBytes;
  schedule.prefetches = bytes > limit / 8;
}

/// Whether some reads depend on conditions.
static bool hasConditions(const AccessNest &nest) {
  return llvm::any_of(nest.getAllReads(), [](const Access &read) {
    return !read.predicates.empty() || read.hasOtherConditions;
  });
}

bool readsWindows(const AccessNest &nest) {
  llvm::SmallPtrSet<void *, 4> seen;
  return llvm::any_of(nest.getAllReads(), [&](const Access &read) {
    return !seen.insert(read.buffer.getAsOpaquePointer()).second;
  });
}

std::pair<int64_t, int64_t> getWrittenBytes(const AccessNest &nest) {
  return nest.getWrittenBytes().value_or(std::pair(kLineBytes, 0));
}

/// An element with many reads counts as several: as one for every
/// kReadsPerCount reads, and as kMaxCount at most.
constexpr static int64_t kReadsPerCount = 32, kMaxCount = 32;

/// How many elements are read for one of the results, up to as many as count.
/// A loop whose trip count only a run knows has one iteration here.
static int64_t countElementReads(const AccessNest &nest) {
  constexpr uint64_t most = kReadsPerCount * kMaxCount;
  uint64_t count = nest.reads.size();
  for (const Access &read : nest.otherReads) {
    uint64_t times = 1;
    for (Operation *op = read.load ? read.load->getParentOp() : nullptr;
         op && !isa<linalg::LinalgOp>(op); op = op->getParentOp())
      if (auto loop = dyn_cast<scf::ForOp>(op))
        if (std::optional<APInt> trips = loop.getStaticTripCount())
          times = std::min(times * trips->getLimitedValue(most), most);
    count += times;
  }
  return std::min(count, most);
}

int64_t getTaskElements(const AccessNest &nest, int64_t elementBytes) {
  int64_t count =
      std::max<int64_t>(countElementReads(nest) / kReadsPerCount, 1);
  return kTaskBytes / count / elementBytes;
}

/// The rows that are computed at once, with vectors of `unrolling` elements an
/// iteration. The values of several results would be more than registers hold.
static int64_t chooseGroupRows(const AccessNest &nest, int64_t unrolling) {
  if (nest.loops.size() < 2 || nest.hasInnerLoops || nest.isMove ||
      nest.reads.empty() || !nest.otherReads.empty() ||
      nest.countElementResults() > 1)
    return 1;
  unsigned loop = nest.loops.size() - 2;
  int64_t divisor = 1;
  for (const Access &read : nest.reads) {
    if (ShapedType::isDynamic(read.offset) ||
        llvm::any_of(read.strides, ShapedType::isDynamic))
      return 1;
    divisor = std::lcm(divisor, read.getDivision(loop).divisor);
  }
  int64_t best = 1, numReads = nest.reads.size();
  double least = kMaxSharedReads * numReads;
  // Of groups that read as much, the smallest one takes the fewest registers.
  for (int64_t rows : {2, 3, 4})
    if (rows % divisor == 0 && rows <= nest.loops[loop].size &&
        rows * unrolling * numReads <= kMaxGroupReads)
      if (double reads = double(nest.countPlaces(loop, rows)) / rows;
          reads < least) {
        best = rows;
        least = reads;
      }
  return best;
}

/// Returns how many bytes ahead loads prefetch. Most operations read rows in
/// order. A fold reads parts of all planes of a window for one row of its
/// result, and the parts beside them for the next row, so its loads prefetch
/// the planes of the next channel. Returns 0, for a distance that suits a
/// plane, if these planes are too large, or if several buffers are read and
/// not in order.
static int64_t choosePrefetchBytes(const AccessNest &nest) {
  if (nest.countReads() == 0)
    return 0;
  const Access &first = *nest.getAllReads().begin();
  std::optional<int64_t> elementBytes = getLineElementBytes(first.elementType);
  bool isScattered = llvm::any_of(nest.getAllReads(), [](const Access &read) {
    return ShapedType::isDynamicShape(read.strides);
  });
  // What a single read covers along the inner loops.
  uint64_t covered = 1;
  int64_t numLoops = nest.loops.size();
  for (int64_t loop = numLoops; loop-- > 0;) {
    int64_t stride = first.strides[loop];
    auto isOther = [&](const Access &read) {
      return read.buffer != first.buffer || read.strides[loop] != stride;
    };
    if (!elementBytes || llvm::any_of(nest.getAllReads(), isOther))
      break;
    if (ShapedType::isDynamic(stride))
      continue;
    bool isAround = isScattered || loop + 3 <= numLoops;
    uint64_t distance = llvm::AbsoluteValue(stride);
    if (isAround && (isScattered || distance / 2 >= covered)) {
      uint64_t bytes = llvm::SaturatingMultiply<uint64_t>(
          distance, static_cast<uint64_t>(*elementBytes));
      bool isBlock = stride > 0 && !first.isDivided(loop) &&
                     bytes >= kMinBlockBytes && bytes <= kMaxBlockBytes;
      return isBlock ? static_cast<int64_t>(bytes) : 0;
    }
    covered = llvm::SaturatingMultiplyAdd<uint64_t>(
        distance, (nest.loops[loop].size - 1) / first.getDivision(loop).divisor,
        covered);
  }
  return isScattered ? 0 : kInOrderPrefetchBytes;
}

/// The bytes by which the first read, whose strides are known, moves on from
/// row to row; 0 if it moves back.
static int64_t getRowStepBytes(const AccessNest &nest) {
  const Access &read = *nest.getAllReads().begin();
  int64_t elements = std::max<int64_t>(read.strides.end()[-2], 0);
  return elements * getLineElementBytes(read.elementType).value_or(0);
}

/// The most elements that an iteration of a stream computes: fewer where each
/// reads more.
static int64_t getMaxUnrolling(const AccessNest &nest) {
  int64_t numReads = std::max<int64_t>(nest.countReads(), 1);
  return std::max(kMaxStreamUnrolling, std::min(kMaxFewReadsUnrolling,
                                                kMaxUnrolledReads / numReads));
}

bool isInterleaved(const AccessNest &nest, int64_t divisor) {
  constexpr int64_t maxShuffles = 384;
  int64_t oddPart = divisor >> llvm::countr_zero<uint64_t>(divisor);
  return divisor <= getMaxUnrolling(nest) && divisor * oddPart <= maxShuffles;
}

/// Returns how many elements an iteration has, at most `maxUnrolling`, and
/// whether any position is divided.
static std::pair<int64_t, bool> chooseUnrolling(const AccessNest &nest,
                                                int64_t maxUnrolling) {
  int64_t unrolling = 1, width = nest.loops.back().size;
  bool isDivided = false;
  auto unroll = [&](ArrayRef<LoopDivision> divisions) {
    isDivided |= llvm::any_of(divisions, std::mem_fn(&LoopDivision::isDivided));
    int64_t divisor = divisions.empty() ? 1 : divisions.back().divisor;
    int64_t common = std::lcm(unrolling, divisor);
    if (common <= std::min(maxUnrolling, width))
      unrolling = common;
  };
  for (const Access &read : nest.getAllReads())
    unroll(read.divisions);
  for (const Access &read : nest.otherReads)
    for (const Predicate &predicate : read.predicates)
      unroll(predicate.position.divisions);
  return {unrolling, isDivided};
}

/// What divides a loop in any read; more than its iterations if that is much.
static int64_t getDivisor(const AccessNest &nest, unsigned loop) {
  // Products with a read's divisor do not overflow.
  int64_t divisor = 1,
          limit = std::min<int64_t>(nest.loops[loop].size,
                                    std::numeric_limits<int32_t>::max());
  for (const Access &read : nest.getAllReads())
    if (divisor <= limit)
      divisor = std::lcm(divisor, read.getDivision(loop).divisor);
  return divisor;
}

/// Whether a phase loads vectors, as far as the places of reads are known: its
/// elements lie near each other.
static bool loadsPhases(const AccessNest &nest, int64_t numPhases) {
  return llvm::all_of(nest.getAllReads(), [&](const Access &read) {
    int64_t stride = read.strides.back();
    if (ShapedType::isDynamic(stride))
      return true;
    int64_t divisor = read.getDivision(nest.loops.size() - 1).divisor;
    return stride >= 0 && stride <= kMaxLoadStep &&
           stride * (numPhases / divisor) <= kMaxLoadStep;
  });
}

int64_t getPhasePitch(int64_t iterations, int64_t lineElements) {
  constexpr int64_t maxTileRows = 16;
  return (llvm::divideCeil(iterations + maxTileRows, lineElements) | 1) *
         lineElements;
}

bool isComputedByPhase(const AccessNest &nest) {
  if (nest.isMove || nest.writes.size() != 1 ||
      !isStream(nest, /*isTransposed=*/false) || !hasKnownRows(nest))
    return false;
  unsigned innermost = nest.loops.size() - 1;
  int64_t divisor = getDivisor(nest, innermost);
  if (divisor == 1 || isInterleaved(nest, divisor))
    return false;
  int64_t elementBytes = getWrittenBytes(nest).first;
  if (divisor > kMaxPhasesBytes / elementBytes)
    return false;
  if (!loadsPhases(nest, divisor))
    return false;
  int64_t iterations = nest.loops.back().size / divisor;
  bool hasRowPhases = innermost > 0 && getDivisor(nest, innermost - 1) > 1;
  return iterations >= kMinPhaseIterations &&
         (hasRowPhases || iterations * elementBytes >= kMinPhaseRowBytes);
}

int64_t getPlanePitch(const AccessNest &nest, const StreamSchedule &schedule) {
  int64_t columns =
      llvm::divideCeil(nest.loops.back().size, schedule.unrolling);
  int64_t rows =
      llvm::divideCeil(nest.loops.end()[-2].size, schedule.rowPhases);
  // The last vectors end behind the last row.
  int64_t iterations =
      llvm::alignTo(rows, schedule.planeRows) * columns + schedule.vectorLength;
  return llvm::alignTo(iterations * schedule.unrolling, schedule.vectorLength);
}

/// Whether a few lines have all that the lanes of a vector of planes read, as
/// far as places of reads are known.
static bool loadsPlanes(const AccessNest &nest, const StreamSchedule &schedule,
                        int64_t columns) {
  unsigned innermost = nest.loops.size() - 1;
  return llvm::all_of(nest.getAllReads(), [&](const Access &read) {
    if (!isPackedBuffer(read))
      return false;
    if (ShapedType::isDynamic(read.strides[innermost - 1]))
      return true;
    // Without a known stride, columns count as one.
    bool isColumnKnown = !ShapedType::isDynamic(read.strides[innermost]);
    SmallVector<int64_t> positions;
    for (int64_t i = 0; i < schedule.planeRows; ++i) {
      int64_t row = read.getDistance(innermost - 1, i * schedule.rowPhases);
      positions.push_back(row);
      for (int64_t k = 1; k < columns && isColumnKnown; ++k)
        positions.push_back(
            row + read.getDistance(innermost, k * schedule.unrolling));
    }
    return coverWithLines(positions, schedule.vectorLength).size() <=
           kMaxPlaneLoads;
  });
}

FailureOr<StreamSchedule> choosePlaneSchedule(const AccessNest &original,
                                              int64_t cacheBytes) {
  if (original.loops.size() < 2 || !hasKnownRows(original) ||
      original.loops.end()[-2].isDynamic())
    return failure();
  AccessNest nest = original.assumeSizes();
  if (nest.isMove || nest.writes.size() != 1 || nest.hasInnerLoops ||
      !isStream(original, /*isTransposed=*/false))
    return failure();
  unsigned innermost = nest.loops.size() - 1;
  int64_t width = nest.loops[innermost].size;
  int64_t height = nest.loops[innermost - 1].size;
  int64_t elementBytes = getWrittenBytes(nest).first;
  int64_t maxElements = kPhaseBlockBytes / elementBytes;
  if (height > maxElements / width ||
      nest.getNumIterations() / (width * height) < kMinPlanes)
    return failure();
  StreamSchedule schedule;
  schedule.unrolling = getDivisor(nest, innermost);
  schedule.rowPhases = getDivisor(nest, innermost - 1);
  int64_t columns = llvm::divideCeil(width, schedule.unrolling);
  // A third of what is computed may lie behind the ends of rows.
  if (schedule.unrolling == 1 || schedule.unrolling > width ||
      3 * width < 2 * columns * schedule.unrolling ||
      schedule.rowPhases > height || columns > kMaxPlaneColumns ||
      elementBytes > kMaxPlaneElementBytes ||
      schedule.unrolling > kMaxPlaneUnrolling ||
      !isInterleaved(nest, schedule.unrolling) ||
      findInterior(nest, schedule.unrolling) ==
          std::pair<int64_t, int64_t>(0, width))
    return failure();
  schedule.vectorLength = kLineBytes / elementBytes;
  schedule.planeRows =
      std::min<int64_t>(schedule.vectorLength / columns,
                        llvm::divideCeil(height, schedule.rowPhases));
  if (schedule.planeRows < kMinPlaneRows ||
      schedule.rowPhases > maxElements / getPlanePitch(nest, schedule) ||
      !loadsPlanes(nest, schedule, columns))
    return failure();
  schedule.stripElements = schedule.partElements = width;
  schedule.grain =
      llvm::divideCeil(getTaskElements(nest, elementBytes), width * height);
  chooseCaching(schedule, original, cacheBytes);
  schedule.prefetchBytes = kPlanePrefetchBytes;
  return schedule;
}

/// The bytes from what a phase reads to what the next one does: buffers have a
/// dimension for phases and one for iterations where the operation has a loop.
/// 0 if that is not known.
static int64_t getPlaneBytes(const AccessNest &nest) {
  if (nest.countReads() == 0)
    return 0;
  const Access &read = *nest.getAllReads().begin();
  auto type = cast<MemRefType>(read.buffer.getType());
  std::optional<int64_t> elementBytes = getLineElementBytes(read.elementType);
  int64_t numDims = type.getRank() - static_cast<int64_t>(nest.loops.size());
  if (numDims < 1 || !elementBytes ||
      !ShapedType::isStaticShape(type.getShape().take_back(numDims)))
    return 0;
  uint64_t bytes = llvm::SaturatingMultiply<uint64_t>(
      ShapedType::getNumElements(type.getShape().take_back(numDims)),
      static_cast<uint64_t>(*elementBytes));
  bool isBlock = bytes >= kMinBlockBytes && bytes <= kMaxBlockBytes;
  return isBlock ? static_cast<int64_t>(bytes) : 0;
}

/// Blocks of rows that are computed phase by phase: as many as the second cache
/// holds beside what they read. Longer rows are cut.
static void choosePhases(StreamSchedule &schedule, const AccessNest &nest,
                         int64_t elementBytes) {
  if (schedule.prefetches)
    schedule.prefetchBytes = getPlaneBytes(nest);
  int64_t width = nest.loops.back().size, numPhases = schedule.unrolling;
  int64_t maxElements = kPhaseBlockBytes / elementBytes;
  schedule.partElements = std::min(
      width, std::max<int64_t>(maxElements / numPhases, 64) * numPhases);
  schedule.stripElements = schedule.partElements;
  schedule.phaseRows = 1;
  int64_t numRows = 1;
  if (nest.loops.size() > 1) {
    unsigned loop = nest.loops.size() - 2;
    numRows = nest.loops[loop].size;
    schedule.rowPhases = std::min(getDivisor(nest, loop), numRows);
  }
  if (schedule.rowPhases == 1)
    numRows = nest.getNumIterations() / width;
  if (schedule.partElements < width)
    return;
  int64_t rowElements =
      numPhases * getPhasePitch(llvm::divideCeil(width, numPhases),
                                kLineBytes / elementBytes);
  int64_t maxRows = std::max<int64_t>(maxElements / rowElements, 1);
  schedule.phaseRows = std::min(maxRows, numRows);
  if (schedule.phaseRows > schedule.rowPhases)
    schedule.phaseRows -= schedule.phaseRows % schedule.rowPhases;
}

/// The blocks of results that are transposed, with vectors of so many elements.
static void chooseBlocks(StreamSchedule &schedule, const AccessNest &nest,
                         int64_t vectorLength) {
  int64_t width = nest.loops.back().size, columns = nest.loops.end()[-2].size;
  schedule.blockColumns = std::min(columns, kMaxBlockColumns);
  schedule.stripElements = schedule.partElements = std::min<int64_t>(
      width, llvm::alignTo(kMinBlockRows, vectorLength * schedule.unrolling));
}

FailureOr<StreamSchedule> chooseStreamSchedule(const AccessNest &original,
                                               int64_t cacheBytes,
                                               bool isTransposed) {
  if (original.isMove || !isStream(original, isTransposed))
    return failure();
  AccessNest nest = original.assumeSizes();
  StreamSchedule schedule;
  int64_t width = nest.loops.back().size;
  bool isDivided;
  // Rows of unknown length have four copies of the body.
  bool hasLength = hasKnownRows(original);
  std::tie(schedule.unrolling, isDivided) = chooseUnrolling(
      nest, hasLength ? getMaxUnrolling(nest) : kMaxStreamUnrolling);
  bool byPhase = !isTransposed && isComputedByPhase(original);
  if (byPhase)
    schedule.unrolling = getDivisor(nest, nest.loops.size() - 1);
  chooseCaching(schedule, original, cacheBytes);
  schedule.prefetches &= !nest.hasInnerLoops;
  if (schedule.prefetches)
    schedule.prefetchBytes = choosePrefetchBytes(nest);
  // LLVM's loops need no masks at the ends of rows of unknown length:
  // benchmarks/results/2026-11-30-cpu-dynamic-sizes.md.
  if (!hasLength && !isDivided && !hasConditions(nest))
    return failure();
  // Loops in the body keep LLVM from making vectors, predicates and windows
  // from making good ones.
  if (!isDivided && nest.writes.size() == 1 &&
      !(original.hasKnownSizes() && schedule.bypassesCache) &&
      !nest.hasInnerLoops && !isTransposed && !hasConditions(nest) &&
      !readsWindows(nest))
    return failure();

  int64_t minBytes, maxBytes;
  std::tie(minBytes, maxBytes) = getWrittenBytes(nest);
  if (hasLength)
    std::tie(schedule.interiorBegin, schedule.interiorEnd) =
        findInterior(nest, schedule.unrolling);
  int64_t iterations =
      (schedule.interiorEnd - schedule.interiorBegin) / schedule.unrolling;
  int64_t maxLength = kLineBytes / minBytes;
  // Vectors that end behind the row are stored in a buffer.
  auto gathersLines = [&](int64_t length) {
    return isTransposed || schedule.bypassesCache || !hasLength ||
           length * minBytes < kLineBytes || width % schedule.unrolling != 0;
  };
  int64_t above = llvm::PowerOf2Ceil(std::max<int64_t>(iterations, 1));
  schedule.overruns = hasLength && above > iterations && above <= maxLength &&
                      schedule.interiorBegin == 0 &&
                      schedule.interiorEnd == width && gathersLines(above) &&
                      nest.otherReads.empty() &&
                      llvm::all_of(nest.reads, hasBounds) && !byPhase;
  schedule.vectorLength = schedule.overruns
                              ? above
                              : llvm::bit_floor<uint64_t>(std::clamp<int64_t>(
                                    width / schedule.unrolling, 1, maxLength));
  // Loops of LLVM would have a combiner in one task. A scalar iteration has no
  // mask for its elements behind the row's end.
  bool hasRemainders = isDivided && schedule.unrolling > 1;
  int64_t minLength =
      hasRemainders ? kMinDividedIterations : kMinStreamIterations;
  if (schedule.vectorLength < minLength &&
      (nest.writes.size() == 1 ||
       (schedule.vectorLength == 1 && width % schedule.unrolling != 0)))
    return failure();
  if (byPhase) {
    choosePhases(schedule, nest, minBytes);
    schedule.grain =
        llvm::divideCeil(getTaskElements(nest, minBytes),
                         schedule.partElements * schedule.phaseRows);
    return schedule;
  }
  schedule.gathersLines = !isTransposed && gathersLines(schedule.vectorLength);

  int64_t vector = maxLength * schedule.unrolling;
  auto cut = [&](int64_t bytes) {
    int64_t elements = llvm::alignTo(bytes / maxBytes, vector);
    return hasLength ? std::min(width, elements) : elements;
  };
  schedule.stripElements = cut(kStripBytes);
  schedule.partElements = cut(kTaskPartBytes);
  // Vectors of a group's rows take turns, so no row may write behind its end,
  // unless it is one vector. Its strips are whole rows.
  if (!isTransposed && hasLength && width % schedule.unrolling == 0 &&
      (!schedule.gathersLines ||
       (schedule.stripElements == width && schedule.partElements == width)))
    schedule.groupRows = chooseGroupRows(nest, schedule.unrolling);
  // While a group of rows is computed, the rows of the next group are
  // prefetched.
  if (schedule.prefetchBytes == kInOrderPrefetchBytes && schedule.groupRows > 1)
    schedule.prefetchBytes += schedule.groupRows * getRowStepBytes(nest);
  if (isTransposed)
    chooseBlocks(schedule, nest, maxLength);
  schedule.grain =
      llvm::divideCeil(getTaskElements(nest, maxBytes),
                       schedule.partElements * schedule.groupRows *
                           std::max<int64_t>(schedule.blockColumns, 1));
  return schedule;
}

} // namespace dml
