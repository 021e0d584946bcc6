//===- StripEmitter.cpp - Consecutive elements of a result ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripEmitter.h"
#include "CodeGen/Analysis/Contraction.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace dml {

StripEmitter::StripEmitter(linalg::GenericOp op, const AccessNest &nest,
                           const ThreadSchedule &schedule)
    : op(op), nest(nest), schedule(schedule), destLoops(nest.getResultLoops()) {
  for (unsigned loop : destLoops)
    destSizes.push_back(nest.loops[loop].size);
  for (auto [i, loop] : llvm::enumerate(nest.loops))
    if (loop.isReduction)
      reductions.push_back(i);
}

int64_t StripEmitter::getNumElements() const {
  int64_t product = 1;
  for (int64_t size : destSizes)
    product *= size;
  return product;
}

int64_t StripEmitter::getGroupsOfDim() const {
  return llvm::divideCeil(getSizeOutsideOfRows(), schedule.rows->groupRows);
}

int64_t StripEmitter::getNumGroups() const {
  int64_t product = getGroupsOfDim();
  for (int64_t size :
       ArrayRef(destSizes).take_front(schedule.rows->firstDim - 1))
    product *= size;
  return product;
}

static Value scale(WordBuilder &w, Value index, int64_t factor) {
  return w.apply(w.b.getAffineDimExpr(0) * factor, index);
}

SmallVector<Strip> StripEmitter::emitStrips(WordBuilder &w, Value number) {
  if (schedule.rows)
    return {emitStripInRows(w, number)};
  SmallVector<Strip> strips;
  for (int64_t step = 0; step < schedule.getNumSteps(); ++step) {
    coordinates.clear();
    for (int64_t i = 0; i < schedule.stripElements; ++i)
      coordinates.push_back(
          delinearize(w, number, schedule.stripElements, i, step));
    // Without repetition the threads' numbers follow the results.
    Value position = schedule.repeated
                         ? linearize(w, coordinates.front())
                         : scale(w, number, schedule.stripElements);
    strips.push_back({position, emitElements(w)});
  }
  return strips;
}

Strip StripEmitter::emitElementsAt(WordBuilder &w, Value position,
                                   int64_t count) {
  coordinates.clear();
  for (int64_t i = 0; i < count; ++i)
    coordinates.push_back(delinearize(w, position, /*factor=*/1, i, 0));
  return {position, emitElements(w)};
}

SmallVector<Value>
StripEmitter::emitElements(OpBuilder &b, Location loc,
                           ArrayRef<SmallVector<Value>> indices) {
  WordBuilder w(b, loc);
  coordinates.assign(indices.begin(), indices.end());
  return emitElements(w);
}

SmallVector<Strip> StripEmitter::emitStripsInRow(WordBuilder &w, Value number) {
  if (schedule.rows->groupRows > 1)
    return emitGroup(w, number);
  Value lastStep = setRowCoordinates(w, number, 0).back();
  Value isWhole = w.isBelow(w.asWord(lastStep), schedule.rows->numSteps);
  return {{scale(w, number, schedule.stripElements), emitElements(w), isWhole}};
}

/// A strip of each row of a group. The number counts groups, and strips in
/// them.
SmallVector<Strip> StripEmitter::emitGroup(WordBuilder &w, Value number) {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  int64_t rowElements = rows.getNumElements();
  int64_t dimSize = getSizeOutsideOfRows();
  AffineExpr d0, d1, d2;
  bindDims(w.b.getContext(), d0, d1, d2);
  int64_t threads = schedule.getThreadsPerGroup();
  Value group = w.apply(d0.floorDiv(threads), number);
  Value thread = w.apply(d0 % threads, number);
  Value planes = w.apply(d0.floorDiv(getGroupsOfDim()), group);
  Value step = w.apply((d0 % getGroupsOfDim()) * rows.groupRows, group);
  Value firstRow = w.apply(d0 * dimSize + d1, {planes, step});
  Value firstStrip =
      w.apply((d0 * rowElements).floorDiv(schedule.stripElements), firstRow);
  SmallVector<Value> outer =
      affine::AffineDelinearizeIndexOp::create(
          w.b, w.loc, planes, ArrayRef(destSizes).take_front(rows.firstDim - 1))
          .getResults();
  outer.push_back(Value());
  SmallVector<Strip> strips;
  for (int64_t row = 0; row < rows.groupRows; ++row) {
    AffineExpr position =
        (d0 + d1 + schedule.getStripsToRow(row)) * schedule.stripElements;
    AffineExpr begin = position - (d2 + row) * rowElements;
    SmallVector<Value> operands = {firstStrip, thread, firstRow};
    outer.back() = w.apply(d0 + row, step);
    setRowCoordinates(w, outer, begin, operands);
    // Unsigned: it may begin before the row.
    Value isWhole = w.isBelow(w.asWord(w.apply(begin, operands)),
                              rowElements - schedule.stripElements + 1);
    if (dimSize % rows.groupRows > 0 && row >= dimSize % rows.groupRows)
      isWhole = w.both(isWhole, w.isBelow(w.asWord(outer.back()), dimSize));
    strips.push_back({w.apply(position, ValueRange(operands).take_front(2)),
                      emitElements(w), isWhole});
  }
  return strips;
}

