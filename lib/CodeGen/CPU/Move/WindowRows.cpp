//===- WindowRows.cpp - Rows that windows read, deinterleaved -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WindowRows.h"
#include "GatherStrips.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

WindowRows::WindowRows(MovementIndices &indices, const StripShape &shape)
    : m(indices), windowLoop(*shape.windowLoop), stride(shape.stride),
      rowSizes(ArrayRef(m.sizes).drop_front(windowLoop + 1).drop_back()) {
  Type elementType = cast<MemRefType>(m.source.getType()).getElementType();
  lineElements = getLineType(elementType).getNumElements();
  int64_t overlap = getLastWindowElement(m.loops[windowLoop]) / stride;
  std::optional<int64_t> maxLength = m.loops.back().size;
  if (!maxLength && shape.hasRows)
    maxLength = kMaxDynamicWindowRow;
  maxElements =
      maxLength ? std::min(*maxLength + overlap, lineElements) : lineElements;
  pitch = m.add(m.sizes.back(), overlap);
  // A row's last line reaches into the next row, or past a part.
  partPitch = m.add(m.multiply(m.product(rowSizes), pitch), lineElements);
  int64_t slack = kPieceSlackBytes / (kLineBytes / lineElements);
  buffer = memref::AllocOp::create(
      m.b, m.loc, MemRefType::get({ShapedType::kDynamic}, elementType),
      m.add(m.multiply(partPitch, stride), slack),
      m.b.getI64IntegerAttr(kLineBytes));
}

/// Number of a row among those of the buffer; loops inside of those given are
/// at their first iteration.
Value WindowRows::getRow(ArrayRef<Value> rows) {
  Value number = m.constant(0);
  for (auto [i, size] : llvm::enumerate(rowSizes)) {
    number = m.multiply(number, size);
    if (i < rows.size())
      number = m.add(number, rows[i]);
  }
  return number;
}

/// The place of the first of a row's elements x, x + stride, ….
Value WindowRows::getPlace(Value row, Value x) {
  Value begin = m.add(m.multiply(m.remainder(x, stride), partPitch),
                      m.multiply(row, pitch));
  return m.add(begin, m.divide(x, stride));
}

Value WindowRows::getPosition(ArrayRef<Value> indices) {
  return getPlace(getRow(indices.drop_front(windowLoop + 1)),
                  m.multiply(indices[windowLoop], m.strides[windowLoop]));
}

void WindowRows::fill(ArrayRef<Value> outer, Value distance) {
  prefetchDistance = distance;
  SmallVector<Value> position(outer);
  position.push_back(m.constant(0));
  fillRows(position);
}

/// All rows of the loops that have no position yet.
void WindowRows::fillRows(SmallVectorImpl<Value> &position) {
  unsigned loop = position.size();
  if (loop + 1 == m.loops.size())
    return fillRow(position);
  m.forEach(m.constant(0), m.sizes[loop], 1, [&](Value i) {
    position.push_back(i);
    fillRows(position);
    position.pop_back();
  });
}

void WindowRows::fillRow(ArrayRef<Value> position) {
  Value first = m.constant(0);
  int64_t lastOfWindow = getLastWindowElement(m.loops[windowLoop]);
  Value last =
      m.add(m.multiply(m.sizes.back(), stride), lastOfWindow - stride + 1);
  Value exists = m.boolean(true);
  for (auto [p, bound] : llvm::enumerate(m.bounds)) {
    Value start = m.getPredicatePosition(p, position);
    if (m.loops.back().predicateSteps[p] != 0)
      m.restrict(first, last, start, /*step=*/1, bound);
    else
      exists = m.bitAnd(exists, m.isLessUnsigned(start, bound));
  }
  m.ifThen(exists, [&] {
    copyRow(getRow(position.drop_front(windowLoop + 1)),
            m.getPosition(position), first, last);
  });
}

/// Copies a row whose element 0 is at `position` of the source. Only
/// [first, last) must exist; others have any value.
void WindowRows::copyRow(Value row, Value position, Value first, Value last) {
  // All lines that a row's vectors read.
  Value numElements = m.multiply(m.add(pitch, lineElements - 1), stride);
  Value extent = m.getFlatSize(m.source);
  m.ifElse(
      m.isRangeInside(position, numElements, extent),
      [&] { copyLines(row, position); },
      [&] {
        m.forEach(first, last, 1, [&](Value x) {
          m.store(m.load(m.source, m.add(position, x)), buffer,
                  getPlace(row, x));
        });
      });
}

/// The first elements of a line, at least as many as asked for: stores of fewer
/// bytes seldom lie in two cache lines.
static Value getLineStart(OpBuilder &b, Location loc, Value line,
                          int64_t numElements) {
  int64_t lineElements = cast<VectorType>(line.getType()).getNumElements();
  int64_t size = llvm::PowerOf2Ceil(std::max<int64_t>(numElements, 1));
  if (size >= lineElements)
    return line;
  return vector::ShuffleOp::create(b, loc, line, line,
                                   llvm::to_vector(llvm::seq<int64_t>(size)));
}

void WindowRows::copyLines(Value row, Value position) {
  Value begin = getPlace(row, m.constant(0));
  m.forEach(m.constant(0), pitch, lineElements, [&](Value i) {
    Value from = m.add(position, m.multiply(i, stride));
    Value to = m.add(begin, i);
    for (Value part :
         loadDealt(m, m.source, from, stride, maxElements, prefetchDistance)) {
      m.storeLine(getLineStart(m.b, m.loc, part, maxElements), buffer, to,
                  LineStore::Unaligned);
      to = m.add(to, partPitch);
    }
  });
}

void WindowRows::emitDealloc() {
  memref::DeallocOp::create(m.b, m.loc, buffer);
}

} // namespace dml
