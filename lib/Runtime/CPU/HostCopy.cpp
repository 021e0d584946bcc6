//===- HostCopy.cpp - How fast the host copies ----------------------------===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCopy.h"
#include "../Stopwatch.h"
#include "dml/Runtime/Tensor.h"
#include "llvm/Support/Parallel.h"
#include <cstring>

namespace dml {

std::optional<double> timeHostCopy(int64_t numBytes, unsigned numRuns) {
  auto allocate = [&] {
    return Tensor::allocateZeroed({ElementType::I8, {numBytes / 2}});
  };
  llvm::Expected<Tensor> from = allocate(), to = allocate();
  if (!from || !to) {
    llvm::consumeError(from.takeError());
    llvm::consumeError(to.takeError());
    return std::nullopt;
  }
  int64_t pieces = llvm::parallel::getThreadCount();
  std::vector<double> times;
  Stopwatch watch;
  for (unsigned i = 0; i < numRuns; ++i) {
    llvm::parallelFor(0, pieces, [&](size_t piece) {
      int64_t begin = numBytes / 2 * piece / pieces;
      int64_t end = numBytes / 2 * (piece + 1) / pieces;
      std::memcpy(to->data() + begin, from->data() + begin, end - begin);
    });
    times.push_back(watch.lap());
  }
  return getMedian(times);
}

} // namespace dml
