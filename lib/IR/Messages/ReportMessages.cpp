//===- ReportMessages.cpp - The words of rules that runs break ------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Messages/ReportMessages.h"
#include <charconv>

namespace dml::messages {

std::string indicesOutOfRange(const OutOfRangeIndices &indices) {
  return "index at position " + std::to_string(indices.position) +
         " (the first of " + std::to_string(indices.count) +
         " out of range): expected less than " + std::to_string(indices.bound) +
         " (elements of the result), given " + std::to_string(indices.index) +
         " [U3]";
}

std::string fillPlaceholders(std::string_view message, const int64_t *values,
                             size_t count) {
  std::string result;
  while (!message.empty()) {
    size_t open = message.find('{');
    result += message.substr(0, open);
    if (open == std::string_view::npos)
      break;
    message.remove_prefix(open + 1);
    size_t close = message.find('}');
    size_t index = count;
    if (close != std::string_view::npos) {
      const char *end = message.data() + close;
      auto [last, error] = std::from_chars(message.data(), end, index);
      if (error != std::errc() || last != end)
        index = count;
    }
    if (index >= count) {
      result += '{';
      continue;
    }
    result += std::to_string(values[index]);
    message.remove_prefix(close + 1);
  }
  return result;
}

} // namespace dml::messages
