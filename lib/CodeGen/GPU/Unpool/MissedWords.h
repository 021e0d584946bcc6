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

/// A word of a buffer that the function allocates. It is not zero if kernels
/// for pooled indices missed an input.
struct MissedWord {
  /// Finds the word that a view of no dimensions has. Returns nothing if the
  /// function does not allocate its buffer.
  static std::optional<MissedWord> find(mlir::Value view);

  bool operator==(const MissedWord &other) const {
    return buffer == other.buffer && offset == other.offset;
  }

  mlir::Value buffer;
  int64_t offset;
};

/// All words in which a function's kernels say that they missed inputs.
class MissedWords {
public:
  /// Emits the operation by which the host checks after a run that the word is
  /// zero.
  void report(mlir::OpBuilder &b, mlir::Location loc, const MissedWord &word,
              IndexAssumption assumption);

  /// Erases the branches that are taken only if one of the words is not zero. A
  /// run that takes them is repeated by another plan.
  void eraseBranches(mlir::func::FuncOp function) const;

private:
  bool isAnySet(mlir::Value condition) const;

  llvm::SmallVector<MissedWord> words;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_MISSEDWORDS_H
