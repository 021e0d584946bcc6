//===- ProfileTest.cpp - Tests of profiles and their table ----------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Timing/Profile.h"
#include "Runtime/Timing/KernelTable.h"
#include "gtest/gtest.h"

using namespace dml;

static ProfileEvent makeKernel(const char *name, double duration,
                               std::optional<int64_t> numBytes) {
  ProfileEvent event;
  event.name = name;
  event.category = ProfileCategory::Kernel;
  event.duration = duration;
  event.numBytes = numBytes;
  return event;
}

static std::string print(const Profile &profile) {
  std::string text;
  llvm::raw_string_ostream os(text);
  printKernels(os, profile.getEvents());
  return text;
}

TEST(ProfileTest, SpansAreEventsOfTheirThreads) {
  Profile profile;
  {
    ProfileSpan outer(&profile, ProfileCategory::Step, "outer");
    ProfileSpan inner(&profile, ProfileCategory::Transfer, "inner", 8);
    std::thread([&] {
      ProfileSpan other(&profile, ProfileCategory::Driver, "other");
    }).join();
    ProfileSpan none(nullptr, ProfileCategory::Step, "none");
  }
  const std::vector<ProfileEvent> &events = profile.getEvents();
  ASSERT_EQ(events.size(), 3u);
  EXPECT_EQ(events[0].name, "other");
  EXPECT_EQ(events[0].thread, 1u);
  EXPECT_EQ(events[1].name, "inner");
  EXPECT_EQ(events[1].thread, 0u);
  EXPECT_EQ(events[1].numBytes, 8);
  EXPECT_EQ(events[2].name, "outer");
  EXPECT_LE(events[2].begin, events[1].begin);
  EXPECT_GE(events[2].begin + events[2].duration,
            events[1].begin + events[1].duration);
}

TEST(ProfileTest, TracesAreInMicroseconds) {
  Profile profile;
  ProfileEvent event = makeKernel("k", 2, 4000000);
  event.begin = 0.5;
  event.isOnDevice = true;
  event.shareOfCopy = 0.75;
  profile.add(event);
  std::string text;
  llvm::raw_string_ostream(text) << profile.toJSON();
  EXPECT_EQ(
      text,
      R"({"displayTimeUnit":"ms","traceEvents":[)"
      R"({"args":{"name":"device"},"name":"thread_name","ph":"M","pid":1,"tid":0},)"
      R"({"args":{"name":"host"},"name":"thread_name","ph":"M","pid":1,"tid":1},)"
      R"({"args":{"GB/s":2,"bytes":4000000,"share of copy":0.75},)"
      R"("cat":"kernel","dur":2000,"name":"k","ph":"X","pid":1,"tid":0,)"
      R"("ts":500}]})");
}

TEST(ProfileTest, TablesSumTheCallsOfAKernel) {
  Profile profile;
  EXPECT_EQ(print(profile), "");
  profile.add(makeKernel("a", 1, 1000000));
  profile.add(makeKernel("longer_name", 4, 2000000));
  profile.add(makeKernel("a", 3, 3000000));
  EXPECT_EQ(print(profile),
            "kernel       calls         ms         bytes       GB/s\n"
            "a                2      4.000       4000000       1.00\n"
            "longer_name      1      4.000       2000000       0.50\n");

  // Half the speed of the copy for a quarter of the time.
  profile.getEvents()[0].shareOfCopy = 0.5;
  profile.getEvents()[2].shareOfCopy = 0.9;
  EXPECT_EQ(
      print(profile),
      "kernel       calls         ms         bytes       GB/s  of copy\n"
      "a                2      4.000       4000000       1.00     0.80\n"
      "longer_name      1      4.000       2000000       0.50        -\n");
}
