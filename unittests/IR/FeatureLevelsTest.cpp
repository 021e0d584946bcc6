//===- FeatureLevelsTest.cpp - DirectML's feature levels ------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/FeatureLevels.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"

using namespace mlir;
using dml::FeatureLevel;

namespace {

TEST(FeatureLevelsTest, NamesAreThoseOfTheLevels) {
  std::string list = dml::listFeatureLevels();
  SmallVector<StringRef> names;
  StringRef(list).split(names, ", ");
  ASSERT_EQ(names.size(), 15u);
  std::optional<FeatureLevel> last;
  for (StringRef name : names) {
    std::optional<FeatureLevel> level = dml::symbolizeFeatureLevel(name);
    ASSERT_TRUE(level) << name.str();
    EXPECT_EQ(dml::stringify(*level), name);
    if (last) {
      EXPECT_LT(*last, *level);
    }
    last = level;
  }
  EXPECT_EQ(last, dml::kHighestFeatureLevel);
  EXPECT_EQ(dml::symbolizeFeatureLevel("3_0"), FeatureLevel::V3_0);
  for (StringRef name : {"", "3", "3.0", "3_2", "6_5", "3_0 "})
    EXPECT_FALSE(dml::symbolizeFeatureLevel(name)) << name.str();
}

// The verifiers refuse them first.
TEST(FeatureLevelsTest, TypesOfNoLevelAreRefused) {
  MLIRContext context;
  context.loadDialect<dml::DMLDialect, func::FuncDialect>();
  ParserConfig config(&context, /*verifyAfterParse=*/false);
  auto module = parseSourceString<ModuleOp>(R"mlir(
    func.func @f(%v: tensor<1x1x2x2xf64>, %w: tensor<1x1x2x2xf32>,
                 %i: tensor<1x1x2x2xui32>, %j: tensor<1x1x2x2xi64>,
                 %b: tensor<1x4x1x1xbf16>) {
      %0 = dml.max_unpooling %v, %i : (tensor<1x1x2x2xf64>, tensor<1x1x2x2xui32>) -> tensor<1x1x3x3xf64>
      %1 = dml.max_unpooling %w, %j : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xi64>) -> tensor<1x1x3x3xf32>
      %2 = dml.depth_to_space1 %b, block_size = 2, order = column_row_depth : (tensor<1x4x1x1xbf16>) -> tensor<1x1x2x2xbf16>
      return
    })mlir",
                                            config);
  ASSERT_TRUE(module);
  std::vector<std::string> messages;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    messages.push_back(diagnostic.str());
    return success();
  });
  module->walk([](dml::OperatorInterface op) {
    EXPECT_TRUE(failed(checkFeatureLevel(op, dml::kHighestFeatureLevel)));
  });
  const std::vector<std::string> expected = {
      "'dml.max_unpooling' op element type f64 is of no feature level [L2]",
      "'dml.max_unpooling' op index type i64 is of no feature level [L2]",
      "'dml.depth_to_space1' op element type bf16 is of no feature level [L2]"};
  EXPECT_EQ(messages, expected);
}

} // namespace
