//===- TileTransposes.cpp - Transposed copies in workgroup memory ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TileSchedule.h says which copies go through tiles in workgroup memory. Where
// rows are whole vectors of the destination, loads and stores have 16 bytes,
// and lanes are consecutive on both sides; other tiles are those of
// TileStrips.h.
//
// - A row of the tile is padded by a word, and rows lie in the order in which
//   lanes read them: the first elements of all vectors, a gap of one row, then
//   all second elements. Reads of workgroup memory have no bank conflicts,
//   writes have conflicts of two to four.
// - A thread takes a word of each row of a vector and, for narrow elements,
//   writes 2 or 4 vectors, after it has transposed their elements with masks
//   and shifts. So narrow elements take as many reads of workgroup memory for a
//   byte written as elements of 32 bits do.
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Analysis/WordConstant.h"
#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/TileEmitter.h"
#include "CodeGen/GPU/Move/TileStrips.h"
#include "CodeGen/GPU/Schedule/KernelObstacles.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/Analysis/ScheduleRemark.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/CheckedArithmetic.h"

namespace dml {
#define GEN_PASS_DEF_GPUTILETRANSPOSES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Whether a copy reads only positions that its source's root has.
bool isInside(const AccessNest &nest) {
  const Access &read = nest.reads.front();
  std::optional<int64_t> first = read.offset, last = first;
  for (auto [loop, stride] : llvm::zip_equal(nest.loops, read.strides)) {
    std::optional<int64_t> &end = stride < 0 ? first : last;
    end = llvm::checkedMulAdd(loop.size - 1, stride, *end);
    if (!end)
      return false;
  }
  auto type = cast<MemRefType>(getRootBuffer(read.buffer).getType());
  return *first >= 0 && *last < type.getNumElements();
}

/// Describes an operation that writes each element of a packed buffer, in
/// order, with the element of another buffer at a position that is linear in
/// the loops, or with a constant where a predicate fails. No two neighbouring
/// loops could be one.
std::optional<AccessNest> matchLinearCopy(linalg::GenericOp op) {
  if (op.getNumDpsInits() != 1 || op.getNumParallelLoops() != op.getNumLoops())
    return std::nullopt;
  Value dest = op.getDpsInits().front();
  auto type = dyn_cast<MemRefType>(dest.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      !hasWords(type.getElementType()) || !ownsVectors(dest))
    return std::nullopt;
  FailureOr<AccessNest> nest =
      AccessNest::create(cast<linalg::LinalgOp>(op.getOperation()));
  if (failed(nest) || !nest->isMove || !nest->writes.front().isPacked)
    return std::nullopt;
  const Access &read = nest->reads.front();
  if (!findObstacle(read.buffer).empty() ||
      read.elementType != type.getElementType() ||
      getRootBuffer(read.buffer) == getRootBuffer(dest))
    return std::nullopt;
  AccessNest merged = nest->mergeLoops();
  if (read.predicates.empty() && !isInside(merged))
    return std::nullopt;
  return merged;
}

/// Threads keep rows, and put columns together when they write.
class TransposeEmitter : public TileEmitter {
public:
  TransposeEmitter(OpBuilder &b, const AccessNest &nest,
                   const TransposeTiling &tiling)
      : TileEmitter(b, nest, tiling), tiling(tiling),
        predicates(nest.reads.front().predicates), indices(loops.size()) {
    if (!predicates.empty())
      otherwise = getVectorWords(nest.otherwise);
  }

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    Value shared = allocateWorkgroupWords(w, tiling.getNumWords());
    transfer(
        w, thread, tiling.rows * tiling.getColumnVectors(),
        [&](Value item) { return load(w, item); },
        [&](Value item, ArrayRef<Value> loaded) {
          keep(w, shared, item, loaded);
        });
    emitBarrier(w);
    forEach(w, thread, tiling.getNumStores(),
            [&](Value item) { storeRows(w, shared, item); });
  }

private:
  /// Computes the tile's start, in vectors of source and destination.
  void locate(WordBuilder &w, Value tile) {
    TileNumber number(tile, numTiles);
    Value part = number.take(w, tiling.totalRows / tiling.rows);
    firstRow = w.multiply(part, tiling.rows);
    destBegin = w.multiply(part, tiling.getRowVectors());
    sourceBegin = w.constant(sourceOffset / length);
    Value columns =
        number.take(w, loops[tiling.columnLoop].size / tiling.columns);
    auto move = [&](Value index, int64_t sourceVectors, int64_t destVectors) {
      sourceBegin = w.add(sourceBegin, w.multiply(index, sourceVectors));
      destBegin = w.add(destBegin, w.multiply(index, destVectors));
    };
    move(columns, tiling.getColumnVectors(),
         tiling.columns * destStrides[tiling.columnLoop] / length);
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != tiling.columnLoop) {
        indices[i] = number.take(w, loops[i].size);
        move(indices[i], sourceStrides[i] / length, destStrides[i] / length);
      }
  }

  /// A vector of a row and, if there are predicates, whether they hold. The
  /// columns of a row lie side by side; so do, often, those of the next.
  SmallVector<Value> load(WordBuilder &w, Value item) {
    Value row = w.add(firstRow, w.divide(item, tiling.getColumnVectors()));
    Value position =
        w.add(sourceBegin, w.remainder(item, tiling.getColumnVectors()));
    position = moveToRow(w, position, row, tiling.firstRowLoop, indices);
    if (predicates.empty())
      return {w.load(source, position)};
    Value isInside = w.boolean(true);
    for (const Predicate &predicate : predicates)
      isInside = w.both(isInside, holds(w, predicate));
    return {w.load(source, w.select(isInside, position, 0)), isInside};
  }

  Value holds(WordBuilder &w, const Predicate &predicate) {
    Value position = w.constant(predicate.position.constant);
    for (auto [index, factor] :
         llvm::zip_equal(indices, predicate.position.factors))
      if (factor != 0)
        position = w.add(position, w.multiply(index, factor));
    return w.isBelow(position, *getConstantIntValue(predicate.bound));
  }

  /// The words of a vector that has a constant in each element.
  SmallVector<int64_t> getVectorWords(TypedAttr element) const {
    APInt vector = APInt::getSplat(8 * kVectorBytes, getBits(element));
    SmallVector<int64_t> words;
    for (unsigned i = 0; i < kVectorBytes / kWordBytes; ++i)
      words.push_back(vector.extractBitsAsZExtValue(32, 32 * i));
    return words;
  }

  void keep(WordBuilder &w, Value shared, Value item, ArrayRef<Value> loaded) {
    Value row = w.divide(item, tiling.getColumnVectors());
    Value column = w.remainder(item, tiling.getColumnVectors());
    Value sharedRow =
        w.add(w.multiply(w.remainder(row, length), tiling.getGroupPitch()),
              w.divide(row, length));
    Value position =
        w.add(w.multiply(sharedRow, tiling.getPitch()), w.multiply(column, 4));
    for (auto [i, word] : llvm::enumerate(w.split(loaded.front()))) {
      if (!predicates.empty())
        word = w.select(loaded.back(), word, otherwise[i]);
      w.store(word, shared, w.add(position, i));
    }
  }

  void storeRows(WordBuilder &w, Value shared, Value item) {
    Value vector = w.remainder(item, tiling.getRowVectors());
    Value column = w.divide(item, tiling.getRowVectors());
    Value position = w.add(w.multiply(vector, tiling.getPitch()),
                           w.multiply(column, wordsPerElement));
    SmallVector<Value> words;
    for (int64_t row = 0; row < length; ++row)
      for (int64_t part = 0; part < wordsPerElement; ++part)
        words.push_back(w.load(
            shared,
            w.add(position,
                  row * tiling.getGroupPitch() * tiling.getPitch() + part)));
    // Elements that share a word change places with those of other rows.
    transposeElements(w, words);
    int64_t stride = destStrides[tiling.columnLoop] / length;
    Value at =
        w.add(w.add(destBegin, vector), w.multiply(column, perWord * stride));
    for (int64_t element = 0; element < perWord; ++element) {
      SmallVector<Value> parts;
      for (size_t i = element; i < words.size(); i += perWord)
        parts.push_back(words[i]);
      w.store(w.join(parts), dest, w.add(at, element * stride));
    }
  }

  const TransposeTiling tiling;
  const SmallVector<Predicate> predicates;
  SmallVector<int64_t> otherwise;
  /// Of the loops, those of the current row among them; none of the columns'.
  SmallVector<Value> indices;
  Value firstRow, sourceBegin, destBegin;
};

