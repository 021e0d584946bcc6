//===- RandomIntegers.cpp - Divisions and loops, at their limits ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static std::optional<ElementType> getSignlessType(unsigned byteWidth) {
  switch (byteWidth) {
  case 1:
    return ElementType::I8;
  case 2:
    return ElementType::I16;
  case 4:
    return ElementType::I32;
  case 8:
    return ElementType::I64;
  }
  return std::nullopt;
}

static StringRef pickDivision(Random &random) {
  static constexpr StringLiteral divisions[] = {
      "arith.divsi",     "arith.divui",     "arith.remsi",     "arith.remui",
      "arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"};
  return random.pick(ArrayRef(divisions));
}

static constexpr StringLiteral kOthers[] = {"arith.addi", "arith.subi",
                                            "arith.muli"};

std::optional<ValueId> addArithmetic(RandomProgram &program, ValueId input,
                                     unsigned divisionPercent) {
  Random &random = program.getRandom();
  ElementType given = program.getValue(input).elementType;
  if (program.getValue(input).isScalar || given == ElementType::Index)
    return std::nullopt;
  ElementType type = *getSignlessType(getByteWidth(given));
  program.addComputedType(type);
  if (type != given)
    input = addBitcast(program, input, type);
  const ProgramValue value = program.getValue(input);
  bool divides = random.chance(divisionPercent);
  StringRef operation = divides ? pickDivision(random)
                                : StringRef(random.pick(ArrayRef(kOthers)));
  ValueId operand;
  if (is_contained(value.declared, kDynamic) || random.chance(70)) {
    operand = program.addSizedArgument(
        type, value.base.sizes, value.declared,
        divides ? ArgumentRole::Divisor : ArgumentRole::Operand,
        [=](ArrayRef<RunValue> values) { return values[input].sizes; });
  } else {
    // What folds would no longer need the other operand, and its failures.
    int64_t constant = random.pick({3, -3, 7, 100, -128, divides ? -2 : 5});
    Sizes sizes(value.base.sizes);
    operand =
        program.addStep(StepKind::Unchecked, type, sizes,
                        "arith.constant dense<" + std::to_string(constant) +
                            "> : " + spellTensorType(sizes, type),
                        [=](ArrayRef<RunValue>) { return RunValue{sizes}; });
  }
  if (divides)
    program.setDependsOnData();
  std::string text =
      (operation + " " + value.name + ", " + program.getNameOf(operand) +
       " : " + program.getType(input))
          .str();
  return program.addStep(
      StepKind::Operator, type, value.declared, text,
      [=](ArrayRef<RunValue> values) { return values[input]; });
}

//===----------------------------------------------------------------------===//
// Scalars
//===----------------------------------------------------------------------===//

static unsigned getBitWidth(ElementType type) { return getByteWidth(type) * 8; }

/// The division, or nothing where it stops the run.
static std::optional<APInt> divide(StringRef operation, const APInt &lhs,
                                   const APInt &rhs) {
  bool isSigned = operation.ends_with("si");
  if (rhs.isZero() || (isSigned && lhs.isMinSignedValue() && rhs.isAllOnes()))
    return std::nullopt;
  using Rounding = APInt::Rounding;
  if (operation.contains("ceil"))
    return isSigned ? APIntOps::RoundingSDiv(lhs, rhs, Rounding::UP)
                    : APIntOps::RoundingUDiv(lhs, rhs, Rounding::UP);
  if (operation.contains("floor"))
    return APIntOps::RoundingSDiv(lhs, rhs, Rounding::DOWN);
  if (operation.contains("rem"))
    return isSigned ? lhs.srem(rhs) : lhs.urem(rhs);
  return isSigned ? lhs.sdiv(rhs) : lhs.udiv(rhs);
}

static APInt toInteger(ElementType type, int64_t value) {
  return APInt(getBitWidth(type), value, /*isSigned=*/true);
}

/// Index, or where a launch plan is not needed any of these.
static ElementType pickScalarType(RandomProgram &program) {
  if (!program.needsHost())
    return ElementType::Index;
  static constexpr ElementType types[] = {ElementType::Index, ElementType::I64,
                                          ElementType::I32};
  return program.getRandom().pick(ArrayRef(types));
}

static ValueId addScalar(RandomProgram &program, ElementType type,
                         int64_t base) {
  if (program.getRandom().chance(75))
    return program.addScalarArgument(type, ArgumentRole::Limit, base);
  return program.addScalarStep(
      StepKind::Unchecked, type,
      "arith.constant " + std::to_string(base) + " : " + stringify(type).str(),
      [=](ArrayRef<RunValue>) { return RunValue{{}, base}; });
}

ValueId addScalarDivision(RandomProgram &program) {
  Random &random = program.getRandom();
  ElementType type = pickScalarType(program);
  int64_t smallest = APInt::getSignedMinValue(getBitWidth(type)).getSExtValue();
  ValueId lhs = addScalar(
      program, type, random.chance(30) ? smallest : random.between(-20, 20));
  ValueId rhs = addScalar(program, type, random.pick({1, 2, 3, -2, 7, -5}));
  StringRef operation = pickDivision(random);
  std::string text = (operation + " " + program.getNameOf(lhs) + ", " +
                      program.getNameOf(rhs) + " : " + stringify(type))
                         .str();
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    std::optional<APInt> quotient =
        divide(operation, toInteger(type, values[lhs].index),
               toInteger(type, values[rhs].index));
    if (!quotient)
      return breakRule();
    return RunValue{{}, quotient->getSExtValue()};
  };
  return program.addScalarStep(StepKind::Operator, type, text, infer);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// The bounds and the step of a loop.
