//===- MissedWords.h - Where code for pooled indices failed -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_MISSEDWORDS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_MISSEDWORDS_H

#include "dml/Target/LaunchPlan.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <optional>

namespace dml {

/// A word of a buffer that the function allocates, not zero where kernels for
/// pooled indices missed an input.
struct MissedWord {
  /// The word that a view of no dimensions has; nothing where its buffer is not
  /// the function's own.
  static std::optional<MissedWord> find(mlir::Value view);

  bool operator==(const MissedWord &other) const {
    return buffer == other.buffer && offset == other.offset;
  }

  mlir::Value buffer;
  int64_t offset;
};

/// The words of a function that assumes pooled indices.
class MissedWords {
public:
  /// Emits that a run assumes the word to be zero.
  void report(mlir::OpBuilder &b, mlir::Location loc, const MissedWord &word,
              IndexAssumption assumption);

  /// Erases the branches of the function that are taken only if a word is not
  /// zero: the run then has no results.
  void eraseBranches(mlir::func::FuncOp function) const;

private:
  bool isAnySet(mlir::Value condition) const;

  llvm::SmallVector<MissedWord> words;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_MISSEDWORDS_H
