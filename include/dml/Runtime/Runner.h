//===- Runner.h - Compile, run, compare, write ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_RUNNER_H
#define DML_RUNTIME_RUNNER_H

#include "dml/IR/FeatureLevels.h"
#include "dml/Runtime/Device.h"
#include "dml/Runtime/Values/Compare.h"
#include "llvm/Support/raw_ostream.h"
#include <string>
#include <vector>

namespace dml {

/// What dml-run is asked to do; docs of each are the flags' of that name.
struct RunnerOptions {
  std::string file = "-";
  std::string function;
  /// Empty: `cpu`, or `vulkan` for a launch plan.
  std::string device;
  DeviceOptions deviceOptions;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;
  std::vector<std::string> expectedOutputs;
  CompareOptions compare;
  FeatureLevel featureLevel = kHighestFeatureLevel;
  bool refine = true;
  bool ignoreOutOfRangeIndices = false;
  int64_t printLimit = 1024;
  /// Timed repetitions after one warm-up, each of which is compared with the
  /// expected outputs; 0: no timing.
  unsigned timedRuns = 0;
  /// The file of the profile; empty for none.
  std::string profile;
  /// Whether `err` is a terminal, which shows what takes longer than two
  /// seconds.
  bool showProgress = false;
};

/// Exit codes of the tools.
enum class RunnerStatus {
  Success = 0,
  /// An output is not as expected.
  Different = 1,
  /// Refused or failed; no output was written.
  Failed = 2
};

/// Does it. What is printed goes to `out`, or to `err` where an output is `@-`;
/// what is wrong goes to `err`.
RunnerStatus runFunction(const RunnerOptions &options, llvm::raw_ostream &out,
                         llvm::raw_ostream &err);

/// Prints every device that `RunnerOptions::device` can name on this machine;
/// where there is no Vulkan device, why and how to get one.
void listDevices(llvm::raw_ostream &out);

} // namespace dml

#endif // DML_RUNTIME_RUNNER_H
