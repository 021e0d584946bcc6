//===- RandomWindows.cpp - Windows over random inputs ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomWindows.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace dml {

/// One spatial dimension of a window that fits into `size`.
static void appendDimension(Random &random, int64_t size, int64_t maxWindow,
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

std::optional<OwnedWindow> chooseWindow(
    Random &random, SizesRef input, int64_t maxElements,
    function_ref<Expected<Sizes>(SizesRef, const UnfoldWindow &)> infer) {
  constexpr int attempts = 8;
  SizesRef spatial = input.drop_front(2);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    OwnedWindow window;
    int64_t maxWindow =
        std::max<int64_t>(1, (spatial.size() > 3 ? 2 : 4) - attempt / 2);
    for (int64_t size : spatial)
      appendDimension(random, size, maxWindow, window);
    Expected<Sizes> result = infer(input, window.get());
    if (result && productOf(*result) <= maxElements)
      return window;
    consumeError(result.takeError());
  }
  return std::nullopt;
}

static std::string spellClause(Random &random, StringRef name, SizesRef entries,
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

std::string spellWindow(Random &random, const OwnedWindow &window) {
  return ", window_sizes = [" +
         join(map_range(window.sizes,
                        [](int64_t size) { return std::to_string(size); }),
              ", ") +
         "]" + spellClause(random, "strides", window.strides, 1) +
         spellClause(random, "dilations", window.dilations, 1) +
         spellClause(random, "start_padding", window.startPadding, 0) +
         spellClause(random, "end_padding", window.endPadding, 0);
}

} // namespace dml
