//===- OperandPacker.cpp - Copies of a contraction's operands -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "OperandPacker.h"
#include "CodeGen/CPU/Move/InterleaveLines.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;

namespace dml {

/// The longest vectors that are transposed: as many registers hold them.
constexpr static int64_t kMaxTransposedLength = 16;

OperandPacker::OperandPacker(const VectorBuilder &v, const AccessNest &nest,
                             const ReadFactor &factor, int64_t vectorLength)
    : VectorBuilder(v), nest(nest), factor(factor), access(*factor.access),
      vectorLength(vectorLength), view(createFlatView(access.buffer)) {}

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
  start = {constant(first)};
  for (const Predicate &predicate : access.predicates)
    start.push_back(constant(predicate.position.constant));
  for (auto [loop, index] : llvm::zip_equal(loops, indices)) {
    start[0] = add(start[0], multiply(index, access.strides[loop]));
    for (auto [n, predicate] : llvm::enumerate(access.predicates))
      start[n + 1] =
          add(start[n + 1], multiply(index, predicate.position.factors[loop]));
  }
}

OperandPacker::Positions OperandPacker::move(const Positions &from,
                                             const LoopGroup &loops,
                                             Value iteration) {
  Positions moved = from;
  if (loops.sizes.empty())
    return moved;
  SmallVector<Value> sizes;
  for (int64_t size : loops.sizes)
    sizes.push_back(constant(size));
  for (auto [index, steps] :
       llvm::zip_equal(delinearize(iteration, sizes), loops.steps))
    for (auto [position, step] : llvm::zip_equal(moved, steps))
      if (step != 0)
        position = add(position, multiply(index, step));
  return moved;
}

bool OperandPacker::isTransposed(const LoopGroup &rows,
                                 const LoopGroup &columns) const {
  return access.predicates.empty() && rows.sizes.size() == 1 &&
         rows.innerStride() == 1 && columns.innerStride() > 1 &&
         vectorLength <= kMaxTransposedLength;
}

//===----------------------------------------------------------------------===//
// Copies
//===----------------------------------------------------------------------===//

Value OperandPacker::allocate(ArrayRef<unsigned> rows,
                              ArrayRef<unsigned> columns, int64_t numRows,
                              int64_t pitch) {
  bool isTransposed = this->isTransposed(getGroup(rows), getGroup(columns));
  int64_t slack = isTransposed ? vectorLength * pitch : vectorLength;
  return VectorBuilder::allocate(
      MemRefType::get({numRows * pitch + slack}, factor.getType()));
}

void OperandPacker::pack(const Range &rows, const Range &columns, Value buffer,
                         int64_t pitch) {
  LoopGroup rowLoops = getGroup(rows.loops), outer = getGroup(columns.loops);
  if (isTransposed(rowLoops, outer))
    return packTransposed(outer, rows, columns, buffer, pitch);
  LoopGroup run = {{1}, {SmallVector<int64_t>(start.size(), 1)}};
  if (!outer.sizes.empty())
    run = {{outer.sizes.pop_back_val()}, {outer.steps.pop_back_val()}};
  forEach(rows.begin, rows.end, 1, [&](Value row) {
    Positions from = move(start, rowLoops, row);
    Value to = multiply(subtract(row, rows.begin), pitch);
    auto packPart = [&](const Positions &inRow, Value partBegin, Value begin,
                        Value end) {
      packRun(run.steps.front(), inRow, subtract(begin, partBegin),
              subtract(end, partBegin), buffer,
              add(to, subtract(begin, columns.begin)));
    };
    if (outer.sizes.empty())
      return packPart(from, constant(0), columns.begin, columns.end);
    // The runs of the innermost loop that columns are in.
    int64_t length = run.sizes.front();
    Value firstRun = divide(columns.begin, length);
    Value lastRun = ceilDivide(columns.end, length);
    forEach(firstRun, lastRun, 1, [&](Value number) {
      Value begin = multiply(number, length);
      packPart(move(from, outer, number), begin,
               signedMaximum(begin, columns.begin),
               signedMinimum(add(begin, length), columns.end));
    });
  });
}

