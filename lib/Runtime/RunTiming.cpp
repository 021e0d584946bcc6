//===- RunTiming.cpp - What dml-run --time prints -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTiming.h"
#include "llvm/Support/Format.h"

namespace dml {

/// Below this a copy would time the threads' waking up.
constexpr static int64_t kMinCopyBytes = 1 << 20;

void RunTiming::addRun(double milliseconds, const RunResult &result) {
  runs.push_back(milliseconds);
  if (!result.deviceTimes)
    return;
  uploads.push_back(result.deviceTimes->upload);
  kernels.push_back(result.deviceTimes->kernels);
  downloads.push_back(result.deviceTimes->download);
}

namespace {
struct CopyTime {
  std::string method;
  double milliseconds;
};
} // namespace

/// The median of so many copies; none on a device that times none.
static llvm::Expected<std::optional<CopyTime>>
timeCopy(Device &device, int64_t numBytes, size_t numRuns) {
  auto copy = device.createCopy(numBytes, CopyKind::Plain);
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

void RunTiming::print(llvm::raw_ostream &os, Device &device,
                      llvm::ArrayRef<Tensor> inputs,
                      llvm::ArrayRef<Tensor> outputs) const {
  int64_t bytes = 0;
  for (const Tensor &input : inputs)
    bytes += input.getNumBytes();
  for (const Tensor &output : outputs)
    bytes += output.getNumBytes();
  auto getBandwidth = [&](double milliseconds) {
    return bytes / milliseconds * 1e-6;
  };

  std::string name = device.describe();
  if (!name.empty())
    os << "device: " << name << "\n";
  double run = getMedian(runs);
  os << llvm::format("parse %.2f ms, refine %.2f ms, compile %.2f ms, run "
                     "%.3f ms (median of %zu)\n",
                     parse, refine, compile, run, runs.size());
  // What counts on a device with memory of its own is the work in it.
  bool hasKernels = !kernels.empty();
  if (hasKernels)
    os << llvm::format("of it upload %.3f ms, kernels %.3f ms, download %.3f "
                       "ms\n",
                       getMedian(uploads), getMedian(kernels),
                       getMedian(downloads));
  if (!isByteBound) {
    os << bytes << " bytes of inputs and results\n";
    return;
  }
  os << llvm::format("%lld bytes read and written once: %.2f GB/s",
                     static_cast<long long>(bytes),
                     getBandwidth(hasKernels ? getMedian(kernels) : run));
  if (hasKernels)
    os << " in kernels";
  if (bytes >= kMinCopyBytes) {
    auto copy = timeCopy(device, bytes, runs.size());
    // The times above are right all the same.
    if (!copy)
      os << ", copy not timed: " << llvm::toString(copy.takeError());
    else if (*copy)
      os << ", " << (*copy)->method
         << llvm::format(" %.2f GB/s", getBandwidth((*copy)->milliseconds));
  }
  os << "\n";
}

} // namespace dml
