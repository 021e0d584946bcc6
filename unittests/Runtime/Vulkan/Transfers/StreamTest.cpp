//===- StreamTest.cpp - Tests of transfers in chunks ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/Vulkan/VulkanTestUtils.h"
#include "dml/Runtime/Vulkan/Plan/PlanLayout.h"
#include <cstring>

using namespace dml;
using namespace dml::test;

constexpr static uint64_t kChunkBytes = 1024;

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

/// The pieces as `transfer@offset:bytes>place in the chunk`.
static std::string printChunks(llvm::ArrayRef<uint64_t> sizes) {
  std::vector<PlanTransfer> transfers;
  for (uint64_t size : sizes)
    transfers.push_back({/*buffer=*/0, /*offset=*/0, size, {}});
  PlanStream stream = makeStream(transfers, kChunkBytes);
  EXPECT_EQ(stream.list.size(), sizes.size());
  std::string text;
  llvm::raw_string_ostream os(text);
  for (llvm::ArrayRef<ChunkPiece> chunk : stream.chunks) {
    os << "[";
    for (const ChunkPiece &piece : chunk)
      os << " " << piece.transfer << "@" << piece.offset << ":"
         << piece.numBytes << ">" << piece.staging;
    os << " ]";
  }
  return text;
}

TEST(VulkanChunksTest, Boundaries) {
  EXPECT_EQ(printChunks({}), "");
  EXPECT_EQ(printChunks({0}), "");
  EXPECT_EQ(printChunks({1}), "[ 0@0:1>0 ]");
  EXPECT_EQ(printChunks({kChunkBytes - 1}), "[ 0@0:1023>0 ]");
  EXPECT_EQ(printChunks({kChunkBytes}), "[ 0@0:1024>0 ]");
  EXPECT_EQ(printChunks({kChunkBytes + 1}), "[ 0@0:1024>0 ][ 0@1024:1>0 ]");
}

TEST(VulkanChunksTest, TransfersShareChunks) {
  EXPECT_EQ(printChunks({1, 0, 100, 1500}),
            "[ 0@0:1>0 2@0:100>64 3@0:832>192 ][ 3@832:668>0 ]");
  // What is left of a chunk after rounding up may be nothing.
  EXPECT_EQ(printChunks({1000, 8}), "[ 0@0:1000>0 ][ 1@0:8>0 ]");
}

TEST(VulkanChunksTest, SmallTransfersHaveNoStream) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(1000);
  uint32_t y = builder.addInput(24);
  uint32_t z = builder.addAllocation(1025);
  builder.addSum({x, y}, z, 0);
  builder.plan.results = {z};
  builder.plan.checks = {{z, 0, "check"}};
  VulkanLimits limits;
  limits.maxAllocationSize = 1 << 30;
  limits.chunkBytes = kChunkBytes;
  PlanLayout layout = layOutPlan(builder.plan, limits);
  EXPECT_EQ(layout.uploads.list.size(), 2u);
  EXPECT_TRUE(layout.uploadStream.chunks.empty());
  // Words are read before results are.
  EXPECT_EQ(layout.downloads.getNumBytes(), 4u);
  EXPECT_EQ(layout.downloadStream.getNumBytes(), 1025u);
  EXPECT_EQ(layout.downloadStream.chunks.size(), 2u);
}

//===----------------------------------------------------------------------===//
// Runs
//===----------------------------------------------------------------------===//

namespace {
class VulkanStreamTest : public VulkanTest {
protected:
  VulkanStreamTest() {
    options.editLimits = [](VulkanLimits &limits) {
      limits.chunkBytes = kChunkBytes;
    };
  }
};
} // namespace

static Tensor makeBytes(int64_t numBytes, unsigned seed) {
  Tensor tensor = llvm::cantFail(
      Tensor::allocate({ElementType::UI8, {numBytes}, /*isScalar=*/false}));
  for (int64_t i = 0; i < numBytes; ++i)
    tensor.setElementBits(i, (i * 37 + (i >> 8) + seed) & 0xFF);
  return tensor;
}

/// Less than the ring holds, exactly as much, and more.
TEST_F(VulkanStreamTest, Boundaries) {
  for (int64_t numBytes : {1, 1023, 1024, 1025, 2048, 4096, 4097, 5 * 1024,
                           8 * 1024 + 1, 64 * 1024 + 7}) {
    PlanBuilder builder;
    uint32_t from = builder.addInput(numBytes);
    uint32_t to = builder.addAllocation(numBytes);
    builder.addSum({from}, to, 0);
    builder.plan.results = {to};
    auto runner = makeRunner(builder.plan);
    ASSERT_TRUE(runner);
    RunResult result;
    for (unsigned seed : {1, 2, 3}) {
      Tensor input = makeBytes(numBytes, seed);
      ASSERT_EQ(getMessage(runner->run({&input}, {input.getType()}, result,
                                       {/*deviceTimes=*/true})),
                "");
      ASSERT_EQ(result.outputs.size(), 1u);
      EXPECT_EQ(std::memcmp(result.outputs[0].data(), input.data(), numBytes),
                0)
          << numBytes;
      ASSERT_TRUE(result.deviceTimes);
      EXPECT_GT(result.deviceTimes->upload, 0);
      EXPECT_GT(result.deviceTimes->download, 0);
    }
  }
}

