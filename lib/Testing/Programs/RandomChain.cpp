//===- RandomChain.cpp - Several operators and what lies between ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "dml/Testing/RandomCase.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

//===----------------------------------------------------------------------===//
// Constants and casts
//===----------------------------------------------------------------------===//

ValueId addConstant(RandomProgram &program, ElementType type, SizesRef sizes) {
  Random &random = program.getRandom();
  // One element in hexadecimal stands for all.
  int64_t elements = random.chance(20) ? 1 : productOf(sizes);
  Tensor constant = cantFail(Tensor::allocate({type, {elements}}));
  if (program.getNumbers() == Numbers::Any)
    for (int64_t i = 0; i < elements; ++i)
      constant.setElementBits(i, random.bits());
  else
    fillNumbers(random, constant, program.getNumbers());
  removeTinyNumbers(constant);
  std::string text = "arith.constant dense<\"0x" +
                     toHex(StringRef(constant.data(), constant.getNumBytes())) +
                     "\"> : " + spellTensorType(sizes, type);
  return program.addStep(
      StepKind::Unchecked, type, sizes, text,
      [sizes = Sizes(sizes)](ArrayRef<RunValue>) { return RunValue{sizes}; });
}

/// A step that leaves the sizes as they are.
static ValueId addReinterpretation(RandomProgram &program, StringRef operation,
                                   ValueId input, ElementType type,
                                   SizesRef declared) {
  std::string text =
      (operation + " " + program.getNameOf(input) + " : " +
       program.getType(input) + " to " + spellTensorType(declared, type))
          .str();
  return program.addStep(
      StepKind::Unchecked, type, declared, text,
      [=](ArrayRef<RunValue> values) { return values[input]; });
}

ValueId addBitcast(RandomProgram &program, ValueId input, ElementType type) {
  program.setReinterprets();
  const ProgramValue &value = program.getValue(input);
  Sizes declared = program.getRandom().chance(50)
                       ? value.declared
                       : program.declare(value.base.sizes);
  return addReinterpretation(program, "tensor.bitcast", input, type, declared);
}

std::optional<ValueId> addRandomBitcast(RandomProgram &program, ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar)
    return std::nullopt;
  ElementType type = pickElementType(program.getRandom());
  while (getByteWidth(type) != getByteWidth(value.elementType))
    type = pickElementType(program.getRandom());
  return addBitcast(program, input, type);
}

std::optional<ValueId> addCast(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar)
    return std::nullopt;
  // Static programs may be dynamic inside, too.
  Sizes declared(value.base.sizes);
  for (int64_t &size : declared)
    if (random.chance(50))
      size = kDynamic;
  return addReinterpretation(program, "tensor.cast", input, value.elementType,
                             declared);
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

using Groups = SmallVector<SmallVector<unsigned, 4>>;

static std::string spellGroups(const Groups &groups) {
  return "[" +
         join(map_range(groups,
                        [](ArrayRef<unsigned> group) {
                          return "[" +
                                 join(map_range(group,
                                                [](unsigned i) {
                                                  return std::to_string(i);
                                                }),
                                      ", ") +
                                 "]";
                        }),
              ", ") +
         "]";
}

/// The product of each group; dynamic where a part is.
static Sizes collapseSizes(SizesRef sizes, const Groups &groups) {
  Sizes collapsed;
  for (ArrayRef<unsigned> group : groups) {
    Sizes parts;
    for (unsigned i : group)
      parts.push_back(sizes[i]);
    collapsed.push_back(productOf(parts));
  }
  return collapsed;
}

std::optional<ValueId> addCollapseShape(RandomProgram &program, ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() < 2)
    return std::nullopt;
  Groups groups;
  for (int64_t i = 0; i < value.getRank(); ++i) {
    if (groups.empty() || program.getRandom().chance(60))
      groups.emplace_back();
    groups.back().push_back(i);
  }
  Sizes declared = collapseSizes(value.declared, groups);
  std::string text = "tensor.collapse_shape " + value.name + " " +
                     spellGroups(groups) + " : " + program.getType(input) +
                     " into " + spellTensorType(declared, value.elementType);
  return program.addStep(StepKind::Unchecked, value.elementType, declared, text,
                         [=](ArrayRef<RunValue> values) {
                           return RunValue{
                               collapseSizes(values[input].sizes, groups)};
                         });
}

/// A factor of a static size, or 1 for a dynamic one, whose other part then is
/// all of it.
static int64_t pickFactor(Random &random, int64_t declared) {
  if (declared == kDynamic)
    return 1;
  SmallVector<int64_t> factors;
  for (int64_t factor = 1; factor <= declared; ++factor)
    if (declared % factor == 0)
      factors.push_back(factor);
  return random.pick(ArrayRef(factors));
}

ValueId addSizeOf(RandomProgram &program, ValueId tensor, int64_t dimension) {
  ValueId number = program.addIndexStep(
      "arith.constant " + std::to_string(dimension) + " : index",
      [=](ArrayRef<RunValue>) { return RunValue{{}, dimension}; });
  return program.addIndexStep(
      "tensor.dim " + program.getNameOf(tensor) + ", " +
          program.getNameOf(number) + " : " + program.getType(tensor),
      [=](ArrayRef<RunValue> values) {
        return RunValue{{}, values[tensor].sizes[dimension]};
      });
}

