//===- PooledElements.cpp - What max_pooling2 compares --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PooledElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace dml {

template <typename OpT>
Value PooledElements::emit(OpBuilder &b, Location loc, Value lhs,
                           const APInt &rhs) const {
  return OpT::create(b, loc, lhs,
                     arith::ConstantOp::create(b, loc, getAttr(b, rhs)));
}

PooledElements::PooledElements(Type type, const LoweringOptions &options)
    : type(type), width(type.getIntOrFloatBitWidth()),
      isFloat(isa<FloatType>(type)),
      comparesFloats(isFloat && (width >= 32 ? options.comparesDenormals
                                             : options.comparesHalves)),
      wordWidth(comparesFloats
                    ? width
                    : std::max<int64_t>(width, options.minIntegerBits)),
      isNarrowFloat(isFloat && width < wordWidth),
      isUnsigned(isFloat || type.isUnsignedInteger()), infinity(wordWidth, 0) {
  if (auto floatType = dyn_cast<FloatType>(type))
    infinity = APFloat::getInf(floatType.getFloatSemantics())
                   .bitcastToAPInt()
                   .zext(wordWidth)
                   .shl(wordWidth - width);
}

APInt PooledElements::getLowest() const {
  APInt sign = APInt::getSignMask(wordWidth);
  if (isFloat)
    return sign | infinity;
  return isUnsigned ? APInt::getZero(wordWidth) : sign;
}

TypedAttr PooledElements::getAttr(Builder &b, const APInt &value) const {
  if (comparesFloats)
    return b.getFloatAttr(
        type, APFloat(cast<FloatType>(type).getFloatSemantics(), value));
  return b.getIntegerAttr(b.getIntegerType(wordWidth), value);
}

Value PooledElements::toWord(OpBuilder &b, Location loc, Value element) const {
  if (comparesFloats)
    return element;
  if (isFloat)
    element =
        arith::BitcastOp::create(b, loc, b.getIntegerType(width), element);
  if (width == wordWidth)
    return element;
  element =
      arith::ExtUIOp::create(b, loc, b.getIntegerType(wordWidth), element);
  return emit<arith::ShLIOp>(b, loc, element, wordWidth - width);
}

PooledElements::Candidate
PooledElements::getCandidate(OpBuilder &b, Location loc, Value word) const {
  if (!isFloat || comparesFloats)
    return {word, {word}};
  auto [ordered, sign] = flipNegative(b, loc, word);
  if (!isNarrowFloat)
    ordered = arith::SubIOp::create(b, loc, ordered, sign);
  Value key = emit<arith::AddIOp>(b, loc, ordered, getMiddle());
  key = mergeNaNs(b, loc, key);
  if (!isNarrowFloat)
    return {key, {key, word}};
  return {key, {emit<arith::AddIOp>(b, loc, ordered, getMiddle() + 1)}};
}

PooledElements::Candidate
PooledElements::getCandidateOfKept(OpBuilder &b, Location loc,
                                   ValueRange kept) const {
  Value key = kept.front();
  if (isNarrowFloat)
    key = mergeNaNs(b, loc, emit<arith::SubIOp>(b, loc, key, 1));
  return {key, SmallVector<Value>(kept)};
}

SmallVector<APInt> PooledElements::getInitial() const {
  if (isNarrowFloat)
    return {APInt(wordWidth, 1)};
  if (isFloat && !comparesFloats)
    return {APInt::getZero(wordWidth), getLowest()};
  return {getLowest()};
}

SmallVector<Value> PooledElements::keepLarger(OpBuilder &b, Location loc,
                                              const Candidate &candidate,
                                              ValueRange before,
                                              Value inside) const {
  Value key = candidate.key, largest = before.front();
  auto select = [&](Value condition, ValueRange then, ValueRange otherwise) {
    SmallVector<Value> selected;
    for (auto [first, second] : llvm::zip_equal(then, otherwise))
      selected.push_back(
          arith::SelectOp::create(b, loc, condition, first, second));
    return selected;
  };
  if (comparesFloats) {
    // A number stays away from NaNs and from larger numbers. One comparison
    // masks the other.
    Value isNumber =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ORD, key, key);
    Value isNotLarger =
        arith::CmpFOp::create(b, loc, arith::CmpFPredicate::ULT, key, largest);
    Value stays = arith::AndIOp::create(b, loc, isNumber, isNotLarger);
    if (inside) {
      Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
      stays = arith::OrIOp::create(b, loc, stays,
                                   arith::XOrIOp::create(b, loc, inside, yes));
    }
    return select(stays, before, candidate.kept);
  }
  Value isLarger = compareKeys(b, loc, key, largest);
  if (inside)
    isLarger = arith::AndIOp::create(b, loc, isLarger, inside);
  return select(isLarger, candidate.kept, before);
}

Value PooledElements::getLarger(OpBuilder &b, Location loc, Value word,
                                Value kept) const {
  if (isFloat)
    return {};
  if (isUnsigned)
    return arith::MaxUIOp::create(b, loc, word, kept);
  return arith::MaxSIOp::create(b, loc, word, kept);
}

Value PooledElements::getRank(OpBuilder &b, Location loc, Value word) const {
  return emit<arith::AndIOp>(
      b, loc, word, APInt::getLowBitsSet(wordWidth, wordWidth - width));
}

Value PooledElements::toElement(OpBuilder &b, Location loc,
                                ValueRange kept) const {
  Value word = kept[isFloat && !isNarrowFloat && !comparesFloats ? 1 : 0];
  if (isNarrowFloat)
    word =
        flipNegative(b, loc, emit<arith::SubIOp>(b, loc, word, getMiddle() + 1))
            .first;
  if (width != wordWidth) {
    word = emit<arith::ShRUIOp>(b, loc, word, wordWidth - width);
    word = arith::TruncIOp::create(b, loc, b.getIntegerType(width), word);
  }
  if (word.getType() == type || !isFloat)
    return word;
  return arith::BitcastOp::create(b, loc, type, word);
}

Value PooledElements::compareKeys(OpBuilder &b, Location loc, Value key,
                                  Value kept) const {
  arith::CmpIPredicate predicate = isNarrowFloat ? arith::CmpIPredicate::ugt
                                   : isUnsigned  ? arith::CmpIPredicate::uge
                                                 : arith::CmpIPredicate::sge;
  return arith::CmpIOp::create(b, loc, predicate, key, kept);
}

Value PooledElements::mergeNaNs(OpBuilder &b, Location loc, Value key) const {
  APInt firstNaN = getMiddle() + infinity;
  firstNaN.setBit(wordWidth - width);
  return emit<arith::MinUIOp>(b, loc, key, firstNaN);
}

std::pair<Value, Value> PooledElements::flipNegative(OpBuilder &b, Location loc,
                                                     Value word) const {
  Value magnitude = emit<arith::AndIOp>(
      b, loc, word,
      APInt::getBitsSet(wordWidth, wordWidth - width, wordWidth - 1));
  Value sign = emit<arith::ShRSIOp>(b, loc, word, wordWidth - 1);
  return {arith::XOrIOp::create(b, loc, magnitude, sign), sign};
}

} // namespace dml
