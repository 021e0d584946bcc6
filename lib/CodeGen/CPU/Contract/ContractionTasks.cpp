//===- ContractionTasks.cpp - A contraction as parallel tasks -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContractionTasks.h"
#include "OperandPacker.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;

namespace dml {

/// Rows of a block that lie a multiple of so many bytes apart are in few sets
/// of the first-level cache.
constexpr static int64_t kConflictBytes = 1024;

bool packsRows(const AccessNest &nest, const Contraction &contraction,
               const ReadFactor &factor) {
  const Access &read = *factor.access;
  LoopGroup rows = getLoopGroup(nest, read, contraction.rows.loops);
  LoopGroup reduction = getLoopGroup(nest, read, contraction.reductions);
  int64_t rowBytes =
      rows.innerStride() * *getLineElementBytes(read.elementType);
  return !factor.isElement() || rows.sizes.size() > 1 ||
         reduction.sizes.size() > 1 || reduction.innerStride() != 1 ||
         (rowBytes != 0 && rowBytes % kConflictBytes == 0);
}

//===----------------------------------------------------------------------===//
// Tasks
//===----------------------------------------------------------------------===//

namespace {

/// Blocks below each other: all rows of a task, some columns, and the products
/// from k on.
struct BlockColumn {
  Value row, lastRow, column, lastColumn;
  /// The first of the columns among those that are copied.
  Value columnInCopy;
  Value k, lastK;
};

class ContractionTaskEmitter : VectorBuilder, ContractionPlan {
public:
  ContractionTaskEmitter(OpBuilder &b, Location loc,
                         const ContractionPlan &plan)
      : VectorBuilder(b, loc), ContractionPlan(plan),
        result(nest.writes.front()), numRows(contraction.getSizes(nest).rows),
        numColumns(contraction.getSizes(nest).columns),
        depth(contraction.getSizes(nest).depth),
        blockColumns(schedule.getBlockColumns()),
        isWhole(numColumns % blockColumns == 0),
        resultView(createFlatView(result.buffer)),
        columnPacker(*this, nest, body.columns, schedule.vectorLength),
        rowPacker(*this, nest, body.rows, schedule.vectorLength),
        rowLoops(
            getLoopGroup(nest, *body.rows.access, contraction.rows.loops)) {
    if (packsRows(nest, contraction, body.rows))
      layout =
          rowLoops.innerStride() == 1 &&
                  getLoopGroup(nest, *body.rows.access, contraction.reductions)
                          .innerStride() != 1
              ? RowLayout::Columns
              : RowLayout::Rows;
    // An odd number of vectors, so that rows are in different sets.
    rowPitch = layout == RowLayout::Columns
                   ? schedule.taskRows
                   : (schedule.blockDepth / schedule.vectorLength | 1) *
                         schedule.vectorLength;
    if (layout == RowLayout::Rows && rowPitch < schedule.blockDepth)
      rowPitch += 2 * schedule.vectorLength;
  }

  void emit() {
    SmallVector<Value> sizes;
    for (unsigned loop : contraction.batch)
      sizes.push_back(constant(nest.loops[loop].size));
    sizes.push_back(
        constant(llvm::divideCeil(numColumns, schedule.taskColumns)));
    sizes.push_back(constant(llvm::divideCeil(numRows, schedule.taskRows)));
    parallelForEach(product(sizes), 1, [&](Value task) {
      SmallVector<Value> position = delinearize(task, sizes);
      Value row = multiply(position.pop_back_val(), schedule.taskRows);
      Value column = multiply(position.pop_back_val(), schedule.taskColumns);
      emitTask(position, row, column);
    });
  }

private:
  /// Where the elements of a tile of the row operand are read.
  enum class RowLayout {
    /// In its buffer.
    InPlace,
    /// In a copy whose rows, or columns, are packed.
    Rows,
    Columns
  };

