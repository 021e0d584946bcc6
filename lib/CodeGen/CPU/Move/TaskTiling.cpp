//===- TaskTiling.cpp - Loops to tasks, rows, pieces ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TaskTiling.h"
#include "CacheLines.h"
#include "GatherStrips.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Output of the inner loops that makes finding their place worth it.
constexpr static int64_t kRowBytes = 1024;

static bool isWorkForSeveralThreads(const MovementLoop &run, int64_t partLength,
                                    unsigned runLoop) {
  std::optional<int64_t> size = getConstantIntValue(run.size);
  return size ? *size > 2 * partLength : runLoop == 0;
}

/// As many as leave a row that is long enough.
static unsigned countOuterLoops(ArrayRef<MovementLoop> loops, unsigned runLoop,
                                int64_t elementBytes) {
  int64_t bytes = elementBytes;
  for (const MovementLoop &loop : loops.drop_front(runLoop))
    bytes *= loop.guessSize();
  unsigned outer = runLoop;
  while (outer > 1 && bytes < kRowBytes)
    bytes *= loops[--outer].guessSize();
  return outer;
}

MovementDivision::MovementDivision(ArrayRef<MovementLoop> loops,
                                   const RunShape &shape,
                                   int64_t elementBytes) {
  runLoop = loops.size() - shape.getNumLoops();
  int64_t loopElements =
      shape.hasRows ? loops.back().guessSize() : shape.numSources;
  partElements = kRunPartBytes / elementBytes;
  pieceElements = shape.numSources *
                  llvm::alignDown(kPieceBytes / elementBytes / shape.numSources,
                                  kLineBytes / elementBytes);
  // Windows share the phase buffer that a task fills for them.
  isRunCut = !shape.windowLoop &&
             isWorkForSeveralThreads(loops[runLoop],
                                     partElements / loopElements, runLoop);
  if (shape.windowLoop)
    numOuter = *shape.windowLoop;
  else
    numOuter =
        isRunCut ? runLoop : countOuterLoops(loops, runLoop, elementBytes);
}

} // namespace dml