Strip StripEmitter::emitStripInRows(WordBuilder &w, Value number) {
  SmallVector<Value> isInRow;
  for (Value step : setRowCoordinates(w, number, 0))
    isInRow.push_back(w.isBelow(step, schedule.rows->numSteps));
  SmallVector<Value> elements = emitElements(w);
  setRowCoordinates(w, number, 1);
  for (auto [i, next] : llvm::enumerate(emitElements(w)))
    elements[i] = w.select(isInRow[i / op.getNumDpsInits()], elements[i], next);
  return {scale(w, number, schedule.stripElements), elements};
}

/// Sets the coordinates of a strip's elements as if all of them were in the row
/// in which the strip begins, or in the next one.
SmallVector<Value> StripEmitter::setRowCoordinates(WordBuilder &w, Value number,
                                                   int64_t rowsBehind) {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  int64_t rowElements = rows.getNumElements();
  AffineExpr begin = w.b.getAffineDimExpr(0) * schedule.stripElements;
  Value row = w.apply(begin.floorDiv(rowElements) + rowsBehind, number);
  auto outer = affine::AffineDelinearizeIndexOp::create(
      w.b, w.loc, row, ArrayRef(destSizes).take_front(rows.firstDim));
  return setRowCoordinates(w, outer.getResults(),
                           begin % rowElements - rowsBehind * rowElements,
                           number);
}

/// Sets the coordinates of a strip's elements in a row, which the indices of
/// the dimensions outside of it give. `begin` is the strip's first element in
/// the row. It may lie outside of the row; indices are then too large or
/// negative. Returns the step of the row that each element is in.
SmallVector<Value> StripEmitter::setRowCoordinates(WordBuilder &w,
                                                   ValueRange outer,
                                                   AffineExpr begin,
                                                   ValueRange operands) {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  coordinates.clear();
  SmallVector<Value> steps;
  for (int64_t i = 0; i < schedule.stripElements; ++i) {
    SmallVector<Value> &indices =
        coordinates.emplace_back(op.getNumLoops(), Value());
    for (auto [dim, index] : llvm::enumerate(outer))
      indices[destLoops[dim]] = index;
    AffineExpr place = begin + i;
    steps.push_back(w.apply(place.floorDiv(rows.stepElements), operands));
    int64_t inside = rows.getNumElements();
    for (size_t dim = rows.firstDim; dim < destSizes.size(); ++dim) {
      inside /= destSizes[dim];
      AffineExpr index = place.floorDiv(inside);
      bool isFirst = dim == rows.firstDim;
      indices[destLoops[dim]] =
          w.apply(isFirst ? index : index % destSizes[dim], operands);
    }
  }
  return steps;
}

/// What the body sees of a result before it; null where it does not look.
Value StripEmitter::getInitial(WordBuilder &w, unsigned result,
                               int64_t element) {
  const Access &write = nest.writes[result];
  if (write.combiner)
    return arith::getIdentityValue(*write.combiner, write.elementType, w.b,
                                   w.loc);
  OpOperand &init = op.getDpsInitsMutable()[result];
  if (reductions.empty() && !op.payloadUsesValueFromOperand(&init))
    return {};
  return load(w, &init, element);
}

/// The parallel loops' indices of the element `number * factor + element` at a
/// step of the repeated dimension.
SmallVector<Value> StripEmitter::delinearize(WordBuilder &w, Value number,
                                             int64_t factor, int64_t element,
                                             int64_t step) {
  SmallVector<Value> indices(op.getNumLoops());
  if (destSizes.empty())
    return indices;
  SmallVector<int64_t> basis(destSizes);
  if (schedule.repeated)
    basis[schedule.repeated->dim] /= schedule.repeated->steps;
  auto d0 = w.b.getAffineDimExpr(0);
  auto parts = affine::AffineDelinearizeIndexOp::create(
      w.b, w.loc, w.apply(d0 * factor + element, number), basis);
  for (auto [loop, index] : llvm::zip_equal(destLoops, parts.getResults()))
    indices[loop] = index;
  if (schedule.repeated) {
    Value &index = indices[destLoops[schedule.repeated->dim]];
    index = w.apply(d0 * schedule.repeated->steps + step, index);
  }
  return indices;
}

/// The position in the results of an element with these loops' indices.
Value StripEmitter::linearize(WordBuilder &w, ArrayRef<Value> indices) {
  AffineExpr position = w.b.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [loop, size] : llvm::zip_equal(destLoops, destSizes)) {
    position = position * size + w.b.getAffineDimExpr(operands.size());
    operands.push_back(indices[loop]);
  }
  return w.apply(position, operands);
}

