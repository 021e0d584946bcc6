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

/// The type with the elements of a buffer.
static Type getTypeInBuffer(Value buffer, Type type) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  if (auto vector = dyn_cast<VectorType>(type))
    return vector.cloneWith(std::nullopt, element);
  return element;
}

static Value bitcast(OpBuilder &b, Location loc, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return arith::BitcastOp::create(b, loc, type, value);
}

Value loadAs(OpBuilder &b, Location loc, Value buffer, Value index, Type type) {
  Value loaded;
  if (auto inBuffer = dyn_cast<VectorType>(getTypeInBuffer(buffer, type)))
    loaded = vector::LoadOp::create(b, loc, inBuffer, buffer, index);
  else
    loaded = memref::LoadOp::create(b, loc, buffer, index);
  return bitcast(b, loc, loaded, type);
}

void storeAs(OpBuilder &b, Location loc, Value value, Value buffer,
             Value index) {
  value = bitcast(b, loc, value, getTypeInBuffer(buffer, value.getType()));
  if (isa<VectorType>(value.getType()))
    vector::StoreOp::create(b, loc, value, buffer, index);
  else
    memref::StoreOp::create(b, loc, value, buffer, index);
}

OperandPacker::OperandPacker(IndexBuilder &i, const AccessNest &nest,
                             const Access &access, Operation *cast,
                             int64_t vectorLength)
    : i(i), nest(nest), access(access), cast(cast), vectorLength(vectorLength),
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
  Type type = cast ? cast->getResult(0).getType() : access.elementType;
  return memref::AllocOp::create(
      i.b, i.loc, MemRefType::get({numRows * pitch + slack}, type),
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
  auto inView = llvm::cast<VectorType>(getTypeInBuffer(view, type));
  auto laneType = VectorType::get(vectorLength, i.b.getI32Type());
  SmallVector<int32_t> numbers =
      llvm::to_vector(llvm::seq<int32_t>(0, vectorLength));
  Value lanes = arith::ConstantOp::create(
      i.b, i.loc, DenseElementsAttr::get(laneType, ArrayRef<int32_t>(numbers)));
  Value zeros = arith::ConstantOp::create(i.b, i.loc, i.b.getZeroAttr(inView));
  Value limit = vector::BroadcastOp::create(
      i.b, i.loc, laneType,
      arith::IndexCastOp::create(i.b, i.loc, i.b.getI32Type(), count));
  Value loaded = vector::MaskedLoadOp::create(
      i.b, i.loc, inView, view, position, i.isBelow(lanes, limit), zeros);
  return convert(bitcast(i.b, i.loc, loaded, type));
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

/// Elements, or a vector of them, after the cast.
Value OperandPacker::convert(Value elements) {
  if (!cast)
    return elements;
  Operation *copy = i.b.clone(*cast);
  copy->setOperand(0, elements);
  Type type = cast->getResult(0).getType();
  if (auto vector = dyn_cast<VectorType>(elements.getType()))
    type = vector.cloneWith(std::nullopt, type);
  copy->getResult(0).setType(type);
  return copy->getResult(0);
}

} // namespace dml
