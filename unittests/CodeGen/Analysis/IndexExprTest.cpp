//===- IndexExprTest.cpp - Index arithmetic with ranges -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/CodeGen/Analysis/IndexExpr.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/MathExtras.h"
#include "gtest/gtest.h"
#include <limits>
#include <map>
#include <optional>
#include <string>

using namespace dml;

namespace {

/// "4*a + (b + 1)/3 + (c0 ? a : b) - 2": terms as they are stored, variables by
/// their names.
struct IndexExprTest : testing::Test {
  IndexExpr makeVariable(int64_t lo, int64_t hi) {
    return exprs.variable({lo, hi});
  }

  static IndexExpr makeConstant(int64_t value) {
    return IndexExprs::constant(value);
  }

  IndexExpr plus(const IndexExpr &expr, int64_t value) {
    return exprs.add(expr, makeConstant(value));
  }

  std::string print(const IndexExpr &expr) {
    if (!expr.isValid)
      return "overflow";
    std::string text;
    for (auto [number, factor] : expr.terms) {
      const IndexExprs::Atom &atom = exprs.getAtom(number);
      text += text.empty() ? "" : " + ";
      text += factor == 1 ? "" : std::to_string(factor) + "*";
      if (atom.kind == IndexExprs::Atom::Variable)
        text += "v" + std::to_string(number);
      else
        text += "(" + print(atom.operand) + ")" +
                (atom.kind == IndexExprs::Atom::Quotient ? "/" : "%") +
                std::to_string(atom.divisor);
    }
    if (text.empty() || expr.constant != 0)
      text += (text.empty() ? "" : " + ") + std::to_string(expr.constant);
    return text;
  }

  std::string printRange(const IndexExpr &expr) {
    IndexRange range = exprs.getRange(expr);
    return std::to_string(range.lo) + ".." + std::to_string(range.hi);
  }

  IndexExprs exprs;
};

} // namespace

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

TEST_F(IndexExprTest, Sums) {
  IndexExpr a = makeVariable(0, 9), b = makeVariable(0, 9);
  EXPECT_EQ(print(exprs.add(a, b)), "v0 + v1");
  // In whatever order.
  EXPECT_EQ(exprs.add(a, b), exprs.add(b, a));
  EXPECT_EQ(print(exprs.add(a, a)), "2*v0");
  EXPECT_EQ(print(exprs.subtract(exprs.add(a, b), a)), "v1");
  EXPECT_EQ(print(exprs.subtract(plus(a, 5), plus(a, 2))), "3");
  EXPECT_EQ(print(exprs.scale(plus(exprs.subtract(a, b), 2), -3)),
            "-3*v0 + 3*v1 + -6");
  EXPECT_EQ(print(exprs.scale(a, 0)), "0");
  // No choice, no variable.
  EXPECT_EQ(print(makeVariable(7, 7)), "7");
  // Two variables of the same range are two.
  EXPECT_FALSE(a == b);
}

//===----------------------------------------------------------------------===//
// Quotients and remainders
//===----------------------------------------------------------------------===//

TEST_F(IndexExprTest, CommonDivisors) {
  IndexExpr v = makeVariable(0, 999);
  // The four elements of a vector lie in one row of 8.
  for (int64_t k = 0; k < 4; ++k) {
    IndexExpr position = plus(exprs.scale(v, 4), k);
    EXPECT_EQ(print(exprs.floorDivide(position, 8)), "(v0)/2");
    IndexExpr rest = exprs.remainder(position, 8);
    EXPECT_EQ(print(exprs.subtract(rest, makeConstant(k))), "4*(v0)%2");
    EXPECT_EQ(print(exprs.floorDivide(position, 4)), "v0");
    EXPECT_EQ(print(exprs.remainder(position, 4)), std::to_string(k));
    EXPECT_EQ(print(exprs.floorDivide(position, 2)),
              print(plus(exprs.scale(v, 2), k / 2)));
  }
  // Not of rows of 6: positions 4 and 6 are in different ones.
  EXPECT_EQ(print(exprs.floorDivide(plus(exprs.scale(v, 4), 1), 6)),
            "(2*v0)/3");
  EXPECT_EQ(print(exprs.floorDivide(plus(exprs.scale(v, 4), 2), 6)),
            "(2*v0 + 1)/3");
  EXPECT_EQ(print(exprs.remainder(plus(exprs.scale(v, 4), 3), 6)),
            "2*(2*v0 + 1)%3 + 1");
  // What divides evenly leaves the operand.
  EXPECT_EQ(print(exprs.floorDivide(plus(exprs.scale(v, 3), 7), 3)), "v0 + 2");
  IndexExpr w = makeVariable(0, 4);
  IndexExpr sum = exprs.add(exprs.scale(v, 5), w);
  EXPECT_EQ(print(exprs.floorDivide(sum, 5)), "v0");
  EXPECT_EQ(print(exprs.remainder(sum, 5)), print(w));
  EXPECT_EQ(print(exprs.floorDivide(v, 1)), "v0");
  EXPECT_EQ(print(exprs.remainder(v, 1)), "0");
}

