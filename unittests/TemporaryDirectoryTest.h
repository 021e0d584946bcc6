//===- TemporaryDirectoryTest.h - Tests that write files --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_TEMPORARYDIRECTORYTEST_H
#define DML_UNITTESTS_TEMPORARYDIRECTORYTEST_H

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "gtest/gtest.h"

namespace dml::test {

/// Gives every test a folder of its own.
class TemporaryDirectoryTest : public ::testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(
        llvm::sys::fs::createUniqueDirectory("dml-unittests", directory));
  }
  void TearDown() override { llvm::sys::fs::remove_directories(directory); }

  std::string getPath(llvm::StringRef name) {
    llvm::SmallString<128> path = directory;
    llvm::sys::path::append(path, name);
    return path.str().str();
  }

  llvm::SmallString<128> directory;
};

} // namespace dml::test

#endif // DML_UNITTESTS_TEMPORARYDIRECTORYTEST_H
