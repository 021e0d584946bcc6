//===- RunTiming.cpp - What dml-run --time prints -------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RunTiming.h"
#include "CopyTime.h"
#include "KernelTable.h"
#include "llvm/Support/Format.h"

namespace dml {

void RunTiming::addRun(double milliseconds, const RunResult &result) {
  runs.push_back(milliseconds);
  if (!result.deviceTimes)
    return;
  uploads.push_back(result.deviceTimes->upload);
  kernels.push_back(result.deviceTimes->kernels);
  downloads.push_back(result.deviceTimes->download);
}

Profile &RunTiming::startKernels(Profile *given) {
  profile = given ? given : &own;
  numEventsBefore = profile->getEvents().size();
  return *profile;
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
  os << llvm::format("%lld bytes of inputs and results: %.2f GB/s",
                     static_cast<long long>(bytes),
                     getBandwidth(hasKernels ? getMedian(kernels) : run));
  if (hasKernels)
    os << " in kernels";
  // dml-benchmark compares with the first one.
  for (CopyKind kind : {CopyKind::NonTemporal, CopyKind::Plain}) {
    if (bytes < kMinCopyBytes)
      break;
    auto copy = timeCopy(device, bytes, runs.size(), kind);
    // The times above are right all the same.
    if (!copy)
      os << ", copy not timed: " << llvm::toString(copy.takeError());
    else if (*copy)
      os << ", " << (*copy)->method
         << llvm::format(" %.2f GB/s", getBandwidth((*copy)->milliseconds));
  }
  os << "\n";
}

void RunTiming::printKernels(llvm::raw_ostream &os, Device &device) {
  if (!profile)
    return;
  compareWithCopies(*profile, device);
  dml::printKernels(
      os, llvm::ArrayRef(profile->getEvents()).drop_front(numEventsBefore));
}

} // namespace dml
