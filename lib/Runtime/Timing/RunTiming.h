//===- RunTiming.h - What dml-run --time prints -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_TIMING_RUNTIMING_H
#define DML_LIB_RUNTIME_TIMING_RUNTIMING_H

#include "dml/Runtime/Device.h"
#include "dml/Runtime/Timing/Stopwatch.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// Milliseconds of each step.
struct RunTiming {
  double parse = 0, refine = 0, compile = 0;
  /// Whether the bandwidth says how fast the program is.
  bool isByteBound = true;

  void addRun(double milliseconds, const RunResult &result);

  /// Returns the profile of a run whose kernels are printed: the one given, or
  /// one of its own.
  Profile &startKernels(Profile *given);

  /// Prints medians. For a byte-bound program it also times a copy, and prints
  /// the program's bandwidth beside the copy's. There was at least one run.
  void print(llvm::raw_ostream &os, Device &device,
             llvm::ArrayRef<Tensor> inputs,
             llvm::ArrayRef<Tensor> outputs) const;

  /// Prints the kernels of the run after startKernels, which has ended, beside
  /// copies of the device.
  void printKernels(llvm::raw_ostream &os, Device &device);

private:
  std::vector<double> runs;
  /// One for each run, or none.
  std::vector<double> uploads, kernels, downloads;
  Profile own;
  /// Null before startKernels.
  Profile *profile = nullptr;
  /// The events of the profile before the run.
  size_t numEventsBefore = 0;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_TIMING_RUNTIMING_H
