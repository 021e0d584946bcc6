//===- ThreadSchedule.cpp - What a thread of an operation computes --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadSchedule.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "ReadPattern.h"
#include "RowTiles.h"
#include "ScatteredStrips.h"
#include "WindowSchedule.h"
#include "dml/IR/DMLDialect.h"
#include <numeric>

using namespace mlir;

namespace dml {
namespace {

/// The most elements that a thread reads for strips of several vectors or
/// steps. Code for more takes too long to compile: see
/// benchmarks/results/2026-12-01-gpu-block-bounds.md.
constexpr int64_t kMaxReads = 256;
/// The most steps of a cell of several dimensions.
constexpr int64_t kMaxCellSteps = 12;
/// The shortest rows of computed narrow elements that have strips of vectors.
constexpr int64_t kMinRowVectors = 4;
/// The shortest rows that moves, operations with several results and halves
/// that lie apart have, and those of computed whole words. Shorter ones end so
/// often that their ends cost more than reading words gains: measured, in
/// benchmarks/results/2026-11-23-gpu-rows.md.
constexpr int64_t kMinRowOfMove = 96, kMinRowOfWords = 32;
/// Vectors side by side that neighbouring threads write, at least, and their
/// bytes: what memory moves at once.
constexpr int64_t kMinNeighbours = 8,
                  kMinNeighbourBytes = kMinNeighbours * kVectorBytes;
/// The bytes side by side that neighbouring threads write as single elements,
/// at least.
constexpr int64_t kMinSingleBytes = 16;
/// The most single elements whose numbers words count, with as many behind the
/// end.
constexpr int64_t kMaxCounted = std::numeric_limits<int32_t>::max() / 2;
/// The fewest workgroups whose threads take scattered steps, or more than a
/// word of elements that read much.
constexpr int64_t kMinWorkgroups = 1024;
/// Operations with few threads have more of them, with strips of a word, if
/// each element takes at least so many reads. They give up rows of words for
/// that. Measured: benchmarks/results/2026-11-30-numbers-of-planes.md, and
/// 2026-11-30-gpu-short-steps.md.
constexpr int64_t kMinReadsOfFew = 16;
/// Folds of 8-byte elements have turns (ThreadSchedule::Turns) if their stride
/// is at least kMinTurns, with kTurnsOfThreads threads. Other folds are faster
/// in the order of the elements, or in tiles of ranges.
constexpr int64_t kMinTurns = 32, kTurnsOfThreads = 8;
/// Strips in rows have two words, not one, if neighbouring windows begin at
/// most so many elements apart. Measured, like the rest of what windows of
/// narrow elements have: benchmarks/results/2026-11-26-gpu-odd-rows.md.
constexpr int64_t kMaxStepInRows = 2;
/// Windows of at least so many narrow elements have strips of words that share
/// reads, even where a vector's elements share some already.
constexpr int64_t kMinReadsOfSharedWords = 9;

/// How many vectors make a strip that takes as many elements from each of the
/// parts of the source that the results interleave.
int64_t getInterleavedVectors(const ReadPattern &pattern,
                              int64_t vectorElements, int64_t elementBytes) {
  std::optional<size_t> densest = pattern.getDensestDim();
  if (!densest)
    return 1;
  int64_t parts = 1;
  for (int64_t size : ArrayRef(pattern.sizes).drop_front(*densest + 1))
    if (llvm::MulOverflow(parts, size, parts) || parts > vectorElements)
      return 1;
  int64_t vectors = parts / std::gcd(parts, vectorElements);
  int64_t stripElements = vectors * vectorElements;
  int64_t rowElements = parts * pattern.sizes[*densest];
  // Strips that go on in more rows of the source would gain nothing.
  bool isGain =
      rowElements % stripElements == 0 ||
      (rowElements > stripElements && pattern.isDense(*densest, elementBytes));
  return isGain ? vectors : 1;
}

/// Whether the dimensions inside of `dim` have so many bytes that neighbouring
/// threads write whole sectors. No dimension is empty.
bool hasNeighboursInside(const ReadPattern &pattern, int64_t dim,
                         int64_t elementBytes) {
  uint64_t bytes = elementBytes;
  for (int64_t size : ArrayRef(pattern.sizes).drop_front(dim + 1))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, size);
  return bytes >= uint64_t(kMinNeighbourBytes);
}

/// Returns what chooseRepeated returns, or a dimension outside of that whose
/// steps are smaller in the source.
std::optional<ThreadSchedule::Repeated>
chooseNearestSteps(const ReadPattern &pattern, int64_t vectorElements,
                   int64_t maxSteps = kMaxVectors) {
  auto repeated = chooseRepeated(pattern, vectorElements, maxSteps);
  for (size_t dim = repeated ? repeated->dim : 0; dim-- > 0;) {
    int64_t steps = getLargestDivisor(pattern.sizes[dim], maxSteps);
    if (steps > 1 && pattern.hasSmallerSteps(dim, repeated->dim))
      repeated = {static_cast<int64_t>(dim), steps};
  }
  return repeated;
}

/// Whether strips in rows are no faster for an operation that computes elements
/// of two bytes. No two neighbours along its innermost loop read from one word,
/// and rows are short, reads are divided or lie far apart, or several rows
/// share reads. Measured: benchmarks/results/2026-11-27-gpu-ablations.md, and
/// 2026-11-29-gpu-limits.md.
bool losesByRowsOfHalves(const AccessNest &nest,
                         const ThreadSchedule::Rows &rows) {
  bool mayGain = rows.getNumElements() >= kMinRowOfMove &&
                 (rows.firstDim == 0 || !sharesRows(nest, rows.firstDim - 1));
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  return !nest.isMove && innermost &&
         getElementBytes(nest.getMainWrite().elementType) == 2 &&
         llvm::all_of(nest.getAllReads(), [&](const Access &read) {
           if (read.strides.empty() || read.isDivided(*innermost) ||
               ShapedType::isDynamic(read.strides[*innermost]))
             return true;
           int64_t stride = std::abs(read.strides[*innermost]);
           return stride > 1 &&
                  stride * getElementBytes(read.elementType) >= kWordBytes &&
                  (stride > kMaxStepInRows || !mayGain);
         });
}

/// Elements of the shortest rows that are worth it. Where reads are divided,
/// any are.
int64_t getMinRowElements(const AccessNest &nest, const ReadPattern &pattern,
                          int64_t elementBytes) {
  if (pattern.hasDivisions())
    return 0;
  if (nest.isMove || nest.countElementResults() > 1)
    return kMinRowOfMove;
  return elementBytes >= kWordBytes ? kMinRowOfWords : 0;
}

} // namespace

