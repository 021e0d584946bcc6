//===- UnpoolTest.cpp - Unpooling of data of one kind after another -------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../TestUtils.h"
#include "VulkanTestUtils.h"
#include "dml/Runtime/CallableFunction.h"
#include "dml/Runtime/Program.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/FileSystem.h"

using namespace dml;
using namespace dml::test;
using llvm::StringRef;

namespace {
/// Unpools 256x256 values on Vulkan and on the reference device, to a square of
/// the parameter's width.
class VulkanUnpoolTest : public VulkanTest,
                         public ::testing::WithParamInterface<unsigned> {
protected:
  void SetUp() override {
    function = compile(llvm::cantFail(openDevice("vulkan", {})));
    reference = compile(createReferenceDevice());
  }

  static std::string getSizes() {
    std::string width = std::to_string(GetParam());
    return "1x1x" + width + "x" + width;
  }

  static std::unique_ptr<CallableFunction>
  compile(std::shared_ptr<Device> device) {
    std::string type = "tensor<" + getSizes() + "xf32>";
    auto program = LoadedProgram::load(llvm::MemoryBuffer::getMemBufferCopy(
        "func.func @main(%v: tensor<1x1x256x256xf32>,"
        "    %i: tensor<1x1x256x256xui32>) -> " +
            type +
            " {"
            "  %y = dml.max_unpooling %v, %i : (tensor<1x1x256x256xf32>,"
            "      tensor<1x1x256x256xui32>) -> " +
            type + "  return %y : " + type + " }",
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

  void expectEqual(const std::string &values) {
    Tensor tensor = makeTensor("1x1x256x256xui32=" + values);
    EXPECT_EQ(run(*function, tensor), run(*reference, tensor)) << values;
  }

  std::unique_ptr<CallableFunction> function, reference;
};
} // namespace

/// A run leaves out kernels that had no work before, and notices when they
/// have.
TEST_P(VulkanUnpoolTest, PooledAndShuffledData) {
  for (const char *seed : {"1:", "2:"})
    expectEqual("pooled:" + (seed + getSizes()));
  for (const char *random : {"random:3:262144", "random:4:262144"})
    expectEqual(random);
  expectEqual("pooled:5:" + getSizes());
}

/// By a structured operation, and by blocks of the result.
INSTANTIATE_TEST_SUITE_P(Widths, VulkanUnpoolTest,
                         ::testing::Values(512u, 513u));

/// A run whose indices are not those that the plan assumes compiles the program
/// again. If that fails, the run fails, and the next run tries it again.
TEST_F(VulkanTest, CompilesAgainAfterAFailure) {
  namespace fs = llvm::sys::fs;
  llvm::SmallString<128> directory;
  ASSERT_FALSE(fs::createUniqueDirectory("dml-unittests", directory));
  std::string kernels = (directory + "/kernels").str();
  DeviceOptions options;
  options.spirvDirectory = kernels;
  // One workgroup would assume nothing.
  options.cacheBytes = 0;
  auto device = llvm::cantFail(openDevice("vulkan", options));
  ParsedProgram program(
      llvm::MemoryBuffer::getMemBuffer(
          "func.func @main(%v: tensor<1x1x2x2xui32>, %i: tensor<1x1x2x2xui32>)"
          "    -> tensor<1x1x4x4xui32> {"
          "  %y = dml.max_unpooling %v, %i : (tensor<1x1x2x2xui32>,"
          "      tensor<1x1x2x2xui32>) -> tensor<1x1x4x4xui32>"
          "  return %y : tensor<1x1x4x4xui32> }",
          "test.mlir"),
      llvm::errs());
  llvm::cantFail(program.parse());
  auto executable = llvm::cantFail(device->compile(
      *program.getModule().getOps<mlir::func::FuncOp>().begin()));
  Tensor values = makeTensor("1x1x2x2xui32=1 2 3 4");
  Tensor indices = makeTensor("1x1x2x2xui32=5 5 5 5");
  RunResult result;
  auto run = [&] {
    return getMessage(executable->run({&values, &indices}, result));
  };

  // Kernels cannot be written to a file in the place of their folder.
  ASSERT_FALSE(fs::remove_directories(kernels));
  int file;
  ASSERT_FALSE(fs::openFileForWrite(kernels, file));
  fs::file_t handle = fs::convertFDToNativeFile(file);
  fs::closeFile(handle);
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_TRUE(StringRef(run()).contains(kernels));
    EXPECT_EQ(llvm::cantFail(executable->rerun()), std::nullopt);
  }

  ASSERT_FALSE(fs::remove(kernels));
  EXPECT_EQ(run(), "");
  EXPECT_EQ(result.outputs[0].getElementBits(5), 4u);
  EXPECT_EQ(result.outputs[0].getElementBits(4), 0u);
  fs::remove_directories(directory);
}
