//===- LaunchPlanFilesTest.cpp - Tests of launch plans as files -----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Target/LaunchPlanFiles.h"
#include "Runtime/TestUtils.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;
namespace json = llvm::json;

namespace {
/// A plan that has one of everything.
LaunchPlan makePlan() {
  LaunchPlan plan;
  GPUKernel kernel;
  kernel.name = "k";
  kernel.spirv = {0x07230203, 0xFFFFFFFF, 0};
  kernel.workgroupSize = {64, 2, 1};
  kernel.numBindings = 2;
  kernel.workgroupMemory = 4096;
  kernel.writes = {false, true};
  plan.kernels = {kernel, kernel};
  PlanBuffer input, constant, allocation;
  input.kind = PlanBuffer::Kind::Input;
  input.argument = 3;
  input.numBytes = 17;
  constant.kind = PlanBuffer::Kind::Constant;
  constant.numBytes = 3;
  constant.contents = {'\0', '\xFF', '\n'};
  allocation.numBytes = uint64_t(1) << 63;
  plan.buffers = {input, constant, allocation};
  plan.initialWords = {{2, 8, 4294967295}};
  Dispatch dispatch;
  dispatch.kernel = 1;
  dispatch.workgroups = {7, 65535, 4294967295};
  dispatch.grid = PlanGrid{2, 12};
  dispatch.buffers = {0, 2};
  dispatch.barrier = PlanBarrier::Grids;
  plan.dispatches = {Dispatch(), dispatch};
  plan.dispatches[0].barrier = PlanBarrier::Kernels;
  plan.results = {2, 0};
  plan.resultSizes = {{1, 2, 3}, {}};
  plan.indexReports = {{2, 16, UINT64_MAX, "a.mlir:3:8: \"op\" \n\xC3\xA9"}};
  plan.checks = {{2, 32, "a message"},
                 {2, 36, "another", IndexAssumption::Pooled}};
  return plan;
}

std::string print(const LaunchPlan &plan) {
  std::vector<NamedBytes> files;
  llvm::Expected<json::Object> manifest = writeLaunchPlan(plan, files);
  if (!manifest)
    return llvm::toString(manifest.takeError());
  std::string text =
      llvm::formatv("{0:2}\n", json::Value(std::move(*manifest)));
  for (const NamedBytes &file : files)
    text += file.name + ": " + llvm::toHex(file.bytes) + "\n";
  return text;
}

/// Why a plan is refused in whose manifest a value was replaced.
std::string refuse(llvm::StringRef value, llvm::StringRef replacement) {
  auto files = llvm::cantFail(packLaunchPlan(makePlan()));
  std::string &text = files.back().bytes;
  size_t position = text.find(value.str());
  if (position == std::string::npos)
    return "there is no " + value.str();
  text.replace(position, value.size(), replacement.str());
  return getMessage(unpackLaunchPlan(files));
}

TEST(LaunchPlanFiles, RoundTrip) {
  LaunchPlan plan = makePlan();
  auto files = packLaunchPlan(plan);
  ASSERT_TRUE(static_cast<bool>(files));
  EXPECT_EQ(files->size(), 4u);
  ASSERT_TRUE(findFile(*files, "k.spv"));
  EXPECT_EQ(*findFile(*files, "k.spv"),
            std::string("\x03\x02\x23\x07\xFF\xFF\xFF\xFF\0\0\0\0", 12));
  EXPECT_TRUE(findFile(*files, "k-1.spv"));
  EXPECT_TRUE(findFile(*files, "constant-1.bin"));
  auto read = unpackLaunchPlan(*files);
  ASSERT_TRUE(static_cast<bool>(read)) << getMessage(std::move(read));
  EXPECT_EQ(print(*read), print(plan));
  EXPECT_EQ(read->kernels[1].writes, plan.kernels[1].writes);
  EXPECT_EQ(read->kernels[1].numBindings, 2u);
  EXPECT_EQ(read->buffers[2].numBytes, plan.buffers[2].numBytes);
  ASSERT_EQ(read->initialWords.size(), 1u);
  EXPECT_EQ(read->initialWords[0].value, 4294967295u);
  EXPECT_EQ(read->indexReports[0].prefix, plan.indexReports[0].prefix);
  EXPECT_EQ(read->indexReports[0].bound, UINT64_MAX);
  ASSERT_EQ(read->checks.size(), 2u);
  EXPECT_EQ(read->checks[0].assumption, IndexAssumption::None);
  EXPECT_EQ(read->checks[1].assumption, IndexAssumption::Pooled);
  EXPECT_EQ(read->dispatches[0].barrier, PlanBarrier::Kernels);
  EXPECT_FALSE(read->failure);
}

TEST(LaunchPlanFiles, FailureAlone) {
  LaunchPlan plan;
  plan.failure = "breaks a rule";
  // It may be incomplete.
  plan.results = {4};
  auto read = unpackLaunchPlan(llvm::cantFail(packLaunchPlan(plan)));
  ASSERT_TRUE(static_cast<bool>(read));
  EXPECT_EQ(read->failure, plan.failure);
}

TEST(LaunchPlanFiles, TextsAreUTF8) {
  LaunchPlan plan = makePlan();
  plan.checks[0].message = "\xFF";
  EXPECT_EQ(getMessage(packLaunchPlan(plan)),
            "names and places that are not UTF-8 cannot stand in a manifest");
}

TEST(LaunchPlanFiles, AllocatedBytes) {
  PlanBuffer buffer;
  for (auto [bytes, allocated] : {std::pair(0, 16), std::pair(1, 16),
                                  std::pair(16, 16), std::pair(17, 32)}) {
    buffer.numBytes = bytes;
    EXPECT_EQ(buffer.getNumAllocatedBytes(), static_cast<uint64_t>(allocated));
  }
}

TEST(LaunchPlanFiles, Malformed) {
  EXPECT_EQ(refuse("\"version\":2", "\"version\":3"),
            "expected 2 at manifest.version");
  EXPECT_EQ(refuse("\"value\":4294967295", "\"value\":4294967296"),
            "expected a number of 32 bits at manifest.initialWords[0].value");
  EXPECT_EQ(refuse("dml launch plan", "other"),
            "expected dml launch plan at manifest.schema");
  EXPECT_EQ(refuse("\"dispatches\"", "\"dispatch\""),
            "missing value at manifest.dispatches");
  EXPECT_EQ(refuse("\"workgroupMemory\":4096", "\"workgroupMemory\":-1"),
            "expected uint64_t at manifest.kernels[0].workgroupMemory");
  EXPECT_EQ(
      refuse("\"workgroupMemory\":4096", "\"workgroupMemory\":4294967296"),
      "expected a number of 32 bits at "
      "manifest.kernels[0].workgroupMemory");
  EXPECT_EQ(refuse("[64,2,1]", "[64,2]"),
            "expected three numbers at manifest.kernels[0].workgroupSize");
  EXPECT_EQ(refuse("[64,2,1]", "[64,2,\"1\"]"),
            "expected uint64_t at manifest.kernels[0].workgroupSize[2]");
  EXPECT_EQ(refuse("[\"read\",\"write\"]", "[\"read\",\"x\"]"),
            "expected read or write at manifest.kernels[0].bindings[1]");
  EXPECT_EQ(refuse("\"intermediate\"", "\"x\""),
            "expected input, constant or intermediate at "
            "manifest.buffers[2].kind");
  EXPECT_EQ(refuse("\"grids\"", "\"x\""), "expected none, kernels or grids at "
                                          "manifest.dispatches[1].barrier");
  EXPECT_EQ(refuse("\"pooled\"", "\"x\""), "expected none, pooled or disjoint "
                                           "at manifest.checks[1].assumption");
  EXPECT_TRUE(llvm::StringRef(refuse("\"grid\":{", "\"grid\":{\"a\":["))
                  .ends_with("Expected , or ] after array element"));
  EXPECT_EQ(refuse("k-1.spv", "../x"), "there is no file '../x'");
  EXPECT_EQ(refuse("k-1.spv", "constant-1.bin"),
            "'constant-1.bin': expected whole words of 4 bytes, given 3 bytes");
}

TEST(LaunchPlanFiles, Nesting) {
  EXPECT_EQ(getMessage(parseManifest(std::string(1000000, '['))),
            "expected brackets at most 16 deep");
  EXPECT_EQ(getMessage(parseManifest("[[[[\"[[[[[[[[[[[[[[[[[[\\\"[\"]]]]")),
            "");
  EXPECT_NE(getMessage(parseManifest("]]]]")), "");
  EXPECT_NE(getMessage(parseManifest("\"")), "");
  EXPECT_NE(getMessage(parseManifest("\"\\")), "");
  EXPECT_NE(getMessage(parseManifest("")), "");
}
} // namespace
