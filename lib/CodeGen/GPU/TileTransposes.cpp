//===- TileTransposes.cpp - Transposed copies in workgroup memory ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "LaunchBuilder.h"
#include "LinearCopy.h"
#include "WordBuilder.h"
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
/// Shorter runs of the destination would be parts of what memory moves.
constexpr int64_t kMinRunBytes = 64;
/// Runs of the source that are longer than that are no faster.
constexpr int64_t kMaxSourceRunBytes = 128;

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

/// The largest divisor of a number that is a multiple of `unit`, and at most
/// `limit`; 0 if there is none.
int64_t getLargestPart(int64_t number, int64_t unit, int64_t limit) {
  for (int64_t part = limit / unit * unit; part > 0; part -= unit)
    if (number % part == 0)
      return part;
  return 0;
}

std::optional<TransposeTiling>
TransposeTiling::choose(LinearCopy copy, int64_t maxWorkgroupMemory) {
  TransposeTiling tiling;
  int64_t length = kVectorBytes / copy.elementBytes;
  int64_t numElements = 1;
  auto *column = llvm::find_if(copy.loops, [](const LinearCopy::Loop &loop) {
    return loop.sourceStride == 1;
  });
  // Vectors are read along one loop and written along others.
  if (column == copy.loops.end() || column + 1 == copy.loops.end() ||
      copy.sourceOffset % length != 0)
    return std::nullopt;
  for (LinearCopy::Loop &loop : copy.loops) {
    numElements *= loop.size;
    if (&loop != column &&
        (loop.sourceStride < 0 || loop.sourceStride % length != 0))
      return std::nullopt;
  }
  if (numElements > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  tiling.columns = getLargestPart(column->size, length,
                                  kMaxSourceRunBytes / copy.elementBytes);
  if (tiling.columns == 0)
    return std::nullopt;

  tiling.columnLoop = column - copy.loops.begin();
  tiling.firstRowLoop = copy.loops.size();
  tiling.totalRows = 1;
  int64_t wanted = kTileBytes / copy.elementBytes / tiling.columns;
  while (tiling.firstRowLoop - 1 > tiling.columnLoop &&
         tiling.totalRows < wanted)
    tiling.totalRows *= copy.loops[--tiling.firstRowLoop].size;
  tiling.copy = std::move(copy);
  for (; wanted >= length; wanted /= 2) {
    tiling.rows = getLargestPart(tiling.totalRows, length, wanted);
    if (tiling.rows * tiling.copy.elementBytes < kMinRunBytes)
      return std::nullopt;
    if (tiling.getNumWords() * 4 <= maxWorkgroupMemory)
      return tiling;
  }
  return std::nullopt;
}

/// One tile: read in vectors of columns, written in vectors of rows.
class TransposeEmitter {
public:
  TransposeEmitter(OpBuilder &b, const TransposeTiling &tiling,
                   int64_t maxThreads)
      : tiling(tiling), elementBytes(tiling.copy.elementBytes),
        length(tiling.getVectorLength()),
        perWord(std::max<int64_t>(4 / elementBytes, 1)),
        source(viewWords(b, tiling.copy.source, 4)),
        dest(viewWords(b, tiling.copy.dest, 4)) {
    numThreads = std::min(
        maxThreads, static_cast<int64_t>(llvm::PowerOf2Ceil(getNumStores())));
  }

  int64_t getNumThreads() const { return numThreads; }

  void emit(WordBuilder &w, Value tile, Value thread) {
    this->thread = thread;
    locate(w, tile);
    Value shared = allocateWorkgroupWords(w.getBuilder(), w.getLoc(),
                                          tiling.getNumWords());
    // All reads are under way before the first is needed.
    int64_t numLoads = tiling.rows * tiling.getColumnVectors();
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < numLoads; i += numThreads) {
      Value item = w.add(thread, i);
      if (i + numThreads > numLoads)
        item = w.min(item, numLoads - 1);
      vectors.push_back(load(w, item));
    }
    for (auto [i, vector] : llvm::enumerate(vectors))
      ifBelow(w, i * numThreads, numLoads,
              [&, &vector = vector](WordBuilder &w, Value item) {
                keep(w, shared, item, vector);
              });
    emitBarrier(w);
    for (int64_t i = 0; i < getNumStores(); i += numThreads)
      ifBelow(w, i, getNumStores(),
              [&](WordBuilder &w, Value item) { storeRows(w, shared, item); });
  }

private:
  /// A thread takes the rows' words: a vector for each element of a word.
  int64_t getNumStores() const {
    return tiling.columns / perWord * tiling.getRowVectors();
  }

  void ifBelow(WordBuilder &w, int64_t first, int64_t end,
               function_ref<void(WordBuilder &, Value)> body) {
    Value item = w.add(thread, first);
    if (first + numThreads <= end)
      return body(w, item);
    w.ifThen(w.isBelow(thread, end - first),
             [&](WordBuilder &w) { body(w, item); });
  }

  /// Where the tile starts, in vectors on both sides.
  void locate(WordBuilder &w, Value tile) {
    ArrayRef<LinearCopy::Loop> loops = tiling.copy.loops;
    Value rest = tile;
    int64_t numTiles = tiling.getNumTiles();
    auto take = [&](int64_t size) {
      numTiles /= size;
      if (numTiles == 1)
        return std::exchange(rest, w.constant(0));
      Value index = w.remainder(rest, size);
      rest = w.divide(rest, size);
      return index;
    };
    Value part = take(tiling.totalRows / tiling.rows);
    firstRow = w.multiply(part, tiling.rows);
    destBegin = w.multiply(part, tiling.getRowVectors());
    sourceBegin = w.constant(tiling.copy.sourceOffset / length);
    Value columns = take(loops[tiling.columnLoop].size / tiling.columns);
    auto move = [&](Value index, int64_t sourceVectors, int64_t destVectors) {
      sourceBegin = w.add(sourceBegin, w.multiply(index, sourceVectors));
      destBegin = w.add(destBegin, w.multiply(index, destVectors));
    };
    move(columns, tiling.getColumnVectors(),
         tiling.columns * loops[tiling.columnLoop].destStride / length);
    for (size_t i = tiling.firstRowLoop; i-- > 0;)
      if (i != tiling.columnLoop)
        move(take(loops[i].size), loops[i].sourceStride / length,
             loops[i].destStride / length);
  }

  /// The columns of a row lie side by side; so do, often, those of the next.
  Value load(WordBuilder &w, Value item) {
    Value rest = w.add(firstRow, w.divide(item, tiling.getColumnVectors()));
    Value position =
        w.add(sourceBegin, w.remainder(item, tiling.getColumnVectors()));
    ArrayRef<LinearCopy::Loop> loops = tiling.copy.loops;
    for (size_t i = loops.size(); i-- > tiling.firstRowLoop;) {
      bool isOutermost = i == tiling.firstRowLoop;
      Value index = isOutermost ? rest : w.remainder(rest, loops[i].size);
      position =
          w.add(position, w.multiply(index, loops[i].sourceStride / length));
      if (!isOutermost)
        rest = w.divide(rest, loops[i].size);
    }
    return w.load(source, position);
  }

  void keep(WordBuilder &w, Value shared, Value item, Value vector) {
    Value row = w.divide(item, tiling.getColumnVectors());
    Value column = w.remainder(item, tiling.getColumnVectors());
    Value slot =
        w.add(w.multiply(w.remainder(row, length), tiling.getGroupPitch()),
              w.divide(row, length));
    Value position =
        w.add(w.multiply(slot, tiling.getPitch()), w.multiply(column, 4));
    for (int64_t i = 0; i < 4; ++i)
      w.store(vector::ExtractOp::create(w.getBuilder(), w.getLoc(), vector, i),
              shared, w.add(position, i));
  }

  void storeRows(WordBuilder &w, Value shared, Value item) {
    int64_t wordsPerElement = std::max<int64_t>(elementBytes / 4, 1);
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
    for (int64_t bits = elementBytes * 8, step = 1; bits < 32;
         bits *= 2, step *= 2)
      exchange(w, words, bits, step);
    int64_t stride = tiling.copy.loops[tiling.columnLoop].destStride / length;
    Value at =
        w.add(w.add(destBegin, vector), w.multiply(column, perWord * stride));
    OpBuilder &b = w.getBuilder();
    for (int64_t element = 0; element < perWord; ++element) {
      SmallVector<Value> parts;
      for (size_t i = element; i < words.size(); i += perWord)
        parts.push_back(words[i]);
      w.store(vector::FromElementsOp::create(
                  b, w.getLoc(), VectorType::get(4, b.getI32Type()), parts),
              dest, w.add(at, element * stride));
    }
  }

  /// Of each two words `step` apart, the upper parts of `bits` of the first
  /// change places with the lower parts of the second.
  void exchange(WordBuilder &w, SmallVectorImpl<Value> &words, int64_t bits,
                int64_t step) {
    int64_t low = bits == 16 ? 0xFFFF : 0x00FF00FF;
    for (size_t i = 0; i < words.size(); ++i) {
      if (i / step % 2 == 1)
        continue;
      Value first = words[i], second = words[i + step];
      words[i] =
          w.either(w.mask(first, low), w.shiftLeft(w.mask(second, low), bits));
      words[i + step] = w.either(w.mask(w.shiftRight(first, bits), low),
                                 w.mask(second, ~low));
    }
  }

  const TransposeTiling &tiling;
  int64_t elementBytes, length;
  /// Elements of a word, or 1.
  int64_t perWord;
  int64_t numThreads;
  Value source, dest;
  Value thread, firstRow, sourceBegin, destBegin;
};

