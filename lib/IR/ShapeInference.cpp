//===- ShapeInference.cpp - Sizes of the operators' results ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/ShapeInference.h"
#include "dml/IR/RuleMessages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;

namespace dml {

static bool isDynamic(int64_t size) { return size == kDynamic; }

static Error makeError(const std::string &message) {
  return make_error<StringError>(message, inconvertibleErrorCode());
}

static std::string formatSize(int64_t size) {
  return isDynamic(size) ? "?" : std::to_string(size);
}

std::string formatSizes(SizesRef sizes) {
  return join(map_range(sizes, formatSize), "x");
}

int64_t productOf(SizesRef sizes) {
  int64_t product = 1;
  for (int64_t size : sizes) {
    if (isDynamic(size))
      return kDynamic;
    product *= size;
  }
  return product;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

Error checkTensorSizes(StringRef tensor, SizesRef sizes) {
  if (sizes.size() > 8)
    return makeError(messages::brokenRule("rank of the " + tensor, "at most 8",
                                          Twine(sizes.size()), "T2"));
  for (auto [dimension, size] : enumerate(sizes))
    if (!isDynamic(size) && size < 1)
      return makeError(messages::sizeBelowOne(tensor, dimension, Twine(size)));
  // A dynamic size is at least 1, so the static ones alone bound the count.
  int64_t elements = 1;
  for (int64_t size : sizes) {
    if (isDynamic(size))
      continue;
    if (size > kMaxUInt32 / elements)
      return makeError(messages::tooManyElements(tensor, formatSizes(sizes)));
    elements *= size;
  }
  return Error::success();
}

/// T6 for one dimension; where the inferred size is not known, the declared one
/// must at least be a multiple of `factor`.
static Error checkDeclaredSize(int64_t dimension, StringRef rule,
                               int64_t inferred, int64_t declared,
                               int64_t factor) {
  if (isDynamic(declared))
    return Error::success();
  if (isDynamic(inferred) && declared % factor != 0)
    return makeError(messages::resultSizeMismatch(
        dimension, rule, "a multiple of " + Twine(factor), Twine(declared)));
  if (!isDynamic(inferred) && inferred != declared)
    return makeError(messages::resultSizeMismatch(
        dimension, rule, Twine(inferred), Twine(declared)));
  return Error::success();
}

bool declaresMoreThanInferred(SizesRef inferred, SizesRef declared) {
  return any_of(zip_equal(inferred, declared), [](auto sizes) {
    return isDynamic(std::get<0>(sizes)) && !isDynamic(std::get<1>(sizes));
  });
}

Sizes mergeSizes(SizesRef inferred, SizesRef declared) {
  Sizes merged;
  for (auto [first, second] : zip_equal(inferred, declared))
    merged.push_back(isDynamic(first) ? second : first);
  return merged;
}

/// A1 for one value.
static Error checkUInt32(const Twine &name, int64_t value) {
  if (value >= 0 && value <= kMaxUInt32)
    return Error::success();
  return makeError(messages::brokenRule(name, "0 to " + Twine(kMaxUInt32),
                                        Twine(value), "A1"));
}

//===----------------------------------------------------------------------===//
// depth_to_space1
//===----------------------------------------------------------------------===//

Error checkBlockSize(int64_t blockSize) {
  if (Error error = checkUInt32("block_size", blockSize))
    return error;
  if (blockSize > kMaxBlockSize)
    return makeError(messages::brokenRule("block_size",
                                          "at most " + Twine(kMaxBlockSize),
                                          Twine(blockSize), "A1"));
  if (blockSize < 1)
    return makeError(
        messages::brokenRule("block_size", "at least 1", Twine(0), "D2"));
  return Error::success();
}

Expected<Sizes> inferDepthToSpace1Sizes(SizesRef input, int64_t blockSize) {
  if (Error error = checkTensorSizes("input", input))
    return error;
  if (Error error = checkBlockSize(blockSize))
    return error;
  int64_t blockArea = blockSize * blockSize;
  // The products stay below 2^48: a size is below 2^32, a block size below
  // 2^16.
  auto scale = [&](int64_t size) {
    return isDynamic(size) ? size : size * blockSize;
  };
  int64_t channels = input[1];
  if (!isDynamic(channels)) {
    if (channels % blockArea != 0)
      return makeError(
          messages::channelsNotDivisible(Twine(blockArea), Twine(channels)));
    channels /= blockArea;
  }
  Sizes result = {input[0], channels, scale(input[2]), scale(input[3])};
  if (Error error = checkTensorSizes("result", result))
    return error;
  return result;
}

StringRef getDepthToSpace1Rule(int64_t) { return "D3"; }

Error checkDepthToSpace1Result(SizesRef inferred, SizesRef declared,
                               int64_t blockSize) {
  if (Error error = checkTensorSizes("result", declared))
    return error;
  for (int64_t i = 0; i < 4; ++i)
    if (Error error = checkDeclaredSize(i, getDepthToSpace1Rule(i), inferred[i],
                                        declared[i], i >= 2 ? blockSize : 1))
      return error;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// max_unpooling
//===----------------------------------------------------------------------===//

Error checkMaxUnpoolingSizes(SizesRef values, SizesRef indices,
                             SizesRef result) {
  if (Error error = checkTensorSizes("values", values))
    return error;
  if (Error error = checkTensorSizes("indices", indices))
    return error;
  for (auto [dimension, sizes] : enumerate(zip_equal(values, indices))) {
    auto [expected, given] = sizes;
    if (!isDynamic(expected) && !isDynamic(given) && expected != given)
      return makeError(messages::indicesSizeMismatch(dimension, Twine(expected),
                                                     Twine(given)));
  }
  return checkTensorSizes("result", result);
}

//===----------------------------------------------------------------------===//
// unfold
//===----------------------------------------------------------------------===//

Error checkUnfoldWindow(const UnfoldWindow &window, int64_t inputRank) {
  struct Clause {
    StringRef name;
    SizesRef entries;
    int64_t least;
  };
  const Clause clauses[] = {{"window_sizes", window.sizes, 1},
                            {"strides", window.strides, 1},
                            {"dilations", window.dilations, 1},
                            {"start_padding", window.startPadding, 0},
                            {"end_padding", window.endPadding, 0}};
  int64_t spatialRank = inputRank - 2;
  if (spatialRank < 1 || spatialRank > 6)
    return makeError(messages::brokenRule("rank of the input", "3 to 8",
                                          Twine(inputRank), "F1"));
  for (const Clause &clause : clauses) {
    if (static_cast<int64_t>(clause.entries.size()) != spatialRank)
      return makeError(messages::brokenRule(
          clause.name + " entries",
          Twine(spatialRank) + " (one for each spatial dimension)",
          Twine(clause.entries.size()), "F3"));
    for (auto [index, entry] : enumerate(clause.entries)) {
      std::string name = (clause.name + "[" + Twine(index) + "]").str();
      if (Error error = checkUInt32(name, entry))
        return error;
      if (entry < clause.least)
        return makeError(messages::brokenRule(
            name, "at least " + Twine(clause.least), Twine(entry), "F3"));
    }
  }
  // A padded input is shorter than 3 * 2^32, so a dilated window beyond 63 bits
  // can never fit.
  for (unsigned i = 0; i < spatialRank; ++i)
    if (!checkedMulAdd<int64_t>(window.dilations[i], window.sizes[i] - 1, 1))
      return makeError(messages::windowDoesNotFit(
          i,
          Twine(window.dilations[i]) + "*(" + Twine(window.sizes[i]) + "-1)+1",
          "at most " + Twine(kMaxUInt32) + "+" + Twine(window.startPadding[i]) +
              "+" + Twine(window.endPadding[i])));
  return Error::success();
}

int64_t getDilatedWindowSize(const UnfoldWindow &window, unsigned dimension) {
  return window.dilations[dimension] * (window.sizes[dimension] - 1) + 1;
}

Expected<Sizes> inferUnfoldBlocks(SizesRef input, const UnfoldWindow &window) {
  if (Error error = checkTensorSizes("input", input))
    return error;
  if (Error error = checkUnfoldWindow(window, input.size()))
    return error;
  Sizes blocks;
  for (auto [i, size] : enumerate(input.drop_front(2))) {
    if (isDynamic(size)) {
      blocks.push_back(kDynamic);
      continue;
    }
    int64_t padded = size + window.startPadding[i] + window.endPadding[i];
    int64_t dilated = getDilatedWindowSize(window, i);
    if (padded < dilated)
      return makeError(
          messages::windowDoesNotFit(i, Twine(dilated), Twine(padded)));
    blocks.push_back((padded - dilated) / window.strides[i] + 1);
  }
  return blocks;
}

Expected<Sizes> inferUnfoldSizes(SizesRef input, const UnfoldWindow &window) {
  Expected<Sizes> blocks = inferUnfoldBlocks(input, window);
  if (!blocks)
    return blocks.takeError();
  // Checked factor by factor before any product is formed (T2).
  Sizes factors = {input[0], input[1]};
  append_range(factors, window.sizes);
  append_range(factors, *blocks);
  int64_t elements = 1;
  for (int64_t factor : factors) {
    if (isDynamic(factor))
      continue;
    if (factor > kMaxUInt32 / elements)
      return makeError(
          messages::tooManyElements("result", formatSizes(factors)));
    elements *= factor;
  }
  int64_t rows =
      isDynamic(input[1]) ? kDynamic : input[1] * productOf(window.sizes);
  return Sizes{input[0], rows, productOf(*blocks)};
}

Expected<Sizes> padUnfoldRank(SizesRef inferred, SizesRef declared,
                              int64_t inputRank) {
  int64_t rank = declared.size();
  if (rank < 3 || rank > inputRank)
    return makeError(messages::brokenRule(
        "rank of the result", "3 to " + Twine(inputRank) + " (the input's)",
        Twine(rank), "F5"));
  int64_t ones = rank - 3;
  for (int64_t i = 0; i < ones; ++i)
    if (declared[i] != 1)
      return makeError(messages::brokenRule(
          "dimension " + Twine(i) + " of the result",
          "1 (leading the last three)", formatSize(declared[i]), "F5"));
  Sizes padded(ones, 1);
  append_range(padded, inferred);
  return padded;
}

StringRef getUnfoldRule(int64_t dimension, int64_t resultRank) {
  return dimension == resultRank - 1 ? "F2" : "F4";
}

Error checkUnfoldResult(SizesRef inferred, SizesRef declared,
                        const UnfoldWindow &window) {
  if (Error error = checkTensorSizes("result", declared))
    return error;
  int64_t rank = declared.size();
  for (int64_t i = 0; i < rank; ++i)
    if (Error error = checkDeclaredSize(
            i, getUnfoldRule(i, rank), inferred[i], declared[i],
            i == rank - 2 ? productOf(window.sizes) : 1))
      return error;
  return Error::success();
}

} // namespace dml