TEST_F(IndexExprTest, RangesDecide) {
  IndexExpr v = makeVariable(8, 15);
  EXPECT_EQ(print(exprs.floorDivide(v, 8)), "1");
  EXPECT_EQ(print(exprs.remainder(v, 8)), "v0 + -8");
  EXPECT_EQ(print(exprs.floorDivide(v, 16)), "0");
  EXPECT_EQ(print(exprs.remainder(v, 16)), "v0");
  // One more, and it is open.
  EXPECT_EQ(print(exprs.floorDivide(plus(v, 1), 8)), "(v0 + 1)/8");
}

TEST_F(IndexExprTest, Nested) {
  IndexExpr v = makeVariable(0, 9999);
  IndexExpr seventh = exprs.floorDivide(v, 7);
  // (v / 7 + 1) / 3 = (v + 7) / 21
  EXPECT_EQ(print(exprs.floorDivide(seventh, 3)), "(v0)/21");
  EXPECT_EQ(print(exprs.floorDivide(plus(seventh, 1), 3)), "(v0 + 7)/21");
  // Not where v + 7 might not be a word.
  IndexExpr word = makeVariable(0, 0xFFFFFFFE);
  IndexExpr part = exprs.floorDivide(word, 7);
  EXPECT_EQ(print(exprs.floorDivide(part, 3)), "(" + print(word) + ")/21");
  EXPECT_EQ(print(exprs.floorDivide(plus(part, 1), 3)),
            "((" + print(word) + ")/7 + 1)/3");
  // (v % 12) / 4 = (v / 4) % 3
  IndexExpr rest = exprs.remainder(v, 12);
  EXPECT_EQ(exprs.floorDivide(rest, 4),
            exprs.remainder(exprs.floorDivide(v, 4), 3));
  // (v % 12 + 1) % 4 = (v + 1) % 4, but not % 5.
  EXPECT_EQ(exprs.remainder(plus(rest, 1), 4), exprs.remainder(plus(v, 1), 4));
  EXPECT_EQ(print(exprs.remainder(plus(rest, 1), 5)), "((v0)%12 + 1)%5");
  EXPECT_EQ(exprs.remainder(rest, 12), rest);
}

TEST_F(IndexExprTest, Recombination) {
  IndexExpr v = makeVariable(0, 9999);
  IndexExpr quotient = exprs.floorDivide(v, 7);
  IndexExpr rest = exprs.remainder(v, 7);
  EXPECT_EQ(print(exprs.add(exprs.scale(quotient, 7), rest)), "v0");
  EXPECT_EQ(print(exprs.add(exprs.scale(quotient, 14), exprs.scale(rest, 2))),
            "2*v0");
  // Two digits are a larger remainder.
  IndexExpr high = exprs.remainder(quotient, 5);
  EXPECT_EQ(print(exprs.add(exprs.scale(high, 7), rest)), "(v0)%35");
  // Of other operands or divisors, or with other factors, they stay.
  IndexExpr w = makeVariable(0, 9999);
  EXPECT_EQ(
      exprs.add(exprs.scale(exprs.floorDivide(w, 7), 7), rest).terms.size(),
      2u);
  EXPECT_EQ(exprs.add(exprs.scale(quotient, 8), rest).terms.size(), 2u);
  EXPECT_EQ(
      exprs.add(exprs.scale(exprs.floorDivide(v, 6), 7), rest).terms.size(),
      2u);
}

