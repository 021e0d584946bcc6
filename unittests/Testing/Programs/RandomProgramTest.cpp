//===- RandomProgramTest.cpp - Functions put together ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Testing/Programs/RandomProgram.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {

/// Adds a step that gives the rows and the columns of a matrix.
llvm::SmallVector<ValueId, 1> addTwoResults(RandomProgram &program,
                                            ValueId input) {
  return program.addStep(StepKind::Operator,
                         {{ElementType::F32, {2}}, {ElementType::UI32, {3}}},
                         "some.op " + program.getNameOf(input),
                         [=](llvm::ArrayRef<RunValue> values)
                             -> llvm::Expected<std::vector<RunValue>> {
                           SizesRef sizes = values[input].sizes;
                           return std::vector<RunValue>{RunValue{{sizes[0]}},
                                                        RunValue{{sizes[1]}}};
                         });
}

TEST(RandomProgramTest, StepOfSeveralResults) {
  Random random(0, 0);
  RandomProgram program(random, TestMode::Static, /*maxElements=*/100);
  ValueId input = program.addArgument(ElementType::F32, {2, 3});
  llvm::SmallVector<ValueId, 1> results = addTwoResults(program, input);
  ASSERT_EQ(results.size(), 2u);
  program.addResult(results[1]);
  EXPECT_EQ(program.print(),
            "func.func @main(%a0: tensor<2x3xf32>) -> (tensor<3xui32>) {\n"
            "  %v0_0, %v0_1 = some.op %a0\n"
            "  return %v0_1 : tensor<3xui32>\n"
            "}\n");
  std::vector<RunValue> values = program.getBase();
  EXPECT_EQ(program.infer(values), Outcome::Valid);
  EXPECT_EQ(values[results[0]].sizes, Sizes{2});
  EXPECT_EQ(values[results[1]].sizes, Sizes{3});
  // The second result does not fit its type.
  values[input].sizes = {2, 4};
  EXPECT_EQ(program.infer(values), Outcome::BreaksRule);
}

TEST(RandomProgramTest, OutlinedStepOfSeveralResults) {
  Random random(0, 0);
  RandomProgram program(random, TestMode::Static, /*maxElements=*/100);
  ValueId input = program.addArgument(ElementType::F32, {2, 3});
  program.addResult(addTwoResults(program, input)[0]);
  program.outlineLastStep(input);
  EXPECT_EQ(program.print(),
            "func.func private @helper0(%a0: tensor<2x3xf32>) -> "
            "(tensor<2xf32>, tensor<3xui32>) {\n"
            "  %v0_0, %v0_1 = some.op %a0\n"
            "  return %v0_0, %v0_1 : tensor<2xf32>, tensor<3xui32>\n"
            "}\n"
            "func.func @main(%a0: tensor<2x3xf32>) -> (tensor<2xf32>) {\n"
            "  %v0_0, %v0_1 = func.call @helper0(%a0) : (tensor<2x3xf32>) -> "
            "(tensor<2xf32>, tensor<3xui32>)\n"
            "  return %v0_0 : tensor<2xf32>\n"
            "}\n");
}

} // namespace
