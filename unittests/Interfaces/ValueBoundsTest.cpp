//===- ValueBoundsTest.cpp - Bounds of the operators' sizes ---------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/DMLDialect.h"
#include "dml/Interfaces/ExternalModels.h"
#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using presburger::BoundType;

namespace {

struct ValueBoundsTest : testing::Test {
  ValueBoundsTest() {
    DialectRegistry registry;
    registry.insert<dml::DMLDialect, func::FuncDialect>();
    dml::registerValueBoundsOpInterfaceExternalModels(registry);
    affine::registerValueBoundsOpInterfaceExternalModels(registry);
    context.appendDialectRegistry(registry);
  }

  /// Results of the first operator in a function `@f` with these arguments.
  ValueRange parse(StringRef arguments, StringRef op) {
    std::string text =
        ("func.func @f(" + arguments + ") {\n" + op + "\nreturn\n}").str();
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return {};
    function = *module->getOps<func::FuncOp>().begin();
    return function.front().front().getResults();
  }

  /// The size as a formula of arguments and constants, as text; empty if there
  /// is none. Arguments are d0, d1, … in the order in which they are used.
  std::string getSize(Value value, int64_t dimension) {
    AffineMap map;
    ValueDimList operands;
    if (failed(ValueBoundsConstraintSet::computeBound(
            map, operands, BoundType::EQ, {value, dimension},
            [](Value v, std::optional<int64_t>, ValueBoundsConstraintSet &) {
              return isa<BlockArgument>(v);
            })))
      return "";
    std::string text;
    llvm::raw_string_ostream(text) << map.getResult(0);
    return text;
  }

  FailureOr<int64_t> getBound(BoundType type, Value value, int64_t dimension) {
    return ValueBoundsConstraintSet::computeConstantBound(
        type, {value, dimension}, nullptr, /*closedUB=*/true);
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  func::FuncOp function;
};

TEST_F(ValueBoundsTest, DepthToSpace1) {
  ValueRange results = parse(
      "%x: tensor<?x?x?x5xf32>",
      "%y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row : "
      "(tensor<?x?x?x5xf32>) -> tensor<?x?x?x?xf32>");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(getSize(results[0], 0), "s0");
  EXPECT_EQ(getSize(results[0], 1), "s0 floordiv 4");
  EXPECT_EQ(getSize(results[0], 2), "s0 * 2");
  EXPECT_EQ(getSize(results[0], 3), "10");
  // N is the input's.
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(
      {results[0], 0}, {function.getArgument(0), 0});
  ASSERT_TRUE(succeeded(equal));
  EXPECT_TRUE(*equal);
}

TEST_F(ValueBoundsTest, Windows) {
  ValueRange results =
      parse("%x: tensor<?x3x?x?xf32>",
            "%v, %i = dml.max_pooling2 %x, window_sizes = [3, 2], strides = "
            "[2, 1], start_padding = [1, 0] : (tensor<?x3x?x?xf32>) -> "
            "(tensor<?x?x?x?xf32>, tensor<?x?x?x?xui32>)");
  ASSERT_EQ(results.size(), 2u);
  for (Value result : results) {
    EXPECT_EQ(getSize(result, 1), "3");
    EXPECT_EQ(getSize(result, 2), "s0 floordiv 2");
    EXPECT_EQ(getSize(result, 3), "s0 - 1");
  }
}

/// Products of sizes that are not known are at least 1 (T2).
TEST_F(ValueBoundsTest, Products) {
  ValueRange results = parse("%x: tensor<1x?x?x?xf32>",
                             "%y = dml.unfold %x, window_sizes = [3, 3] : "
                             "(tensor<1x?x?x?xf32>) -> tensor<?x?x?xf32>");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(getSize(results[0], 0), "1");
  EXPECT_EQ(getSize(results[0], 1), "s0 * 9");
  EXPECT_EQ(getSize(results[0], 2), "");
  FailureOr<int64_t> least = getBound(BoundType::LB, results[0], 2);
  ASSERT_TRUE(succeeded(least));
  EXPECT_EQ(*least, 1);
  EXPECT_TRUE(failed(getBound(BoundType::UB, results[0], 2)));
}

TEST_F(ValueBoundsTest, SizesThatAreOperands) {
  ValueRange results =
      parse("%x: tensor<?x9x?xf32>, %h: index, %w: index",
            "%y = dml.fold %x, window_sizes = [3, 3], output_sizes(%h, %w) : "
            "(tensor<?x9x?xf32>) -> tensor<?x?x?x?xf32>");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(getSize(results[0], 1), "1");
  for (unsigned i : {2, 3}) {
    AffineMap map;
    ValueDimList operands;
    ASSERT_TRUE(succeeded(ValueBoundsConstraintSet::computeDependentBound(
        map, operands, BoundType::EQ, {results[0], i},
        {{function.getArgument(i - 1), std::nullopt}})));
    EXPECT_TRUE(map.isIdentity() || map.getNumSymbols() == 1);
    EXPECT_EQ(operands.front().first, function.getArgument(i - 1));
  }
}

TEST_F(ValueBoundsTest, MaxUnpooling) {
  ValueRange results =
      parse("%v: tensor<1x1x?x2xf32>, %i: tensor<1x1x?x2xui32>, %h: index",
            "%y = dml.max_unpooling %v, %i, output_sizes(%h) : "
            "(tensor<1x1x?x2xf32>, tensor<1x1x?x2xui32>) -> "
            "tensor<1x1x?x7xf32>");
  ASSERT_EQ(results.size(), 1u);
  EXPECT_EQ(getSize(results[0], 2), "s0");
  EXPECT_EQ(getSize(results[0], 3), "7");
}

} // namespace
