//===- RuleMessages.cpp - The words of broken rules -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/RuleMessages.h"
#include "dml/IR/ShapeInference.h"

using namespace llvm;

namespace dml::messages {

std::string brokenRule(const Twine &what, const Twine &expected,
                       const Twine &given, StringRef rule) {
  return (what + ": expected " + expected + ", given " + given + " [" + rule +
          "]")
      .str();
}

std::string sizeBelowOne(StringRef tensor, unsigned dimension,
                         const Twine &size) {
  return brokenRule("dimension " + Twine(dimension) + " of the " + tensor,
                    "at least 1", size, "T2");
}

std::string tooManyElements(StringRef tensor, const Twine &sizes) {
  return brokenRule("elements of the " + tensor, "at most " + Twine(kMaxUInt32),
                    sizes, "T2");
}

std::string resultSizeMismatch(StringRef result, unsigned dimension,
                               StringRef rule, const Twine &inferred,
                               const Twine &declared) {
  return brokenRule("dimension " + Twine(dimension) + " of the " + result,
                    inferred, declared, (rule + ", T6").str());
}

std::string indicesOutOfRange(const OutOfRangeIndices &indices) {
  return brokenRule(
      "index at position " + Twine(indices.position) + " (the first of " +
          Twine(indices.count) + " out of range)",
      "less than " + Twine(indices.bound) + " (elements of the result)",
      Twine(indices.index), "U3");
}

std::string fillPlaceholders(StringRef message, ArrayRef<int64_t> values) {
  std::string result;
  while (!message.empty()) {
    auto [text, rest] = message.split('{');
    result += text;
    if (text.size() == message.size())
      break;
    auto [number, tail] = rest.split('}');
    bool isClosed = number.size() != rest.size();
    size_t index;
    if (!isClosed || number.getAsInteger(10, index) || index >= values.size()) {
      result += '{';
      message = rest;
      continue;
    }
    result += std::to_string(values[index]);
    message = tail;
  }
  return result;
}

} // namespace dml::messages
