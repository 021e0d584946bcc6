//===- VulkanTest.cpp - Programs in an application's command buffers ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VulkanFixture.h"
#include <gmock/gmock.h>
#include <numeric>
#include <vector>

using namespace dml::test;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;

namespace {

const char kUnpool[] = R"(
func.func @main(%v: tensor<1x1x1x2xf32>, %i: tensor<1x1x1x2xui32>)
    -> tensor<1x1x2x2xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x1x2xf32>, tensor<1x1x1x2xui32>) -> tensor<1x1x2x2xf32>
  return %y : tensor<1x1x2x2xf32>
})";

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

TEST_F(CAPIVulkanTest, PartsOfBuffersAreReadAndWritten) {
  Executable executable =
      compile(kDepthToSpace, {makeType(DML_UI8, {1, 4, 1, 2})});
  DmlVulkanNeeds x = getArgument(executable, 0), y = getResult(executable, 0);
  EXPECT_EQ(x.size, 16u);
  EXPECT_EQ(y.size, 16u);
  EXPECT_EQ(x.alignment % 16, 0u);
  // Nothing is copied.
  EXPECT_EQ(x.usage, VkBufferUsageFlags(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT));
  EXPECT_EQ(y.usage, VkBufferUsageFlags(VK_BUFFER_USAGE_STORAGE_BUFFER_BIT));

  // Both in one buffer, the result between bytes that stay.
  VkDeviceSize step = x.alignment;
  VulkanHost::Buffer buffer = host->createBuffer(4 * step, x.usage | y.usage);
  DmlVulkanBuffer argument = buffer.range, result = buffer.range;
  argument.size = x.size;
  result.offset = 2 * step;
  result.size = y.size;
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {argument}, {result}, recording);
  for (uint8_t first : {1, 101}) {
    std::vector<uint8_t> bytes(4 * step, 99);
    std::iota(bytes.begin(), bytes.begin() + 8, first);
    write(buffer, bytes);
    host->run(commands);
    EXPECT_EQ(check(recording), "");
    bytes = read<uint8_t>(buffer, 4 * step);
    uint8_t f = first;
    EXPECT_THAT(
        std::vector<uint8_t>(bytes.begin() + 2 * step,
                             bytes.begin() + 2 * step + 8),
        ElementsAre(f, f + 2, f + 1, f + 3, f + 4, f + 6, f + 5, f + 7));
    EXPECT_EQ(bytes[7], f + 7);
    bytes.erase(bytes.begin() + 2 * step, bytes.begin() + 2 * step + y.size);
    bytes.erase(bytes.begin(), bytes.begin() + 8);
    EXPECT_THAT(bytes, Each(99));
  }
}

TEST_F(CAPIVulkanTest, ResultsThatAreArgumentsOrConstantsOrTheSame) {
  Executable executable =
      compile(R"(
func.func @main(%x: tensor<3xi32>, %s: f32)
    -> (tensor<3xi32>, tensor<3xi32>, f32, tensor<3xi32>, tensor<3xi32>) {
  %c = arith.constant dense<[5, 6, 7]> : tensor<3xi32>
  %y = arith.addi %x, %c : tensor<3xi32>
  return %x, %c, %s, %y, %y
      : tensor<3xi32>, tensor<3xi32>, f32, tensor<3xi32>, tensor<3xi32>
})",
              {makeType(DML_I32, {3}), makeType(DML_F32, {})});
  constexpr VkBufferUsageFlags storage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  for (size_t i = 0; i < 2; ++i)
    EXPECT_EQ(getArgument(executable, i).usage,
              storage | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
  for (size_t i = 0; i < 5; ++i)
    EXPECT_EQ(getResult(executable, i).usage,
              storage | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  VulkanHost::Buffer x = makeArgument<int32_t>(executable, 0, {1, 2, 3});
  VulkanHost::Buffer s = makeArgument<float>(executable, 1, {0.5});
  std::vector<VulkanHost::Buffer> buffers;
  std::vector<DmlVulkanBuffer> results;
  for (size_t i = 0; i < 5; ++i) {
    buffers.push_back(createBuffer(getResult(executable, i)));
    results.push_back(buffers.back().range);
  }
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {x.range, s.range}, results, recording);
  for (int32_t first : {1, 10}) {
    write<int32_t>(x, {first, 2, 3});
    host->run(commands);
    EXPECT_EQ(check(recording), "");
    EXPECT_THAT(read<int32_t>(buffers[0], 3), ElementsAre(first, 2, 3));
    EXPECT_THAT(read<int32_t>(buffers[1], 3), ElementsAre(5, 6, 7));
    EXPECT_THAT(read<float>(buffers[2], 1), ElementsAre(0.5));
    EXPECT_THAT(read<int32_t>(buffers[3], 3), ElementsAre(first + 5, 8, 10));
    EXPECT_THAT(read<int32_t>(buffers[4], 3), ElementsAre(first + 5, 8, 10));
  }
}

