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

/// A movement that exceeds both limits writes past the caches.
struct CacheLimits {
  /// The bytes that a movement may touch.
  int64_t cacheBytes;
  /// The bytes that a movement with a small input may write, as a multiple of
  /// `cacheBytes`.
  int64_t keptMultiple;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_CACHELIMITS_H
