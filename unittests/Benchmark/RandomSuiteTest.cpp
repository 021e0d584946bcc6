//===- RandomSuiteTest.cpp - Random benchmarks ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Benchmark/OperatorSuites.h"
#include "dml/IR/Operators.h"
#include "dml/Runtime/Values/TensorParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/StringExtras.h"
#include "gtest/gtest.h"
#include <set>

using namespace mlir;
using dml::BenchmarkCase;
using dml::RandomSuiteOptions;

namespace {

RandomSuiteOptions makeOptions(uint64_t seed, uint64_t numCases) {
  RandomSuiteOptions options;
  options.seed = seed;
  options.numCases = numCases;
  std::tie(options.minBytes, options.maxBytes) = dml::kRandomBytesCPU;
  return options;
}

std::vector<std::string> listNames(const RandomSuiteOptions &options) {
  std::vector<std::string> names;
  for (const BenchmarkCase &drawn : cantFail(dml::makeRandomSuite(options)))
    names.push_back(drawn.name);
  return names;
}

/// The cases as modules that the verifier takes.
class RandomSuiteTest : public testing::Test {
protected:
  RandomSuiteTest() {
    context.loadDialect<dml::DMLDialect, func::FuncDialect>();
  }

  /// Calls the function with the operator of each case.
  void forEach(const RandomSuiteOptions &options,
               llvm::function_ref<void(Operation *)> function) {
    for (const BenchmarkCase &drawn : cantFail(dml::makeRandomSuite(options))) {
      SCOPED_TRACE(drawn.name);
      auto module = parseSourceString<ModuleOp>(drawn.program, &context);
      ASSERT_TRUE(module);
      int numOperators = 0;
      module->walk([&](dml::OperatorInterface op) {
        ++numOperators;
        function(op);
      });
      EXPECT_EQ(numOperators, 1);
    }
  }

  MLIRContext context;
};

int64_t getNumBytes(Type type) {
  auto tensor = cast<RankedTensorType>(type);
  return tensor.getNumElements() * tensor.getElementTypeBitWidth() / 8;
}

TEST_F(RandomSuiteTest, SeedGivesTheCases) {
  std::vector<std::string> names = listNames(makeOptions(7, 50));
  EXPECT_EQ(names.size(), 50u);
  EXPECT_EQ(names, listNames(makeOptions(7, 50)));
  EXPECT_NE(names, listNames(makeOptions(8, 50)));
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), 50u);
  // More cases begin with the same.
  std::vector<std::string> more = listNames(makeOptions(7, 60));
  more.resize(50);
  EXPECT_EQ(names, more);
}

TEST_F(RandomSuiteTest, SeedGivesTheCasesOnEveryMachine) {
  EXPECT_EQ(listNames(makeOptions(1, 4)),
            (std::vector<std::string>{
                "fold/4x1x127x127_k7/i64", "unfold/1x10x11x28x383_k3_s2_p1/f32",
                "fold/1x512x13x14x14_k3_s2/f64",
                "max_unpooling_pooled/"
                "2x1024x51x20_k3_s2_p1_o102x39_ui64/f32"}));
}

TEST_F(RandomSuiteTest, LargestTensorsAreAsLargeAsAskedFor) {
  for (auto [low, high] : {dml::kRandomBytesCPU, dml::kRandomBytesGPU}) {
    RandomSuiteOptions options = makeOptions(1, 300);
    std::tie(options.minBytes, options.maxBytes) = std::pair(low, high);
    forEach(options, [&, low = low, high = high](Operation *op) {
      int64_t largest = 0;
      for (Type type : llvm::concat<const Type>(op->getOperandTypes(),
                                                op->getResultTypes()))
        largest = std::max(largest, getNumBytes(type));
      EXPECT_GE(largest, low);
      EXPECT_LE(largest, high);
    });
  }
}

TEST_F(RandomSuiteTest, OperatorsAndTypesAllAppear) {
  std::set<std::string> operators, indices;
  std::set<unsigned> widths, ranks;
  unsigned strided = 0, withIndices = 0;
  forEach(makeOptions(1, 300), [&](Operation *op) {
    operators.insert(op->getName().stripDialect().str());
    auto type = cast<RankedTensorType>(op->getOperandTypes().front());
    widths.insert(type.getElementTypeBitWidth());
    if (isa<dml::UnfoldOp>(op))
      ranks.insert(type.getRank() - 2);
    auto function = op->getParentOfType<func::FuncOp>();
    if (function.getArgAttr(0, "dml.strides") ||
        function.getResultAttr(0, "dml.strides"))
      ++strided;
    if (isa<dml::MaxPooling2Op>(op) && op->getNumResults() == 2)
      ++withIndices;
  });
  std::set<std::string> all = {
#define DML_OPERATOR(Name, mnemonic) #mnemonic,
#include "dml/IR/Operators.def"
  };
  EXPECT_EQ(operators, all);
  EXPECT_EQ(widths, (std::set<unsigned>{8, 16, 32, 64}));
  EXPECT_EQ(ranks, (std::set<unsigned>{1, 2, 3}));
  EXPECT_GT(strided, 0u);
  EXPECT_GT(withIndices, 0u);
}