std::optional<ThreadSchedule::Repeated>
chooseRepeated(const ReadPattern &pattern, int64_t vectorElements,
               int64_t maxSteps) {
  int64_t inside = 1;
  for (size_t dim = pattern.sizes.size(); dim-- > 0;) {
    int64_t size = pattern.sizes[dim];
    // Vectors have to end with the dimensions inside. Fewer of them would leave
    // those of neighbouring threads apart: each thread has other steps.
    if (size > 1 && inside % vectorElements == 0 &&
        inside / vectorElements >= kMinNeighbours &&
        pattern.isShared(dim, vectorElements)) {
      int64_t steps = getLargestDivisor(size, maxSteps);
      if (steps == 1)
        return std::nullopt;
      return ThreadSchedule::Repeated{static_cast<int64_t>(dim), steps};
    }
    inside *= size;
  }
  return std::nullopt;
}

/// Chooses how many threads of a workgroup compute the strips that go on in
/// another row: as many as there are such strips at most.
static void chooseRowEnds(ThreadSchedule &schedule) {
  schedule.rowEndThreads = 0;
  // Shorter rows end in so many strips that all threads would have one to
  // compute.
  if (!schedule.rows ||
      schedule.rows->getNumElements() < 2 * schedule.stripElements)
    return;
  int64_t size = schedule.workgroupSize;
  int64_t ends = llvm::divideCeil(size * schedule.stripElements,
                                  schedule.rows->getNumElements());
  if (ends <= size)
    schedule.rowEndThreads = ends;
}

