//===- RangeTiling.cpp - Tiles of rows read across ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RangeTiling.h"
#include "dml/IR/DMLDialect.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace dml {

/// The banks of workgroup memory: each serves one word at a time.
constexpr static int64_t kNumBanks = 32;

int64_t RangeTiling::getReadRows() const {
  if (hasWholeVectors())
    return rows;
  if (rows < totalRows)
    return rows + getVectorLength();
  return dividedLoops.empty() ? llvm::alignTo(totalRows, getWordLength())
                              : rows;
}

int64_t RangeTiling::getNumWords() const {
  // A shifted vector is read up to the word behind its last element.
  return getTileColumns() * getPitch() + getTileVectors() * getVectorGap() + 1;
}

int64_t RangeTiling::getPitch() const {
  int64_t perElement = getWordsPerElement(elementBytes);
  int64_t words = getNumGroups() * perElement;
  // Lanes that access words of neighbouring columns use different banks if
  // these words lie an odd number apart. If columns are quotients, lanes write
  // the same word of each. Otherwise they read vectors of the destination: one
  // that follows another in the next column lies a column's words before its
  // place there.
  int64_t moved = hasQuotients() ? 0 : totalRows / getWordLength() * perElement;
  return words + (words + moved + 1) % 2;
}

int64_t RangeTiling::getVectorGap() const {
  if (hasQuotients() || !hasWholeColumnVectors() || getTileVectors() == 1)
    return 0;
  // Neighbouring lanes write a word of each vector of one group, then of each
  // vector of the next group. Words of two groups lie side by side.
  int64_t vectors =
      std::min<int64_t>(llvm::PowerOf2Ceil(getTileVectors()), kNumBanks);
  int64_t groups = kNumBanks / vectors;
  return llvm::mod(groups - getVectorLength() * getPitch(), 2 * groups);
}

SmallVector<NestLoop> RangeTiling::getLoops(const AccessNest &nest) const {
  SmallVector<NestLoop> loops(nest.loops);
  if (!dividedLoops.empty()) {
    for (auto [loop, divided] : llvm::zip(loops, dividedLoops))
      loop.size = divided.divisor;
    NestLoop quotients = loops[columnLoop];
    quotients.size = totalColumns;
    loops.insert(loops.begin() + columnLoop, quotients);
    return loops;
  }
  if (divisor == 1)
    return loops;
  NestLoop remainders = loops[columnLoop];
  loops[columnLoop].size = totalColumns;
  remainders.size = divisor;
  loops.insert(loops.begin() + columnLoop + 1, remainders);
  return loops;
}

void RangeTiling::print(llvm::raw_ostream &os) const {
  os << "tiles of ranges of " << std::min(rows, totalRows) << " of "
     << totalRows << " rows and " << columns << " of " << totalColumns
     << " columns";
  if (steps > 1)
    os << " at " << steps << " steps";
  if (divisor > 1)
    os << " of one loop";
  if (isJoined)
    os << " of " << columnLoops.size() << " loops";
  if (hasQuotients())
    os << ", quotients of loops";
  os << ", workgroups of " << numThreads;
}

} // namespace dml
