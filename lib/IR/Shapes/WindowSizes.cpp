//===- WindowSizes.cpp - Sizes that windows lead to -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"
#include <numeric>

namespace dml {

/// The dilated window does not fit into the padded input (F3).
static std::string describeMisfit(unsigned spatialDimension,
                                  const llvm::Twine &dilatedWindow,
                                  const llvm::Twine &paddedSize,
                                  const WindowRules &rules) {
  return messages::brokenRule(
      "padded size of dimension " + llvm::Twine(spatialDimension + 2) +
          " of the " + rules.tensor,
      "at least " + dilatedWindow + " (the dilated window)", paddedSize,
      rules.window);
}

llvm::Error checkUnfoldWindow(const UnfoldWindow &window, int64_t rank,
                              const WindowRules &rules) {
  struct Clause {
    llvm::StringRef name;
    SizesRef entries;
    int64_t least;
  };
  const Clause clauses[] = {{"window_sizes", window.sizes, 1},
                            {"strides", window.strides, 1},
                            {"dilations", window.dilations, 1},
                            {"start_padding", window.startPadding, 0},
                            {"end_padding", window.endPadding, 0}};
  int64_t spatialRank = rank - 2;
  if (spatialRank < rules.leastRank || spatialRank > rules.mostRank)
    return llvm::createStringError(
        messages::brokenRule("rank of the " + rules.tensor,
                             llvm::Twine(rules.leastRank + 2) + " to " +
                                 llvm::Twine(rules.mostRank + 2),
                             llvm::Twine(rank), rules.rank));
  for (const Clause &clause : clauses) {
    if (static_cast<int64_t>(clause.entries.size()) != spatialRank)
      return llvm::createStringError(messages::brokenRule(
          clause.name + " entries",
          llvm::Twine(spatialRank) + " (one for each spatial dimension)",
          llvm::Twine(clause.entries.size()), rules.window));
    for (auto [index, entry] : llvm::enumerate(clause.entries)) {
      std::string name = (clause.name + "[" + llvm::Twine(index) + "]").str();
      if (llvm::Error error = checkUInt32(name, entry))
        return error;
      if (entry < clause.least)
        return llvm::createStringError(
            messages::brokenRule(name, "at least " + llvm::Twine(clause.least),
                                 llvm::Twine(entry), rules.window));
    }
  }
  // A padded input is shorter than 3 * 2^32, so a dilated window beyond 63 bits
  // can never fit.
  for (unsigned i = 0; i < spatialRank; ++i)
    if (!llvm::checkedMulAdd<int64_t>(window.dilations[i], window.sizes[i] - 1,
                                      1))
      return llvm::createStringError(
          describeMisfit(i,
                         llvm::Twine(window.dilations[i]) + "*(" +
                             llvm::Twine(window.sizes[i]) + "-1)+1",
                         "at most " + llvm::Twine(kMaxUInt32) + "+" +
                             llvm::Twine(window.startPadding[i]) + "+" +
                             llvm::Twine(window.endPadding[i]),
                         rules));
  return llvm::Error::success();
}

int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension) {
  return window.dilations[dimension] * (window.sizes[dimension] - 1) + 1;
}

int64_t getOverlapStep(const UnfoldWindow &window, unsigned dimension) {
  int64_t stride = window.strides[dimension];
  return stride / std::gcd(stride, window.dilations[dimension]);
}

bool doWindowsOverlap(const UnfoldWindow &window) {
  for (auto [i, size] : llvm::enumerate(window.sizes))
    if (size > getOverlapStep(window, i))
      return true;
  return false;
}

std::vector<SizeExpr> getSpatialOperandSizes(int64_t rank) {
  std::vector<SizeExpr> sizes;
  for (int64_t i = 2; i < rank; ++i)
    sizes.push_back(SizeExpr::operandSize(0, i));
  return sizes;
}

static SizeExpr getPaddedSize(const SizeExpr &size, const UnfoldWindow &window,
                              unsigned dimension) {
  return size + (window.startPadding[dimension] + window.endPadding[dimension]);
}

std::vector<SizeExpr> getWindowBlocks(llvm::ArrayRef<SizeExpr> spatialSizes,
                                      const UnfoldWindow &window) {
  std::vector<SizeExpr> blocks;
  for (auto [i, size] : llvm::enumerate(spatialSizes))
    blocks.push_back(
        (getPaddedSize(size, window, i) + -getDilatedWindowSize(window, i))
            .floorDiv(window.strides[i]) +
        1);
  return blocks;
}

void requireFit(SizeFunction &function, llvm::ArrayRef<SizeExpr> spatialSizes,
                const UnfoldWindow &window, const WindowRules &rules) {
  for (auto [i, size] : llvm::enumerate(spatialSizes)) {
    int64_t dilated = getDilatedWindowSize(window, i);
    function.requireAtLeast(
        getPaddedSize(size, window, i), dilated,
        describeMisfit(i, llvm::Twine(dilated), "{0}", rules));
  }
}

llvm::Error checkLeadingOnes(llvm::StringRef tensor, SizesRef sizes,
                             llvm::StringRef other, int64_t otherRank,
                             llvm::StringRef rule) {
  int64_t rank = sizes.size();
  if (rank < 3 || rank > otherRank)
    return llvm::createStringError(messages::brokenRule(
        "rank of the " + tensor,
        "3 to " + llvm::Twine(otherRank) + " (the " + other + "'s)",
        llvm::Twine(rank), rule));
  for (int64_t i = 0; i < rank - 3; ++i)
    if (sizes[i] != 1)
      return llvm::createStringError(messages::brokenRule(
          "dimension " + llvm::Twine(i) + " of the " + tensor,
          "1 (leading the last three)", formatSizes(sizes[i]), rule));
  return llvm::Error::success();
}

} // namespace dml
