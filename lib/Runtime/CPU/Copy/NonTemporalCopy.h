//===- NonTemporalCopy.h - Copies past the caches ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_COPY_NONTEMPORALCOPY_H
#define DML_LIB_RUNTIME_CPU_COPY_NONTEMPORALCOPY_H

#include <cstdint>

namespace dml {

/// Copies without reading what is overwritten into the caches. It is memcpy
/// where either place is not on a boundary of 64 bytes, and where
/// hasNonTemporalCopy is false.
void copyNonTemporal(char *to, const char *from, int64_t size);

/// Whether the compiler of this code has such stores.
bool hasNonTemporalCopy();

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_COPY_NONTEMPORALCOPY_H
