//===- StridesTest.cpp - Tests of where elements lie ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/IR/Shapes/Strides.h"
#include "llvm/Support/Error.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace dml;

namespace {

std::string check(SizesRef sizes, SizesRef strides,
                  StridedUse use = StridedUse::Written,
                  unsigned elementBytes = 4) {
  return llvm::toString(
      checkStrides("tensor", sizes, strides, elementBytes, use));
}

constexpr const char *kOverlap =
    "strides of the tensor: expected a place of its own for each element, "
    "given elements that overlap [T3]";

/// The place of each element, in row-major order.
std::vector<int64_t> getPlaces(SizesRef sizes, SizesRef strides) {
  std::vector<int64_t> places = {0};
  for (size_t i = 0; i < sizes.size(); ++i) {
    std::vector<int64_t> next;
    for (int64_t place : places)
      for (int64_t k = 0; k < sizes[i]; ++k)
        next.push_back(place + k * strides[i]);
    places = std::move(next);
  }
  return places;
}

TEST(StridesTest, Refusals_T3) {
  EXPECT_EQ(check({2, 3}, {3}), "strides of the tensor: expected 2 (one for "
                                "each dimension), given 1 [T3]");
  EXPECT_EQ(check({}, {1}), "strides of the tensor: expected 0 (one for each "
                            "dimension), given 1 [T3]");
  EXPECT_EQ(check({2, 3}, {0, 1}),
            "stride of dimension 0 of the tensor: expected at least 1, as its "
            "2 elements are written, given 0 [T3]");
  EXPECT_EQ(check({2, 3}, {0, 1}, StridedUse::Read), "");
  EXPECT_EQ(check({1, 3}, {0, 1}), "");
  EXPECT_EQ(check({2, 3}, {1, 1}), kOverlap);
  EXPECT_EQ(check({2, 3}, {1, 1}, StridedUse::Read), "");
}

TEST(StridesTest, Bounds_A1) {
  for (StridedUse use : {StridedUse::Read, StridedUse::Written}) {
    EXPECT_EQ(check({2}, {-1}, use), "stride of dimension 0 of the tensor: "
                                     "expected 0 to 4294967295, given -1 "
                                     "[A1, T3]");
    EXPECT_EQ(check({2, 1}, {1, 4294967296}, use),
              "stride of dimension 1 of the tensor: expected 0 to 4294967295, "
              "given 4294967296 [A1, T3]");
    EXPECT_EQ(check({2}, {4294967295}, use), "");
  }
}

TEST(StridesTest, Bytes_T4) {
  constexpr int64_t size = int64_t(1) << 31;
  const std::string tooMany = "bytes of the tensor: expected less than 2^63, "
                              "given strides that reach further [T4]";
  // 2^62-2^31+1 elements, of 2^63-2^32+2 bytes if they have two.
  EXPECT_EQ(check({size}, {size}, StridedUse::Read, 1), "");
  EXPECT_EQ(check({size}, {size}, StridedUse::Read, 2), "");
  EXPECT_EQ(check({size}, {size}, StridedUse::Read, 4), tooMany);
  // More elements than 63 bits count.
  EXPECT_EQ(check({4294967295}, {4294967295}, StridedUse::Read, 1), tooMany);
  // Rounded up to a multiple of four.
  EXPECT_EQ(check({INT64_MAX - 3}, {1}, StridedUse::Read, 1), "");
  EXPECT_EQ(check({INT64_MAX - 2}, {1}, StridedUse::Read, 1), tooMany);
}

TEST(StridesTest, UnknownSizesAreLeftOut) {
  EXPECT_EQ(check({kDynamic, 3}, {1, 1}), "");
  EXPECT_EQ(check({kDynamic, 4294967295}, {4294967295, 4294967295}), "");
  EXPECT_EQ(check({kDynamic, 3}, {0, 1}), "");
  EXPECT_EQ(check({kDynamic, 3}, {3, 0}),
            "stride of dimension 1 of the tensor: expected at least 1, as its "
            "3 elements are written, given 0 [T3]");
}

TEST(StridesTest, LayoutsWithoutOverlap) {
  EXPECT_EQ(check({2, 3, 4, 5}, {60, 1, 15, 3}), "");
  EXPECT_EQ(check({2, 3}, {4, 1}), "");
  EXPECT_EQ(check({}, {}), "");
  // Rows that lie within each other: 0 2 4, 3 5 7. Longer ones meet at 6.
  EXPECT_EQ(check({2, 3}, {3, 2}), "");
  EXPECT_EQ(check({3, 4}, {3, 2}), kOverlap);
}

/// Against all places of small tensors.
TEST(StridesTest, FindsEveryOverlap) {
  std::mt19937 random(1);
  unsigned numOverlaps = 0;
  constexpr unsigned numCases = 20000;
  for (unsigned i = 0; i < numCases; ++i) {
    Sizes sizes, strides;
    for (unsigned k = 0, rank = 1 + random() % 4; k < rank; ++k) {
      sizes.push_back(1 + random() % 4);
      strides.push_back(1 + random() % 24);
    }
    std::vector<int64_t> places = getPlaces(sizes, strides);
    bool overlaps =
        std::set<int64_t>(places.begin(), places.end()).size() < places.size();
    numOverlaps += overlaps;
    ASSERT_EQ(check(sizes, strides), overlaps ? kOverlap : "")
        << formatSizes(sizes) << " with strides " << formatSizes(strides);
  }
  EXPECT_GT(numOverlaps, numCases / 10);
  EXPECT_LT(numOverlaps, numCases - numCases / 10);
}

TEST(StridesTest, SearchesLargeTensors) {
  // Only the last pairs of steps meet: 46337 * 46349 both ways.
  EXPECT_EQ(check({46350, 46338}, {46337, 46349}), kOverlap);
  EXPECT_EQ(check({46349, 46338}, {46337, 46349}), "");
  // Eight dimensions side by side.
  EXPECT_EQ(check({15, 15, 15, 15, 15, 15, 15, 15},
                  {1, 15, 225, 3375, 50625, 759375, 11390625, 170859375}),
            "");
}

/// What would take too long to search is refused: no two of these elements lie
/// at the same place.
TEST(StridesTest, GivesUpInTime) {
  Sizes sizes(8, 8), strides = {3144183656, 2736323150, 4209395098, 4181049486,
                                3975964472, 3113445449, 2438713780, 2616281865};
  EXPECT_EQ(check(sizes, strides), kOverlap);
  EXPECT_EQ(check(sizes, strides, StridedUse::Read), "");
}

TEST(StridesTest, StorageReachesToTheLastElement) {
  EXPECT_EQ(getStorageElements({2, 3, 4}, {12, 4, 1}), 24);
  EXPECT_EQ(getStorageElements({2, 3}, {10, 2}), 15);
  EXPECT_EQ(getStorageElements({4, 3}, {0, 1}), 3);
  EXPECT_EQ(getStorageElements({1, 3}, {100, 1}), 3);
  EXPECT_EQ(getStorageElements({}, {}), 1);
  EXPECT_EQ(getStorageElements({4294967295}, {2147483648}),
            int64_t(4294967294) * 2147483648 + 1);
}

TEST(StridesTest, StorageIsRoundedUpToFourBytes_T4) {
  EXPECT_EQ(getStorageBytes({3}, {1}, 1), 4);
  EXPECT_EQ(getStorageBytes({4}, {1}, 1), 4);
  EXPECT_EQ(getStorageBytes({3}, {2}, 1), 8);
  EXPECT_EQ(getStorageBytes({3}, {1}, 2), 8);
  EXPECT_EQ(getStorageBytes({3}, {1}, 4), 12);
  EXPECT_EQ(getStorageBytes({3}, {1}, 8), 24);
  EXPECT_EQ(getStorageBytes({5}, {0}, 1), 4);
}

TEST(StridesTest, PackedStrides) {
  EXPECT_EQ(getPackedStrides({2, 3, 4}), Sizes({12, 4, 1}));
  EXPECT_EQ(getPackedStrides({2, 1, 4}), Sizes({4, 4, 1}));
  EXPECT_EQ(getPackedStrides({}), Sizes());
}

TEST(StridesTest, PackedOrder) {
  using Order = llvm::SmallVector<unsigned>;
  EXPECT_EQ(getPackedOrder({2, 3, 4, 5}, {60, 20, 5, 1}), Order({0, 1, 2, 3}));
  // NHWC, and the first dimension fastest.
  EXPECT_EQ(getPackedOrder({2, 3, 4, 5}, {60, 1, 15, 3}), Order({0, 2, 3, 1}));
  EXPECT_EQ(getPackedOrder({2, 3, 4}, {1, 2, 6}), Order({2, 1, 0}));
  // A size of 1 has no part in it, whatever its stride.
  EXPECT_EQ(getPackedOrder({1, 3, 4}, {7, 1, 3}), Order({2, 1}));
  EXPECT_EQ(getPackedOrder({1}, {0}), Order());
  EXPECT_EQ(getPackedOrder({}, {}), Order());
  // Gaps, strides of 0, elements at the same place, and interleaved rows.
  EXPECT_EQ(getPackedOrder({2, 3}, {4, 1}), std::nullopt);
  EXPECT_EQ(getPackedOrder({2, 3}, {6, 2}), std::nullopt);
  EXPECT_EQ(getPackedOrder({2, 3}, {0, 1}), std::nullopt);
  EXPECT_EQ(getPackedOrder({2, 2}, {1, 1}), std::nullopt);
  EXPECT_EQ(getPackedOrder({2, 3}, {3, 2}), std::nullopt);
}

TEST(StridesTest, ChannelsLast) {
  EXPECT_TRUE(areChannelsLast({2, 3, 4, 5}, {60, 1, 15, 3}));
  EXPECT_FALSE(areChannelsLast({2, 3, 4, 5}, {60, 20, 5, 1}));
  EXPECT_FALSE(areChannelsLast({2, 3, 4, 5}, {60, 1, 3, 12}));
  EXPECT_FALSE(areChannelsLast({2, 3, 4, 5}, {64, 1, 16, 3}));
  EXPECT_FALSE(areChannelsLast({3, 4, 5}, {1, 15, 3}));
}

} // namespace
