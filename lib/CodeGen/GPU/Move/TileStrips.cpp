//===- TileStrips.cpp - Tiles of whole strips -----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileStrips.h"
#include "CodeGen/GPU/Words/BufferWords.h"
#include "dml/IR/DMLDialect.h"

using namespace mlir;

namespace dml {
namespace {

/// Short tiles are joined up to that.
constexpr int64_t kTileBytes = 4096;
/// Columns that are side by side in the source make it longer: parts of what
/// memory moves cost more than a longer wait at the barrier.
constexpr int64_t kWideTileBytes = 8192;
/// Larger ones leave room for few workgroups at a time.
constexpr int64_t kMaxTileBytes = 16384;
/// What memory moves at least.
constexpr int64_t kSectorBytes = 32;
/// Shorter strips are vectors of few columns, which the general way writes
/// well.
constexpr int64_t kMinStripBytes = kSectorBytes;
/// Fewer threads are parts of what devices run together.
constexpr int64_t kMinThreads = 64;
/// Words of a vector, and of one that starts anywhere in its first word.
constexpr int64_t kVectorWords = 4, kShiftedWords = 5;

/// A copy cut into tiles that are consecutive in the destination.
struct StripTiling {
  /// The loop that is consecutive in the source.
  size_t columnLoop;
  /// Steps of all loops inside of it.
  int64_t rows;
  /// How many are side by side in the source.
  int64_t columns;
  /// Of the loop around the columns, where a tile has all of these.
  int64_t steps;
  int64_t elementBytes;

  static std::optional<StripTiling> choose(const LinearCopy &copy,
                                           int64_t maxWorkgroupMemory);

  int64_t getNumColumns() const { return columns * steps; }
  int64_t getNumElements() const { return rows * getNumColumns(); }
  int64_t getNumBytes() const { return getNumElements() * elementBytes; }
  /// The last word of a column has elements of the next one, too.
  bool hasSeams() const { return rows * elementBytes % 4 != 0; }
  /// Words that are full of a column's elements.
  int64_t getFullWords() const { return rows * elementBytes / 4; }
  /// Words between two columns. Behind seams, a column goes on with the next
  /// one, as far as a vector reaches that starts at its last element.
  int64_t getPitch() const {
    return getFullWords() + (hasSeams() ? kShiftedWords : 0);
  }
  /// With a gap of one word behind each 32, so that lanes that are vectors
  /// apart stay off each other's banks.
  int64_t getNumWords() const {
    int64_t last = getNumColumns() * getPitch() - 1;
    return last + last / 32 + 1;
  }
};

std::optional<StripTiling> StripTiling::choose(const LinearCopy &copy,
                                               int64_t maxWorkgroupMemory) {
  std::optional<size_t> columnLoop = findColumnLoop(copy);
  if (!columnLoop)
    return std::nullopt;
  StripTiling tiling = {*columnLoop, 1, 0, 1, copy.elementBytes};
  ArrayRef<LinearCopy::Loop> loops = copy.loops;
  for (const LinearCopy::Loop &loop : loops.drop_front(*columnLoop + 1))
    tiling.rows *= loop.size;
  int64_t stripBytes = tiling.rows * copy.elementBytes;
  if (stripBytes < kMinStripBytes || stripBytes % kVectorBytes == 0)
    return std::nullopt;

  int64_t numColumns = loops[*columnLoop].size;
  int64_t wanted =
      std::max(kWideTileBytes / stripBytes * copy.elementBytes, kSectorBytes);
  for (int64_t sourceBytes :
       {std::min(wanted, kMaxSourceStripBytes), kVectorBytes}) {
    tiling.columns =
        getLargestPart(numColumns, kVectorBytes / copy.elementBytes,
                       sourceBytes / copy.elementBytes);
    if (tiling.columns == 0)
      return std::nullopt;
    if (tiling.columns == numColumns && *columnLoop > 0 &&
        tiling.getNumBytes() < kTileBytes)
      tiling.steps = getLargestPart(loops[*columnLoop - 1].size, 1,
                                    kTileBytes / tiling.getNumBytes());
    if (tiling.getNumBytes() <= kMaxTileBytes &&
        tiling.getNumWords() * 4 <= maxWorkgroupMemory)
      return tiling;
    tiling.steps = 1;
  }
  return std::nullopt;
}

/// Threads read a word's worth of rows, exchange their elements, and keep words
/// of columns as they lie in the destination.
class StripTileEmitter : public TileEmitter {
public:
  StripTileEmitter(OpBuilder &b, const LinearCopy &copy,
                   const StripTiling &tiling, int64_t maxThreads)
      : TileEmitter(b, copy), tiling(tiling),
        columnVectors(tiling.columns / length),
        groups(llvm::divideCeil(tiling.rows, perWord)) {
    numThreads = std::min<int64_t>(
        maxThreads,
        std::max<int64_t>(llvm::PowerOf2Ceil(getNumLoads()), kMinThreads));
  }