/// What reshapes and transpositions of transpositions come down to.
TEST_F(IndexExprTest, DelinearizeThenLinearize) {
  struct Case {
    int64_t vectorLength;
    std::vector<int64_t> basis;
  };
  const Case cases[] = {{1, {6, 8}},         {4, {6, 8}},
                        {4, {5, 7, 3}},      {1, {2, 3, 5, 7}},
                        {16, {3, 3, 3}},     {8, {1, 1, 9, 1}},
                        {2, {4, 4, 4, 4}},   {4, {127}},
                        {1, {65536, 65535}}, {4, {11, 13, 17, 19, 4}}};
  for (const Case &test : cases) {
    int64_t numElements = 1;
    for (int64_t size : test.basis)
      numElements *= size;
    IndexExpr thread =
        makeVariable(0, llvm::divideCeil(numElements, test.vectorLength) - 1);
    for (int64_t k = 0; k < test.vectorLength; ++k) {
      IndexExpr position = plus(exprs.scale(thread, test.vectorLength), k);
      IndexExpr rest = position, linear = makeConstant(0);
      int64_t stride = 1;
      for (size_t i = test.basis.size(); i-- > 1;) {
        IndexExpr index = exprs.remainder(rest, test.basis[i]);
        EXPECT_GE(exprs.getRange(index).lo, 0);
        EXPECT_LT(exprs.getRange(index).hi, test.basis[i]);
        linear = exprs.add(linear, exprs.scale(index, stride));
        rest = exprs.floorDivide(rest, test.basis[i]);
        stride *= test.basis[i];
      }
      linear = exprs.add(linear, exprs.scale(rest, stride));
      EXPECT_EQ(linear, position)
          << print(linear) << " instead of " << print(position);
    }
  }
}

TEST_F(IndexExprTest, NegativeDividends) {
  IndexExpr v = makeVariable(0, 99);
  // A multiple of the divisor is moved out: unsigned division does the rest.
  EXPECT_EQ(print(exprs.floorDivide(plus(v, -5), 3)), "(v0 + 1)/3 + -2");
  EXPECT_EQ(print(exprs.remainder(plus(v, -5), 3)), "(v0 + 1)%3");
  EXPECT_EQ(print(exprs.floorDivide(exprs.scale(v, -1), 4)),
            "(-1*v0 + 100)/4 + -25");
  EXPECT_EQ(printRange(exprs.floorDivide(exprs.scale(v, -1), 4)), "-25..0");
  EXPECT_EQ(print(exprs.floorDivide(makeConstant(-7), 3)), "-3");
  EXPECT_EQ(print(exprs.remainder(makeConstant(-7), 3)), "2");
}

//===----------------------------------------------------------------------===//
// Ranges, alignment, failures
//===----------------------------------------------------------------------===//

TEST_F(IndexExprTest, Ranges) {
  IndexExpr a = makeVariable(-3, 5), b = makeVariable(1, 4);
  EXPECT_EQ(printRange(makeConstant(-2)), "-2..-2");
  EXPECT_EQ(printRange(exprs.add(a, b)), "-2..9");
  EXPECT_EQ(printRange(exprs.subtract(a, b)), "-7..4");
  EXPECT_EQ(printRange(plus(exprs.scale(a, -2), 1)), "-9..7");
  IndexExpr v = makeVariable(0, 100);
  EXPECT_EQ(printRange(exprs.floorDivide(v, 7)), "0..14");
  EXPECT_EQ(printRange(exprs.remainder(v, 7)), "0..6");
  // A sum too large for 64 bits has a range all the same.
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  IndexExpr huge = exprs.scale(v, max / 4);
  EXPECT_EQ(exprs.getRange(huge).hi, max);
  EXPECT_EQ(exprs.getRange(exprs.scale(huge, -1)).lo,
            std::numeric_limits<int64_t>::min());
  // Each of two that fit, but not their sum.
  IndexExpr w = makeVariable(0, 100);
  IndexExpr sum =
      exprs.add(exprs.scale(v, max / 150), exprs.scale(w, max / 150));
  EXPECT_EQ(exprs.getRange(sum).hi, max);
  EXPECT_EQ(exprs.getRange(exprs.scale(sum, -1)).lo,
            std::numeric_limits<int64_t>::min());
}

