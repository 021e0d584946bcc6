//===- WordPacker.cpp - Elements put together to words --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordPacker.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

/// Bits of an element in memory; a boolean takes a byte.
static unsigned getStoredBits(Value element) {
  return getElementBytes(element.getType()) * 8;
}

Value stripBitcasts(Value element) {
  while (auto cast = element.getDefiningOp<arith::BitcastOp>())
    element = cast.getIn();
  return element;
}

std::optional<APInt> getConstantBits(Value element) {
  TypedAttr constant;
  if (!matchPattern(element, m_Constant(&constant)) ||
      !isa<IntegerAttr, FloatAttr>(constant))
    return std::nullopt;
  return getBits(constant);
}

/// A value as an integer of its width.
static Value asInteger(WordBuilder &w, Value value) {
  if (!isa<FloatType>(value.getType()))
    return value;
  return arith::BitcastOp::create(
      w.b, w.loc, w.b.getIntegerType(value.getType().getIntOrFloatBitWidth()),
      value);
}

/// An element of the vector of a type that has the bits of other elements.
static Value reinterpret(WordBuilder &w, ArrayRef<Value> elements, Type type,
                         int64_t number) {
  int64_t bits = elements.size() * getStoredBits(elements.front());
  auto vector = VectorType::get(bits / type.getIntOrFloatBitWidth(), type);
  return vector::ExtractOp::create(
      w.b, w.loc,
      vector::BitCastOp::create(w.b, w.loc, vector, w.makeVector(elements)),
      number);
}

/// Whether a word was shifted to the right by so many bits.
static bool isShifted(Value word, unsigned bits) {
  auto shift = word.getDefiningOp<arith::ShRUIOp>();
  return shift && getConstantIntValue(shift.getRhs()) == bits;
}

SmallVector<Value> WordPacker::pack(WordBuilder &w, ValueRange elements) {
  SmallVector<Value> stripped, words;
  for (Value element : elements) {
    element = stripBitcasts(element);
    // A boolean takes a byte, too.
    if (auto widened = element.getDefiningOp<arith::ExtUIOp>();
        widened && widened.getIn().getType().isInteger(1) &&
        element.getType().isInteger(8))
      element = widened.getIn();
    stripped.push_back(element);
  }
  unsigned bits = getStoredBits(stripped.front());
  if (bits >= kWordBits) {
    for (Value element : stripped)
      for (unsigned part = 0; part < bits / kWordBits; ++part)
        words.push_back(getWord(w, element, part));
    return words;
  }
  unsigned perWord = kWordBits / bits;
  for (size_t i = 0; i < stripped.size(); i += perWord)
    words.push_back(
        packWholeWord(w, ArrayRef<Value>(stripped).slice(i, perWord)));
  return words;
}

Value WordPacker::getWord(WordBuilder &w, Value element, unsigned part) {
  element = stripBitcasts(element);
  auto it = loaded.find(element);
  if (it != loaded.end())
    return it->second.words[part];
  if (std::optional<APInt> bits = getConstantBits(element))
    return w.constant(
        bits->extractBitsAsZExtValue(kWordBits, part * kWordBits));
  if (auto select = element.getDefiningOp<arith::SelectOp>())
    if (select.getCondition().getType().isInteger(1))
      return w.select(select.getCondition(),
                      getWord(w, select.getTrueValue(), part),
                      getWord(w, select.getFalseValue(), part));
  if (getStoredBits(element) == kWordBits)
    return asInteger(w, element);
  // Without a 64-bit integer, which would be one feature more.
  if (element.getType().isF64())
    return reinterpret(w, element, w.b.getI32Type(), part);
  if (part > 0) {
    Value distance = arith::ConstantIntOp::create(w.b, w.loc, element.getType(),
                                                  part * kWordBits);
    element = arith::ShRUIOp::create(w.b, w.loc, element, distance);
  }
  return arith::TruncIOp::create(w.b, w.loc, w.b.getI32Type(), element);
}

Value WordPacker::getWideInteger(WordBuilder &w, Value element) {
  Value low = getWord(w, element, 0);
  return w.joinWords(low, getWord(w, element, 1));
}

/// Selections of all elements by one condition.
Value WordPacker::selectWord(WordBuilder &w, ArrayRef<Value> elements) {
  SmallVector<arith::SelectOp> selects;
  SmallVector<Value> conditions, thens, elses;
  for (Value element : elements) {
    auto select = element.getDefiningOp<arith::SelectOp>();
    if (!select || !select.getCondition().getType().isInteger(1) ||
        loaded.contains(element))
      return {};
    conditions.push_back(select.getCondition());
    thens.push_back(stripBitcasts(select.getTrueValue()));
    elses.push_back(stripBitcasts(select.getFalseValue()));
  }
  if (!llvm::all_equal(conditions))
    return {};
  return w.select(conditions.front(), packWholeWord(w, thens),
                  packWholeWord(w, elses));
}

Value WordPacker::packWord(WordBuilder &w, ArrayRef<Value> elements) {
  SmallVector<Value> stripped;
  for (Value element : elements)
    stripped.push_back(element ? stripBitcasts(element) : element);
  return llvm::is_contained(stripped, Value()) ? mergeParts(w, stripped)
                                               : packWholeWord(w, stripped);
}

/// The word of elements that are all there, and no bitcasts.
Value WordPacker::packWholeWord(WordBuilder &w, ArrayRef<Value> elements) {
  unsigned bits = getStoredBits(elements.front());
  uint32_t known = 0;
  bool isConstant = true;
  for (auto [i, element] : llvm::enumerate(elements)) {
    std::optional<APInt> value = getConstantBits(element);
    isConstant &= value.has_value();
    if (value)
      known |= static_cast<uint32_t>(value->getZExtValue()) << (i * bits);
  }
  if (isConstant)
    return w.constant(known);
  if (Value word = selectWord(w, elements))
    return word;
  return mergeParts(w, elements);
}

