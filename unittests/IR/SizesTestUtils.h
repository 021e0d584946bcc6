//===- SizesTestUtils.h - Sizes and messages as text ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_IR_SIZESTESTUTILS_H
#define DML_UNITTESTS_IR_SIZESTESTUTILS_H

#include "dml/IR/RuleMessages.h"
#include "dml/IR/UnfoldSizes.h"

namespace dml {

constexpr int64_t D = kDynamic;
constexpr int64_t kMax = kMaxUInt32;
constexpr int64_t kLeast = std::numeric_limits<int64_t>::min() + 1;
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

/// The message, or "" on success; a message is never empty.
inline std::string messageOf(llvm::Error error) {
  return error ? llvm::toString(std::move(error)) : "";
}

/// The sizes as text, or the message.
inline std::string textOf(llvm::Expected<Sizes> sizes) {
  return sizes ? formatSizes(*sizes) : messageOf(sizes.takeError());
}

/// What a result of a function, the first by default, says of declared sizes.
inline std::string checkResult(const SizeFunction &function, SizesRef inferred,
                               SizesRef declared, unsigned result = 0) {
  return messageOf(
      checkDeclaredSizes(function.getResults()[result], inferred, declared));
}

/// The rules of the first result's dimensions.
inline std::string rulesOf(const SizeFunction &function) {
  std::string text;
  for (const ResultSize &size : function.getResults().front().dimensions)
    text += (text.empty() ? "" : " ") + size.rule.str();
  return text;
}

/// The arrays of an operator with windows, with the defaults of the operation.
struct Window {
  Sizes sizes, strides, dilations, start, end;

  explicit Window(Sizes k)
      : sizes(k), strides(k.size(), 1), dilations(k.size(), 1),
        start(k.size(), 0), end(k.size(), 0) {}

  operator UnfoldWindow() const {
    return {sizes, strides, dilations, start, end};
  }
};

} // namespace dml

#endif // DML_UNITTESTS_IR_SIZESTESTUTILS_H
