//===- AlignedMemory.h - Memory for elements of tensors ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_ALIGNEDMEMORY_H
#define DML_RUNTIME_VALUES_ALIGNEDMEMORY_H

#include <cstddef>

namespace dml {

/// Where tensors start: a cache line.
constexpr size_t kTensorAlignment = 64;

/// Bytes that `allocateAligned` takes for this many; at least one line, so that
/// an empty tensor has an address too. 0 if there is no such size.
size_t getAlignedSize(size_t numBytes);

/// Uninitialised memory on a line, for `std::free`; in huge pages where it is
/// large and the system has them, because first touching a page costs more than
/// filling it. Null if there is not enough.
char *allocateAligned(size_t numBytes);

} // namespace dml

#endif // DML_RUNTIME_VALUES_ALIGNEDMEMORY_H
