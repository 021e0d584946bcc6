//===- PlanTest.cpp - Tests of placing and checking plans -----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/VulkanTestUtils.h"
#include "dml/Runtime/Vulkan/Plan/PlanChecks.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace dml;
using namespace dml::test;

/// The limits that Vulkan 1.1 guarantees, with little memory.
static VulkanLimits makeLimits() {
  VulkanLimits limits;
  limits.maxStorageBufferRange = 1 << 27;
  limits.maxWorkgroups = {65535, 65535, 65535};
  limits.maxWorkgroupSize = {128, 128, 64};
  limits.maxWorkgroupInvocations = 128;
  limits.maxWorkgroupMemory = 16384;
  limits.maxStorageBuffers = 4;
  limits.storageBufferAlignment = 256;
  limits.maxAllocationSize = 1 << 30;
  limits.heapSize = 1 << 30;
  return limits;
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

static std::string describe(const MemoryPlan &plan) {
  std::string text;
  for (uint64_t block : plan.blocks)
    text += "[" + std::to_string(block) + "]";
  for (const MemoryPlacement &place : plan.placements)
    text += " " + std::to_string(static_cast<int32_t>(place.block)) + ":" +
            std::to_string(place.offset);
  return text;
}

TEST(VulkanMemoryPlanTest, Blocks) {
  EXPECT_EQ(describe(planMemory({}, 16, 100)), "");
  EXPECT_EQ(describe(planMemory({{0}, {1}}, 16, 100)), "[16] -1:0 0:0");
  // Whole life: one after the other, aligned, in as many blocks as needed.
  EXPECT_EQ(describe(planMemory({{10}, {20}, {30}}, 16, 1000)),
            "[80] 0:64 0:32 0:0");
  EXPECT_EQ(describe(planMemory({{40}, {30}, {50}, {10}}, 16, 64)),
            "[64][64][32] 1:0 2:0 0:0 1:48");
  EXPECT_EQ(describe(planMemory({{500}, {60}, {64}}, 64, 64)),
            "[500][64][64] 0:0 2:0 1:0");
  // A block is not rounded up to more than may be allocated.
  EXPECT_EQ(describe(planMemory({{90}}, 64, 100)), "[100] 0:0");
}

TEST(VulkanMemoryPlanTest, Reuse) {
  // Lives that only touch overlap.
  EXPECT_EQ(describe(planMemory({{32, 0, 1}, {32, 1, 2}}, 16, 1000)),
            "[64] 0:0 0:32");
  EXPECT_EQ(describe(planMemory({{32, 0, 1}, {32, 2, 3}}, 16, 1000)),
            "[32] 0:0 0:0");
  // A gap that is there only a part of the time is none.
  EXPECT_EQ(
      describe(planMemory({{64, 0, 1}, {32, 2, 5}, {48, 1, 3}}, 16, 1000)),
      "[112] 0:0 0:0 0:64");
  EXPECT_EQ(
      describe(planMemory({{64, 0, 1}, {32, 2, 5}, {48, 2, 3}}, 16, 1000)),
      "[80] 0:0 0:48 0:0");
}

/// No two that live at the same time overlap, whatever they are.
TEST(VulkanMemoryPlanTest, RandomRequests) {
  uint64_t state = 1;
  auto next = [&](uint64_t bound) {
    state = state * 6364136223846793005 + 1442695040888963407;
    return (state >> 33) % bound;
  };
  for (unsigned round = 0; round < 50; ++round) {
    std::vector<MemoryRequest> requests;
    uint64_t sum = 0;
    for (unsigned i = 0; i < 60; ++i) {
      uint32_t first = next(40);
      requests.push_back({next(3000), first, first + uint32_t(next(10))});
      sum += llvm::alignTo(requests.back().numBytes, 64);
    }
    MemoryPlan plan = planMemory(requests, 64, 4096);
    EXPECT_LE(plan.getNumBytes(), sum);
    for (size_t a = 0; a < requests.size(); ++a) {
      const MemoryPlacement &place = plan.placements[a];
      if (requests[a].numBytes == 0)
        continue;
      EXPECT_EQ(place.offset % 64, 0u);
      EXPECT_LE(place.offset + requests[a].numBytes, plan.blocks[place.block]);
      for (size_t b = 0; b < a; ++b) {
        const MemoryPlacement &other = plan.placements[b];
        bool meets = requests[a].first <= requests[b].last &&
                     requests[b].first <= requests[a].last;
        bool overlaps = place.block == other.block &&
                        place.offset < other.offset + requests[b].numBytes &&
                        other.offset < place.offset + requests[a].numBytes;
        EXPECT_FALSE(meets && overlaps) << a << " and " << b;
      }
    }
  }
}

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

using Barriers = std::vector<PlanBarrier>;
constexpr static PlanBarrier kNone = PlanBarrier::None;
constexpr static PlanBarrier kKernels = PlanBarrier::Kernels;

TEST(VulkanPlanLayoutTest, ReuseNeedsABarrier) {
  PlanBuilder builder;
  uint32_t a = builder.addAllocation(64);
  uint32_t b = builder.addAllocation(64);
  builder.addSum({}, a, 0);
  // In the memory of a, which was just written.
  builder.addSum({}, b, 0);
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(layout.device.blocks, std::vector<uint64_t>({256}));
  EXPECT_EQ(placeBarriers(builder.plan, layout), Barriers({kNone, kKernels}));

  // One that is read may be written by the next as little.
  PlanBuilder chain;
  uint32_t x = chain.addInput(1024);
  uint32_t first = chain.addAllocation(1024);
  uint32_t second = chain.addAllocation(1024);
  uint32_t third = chain.addAllocation(1024);
  uint32_t fourth = chain.addAllocation(1024);
  chain.addSum({x}, first, 0);
  chain.addSum({first}, second, 0, /*needsBarrier=*/true);
  chain.addSum({second}, third, 0, /*needsBarrier=*/true);
  chain.addSum({x}, fourth, 0);
  chain.plan.results = {third};
  layout = layOutPlan(chain.plan, makeLimits());
  EXPECT_EQ(layout.device.getNumBytes(), 3 * 1024u);
  EXPECT_EQ(layout.device.placements[fourth].offset,
            layout.device.placements[second].offset);
  EXPECT_EQ(placeBarriers(chain.plan, layout),
            Barriers({kNone, kKernels, kKernels, kKernels}));
}

TEST(VulkanPlanLayoutTest, ReuseAfterABarrierNeedsNone) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  uint32_t a = builder.addAllocation(64);
  uint32_t b = builder.addAllocation(64);
  uint32_t y = builder.addAllocation(64);
  uint32_t z = builder.addAllocation(64);
  builder.addSum({x}, a, 0);
  builder.addSum({a}, y, 0, /*needsBarrier=*/true);
  builder.addSum({y}, z, 0, /*needsBarrier=*/true);
  builder.addSum({x}, b, 0);
  builder.plan.results = {y, z};
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(layout.device.placements[a].offset,
            layout.device.placements[b].offset);
  EXPECT_EQ(placeBarriers(builder.plan, layout),
            Barriers({kNone, kKernels, kKernels, kNone}));
}