/// The kernel writes to the memory of %x.
TEST_F(CAPIVulkanTest, ArgumentsAreNotChanged) {
  Executable executable =
      compile(R"(
func.func @main(%x: tensor<8xi32>, %y: tensor<2xi32>) -> tensor<8xi32> {
  %z = tensor.insert_slice %y into %x[1] [2] [3]
      : tensor<2xi32> into tensor<8xi32>
  return %z : tensor<8xi32>
})",
              {makeType(DML_I32, {8}), makeType(DML_I32, {2})});
  std::vector<int32_t> elements = {1, 2, 3, 4, 5, 6, 7, 8};
  VulkanHost::Buffer x = makeArgument(executable, 0, elements);
  VulkanHost::Buffer y = makeArgument<int32_t>(executable, 1, {20, 50});
  VulkanHost::Buffer z = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {x.range, y.range}, {z.range}, recording);
  for (int32_t first : {20, 21}) {
    write<int32_t>(y, {first, 50});
    host->run(commands);
    EXPECT_THAT(read<int32_t>(z, 8), ElementsAre(1, first, 3, 4, 50, 6, 7, 8));
    EXPECT_EQ(read<int32_t>(x, 8), elements);
  }
}

TEST_F(CAPIVulkanTest, ScalarsAndIndices) {
  int64_t three = 3;
  Executable executable =
      compile(R"(
func.func @main(%x: tensor<8xi32>, %n: index) -> (tensor<?xi32>, index) {
  %y = tensor.extract_slice %x[0] [%n] [1] : tensor<8xi32> to tensor<?xi32>
  return %y, %n : tensor<?xi32>, index
})",
              {makeType(DML_I32, {8}), makeTensor(&three, DML_INDEX, {})});
  EXPECT_EQ(getArgument(executable, 1).size, 0u);
  DmlVulkanNeeds needs;
  EXPECT_EQ(take(dmlExecutableGetVulkanArgument(executable.get(), 2, &needs)),
            "there is no argument #2");
  EXPECT_EQ(take(dmlExecutableGetVulkanResult(executable.get(), 2, &needs)),
            "there is no result #2");
  VulkanHost::Buffer x =
      makeArgument<int32_t>(executable, 0, {1, 2, 3, 4, 5, 6, 7, 8});
  VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
  VulkanHost::Buffer n = createBuffer(getResult(executable, 1));
  Recording recording;
  host->run(record(executable, {x.range, DmlVulkanBuffer()}, {y.range, n.range},
                   recording));
  EXPECT_THAT(read<int32_t>(y, 3), ElementsAre(1, 2, 3));
  EXPECT_THAT(read<int64_t>(n, 1), ElementsAre(3));
}

/// Pooling and unpooling twice: intermediate tensors, and memory that several
/// of them share.
TEST_F(CAPIVulkanTest, SeveralDispatches) {
  const char *source = R"(
func.func @main(%x: tensor<1x2x8x8xf32>) -> tensor<1x2x8x8xf32> {
  %v, %i = dml.max_pooling2 %x, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x8x8xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>)
  %w, %j = dml.max_pooling2 %v, window_sizes = [2, 2], strides = [2, 2]
      : (tensor<1x2x4x4xf32>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>)
  %u = dml.max_unpooling %w, %j
      : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xui32>) -> tensor<1x2x4x4xf32>
  %y = dml.max_unpooling %u, %i
      : (tensor<1x2x4x4xf32>, tensor<1x2x4x4xui32>) -> tensor<1x2x8x8xf32>
  return %y : tensor<1x2x8x8xf32>
})";
  Executable executable = compile(source, {makeType(DML_F32, {1, 2, 8, 8})});
  Function onCPU = createFunction(source);
  VulkanHost::Buffer x = createBuffer(getArgument(executable, 0));
  VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {x.range}, {y.range}, recording);
  for (int seed : {37, 53}) {
    std::vector<float> input(128), expected(128);
    for (int i = 0; i < 128; ++i)
      input[i] = static_cast<float>(i * seed % 101);
    DmlTensor argument = makeTensor(input.data(), DML_F32, {1, 2, 8, 8});
    DmlTensor result = makeTensor(expected.data(), DML_F32, {1, 2, 8, 8});
    ASSERT_EQ(take(dmlFunctionCall(onCPU.get(), &argument, 1, &result, 1, 0,
                                   nullptr)),
              "");
    write(x, input);
    host->run(commands);
    EXPECT_EQ(check(recording), "");
    EXPECT_EQ(read<float>(y, 128), expected);
  }
}