struct Loop {
  ElementType type;
  ValueId lower, upper, step;

  /// Calls the function with each index until it fails. Nothing where the loop
  /// is longer than a test should run.
  std::optional<bool> run(ArrayRef<RunValue> values,
                          function_ref<bool(const APInt &)> body) const {
    constexpr int maxIterations = 200;
    APInt i = toInteger(type, values[lower].index);
    APInt end = toInteger(type, values[upper].index);
    APInt distance = toInteger(type, values[step].index);
    if (!distance.isStrictlyPositive())
      return false;
    if (i.sge(end))
      return true;
    bool overflows = false;
    (void)(end - 1).sadd_ov(distance, overflows);
    if (overflows)
      return false;
    for (int count = 0; i.slt(end); i += distance, ++count) {
      if (count == maxIterations)
        return std::nullopt;
      if (!body(i))
        return false;
    }
    return true;
  }
};

Loop addBounds(RandomProgram &program, ElementType type, int64_t lower,
               int64_t upper) {
  Random &random = program.getRandom();
  auto add = [&](int64_t base) { return addScalar(program, type, base); };
  Loop loop = {type, add(lower), add(upper), 0};
  // A step beyond the end is one iteration.
  loop.step = add(random.pick({1, 1, 2, 3, 100}));
  return loop;
}

std::string spellHead(const RandomProgram &program, const Loop &loop,
                      StringRef initial, StringRef type) {
  std::string bounds = program.getNameOf(loop.lower) + " to " +
                       program.getNameOf(loop.upper) + " step " +
                       program.getNameOf(loop.step);
  std::string suffix =
      loop.type == ElementType::Index ? "" : " : " + stringify(loop.type).str();
  return ("scf.for %i = " + bounds + " iter_args(%t = " + initial + ") -> (" +
          type + ")" + suffix + " {\n")
      .str();
}

Expected<RunValue> finish(std::optional<bool> succeeds, RunValue result) {
  if (!succeeds)
    result.isTooLarge = true;
  else if (!*succeeds)
    return breakRule();
  return result;
}

} // namespace

ValueId addScalarLoop(RandomProgram &program) {
  Random &random = program.getRandom();
  ElementType type = pickScalarType(program);
  int64_t lower = random.pick({0, 1, 1, 5, -4});
  Loop loop = addBounds(program, type, lower, lower + random.between(0, 5));
  ValueId initial = addScalar(program, type, random.between(-20, 20));
  // Zero is an index, sometimes.
  bool divides = lower > 0 && random.chance(60);
  std::string spelled = stringify(type).str();
  std::string text =
      spellHead(program, loop, program.getNameOf(initial), spelled) +
      "    %n = " + (divides ? "arith.divsi" : "arith.muli") +
      " %t, %i : " + spelled + "\n    %m = arith.addi %n, %i : " + spelled +
      "\n    scf.yield %m : " + spelled + "\n  }";
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    APInt carried = toInteger(type, values[initial].index);
    std::optional<bool> succeeds = loop.run(values, [&](const APInt &i) {
      std::optional<APInt> next =
          divides ? divide("arith.divsi", carried, i) : carried * i;
      if (next)
        carried = *next + i;
      return next.has_value();
    });
    return finish(succeeds, {{}, carried.getSExtValue()});
  };
  return program.addScalarStep(StepKind::Operator, type, text, infer);
}

std::optional<ValueId> addLoop(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (value.isScalar || value.getRank() == 0 ||
      is_contained(value.base.sizes, 0))
    return std::nullopt;
  int64_t dimension = random.between(0, value.getRank() - 1);
  int64_t lower = random.between(0, value.base.sizes[dimension]);
  Loop loop = addBounds(program, ElementType::Index, lower,
                        value.base.sizes[dimension]);
  std::string position;
  SmallVector<std::optional<ValueId>> indices;
  for (auto [i, size] : enumerate(value.base.sizes)) {
    indices.push_back(std::nullopt);
    if (static_cast<int64_t>(i) != dimension)
      indices.back() = addScalar(program, ElementType::Index, size - 1);
    position += (position.empty() ? "" : ", ") +
                (indices.back() ? program.getNameOf(*indices.back()) : "%i");
  }
  ValueId element = addElement(program, value.elementType);
  std::string type = program.getType(input);
  std::string text = spellHead(program, loop, value.name, type) +
                     "    %n = tensor.insert " + program.getNameOf(element) +
                     " into %t[" + position + "] : " + type +
                     "\n    scf.yield %n : " + type + "\n  }";
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    std::optional<bool> succeeds = loop.run(values, [&](const APInt &i) {
      return all_of_zip(indices, values[input].sizes,
                        [&](std::optional<ValueId> index, int64_t size) {
                          int64_t entry =
                              index ? values[*index].index : i.getSExtValue();
                          return entry >= 0 && entry < size;
                        });
    });
    return finish(succeeds, values[input]);
  };
  return program.addStep(StepKind::Operator, value.elementType, value.declared,
                         text, infer);
}

} // namespace dml
