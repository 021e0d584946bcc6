//===- BufferWords.cpp - Reading buffers in 32-bit words ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BufferWords.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SPIRV/IR/SPIRVAttributes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

bool hasWords(Type type) {
  if (!type.isIntOrFloat())
    return false;
  unsigned width = type.getIntOrFloatBitWidth();
  return type.isInteger(1) || width == 8 || width == 16 || width == 32 ||
         width == 64;
}

/// The units that a buffer has, rounded up to 16 bytes.
static int64_t getNumUnits(Value root, int64_t unitBytes) {
  int64_t bytes = getNumBytes(cast<MemRefType>(root.getType()));
  return llvm::alignTo(bytes, kVectorBytes) / unitBytes;
}

static Type getWordsType(OpBuilder &b, unsigned unitWords) {
  Type word = b.getI32Type();
  return unitWords > 1 ? VectorType::get(unitWords, word) : word;
}

/// A buffer of so many units in memory of this class.
static MemRefType getUnitsType(int64_t numUnits, Type unit,
                               spirv::StorageClass storage) {
  return MemRefType::get(
      numUnits, unit, MemRefLayoutAttrInterface(),
      spirv::StorageClassAttr::get(unit.getContext(), storage));
}

static Value viewUnits(OpBuilder &b, Value buffer, Type unit) {
  Value root = getRootBuffer(buffer);
  int64_t unitBytes = getElementBytes(getElementTypeOrSelf(unit));
  if (auto vector = dyn_cast<VectorType>(unit))
    unitBytes *= vector.getNumElements();
  return ViewWordsOp::create(b, buffer.getLoc(),
                             getUnitsType(getNumUnits(root, unitBytes), unit,
                                          spirv::StorageClass::StorageBuffer),
                             root);
}

Value viewWords(OpBuilder &b, Value buffer, unsigned unitWords) {
  return viewUnits(b, buffer, getWordsType(b, unitWords));
}

Value allocateWorkgroupWords(WordBuilder &w, int64_t numUnits,
                             unsigned unitWords) {
  return memref::AllocOp::create(w.b, w.loc,
                                 getUnitsType(numUnits,
                                              getWordsType(w.b, unitWords),
                                              spirv::StorageClass::Workgroup));
}

void emitBarrier(WordBuilder &w) { gpu::BarrierOp::create(w.b, w.loc); }

constexpr static int64_t kWordsBetweenGaps = 32;

int64_t getGappedWords(int64_t numWords) {
  return numWords + (numWords - 1) / kWordsBetweenGaps;
}

Value addGaps(WordBuilder &w, Value word) {
  return w.add(word, w.divide(word, kWordsBetweenGaps));
}

bool ownsVectors(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  Value root = getRootBuffer(buffer);
  auto rootType = dyn_cast<MemRefType>(root.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() || !rootType || !rootType.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return false;
  int64_t begin = offset * getElementBytes(type.getElementType());
  int64_t end = begin + getNumBytes(type);
  if (begin % kVectorBytes != 0)
    return false;
  return end % kVectorBytes == 0 || root == buffer ||
         (rootType.getLayout().isIdentity() && end == getNumBytes(rootType));
}

//===----------------------------------------------------------------------===//
// WordViews
//===----------------------------------------------------------------------===//

WordViews::WordViews(gpu::LaunchOp launch, int64_t readableMargin)
    : launch(launch), readableMargin(readableMargin) {
  launch.walk([&](MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue())
        written.insert(getRootBuffer(effect.getValue()));
  });
}

Value WordViews::getUnits(Value root, Type unit) {
  Value &view = views[{root, unit}];
  OpBuilder b(launch);
  if (!view)
    view = viewUnits(b, root, unit);
  return view;
}

Value WordViews::get(Value root, unsigned unitWords) {
  OpBuilder b(launch);
  return getUnits(root, getWordsType(b, unitWords));
}