std::optional<ValueId> addExpandShape(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  // By value: steps for dimensions are added while it is read.
  const ProgramValue value = program.getValue(input);
  if (value.isScalar || value.getRank() < 1 || value.getRank() > 7)
    return std::nullopt;
  int64_t split = random.between(0, value.getRank() - 1);
  int64_t factor = pickFactor(random, value.declared[split]);
  bool factorFirst = random.chance(50);

  Groups groups;
  Sizes declared;
  std::vector<std::string> outputShape;
  for (auto [i, size] : enumerate(value.declared)) {
    groups.emplace_back();
    auto append = [&](int64_t part, const std::string &text) {
      groups.back().push_back(declared.size());
      declared.push_back(part);
      outputShape.push_back(text);
    };
    std::string text = std::to_string(size);
    if (size == kDynamic)
      text = program.getNameOf(addSizeOf(program, input, i));
    if (static_cast<int64_t>(i) != split) {
      append(size, text);
      continue;
    }
    int64_t rest = size == kDynamic ? size : size / factor;
    std::string restText = size == kDynamic ? text : std::to_string(rest);
    if (factorFirst)
      append(factor, std::to_string(factor));
    append(rest, restText);
    if (!factorFirst)
      append(factor, std::to_string(factor));
  }
  std::string text = "tensor.expand_shape " + value.name + " " +
                     spellGroups(groups) + " output_shape [" +
                     join(outputShape, ", ") + "] : " + program.getType(input) +
                     " into " + spellTensorType(declared, value.elementType);
  auto infer = [=](ArrayRef<RunValue> values) {
    Sizes sizes;
    for (auto [i, size] : enumerate(values[input].sizes)) {
      if (static_cast<int64_t>(i) != split) {
        sizes.push_back(size);
        continue;
      }
      sizes.push_back(factorFirst ? factor : size / factor);
      sizes.push_back(factorFirst ? size / factor : factor);
    }
    return RunValue{sizes};
  };
  return program.addStep(StepKind::Unchecked, value.elementType, declared, text,
                         infer);
}

//===----------------------------------------------------------------------===//
// Chains
//===----------------------------------------------------------------------===//

/// A tensor that operators can do something with.
static ValueId addFirstValue(RandomProgram &program) {
  Random &random = program.getRandom();
  Sizes sizes;
  int64_t rank = random.pick({3, 4, 4, 4, 4, 5});
  for (int64_t i = 1; i < rank; ++i)
    sizes.push_back(random.between(1, 4));
  sizes.push_back(pickWidth(random));
  // Room for what the operators make of it.
  fitTo(random, program.getMaxElements() / 8, sizes);
  if (rank == 4)
    sizes[1] = random.pick({1, 3, 4, 8, 12, 16, 16, 9, 18, 36});
  return addSource(program, pickElementType(random), sizes);
}

static std::optional<StepResults> addAnyOperator(RandomProgram &program,
                                                 ValueId input) {
  auto number = program.getRandom().between(0, kNumOperators - 1);
  return addOperator(program, number, input);
}

/// Elementwise arithmetic, whose other operand may be an argument.
static std::optional<ValueId> addWrappingArithmetic(RandomProgram &program,
                                                    ValueId input) {
  // Arguments and results of a static program have static types.
  if (program.getMode() == TestMode::Static &&
      is_contained(program.getValue(input).declared, kDynamic))
    return std::nullopt;
  return addArithmetic(program, input, /*divisionPercent=*/0);
}

/// A view, or arithmetic.
static std::optional<ValueId> addAnythingBetween(RandomProgram &program,
                                                 ValueId input) {
  switch (program.getRandom().between(0, 6)) {
  case 0:
  case 1:
    return addExpandShape(program, input);
  case 2:
    return addCollapseShape(program, input);
  case 3:
    return addRandomBitcast(program, input);
  case 4:
    return addCast(program, input);
  default:
    return addWrappingArithmetic(program, input);
  }
}

ValueId addChainProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  ValueId current = addFirstValue(program);
  SmallVector<ValueId> tensors = {current};
  llvm::SmallDenseSet<ValueId> used;
  int64_t operators = random.between(2, 4);
  // Not everything applies everywhere; a chain that gets nowhere stays short.
  for (int attempt = 0; attempt < 30 && operators > 0; ++attempt) {
    ValueId input =
        random.chance(80) ? current : random.pick(ArrayRef(tensors));
    bool isOperator = random.chance(65);
    std::optional<StepResults> next =
        isOperator ? addAnyOperator(program, input)
                   : toResults(addAnythingBetween(program, input));
    if (!next)
      continue;
    operators -= isOperator;
    used.insert(input);
    current = next->front();
    append_range(tensors, *next);
  }
  program.addOtherResults(tensors, used, current);
  // The last one perhaps twice.
  if (random.chance(8))
    program.addResult(current);
  return current;
}

} // namespace dml
