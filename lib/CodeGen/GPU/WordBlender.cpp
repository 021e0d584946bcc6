//===- WordBlender.cpp - Selections of a word's elements ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordBlender.h"
#include "WordBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace dml {

/// What has to hold for a condition to hold.
static void flatten(Value condition, SmallVectorImpl<Value> &parts) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    flatten(both.getLhs(), parts);
    flatten(both.getRhs(), parts);
    return;
  }
  if (!llvm::is_contained(parts, condition))
    parts.push_back(condition);
}

/// Every element's low bits; for bytes 0x01010101.
static uint32_t repeat(uint32_t value, unsigned bits) {
  uint32_t word = 0;
  for (unsigned shift = 0; shift < kWordBits; shift += bits)
    word |= value << shift;
  return word;
}

/// Whether all of them hold.
static Value meet(WordBuilder &w, ArrayRef<Value> conditions) {
  Value result = conditions.front();
  for (Value condition : conditions.drop_front())
    result = w.both(result, condition);
  return result;
}

std::optional<WordBlender::Comparison> WordBlender::match(Value condition) {
  auto op = condition.getDefiningOp<arith::CmpIOp>();
  APInt bound;
  if (!op || op.getPredicate() != arith::CmpIPredicate::ult ||
      !op.getLhs().getType().isIndex() ||
      !matchPattern(op.getRhs(), m_ConstantInt(&bound)))
    return std::nullopt;
  IndexExpr expr = analysis.getExpr(op.getLhs());
  int64_t end = bound.getSExtValue();
  // Thresholds are computed in 32 bits.
  constexpr int64_t limit = 1 << 30;
  IndexRange range = analysis.exprs.getRange(expr);
  if (end < 0 || end > limit || range.lo < -limit || range.hi > limit ||
      std::abs(expr.constant) > limit)
    return std::nullopt;
  IndexRange constants = {expr.constant, expr.constant};
  Comparisons all = {op, expr.getTerms(), end, constants, {}};
  auto it = known.insert({{op->getBlock(), all.terms, end}, all}).first;
  IndexRange &seen = it->second.range;
  seen = {std::min(seen.lo, expr.constant), std::max(seen.hi, expr.constant)};
  return Comparison{&it->second, expr.constant, range.lo < 0, range.hi >= end};
}

void WordBlender::request(Value condition) {
  SmallVector<Value> parts;
  flatten(condition, parts);
  for (Value part : parts)
    (void)match(part);
}

/// Whether a comparison always holds.
bool WordBlender::isDecided(Value condition) {
  std::optional<Comparison> comparison = match(condition);
  return comparison && !comparison->mayBeNegative && !comparison->mayReachBound;
}

/// How many of the constants make a negative number, or one below the bound:
/// those that do are the lowest ones.
Value WordBlender::getThreshold(Comparisons &all, bool isBound, unsigned bits) {
  Value &threshold = all.thresholds[{bits, isBound}];
  if (threshold)
    return threshold;
  OpBuilder b(all.front);
  Location loc = all.front->getLoc();
  WordBuilder w(b, loc);
  IndexExpr count = analysis.exprs.subtract(
      IndexExprs::constant((isBound ? all.bound : 0) - all.range.lo),
      all.terms);
  Value word = analysis.materialize(b, loc, count);
  IndexRange range = analysis.exprs.getRange(count);
  int64_t most = all.range.hi - all.range.lo + 1;
  if (range.lo < 0)
    word = arith::MaxSIOp::create(b, loc, word, w.constant(0));
  if (range.hi > most)
    word = arith::MinSIOp::create(b, loc, word, w.constant(most));
  threshold = w.multiply(word, repeat(1, bits));
  return threshold;
}

