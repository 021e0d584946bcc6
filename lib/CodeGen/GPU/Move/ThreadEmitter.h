//===- ThreadEmitter.h - A structured operation as a kernel -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
#define DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H

#include "StripEmitter.h"

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

  using Store =
      llvm::function_ref<void(OpBuilder &, Location, Value, const Strip &)>;

  int64_t getNumStrips() const;
  int64_t getNumThreads() const;
  void flattenResults(OpBuilder &b, Location loc);
  void emitThread(OpBuilder &b, Location loc, Value thread);
  void emitRowThread(OpBuilder &b, Location loc, Value workgroup, Value thread);
  void emitTransposed(OpBuilder &b, Location loc, Value workgroup, Value thread,
                      Value resultVectors);
  void emitStores(OpBuilder &b, Location loc, Value number,
                  llvm::ArrayRef<Strip> strips);
  void emitRowEnds(OpBuilder &b, Location loc, Value workgroup, Value thread,
                   Store store);
  void storeVectors(OpBuilder &b, Location loc, Value number,
                    const Strip &strip, unsigned result);

  mlir::linalg::GenericOp op;
  ThreadOptions options;
  ThreadSchedule shape;
  /// Once the shape is known.
  std::optional<StripEmitter> stripEmitter;
  int64_t vectorsPerThread = 1;
  /// Of a workgroup, how many compute the strips that go on in another row, and
  /// nobody else does; 0 where each thread computes its own.
  int64_t rowEndThreads = 0;
  mlir::MemRefType dest;
  /// The results as 1-D buffers.
  llvm::SmallVector<Value> flat;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_THREADEMITTER_H
