//===- StripEmitter.cpp - Consecutive elements of a result ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StripEmitter.h"
#include "CodeGen/Analysis/Contraction.h"
#include "CodeGen/GPU/Words/WordBuilder.h"
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

static Value apply(OpBuilder &b, Location loc, AffineExpr expr,
                   ValueRange operands) {
  return affine::AffineApplyOp::create(
      b, loc, AffineMap::get(operands.size(), 0, expr), operands);
}

static Value scale(OpBuilder &b, Location loc, Value index, int64_t factor) {
  return apply(b, loc, b.getAffineDimExpr(0) * factor, index);
}

SmallVector<Strip> StripEmitter::emitStrips(OpBuilder &b, Location loc,
                                            Value number) {
  if (schedule.rows)
    return {emitStripInRows(b, loc, number)};
  SmallVector<Strip> strips;
  for (int64_t step = 0; step < schedule.getNumSteps(); ++step) {
    coordinates.clear();
    for (int64_t i = 0; i < schedule.stripElements; ++i)
      coordinates.push_back(
          delinearize(b, loc, number, schedule.stripElements, i, step));
    // Without repetition the threads' numbers follow the results.
    Value position = schedule.repeated
                         ? linearize(b, loc, coordinates.front())
                         : scale(b, loc, number, schedule.stripElements);
    strips.push_back({position, emitElements(b, loc)});
  }
  return strips;
}

Strip StripEmitter::emitElementsAt(OpBuilder &b, Location loc, Value position,
                                   int64_t count) {
  coordinates.clear();
  for (int64_t i = 0; i < count; ++i)
    coordinates.push_back(delinearize(b, loc, position, /*factor=*/1, i, 0));
  return {position, emitElements(b, loc)};
}

SmallVector<Value>
StripEmitter::emitElements(OpBuilder &b, Location loc,
                           ArrayRef<SmallVector<Value>> indices) {
  coordinates.assign(indices.begin(), indices.end());
  return emitElements(b, loc);
}

SmallVector<Strip> StripEmitter::emitStripsInRow(OpBuilder &b, Location loc,
                                                 Value number) {
  if (schedule.rows->groupRows > 1)
    return emitGroup(b, loc, number);
  WordBuilder w(b, loc);
  Value lastStep = setRowCoordinates(b, loc, number, 0).back();
  Value isWhole = w.isBelow(w.asWord(lastStep), schedule.rows->numSteps);
  return {{scale(b, loc, number, schedule.stripElements), emitElements(b, loc),
           isWhole}};
}

/// A strip of each row of a group. The number counts groups, and strips in
/// them.
SmallVector<Strip> StripEmitter::emitGroup(OpBuilder &b, Location loc,
                                           Value number) {
  WordBuilder w(b, loc);
  const ThreadSchedule::Rows &rows = *schedule.rows;
  int64_t rowElements = rows.getNumElements();
  int64_t dimSize = getSizeOutsideOfRows();
  AffineExpr d0, d1, d2;
  bindDims(b.getContext(), d0, d1, d2);
  int64_t threads = schedule.getThreadsPerGroup();
  Value group = apply(b, loc, d0.floorDiv(threads), number);
  Value thread = apply(b, loc, d0 % threads, number);
  Value planes = apply(b, loc, d0.floorDiv(getGroupsOfDim()), group);
  Value step = apply(b, loc, (d0 % getGroupsOfDim()) * rows.groupRows, group);
  Value firstRow = apply(b, loc, d0 * dimSize + d1, {planes, step});
  Value firstStrip = apply(
      b, loc, (d0 * rowElements).floorDiv(schedule.stripElements), firstRow);
  SmallVector<Value> outer =
      affine::AffineDelinearizeIndexOp::create(
          b, loc, planes, ArrayRef(destSizes).take_front(rows.firstDim - 1))
          .getResults();
  outer.push_back(Value());
  SmallVector<Strip> strips;
  for (int64_t row = 0; row < rows.groupRows; ++row) {
    AffineExpr position =
        (d0 + d1 + schedule.getStripsToRow(row)) * schedule.stripElements;
    AffineExpr begin = position - (d2 + row) * rowElements;
    SmallVector<Value> operands = {firstStrip, thread, firstRow};
    outer.back() = apply(b, loc, d0 + row, step);
    setRowCoordinates(b, loc, outer, begin, operands);
    // Unsigned: it may begin before the row.
    Value isWhole = w.isBelow(w.asWord(apply(b, loc, begin, operands)),
                              rowElements - schedule.stripElements + 1);
    if (dimSize % rows.groupRows > 0 && row >= dimSize % rows.groupRows)
      isWhole = w.both(isWhole, w.isBelow(w.asWord(outer.back()), dimSize));
    strips.push_back(
        {apply(b, loc, position, ValueRange(operands).take_front(2)),
         emitElements(b, loc), isWhole});
  }
  return strips;
}