/// Whether threads can store computed elements that are parts of words one by
/// one. A kernel that reads the buffer as well would have two views of what it
/// writes.
static bool canStoreSingly(const AccessNest &nest, int64_t minStoreBytes) {
  const Access &write = nest.getMainWrite();
  int64_t bytes = getElementBytes(write.elementType);
  auto isWritten = [&](const Access &read) {
    return write.buffer &&
           getRootBuffer(read.buffer) == getRootBuffer(write.buffer);
  };
  return !nest.isMove && nest.countElementResults() == 1 &&
         bytes < kWordBytes && bytes >= minStoreBytes &&
         nest.getNumIterations() <= kMaxCounted &&
         llvm::none_of(nest.getAllReads(), isWritten);
}

/// Whether single elements take less time than strips whose ends some threads
/// compute. Measured of operations that check what they read and set a flag;
/// others mostly have tiles.
static bool isFasterSingly(const AccessNest &nest,
                           const ThreadSchedule &schedule,
                           const ThreadOptions &options) {
  return schedule.rowEndThreads > 0 && nest.writes.size() > 1 &&
         canStoreSingly(nest, options.minStoreBytes);
}

/// Which elements a thread computes; nothing else of the schedule is set.
static ThreadSchedule chooseStrips(const AccessNest &nest,
                                   const ReadPattern &pattern,
                                   int64_t vectorElements, int64_t maxVectors) {
  ThreadSchedule schedule;
  schedule.stripElements = vectorElements;
  if (nest.hasReductions() || llvm::is_contained(pattern.sizes, 0))
    return schedule;
  Type element = nest.getMainWrite().elementType;
  int64_t elementBytes = getElementBytes(element);
  int64_t maxElements = kMaxReads / std::max<int64_t>(nest.countReads(), 1);
  // Elements of whole words need not be put together. Only vectors can be
  // transposed, not words.
  if (nest.writes.size() == 1 && !element.isInteger(1) &&
      !nest.hasVaryingLoops && elementBytes < kWordBytes &&
      vectorElements * elementBytes % kVectorBytes == 0) {
    int64_t vectors =
        getInterleavedVectors(pattern, vectorElements, elementBytes);
    if (vectors > 1 && vectors <= maxVectors &&
        vectors * vectorElements <= maxElements) {
      schedule.stripElements = vectors * vectorElements;
      schedule.isTransposed = true;
    }
  }
  if (!schedule.isTransposed)
    schedule.repeated = chooseNearestSteps(
        pattern, vectorElements,
        std::clamp<int64_t>(maxElements / vectorElements, 1, kMaxVectors));
  // Indices beyond a row's end could keep a loop of the body from ending.
  if (!schedule.repeated && !nest.hasVaryingLoops)
    schedule.rows = pattern.findRows(schedule.stripElements, elementBytes);
  if (schedule.rows &&
      schedule.rows->getNumElements() % schedule.stripElements == 0)
    schedule.rows.reset();
  if (schedule.rows && !schedule.isTransposed &&
      schedule.rows->getNumElements() <
          getMinRowElements(nest, pattern, elementBytes))
    schedule.rows.reset();
  // Neighbours of whole words whose index is divided share no words.
  if (schedule.rows && pattern.hasDivisions() && elementBytes >= kWordBytes)
    schedule.rows.reset();
  // Where parts of the source take turns, neighbours of one part share words.
  if (schedule.rows && schedule.rows->stepElements == 1 &&
      losesByRowsOfHalves(nest, *schedule.rows))
    schedule.rows.reset();
  return schedule;
}

