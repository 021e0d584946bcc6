//===- HostCopy.h - How fast the host copies --------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_HOSTCOPY_H
#define DML_LIB_RUNTIME_CPU_HOSTCOPY_H

#include <cstdint>
#include <optional>

namespace dml {

/// Milliseconds that memcpy takes, on all threads, for as many bytes read and
/// written as `numBytes`; nothing when there is no memory for it.
std::optional<double> timeHostCopy(int64_t numBytes, unsigned numRuns);

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_HOSTCOPY_H
