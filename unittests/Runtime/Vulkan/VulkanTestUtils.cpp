//===- VulkanTestUtils.cpp - What the Vulkan runtime's tests share --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanTestUtils.h"
#include "Lavapipe.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>
#include <spirv-tools/libspirv.hpp>

using namespace dml;
using namespace dml::test;

//===----------------------------------------------------------------------===//
// The device
//===----------------------------------------------------------------------===//

namespace {
class VulkanEnvironment : public ::testing::Environment {
public:
  void SetUp() override {
    useLavapipe();
    // Some drivers can be loaded and unloaded only so many times. An instance
    // that is there all the time keeps them. Tests say why there is none.
    auto created = VulkanInstance::create(VulkanOptions());
    if (created)
      instance = std::move(*created);
    else
      llvm::consumeError(created.takeError());
  }
  void TearDown() override { instance.reset(); }

private:
  std::unique_ptr<VulkanInstance> instance;
};
} // namespace

[[maybe_unused]] static ::testing::Environment *const kEnvironment =
    ::testing::AddGlobalTestEnvironment(new VulkanEnvironment);

VulkanTest::VulkanTest() {
  options.validate = true;
  options.onLateMessages = [](const std::string &messages) {
    ADD_FAILURE() << "the validation layer at the end: " << messages;
  };
}

VulkanTest::~VulkanTest() = default;

std::shared_ptr<VulkanContext> VulkanTest::open() {
  auto context = VulkanContext::open("vulkan", options);
  if (context)
    return *context;
  ADD_FAILURE() << llvm::toString(context.takeError())
                << "\nThese tests need what scripts/setup.sh installs: "
                   "libvulkan1 mesa-vulkan-drivers vulkan-validationlayers";
  return nullptr;
}

std::unique_ptr<VulkanPlanRunner>
VulkanTest::makeRunner(const LaunchPlan &plan) {
  std::shared_ptr<VulkanContext> context = open();
  if (!context)
    return nullptr;
  auto runner = VulkanPlanRunner::create(context, plan);
  if (runner)
    return std::move(*runner);
  ADD_FAILURE() << llvm::toString(runner.takeError());
  return nullptr;
}

