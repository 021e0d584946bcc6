//===- RandomShapes.cpp - Pads and reshapes, at their limits --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

static bool isTensor(const ProgramValue &value, int64_t minRank = 1) {
  return !value.isScalar && value.getRank() >= minRank;
}

/// Whether a tensor can have these sizes (T2); one of 0 counts as 1.
static bool canBeSizes(SizesRef sizes) {
  return all_of(sizes, [](int64_t size) { return size >= 0; }) &&
         !errorToBool(checkElementCount("result", sizes));
}

/// The size itself, now and then, where a type may leave it open.
static int64_t maybeDeclare(Random &random, int64_t declared, int64_t base) {
  return declared == kDynamic && random.chance(20) ? base : declared;
}

/// A step whose result is checked against its type.
static ValueId addSized(RandomProgram &program, ElementType type,
                        SizesRef declared, SizesRef expected,
                        const std::string &text, InferFunction infer) {
  RunValue base = {Sizes(expected)};
  return program.addStep(StepKind::Operator, type, declared, text,
                         std::move(infer), &base);
}

//===----------------------------------------------------------------------===//
// Larger tensors
//===----------------------------------------------------------------------===//

std::optional<ValueId> addPad(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isTensor(value))
    return std::nullopt;
  Sizes expected, lowAmounts, highAmounts;
  for (int64_t size : value.base.sizes) {
    lowAmounts.push_back(random.pick({0, 0, 0, 1, 2}));
    highAmounts.push_back(random.pick({0, 0, 0, 1, 3}));
    expected.push_back(lowAmounts.back() + size + highAmounts.back());
  }
  if (!isSmall(program, expected))
    return std::nullopt;
  SmallVector<MixedIndex> low, high;
  Sizes declared;
  for (auto [i, size] : enumerate(expected)) {
    low.push_back(addMixedIndex(program, lowAmounts[i], 50));
    high.push_back(addMixedIndex(program, highAmounts[i], 50));
    bool isStatic =
        value.declared[i] != kDynamic && !low[i].operand && !high[i].operand;
    declared.push_back(maybeDeclare(random, isStatic ? size : kDynamic, size));
  }
  ValueId padding = addElement(program, value.elementType);
  std::string arguments;
  for (int64_t i = 0; i < value.getRank(); ++i)
    arguments += (i ? ", %p" : "%p") + std::to_string(i) + ": index";
  std::string text = "tensor.pad " + value.name + " low[" + spell(low) +
                     "] high[" + spell(high) + "] {\n  ^bb0(" + arguments +
                     "):\n    tensor.yield " + program.getNameOf(padding) +
                     " : " + program.getType(padding) +
                     "\n  } : " + program.getType(input) + " to " +
                     spellTensorType(declared, value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes sizes(values[input].sizes);
    for (auto [i, size] : enumerate(sizes))
      for (const MixedIndex &amount : {low[i], high[i]}) {
        if (amount.get(values) < 0 || amount.get(values) > kMaxUInt32)
          return breakRule();
        size += amount.get(values);
      }
    return RunValue{sizes};
  };
  return addSized(program, value.elementType, declared, expected, text, infer);
}

std::optional<ValueId> addConcat(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isTensor(value))
    return std::nullopt;
  int64_t joined = random.between(0, value.getRank() - 1);
  Sizes other(value.base.sizes);
  other[joined] = random.pick({0, 1, 1, 2, 3});
  Sizes expected(value.base.sizes);
  expected[joined] += other[joined];
  if (!isSmall(program, expected))
    return std::nullopt;
  Sizes otherDeclared = program.declare(other);
  int64_t added = other[joined];
  ValueId argument = program.addSizedArgument(
      value.elementType, other, otherDeclared, ArgumentRole::Sized,
      [=](ArrayRef<RunValue> values) {
        Sizes sizes(values[input].sizes);
        sizes[joined] = added;
        return sizes;
      });
  // Sometimes the other way around.
  SmallVector<ValueId> inputs = {input, argument};
  if (random.chance(30))
    std::swap(inputs[0], inputs[1]);
  Sizes declared;
  for (auto [i, size, first, second] :
       enumerate(expected, value.declared, otherDeclared)) {
    bool isJoined = static_cast<int64_t>(i) == joined;
    bool isStatic = isJoined ? first != kDynamic && second != kDynamic
                             : first != kDynamic || second != kDynamic;
    declared.push_back(maybeDeclare(random, isStatic ? size : kDynamic, size));
  }
  std::string text =
      "tensor.concat dim(" + std::to_string(joined) + ") " +
      program.getNameOf(inputs[0]) + ", " + program.getNameOf(inputs[1]) +
      " : (" + program.getType(inputs[0]) + ", " + program.getType(inputs[1]) +
      ") -> " + spellTensorType(declared, value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes sizes(values[input].sizes);
    for (auto [i, size, more] : enumerate(sizes, values[argument].sizes)) {
      if (static_cast<int64_t>(i) == joined)
        size += more;
      else if (size != more)
        return breakRule();
    }
    return RunValue{sizes};
  };
  return addSized(program, value.elementType, declared, expected, text, infer);
}

