//===- RandomUnfold.cpp - unfold ------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomWindows.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "dml/Testing/Operators/RandomOperators.h"

using namespace llvm;

namespace dml {
namespace {

ValueId addUnfold(RandomProgram &program, ValueId input,
                  const OwnedWindow &window) {
  Random &random = program.getRandom();
  const ProgramValue &value = program.getValue(input);
  ElementType type = value.elementType;
  int64_t maxOnes = value.getRank() - 3;
  int64_t ones = random.chance(75) ? 0 : random.between(0, maxOnes);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Expected<Sizes> sizes = inferUnfoldSizes(values[input].sizes, window.get());
    if (!sizes)
      return sizes.takeError();
    Sizes padded(ones, 1);
    append_range(padded, *sizes);
    return RunValue{padded};
  };
  Sizes declared(ones, 1);
  append_range(declared, program.declare(cantFail(inferUnfoldSizes(
                             value.base.sizes, window.get()))));
  std::string text = "dml.unfold " + value.name + spellWindow(random, window) +
                     " : (" + program.getType(input) + ") -> " +
                     spellTensorType(declared, type);
  ValueId id = program.addStep(StepKind::Operator, type, declared, text, infer);
  maybeOutline(program, input);
  return id;
}

} // namespace

std::optional<StepResults> addUnfold(RandomProgram &program, ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() < 3)
    return std::nullopt;
  std::optional<OwnedWindow> window =
      chooseWindow(program.getRandom(), value.base.sizes,
                   program.getMaxElements(), inferUnfoldSizes);
  if (!window)
    return std::nullopt;
  return StepResults{addUnfold(program, input, *window)};
}

StepResults addUnfoldProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  int64_t rank = random.pick({1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5, 6});
  Sizes sizes = {random.between(1, 3), random.between(1, 4)};
  for (int64_t i = 1; i < rank; ++i)
    sizes.push_back(rank > 3 ? random.between(1, 3) : pickSize(random));
  sizes.push_back(rank > 3 ? pickSize(random) : pickWidth(random));
  fitTo(random, program.getMaxElements(), sizes);
  // Where windows lead to too many elements, a smaller input may help; without
  // padding and with windows of one element, any will do in the end.
  int64_t maxElements = program.getMaxElements();
  std::optional<OwnedWindow> window;
  while (
      !(window = chooseWindow(random, sizes, maxElements, inferUnfoldSizes))) {
    fitTo(random, productOf(sizes) / 2, sizes);
    maxElements += maxElements / 2;
  }
  ValueId input = addSource(program, pickElementType(random), sizes);
  return {addUnfold(program, input, *window)};
}

} // namespace dml
