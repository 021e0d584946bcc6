//===- SumPacker.h - Sums of the bytes of words -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Four bytes that make up a word, each the sum of loaded bytes: where the
// loaded bytes make up words, too, these are added. Two sums hold the first and
// third byte of each, and the second and fourth, in 16 bits each (SWAR), and
// wrap around in the end.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_WORDS_SUMPACKER_H
#define DML_LIB_CODEGEN_GPU_WORDS_SUMPACKER_H

#include "WordPacker.h"
#include "WordSelector.h"

namespace dml {

/// Adds words in place of bytes.
class SumPacker {
public:
  /// `loaded` says where the bits of elements are: first of what is loaded, and
  /// then of sums as well.
  SumPacker(llvm::DenseMap<mlir::Value, ElementBits> &loaded,
            WordPacker &packer, WordSelector &selector)
      : loaded(loaded), packer(packer), selector(selector) {}

  /// Notes which of these elements, of consecutive bytes, are sums of words.
  void request(mlir::vector::FromElementsOp op);

  /// Computes the sums that were noted.
  void emit();

private:
  /// What is added to an element: a loaded byte, or zero where a condition, if
  /// there is one, does not hold.
  struct Addend {
    mlir::Value byte, condition;
  };
  using Addends = llvm::SmallVector<Addend>;
  /// A word's elements, which are operands from `first` on, and what is added
  /// to each.
  struct Sum {
    mlir::vector::FromElementsOp user;
    size_t first;
    llvm::SmallVector<Addends> addends;
  };

  static bool findAddends(mlir::Value sum, Addends &addends);
  bool areWords(const Sum &sum) const;
  mlir::Value emit(Sum &sum);

  llvm::DenseMap<mlir::Value, ElementBits> &loaded;
  WordPacker &packer;
  WordSelector &selector;
  llvm::SmallVector<Sum> sums;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_WORDS_SUMPACKER_H