struct GPUTileTransposesPass
    : impl::GPUTileTransposesBase<GPUTileTransposesPass> {
  using GPUTileTransposesBase::GPUTileTransposesBase;

  void runOnOperation() override {
    if (failed(
            checkLaunchOptions(getOperation(), workgroupSize, maxWorkgroups)) ||
        failed(checkByteCounts(getOperation())))
      return signalPassFailure();
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<AccessNest> nest = matchLinearCopy(op);
      if (!nest)
        continue;
      OpBuilder b(op);
      TileLimits limits = {workgroupSize, maxWorkgroupMemory};
      if (auto tiling = TransposeTiling::choose(*nest, limits))
        lower(op, "TransposeTiling", *tiling,
              std::make_unique<TransposeEmitter>(b, *nest, *tiling));
      else if (auto tiling = StripTiling::choose(*nest, limits))
        lower(op, "StripTiling", *tiling,
              createStripTileEmitter(b, *nest, *tiling));
    }
  }

private:
  template <typename TilingT>
  void lower(linalg::GenericOp op, StringRef name, const TilingT &tiling,
             std::unique_ptr<TileEmitter> emitter) {
    remarkSchedule(op.getLoc(), name, tiling);
    OpBuilder b(op);
    // Grids that are too large are refused with the operation's name later.
    if (succeeded(buildWorkgroupLaunch(
            b, op.getLoc(), tiling.numTiles, tiling.numThreads, maxWorkgroups,
            [&](OpBuilder &b, Location loc, Value tile, Value thread) {
              WordBuilder w(b, loc);
              emitter->emit(w, tile, thread);
            })))
      op.erase();
  }
};

} // namespace
} // namespace dml