/// The results of comparisons in the highest bits of the elements, the other
/// bits anything; nothing where they do not share thresholds.
Value WordBlender::compare(WordBuilder &w, ArrayRef<Conjunction> conditions,
                           unsigned bits) {
  uint32_t high = uint32_t(1) << (bits - 1);
  size_t numParts = (*llvm::find_if(conditions, [](const Conjunction &parts) {
                      return parts.has_value();
                    }))->size();
  Value result;
  for (size_t part = 0; part < numParts; ++part) {
    Comparisons *all = nullptr;
    uint32_t places = 0;
    bool mayBeNegative = false, mayReachBound = false;
    for (auto [i, parts] : llvm::enumerate(conditions)) {
      if (!parts)
        continue;
      if (parts->size() != numParts)
        return {};
      std::optional<Comparison> here = match((*parts)[part]);
      if (!here || (all && here->all != all))
        return {};
      all = here->all;
      mayBeNegative |= here->mayBeNegative;
      mayReachBound |= here->mayReachBound;
      places |= static_cast<uint32_t>(here->constant - all->range.lo)
                << (i * bits);
    }
    // No element borrows from the next one: high + threshold - place - 1 and
    // high + place - threshold lie between 0 and twice `high`.
    if (all->range.hi - all->range.lo + 1 >= high)
      return {};
    SmallVector<Value> tests;
    if (mayReachBound)
      tests.push_back(w.add(getThreshold(*all, true, bits),
                            w.constant(repeat(high - 1, bits) - places)));
    if (mayBeNegative)
      tests.push_back(w.subtract(w.constant(repeat(high, bits) + places),
                                 getThreshold(*all, false, bits)));
    for (Value test : tests)
      result = result ? w.both(result, test) : test;
  }
  return result;
}

/// Ones in the elements whose conditions hold; nothing where all always do.
Value WordBlender::mask(WordBuilder &w, ArrayRef<Conjunction> conditions,
                        unsigned bits) {
  SmallVector<Conjunction> undecided(conditions);
  for (Conjunction &parts : undecided)
    if (parts)
      llvm::erase_if(*parts, [&](Value part) { return isDecided(part); });
  int64_t numUndecided =
      llvm::count_if(undecided, [](const Conjunction &parts) {
        return parts && !parts->empty();
      });
  if (numUndecided == 0)
    return {};
  if (numUndecided > 1)
    if (Value results = compare(w, conditions, bits)) {
      // 2^8 - 2^0 for each byte.
      Value tops = w.mask(results, repeat(uint32_t(1) << (bits - 1), bits));
      return w.subtract(w.shiftLeft(tops, 1), w.shiftRight(tops, bits - 1));
    }
  uint32_t ones = llvm::maskTrailingOnes<uint32_t>(bits);
  uint32_t always = 0;
  Value mask;
  for (auto [i, parts] : llvm::enumerate(undecided)) {
    if (!parts)
      continue;
    uint32_t here = ones << (i * bits);
    if (parts->empty()) {
      always |= here;
      continue;
    }
    Value selected = w.select(meet(w, *parts), w.constant(here), w.constant(0));
    mask = mask ? w.either(mask, selected) : selected;
  }
  return always ? w.either(mask, w.constant(always)) : mask;
}

Value WordBlender::blend(OpBuilder &b, Location loc, ArrayRef<Value> conditions,
                         unsigned bits, Value then, Value otherwise) {
  SmallVector<Conjunction> conjunctions;
  // What all elements have in common is left to a selection of the word.
  Conjunction common;
  for (Value condition : conditions) {
    Conjunction &parts = conjunctions.emplace_back();
    if (!condition)
      continue;
    flatten(condition, parts.emplace());
    if (!common)
      common = parts;
    llvm::erase_if(
        *common, [&](Value part) { return !llvm::is_contained(*parts, part); });
  }
  for (Conjunction &parts : conjunctions)
    if (parts)
      llvm::erase_if(*parts, [&](Value part) {
        return llvm::is_contained(*common, part);
      });

  WordBuilder w(b, loc);
  Value word = then;
  if (Value wanted = mask(w, conjunctions, bits)) {
    word = w.both(then, wanted);
    if (otherwise) {
      Value others = arith::XOrIOp::create(b, loc, wanted, w.constant(-1));
      word = w.either(word, w.both(otherwise, others));
    }
  }
  if (common->empty())
    return word;
  return w.select(meet(w, *common), word,
                  otherwise ? otherwise : w.constant(0));
}

} // namespace dml
