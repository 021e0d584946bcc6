//===- PoolCandidates.cpp - Inputs that may point to an element -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PoolCandidates.h"
#include "Conversion/DMLToLinalg/ElementBody.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace dml {

PoolCandidates::PoolCandidates(OpBuilder &b, const UnpoolNeighbours &neighbours,
                               const PoolGeometry &geometry, bool isStrided,
                               bool mergesPlanes)
    : neighbours(neighbours), op(neighbours.op),
      loc(this->neighbours.op.getLoc()), geometry(geometry),
      isStrided(isStrided), mergesPlanes(mergesPlanes),
      indices(op.getIndices()) {
  if (!neighbours.producer) {
    sources = {op.getValues()};
  } else {
    linalg::LinalgOp producer = neighbours.producer;
    for (OpOperand *input : producer.getDpsInputOperands())
      if (UnpoolNeighbours::isByElement(*input))
        sources.push_back(input->get());
  }
  if (isStrided)
    return;
  auto flatten = [&](Value tensor) {
    return tensor::CollapseShapeOp::create(
        b, loc, tensor, ArrayRef<ReassociationIndices>{{0, 1, 2, 3}});
  };
  for (Value &source : sources)
    source = flatten(source);
  indices = flatten(indices);
}

Value PoolCandidates::computeElement(PoolElementBuilder &e,
                                     const ElementPosition &element,
                                     const PlaneReach &reach, Value codes) {
  Value winner = findWinner(e, element, reach, codes);
  linalg::LinalgOp consumer = neighbours.consumer;
  if (!consumer)
    return winner;
  SmallVector<Value> iteration = getIteration(e, element);
  SmallVector<Value> arguments;
  for (OpOperand *input : consumer.getDpsInputOperands())
    arguments.push_back(input->get() == op.getResult()
                            ? winner
                            : readInput(e.b, *input, iteration));
  return inlineBody(e.b, consumer, iteration, arguments).front();
}

Value PoolCandidates::findWinner(PoolElementBuilder &e,
                                 const ElementPosition &element,
                                 const PlaneReach &reach, Value codes) {
  OpBuilder &b = e.b;
  Value place = e.getPlace(element);
  Type type = op.getValues().getType().getElementType();
  Value winner = arith::ConstantOp::create(b, loc, b.getZeroAttr(type));
  for (int64_t i = 0; i < e.rows.getNumCandidates(reach.rows); ++i)
    for (int64_t j = 0; j < e.columns.getNumCandidates(reach.columns); ++j) {
      int64_t rowShift = e.rows.getCandidateShift(reach.rows, i);
      int64_t columnShift = e.columns.getCandidateShift(reach.columns, j);
      SmallVector<Value> read =
          isStrided ? readInRow(e, element, rowShift, columnShift, codes)
                    : readInOrder(e, element, rowShift, columnShift);
      Value pointer = read.front();
      Value value = produce(e, element, ArrayRef(read).drop_front());
      Value isHere =
          codes ? e.compare(arith::CmpIPredicate::eq, pointer,
                            e.getCodeOf(element, reach, rowShift, columnShift,
                                        pointer.getType()))
                : e.pointsTo(pointer, place);
      winner = arith::SelectOp::create(b, loc, isHere, value, winner);
    }
  return winner;
}

SmallVector<Value>
PoolCandidates::getIteration(PoolElementBuilder &e,
                             const ElementPosition &element) {
  SmallVector<Value> iteration(element.plane);
  if (mergesPlanes) {
    ArrayRef<int64_t> shape = op.getValues().getType().getShape();
    Value first = arith::ConstantIndexOp::create(e.b, loc, 0);
    iteration.insert(shape[0] == 1 ? iteration.begin() : iteration.end(),
                     first);
  }
  iteration.append({element.row, element.column});
  return iteration;
}

