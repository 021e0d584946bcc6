//===- RandomStructured.cpp - Random linalg operations --------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedSteps.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "dml/Testing/Programs/RandomLimits.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

/// Elements, or products where they are added up, that the evaluator computes
/// for one step.
constexpr int64_t kMaxWorkOfRun = 1 << 18;

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

DerivedSizes MixedSteps::derive(ValueId input,
                                ArrayRef<SizeSource> sources) const {
  auto select = [sources = SmallVector<SizeSource>(sources)](SizesRef sizes) {
    Sizes selected;
    for (const SizeSource &source : sources)
      selected.push_back(source.dimension ? sizes[*source.dimension]
                                          : source.constant);
    return selected;
  };
  return {select(program.getValue(input).declared), select,
          SmallVector<SizeSource>(sources)};
}

DerivedSizes MixedSteps::deriveAll(ValueId input) const {
  SmallVector<SizeSource> sources;
  for (int64_t i = 0; i < program.getValue(input).getRank(); ++i)
    sources.push_back({i});
  return derive(input, sources);
}

ValueId MixedSteps::addDerivedArgument(ValueId input, ElementType type,
                                       const DerivedSizes &sizes) {
  ValueId argument = program.addSizedArgument(
      type, sizes.infer(program.getValue(input).base.sizes), sizes.declared,
      ArgumentRole::Operand,
      [input, infer = sizes.infer](ArrayRef<RunValue> values) {
        return infer(values[input].sizes);
      });
  if (isFloat(type))
    setRange(argument, getArgumentRange(type));
  return argument;
}

ValueId MixedSteps::addEmpty(ValueId input, ElementType type,
                             const DerivedSizes &sizes) {
  SmallVector<std::string> operands;
  for (auto [declared, source] : zip_equal(sizes.declared, sizes.sources))
    if (declared == kDynamic)
      operands.push_back(
          program.getNameOf(addSizeOf(program, input, *source.dimension)));
  ValueId empty =
      program.addStep(StepKind::Unchecked, type, sizes.declared,
                      "tensor.empty(" + join(operands, ", ") +
                          ") : " + spellTensorType(sizes.declared, type),
                      [input, infer = sizes.infer](ArrayRef<RunValue> values) {
                        return RunValue{infer(values[input].sizes)};
                      });
  program.setUndefined(empty);
  return empty;
}

ValueId MixedSteps::addInit(ValueId input, ElementType type,
                            const DerivedSizes &sizes) {
  if (sizes.sources.size() != sizes.declared.size() ||
      program.getRandom().chance(50))
    return addDerivedArgument(input, type, sizes);
  ValueId zero = program.addScalarStep(
      StepKind::Unchecked, type,
      std::string("arith.constant ") + (isFloat(type) ? "0.0" : "0") + " : " +
          stringify(type).str(),
      [](ArrayRef<RunValue>) { return RunValue{}; });
  ValueId empty = addEmpty(input, type, sizes);
  std::string tensorType = program.getType(empty);
  ValueId filled = program.addStep(
      StepKind::Unchecked, type, sizes.declared,
      "linalg.fill ins(" + program.getNameOf(zero) + " : " +
          program.getType(zero) + ") outs(" + program.getNameOf(empty) + " : " +
          tensorType + ") -> " + tensorType,
      [=](ArrayRef<RunValue> values) { return values[empty]; });
  if (isFloat(type))
    setRange(filled, {0, 0});
  return filled;
}

//===----------------------------------------------------------------------===//
// Any structured operation
//===----------------------------------------------------------------------===//

ValueId MixedSteps::addStructured(ValueId input, ArrayRef<Operand> operands,
                                  const std::string &text, int64_t work) {
  ValueId init = operands.back().id;
  const ProgramValue value = program.getValue(init);
  int64_t perElement = std::max<int64_t>(
      1, work / std::max<int64_t>(1, productOf(value.base.sizes)));
  ValueId result = program.addStep(
      StepKind::Unchecked, value.elementType, value.declared, text,
      [=, operands = SmallVector<Operand>(operands)](
          ArrayRef<RunValue> values) -> Expected<RunValue> {
        for (const Operand &operand : operands)
          if (values[operand.id].sizes !=
              operand.sizes.infer(values[input].sizes))
            return breakRule();
        RunValue result = values[init];
        result.isTooLarge =
            productOf(result.sizes) * perElement > kMaxWorkOfRun;
        return result;
      });
  SmallVector<ValueId> ids = {input};
  for (const Operand &operand : operands)
    if (operand.id != input)
      ids.push_back(operand.id);
  maybeOutline(program, ids);
  return result;
}