int64_t getLargestDivisor(int64_t number, int64_t limit) {
  int64_t divisor = std::min(number, limit);
  while (number % divisor != 0)
    --divisor;
  return divisor;
}

bool canStoreStrips(const AccessNest &nest, int64_t elements) {
  return llvm::all_of(nest.writes, [&](const Access &write) {
    int64_t bytes = elements * getElementBytes(write.elementType);
    return write.combiner || bytes == kWordBytes || bytes == 2 * kWordBytes ||
           bytes % kVectorBytes == 0;
  });
}

/// The bytes of the widest elements that are read side by side, as the indices
/// of an unpooling are; 0 if no read has elements of so many bytes, as its
/// values have.
static int64_t getWidestBeside(const AccessNest &nest, int64_t elementBytes) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  bool readsOthers = false;
  int64_t widest = 0;
  for (const Access &read : nest.getAllReads()) {
    int64_t bytes = getElementBytes(read.elementType);
    readsOthers |= bytes == elementBytes;
    if (innermost && !read.strides.empty() && read.strides[*innermost] == 1 &&
        !read.isDivided(*innermost))
      widest = std::max(widest, bytes);
  }
  return readsOthers ? widest : 0;
}

/// Bytes of the narrowest and of the widest elements of an operation's results,
/// or of what it combines into the first one.
static std::pair<int64_t, int64_t> getResultBytes(const AccessNest &nest) {
  int64_t main = getElementBytes(nest.getMainWrite().elementType);
  return nest.getWrittenBytes().value_or(std::pair(main, main));
}

/// The number of elements in a strip. As a rule they make a vector of the
/// narrowest result. If a word of that has as many elements as a vector of the
/// widest result, or of wider elements beside those that are moved, they make a
/// word: threads side by side then access vectors side by side.
static int64_t getVectorElements(const AccessNest &nest,
                                 const ThreadOptions &options) {
  auto [smallest, largest] = getResultBytes(nest);
  largest = std::max(largest, getWidestBeside(nest, smallest));
  int64_t word = kWordBytes / smallest;
  return word * largest >= options.vectorBytes && word > 1
             ? word
             : options.vectorBytes / smallest;
}

/// The same rows as `inWords`, which has strips of a word, in strips of two if
/// windows begin near each other.
static ThreadSchedule chooseRowsOfWindows(const AccessNest &nest,
                                          const ReadPattern &pattern,
                                          const ThreadSchedule &inWords,
                                          int64_t maxVectors) {
  ThreadSchedule schedule = chooseStrips(
      nest, pattern,
      getWindowStrip(nest, inWords.stripElements, kMaxStepInRows), maxVectors);
  bool hasSameRows =
      schedule.rows && schedule.rows->firstDim == inWords.rows->firstDim;
  return hasSameRows ? schedule : inWords;
}

/// Steps of windows that share what they read, in strips of one or two words.
static std::optional<ThreadSchedule> chooseSharedWords(const AccessNest &nest,
                                                       int64_t word) {
  ThreadSchedule schedule;
  schedule.stripElements = getWindowStrip(nest, word, /*maxStep=*/1);
  schedule.repeated = chooseSharedSteps(nest, schedule.stripElements);
  if (!schedule.repeated && schedule.stripElements > word) {
    schedule.stripElements = word;
    schedule.repeated = chooseSharedSteps(nest, word);
  }
  return schedule.repeated ? std::optional(schedule) : std::nullopt;
}

