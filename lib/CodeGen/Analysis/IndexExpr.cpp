//===- IndexExpr.cpp - Index arithmetic with ranges -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/IndexExpr.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <numeric>

namespace dml {

constexpr int64_t kMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
constexpr int64_t kMaxOperand = std::numeric_limits<uint32_t>::max();

static int64_t saturatingAdd(int64_t lhs, int64_t rhs) {
  int64_t sum;
  if (llvm::AddOverflow(lhs, rhs, sum))
    return rhs > 0 ? kMax : kMin;
  return sum;
}

static int64_t saturatingMultiply(int64_t lhs, int64_t rhs) {
  int64_t product;
  if (llvm::MulOverflow(lhs, rhs, product))
    return (lhs > 0) == (rhs > 0) ? kMax : kMin;
  return product;
}

IndexExpr IndexExprs::variable(IndexRange range) {
  if (range.lo == range.hi)
    return constant(range.lo);
  atoms.push_back({Atom::Variable, range});
  return {{{static_cast<unsigned>(atoms.size() - 1), 1}}, 0};
}

/// What could not be computed.
static IndexExpr getInvalid() {
  IndexExpr expr;
  expr.isValid = false;
  return expr;
}

static void addTerm(IndexExpr &expr, unsigned atom, int64_t factor) {
  auto *term =
      llvm::lower_bound(expr.terms, atom, [](const auto &term, unsigned atom) {
        return term.first < atom;
      });
  if (term == expr.terms.end() || term->first != atom) {
    expr.terms.insert(term, {atom, factor});
    return;
  }
  if (llvm::AddOverflow(term->second, factor, term->second))
    expr.isValid = false;
  if (term->second == 0)
    expr.terms.erase(term);
}

IndexExpr IndexExprs::add(const IndexExpr &lhs, const IndexExpr &rhs) {
  IndexExpr sum = lhs;
  if (!rhs.isValid ||
      llvm::AddOverflow(sum.constant, rhs.constant, sum.constant))
    return getInvalid();
  for (auto [atom, factor] : rhs.terms)
    addTerm(sum, atom, factor);
  if (!sum.isValid)
    return getInvalid();
  recombine(sum);
  return sum;
}

IndexExpr IndexExprs::subtract(const IndexExpr &lhs, const IndexExpr &rhs) {
  return add(lhs, scale(rhs, -1));
}

IndexExpr IndexExprs::scale(const IndexExpr &expr, int64_t factor) {
  if (!expr.isValid)
    return getInvalid();
  if (factor == 0)
    return constant(0);
  IndexExpr product = expr;
  if (llvm::MulOverflow(product.constant, factor, product.constant))
    return getInvalid();
  for (auto &term : product.terms)
    if (llvm::MulOverflow(term.second, factor, term.second))
      return getInvalid();
  return product;
}

IndexRange IndexExprs::getRange(const IndexExpr &expr) const {
  if (!expr.isValid)
    return {kMin, kMax};
  // A bound that is too far out for 64 bits does not come back.
  auto move = [](int64_t &bound, int64_t term, int64_t outermost) {
    if (bound != outermost)
      bound = term == outermost ? outermost : saturatingAdd(bound, term);
  };
  IndexRange range = {expr.constant, expr.constant};
  for (auto [atom, factor] : expr.terms) {
    int64_t low = saturatingMultiply(atoms[atom].range.lo, factor);
    int64_t high = saturatingMultiply(atoms[atom].range.hi, factor);
    move(range.lo, std::min(low, high), kMin);
    move(range.hi, std::max(low, high), kMax);
  }
  return range;
}

/// Defined for all factors, unlike std::gcd of signed numbers.
static int64_t getGCD(int64_t positive, int64_t factor) {
  return std::gcd(static_cast<uint64_t>(positive), llvm::AbsoluteValue(factor));
}

int64_t IndexExprs::getTermAlignment(const IndexExpr &expr, int64_t limit) {
  int64_t alignment = limit;
  for (auto [atom, factor] : expr.terms)
    alignment = getGCD(alignment, factor);
  return alignment;
}

std::optional<IndexExprs::Split> IndexExprs::split(const IndexExpr &expr,
                                                   int64_t divisor) const {
  if (!expr.isValid)
    return std::nullopt;
  Split parts;
  for (auto [atom, factor] : expr.terms) {
    if (factor % divisor == 0)
      parts.quotient.terms.push_back({atom, factor / divisor});
    else
      parts.rest.terms.push_back({atom, factor});
  }
  parts.quotient.constant = llvm::divideFloorSigned(expr.constant, divisor);
  parts.rest.constant = llvm::mod(expr.constant, divisor);
  IndexRange range = getRange(parts.rest);
  if (range.lo == kMin || range.hi == kMax)
    return std::nullopt;
  if (range.lo >= 0)
    return parts;
  // A multiple of the divisor makes the rest positive: later code divides as
  // if unsigned.
  int64_t shift = llvm::divideCeilSigned(-range.lo, divisor), moved;
  if (llvm::MulOverflow(shift, divisor, moved) ||
      llvm::AddOverflow(parts.rest.constant, moved, parts.rest.constant) ||
      llvm::SubOverflow(parts.quotient.constant, shift,
                        parts.quotient.constant))
    return std::nullopt;
  return parts;
}

IndexExpr IndexExprs::getAtom(Atom::Kind kind, const IndexExpr &operand,
                              int64_t divisor) {
  IndexRange range = getRange(operand);
  if (range.lo < 0 || range.hi > kMaxOperand)
    return getInvalid();
  for (auto [i, atom] : llvm::enumerate(atoms))
    if (atom.kind == kind && atom.divisor == divisor && atom.operand == operand)
      return {{{static_cast<unsigned>(i), 1}}, 0};
  if (kind == Atom::Quotient)
    range = {range.lo / divisor, range.hi / divisor};
  else
    range = {0, std::min(range.hi, divisor - 1)};
  atoms.push_back({kind, range, operand, divisor});
  return {{{static_cast<unsigned>(atoms.size() - 1), 1}}, 0};
}

/// The greatest common divisor of the divisor and all factors.
static int64_t getCommonDivisor(const IndexExpr &expr, int64_t divisor) {
  for (auto [atom, factor] : expr.terms)
    divisor = getGCD(divisor, factor);
  return divisor;
}

/// (common * x + c) / common, rounded down, where 0 <= c < common in the end.
static IndexExpr divideExactly(IndexExpr expr, int64_t common) {
  for (auto &term : expr.terms)
    term.second /= common;
  expr.constant = llvm::divideFloorSigned(expr.constant, common);
  return expr;
}

IndexExpr IndexExprs::floorDivide(const IndexExpr &expr, int64_t divisor) {
  if (divisor == 1)
    return expr;
  std::optional<Split> parts = split(expr, divisor);
  if (!parts)
    return getInvalid();
  auto &[quotient, rest] = *parts;
  IndexRange range = getRange(rest);
  if (range.lo / divisor == range.hi / divisor) {
    if (llvm::AddOverflow(quotient.constant, range.lo / divisor,
                          quotient.constant))
      return getInvalid();
    return quotient;
  }
  // 32 bits hold no sum with a huge divisor. Where there are two quotients, a
  // smaller divisor gives the same ones.
  int64_t last = range.hi / divisor, meet = last * divisor;
  int64_t smaller = std::max(range.hi - meet + 1, meet - range.lo);
  if (range.hi > kMaxOperand && range.lo / divisor == last - 1 &&
      smaller < divisor)
    return add(add(quotient, constant(last)),
               floorDivide(subtract(rest, constant(meet)), smaller));
  int64_t common = getCommonDivisor(rest, divisor);
  if (common > 1)
    return add(quotient,
               floorDivide(divideExactly(rest, common), divisor / common));
  if (rest.terms.size() == 1 && rest.terms[0].second == 1) {
    const Atom atom = atoms[rest.terms[0].first];
    // (x / a + c) / b = (x + c * a) / (a * b)
    int64_t product, moved;
    if (atom.kind == Atom::Quotient &&
        !llvm::MulOverflow(atom.divisor, divisor, product) &&
        !llvm::MulOverflow(atom.divisor, rest.constant, moved) &&
        getRange(atom.operand).hi <= kMaxOperand - moved)
      return add(quotient,
                 floorDivide(add(atom.operand, constant(moved)), product));
    // (x % a) / b = (x / b) % (a / b) where b divides a
    if (atom.kind == Atom::Remainder && rest.constant == 0 &&
        atom.divisor % divisor == 0)
      return add(quotient, remainder(floorDivide(atom.operand, divisor),
                                     atom.divisor / divisor));
  }
  return add(quotient, getAtom(Atom::Quotient, rest, divisor));
}

IndexExpr IndexExprs::remainder(const IndexExpr &expr, int64_t divisor) {
  if (divisor == 1)
    return scale(expr, 0);
  std::optional<Split> parts = split(expr, divisor);
  if (!parts)
    return getInvalid();
  IndexExpr rest = parts->rest;
  IndexRange range = getRange(rest);
  if (range.lo / divisor == range.hi / divisor) {
    rest.constant -= range.lo / divisor * divisor;
    return rest;
  }
  // (g * x + c) % (g * d) = g * (x % d) + c
  int64_t common = getCommonDivisor(rest, divisor);
  if (common > 1)
    return add(
        scale(remainder(divideExactly(rest, common), divisor / common), common),
        constant(llvm::mod(rest.constant, common)));
  if (rest.terms.size() == 1 && rest.terms[0].second == 1) {
    const Atom atom = atoms[rest.terms[0].first];
    // (x % a + c) % b = (x + c) % b where b divides a
    if (atom.kind == Atom::Remainder && atom.divisor % divisor == 0)
      return remainder(add(atom.operand, constant(rest.constant)), divisor);
  }
  return getAtom(Atom::Remainder, rest, divisor);
}

IndexExpr IndexExprs::takeRemainders(const IndexExpr &expr) {
  for (auto [number, factor] : expr.terms) {
    const Atom atom = atoms[number];
    if (atom.kind != Atom::Quotient || factor % atom.divisor != 0)
      continue;
    int64_t multiple = -(factor / atom.divisor);
    IndexExpr whole = scale(atom.operand, multiple);
    bool hasWhole = llvm::all_of(whole.terms, [&](const auto &term) {
      return llvm::is_contained(expr.terms, term);
    });
    if (!whole.isValid || !hasWhole)
      continue;
    IndexExpr others = subtract(subtract(expr, whole), {{{number, factor}}, 0});
    IndexExpr result =
        add(others, scale(remainder(atom.operand, atom.divisor), multiple));
    if (result.isValid)
      return takeRemainders(result);
  }
  return expr;
}

void IndexExprs::replaceTerms(IndexExpr &expr, unsigned low, unsigned high,
                              const IndexExpr &whole) {
  llvm::erase_if(expr.terms, [&](const auto &term) {
    return term.first == low || term.first == high;
  });
  expr = add(expr, whole);
}

bool IndexExprs::recombineOnce(IndexExpr &expr) {
  for (auto [low, factor] : expr.terms) {
    if (atoms[low].kind != Atom::Remainder)
      continue;
    const Atom rest = atoms[low];
    int64_t highFactor;
    if (llvm::MulOverflow(factor, rest.divisor, highFactor))
      continue;
    for (auto [high, otherFactor] : expr.terms) {
      if (otherFactor != highFactor)
        continue;
      const Atom other = atoms[high];
      IndexExpr whole;
      // d * (x / d) + x % d = x
      if (other.kind == Atom::Quotient && other.divisor == rest.divisor &&
          other.operand == rest.operand) {
        whole = rest.operand;
      } else if (other.kind == Atom::Remainder) {
        // d * ((x / d) % e) + x % d = x % (d * e), where x may have lost a
        // multiple of d in x % d.
        IndexExpr lost =
            subtract(other.operand, floorDivide(rest.operand, rest.divisor));
        int64_t multiple, product;
        if (!lost.isConstant() ||
            llvm::MulOverflow(lost.constant, rest.divisor, multiple) ||
            llvm::MulOverflow(rest.divisor, other.divisor, product))
          continue;
        whole = remainder(add(rest.operand, constant(multiple)), product);
      } else {
        continue;
      }
      whole = scale(whole, factor);
      if (!whole.isValid)
        continue;
      replaceTerms(expr, low, high, whole);
      return true;
    }
  }
  return false;
}

void IndexExprs::recombine(IndexExpr &expr) {
  while (recombineOnce(expr))
    continue;
}

} // namespace dml
