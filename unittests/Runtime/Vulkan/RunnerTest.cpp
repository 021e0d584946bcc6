//===- RunnerTest.cpp - Tests of running launch plans ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanTestUtils.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include <cstring>

using namespace dml;
using namespace dml::test;

namespace {
class VulkanRunnerTest : public VulkanTest {
protected:
  /// Runs a plan once; the outputs are empty after a failure.
  RunResult run(const LaunchPlan &plan, llvm::ArrayRef<const Tensor *> inputs,
                llvm::ArrayRef<TensorType> resultTypes) {
    RunResult result;
    if (auto runner = makeRunner(plan))
      EXPECT_EQ(getMessage(runner->run(inputs, resultTypes, result)), "");
    return result;
  }
};
} // namespace

/// Of 100 words.
static LaunchPlan makeCopyPlan() {
  PlanBuilder builder;
  uint32_t from = builder.addInput(400);
  uint32_t to = builder.addAllocation(400);
  builder.addSum({from}, to, 0);
  builder.plan.results = {to};
  return builder.plan;
}

TEST_F(VulkanRunnerTest, Copy) {
  Tensor input = makeWords(100, 7);
  RunResult result = run(makeCopyPlan(), {&input}, {makeType("100xui32")});
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(getWords(result.outputs[0]), getWords(input));
  EXPECT_TRUE(result.outOfRange.empty());
}

TEST_F(VulkanRunnerTest, TimesWhereAskedFor) {
  auto runner = makeRunner(makeCopyPlan());
  ASSERT_TRUE(runner);
  Tensor input = makeWords(100, 7);
  TensorType type = makeType("100xui32");
  RunResult result;
  for (bool isTimed : {false, true, false}) {
    ASSERT_EQ(getMessage(runner->run({&input}, {type}, result, {isTimed})), "");
    EXPECT_EQ(getWords(result.outputs[0]), getWords(input));
    ASSERT_EQ(result.deviceTimes.has_value(), isTimed);
    if (!isTimed)
      continue;
    EXPECT_GT(result.deviceTimes->kernels, 0);
    EXPECT_GT(result.deviceTimes->upload, 0);
    EXPECT_GT(result.deviceTimes->download, 0);
    EXPECT_LT(result.deviceTimes->kernels, 60e3);
  }
}

TEST_F(VulkanRunnerTest, RunsKernelsAgain) {
  PlanBuilder builder;
  uint32_t from = builder.addInput(400);
  uint32_t to = builder.addAllocation(400);
  // Each time the kernel runs, the words are one larger.
  builder.addSum({to, from}, to, 1);
  builder.plan.results = {to};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  EXPECT_EQ(llvm::cantFail(runner->rerun()), std::nullopt);
  EXPECT_FALSE(llvm::cantFail(runner->relaunch()));
  Tensor input = makeWords(100, 0);
  input.fill(0);
  auto runAndGetFirst = [&] {
    RunResult result;
    EXPECT_EQ(getMessage(runner->run({&input}, {makeType("100xui32")}, result)),
              "");
    return getWords(result.outputs[0]).front();
  };
  uint32_t first = runAndGetFirst();
  EXPECT_TRUE(llvm::cantFail(runner->relaunch()));
  std::optional<double> milliseconds = llvm::cantFail(runner->rerun());
  ASSERT_TRUE(milliseconds);
  EXPECT_GT(*milliseconds, 0);
  EXPECT_TRUE(llvm::cantFail(runner->relaunch()));
  EXPECT_EQ(runAndGetFirst(), first + 4);
}

/// Bytes beside the contents are the runtime's own.
TEST_F(VulkanRunnerTest, OddSizes) {
  for (int64_t numBytes : {1, 2, 15, 16, 17, 45, 65536 + 3, (1 << 20) + 1}) {
    PlanBuilder builder;
    uint32_t from = builder.addInput(numBytes);
    uint32_t to = builder.addAllocation(numBytes);
    builder.addSum({from}, to, 0);
    builder.plan.results = {to};
    TensorType type = {ElementType::UI8, {numBytes}, /*isScalar=*/false};
    Tensor input = llvm::cantFail(Tensor::allocate(type));
    for (int64_t i = 0; i < numBytes; ++i)
      input.setElementBits(i, (i * 37 + 11) & 0xFF);
    RunResult result = run(builder.plan, {&input}, {type});
    ASSERT_EQ(result.outputs.size(), 1u);
    EXPECT_EQ(std::memcmp(result.outputs[0].data(), input.data(), numBytes), 0)
        << numBytes;
  }
}