  /// The tile that begins at a row and a column.
  void emitTask(ArrayRef<Value> batch, Value row, Value column) {
    resultStart = constant(0);
    for (auto [loop, index] : llvm::zip_equal(contraction.batch, batch))
      resultStart = add(resultStart, multiply(index, result.strides[loop]));
    rowPacker.setBatch(contraction.batch, batch);
    columnPacker.setBatch(contraction.batch, batch);
    Value lastRow = signedMinimum(add(row, schedule.taskRows), numRows);
    Value lastColumn =
        signedMinimum(add(column, schedule.taskColumns), numColumns);
    columnBuffer =
        columnPacker.allocate(contraction.reductions, contraction.columns.loops,
                              schedule.blockDepth, schedule.packedColumns);
    if (layout == RowLayout::Rows)
      rowBuffer =
          rowPacker.allocate(contraction.rows.loops, contraction.reductions,
                             schedule.taskRows, rowPitch);
    else if (layout == RowLayout::Columns)
      rowBuffer =
          rowPacker.allocate(contraction.reductions, contraction.rows.loops,
                             schedule.blockDepth, rowPitch);

    forEach(constant(0), depth, schedule.blockDepth, [&](Value k) {
      Value lastK = signedMinimum(add(k, schedule.blockDepth), depth);
      OperandPacker::Range rows = {contraction.rows.loops, row, lastRow};
      OperandPacker::Range products = {contraction.reductions, k, lastK};
      if (layout == RowLayout::Rows)
        rowPacker.pack(rows, products, rowBuffer, rowPitch);
      else if (layout == RowLayout::Columns)
        rowPacker.pack(products, rows, rowBuffer, rowPitch);
      forEach(column, lastColumn, schedule.packedColumns, [&](Value first) {
        Value last =
            signedMinimum(add(first, schedule.packedColumns), lastColumn);
        columnPacker.pack(products, {contraction.columns.loops, first, last},
                          columnBuffer, schedule.packedColumns);
        forEach(first, last, blockColumns, [&](Value block) {
          Value end = add(block, blockColumns);
          if (!isWhole)
            end = signedMinimum(end, last);
          emitBlocks(
              {row, lastRow, block, end, subtract(block, first), k, lastK});
        });
      });
    });
    memref::DeallocOp::create(b, loc, columnBuffer);
    if (layout != RowLayout::InPlace)
      memref::DeallocOp::create(b, loc, rowBuffer);
  }