Value StripEmitter::load(WordBuilder &w, OpOperand *operand, int64_t element) {
  if (operand == givenInput)
    return given[element];
  if (!isa<MemRefType>(operand->get().getType()))
    return operand->get();
  AffineMap map = op.getMatchingIndexingMap(operand);
  SmallVector<Value> indices;
  for (AffineExpr expr : map.getResults()) {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      indices.push_back(coordinates[element][dim.getPosition()]);
      continue;
    }
    // Loops that the expression does not use may have no index yet.
    SmallVector<Value> operands;
    SmallVector<AffineExpr> dims(map.getNumDims());
    for (unsigned i = 0; i < map.getNumDims(); ++i) {
      if (!expr.isFunctionOfDim(i))
        continue;
      dims[i] = w.b.getAffineDimExpr(operands.size());
      operands.push_back(coordinates[element][i]);
    }
    for (AffineExpr &replaced : dims)
      if (!replaced)
        replaced = w.b.getAffineConstantExpr(0);
    indices.push_back(w.apply(expr.replaceDims(dims), operands));
  }
  return memref::LoadOp::create(w.b, w.loc, operand->get(), indices);
}

/// The elements of the strip at `coordinates`.
SmallVector<Value> StripEmitter::emitElements(WordBuilder &w) {
  SmallVector<Value> initial;
  for (size_t i = 0; i < coordinates.size(); ++i)
    for (unsigned result = 0; result < op.getNumDpsInits(); ++result)
      initial.push_back(getInitial(w, result, i));
  return emitReductions(w, initial, reductions);
}

/// Loops over the given dimensions around the body of all elements; what the
/// body yields for each, element by element.
SmallVector<Value> StripEmitter::emitReductions(WordBuilder &w,
                                                ArrayRef<Value> initial,
                                                ArrayRef<unsigned> dims) {
  if (dims.empty()) {
    SmallVector<Value> results;
    for (size_t i = 0; i < coordinates.size(); ++i)
      llvm::append_range(results,
                         emitBody(w, i,
                                  initial.slice(i * op.getNumDpsInits(),
                                                op.getNumDpsInits())));
    return results;
  }
  Value zero = arith::ConstantIndexOp::create(w.b, w.loc, 0);
  return SmallVector<Value>(w.forEach(
      zero, nest.loops[dims.front()].size, 1, ScalarBuilder::Values(initial),
      [&](Value index, ValueRange carried) {
        for (SmallVector<Value> &indices : coordinates)
          indices[dims.front()] = index;
        return ScalarBuilder::Values(
            emitReductions(w, SmallVector<Value>(carried), dims.drop_front()));
      }));
}

SmallVector<Value> StripEmitter::emitBody(WordBuilder &w, int64_t element,
                                          ArrayRef<Value> initial) {
  IRMapping mapping;
  Block &body = *op.getBlock();
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.payloadUsesValueFromOperand(input))
      mapping.map(op.getMatchingBlockArgument(input), load(w, input, element));
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), initial))
    if (value)
      mapping.map(op.getMatchingBlockArgument(&init), value);
  for (Operation &inner : body.without_terminator())
    cloneInBody(w.b, mapping, element, &inner);
  SmallVector<Value> results;
  for (Value yielded : body.getTerminator()->getOperands())
    results.push_back(mapping.lookupOrDefault(yielded));
  return results;
}

void StripEmitter::cloneInBody(OpBuilder &b, IRMapping &mapping,
                               int64_t element, Operation *inner) {
  if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
    mapping.map(index.getResult(), coordinates[element][index.getDim()]);
    return;
  }
  Operation *clone = b.clone(*inner, mapping);
  clone->walk([&](linalg::IndexOp index) {
    index.replaceAllUsesWith(coordinates[element][index.getDim()]);
    index.erase();
  });
}

Value StripEmitter::emitValue(OpBuilder &b, Location loc,
                              ArrayRef<Value> indices, Value value) {
  WordBuilder w(b, loc);
  coordinates.assign(1, Values(indices));
  SmallVector<Operation *> operations = getOperationsOf(op.getBody(), value);
  llvm::SetVector<Value> used;
  used.insert(value);
  for (Operation *inner : operations)
    inner->walk([&](Operation *nested) {
      used.insert(nested->operand_begin(), nested->operand_end());
    });
  IRMapping mapping;
  for (OpOperand *input : op.getDpsInputOperands())
    if (used.contains(op.getMatchingBlockArgument(input)))
      mapping.map(op.getMatchingBlockArgument(input),
                  load(w, input, /*element=*/0));
  for (Operation *inner : operations)
    cloneInBody(w.b, mapping, /*element=*/0, inner);
  return mapping.lookupOrDefault(value);
}

Value asWords(WordBuilder &w, ArrayRef<Value> elements) {
  SmallVector<Value> stored(elements);
  // A boolean takes a byte.
  if (elements.front().getType().isInteger(1))
    for (Value &element : stored)
      element = arith::ExtUIOp::create(w.b, w.loc, w.b.getI8Type(), element);
  auto type = VectorType::get(stored.size(), stored.front().getType());
  Value vector = vector::FromElementsOp::create(w.b, w.loc, type, stored);
  auto words = VectorType::get(kVectorWords, w.b.getI32Type());
  return vector::BitCastOp::create(w.b, w.loc, words, vector);
}

} // namespace dml
