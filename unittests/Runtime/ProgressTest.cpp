//===- ProgressTest.cpp - Tests of the progress line ----------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Progress.h"
#include "gtest/gtest.h"

using namespace dml;

TEST(ProgressTest, ShowsTheStepAndLeavesNothing) {
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    Progress progress(&os, "tool", std::chrono::milliseconds(0));
    progress.setStep("run " + llvm::Twine(3));
    // Until it was shown twice.
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    progress.finish();
    progress.finish();
  }
  llvm::StringRef shown = text;
  EXPECT_TRUE(shown.contains("\rtool: run 3, 0 s")) << text;
  EXPECT_TRUE(shown.ends_with("\r                \r")) << text;
}

TEST(ProgressTest, ShortRunsShowNothing) {
  std::string text;
  llvm::raw_string_ostream os(text);
  {
    Progress progress(&os, "tool");
    progress.setStep("run");
  }
  EXPECT_EQ(text, "");
}

TEST(ProgressTest, NothingIsShownWithoutAStream) {
  Progress progress(nullptr, "tool", std::chrono::milliseconds(0));
  progress.setStep("run");
  progress.finish();
}
