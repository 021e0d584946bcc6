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

/// The most sources that a strip interleaves.
constexpr static int64_t kMaxStripSources = 16;
/// The most sources of rows that have at most so many bytes, where transposed
/// blocks can move these.
constexpr static int64_t kMaxShortStripSources = 6, kShortStripRowBytes = 24;

/// What an iteration of a range loop writes at a stretch, at least, and what
/// it writes of a row.
constexpr static uint64_t kMinRangeBytes = 2048;
constexpr static uint64_t kMinRangeRowBytes = kLineBytes / 4;
/// The most ranges of several loops that are written at once. Long rows can be
/// read one by one as fast, so only short rows have many ranges.
constexpr static int64_t kMaxRanges = 16, kMaxRangesOfShortRows = 64;
constexpr static int64_t kMaxShortRowBytes = 1024;

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
  if (!nest.isMove || nest.loops.empty() || nest.hasReductions())
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

bool isChecked(const MovementLoop &loop) {
  return llvm::any_of(loop.predicateSteps,
                      [](int64_t step) { return step != 0; });
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

/// The innermost loop whose iterations together read whole rows: it has as many
/// as columns are elements apart, and each reads the next element. There is
/// none if an iteration would write little at a stretch.
static std::optional<unsigned> findRangeLoop(ArrayRef<MovementLoop> loops,
                                             int64_t elementBytes) {
  const MovementLoop &columns = loops.back();
  auto bytes =
      llvm::SaturatingMultiply<uint64_t>(columns.guessSize(), elementBytes);
  if (!columns.predicateSteps.empty() || bytes < kMinRangeRowBytes)
    return std::nullopt;
  for (unsigned i = loops.size() - 1; i-- > 0;) {
    if (loops[i].stride == 1 && loops[i].size == columns.stride)
      return bytes < kMinRangeBytes ? std::nullopt : std::optional(i);
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, loops[i].guessSize());
  }
  return std::nullopt;
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

uint64_t StripShape::guessBytes(ArrayRef<MovementLoop> loops,
                                int64_t elementBytes) const {
  uint64_t bytes = elementBytes;
  for (const MovementLoop &loop : loops.take_back(getNumLoops()))
    bytes = llvm::SaturatingMultiply<uint64_t>(bytes, loop.guessSize());
  return bytes;
}

bool StripShape::mayBePacked(ArrayRef<MovementLoop> loops,
                             int64_t elementBytes) const {
  if (numSources > 1 || (hasRows && cutsColumns))
    return true;
  bool isCut = cutsColumns && stride == 1;
  return !rangeLoop && guessBytes(loops, elementBytes) <
                           (isCut ? kLineBytes : kLineBytes / 2);
}

void StripShape::print(llvm::raw_ostream &os) const {
  if (numSources > 1)
    os << "strips that interleave " << numSources << " sources";
  else
    os << "strips of elements " << stride << " apart";
  if (hasRows)
    os << ", of several rows";
  if (!rangeLoop)
    return;
  os << ", written at once for all " << numRanges;
  if (firstRangeLoop == *rangeLoop)
    os << " of loop " << *rangeLoop;
  else
    os << " of loops " << firstRangeLoop << " to " << *rangeLoop;
}

/// The most sources of such rows that a strip interleaves. Transposed blocks
/// move short rows faster than shuffles of many lines do, but only if an
/// element of each source makes kMinBlockLengthBytes together.
static int64_t getMaxSources(const MovementLoop &rows, int64_t elementBytes) {
  return rows.guessSize() * elementBytes <= kShortStripRowBytes
             ? std::max(kMaxShortStripSources,
                        kMinBlockLengthBytes / elementBytes - 1)
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
  shape.cutsColumns = isChecked(inner);
  if (outer && isStripOfRows(*outer, inner, elementBytes)) {
    shape.hasRows = true;
    return shape;
  }
  if (*stride == 1)
    return shape;
  if (inner.guessSize() < kMinStridedRow)
    return failure();
  if (std::optional<unsigned> loop = findRangeLoop(loops, elementBytes)) {
    shape.rangeLoop = shape.firstRangeLoop = *loop;
    shape.numRanges = *loops[*loop].size;
    addRangeLoops(loops, elementBytes, shape);
  }
  return shape;
}

std::optional<StripShape> addDynamicRows(const StripShape &shape,
                                         ArrayRef<MovementLoop> loops) {
  if (shape.hasRows || shape.numSources > 1 || shape.rangeLoop ||
      loops.size() < 2)
    return std::nullopt;
  const MovementLoop &rows = loops.end()[-2], &columns = loops.back();
  bool isKnown = columns.size && rows.stride;
  if (isKnown || !haveRowsOwnPredicates(rows, columns))
    return std::nullopt;
  StripShape result = shape;
  result.hasRows = true;
  return result;
}

} // namespace dml
