//===- ThreadEmitter.h - A structured operation as a kernel -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the kernel that ThreadSchedule.h describes. A strip that ends in
// another row is computed from both rows, and masks select between their words.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H

#include "StripEmitter.h"

namespace dml {

/// Emits the launch of one operation on buffers.
class ThreadEmitter {
public:
  ThreadEmitter(mlir::linalg::GenericOp op, const AccessNest &nest,
                const ThreadSchedule &schedule, int64_t maxWorkgroups);

  /// Fails where the grid would be too large.
  mlir::LogicalResult emitLaunch(mlir::OpBuilder &b, mlir::Location loc);

private:
  using Value = mlir::Value;
  using Store = llvm::function_ref<void(const Strip &)>;

  int64_t getNumStrips() const;
  int64_t getNumRowThreads() const;
  int64_t getNumThreads() const;
  void flattenResults(mlir::OpBuilder &b, mlir::Location loc);
  void emitThread(WordBuilder &w, Value thread);
  void emitRowThread(WordBuilder &w, Value workgroup, Value thread);
  void emitTransposed(WordBuilder &w, Value workgroup, Value thread,
                      Value resultVectors);
  void emitStores(WordBuilder &w, llvm::ArrayRef<Strip> strips);
  mlir::AffineExpr getFirstRow(mlir::AffineExpr workgroup);
  Value isBeforeNextWorkgroup(WordBuilder &w, Value workgroup, Value strip,
                              Value row);
  void emitRowEnds(WordBuilder &w, Value workgroup, Value thread, Store store);
  void storeVectors(WordBuilder &w, const Strip &strip, unsigned result);
  void combine(WordBuilder &w, const Strip &strip, unsigned result);

  mlir::linalg::GenericOp op;
  const AccessNest &nest;
  ThreadSchedule schedule;
  int64_t maxWorkgroups;
  StripEmitter stripEmitter;
  int64_t numElements;
  /// The results as 1-D buffers; those with a combiner as they are.
  llvm::SmallVector<Value> flat;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
