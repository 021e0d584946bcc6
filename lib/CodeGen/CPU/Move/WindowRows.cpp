//===- WindowRows.cpp - Rows that a movement's windows read ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowRows.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace dml {

WindowRows::WindowRows(MovementIndices &indices, const StripShape &shape,
                       Value source)
    : m(indices), windowLoop(*shape.windowLoop), stride(shape.stride),
      deinterleaved(createDeinterleaveBuffer(source, shape.hasRows)) {}

DeinterleaveBuffer WindowRows::createDeinterleaveBuffer(Value source,
                                                        bool hasRows) {
  int64_t overlap = getLastWindowElement(m.getLoops()[windowLoop]) / stride;
  std::optional<int64_t> maxPitch = m.getLoops().back().size;
  if (!maxPitch && hasRows)
    maxPitch = kMaxDynamicWindowRow;
  if (maxPitch)
    *maxPitch += overlap;
  Value numRows = m.product(getRowSizes());
  Value pitch = m.add(m.getSizes().back(), m.constant(overlap));
  return DeinterleaveBuffer(m.b, m.loc, source, stride, numRows, pitch,
                            maxPitch);
}

/// The loops between the windows' and the columns'.
ArrayRef<Value> WindowRows::getRowSizes() const {
  return m.getSizes().drop_front(windowLoop + 1).drop_back();
}

/// Number of a row among those of the buffer; loops inside of those given are
/// at their first iteration.
Value WindowRows::getRow(ArrayRef<Value> rows) {
  Value number = m.constant(0);
  for (auto [i, size] : llvm::enumerate(getRowSizes())) {
    number = m.multiply(number, size);
    if (i < rows.size())
      number = m.add(number, rows[i]);
  }
  return number;
}

Value WindowRows::getPosition(ArrayRef<Value> indices) {
  Value row = getRow(indices.drop_front(windowLoop + 1));
  return deinterleaved.getPosition(
      row, m.multiply(indices[windowLoop], m.getStrides()[windowLoop]));
}

void WindowRows::fill(ArrayRef<Value> outer) {
  SmallVector<Value> position(outer);
  position.push_back(m.constant(0));
  fillRows(position);
}

/// All rows of the loops that have no position yet.
void WindowRows::fillRows(SmallVectorImpl<Value> &position) {
  unsigned loop = position.size();
  if (loop + 1 == m.getLoops().size())
    return fillRow(position);
  scf::ForOp::create(m.b, m.loc, m.constant(0), m.getSizes()[loop],
                     m.constant(1), ValueRange{},
                     [&](OpBuilder &, Location, Value i, ValueRange) {
                       position.push_back(i);
                       fillRows(position);
                       position.pop_back();
                       scf::YieldOp::create(m.b, m.loc);
                     });
}

void WindowRows::fillRow(ArrayRef<Value> position) {
  Value first = m.constant(0);
  int64_t lastOfWindow = getLastWindowElement(m.getLoops()[windowLoop]);
  Value last = m.add(m.multiply(m.getSizes().back(), m.constant(stride)),
                     m.constant(lastOfWindow - stride + 1));
  Value exists = m.boolean(true);
  for (auto [p, bound] : llvm::enumerate(m.getBounds())) {
    if (m.getLoops().back().predicateSteps[p] != 0)
      m.restrict(first, last, m.getPredicatePosition(p, position), /*step=*/1,
                 bound);
    else
      exists =
          m.b.createOrFold<arith::AndIOp>(m.loc, exists, m.holds(p, position));
  }
  Value distance = m.getStrides()[windowLoop - 1];
  m.ifThen(exists, [&] {
    Value row = getRow(position.drop_front(windowLoop + 1));
    deinterleaved.emitRow(row, m.getPosition(position), first, last, distance);
  });
}

} // namespace dml
