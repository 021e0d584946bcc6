//===- LaunchBuilder.h - Launches of linear grids ---------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_MOVE_LAUNCHBUILDER_H
#define DML_LIB_CODEGEN_GPU_MOVE_LAUNCHBUILDER_H

#include "mlir/IR/Builders.h"

namespace dml {

class WordBuilder;

/// Most workgroups of a kernel that may find nothing to do. Each of them loops
/// over its share, so that an empty kernel starts few.
constexpr int64_t kMaxLoopingWorkgroups = 4096;

/// Emits an error unless both options are at least 1 and fit 32 bits, and the
/// bytes of all buffers in the operation can be counted.
mlir::LogicalResult checkLaunches(mlir::Operation *op, int64_t workgroupSize,
                                  int64_t maxWorkgroups);

/// Says that an operation needs more threads than a grid of `maxWorkgroups` in
/// each of two dimensions has.
void emitGridError(mlir::Operation *op, int64_t workgroupSize,
                   int64_t maxWorkgroups);

/// Emits a gpu.launch of at least `numThreads` threads in workgroups of
/// `workgroupSize`, and calls `body` for those below `numThreads` with the
/// thread's number, an index. More workgroups than `maxWorkgroups` make a
/// second dimension. Fails where even that does not suffice.
mlir::LogicalResult
buildLinearLaunch(mlir::OpBuilder &b, mlir::Location loc, int64_t numThreads,
                  int64_t workgroupSize, int64_t maxWorkgroups,
                  llvm::function_ref<void(WordBuilder &, mlir::Value)> body);

/// The same as buildLinearLaunch for whole workgroups: `body` is called for
/// each thread with the number of its workgroup and its own number therein,
/// both i32.
mlir::LogicalResult buildWorkgroupLaunch(
    mlir::OpBuilder &b, mlir::Location loc, int64_t numWorkgroups,
    int64_t workgroupSize, int64_t maxWorkgroups,
    llvm::function_ref<void(WordBuilder &, mlir::Value, mlir::Value)> body);

/// Takes the number of a workgroup's tile apart, the innermost loop first.
class TileNumber {
public:
  TileNumber(mlir::Value number, int64_t numTiles)
      : rest(number), numTiles(numTiles) {}

  mlir::Value take(WordBuilder &w, int64_t size);

private:
  mlir::Value rest;
  int64_t numTiles;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_MOVE_LAUNCHBUILDER_H
