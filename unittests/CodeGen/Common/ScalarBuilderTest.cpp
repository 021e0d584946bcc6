//===- ScalarBuilderTest.cpp - Tests of arithmetic, branches, loops -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Common/ScalarBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Matchers.h"
#include "gtest/gtest.h"

using namespace mlir;

// MLIR has an ScalarBuilder, too.
namespace dml {
namespace {

class ScalarBuilderTest : public testing::Test {
protected:
  ScalarBuilderTest() {
    context.loadDialect<arith::ArithDialect, scf::SCFDialect>();
    module = ModuleOp::create(UnknownLoc::get(&context));
    builder.setInsertionPointToEnd(module->getBody());
  }

  /// A value that does not fold, and a constant.
  Value makeUnknown(Type type) {
    return module->getBody()->addArgument(type, builder.getUnknownLoc());
  }
  Value makeConstant(IntegerType type, int64_t value) {
    return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                     builder.getIntegerAttr(type, value));
  }

  static int64_t getConstant(Value value) {
    APInt result;
    EXPECT_TRUE(matchPattern(value, m_ConstantInt(&result)));
    return result.getZExtValue();
  }
  template <typename Op> size_t count() {
    size_t number = 0;
    module->walk([&](Op) { ++number; });
    return number;
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  OpBuilder builder{&context};
  ScalarBuilder a{builder, UnknownLoc::get(&context)};
};

TEST_F(ScalarBuilderTest, ConstantsHaveTheTypeOfTheOtherOperandAndWrap) {
  Value word = makeUnknown(builder.getI32Type());
  EXPECT_EQ(getConstant(a.constantLike(word, -1)), 0xFFFFFFFF);
  EXPECT_EQ(getConstant(a.constantLike(word, int64_t(1) << 32)), 0);
  Value index = makeUnknown(builder.getIndexType());
  EXPECT_EQ(getConstant(a.constantLike(index, int64_t(1) << 32)), int64_t(1)
                                                                      << 32);
  auto type = VectorType::get(3, builder.getI32Type());
  Value vector = a.constantLike(makeUnknown(type), 7);
  EXPECT_EQ(vector.getType(), type);
  EXPECT_EQ(getConstant(vector), 7);
}

TEST_F(ScalarBuilderTest, ComputesUnsignedResults) {
  Value big = makeConstant(builder.getI32Type(), -8);
  EXPECT_EQ(getConstant(a.add(big, 9)), 1);
  EXPECT_EQ(getConstant(a.divide(big, 4)), 0x3FFFFFFE);
  EXPECT_EQ(getConstant(a.divide(big, 3)), 0x55555552);
  EXPECT_EQ(getConstant(a.remainder(big, 16)), 8);
  EXPECT_EQ(getConstant(a.remainder(big, 5)), 3);
  EXPECT_EQ(getConstant(a.minimum(big, 3)), 3);
  EXPECT_EQ(getConstant(a.maximum(big, 3)), 0xFFFFFFF8);
  EXPECT_EQ(getConstant(a.isLessUnsigned(big, 3)), 0);
  EXPECT_EQ(getConstant(a.logicalNot(a.isLessUnsigned(big, 3))), 1);
}

TEST_F(ScalarBuilderTest, DividesByPowersOfTwoWithoutDivision) {
  Value word = makeUnknown(builder.getI32Type());
  EXPECT_EQ(a.divide(word, 1), word);
  a.divide(word, 8);
  a.remainder(word, 8);
  EXPECT_EQ(count<arith::DivUIOp>() + count<arith::RemUIOp>(), 0u);
  a.divide(word, 6);
  a.remainder(word, 6);
  EXPECT_EQ(count<arith::DivUIOp>(), 1u);
  EXPECT_EQ(count<arith::RemUIOp>(), 1u);
}

TEST_F(ScalarBuilderTest, BuildsOnlyTheSideTakenOfAKnownBranch) {
  bool isBuilt = false;
  a.ifThen(a.boolean(false), [&] { isBuilt = true; });
  EXPECT_FALSE(isBuilt);
  a.ifThen(a.boolean(true), [&] { isBuilt = true; });
  EXPECT_TRUE(isBuilt);
  isBuilt = false;
  a.ifThen(Value(), [&] { isBuilt = true; });
  EXPECT_TRUE(isBuilt);
  Value one = makeConstant(builder.getI32Type(), 1);
  Value two = makeConstant(builder.getI32Type(), 2);
  EXPECT_EQ(a.ifElse(
                a.boolean(false), [&] { return one; }, [&] { return two; }),
            two);
  EXPECT_EQ(count<scf::IfOp>(), 0u);
  a.ifThen(makeUnknown(builder.getI1Type()), [] {});
  EXPECT_EQ(count<scf::IfOp>(), 1u);
}

TEST_F(ScalarBuilderTest, BuildsBodiesInTheirRegions) {
  Value condition = makeUnknown(builder.getI1Type());
  Value begin = makeUnknown(builder.getI32Type());
  Value inBranch, inLoop;
  ScalarBuilder::Values results =
      a.forEach(begin, 10, 2, {begin}, [&](Value i, ValueRange carried) {
        inLoop = a.add(i, 1);
        Value sum = a.ifElse(
            condition, [&] { return inBranch = a.add(inLoop, carried[0]); },
            [&] { return inLoop; });
        return ScalarBuilder::Values{sum};
      });
  Value after = a.add(results[0], 1);
  EXPECT_TRUE(isa<scf::IfOp>(inBranch.getDefiningOp()->getParentOp()));
  EXPECT_TRUE(isa<scf::ForOp>(inLoop.getDefiningOp()->getParentOp()));
  EXPECT_EQ(after.getDefiningOp()->getParentOp(), module->getOperation());
}

} // namespace
} // namespace dml
