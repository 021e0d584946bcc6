//===- SPIRVBinaryTest.cpp - Tests of checking and writing SPIR-V ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/SPIRVBinary.h"
#include "TemporaryDirectoryTest.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MemoryBuffer.h"
#include "gtest/gtest.h"
#include <spirv-tools/libspirv.hpp>

using namespace dml;

static std::string getMessage(llvm::Error error) {
  return llvm::toString(std::move(error));
}

/// Whether the text has the part; prints both where not.
static ::testing::AssertionResult contains(llvm::StringRef text,
                                           llvm::StringRef part) {
  return (text.contains(part) ? ::testing::AssertionSuccess()
                              : ::testing::AssertionFailure())
         << "'" << text.str() << "' and '" << part.str() << "'";
}

/// What each module starts with, up to its types.
constexpr llvm::StringLiteral kStart = R"(
  OpCapability Shader
  OpMemoryModel Logical GLSL450
  OpEntryPoint GLCompute %main "copy"
  OpExecutionMode %main LocalSize 64 1 1
  %void = OpTypeVoid
  %function = OpTypeFunction %void
  %uint = OpTypeInt 32 0
  %one = OpConstant %uint 1
)";

/// A kernel of these instructions, with more declarations in front.
static std::vector<uint32_t> assemble(llvm::StringRef body,
                                      llvm::StringRef declarations = "") {
  spvtools::SpirvTools tools(SPV_ENV_VULKAN_1_1);
  tools.SetMessageConsumer([](spv_message_level_t, const char *,
                              const spv_position_t &, const char *message) {
    ADD_FAILURE() << "the assembler: " << message;
  });
  std::string text = (kStart + declarations + R"(
    %main = OpFunction %void None %function
    %entry = OpLabel
  )" + body + R"(
    OpReturn
    OpFunctionEnd
  )")
                         .str();
  std::vector<uint32_t> words;
  EXPECT_TRUE(tools.Assemble(text, &words));
  return words;
}

//===----------------------------------------------------------------------===//
// Validation
//===----------------------------------------------------------------------===//

TEST(SPIRVBinary, validatesGoodModule) {
  EXPECT_EQ(getMessage(validateSPIRV(assemble("%sum = OpIAdd %uint %one %one"),
                                     "copy")),
            "");
}

TEST(SPIRVBinary, namesKernelAndRule) {
  std::string message = getMessage(validateSPIRV(
      assemble("%sum = OpFAdd %uint %one %one"), "unfold_kernel_0"));
  EXPECT_TRUE(contains(message,
                       "kernel 'unfold_kernel_0' is not valid SPIR-V for "
                       "Vulkan 1.1: "));
  EXPECT_TRUE(contains(message, "Expected floating scalar or vector type"));
  EXPECT_TRUE(contains(message, "FAdd"));
  EXPECT_NE(message.back(), '\n');
}

TEST(SPIRVBinary, wantsCapabilities) {
  EXPECT_TRUE(contains(
      getMessage(validateSPIRV(assemble("", "%long = OpTypeInt 64 0"), "copy")),
      "Int64"));
  EXPECT_TRUE(contains(
      getMessage(validateSPIRV(assemble("", "%byte = OpTypeInt 8 0"), "copy")),
      "Int8"));
}

TEST(SPIRVBinary, wantsWhatVulkanWants) {
  // Valid in SPIR-V.
  EXPECT_TRUE(contains(
      getMessage(validateSPIRV(assemble("OpControlBarrier %one %two %none",
                                        "%two = OpConstant %uint 2\n"
                                        "%none = OpConstant %uint 0"),
                               "copy")),
      "VUID-"));
}

TEST(SPIRVBinary, refusesWhatIsNoModule) {
  std::vector<uint32_t> words = assemble("%sum = OpIAdd %uint %one %one");
  EXPECT_NE(getMessage(validateSPIRV({}, "copy")), "");
  EXPECT_NE(getMessage(validateSPIRV({0, 0, 0, 0, 0, 0}, "copy")), "");
  // Cut off anywhere, most often within an instruction.
  for (size_t size = 0; size < words.size(); ++size)
    EXPECT_TRUE(contains(getMessage(validateSPIRV(
                             llvm::ArrayRef(words).take_front(size), "copy")),
                         "kernel 'copy'"))
        << size;
}

