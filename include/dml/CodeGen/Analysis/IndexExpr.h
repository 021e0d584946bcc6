//===- IndexExpr.h - Index arithmetic with ranges ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums, floor divisions and remainders over variables of known range, kept in a
// form in which two expressions for the same position are the same, and in
// which the distance of two positions is a constant where it always is.
//
//===----------------------------------------------------------------------===//

#ifndef DML_CODEGEN_ANALYSIS_INDEXEXPR_H
#define DML_CODEGEN_ANALYSIS_INDEXEXPR_H

#include "llvm/ADT/SmallVector.h"
#include <cstdint>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

namespace dml {

/// Both ends included.
struct IndexRange {
  int64_t lo;
  int64_t hi;
};

/// A constant plus a linear combination of atoms: variables, quotients and
/// remainders, which an IndexExprs owns.
struct IndexExpr {
  /// Atom and factor; by ascending atom, no factor is 0.
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> terms;
  int64_t constant = 0;
  /// Whether it could be computed: no value overflowed 64 bits, and no operand
  /// of a quotient or remainder 32. What is computed from an expression that is
  /// not valid is not valid either.
  bool isValid = true;

  bool isConstant() const { return isValid && terms.empty(); }
  /// The expression without its constant.
  IndexExpr getTerms() const { return {terms, 0, isValid}; }

  bool operator==(const IndexExpr &other) const {
    return asTuple() == other.asTuple();
  }
  bool operator<(const IndexExpr &other) const {
    return asTuple() < other.asTuple();
  }

private:
  std::tuple<int64_t, const decltype(terms) &, bool> asTuple() const {
    return {constant, terms, isValid};
  }
};

/// Owns atoms, and computes with expressions of them.
class IndexExprs {
public:
  struct Atom {
    enum Kind { Variable, Quotient, Remainder };
    Kind kind;
    IndexRange range;
    /// Of a quotient or remainder: never negative, below 2^32.
    IndexExpr operand = {};
    int64_t divisor = 0;
  };

  /// A new variable, or a constant where the range leaves no choice.
  IndexExpr variable(IndexRange range);
  static IndexExpr constant(int64_t value) { return {{}, value}; }

  IndexExpr add(const IndexExpr &lhs, const IndexExpr &rhs);
  IndexExpr subtract(const IndexExpr &lhs, const IndexExpr &rhs);
  IndexExpr scale(const IndexExpr &expr, int64_t factor);
  /// Rounded towards minus infinity, and what is left; the divisor is at
  /// least 1.
  IndexExpr floorDivide(const IndexExpr &expr, int64_t divisor);
  IndexExpr remainder(const IndexExpr &expr, int64_t divisor);
  /// Returns the expression with c * (x % d) in place of c * x - c * d * (x /
  /// d). Its range is smaller.
  IndexExpr takeRemainders(const IndexExpr &expr);

  /// All numbers if the expression is not valid.
  IndexRange getRange(const IndexExpr &expr) const;
  const Atom &getAtom(unsigned atom) const { return atoms[atom]; }

  /// The largest power of two, at most `limit`, that divides every factor.
  static int64_t getTermAlignment(const IndexExpr &expr, int64_t limit);

private:
  /// expr = divisor * quotient + rest, with all that divides evenly in the
  /// quotient and `rest` not negative; nothing on overflow.
  struct Split {
    IndexExpr quotient, rest;
  };
  std::optional<Split> split(const IndexExpr &expr, int64_t divisor) const;
  IndexExpr getAtom(Atom::Kind kind, const IndexExpr &operand, int64_t divisor);
  void recombine(IndexExpr &expr);
  bool recombineOnce(IndexExpr &expr);
  /// Replaces the terms of two atoms.
  void replaceTerms(IndexExpr &expr, unsigned low, unsigned high,
                    const IndexExpr &whole);

  std::vector<Atom> atoms;
};

} // namespace dml

#endif // DML_CODEGEN_ANALYSIS_INDEXEXPR_H
