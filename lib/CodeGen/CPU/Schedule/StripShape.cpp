//===- StripShape.cpp - How innermost loops become vectors ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripShape.h"
#include "CodeGen/CPU/Move/GatherStrips.h"
#include "CodeGen/CPU/VectorBuilder.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// The largest stride of a strip's elements, and the most sources that a strip
/// interleaves.
constexpr static int64_t kMaxStripStride = 16;
constexpr static int64_t kMaxStripSources = 16;
/// The most sources of rows that fill less than a fifth of a line.
constexpr static int64_t kMaxShortStripSources = 8;

/// Rows of elements with gaps between them become strips if they have at least
/// so many elements. LLVM's loops move shorter rows faster.
constexpr static int64_t kMinStridedRow = 8;

/// The same where a strip has several rows.
static int64_t getMinStridedRowInGroup(int64_t elementBytes) {
  return elementBytes < 4 ? 2 : 3;
}

/// Elements that a window spans, at most.
constexpr static int64_t kMaxWindow = 256;
/// Bytes of a deinterleaving buffer that stay in a core's cache beside the
/// rest.
constexpr static uint64_t kMaxDeinterleavedBytes = 256 * 1024;
/// What a window that is written beside others writes at a stretch, at least,
/// of elements and of runs of neighbours.
constexpr static uint64_t kMinRangeBytes = 2048;
constexpr static uint64_t kMinRunRangeBytes = 16 * 1024;
/// The most ranges of several loops that are written at once. Long rows can be
/// read one by one as fast, so only short rows have many ranges.
constexpr static int64_t kMaxRanges = 16, kMaxRangesOfShortRows = 64;
constexpr static int64_t kMaxShortRowBytes = 1024;
/// What it writes of a row then, at least: several shorter rows make a strip in
/// a deinterleaving buffer.
constexpr static int64_t kMinRangeRowBytes = kLineBytes / 4;
/// Bytes of a run, at most: longer ones are whole pages, and read one by one.
constexpr static int64_t kMaxRunBytes = 4096;

/// Lines of a deinterleaving buffer in which rows with gaps lie, at most, for
/// each line of the output.
constexpr static int64_t kMaxPitchedLines = 4;

/// Beyond every size, and small enough to add positions to.
constexpr static int64_t kHugeSize = int64_t(1) << 61;
/// The guess for a dynamic size.
constexpr static int64_t kGuessedSize = 64;

bool hasInterval(const Predicate &predicate) {
  if (llvm::any_of(predicate.position.factors,
                   [](int64_t factor) { return factor < 0; }))
    return false;
  if (std::optional<int64_t> bound = getConstantIntValue(predicate.bound))
    return *bound >= 0 && *bound <= kHugeSize;
  return cast<Value>(predicate.bound).getDefiningOp<memref::DimOp>() != nullptr;
}

bool isMovement(const AccessNest &nest) {
  if (!nest.isMove || nest.loops.empty() ||
      llvm::any_of(nest.loops,
                   [](const NestLoop &loop) { return loop.isReduction; }))
    return false;
  const Access &read = nest.reads.front(), &write = nest.writes.front();
  auto source = cast<MemRefType>(read.buffer.getType());
  auto dest = cast<MemRefType>(write.buffer.getType());
  return write.isPacked && source.getElementType() == dest.getElementType() &&
         source.getMemorySpace() == dest.getMemorySpace() &&
         llvm::all_of(read.predicates, hasInterval);
}

int64_t MovementLoop::guessSize() const { return size.value_or(kGuessedSize); }

SmallVector<MovementLoop> getMovementLoops(const AccessNest &nest) {
  auto ifKnown = [](int64_t number) {
    return ShapedType::isDynamic(number) ? std::nullopt : std::optional(number);
  };
  const Access &read = nest.reads.front();
  SmallVector<MovementLoop> loops;
  for (auto [i, loop] : llvm::enumerate(nest.loops)) {
    MovementLoop &result = loops.emplace_back();
    result.size = ifKnown(loop.size);
    result.stride = ifKnown(read.strides[i]);
    for (const LinearForm &index : read.indices)
      result.goesBackwards |= index.factors[loop.number] < 0;
    for (const Predicate &predicate : read.predicates)
      result.predicateSteps.push_back(predicate.position.factors[i]);
  }
  return loops;
}

