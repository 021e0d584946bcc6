//===- StreamScheduleTest.cpp - Tests of choosing tasks of results --------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/CPU/Schedule/StreamSchedule.h"
#include "CodeGen/CPU/Schedule/LoopOrder.h"
#include "CodeGen/CPU/Schedule/PackedRows.h"
#include "CodeGen/CPU/Stream/BodyVectorizer.h"
#include "CodeGen/TestNests.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace mlir;
using dml::test::makeNest;

namespace {

constexpr int64_t kCacheBytes = 8 << 20;
constexpr int64_t kDynamic = ShapedType::kDynamic;

class StreamScheduleTest : public testing::Test {
protected:
  ~StreamScheduleTest() override {
    for (Operation *op : llvm::reverse(buffers))
      op->destroy();
  }

  /// A nest that computes rows and reads every `divisor`-th element of others.
  AccessNest makeDivided(int64_t rows, int64_t width, int64_t divisor,
                         Type type) {
    int64_t readWidth = llvm::divideCeil(width, divisor);
    AccessNest nest = makeNest({rows, width}, {readWidth, 1}, type);
    nest.isMove = false;
    Access &read = nest.reads.front();
    if (divisor > 1)
      read.divisions = {LoopDivision(), {/*shift=*/0, divisor}};
    auto memref = MemRefType::get({rows, readWidth}, type);
    buffers.push_back(UnrealizedConversionCastOp::create(
        b, b.getUnknownLoc(), TypeRange(memref), ValueRange()));
    read.buffer = buffers.back()->getResult(0);
    return nest;
  }

  /// A number of the schedule that is chosen, or 0 if none is.
  static int64_t getChosen(const AccessNest &nest,
                           int64_t StreamSchedule::*number) {
    FailureOr<StreamSchedule> schedule =
        chooseStreamSchedule(nest, kCacheBytes);
    return succeeded(schedule) ? (*schedule).*number : 0;
  }

  /// `0 <= row * ofRow + element + constant < bound`.
  void addPredicate(AccessNest &nest, int64_t ofRow, int64_t constant,
                    int64_t bound) {
    LinearForm position(2, constant);
    position.factors = {ofRow, 1};
    nest.reads.front().predicates.push_back(
        {position, b.getIndexAttr(bound), Value()});
  }

  MLIRContext context;
  OpBuilder b{&context};
  Type f32 = b.getF32Type(), f16 = b.getF16Type(), i8 = b.getI8Type();
  SmallVector<Operation *> buffers;
};

TEST_F(StreamScheduleTest, WhatFitsTheCacheIsLeftToLLVM) {
  AccessNest nest = makeDivided(1024, 1024, 1, f32);
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, 8 << 20)));
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(nest, (8 << 20) - 1);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_TRUE(schedule->bypassesCache && schedule->gathersLines);
  EXPECT_TRUE(schedule->prefetches);
  EXPECT_EQ(schedule->unrolling, 1);
  EXPECT_EQ(schedule->vectorLength, 16);
  // 128 KiB are a task, in rows of 4 KiB.
  EXPECT_EQ(schedule->stripElements, 1024);
  EXPECT_EQ(schedule->grain, 32);
  // LLVM's loops would test each element.
  addPredicate(nest, 0, -1, 1000);
  EXPECT_TRUE(succeeded(chooseStreamSchedule(nest, 8 << 20)));
}

TEST_F(StreamScheduleTest, TasksOfManyReadsWriteLess) {
  AccessNest nest = makeDivided(64, 64, 1, f32);
  auto setReads = [&](size_t count) {
    nest.reads.resize(count, nest.reads.front());
  };
  EXPECT_EQ(getTaskElements(nest, /*elementBytes=*/4), 32 << 10);
  setReads(63);
  EXPECT_EQ(getTaskElements(nest, /*elementBytes=*/4), 32 << 10);
  setReads(64);
  EXPECT_EQ(getTaskElements(nest, /*elementBytes=*/4), 16 << 10);
  EXPECT_EQ(getTaskElements(nest, /*elementBytes=*/1), 64 << 10);
  setReads(5000);
  EXPECT_EQ(getTaskElements(nest, /*elementBytes=*/4), 1 << 10);
}

