//===- DeviceCopyTest.cpp - Tests of the copies that devices time ---------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime/TestUtils.h"
#include "dml/Runtime/Device.h"
#include "gtest/gtest.h"

using namespace dml;
using namespace dml::test;

TEST(DeviceCopyTest, CPU) {
  DeviceOptions options;
  options.numThreads = 2;
  std::unique_ptr<Device> device = createCPUDevice(options);
  for (CopyKind kind : {CopyKind::Plain, CopyKind::NonTemporal})
    // None, less than a line, a line and a bit, several pieces and a bit.
    for (int64_t numBytes : {0, 1, 62, 2 * 65, 2 * (3 * 65536 + 17)}) {
      auto copy = device->createCopy(numBytes, kind);
      ASSERT_EQ(getMessage(copy.takeError()), "");
      ASSERT_TRUE(*copy);
      EXPECT_NE((*copy)->getMethod(), "");
      for (int i = 0; i < 2; ++i) {
        llvm::Expected<double> time = (*copy)->run();
        ASSERT_EQ(getMessage(time.takeError()), "");
        EXPECT_GE(*time, 0);
      }
    }
}

TEST(DeviceCopyTest, NoneOnReference) {
  auto copy = createReferenceDevice()->createCopy(1024, CopyKind::Plain);
  ASSERT_EQ(getMessage(copy.takeError()), "");
  EXPECT_FALSE(*copy);
}
