//===- CopyTime.h - How long a device takes to copy -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_TIMING_COPYTIME_H
#define DML_LIB_RUNTIME_TIMING_COPYTIME_H

#include "dml/Runtime/Device.h"

namespace dml {

/// Below this a copy would time its launch, or the threads' waking up.
constexpr inline int64_t kMinCopyBytes = 1 << 20;

struct CopyTime {
  std::string method;
  double milliseconds;
};

/// The median of so many copies, each of which reads and writes `numBytes` in
/// all; none on a device that times none of this kind.
llvm::Expected<std::optional<CopyTime>>
timeCopy(Device &device, int64_t numBytes, size_t numRuns,
         CopyKind kind = CopyKind::Plain);

} // namespace dml

#endif // DML_LIB_RUNTIME_TIMING_COPYTIME_H
