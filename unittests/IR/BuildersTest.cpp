//===- BuildersTest.cpp - Building the operators in C++ -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "dml/IR/DMLDialect.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "gtest/gtest.h"

using namespace mlir;

namespace {

struct BuildersTest : testing::Test {
  BuildersTest() {
    context.loadDialect<dml::DMLDialect>();
    module = ModuleOp::create(builder.getUnknownLoc());
    builder.setInsertionPointToStart(module->getBody());
  }

  /// A value of the type, whatever it is.
  Value makeValue(Type type) {
    return UnrealizedConversionCastOp::create(builder, builder.getUnknownLoc(),
                                              type, ValueRange())
        .getResult(0);
  }

  RankedTensorType makeType(ArrayRef<int64_t> sizes, Type element) {
    return RankedTensorType::get(sizes, element);
  }

  /// The operation as text, its operands as they are numbered.
  static std::string print(Operation *op) {
    std::string text;
    llvm::raw_string_ostream(text) << *op;
    return text.substr(text.find("dml."));
  }

  MLIRContext context;
  OpBuilder builder{&context};
  OwningOpRef<ModuleOp> module;
  Location loc = builder.getUnknownLoc();
};

TEST_F(BuildersTest, DepthToSpace1InfersItsResult) {
  Value x = makeValue(
      makeType({2, 8, ShapedType::kDynamic, 3}, builder.getF32Type()));
  auto op = dml::DepthToSpace1Op::create(builder, loc, x, /*block_size=*/2,
                                         dml::DepthSpaceOrder::ColumnRowDepth);
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_EQ(op.getType(),
            makeType({2, 2, ShapedType::kDynamic, 6}, builder.getF32Type()));
  EXPECT_EQ(op.getOrder(), dml::DepthSpaceOrder::ColumnRowDepth);
}

TEST_F(BuildersTest, MaxUnpoolingSplitsItsSizes) {
  Value v = makeValue(makeType({1, 1, 2, 2}, builder.getF16Type()));
  Value i = makeValue(
      makeType({1, 1, 2, 2}, builder.getIntegerType(64, /*isSigned=*/false)));
  Value h = makeValue(builder.getIndexType());
  auto op = dml::MaxUnpoolingOp::create(
      builder, loc, v, i,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(1), builder.getIndexAttr(5),
                             h, builder.getIndexAttr(7)});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_EQ(op.getType(),
            makeType({1, 5, ShapedType::kDynamic, 7}, builder.getF16Type()));
  ASSERT_EQ(op.getOutputSizes().size(), 1u);
  EXPECT_EQ(op.getOutputSizes()[0], h);
}

TEST_F(BuildersTest, UnfoldFillsInDefaults) {
  Value x = makeValue(makeType({1, 2, 5, 6}, builder.getF32Type()));
  auto op = dml::UnfoldOp::create(builder, loc, x, ArrayRef<int64_t>{3, 2});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_NE(print(op).find(
                ", window_sizes = [3, 2], strides = [1, 1], dilations = [1, "
                "1], start_padding = [0, 0], end_padding = [0, 0] : "
                "(tensor<1x2x5x6xf32>) -> tensor<1x12x15xf32>"),
            std::string::npos)
      << print(op);
}

TEST_F(BuildersTest, UnfoldTakesWhatIsGiven) {
  Value x = makeValue(makeType({1, 2, 5, 6}, builder.getF32Type()));
  auto op =
      dml::UnfoldOp::create(builder, loc, x, ArrayRef<int64_t>{3, 2},
                            ArrayRef<int64_t>{2, 1}, ArrayRef<int64_t>{1, 3},
                            ArrayRef<int64_t>{0, 4}, ArrayRef<int64_t>{1, 0});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_NE(print(op).find(
                ", window_sizes = [3, 2], strides = [2, 1], dilations = [1, "
                "3], start_padding = [0, 4], end_padding = [1, 0] : "
                "(tensor<1x2x5x6xf32>) -> tensor<1x12x14xf32>"),
            std::string::npos)
      << print(op);
}

TEST_F(BuildersTest, MaxPooling2FillsInDefaults) {
  Value x = makeValue(
      makeType({1, ShapedType::kDynamic, 5, 6}, builder.getF32Type()));
  auto op =
      dml::MaxPooling2Op::create(builder, loc, x, ArrayRef<int64_t>{3, 2});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_EQ(op.getIndices(), nullptr);
  EXPECT_NE(print(op).find(
                ", window_sizes = [3, 2], strides = [1, 1], dilations = [1, "
                "1], start_padding = [0, 0], end_padding = [0, 0] : "
                "(tensor<1x?x5x6xf32>) -> tensor<1x?x3x5xf32>"),
            std::string::npos)
      << print(op);
}