std::string VulkanTest::getCreateMessage(const LaunchPlan &plan) {
  std::shared_ptr<VulkanContext> context = open();
  if (!context)
    return "no device";
  return getMessage(VulkanPlanRunner::create(context, plan));
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::vector<uint32_t> dml::test::assembleSPIRV(llvm::StringRef text) {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([](spv_message_level_t, const char *,
                              const spv_position_t &position,
                              const char *message) {
    ADD_FAILURE() << "SPIR-V, line " << position.line + 1 << ": " << message;
  });
  std::vector<uint32_t> words;
  if (tools.Assemble(text.data(), text.size(), &words))
    tools.Validate(words);
  return words;
}

GPUKernel dml::test::makeSumKernel(uint32_t numInputs, uint32_t addend) {
  std::string decorations, variables, body;
  for (uint32_t i = 0; i <= numInputs; ++i) {
    std::string id = "%buffer" + std::to_string(i);
    decorations += "OpDecorate " + id + " DescriptorSet 0\n";
    decorations += "OpDecorate " + id + " Binding " + std::to_string(i) + "\n";
    variables += id + " = OpVariable %ptr_block StorageBuffer\n";
  }
  std::string sum = "%addend";
  for (uint32_t i = 0; i < numInputs; ++i) {
    std::string n = std::to_string(i);
    body += "%in" + n + " = OpAccessChain %ptr_word %buffer" + n +
            " %c0 %index\n"
            "%word" +
            n + " = OpLoad %u32 %in" + n +
            "\n"
            "%sum" +
            n + " = OpIAdd %u32 " + sum + " %word" + n + "\n";
    sum = "%sum" + n;
  }
  std::string output = "%buffer" + std::to_string(numInputs);
  GPUKernel kernel;
  kernel.name = "sum" + std::to_string(numInputs);
  kernel.workgroupSize = {64, 1, 1};
  kernel.numBindings = numInputs + 1;
  kernel.writes.resize(numInputs + 1);
  kernel.writes.back() = true;
  kernel.spirv =
      assembleSPIRV("OpCapability Shader\n"
                    "OpMemoryModel Logical GLSL450\n"
                    "OpEntryPoint GLCompute %main \"" +
                    kernel.name +
                    "\" %id\n"
                    "OpExecutionMode %main LocalSize 64 1 1\n"
                    "OpDecorate %id BuiltIn GlobalInvocationId\n"
                    "OpDecorate %array ArrayStride 4\n"
                    "OpDecorate %block Block\n"
                    "OpMemberDecorate %block 0 Offset 0\n" +
                    decorations +
                    "%void = OpTypeVoid\n"
                    "%bool = OpTypeBool\n"
                    "%u32 = OpTypeInt 32 0\n"
                    "%u32x3 = OpTypeVector %u32 3\n"
                    "%array = OpTypeRuntimeArray %u32\n"
                    "%block = OpTypeStruct %array\n"
                    "%ptr_block = OpTypePointer StorageBuffer %block\n"
                    "%ptr_word = OpTypePointer StorageBuffer %u32\n"
                    "%ptr_id = OpTypePointer Input %u32x3\n"
                    "%function = OpTypeFunction %void\n"
                    "%c0 = OpConstant %u32 0\n"
                    "%addend = OpConstant %u32 " +
                    std::to_string(addend) + "\n" + variables +
                    "%id = OpVariable %ptr_id Input\n"
                    "%main = OpFunction %void None %function\n"
                    "%entry = OpLabel\n"
                    "%global = OpLoad %u32x3 %id\n"
                    "%index = OpCompositeExtract %u32 %global 0\n"
                    "%length = OpArrayLength %u32 " +
                    output +
                    " 0\n"
                    "%inside = OpULessThan %bool %index %length\n"
                    "OpSelectionMerge %exit None\n"
                    "OpBranchConditional %inside %add %exit\n"
                    "%add = OpLabel\n" +
                    body + "%out = OpAccessChain %ptr_word " + output +
                    " %c0 %index\n"
                    "OpStore %out " +
                    sum +
                    "\n"
                    "OpBranch %exit\n"
                    "%exit = OpLabel\n"
                    "OpReturn\n"
                    "OpFunctionEnd\n");
  return kernel;
}

//===----------------------------------------------------------------------===//
// Plans and data
//===----------------------------------------------------------------------===//

uint32_t PlanBuilder::addInput(uint64_t numBytes) {
  PlanBuffer &buffer = plan.buffers.emplace_back();
  buffer.kind = PlanBuffer::Kind::Input;
  buffer.argument =
      llvm::count_if(plan.buffers,
                     [](const PlanBuffer &other) {
                       return other.kind == PlanBuffer::Kind::Input;
                     }) -
      1;
  buffer.numBytes = numBytes;
  return plan.buffers.size() - 1;
}

uint32_t PlanBuilder::addConstant(llvm::ArrayRef<uint32_t> words) {
  PlanBuffer &buffer = plan.buffers.emplace_back();
  buffer.kind = PlanBuffer::Kind::Constant;
  buffer.numBytes = words.size() * sizeof(uint32_t);
  const auto *bytes = reinterpret_cast<const char *>(words.data());
  buffer.contents.assign(bytes, bytes + buffer.numBytes);
  return plan.buffers.size() - 1;
}

uint32_t PlanBuilder::addAllocation(uint64_t numBytes) {
  plan.buffers.emplace_back().numBytes = numBytes;
  return plan.buffers.size() - 1;
}

void PlanBuilder::addSum(llvm::ArrayRef<uint32_t> inputs, uint32_t output,
                         uint32_t addend, bool needsBarrier) {
  plan.kernels.push_back(makeSumKernel(inputs.size(), addend));
  Dispatch &dispatch = plan.dispatches.emplace_back();
  dispatch.kernel = plan.kernels.size() - 1;
  uint64_t words = llvm::alignTo(plan.buffers[output].numBytes, 16) / 4;
  dispatch.workgroups[0] = llvm::divideCeil(words, 64);
  dispatch.buffers.assign(inputs.begin(), inputs.end());
  dispatch.buffers.push_back(output);
  dispatch.barrier = needsBarrier ? PlanBarrier::Kernels : PlanBarrier::None;
}

void PlanBuilder::addSumOfGrid(llvm::ArrayRef<uint32_t> inputs, uint32_t output,
                               uint32_t addend, uint32_t grid) {
  addSum(inputs, output, addend, /*needsBarrier=*/true);
  plan.dispatches.back().grid = {grid, 0};
  plan.dispatches.back().barrier = PlanBarrier::Grids;
}

Tensor dml::test::makeWords(int64_t count, uint32_t first) {
  Tensor tensor = llvm::cantFail(
      Tensor::allocate({ElementType::UI32, {count}, /*isScalar=*/false}));
  for (int64_t i = 0; i < count; ++i)
    tensor.setElementBits(i, uint32_t(first + i));
  return tensor;
}

std::vector<uint32_t> dml::test::getWords(const Tensor &tensor) {
  std::vector<uint32_t> words(tensor.getNumBytes() / sizeof(uint32_t));
  std::memcpy(words.data(), tensor.data(), words.size() * sizeof(uint32_t));
  return words;
}
