//===- DifferentialTest.h - A device against the evaluator ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_TESTING_DIFFERENTIALTEST_H
#define DML_TESTING_DIFFERENTIALTEST_H

#include "dml/Testing/RandomCase.h"
#include "llvm/Support/raw_ostream.h"
#include <array>

namespace dml {

/// Which programs are compiled for the types and sizes of their inputs.
enum class RefineChoice {
  /// Those in refined mode.
  Mixed,
  On,
  Off
};

/// What dml-difftest is asked to do; docs of each are the flags' of that name.
struct DifferentialTestOptions {
  uint64_t seed = 0;
  uint64_t firstCase = 0;
  uint64_t numCases = 1000;
  std::optional<TestSubject> subject;
  std::string device = "cpu";
  RefineChoice refine = RefineChoice::Mixed;
  bool fuse = true;
  /// Of the device; chosen for each program if not given.
  std::optional<unsigned> numThreads;
  std::optional<bool> reversesTasks;
  std::optional<unsigned> optimizationLevel;
  /// Threads of the test itself.
  unsigned numJobs = 1;
  /// Stop after as many differences.
  uint64_t maxDifferences = 10;
  /// Write the cases out instead of running them on the device.
  bool print = false;
};

/// What came of it, in numbers of cases.
struct DifferentialTestSummary {
  uint64_t equal = 0, different = 0;
  /// Of the equal ones, those that both sides refused.
  uint64_t refused = 0;
  /// Not run, because the device cannot run such programs.
  uint64_t skipped = 0;
  /// Of the equal ones, those with indices out of range.
  uint64_t outOfRange = 0;
  std::array<uint64_t, kNumTestSubjects> subjects = {};
  std::array<uint64_t, kNumTestModes> modes = {};

  void add(const DifferentialTestSummary &other);
  void print(llvm::raw_ostream &os) const;
};

/// Runs each case on the device and in the reference evaluator, and compares
/// bits, reports and messages. Each difference goes to `out` as a command that
/// shows it. Fails if the device cannot be opened.
llvm::Expected<DifferentialTestSummary>
runDifferentialTest(const DifferentialTestOptions &options,
                    llvm::raw_ostream &out);

} // namespace dml

#endif // DML_TESTING_DIFFERENTIALTEST_H
