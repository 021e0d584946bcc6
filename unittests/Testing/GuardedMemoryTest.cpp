//===- GuardedMemoryTest.cpp ----------------------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Testing/GuardedMemory.h"
#include "gtest/gtest.h"
#include <cstring>

using namespace dml;

namespace {

char readByte(const char *place) {
  return *static_cast<const volatile char *>(place);
}

TEST(GuardedMemory, HasItsBytes) {
  for (GuardedEnd end : {GuardedEnd::Begin, GuardedEnd::End})
    for (size_t numBytes : {1, 100, 4096, 4097}) {
      GuardedMemory memory(numBytes, end);
      std::memset(memory.data(), 7, numBytes);
      EXPECT_EQ(readByte(memory.data()), 7);
      EXPECT_EQ(readByte(memory.data() + numBytes - 1), 7);
    }
}

TEST(GuardedMemoryDeathTest, EndsTheProcessBeyondTheGuardedEnd) {
  GuardedMemory begin(100, GuardedEnd::Begin), end(100, GuardedEnd::End);
  EXPECT_DEATH(readByte(begin.data() - 1), "");
  EXPECT_DEATH(readByte(end.data() + 100), "");
}

} // namespace
