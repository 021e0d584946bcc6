//===- GuardedMemory.cpp - Memory beside pages without access -------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedMemory.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Process.h"
#include <sys/mman.h>

namespace dml {

GuardedMemory::GuardedMemory(size_t numBytes, GuardedEnd end) {
  size_t page = llvm::sys::Process::getPageSizeEstimate();
  size_t accessible = llvm::alignTo(numBytes, page);
  numPageBytes = page + accessible + page;
  void *mapped = mmap(nullptr, numPageBytes, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED)
    llvm::report_fatal_error("out of memory");
  pages = static_cast<char *>(mapped);
  char *first = pages + page;
  if (mprotect(first, accessible, PROT_READ | PROT_WRITE) != 0)
    llvm::report_fatal_error("cannot protect memory");
  begin = end == GuardedEnd::Begin ? first : first + accessible - numBytes;
}

GuardedMemory::~GuardedMemory() { munmap(pages, numPageBytes); }

} // namespace dml