/// Chooses other strips than vectors for computed elements.
static void chooseComputedStrips(const AccessNest &nest,
                                 const ReadPattern &pattern,
                                 int64_t vectorElements, int64_t maxVectors,
                                 ThreadSchedule &schedule) {
  int64_t word = getElementsPerWord(getResultBytes(nest).first);
  if (!canStoreStrips(nest, word))
    return;
  // In short rows, many strips of a vector go on in another row, and fewer
  // strips of a word do, with shorter code.
  bool hasShortRows =
      word > 1 && nest.countElementResults() == 1 && schedule.rows &&
      schedule.rows->getNumElements() < kMinRowVectors * vectorElements;
  bool isWindow = readsWindows(nest, vectorElements);
  ThreadSchedule inWords = chooseStrips(nest, pattern, word, maxVectors);
  if (hasShortRows || isWindow)
    schedule = inWords;
  bool mayShare = hasShortRows || isWindow || schedule.stripElements == word ||
                  nest.countReads() >= kMinReadsOfSharedWords;
  std::optional<ThreadSchedule> shared;
  // Strips of one element have no rows to cross.
  if (word == 1 || (mayShare && !inWords.repeated && !inWords.rows))
    shared = chooseSharedWords(nest, word);
  else if (isWindow && inWords.rows && canStoreStrips(nest, 2 * word))
    shared = chooseRowsOfWindows(nest, pattern, inWords, maxVectors);
  if (shared)
    schedule = *shared;
}

/// Cells of the dimensions before `end` whose indices reads divide, in strips
/// that end with the dimensions inside. Returns nothing where there are no such
/// strips.
static std::optional<ThreadSchedule>
collectCells(const AccessNest &nest, const ReadPattern &pattern,
             int64_t vectorElements, int64_t minStoreBytes, int64_t end) {
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  // The elements of a strip share what they read, without cells, where the
  // innermost index is divided.
  bool dividesInnermost = !pattern.sizes.empty() &&
                          pattern.getDivisor(pattern.sizes.size() - 1) > 1;
  int64_t minBytes = dividesInnermost ? kMinNeighbourBytes : kSectorBytes;
  ThreadSchedule schedule;
  int64_t inside = 1;
  bool isSingle = false;
  for (size_t dim = pattern.sizes.size(); dim-- > 0;) {
    int64_t steps =
        static_cast<int64_t>(dim) < end
            ? getLargestDivisor(
                  std::min(pattern.getDivisor(dim), pattern.sizes[dim]),
                  kMaxVectors / schedule.getNumSteps())
            : 1;
    if (schedule.cell.empty()) {
      schedule.stripElements = std::gcd(inside, vectorElements);
      isSingle = !canStoreStrips(nest, schedule.stripElements) &&
                 canStoreSingly(nest, minStoreBytes);
      if (isSingle)
        schedule.stripElements = 1;
    }
    if (steps > 1 &&
        inside * elementBytes >= (isSingle ? kMinSingleBytes : minBytes) &&
        (isSingle || canStoreStrips(nest, schedule.stripElements)))
      schedule.cell.push_back({static_cast<int64_t>(dim), steps});
    inside *= pattern.sizes[dim];
  }
  return schedule.cell.empty() ? std::nullopt : std::optional(schedule);
}

/// Cells of all dimensions whose indices reads divide, or, if these have too
/// many steps, of the dimensions outside of the innermost one. Returns nothing
/// where there are none.
static std::optional<ThreadSchedule> chooseCells(const AccessNest &nest,
                                                 const ReadPattern &pattern,
                                                 int64_t vectorElements,
                                                 int64_t minStoreBytes) {
  if (nest.hasVaryingLoops || nest.hasReductions() ||
      llvm::is_contained(pattern.sizes, 0))
    return std::nullopt;
  auto cells = collectCells(nest, pattern, vectorElements, minStoreBytes,
                            pattern.sizes.size());
  if (cells && cells->cell.size() > 1 && cells->getNumSteps() > kMaxCellSteps)
    return collectCells(nest, pattern, vectorElements, minStoreBytes,
                        cells->cell.front().dim);
  return cells;
}

