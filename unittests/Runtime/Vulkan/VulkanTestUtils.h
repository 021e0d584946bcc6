//===- VulkanTestUtils.h - What the Vulkan runtime's tests share *- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All tests run with the validation layer, whose every message is a failure,
// and on lavapipe where it is installed, so that they are the same everywhere.
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_RUNTIME_VULKAN_VULKANTESTUTILS_H
#define DML_UNITTESTS_RUNTIME_VULKAN_VULKANTESTUTILS_H

#include "Runtime/TestUtils.h"
#include "dml/Runtime/Vulkan/PlanRunner.h"
#include "gtest/gtest.h"

namespace dml::test {

/// The words of a module; a test failure where the text is none.
std::vector<uint32_t> assembleSPIRV(llvm::StringRef text);

/// A kernel of so many inputs and an output after them, all of 32-bit words:
///   output[i] = addend + the sum of all input[i]
/// for each word of the output, one in each of 64 invocations of a workgroup.
GPUKernel makeSumKernel(uint32_t numInputs, uint32_t addend);

/// Builds plans of such kernels.
class PlanBuilder {
public:
  uint32_t addInput(uint64_t numBytes);
  uint32_t addConstant(llvm::ArrayRef<uint32_t> words);
  uint32_t addAllocation(uint64_t numBytes);

  /// Dispatches a sum over all words of the output, padding included.
  void addSum(llvm::ArrayRef<uint32_t> inputs, uint32_t output, uint32_t addend,
              bool needsBarrier = false);

  /// The same, in as many workgroups as the first words of `grid` say.
  void addSumOfGrid(llvm::ArrayRef<uint32_t> inputs, uint32_t output,
                    uint32_t addend, uint32_t grid);

  LaunchPlan plan;
};

/// A tensor of words that count from `first`.
Tensor makeWords(int64_t count, uint32_t first);
/// The words of a tensor, as many as it has whole ones.
std::vector<uint32_t> getWords(const Tensor &tensor);

class VulkanTest : public ::testing::Test {
protected:
  VulkanTest();
  ~VulkanTest() override;

  /// Opens a device with `options`; a failure without one.
  std::shared_ptr<VulkanContext> open();

  /// Opens a device and makes a runner of the plan.
  std::unique_ptr<VulkanPlanRunner> makeRunner(const LaunchPlan &plan);
  /// Why no runner can be made of the plan.
  std::string getCreateMessage(const LaunchPlan &plan);

  /// Validation on, and messages that come late are failures.
  VulkanOptions options;
};

} // namespace dml::test

#endif // DML_UNITTESTS_RUNTIME_VULKAN_VULKANTESTUTILS_H
