//===- WindowSchedule.cpp - Results computed from windows -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowSchedule.h"
#include "CodeGen/Analysis/WordConstant.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {
namespace {

/// How many reads of a buffer make a window, at least: reads with strides,
/// reads of bytes, and reads of wider elements.
constexpr size_t kMinStridedReads = 2, kMinByteReads = 4, kMinWideReads = 9;
/// Steps are shared if a window has so many reads at least, and if threads then
/// read at most this share of what they would read with a step each. With
/// several results, such as maxima and indices, sharing saves only the reads:
/// each step compares on its own. Measured:
/// benchmarks/results/2026-11-27-gpu-ablations.md.
constexpr int64_t kMinSharedReads = 4;
constexpr double kMaxSharedPlaces = 0.85, kMaxSharedPlacesOfSeveral = 0.7;
/// The most steps of a thread, and the most words that it keeps of all windows.
/// With more, fewer threads have room for their registers. Measured:
/// benchmarks/results/2026-11-26-gpu-shared-windows.md.
constexpr int64_t kMaxSharedSteps = 4, kMaxSharedWords = 64;
/// Rows share reads if steps would read less than this share of them.
constexpr double kMaxSharedPlacesOfRows = 0.7;
/// The most reads of operations with several results for strips of two words.
constexpr int64_t kMaxReadsOfTwoWords = 16;
/// Neighbouring threads should write at least so many bytes side by side. A
/// sector is enough for windows of at least so many reads.
constexpr int64_t kMinNeighbourBytes = 128, kMinReadsOfFewNeighbours = 9;

/// Whether a vector's elements, whose reads are side by side, share some.
bool sharesReads(const AccessNest &nest, int64_t vectorElements) {
  for (const Access &read : nest.reads)
    for (const Access &other : nest.reads)
      if (!ShapedType::isDynamic(read.offset) && read.offset < other.offset &&
          other.offset - read.offset < vectorElements &&
          read.buffer == other.buffer && read.strides == other.strides)
        return true;
  return false;
}

} // namespace

bool readsWindows(const AccessNest &nest, int64_t vectorElements) {
  size_t numReads = nest.countReads();
  SmallPtrSet<Value, 4> buffers;
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  if (!innermost)
    return false;
  bool isStrided = true, isDense = true;
  for (const Access &read : nest.getAllReads()) {
    buffers.insert(getRootBuffer(read.buffer));
    int64_t stride =
        read.strides.empty() ? ShapedType::kDynamic : read.strides[*innermost];
    bool isKnown = !ShapedType::isDynamic(stride);
    isStrided &= isKnown && stride > 1 &&
                 stride * getElementBytes(read.elementType) <= kSectorBytes;
    isDense &= isKnown ? stride >= 0 && stride <= kMaxDenseStride
                       : read.isDivided(*innermost);
  }
  if (buffers.empty())
    return false;
  size_t readsOfBuffer = numReads / buffers.size();
  if (isStrided)
    return readsOfBuffer >= kMinStridedReads;
  if (getElementBytes(nest.getMainWrite().elementType) == 1)
    return readsOfBuffer >= kMinByteReads;
  // Where a vector has all of the innermost loop, such as the channels of one
  // pixel or of several, its words would each compute the same positions.
  return isDense && readsOfBuffer >= kMinWideReads &&
         nest.loops[*innermost].size > vectorElements &&
         !sharesReads(nest, vectorElements);
}

/// Whether an operation may compute elements twice, and how its reads move is
/// known.
static bool canShareSteps(const AccessNest &nest) {
  auto isKnown = [](const Access &read) {
    return !ShapedType::isDynamic(read.offset) &&
           !ShapedType::isDynamicShape(read.strides) && read.divisions.empty();
  };
  return nest.otherReads.empty() && llvm::all_of(nest.reads, isKnown) &&
         !nest.hasInnerLoops && !nest.readsResults() && !nest.seesOldResults &&
         !nest.hasReductions();
}

/// Counts the places that so many steps of a loop read. Reads that do not move
/// along the loop do not count.
static int64_t countMovingPlaces(const AccessNest &nest, unsigned loop,
                                 int64_t steps) {
  AccessNest moving;
  llvm::copy_if(nest.reads, std::back_inserter(moving.reads),
                [&](const Access &read) { return read.strides[loop] != 0; });
  return moving.countPlaces(loop, steps);
}