/// Strips of which neighbouring threads take those that lie the reads' divisor
/// apart. Returns nothing where other orders of threads are faster.
static std::optional<ThreadSchedule> chooseTurns(const AccessNest &nest) {
  SmallVector<unsigned> loops = nest.getResultLoops();
  if (nest.isMove || nest.hasVaryingLoops || nest.hasReductions() ||
      nest.writes.size() != 1 || nest.writes.front().combiner || loops.empty())
    return std::nullopt;
  unsigned loop = loops.back();
  int64_t size = nest.loops[loop].size;
  std::optional<int64_t> divisor = nest.getUniformDivisor(loop);
  constexpr int64_t kBytes = 2 * kWordBytes;
  auto takesTurns = [&](const Access &read) {
    return getElementBytes(read.elementType) == kBytes && read.takesTurns(loop);
  };
  if (getElementBytes(nest.getMainWrite().elementType) != kBytes || !divisor ||
      *divisor < kMinTurns || *divisor > size / kTurnsOfThreads ||
      !llvm::all_of(nest.getAllReads(), takesTurns))
    return std::nullopt;
  // Words count steps behind the end, too: fewer than there are before it.
  if (nest.getNumIterations() > kMaxCounted)
    return std::nullopt;
  ThreadSchedule schedule;
  schedule.stripElements =
      std::gcd(std::gcd(*divisor, size), kVectorBytes / kBytes);
  schedule.turns = ThreadSchedule::Turns{*divisor, kTurnsOfThreads};
  return schedule;
}

/// Computes strips of a word, or of one wider element, if there are less than
/// `minStrips` threads otherwise, and each reads much for an element.
static void useMoreThreads(const AccessNest &nest, const ReadPattern &pattern,
                           int64_t minStrips, ThreadSchedule &schedule) {
  int64_t word =
      getElementsPerWord(getElementBytes(nest.getMainWrite().elementType));
  bool readsMuch = nest.hasInnerLoops || nest.countReads() >= kMinReadsOfFew;
  // Narrow elements keep their rows, in which they share words.
  bool mayLeaveRows = !schedule.rows || word == 1;
  if (readsMuch && mayLeaveRows && nest.writes.size() == 1 &&
      !nest.hasReductions() && !llvm::is_contained(pattern.sizes, 0) &&
      schedule.stripElements > word && canStoreStrips(nest, word) &&
      schedule.getNumStrips(pattern.sizes) < minStrips) {
    schedule.stripElements = word;
    schedule.rows.reset();
  }
}

/// Chooses strips of moved narrow elements, where the dimensions inside of
/// repeated steps are no whole vectors. The strips are shorter than a vector:
/// the longest ones of at least a word into which these dimensions divide.
/// Returns nothing if there are none, or if `other` has steps of whole vectors.
/// Measured: benchmarks/results/2026-11-30-gpu-short-steps.md.
static std::optional<ThreadSchedule>
chooseShortSteps(const AccessNest &nest, const ReadPattern &pattern,
                 int64_t vectorElements, const ThreadSchedule &other) {
  int64_t bytes = getElementBytes(nest.getMainWrite().elementType);
  bool hasSteps = other.repeated && other.repeated->distance == 0;
  if (!nest.isMove || other.isTransposed || hasSteps || bytes >= kWordBytes ||
      llvm::is_contained(pattern.sizes, 0))
    return std::nullopt;
  ThreadSchedule schedule;
  for (int64_t elements = vectorElements / 2; elements * bytes >= kWordBytes;
       elements /= 2) {
    schedule.stripElements = elements;
    schedule.repeated = chooseNearestSteps(pattern, elements);
    if (schedule.repeated &&
        hasNeighboursInside(pattern, schedule.repeated->dim, bytes))
      return schedule;
  }
  return std::nullopt;
}

