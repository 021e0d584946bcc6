//===- KernelInterfaceTest.cpp - Tests of what kernels say ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/KernelInterface.h"
#include "Runtime/Vulkan/VulkanTestUtils.h"

using namespace dml;
using namespace dml::test;

namespace {
/// A kernel of a workgroup of 8x4x1 that shares 4 + 5 * 16 bytes and has
/// binding
/// 1. `more` stands behind the types.
GPUKernel makeKernel(llvm::StringRef capabilities = "",
                     llvm::StringRef decorations = "",
                     llvm::StringRef more = "") {
  GPUKernel kernel;
  kernel.name = "k";
  kernel.workgroupSize = {8, 4, 1};
  kernel.numBindings = 2;
  kernel.workgroupMemory = 84;
  kernel.spirv = assembleSPIRV((R"(
    OpCapability Shader
  )" + capabilities + R"(
    OpMemoryModel Logical GLSL450
    OpEntryPoint GLCompute %f "k"
    OpExecutionMode %f LocalSize 8 4 1
    OpDecorate %words ArrayStride 4
    OpDecorate %block Block
    OpMemberDecorate %block 0 Offset 0
    OpDecorate %buffer DescriptorSet 0
    OpDecorate %buffer Binding 1
  )" + decorations + R"(
    %void = OpTypeVoid
    %type = OpTypeFunction %void
    %u32 = OpTypeInt 32 0
    %words = OpTypeRuntimeArray %u32
    %block = OpTypeStruct %words
    %pointer = OpTypePointer StorageBuffer %block
    %buffer = OpVariable %pointer StorageBuffer
    %v4 = OpTypeVector %u32 4
    %v3 = OpTypeVector %u32 3
    %five = OpConstant %u32 5
    %array = OpTypeArray %v4 %five
    %shared = OpTypeStruct %u32 %array
    %pointer_shared = OpTypePointer Workgroup %shared
    %memory = OpVariable %pointer_shared Workgroup
  )" + more + R"(
    %f = OpFunction %void None %type
    %l = OpLabel
    OpReturn
    OpFunctionEnd
  )")
                                   .str());
  return kernel;
}

std::string check(const GPUKernel &kernel,
                  llvm::ArrayRef<std::string> capabilities = {}) {
  return getMessage(checkInterface(kernel, capabilities));
}

TEST(KernelInterface, Fits) {
  EXPECT_EQ(check(makeKernel()), "");
  // A plan may say more.
  GPUKernel kernel = makeKernel();
  kernel.numBindings = 3;
  kernel.workgroupMemory = 100;
  EXPECT_EQ(check(kernel), "");
}

TEST(KernelInterface, Capabilities) {
  GPUKernel kernel = makeKernel("OpCapability Int64\nOpCapability Matrix\n"
                                "OpCapability StorageImageExtendedFormats");
  auto interface = readInterface(kernel);
  ASSERT_TRUE(static_cast<bool>(interface));
  EXPECT_EQ(interface->capabilities,
            (std::vector<std::string>{"Int64", "capability 49"}));
  EXPECT_EQ(interface->workgroupMemory, 84u);
  EXPECT_EQ(check(kernel),
            "kernel 'k': needs Int64, which this device does not have");
  EXPECT_EQ(check(kernel, {"Int64", "capability 49"}), "");
}

TEST(KernelInterface, Differs) {
  GPUKernel kernel = makeKernel();
  kernel.name = "g";
  EXPECT_EQ(check(kernel),
            "kernel 'g': expected it to be the one entry point, given k");
  kernel = makeKernel();
  kernel.workgroupSize = {8, 4, 2};
  EXPECT_EQ(check(kernel),
            "kernel 'k': expected workgroups of 8x4x2, given 8x4x1");
  kernel = makeKernel();
  kernel.numBindings = 1;
  EXPECT_EQ(check(kernel), "kernel 'k': expected bindings below 1 of set 0, "
                           "given binding 1, set 0");
  kernel = makeKernel();
  kernel.workgroupMemory = 83;
  EXPECT_EQ(check(kernel), "kernel 'k': expected at most 83 bytes of workgroup "
                           "memory, given 84");
  kernel.spirv.resize(8);
  EXPECT_EQ(check(kernel), "kernel 'k' is not a SPIR-V module");
}

/// Makes a kernel whose push constants are `numAddresses` numbers of a type,
/// `distance` bytes apart.
GPUKernel makeAddressingKernel(llvm::StringRef capabilities,
                               unsigned numAddresses,
                               llvm::StringRef type = "OpTypeInt 64 0",
                               unsigned distance = 8) {
  std::string decorations = "OpDecorate %pushed Block\n";
  std::string types = ("%address = " + type + "\n%pushed = OpTypeStruct").str();
  for (unsigned i = 0; i < numAddresses; ++i) {
    decorations += ("OpMemberDecorate %pushed " + llvm::Twine(i) + " Offset " +
                    llvm::Twine(distance * i) + "\n")
                       .str();
    types += " %address";
  }
  types += "\n%pointer_pushed = OpTypePointer PushConstant %pushed\n"
           "%addresses = OpVariable %pointer_pushed PushConstant\n";
  return makeKernel(capabilities, decorations, types);
}

TEST(KernelInterface, PushConstants) {
  std::vector<std::string> capabilities = {"Int64", "Float64",
                                           kAddressesCapability};
  EXPECT_EQ(check(makeAddressingKernel("OpCapability Int64", 2), capabilities),
            "kernel 'k': expected at most 0 addresses of buffers as push "
            "constants, given 2");

  constexpr char addressing[] =
      "OpCapability Int64\nOpCapability Float64\n"
      "OpCapability PhysicalStorageBufferAddresses\n"
      "OpExtension \"SPV_KHR_physical_storage_buffer\"";
  GPUKernel kernel = makeAddressingKernel(addressing, 2);
  EXPECT_EQ(check(kernel, capabilities), "");
  EXPECT_EQ(check(kernel, {"Int64", "Float64"}),
            "kernel 'k': needs PhysicalStorageBufferAddresses, which this "
            "device does not have");
  EXPECT_EQ(check(makeAddressingKernel(addressing, 3), capabilities),
            "kernel 'k': expected at most 2 addresses of buffers as push "
            "constants, given 3");
  kernel = makeAddressingKernel(addressing, kMaxAddresses + 1);
  kernel.numBindings = kMaxAddresses + 1;
  EXPECT_EQ(check(kernel, capabilities),
            "kernel 'k': expected at most 16 addresses of buffers as push "
            "constants, given 17");

  constexpr char others[] =
      "kernel 'k': expected push constants of 64-bit integers, the addresses "
      "of its buffers, given others";
  EXPECT_EQ(check(makeAddressingKernel(addressing, 2, "OpTypeInt 64 0", 16),
                  capabilities),
            others);
  EXPECT_EQ(check(makeAddressingKernel(addressing, 2, "OpTypeFloat 64"),
                  capabilities),
            others);
}

/// A constant goes before the execution mode.
TEST(KernelInterface, WorkgroupConstant) {
  GPUKernel kernel = makeKernel("", "OpDecorate %size BuiltIn WorkgroupSize",
                                "%size = OpConstantComposite %v3 %five %five "
                                "%five");
  EXPECT_EQ(check(kernel),
            "kernel 'k': expected workgroups of 8x4x1, given 5x5x5");
  kernel.workgroupSize = {5, 5, 5};
  EXPECT_EQ(check(kernel), "");
}
} // namespace