/// Dispatches that are left out wait for none, and none waits for them. Grids
/// that the commands know are not read.
TEST(VulkanPlanLayoutTest, OmittedDispatchesNeedNoBarrier) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  uint32_t flag = builder.addAllocation(4);
  uint32_t grid = builder.addAllocation(12);
  uint32_t y = builder.addAllocation(64);
  uint32_t z = builder.addAllocation(64);
  builder.addSum({x}, flag, 0);
  builder.addSum({flag}, grid, 0, /*needsBarrier=*/true);
  builder.addSum({x}, y, 0);
  builder.plan.dispatches.back().grid = {grid, 0};
  builder.plan.dispatches.back().barrier = PlanBarrier::Grids;
  builder.addSum({y}, z, 0, /*needsBarrier=*/true);
  builder.plan.results = {z};
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(placeBarriers(builder.plan, layout),
            Barriers({kNone, kKernels, PlanBarrier::Grids, kKernels}));
  EXPECT_EQ(placeBarriers(
                builder.plan, layout, [](size_t i) { return i == 1; },
                [](size_t i) { return i == 2; }),
            Barriers({kNone, kNone, kNone, kKernels}));
  auto isFirst = [](size_t i) { return i == 0; };
  EXPECT_EQ(placeBarriers(builder.plan, layout, isFirst),
            Barriers({kNone, kNone, PlanBarrier::Grids, kKernels}));
  EXPECT_EQ(placeBarriers(builder.plan, layout, isFirst,
                          [](size_t i) { return i == 2; }),
            Barriers({kNone, kNone, kNone, kKernels}));
}

