//===- OperatorsTest.cpp - The list of operators --------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Operators.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

// Whatever the list leaves out would be neither refined, lowered nor tested.
TEST(OperatorsTest, ListHasEveryOperator) {
  MLIRContext context;
  context.loadDialect<dml::DMLDialect>();
  std::vector<std::string> listed = {
#define DML_OPERATOR(Name, mnemonic) "dml." #mnemonic,
#include "dml/IR/Operators.def"
  };
  std::vector<std::string> registered;
  for (RegisteredOperationName name : context.getRegisteredOperations())
    if (name.hasInterface<dml::OperatorInterface>())
      registered.push_back(name.getStringRef().str());
  llvm::sort(registered);
  llvm::sort(listed);
  EXPECT_EQ(listed, registered);
  EXPECT_EQ(dml::kNumOperators, registered.size());
}

TEST(OperatorsTest, ListHasTheirNames) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  EXPECT_EQ(dml::Name##Op::getOperationName(), "dml." #mnemonic);
#include "dml/IR/Operators.def"
}

} // namespace
