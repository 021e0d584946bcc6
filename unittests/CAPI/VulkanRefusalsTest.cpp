//===- VulkanRefusalsTest.cpp - What cannot be recorded -------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanFixture.h"
#include <algorithm>
#include <gmock/gmock.h>

using namespace dml::test;
using testing::HasSubstr;

namespace {

TEST_F(CAPIVulkanTest, BuffersThatDoNotFitAreRefused) {
  Executable executable =
      compile(kDepthToSpace, {makeType(DML_UI8, {1, 4, 2, 3})});
  DmlVulkanNeeds x = getArgument(executable, 0), y = getResult(executable, 0);
  EXPECT_EQ(x.size, 32u);
  VkDeviceSize step = std::max(x.size, x.alignment);
  DmlVulkanBuffer good = host->createBuffer(4 * step, x.usage | y.usage).range;
  DmlVulkanBuffer other = good;
  other.offset = 2 * step;
  other.size -= 2 * step;
  VkCommandBuffer commands = host->begin();
  Recording recording;
  auto refuse = [&](const std::vector<DmlVulkanBuffer> &arguments,
                    const std::vector<DmlVulkanBuffer> &results) {
    std::string message =
        record(executable, commands, arguments, results, recording);
    EXPECT_EQ(recording, nullptr);
    return message;
  };
  DmlVulkanBuffer bad = good;
  bad.size = 24;
  EXPECT_EQ(refuse({bad}, {other}),
            "argument #0: expected at least 32 bytes, given 24");
  bad = other;
  bad.offset += 4;
  EXPECT_EQ(refuse({good}, {bad}),
            "result #0: expected an offset that is a multiple of " +
                std::to_string(y.alignment) + ", given " +
                std::to_string(bad.offset));
  bad = good;
  bad.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
  EXPECT_EQ(refuse({bad}, {other}),
            "argument #0: the buffer was created without "
            "VK_BUFFER_USAGE_STORAGE_BUFFER_BIT");
  bad = other;
  bad.usage = 0;
  EXPECT_EQ(refuse({good}, {bad}), "result #0: the buffer was created without "
                                   "VK_BUFFER_USAGE_STORAGE_BUFFER_BIT");
  bad.buffer = VK_NULL_HANDLE;
  EXPECT_EQ(refuse({good}, {bad}),
            "result #0: expected a VkBuffer, given VK_NULL_HANDLE");
  EXPECT_EQ(refuse({good}, {good}), "result #0 overlaps argument #0");
  EXPECT_EQ(refuse({}, {other}), "expected 1 argument(s), given 0");
  EXPECT_EQ(refuse({good}, {other, other}), "expected 1 result(s), given 2");
  commands = VK_NULL_HANDLE;
  EXPECT_EQ(refuse({good}, {other}),
            "expected a VkCommandBuffer, given VK_NULL_HANDLE");
}

TEST_F(CAPIVulkanTest, BuffersThatAreCopiedNeedTheirUsage) {
  Executable executable = compile(R"(
func.func @main(%x: tensor<4xi32>) -> tensor<4xi32> {
  return %x : tensor<4xi32>
})",
                                  {makeType(DML_I32, {4})});
  DmlVulkanNeeds x = getArgument(executable, 0), y = getResult(executable, 0);
  VkBufferUsageFlags storage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  auto refuse = [&](VkBufferUsageFlags argument, VkBufferUsageFlags result) {
    Recording recording;
    return record(executable, host->begin(),
                  {host->createBuffer(x.size, argument).range},
                  {host->createBuffer(y.size, result).range}, recording);
  };
  EXPECT_EQ(refuse(storage, y.usage),
            "argument #0: the buffer was created without "
            "VK_BUFFER_USAGE_TRANSFER_SRC_BIT");
  EXPECT_EQ(refuse(x.usage, storage), "result #0: the buffer was created "
                                      "without "
                                      "VK_BUFFER_USAGE_TRANSFER_DST_BIT");
  EXPECT_EQ(refuse(x.usage, y.usage), "");
}

TEST_F(CAPIVulkanTest, DevicesThatCannotBeUsed) {
  auto open = [&](const DmlVulkanDeviceInfo &info) {
    DmlDevice *opened;
    std::string message = take(dmlDeviceFromVulkan(&info, &opened));
    EXPECT_EQ(opened, nullptr);
    return message;
  };
  DmlVulkanDeviceInfo info = host->getInfo();
  info.device = VK_NULL_HANDLE;
  EXPECT_EQ(open(info), "expected a VkInstance, a VkPhysicalDevice and a "
                        "VkDevice, given VK_NULL_HANDLE");
  info = host->getInfo();
  info.queueFamily = 99;
  EXPECT_THAT(open(info), HasSubstr("expected a queue family below "));
  info = host->getInfo();
  info.features = 256;
  EXPECT_EQ(open(info), "features: there is no flag 256");
}

TEST_F(CAPIVulkanTest, NothingIsRunAndNothingElseRecorded) {
  Function function = createFunction(kDepthToSpace, *device);
  uint8_t x[8] = {}, y[8];
  DmlTensor argument = makeTensor(x, DML_UI8, {1, 4, 1, 2});
  DmlTensor result = makeTensor(y, DML_UI8, {1, 1, 2, 4});
  EXPECT_THAT(take(dmlFunctionCall(function.get(), &argument, 1, &result, 1, 0,
                                   nullptr)),
              HasSubstr("(the application's VkDevice); record the executable "
                        "into a command buffer instead"));

  function = createFunction(kDepthToSpace, "cpu");
  DmlExecutable *compiled;
  ASSERT_EQ(take(dmlFunctionCompile(function.get(), &argument, 1, &compiled)),
            "");
  Executable executable(compiled);
  Recording recording;
  EXPECT_EQ(record(executable, VK_NULL_HANDLE, {}, {}, recording),
            "the executable is not for a device that dmlDeviceFromVulkan has "
            "given, and no other can be recorded");
  DmlVulkanNeeds needs;
  EXPECT_THAT(take(dmlExecutableGetVulkanArgument(compiled, 0, &needs)),
              HasSubstr("dmlDeviceFromVulkan"));
}

TEST_F(CAPIVulkanTest, ProgramsThatAlwaysFailAreRefused) {
  Executable executable = compile(R"(
func.func @main(%x: tensor<4xi32>) -> i32 {
  %c9 = arith.constant 9 : index
  %y = tensor.extract %x[%c9] : tensor<4xi32>
  return %y : i32
})",
                                  {makeType(DML_I32, {4})});
  DmlVulkanNeeds needs;
  EXPECT_THAT(take(dmlExecutableGetVulkanResult(executable.get(), 0, &needs)),
              HasSubstr("expected at least 0 and less than 4, given 9"));
  Recording recording;
  EXPECT_THAT(record(executable, host->begin(), {DmlVulkanBuffer()},
                     {DmlVulkanBuffer()}, recording),
              HasSubstr("expected at least 0 and less than 4, given 9"));
}

TEST_F(CAPIVulkanTest, ResultsHaveNoGaps) {
  Function function = createFunction(R"(
func.func @main(%x: tensor<2x3xi16>)
    -> (tensor<2x3xi16> {dml.strides = array<i64: 4, 1>}) {
  return %x : tensor<2x3xi16>
})",
                                     *device);
  DmlTensor type = makeType(DML_I16, {2, 3});
  DmlExecutable *compiled;
  EXPECT_THAT(take(dmlFunctionCompile(function.get(), &type, 1, &compiled)),
              HasSubstr("result #0, 2x3xi16{4,1}: expected strides without "
                        "gaps on "));
}

} // namespace
