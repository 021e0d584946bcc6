//===- SizeFunction.h - Sizes of results as formulas -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operator says once which sizes its results have and which rules sizes must
// obey, as formulas over the sizes of its operands. Three things follow: what
// types and the reference evaluator know (`inferSizes`), IR that computes sizes
// (`reifySizes`), and checks at run time (`emitSizeChecks`). Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_SHAPES_SIZEFUNCTION_H
#define DML_IR_SHAPES_SIZEFUNCTION_H

#include "dml/IR/Shapes/ShapeInference.h"
#include "llvm/ADT/Twine.h"
#include <memory>
#include <optional>
#include <vector>

namespace dml {

/// What is known of an operator's operands.
struct KnownSizes {
  /// Of the tensors, in order; kDynamic where not known.
  llvm::ArrayRef<Sizes> tensors;
  /// The values of type `index`, in order; those that are missing are not
  /// known.
  llvm::ArrayRef<std::optional<int64_t>> indexOperands;
};

/// A size as a formula over the sizes of an operator's operands.
class SizeExpr {
public:
  enum class Kind {
    Constant,
    /// The size of a tensor operand in a dimension.
    OperandSize,
    /// The value of an operand of type `index`.
    IndexOperand,
    /// Of one formula and a constant.
    Sum,
    Product,
    /// Of one formula and a constant, rounded down.
    Quotient
  };

  SizeExpr(int64_t constant);
  /// Tensors and operands of type `index` are counted apart from each other.
  static SizeExpr operandSize(unsigned tensor, unsigned dimension);
  static SizeExpr indexOperand(unsigned number);
  static SizeExpr product(llvm::ArrayRef<SizeExpr> factors);

  SizeExpr operator+(int64_t constant) const;
  SizeExpr operator*(int64_t factor) const;
  /// For a divisor of at least 1.
  SizeExpr floorDiv(int64_t divisor) const;

  Kind getKind() const;
  /// The number; the constant of a sum; the divisor.
  int64_t getConstant() const;
  /// Of the operand, and of its dimension.
  unsigned getNumber() const;
  unsigned getDimension() const;
  /// The parts of a sum, product or quotient that are formulas.
  llvm::ArrayRef<SizeExpr> getParts() const;

  /// Nothing where an operand that it depends on is not known. Nothing
  /// overflows where the rules hold that stand before the formula is used.
  std::optional<int64_t> evaluate(const KnownSizes &known) const;
  /// A number that divides the size, whatever the operands are.
  int64_t getKnownFactor() const;
  /// `(s0[2] - 3) floordiv 2 + 1`, with `i0` for an operand of type `index`.
  std::string print() const;

private:
  struct Node;
  explicit SizeExpr(std::shared_ptr<const Node> node) : node(std::move(node)) {}

  std::shared_ptr<const Node> node;
};

/// A rule that the operands' sizes must obey.
struct SizeRule {
  enum class Kind {
    /// Attributes or the declared results break it already.
    Broken,
    /// T2 for the sizes of the operand `tensor`.
    OperandSizes,
    /// `size` is at least `bound`.
    AtLeast,
    /// `size` is a multiple of `bound`.
    MultipleOf,
    /// All of `values` are equal.
    Equal,
    /// T2 for a tensor of as many elements as the product of `values`, which
    /// are at least 1.
    ElementCount
  };
  Kind kind;
  /// `{0}`, `{1}`, … stand for `values`. For T2 the tensor's name.
  std::string message;
  std::vector<SizeExpr> values = {};
  int64_t bound = 0;
  unsigned tensor = 0;
  /// Whether the run-time checks leave this rule out, because another rule that
  /// they check implies it.
  bool isImplied = false;
};

/// The size of a result in one dimension, and the rule that says so.
struct ResultSize {
  SizeExpr size;
  llvm::StringLiteral rule;
};

/// The sizes of one result; `name` is used in messages.
struct ResultSizes {
  std::string name;
  std::vector<ResultSize> dimensions;
};

class SizeFunction {
public:
  //===--------------------------------------------------------------------===//
  // Rules, in the order in which they are checked
  //===--------------------------------------------------------------------===//

  /// T2 for a tensor operand.
  void requireOperand(llvm::StringRef name, unsigned tensor);
  /// The same, where another rule makes its sizes those of an operand that is
  /// checked.
  void requireImpliedOperand(llvm::StringRef name, unsigned tensor);
  void requireAtLeast(SizeExpr size, int64_t bound, std::string message);
  void requireMultipleOf(SizeExpr size, int64_t factor, std::string message);
  void requireEqual(SizeExpr first, SizeExpr second, std::string message);
  /// T2 for the product of the sizes, none of which is below 1.
  void requireElementCount(llvm::StringRef name,
                           llvm::ArrayRef<SizeExpr> sizes);
  /// Adds a broken rule if there is an error; false then. What follows is
  /// neither checked nor computed.
  bool require(llvm::Error error);

  void addResult(llvm::StringRef name, std::vector<ResultSize> dimensions);

  llvm::ArrayRef<SizeRule> getRules() const { return rules; }
  llvm::ArrayRef<ResultSizes> getResults() const { return results; }

private:
  std::vector<SizeRule> rules;
  std::vector<ResultSizes> results;
};

/// kDynamic where a size is not known.
Sizes evaluate(llvm::ArrayRef<SizeExpr> sizes, const KnownSizes &known);

using SizesOfResults = llvm::SmallVector<Sizes, 1>;

/// The first rule that what is known breaks.
llvm::Error checkRules(const SizeFunction &function, const KnownSizes &known);

/// The sizes of the results as far as they are known. Fails with the message of
/// the first rule that is broken, T2 of the results included.
llvm::Expected<SizesOfResults> inferSizes(const SizeFunction &function,
                                          const KnownSizes &known);

/// T2 for the sizes that a result is declared with, and T6: they agree with the
/// inferred ones and, where those are not known, with what divides them.
llvm::Error checkDeclaredSizes(const ResultSizes &result, SizesRef inferred,
                               SizesRef declared);

/// For a function of one tensor with one result.
llvm::Expected<Sizes> inferOnlyResult(const SizeFunction &function,
                                      SizesRef input);

} // namespace dml

#endif // DML_IR_SHAPES_SIZEFUNCTION_H
