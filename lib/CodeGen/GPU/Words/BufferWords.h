//===- BufferWords.h - Reading buffers in 32-bit words ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_BUFFERWORDS_H
#define DML_LIB_CODEGEN_GPU_WORDS_BUFFERWORDS_H

#include "IndexAnalysis.h"
#include "WordBuilder.h"
#include "dml/CodeGen/Analysis/AccessNest.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <map>
#include <set>

namespace dml {

/// Whether values of a type can be put together to words, and taken out again.
bool hasWords(mlir::Type type);

/// A view of all of a buffer, rounded up to 16 bytes, as units of 1, 2 or 4
/// words.
mlir::Value viewWords(mlir::OpBuilder &b, mlir::Value buffer,
                      unsigned unitWords);

/// Allocates units of words that the threads of a workgroup share, in a launch.
mlir::Value allocateWorkgroupWords(WordBuilder &w, int64_t numUnits,
                                   unsigned unitWords = 1);

/// Words of workgroup memory for so many with a gap of one behind each 32,
/// which keeps threads whose words are powers of two apart off each other's
/// banks.
int64_t getGappedWords(int64_t numWords);

/// The position of a word in such memory.
mlir::Value addGaps(WordBuilder &w, mlir::Value word);

/// Lets the threads of a workgroup see what they wrote to its memory.
void emitBarrier(WordBuilder &w);

/// Whether whole vectors that are written to a packed buffer change nothing
/// beside it in its root: it begins with a vector, and ends with one or with
/// the root.
bool ownsVectors(mlir::Value buffer);

/// The place of a loaded element's bits: one word, from bit `shift` on, or two
/// whole words, the low one first.
struct ElementBits {
  llvm::SmallVector<mlir::Value, 2> words;
  unsigned shift = 0;
};

/// Views of buffers as words, which a launch captures. Buffers that the launch
/// writes are read in one way only: views that alias could be read too early.
class WordViews {
public:
  /// Kernels may read `readableMargin` bytes before and behind each buffer: a
  /// whole number of vectors.
  WordViews(mlir::gpu::LaunchOp launch, int64_t readableMargin);

  int64_t getReadableMargin() const { return readableMargin; }
  bool isWritten(mlir::Value root) const { return written.contains(root); }
  /// Units of 1, 2 or 4 words.
  mlir::Value get(mlir::Value root, unsigned unitWords);
  /// Integers of 1 or 2 bytes.
  mlir::Value getParts(mlir::Value root, int64_t partBytes);

private:
  mlir::Value getUnits(mlir::Value root, mlir::Type unit);

  mlir::gpu::LaunchOp launch;
  int64_t readableMargin;
  llvm::DenseSet<mlir::Value> written;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Type>, mlir::Value> views;
};

/// Consecutive words of a buffer whose first one may be any word of a vector of
/// 2 or 4 words: whole vectors are read, and words moved into place by
/// selections. Lanes that read vectors touch a cache line once where lanes that
/// read words touch it several times.
class RealignedWords {
public:
  using VectorReader = std::function<mlir::Value(const IndexExpr &)>;

  /// `start` counts words; `readVector` reads the vector at a position counted
  /// in vectors.
  RealignedWords(const WordBuilder &w, IndexAnalysis &analysis,
                 const IndexExpr &start, int64_t vectorWords,
                 VectorReader readVector)
      : w(w), analysis(analysis), start(start), vectorWords(vectorWords),
        readVector(std::move(readVector)) {}

  /// The vectors that hold so many words from `start` on, wherever it lies.
  static int64_t getNumVectors(const IndexExpr &start, int64_t numWords,
                               int64_t vectorWords);

  /// The word at this distance from the first.
  mlir::Value get(int64_t word) { return getShifted(word, 1); }

private:
  mlir::Value getUnshifted(int64_t word);
  mlir::Value getShifted(int64_t word, int64_t bit);
  mlir::Value testStartBit(int64_t bit);

  WordBuilder w;
  IndexAnalysis &analysis;
  IndexExpr start;
  int64_t vectorWords;
  VectorReader readVector;
  std::map<int64_t, mlir::Value> vectors, words, tests;
  std::map<std::pair<int64_t, int64_t>, mlir::Value> shifted;
};

/// Reads the elements that loads of one block want from a buffer whose
/// positions differ by constants: each word once, in units as wide as alignment
/// and need allow. A position outside of the buffer gives some bits of it.
/// Sums of the constants, which count bytes, must not overflow.
class WordReader {
public:
  /// `position` is that of any of the loads, in bytes.
  WordReader(mlir::OpBuilder &b, mlir::Location loc, IndexAnalysis &analysis,
             WordViews &views, mlir::Value root, int64_t elementBytes,
             const IndexExpr &position);

  /// Says, before any `read`, that the element so many bytes from `position`'s
  /// terms will be read.
  void request(int64_t byte);
  ElementBits read(int64_t byte);

private:
  mlir::Value readWord(int64_t word);
  void planRealigned();
  bool startRealigned(const IndexExpr &start, const std::set<int64_t> &words,
                      unsigned numLoads);
  mlir::Value readUnit(const IndexExpr &unit, unsigned unitWords);
  mlir::Value readShiftedWord(int64_t word);
  IndexExpr getFirstWord();
  bool isAlone(int64_t byte);
  bool needsNextWord(int64_t word);
  mlir::Value getShift(int64_t byte);
  ElementBits readUnaligned(int64_t byte);

  WordBuilder w;
  IndexAnalysis &analysis;
  WordViews &views;
  mlir::Value root;
  int64_t elementBytes;
  /// Of the position.
  IndexExpr terms;
  /// A power of two that divides the terms' value, 16 at most.
  int64_t alignment;
  /// The smallest of the requested bytes.
  int64_t first = std::numeric_limits<int64_t>::max();
  /// Where the terms begin a word: how many of the requested elements each word
  /// has a part of, by its distance from that word.
  std::map<int64_t, unsigned> wanted;
  /// In the order of the calls.
  llvm::SmallVector<int64_t> requests;
  /// Set where whole vectors are read, out of which the words are put
  /// together. Its first word is `realignedStart` words behind that of the
  /// terms, or behind that of getFirstWord where the terms begin no word.
  std::optional<RealignedWords> realigned;
  int64_t realignedStart = 0;
  bool isPlanned = false;
  std::map<int64_t, mlir::Value> units, components, shifted;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_BUFFERWORDS_H
