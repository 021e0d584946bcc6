//===- RandomNumbers.cpp - Elementwise arithmetic on numbers --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedSteps.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace dml {

bool isSignlessInteger(ElementType type) {
  return type == ElementType::I8 || type == ElementType::I16 ||
         type == ElementType::I32 || type == ElementType::I64;
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

bool holdsRange(ElementType type, const NumberRange &range) {
  if (!isFloat(type))
    return true;
  const fltSemantics &semantics = getFloatSemantics(type);
  return range.fraction <= -APFloat::semanticsMinExponent(semantics) &&
         range.magnitude <= APFloat::semanticsMaxExponent(semantics) - 1;
}

std::optional<NumberRange> computeRange(StringRef operation, ElementType type,
                                        const NumberRange &lhs,
                                        const NumberRange &rhs) {
  NumberRange range = {std::max(lhs.fraction, rhs.fraction),
                       std::max(lhs.magnitude, rhs.magnitude)};
  if (operation == "arith.addf") {
    ++range.magnitude;
    range.hasNegativeZero = lhs.hasNegativeZero && rhs.hasNegativeZero;
  } else if (operation == "arith.subf") {
    ++range.magnitude;
    range.hasNegativeZero = lhs.hasNegativeZero;
  } else if (operation == "arith.mulf") {
    range = {lhs.fraction + rhs.fraction, lhs.magnitude + rhs.magnitude,
             /*hasNegativeZero=*/true};
  } else if (isFloat(type) && (lhs.hasNegativeZero || rhs.hasNegativeZero)) {
    // The larger of two zeros.
    return std::nullopt;
  }
  return holdsRange(type, range) ? std::optional(range) : std::nullopt;
}

int countSumBits(int64_t addends) {
  constexpr int bitsOfAny = 15;
  return addends == kDynamic ? bitsOfAny : Log2_64_Ceil(addends);
}

NumberRange uniteRanges(const NumberRange &lhs, const NumberRange &rhs) {
  return {std::max(lhs.fraction, rhs.fraction),
          std::max(lhs.magnitude, rhs.magnitude),
          lhs.hasNegativeZero || rhs.hasNegativeZero};
}

NumberRange MixedSteps::getArgumentRange(ElementType type) const {
  bool isFraction = program.getNumbers() == Numbers::Fractions;
  if (isFraction && type == ElementType::F32)
    return {26, 3};
  if (isFraction && type == ElementType::F64)
    return {55, 3};
  return {3, 2};
}

NumberRange MixedSteps::getRange(ValueId value) const {
  ElementType type = program.getValue(value).elementType;
  if (isFloat(type))
    return ranges.find(value)->second;
  return {0, static_cast<int>(getByteWidth(type)) * 8 - 1};
}

void MixedSteps::setRange(ValueId value, const NumberRange &range) {
  ranges[value] = range;
}

void MixedSteps::copyRange(ValueId from, ValueId to, int moreMagnitude) {
  auto known = ranges.find(from);
  if (known == ranges.end())
    return;
  NumberRange range = known->second;
  range.magnitude += moreMagnitude;
  if (holdsRange(program.getValue(to).elementType, range))
    ranges[to] = range;
}

bool MixedSteps::isComputable(ValueId input) const {
  const ProgramValue &value = program.getValue(input);
  // Arguments and results of a static program have static types.
  bool isDynamicInside = program.getMode() == TestMode::Static &&
                         is_contained(value.declared, kDynamic);
  return !value.isScalar && !isDynamicInside &&
         (isSignlessInteger(value.elementType) || ranges.contains(input));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

ValueId MixedSteps::addFirstValue(ElementType type, SizesRef sizes) {
  ValueId value = addSource(program, type, sizes);
  if (isFloat(type))
    setRange(value, getArgumentRange(type));
  return value;
}

/// Another operand: an argument, a constant, or the input again.
ValueId MixedSteps::addSameSized(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  ElementType type = value.elementType;
  if (random.chance(10))
    return input;
  if (is_contained(value.declared, kDynamic) || random.chance(70))
    return addDerivedArgument(input, type, deriveAll(input));
  std::string number = std::to_string(random.between(1, 3));
  if (isFloat(type))
    number = random.chance(50) ? "-" + number + ".5" : number + ".0";
  Sizes sizes(value.base.sizes);
  ValueId constant = program.addStep(
      StepKind::Unchecked, type, sizes,
      "arith.constant dense<" + number + "> : " + spellTensorType(sizes, type),
      [=](ArrayRef<RunValue>) { return RunValue{sizes}; });
  if (isFloat(type))
    setRange(constant, {1, 2});
  return constant;
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

std::optional<ValueId> MixedSteps::addElementwise(ValueId input) {
  static constexpr StringLiteral onFloats[] = {
      "arith.addf",     "arith.addf",    "arith.subf",
      "arith.mulf",     "arith.mulf",    "arith.maximumf",
      "arith.minimumf", "arith.maxnumf", "arith.minnumf"};
  static constexpr StringLiteral onIntegers[] = {
      "arith.addi",  "arith.subi",  "arith.muli",  "arith.andi", "arith.xori",
      "arith.maxsi", "arith.minsi", "arith.maxui", "arith.ori",  "arith.minui"};
  if (!isComputable(input))
    return std::nullopt;
  Random &random = program.getRandom();
  ElementType type = program.getValue(input).elementType;
  StringRef operation = isFloat(type)
                            ? StringRef(random.pick(ArrayRef(onFloats)))
                            : StringRef(random.pick(ArrayRef(onIntegers)));
  if (!isFloat(type) && random.chance(20))
    return addArithmetic(program, input, /*divisionPercent=*/0);
  ValueId operand = addSameSized(input);
  // What folds to zeros would no longer need the operand, and its failures.
  if (operand == input &&
      (operation == "arith.xori" || operation == "arith.subi"))
    return std::nullopt;
  std::optional<NumberRange> range;
  if (isFloat(type)) {
    range = computeRange(operation, type, getRange(input), getRange(operand));
    if (!range)
      return std::nullopt;
  }
  program.addComputedType(type);
  ValueId lhs = input, rhs = operand;
  if (random.chance(30) && operation != "arith.subf")
    std::swap(lhs, rhs);
  std::string text = (operation + " " + program.getNameOf(lhs) + ", " +
                      program.getNameOf(rhs) + " : " + program.getType(input))
                         .str();
  ValueId result = program.addStep(
      StepKind::Operator, type, program.getValue(input).declared, text,
      [=](ArrayRef<RunValue> values) { return values[input]; });
  if (range)
    setRange(result, *range);
  if (lhs != rhs)
    maybeOutline(program, {lhs, rhs});
  return result;
}

namespace {

struct Conversion {
  ElementType from, to;
  StringLiteral operation;
  /// What the result holds exactly: this many bits, after the binary point too
  /// where it is a float.
  int bits;
};

constexpr Conversion kConversions[] = {
    {ElementType::F16, ElementType::F32, "arith.extf", 64},
    {ElementType::F16, ElementType::F64, "arith.extf", 64},
    {ElementType::F32, ElementType::F64, "arith.extf", 64},
    {ElementType::F32, ElementType::F16, "arith.truncf", 11},
    {ElementType::F64, ElementType::F32, "arith.truncf", 24},
    {ElementType::F16, ElementType::I16, "arith.fptosi", 14},
    {ElementType::F16, ElementType::I32, "arith.fptosi", 30},
    {ElementType::F32, ElementType::I8, "arith.fptosi", 6},
    {ElementType::F32, ElementType::I16, "arith.fptosi", 14},
    {ElementType::F32, ElementType::I32, "arith.fptosi", 30},
    {ElementType::F64, ElementType::I32, "arith.fptosi", 30},
    {ElementType::I8, ElementType::F16, "arith.sitofp", 64},
    {ElementType::I8, ElementType::F32, "arith.sitofp", 64},
    {ElementType::I8, ElementType::F32, "arith.uitofp", 64},
    {ElementType::I16, ElementType::F32, "arith.sitofp", 64},
    {ElementType::I32, ElementType::F64, "arith.sitofp", 64},
    {ElementType::I8, ElementType::I32, "arith.extsi", 64},
    {ElementType::I8, ElementType::I16, "arith.extui", 64},
    {ElementType::I16, ElementType::I32, "arith.extui", 64},
    {ElementType::I32, ElementType::I64, "arith.extsi", 64},
    {ElementType::I32, ElementType::I8, "arith.trunci", 64},
    {ElementType::I64, ElementType::I32, "arith.trunci", 64},
};

/// Whether the conversion of a number is exact, or drops a fraction.
bool isExact(const Conversion &conversion, const NumberRange &range) {
  if (!isFloat(conversion.to))
    return range.magnitude <= conversion.bits;
  return range.magnitude + range.fraction <= conversion.bits &&
         holdsRange(conversion.to, range);
}

} // namespace

std::optional<ValueId> MixedSteps::addConversion(ValueId input) {
  if (!isComputable(input))
    return std::nullopt;
  const ProgramValue value = program.getValue(input);
  NumberRange range = getRange(input);
  SmallVector<const Conversion *> fitting;
  for (const Conversion &conversion : kConversions)
    if (conversion.from == value.elementType &&
        (!isFloat(conversion.from) || isExact(conversion, range)))
      fitting.push_back(&conversion);
  if (fitting.empty())
    return std::nullopt;
  const Conversion &chosen = *program.getRandom().pick(ArrayRef(fitting));
  program.addComputedType(chosen.from);
  program.addComputedType(chosen.to);
  std::string text =
      (chosen.operation + " " + value.name + " : " + program.getType(input) +
       " to " + spellTensorType(value.declared, chosen.to))
          .str();
  ValueId result =
      program.addStep(StepKind::Unchecked, chosen.to, value.declared, text,
                      [=](ArrayRef<RunValue> values) { return values[input]; });
  if (isFloat(chosen.to)) {
    // Of eight bits without a sign, one more.
    range.magnitude += !isFloat(chosen.from);
    setRange(result, range);
  }
  return result;
}

} // namespace dml