Value WordViews::getParts(Value root, int64_t partBytes) {
  return getUnits(root, OpBuilder(launch).getIntegerType(partBytes * 8));
}

//===----------------------------------------------------------------------===//
// RealignedWords
//===----------------------------------------------------------------------===//

int64_t RealignedWords::getNumVectors(const IndexExpr &start, int64_t numWords,
                                      int64_t vectorWords) {
  int64_t modulus = IndexExprs::getTermAlignment(start, vectorWords);
  int64_t latest = vectorWords - modulus + llvm::mod(start.constant, modulus);
  return llvm::divideCeil(latest + numWords, vectorWords);
}

Value RealignedWords::getUnshifted(int64_t word) {
  Value &vector = vectors[word / vectorWords];
  if (!vector)
    vector = readVector(
        analysis.exprs.add(analysis.exprs.floorDivide(start, vectorWords),
                           IndexExprs::constant(word / vectorWords)));
  Value &result = words[word];
  if (!result)
    result = vector::ExtractOp::create(w.b, w.loc, vector, word % vectorWords);
  return result;
}

Value RealignedWords::testStartBit(int64_t bit) {
  Value &test = tests[bit];
  if (test)
    return test;
  // The remainder drops terms that do not change the place in a vector.
  IndexExpr place = analysis.exprs.remainder(start, vectorWords);
  test = w.isNotEqual(w.mask(analysis.materialize(w.b, w.loc, place), bit), 0);
  return test;
}

/// The word at a distance from the first vector, moved by this bit of the
/// start's place in it and all higher ones.
Value RealignedWords::getShifted(int64_t word, int64_t bit) {
  if (bit == vectorWords)
    return getUnshifted(word);
  Value &result = shifted[{word, bit}];
  if (result)
    return result;
  // The low bits of the start are known where all terms are aligned.
  if (bit < IndexExprs::getTermAlignment(start, vectorWords)) {
    result = getShifted(start.constant & bit ? word + bit : word, 2 * bit);
    return result;
  }
  Value moved = getShifted(word + bit, 2 * bit);
  Value kept = getShifted(word, 2 * bit);
  return result = w.select(testStartBit(bit), moved, kept);
}

//===----------------------------------------------------------------------===//
// WordReader
//===----------------------------------------------------------------------===//

WordReader::WordReader(OpBuilder &b, Location loc, IndexAnalysis &analysis,
                       WordViews &views, Value root, int64_t elementBytes,
                       const IndexExpr &position)
    : w(b, loc), analysis(analysis), views(views), root(root),
      elementBytes(elementBytes), terms(position.getTerms()),
      alignment(IndexExprs::getTermAlignment(terms, kVectorBytes)) {}

void WordReader::request(int64_t byte) {
  requests.push_back(byte);
  first = std::min(first, byte);
  if (alignment < kWordBytes)
    return;
  for (int64_t part = 0; part < elementBytes; part += kWordBytes)
    ++wanted[llvm::divideFloorSigned(byte + part, kWordBytes)];
}

ElementBits WordReader::read(int64_t byte) {
  if (alignment < kWordBytes)
    return readUnaligned(byte);
  ElementBits bits;
  for (int64_t part = 0; part < elementBytes; part += kWordBytes)
    bits.words.push_back(
        readWord(llvm::divideFloorSigned(byte + part, kWordBytes)));
  bits.shift = llvm::mod(byte, kWordBytes) * 8;
  return bits;
}

