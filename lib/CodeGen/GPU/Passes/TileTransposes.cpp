//===- TileTransposes.cpp - Transposed copies in workgroup memory ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy that reads along one loop what it writes along another goes through
// tiles in workgroup memory. Loads and stores have 16 bytes, and lanes are
// consecutive on both sides.
//
// - Columns are the loop that is consecutive in the source, up to 128 bytes of
//   it, in whole vectors. Rows are the innermost loops of the destination
//   inside of that, as many of them as make a tile of 4 KiB. Both divide what
//   there is, so no tile is cut off. Larger tiles wait longer at the barrier;
//   smaller ones have too few threads for bytes.
// - Rows of a tile have at least 64 bytes in the destination. Other operations
//   are left to TileStrips.h, or to dml-gpu-map-to-threads: depth_to_space1
//   with small blocks among them.
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

#include "CodeGen/GPU/Move/LaunchBuilder.h"
#include "CodeGen/GPU/Move/TileEmitter.h"
#include "CodeGen/GPU/Move/TileStrips.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/CodeGen/GPU/Passes.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVDialect.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace dml {
#define GEN_PASS_DEF_GPUTILETRANSPOSES
#include "dml/CodeGen/GPU/Passes.h.inc"
} // namespace dml

using namespace mlir;

namespace dml {
namespace {

/// Bytes of a tile: those of 256 vectors. Larger ones wait longer at the
/// barrier.
constexpr int64_t kTileBytes = 4096;
/// Shorter strips of the destination would be parts of what memory moves.
constexpr int64_t kMinStripBytes = 64;

/// A copy cut into tiles of `columns` elements that are consecutive in the
/// source, times `rows` that are consecutive in the destination.
struct TransposeTiling {
  LinearCopy copy;
  /// The loop that is consecutive in the source.
  size_t columnLoop;
  /// The first of the innermost loops that make up the rows.
  size_t firstRowLoop;
  /// How many rows there are where no other loop moves.
  int64_t totalRows;
  int64_t columns, rows;

  static std::optional<TransposeTiling> choose(LinearCopy copy,
                                               int64_t maxWorkgroupMemory);

  int64_t getVectorLength() const { return kVectorBytes / copy.elementBytes; }
  int64_t getColumnVectors() const { return columns / getVectorLength(); }
  int64_t getRowVectors() const { return rows / getVectorLength(); }
  int64_t getColumnWords() const { return columns * copy.elementBytes / 4; }
  /// Words between two rows: an odd number, or almost, keeps lanes that read
  /// one word of each row off each other's banks.
  int64_t getPitch() const { return getColumnWords() + 1; }
  /// Rows lie in the order in which threads read them: all vectors' first
  /// elements, then a gap, then all second elements.
  int64_t getGroupPitch() const { return getRowVectors() + 1; }
  int64_t getNumWords() const {
    return getVectorLength() * getGroupPitch() * getPitch();
  }
  int64_t getNumTiles() const {
    int64_t elements = 1;
    for (const LinearCopy::Loop &loop : copy.loops)
      elements *= loop.size;
    return elements / (rows * columns);
  }
};

std::optional<TransposeTiling>
TransposeTiling::choose(LinearCopy copy, int64_t maxWorkgroupMemory) {
  std::optional<size_t> columnLoop = findColumnLoop(copy);
  if (!columnLoop)
    return std::nullopt;
  TransposeTiling tiling;
  int64_t length = kVectorBytes / copy.elementBytes;
  tiling.columnLoop = *columnLoop;
  tiling.columns = getLargestPart(copy.loops[*columnLoop].size, length,
                                  kMaxSourceStripBytes / copy.elementBytes);
  if (tiling.columns == 0)
    return std::nullopt;

  tiling.firstRowLoop = copy.loops.size();
  tiling.totalRows = 1;
  int64_t wanted = kTileBytes / copy.elementBytes / tiling.columns;
  while (tiling.firstRowLoop - 1 > tiling.columnLoop &&
         tiling.totalRows < wanted)
    tiling.totalRows *= copy.loops[--tiling.firstRowLoop].size;
  tiling.copy = std::move(copy);
  for (; wanted >= length; wanted /= 2) {
    tiling.rows = getLargestPart(tiling.totalRows, length, wanted);
    if (tiling.rows * tiling.copy.elementBytes < kMinStripBytes)
      return std::nullopt;
    if (tiling.getNumWords() * 4 <= maxWorkgroupMemory)
      return tiling;
  }
  return std::nullopt;
}

/// Threads keep rows, and put columns together when they write.
class TransposeEmitter : public TileEmitter {
public:
  TransposeEmitter(OpBuilder &b, const TransposeTiling &tiling,
                   int64_t maxThreads)
      : TileEmitter(b, tiling.copy), tiling(tiling) {
    numThreads = std::min(
        maxThreads, static_cast<int64_t>(llvm::PowerOf2Ceil(getNumStores())));
  }

