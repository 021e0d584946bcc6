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

bool OperandPacker::isTransposed(const LoopGroup &rows,
                                 const LoopGroup &columns) const {
  return rows.sizes.size() == 1 && rows.innerStride() == 1 &&
         columns.innerStride() > 1 && vectorLength <= kMaxTransposedLength;
}

Value OperandPacker::allocate(ArrayRef<unsigned> rows,
                              ArrayRef<unsigned> columns, int64_t numRows,
                              int64_t pitch) {
  bool isTransposed = this->isTransposed(getLoopGroup(nest, access, rows),
                                         getLoopGroup(nest, access, columns));
  int64_t slack = isTransposed ? vectorLength * pitch : vectorLength;
  return memref::AllocOp::create(
      i.b, i.loc,
      MemRefType::get({numRows * pitch + slack}, factor.value.getType()),
      i.b.getI64IntegerAttr(kLineBytes));
}

/// How far an iteration of the loops moves the operand.
Value OperandPacker::getOffset(const LoopGroup &loops, Value iteration) {
  SmallVector<Value> sizes;
  for (int64_t size : loops.sizes)
    sizes.push_back(i.constant(size));
  Value offset = i.constant(0);
  if (sizes.empty())
    return offset;
  for (auto [index, stride] :
       llvm::zip_equal(i.delinearize(iteration, sizes), loops.strides))
    offset = i.add(offset, i.multiply(index, stride));
  return offset;
}

void OperandPacker::pack(const Range &rows, const Range &columns, Value buffer,
                         int64_t pitch) {
  LoopGroup rowLoops = getLoopGroup(nest, access, rows.loops);
  LoopGroup outer = getLoopGroup(nest, access, columns.loops);
  if (isTransposed(rowLoops, outer))
    return packTransposed(outer, rows, columns, buffer, pitch);
  int64_t length = outer.sizes.empty() ? 1 : outer.sizes.pop_back_val();
  int64_t stride = outer.strides.empty() ? 1 : outer.strides.pop_back_val();
  i.forEach(rows.begin, rows.end, 1, [&](Value row) {
    Value from = i.add(start, getOffset(rowLoops, row));
    Value to = i.multiply(i.subtract(row, rows.begin), pitch);
    auto packPart = [&](Value outerOffset, Value partBegin, Value begin,
                        Value end) {
      Value first = i.multiply(i.subtract(begin, partBegin), stride);
      packRun(stride, i.add(i.add(from, outerOffset), first),
              i.subtract(end, begin), buffer,
              i.add(to, i.subtract(begin, columns.begin)));
    };
    if (outer.sizes.empty())
      return packPart(i.constant(0), i.constant(0), columns.begin, columns.end);
    // The runs of the innermost loop that columns are in.
    Value firstRun = i.divide(columns.begin, length);
    Value lastRun = i.ceilDivide(columns.end, i.constant(length));
    i.forEach(firstRun, lastRun, 1, [&](Value run) {
      Value begin = i.multiply(run, length);
      packPart(getOffset(outer, run), begin,
               i.signedMaximum(begin, columns.begin),
               i.signedMinimum(i.add(begin, length), columns.end));
    });
  });
}

/// Copies elements `stride` apart.
void OperandPacker::packRun(int64_t stride, Value from, Value count,
                            Value buffer, Value to) {
  if (stride != 1) {
    i.forEach(i.constant(0), count, 1, [&](Value n) {
      Value element =
          loadAs(i.b, i.loc, view, i.add(from, i.multiply(n, stride)),
                 access.elementType);
      storeAs(i.b, i.loc, convert(element), buffer, i.add(to, n));
    });
    return;
  }
  i.forEach(i.constant(0), count, vectorLength, [&](Value n) {
    storeAs(i.b, i.loc, loadPart(i.add(from, n), i.subtract(count, n)), buffer,
            i.add(to, n));
  });
}

Value OperandPacker::loadPart(Value position, Value count) {
  auto type = VectorType::get(vectorLength, access.elementType);
  Value zeros = arith::ConstantOp::create(i.b, i.loc, i.b.getZeroAttr(type));
  Value mask = createLaneMask(i.b, i.loc, vectorLength, i.constant(0), count);
  return convert(loadLanes(i.b, i.loc, view, position, mask, zeros));
}

/// Transposes squares of a vector's length. Columns that do not exist repeat
/// the last one.
void OperandPacker::packTransposed(const LoopGroup &columnLoops,
                                   const Range &rows, const Range &columns,
                                   Value buffer, int64_t pitch) {
  Value lastColumn = i.subtract(columns.end, 1);
  i.forEach(columns.begin, columns.end, vectorLength, [&](Value column) {
    SmallVector<Value> starts;
    for (int64_t n = 0; n < vectorLength; ++n) {
      Value existing = i.signedMinimum(i.add(column, n), lastColumn);
      starts.push_back(i.add(start, getOffset(columnLoops, existing)));
    }
    i.forEach(rows.begin, rows.end, vectorLength, [&](Value row) {
      SmallVector<Value> lines;
      for (Value from : starts)
        lines.push_back(loadPart(i.add(from, row), i.subtract(rows.end, row)));
      Value to = i.add(i.multiply(i.subtract(row, rows.begin), pitch),
                       i.subtract(column, columns.begin));
      for (Value line : transposeLanes(i.b, i.loc, lines)) {
        storeAs(i.b, i.loc, line, buffer, to);
        to = i.add(to, pitch);
      }
    });
  });
}

/// The factor, or a vector of it, from elements.
Value OperandPacker::convert(Value elements) {
  IRMapping mapping;
  mapping.map(factor.element, elements);
  cloneOnVectors(i.b, i.loc, factor.operations, vectorLength, mapping);
  return mapping.lookup(factor.value);
}

} // namespace dml
