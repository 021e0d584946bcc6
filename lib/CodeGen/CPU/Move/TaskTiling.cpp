//===- TaskTiling.cpp - Loops to tasks, rows, pieces ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskTiling.h"
#include "CacheLines.h"
#include "GatherStrips.h"
#include "WriteCombiningBuffer.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Output of the inner loops that makes finding their place worth it.
constexpr static uint64_t kRowBytes = 1024;

static bool isWorkForSeveralThreads(const MovementLoop &strip,
                                    int64_t partLength, unsigned stripLoop) {
  return strip.size ? *strip.size > 2 * partLength : stripLoop == 0;
}

/// As many as leave a row that is long enough.
static unsigned countOuterLoops(ArrayRef<MovementLoop> loops,
                                unsigned stripLoop, int64_t elementBytes) {
  uint64_t bytes = elementBytes;
  auto multiply = [&](const MovementLoop &loop) {
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, loop.guessSize());
  };
  llvm::for_each(loops.drop_front(stripLoop), multiply);
  unsigned outer = stripLoop;
  while (outer > 1 && bytes < kRowBytes)
    multiply(loops[--outer]);
  return outer;
}

TaskTiling::TaskTiling(ArrayRef<MovementLoop> loops, const StripShape &shape,
                       int64_t elementBytes) {
  stripLoop = loops.size() - shape.getNumLoops();
  int64_t loopElements =
      shape.hasRows ? loops.back().guessSize() : shape.numSources;
  partElements = kStripPartBytes / elementBytes;
  int64_t pieceBytes = shape.rangeLoop ? kRangeCombiningBytes : kPieceBytes;
  pieceElements = shape.numSources *
                  llvm::alignDown(pieceBytes / elementBytes / shape.numSources,
                                  kLineBytes / elementBytes);
  // Windows share the deinterleaving buffer that a task fills for them.
  isStripCut = !shape.windowLoop &&
               isWorkForSeveralThreads(loops[stripLoop],
                                       partElements / loopElements, stripLoop);
  if (shape.windowLoop)
    numOuter = *shape.windowLoop;
  else
    numOuter = isStripCut ? stripLoop
                          : countOuterLoops(loops, stripLoop, elementBytes);
}

} // namespace dml