Strip StripEmitter::emitStripInRows(OpBuilder &b, Location loc, Value number) {
  SmallVector<Value> isInRow;
  Value numSteps =
      arith::ConstantIndexOp::create(b, loc, schedule.rows->numSteps);
  for (Value step : setRowCoordinates(b, loc, number, 0))
    isInRow.push_back(arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                            step, numSteps));
  SmallVector<Value> elements = emitElements(b, loc);
  setRowCoordinates(b, loc, number, 1);
  for (auto [i, next] : llvm::enumerate(emitElements(b, loc)))
    elements[i] = arith::SelectOp::create(
        b, loc, isInRow[i / op.getNumDpsInits()], elements[i], next);
  return {scale(b, loc, number, schedule.stripElements), elements};
}

/// Sets the coordinates of a strip's elements as if all of them were in the row
/// in which the strip begins, or in the next one.
SmallVector<Value> StripEmitter::setRowCoordinates(OpBuilder &b, Location loc,
                                                   Value number,
                                                   int64_t rowsBehind) {
  const ThreadSchedule::Rows &rows = *schedule.rows;
  int64_t rowElements = rows.getNumElements();
  AffineExpr begin = b.getAffineDimExpr(0) * schedule.stripElements;
  Value row = apply(b, loc, begin.floorDiv(rowElements) + rowsBehind, number);
  auto outer = affine::AffineDelinearizeIndexOp::create(
      b, loc, row, ArrayRef(destSizes).take_front(rows.firstDim));
  return setRowCoordinates(b, loc, outer.getResults(),
                           begin % rowElements - rowsBehind * rowElements,
                           number);
}

/// Sets the coordinates of a strip's elements in a row, which the indices of
/// the dimensions outside of it give. `begin` is the strip's first element in
/// the row. It may lie outside of the row; indices are then too large or
/// negative. Returns the step of the row that each element is in.
SmallVector<Value> StripEmitter::setRowCoordinates(OpBuilder &b, Location loc,
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
    steps.push_back(apply(b, loc, place.floorDiv(rows.stepElements), operands));
    int64_t inside = rows.getNumElements();
    for (size_t dim = rows.firstDim; dim < destSizes.size(); ++dim) {
      inside /= destSizes[dim];
      AffineExpr index = place.floorDiv(inside);
      bool isFirst = dim == rows.firstDim;
      indices[destLoops[dim]] =
          apply(b, loc, isFirst ? index : index % destSizes[dim], operands);
    }
  }
  return steps;
}

/// What the body sees of a result before it; null where it does not look.
Value StripEmitter::getInitial(OpBuilder &b, Location loc, unsigned result,
                               int64_t element) {
  const Access &write = nest.writes[result];
  if (write.combiner)
    return arith::getIdentityValue(*write.combiner, write.elementType, b, loc);
  OpOperand &init = op.getDpsInitsMutable()[result];
  if (reductions.empty() && !op.payloadUsesValueFromOperand(&init))
    return {};
  return load(b, loc, &init, element);
}

/// The parallel loops' indices of the element `number * factor + element` at a
/// step of the repeated dimension.
SmallVector<Value> StripEmitter::delinearize(OpBuilder &b, Location loc,
                                             Value number, int64_t factor,
                                             int64_t element, int64_t step) {
  SmallVector<Value> indices(op.getNumLoops());
  if (destSizes.empty())
    return indices;
  SmallVector<int64_t> basis(destSizes);
  if (schedule.repeated)
    basis[schedule.repeated->dim] /= schedule.repeated->steps;
  auto d0 = b.getAffineDimExpr(0);
  auto parts = affine::AffineDelinearizeIndexOp::create(
      b, loc, apply(b, loc, d0 * factor + element, number), basis);
  for (auto [loop, index] : llvm::zip_equal(destLoops, parts.getResults()))
    indices[loop] = index;
  if (schedule.repeated) {
    Value &index = indices[destLoops[schedule.repeated->dim]];
    index = apply(b, loc, d0 * schedule.repeated->steps + step, index);
  }
  return indices;
}

