//===- Needs.h - What a result needs ----------------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_REFERENCE_NEEDS_H
#define DML_LIB_REFERENCE_NEEDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <map>

namespace dml::reference {

mlir::func::FuncOp findCallee(mlir::func::CallOp call);

/// What some of a function's results need.
struct Needs {
  /// The operations that they do not need. These are not run and report nothing
  /// (T6).
  llvm::SmallPtrSet<mlir::Operation *, 8> dead;
  /// The arguments that they need.
  llvm::BitVector arguments;
  /// For each call that is not dead, which of its results they need.
  llvm::DenseMap<mlir::Operation *, llvm::BitVector> resultsOfCalls;
};

/// How deep calls may nest. A program whose calls nest deeper recurses without
/// end.
constexpr unsigned kMaxCallDepth = 256;

/// For functions of one block, without effects.
class NeedsOfCalls {
public:
  /// What these results need; the reference stays valid. A function that calls
  /// itself needs all its arguments, and so does a call that is nested too
  /// deep.
  const Needs &get(mlir::func::FuncOp function, const llvm::BitVector &results);

private:
  void find(mlir::Block &block, const llvm::BitVector &results, Needs &needs);
  bool isNeeded(mlir::Value value, const llvm::BitVector &results,
                const Needs &needs);
  bool needsArgument(mlir::func::CallOp call, unsigned argument,
                     const Needs &needs);

  unsigned depth = 0;
  std::map<std::pair<mlir::Operation *, std::vector<unsigned>>, Needs> known;
};

} // namespace dml::reference

#endif // DML_LIB_REFERENCE_NEEDS_H