  int64_t getNumTiles() const override {
    int64_t numElements = 1;
    for (const LinearCopy::Loop &loop : copy.loops)
      numElements *= loop.size;
    return numElements / tiling.getNumElements();
  }

  void emit(WordBuilder &w, Value tile, Value thread) override {
    locate(w, tile);
    shared = allocateWorkgroupWords(w, tiling.getNumWords());
    transfer(
        w, thread, getNumLoads(), [&](Value item) { return load(w, item); },
        [&](Value item, ArrayRef<Value> vectors) { keep(w, item, vectors); });
    emitBarrier(w);
    if (tiling.hasSeams()) {
      forEach(w, thread, tiling.getNumColumns(),
              [&](Value column) { closeSeam(w, column); });
      emitBarrier(w);
    }
    forEach(w, thread, tiling.getNumElements() / length, [&](Value vector) {
      SmallVector<Value> words =
          tiling.hasSeams() ? readShifted(w, vector) : readAligned(w, vector);
      w.store(w.join(words), dest, w.add(destBegin, vector));
    });
  }

private:
  int64_t getNumLoads() const { return tiling.steps * groups * columnVectors; }

  /// Where the tile starts, in vectors on both sides.
  void locate(WordBuilder &w, Value tile) {
    ArrayRef<LinearCopy::Loop> loops = copy.loops;
    destBegin = w.multiply(tile, tiling.getNumElements() / length);
    sourceBegin = w.constant(copy.sourceOffset / length);
    TileNumber number(tile, getNumTiles());
    auto move = [&](int64_t size, int64_t sourceVectors) {
      sourceBegin =
          w.add(sourceBegin, w.multiply(number.take(w, size), sourceVectors));
    };
    move(loops[tiling.columnLoop].size / tiling.columns, columnVectors);
    for (size_t i = tiling.columnLoop; i-- > 0;) {
      int64_t steps = i + 1 == tiling.columnLoop ? tiling.steps : 1;
      move(loops[i].size / steps, steps * loops[i].sourceStride / length);
    }
  }

  /// The columns of a row lie side by side; so do, often, those of the next.
  struct Item {
    Value columnVector, group, step;
  };
  Item split(WordBuilder &w, Value item) {
    Value rest = w.divide(item, columnVectors);
    Value columnVector = w.remainder(item, columnVectors);
    if (tiling.steps == 1)
      return {columnVector, rest, w.constant(0)};
    return {columnVector, w.remainder(rest, groups), w.divide(rest, groups)};
  }

  /// A vector of each row of a word. The last ones are those of a full word.
  SmallVector<Value> load(WordBuilder &w, Value item) {
    auto [columnVector, group, step] = split(w, item);
    Value begin = w.add(sourceBegin, columnVector);
    if (tiling.steps > 1)
      begin = w.add(
          begin,
          w.multiply(step,
                     copy.loops[tiling.columnLoop - 1].sourceStride / length));
    Value row = w.multiply(group, perWord);
    if (tiling.hasSeams())
      row = w.minimum(row, tiling.rows - perWord);
    SmallVector<Value> vectors;
    for (int64_t i = 0; i < perWord; ++i)
      vectors.push_back(w.load(
          source, moveToRow(w, begin, w.add(row, i), tiling.columnLoop + 1)));
    return vectors;
  }