TEST_F(VulkanRunnerTest, ChainWithBarriers) {
  constexpr int64_t kWords = 20000;
  PlanBuilder builder;
  uint32_t x = builder.addInput(4 * kWords);
  uint32_t y = builder.addInput(4 * kWords);
  uint32_t last = builder.addAllocation(4 * kWords);
  builder.addSum({x, y}, last, 1);
  constexpr unsigned kSteps = 9;
  for (unsigned i = 0; i < kSteps; ++i) {
    uint32_t next = builder.addAllocation(4 * kWords);
    builder.addSum({last, x}, next, 1, /*needsBarrier=*/true);
    last = next;
  }
  builder.plan.results = {last};
  Tensor a = makeWords(kWords, 5), b = makeWords(kWords, 1000);
  RunResult result = run(builder.plan, {&a, &b}, {makeType("20000xui32")});
  ASSERT_EQ(result.outputs.size(), 1u);
  std::vector<uint32_t> words = getWords(result.outputs[0]);
  for (uint32_t i = 0; i < kWords; ++i)
    ASSERT_EQ(words[i], (5 + i) * (kSteps + 1) + 1000 + i + kSteps + 1) << i;
}

/// Every run begins with them, whatever kernels wrote before.
TEST_F(VulkanRunnerTest, InitialWords) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(16);
  uint32_t words = builder.addAllocation(16);
  uint32_t y = builder.addAllocation(16);
  // Two words side by side are set together.
  builder.plan.initialWords = {
      {words, 0, 7}, {words, 4, 7}, {words, 8, 9}, {words, 12, 0xFFFFFFF0}};
  builder.addSum({words}, y, 1);
  builder.addSum({x}, words, 0, /*needsBarrier=*/true);
  builder.plan.results = {y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(4, 1000);
  for (unsigned i = 0; i < 3; ++i) {
    RunResult result;
    ASSERT_EQ(getMessage(runner->run({&input}, {makeType("4xui32")}, result)),
              "");
    EXPECT_EQ(getWords(result.outputs[0]),
              std::vector<uint32_t>({8, 8, 10, 0xFFFFFFF1}));
    EXPECT_EQ(getMessage(runner->rerun()), "");
  }
}

/// The runner sets a word that a check finds zero before the first run, and
/// again after a run in which the check failed.
TEST_F(VulkanRunnerTest, LastingWords) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(16);
  uint32_t word = builder.addAllocation(16);
  uint32_t y = builder.addAllocation(16);
  builder.plan.initialWords = {
      {word, 0, 0}, {word, 4, 0}, {word, 8, 0}, {word, 12, 0}};
  builder.plan.checks = {{word, 0, "not zero"}, {word, 4, "not zero"}};
  builder.addSum({word, x}, y, 0);
  builder.addSum({y}, word, 0, /*needsBarrier=*/true);
  builder.plan.results = {y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor good = makeTensor("4xui32=0 0 5 6"),
         bad = makeTensor("4xui32=0 3 0 0");
  RunResult result;
  auto run = [&](const Tensor &input) {
    return getMessage(runner->run({&input}, {makeType("4xui32")}, result));
  };
  for (unsigned i = 0; i < 2; ++i) {
    for (unsigned j = 0; j < 3; ++j) {
      ASSERT_EQ(run(good), "");
      // The last two words have no check.
      EXPECT_EQ(getWords(result.outputs[0]),
                std::vector<uint32_t>({0, 0, 5, 6}));
      EXPECT_EQ(getMessage(runner->rerun()), "");
    }
    for (unsigned j = 0; j < 2; ++j)
      EXPECT_EQ(run(bad), "not zero");
  }
}

/// Buffers of many sizes, in memory that they share, keep their contents.
TEST_F(VulkanRunnerTest, SharedMemory) {
  PlanBuilder builder;
  uint32_t input = builder.addInput(4096);
  std::vector<uint32_t> results;
  uint32_t last = input;
  for (uint32_t i = 0; i < 40; ++i) {
    uint32_t next = builder.addAllocation(4 * (32 + (i * 97) % 900));
    // Words beyond the shorter of two buffers belong to somebody else.
    builder.addSum({}, next, i, /*needsBarrier=*/false);
    uint32_t sum = builder.addAllocation(128);
    builder.addSum({last, next}, sum, 0, /*needsBarrier=*/true);
    last = sum;
  }
  builder.plan.results = {last};
  Tensor x = makeWords(1024, 3);
  RunResult result = run(builder.plan, {&x}, {makeType("32xui32")});
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(32, 3 + 39 * 20)));
}

