//===- CacheLimits.h - What caches keep of a movement -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_CACHELIMITS_H
#define DML_LIB_CODEGEN_CPU_MOVE_CACHELIMITS_H

#include <cstdint>

namespace dml {

struct CacheLimits {
  /// Bytes that a movement may touch.
  int64_t cacheBytes;
  /// Bytes of the output of one that mostly writes, as a multiple of that.
  int64_t keptMultiple;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_CACHELIMITS_H
