//===- MovementDivision.cpp - Loops to tasks, rows, pieces ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MovementDivision.h"
#include "CacheLines.h"
#include "LineRuns.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Output of the inner loops that makes finding their place worth it.
constexpr static int64_t kRowBytes = 1024;

static bool isWorkForSeveralThreads(unsigned runLoop, const MovementLoop &run,
                                    int64_t partLength) {
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

static int64_t getPieceLength(const RunShape &shape, int64_t elementBytes) {
  int64_t length = kPieceBytes / elementBytes / shape.getLoopElements();
  if (shape.rowLength > 1)
    return length;
  return llvm::alignDown(length, kLineBytes / elementBytes);
}

MovementDivision::MovementDivision(ArrayRef<MovementLoop> loops,
                                   const RunShape &shape,
                                   int64_t elementBytes) {
  runLoop = loops.size() - shape.getNumLoops();
  partLength = kRunPartBytes / elementBytes / shape.getLoopElements();
  pieceLength = getPieceLength(shape, elementBytes);
  // Windows share the phase buffer that a task fills for them.
  isRunCut = !shape.windowLoop &&
             isWorkForSeveralThreads(runLoop, loops[runLoop], partLength);
  if (shape.windowLoop)
    numOuter = *shape.windowLoop;
  else
    numOuter =
        isRunCut ? runLoop : countOuterLoops(loops, runLoop, elementBytes);
}

} // namespace dml
