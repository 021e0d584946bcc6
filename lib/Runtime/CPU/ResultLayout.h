//===- ResultLayout.h - What generated code returns -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_RUNTIME_CPU_RESULTLAYOUT_H
#define DML_LIB_RUNTIME_CPU_RESULTLAYOUT_H

#include "MemRefDescriptor.h"
#include <vector>

namespace dml {

/// The packed results of a call: a scalar or descriptor, or a struct of
/// several. Generated code returns structs through a pointer in front of the
/// arguments and a lone scalar directly, which the packed call puts last.
class ResultLayout {
public:
  /// The next result: a scalar, or the descriptor of a tensor.
  void add(bool isScalar, size_t elementBytes, size_t rank) {
    size_t alignment = isScalar ? elementBytes : 8;
    numBytes = (numBytes + alignment - 1) / alignment * alignment;
    offsets.push_back(numBytes);
    numBytes += isScalar ? elementBytes : MemRefDescriptor::getNumBytes(rank);
    isFirstScalar = offsets.size() == 1 && isScalar;
  }

  size_t getNumBytes() const { return numBytes; }
  size_t getOffset(size_t index) const { return offsets[index]; }
  bool isLoneScalar() const { return isFirstScalar; }
  bool hasStruct() const { return !offsets.empty() && !isFirstScalar; }

private:
  std::vector<size_t> offsets;
  size_t numBytes = 0;
  bool isFirstScalar = false;
};

} // namespace dml

#endif // DML_LIB_RUNTIME_CPU_RESULTLAYOUT_H
