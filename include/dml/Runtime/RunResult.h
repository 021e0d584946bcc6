//===- RunResult.h - What a run of a function gives -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_RUNRESULT_H
#define DML_RUNTIME_RUNRESULT_H

#include "dml/Runtime/OutOfRangeReports.h"
#include "dml/Runtime/Values/Tensor.h"
#include <optional>
#include <vector>

namespace dml {

/// Milliseconds by the clock of a device that has memory of its own.
struct DeviceTimes {
  /// From the host's memory to the device's.
  double upload = 0;
  double kernels = 0;
  /// From the device's memory to the host's.
  double download = 0;
};

class Profile;

/// What to measure in a run. Each slows it down.
struct RunMeasures {
  /// Whether RunResult::deviceTimes are wanted, which take timestamps around
  /// kernels.
  bool deviceTimes = false;
  /// Given kernels, loops and transfers where it is not null; deviceTimes are
  /// measured, too, then.
  Profile *profile = nullptr;
};

struct RunResult {
  std::vector<Tensor> outputs;
  /// What operators met, in the order in which they ran (U3); these writes were
  /// dropped.
  std::vector<OutOfRangeReport> outOfRange;
  /// Where they are wanted and the device measures them.
  std::optional<DeviceTimes> deviceTimes;
};

} // namespace dml

#endif // DML_RUNTIME_RUNRESULT_H