TEST_F(VulkanRunnerTest, ResultsShareABuffer) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  uint32_t y = builder.addAllocation(64);
  builder.addSum({x}, y, 100);
  builder.plan.results = {y, y};
  Tensor input = makeWords(16, 0);
  RunResult result =
      run(builder.plan, {&input}, {makeType("16xui32"), makeType("4x4xf32")});
  ASSERT_EQ(result.outputs.size(), 2u);
  EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(16, 100)));
  EXPECT_EQ(getWords(result.outputs[1]), getWords(makeWords(16, 100)));
  EXPECT_EQ(result.outputs[1].getType(), makeType("4x4xf32"));
}

TEST_F(VulkanRunnerTest, ResultIsAnInputOrAConstant) {
  PlanBuilder builder;
  uint32_t unused = builder.addInput(64);
  uint32_t x = builder.addInput(12);
  uint32_t constant = builder.addConstant({11, 22, 33, 44, 55});
  (void)unused;
  builder.plan.results = {constant, x, constant};
  Tensor first = makeWords(16, 0), second = makeWords(3, 70);
  RunResult result =
      run(builder.plan, {&first, &second},
          {makeType("5xui32"), makeType("3xui32"), makeType("5xi32")});
  ASSERT_EQ(result.outputs.size(), 3u);
  EXPECT_EQ(print(result.outputs[0]), "5xui32=[11 22 33 44 55]");
  EXPECT_EQ(print(result.outputs[1]), "3xui32=[70 71 72]");
  EXPECT_EQ(print(result.outputs[2]), "5xi32=[11 22 33 44 55]");
}

TEST_F(VulkanRunnerTest, Scalars) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(8);
  uint32_t y = builder.addAllocation(8);
  builder.addSum({x}, y, 0);
  builder.plan.results = {y};
  Tensor input = makeTensor("f64=1.5");
  RunResult result = run(builder.plan, {&input}, {makeType("f64")});
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(print(result.outputs[0]), "f64=1.5");
}

TEST_F(VulkanRunnerTest, NothingToDo) {
  RunResult result = run(LaunchPlan(), {}, {});
  EXPECT_TRUE(result.outputs.empty());
}

TEST_F(VulkanRunnerTest, IndexReports) {
  PlanBuilder builder;
  // Count, complemented position, index; before it, words of another kind, as
  // behind a result.
  uint32_t words =
      builder.addConstant({9, 9, 2, UINT32_MAX - 5, 7, 1, 0, 0, 0, 0, 3, //
                           UINT32_MAX - 4, 8, 0});
  uint32_t buffer = builder.addAllocation(14 * 4);
  builder.addSum({words}, buffer, 0);
  builder.plan.results = {buffer};
  builder.plan.indexReports = {{buffer, 2 * 4, 100, "a: "},
                               {buffer, 6 * 4, 100, "none: "},
                               {buffer, 10 * 4, 50, "b: "}};
  RunResult result = run(builder.plan, {}, {makeType("2xui32")});
  ASSERT_EQ(result.outputs.size(), 1u);
  EXPECT_EQ(print(result.outputs[0]), "2xui32=[9 9]");
  ASSERT_EQ(result.outOfRange.size(), 2u);
  EXPECT_EQ(result.outOfRange[0].prefix, "a: ");
  EXPECT_EQ(result.outOfRange[0].indices.count, 2u);
  EXPECT_EQ(result.outOfRange[0].indices.position, 5u);
  EXPECT_EQ(result.outOfRange[0].indices.index, 0x100000007u);
  EXPECT_EQ(result.outOfRange[0].indices.bound, 100u);
  EXPECT_EQ(result.outOfRange[1].prefix, "b: ");
  EXPECT_EQ(result.outOfRange[1].indices.position, 4u);
  EXPECT_EQ(result.outOfRange[1].indices.bound, 50u);
}

