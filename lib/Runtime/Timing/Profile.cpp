//===- Profile.cpp - Where the time of a run goes -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "dml/Runtime/Timing/Profile.h"
#include "llvm/ADT/STLExtras.h"

namespace dml {

void Profile::add(ProfileEvent event) {
  std::lock_guard<std::mutex> lock(mutex);
  auto id = std::this_thread::get_id();
  auto found = llvm::find(threads, id);
  event.thread = found - threads.begin();
  if (found == threads.end())
    threads.push_back(id);
  events.push_back(std::move(event));
}

static llvm::StringRef stringify(ProfileCategory category) {
  switch (category) {
  case ProfileCategory::Step:
    return "step";
  case ProfileCategory::Pass:
    return "pass";
  case ProfileCategory::Driver:
    return "driver";
  case ProfileCategory::Transfer:
    return "transfer";
  case ProfileCategory::Kernel:
    return "kernel";
  }
  llvm_unreachable("unknown category");
}

/// Rows of the trace are called threads; the first one is the device's.
static int64_t getRow(const ProfileEvent &event) {
  return event.isOnDevice ? 0 : event.thread + 1;
}

static llvm::json::Object nameRow(int64_t row, const llvm::Twine &name) {
  return llvm::json::Object{{"name", "thread_name"},
                            {"ph", "M"},
                            {"pid", 1},
                            {"tid", row},
                            {"args", llvm::json::Object{{"name", name.str()}}}};
}

static llvm::json::Object getArguments(const ProfileEvent &event) {
  llvm::json::Object arguments;
  if (event.numBytes) {
    arguments["bytes"] = *event.numBytes;
    if (event.duration > 0)
      arguments["GB/s"] = *event.numBytes / event.duration * 1e-6;
  }
  if (event.shareOfCopy)
    arguments["share of copy"] = *event.shareOfCopy;
  if (event.numThreads)
    arguments["threads"] = *event.numThreads;
  return arguments;
}

llvm::json::Value Profile::toJSON() const {
  llvm::json::Array trace;
  if (llvm::any_of(events, [](const auto &event) { return event.isOnDevice; }))
    trace.push_back(nameRow(0, "device"));
  for (size_t i = 0; i < threads.size(); ++i)
    trace.push_back(
        nameRow(i + 1, i == 0 ? "host" : "host, thread " + llvm::Twine(i)));
  for (const ProfileEvent &event : events)
    trace.push_back(
        llvm::json::Object{{"name", llvm::json::fixUTF8(event.name)},
                           {"cat", stringify(event.category)},
                           {"ph", "X"},
                           {"pid", 1},
                           {"tid", getRow(event)},
                           // In microseconds.
                           {"ts", event.begin * 1e3},
                           {"dur", event.duration * 1e3},
                           {"args", getArguments(event)}});
  return llvm::json::Object{{"traceEvents", std::move(trace)},
                            {"displayTimeUnit", "ms"}};
}

ProfileSpan::ProfileSpan(Profile *profile, ProfileCategory category,
                         const llvm::Twine &name,
                         std::optional<int64_t> numBytes)
    : profile(profile) {
  if (!profile)
    return;
  event.name = name.str();
  event.category = category;
  event.numBytes = numBytes;
  event.begin = profile->getTime();
}

ProfileSpan::~ProfileSpan() {
  if (!profile)
    return;
  event.duration = profile->getTime() - event.begin;
  profile->add(std::move(event));
}

} // namespace dml
