//===- WordSelector.cpp - Selections of a word's elements -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordSelector.h"
#include "WordBuilder.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// A word of elements that all have this value: 1 in bytes is 0x01010101.
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
    result = w.bitAnd(result, condition);
  return result;
}

/// A comparison of an index with a constant.
static std::optional<std::pair<Value, int64_t>> getBounded(Value condition) {
  auto op = condition.getDefiningOp<arith::CmpIOp>();
  APInt bound;
  if (!op || op.getPredicate() != arith::CmpIPredicate::ult ||
      !op.getLhs().getType().isIndex() ||
      !matchPattern(op.getRhs(), m_ConstantInt(&bound)))
    return std::nullopt;
  return std::pair(op.getLhs(), bound.getSExtValue());
}

/// Appends the terms of a conjunction.
void WordSelector::flatten(Value condition, SmallVectorImpl<Value> &parts) {
  if (auto both = condition.getDefiningOp<arith::AndIOp>()) {
    flatten(both.getLhs(), parts);
    flatten(both.getRhs(), parts);
    return;
  }
  if (auto bounded = getBounded(condition)) {
    auto [index, bound] = *bounded;
    Block *block = condition.getParentBlock();
    Value &first =
        firsts.insert({{block, analysis.getExpr(index), bound}, condition})
            .first->second;
    if (condition.getDefiningOp()->isBeforeInBlock(first.getDefiningOp()))
      first = condition;
    condition = first;
  }
  if (!llvm::is_contained(parts, condition))
    parts.push_back(condition);
}

void WordSelector::request(Value condition) {
  SmallVector<Value> parts;
  flatten(condition, parts);
  for (Value part : parts) {
    auto bounded = getBounded(part);
    if (!bounded)
      continue;
    auto [index, bound] = *bounded;
    IndexExpr expr = analysis.getExpr(index);
    // Thresholds, which are sums of the four, are computed in 32 bits.
    constexpr int64_t limit = 1 << 28;
    IndexRange range = analysis.exprs.getRange(expr);
    if (bound < 0 || bound > limit || range.lo < -limit || range.hi > limit ||
        llvm::AbsoluteValue(expr.constant) > uint64_t(limit))
      continue;
    Operation *op = part.getDefiningOp();
    Comparisons here = {op, bound, {expr.constant, expr.constant}, {}};
    auto it =
        known.insert({{op->getBlock(), expr.getTerms(), bound}, here}).first;
    Comparisons &all = it->second;
    if (op->isBeforeInBlock(all.front))
      all.front = op;
    all.range = {std::min(all.range.lo, expr.constant),
                 std::max(all.range.hi, expr.constant)};
  }
}

std::optional<WordSelector::Comparison> WordSelector::match(Value condition) {
  auto bounded = getBounded(condition);
  if (!bounded)
    return std::nullopt;
  auto [index, bound] = *bounded;
  IndexExpr expr = analysis.getExpr(index);
  auto it = known.find(
      {condition.getDefiningOp()->getBlock(), expr.getTerms(), bound});
  if (it == known.end() || expr.constant < it->second.range.lo ||
      expr.constant > it->second.range.hi)
    return std::nullopt;
  IndexRange range = analysis.exprs.getRange(expr);
  return Comparison{&*it, expr.constant, range.lo < 0, range.hi >= bound};
}

/// Whether a comparison always holds.
bool WordSelector::isDecided(Value condition) {
  std::optional<Comparison> comparison = match(condition);
  return comparison && !comparison->mayBeNegative && !comparison->mayReachBound;
}

/// How many of the constants make a negative number, or one below the bound:
/// those that do are the lowest ones.
Value WordSelector::getThreshold(KnownComparisons &comparisons, bool isBound,
                                 unsigned bits) {
  auto &[key, all] = comparisons;
  Value &threshold = all.thresholds[{bits, isBound}];
  if (threshold)
    return threshold;
  OpBuilder b(all.front);
  Location loc = all.front->getLoc();
  WordBuilder w(b, loc);
  IndexExpr count = analysis.exprs.subtract(
      IndexExprs::constant((isBound ? all.bound : 0) - all.range.lo),
      std::get<IndexExpr>(key));
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
Value WordSelector::compare(WordBuilder &w, ArrayRef<Conjunction> conditions,
                            unsigned bits) {
  uint32_t high = uint32_t(1) << (bits - 1);
  size_t numParts = (*llvm::find_if(conditions, [](const Conjunction &parts) {
                      return parts.has_value();
                    }))->size();
  Value result;
  for (size_t part = 0; part < numParts; ++part) {
    KnownComparisons *known = nullptr;
    uint32_t places = 0;
    bool mayBeNegative = false, mayReachBound = false;
    for (auto [i, parts] : llvm::enumerate(conditions)) {
      if (!parts)
        continue;
      if (parts->size() != numParts)
        return {};
      std::optional<Comparison> here = match((*parts)[part]);
      if (!here || (known && here->known != known))
        return {};
      known = here->known;
      mayBeNegative |= here->mayBeNegative;
      mayReachBound |= here->mayReachBound;
      places |= static_cast<uint32_t>(here->constant - known->second.range.lo)
                << (i * bits);
    }
    // No element borrows from the next one: high + threshold - place - 1 and
    // high + place - threshold lie between 0 and twice `high`.
    IndexRange range = known->second.range;
    if (range.hi - range.lo + 1 >= high)
      return {};
    SmallVector<Value> tests;
    if (mayReachBound)
      tests.push_back(w.add(getThreshold(*known, true, bits),
                            repeat(high - 1, bits) - places));
    if (mayBeNegative)
      tests.push_back(w.subtract(w.constant(repeat(high, bits) + places),
                                 getThreshold(*known, false, bits)));
    for (Value test : tests)
      result = result ? w.bitAnd(result, test) : test;
  }
  return result;
}

/// Ones in the elements whose conditions hold; nothing where all always do.
Value WordSelector::mask(WordBuilder &w, ArrayRef<Conjunction> conditions,
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
    Value selected = w.select(meet(w, *parts), w.constant(here), 0);
    mask = mask ? w.bitOr(mask, selected) : selected;
  }
  return always ? w.bitOr(mask, always) : mask;
}

Value WordSelector::select(WordBuilder &w, ArrayRef<Value> conditions,
                           unsigned bits, Value then, Value otherwise) {
  SmallVector<Conjunction> conjunctions;
  // Terms that all elements have in common select the word as a whole.
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

  Value word = then;
  if (Value wanted = mask(w, conjunctions, bits)) {
    word = w.bitAnd(then, wanted);
    if (otherwise) {
      Value others = arith::XOrIOp::create(w.b, w.loc, wanted, w.constant(-1));
      word = w.bitOr(word, w.bitAnd(otherwise, others));
    }
  }
  if (common->empty())
    return word;
  return w.select(meet(w, *common), word,
                  otherwise ? otherwise : w.constant(0));
}

} // namespace dml