struct GPUTileTransposesPass
    : impl::GPUTileTransposesBase<GPUTileTransposesPass> {
  using GPUTileTransposesBase::GPUTileTransposesBase;

  void runOnOperation() override {
    if (failed(
            checkLaunchOptions(getOperation(), workgroupSize, maxWorkgroups)))
      return signalPassFailure();
    SmallVector<linalg::GenericOp> ops;
    getOperation().walk([&](linalg::GenericOp op) { ops.push_back(op); });
    for (linalg::GenericOp op : ops) {
      std::optional<LinearCopy> copy = LinearCopy::match(op);
      if (!copy)
        continue;
      std::optional<TransposeTiling> tiling =
          TransposeTiling::choose(std::move(*copy), maxWorkgroupMemory);
      if (!tiling)
        continue;
      OpBuilder b(op);
      TransposeEmitter emitter(b, *tiling, workgroupSize);
      // Grids that are too large are refused with the operation's name later.
      if (succeeded(buildWorkgroupLaunch(
              b, op.getLoc(), tiling->getNumTiles(), emitter.getNumThreads(),
              maxWorkgroups,
              [&](OpBuilder &b, Location loc, Value tile, Value thread) {
                WordBuilder w(b, loc);
                emitter.emit(w, tile, thread);
              })))
        op.erase();
    }
  }
};

} // namespace
} // namespace dml