std::optional<ValueId> addSplat(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  ElementType type = program.getValue(input).elementType;
  Sizes expected;
  for (int64_t rank = random.between(1, 3); rank > 0; --rank)
    expected.push_back(random.pick({0, 1, 1, 2, 3, 5}));
  SmallVector<MixedIndex> sizes, operands;
  Sizes declared;
  for (int64_t size : expected) {
    sizes.push_back(addMixedIndex(program, size, 40));
    declared.push_back(sizes.back().getDeclared());
    if (sizes.back().operand)
      operands.push_back(sizes.back());
  }
  ValueId element = addElement(program, type);
  std::string text = "tensor.splat " + program.getNameOf(element) +
                     (operands.empty() ? "" : "[" + spell(operands) + "]") +
                     " : " + spellTensorType(declared, type);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes result;
    for (const MixedIndex &size : sizes)
      result.push_back(size.get(values));
    if (!canBeSizes(result))
      return breakRule();
    return RunValue{result};
  };
  return addSized(program, type, declared, expected, text, infer);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

static int64_t pickFactor(Random &random, int64_t size) {
  SmallVector<int64_t> factors = {1};
  for (int64_t factor = 2; factor <= size; ++factor)
    if (size % factor == 0)
      factors.push_back(factor);
  return random.pick(ArrayRef(factors));
}

std::optional<ValueId> addCheckedExpand(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isTensor(value) || value.getRank() > 5 ||
      !is_contained(value.declared, kDynamic))
    return std::nullopt;
  SmallVector<SmallVector<MixedIndex>> groups;
  for (auto [size, declared] : zip_equal(value.base.sizes, value.declared)) {
    auto &group = groups.emplace_back();
    if (declared != kDynamic) {
      group.push_back({std::nullopt, declared, std::to_string(declared)});
      continue;
    }
    int64_t factor = pickFactor(random, size);
    bool isSplit = random.chance(60);
    if (isSplit)
      group.push_back(addMixedIndex(program, factor, 40));
    // One part of a dynamic dimension must be dynamic.
    group.push_back(addMixedIndex(program, isSplit ? size / factor : size,
                                  isSplit && group.front().operand ? 30 : 0));
  }
  std::string reassociation;
  SmallVector<MixedIndex> parts;
  Sizes declared, expected;
  for (const auto &group : groups) {
    std::string text;
    for (const MixedIndex &part : group) {
      text += (text.empty() ? "" : ", ") + std::to_string(parts.size());
      parts.push_back(part);
      declared.push_back(part.getDeclared());
      expected.push_back(part.expected);
    }
    reassociation += (reassociation.empty() ? "[" : ", [") + text + "]";
  }
  std::string text = "tensor.expand_shape " + value.name + " [" +
                     reassociation + "] output_shape [" + spell(parts) +
                     "] : " + program.getType(input) + " into " +
                     spellTensorType(declared, value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes sizes;
    for (auto [group, whole] : zip_equal(groups, values[input].sizes)) {
      Sizes parts;
      for (const MixedIndex &part : group)
        parts.push_back(part.get(values));
      if (!canBeSizes(parts) || productOf(parts) != whole)
        return breakRule();
      append_range(sizes, parts);
    }
    return RunValue{sizes};
  };
  return addSized(program, value.elementType, declared, expected, text, infer);
}

std::optional<ValueId> addReshape(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isTensor(value))
    return std::nullopt;
  int64_t rest = productOf(value.base.sizes);
  Sizes expected;
  for (int64_t rank = random.between(1, 3); rank > 1; --rank) {
    expected.push_back(pickFactor(random, rest));
    rest /= expected.back();
  }
  expected.push_back(rest);
  Sizes declared(expected);
  SmallVector<ValueId> operands;
  for (int64_t &size : declared) {
    operands.push_back(addLimit(program, size));
    if (random.chance(60))
      size = kDynamic;
  }
  std::string names = join(
      map_range(operands, [&](ValueId id) { return program.getNameOf(id); }),
      ", ");
  auto rank = static_cast<int64_t>(expected.size());
  ValueId shape =
      program.addStep(StepKind::Unchecked, ElementType::Index, {rank},
                      "tensor.from_elements " + names + " : " +
                          spellTensorType({rank}, ElementType::Index),
                      [=](ArrayRef<RunValue>) { return RunValue{{rank}}; });
  std::string text = "tensor.reshape " + value.name + "(" +
                     program.getNameOf(shape) + ") : (" +
                     program.getType(input) + ", " + program.getType(shape) +
                     ") -> " + spellTensorType(declared, value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes sizes;
    for (ValueId operand : operands)
      sizes.push_back(values[operand].index);
    if (!canBeSizes(sizes) ||
        productOf(sizes) != productOf(values[input].sizes))
      return breakRule();
    return RunValue{sizes};
  };
  return addSized(program, value.elementType, declared, expected, text, infer);
}

std::optional<ValueId> addCheckedCast(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (!isTensor(value))
    return std::nullopt;
  Sizes declared(value.base.sizes);
  for (int64_t &size : declared)
    if (random.chance(50))
      size = kDynamic;
  std::string text = "tensor.cast " + value.name + " : " +
                     program.getType(input) + " to " +
                     spellTensorType(declared, value.elementType);
  return addSized(program, value.elementType, declared, value.base.sizes, text,
                  [=](ArrayRef<RunValue> values) { return values[input]; });
}

} // namespace dml
