//===- UnpoolCells.h - Unpooling without a map of winners -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H
#define DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H

#include "UnpoolInputs.h"
#include "mlir/IR/BuiltinTypes.h"
#include <optional>

namespace dml {

/// A partition of an unpooling's result into cells, one for each input, as
/// large as the stride of pooling. Where the inputs come from pooling, each
/// points into its own cell or, where windows overlap, into one beside it: an
/// element of the result can have few winners, and a thread compares its
/// elements' positions with the indices of all of them.
///
/// Inputs of a row are read in groups, those whose cells make a vector of 16
/// bytes of the result.
class UnpoolCells {
public:
  /// Nothing where vectors of the result are no whole cells, or where planes of
  /// inputs and results do not correspond.
  static std::optional<UnpoolCells> choose(mlir::MemRefType values,
                                           mlir::MemRefType dest);

  /// Where an input points, seen from its own cell, as UnpoolHint bits; nothing
  /// is said of those out of range.
  mlir::Value emitDirection(WordBuilder &w, const UnpoolInputs &inputs,
                            mlir::Value position,
                            const UnpoolIndex &index) const;

  /// Emits a kernel that writes every element of the result if the hint names
  /// the cells in which all inputs point, and says by UnpoolControl::Stray
  /// whether one does not. It may look at cells on one side at most.
  mlir::LogicalResult emitKernel(mlir::OpBuilder &b, UnpoolOp op,
                                 const UnpoolInputs &inputs,
                                 int64_t workgroupSize, int64_t maxWorkgroups,
                                 bool looksAtOneSide) const;

  /// The hint for a kernel that looks at one side at most. Windows that overlap
  /// on both are rare, and drivers take longer to compile the code for the nine
  /// inputs that may then be an element's than for all the rest.
  static mlir::Value emitBothSidesElsewhere(WordBuilder &w,
                                            mlir::Value directions);

private:
  friend class CellEmitter;

  /// Of inputs and results.
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
  /// A vector of the row of cells, for each plane.
  int64_t getNumItems() const {
    return planes * getRowsOfCells() * getVectorsPerRow();
  }

  int64_t planes, elementBytes;
  Plane input, output, cell;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_GPU_UNPOOL_UNPOOLCELLS_H
