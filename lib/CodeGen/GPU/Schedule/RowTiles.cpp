//===- RowTiles.cpp - Tiles of rows that end within vectors ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RowTiles.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace dml {

/// The most steps of a tile, and the least share that threads compute at each
/// of them of what they compute without steps.
constexpr static int64_t kMaxTileSteps = 8;
constexpr static double kMinShareOfSteps = 0.8;
/// The longest strips of several periods, and of one.
constexpr static int64_t kMaxStripOfPeriods = 16, kMaxStripOfOnePeriod = 128;
/// The most elements that a strip of periods reads. More take too many
/// registers.
constexpr static int64_t kMaxPeriodReads = 800;
/// Strips of 2-byte elements have a period of at least kMinPeriodOfHalves, or a
/// shorter one if an element has at most kMaxReadsOfShortPeriod reads.
/// Measured, like the next two limits:
/// benchmarks/results/2026-11-29-gpu-folds.md, 2026-11-29-gpu-limits.md.
constexpr static int64_t kMinPeriodOfHalves = 4, kMaxReadsOfShortPeriod = 4;
/// The most elements that such a strip reads. Longer code takes long to
/// compile.
constexpr static int64_t kMaxReadsOfHalves = 140;
/// The most elements that strips of periods of a row compute, over those that
/// it has, of bytes and of halves.
constexpr static double kMaxComputedBytes = 1.5, kMaxComputedHalves = 1.2;
/// Strips that take as many words as a multiple of this have gaps between words
/// in workgroup memory.
constexpr static int64_t kMinWordsOfGaps = 8;
/// Strips may compute so many times the elements of a row.
constexpr static double kMaxComputed = 1.3;
/// The fewest elements of strips of several results, where other schedules have
/// no rows.
constexpr static int64_t kMinStripOfSeveral = 4;
/// How many times larger than their source results are that are bound by
/// writing.
constexpr static int64_t kFactorOfWrites = 2;
/// The fewest strips of a row with which such results are faster without tiles.
constexpr static int64_t kMinStripsOfWrites = 8;

/// Whether strips may go on behind rows, and be computed twice.
static bool canTile(const AccessNest &nest) {
  return !nest.hasVaryingLoops && !nest.seesOldResults &&
         llvm::none_of(nest.loops,
                       [](const NestLoop &loop) {
                         return loop.isReduction || loop.size == 0;
                       }) &&
         llvm::none_of(nest.writes,
                       [](const Access &write) { return write.combiner; });
}

/// The least number after which the remainders of all reads along a loop are
/// the same again; nothing if it is too large for a strip.
static std::optional<int64_t> getPeriod(const AccessNest &nest, unsigned loop) {
  int64_t period = 1;
  for (const Access &read : nest.getAllReads()) {
    if (!read.isDivided(loop))
      continue;
    if (read.divisions[loop].divisor > kMaxStripOfOnePeriod)
      return std::nullopt;
    period = std::lcm(period, read.divisions[loop].divisor);
    if (period > kMaxStripOfOnePeriod)
      return std::nullopt;
  }
  return period;
}

/// The elements that the strips of a row compute, over those that it has.
static double getComputed(const ThreadSchedule &schedule) {
  return static_cast<double>(schedule.getStripsPerRow() *
                             schedule.stripElements) /
         schedule.rows->getNumElements();
}

/// Whether strips of periods of 2-byte elements are faster than other strips.
static bool gainsByPeriodsOfHalves(const AccessNest &nest,
                                   const ThreadSchedule &schedule) {
  int64_t numReads = nest.countReads();
  return schedule.stripElements * numReads <= kMaxReadsOfHalves &&
         (schedule.period >= kMinPeriodOfHalves ||
          numReads <= kMaxReadsOfShortPeriod);
}

