//===- RandomFold.cpp - fold ----------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomOutputSizes.h"
#include "RandomWindows.h"
#include "dml/IR/Operators/FoldSizes.h"
#include "dml/Testing/Operators/RandomOperators.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace dml {
namespace {

/// A window and spatial sizes of a result that fit an input.
struct Folding {
  OwnedWindow window;
  Sizes spatialSizes;
};

/// Splits a number into factors at random.
Sizes factorize(Random &random, int64_t number, unsigned count) {
  Sizes factors(count, 1);
  for (int64_t factor = 2; number > 1; ++factor) {
    if (factor * factor > number)
      factor = number;
    for (; number % factor == 0; number /= factor)
      factors[random.between(0, count - 1)] *= factor;
  }
  return factors;
}

/// A number that divides the other one, mostly a small one.
int64_t pickDivisor(Random &random, int64_t number) {
  int64_t divisor = random.between(1, std::min<int64_t>(number, 12));
  while (number % divisor != 0)
    --divisor;
  return divisor;
}

/// Works backwards from the numbers of windows and of their elements, so that
/// any input has some.
std::optional<Folding> chooseFolding(RandomProgram &program, SizesRef input,
                                     unsigned rank) {
  Random &random = program.getRandom();
  int64_t elements = pickDivisor(random, input[1]);
  Sizes blocks = factorize(random, input[2], rank);
  Folding folding;
  OwnedWindow &window = folding.window;
  window.sizes = factorize(random, elements, rank);
  for (auto [windowSize, count] : zip_equal(window.sizes, blocks)) {
    int64_t stride = random.chance(40) ? 1 : random.between(1, 5);
    int64_t dilation = random.chance(50) ? 1 : random.between(1, 4);
    if (random.chance(20))
      stride = windowSize;
    if (count == 1 && random.chance(3))
      stride = kMaxUInt32 - random.between(0, 1);
    if (windowSize == 1 && random.chance(3))
      dilation = kMaxUInt32;
    int64_t padded = (count - 1) * stride + dilation * (windowSize - 1) + 1;
    // Positions behind the last window.
    if (random.chance(30))
      padded += random.between(0, std::min<int64_t>(stride - 1, 4));
    int64_t start = random.chance(50) ? 0 : random.between(0, 3);
    int64_t end = random.chance(50) ? 0 : random.between(0, 3);
    while (padded - start - end < 1)
      (start > end ? start : end) -= 1;
    folding.spatialSizes.push_back(padded - start - end);
    window.strides.push_back(stride);
    window.dilations.push_back(dilation);
    window.startPadding.push_back(start);
    window.endPadding.push_back(end);
  }
  Expected<Sizes> result =
      inferFoldSizes(input, window.get(), folding.spatialSizes);
  if (result && productOf(*result) <= program.getMaxElements())
    return folding;
  consumeError(result.takeError());
  return std::nullopt;
}

bool sumsAsIs(ElementType type) {
  return type == ElementType::F32 || type == ElementType::F64;
}

ValueId addFold(RandomProgram &program, ValueId input, Folding folding) {
  Random &random = program.getRandom();
  const ProgramValue &value = program.getValue(input);
  ElementType type = value.elementType;
  // Other types are summed in those that every device has.
  if (type == ElementType::F64)
    program.addComputedType(type);
  if (sumsAsIs(type))
    program.setSumsFloats();
  OwnedWindow window = folding.window;
  Sizes base = cantFail(
      inferFoldSizes(value.base.sizes, window.get(), folding.spatialSizes));
  OutputSizes output(program, base, /*numInferred=*/2, /*isFree=*/false);

  std::string inputName = program.getNameOf(input);
  std::string text = "dml.fold " + inputName + spellWindow(random, window) +
                     output.spell(program) + " : (" + program.getType(input) +
                     ") -> " + spellTensorType(output.declared, type);
  auto infer = [=](ArrayRef<RunValue> values) -> Expected<RunValue> {
    Sizes sizes = output.evaluate(values);
    Expected<Sizes> inferred = inferFoldSizes(values[input].sizes, window.get(),
                                              SizesRef(sizes).drop_front(2));
    if (!inferred)
      return inferred.takeError();
    return RunValue{*inferred};
  };
  ValueId id =
      program.addStep(StepKind::Operator, type, output.declared, text, infer);
  output.maybeOutline(program, input);
  return id;
}

} // namespace

std::optional<StepResults> addFold(RandomProgram &program, ValueId input) {
  Random &random = program.getRandom();
  const ProgramValue &value = program.getValue(input);
  // Any bits may be a denormal.
  if (value.isScalar || value.getRank() != 3 ||
      (sumsAsIs(value.elementType) && program.reinterprets()))
    return std::nullopt;
  std::optional<Folding> folding =
      chooseFolding(program, value.base.sizes, random.between(1, 3));
  if (!folding)
    return std::nullopt;
  return StepResults{addFold(program, input, *folding)};
}

StepResults addFoldProgram(RandomProgram &program) {
  Random &random = program.getRandom();
  int64_t maxElements = std::max<int64_t>(program.getMaxElements(), 16);
  while (true) {
    int64_t rank = random.pick({1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, 5, 6});
    int64_t elements = 1, blocks = 1;
    for (int64_t i = 0; i < rank; ++i) {
      elements *= random.between(1, rank > 3 ? 2 : 4);
      blocks *= rank > 3 ? random.between(1, 3) : pickSize(random);
    }
    Sizes sizes = {random.between(1, 3), elements * random.between(1, 3),
                   blocks};
    fitTo(random, maxElements, sizes);
    std::optional<Folding> folding = chooseFolding(program, sizes, rank);
    if (!folding)
      continue;
    // Leading ones must be static.
    int64_t ones = program.getMode() != TestMode::Static || random.chance(75)
                       ? 0
                       : random.between(0, rank - 1);
    sizes.insert(sizes.begin(), ones, 1);
    ValueId input = addSource(program, pickElementType(random), sizes);
    return {addFold(program, input, *folding)};
  }
}

} // namespace dml