/// A plan that copies four words of its argument to its result, whose words
/// `checks` look at.
static LaunchPlan makeCheckedPlan(std::vector<PlanCheck> checks) {
  PlanBuilder builder;
  uint32_t words = builder.addInput(4 * 4);
  uint32_t status = builder.addAllocation(4 * 4);
  builder.addSum({words}, status, 0);
  builder.plan.results = {status};
  for (PlanCheck &check : checks)
    check.buffer = status;
  builder.plan.checks = std::move(checks);
  return std::move(builder.plan);
}

/// Of the checks of a plan, the first one whose word is not zero ends the run.
TEST_F(VulkanRunnerTest, Checks) {
  auto runner =
      makeRunner(makeCheckedPlan({{0, 2 * 4, "first"}, {0, 1 * 4, "second"}}));
  ASSERT_TRUE(runner);
  auto runOn = [&](llvm::StringRef given) {
    Tensor input = makeTensor(("4xui32=" + given).str());
    RunResult result;
    return getMessage(runner->run({&input}, {makeType("4xui32")}, result));
  };
  EXPECT_EQ(runOn("7 0 0 7"), "");
  EXPECT_EQ(runOn("0 0 3 0"), "first");
  EXPECT_EQ(runOn("0 1 0 0"), "second");
  EXPECT_EQ(runOn("0 1 1 0"), "first");
  EXPECT_EQ(runOn("0 0 0 0"), "");
}

/// A run whose assumption is wrong gives the memory of the results back. A
/// broken rule that stands before the assumption ends the run first.
TEST_F(VulkanRunnerTest, WrongAssumption) {
  auto runner = makeRunner(
      makeCheckedPlan({{0, 0 * 4, "a rule"},
                       {0, 1 * 4, "not disjoint", IndexAssumption::Disjoint},
                       {0, 2 * 4, "a rule of what follows"},
                       {0, 3 * 4, "not pooled", IndexAssumption::Pooled}}));
  ASSERT_TRUE(runner);
  RunResult result;
  result.outputs.push_back(makeTensor("4xui32=0"));
  const char *memory = result.outputs[0].data();
  auto runOn = [&](llvm::StringRef given) {
    Tensor input = makeTensor(("4xui32=" + given).str());
    return runner->run({&input}, {makeType("4xui32")}, result);
  };
  auto expectWrong = [&](llvm::StringRef given, IndexAssumption assumption,
                         llvm::StringRef message) {
    llvm::Error wrong = runOn(given);
    ASSERT_TRUE(wrong.isA<WrongAssumption>());
    handleAllErrors(std::move(wrong), [&](const WrongAssumption &error) {
      EXPECT_EQ(error.message(), message);
      EXPECT_EQ(error.getAssumption(), assumption);
    });
    ASSERT_EQ(result.outputs.size(), 1u);
    EXPECT_EQ(result.outputs[0].data(), memory);
  };
  expectWrong("0 5 0 0", IndexAssumption::Disjoint, "not disjoint");
  expectWrong("0 5 5 0", IndexAssumption::Disjoint, "not disjoint");
  // If several are wrong, the error has the weakest.
  expectWrong("0 5 5 5", IndexAssumption::Pooled, "not pooled");
  EXPECT_EQ(getMessage(runOn("0 0 0 0")), "");
  EXPECT_EQ(result.outputs[0].data(), memory);
  EXPECT_EQ(getMessage(runOn("1 5 0 0")), "a rule");
}

TEST_F(VulkanRunnerTest, EmptyBuffers) {
  PlanBuilder builder;
  uint32_t input = builder.addInput(0);
  uint32_t constant = builder.addConstant({});
  uint32_t allocation = builder.addAllocation(0);
  builder.plan.results = {input, constant, allocation};
  TensorType empty = makeType("0xui32");
  Tensor given = llvm::cantFail(Tensor::allocate(empty));
  RunResult result = run(builder.plan, {&given}, {empty, empty, empty});
  ASSERT_EQ(result.outputs.size(), 3u);
  for (const Tensor &output : result.outputs)
    EXPECT_EQ(print(output), "0xui32=[]");
}

TEST_F(VulkanRunnerTest, Failure) {
  PlanBuilder builder;
  // Such a plan need not make sense.
  builder.plan.results = {17};
  builder.plan.failure = "a.mlir:1:2: rule [X9]";
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  RunResult result;
  EXPECT_EQ(getMessage(runner->run({}, {}, result)), "a.mlir:1:2: rule [X9]");
}