/// They are set before the first dispatch, so nothing has their memory before.
TEST(VulkanPlanLayoutTest, InitialWordsShareNoEarlierMemory) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(64);
  uint32_t a = builder.addAllocation(64);
  uint32_t y = builder.addAllocation(64);
  uint32_t flag = builder.addAllocation(64);
  builder.addSum({x}, a, 0);
  builder.addSum({a}, y, 0, /*needsBarrier=*/true);
  builder.addSum({y}, flag, 0, /*needsBarrier=*/true);
  builder.plan.results = {y};
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(layout.device.placements[flag].offset,
            layout.device.placements[a].offset);
  builder.plan.initialWords = {{flag, 4, 7}};
  layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_NE(layout.device.placements[flag].offset,
            layout.device.placements[a].offset);
}

/// Words that are set to zero, and are zero after every run that succeeds.
TEST(VulkanPlanLayoutTest, LastingWords) {
  PlanBuilder builder;
  uint32_t words = builder.addAllocation(16);
  uint32_t other = builder.addAllocation(16);
  builder.addSum({}, words, 0);
  builder.addSum({}, other, 0);
  builder.plan.initialWords = {
      {words, 0, 0}, {words, 4, 0}, {words, 8, 1}, {other, 4, 0}};
  builder.plan.checks = {{words, 4, ""}, {words, 8, ""}, {other, 0, ""}};
  EXPECT_EQ(layOutPlan(builder.plan, makeLimits()).lastingWords,
            std::vector<bool>({false, true, false, false}));
}

TEST(VulkanPlanLayoutTest, WhatStaysIsNotShared) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(45);
  uint32_t constant = builder.addConstant({1, 2, 3});
  uint32_t unused = builder.addConstant({1, 2, 3, 4, 5, 6});
  uint32_t reported = builder.addAllocation(16);
  uint32_t y = builder.addAllocation(45);
  uint32_t z = builder.addAllocation(45);
  builder.addSum({x, constant}, reported, 0);
  builder.addSum({x, constant}, y, 0);
  builder.addSum({}, z, 0);
  builder.plan.results = {z, y, z, x};
  builder.plan.indexReports = {{reported, 0, 1, ""}};
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(layout.device.blocks, std::vector<uint64_t>({5 * 256}));
  EXPECT_EQ(layout.device.placements[unused].block, UINT32_MAX);
  EXPECT_EQ(placeBarriers(builder.plan, layout),
            Barriers({kNone, kNone, kNone}));

  ASSERT_EQ(layout.uploads.list.size(), 1u);
  EXPECT_EQ(layout.uploads.list[0].buffer, x);
  EXPECT_EQ(layout.uploads.list[0].numBytes, 45u);
  ASSERT_EQ(layout.constants.list.size(), 1u);
  EXPECT_EQ(layout.constants.list[0].numBytes, 12u);
  ASSERT_EQ(layout.downloads.list.size(), 4u);
  EXPECT_EQ(layout.results, std::vector<uint32_t>({0, 1, 0, 2}));
  EXPECT_EQ(layout.reports, std::vector<uint32_t>({3}));
  EXPECT_EQ(layout.downloads.list[3].numBytes, 16u);
}