/// Two recordings of one executable in one command buffer, one's result being
/// the other's argument.
TEST_F(CAPIVulkanTest, RecordingsFollowEachOther) {
  Executable executable = compile(R"(
func.func @main(%x: tensor<5xi32>) -> tensor<5xi32> {
  %c = arith.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %y = arith.addi %x, %c : tensor<5xi32>
  return %y : tensor<5xi32>
})",
                                  {makeType(DML_I32, {5})});
  DmlVulkanNeeds needs = getArgument(executable, 0);
  needs.usage |= getResult(executable, 0).usage;
  VulkanHost::Buffer x = createBuffer(needs), y = createBuffer(needs),
                     z = createBuffer(needs);
  write<int32_t>(x, {10, 20, 30, 40, 50});
  VkCommandBuffer commands = host->begin();
  Recording first, second;
  EXPECT_EQ(record(executable, commands, {x.range}, {y.range}, first), "");
  host->recordBarrier(commands);
  EXPECT_EQ(record(executable, commands, {y.range}, {z.range}, second), "");
  host->end(commands);
  // They hold on to what they need.
  executable.reset();
  host->run(commands);
  EXPECT_EQ(check(first), "");
  first.reset();
  EXPECT_EQ(check(second), "");
  EXPECT_THAT(read<int32_t>(z, 5), ElementsAre(12, 24, 36, 48, 60));
}

TEST_F(CAPIVulkanTest, HandlesAreDestroyedInAnyOrder) {
  DmlVulkanDeviceInfo info = host->getInfo();
  info.getInstanceProcAddr = nullptr;
  DmlDevice *opened;
  ASSERT_EQ(take(dmlDeviceFromVulkan(&info, &opened)), "");
  Device other(opened);
  for (bool executableFirst : {false, true}) {
    Function function = createFunction(kDepthToSpace, other);
    if (executableFirst)
      other.reset();
    DmlTensor type = makeType(DML_UI8, {1, 4, 1, 1});
    DmlExecutable *compiled;
    ASSERT_EQ(take(dmlFunctionCompile(function.get(), &type, 1, &compiled)),
              "");
    Executable executable(compiled);
    function.reset();
    VulkanHost::Buffer x = makeArgument<uint8_t>(executable, 0, {1, 2, 3, 4});
    VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
    Recording recording;
    VkCommandBuffer commands =
        record(executable, {x.range}, {y.range}, recording);
    if (executableFirst)
      executable.reset();
    host->run(commands);
    recording.reset();
    EXPECT_THAT(read<uint8_t>(y, 4), ElementsAre(1, 2, 3, 4));
  }
}

//===----------------------------------------------------------------------===//
// Rules that only values show
//===----------------------------------------------------------------------===//

TEST_F(CAPIVulkanTest, IndicesOutOfRangeFailUnlessIgnored) {
  Executable executable = compile(kUnpool, {makeType(DML_F32, {1, 1, 1, 2}),
                                            makeType(DML_UI32, {1, 1, 1, 2})});
  VulkanHost::Buffer v = makeArgument<float>(executable, 0, {1, 2});
  VulkanHost::Buffer i = createBuffer(getArgument(executable, 1));
  VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {v.range, i.range}, {y.range}, recording);
  write<uint32_t>(i, {3, 4});
  host->run(commands);
  EXPECT_EQ(check(recording),
            "test.mlir:4:8: 'dml.max_unpooling' op index at position 1 (the "
            "first of 1 out of range): expected less than 4 (elements of the "
            "result), given 4 [U3]");
  EXPECT_EQ(check(recording, DML_IGNORE_OUT_OF_RANGE_INDICES), "");
  EXPECT_THAT(read<float>(y, 4), ElementsAre(0, 0, 0, 1));
  write<uint32_t>(i, {3, 0});
  host->run(commands);
  EXPECT_EQ(check(recording), "");
  EXPECT_THAT(read<float>(y, 4), ElementsAre(2, 0, 0, 1));
}

