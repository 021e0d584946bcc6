//===- SizesTestUtils.h - Sizes and messages as text ------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_IR_SIZESTESTUTILS_H
#define DML_UNITTESTS_IR_SIZESTESTUTILS_H

#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Operators/UnfoldSizes.h"
#include "gtest/gtest.h"

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

/// Checks declared sizes of one of a function's results, by default the first,
/// against the inferred ones. Returns the message, or "" if they agree.
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

/// A window of two dimensions whose arrays all differ from one dimension to the
/// other.
inline Window makeUnevenWindow() {
  Window window({3, 2});
  window.strides = {2, 1};
  window.dilations = {2, 4};
  window.start = {1, 0};
  window.end = {2, 3};
  return window;
}

/// Expects `check`, which returns the message for a window of two dimensions,
/// to refuse arrays of three entries and entries below 1 by `rule`, and entries
/// of more than 32 bits by A1.
inline void
expectWindowRules(const std::string &rule,
                  llvm::function_ref<std::string(const UnfoldWindow &)> check) {
  struct Clause {
    Sizes Window::*array;
    std::string name;
    bool takesZero;
  };
  const Clause clauses[] = {{&Window::sizes, "window_sizes", false},
                            {&Window::strides, "strides", false},
                            {&Window::dilations, "dilations", false},
                            {&Window::start, "start_padding", true},
                            {&Window::end, "end_padding", true}};
  for (const auto &[array, name, takesZero] : clauses) {
    Window longer({3, 3});
    (longer.*array).push_back(1);
    EXPECT_EQ(check(longer),
              name +
                  " entries: expected 2 (one for each spatial dimension), "
                  "given 3 [" +
                  rule + "]");
    auto with = [&, &array = array](int64_t entry) {
      Window window({1, 1});
      (window.*array)[1] = entry;
      return check(window);
    };
    EXPECT_EQ(with(1), "");
    EXPECT_EQ(with(kMax), "");
    std::string zero =
        name + "[1]: expected at least 1, given 0 [" + rule + "]";
    EXPECT_EQ(with(0), takesZero ? "" : zero);
    for (int64_t entry : {int64_t(-1), kMax + 1, kMost, D})
      EXPECT_EQ(with(entry), name + "[1]: expected 0 to 4294967295, given " +
                                 std::to_string(entry) + " [A1]");
  }
}

} // namespace dml

#endif // DML_UNITTESTS_IR_SIZESTESTUTILS_H
