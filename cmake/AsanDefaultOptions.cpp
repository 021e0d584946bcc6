//===- AsanDefaultOptions.cpp - How instrumented tools start --------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// Containers cross the boundary to LLVM's libraries, which are not
/// instrumented; and running out of memory is an error the tools report.
extern "C" const char *__asan_default_options() {
  return "detect_container_overflow=0:allocator_may_return_null=1";
}