/// The unit at a position counted in units.
Value WordReader::readUnit(const IndexExpr &unit, unsigned unitWords) {
  int64_t unitBytes = unitWords * kWordBytes;
  int64_t numUnits = getNumUnits(root, unitBytes);
  Value index = analysis.materialize(w.b, w.loc, unit);
  // The vector that has a word is found by an unsigned division.
  bool isInVector = views.isWritten(root) && unitWords == 1;
  int64_t margin = isInVector ? 0 : views.getReadableMargin() / unitBytes;
  if (!analysis.isWithin(unit, -margin, numUnits + margin))
    index = w.minimum(index, numUnits - 1);
  // A signed cast, which folds with the one that the index came from.
  auto asIndex = [&](Value word) -> Value {
    return arith::IndexCastOp::create(w.b, w.loc, w.b.getIndexType(), word);
  };
  auto load = [&](unsigned words, Value at) -> Value {
    return memref::LoadOp::create(w.b, w.loc, views.get(root, words),
                                  ValueRange(asIndex(at)));
  };
  assert((!views.isWritten(root) || isInVector || unitWords == kVectorWords) &&
         "a written buffer is read in words or vectors");
  if (!isInVector)
    return load(unitWords, index);
  Value vector = load(kVectorWords, w.shiftRight(index, 2));
  Value component = asIndex(w.mask(index, 3));
  return vector::ExtractOp::create(w.b, w.loc, vector, OpFoldResult(component));
}

/// Reads the words, which are counted from `start`, in whole vectors if those
/// of four take fewer loads than so many.
bool WordReader::startRealigned(const IndexExpr &start,
                                const std::set<int64_t> &words,
                                unsigned numLoads) {
  realignedStart = *words.begin();
  IndexExpr first =
      analysis.exprs.add(start, IndexExprs::constant(realignedStart));
  if (!analysis.exprs.floorDivide(first, kVectorWords).isValid)
    return false;
  auto getNumVectors = [&](int64_t vectorWords) {
    return RealignedWords::getNumVectors(
        first, *words.rbegin() - realignedStart + 1, vectorWords);
  };
  int64_t vectorWords = kVectorWords, numVectors = getNumVectors(vectorWords);
  if (numVectors >= numLoads)
    return false;
  // Pairs may take one load more than vectors of four, because a word then
  // needs one selection instead of two. Where elements are pairs, it needs one
  // anyway.
  if (elementBytes <= kWordBytes && !views.isWritten(root) &&
      getNumVectors(2) <= numVectors + 1)
    vectorWords = 2;
  realigned.emplace(w, analysis, first, vectorWords,
                    [this, vectorWords](const IndexExpr &unit) {
                      return readUnit(unit, vectorWords);
                    });
  return true;
}

/// Decides once how the wanted words are read.
void WordReader::planRealigned() {
  if (std::exchange(isPlanned, true) || alignment == kVectorBytes)
    return;
  std::set<int64_t> words, loads;
  if (alignment >= kWordBytes) {
    for (auto [word, count] : wanted) {
      words.insert(word);
      // A pair is one load.
      loads.insert(llvm::divideFloorSigned(word, alignment / kWordBytes));
    }
    startRealigned(analysis.exprs.floorDivide(terms, kWordBytes), words,
                   loads.size());
    return;
  }
  IndexExpr whole = getFirstWord();
  if (!whole.isValid)
    return;
  for (int64_t byte : requests) {
    int64_t word = (byte - first) / kWordBytes;
    words.insert(word);
    if (!isAlone(byte) && needsNextWord(word))
      words.insert(word + 1);
  }
  startRealigned(whole, words, words.size());
}

/// The word at this distance from the terms, which are aligned to words.
Value WordReader::readWord(int64_t word) {
  planRealigned();
  if (realigned)
    return realigned->get(word - realignedStart);
  // The widest unit of which more than a half is wanted.
  for (unsigned unitWords : {4u, 2u, 1u}) {
    int64_t unitBytes = unitWords * kWordBytes;
    if (alignment < unitBytes || (unitWords == 2 && views.isWritten(root)))
      continue;
    int64_t unit = llvm::divideFloorSigned(word, unitWords);
    unsigned used = 0;
    for (unsigned i = 0; i < unitWords; ++i)
      used += wanted.count(unit * unitWords + i);
    if (unitWords > 1 && used * 2 <= unitWords)
      continue;
    // Words and vectors of the same place are different entries.
    Value &loaded = units[unit * 8 + unitWords];
    if (!loaded) {
      IndexExpr index = analysis.exprs.floorDivide(terms, unitBytes);
      index.constant = unit;
      loaded = readUnit(index, unitWords);
    }
    if (unitWords == 1)
      return loaded;
    // One value for each word: it is compared to see what lies together.
    Value &extracted = components[word];
    if (!extracted)
      extracted = vector::ExtractOp::create(
          w.b, w.loc, loaded, llvm::mod(word, static_cast<int64_t>(unitWords)));
    return extracted;
  }
  llvm_unreachable("a unit of one word always fits");
}

