//===- ReportMessages.h - The words of rules that runs break ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of RuleMessages.h that programs compiled ahead of time need, free of
// MLIR and LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_MESSAGES_REPORTMESSAGES_H
#define DML_IR_MESSAGES_REPORTMESSAGES_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace dml {

/// What max_unpooling reports about indices outside its result (rule U3).
struct OutOfRangeIndices {
  /// Smallest row-major position in `indices` that holds such an index.
  uint64_t position;
  /// The index there.
  uint64_t index;
  /// Number of elements of the result.
  uint64_t bound;
  /// How many positions hold such an index.
  uint64_t count;
};

namespace messages {

/// U3.
std::string indicesOutOfRange(const OutOfRangeIndices &indices);

/// Replaces `{0}`, `{1}`, … by the values.
std::string fillPlaceholders(std::string_view message, const int64_t *values,
                             size_t count);

} // namespace messages
} // namespace dml

#endif // DML_IR_MESSAGES_REPORTMESSAGES_H
