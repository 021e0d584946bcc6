//===- HighestBits.h - Words of which the highest bits count ----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_HIGHESTBITS_H
#define DML_LIB_CODEGEN_GPU_WORDS_HIGHESTBITS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace dml {

/// Finds words of which only the highest bits are used: those of one element.
/// The largest of several words has the highest bits of the largest element,
/// whatever the other bits are.
class HighestBits {
public:
  /// Whether nothing depends on other bits of a word than the highest `width`.
  /// Words that were asked about may be erased, but no maxima or selections may
  /// be created between calls: a new one could have the address of an erased
  /// one.
  bool areAllThatCount(mlir::Value word, unsigned width);

private:
  llvm::DenseMap<std::pair<mlir::Value, unsigned>, bool> known;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_HIGHESTBITS_H
