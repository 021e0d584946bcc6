//===- Stopwatch.h - Measuring time -----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_TIMING_STOPWATCH_H
#define DML_RUNTIME_TIMING_STOPWATCH_H

#include "llvm/ADT/STLExtras.h"
#include <chrono>
#include <vector>

namespace dml {

class Stopwatch {
public:
  /// Milliseconds since the last lap.
  double lap() {
    auto now = std::chrono::steady_clock::now();
    std::chrono::duration<double, std::milli> elapsed = now - start;
    start = now;
    return elapsed.count();
  }

private:
  std::chrono::steady_clock::time_point start =
      std::chrono::steady_clock::now();
};

/// The middle one of at least one value.
inline double getMedian(std::vector<double> values) {
  llvm::sort(values);
  return values[values.size() / 2];
}

} // namespace dml

#endif // DML_RUNTIME_TIMING_STOPWATCH_H
