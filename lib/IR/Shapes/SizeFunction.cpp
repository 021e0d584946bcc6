//===- SizeFunction.cpp - Sizes of results as formulas --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/SizeFunction.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

struct SizeExpr::Node {
  Kind kind;
  int64_t constant = 0;
  unsigned number = 0, dimension = 0;
  std::vector<SizeExpr> parts = {};
};

SizeExpr::SizeExpr(int64_t constant)
    : node(std::make_shared<Node>(Node{Kind::Constant, constant})) {}

SizeExpr SizeExpr::operandSize(unsigned tensor, unsigned dimension) {
  return SizeExpr(
      std::make_shared<Node>(Node{Kind::OperandSize, 0, tensor, dimension}));
}

SizeExpr SizeExpr::indexOperand(unsigned number) {
  return SizeExpr(std::make_shared<Node>(Node{Kind::IndexOperand, 0, number}));
}

SizeExpr SizeExpr::product(ArrayRef<SizeExpr> factors) {
  return SizeExpr(
      std::make_shared<Node>(Node{Kind::Product, 0, 0, 0, factors.vec()}));
}

SizeExpr SizeExpr::operator+(int64_t constant) const {
  if (getKind() == Kind::Sum)
    return getParts().front() + (getConstant() + constant);
  if (constant == 0)
    return *this;
  return SizeExpr(
      std::make_shared<Node>(Node{Kind::Sum, constant, 0, 0, {*this}}));
}

SizeExpr SizeExpr::operator*(int64_t factor) const {
  return product({*this, factor});
}

SizeExpr SizeExpr::floorDiv(int64_t divisor) const {
  return SizeExpr(
      std::make_shared<Node>(Node{Kind::Quotient, divisor, 0, 0, {*this}}));
}

SizeExpr::Kind SizeExpr::getKind() const { return node->kind; }
int64_t SizeExpr::getConstant() const { return node->constant; }
unsigned SizeExpr::getNumber() const { return node->number; }
unsigned SizeExpr::getDimension() const { return node->dimension; }
ArrayRef<SizeExpr> SizeExpr::getParts() const { return node->parts; }

std::optional<int64_t> SizeExpr::evaluate(const KnownSizes &known) const {
  SmallVector<int64_t> parts;
  for (const SizeExpr &part : getParts()) {
    std::optional<int64_t> value = part.evaluate(known);
    if (!value)
      return std::nullopt;
    parts.push_back(*value);
  }
  switch (getKind()) {
  case Kind::Constant:
    return getConstant();
  case Kind::OperandSize: {
    int64_t size = known.tensors[getNumber()][getDimension()];
    return size == kDynamic ? std::nullopt : std::optional(size);
  }
  case Kind::IndexOperand:
    return getNumber() < known.indexOperands.size()
               ? known.indexOperands[getNumber()]
               : std::nullopt;
  case Kind::Sum:
    return parts.front() + getConstant();
  case Kind::Product:
    return productOf(parts);
  case Kind::Quotient:
    return divideFloorSigned(parts.front(), getConstant());
  }
  llvm_unreachable("unknown kind");
}

int64_t SizeExpr::getKnownFactor() const {
  if (getKind() == Kind::Constant)
    return getConstant();
  int64_t factor = 1;
  if (getKind() == Kind::Product)
    for (const SizeExpr &part : getParts())
      factor *= part.getKnownFactor();
  return factor;
}

