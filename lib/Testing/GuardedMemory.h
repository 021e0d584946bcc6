//===- GuardedMemory.h - Memory beside pages without access -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_GUARDEDMEMORY_H
#define DML_LIB_TESTING_GUARDEDMEMORY_H

#include <cstddef>

namespace dml {

/// Which end of some memory touches a page that nothing may access. The other
/// end is less than a page away from another such page.
enum class GuardedEnd { Begin, End };

/// Memory with a guarded end. An access beyond that end ends the process.
class GuardedMemory {
public:
  GuardedMemory(size_t numBytes, GuardedEnd end);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory &) = delete;
  GuardedMemory &operator=(const GuardedMemory &) = delete;

  char *data() const { return begin; }

private:
  char *pages;
  size_t numPageBytes;
  char *begin;
};

} // namespace dml

#endif // DML_LIB_TESTING_GUARDEDMEMORY_H