/// Whether no predicate of the columns changes with the rows.
static bool haveRowsOwnPredicates(const MovementLoop &rows,
                                  const MovementLoop &columns) {
  return llvm::none_of(
      llvm::zip_equal(rows.predicateSteps, columns.predicateSteps),
      [](auto steps) {
        auto [ofRow, ofColumn] = steps;
        return ofRow != 0 && ofColumn != 0;
      });
}

int64_t getMaxRowLength(int64_t elementBytes) {
  return kPieceBytes / elementBytes / 2;
}

/// Whether rows are short and lie end to end, so that they make one strip.
static bool isStripOfRows(const MovementLoop &rows, const MovementLoop &columns,
                          int64_t elementBytes) {
  std::optional<int64_t> pitch = rows.stride;
  std::optional<int64_t> stride = columns.stride;
  std::optional<int64_t> length = columns.size;
  return pitch && stride && length && *length > 1 &&
         *length <= getMaxRowLength(elementBytes) &&
         *pitch == *stride * *length && haveRowsOwnPredicates(rows, columns);
}

int64_t getLastWindowElement(const MovementLoop &window) {
  return *window.stride * (*window.size - 1);
}

/// The innermost loop whose iterations read the same rows of columns as each
/// other, `step` elements apart.
static std::optional<unsigned> findWindowLoop(ArrayRef<MovementLoop> loops) {
  const MovementLoop &columns = loops.back();
  int64_t stride = *columns.stride;
  // A predicate of the columns must move with the source's position: it is
  // applied when rows are deinterleaved.
  auto isWindow = [&](const MovementLoop &loop) {
    std::optional<int64_t> step = loop.stride;
    std::optional<int64_t> size = loop.size;
    if (!step || !size || *step < 1 || *step >= kMaxWindow ||
        *size > kMaxWindow || *step * (*size - 1) >= kMaxWindow)
      return false;
    return llvm::all_of(
        llvm::zip_equal(loop.predicateSteps, columns.predicateSteps),
        [&](auto steps) {
          auto [ofWindow, ofColumn] = steps;
          return ofWindow == (ofColumn == 0 ? 0 : *step) &&
                 (ofColumn == 0 || ofColumn == stride);
        });
  };
  for (unsigned i = loops.size() - 1; i-- > 0;) {
    if (isWindow(loops[i]))
      return i;
    if (!haveRowsOwnPredicates(loops[i], columns))
      return std::nullopt;
  }
  return std::nullopt;
}

/// Output of a window.
static uint64_t countWindowBytes(ArrayRef<MovementLoop> loops,
                                 unsigned windowLoop, int64_t elementBytes) {
  uint64_t bytes = elementBytes;
  for (const MovementLoop &loop : loops.drop_front(windowLoop + 1))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, loop.guessSize());
  return bytes;
}

/// Whether there are tasks to fill a deinterleaving buffer each and it stays in
/// the cache.
static bool isDeinterleavingUseful(ArrayRef<MovementLoop> loops,
                                   unsigned windowLoop, int64_t elementBytes) {
  return windowLoop > 0 && countWindowBytes(loops, windowLoop, elementBytes) <=
                               kMaxDeinterleavedBytes / *loops.back().stride;
}

/// Whether the windows of a loop read rows from end to end, in turn, and each
/// writes enough at a stretch.
static bool areRangesUseful(ArrayRef<MovementLoop> loops, unsigned windowLoop,
                            int64_t elementBytes) {
  const MovementLoop &window = loops[windowLoop], &columns = loops.back();
  return window.stride == 1 && window.size == columns.stride &&
         columns.predicateSteps.empty() &&
         countWindowBytes(loops, windowLoop, elementBytes) >= kMinRangeBytes;
}