TEST_F(StreamScheduleTest, AnIterationComputesAsManyElementsAsTheDivisor) {
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(makeDivided(64, 100, 3, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->unrolling, 3);
  // One element of a row is not of a whole iteration.
  EXPECT_EQ(schedule->interiorEnd, 99);
  // Vectors of 16 floats are lines.
  EXPECT_EQ(schedule->vectorLength, 16);
  // The last one reaches past the row's end.
  EXPECT_TRUE(schedule->gathersLines);
  schedule = chooseStreamSchedule(makeDivided(64, 99, 3, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_FALSE(schedule->gathersLines);
  schedule = chooseStreamSchedule(makeDivided(64, 100, 2, i8), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->vectorLength, 32);
  EXPECT_TRUE(schedule->gathersLines);
  EXPECT_FALSE(schedule->bypassesCache || schedule->prefetches);
}

TEST_F(StreamScheduleTest, LargeDivisorsAreNotUnrolled) {
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(makeDivided(64, 200, 33, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->unrolling, 1);
}

TEST_F(StreamScheduleTest, FewIterationsOfADivisorAreAVector) {
  auto getLength = [&](int64_t width, int64_t divisor) -> int64_t {
    AccessNest nest = makeDivided(64, width, divisor, f32);
    addPredicate(nest, 0, 1, 1);
    return getChosen(nest, &StreamSchedule::vectorLength);
  };
  EXPECT_EQ(getLength(10, 3), 2);
  EXPECT_EQ(getLength(5, 3), 0);
  EXPECT_EQ(getLength(3, 1), 0);
}

TEST_F(StreamScheduleTest, TheVectorOfAShortRowMayOverrunIt) {
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(makeDivided(64, 14, 2, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_TRUE(schedule->overruns);
  EXPECT_EQ(schedule->vectorLength, 8);
  // A vector of 16 floats would be written in place, into the next row.
  schedule = chooseStreamSchedule(makeDivided(64, 18, 2, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_FALSE(schedule->overruns);
  EXPECT_EQ(schedule->vectorLength, 8);
  // The last element, computed by itself, would come too late.
  schedule = chooseStreamSchedule(makeDivided(64, 15, 2, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_FALSE(schedule->overruns);
  EXPECT_EQ(schedule->vectorLength, 4);
}

TEST_F(StreamScheduleTest, PredicatesOnElementsLeaveTheInterior) {
  AccessNest nest = makeDivided(64, 200, 2, f16);
  addPredicate(nest, 0, -3, 190);
  FailureOr<StreamSchedule> schedule = chooseStreamSchedule(nest, kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->interiorBegin, 4);
  EXPECT_EQ(schedule->interiorEnd, 192);
  // One that depends on the row as well holds for it whole or not.
  nest = makeDivided(64, 200, 2, f16);
  addPredicate(nest, 200, -3, 12000);
  schedule = chooseStreamSchedule(nest, kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->interiorBegin, 0);
  EXPECT_EQ(schedule->interiorEnd, 200);
}

TEST_F(StreamScheduleTest, SeveralResultsShareTheirVectors) {
  AccessNest nest = makeDivided(64, 200, 1, i8);
  nest.writes.push_back(nest.writes.front());
  nest.writes.back().elementType = f32;
  FailureOr<StreamSchedule> schedule = chooseStreamSchedule(nest, kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  // Lines of the narrowest result; strips of 4 KiB of the widest.
  EXPECT_EQ(schedule->vectorLength, 64);
  EXPECT_EQ(schedule->stripElements, 200);
  nest.writes.back().isPacked = false;
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
  // Scalar iterations would read behind the row's end, and combine that.
  nest = makeDivided(64, 4, 3, f32);
  nest.writes.push_back(nest.writes.front());
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
  nest.writes.back().combiner = arith::AtomicRMWKind::maxs;
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
}

TEST_F(StreamScheduleTest, ReadsThatAreNotLocatedSayTheDivisor) {
  AccessNest nest = makeDivided(64, 200, 1, f32);
  LinearForm position(2);
  position.factors = {0, 1};
  position.divisions[1] = {/*shift=*/3, /*divisor=*/2};
  nest.otherReads.push_back(nest.reads.front());
  nest.otherReads.back().predicates.push_back(
      {position, b.getIndexAttr(100), Value()});
  FailureOr<StreamSchedule> schedule = chooseStreamSchedule(nest, kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->unrolling, 2);
  EXPECT_EQ(schedule->interiorBegin, 0);
  EXPECT_EQ(schedule->interiorEnd, 196);
}

TEST_F(StreamScheduleTest, WindowsAreNotLeftToLLVM) {
  AccessNest nest = makeDivided(64, 200, 1, f32);
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
  nest.reads.push_back(nest.reads.front());
  EXPECT_TRUE(succeeded(chooseStreamSchedule(nest, kCacheBytes)));
}

TEST_F(StreamScheduleTest, FewReadsAreUnrolledFurther) {
  auto getUnrolling = [&](int64_t divisor, unsigned numReads) -> int64_t {
    AccessNest nest = makeDivided(64, 200, divisor, f32);
    nest.reads.resize(numReads, nest.reads.front());
    return getChosen(nest, &StreamSchedule::unrolling);
  };
  EXPECT_EQ(getUnrolling(32, 4), 32);
  EXPECT_EQ(getUnrolling(25, 5), 25);
  EXPECT_EQ(getUnrolling(26, 5), 1);
  EXPECT_EQ(getUnrolling(8, 100), 8);
}

TEST_F(StreamScheduleTest, LongRowsAreCutIntoParts) {
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(makeDivided(1, 100000, 2, f32), kCacheBytes);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->partElements, 8192);
  EXPECT_EQ(schedule->stripElements, 1024);
  EXPECT_EQ(schedule->grain, 4);
}

TEST_F(StreamScheduleTest, SumsAreNotComputedTwice) {
  AccessNest nest = makeDivided(64, 200, 2, f32);
  Access count;
  count.elementType = b.getI32Type();
  count.strides = {0, 0};
  count.combiner = arith::AtomicRMWKind::ori;
  nest.writes.push_back(count);
  EXPECT_TRUE(succeeded(chooseStreamSchedule(nest, kCacheBytes)));
  nest.writes.back().combiner = arith::AtomicRMWKind::addi;
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
}

TEST_F(StreamScheduleTest, VectorsAreReadAlongALoopWithNearNeighbours) {
  auto choose = [&](ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
    AccessNest nest = makeNest(sizes, strides, f32);
    nest.isMove = false;
    FailureOr<SmallVector<unsigned>> order = chooseLoopOrder(nest);
    return succeeded(order) ? *order : SmallVector<unsigned>();
  };
  // Rows, columns, channels.
  EXPECT_EQ(choose({56, 56, 64}, {56, 1, 3136}),
            (SmallVector<unsigned>{0, 2, 1}));
  // Channels, rows, columns two apart.
  EXPECT_EQ(choose({64, 28, 28}, {1, 7168, 128}),
            (SmallVector<unsigned>{1, 2, 0}));
  EXPECT_EQ(choose({56, 64}, {4, 224}), (SmallVector<unsigned>{1, 0}));
  EXPECT_TRUE(choose({56, 64}, {5, 280}).empty());
  // It is the innermost one already.
  EXPECT_TRUE(choose({56, 64}, {1, 4}).empty());
  // Nothing is read along the other loop, or too little.
  EXPECT_TRUE(choose({56, 64}, {0, 56}).empty());
  EXPECT_TRUE(choose({3, 64}, {1, 3}).empty());
  EXPECT_TRUE(choose({56, 3}, {1, 56}).empty());
  EXPECT_TRUE(choose({kDynamic, 64}, {1, kDynamic}).empty());
  EXPECT_TRUE(failed(chooseLoopOrder(makeNest({64, 100}, {1, 64}, f32))));
}

TEST_F(StreamScheduleTest, RowsThatShareReadsAreComputedAtOnce) {
  // Windows of one buffer, `size` rows high, of which each reads 3 columns.
  auto makeWindows = [&](int64_t size, int64_t stride, int64_t width) {
    AccessNest nest = makeDivided(64, width, 1, f32);
    Access read = nest.reads[0];
    read.strides = {stride * 300, 1};
    nest.reads.clear();
    for (int64_t i = 0; i < 3 * size; ++i) {
      nest.reads.push_back(read);
      nest.reads.back().offset = i / 3 * 300 + i % 3;
    }
    return nest;
  };
  auto getRows = [&](const AccessNest &nest) {
    FailureOr<StreamSchedule> schedule =
        chooseStreamSchedule(nest, kCacheBytes);
    return succeeded(schedule) ? schedule->groupRows : 0;
  };
  // Four rows read 6 rows in place of 12.
  EXPECT_EQ(getRows(makeWindows(3, 1, 256)), 4);
  EXPECT_EQ(getRows(makeWindows(4, 2, 256)), 4);
  EXPECT_EQ(getRows(makeWindows(2, 2, 256)), 1);
  // What is compiled grows with the reads: 9 rows of 3 are 27.
  EXPECT_EQ(getRows(makeWindows(9, 1, 256)), 2);
  EXPECT_EQ(getRows(makeWindows(11, 1, 256)), 1);
  // Two results take the registers.
  AccessNest nest = makeWindows(3, 1, 256);
  nest.writes.push_back(nest.writes.front());
  EXPECT_EQ(getRows(nest), 1);
  // Rows that are divided by 2 read the same if the first one's number is even.
  nest = makeDivided(64, 256, 1, f32);
  nest.reads[0].divisions = {{/*shift=*/0, /*divisor=*/2}, LoopDivision()};
  EXPECT_EQ(getRows(nest), 2);
  nest.reads[0].divisions[0].divisor = 5;
  EXPECT_EQ(getRows(nest), 1);
  // Strips that are gathered are whole rows.
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(makeWindows(3, 1, 1024), /*cacheBytes=*/0);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->groupRows, 4);
  EXPECT_EQ(chooseStreamSchedule(makeWindows(3, 1, 2048), 0)->groupRows, 1);
}

TEST_F(StreamScheduleTest, LanesOfMovesComeFromSeveralRows) {
  // space_to_depth1 of NHWC data with C channels in blocks of 2.
  auto pack = [&](int64_t channels) {
    int64_t row = 64 * channels;
    AccessNest nest = makeDivided(32 * 32 * 2, 2 * channels, 1, f32);
    nest.isMove = true;
    nest.loops = {{32, false, 0},
                  {32, false, 1},
                  {2, false, 2},
                  {2 * channels, false, 3}};
    nest.writes[0].strides = {32 * 4 * channels, 4 * channels, 2 * channels, 1};
    nest.reads[0].strides = {2 * row, 2 * channels, row, 1};
    return packRows(nest, kCacheBytes);
  };
  FailureOr<PackedRows> packed = pack(1);
  ASSERT_TRUE(succeeded(packed));
  // 8 elements of each of two rows make a line.
  EXPECT_EQ(packed->schedule.unrolling, 4);
  EXPECT_EQ(packed->schedule.packedIterations, 4);
  EXPECT_EQ(packed->nest.loops.size(), 2u);
  EXPECT_EQ(packed->nest.loops[1].size, 128);
  packed = pack(3);
  ASSERT_TRUE(succeeded(packed));
  EXPECT_EQ(packed->schedule.packedIterations * packed->schedule.unrolling, 12);
}

TEST_F(StreamScheduleTest, ShortRunsArePackedIfStripsTakeLonger) {
  // Runs of bytes from pixels that are 6 times as large.
  auto isPacked = [&](int64_t run) {
    AccessNest nest = makeDivided(127 * 6, 127 * run, 1, i8);
    nest.isMove = true;
    nest.loops = {
        {127, false, 0}, {6, false, 1}, {127, false, 2}, {run, false, 3}};
    nest.writes[0].strides = {127 * 6 * run, 127 * run, run, 1};
    nest.reads[0].strides = {127 * 6 * run, run, 6 * run, 1};
    return succeeded(packRows(nest, kCacheBytes));
  };
  EXPECT_TRUE(isPacked(6));
  EXPECT_FALSE(isPacked(12));
}

TEST_F(StreamScheduleTest, ShortRowsOfSourcesInTurnArePacked) {
  // Blocks of 2x2 from 4 planes of so many columns.
  auto isPacked = [&](int64_t columns) {
    int64_t size = 9 * columns;
    AccessNest nest = makeDivided(4 * size, 4 * size, 1, i8);
    nest.isMove = true;
    nest.loops = {
        {9, false, 0}, {2, false, 1}, {columns, false, 2}, {2, false, 3}};
    nest.writes[0].strides = {4 * columns, 2 * columns, 2, 1};
    nest.reads[0].strides = {columns, 2 * size, 1, size};
    return succeeded(packRows(nest, kCacheBytes));
  };
  EXPECT_TRUE(isPacked(5));
  EXPECT_TRUE(isPacked(16));
  EXPECT_FALSE(isPacked(64));
}

TEST(StreamSchedule, FewLinesCoverPositions) {
  using Positions = SmallVector<int64_t>;
  EXPECT_EQ(coverWithLines({0, 1, 2, 3}, 4), (Positions{0}));
  EXPECT_EQ(coverWithLines({0, 1, 100, 101, 4}, 4), (Positions{0, 4, 100}));
  EXPECT_EQ(coverWithLines({-5, -2, -1}, 4), (Positions{-5, -1}));
}

TEST_F(StreamScheduleTest, RowsOfTransposedResultsMayLieApart) {
  AccessNest nest = makeNest({64, 9, 100}, {1, 6400, 64}, f32);
  nest.isMove = false;
  nest.writes[0].isPacked = false;
  auto canTranspose = [&](ArrayRef<int64_t> strides) {
    nest.writes[0].strides.assign(strides.begin(), strides.end());
    return succeeded(chooseLoopOrder(nest));
  };
  EXPECT_TRUE(canTranspose({2000, 110, 1}));
  // Rows that overlap, no neighbours, and no known distance.
  EXPECT_FALSE(canTranspose({2000, 99, 1}));
  EXPECT_FALSE(canTranspose({800, 100, 1}));
  EXPECT_FALSE(canTranspose({2000, 200, 2}));
  EXPECT_FALSE(canTranspose({ShapedType::kDynamic, 100, 1}));
}

TEST_F(StreamScheduleTest, TransposedResultsAreComputedInBlocks) {
  AccessNest nest = makeDivided(200, 130, 1, f32);
  nest.writes[0].isPacked = false;
  nest.writes[0].strides = {1, 200};
  EXPECT_TRUE(failed(chooseStreamSchedule(nest, kCacheBytes)));
  FailureOr<StreamSchedule> schedule =
      chooseStreamSchedule(nest, kCacheBytes, /*isTransposed=*/true);
  ASSERT_TRUE(succeeded(schedule));
  EXPECT_EQ(schedule->blockColumns, 64);
  EXPECT_EQ(schedule->partElements, 64);
  // 128 KiB are a task.
  EXPECT_EQ(schedule->grain, 8);
  EXPECT_FALSE(schedule->gathersLines);
  std::string text;
  llvm::raw_string_ostream os(text);
  schedule->print(os);
  EXPECT_EQ(text, "vectors of 16 times 1 elements, without predicates in [0, "
                  "130), in blocks of 64 times 64 that are transposed");
}

TEST_F(StreamScheduleTest, PlanesOfShortDividedRowsAreComputedAtOnce) {
  auto count = [&](int64_t planes, int64_t height, int64_t width,
                   int64_t divisor, Type type, int64_t bound) {
    int64_t readWidth = llvm::divideCeil(width, divisor);
    AccessNest nest = makeNest({planes, height, width},
                               {height * readWidth, readWidth, 1}, type);
    nest.isMove = false;
    Access &read = nest.reads.front();
    read.divisions = {LoopDivision(), LoopDivision(), {/*shift=*/0, divisor}};
    auto memref = MemRefType::get({planes, height, readWidth}, type);
    buffers.push_back(UnrealizedConversionCastOp::create(
        b, b.getUnknownLoc(), TypeRange(memref), ValueRange()));
    read.buffer = buffers.back()->getResult(0);
    LinearForm position(3);
    position.factors = {0, 0, 1};
    position.divisions = read.divisions;
    read.predicates.push_back({position, b.getIndexAttr(bound), Value()});
    FailureOr<StreamSchedule> schedule = choosePlaneSchedule(nest, kCacheBytes);
    return succeeded(schedule) ? schedule->planeRows : 0;
  };
  EXPECT_EQ(count(64, 20, 20, 3, i8, 6), 9);
  EXPECT_EQ(count(64, 20, 20, 3, f16, 6), 4);
  // Two rows are too few, and so are rows of which half is computed in vain.
  EXPECT_EQ(count(64, 20, 20, 3, f32, 6), 0);
  EXPECT_EQ(count(64, 20, 8, 7, i8, 1), 0);
  // As many as there are.
  EXPECT_EQ(count(64, 5, 20, 3, i8, 6), 5);
  // Predicates of no element, wide elements, long rows, few planes.
  EXPECT_EQ(count(64, 20, 21, 3, i8, 7), 0);
  EXPECT_EQ(count(64, 20, 20, 3, b.getF64Type(), 6), 0);
  EXPECT_EQ(count(64, 20, 48, 3, i8, 6), 4);
  EXPECT_EQ(count(64, 20, 49, 3, i8, 6), 0);
  EXPECT_EQ(count(7, 20, 20, 3, i8, 6), 0);
  // Divisors of 1, and those that are not interleaved.
  EXPECT_EQ(count(64, 20, 8, 1, i8, 7), 0);
  EXPECT_EQ(count(64, 20, 60, 27, i8, 2), 0);
  EXPECT_EQ(count(64, 20, 40, 16, i8, 2), 0);
  EXPECT_EQ(count(64, 20, 40, 15, i8, 2), 20);
  // Planes that a cache does not hold.
  EXPECT_GT(count(64, 8 << 10, 20, 3, i8, 6), 0);
  EXPECT_EQ(count(64, 16 << 10, 20, 3, i8, 6), 0);
  EXPECT_EQ(count(8, (int64_t(1) << 58) - 32, 8, 4, i8, 1), 0);
}

} // namespace