  void keep(WordBuilder &w, Value item, ArrayRef<Value> vectors) {
    auto [columnVector, group, step] = split(w, item);
    Value column = w.add(w.multiply(columnVector, length),
                         w.multiply(step, tiling.columns));
    Value begin = w.add(w.multiply(column, tiling.getPitch()),
                        w.multiply(group, wordsPerElement));
    for (int64_t i = 0; i < kVectorWords; ++i) {
      SmallVector<Value> words;
      for (Value vector : vectors)
        words.push_back(vector::ExtractOp::create(w.b, w.loc, vector, i));
      transposeElements(w, words);
      for (auto [element, word] : llvm::enumerate(words)) {
        int64_t column = i * perWord / wordsPerElement + element;
        w.store(word, shared,
                getSharedPosition(w, w.add(begin, column * tiling.getPitch() +
                                                      i % wordsPerElement)));
      }
    }
  }

  /// Moves a column's last elements, which are the upper ones of a full word,
  /// to where they belong, and the next column's first ones behind them. Those
  /// are in full words, which no thread changes meanwhile: strips of at least
  /// 32 bytes have eight of them.
  void closeSeam(WordBuilder &w, Value column) {
    static_assert(kMinStripBytes >= kShiftedWords * 4);
    int64_t bits =
        tiling.rows * copy.elementBytes * 8 - tiling.getFullWords() * 32;
    // Behind the last column, no element is wanted.
    Value next =
        w.multiply(w.minimum(w.add(column, 1), tiling.getNumColumns() - 1),
                   tiling.getPitch());
    Value seam =
        w.add(w.multiply(column, tiling.getPitch()), tiling.getFullWords());
    Value last = w.load(shared, getSharedPosition(w, seam));
    for (int64_t i = 0; i < kShiftedWords; ++i) {
      Value word = w.load(shared, getSharedPosition(w, w.add(next, i)));
      w.store(w.either(w.shiftRight(last, 32 - bits), w.shiftLeft(word, bits)),
              shared, getSharedPosition(w, w.add(seam, i)));
      last = word;
    }
  }

  /// All words of a vector lie between two gaps.
  SmallVector<Value> readAligned(WordBuilder &w, Value vector) {
    Value position = getSharedPosition(w, w.multiply(vector, kVectorWords));
    SmallVector<Value> words;
    for (int64_t i = 0; i < kVectorWords; ++i)
      words.push_back(w.load(shared, w.add(position, i)));
    return words;
  }

  SmallVector<Value> readShifted(WordBuilder &w, Value vector) {
    Value element = w.multiply(vector, length);
    Value column = w.divide(element, tiling.rows);
    Value row = w.subtract(element, w.multiply(column, tiling.rows));
    Value begin =
        w.add(w.multiply(column, tiling.getPitch()), w.divide(row, perWord));
    Value bits = w.multiply(w.remainder(row, perWord), copy.elementBytes * 8);
    Value rest = w.subtract(w.constant(31), bits);
    SmallVector<Value> loaded, words;
    for (int64_t i = 0; i < kShiftedWords; ++i)
      loaded.push_back(w.load(shared, getSharedPosition(w, w.add(begin, i))));
    // In two steps: shifting by 32 is undefined. Multiplying instead would pay
    // where instructions are what bounds a kernel.
    for (int64_t i = 0; i < kVectorWords; ++i)
      words.push_back(
          w.either(w.shiftRight(loaded[i], bits),
                   w.shiftLeft(w.shiftLeft(loaded[i + 1], 1), rest)));
    return words;
  }

  /// Where a word is, with the gaps.
  Value getSharedPosition(WordBuilder &w, Value word) {
    return w.add(word, w.shiftRight(word, 5));
  }

  const StripTiling tiling;
  /// Vectors of a row, and words' worths of rows.
  const int64_t columnVectors, groups;
  Value shared, sourceBegin, destBegin;
};

} // namespace

std::unique_ptr<TileEmitter>
createStripTileEmitter(OpBuilder &b, const LinearCopy &copy, int64_t maxThreads,
                       int64_t maxWorkgroupMemory) {
  std::optional<StripTiling> tiling =
      StripTiling::choose(copy, maxWorkgroupMemory);
  if (!tiling)
    return nullptr;
  return std::make_unique<StripTileEmitter>(b, copy, *tiling, maxThreads);
}

} // namespace dml
