//===- DeviceCopy.h - How fast a device copies ------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_TIMING_DEVICECOPY_H
#define DML_RUNTIME_TIMING_DEVICECOPY_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace dml {

enum class CopyKind {
  /// memcpy; on a GPU a kernel of 16-byte loads and stores.
  Plain,
  /// With stores that go past the caches.
  NonTemporal
};

/// A copy within a device's memory, of random bits, ready to be timed.
class DeviceCopy {
public:
  virtual ~DeviceCopy() = default;

  /// What copies, as in `memcpy`.
  virtual llvm::StringRef getMethod() const = 0;

  /// Copies once and returns the milliseconds that it took. What is copied is
  /// on the device.
  virtual llvm::Expected<double> run() = 0;
};

} // namespace dml

#endif // DML_RUNTIME_TIMING_DEVICECOPY_H