/// By how many bits the byte is shifted in its word. Multiples of words do not
/// count: elements that are apart by them have one shift.
Value WordReader::getShift(int64_t byte) {
  IndexExpr rest = terms;
  rest.constant = llvm::mod(byte, kWordBytes);
  llvm::erase_if(rest.terms, [](const std::pair<unsigned, int64_t> &term) {
    return term.second % kWordBytes == 0;
  });
  return w.shiftLeft(w.mask(analysis.materialize(w.b, w.loc, rest), 3), 3);
}

/// Four bytes from the word's place on, where the terms and `first` may be
/// anywhere between words.
Value WordReader::readShiftedWord(int64_t word) {
  Value &result = shifted[word];
  if (result)
    return result;
  IndexExpr whole = getFirstWord();
  planRealigned();
  auto readAligned = [&](int64_t offset) {
    if (realigned)
      return realigned->get(word + offset - realignedStart);
    Value &loaded = units[word + offset];
    if (!loaded)
      loaded = readUnit(
          analysis.exprs.add(whole, IndexExprs::constant(word + offset)), 1);
    return loaded;
  };
  Value low = readAligned(0);
  Value high = needsNextWord(word) ? readAligned(1) : Value();
  Value shift = getShift(first);
  return result = high ? w.shiftPairRight(low, high, shift)
                       : w.shiftRight(low, shift);
}

/// Whether an element that is wanted of a shifted word may end in the next
/// word.
bool WordReader::needsNextWord(int64_t word) {
  // The last place in a word at which `first` may lie.
  int64_t latest = kWordBytes - alignment + llvm::mod(first, alignment);
  return llvm::any_of(requests, [&](int64_t byte) {
    int64_t begin = byte - first - word * kWordBytes;
    return begin >= 0 && begin < kWordBytes &&
           latest + begin + elementBytes > kWordBytes;
  });
}

/// The word in which the terms and `first` lie; not valid where that cannot be
/// expressed.
IndexExpr WordReader::getFirstWord() {
  return analysis.exprs.floorDivide(
      analysis.exprs.add(terms, IndexExprs::constant(first)), kWordBytes);
}

/// Whether the element from this byte on is the only one wanted of its word.
bool WordReader::isAlone(int64_t byte) {
  int64_t word = (byte - first) / kWordBytes;
  return llvm::none_of(requests, [&](int64_t other) {
    return other != byte && (other - first) / kWordBytes == word;
  });
}

ElementBits WordReader::readUnaligned(int64_t byte) {
  int64_t word = (byte - first) / kWordBytes;
  if (!isAlone(byte) && getFirstWord().isValid)
    return {{readShiftedWord(word)},
            static_cast<unsigned>((byte - first) % kWordBytes * 8)};

  // An element alone lies in one word: nothing to put together.
  IndexExpr at = analysis.exprs.add(terms, IndexExprs::constant(byte));
  planRealigned();
  Value loaded;
  if (realigned && (byte - first) % kWordBytes == 0) {
    loaded = realigned->get(word - realignedStart);
  } else {
    IndexExpr inWord = analysis.exprs.floorDivide(at, kWordBytes);
    if (!inWord.isValid)
      inWord = analysis.getExpr(
          w.shiftRight(analysis.materialize(w.b, w.loc, at), 2));
    loaded = readUnit(inWord, 1);
  }
  return {{w.shiftRight(loaded, getShift(byte))}, 0};
}

} // namespace dml
