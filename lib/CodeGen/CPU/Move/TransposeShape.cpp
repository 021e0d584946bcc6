//===- TransposeShape.cpp - Loops that blocks transpose -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeShape.h"
#include "CacheLines.h"

using namespace mlir;

namespace dml {

/// Iterations of both loops, at least.
constexpr static int64_t kMinLength = 4;
/// Bytes of a page, and lines that are read of it at once: finding a page costs
/// more than a line.
constexpr static int64_t kPageBytes = 4096, kLinesOfPage = 4;

void TransposeShape::print(llvm::raw_ostream &os) const {
  os << "transposed blocks of " << numRows << "x" << numColumns
     << " elements, whose neighbours are along loop " << loop << ", "
     << rangeRows << " rows at a time";
}

/// Whether no two columns begin in one page.
static bool hasOwnPages(const MovementLoop &columns, int64_t elementBytes) {
  int64_t pageElements = kPageBytes / elementBytes;
  return columns.stride &&
         (*columns.stride >= pageElements || *columns.stride <= -pageElements);
}

FailureOr<TransposeShape> chooseTransposeShape(ArrayRef<MovementLoop> loops,
                                               int64_t elementBytes) {
  std::optional<int64_t> columns = loops.back().size;
  if (!columns || *columns < kMinLength)
    return failure();
  auto readsNeighbours = [](const MovementLoop &loop) {
    return loop.stride == 1 && loop.size && *loop.size >= kMinLength &&
           llvm::all_of(loop.predicateSteps,
                        [](int64_t step) { return step == 0; });
  };
  for (unsigned i = loops.size() - 1; i-- > 0;)
    if (readsNeighbours(loops[i])) {
      int64_t lineElements = kLineBytes / elementBytes;
      return TransposeShape{
          BlockShape::get(*loops[i].size, *columns, elementBytes), i,
          hasOwnPages(loops.back(), elementBytes) ? kLinesOfPage * lineElements
                                                  : lineElements};
    }
  return failure();
}

} // namespace dml
