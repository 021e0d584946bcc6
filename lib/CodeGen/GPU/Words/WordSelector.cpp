//===- WordSelector.cpp - Selections of a word's elements -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WordSelector.h"
#include "WordBuilder.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace dml {

/// Whether all of them hold.
static Value meet(WordBuilder &w, ArrayRef<Value> conditions) {
  Value result = conditions.front();
  for (Value condition : conditions.drop_front())
    result = w.bitAnd(result, condition);
  return result;
}

/// A comparison of an index with a positive constant.
static std::optional<std::pair<Value, int64_t>> getBounded(Value condition) {
  auto op = condition.getDefiningOp<arith::CmpIOp>();
  if (!op || !op.getLhs().getType().isIndex())
    return std::nullopt;
  std::optional<int64_t> bound = getUpperBound(op);
  return bound ? std::optional(std::pair(op.getLhs(), *bound)) : std::nullopt;
}

/// Rewrites `0 <= expr < bound`, so that neighbours share a comparison: 4x < 6
/// and 4x + 1 < 6 both become 4x < 8.
static void alignBounds(IndexExpr &expr, int64_t &bound) {
  int64_t factor = IndexExprs::getTermAlignment(expr, kVectorBytes);
  int64_t rest = llvm::mod(expr.constant, factor);
  expr.constant -= rest;
  bound = llvm::divideCeilSigned(bound - rest, factor) * factor;
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
    IndexExpr expr = analysis.getExpr(index);
    if (expr.isValid)
      alignBounds(expr, bound);
    Value &first =
        firsts.insert({{condition.getParentBlock(), expr, bound}, condition})
            .first->second;
    if (condition.getDefiningOp()->isBeforeInBlock(first.getDefiningOp()))
      first = condition;
    condition = first;
  }
  if (!llvm::is_contained(parts, condition))
    parts.push_back(condition);
}

/// Whether a comparison always holds.
bool WordSelector::isDecided(Value condition) {
  auto bounded = getBounded(condition);
  return bounded && analysis.isWithin(analysis.getExpr(bounded->first), 0,
                                      bounded->second);
}

/// Ones in the elements whose conditions hold; nothing where all always do.
Value WordSelector::mask(WordBuilder &w, ArrayRef<Conjunction> conditions,
                         unsigned bits) {
  SmallVector<Conjunction> undecided(conditions);
  for (Conjunction &parts : undecided)
    if (parts)
      llvm::erase_if(*parts, [&](Value part) { return isDecided(part); });
  if (llvm::none_of(undecided, [](const Conjunction &parts) {
        return parts && !parts->empty();
      }))
    return {};
  uint32_t ones = llvm::maskTrailingOnes<uint32_t>(bits);
  uint32_t always = 0;
  // Elements under the same terms are selected together.
  SmallVector<std::pair<Conjunction, uint32_t>> groups;
  for (auto [i, parts] : llvm::enumerate(undecided)) {
    if (!parts)
      continue;
    uint32_t here = ones << (i * bits);
    if (parts->empty())
      always |= here;
    else if (!groups.empty() && groups.back().first == parts)
      groups.back().second |= here;
    else
      groups.push_back({parts, here});
  }
  Value mask;
  for (const auto &[parts, here] : groups) {
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
