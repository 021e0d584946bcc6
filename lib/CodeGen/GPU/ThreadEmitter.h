//===- ThreadEmitter.h - A structured operation as a kernel -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_GPU_THREADEMITTER_H
#define LIB_CODEGEN_GPU_THREADEMITTER_H

#include "ThreadShape.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace dml {

/// Options of kernels of structured operations.
struct ThreadOptions {
  /// Of the results that have the smallest elements.
  int64_t vectorBytes;
  int64_t workgroupSize, maxWorkgroups, maxWorkgroupMemory;
  /// A workgroup's size apart, where an operation has many.
  int64_t vectorsPerThread;
};

/// Emits the launch of one operation on buffers.
class ThreadEmitter {
public:
  ThreadEmitter(mlir::linalg::GenericOp op, const ThreadOptions &options);

  /// Fails where the grid would be too large.
  mlir::LogicalResult emitLaunch(mlir::OpBuilder &b, mlir::Location loc);

private:
  using Value = mlir::Value;
  using OpBuilder = mlir::OpBuilder;
  using Location = mlir::Location;
  using Values = llvm::SmallVector<Value>;

  /// What a thread computes at one step of the repeated dimensions.
  struct Run {
    /// Of the first element in the results.
    Value position;
    /// Element by element, each result's.
    Values elements;
  };

  int64_t getNumRuns() const;
  int64_t getNumThreads() const;
  void flattenResults(OpBuilder &b, Location loc);
  void emitThread(OpBuilder &b, Location loc, Value thread);
  void emitExchange(OpBuilder &b, Location loc, Value workgroup, Value thread);
  llvm::SmallVector<Run> emitRuns(OpBuilder &b, Location loc, Value number);
  void emitStores(OpBuilder &b, Location loc, Value number,
                  llvm::ArrayRef<Run> runs);
  bool readsResult(unsigned result);
  Values delinearize(OpBuilder &b, Location loc, Value number, int64_t element,
                     int64_t step);
  Value linearize(OpBuilder &b, Location loc, llvm::ArrayRef<Value> indices);
  Value load(OpBuilder &b, Location loc, mlir::OpOperand *operand,
             int64_t element);
  Values emitElements(OpBuilder &b, Location loc);
  Values emitReductions(OpBuilder &b, Location loc,
                        llvm::ArrayRef<Value> initial,
                        llvm::ArrayRef<unsigned> dims);
  Values emitBody(OpBuilder &b, Location loc, int64_t element,
                  llvm::ArrayRef<Value> initial);
  void storeVectors(OpBuilder &b, Location loc, Value number, const Run &run,
                    unsigned result);

  mlir::linalg::GenericOp op;
  ThreadOptions options;
  ThreadShape shape;
  int64_t vectorsPerThread = 1;
  mlir::MemRefType dest;
  /// Of each dimension of the results, the loop that runs through it.
  llvm::SmallVector<unsigned> destLoops;
  llvm::SmallVector<int64_t> loopSizes;
  llvm::SmallVector<unsigned> reductions;
  /// The results as 1-D buffers.
  Values flat;
  /// For each element of a run, the loops' indices.
  llvm::SmallVector<Values> coordinates;
};

} // namespace dml

#endif // LIB_CODEGEN_GPU_THREADEMITTER_H
