//===- RandomMaxPooling2.cpp - max_pooling2 -------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomWindows.h"
#include "dml/IR/Operators/MaxPooling2Sizes.h"
#include "dml/Testing/Operators/RandomOperators.h"

using namespace llvm;

namespace dml {
namespace {

/// With indices or without.
StepResults addPooling(RandomProgram &program, ValueId input,
                       const OwnedWindow &window) {
  Random &random = program.getRandom();
  const ProgramValue &value = program.getValue(input);
  Sizes sizes = cantFail(inferMaxPooling2Sizes(value.base.sizes, window.get()));
  std::string text = "dml.max_pooling2 " + value.name +
                     spellWindow(random, window) + " : (" +
                     program.getType(input) + ") -> ";
  SmallVector<DeclaredResult> declared = {
      {value.elementType, program.declare(sizes)}};
  if (random.chance(70))
    declared.push_back(
        {random.chance(50) ? ElementType::UI64 : ElementType::UI32,
         program.declare(sizes)});
  std::string types;
  for (const DeclaredResult &result : declared)
    types += (types.empty() ? "" : ", ") +
             spellTensorType(result.sizes, result.elementType);
  text += declared.size() > 1 ? "(" + types + ")" : types;

  size_t numResults = declared.size();
  auto infer =
      [=](ArrayRef<RunValue> values) -> Expected<std::vector<RunValue>> {
    Expected<Sizes> sizes =
        inferMaxPooling2Sizes(values[input].sizes, window.get());
    if (!sizes)
      return sizes.takeError();
    return std::vector<RunValue>(numResults, RunValue{*sizes});
  };
  StepResults results =
      program.addStep(StepKind::Operator, declared, text, infer);
  maybeOutline(program, input);
  return results;
}

} // namespace

std::optional<StepResults> addMaxPooling2(RandomProgram &program,
                                          ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.elementType == ElementType::F64 ||
      (value.getRank() != 4 && value.getRank() != 5))
    return std::nullopt;
  std::optional<OwnedWindow> window =
      chooseWindow(program.getRandom(), value.base.sizes,
                   program.getMaxElements(), inferMaxPooling2Sizes);
  if (!window)
    return std::nullopt;
  return addPooling(program, input, *window);
}

StepResults addMaxPooling2Program(RandomProgram &program) {
  Random &random = program.getRandom();
  Sizes sizes = {random.between(1, 3), random.between(1, 4), pickSize(random)};
  if (random.chance(35))
    sizes.push_back(random.between(1, 5));
  sizes.push_back(pickWidth(random));
  fitTo(random, program.getMaxElements(), sizes);
  // As for unfold: a smaller input may help.
  int64_t maxElements = program.getMaxElements();
  std::optional<OwnedWindow> window;
  while (!(window = chooseWindow(random, sizes, maxElements,
                                 inferMaxPooling2Sizes))) {
    fitTo(random, productOf(sizes) / 2, sizes);
    maxElements += maxElements / 2;
  }
  ValueId input =
      addSource(program, pickElementType(random, /*forUnpooling=*/true), sizes);
  StepResults results = addPooling(program, input, *window);
  // Back to where the values were: M6's indices are reported (U3).
  if (results.size() > 1 && sizes.size() == 4 && random.chance(40))
    if (std::optional<ValueId> unpooled =
            addUnpoolingOfPooled(program, results[0], results[1], input))
      results.push_back(*unpooled);
  return results;
}

} // namespace dml