/// The loop whose iterations read runs of neighbours in turn, from end to end,
/// if each writes enough at a stretch.
static std::optional<unsigned> findRunLoop(ArrayRef<MovementLoop> loops,
                                           int64_t elementBytes) {
  if (loops.size() < 3)
    return std::nullopt;
  const MovementLoop &run = loops.back(), &rows = loops.end()[-2];
  unsigned number = loops.size() - 3;
  std::optional<int64_t> count = loops[number].size;
  if (run.stride != 1 || !run.size || *run.size > kMaxRunBytes / elementBytes ||
      loops[number].stride != run.size || !count || *count < 2 ||
      *count > kMaxStripSources || rows.stride != *count * *run.size ||
      !run.predicateSteps.empty() ||
      countWindowBytes(loops, number, elementBytes) < kMinRunRangeBytes)
    return std::nullopt;
  return number;
}

/// Adds the loops outside of a shape's range loop whose iterations read rows in
/// turn: all their rows lie within one step of a loop inside.
static void addRangeLoops(ArrayRef<MovementLoop> loops, int64_t elementBytes,
                          StripShape &shape) {
  ArrayRef<MovementLoop> inside = loops.drop_front(*shape.rangeLoop + 1);
  while (shape.firstRangeLoop > 0) {
    const MovementLoop &loop = loops[shape.firstRangeLoop - 1];
    auto lieBetween = [&](const MovementLoop &rows) {
      return rows.stride == *loop.stride * *loop.size;
    };
    if (!loop.size || !loop.stride || *loop.stride < 1)
      return;
    int64_t maxRanges = *loop.stride <= kMaxShortRowBytes / elementBytes
                            ? kMaxRangesOfShortRows
                            : kMaxRanges;
    if (*loop.size > maxRanges / shape.numRanges ||
        llvm::none_of(inside.drop_back(), lieBetween))
      return;
    shape.numRanges *= *loop.size;
    --shape.firstRangeLoop;
  }
}

/// Whether rows follow each other in a deinterleaving buffer: windows that do
/// not overlap leave no gaps between them.
static bool areWindowRowsPacked(unsigned windowLoop, int64_t stride,
                                ArrayRef<MovementLoop> loops) {
  return windowLoop + 2 < loops.size() &&
         getLastWindowElement(loops[windowLoop]) < stride;
}

/// The distance from row to row of short rows of windows that overlap, in a
/// deinterleaving buffer. 0 if rows are not short, if a line has all of them,
/// or if its rows lie in many lines there.
static int64_t choosePitch(ArrayRef<MovementLoop> loops, unsigned windowLoop,
                           int64_t stride, int64_t elementBytes) {
  std::optional<int64_t> length = loops.back().size;
  if (windowLoop + 2 >= loops.size() || !length || *length < 2)
    return 0;
  int64_t lineElements = kLineBytes / elementBytes;
  int64_t rowsOfLine = lineElements / *length;
  if (rowsOfLine < 2 || loops.end()[-2].guessSize() <= rowsOfLine)
    return 0;
  int64_t pitch = *length + getLastWindowElement(loops[windowLoop]) / stride;
  return rowsOfLine * pitch <= kMaxPitchedLines * lineElements ? pitch : 0;
}

bool StripShape::isShort(ArrayRef<MovementLoop> loops,
                         int64_t elementBytes) const {
  int64_t bytes = elementBytes;
  for (const MovementLoop &loop : loops.take_back(getNumLoops()))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, loop.guessSize());
  if (numSources > 1 &&
      loops.end()[-2].guessSize() * elementBytes <= kLineBytes / 8)
    return true;
  return !rangeLoop && bytes < kLineBytes / 2;
}

void StripShape::print(llvm::raw_ostream &os) const {
  if (numSources > 1)
    os << "strips that interleave " << numSources << " sources";
  else
    os << "strips of elements " << stride << " apart";
  if (hasRows)
    os << ", of several rows";
  if (rowPitch > 0)
    os << " with gaps";
  if (windowLoop)
    os << ", from rows deinterleaved before loop " << *windowLoop;
  if (!rangeLoop)
    return;
  os << ", written at once for all " << numRanges;
  if (firstRangeLoop == *rangeLoop)
    os << " of loop " << *rangeLoop;
  else
    os << " of loops " << firstRangeLoop << " to " << *rangeLoop;
}