/// A word whose elements come from anywhere. Elements of one source that are
/// shifted by the same distance move together.
Value WordPacker::mergeParts(WordBuilder &w, ArrayRef<Value> elements) {
  struct Part {
    Value source;
    /// Bits by which the source is shifted to the left.
    int64_t shift;
    /// The bits of the result that it provides.
    uint32_t bits;
    /// The bits that may be set once it is shifted.
    uint32_t mayBeSet;
  };
  SmallVector<Part> parts;
  int64_t width = kWordBits / elements.size();
  uint32_t wanted = 0;
  for (auto [i, element] : llvm::enumerate(elements)) {
    if (!element)
      continue;
    int64_t begin = i * width;
    uint32_t bits = llvm::maskTrailingOnes<uint32_t>(width) << begin;
    wanted |= bits;
    auto it = loaded.find(element);
    if (it == loaded.end()) {
      parts.push_back(
          {getLowest(w, element, /*hasZeros=*/true), begin, bits, bits});
      continue;
    }
    // A boolean's other bits are not known.
    if (element.getType().isInteger(1))
      bits = uint32_t(1) << begin;
    Value source = it->second.words[0];
    int64_t shift = begin - it->second.shift;
    auto *same = llvm::find_if(parts, [&](const Part &part) {
      return part.source == source && part.shift == shift;
    });
    if (same != parts.end()) {
      same->bits |= bits;
      continue;
    }
    uint32_t all = ~uint32_t(0);
    parts.push_back(
        {source, shift, bits, shift < 0 ? all >> -shift : all << shift});
  }

  Value word;
  for (const Part &part : parts) {
    Value here = part.shift < 0 ? w.shiftRight(part.source, -part.shift)
                                : w.shiftLeft(part.source, part.shift);
    if (part.mayBeSet & wanted & ~part.bits)
      here = w.mask(here, part.bits);
    word = word ? w.bitOr(word, here) : here;
  }
  return word;
}

Value WordPacker::getLowest(WordBuilder &w, Value element, bool hasZeros) {
  element = stripBitcasts(element);
  unsigned bits = getStoredBits(element);
  uint32_t ones = llvm::maskTrailingOnes<uint32_t>(
      element.getType().getIntOrFloatBitWidth());
  auto it = loaded.find(element);
  if (it != loaded.end()) {
    Value low = w.shiftRight(it->second.words[0], it->second.shift);
    bool isTop = it->second.shift + bits == kWordBits;
    return !hasZeros ||
                   (isTop && ones == llvm::maskTrailingOnes<uint32_t>(bits))
               ? low
               : w.mask(low, ones);
  }
  if (std::optional<APInt> value = getConstantBits(element))
    return w.constant(value->getZExtValue());
  if (auto select = element.getDefiningOp<arith::SelectOp>())
    if (select.getCondition().getType().isInteger(1))
      return w.select(select.getCondition(),
                      getLowest(w, select.getTrueValue(), hasZeros),
                      getLowest(w, select.getFalseValue(), hasZeros));
  if (element.getType().isF16()) {
    // Through a pair of halves: a 16-bit integer would be one feature more.
    Value zero = arith::ConstantOp::create(w.b, w.loc,
                                           w.b.getZeroAttr(element.getType()));
    return reinterpret(w, {element, zero}, w.b.getI32Type(), 0);
  }
  // What a word was narrowed to, without the narrow type.
  if (auto narrowed = element.getDefiningOp<arith::TruncIOp>())
    if (Value word = narrowed.getIn(); word.getType().isInteger(kWordBits))
      return !hasZeros ||
                     isShifted(word,
                               kWordBits -
                                   element.getType().getIntOrFloatBitWidth())
                 ? word
                 : w.mask(word, ones);
  return arith::ExtUIOp::create(w.b, w.loc, w.b.getI32Type(),
                                asInteger(w, element));
}

Value WordPacker::getHighest(WordBuilder &w, Value element, bool hasZeros) {
  element = stripBitcasts(element);
  unsigned bits = getStoredBits(element);
  auto it = loaded.find(element);
  if (it == loaded.end())
    return w.shiftLeft(getLowest(w, element, /*hasZeros=*/false),
                       kWordBits - bits);
  const ElementBits &source = it->second;
  Value word = w.shiftLeft(source.words[0], kWordBits - bits - source.shift);
  return source.shift == 0 || !hasZeros
             ? word
             : w.mask(word, llvm::maskLeadingOnes<uint32_t>(bits));
}

Value WordPacker::getTyped(WordBuilder &w, Value element) {
  const ElementBits &source = loaded.find(element)->second;
  Type type = element.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  if (type.isF64())
    return reinterpret(w, source.words, type, 0);
  if (type.isF16())
    return reinterpret(w, source.words, type, source.shift / width);
  Value integer;
  if (width == 2 * kWordBits) {
    integer = w.joinWords(source.words[0], source.words[1]);
  } else if (width == 1) {
    integer = w.isNotEqual(getLowest(w, element, /*hasZeros=*/true), 0);
  } else {
    integer = w.shiftRight(source.words[0], source.shift);
    if (width < kWordBits)
      integer = arith::TruncIOp::create(w.b, w.loc, w.b.getIntegerType(width),
                                        integer);
  }
  return isa<FloatType>(type)
             ? arith::BitcastOp::create(w.b, w.loc, type, integer).getResult()
             : integer;
}

} // namespace dml