TEST_F(RandomSuiteTest, GeometryIsThatOfModels) {
  int64_t mostBatches = 0, mostChannels = 0, widestFrame = 0, widest = 0;
  forEach(makeOptions(2, 1000), [&](Operation *op) {
    // Of blocks the deep tensor, of others the one that windows slide over.
    Type type = isa<dml::FoldOp, dml::SpaceToDepth1Op>(op)
                    ? op->getResultTypes().front()
                    : op->getOperandTypes().front();
    ArrayRef<int64_t> sizes = cast<RankedTensorType>(type).getShape();
    mostBatches = std::max(mostBatches, sizes[0]);
    mostChannels = std::max(mostChannels, sizes[1]);
    ArrayRef<int64_t> windows;
    if (auto unfold = dyn_cast<dml::UnfoldOp>(op))
      windows = unfold.getWindowSizes();
    if (auto fold = dyn_cast<dml::FoldOp>(op))
      windows = fold.getWindowSizes();
    for (int64_t window : windows) {
      int64_t &most = windows.size() == 1 ? widestFrame : widest;
      most = std::max(most, window);
    }
    if (auto pooling = dyn_cast<dml::MaxPooling2Op>(op))
      for (int64_t window : pooling.getWindowSizes()) {
        EXPECT_GE(window, 2);
        EXPECT_LE(window, 4);
      }
    if (auto depth = dyn_cast<dml::DepthToSpace1Op>(op)) {
      EXPECT_GE(depth.getBlockSize(), 2u);
      EXPECT_LE(depth.getBlockSize(), 8u);
    }
  });
  EXPECT_LE(mostBatches, 512);
  EXPECT_GT(mostBatches, 256);
  EXPECT_LE(mostChannels, 2048);
  EXPECT_GT(mostChannels, 1024);
  EXPECT_LE(widestFrame, 1024);
  EXPECT_GT(widestFrame, 512);
  EXPECT_EQ(widest, 32);
}

TEST_F(RandomSuiteTest, InputsCanBeMade) {
  RandomSuiteOptions options = makeOptions(3, 300);
  std::tie(options.minBytes, options.maxBytes) = std::pair(1 << 10, 1 << 14);
  for (const BenchmarkCase &drawn : cantFail(dml::makeRandomSuite(options)))
    for (const std::string &input : drawn.inputs) {
      llvm::Expected<dml::Tensor> tensor = dml::parseTensor(input);
      EXPECT_TRUE(static_cast<bool>(tensor))
          << drawn.name << ": " << llvm::toString(tensor.takeError());
    }
}

TEST_F(RandomSuiteTest, OneOperator) {
#define DML_OPERATOR(Name, mnemonic)                                           \
  {                                                                            \
    RandomSuiteOptions options = makeOptions(1, 20);                           \
    options.operatorName = #mnemonic;                                          \
    forEach(options,                                                           \
            [](Operation *op) { EXPECT_TRUE(isa<dml::Name##Op>(op)); });       \
  }
#include "dml/IR/Operators.def"
}

TEST_F(RandomSuiteTest, WhatCannotBeDrawn) {
  auto getMessage = [](const RandomSuiteOptions &options) {
    return llvm::toString(dml::makeRandomSuite(options).takeError());
  };
  RandomSuiteOptions options = makeOptions(1, 1);
  options.operatorName = "crop";
  EXPECT_EQ(getMessage(options),
            "unknown operator 'crop'; expected one of depth_to_space1, "
            "max_unpooling, unfold, space_to_depth1, max_pooling2, fold");
  options = makeOptions(1, 1);
  options.operatorName = "max_unpooling";
  options.minBytes = options.maxBytes = 1;
  EXPECT_TRUE(StringRef(getMessage(options))
                  .ends_with("whose largest tensor has 1 to 1 bytes were found "
                             "after 0 cases; expected a wider range or fewer "
                             "cases"));
}

} // namespace