/// The position in the results of an element with these loops' indices.
Value StripEmitter::linearize(OpBuilder &b, Location loc,
                              ArrayRef<Value> indices) {
  AffineExpr position = b.getAffineConstantExpr(0);
  SmallVector<Value> operands;
  for (auto [loop, size] : llvm::zip_equal(destLoops, destSizes)) {
    position = position * size + b.getAffineDimExpr(operands.size());
    operands.push_back(indices[loop]);
  }
  return affine::AffineApplyOp::create(
      b, loc, AffineMap::get(operands.size(), 0, position), operands);
}

Value StripEmitter::load(OpBuilder &b, Location loc, OpOperand *operand,
                         int64_t element) {
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
      dims[i] = b.getAffineDimExpr(operands.size());
      operands.push_back(coordinates[element][i]);
    }
    for (AffineExpr &replaced : dims)
      if (!replaced)
        replaced = b.getAffineConstantExpr(0);
    indices.push_back(affine::AffineApplyOp::create(
        b, loc, AffineMap::get(operands.size(), 0, expr.replaceDims(dims)),
        operands));
  }
  return memref::LoadOp::create(b, loc, operand->get(), indices);
}

/// The elements of the strip at `coordinates`.
SmallVector<Value> StripEmitter::emitElements(OpBuilder &b, Location loc) {
  SmallVector<Value> initial;
  for (size_t i = 0; i < coordinates.size(); ++i)
    for (unsigned result = 0; result < op.getNumDpsInits(); ++result)
      initial.push_back(getInitial(b, loc, result, i));
  return emitReductions(b, loc, initial, reductions);
}

/// Loops over the given dimensions around the body of all elements; what the
/// body yields for each, element by element.
SmallVector<Value> StripEmitter::emitReductions(OpBuilder &b, Location loc,
                                                ArrayRef<Value> initial,
                                                ArrayRef<unsigned> dims) {
  if (dims.empty()) {
    SmallVector<Value> results;
    for (size_t i = 0; i < coordinates.size(); ++i)
      llvm::append_range(results,
                         emitBody(b, loc, i,
                                  initial.slice(i * op.getNumDpsInits(),
                                                op.getNumDpsInits())));
    return results;
  }
  Value lower = arith::ConstantIndexOp::create(b, loc, 0);
  Value upper =
      arith::ConstantIndexOp::create(b, loc, nest.loops[dims.front()].size);
  Value step = arith::ConstantIndexOp::create(b, loc, 1);
  auto loop = scf::ForOp::create(
      b, loc, lower, upper, step, initial,
      [&](OpBuilder &b, Location loc, Value index, ValueRange carried) {
        for (SmallVector<Value> &indices : coordinates)
          indices[dims.front()] = index;
        scf::YieldOp::create(b, loc,
                             emitReductions(b, loc, SmallVector<Value>(carried),
                                            dims.drop_front()));
      });
  return loop.getResults();
}

SmallVector<Value> StripEmitter::emitBody(OpBuilder &b, Location loc,
                                          int64_t element,
                                          ArrayRef<Value> initial) {
  IRMapping mapping;
  Block &body = *op.getBlock();
  for (OpOperand *input : op.getDpsInputOperands())
    if (op.payloadUsesValueFromOperand(input))
      mapping.map(op.getMatchingBlockArgument(input),
                  load(b, loc, input, element));
  for (auto [init, value] : llvm::zip_equal(op.getDpsInitsMutable(), initial))
    if (value)
      mapping.map(op.getMatchingBlockArgument(&init), value);
  for (Operation &inner : body.without_terminator())
    cloneInBody(b, mapping, element, &inner);
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
  coordinates.assign(1, Values(indices));
  SmallVector<Operation *> operations = getOperationsOf(op, value);
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
                  load(b, loc, input, /*element=*/0));
  for (Operation *inner : operations)
    cloneInBody(b, mapping, /*element=*/0, inner);
  return mapping.lookupOrDefault(value);
}

} // namespace dml
