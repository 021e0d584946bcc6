//===- Random.h - Reproducible random numbers -------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_RANDOM_H
#define DML_RUNTIME_VALUES_RANDOM_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>

namespace dml {

/// SplitMix64 (Steele, Lea and Flood, 2014): the state grows by the increment,
/// and a number is the mixed state.
constexpr uint64_t kSplitMix64Increment = 0x9E3779B97F4A7C15;
constexpr uint64_t mixSplitMix64(uint64_t state) {
  state = (state ^ (state >> 30)) * 0xBF58476D1CE4E5B9;
  state = (state ^ (state >> 27)) * 0x94D049BB133111EB;
  return state ^ (state >> 31);
}

/// The numbers of SplitMix64: the same on every machine, which the standard
/// library's distributions do not promise.
class Random {
public:
  /// A stream of its own for each pair.
  Random(uint64_t seed, uint64_t stream)
      : state(mixSplitMix64(mixSplitMix64(seed) ^
                            (stream * kSplitMix64Increment))) {}

  uint64_t bits() { return mixSplitMix64(state += kSplitMix64Increment); }

  /// A number from `low` to `high`, both included. The bias of the remainder
  /// does not matter for ranges this small.
  int64_t between(int64_t low, int64_t high) {
    return low +
           static_cast<int64_t>(bits() % static_cast<uint64_t>(high - low + 1));
  }

  bool chance(unsigned percent) { return bits() % 100 < percent; }

  /// One of the entries; a repeated entry is as many times as likely.
  template <typename T> const T &pick(llvm::ArrayRef<T> entries) {
    return entries[bits() % entries.size()];
  }
  int64_t pick(std::initializer_list<int64_t> entries) {
    return entries.begin()[bits() % entries.size()];
  }

private:
  uint64_t state;
};

} // namespace dml

#endif // DML_RUNTIME_VALUES_RANDOM_H