/// The host learns what grids follow from: the words that a kernel of nothing
/// but grids reads, or the grids themselves.
TEST(VulkanPlanLayoutTest, SourcesOfGrids) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(1024);
  uint32_t words = builder.addAllocation(16);
  uint32_t ofWords = builder.addAllocation(12);
  uint32_t ofInput = builder.addAllocation(12);
  uint32_t rewritten = builder.addAllocation(12);
  uint32_t y = builder.addAllocation(64);
  builder.addSum({x}, words, 0);
  builder.addSum({words}, ofWords, 0, /*needsBarrier=*/true);
  builder.addSum({x}, ofInput, 0);
  builder.addSum({x}, rewritten, 0);
  builder.addSumOfGrid({x}, y, 0, ofWords);
  builder.addSumOfGrid({x}, y, 0, ofInput);
  builder.addSumOfGrid({x}, y, 0, rewritten);
  builder.addSum({x}, rewritten, 1, /*needsBarrier=*/true);
  builder.plan.results = {y};
  PlanLayout layout = layOutPlan(builder.plan, makeLimits());
  EXPECT_EQ(layout.gridWriters, std::vector<uint32_t>({1}));
  std::vector<uint32_t> dispatches, sources;
  for (const GridTransfer &grid : layout.grids)
    dispatches.push_back(grid.dispatch);
  EXPECT_EQ(dispatches, std::vector<uint32_t>({4, 5}));
  for (uint32_t number : layout.gridSources)
    sources.push_back(layout.downloads.list[number].buffer);
  EXPECT_EQ(sources, std::vector<uint32_t>({ofInput, words}));

  // Words that are written again say nothing at the end.
  builder.addSum({x}, words, 1, /*needsBarrier=*/true);
  EXPECT_TRUE(layOutPlan(builder.plan, makeLimits()).gridWriters.empty());
}

TEST(VulkanPlanLayoutTest, BuffersOfAnApplication) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(48);
  uint32_t written = builder.addInput(48);
  uint32_t unused = builder.addInput(48);
  uint32_t constant = builder.addConstant({1, 2, 3});
  uint32_t scratch = builder.addAllocation(48);
  uint32_t reported = builder.addAllocation(16);
  uint32_t grid = builder.addAllocation(12);
  uint32_t y = builder.addAllocation(48);
  uint32_t set = builder.addAllocation(48);
  uint32_t twice = builder.addAllocation(48);
  builder.addSum({x, constant}, scratch, 0);
  builder.addSum({x}, written, 0);
  builder.addSum({scratch}, y, 0, /*needsBarrier=*/true);
  builder.addSum({scratch}, twice, 0);
  builder.addSum({x}, reported, 0);
  builder.plan.dispatches.back().grid = {grid, 0};
  builder.plan.results = {y, twice, twice, x, constant, written, grid};
  builder.plan.results.push_back(reported);
  builder.plan.results.push_back(set);
  builder.plan.initialWords = {{set, 0, 1}};
  builder.plan.indexReports = {{reported, 0, 1, ""}};
  PlanLayout layout =
      layOutPlan(builder.plan, makeLimits(), PlanEnds::Application);
  for (uint32_t i = 0; i < builder.plan.buffers.size(); ++i) {
    EXPECT_EQ(layout.external[i], i == x || i == y) << i;
    EXPECT_EQ(layout.used[i], i != unused) << i;
    EXPECT_EQ(layout.device.placements[i].exists(),
              layout.used[i] && !layout.external[i])
        << i;
  }
  EXPECT_TRUE(layout.uploads.list.empty());
  EXPECT_TRUE(layout.results.empty());
  ASSERT_EQ(layout.constants.list.size(), 1u);
  ASSERT_EQ(layout.downloads.list.size(), 1u);
  EXPECT_EQ(layout.downloads.list[0].buffer, reported);
  // The last one writes memory that `scratch` had.
  EXPECT_EQ(placeBarriers(builder.plan, layout),
            Barriers({kNone, kNone, kKernels, kNone, kKernels}));
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
/// A plan of one kernel, and what is wrong with it after a change.
class VulkanPlanCheckTest : public ::testing::Test {
protected:
  void SetUp() override {
    x = builder.addInput(1000);
    middle = builder.addAllocation(1000);
    y = builder.addAllocation(1000);
    builder.addSum({x}, middle, 0);
    builder.addSum({middle}, y, 0, true);
    builder.plan.results = {y};
  }