/// In a secondary command buffer, whose second execution comes after the first
/// by the recording's own barriers.
TEST_F(CAPIVulkanTest, CommandsAreExecutedAgain) {
  Executable executable = compile(kUnpool, {makeType(DML_F32, {1, 1, 1, 2}),
                                            makeType(DML_UI32, {1, 1, 1, 2})});
  VulkanHost::Buffer v = makeArgument<float>(executable, 0, {1, 2});
  VulkanHost::Buffer i = makeArgument<uint32_t>(executable, 1, {3, 1});
  VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands = host->begin(VK_COMMAND_BUFFER_LEVEL_SECONDARY);
  EXPECT_EQ(
      record(executable, commands, {v.range, i.range}, {y.range}, recording),
      "");
  host->end(commands);
  host->run(host->recordTwice(commands, y.range.buffer));
  EXPECT_EQ(check(recording), "");
  EXPECT_THAT(read<float>(y, 4), ElementsAre(0, 2, 0, 1));
}

/// So many elements that lists of the indices are made, whose lengths say how
/// many workgroups there are.
TEST_F(CAPIVulkanTest, UnpoolingOfManyElements) {
  constexpr int64_t kCount = 192 * 192;
  Executable executable = compile(R"(
func.func @main(%v: tensor<1x1x192x192xf32>, %i: tensor<1x1x192x192xui32>)
    -> tensor<1x1x384x384xf32> {
  %y = dml.max_unpooling %v, %i
      : (tensor<1x1x192x192xf32>, tensor<1x1x192x192xui32>)
      -> tensor<1x1x384x384xf32>
  return %y : tensor<1x1x384x384xf32>
})",
                                  {makeType(DML_F32, {1, 1, 192, 192}),
                                   makeType(DML_UI32, {1, 1, 192, 192})});
  std::vector<float> values(kCount);
  std::iota(values.begin(), values.end(), 1.0f);
  VulkanHost::Buffer v = makeArgument(executable, 0, values);
  VulkanHost::Buffer i = createBuffer(getArgument(executable, 1));
  VulkanHost::Buffer y = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {v.range, i.range}, {y.range}, recording);
  for (uint32_t outside : {0, 2, 0}) {
    std::vector<uint32_t> indices(kCount);
    std::vector<float> expected(4 * kCount);
    for (int64_t k = 0; k < kCount; ++k) {
      indices[k] = k * 4099 % (4 * kCount);
      if (k >= 1000 && k < 1000 + outside)
        indices[k] = 4 * kCount + 7;
      else
        expected[indices[k]] = values[k];
    }
    write(i, indices);
    host->run(commands);
    EXPECT_THAT(check(recording),
                outside ? HasSubstr("index at position 1000 (the first of 2 "
                                    "out of range)")
                        : HasSubstr(""));
    EXPECT_EQ(check(recording, DML_IGNORE_OUT_OF_RANGE_INDICES), "");
    EXPECT_EQ(read<float>(y, 4 * kCount), expected);
  }
}

TEST_F(CAPIVulkanTest, ChecksOfValues) {
  Executable executable =
      compile(R"(
func.func @main(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %z = arith.divsi %x, %y : tensor<4xi32>
  return %z : tensor<4xi32>
})",
              {makeType(DML_I32, {4}), makeType(DML_I32, {4})});
  VulkanHost::Buffer x = makeArgument<int32_t>(executable, 0, {8, 9, 10, 11});
  VulkanHost::Buffer y = makeArgument<int32_t>(executable, 1, {1, 2, 0, 4});
  VulkanHost::Buffer z = createBuffer(getResult(executable, 0));
  Recording recording;
  VkCommandBuffer commands =
      record(executable, {x.range, y.range}, {z.range}, recording);
  host->run(commands);
  EXPECT_THAT(check(recording, DML_IGNORE_OUT_OF_RANGE_INDICES),
              HasSubstr("'arith.divsi' op divides by zero"));
  write<int32_t>(y, {1, 2, 5, 4});
  host->run(commands);
  EXPECT_EQ(check(recording), "");
  EXPECT_THAT(read<int32_t>(z, 4), ElementsAre(8, 4, 2, 2));
}

} // namespace
