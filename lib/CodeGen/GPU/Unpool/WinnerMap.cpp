//===- WinnerMap.cpp - The last input of each element ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WinnerMap.h"

using namespace mlir;

namespace dml {

Value viewAsLine(OpBuilder &b, Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  return memref::ReinterpretCastOp::create(
      b, buffer.getLoc(),
      MemRefType::get(type.getNumElements(), type.getElementType()), buffer,
      /*offset=*/0, ArrayRef(type.getNumElements()), ArrayRef<int64_t>(1));
}

void storeVector(WordBuilder &w, Value buffer, Value vector, int64_t length,
                 function_ref<Value(Value)> compute) {
  Value first = w.multiply(vector, length);
  SmallVector<Value> elements;
  for (int64_t i = 0; i < length; ++i)
    elements.push_back(compute(w.add(first, i)));
  vector::StoreOp::create(w.b, w.loc, w.makeVector(elements), buffer,
                          w.asIndex(first));
}

/// The column-major number of an element, given its row-major one. Elements are
/// those of images, one after the other, of `rows` by `columns`.
static Value transposeNumber(WordBuilder &w, Value number, int64_t rows,
                             int64_t columns) {
  Value row = w.divide(number, columns);
  Value column = w.subtract(number, w.multiply(row, columns));
  Value image = w.divide(row, rows);
  Value rowOfImage = w.subtract(row, w.multiply(image, rows));
  return w.add(w.multiply(w.add(w.multiply(image, columns), column), rows),
               rowOfImage);
}

Value getPlace(WordBuilder &w, Value number, MemRefType type) {
  if (type.getLayout().isIdentity())
    return number;
  return transposeNumber(w, number, type.getDimSize(1),
                         type.getDimSize(2) * type.getDimSize(3));
}

Value getNumber(WordBuilder &w, Value place, MemRefType type) {
  if (type.getLayout().isIdentity())
    return place;
  return transposeNumber(w, place, type.getDimSize(2) * type.getDimSize(3),
                         type.getDimSize(1));
}

void enterQuad(WordBuilder &w, Value quad, const UnpoolInputs &inputs,
               const WinnerMap &map, Value report) {
  auto indices = inputs.getIndices(inputs.loadIndexWords(w, quad));
  for (auto [c, index] : llvm::enumerate(indices)) {
    Value number =
        getNumber(w, w.add(w.multiply(quad, 4), c), inputs.getIndexType());
    Value isInside =
        inputs.isInside(w, index, w.constant(map.begin), w.constant(map.size));
    Value exists = inputs.exists(w, quad, c);
    w.ifThen(w.bitAnd(isInside, exists), [&, &index = index] {
      w.update(arith::AtomicRMWKind::maxu, w.add(number, 1), map.words,
               w.add(index.low, map.first - map.begin));
    });
    if (map.begin > 0)
      continue;
    w.ifThen(w.bitAnd(inputs.isOutOfRange(w, index), exists), [&] {
      w.update(arith::AtomicRMWKind::addi, w.constant(1), report,
               w.constant(IndexReport::Count));
      Value complement = w.subtract(w.constant(-1), number);
      w.update(arith::AtomicRMWKind::maxu, complement, report,
               w.constant(IndexReport::ComplementedPosition));
    });
  }
}

void storeReportedIndex(WordBuilder &w, Value report,
                        const UnpoolInputs &inputs) {
  Value any = w.isNotEqual(w.load(report, IndexReport::Count), 0);
  w.ifThen(any, [&] {
    Value position = w.subtract(
        w.constant(-1), w.load(report, IndexReport::ComplementedPosition));
    Value place = getPlace(w, position, inputs.getIndexType());
    for (int64_t part = 0; part < inputs.getIndexWords(); ++part)
      w.store(inputs.loadWord(w, place, part), inputs.getControl(),
              w.constant(IndexReport::IndexLow + part));
  });
}

} // namespace dml