TEST_F(IndexExprTest, TakesRemainders) {
  IndexExpr a = makeVariable(0, 9), b = makeVariable(0, 9);
  IndexExpr sum = plus(exprs.add(exprs.scale(a, 9), exprs.scale(b, 9)), -3);
  // 100 * sum - 200 * (sum / 2): the quotient's operand has another constant
  // than the sum.
  IndexExpr difference = exprs.subtract(
      exprs.scale(sum, 100), exprs.scale(exprs.floorDivide(sum, 2), 200));
  EXPECT_EQ(printRange(exprs.takeRemainders(difference)), "0..100");
  // With another factor of a, the whole sum is not in it.
  IndexExpr other = exprs.add(difference, a);
  EXPECT_EQ(exprs.takeRemainders(other), other);
}

TEST_F(IndexExprTest, Alignment) {
  IndexExpr a = makeVariable(0, 9), b = makeVariable(0, 9);
  IndexExpr sum = exprs.add(exprs.scale(a, 8), exprs.scale(b, -12));
  EXPECT_EQ(IndexExprs::getTermAlignment(sum, 16), 4);
  // The constant does not count.
  EXPECT_EQ(IndexExprs::getTermAlignment(plus(sum, 3), 16), 4);
  EXPECT_EQ(IndexExprs::getTermAlignment(exprs.scale(a, 64), 16), 16);
  EXPECT_EQ(IndexExprs::getTermAlignment(exprs.scale(a, 3), 16), 1);
  EXPECT_EQ(IndexExprs::getTermAlignment(makeConstant(3), 16), 16);
}

TEST_F(IndexExprTest, Overflow) {
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  constexpr int64_t maxWord = std::numeric_limits<uint32_t>::max();
  IndexExpr v = makeVariable(0, 9);
  EXPECT_FALSE(plus(makeConstant(max), 1).isValid);
  EXPECT_FALSE(exprs.add(exprs.scale(v, max), v).isValid);
  EXPECT_FALSE(exprs.scale(exprs.scale(v, max / 2), 3).isValid);
  EXPECT_FALSE(exprs.scale(makeConstant(max), 2).isValid);
  // Quotients and remainders are computed in 32 bits.
  IndexExpr word = makeVariable(0, maxWord);
  EXPECT_TRUE(exprs.floorDivide(word, 3).isValid);
  EXPECT_TRUE(exprs.remainder(word, 3).isValid);
  EXPECT_FALSE(exprs.floorDivide(plus(word, 1), 3).isValid);
  IndexExpr wide = makeVariable(0, maxWord + 1);
  EXPECT_FALSE(exprs.remainder(wide, 3).isValid);
  // What is computed from an overflow is one, whatever follows.
  IndexExpr overflow = plus(makeConstant(max), 1);
  EXPECT_FALSE(overflow.isConstant());
  EXPECT_FALSE(plus(overflow, -1).isValid);
  EXPECT_FALSE(exprs.subtract(v, overflow).isValid);
  EXPECT_FALSE(exprs.scale(overflow, 0).isValid);
  EXPECT_FALSE(exprs.floorDivide(overflow, 3).isValid);
  EXPECT_FALSE(exprs.remainder(overflow.getTerms(), 3).isValid);
  EXPECT_FALSE(exprs.remainder(overflow, 1).isValid);
  EXPECT_EQ(exprs.getRange(overflow).hi, max);
  // Larger values that divide evenly have neither.
  EXPECT_EQ(print(exprs.floorDivide(exprs.scale(word, 16), 8)),
            print(exprs.scale(word, 2)));
}

