//===- ScatteredStrips.cpp - Strips that are read one by one --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScatteredStrips.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;

namespace dml {

namespace {

/// The most steps of a thread, and the most elements that it reads.
constexpr int64_t kMaxSteps = 4, kMaxReads = 64;
/// The largest distance of neighbours' elements, in bytes.
constexpr int64_t kMaxReach = 16;
/// The fewest neighbours.
constexpr int64_t kMinRowNeighbours = 8;
/// Strips of fewer elements have too few positions for steps to share.
constexpr int64_t kMinStrip = 3;

/// How far apart the elements are that neighbours read, or after how many
/// elements one is read that is near the first; nothing where that is not
/// known, or rows are so short that it does not matter.
std::optional<int64_t> getReach(const AccessNest &nest) {
  int64_t reach = 0;
  std::optional<unsigned> innermost = nest.getInnermostResultLoop();
  if (!innermost || nest.loops[*innermost].size < kMinRowNeighbours)
    return std::nullopt;
  for (const Access &read : nest.getAllReads()) {
    if (read.strides.empty())
      return std::nullopt;
    int64_t stride = read.isDivided(*innermost)
                         ? read.divisions[*innermost].divisor
                         : read.strides[*innermost];
    if (ShapedType::isDynamic(stride))
      return std::nullopt;
    reach = std::max(reach, std::abs(stride));
  }
  return reach;
}

/// Whether steps of a loop only add a constant to positions.
bool movesReadsOnly(const AccessNest &nest, unsigned loop) {
  return llvm::all_of(nest.getAllReads(), [&](const Access &read) {
    return !read.strides.empty() &&
           !ShapedType::isDynamic(read.strides[loop]) &&
           !read.isDivided(loop) &&
           llvm::none_of(read.predicates, [&](const Predicate &predicate) {
             return predicate.position.factors[loop] != 0;
           });
  });
}

/// Whether rows of at least a strip end within strips. Dimensions that the
/// source goes through as one are one.
bool endWithinStrips(const ReadPattern &pattern, int64_t stripElements) {
  if (stripElements < kMinStrip)
    return false;
  int64_t rowElements = 1;
  size_t dim = pattern.sizes.size();
  while (dim > 0 && (rowElements < stripElements ||
                     (dim < pattern.sizes.size() && pattern.goesOn(dim - 1))))
    rowElements *= pattern.sizes[--dim];
  bool hasOneRow = llvm::all_of(ArrayRef(pattern.sizes).take_front(dim),
                                [](int64_t size) { return size == 1; });
  return !hasOneRow && rowElements % stripElements != 0;
}

/// The most steps of the fewest outer dimensions that a thread may take.
std::optional<ThreadSchedule::Repeated>
chooseSpreadSteps(const AccessNest &nest, const ReadPattern &pattern,
                  int64_t stripElements, int64_t minStrips) {
  int64_t numReads = nest.countReads();
  int64_t maxSteps = std::min(
      kMaxSteps, kMaxReads / std::max<int64_t>(1, numReads * stripElements));
  int64_t inside = llvm::product_of(pattern.sizes), size = 1;
  std::optional<ThreadSchedule::Repeated> best;
  for (auto [dim, loop] : llvm::enumerate(nest.getResultLoops())) {
    if (!movesReadsOnly(nest, loop))
      break;
    size *= pattern.sizes[dim];
    inside /= pattern.sizes[dim];
    // No strip goes on behind a thread's share.
    int64_t multiple = stripElements / std::gcd(stripElements, inside);
    for (int64_t steps = maxSteps; steps > (best ? best->steps : 1); --steps) {
      int64_t distance = llvm::alignTo(llvm::divideCeil(size, steps), multiple);
      bool isWaste = distance * steps > size + size / 20;
      // Indices behind the end could keep a loop of the body from ending.
      isWaste |= nest.hasVaryingLoops && distance * steps != size;
      if (!isWaste && distance * (steps - 1) < size &&
          distance * inside / stripElements >= minStrips)
        best = {static_cast<int64_t>(dim), steps, distance};
    }
  }
  return best;
}

} // namespace

void chooseScatteredStrips(const AccessNest &nest, const ReadPattern &pattern,
                           int64_t minStrips, ThreadSchedule &schedule) {
  int64_t elementBytes = getElementBytes(nest.getMainWrite().elementType);
  // Words count steps behind the end, too.
  if (elementBytes >= kWordBytes || pattern.sizes.empty() ||
      llvm::is_contained(pattern.sizes, 0) ||
      nest.getNumIterations() > std::numeric_limits<int32_t>::max() ||
      nest.hasReductions())
    return;
  std::optional<int64_t> reach = getReach(nest);
  // What is computed of elements side by side shares their words.
  if (reach && *reach <= 1 && !nest.isMove)
    return;
  int64_t word = kWordBytes / elementBytes;
  bool canHaveWords = schedule.stripElements == word ||
                      (nest.writes.size() == 1 && canStoreStrips(nest, word));
  if (!canHaveWords || !reach || *reach * elementBytes > kMaxReach ||
      !endWithinStrips(pattern, schedule.stripElements))
    return;
  schedule.repeated = chooseSpreadSteps(nest, pattern, word, minStrips);
  if (schedule.repeated)
    schedule.stripElements = word;
}

} // namespace dml
