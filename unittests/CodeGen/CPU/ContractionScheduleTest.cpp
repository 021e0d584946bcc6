//===- ContractionScheduleTest.cpp - Tests of contractions in blocks ------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Contract/ContractionSchedule.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;

namespace {

constexpr int64_t kAVX512 = 64, kAVX = 32;

std::string describe(const ContractionSizes &sizes, int64_t registerBytes) {
  FailureOr<ContractionSchedule> schedule =
      chooseContractionSchedule(sizes, registerBytes);
  if (failed(schedule))
    return "none";
  std::string text;
  llvm::raw_string_ostream os(text);
  schedule->print(os);
  return text;
}

ContractionSizes makeSizes(int64_t rows, int64_t columns, int64_t depth) {
  ContractionSizes sizes;
  sizes.rows = rows;
  sizes.columns = columns;
  sizes.depth = depth;
  return sizes;
}

TEST(ContractionScheduleTest, RowsWithoutRest) {
  EXPECT_EQ(describe(makeSizes(64, 65536, 576), kAVX512),
            "blocks of 16 rows times 1 vector of 16 elements, 288 deep, of 80 "
            "copied columns, in tasks of 64 times 80");
  // Of 16 registers.
  EXPECT_EQ(describe(makeSizes(64, 65536, 576), kAVX),
            "blocks of 8 rows times 1 vector of 8 elements, 576 deep, of 40 "
            "copied columns, in tasks of 64 times 40");
}

TEST(ContractionScheduleTest, RowsWithRest) {
  // 2 blocks of 20 rows, and one of 19.
  FailureOr<ContractionSchedule> schedule =
      chooseContractionSchedule(makeSizes(59, 64, 64), kAVX512);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->blockRows, 20);
}

TEST(ContractionScheduleTest, FewRowsHaveSeveralVectors) {
  // One sum is not added to before the addition before it has ended.
  EXPECT_EQ(describe(makeSizes(1, 1024, 512), kAVX512),
            "blocks of 1 rows times 4 vectors of 16 elements, 86 deep, of 320 "
            "copied columns, in tasks of 1 times 1024");
}

TEST(ContractionScheduleTest, WideTypes) {
  ContractionSizes sizes = makeSizes(64, 64, 64);
  sizes.elementBytes = 8;
  FailureOr<ContractionSchedule> schedule =
      chooseContractionSchedule(sizes, kAVX512);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->vectorLength, 8);
}

TEST(ContractionScheduleTest, CopiedRowsAreUsedOften) {
  ContractionSizes sizes = makeSizes(4096, 4096, 4096);
  FailureOr<ContractionSchedule> inPlace =
      chooseContractionSchedule(sizes, kAVX512);
  sizes.packsRows = true;
  FailureOr<ContractionSchedule> copied =
      chooseContractionSchedule(sizes, kAVX512);
  ASSERT_TRUE(succeeded(inPlace) && succeeded(copied));
  EXPECT_LT(inPlace->taskColumns, 256);
  EXPECT_EQ(copied->taskColumns, 256);
}

TEST(ContractionScheduleTest, SizesThatAreTiny) {
  EXPECT_EQ(describe(makeSizes(15, 16, 16), kAVX512), "none");
  EXPECT_NE(describe(makeSizes(16, 16, 16), kAVX512), "none");
}

TEST(ContractionScheduleTest, SizesThatAreHuge) {
  constexpr int64_t kHuge = int64_t(1) << 40;
  for (const ContractionSizes &sizes :
       {makeSizes(kHuge, 1, 1), makeSizes(1, kHuge, 1), makeSizes(1, 1, kHuge),
        makeSizes(kHuge, kHuge, 1)})
    EXPECT_NE(describe(sizes, kAVX512), "none");
}

} // namespace