OperandPacker::Run OperandPacker::findExisting(ArrayRef<int64_t> steps,
                                               const Positions &from,
                                               Value begin, Value end) {
  Value exists = boolean(true), first = begin, last = end;
  for (auto [predicate, position, step] :
       llvm::zip_equal(access.predicates, ArrayRef(from).drop_front(),
                       steps.drop_front())) {
    int64_t bound = *getConstantIntValue(predicate.bound);
    if (step == 0) {
      exists = bitAnd(exists, isLessUnsigned(position, bound));
      continue;
    }
    // Often the same in all rows of an image.
    restrict(first, last, position, step, constant(bound));
  }
  first = signedMinimum(first, end);
  last = signedMaximum(select(exists, last, first), first);
  return {first, last, exists};
}

/// Copies elements [begin, end) of a row: steps move the positions from each to
/// the next.
void OperandPacker::packRun(ArrayRef<int64_t> steps, const Positions &from,
                            Value begin, Value end, Value buffer, Value to) {
  bool isGuarded = !access.predicates.empty();
  Run existing = findExisting(steps, from, begin, end);
  auto getPlace = [&](Value n) { return add(to, subtract(n, begin)); };
  if (steps.front() == 1) {
    // Masked loads of memory that is not there take hundreds of cycles, even
    // without lanes.
    Value start = select(existing.exists, from.front(), 0);
    forEach(begin, end, vectorLength, [&](Value n) {
      Value part = loadPart(
          add(start, n), isGuarded ? subtract(existing.begin, n) : constant(0),
          subtract(existing.end, n));
      storeAs(part, buffer, getPlace(n));
    });
    return;
  }
  auto fill = [&](Value from, Value end) {
    forEach(from, end, 1, [&](Value n) {
      Value otherwise = getOtherwise(factor.guarded.to.getType());
      storeAs(compute(factor.computed, otherwise), buffer, getPlace(n));
    });
  };
  if (isGuarded)
    fill(begin, existing.begin);
  forEach(existing.begin, existing.end, 1, [&](Value n) {
    Value element = loadAs(view, add(from.front(), multiply(n, steps.front())),
                           access.elementType);
    storeAs(compute(factor.computed, compute(factor.guarded, element)), buffer,
            getPlace(n));
  });
  if (isGuarded)
    fill(existing.end, end);
}

Value OperandPacker::loadPart(Value position, Value begin, Value end) {
  Value mask = createLaneMask(vectorLength, begin, end);
  auto type = VectorType::get(vectorLength, access.elementType);
  bool isGuarded = !access.predicates.empty();
  bool isLoaded = isGuarded && factor.guarded.operations.empty();
  Value elements =
      compute(factor.guarded, loadAs(view, position, type, mask,
                                     isLoaded ? getOtherwise(type) : Value()));
  if (isGuarded && !isLoaded)
    elements = select(mask, elements, getOtherwise(elements.getType()));
  return compute(factor.computed, elements);
}

/// Transposes squares of a vector's length. Columns that do not exist repeat
/// the last one.
void OperandPacker::packTransposed(const LoopGroup &columnLoops,
                                   const Range &rows, const Range &columns,
                                   Value buffer, int64_t pitch) {
  Value lastColumn = subtract(columns.end, 1);
  forEach(columns.begin, columns.end, vectorLength, [&](Value column) {
    SmallVector<Value> starts;
    for (int64_t n = 0; n < vectorLength; ++n) {
      Value existing = signedMinimum(add(column, n), lastColumn);
      starts.push_back(move(start, columnLoops, existing).front());
    }
    forEach(rows.begin, rows.end, vectorLength, [&](Value row) {
      SmallVector<Value> lines;
      for (Value from : starts)
        lines.push_back(
            loadPart(add(from, row), constant(0), subtract(rows.end, row)));
      Value to = add(multiply(subtract(row, rows.begin), pitch),
                     subtract(column, columns.begin));
      for (Value line : transposeLanes(b, loc, lines)) {
        storeAs(line, buffer, to);
        to = add(to, pitch);
      }
    });
  });
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

Value OperandPacker::compute(const BodyPart &part, Value from) {
  IRMapping mapping = factor.scalars;
  mapping.map(part.from, from);
  cloneOnVectors(part.operations, vectorLength, mapping);
  Value to = mapping.lookupOrDefault(part.to);
  return isa<VectorType>(from.getType()) ? broadcast(to, vectorLength) : to;
}

/// What stands for elements whose predicates fail.
Value OperandPacker::getOtherwise(Type like) {
  TypedAttr value = factor.otherwise;
  if (auto vector = dyn_cast<VectorType>(like))
    value = DenseElementsAttr::get(
        vector.cloneWith(std::nullopt, value.getType()), value);
  return arith::ConstantOp::create(b, loc, value);
}

} // namespace dml