/// The most sources of such rows that a strip interleaves: of short ones,
/// LLVM's loops move elements faster than shuffles of many lines do.
static int64_t getMaxSources(const MovementLoop &rows, int64_t elementBytes) {
  return rows.guessSize() * elementBytes < kLineBytes / 5
             ? kMaxShortStripSources
             : kMaxStripSources;
}

FailureOr<StripShape> chooseStripShape(ArrayRef<MovementLoop> loops,
                                       int64_t elementBytes) {
  const MovementLoop &inner = loops.back();
  const MovementLoop *outer = loops.size() > 1 ? &loops.end()[-2] : nullptr;
  std::optional<int64_t> size = inner.size;
  if (outer && inner.predicateSteps.empty() && outer->stride == 1 &&
      inner.stride != 1 && !inner.goesBackwards && size && *size > 1 &&
      *size <= getMaxSources(*outer, elementBytes))
    return StripShape{/*stride=*/1, /*numSources=*/*size};
  std::optional<int64_t> stride = inner.stride;
  if (!stride || *stride < 1 || *stride > kMaxStripStride)
    return failure();
  StripShape shape{*stride};
  if (outer && isStripOfRows(*outer, inner, elementBytes)) {
    shape.hasRows = true;
    return shape;
  }
  bool isShort = *stride > 1 && inner.guessSize() < kMinStridedRow;
  auto writeAtOnce = [&](unsigned loop) {
    StripShape ranges{*stride};
    ranges.rangeLoop = ranges.firstRangeLoop = loop;
    ranges.numRanges = *loops[loop].size;
    if (*stride > 1)
      addRangeLoops(loops, elementBytes, ranges);
    return ranges;
  };
  if (std::optional<unsigned> loop = findRunLoop(loops, elementBytes))
    return writeAtOnce(*loop);

  if (*stride > 1)
    shape.windowLoop = findWindowLoop(loops);
  if (shape.windowLoop) {
    bool fitsCache =
        isDeinterleavingUseful(loops, *shape.windowLoop, elementBytes);
    bool hasShortRuns = inner.guessSize() * elementBytes < kMinRangeRowBytes;
    if (!(fitsCache && hasShortRuns) && !isShort &&
        areRangesUseful(loops, *shape.windowLoop, elementBytes))
      return writeAtOnce(*shape.windowLoop);
    if (!fitsCache)
      shape.windowLoop = std::nullopt;
  }
  shape.hasRows = shape.windowLoop && size && *size > 1 &&
                  *size <= getMaxRowLength(elementBytes) &&
                  areWindowRowsPacked(*shape.windowLoop, *stride, loops);
  if (shape.windowLoop && !shape.hasRows) {
    shape.rowPitch =
        choosePitch(loops, *shape.windowLoop, *stride, elementBytes);
    shape.hasRows = shape.rowPitch > 0;
  }
  if (isShort && !(shape.hasRows &&
                   inner.guessSize() >= getMinStridedRowInGroup(elementBytes)))
    return failure();
  return shape;
}

std::optional<StripShape> addDynamicRows(const StripShape &shape,
                                         ArrayRef<MovementLoop> loops) {
  if (shape.hasRows || shape.numSources > 1 || shape.rangeLoop ||
      loops.size() < 2)
    return std::nullopt;
  const MovementLoop &rows = loops.end()[-2], &columns = loops.back();
  StripShape result = shape;
  result.hasRows = true;
  if (shape.windowLoop) {
    if (columns.size ||
        !areWindowRowsPacked(*shape.windowLoop, shape.stride, loops))
      return std::nullopt;
    return result;
  }
  bool isKnown = columns.size && rows.stride;
  if (isKnown || !haveRowsOwnPredicates(rows, columns))
    return std::nullopt;
  return result;
}

} // namespace dml
