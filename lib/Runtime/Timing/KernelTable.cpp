//===- KernelTable.cpp - Times by kernel ----------------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTable.h"
#include "CopyTime.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MathExtras.h"
#include <map>

namespace dml {

constexpr static unsigned kNumCopies = 5;

void compareWithCopies(Profile &profile, Device &device) {
  // Few sizes, for few copies: powers of two have nearly the same bandwidth as
  // what lies between them.
  std::map<int64_t, std::optional<CopyTime>> times;
  for (ProfileEvent &event : profile.getEvents()) {
    if (event.category != ProfileCategory::Kernel || event.shareOfCopy ||
        event.duration <= 0 || event.numBytes.value_or(0) < kMinCopyBytes)
      continue;
    int64_t size = llvm::bit_floor<uint64_t>(*event.numBytes);
    auto [time, isNew] = times.try_emplace(size);
    if (isNew)
      time->second =
          llvm::expectedToOptional(timeCopy(device, size, kNumCopies))
              .value_or(std::nullopt);
    if (time->second)
      event.shareOfCopy = *event.numBytes / event.duration *
                          (time->second->milliseconds / size);
  }
}

namespace {
/// All calls of a kernel.
struct KernelTimes {
  unsigned numCalls = 0;
  double milliseconds = 0;
  int64_t numBytes = 0;
  /// Of the calls that are compared with a copy: what they took, and what the
  /// copies would have taken.
  double comparedTime = 0, copyTime = 0;
  unsigned numThreads = 0;
};
} // namespace

void printKernels(llvm::raw_ostream &os, llvm::ArrayRef<ProfileEvent> events) {
  llvm::MapVector<llvm::StringRef, KernelTimes> kernels;
  bool hasBytes = false, hasThreads = false, hasShares = false;
  size_t width = 0;
  for (const ProfileEvent &event : events) {
    if (event.category != ProfileCategory::Kernel)
      continue;
    KernelTimes &times = kernels[event.name];
    ++times.numCalls;
    times.milliseconds += event.duration;
    times.numBytes += event.numBytes.value_or(0);
    times.numThreads = std::max(times.numThreads, event.numThreads.value_or(0));
    if (event.shareOfCopy) {
      times.comparedTime += event.duration;
      times.copyTime += event.duration * *event.shareOfCopy;
    }
    hasBytes |= event.numBytes.has_value();
    hasThreads |= event.numThreads.has_value();
    hasShares |= event.shareOfCopy.has_value();
    width = std::max(width, event.name.size());
  }
  if (kernels.empty())
    return;

  auto printName = [&](llvm::StringRef name) {
    os << llvm::left_justify(name, std::max<size_t>(width, 6));
  };
  printName("kernel");
  os << "  calls         ms";
  if (hasThreads)
    os << "  threads";
  if (hasBytes)
    os << "         bytes       GB/s";
  if (hasShares)
    os << "  of copy";
  os << "\n";
  for (auto &[name, times] : kernels) {
    printName(name);
    os << llvm::format("%7u %10.3f", times.numCalls, times.milliseconds);
    if (hasThreads)
      os << llvm::format("%9u", times.numThreads);
    if (hasBytes)
      os << llvm::format("%14lld %10.2f",
                         static_cast<long long>(times.numBytes),
                         times.numBytes / times.milliseconds * 1e-6);
    if (times.comparedTime > 0)
      os << llvm::format("%9.2f", times.copyTime / times.comparedTime);
    else if (hasShares)
      os << "        -";
    os << "\n";
  }
}

} // namespace dml
