//===- HostCopy.h - How fast the host copies --------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COPY_HOSTCOPY_H
#define DML_LIB_RUNTIME_CPU_COPY_HOSTCOPY_H

#include "dml/Runtime/Timing/DeviceCopy.h"
#include <memory>

namespace dml {

/// A copy on so many threads that reads and writes `numBytes` in all, and that
/// has run once. Fails when there is no memory for it.
llvm::Expected<std::unique_ptr<DeviceCopy>>
createHostCopy(int64_t numBytes, CopyKind kind, unsigned numThreads);

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COPY_HOSTCOPY_H
