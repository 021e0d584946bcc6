//===- CallableFunctionTest.cpp - What is compiled, and how often ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/CallableFunction.h"
#include "TestUtils.h"
#include "gtest/gtest.h"
#include <thread>

using namespace dml;
using namespace dml::test;

/// Counts what is compiled, and can fail to.
class CountingDevice : public Device {
public:
  llvm::Expected<std::unique_ptr<Executable>>
  compile(mlir::func::FuncOp function, Profile *profile) override {
    ++numCompiled;
    if (isBroken)
      return llvm::createStringError("out of memory");
    return device->compile(function, profile);
  }
  bool needsContext() const override { return device->needsContext(); }

  std::atomic<unsigned> numCompiled = 0;
  std::atomic<bool> isBroken = false;

private:
  std::unique_ptr<Device> device = createReferenceDevice();
};

class CallableFunctionTest : public testing::Test {
protected:
  using Specialized = std::shared_ptr<SpecializedFunction>;

  std::unique_ptr<CallableFunction> create(llvm::StringRef source) {
    auto program = LoadedProgram::load(
        llvm::MemoryBuffer::getMemBuffer(source, "test.mlir"));
    EXPECT_EQ(getMessage(program.takeError()), "");
    auto function = CallableFunction::create(*program, "", device);
    EXPECT_EQ(getMessage(function.takeError()), "");
    return std::move(*function);
  }

  static Specialized specialize(CallableFunction &function,
                                std::vector<const char *> texts) {
    std::vector<Tensor> tensors;
    for (const char *text : texts)
      tensors.push_back(makeTensor(text));
    llvm::SmallVector<const Tensor *> inputs;
    for (const Tensor &tensor : tensors)
      inputs.push_back(&tensor);
    auto specialized = function.specialize(inputs);
    EXPECT_EQ(getMessage(specialized.takeError()), "");
    return *specialized;
  }

  static constexpr const char *kIdentity =
      "func.func @main(%x: tensor<?xi8>) -> tensor<?xi8> {"
      "  return %x : tensor<?xi8> }";

  std::shared_ptr<CountingDevice> device = std::make_shared<CountingDevice>();
};

TEST_F(CallableFunctionTest, CompilesOnceForTheSameTypes) {
  std::unique_ptr<CallableFunction> function = create(kIdentity);
  Specialized first = specialize(*function, {"3xi8=1"});
  EXPECT_EQ(specialize(*function, {"3xi8=2"}), first);
  EXPECT_NE(specialize(*function, {"4xi8=1"}), first);
  EXPECT_EQ(device->numCompiled, 2u);
}

TEST_F(CallableFunctionTest, CompilesForValuesOfTypeIndex) {
  std::unique_ptr<CallableFunction> function =
      create("func.func @main(%n: index, %m: i64) -> index {"
             "  return %n : index }");
  Specialized first = specialize(*function, {"index=1", "i64=1"});
  EXPECT_EQ(specialize(*function, {"index=1", "i64=2"}), first);
  EXPECT_NE(specialize(*function, {"index=2", "i64=1"}), first);
}

TEST_F(CallableFunctionTest, CompilesOnceHoweverManyThreadsAsk) {
  std::unique_ptr<CallableFunction> function = create(kIdentity);
  std::vector<Specialized> found(8);
  std::vector<std::thread> threads;
  for (Specialized &specialized : found)
    threads.emplace_back(
        [&] { specialized = specialize(*function, {"3xi8=1"}); });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(device->numCompiled, 1u);
  for (const Specialized &specialized : found)
    EXPECT_EQ(specialized, found.front());
}

TEST_F(CallableFunctionTest, TriesAgainAfterAFailure) {
  std::unique_ptr<CallableFunction> function = create(kIdentity);
  Tensor input = makeTensor("3xi8=1");
  device->isBroken = true;
  EXPECT_EQ(getMessage(function->specialize({&input}).takeError()),
            "out of memory");
  device->isBroken = false;
  EXPECT_EQ(getMessage(function->specialize({&input}).takeError()), "");
}

TEST_F(CallableFunctionTest, DropsWhatWasNotUsedForLongest) {
  std::unique_ptr<CallableFunction> function = create(kIdentity);
  Specialized first = specialize(*function, {"1xi8=1"});
  Specialized second = specialize(*function, {"2xi8=1"});
  for (int64_t size = 3; size <= 129; ++size) {
    EXPECT_EQ(specialize(*function, {"1xi8=1"}), first);
    specialize(*function, {(std::to_string(size) + "xi8=1").c_str()});
  }
  EXPECT_EQ(device->numCompiled, 129u);
  EXPECT_EQ(specialize(*function, {"1xi8=1"}), first);
  EXPECT_NE(specialize(*function, {"2xi8=1"}), second);
}

TEST_F(CallableFunctionTest, RefusesOtherTypesThanItWasCompiledFor) {
  std::unique_ptr<CallableFunction> function = create(kIdentity);
  Specialized specialized = specialize(*function, {"3xi8=1"});
  Tensor input = makeTensor("4xi8=1");
  RunResult result;
  EXPECT_EQ(getMessage(specialized->run({&input}, result)),
            "argument #0: expected 3xi8, which the function was compiled for, "
            "given 4xi8");
  EXPECT_EQ(getMessage(specialized->run({}, result)),
            "expected 1 argument(s), given 0");
}
