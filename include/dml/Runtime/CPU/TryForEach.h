//===- TryForEach.h - Parallel loops that may fail --------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_CPU_TRYFOREACH_H
#define DML_RUNTIME_CPU_TRYFOREACH_H

#include "dml/Runtime/CPU/WorkerPool.h"
#include "llvm/Support/Error.h"

namespace dml {

/// WorkerPool::forEach of a body that may fail. All iterations run; returns the
/// error of the first one that fails, as a plain loop would.
inline llvm::Error tryForEach(WorkerPool &pool, int64_t count,
                              unsigned numThreads,
                              llvm::function_ref<llvm::Error(int64_t)> body) {
  std::mutex errorMutex;
  int64_t failing = count;
  llvm::Error first = llvm::Error::success();
  pool.forEach(count, numThreads, [&](int64_t i) {
    llvm::Error error = body(i);
    if (!error)
      return;
    std::lock_guard<std::mutex> lock(errorMutex);
    if (i < failing) {
      std::swap(first, error);
      failing = i;
    }
    llvm::consumeError(std::move(error));
  });
  return first;
}

} // namespace dml

#endif // DML_RUNTIME_CPU_TRYFOREACH_H
