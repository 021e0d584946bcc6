//===- RuleMessages.h - The words of broken rules ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function for each rule of docs/Operators.md that several places check, so
// that all say the same words. Values come as text: a number, or the
// placeholder `{0}`, `{1}`, … that a run-time check fills in
// (`fillPlaceholders`). A rule of one operator has its words in the operator's
// size function, which is the only place to check it.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_MESSAGES_RULEMESSAGES_H
#define DML_IR_MESSAGES_RULEMESSAGES_H

#include "dml/IR/Messages/ReportMessages.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include <cstdint>
#include <string>

namespace dml {

namespace messages {

/// `<what>: expected <expected>, given <given> [<rule>]`.
std::string brokenRule(const llvm::Twine &what, const llvm::Twine &expected,
                       const llvm::Twine &given, llvm::StringRef rule);

/// T2: a size below 1. `tensor` is a name such as `input`.
std::string sizeBelowOne(llvm::StringRef tensor, unsigned dimension,
                         const llvm::Twine &size);

/// T2: more than 2^32-1 elements; `sizes` as in `2x3x?`.
std::string tooManyElements(llvm::StringRef tensor, const llvm::Twine &sizes);

/// T6 and the rule that infers the dimension. `result` is a name such as
/// `result`.
std::string resultSizeMismatch(llvm::StringRef result, unsigned dimension,
                               llvm::StringRef rule,
                               const llvm::Twine &inferred,
                               const llvm::Twine &declared);

/// Replaces `{0}`, `{1}`, … by the values.
inline std::string fillPlaceholders(llvm::StringRef message,
                                    llvm::ArrayRef<int64_t> values) {
  return fillPlaceholders(std::string_view(message), values.data(),
                          values.size());
}

} // namespace messages
} // namespace dml

#endif // DML_IR_MESSAGES_RULEMESSAGES_H