  /// The blocks of some columns.
  void emitBlocks(const BlockColumn &blocks) {
    int64_t rest = numRows % schedule.blockRows;
    Value wholeRows = signedMinimum(blocks.lastRow, numRows - rest);
    forEach(blocks.row, wholeRows, schedule.blockRows,
            [&](Value row) { emitBlock(blocks, row, schedule.blockRows); });
    if (rest != 0)
      ifThen(isEqual(blocks.lastRow, numRows),
             [&] { emitBlock(blocks, constant(numRows - rest), rest); });
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  /// Whether the result is still to be filled before the products from k on.
  Value isFilled(Value k) {
    if (!fill)
      return boolean(false);
    return depth <= schedule.blockDepth ? boolean(true) : isEqual(k, 0);
  }

  /// Visits the vectors of a block: their rows, and how far they are behind the
  /// block's first column.
  void forEachVector(int64_t rows,
                     llvm::function_ref<void(int64_t, int64_t)> visit) {
    for (int64_t row = 0; row < rows; ++row)
      for (int64_t v = 0; v < schedule.blockVectors; ++v)
        visit(row, v * schedule.vectorLength);
  }

  /// Builds code for the vectors of a block: `body` gets the lanes that the
  /// result has of those at a distance from the first column, or null where it
  /// has all.
  template <typename Body>
  auto withLanes(const BlockColumn &blocks, Body body) {
    if (isWhole)
      return body([](int64_t) { return Value(); });
    Value width = subtract(blocks.lastColumn, blocks.column);
    return ifElse(
        isEqual(width, blockColumns),
        [&] { return body([](int64_t) { return Value(); }); },
        [&] {
          SmallVector<Value> masks;
          for (int64_t v = 0; v < schedule.blockVectors; ++v)
            masks.push_back(createLaneMask(
                schedule.vectorLength, constant(0),
                signedMaximum(subtract(width, v * schedule.vectorLength), 0)));
          return body([&](int64_t column) {
            return masks[column / schedule.vectorLength];
          });
        });
  }

  /// Loads the sums of rows, the first of which begins at a position.
  Values loadBlock(const BlockColumn &blocks, Value firstRow, int64_t pitch,
                   int64_t rows) {
    auto type = VectorType::get(schedule.vectorLength, result.elementType);
    return withLanes(blocks, [&](llvm::function_ref<Value(int64_t)> getMask) {
      Values loaded;
      forEachVector(rows, [&](int64_t row, int64_t column) {
        Value at = add(add(firstRow, blocks.column), row * pitch + column);
        loaded.push_back(loadAs(resultView, at, type, getMask(column)));
      });
      return loaded;
    });
  }

  /// Stores sums where loadBlock reads them, or what the epilogue computes from
  /// complete ones.
  void storeBlock(const BlockColumn &blocks, Value firstRow, int64_t pitch,
                  int64_t rows, ArrayRef<Value> sums, bool areComplete) {
    withLanes(blocks, [&](llvm::function_ref<Value(int64_t)> getMask) {
      const Value *next = sums.begin();
      forEachVector(rows, [&](int64_t row, int64_t column) {
        Value mask = getMask(column), block = *next++;
        if (areComplete)
          epilogue->emit(*this, add(firstRow, row * pitch),
                         add(blocks.column, column), block, mask);
        else
          storeAs(block, resultView,
                  add(add(firstRow, blocks.column), row * pitch + column),
                  mask);
      });
    });
  }

  /// The block whose first row this is: combines its elements with products.
  void emitBlock(const BlockColumn &blocks, Value row, int64_t rows) {
    int64_t pitch =
        getLoopGroup(nest, result, contraction.rows.loops).innerStride();
    Value firstRow = add(resultStart, multiply(row, pitch));
    Values sums = ifElse(
        isFilled(blocks.k),
        [&] {
          int64_t count = rows * schedule.blockVectors;
          return Values(count, fill ? broadcast(fill, schedule.vectorLength)
                                    : Value());
        },
        [&] { return loadBlock(blocks, firstRow, pitch, rows); });
    RowPlace from = getRowPlace(blocks, row);
    sums = forEach(
        constant(0), subtract(blocks.lastK, blocks.k), 1, sums,
        [&](Value i, ValueRange carried) {
          return emitProducts(
              carried, rows,
              add(multiply(i, schedule.packedColumns), blocks.columnInCopy),
              add(from.start, multiply(i, from.productPitch)), from.rowPitch);
        });
    Value isComplete = boolean(false);
    if (epilogue)
      isComplete = depth <= schedule.blockDepth ? boolean(true)
                                                : isEqual(blocks.lastK, depth);
    ifElse(
        isComplete,
        [&] { storeBlock(blocks, firstRow, pitch, rows, sums, true); },
        [&] { storeBlock(blocks, firstRow, pitch, rows, sums, false); });
  }

  struct RowPlace {
    Value start;
    int64_t rowPitch, productPitch;
  };

  /// Where the row operand's elements of a block are.
  RowPlace getRowPlace(const BlockColumn &blocks, Value row) {
    Value rowInTask = subtract(row, blocks.row);
    switch (layout) {
    case RowLayout::InPlace: {
      int64_t pitch = rowLoops.innerStride();
      return {add(rowPacker.getStart(), add(multiply(row, pitch), blocks.k)),
              pitch, 1};
    }
    case RowLayout::Rows:
      return {multiply(rowInTask, rowPitch), rowPitch, 1};
    case RowLayout::Columns:
      return {rowInTask, 1, rowPitch};
    }
    llvm_unreachable("an unknown layout");
  }

  /// Combines the sums of a block with one product each.
  Values emitProducts(ValueRange sums, int64_t rows, Value fromColumns,
                      Value fromRows, int64_t rowPitch) {
    auto vector =
        VectorType::get(schedule.vectorLength, body.columns.getType());
    SmallVector<Value> columns;
    for (int64_t v = 0; v < schedule.blockVectors; ++v)
      columns.push_back(loadAs(
          columnBuffer, add(fromColumns, v * schedule.vectorLength), vector));
    Type rowType = body.rows.getType();
    Values results;
    for (int64_t i = 0; i < rows; ++i) {
      Value at = add(fromRows, i * rowPitch);
      Value element =
          loadAs(layout == RowLayout::InPlace ? rowPacker.getView() : rowBuffer,
                 at, rowType);
      for (Value column : columns)
        results.push_back(emitBody(element, column, sums[results.size()]));
    }
    return results;
  }

  /// The body on vectors.
  Value emitBody(Value rowElement, Value columns, Value sums) {
    IRMapping mapping = body.scalars;
    mapping.map(body.rows.computed.to, rowElement);
    mapping.map(body.columns.computed.to, columns);
    mapping.map(body.sum, sums);
    cloneOnVectors(body.operations, schedule.vectorLength, mapping);
    if (contracts)
      for (Operation *op : body.operations)
        allowContraction(mapping.lookup(op));
    return broadcast(mapping.lookupOrDefault(body.combined),
                     schedule.vectorLength);
  }

  static void allowContraction(Operation *op) {
    if (!isa<arith::MulFOp, arith::AddFOp>(op))
      return;
    auto floats = cast<arith::ArithFastMathInterface>(op);
    op->setAttr(floats.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(
                    op->getContext(), floats.getFastMathFlagsAttr().getValue() |
                                          arith::FastMathFlags::contract));
  }

  const Access &result;
  int64_t numRows, numColumns, depth, blockColumns;
  /// Whether blocks have all of their columns.
  bool isWhole;
  Value resultView;
  OperandPacker columnPacker, rowPacker;
  LoopGroup rowLoops;
  RowLayout layout = RowLayout::InPlace;
  /// Elements between rows, or columns, of the copy.
  int64_t rowPitch = 0;
  /// Of a task: where its batch begins, and copies of the operands.
  Value resultStart, columnBuffer, rowBuffer;
};

} // namespace

void emitContractionTasks(OpBuilder &b, Location loc,
                          const ContractionPlan &plan) {
  ContractionTaskEmitter(b, loc, plan).emit();
}

} // namespace dml