/// Strips of whole periods of a divisor of the innermost index.
static std::optional<ThreadSchedule> choosePeriods(const AccessNest &nest) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  SmallVector<unsigned> loops = nest.getResultLoops();
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  if (nest.isMove || !innermost || loops.back() != *innermost ||
      elementBytes >= kWordBytes ||
      nest.getWrittenBytes() != std::pair(elementBytes, elementBytes))
    return std::nullopt;
  std::optional<int64_t> period = getPeriod(nest, *innermost);
  if (!period || *period == 1)
    return std::nullopt;
  int64_t unit = *period * kWordBytes / elementBytes;
  if (unit > kMaxStripOfOnePeriod || unit * nest.countReads() > kMaxPeriodReads)
    return std::nullopt;
  int64_t rowElements = nest.loops[*innermost].size;
  ThreadSchedule schedule;
  schedule.rows =
      ThreadSchedule::Rows{loops.size() - 1, rowElements, /*stepElements=*/1};
  schedule.period = *period;
  int64_t maxElements = kMaxStripOfPeriods;
  if (elementBytes > 1)
    maxElements =
        std::min<int64_t>(maxElements, kMaxReadsOfHalves / nest.countReads());
  schedule.stripElements = unit * std::max<int64_t>(1, maxElements / unit);
  double maxComputed =
      elementBytes == 1 ? kMaxComputedBytes : kMaxComputedHalves;
  if ((elementBytes == 1 || gainsByPeriodsOfHalves(nest, schedule)) &&
      getComputed(schedule) <= maxComputed)
    return schedule;
  return std::nullopt;
}

/// How many elements lie between the first and the last that a move reads;
/// nothing where that is not known.
static std::optional<int64_t> getReach(const AccessNest &nest) {
  if (!nest.isMove || nest.reads.empty() ||
      ShapedType::isDynamicShape(nest.reads.front().strides))
    return std::nullopt;
  const Access &read = nest.reads.front();
  int64_t reach = 1;
  for (unsigned loop = 0; loop < nest.loops.size(); ++loop)
    reach += std::abs(read.getDistance(loop, nest.loops[loop].size - 1));
  return reach;
}

/// The innermost dimension outside of the rows whose steps read what a strip
/// reads anyway.
static std::optional<ThreadSchedule::Repeated>
chooseSteps(const ReadPattern &pattern, const ThreadSchedule &schedule) {
  for (size_t dim = schedule.rows->firstDim; dim-- > 0;) {
    int64_t size = pattern.sizes[dim];
    if (size == 1 || !pattern.isShared(dim, schedule.stripElements))
      continue;
    int64_t steps = getLargestDivisor(size, kMaxTileSteps);
    if (steps == 1)
      return std::nullopt;
    return ThreadSchedule::Repeated{static_cast<int64_t>(dim), steps};
  }
  return std::nullopt;
}

/// Strips of rows that others cross, or that are too short for these.
static std::optional<ThreadSchedule>
chooseStrips(const AccessNest &nest, const ReadPattern &pattern,
             const ThreadSchedule &other, const ThreadOptions &options) {
  ThreadSchedule schedule;
  schedule.stripElements = other.stripElements;
  schedule.rows = other.rows;
  std::optional<int64_t> reach = getReach(nest);
  if (other.rows) {
    bool writesMost = reach && !other.isTransposed &&
                      *reach <= nest.getNumIterations() / kFactorOfWrites;
    if (writesMost && other.rows->getNumElements() >=
                          kMinStripsOfWrites * other.stripElements)
      return std::nullopt;
    return schedule;
  }
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  bool isFixed = other.repeated && other.repeated->distance == 0;
  if (reach == nest.getNumIterations() && !isFixed)
    schedule.stripElements = options.vectorBytes / elementBytes;
  else if (nest.writes.size() == 1 || other.repeated ||
           elementBytes >= kWordBytes ||
           other.stripElements < kMinStripOfSeveral)
    return std::nullopt;
  schedule.rows = pattern.findRows(schedule.stripElements, elementBytes);
  if (!schedule.rows ||
      schedule.rows->getNumElements() % schedule.stripElements == 0)
    return std::nullopt;
  return schedule;
}

int64_t getPlaneElements(const ThreadSchedule &schedule,
                         ArrayRef<int64_t> sizes) {
  if (schedule.repeated)
    sizes = sizes.drop_front(schedule.repeated->dim + 1);
  return llvm::product_of(sizes);
}

int64_t getElementsBeforeTile(const ThreadSchedule &schedule) {
  // The first strips of a tile's steps begin up to a vector apart.
  return llvm::alignTo(schedule.stripElements, kVectorBytes) +
         (schedule.repeated ? kVectorBytes : 0);
}

bool hasGapsInTile(const ThreadSchedule &schedule, int64_t elementBytes) {
  return schedule.stripElements * elementBytes / kWordBytes % kMinWordsOfGaps ==
         0;
}

