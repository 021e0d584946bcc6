//===- FillElements.h - Elements computed from positions --------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_FILLELEMENTS_H
#define DML_RUNTIME_VALUES_FILLELEMENTS_H

#include "dml/Runtime/CPU/WorkerPool.h"
#include "dml/Runtime/Values/Random.h"
#include "dml/Runtime/Values/Tensor.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/MathExtras.h"

namespace dml {

/// The n-th number of SplitMix64.
inline uint64_t splitMix64(uint64_t seed, uint64_t n) {
  return mixSplitMix64(seed + (n + 1) * kSplitMix64Increment);
}

/// Maps 64 random bits to [0, bound).
inline uint64_t scaleToBound(uint64_t random, uint64_t bound) {
  __extension__ typedef unsigned __int128 Wide;
  return static_cast<uint64_t>((static_cast<Wide>(random) * bound) >> 64);
}

/// Fewer elements are filled sooner than threads are woken.
constexpr int64_t kElementsOfTask = 1 << 20;

/// Stores `compute(position)` for every element.
template <typename Element, typename Function>
void fillAs(Tensor &tensor, Function compute) {
  auto *elements = reinterpret_cast<Element *>(tensor.data());
  int64_t numElements = tensor.getNumElements();
  auto fillRange = [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i)
      elements[i] = static_cast<Element>(compute(i));
  };
  int64_t numTasks = llvm::divideCeil(numElements, kElementsOfTask);
  WorkerPool::get().forEach(
      numTasks, WorkerPool::getNumCores(), [&](int64_t task) {
        int64_t begin = task * kElementsOfTask;
        fillRange(begin, std::min(begin + kElementsOfTask, numElements));
      });
}

/// Stores the low bits of `compute(position)` for every element.
template <typename Function> void fillBits(Tensor &tensor, Function compute) {
  switch (getByteWidth(tensor.getElementType())) {
  case 1:
    return fillAs<uint8_t>(tensor, compute);
  case 2:
    return fillAs<uint16_t>(tensor, compute);
  case 4:
    return fillAs<uint32_t>(tensor, compute);
  case 8:
    return fillAs<uint64_t>(tensor, compute);
  }
  llvm_unreachable("unknown element width");
}

} // namespace dml

#endif // DML_RUNTIME_VALUES_FILLELEMENTS_H