TEST_F(IndexExprTest, HugeDivisorsAndFactors) {
  constexpr int64_t min = std::numeric_limits<int64_t>::min();
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  constexpr int64_t half = int64_t(1) << 62;
  // The multiple of the divisor that would make this positive does not fit.
  IndexExpr bit = makeVariable(0, 1);
  IndexExpr below = plus(exprs.scale(bit, -half - 10), half);
  EXPECT_FALSE(exprs.floorDivide(below, max).isValid);
  EXPECT_FALSE(exprs.remainder(below, max).isValid);
  // Nor does it by itself.
  EXPECT_FALSE(exprs.floorDivide(exprs.scale(bit, 1 - max), half + 1).isValid);
  // What is beyond 64 bits has no known quotient.
  IndexExpr one = makeVariable(1, 2);
  IndexExpr beyond = exprs.add(exprs.scale(one, half), exprs.scale(bit, half));
  EXPECT_FALSE(exprs.floorDivide(exprs.add(beyond, exprs.scale(one, half)), max)
                   .isValid);
  EXPECT_EQ(print(exprs.floorDivide(plus(bit, -2), max)), "-1");
  EXPECT_EQ(print(exprs.remainder(plus(bit, 1), max)), "v0 + 1");
  // Two quotients by a divisor that 32 bits do not hold with a number.
  IndexExpr lane = makeVariable(0, 63);
  constexpr int64_t word = std::numeric_limits<uint32_t>::max();
  EXPECT_EQ(print(exprs.floorDivide(plus(exprs.scale(lane, 4), -1), word)),
            print(plus(exprs.floorDivide(plus(lane, 62), 63), -1)));

  // The smallest factor has no positive counterpart.
  IndexExpr v = makeVariable(0, 9);
  IndexExpr smallest = exprs.scale(v, min);
  EXPECT_EQ(IndexExprs::getTermAlignment(smallest, 16), 16);
  EXPECT_EQ(print(exprs.floorDivide(smallest, 2)),
            print(exprs.scale(v, min / 2)));
  EXPECT_FALSE(exprs.floorDivide(smallest, 3).isValid);
  // d * (x / d) + x % d = x, times such a factor.
  EXPECT_EQ(print(exprs.add(exprs.scale(exprs.floorDivide(v, 2), min),
                            exprs.scale(exprs.remainder(v, 2), -half))),
            print(exprs.scale(v, -half)));
}

TEST_F(IndexExprTest, BoundsStayOutOfRange) {
  constexpr int64_t min = std::numeric_limits<int64_t>::min();
  constexpr int64_t max = std::numeric_limits<int64_t>::max();
  // What is subtracted after the overflow does not bring the bound back.
  IndexExpr many = exprs.scale(makeVariable(0, 9), max / 2);
  IndexExpr few = makeVariable(1, 5);
  EXPECT_EQ(exprs.getRange(exprs.subtract(many, few)).hi, max);
  EXPECT_EQ(exprs.getRange(exprs.add(exprs.scale(many, -1), few)).lo, min);
}

//===----------------------------------------------------------------------===//
// Random expressions
//===----------------------------------------------------------------------===//

namespace {

struct Random {
  uint64_t state;
  uint64_t next(uint64_t bound) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % bound;
  }
  int64_t between(int64_t lo, int64_t hi) { return lo + next(hi - lo + 1); }
};

/// What an expression is built of, computed without any rule.
struct Tree {
  enum Kind { Variable, Constant, Add, Subtract, Scale, Divide, Remainder };
  Kind kind;
  int64_t number = 0; // Of the variable, or the constant.
  std::vector<Tree> operands = {};

  static Tree make(Random &random, unsigned depth, unsigned numVariables) {
    if (depth == 0 || random.next(8) == 0) {
      if (random.next(5) == 0)
        return {Constant, random.between(-40, 40)};
      return {Variable, random.between(0, numVariables - 1)};
    }
    auto operand = [&] { return make(random, depth - 1, numVariables); };
    // Small divisors and their multiples meet more often than others.
    const int64_t numbers[] = {1, 2, 3, 4, 6, 8, 12, 16, 5, 7, 35, 128};
    int64_t number = numbers[random.next(std::size(numbers))];
    switch (random.next(7)) {
    case 0:
    case 1:
      return {Add, 0, {operand(), operand()}};
    case 2:
      return {Subtract, 0, {operand(), operand()}};
    case 3:
      return {Scale, random.next(4) == 0 ? -number : number, {operand()}};
    case 4:
    case 5:
      return {Divide, number, {operand()}};
    default: {
      // Half of them together with the quotient: x / d * d + x % d.
      Tree rest = {Remainder, number, {operand()}};
      if (random.next(2))
        return rest;
      Tree quotient = {Divide, number, rest.operands};
      return {Add, 0, {{Scale, number, {quotient}}, rest}};
    }
    }
  }

  int64_t evaluate(llvm::ArrayRef<int64_t> values) const {
    auto operand = [&](size_t i) { return operands[i].evaluate(values); };
    switch (kind) {
    case Variable:
      return values[number];
    case Constant:
      return number;
    case Add:
      return operand(0) + operand(1);
    case Subtract:
      return operand(0) - operand(1);
    case Scale:
      return operand(0) * number;
    case Divide:
      return llvm::divideFloorSigned(operand(0), number);
    case Remainder:
      return llvm::mod(operand(0), number);
    }
    return 0;
  }

