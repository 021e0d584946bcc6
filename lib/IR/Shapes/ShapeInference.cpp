//===- ShapeInference.cpp - Sizes of tensors ------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/ShapeInference.h"
#include "dml/IR/Messages/RuleMessages.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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
  return checkElementCount(tensor, sizes);
}

Error checkElementCount(StringRef tensor, SizesRef sizes) {
  // Dividing what is left of the limit by each size in turn cannot wrap.
  int64_t left = kMaxUInt32;
  for (int64_t size : sizes) {
    if (isDynamic(size))
      continue;
    if (size < 0 || size > left)
      return makeError(messages::tooManyElements(tensor, formatSizes(sizes)));
    left /= std::max<int64_t>(size, 1);
  }
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

Error checkUInt32(const Twine &name, int64_t value) {
  if (value >= 0 && value <= kMaxUInt32)
    return Error::success();
  return makeError(messages::brokenRule(name, "0 to " + Twine(kMaxUInt32),
                                        Twine(value), "A1"));
}

} // namespace dml
