//===- TransposeShape.cpp - Loops that blocks transpose -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransposeShape.h"
#include "CacheLines.h"
#include "llvm/ADT/bit.h"

using namespace mlir;

namespace dml {

/// Iterations of the shorter loop of a block, at least.
constexpr static int64_t kMinLength = 4;
/// Vectors of a block, at most: what registers hold.
constexpr static int64_t kMaxLength = 16;

void TransposeShape::print(llvm::raw_ostream &os) const {
  os << "transposed blocks of " << length << "x" << length
     << " elements, whose neighbours are along loop " << loop;
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
      uint64_t length = std::min(
          {*loops[i].size, *columns, kMaxLength, kLineBytes / elementBytes});
      return TransposeShape{i, static_cast<int64_t>(llvm::bit_floor(length))};
    }
  return failure();
}

} // namespace dml