  IndexExpr build(IndexExprs &exprs,
                  llvm::ArrayRef<IndexExpr> variables) const {
    auto operand = [&](size_t i) {
      return operands[i].build(exprs, variables);
    };
    switch (kind) {
    case Variable:
      return variables[number];
    case Constant:
      return IndexExprs::constant(number);
    case Add:
      return exprs.add(operand(0), operand(1));
    case Subtract:
      return exprs.subtract(operand(0), operand(1));
    case Scale:
      return exprs.scale(operand(0), number);
    case Divide:
      return exprs.floorDivide(operand(0), number);
    case Remainder:
      return exprs.remainder(operand(0), number);
    }
    return {};
  }
};

/// The value as a kernel computes it; nothing where an operand of a quotient or
/// remainder is no unsigned 32-bit number.
std::optional<int64_t> evaluate(const IndexExprs &exprs, const IndexExpr &expr,
                                const std::map<unsigned, int64_t> &variables) {
  int64_t sum = expr.constant;
  for (auto [number, factor] : expr.terms) {
    const IndexExprs::Atom &atom = exprs.getAtom(number);
    if (atom.kind == IndexExprs::Atom::Variable) {
      sum += factor * variables.at(number);
      continue;
    }
    std::optional<int64_t> operand = evaluate(exprs, atom.operand, variables);
    if (!operand || *operand < 0 ||
        *operand > std::numeric_limits<uint32_t>::max())
      return std::nullopt;
    int64_t value = atom.kind == IndexExprs::Atom::Quotient
                        ? *operand / atom.divisor
                        : *operand % atom.divisor;
    if (value < atom.range.lo || value > atom.range.hi)
      return std::nullopt;
    sum += factor * value;
  }
  return sum;
}

} // namespace

TEST(IndexExprRandomTest, SameAsWithoutRules) {
  constexpr unsigned numTrees = 20000, numAssignments = 40, numVariables = 3;
  unsigned numFailures = 0, numConstants = 0;
  for (unsigned seed = 1; seed <= numTrees; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Random random = {seed};
    IndexExprs exprs;
    std::vector<IndexRange> ranges;
    std::vector<IndexExpr> variables;
    for (unsigned i = 0; i < numVariables; ++i) {
      int64_t lo = random.next(3) == 0 ? random.between(-50, 50) : 0;
      // Sometimes as many as 32 bits hold.
      int64_t size = random.next(10) == 0 ? int64_t(1) << random.between(8, 32)
                                          : random.between(1, 300);
      ranges.push_back({lo, lo + size - 1});
      variables.push_back(exprs.variable(ranges.back()));
    }
    Tree tree = Tree::make(random, 5, numVariables);
    IndexExpr expr = tree.build(exprs, variables);
    if (!expr.isValid) {
      ++numFailures;
      continue;
    }
    numConstants += expr.isConstant();
    IndexRange range = exprs.getRange(expr);
    IndexExpr taken = exprs.takeRemainders(expr);
    for (unsigned round = 0; round < numAssignments; ++round) {
      std::vector<int64_t> values;
      std::map<unsigned, int64_t> assigned;
      for (unsigned i = 0; i < numVariables; ++i) {
        // Both ends, and what is between.
        int64_t value = round < 8
                            ? (round >> i & 1 ? ranges[i].hi : ranges[i].lo)
                            : random.between(ranges[i].lo, ranges[i].hi);
        values.push_back(value);
        if (!variables[i].isConstant())
          assigned[variables[i].terms[0].first] = value;
      }
      int64_t expected = tree.evaluate(values);
      std::optional<int64_t> actual = evaluate(exprs, expr, assigned);
      ASSERT_TRUE(actual.has_value());
      ASSERT_EQ(*actual, expected);
      ASSERT_EQ(evaluate(exprs, taken, assigned), expected);
      ASSERT_GE(*actual, range.lo);
      ASSERT_LE(*actual, range.hi);
    }
  }
  // Most trees are worth the name.
  EXPECT_LT(numFailures, numTrees / 10);
  EXPECT_LT(numConstants, numTrees / 4);
}
