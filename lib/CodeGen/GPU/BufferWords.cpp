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

constexpr int64_t kWordBytes = 4;
constexpr int64_t kVectorBytes = 16;

int64_t getElementBytes(Type type) {
  return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

int64_t getNumUnits(Value root, unsigned unitWords) {
  auto type = cast<MemRefType>(root.getType());
  int64_t bytes =
      type.getNumElements() * getElementBytes(type.getElementType());
  return llvm::alignTo(bytes, kVectorBytes) / (unitWords * kWordBytes);
}

MemRefType getWordsType(Value root, unsigned unitWords) {
  MLIRContext *context = root.getContext();
  Type unit = IntegerType::get(context, 32);
  if (unitWords > 1)
    unit = VectorType::get(unitWords, unit);
  auto storage =
      spirv::StorageClassAttr::get(context, spirv::StorageClass::StorageBuffer);
  return MemRefType::get(getNumUnits(root, unitWords), unit,
                         MemRefLayoutAttrInterface(), storage);
}

//===----------------------------------------------------------------------===//
// WordViews
//===----------------------------------------------------------------------===//

WordViews::WordViews(gpu::LaunchOp launch) : launch(launch) {
  launch.walk([&](MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects)
      if (isa<MemoryEffects::Write>(effect.getEffect()) && effect.getValue())
        written.insert(getRootBuffer(effect.getValue()));
  });
}

Value WordViews::get(Value root, unsigned unitWords) {
  Value &view = views[{root.getAsOpaquePointer(), unitWords}];
  if (view)
    return view;
  OpBuilder b(launch);
  view = ViewWordsOp::create(b, launch.getLoc(), getWordsType(root, unitWords),
                             root);
  return view;
}

//===----------------------------------------------------------------------===//
// WordReader
//===----------------------------------------------------------------------===//

WordReader::WordReader(OpBuilder &b, Location loc, IndexAnalysis &analysis,
                       WordViews &views, Value root, int64_t elementBytes,
                       const IndexExpr &position)
    : b(b), loc(loc), analysis(analysis), views(views), root(root),
      elementBytes(elementBytes),
      terms(analysis.exprs.scale(position.getTerms(), elementBytes)),
      alignment(IndexExprs::getTermAlignment(terms, kVectorBytes)) {}

Value WordReader::constant(int64_t value) {
  return arith::ConstantOp::create(
      b, loc, b.getI32IntegerAttr(static_cast<int32_t>(value)));
}

void WordReader::request(int64_t constant) {
  int64_t byte = constant * elementBytes;
  requests.push_back(byte);
  first = std::min(first, byte);
  if (alignment < kWordBytes)
    return;
  for (int64_t part = 0; part < elementBytes; part += kWordBytes)
    ++wanted[llvm::divideFloorSigned(byte + part, kWordBytes)];
}

ElementBits WordReader::read(int64_t constant) {
  if (alignment < kWordBytes)
    return readUnaligned(constant);
  ElementBits bits;
  int64_t byte = constant * elementBytes;
  for (int64_t part = 0; part < elementBytes; part += kWordBytes)
    bits.words.push_back(
        readWord(llvm::divideFloorSigned(byte + part, kWordBytes)));
  bits.shift = llvm::mod(byte, kWordBytes) * 8;
  return bits;
}

/// The unit at a position counted in units.
Value WordReader::readUnit(const IndexExpr &unit, unsigned unitWords) {
  int64_t numUnits = getNumUnits(root, unitWords);
  Value index = analysis.materialize(b, loc, unit);
  if (!analysis.isBelow(unit, numUnits))
    index = arith::MinUIOp::create(b, loc, index, constant(numUnits - 1));
  auto load = [&](unsigned words, Value i32Index) -> Value {
    return memref::LoadOp::create(b, loc, views.get(root, words),
                                  ValueRange(arith::IndexCastOp::create(
                                      b, loc, b.getIndexType(), i32Index)));
  };
  if (!views.isWritten(root) || unitWords == 4)
    return load(unitWords, index);
  assert(unitWords == 1 && "a written buffer is read in words or vectors");
  Value vector = load(4, arith::ShRUIOp::create(b, loc, index, constant(2)));
  Value component = arith::IndexCastOp::create(
      b, loc, b.getIndexType(),
      arith::AndIOp::create(b, loc, index, constant(3)));
  return vector::ExtractOp::create(b, loc, vector, OpFoldResult(component));
}

/// The word at this distance from the terms, which are aligned to words.
Value WordReader::readWord(int64_t word) {
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
      IndexExpr index = terms;
      for (auto &term : index.terms)
        term.second /= unitBytes;
      index.constant = unit;
      loaded = readUnit(index, unitWords);
    }
    if (unitWords == 1)
      return loaded;
    return vector::ExtractOp::create(
        b, loc, loaded, llvm::mod(word, static_cast<int64_t>(unitWords)));
  }
  llvm_unreachable("a unit of one word always fits");
}

/// Four bytes from the word's place on, where the terms and `first` may be
/// anywhere between words.
Value WordReader::readShiftedWord(int64_t word) {
  Value &result = shifted[word];
  if (result)
    return result;
  IndexExpr start = analysis.exprs.add(terms, IndexExprs::constant(first));
  IndexExpr whole = analysis.exprs.floorDivide(start, kWordBytes);
  auto readAligned = [&](int64_t offset) {
    Value &loaded = units[word + offset];
    if (!loaded)
      loaded = readUnit(
          analysis.exprs.add(whole, IndexExprs::constant(word + offset)), 1);
    return loaded;
  };
  Value low = readAligned(0), high = readAligned(1);
  Value byte = arith::AndIOp::create(
      b, loc, analysis.materialize(b, loc, start), constant(3));
  Value shift = arith::ShLIOp::create(b, loc, byte, constant(3));
  // In two steps: shifting by 32 is undefined.
  Value left = arith::ShLIOp::create(
      b, loc, arith::ShLIOp::create(b, loc, high, constant(1)),
      arith::SubIOp::create(b, loc, constant(31), shift));
  Value right = arith::ShRUIOp::create(b, loc, low, shift);
  result = arith::OrIOp::create(b, loc, left, right);
  return result;
}

ElementBits WordReader::readUnaligned(int64_t constantOffset) {
  int64_t byte = constantOffset * elementBytes;
  IndexExpr start = analysis.exprs.add(terms, IndexExprs::constant(first));
  (void)analysis.exprs.floorDivide(start, kWordBytes);
  bool canDivide = !analysis.exprs.takeFailure();
  int64_t word = (byte - first) / kWordBytes;
  auto sharesWord = [&](int64_t other) {
    return other != byte && (other - first) / kWordBytes == word;
  };
  if (canDivide && llvm::any_of(requests, sharesWord))
    return {{readShiftedWord(word)},
            static_cast<unsigned>((byte - first) % kWordBytes * 8)};

  // An element alone lies in one word: nothing to put together.
  Value position = analysis.materialize(
      b, loc, analysis.exprs.add(terms, IndexExprs::constant(byte)));
  Value index = arith::ShRUIOp::create(b, loc, position, constant(2));
  int64_t numWords = getNumUnits(root, 1);
  index = arith::MinUIOp::create(b, loc, index, constant(numWords - 1));
  IndexExpr inWord = analysis.getExpr(index);
  Value loaded = readUnit(inWord, 1);
  Value shift = arith::ShLIOp::create(
      b, loc, arith::AndIOp::create(b, loc, position, constant(3)),
      constant(3));
  return {{arith::ShRUIOp::create(b, loc, loaded, shift)}, 0};
}

} // namespace dml