TEST_F(VulkanRunnerTest, ManyRunsReuseOutputs) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(4000);
  uint32_t constant = builder.addConstant(getWords(makeWords(1000, 10)));
  uint32_t middle = builder.addAllocation(4000);
  uint32_t y = builder.addAllocation(4000);
  builder.addSum({x, constant}, middle, 0);
  builder.addSum({middle, constant}, y, 1, /*needsBarrier=*/true);
  builder.plan.results = {y, constant};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  TensorType types[] = {makeType("1000xui32"), makeType("1000xi32")};
  RunResult result;
  result.outputs.push_back(makeTensor("2xf32"));
  const char *memory = nullptr;
  for (uint32_t i = 0; i < 100; ++i) {
    Tensor input = makeWords(1000, i);
    ASSERT_EQ(getMessage(runner->run({&input}, types, result)), "");
    ASSERT_EQ(result.outputs.size(), 2u);
    std::vector<uint32_t> words = getWords(result.outputs[0]);
    for (uint32_t k = 0; k < 1000; ++k)
      ASSERT_EQ(words[k], i + k + 2 * (10 + k) + 1);
    if (memory)
      EXPECT_EQ(result.outputs[0].data(), memory);
    memory = result.outputs[0].data();
  }
}

/// Several runners on one device, one of them gone before.
TEST_F(VulkanRunnerTest, RunnersShareADevice) {
  std::shared_ptr<VulkanContext> context = open();
  ASSERT_TRUE(context);
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  uint32_t y = builder.addAllocation(64);
  builder.addSum({x}, y, 1);
  builder.plan.results = {y};
  auto first = VulkanPlanRunner::create(context, builder.plan);
  auto second = VulkanPlanRunner::create(context, builder.plan);
  context.reset();
  ASSERT_EQ(getMessage(first.takeError()), "");
  ASSERT_EQ(getMessage(second.takeError()), "");
  first->reset();
  Tensor input = makeWords(16, 0);
  RunResult result;
  EXPECT_EQ(getMessage((*second)->run({&input}, {makeType("16xui32")}, result)),
            "");
  EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(16, 1)));
}

TEST_F(VulkanRunnerTest, WrongCalls) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  builder.plan.results = {x};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(16, 0), shorter = makeWords(15, 0);
  TensorType type = makeType("16xui32");
  RunResult result;
  EXPECT_EQ(getMessage(runner->run({}, {type}, result)),
            "expected at least 1 argument(s), given 0");
  EXPECT_EQ(getMessage(runner->run({&shorter}, {type}, result)),
            "argument #0: expected 64 bytes, given 60");
  EXPECT_EQ(getMessage(runner->run({&input}, {}, result)),
            "expected types of 1 results, given 0");
  EXPECT_EQ(getMessage(runner->run({&input}, {makeType("9xf64")}, result)),
            "result 0, 9xf64: expected at most 64 bytes, given 72");
  EXPECT_EQ(getMessage(runner->run({&input}, {type}, result)), "");
}

/// More than one block of memory, and no memory at all for some of them.
TEST_F(VulkanRunnerTest, SmallBlocks) {
  options.editLimits = [](VulkanLimits &limits) {
    limits.maxAllocationSize = 4096;
  };
  PlanBuilder builder;
  std::vector<const Tensor *> inputs;
  std::vector<TensorType> types;
  Tensor input = makeWords(1000, 0);
  for (uint32_t i = 0; i < 5; ++i) {
    uint32_t x = builder.addInput(4000);
    uint32_t y = builder.addAllocation(4000);
    builder.addSum({x}, y, i);
    builder.plan.results.push_back(y);
    inputs.push_back(&input);
    types.push_back(input.getType());
  }
  RunResult result = run(builder.plan, inputs, types);
  ASSERT_EQ(result.outputs.size(), 5u);
  for (uint32_t i = 0; i < 5; ++i)
    EXPECT_EQ(getWords(result.outputs[i]), getWords(makeWords(1000, i)));
}

