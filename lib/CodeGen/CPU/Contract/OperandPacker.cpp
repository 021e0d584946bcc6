//===- OperandPacker.cpp - Copies of a contraction's operands -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandPacker.h"
#include "CodeGen/CPU/Move/CacheLines.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

/// The longest vectors that are transposed: as many registers hold them.
constexpr static int64_t kMaxTransposedLength = 16;

OperandPacker::OperandPacker(IndexBuilder &i, const AccessNest &nest,
                             const ReadFactor &factor, int64_t vectorLength)
    : i(i), nest(nest), factor(factor), access(*factor.access),
      vectorLength(vectorLength),
      view(createFlatView(i.b, i.loc, access.buffer)) {}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

void OperandPacker::setBatch(ArrayRef<unsigned> loops, ValueRange indices) {
  auto [strides, offset] =
      cast<MemRefType>(access.buffer.getType()).getStridesAndOffset();
  int64_t first = 0;
  for (auto [index, stride] : llvm::zip_equal(access.indices, strides))
    if (index.constant != 0)
      first += index.constant * stride;
  start = {i.constant(first)};
  for (const Predicate &predicate : access.predicates)
    start.push_back(i.constant(predicate.position.constant));
  for (auto [loop, index] : llvm::zip_equal(loops, indices)) {
    start[0] = i.add(start[0], i.multiply(index, access.strides[loop]));
    for (auto [n, predicate] : llvm::enumerate(access.predicates))
      start[n + 1] = i.add(start[n + 1],
                           i.multiply(index, predicate.position.factors[loop]));
  }
}

OperandPacker::Loops OperandPacker::getLoops(ArrayRef<unsigned> loops) const {
  Loops group;
  for (unsigned loop : loops) {
    int64_t size = nest.loops[loop].size;
    SmallVector<int64_t> steps = {access.strides[loop]};
    for (const Predicate &predicate : access.predicates)
      steps.push_back(predicate.position.factors[loop]);
    auto isOne = [&](auto pair) {
      return std::get<0>(pair) == std::get<1>(pair) * size;
    };
    if (!group.sizes.empty() &&
        llvm::all_of(llvm::zip_equal(group.steps.back(), steps), isOne)) {
      group.sizes.back() *= size;
      group.steps.back() = steps;
      continue;
    }
    group.sizes.push_back(size);
    group.steps.push_back(steps);
  }
  return group;
}

OperandPacker::Positions OperandPacker::move(const Positions &from,
                                             const Loops &loops,
                                             Value iteration) {
  Positions moved = from;
  if (loops.sizes.empty())
    return moved;
  SmallVector<Value> sizes;
  for (int64_t size : loops.sizes)
    sizes.push_back(i.constant(size));
  for (auto [index, steps] :
       llvm::zip_equal(i.delinearize(iteration, sizes), loops.steps))
    for (auto [position, step] : llvm::zip_equal(moved, steps))
      if (step != 0)
        position = i.add(position, i.multiply(index, step));
  return moved;
}