//===----------------------------------------------------------------------===//
// Disassembly
//===----------------------------------------------------------------------===//

TEST(SPIRVBinary, disassembles) {
  llvm::Expected<std::string> text =
      disassembleSPIRV(assemble("%sum = OpIAdd %uint %one %one"));
  ASSERT_TRUE(static_cast<bool>(text)) << getMessage(text.takeError());
  EXPECT_TRUE(contains(*text, "OpEntryPoint GLCompute %1 \"copy\""));
  EXPECT_TRUE(contains(*text, "OpIAdd %uint %uint_1 %uint_1"));
}

TEST(SPIRVBinary, disassemblesInvalidModule) {
  llvm::Expected<std::string> text =
      disassembleSPIRV(assemble("%sum = OpFAdd %uint %one %one"));
  ASSERT_TRUE(static_cast<bool>(text)) << getMessage(text.takeError());
  EXPECT_TRUE(contains(*text, "OpFAdd"));
}

TEST(SPIRVBinary, disassemblesNothingElse) {
  std::vector<uint32_t> words = assemble("");
  words.pop_back();
  words.back() = 0;
  for (const std::vector<uint32_t> &bad :
       {std::vector<uint32_t>(), {1, 2, 3, 4, 5, 6}, words})
    EXPECT_TRUE(contains(getMessage(disassembleSPIRV(bad).takeError()),
                         "the words are no SPIR-V module: "));
}

//===----------------------------------------------------------------------===//
// Files
//===----------------------------------------------------------------------===//

namespace {
class SPIRVFileTest : public test::TemporaryDirectoryTest {
protected:
  std::string write(llvm::StringRef folder, llvm::StringRef name,
                    llvm::ArrayRef<uint32_t> words) {
    return getMessage(writeSPIRVFile(getPath(folder), name, words));
  }

  std::vector<uint32_t> read(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(getPath(name));
    if (!buffer) {
      ADD_FAILURE() << "no file " << name.str();
      return {};
    }
    std::vector<uint32_t> words;
    for (llvm::StringRef bytes = (*buffer)->getBuffer(); !bytes.empty();
         bytes = bytes.drop_front(4))
      words.push_back(llvm::support::endian::read32le(bytes.data()));
    return words;
  }
};
} // namespace

TEST_F(SPIRVFileTest, createsDirectories) {
  std::vector<uint32_t> words = assemble("");
  EXPECT_EQ(write("a/b", "copy", words), "");
  EXPECT_EQ(read("a/b/copy.spv"), words);
}

TEST_F(SPIRVFileTest, keepsFilesThatExist) {
  EXPECT_EQ(write(".", "copy", {1}), "");
  EXPECT_EQ(write(".", "copy", {2, 3}), "");
  EXPECT_EQ(write(".", "copy", {}), "");
  EXPECT_EQ(read("copy.spv"), std::vector<uint32_t>{1});
  EXPECT_EQ(read("copy-1.spv"), (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(read("copy-2.spv"), std::vector<uint32_t>());
}

TEST_F(SPIRVFileTest, makesNamesFit) {
  EXPECT_EQ(write("x", "../a b/c\xC3\xA4", {1}), "");
  EXPECT_EQ(read("x/_._a_b_c__.spv"), std::vector<uint32_t>{1});
  EXPECT_EQ(write("x", "", {2}), "");
  EXPECT_EQ(read("x/kernel.spv"), std::vector<uint32_t>{2});
  EXPECT_EQ(write("x", std::string(1000, 'k'), {3}), "");
  EXPECT_EQ(read("x/" + std::string(200, 'k') + ".spv"),
            std::vector<uint32_t>{3});
}

TEST_F(SPIRVFileTest, namesPathInErrors) {
  EXPECT_EQ(write(".", "copy", {1}), "");
  EXPECT_TRUE(contains(write("copy.spv", "other", {1}),
                       "cannot write '" + getPath("copy.spv/other.spv")));
  EXPECT_TRUE(
      contains(write("copy.spv/deeper", "other", {1}),
               "cannot create the directory '" + getPath("copy.spv/deeper")));
}
