//===- UnpoolCells.h - Unpooling cell by cell in registers ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernel for local inputs where a vector of the result is whole cells. It
// is owner-computes: each thread writes its own vectors, and reads the few
// inputs that may point into them.
//
// - A thread has two items, a workgroup's size apart. For elements of 8 bits
//   that is faster than one; for others it makes no difference. Four are
//   slower.
// - The hint is loaded before the inputs. Loading both at once gains little
//   where the inputs are local, and costs much where they are scattered.
// - Comparisons and selections are on vectors of four words, with one element
//   in each: drivers make the same instructions of them as of single words, but
//   have a quarter of the code to read.
// - Windows that overlap on both sides, such as those of 5 with stride 2 or of
//   3 with stride 1, count as scattered where a radix partition is possible.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// Cuts the planes of the result into cells, one for each input. A cell is as
/// large as the stride of pooling, so it is the outputs of one pooling window,
/// or of the part of it that no other window covers. Pooled inputs point into
/// their own cell or, where windows overlap, into one beside it. Few inputs can
/// thus be the winner of an element, and a thread compares their indices with
/// the positions of its elements; it needs no winner map.
///
/// A group is the adjacent inputs of a row whose cells make a 16-byte vector of
/// the result. An item is what a thread computes at a time: the vectors of one
/// column of vectors in one row of cells.
class UnpoolCells {
public:
  /// Chooses the size of cells. Returns nothing if vectors of the result would
  /// not be whole cells, if cells are too large, or if inputs and results
  /// differ in their number of planes.
  static std::optional<UnpoolCells> choose(mlir::MemRefType values,
                                           mlir::MemRefType dest);

  /// Returns the UnpoolHint bits of the input at a position, as a word: what
  /// the cell that it points into needs. Returns 0 if its index is out of
  /// range.
  mlir::Value emitInputHint(WordBuilder &w, const UnpoolInputs &inputs,
                            mlir::Value position,
                            const UnpoolIndex &index) const;

  /// Emits a kernel that writes every element of the result from the inputs of
  /// its cell and of the halos that the hint names. The kernel does nothing if
  /// the hint says that inputs are scattered, and sets UnpoolControl::Fallback
  /// if it missed an input. If `isHaloOneSided`, it supports one halo at a
  /// time. Fails if the launch needs too many workgroups.
  mlir::LogicalResult emitKernel(mlir::OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs,
                                 int64_t workgroupSize, int64_t maxWorkgroups,
                                 bool isHaloOneSided) const;

  /// Adapts the hint to a kernel with `isHaloOneSided`: both halos together
  /// count as scattered. Inputs that need both are rare, and drivers take
  /// longer to compile the code for the nine inputs that each element then has
  /// than all the other code.
  static mlir::Value treatBothHalosAsScattered(WordBuilder &w,
                                               mlir::Value hints);

private:
  class KernelEmitter;

  /// The size of a plane or of a cell, in elements.
  struct Plane {
    int64_t rows, width;
    int64_t getSize() const { return rows * width; }
  };

  int64_t getVectorLength() const { return 16 / elementBytes; }
  int64_t getVectorsPerRow() const { return output.width / getVectorLength(); }
  int64_t getRowsOfCells() const {
    return llvm::divideCeil(output.rows, cell.rows);
  }
  int64_t getGroupLength() const { return getVectorLength() / cell.width; }
  int64_t getGroupsPerRow() const { return input.width / getGroupLength(); }
  /// Returns the items of all planes.
  int64_t getNumItems() const {
    return planes * getRowsOfCells() * getVectorsPerRow();
  }

  /// The number of planes, and the bytes of an element.
  int64_t planes, elementBytes;
  Plane input, output, cell;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H
