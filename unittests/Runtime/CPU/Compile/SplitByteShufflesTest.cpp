//===- SplitByteShufflesTest.cpp - Tests of shuffles of 64 bytes ----------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/CPU/Compile/SplitByteShuffles.h"
#include "Runtime/CPU/Compile/LLVMModule.h"
#include "Runtime/CPU/Compile/ObjectFile.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "gtest/gtest.h"

using namespace dml;

namespace {
/// Twice each of the 8 bytes that begin at `first`.
std::vector<int> doubleBytes(int first) {
  std::vector<int> mask;
  for (int i = 0; i < 16; ++i)
    mask.push_back(first + i / 2);
  return mask;
}

class SplitByteShufflesTest : public testing::Test {
protected:
  /// A function of a vector that shuffles its sum with itself by the mask of
  /// the four lanes.
  std::unique_ptr<llvm::Module> parse(llvm::ArrayRef<std::vector<int>> lanes) {
    std::string mask;
    for (const std::vector<int> &lane : lanes)
      for (int byte : lane)
        mask += (mask.empty() ? "i32 " : ", i32 ") +
                (byte < 0 ? "poison" : std::to_string(byte));
    llvm::SMDiagnostic error;
    auto module =
        llvm::parseAssemblyString("define <64 x i8> @f(<64 x i8> %x) {\n"
                                  "  %sum = add <64 x i8> %x, %x\n"
                                  "  %result = shufflevector <64 x i8> %sum, "
                                  "<64 x i8> poison, <64 x i32> "
                                  "<" +
                                      mask +
                                      ">\n"
                                      "  ret <64 x i8> %result\n"
                                      "}\n",
                                  error, context);
    EXPECT_TRUE(module) << error.getMessage().str();
    return module;
  }

  /// The byte that each byte of the result comes from once the shuffle is
  /// split, or nothing if it is not.
  llvm::SmallVector<int> evaluate(llvm::ArrayRef<std::vector<int>> lanes) {
    auto module = parse(lanes);
    llvm::Function &function = *module->getFunction("f");
    splitByteShuffles(function);
    EXPECT_FALSE(llvm::verifyModule(*module, &llvm::errs()));
    llvm::SmallVector<int> words, result;
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction);
      if (!shuffle)
        continue;
      llvm::SmallVector<int> mask(shuffle->getShuffleMask());
      if (mask.size() == 8) {
        words = mask;
        continue;
      }
      if (words.empty())
        return {};
      for (int byte : mask)
        result.push_back(byte < 0 ? -1 : words[byte / 8] * 8 + byte % 8);
    }
    return result;
  }

  llvm::LLVMContext context;
};

TEST_F(SplitByteShufflesTest, Doubled) {
  llvm::SmallVector<int> expected;
  for (int first : {0, 0, 8, 40})
    llvm::append_range(expected, doubleBytes(first));
  EXPECT_EQ(evaluate({doubleBytes(0), doubleBytes(0), doubleBytes(8),
                      doubleBytes(40)}),
            expected);
}

TEST_F(SplitByteShufflesTest, PoisonBytes) {
  std::vector<int> nothing(16, -1), lane = doubleBytes(24);
  lane[0] = -1;
  llvm::SmallVector<int> expected;
  for (const auto &bytes : {nothing, lane, doubleBytes(8), doubleBytes(16)})
    llvm::append_range(expected, bytes);
  EXPECT_EQ(evaluate({nothing, lane, doubleBytes(8), doubleBytes(16)}),
            expected);
}

TEST_F(SplitByteShufflesTest, BothWordsOfALane) {
  llvm::SmallVector<int> expected;
  for (int first : {0, 4, 8, 48})
    llvm::append_range(expected, doubleBytes(first));
  EXPECT_EQ(evaluate({doubleBytes(0), doubleBytes(4), doubleBytes(8),
                      doubleBytes(48)}),
            expected);
}

TEST_F(SplitByteShufflesTest, SeveralLanesInOne) {
  EXPECT_TRUE(evaluate({doubleBytes(0), doubleBytes(12), doubleBytes(8),
                        doubleBytes(16)})
                  .empty());
}

TEST_F(SplitByteShufflesTest, WithinLanes) {
  EXPECT_TRUE(evaluate({doubleBytes(0), doubleBytes(20), doubleBytes(40),
                        doubleBytes(48)})
                  .empty());
}

TEST_F(SplitByteShufflesTest, OneByteInAllLanes) {
  std::vector<int> first(16, 0), other(16, 24);
  EXPECT_TRUE(evaluate({first, first, first, first}).empty());
  EXPECT_EQ(evaluate({other, other, other, other}),
            llvm::SmallVector<int>(64, 24));
}

// A compiler that does not end fails by the test's time limit.
TEST_F(SplitByteShufflesTest, CompilesForAVX512) {
  std::vector<std::vector<std::vector<int>>> masks;
  for (int third : {8, 24, 40})
    masks.push_back(
        {doubleBytes(0), doubleBytes(0), doubleBytes(third), doubleBytes(16)});
  // One byte in all lanes, and words of the lanes themselves.
  for (int byte : {0, 9, 24, 63})
    masks.emplace_back(4, std::vector<int>(16, byte));
  masks.push_back(
      {doubleBytes(0), doubleBytes(24), doubleBytes(32), doubleBytes(56)});
  // Both words of a lane.
  masks.push_back(
      {doubleBytes(0), doubleBytes(4), doubleBytes(8), doubleBytes(48)});
  for (const char *cpu : {"skylake-avx512", "icelake-server", "znver4"}) {
    for (const auto &lanes : masks) {
      auto module = parse(lanes);
      auto target = createTargetMachine(cpu, /*optimizationLevel=*/2);
      if (!target) {
        // Of a machine that is not x86.
        llvm::consumeError(target.takeError());
        continue;
      }
      module->setTargetTriple((*target)->getTargetTriple());
      module->setDataLayout((*target)->createDataLayout());
      std::string object;
      llvm::Error error = compileModule(*module, /*level=*/2, **target, object);
      EXPECT_FALSE(error);
      EXPECT_FALSE(object.empty());
    }
  }
}
} // namespace