  std::string check() { return getMessage(checkPlan(plan, limits)); }

  PlanBuilder builder;
  LaunchPlan &plan = builder.plan;
  VulkanLimits limits = makeLimits();
  uint32_t x, middle, y;
};
} // namespace

TEST_F(VulkanPlanCheckTest, Limits) {
  EXPECT_EQ(check(), "");
  limits.maxStorageBufferRange = 1007;
  EXPECT_EQ(check(),
            "argument 0, as a storage buffer of kernel 'sum1': expected at "
            "most 1007 bytes on this device, given 1008");
  limits = makeLimits();
  plan.buffers[y].numBytes = (1 << 27) + 1;
  EXPECT_EQ(check(),
            "result 0, as a storage buffer of kernel 'sum1': expected at most "
            "134217728 bytes on this device, given 134217744");
  plan.buffers[y].numBytes = 2000;
  limits.maxAllocationSize = 1500;
  EXPECT_EQ(check(), "result 0, as one allocation of memory: expected at most "
                     "1500 bytes on this device, given 2000");
  limits.maxAllocationSize = 1007;
  plan.buffers[y].numBytes = 1000;
  EXPECT_EQ(check(), "argument 0, as one allocation of memory: expected at "
                     "most 1007 bytes on this device, given 1008");
  limits = makeLimits();
  for (unsigned d = 0; d < 3; ++d) {
    std::string dimension(1, "xyz"[d]);
    plan.dispatches[1].workgroups = {1, 1, 1};
    plan.dispatches[1].workgroups[d] = 65536;
    EXPECT_EQ(check(), "kernel 'sum1' (dispatch 1), in " + dimension +
                           ": expected at most 65535 workgroups on this "
                           "device, given 65536");
    plan.dispatches[1].workgroups[d] = 65535;
    EXPECT_EQ(check(), "");
  }
  plan.kernels[0].workgroupSize = {1, 1, 65};
  EXPECT_EQ(check(), "kernel 'sum1', workgroup in z: expected at most 64 "
                     "invocations on this device, given 65");
  plan.kernels[0].workgroupSize = {16, 8, 2};
  EXPECT_EQ(check(), "kernel 'sum1', workgroup: expected at most 128 "
                     "invocations on this device, given 256");
  plan.kernels[0].workgroupSize = {16, 8, 1};
  EXPECT_EQ(check(), "");
  plan.kernels[0].workgroupMemory = 16385;
  EXPECT_EQ(check(), "kernel 'sum1', workgroup memory: expected at most 16384 "
                     "bytes on this device, given 16385");
  plan.kernels[0].workgroupMemory = 16384;
  EXPECT_EQ(check(), "");
  limits.maxStorageBuffers = 1;
  EXPECT_EQ(check(), "kernel 'sum1': expected at most 1 storage buffers on "
                     "this device, given 2");
}

TEST_F(VulkanPlanCheckTest, NamesOfBuffers) {
  EXPECT_EQ(describeBuffer(plan, x), "argument 0");
  EXPECT_EQ(describeBuffer(plan, middle), "an intermediate tensor (buffer 1)");
  EXPECT_EQ(describeBuffer(plan, y), "result 0");
  EXPECT_EQ(describeBuffer(plan, builder.addConstant({1})),
            "a constant (buffer 3)");
}