Value PoolCandidates::produce(PoolElementBuilder &e,
                              const ElementPosition &element,
                              ArrayRef<Value> read) {
  linalg::LinalgOp producer = neighbours.producer;
  if (!producer)
    return read.front();
  SmallVector<Value> iteration = getIteration(e, element);
  SmallVector<Value> arguments;
  for (OpOperand *input : producer.getDpsInputOperands()) {
    if (UnpoolNeighbours::isByElement(*input)) {
      arguments.push_back(read.front());
      read = read.drop_front();
    } else {
      arguments.push_back(readInput(e.b, *input, iteration));
    }
  }
  return inlineBody(e.b, producer, iteration, arguments).front();
}

SmallVector<Value> PoolCandidates::readInRow(PoolElementBuilder &e,
                                             const ElementPosition &element,
                                             int64_t rowShift,
                                             int64_t columnShift, Value codes) {
  auto [row, isRow] = e.getInput(element.row, e.rows, rowShift);
  auto [column, isColumn] = e.getInput(element.column, e.columns, columnShift);
  ElementPosition input = {element.plane, row, column};
  SmallVector<Value> position = input.getIndices(), place = position;
  if (codes)
    std::rotate(place.begin() + 1, place.begin() + 2, place.end());
  return readIf(e, e.both(isRow, isColumn), codes ? codes : indices, place,
                position);
}

SmallVector<Value> PoolCandidates::readInOrder(PoolElementBuilder &e,
                                               const ElementPosition &element,
                                               int64_t rowShift,
                                               int64_t columnShift) {
  OpBuilder &b = e.b;
  AffineExpr d0, d1, d2;
  bindDims(b.getContext(), d0, d1, d2);
  AffineExpr h = (d1 + rowShift).floorDiv(e.rows.stride);
  AffineExpr w = (d2 + columnShift).floorDiv(e.columns.stride);
  Value position = e.apply((d0 * e.rows.inputs + h) * e.columns.inputs + w,
                           e.getNumbers(element));
  Value isInput;
  if (!areAllInputs(rowShift, columnShift)) {
    int64_t size = cast<ShapedType>(indices.getType()).getNumElements();
    Value bound = arith::ConstantIndexOp::create(b, loc, size);
    isInput = e.compare(arith::CmpIPredicate::ult, position, bound);
  }
  return readIf(e, isInput, indices, position, position);
}

SmallVector<Value> PoolCandidates::readIf(PoolElementBuilder &e,
                                          Value condition, Value pointers,
                                          ValueRange place,
                                          ValueRange position) {
  OpBuilder &b = e.b;
  auto read = [&] {
    SmallVector<Value> elements = {
        tensor::ExtractOp::create(b, loc, pointers, place)};
    for (Value source : sources)
      elements.push_back(tensor::ExtractOp::create(b, loc, source, position));
    return elements;
  };
  auto readNothing = [&] {
    SmallVector<Value> elements = {arith::ConstantIntOp::create(
        b, loc, getElementTypeOrSelf(pointers.getType()), -1)};
    for (Value source : sources)
      elements.push_back(arith::ConstantOp::create(
          b, loc, b.getZeroAttr(getElementTypeOrSelf(source.getType()))));
    return elements;
  };
  return condition ? e.ifElse(condition, read, readNothing) : read();
}

bool PoolCandidates::areAllInputs(int64_t rowShift, int64_t columnShift) {
  auto getInput = [&](int64_t plane, int64_t row, int64_t column) {
    const PoolAxis &rows = geometry.rows, &columns = geometry.columns;
    return (plane * rows.inputs +
            llvm::divideFloorSigned(row + rowShift, rows.stride)) *
               columns.inputs +
           llvm::divideFloorSigned(column + columnShift, columns.stride);
  };
  int64_t size = cast<ShapedType>(indices.getType()).getNumElements();
  return getInput(0, 0, 0) >= 0 &&
         getInput(geometry.planes - 1, geometry.rows.outputs - 1,
                  geometry.columns.outputs - 1) < size;
}

} // namespace dml