TEST_F(BuildersTest, MaxPooling2TakesWhatIsGiven) {
  Value x = makeValue(makeType({1, 2, 5, 6}, builder.getF32Type()));
  auto op = dml::MaxPooling2Op::create(
      builder, loc, x, ArrayRef<int64_t>{3, 2},
      builder.getIntegerType(64, /*isSigned=*/false), ArrayRef<int64_t>{2, 1},
      ArrayRef<int64_t>{1, 3}, ArrayRef<int64_t>{0, 4},
      ArrayRef<int64_t>{1, 0});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_NE(print(op).find(
                ", window_sizes = [3, 2], strides = [2, 1], dilations = [1, "
                "3], start_padding = [0, 4], end_padding = [1, 0] : "
                "(tensor<1x2x5x6xf32>) -> (tensor<1x2x2x7xf32>, "
                "tensor<1x2x2x7xui64>)"),
            std::string::npos)
      << print(op);
}

TEST_F(BuildersTest, MaxPooling2OfABrokenRule) {
  Value x = makeValue(makeType({1, 2, 5, 6}, builder.getF32Type()));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  auto op =
      dml::MaxPooling2Op::create(builder, loc, x, ArrayRef<int64_t>{7, 2});
  EXPECT_TRUE(failed(verify(op)));
  EXPECT_EQ(message,
            "'dml.max_pooling2' op padded size of dimension 2 of the input: "
            "expected at least 7 (the dilated window), given 5 [M2]");
}

TEST_F(BuildersTest, FoldInfersBatchAndChannels) {
  Value x =
      makeValue(makeType({ShapedType::kDynamic, 18, 9}, builder.getF16Type()));
  Value h = makeValue(builder.getIndexType());
  auto op = dml::FoldOp::create(
      builder, loc, x, ArrayRef<OpFoldResult>{h, builder.getIndexAttr(5)},
      ArrayRef<int64_t>{3, 3});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_EQ(op.getType(),
            makeType({ShapedType::kDynamic, 2, ShapedType::kDynamic, 5},
                     builder.getF16Type()));
  ASSERT_EQ(op.getOutputSizes().size(), 1u);
  EXPECT_EQ(op.getOutputSizes()[0], h);
}

TEST_F(BuildersTest, FoldTakesWhatIsGiven) {
  Value x = makeValue(makeType({1, 1, 12, 14}, builder.getF32Type()));
  auto op = dml::FoldOp::create(
      builder, loc, x,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(5), builder.getIndexAttr(6)},
      ArrayRef<int64_t>{3, 2}, ArrayRef<int64_t>{2, 1}, ArrayRef<int64_t>{1, 3},
      ArrayRef<int64_t>{0, 4}, ArrayRef<int64_t>{1, 0});
  EXPECT_TRUE(succeeded(verify(op)));
  EXPECT_NE(print(op).find(
                ", window_sizes = [3, 2], strides = [2, 1], dilations = [1, "
                "3], start_padding = [0, 4], end_padding = [1, 0] : "
                "(tensor<1x1x12x14xf32>) -> tensor<1x2x5x6xf32>"),
            std::string::npos)
      << print(op);
}

// The verifier says what is wrong.
TEST_F(BuildersTest, FoldOfOtherRows) {
  Value x = makeValue(makeType({1, 10, 9}, builder.getF32Type()));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  auto op = dml::FoldOp::create(
      builder, loc, x,
      ArrayRef<OpFoldResult>{builder.getIndexAttr(5), builder.getIndexAttr(5)},
      ArrayRef<int64_t>{3, 3});
  EXPECT_EQ(op.getType(),
            makeType({ShapedType::kDynamic, ShapedType::kDynamic, 5, 5},
                     builder.getF32Type()));
  EXPECT_TRUE(failed(verify(op)));
  EXPECT_EQ(message, "'dml.fold' op dimension 1 of the input: expected a "
                     "multiple of 9 (the elements of the window), given 10 "
                     "[O2]");
}

TEST_F(BuildersTest, RuleBrokenInInference) {
  Value x = makeValue(makeType({1, 6, 2, 2}, builder.getF32Type()));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message += diagnostic.str();
    return success();
  });
  dml::DepthToSpace1Op::Properties properties;
  properties.block_size = builder.getI64IntegerAttr(2);
  properties.order = dml::DepthSpaceOrderAttr::get(
      &context, dml::DepthSpaceOrder::DepthColumnRow);
  SmallVector<Type> types;
  EXPECT_TRUE(failed(dml::DepthToSpace1Op::inferReturnTypes(
      &context, loc, x, DictionaryAttr::get(&context), &properties, {},
      types)));
  EXPECT_EQ(message,
            "'dml.depth_to_space1' op channels (dimension 1 of the input): "
            "expected a multiple of block_size * block_size = 4, given 6 [D2]");
  EXPECT_TRUE(types.empty());
}

} // namespace