  int64_t getNumTiles() const override { return tiling.getNumTiles(); }

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    Value shared = allocateWorkgroupWords(w, tiling.getNumWords());
    transfer(
        w, thread, tiling.rows * tiling.getColumnVectors(),
        [&](Value item) -> SmallVector<Value> { return {load(w, item)}; },
        [&](Value item, ArrayRef<Value> vectors) {
          keep(w, shared, item, vectors.front());
        });
    emitBarrier(w);
    forEach(w, thread, getNumStores(),
            [&](Value item) { storeRows(w, shared, item); });
  }

private:
  /// A thread takes the rows' words: a vector for each element of a word.
  int64_t getNumStores() const {
    return tiling.columns / perWord * tiling.getRowVectors();
  }

  /// Where the tile starts, in vectors on both sides.
  void locate(WordBuilder &w, Value tile) {
    ArrayRef<LinearCopy::Loop> loops = copy.loops;
    TileNumber number(tile, tiling.getNumTiles());
    Value part = number.take(w, tiling.totalRows / tiling.rows);
    firstRow = w.multiply(part, tiling.rows);
    destBegin = w.multiply(part, tiling.getRowVectors());
    sourceBegin = w.constant(copy.sourceOffset / length);
    Value columns =
        number.take(w, loops[tiling.columnLoop].size / tiling.columns);
    auto move = [&](Value index, int64_t sourceVectors, int64_t destVectors) {
      sourceBegin = w.add(sourceBegin, w.multiply(index, sourceVectors));
      destBegin = w.add(destBegin, w.multiply(index, destVectors));
    };
    move(columns, tiling.getColumnVectors(),
         tiling.columns * loops[tiling.columnLoop].destStride / length);
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != tiling.columnLoop)
        move(number.take(w, loops[i].size), loops[i].sourceStride / length,
             loops[i].destStride / length);
  }

  /// The columns of a row lie side by side; so do, often, those of the next.
  Value load(WordBuilder &w, Value item) {
    Value row = w.add(firstRow, w.divide(item, tiling.getColumnVectors()));
    Value position =
        w.add(sourceBegin, w.remainder(item, tiling.getColumnVectors()));
    return w.load(source, moveToRow(w, position, row, tiling.firstRowLoop));
  }

  void keep(WordBuilder &w, Value shared, Value item, Value vector) {
    Value row = w.divide(item, tiling.getColumnVectors());
    Value column = w.remainder(item, tiling.getColumnVectors());
    Value sharedRow =
        w.add(w.multiply(w.remainder(row, length), tiling.getGroupPitch()),
              w.divide(row, length));
    Value position =
        w.add(w.multiply(sharedRow, tiling.getPitch()), w.multiply(column, 4));
    for (int64_t i = 0; i < 4; ++i)
      w.store(vector::ExtractOp::create(w.b, w.loc, vector, i), shared,
              w.add(position, i));
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
    int64_t stride = copy.loops[tiling.columnLoop].destStride / length;
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
      std::optional<LinearCopy> copy = LinearCopy::match(op);
      if (!copy)
        continue;
      OpBuilder b(op);
      std::unique_ptr<TileEmitter> emitter = createEmitter(b, *copy);
      if (!emitter)
        continue;
      // Grids that are too large are refused with the operation's name later.
      if (succeeded(buildWorkgroupLaunch(
              b, op.getLoc(), emitter->getNumTiles(), emitter->getNumThreads(),
              maxWorkgroups,
              [&](OpBuilder &b, Location loc, Value tile, Value thread) {
                WordBuilder w(b, loc);
                emitter->emit(w, tile, thread);
              })))
        op.erase();
    }
  }

private:
  std::unique_ptr<TileEmitter> createEmitter(OpBuilder &b,
                                             const LinearCopy &copy) {
    std::optional<TransposeTiling> tiling =
        TransposeTiling::choose(copy, maxWorkgroupMemory);
    if (tiling)
      return std::make_unique<TransposeEmitter>(b, *std::move(tiling),
                                                workgroupSize);
    return createStripTileEmitter(b, copy, workgroupSize, maxWorkgroupMemory);
  }
};

} // namespace
} // namespace dml