/// Steps of a loop that a thread takes, and the share of what it reads then of
/// what it would read with a step each.
struct SharedSteps {
  int64_t steps;
  double share;
};

/// The steps of a loop with the least share, of at most so many places; nothing
/// where the share is larger than `maxShare`.
static std::optional<SharedSteps> shareSteps(const AccessNest &nest,
                                             unsigned loop, int64_t maxPlaces,
                                             double maxShare) {
  int64_t size = nest.loops[loop].size;
  int64_t apart = countMovingPlaces(nest, loop, 1);
  std::optional<SharedSteps> best;
  for (int64_t limit = kMaxSharedSteps; limit > 1; --limit) {
    // As many groups, of about as many steps each.
    int64_t groups = llvm::divideCeil(size, limit);
    int64_t steps = llvm::divideCeil(size, groups);
    int64_t places = countMovingPlaces(nest, loop, steps);
    double share = double(places * groups) / (apart * size);
    if (steps > 1 && places <= maxPlaces &&
        share < (best ? best->share : maxShare))
      best = {steps, share};
  }
  return best;
}

std::optional<ThreadSchedule::Repeated>
chooseSharedSteps(const AccessNest &nest, int64_t stripElements) {
  if (!canShareSteps(nest))
    return std::nullopt;
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  // Of each place, its words and what each further result is made of.
  int64_t words = std::max<int64_t>(elementBytes / kWordBytes, 1) +
                  nest.countElementResults() - 1;
  double maxShare = nest.countElementResults() > 1 ? kMaxSharedPlacesOfSeveral
                                                   : kMaxSharedPlaces;
  SmallVector<unsigned> loops = nest.getResultLoops();
  std::optional<ThreadSchedule::Repeated> best;
  double least = 1;
  int64_t inside = 1, bestInside = 0;
  for (size_t dim = loops.size(); dim-- > 0;
       inside *= nest.loops[loops[dim]].size) {
    unsigned loop = loops[dim];
    int64_t size = nest.loops[loop].size;
    if (size < 2 || inside == 1 || inside % stripElements != 0)
      continue;
    int64_t insideBytes = inside * elementBytes;
    if (insideBytes < kSectorBytes ||
        countMovingPlaces(nest, loop, 1) < (insideBytes < kMinNeighbourBytes
                                                ? kMinReadsOfFewNeighbours
                                                : kMinSharedReads))
      continue;
    auto shared = shareSteps(nest, loop, kMaxSharedWords / words, maxShare);
    // Of dimensions that share as much, one with enough inside of it.
    bool isBetter =
        shared && (shared->share < least ||
                   (shared->share == least &&
                    bestInside * elementBytes < kMinNeighbourBytes));
    if (!isBetter)
      continue;
    best = {static_cast<int64_t>(dim), shared->steps};
    least = shared->share;
    bestInside = inside;
  }
  return best;
}

bool sharesRows(const AccessNest &nest, size_t rowDim) {
  unsigned loop = nest.getResultLoops()[rowDim];
  return canShareSteps(nest) && nest.countElementResults() == 1 &&
         nest.loops[loop].size >= 2 &&
         countMovingPlaces(nest, loop, 1) >= kMinSharedReads &&
         shareSteps(nest, loop, kMaxSharedWords, kMaxSharedPlacesOfRows);
}

int64_t getWindowStrip(const AccessNest &nest, int64_t word, int64_t maxStep) {
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  if (word == 1 || !innermost)
    return word;
  bool isWithinSteps = llvm::all_of(nest.reads, [&](const Access &read) {
    return !ShapedType::isDynamicShape(read.strides) &&
           !read.isDivided(*innermost) && read.strides[*innermost] <= maxStep;
  });
  bool isLongCode =
      nest.countElementResults() > 1 && nest.countReads() > kMaxReadsOfTwoWords;
  return !isLongCode && nest.otherReads.empty() && isWithinSteps &&
                 sharesReads(nest, 2 * word)
             ? 2 * word
             : word;
}

} // namespace dml