bool OperandPacker::isTransposed(const Loops &rows,
                                 const Loops &columns) const {
  return access.predicates.empty() && rows.sizes.size() == 1 &&
         rows.steps.back().front() == 1 && !columns.sizes.empty() &&
         columns.steps.back().front() > 1 &&
         vectorLength <= kMaxTransposedLength;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value OperandPacker::allocate(ArrayRef<unsigned> rows,
                              ArrayRef<unsigned> columns, int64_t numRows,
                              int64_t pitch) {
  bool isTransposed = this->isTransposed(getLoops(rows), getLoops(columns));
  int64_t slack = isTransposed ? vectorLength * pitch : vectorLength;
  return memref::AllocOp::create(
      i.b, i.loc, MemRefType::get({numRows * pitch + slack}, factor.getType()),
      i.b.getI64IntegerAttr(kLineBytes));
}

void OperandPacker::pack(const Range &rows, const Range &columns, Value buffer,
                         int64_t pitch) {
  Loops rowLoops = getLoops(rows.loops), outer = getLoops(columns.loops);
  if (isTransposed(rowLoops, outer))
    return packTransposed(outer, rows, columns, buffer, pitch);
  Loops run = {{1}, {SmallVector<int64_t>(start.size(), 1)}};
  if (!outer.sizes.empty())
    run = {{outer.sizes.pop_back_val()}, {outer.steps.pop_back_val()}};
  i.forEach(rows.begin, rows.end, 1, [&](Value row) {
    Positions from = move(start, rowLoops, row);
    Value to = i.multiply(i.subtract(row, rows.begin), pitch);
    auto packPart = [&](const Positions &inRow, Value partBegin, Value begin,
                        Value end) {
      packRun(run.steps.front(), inRow, i.subtract(begin, partBegin),
              i.subtract(end, partBegin), buffer,
              i.add(to, i.subtract(begin, columns.begin)));
    };
    if (outer.sizes.empty())
      return packPart(from, i.constant(0), columns.begin, columns.end);
    // The runs of the innermost loop that columns are in.
    int64_t length = run.sizes.front();
    Value firstRun = i.divide(columns.begin, length);
    Value lastRun = i.ceilDivide(columns.end, i.constant(length));
    i.forEach(firstRun, lastRun, 1, [&](Value number) {
      Value begin = i.multiply(number, length);
      packPart(move(from, outer, number), begin,
               i.signedMaximum(begin, columns.begin),
               i.signedMinimum(i.add(begin, length), columns.end));
    });
  });
}

OperandPacker::Run OperandPacker::findExisting(ArrayRef<int64_t> steps,
                                               const Positions &from,
                                               Value begin, Value end) {
  Value exists = i.boolean(true), first = begin, last = end;
  for (auto [predicate, position, step] :
       llvm::zip_equal(access.predicates, ArrayRef(from).drop_front(),
                       steps.drop_front())) {
    int64_t bound = *getConstantIntValue(predicate.bound);
    if (step == 0) {
      exists = i.both(exists, i.isBelow(position, bound));
      continue;
    }
    // The first element whose position is at least this: often the same in all
    // rows of an image.
    auto find = [&, from = position, step = step](int64_t target) {
      Value distance =
          i.signedMaximum(i.subtract(i.constant(target), from), i.constant(0));
      return i.ceilDivide(distance, i.constant(step));
    };
    first = i.signedMaximum(first, find(0));
    last = i.signedMinimum(last, find(bound));
  }
  first = i.signedMinimum(first, end);
  last = i.signedMaximum(i.select(exists, last, first), first);
  return {first, last, exists};
}

/// Copies elements [begin, end) of a row: steps move the positions from each to
/// the next.
void OperandPacker::packRun(ArrayRef<int64_t> steps, const Positions &from,
                            Value begin, Value end, Value buffer, Value to) {
  bool isGuarded = !access.predicates.empty();
  Run existing = findExisting(steps, from, begin, end);
  auto getPlace = [&](Value n) { return i.add(to, i.subtract(n, begin)); };
  if (steps.front() == 1) {
    // Masked loads of memory that is not there take hundreds of cycles, even
    // without lanes.
    Value start = i.select(existing.exists, from.front(), i.constant(0));
    i.forEach(begin, end, vectorLength, [&](Value n) {
      Value mask =
          createMask(isGuarded ? i.subtract(existing.begin, n) : i.constant(0),
                     i.subtract(existing.end, n));
      storeAs(i.b, i.loc, loadPart(i.add(start, n), mask), buffer, getPlace(n));
    });
    return;
  }
  auto fill = [&](Value from, Value end) {
    i.forEach(from, end, 1, [&](Value n) {
      storeAs(i.b, i.loc, compute(getOtherwise(factor.guarded.to.getType())),
              buffer, getPlace(n));
    });
  };
  if (isGuarded)
    fill(begin, existing.begin);
  i.forEach(existing.begin, existing.end, 1, [&](Value n) {
    Value element = loadAs(i.b, i.loc, view,
                           i.add(from.front(), i.multiply(n, steps.front())),
                           access.elementType);
    storeAs(i.b, i.loc, compute(computeGuarded(element)), buffer, getPlace(n));
  });
  if (isGuarded)
    fill(existing.end, end);
}

Value OperandPacker::createMask(Value begin, Value end) {
  return createLaneMask(i.b, i.loc, vectorLength, begin, end);
}

Value OperandPacker::loadPart(Value position, Value mask) {
  auto type = VectorType::get(vectorLength, access.elementType);
  Value otherwise =
      arith::ConstantOp::create(i.b, i.loc, i.b.getZeroAttr(type));
  bool isGuarded = !access.predicates.empty();
  bool isLoaded = isGuarded && factor.guarded.operations.empty();
  if (isLoaded)
    otherwise = getOtherwise(type);
  Value elements =
      computeGuarded(loadLanes(i.b, i.loc, view, position, mask, otherwise));
  if (isGuarded && !isLoaded)
    elements = arith::SelectOp::create(i.b, i.loc, mask, elements,
                                       getOtherwise(elements.getType()));
  return compute(elements);
}

/// Transposes squares of a vector's length. Columns that do not exist repeat
/// the last one.
void OperandPacker::packTransposed(const Loops &columnLoops, const Range &rows,
                                   const Range &columns, Value buffer,
                                   int64_t pitch) {
  Value lastColumn = i.subtract(columns.end, 1);
  i.forEach(columns.begin, columns.end, vectorLength, [&](Value column) {
    SmallVector<Value> starts;
    for (int64_t n = 0; n < vectorLength; ++n) {
      Value existing = i.signedMinimum(i.add(column, n), lastColumn);
      starts.push_back(move(start, columnLoops, existing).front());
    }
    i.forEach(rows.begin, rows.end, vectorLength, [&](Value row) {
      Value mask = createMask(i.constant(0), i.subtract(rows.end, row));
      SmallVector<Value> lines;
      for (Value from : starts)
        lines.push_back(loadPart(i.add(from, row), mask));
      Value to = i.add(i.multiply(i.subtract(row, rows.begin), pitch),
                       i.subtract(column, columns.begin));
      for (Value line : transposeLanes(i.b, i.loc, lines)) {
        storeAs(i.b, i.loc, line, buffer, to);
        to = i.add(to, pitch);
      }
    });
  });
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

static Value clonePart(IndexBuilder &i, const ReadFactor &factor,
                       const BodyPart &part, Value from, int64_t length) {
  IRMapping mapping = factor.scalars;
  mapping.map(part.from, from);
  cloneOnVectors(i.b, i.loc, part.operations, length, mapping);
  Value to = mapping.lookupOrDefault(part.to);
  return isa<VectorType>(from.getType()) ? broadcastTo(i.b, i.loc, to, length)
                                         : to;
}

Value OperandPacker::computeGuarded(Value elements) {
  return clonePart(i, factor, factor.guarded, elements, vectorLength);
}

Value OperandPacker::compute(Value elements) {
  return clonePart(i, factor, factor.computed, elements, vectorLength);
}

/// What stands for elements whose predicates fail.
Value OperandPacker::getOtherwise(Type like) {
  TypedAttr value = factor.otherwise;
  if (auto vector = dyn_cast<VectorType>(like))
    value = DenseElementsAttr::get(
        vector.cloneWith(std::nullopt, value.getType()), value);
  return arith::ConstantOp::create(i.b, i.loc, value);
}

} // namespace dml
