//===- ContractionResult.cpp - What becomes of sums -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What sums begin with, and where they or what is computed from them is stored.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/GPU/Words/BufferWords.h"
#include "ContractionEmitter.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;

namespace dml {

static constexpr int64_t kQuad = ContractionTiling::kQuad;

ContractionEmitter::Epilogue::Epilogue(OpBuilder &b, OpOperand *input,
                                       bool inQuads)
    : nest(*AccessNest::create(cast<linalg::LinalgOp>(input->getOwner()))),
      elementEmitter(cast<linalg::GenericOp>(input->getOwner()), nest) {
  read = llvm::find_if(nest.reads, [&](const Access &read) {
           return read.operand == input;
         }).base();
  loops = getLoopsOutermostFirst(nest, *read);
  const Access &write = nest.getMainWrite();
  if (inQuads)
    vectors = planVectors(b, nest, write, loops.back());
  if (!vectors.access)
    words = viewWords(b, write.buffer, 1);
}

Value ContractionEmitter::getResultPosition(WordBuilder &w, Value row,
                                            Value column) const {
  const Access &write = nest.getMainWrite();
  Value position = getBatchPosition(w, write);
  position = getPosition(w, write, position, row, rows.loops);
  return getPosition(w, write, position, column, columns.loops);
}

/// Calls the body with the row and first column of each quad of a thread's
/// block, in the order of its sums.
void ContractionEmitter::forEachQuad(
    WordBuilder &w, function_ref<void(Value, Value, size_t)> body) {
  int64_t columnQuads = tiling.threadColumns / kQuad;
  int64_t rowDistance = tiling.tileRows / tiling.getNumQuads(tiling.threadRows);
  int64_t columnDistance = tiling.tileColumns / columnQuads;
  Value firstRow = w.add(rows.begin, w.multiply(threadRow, kQuad));
  Value firstColumn = w.add(columns.begin, w.multiply(threadColumn, kQuad));
  for (int64_t row = 0; row < tiling.threadRows; ++row)
    for (int64_t column = 0; column < columnQuads; ++column)
      body(w.add(firstRow, row / kQuad * rowDistance + row % kQuad),
           w.add(firstColumn, column * columnDistance),
           row * columnQuads + column);
}

ContractionEmitter::Values ContractionEmitter::loadResult(WordBuilder &w,
                                                          Value thread) {
  Values sums;
  if (options.initial) {
    int64_t numQuads = tiling.threadRows * tiling.threadColumns / kQuad;
    Value initial = arith::ConstantOp::create(
        w.b, w.loc, DenseElementsAttr::get(quadType, options.initial));
    auto value = dyn_cast<FloatAttr>(options.initial);
    if (value && value.getValue().isPosZero()) {
      // By way of workgroup memory: lavapipe takes the sum of -0.0 and a zero
      // that it knows for -0.0.
      Value first = w.constant(0);
      w.ifThen(w.isLessUnsigned(thread, 1),
               [&] { w.store(asWords(w, initial), shared, first); });
      emitBarrier(w);
      initial = asElements(w, w.load(shared, first));
    }
    sums.assign(numQuads, initial);
    return sums;
  }
  forEachQuad(w, [&](Value row, Value column, size_t) {
    row = w.minimum(row, rows.size - 1);
    if (result.access) {
      column = w.minimum(column, columns.size - kQuad);
      Value position = getResultPosition(w, row, column);
      sums.push_back(
          asElements(w, w.load(result.vectors, w.divide(position, kQuad))));
      return;
    }
    Values words;
    for (int64_t i = 0; i < kQuad; ++i) {
      Value at = w.minimum(w.add(column, i), columns.size - 1);
      words.push_back(w.load(resultWords, getResultPosition(w, row, at)));
    }
    sums.push_back(asElements(w, w.join(words)));
  });
  return sums;
}

/// Tiles may reach behind the last row and column.
void ContractionEmitter::ifInside(WordBuilder &w, Value row, Value column,
                                  function_ref<void()> body) {
  Value isInside = w.boolean(true);
  if (rows.size % rows.tileSize != 0)
    isInside = w.bitAnd(isInside, w.isLessUnsigned(row, rows.size));
  if (columns.size % columns.tileSize != 0)
    isInside = w.bitAnd(isInside, w.isLessUnsigned(column, columns.size));
  w.ifThen(isInside, body);
}

/// Computes elements of the epilogue's result from sums that lie side by side.
/// Returns also where the first one lies.
std::pair<Value, SmallVector<Value>>
ContractionEmitter::emitEpilogue(WordBuilder &w, Value row, Value column,
                                 ArrayRef<Value> sums) {
  Values indices = createIndices(w, epilogue->nest);
  setIndices(w, epilogue->nest, getResultPosition(w, row, column),
             epilogue->loops, indices);
  const Access &write = epilogue->nest.getMainWrite();
  Value position = w.constant(write.offset);
  for (unsigned loop : epilogue->loops)
    position = w.add(position, w.multiply(indices[loop], write.strides[loop]));
  SmallVector<Values> coordinates(sums.size(), indices);
  for (auto [i, at] : llvm::enumerate(coordinates)) {
    Value &innermost = at[epilogue->loops.back()];
    innermost = w.add(innermost, i);
    for (Value &index : at)
      index = w.asIndex(index);
  }
  epilogue->elementEmitter.setInput(options.epilogue, sums);
  return {position, epilogue->elementEmitter.emit(w, coordinates)};
}

void ContractionEmitter::storeResult(WordBuilder &w, ValueRange sums) {
  const VectorAccess &vectors = epilogue ? epilogue->vectors : result;
  forEachQuad(w, [&](Value row, Value column, size_t quad) {
    Values elements = w.split(epilogue ? sums[quad] : asWords(w, sums[quad]));
    int64_t unit = vectors.access ? kQuad : 1;
    for (int64_t i = 0; i < kQuad; i += unit) {
      Value at = w.add(column, i);
      ifInside(w, row, at, [&] {
        Values computed(ArrayRef<Value>(elements).slice(i, unit));
        Value position;
        if (epilogue)
          std::tie(position, computed) = emitEpilogue(w, row, at, computed);
        else
          position = getResultPosition(w, row, at);
        Value first = computed.front();
        if (vectors.access) {
          w.store(asWords(w, w.makeVector(computed)), vectors.vectors,
                  w.divide(position, kQuad));
          return;
        }
        if (!first.getType().isInteger(32))
          first = arith::BitcastOp::create(w.b, w.loc, w.b.getI32Type(), first);
        w.store(first, epilogue ? epilogue->words : resultWords, position);
      });
    }
  });
}

} // namespace dml
