//===- RuleMessages.cpp - The words of broken rules -----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Shapes/ShapeInference.h"

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

} // namespace dml::messages