std::string SizeExpr::print() const {
  auto inParentheses = [](const SizeExpr &part) {
    bool isSimple = part.getParts().empty();
    return isSimple ? part.print() : "(" + part.print() + ")";
  };
  switch (getKind()) {
  case Kind::Constant:
    return std::to_string(getConstant());
  case Kind::OperandSize:
    return ("s" + Twine(getNumber()) + "[" + Twine(getDimension()) + "]").str();
  case Kind::IndexOperand:
    return "i" + std::to_string(getNumber());
  case Kind::Sum:
    return getParts().front().print() + (getConstant() < 0 ? " - " : " + ") +
           std::to_string(std::abs(getConstant()));
  case Kind::Product:
    return join(map_range(getParts(), inParentheses), " * ");
  case Kind::Quotient:
    return inParentheses(getParts().front()) + " floordiv " +
           std::to_string(getConstant());
  }
  llvm_unreachable("unknown kind");
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

void SizeFunction::requireOperand(StringRef name, unsigned tensor) {
  rules.push_back({SizeRule::Kind::OperandSizes, name.str(), {}, 0, tensor});
}

void SizeFunction::requireImpliedOperand(StringRef name, unsigned tensor) {
  requireOperand(name, tensor);
  rules.back().isImplied = true;
}

void SizeFunction::requireAtLeast(SizeExpr size, int64_t bound,
                                  std::string message) {
  rules.push_back(
      {SizeRule::Kind::AtLeast, std::move(message), {std::move(size)}, bound});
}

void SizeFunction::requireMultipleOf(SizeExpr size, int64_t factor,
                                     std::string message) {
  rules.push_back({SizeRule::Kind::MultipleOf,
                   std::move(message),
                   {std::move(size)},
                   factor});
}

void SizeFunction::requireEqual(SizeExpr first, SizeExpr second,
                                std::string message) {
  rules.push_back({SizeRule::Kind::Equal,
                   std::move(message),
                   {std::move(first), std::move(second)}});
}

void SizeFunction::requireElementCount(StringRef name,
                                       ArrayRef<SizeExpr> sizes) {
  rules.push_back({SizeRule::Kind::ElementCount, name.str(), sizes.vec()});
}

bool SizeFunction::require(Error error) {
  if (!error)
    return true;
  rules.push_back({SizeRule::Kind::Broken, toString(std::move(error))});
  return false;
}

void SizeFunction::addResult(StringRef name,
                             std::vector<ResultSize> dimensions) {
  results.push_back({name.str(), std::move(dimensions)});
}

//===----------------------------------------------------------------------===//
// What is known
//===----------------------------------------------------------------------===//

Sizes evaluate(ArrayRef<SizeExpr> sizes, const KnownSizes &known) {
  Sizes values;
  for (const SizeExpr &size : sizes)
    values.push_back(size.evaluate(known).value_or(kDynamic));
  return values;
}

/// Whether these values, all of which are known, obey the rule.
static bool holds(const SizeRule &rule, SizesRef values) {
  switch (rule.kind) {
  case SizeRule::Kind::AtLeast:
    return values.front() >= rule.bound;
  case SizeRule::Kind::MultipleOf:
    return values.front() % rule.bound == 0;
  case SizeRule::Kind::Equal:
    return all_equal(values);
  default:
    llvm_unreachable("no rule for values");
  }
}

static Error checkRule(const SizeRule &rule, const KnownSizes &known) {
  switch (rule.kind) {
  case SizeRule::Kind::Broken:
    return createStringError(rule.message);
  case SizeRule::Kind::OperandSizes:
    return checkTensorSizes(rule.message, known.tensors[rule.tensor]);
  case SizeRule::Kind::ElementCount:
    return checkElementCount(rule.message, evaluate(rule.values, known));
  default:
    break;
  }
  Sizes values;
  for (const SizeExpr &value : rule.values) {
    // Not as kDynamic: an operand of type `index` may be that number.
    std::optional<int64_t> size = value.evaluate(known);
    if (!size)
      return Error::success();
    values.push_back(*size);
  }
  if (holds(rule, values))
    return Error::success();
  return createStringError(messages::fillPlaceholders(rule.message, values));
}

Error checkRules(const SizeFunction &function, const KnownSizes &known) {
  for (const SizeRule &rule : function.getRules())
    if (Error error = checkRule(rule, known))
      return error;
  return Error::success();
}

Expected<SizesOfResults> inferSizes(const SizeFunction &function,
                                    const KnownSizes &known) {
  if (Error error = checkRules(function, known))
    return std::move(error);
  SizesOfResults results;
  for (const ResultSizes &result : function.getResults()) {
    Sizes &sizes = results.emplace_back();
    for (const ResultSize &dimension : result.dimensions)
      sizes.push_back(dimension.size.evaluate(known).value_or(kDynamic));
    if (Error error = checkTensorSizes(result.name, sizes))
      return std::move(error);
  }
  return results;
}

Error checkDeclaredSizes(const ResultSizes &result, SizesRef inferred,
                         SizesRef declared) {
  if (Error error = checkTensorSizes(result.name, declared))
    return error;
  for (auto [i, dimension, expected, given] :
       enumerate(result.dimensions, inferred, declared)) {
    if (given == kDynamic || given == expected)
      continue;
    int64_t factor = dimension.size.getKnownFactor();
    if (expected == kDynamic && given % factor == 0)
      continue;
    return createStringError(messages::resultSizeMismatch(
        result.name, i, dimension.rule,
        expected == kDynamic ? "a multiple of " + std::to_string(factor)
                             : std::to_string(expected),
        Twine(given)));
  }
  return Error::success();
}

Expected<Sizes> inferOnlyResult(const SizeFunction &function, SizesRef input) {
  Expected<SizesOfResults> results = inferSizes(function, {Sizes(input), {}});
  if (!results)
    return results.takeError();
  return std::move(results->front());
}

} // namespace dml
