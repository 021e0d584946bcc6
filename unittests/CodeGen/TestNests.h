//===- TestNests.h - Nests made by hand -------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_UNITTESTS_CODEGEN_TESTNESTS_H
#define DML_UNITTESTS_CODEGEN_TESTNESTS_H

#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml::test {

/// A nest of parallel loops that writes a packed buffer in order, and reads
/// another one at these strides. Its buffers are null.
inline AccessNest makeNest(llvm::ArrayRef<int64_t> sizes,
                           llvm::ArrayRef<int64_t> readStrides,
                           mlir::Type elementType = {}) {
  AccessNest nest;
  nest.isMove = true;
  Access read, write;
  read.elementType = write.elementType = elementType;
  read.strides.assign(readStrides.begin(), readStrides.end());
  write.isPacked = true;
  uint64_t stride = 1;
  for (int64_t size : llvm::reverse(sizes)) {
    write.strides.insert(write.strides.begin(), static_cast<int64_t>(stride));
    stride *= size;
  }
  for (auto [i, size] : llvm::enumerate(sizes)) {
    nest.loops.push_back(
        {size, /*isReduction=*/false, static_cast<unsigned>(i)});
    LinearForm index(sizes.size());
    index.factors[i] = 1;
    write.indices.push_back(index);
  }
  nest.reads.push_back(read);
  nest.writes.push_back(write);
  return nest;
}

/// Adds a predicate to the first read. Its position moves by `factors` with
/// each loop, and is below `bound`.
inline void addPredicate(AccessNest &nest, llvm::ArrayRef<int64_t> factors,
                         int64_t bound) {
  static mlir::MLIRContext context;
  Predicate predicate;
  predicate.position.factors.assign(factors.begin(), factors.end());
  predicate.bound =
      mlir::IntegerAttr::get(mlir::IndexType::get(&context), bound);
  nest.reads.front().predicates.push_back(predicate);
}

} // namespace dml::test

#endif // DML_UNITTESTS_CODEGEN_TESTNESTS_H
