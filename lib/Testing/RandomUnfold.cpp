//===- RandomUnfold.cpp - unfold ------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/UnfoldSizes.h"
#include "dml/Testing/RandomOperators.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {
namespace {

/// An UnfoldWindow that owns its arrays.
struct OwnedWindow {
  Sizes sizes, strides, dilations, startPadding, endPadding;

  UnfoldWindow get() const {
    return {sizes, strides, dilations, startPadding, endPadding};
  }
};

/// One spatial dimension of a window that fits into `size`.
void appendDimension(Random &random, int64_t size, int64_t maxWindow,
                     OwnedWindow &window) {
  int64_t windowSize = random.between(1, maxWindow);
  int64_t stride = random.chance(40) ? 1 : random.between(1, 4);
  int64_t dilation = random.chance(50) ? 1 : random.between(1, 3);
  int64_t start = random.chance(50) ? 0 : random.between(0, 3);
  int64_t end = random.chance(50) ? 0 : random.between(0, 3);
  int64_t dilated = dilation * (windowSize - 1) + 1;
  if (random.chance(10)) // Windows that lie in the padding as a whole.
    (random.chance(50) ? start : end) += dilated + random.between(0, 2);
  if (size + start + end < dilated)
    end = dilated - size - start;
  if (random.chance(2)) // The largest attributes there are (A1).
    stride = kMaxUInt32 - random.between(0, 1);
  if (windowSize == 1 && random.chance(2))
    dilation = kMaxUInt32;
  if (random.chance(1)) {
    start = kMaxUInt32;
    stride = kMaxUInt32 - random.between(0, 2);
  }
  window.sizes.push_back(windowSize);
  window.strides.push_back(stride);
  window.dilations.push_back(dilation);
  window.startPadding.push_back(start);
  window.endPadding.push_back(end);
}

/// Fails where a few attempts made results that are too large.
std::optional<OwnedWindow> chooseWindow(Random &random, SizesRef input,
                                        int64_t maxElements) {
  constexpr int attempts = 8;
  SizesRef spatial = input.drop_front(2);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    OwnedWindow window;
    int64_t maxWindow =
        std::max<int64_t>(1, (spatial.size() > 3 ? 2 : 4) - attempt / 2);
    for (int64_t size : spatial)
      appendDimension(random, size, maxWindow, window);
    Expected<Sizes> result = inferUnfoldSizes(input, window.get());
    if (result && productOf(*result) <= maxElements)
      return window;
    consumeError(result.takeError());
  }
  return std::nullopt;
}

std::string spellClause(Random &random, StringRef name, SizesRef entries,
                        int64_t standard) {
  if (all_of(entries, [&](int64_t entry) { return entry == standard; }) &&
      random.chance(50))
    return "";
  return (", " + name + " = [" +
          join(map_range(entries,
                         [](int64_t entry) { return std::to_string(entry); }),
               ", ") +
          "]")
      .str();
}

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
  std::string text =
      "dml.unfold " + value.name + ", window_sizes = [" +
      join(map_range(window.sizes,
                     [](int64_t size) { return std::to_string(size); }),
           ", ") +
      "]" + spellClause(random, "strides", window.strides, 1) +
      spellClause(random, "dilations", window.dilations, 1) +
      spellClause(random, "start_padding", window.startPadding, 0) +
      spellClause(random, "end_padding", window.endPadding, 0) + " : (" +
      program.getType(input) + ") -> " + spellTensorType(declared, type);
  ValueId id = program.addStep(StepKind::Operator, type, declared, text, infer);
  maybeOutline(program, input);
  return id;
}

} // namespace

std::optional<StepResults> addUnfold(RandomProgram &program, ValueId input) {
  const ProgramValue &value = program.getValue(input);
  if (value.isScalar || value.getRank() < 3)
    return std::nullopt;
  std::optional<OwnedWindow> window = chooseWindow(
      program.getRandom(), value.base.sizes, program.getMaxElements());
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
  shrinkTo(random, program.getMaxElements(), sizes);
  // Where windows lead to too many elements, a smaller input may help; without
  // padding and with windows of one element, any will do in the end.
  int64_t maxElements = program.getMaxElements();
  std::optional<OwnedWindow> window;
  while (!(window = chooseWindow(random, sizes, maxElements))) {
    shrinkTo(random, productOf(sizes) / 2, sizes);
    maxElements += maxElements / 2;
  }
  ValueId input = addSource(program, pickElementType(random), sizes);
  return {addUnfold(program, input, *window)};
}

} // namespace dml