TEST_F(VulkanPlanCheckTest, Contradictions) {
  auto expect = [&](const std::string &message,
                    llvm::function_ref<void()> change) {
    LaunchPlan before = plan;
    change();
    EXPECT_EQ(check(), "the launch plan is malformed: " + message);
    plan = before;
  };
  expect("dispatch 1 names kernel 2, expected less than 2",
         [&] { plan.dispatches[1].kernel = 2; });
  expect("dispatch 0 names buffer 3, expected less than 3",
         [&] { plan.dispatches[0].buffers[0] = 3; });
  expect("dispatch 0 of kernel 'sum1': expected 2 buffers and as many flags of "
         "writes, given 1 and 2",
         [&] { plan.dispatches[0].buffers.pop_back(); });
  expect("dispatch 0 of kernel 'sum1': expected 2 buffers and as many flags of "
         "writes, given 2 and 0",
         [&] { plan.kernels[0].writes.clear(); });
  expect("dispatch 0 of kernel 'sum1' writes a constant (buffer 3)",
         [&] { plan.dispatches[0].buffers[1] = builder.addConstant({1}); });
  expect("dispatch 1 of kernel 'sum1' reads an intermediate tensor (buffer 1), "
         "which an earlier one uses: expected a barrier of kind 'kernels' in "
         "between",
         [&] { plan.dispatches[1].barrier = PlanBarrier::None; });
  expect("dispatch 1 of kernel 'sum1' writes argument 0, which an earlier one "
         "uses: expected a barrier of kind 'kernels' in between",
         [&] {
           plan.dispatches[1].barrier = PlanBarrier::None;
           plan.dispatches[1].buffers = {y, x};
         });
  expect("dispatch 1 of kernel 'sum1' writes result 0, which an earlier one "
         "uses: expected a barrier of kind 'kernels' in between",
         [&] {
           plan.dispatches[0].grid = PlanGrid{y, 0};
           plan.dispatches[1].barrier = PlanBarrier::None;
           plan.dispatches[1].buffers = {x, y};
         });
  expect("dispatch 1 of kernel 'sum1' takes its grid from an intermediate "
         "tensor (buffer 1), which an earlier one uses: expected a barrier of "
         "kind 'grids' in between",
         [&] { plan.dispatches[1].grid = PlanGrid{middle, 0}; });
  expect("a constant (buffer 3): expected contents of 8 bytes, given 4",
         [&] { plan.buffers[builder.addConstant({1})].numBytes = 8; });
  expect("argument 0 has 18446744073709551615 bytes",
         [&] { plan.buffers[x].numBytes = UINT64_MAX; });
  expect("result 1 names buffer 7, expected less than 3",
         [&] { plan.results.push_back(7); });
  expect("index report 0 names buffer 7, expected less than 3",
         [&] { plan.indexReports.push_back({7, 0, 1, ""}); });
  for (uint64_t offset : {uint64_t(2), uint64_t(988), UINT64_MAX - 3})
    expect("index report 0 is at offset " + std::to_string(offset) +
               " of a buffer of 1000 bytes; expected a multiple of 4 with 16 "
               "bytes behind it",
           [&] { plan.indexReports.push_back({y, offset, 1, ""}); });
  expect("check 0 names buffer 7, expected less than 3",
         [&] { plan.checks.push_back({7, 0, ""}); });
  for (uint64_t offset : {uint64_t(2), uint64_t(1000), UINT64_MAX - 3})
    expect("check 0 is at offset " + std::to_string(offset) +
               " of a buffer of 1000 bytes; expected a multiple of 4 with 4 "
               "bytes behind it",
           [&] { plan.checks.push_back({y, offset, ""}); });
  expect("initial word 0 names buffer 7, expected less than 3",
         [&] { plan.initialWords = {{7, 0, 0}}; });
  expect("initial word 0 is in argument 0: expected an allocation",
         [&] { plan.initialWords = {{x, 0, 0}}; });
  for (uint64_t offset : {uint64_t(2), uint64_t(1000), UINT64_MAX - 3})
    expect("initial word 0 is at offset " + std::to_string(offset) +
               " of a buffer of 1000 bytes; expected a multiple of 4 with 4 "
               "bytes behind it",
           [&] { plan.initialWords = {{y, offset, 0}}; });
  expect("initial word 1 is set before, by another one",
         [&] { plan.initialWords = {{y, 8, 0}, {y, 8, 1}}; });
  expect("kernel 'sum1' has no bindings",
         [&] { plan.kernels[1].numBindings = 0; });
  expect("kernel 'sum1' is not a SPIR-V module",
         [&] { plan.kernels[1].spirv.clear(); });
  expect("kernel 'sum1': expected SPIR-V 1.3 or earlier, given 1.5",
         [&] { plan.kernels[1].spirv[1] = 0x00010500; });
}