/// Kernels alone give the same again, and runs can follow.
TEST_F(VulkanRunnerTest, Rerun) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(4000);
  uint32_t middle = builder.addAllocation(4000);
  uint32_t y = builder.addAllocation(4000);
  builder.addSum({x}, middle, 1);
  builder.addSum({middle}, y, 2, /*needsBarrier=*/true);
  builder.plan.results = {y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  llvm::Expected<std::optional<double>> time = runner->rerun();
  ASSERT_EQ(getMessage(time.takeError()), "");
  EXPECT_FALSE(*time) << "nothing is on the device yet";
  for (uint32_t first : {0, 100}) {
    Tensor input = makeWords(1000, first);
    RunResult result;
    ASSERT_EQ(getMessage(runner->run({&input}, {input.getType()}, result)), "");
    EXPECT_EQ(getWords(result.outputs[0]),
              getWords(makeWords(1000, first + 3)));
    for (int i = 0; i < 2; ++i) {
      time = runner->rerun();
      ASSERT_EQ(getMessage(time.takeError()), "");
      ASSERT_TRUE(*time);
      EXPECT_GT(**time, 0);
    }
  }
}

/// Running again would take what kernels wrote for the input.
TEST_F(VulkanRunnerTest, NoRerunOfOverwrittenInputs) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  builder.addSum({}, x, 1);
  builder.plan.results = {x};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(16, 0);
  RunResult result;
  ASSERT_EQ(getMessage(runner->run({&input}, {input.getType()}, result)), "");
  auto time = runner->rerun();
  ASSERT_EQ(getMessage(time.takeError()), "");
  EXPECT_FALSE(*time);
}

TEST_F(VulkanRunnerTest, NoTimestamps) {
  options.editLimits = [](VulkanLimits &limits) { limits.timestampBits = 0; };
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  builder.plan.results = {x};
  Tensor input = makeWords(16, 0);
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  RunResult result;
  ASSERT_EQ(getMessage(runner->run({&input}, {input.getType()}, result)), "");
  EXPECT_FALSE(result.deviceTimes);
  auto time = runner->rerun();
  ASSERT_EQ(getMessage(time.takeError()), "");
  EXPECT_FALSE(*time);
  std::shared_ptr<VulkanContext> context = open();
  ASSERT_TRUE(context);
  auto copy = createVulkanCopy(context, 1 << 20);
  ASSERT_EQ(getMessage(copy.takeError()), "");
  EXPECT_FALSE(*copy);
}

