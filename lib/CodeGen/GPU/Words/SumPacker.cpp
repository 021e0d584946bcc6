//===- SumPacker.cpp - Sums of the bytes of words -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SumPacker.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

constexpr static int64_t kBytesOfWord = 4, kBitsOfByte = 8;
/// The first and third byte of a word.
constexpr static int64_t kEvenBytes = 0x00FF00FF;
/// The most bytes whose sum fits 16 bits.
constexpr static size_t kMaxAddends = 0xFFFF / 0xFF;
/// The bytes that are added to a word come from at most so many words.
constexpr static size_t kMaxParts = 2;

/// Appends what is added up to a word. Fails where something else than widened
/// bytes is added, or too many.
bool SumPacker::findAddends(Value sum, Addends &addends) {
  if (auto add = sum.getDefiningOp<arith::AddIOp>())
    return findAddends(add.getLhs(), addends) &&
           findAddends(add.getRhs(), addends);
  Addend addend;
  if (auto select = sum.getDefiningOp<arith::SelectOp>()) {
    if (!matchPattern(select.getFalseValue(), m_Zero()) ||
        !select.getCondition().getType().isInteger(1))
      return false;
    addend.condition = select.getCondition();
    sum = select.getTrueValue();
  }
  // The bits above a byte do not matter.
  Operation *widened = sum.getDefiningOp();
  if (!isa_and_nonnull<arith::ExtUIOp, arith::ExtSIOp>(widened) ||
      !widened->getOperand(0).getType().isInteger(kBitsOfByte))
    return false;
  addend.byte = stripBitcasts(widened->getOperand(0));
  addends.push_back(addend);
  return addends.size() <= kMaxAddends;
}

/// Whether as many bytes are added to each element, and those that are added
/// next make up words.
bool SumPacker::areWords(const Sum &sum) const {
  size_t count = sum.addends.front().size();
  if (count < 2 ||
      llvm::any_of(
          sum.addends,
          [&](const Addends &addends) { return addends.size() != count; }))
    return false;
  for (size_t i = 0; i < count; ++i) {
    llvm::SmallVector<std::pair<Value, int64_t>, 4> parts;
    for (auto [place, addends] : llvm::enumerate(sum.addends)) {
      auto it = loaded.find(addends[i].byte);
      if (it == loaded.end())
        return false;
      std::pair<Value, int64_t> part = {
          it->second.words.front(),
          it->second.shift - static_cast<int64_t>(place) * kBitsOfByte};
      if (!llvm::is_contained(parts, part))
        parts.push_back(part);
    }
    if (parts.size() > kMaxParts)
      return false;
  }
  return true;
}

void SumPacker::request(vector::FromElementsOp op) {
  ValueRange elements = op.getElements();
  if (!op.getType().getElementType().isInteger(kBitsOfByte))
    return;
  for (size_t i = 0; i + kBytesOfWord <= elements.size(); i += kBytesOfWord) {
    Sum sum = {op, i, {}};
    for (Value element : elements.slice(i, kBytesOfWord)) {
      auto narrowed = stripBitcasts(element).getDefiningOp<arith::TruncIOp>();
      Addends addends;
      if (!narrowed || !narrowed.getIn().getType().isInteger(kWordBits) ||
          !findAddends(narrowed.getIn(), addends))
        break;
      sum.addends.push_back(addends);
    }
    if (sum.addends.size() != kBytesOfWord || !areWords(sum))
      continue;
    sums.push_back(std::move(sum));
  }
}

void SumPacker::emit() {
  for (Sum &sum : sums) {
    Value word = emit(sum);
    // A value of its own stands for the word's byte: others may use an element
    // before the word is there.
    OpBuilder b(sum.user);
    for (int64_t i = 0; i < kBytesOfWord; ++i) {
      OpOperand &element = sum.user->getOpOperand(sum.first + i);
      auto narrowed =
          stripBitcasts(element.get()).getDefiningOp<arith::TruncIOp>();
      Value byte = b.clone(*narrowed)->getResult(0);
      element.set(byte);
      loaded[byte] = {{word}, static_cast<unsigned>(i * kBitsOfByte)};
    }
  }
}

Value SumPacker::emit(Sum &sum) {
  OpBuilder b(sum.user);
  WordBuilder w(b, sum.user.getLoc());
  Value even, odd;
  for (size_t i = 0; i < sum.addends.front().size(); ++i) {
    SmallVector<Value> bytes, conditions;
    for (const Addends &addends : sum.addends) {
      bytes.push_back(addends[i].byte);
      conditions.push_back(addends[i].condition);
    }
    Value word = packer.packWord(w, bytes);
    if (llvm::any_of(conditions, [](Value value) { return bool(value); })) {
      for (Value &condition : conditions)
        if (!condition)
          condition = w.boolean(true);
      word = selector.select(w, conditions, kBitsOfByte, word, Value());
    }
    Value evenBytes = w.mask(word, kEvenBytes);
    Value oddBytes = w.mask(w.shiftRight(word, kBitsOfByte), kEvenBytes);
    even = even ? w.add(even, evenBytes) : evenBytes;
    odd = odd ? w.add(odd, oddBytes) : oddBytes;
  }
  return w.bitOr(w.mask(even, kEvenBytes),
                 w.shiftLeft(w.mask(odd, kEvenBytes), kBitsOfByte));
}

} // namespace dml