/// `d0, d1, d2`.
static std::string spellLoops(int64_t count) {
  std::string text;
  for (int64_t i = 0; i < count; ++i)
    text += (i ? ", d" : "d") + std::to_string(i);
  return text;
}

std::string MixedSteps::spellGeneric(ArrayRef<ValueId> inputs,
                                     ArrayRef<std::string> maps, ValueId init,
                                     const std::string &body) const {
  int64_t rank = program.getValue(init).getRank();
  std::string loops = spellLoops(rank);
  auto spellMap = [&](const std::string &results) {
    return "affine_map<(" + loops + ") -> (" + results + ")>";
  };
  auto getElement = [&](ValueId id) {
    return stringify(program.getValue(id).elementType).str();
  };
  std::string spelledMaps, names, types, arguments;
  for (auto [i, id, map] : enumerate(inputs, maps)) {
    spelledMaps += spellMap(map) + ", ";
    names += (i ? ", " : "") + program.getNameOf(id);
    types += (i ? ", " : "") + program.getType(id);
    arguments += "%x" + std::to_string(i) + ": " + getElement(id) + ", ";
  }
  SmallVector<std::string> iterators(rank, "\"parallel\"");
  std::string type = program.getType(init);
  return "linalg.generic {indexing_maps = [" + spelledMaps + spellMap(loops) +
         "], iterator_types = [" + join(iterators, ", ") + "]} ins(" + names +
         " : " + types + ") outs(" + program.getNameOf(init) + " : " + type +
         ") {\n  ^bb0(" + arguments + "%o: " + getElement(init) + "):\n" +
         body + "    linalg.yield %r : " + getElement(init) + "\n  } -> " +
         type;
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

std::optional<ValueId> MixedSteps::addSelection(ValueId input) {
  if (!isComputable(input))
    return std::nullopt;
  Random &random = program.getRandom();
  ElementType type = program.getValue(input).elementType;
  std::string element = stringify(type).str();
  program.addComputedType(type);
  ValueId other = addSameSized(input);
  DerivedSizes sizes = deriveAll(input);
  ValueId init = addEmpty(input, type, sizes);
  static constexpr StringLiteral ofFloats[] = {"ogt", "ole", "une", "ueq"};
  // Of integers, `x != y ? y : x` is y, and what x alone needs is removed.
  static constexpr StringLiteral ofIntegers[] = {"sgt", "ule", "uge", "slt"};
  std::string compare = isFloat(type)
                            ? "cmpf " + random.pick(ArrayRef(ofFloats)).str()
                            : "cmpi " + random.pick(ArrayRef(ofIntegers)).str();
  std::string body = "    %c = arith." + compare + ", %x0, %x1 : " + element +
                     "\n    %r = arith.select %c, " +
                     (random.chance(50) ? "%x0, %x1" : "%x1, %x0") + " : " +
                     element + "\n";
  std::string loops = spellLoops(program.getValue(input).getRank());
  ValueId result =
      addStructured(input, {{other, sizes}, {init, sizes}},
                    spellGeneric({input, other}, {loops, loops}, init, body));
  if (isFloat(type)) {
    NumberRange lhs = getRange(input), rhs = getRange(other);
    setRange(result, uniteRanges(lhs, rhs));
  }
  return result;
}

std::optional<ValueId> MixedSteps::addScaleAndShift(ValueId input) {
  const ProgramValue value = program.getValue(input);
  ElementType type = value.elementType;
  if (!isComputable(input) || value.getRank() == 0)
    return std::nullopt;
  Random &random = program.getRandom();
  bool computesFloats = isFloat(type);
  std::optional<NumberRange> range;
  if (computesFloats) {
    NumberRange own = getArgumentRange(type);
    range = computeRange("arith.mulf", type, getRange(input), own);
    if (range)
      range = computeRange("arith.addf", type, *range, own);
    if (!range)
      return std::nullopt;
  }
  program.addComputedType(type);
  auto channel =
      static_cast<unsigned>(random.chance(60) && value.getRank() > 1
                                ? 1
                                : random.between(0, value.getRank() - 1));
  DerivedSizes channels = derive(input, SizeSource{channel});
  ValueId scale = addDerivedArgument(input, type, channels);
  ValueId shift = addDerivedArgument(input, type, channels);
  DerivedSizes sizes = deriveAll(input);
  ValueId init = addEmpty(input, type, sizes);
  std::string element = stringify(type).str(),
              suffix = computesFloats ? "f" : "i";
  bool isBounded = computesFloats && random.chance(40);
  std::string body = "    %p = arith.mul" + suffix + " %x0, %x1 : " + element +
                     "\n    " + (isBounded ? "%s" : "%r") + " = arith.add" +
                     suffix + " %p, %x2 : " + element + "\n";
  // No zero is a bound.
  if (isBounded)
    body += "    %low = arith.constant -1.5 : " + element +
            "\n    %high = arith.constant 6.0 : " + element +
            "\n    %t = arith.maximumf %s, %low : " + element +
            "\n    %r = arith.minimumf %t, %high : " + element + "\n";
  std::string loops = spellLoops(value.getRank());
  std::string place = "d" + std::to_string(channel);
  ValueId result = addStructured(
      input, {{scale, channels}, {shift, channels}, {init, sizes}},
      spellGeneric({input, scale, shift}, {loops, place, place}, init, body));
  if (isBounded)
    range->magnitude = std::min(range->magnitude, 3);
  if (range)
    setRange(result, *range);
  return result;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

std::optional<ValueId> MixedSteps::addTranspose(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  if (value.isScalar || value.getRank() < 2)
    return std::nullopt;
  SmallVector<SizeSource> sources;
  for (unsigned i = 0; i < value.getRank(); ++i)
    sources.insert(sources.begin() + random.between(0, i), SizeSource{i});
  std::string permutation =
      join(map_range(sources,
                     [](const SizeSource &source) {
                       return std::to_string(*source.dimension);
                     }),
           ", ");
  DerivedSizes sizes = derive(input, sources);
  ValueId init = addEmpty(input, value.elementType, sizes);
  ValueId result = addStructured(
      input, Operand{init, sizes},
      "linalg.transpose ins(" + value.name + " : " + program.getType(input) +
          ") outs(" + program.getNameOf(init) + " : " + program.getType(init) +
          ") permutation = [" + permutation + "]");
  copyRange(input, result);
  return result;
}

std::optional<ValueId> MixedSteps::addBroadcast(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  int64_t copies = random.between(1, 4);
  if (value.isScalar || value.getRank() > 4 ||
      productOf(value.base.sizes) * copies > program.getMaxElements())
    return std::nullopt;
  int64_t added = random.between(0, value.getRank());
  SmallVector<SizeSource> sources;
  for (unsigned i = 0; i < value.getRank(); ++i)
    sources.push_back({i});
  sources.insert(sources.begin() + added, SizeSource{std::nullopt, copies});
  DerivedSizes sizes = derive(input, sources);
  ValueId init = addEmpty(input, value.elementType, sizes);
  ValueId result = addStructured(
      input, Operand{init, sizes},
      "linalg.broadcast ins(" + value.name + " : " + program.getType(input) +
          ") outs(" + program.getNameOf(init) + " : " + program.getType(init) +
          ") dimensions = [" + std::to_string(added) + "]");
  copyRange(input, result);
  return result;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

std::optional<ValueId> MixedSteps::addReduction(ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue value = program.getValue(input);
  ElementType type = value.elementType;
  if (!isComputable(input) || value.getRank() == 0)
    return std::nullopt;
  SmallVector<SizeSource> kept;
  SmallVector<std::string> reduced;
  Sizes lost;
  for (unsigned i = 0; i < value.getRank(); ++i) {
    bool isLast = i + 1 == value.getRank() && reduced.empty();
    if (!isLast && random.chance(60)) {
      kept.push_back({i});
      continue;
    }
    reduced.push_back(std::to_string(i));
    lost.push_back(value.declared[i]);
  }
  static constexpr StringLiteral onFloats[] = {
      "arith.addf", "arith.addf", "arith.maximumf", "arith.minnumf"};
  static constexpr StringLiteral onIntegers[] = {"arith.addi", "arith.maxsi",
                                                 "arith.minui", "arith.xori"};
  StringRef operation = isFloat(type)
                            ? StringRef(random.pick(ArrayRef(onFloats)))
                            : StringRef(random.pick(ArrayRef(onIntegers)));
  DerivedSizes sizes = derive(input, kept);
  ValueId init = addInit(input, type, sizes);
  std::optional<NumberRange> range;
  if (isFloat(type)) {
    NumberRange addends = getRange(input);
    if (operation == "arith.addf")
      addends.magnitude += countSumBits(productOf(lost));
    range = computeRange(operation, type, addends, getRange(init));
    if (!range)
      return std::nullopt;
  }
  program.addComputedType(type);
  std::string element = stringify(type).str();
  ValueId result = addStructured(
      input, Operand{init, sizes},
      "linalg.reduce ins(" + value.name + " : " + program.getType(input) +
          ") outs(" + program.getNameOf(init) + " : " + program.getType(init) +
          ") dimensions = [" + join(reduced, ", ") + "]\n    (%x: " + element +
          ", %o: " + element + ") {\n    %r = " + operation.str() +
          " %x, %o : " + element + "\n    linalg.yield %r : " + element +
          "\n  }");
  if (range)
    setRange(result, *range);
  return result;
}

} // namespace dml