ThreadSchedule ThreadSchedule::choose(const AccessNest &nest,
                                      const ThreadOptions &options) {
  int64_t vectorElements = getVectorElements(nest, options);
  int64_t transposeSize = std::min(options.workgroupSize, kMaxWaitingThreads);
  ReadPattern pattern(nest);
  int64_t maxVectors =
      options.maxWorkgroupMemory / (transposeSize * options.vectorBytes);
  ThreadSchedule schedule =
      chooseStrips(nest, pattern, vectorElements, maxVectors);
  if (auto turns = chooseTurns(nest)) {
    turns->workgroupSize = options.workgroupSize;
    return *turns;
  }
  if (!schedule.isTransposed)
    if (auto cells =
            chooseCells(nest, pattern, vectorElements, options.minStoreBytes)) {
      cells->workgroupSize = options.workgroupSize;
      return *cells;
    }
  if (!schedule.isTransposed && !nest.isMove)
    chooseComputedStrips(nest, pattern, vectorElements, maxVectors, schedule);
  if (!schedule.isTransposed && !schedule.repeated && !schedule.rows)
    chooseScatteredStrips(nest, pattern, kMinWorkgroups * options.workgroupSize,
                          schedule);
  if (!schedule.isTransposed && !schedule.repeated)
    useMoreThreads(nest, pattern, kMinWorkgroups * options.workgroupSize,
                   schedule);
  schedule.workgroupSize =
      schedule.isTransposed ? transposeSize : options.workgroupSize;
  auto shortSteps = chooseShortSteps(nest, pattern, vectorElements, schedule);
  std::optional<ThreadSchedule> tiles =
      chooseRowTiles(nest, pattern, schedule, options);
  // A multiprocessor has room for few workgroups, so those of one subgroup do
  // not keep it busy.
  if (tiles && !(shortSteps && tiles->workgroupSize <= kSubgroupSize))
    return *tiles;
  if (shortSteps) {
    shortSteps->workgroupSize = options.workgroupSize;
    return *shortSteps;
  }
  if (schedule.isTransposed)
    schedule.rows.reset();
  chooseRowEnds(schedule);
  if (isFasterSingly(nest, schedule, options)) {
    schedule.stripElements = 1;
    schedule.rows.reset();
    schedule.rowEndThreads = 0;
  }
  return schedule;
}

int64_t ThreadSchedule::getNumStrips(ArrayRef<int64_t> sizes) const {
  int64_t numElements = 1;
  for (auto [dim, size] : llvm::enumerate(sizes))
    if (repeated && repeated->dim == static_cast<int64_t>(dim))
      numElements = repeated->distance > 0
                        ? repeated->distance
                        : numElements * llvm::divideCeil(size, repeated->steps);
    else
      numElements *= size;
  for (auto [dim, steps] : cell)
    numElements =
        numElements / sizes[dim] * llvm::divideCeil(sizes[dim], steps);
  if (turns)
    numElements = numElements / sizes.back() *
                  llvm::alignTo(sizes.back(), turns->distance * turns->threads);
  return llvm::divideCeil(numElements, stripElements);
}

void ThreadSchedule::print(llvm::raw_ostream &os) const {
  os << "strips of " << stripElements << " elements";
  if (repeated)
    os << " at " << repeated->steps << (repeated->distance ? " spread" : "")
       << " steps of dimension " << repeated->dim;
  for (const CellSteps &ofDim : cell)
    os << (&ofDim == cell.begin() ? " at cells of " : " and ") << ofDim.steps
       << " steps of dimension " << ofDim.dim;
  if (turns)
    os << " of which " << turns->threads << " threads take those "
       << turns->distance << " elements apart";
  if (rows)
    os << ", rows of " << rows->getNumElements() << " elements";
  if (rowEndThreads > 0)
    os << " whose ends " << rowEndThreads << " threads compute";
  if (tileElements > 0)
    os << ", in tiles of " << tileElements;
  if (isTransposed)
    os << ", transposed in workgroup memory";
  os << ", workgroups of " << workgroupSize;
}

} // namespace dml
