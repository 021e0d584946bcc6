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

/// The longest strips of whole periods, if these are shorter; and of one
/// period, which reads at most so many elements. More take too many registers.
constexpr static int64_t kMaxPeriodsElements = 16, kMaxPeriodElements = 128,
                         kMaxPeriodReads = 800;
/// Threads of a workgroup; more wait longer at its barriers.
constexpr static int64_t kMaxThreads = 128, kSubgroupSize = 32;
/// Strips may compute so many times the elements of a row.
constexpr static double kMaxComputed = 1.3;
/// Rows of so many strips and more that are written fast otherwise.
constexpr static int64_t kMinStripsOfLongRow = 8;
/// The fewest elements of strips of several results, where other schedules have
/// no rows.
constexpr static int64_t kMinStripOfSeveral = 4;
/// How many times larger than their source results are that are bound by
/// writing.
constexpr static int64_t kFactorOfWrites = 2;

/// Whether strips may go on behind rows, and be computed twice.
static bool canTile(const AccessNest &nest) {
  return !nest.hasInnerLoops && !nest.seesOldResults &&
         llvm::none_of(nest.loops,
                       [](const NestLoop &loop) {
                         return loop.isReduction || loop.size == 0;
                       }) &&
         llvm::none_of(nest.writes,
                       [](const Access &write) { return write.combiner; });
}

/// The least number after which the remainders of all reads along a loop are
/// the same again.
static int64_t getPeriod(const AccessNest &nest, unsigned loop) {
  int64_t period = 1;
  for (const Access &read : nest.getAllReads())
    if (read.isDivided(loop))
      period = std::lcm(period, read.divisions[loop].divisor);
  return period;
}

/// Strips of whole periods of a divisor of the innermost index.
static std::optional<ThreadSchedule> choosePeriods(const AccessNest &nest) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  SmallVector<unsigned> loops = nest.getResultLoops();
  if (nest.isMove || !innermost || loops.back() != *innermost ||
      llvm::any_of(nest.writes, [](const Access &write) {
        return getElementBytes(write.elementType) != 1;
      }))
    return std::nullopt;
  int64_t period = getPeriod(nest, *innermost);
  int64_t unit = period * kWordBytes;
  if (period == 1 || unit > kMaxPeriodElements ||
      unit * nest.countReads() > kMaxPeriodReads)
    return std::nullopt;
  int64_t rowElements = nest.loops[*innermost].size;
  ThreadSchedule schedule;
  schedule.rows =
      ThreadSchedule::Rows{loops.size() - 1, rowElements, /*stepElements=*/1};
  schedule.period = period;
  schedule.stripElements =
      unit * std::max<int64_t>(1, kMaxPeriodsElements / unit);
  return schedule;
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

/// Strips of rows that others cross, or that are too short for these.
static std::optional<ThreadSchedule>
chooseStrips(const AccessNest &nest, const ReadPattern &pattern,
             const ThreadSchedule &other, const ThreadOptions &options) {
  ThreadSchedule schedule;
  schedule.stripElements = other.stripElements;
  schedule.rows = other.rows;
  std::optional<int64_t> reach = getReach(nest);
  if (other.rows) {
    bool isLong = other.rows->getNumElements() >=
                  kMinStripsOfLongRow * other.stripElements;
    bool writesMost = reach && !other.isTransposed &&
                      *reach <= nest.getNumIterations() / kFactorOfWrites;
    if ((isLong && writesMost) || other.rows->groupRows > 1)
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

/// Whether strips compute too many elements behind the ends of rows.
static bool computesTooMuch(const ThreadSchedule &schedule) {
  return schedule.getStripsPerRow() * schedule.stripElements >
         kMaxComputed * schedule.rows->getNumElements();
}

/// Whether half a strip has whole words and steps of its row.
static bool canHalve(const ThreadSchedule &schedule, int64_t elementBytes) {
  int64_t half = schedule.stripElements / 2;
  return schedule.stripElements % 2 == 0 &&
         half * elementBytes % kWordBytes == 0 &&
         half % schedule.rows->stepElements == 0;
}

/// The most strips that a tile of so many elements touches.
static int64_t countStrips(const ThreadSchedule &schedule, int64_t elements) {
  int64_t row = schedule.rows->getNumElements();
  int64_t whole = elements / row * schedule.getStripsPerRow();
  int64_t rest = elements % row;
  return rest == 0 ? whole
                   : whole + llvm::divideCeil(rest, schedule.stripElements) + 2;
}

/// Chooses the tile of which a workgroup's threads compute the most elements.
/// Fails where there is none.
static LogicalResult chooseTile(ThreadSchedule &schedule,
                                const AccessNest &nest,
                                const ThreadOptions &options) {
  int64_t bytes = 0, narrowest = kVectorBytes;
  for (const Access &write : nest.writes) {
    int64_t ofElement = getElementBytes(write.elementType);
    narrowest = std::min(narrowest, ofElement);
    bytes += ofElement;
  }
  int64_t length = kVectorBytes / narrowest;
  int64_t maxThreads = std::min(kMaxThreads, options.workgroupSize);
  // Room for a strip, on either side.
  int64_t around = llvm::alignTo(schedule.stripElements + 1, kVectorBytes);
  double best = 0;
  for (int64_t elements = length;
       elements <= maxThreads * schedule.stripElements; elements += length) {
    int64_t strips = countStrips(schedule, elements);
    int64_t numWords =
        llvm::divideCeil((elements + 2 * around) * bytes, kWordBytes);
    if (strips > maxThreads ||
        getGappedWords(numWords) * kWordBytes > options.maxWorkgroupMemory)
      continue;
    int64_t threads =
        std::min<int64_t>(maxThreads, llvm::alignTo(strips, kSubgroupSize));
    double share = static_cast<double>(elements) / threads;
    if (share >= best) {
      best = share;
      schedule.tileElements = elements;
      schedule.workgroupSize = threads;
    }
  }
  // Words count elements.
  return success(schedule.tileElements > 0 &&
                 nest.getNumIterations() <=
                     std::numeric_limits<int32_t>::max() -
                         schedule.tileElements);
}

std::optional<ThreadSchedule> chooseRowTiles(const AccessNest &nest,
                                             const ReadPattern &pattern,
                                             const ThreadSchedule &other,
                                             const ThreadOptions &options) {
  if (!canTile(nest))
    return std::nullopt;
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  std::optional<ThreadSchedule> schedule = choosePeriods(nest);
  if (!schedule)
    schedule = chooseStrips(nest, pattern, other, options);
  // Strips of interleaved parts may take fewer elements of each.
  while (schedule && other.isTransposed && computesTooMuch(*schedule) &&
         canHalve(*schedule, elementBytes))
    schedule->stripElements /= 2;
  if (!schedule || computesTooMuch(*schedule) ||
      failed(chooseTile(*schedule, nest, options)))
    return std::nullopt;
  return schedule;
}

} // namespace dml
