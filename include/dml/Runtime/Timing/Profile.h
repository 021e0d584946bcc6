//===- Profile.h - Where the time of a run goes -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What takes a null Profile measures nothing.
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_TIMING_PROFILE_H
#define DML_RUNTIME_TIMING_PROFILE_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace dml {

enum class ProfileCategory {
  /// Of the tool.
  Step,
  /// Of MLIR.
  Pass,
  /// The driver's compiler, or LLVM's.
  Driver,
  /// Of bytes between the host's and the device's memory, and in the host's.
  Transfer,
  /// A kernel of a device, or a parallel loop of the CPU.
  Kernel
};

/// Something that took time.
struct ProfileEvent {
  std::string name;
  ProfileCategory category = ProfileCategory::Step;
  /// Whether the device's clock measured it.
  bool isOnDevice = false;
  /// Milliseconds since the profile began, and of the event.
  double begin = 0, duration = 0;
  /// Transfer: its bytes. Kernel: the bytes of the buffers that it accesses,
  /// each counted once.
  std::optional<int64_t> numBytes = std::nullopt;
  /// Loop: the threads that ran its iterations.
  std::optional<unsigned> numThreads = std::nullopt;
  /// Kernel: its bandwidth over that of a copy of about as many bytes.
  std::optional<double> shareOfCopy = std::nullopt;
  /// The thread that it was noted on, numbered from 0.
  unsigned thread = 0;
};

/// Any thread may add events.
class Profile {
public:
  /// Milliseconds since the profile began.
  double getTime() const { return toTime(std::chrono::steady_clock::now()); }
  double toTime(std::chrono::steady_clock::time_point point) const {
    return std::chrono::duration<double, std::milli>(point - start).count();
  }

  /// Notes an event on this thread.
  void add(ProfileEvent event);

  /// While no thread adds events.
  std::vector<ProfileEvent> &getEvents() { return events; }
  const std::vector<ProfileEvent> &getEvents() const { return events; }

  /// The events in the Trace Event Format, which Perfetto and Chrome show.
  llvm::json::Value toJSON() const;

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
  std::mutex mutex;
  std::vector<ProfileEvent> events;
  std::vector<std::thread::id> threads = {std::this_thread::get_id()};
};

/// Notes what happens between its construction and its destruction.
class ProfileSpan {
public:
  ProfileSpan(Profile *profile, ProfileCategory category,
              const llvm::Twine &name,
              std::optional<int64_t> numBytes = std::nullopt);
  ~ProfileSpan();
  ProfileSpan(const ProfileSpan &) = delete;
  ProfileSpan &operator=(const ProfileSpan &) = delete;

private:
  Profile *profile;
  ProfileEvent event;
};

} // namespace dml

#endif // DML_RUNTIME_TIMING_PROFILE_H
