//===- KernelTable.h - Times by kernel --------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_TIMING_KERNELTABLE_H
#define DML_LIB_RUNTIME_TIMING_KERNELTABLE_H

#include "dml/Runtime/Device.h"
#include "dml/Runtime/Timing/Profile.h"
#include "llvm/Support/raw_ostream.h"

namespace dml {

/// Compares each kernel of the profile that moves at least 1 MiB with a copy of
/// the device. A device that times no copy leaves the events as they are.
void compareWithCopies(Profile &profile, Device &device);

/// Prints the kernels among the events as a table: one row for each name, with
/// the sum of its calls. Prints nothing where there are none.
void printKernels(llvm::raw_ostream &os, llvm::ArrayRef<ProfileEvent> events);

} // namespace dml

#endif // DML_LIB_RUNTIME_TIMING_KERNELTABLE_H