/// Results that are an input, a constant, and empty; that share a buffer; and
/// that are smaller than theirs.
TEST_F(VulkanStreamTest, ResultsOfEveryKind) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(4000);
  uint32_t constant = builder.addConstant(getWords(makeWords(700, 9)));
  uint32_t y = builder.addAllocation(8000);
  uint32_t none = builder.addAllocation(0);
  builder.addSum({}, y, 5);
  builder.plan.results = {y, x, none, constant, y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(1000, 3);
  RunResult result;
  for (unsigned i = 0; i < 2; ++i) {
    ASSERT_EQ(
        getMessage(runner->run({&input},
                               {makeType("2000xui32"), makeType("1000xui32"),
                                makeType("0xui32"), makeType("700xui32"),
                                makeType("300xui32")},
                               result)),
        "");
    ASSERT_EQ(result.outputs.size(), 5u);
    EXPECT_EQ(getWords(result.outputs[0]), std::vector<uint32_t>(2000, 5));
    EXPECT_EQ(getWords(result.outputs[1]), getWords(input));
    EXPECT_EQ(getWords(result.outputs[3]), getWords(makeWords(700, 9)));
    EXPECT_EQ(getWords(result.outputs[4]), std::vector<uint32_t>(300, 5));
  }
}

/// Constants of more than a chunk, of which a part is small.
TEST_F(VulkanStreamTest, Constants) {
  PlanBuilder builder;
  uint32_t small = builder.addConstant({7});
  uint32_t large = builder.addConstant(getWords(makeWords(5000, 2)));
  uint32_t y = builder.addAllocation(20000);
  builder.addSum({large}, y, 1);
  builder.plan.results = {y, small};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  for (unsigned i = 0; i < 2; ++i) {
    RunResult result;
    ASSERT_EQ(getMessage(runner->run(
                  {}, {makeType("5000xui32"), makeType("1xui32")}, result)),
              "");
    EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(5000, 3)));
    EXPECT_EQ(getWords(result.outputs[1]), std::vector<uint32_t>({7}));
  }
}

/// A check that fails ends the run while chunks of results are under way; the
/// next run is right.
TEST_F(VulkanStreamTest, ChecksAndReports) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(8000);
  uint32_t y = builder.addAllocation(8000);
  builder.addSum({x}, y, 0);
  builder.plan.results = {y};
  builder.plan.checks = {{y, 4, "the check"}};
  builder.plan.indexReports = {{y, 8, 100, "a: "}};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor good = makeWords(2000, 0), bad = makeWords(2000, 1);
  good.setElementBits(1, 0);
  RunResult result;
  for (unsigned i = 0; i < 2; ++i) {
    EXPECT_EQ(getMessage(runner->run({&bad}, {bad.getType()}, result)),
              "the check");
    EXPECT_TRUE(result.outputs.empty());
    EXPECT_TRUE(result.outOfRange.empty());
    ASSERT_EQ(getMessage(runner->run({&good}, {good.getType()}, result)), "");
    EXPECT_EQ(getWords(result.outputs[0]), getWords(good));
    ASSERT_EQ(result.outOfRange.size(), 1u);
    EXPECT_EQ(result.outOfRange[0].indices.count, 2u);
  }
}

TEST_F(VulkanStreamTest, Profile) {
  PlanBuilder builder;
  uint32_t x = builder.addInput(5000);
  uint32_t y = builder.addAllocation(5000);
  builder.addSum({x}, y, 1);
  builder.addSum({x}, y, 2, /*needsBarrier=*/true);
  builder.plan.results = {y};
  auto runner = makeRunner(builder.plan);
  ASSERT_TRUE(runner);
  Tensor input = makeWords(1250, 0);
  RunResult result;
  Profile profile;
  ASSERT_EQ(getMessage(runner->run({&input}, {input.getType()}, result,
                                   {/*deviceTimes=*/true, &profile})),
            "");
  EXPECT_EQ(getWords(result.outputs[0]), getWords(makeWords(1250, 2)));
  std::map<std::string, int64_t> numBytes;
  std::map<std::string, unsigned> counts;
  // Chunks are copied in any order, but before and after the kernels.
  std::map<std::string, double> begins, ends;
  for (const ProfileEvent &event : profile.getEvents()) {
    numBytes[event.name] += event.numBytes.value_or(0);
    ++counts[event.name];
    EXPECT_GE(event.duration, 0);
    if (!event.isOnDevice)
      continue;
    double end = event.begin + event.duration;
    begins.insert({event.name, event.begin});
    begins[event.name] = std::min(begins[event.name], event.begin);
    ends.insert({event.name, end});
    ends[event.name] = std::max(ends[event.name], end);
  }
  EXPECT_LE(ends["upload"], begins["sum1"] + 1e-6);
  EXPECT_LE(ends["sum1"], begins["sum1-1"] + 1e-6);
  EXPECT_LE(ends["sum1-1"], begins["download"] + 1e-6);
  for (const char *name :
       {"copy to staging", "upload", "download", "copy from staging"}) {
    EXPECT_EQ(numBytes[name], 5000) << name;
    EXPECT_EQ(counts[name], 5u) << name;
  }
  EXPECT_EQ(counts["sum1"], 1u);
  EXPECT_EQ(counts["sum1-1"], 1u);
  EXPECT_EQ(numBytes["sum1"], 10000);
}
