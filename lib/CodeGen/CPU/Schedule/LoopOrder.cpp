//===- LoopOrder.cpp - Loops that vectors go along ------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopOrder.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "StreamSchedule.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;

namespace dml {

bool hasRows(const AccessNest &nest, const Access &write) {
  auto isShifted = [](const LinearForm &index) { return index.constant != 0; };
  if (write.strides.back() != 1 || !write.divisions.empty() ||
      llvm::any_of(write.indices, isShifted))
    return false;
  int64_t extent = 1;
  for (auto [loop, stride] :
       llvm::reverse(llvm::zip_equal(nest.loops, write.strides))) {
    if (ShapedType::isDynamic(stride) || stride < extent)
      return false;
    std::optional<int64_t> end = llvm::checkedMul(stride, loop.size);
    if (!end)
      return false;
    extent = std::max(extent, *end);
  }
  return true;
}

/// Whether blocks of results with the loops in another order can be written
/// transposed.
static bool canReorder(const AccessNest &nest) {
  return isStream(nest, /*isTransposed=*/true) &&
         nest.loops.back().size >= kMinBlockLength &&
         llvm::all_of(nest.writes, [&](const Access &write) {
           return !write.combiner &&
                  !ShapedType::isDynamicShape(write.strides) &&
                  (write.isPacked || hasRows(nest, write));
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

FailureOr<SmallVector<unsigned>> chooseLoopOrder(const AccessNest &original) {
  AccessNest nest = original.assumeSizes();
  unsigned last = nest.loops.size() - 1;
  // Vectors read all that neighbours along the loop read, or one element. A
  // dynamic stride is negative.
  auto isNear = [&](unsigned loop) {
    return llvm::all_of(nest.reads, [&](const Access &read) {
      return read.strides[loop] >= 0 && read.strides[loop] <= kMaxLoadStep;
    });
  };
  auto isRead = [&](unsigned loop) {
    return llvm::any_of(nest.reads, [&](const Access &read) {
      return read.strides[loop] != 0;
    });
  };
  auto isKnown = [&](unsigned loop) {
    return !original.loops[loop].isDynamic();
  };
  if (nest.isMove || !canReorder(nest) || !isKnown(last) || isNear(last))
    return failure();
  for (unsigned loop = last; loop-- > 0;)
    if (isKnown(loop) && nest.loops[loop].size >= kMinBlockLength &&
        isNear(loop) && isRead(loop))
      return makeInnermost(nest, loop);
  return failure();
}

} // namespace dml
