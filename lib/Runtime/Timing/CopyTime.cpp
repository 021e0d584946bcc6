//===- CopyTime.cpp - How long a device takes to copy ---------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyTime.h"
#include "dml/Runtime/Timing/Stopwatch.h"

namespace dml {

llvm::Expected<std::optional<CopyTime>>
timeCopy(Device &device, int64_t numBytes, size_t numRuns, CopyKind kind) {
  auto copy = device.createCopy(numBytes, kind);
  if (!copy)
    return copy.takeError();
  if (!*copy)
    return std::nullopt;
  std::vector<double> times;
  for (size_t i = 0; i < numRuns; ++i) {
    llvm::Expected<double> milliseconds = (*copy)->run();
    if (!milliseconds)
      return milliseconds.takeError();
    times.push_back(*milliseconds);
  }
  return CopyTime{(*copy)->getMethod().str(), getMedian(times)};
}

} // namespace dml
