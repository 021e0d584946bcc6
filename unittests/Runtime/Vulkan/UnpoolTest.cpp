//===- UnpoolTest.cpp - Unpooling of data of one kind after another -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TestUtils.h"
#include "VulkanTestUtils.h"
#include "dml/Runtime/CallableFunction.h"

using namespace dml;
using namespace dml::test;
using llvm::StringRef;

namespace {
/// Unpools 256x256 values to 512x512 on Vulkan and on the reference device.
class VulkanUnpoolTest : public VulkanTest {
protected:
  void SetUp() override {
    function = compile(llvm::cantFail(openDevice("vulkan", {})));
    reference = compile(createReferenceDevice());
  }

  static std::unique_ptr<CallableFunction>
  compile(std::shared_ptr<Device> device) {
    auto program = LoadedProgram::load(llvm::MemoryBuffer::getMemBuffer(
        "func.func @main(%v: tensor<1x1x256x256xf32>,"
        "    %i: tensor<1x1x256x256xui32>) -> tensor<1x1x512x512xf32> {"
        "  %y = dml.max_unpooling %v, %i : (tensor<1x1x256x256xf32>,"
        "      tensor<1x1x256x256xui32>) -> tensor<1x1x512x512xf32>"
        "  return %y : tensor<1x1x512x512xf32> }",
        "test.mlir"));
    return llvm::cantFail(CallableFunction::create(
        llvm::cantFail(std::move(program)), "", std::move(device)));
  }

  static std::vector<uint32_t> run(CallableFunction &function,
                                   const Tensor &indices) {
    Tensor values = makeTensor("1x1x256x256xf32=random:1");
    auto specialized = llvm::cantFail(function.specialize({&values, &indices}));
    RunResult result;
    EXPECT_EQ(getMessage(specialized->run({&values, &indices}, result)), "");
    return getWords(result.outputs[0]);
  }

  void expectEqual(StringRef indices) {
    Tensor tensor = makeTensor(indices);
    EXPECT_EQ(run(*function, tensor), run(*reference, tensor)) << indices.str();
  }

  std::unique_ptr<CallableFunction> function, reference;
};
} // namespace

/// A run leaves out kernels that had no work before, and notices when they
/// have.
TEST_F(VulkanUnpoolTest, PooledAndShuffledData) {
  for (StringRef indices :
       {"1x1x256x256xui32=pooled:1:1x1x512x512",
        "1x1x256x256xui32=pooled:2:1x1x512x512",
        "1x1x256x256xui32=random:3:262144", "1x1x256x256xui32=random:4:262144",
        "1x1x256x256xui32=pooled:5:1x1x512x512"})
    expectEqual(indices);
}