int64_t getTileWords(const ThreadSchedule &schedule, int64_t elementBytes) {
  int64_t elements = getElementsBeforeTile(schedule) + schedule.tileElements +
                     schedule.stripElements;
  // A strip that begins within a word ends in one word more.
  int64_t numWords = elements * elementBytes / kWordBytes + 1;
  return hasGapsInTile(schedule, elementBytes) ? getGappedWords(numWords)
                                               : numWords;
}

/// The most strips that a tile of so many elements touches. Without steps, each
/// tile of whole rows begins with one.
static int64_t countStrips(const ThreadSchedule &schedule, int64_t elements) {
  int64_t row = schedule.rows->getNumElements();
  int64_t whole = elements / row * schedule.getStripsPerRow();
  int64_t rest = elements % row;
  return rest == 0 && !schedule.repeated
             ? whole
             : whole + llvm::divideCeil(rest, schedule.stripElements) + 2;
}

/// Chooses the tile of which a workgroup's threads compute the most elements.
/// Returns how many a thread computes at each step; fails where there is no
/// tile.
static FailureOr<double> chooseTile(ThreadSchedule &schedule,
                                    const AccessNest &nest,
                                    const ReadPattern &pattern,
                                    const ThreadOptions &options) {
  int64_t length = kVectorBytes / nest.getWrittenBytes()->first;
  int64_t maxThreads = std::min(kMaxWaitingThreads, options.workgroupSize);
  double best = 0;
  for (ThreadSchedule tried = schedule;
       tried.tileElements < maxThreads * schedule.stripElements;) {
    tried.tileElements += length;
    int64_t touched = tried.tileElements, computed = tried.tileElements;
    if (tried.repeated) {
      // A step whose plane begins within a vector has tiles that begin up to a
      // vector later. All tiles of a plane have about equally many elements.
      int64_t plane = getPlaneElements(tried, pattern.sizes);
      touched += length - 1;
      computed = plane / llvm::divideCeil(plane, tried.tileElements);
    }
    int64_t strips = countStrips(tried, touched), numWords = 0;
    for (const Access &write : nest.writes)
      numWords += tried.getNumSteps() *
                  getTileWords(tried, getElementBytes(write.elementType));
    if (strips > maxThreads ||
        numWords * kWordBytes > options.maxWorkgroupMemory)
      continue;
    tried.workgroupSize =
        std::min<int64_t>(maxThreads, llvm::alignTo(strips, kSubgroupSize));
    double share = static_cast<double>(computed) / tried.workgroupSize;
    // With steps, the smallest of the tiles that divide a plane into as many.
    if (share > best || (share == best && !tried.repeated)) {
      best = share;
      schedule = tried;
    }
  }
  // Words count elements.
  if (schedule.tileElements == 0 ||
      nest.getNumIterations() >
          std::numeric_limits<int32_t>::max() - schedule.tileElements)
    return failure();
  return best;
}

/// The same, with steps if threads compute about as much at each.
static LogicalResult chooseStepsAndTile(ThreadSchedule &schedule,
                                        const AccessNest &nest,
                                        const ReadPattern &pattern,
                                        const ThreadOptions &options) {
  ThreadSchedule apart = schedule;
  FailureOr<double> share = chooseTile(apart, nest, pattern, options);
  if (getReach(nest) == nest.getNumIterations())
    schedule.repeated = chooseSteps(pattern, schedule);
  if (schedule.repeated) {
    FailureOr<double> ofSteps = chooseTile(schedule, nest, pattern, options);
    if (succeeded(ofSteps) &&
        (failed(share) || *ofSteps >= kMinShareOfSteps * *share))
      return success();
  }
  schedule = apart;
  return share;
}

std::optional<ThreadSchedule> chooseRowTiles(const AccessNest &nest,
                                             const ReadPattern &pattern,
                                             const ThreadSchedule &other,
                                             const ThreadOptions &options) {
  if (!canTile(nest))
    return std::nullopt;
  std::optional<ThreadSchedule> schedule = choosePeriods(nest);
  if (schedule && succeeded(chooseTile(*schedule, nest, pattern, options)))
    return schedule;
  schedule = chooseStrips(nest, pattern, other, options);
  if (!schedule)
    return std::nullopt;
  if (getComputed(*schedule) > kMaxComputed ||
      failed(chooseStepsAndTile(*schedule, nest, pattern, options)))
    return std::nullopt;
  return schedule;
}

} // namespace dml
