//===- VulkanFixture.h - What tests of recordings share ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_CAPI_VULKANFIXTURE_H
#define DML_UNITTESTS_CAPI_VULKANFIXTURE_H

#include "CAPITestUtils.h"
#include "VulkanHost.h"
#include <cstring>

namespace dml::test {

using Recording =
    std::unique_ptr<DmlVulkanRecording, Destroy<dmlVulkanRecordingDestroy>>;

class CAPIVulkanTest : public testing::Test {
protected:
  static void SetUpTestSuite() {
    host = new VulkanHost;
    DmlVulkanDeviceInfo info = host->getInfo();
    DmlDevice *opened;
    ASSERT_EQ(take(dmlDeviceFromVulkan(&info, &opened)), "");
    device = new Device(opened);
  }
  static void TearDownTestSuite() {
    delete device;
    delete host;
  }
  void TearDown() override { EXPECT_EQ(host->takeMessages(), ""); }

  /// The only function of a text, for arguments of these types.
  static Executable compile(const std::string &source,
                            const std::vector<DmlTensor> &types) {
    Function function = createFunction(source, *device);
    DmlExecutable *compiled;
    EXPECT_EQ(take(dmlFunctionCompile(function.get(), types.data(),
                                      types.size(), &compiled)),
              "");
    return Executable(compiled);
  }

  static DmlVulkanNeeds getArgument(const Executable &executable,
                                    size_t index) {
    DmlVulkanNeeds needs;
    EXPECT_EQ(
        take(dmlExecutableGetVulkanArgument(executable.get(), index, &needs)),
        "");
    return needs;
  }
  static DmlVulkanNeeds getResult(const Executable &executable, size_t index) {
    DmlVulkanNeeds needs;
    EXPECT_EQ(
        take(dmlExecutableGetVulkanResult(executable.get(), index, &needs)),
        "");
    return needs;
  }

  static VulkanHost::Buffer createBuffer(const DmlVulkanNeeds &needs) {
    return host->createBuffer(needs.size, needs.usage);
  }

  /// A buffer of an argument, with these elements.
  template <typename T>
  static VulkanHost::Buffer makeArgument(const Executable &executable,
                                         size_t index,
                                         const std::vector<T> &elements) {
    VulkanHost::Buffer buffer = createBuffer(getArgument(executable, index));
    write(buffer, elements);
    return buffer;
  }
  template <typename T>
  static void write(const VulkanHost::Buffer &buffer,
                    const std::vector<T> &elements) {
    std::memcpy(buffer.bytes, elements.data(), elements.size() * sizeof(T));
  }
  template <typename T>
  static std::vector<T> read(const VulkanHost::Buffer &buffer, size_t count) {
    std::vector<T> elements(count);
    std::memcpy(elements.data(), buffer.bytes, count * sizeof(T));
    return elements;
  }

  /// What recording fails with.
  static std::string record(const Executable &executable,
                            VkCommandBuffer commands,
                            const std::vector<DmlVulkanBuffer> &arguments,
                            const std::vector<DmlVulkanBuffer> &results,
                            Recording &recording) {
    DmlVulkanRecording *made;
    std::string message = take(dmlExecutableRecord(
        executable.get(), commands, arguments.data(), arguments.size(),
        results.data(), results.size(), &made));
    recording.reset(made);
    return message;
  }

  /// Records commands and nothing else.
  static VkCommandBuffer record(const Executable &executable,
                                const std::vector<DmlVulkanBuffer> &arguments,
                                const std::vector<DmlVulkanBuffer> &results,
                                Recording &recording) {
    VkCommandBuffer commands = host->begin();
    EXPECT_EQ(record(executable, commands, arguments, results, recording), "");
    host->end(commands);
    return commands;
  }

  static std::string check(const Recording &recording, uint32_t flags = 0) {
    return take(dmlVulkanRecordingCheck(recording.get(), flags));
  }

  static inline VulkanHost *host;
  static inline Device *device;
};

inline DmlTensor makeType(int32_t elementType,
                          std::initializer_list<int64_t> sizes) {
  return makeTensor<char>(nullptr, elementType, sizes);
}

inline const char kDepthToSpace[] = R"(
func.func @main(%x: tensor<?x4x?x?xui8>) -> tensor<?x?x?x?xui8> {
  %y = dml.depth_to_space1 %x, block_size = 2, order = depth_column_row
      : (tensor<?x4x?x?xui8>) -> tensor<?x?x?x?xui8>
  return %y : tensor<?x?x?x?xui8>
})";

} // namespace dml::test

#endif // DML_UNITTESTS_CAPI_VULKANFIXTURE_H