TEST_F(VulkanRunnerTest, CopyTiming) {
  for (uint32_t maxInvocations : {128, 255, 256}) {
    // Several rows of workgroups, and less than a binding can hold.
    options.editLimits = [&](VulkanLimits &limits) {
      limits.maxWorkgroups[0] = 100;
      limits.maxStorageBufferRange = 1000016;
      limits.maxWorkgroupInvocations = maxInvocations;
    };
    std::shared_ptr<VulkanContext> context = open();
    ASSERT_TRUE(context);
    for (int64_t numBytes : {1, 1 << 20, 1 << 22}) {
      auto copy = createVulkanCopy(context, numBytes);
      ASSERT_EQ(getMessage(copy.takeError()), "");
      ASSERT_TRUE(*copy);
      for (int i = 0; i < 3; ++i) {
        llvm::Expected<double> time = (*copy)->run();
        ASSERT_EQ(getMessage(time.takeError()), "");
        EXPECT_GT(*time, 0);
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Grids that the first run showed
//===----------------------------------------------------------------------===//

static PFN_vkCmdDispatchIndirect realDispatchIndirect;
static PFN_vkCmdDispatch realDispatch;
static unsigned numIndirect, numDirect;

namespace {
class VulkanKnownGridsTest : public VulkanRunnerTest {
protected:
  VulkanKnownGridsTest() {
    options.editFunctions = [](VulkanFunctions &functions) {
      realDispatchIndirect = functions.vkCmdDispatchIndirect;
      realDispatch = functions.vkCmdDispatch;
      functions.vkCmdDispatchIndirect =
          [](VkCommandBuffer commands, VkBuffer buffer, VkDeviceSize offset) {
            ++numIndirect;
            realDispatchIndirect(commands, buffer, offset);
          };
      functions.vkCmdDispatch = [](VkCommandBuffer commands, uint32_t x,
                                   uint32_t y, uint32_t z) {
        ++numDirect;
        realDispatch(commands, x, y, z);
      };
    };
  }

  /// The first three words of the input, of so many bytes, are the grid of the
  /// third dispatch, which writes over the second one's result.
  std::unique_ptr<VulkanPlanRunner> makeRunnerOfGrid(uint64_t numBytes) {
    uint32_t x = builder.addInput(numBytes);
    uint32_t grid = builder.addAllocation(12);
    uint32_t y = builder.addAllocation(64);
    builder.addSum({x}, grid, 0);
    builder.addSum({x}, y, 5);
    builder.addSumOfGrid({x}, y, 1000, grid);
    builder.plan.results = {y};
    return makeRunner(builder.plan);
  }

  /// Runs on words from `first` on, expects words from `expected` on, and
  /// returns how many direct and indirect dispatches were recorded.
  std::pair<unsigned, unsigned> run(VulkanPlanRunner &runner, uint32_t first,
                                    uint32_t expected, int64_t count = 16) {
    numIndirect = numDirect = 0;
    Tensor input = makeWords(count, first);
    RunResult result;
    EXPECT_EQ(
        getMessage(runner.run({&input}, {makeWords(16, 0).getType()}, result)),
        "");
    EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(16, expected)));
    return {numDirect, numIndirect};
  }

  PlanBuilder builder;
};
} // namespace

using Counts = std::pair<unsigned, unsigned>;

TEST_F(VulkanKnownGridsTest, LeavesOutWhatHadNoWorkgroups) {
  auto runner = makeRunnerOfGrid(64);
  ASSERT_TRUE(runner);
  EXPECT_EQ(run(*runner, 0, 5), Counts(2, 1));
  // What writes the grid is left out, too: it reads few words.
  EXPECT_EQ(run(*runner, 0, 5), Counts(1, 0));
  EXPECT_EQ(run(*runner, 0, 5), Counts(0, 0));
  // Words of 1 to 3 are workgroups, and the run is repeated.
  EXPECT_EQ(run(*runner, 1, 1001), Counts(2, 1));
  EXPECT_EQ(run(*runner, 0, 5), Counts(0, 0));
  EXPECT_EQ(run(*runner, 1, 1001), Counts(0, 0));
}

TEST_F(VulkanKnownGridsTest, DispatchesKnownWorkgroups) {
  auto runner = makeRunnerOfGrid(64);
  ASSERT_TRUE(runner);
  EXPECT_EQ(run(*runner, 1, 1001), Counts(2, 1));
  EXPECT_EQ(run(*runner, 1, 1001), Counts(2, 0));
  EXPECT_EQ(run(*runner, 1, 1001), Counts(0, 0));
  EXPECT_EQ(run(*runner, 0, 5), Counts(2, 1));
}

/// Kernels that run alone use the grids that runs have shown.
TEST_F(VulkanKnownGridsTest, KernelsAloneHaveThemToo) {
  auto runner = makeRunnerOfGrid(64);
  ASSERT_TRUE(runner);
  auto relaunch = [&] {
    numIndirect = numDirect = 0;
    EXPECT_TRUE(llvm::cantFail(runner->relaunch()));
    return Counts(numDirect, numIndirect);
  };
  EXPECT_EQ(run(*runner, 0, 5), Counts(2, 1));
  EXPECT_EQ(relaunch(), Counts(2, 1));
  EXPECT_EQ(run(*runner, 0, 5), Counts(1, 0));
  EXPECT_EQ(relaunch(), Counts(1, 0));
  EXPECT_EQ(relaunch(), Counts(0, 0));
}

/// Of a large input, only the grid itself is compared.
TEST_F(VulkanKnownGridsTest, RunsWhatReadsManyWords) {
  auto runner = makeRunnerOfGrid(1024);
  ASSERT_TRUE(runner);
  EXPECT_EQ(run(*runner, 0, 5, 256), Counts(2, 1));
  EXPECT_EQ(run(*runner, 0, 5, 256), Counts(2, 0));
  EXPECT_EQ(run(*runner, 1, 1001, 256), Counts(2, 1));
  EXPECT_EQ(run(*runner, 0, 5, 256), Counts(0, 0));
}

/// What is left out leaves its barrier to the next dispatch.
TEST_F(VulkanKnownGridsTest, KeepsBarriersOfWhatItLeavesOut) {
  uint32_t x = builder.addInput(64);
  uint32_t grid = builder.addAllocation(12);
  uint32_t middle = builder.addAllocation(64);
  uint32_t y = builder.addAllocation(64);
  builder.addSum({x}, grid, 0);
  builder.addSum({x}, middle, 5);
  builder.addSumOfGrid({x}, middle, 1000, grid);
  builder.addSum({middle}, y, 1, /*needsBarrier=*/true);
  builder.plan.results = {y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  for (unsigned i = 0; i < 3; ++i)
    run(*runner, 0, 6);
}
