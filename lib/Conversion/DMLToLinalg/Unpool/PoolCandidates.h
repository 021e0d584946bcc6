//===- PoolCandidates.h - Inputs that may point to an element ---*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCANDIDATES_H
#define DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCANDIDATES_H

#include "PoolElementBuilder.h"
#include "UnpoolNeighbours.h"

namespace dml {

/// Builds an element of the result from the candidates that may point to it.
class PoolCandidates {
public:
  /// Makes the views that elements are read from. Strided data is read by all
  /// four dimensions, each candidate within its row; packed data by one, with
  /// candidates beyond the ends of a row. With `mergesPlanes` one loop runs
  /// over batches and channels; if a neighbour reads by either of them, the
  /// other has size 1.
  PoolCandidates(mlir::OpBuilder &b, const UnpoolNeighbours &neighbours,
                 const PoolGeometry &geometry, bool isStrided,
                 bool mergesPlanes);

  /// What the consumer computes of the value of the last candidate that points
  /// to the element (U4), or of zero (U2). If there are `codes` of this reach,
  /// by batch, row, column and channel (PoolElementBuilder::getCode), they are
  /// compared in place of indices.
  mlir::Value computeElement(PoolElementBuilder &e,
                             const ElementPosition &element,
                             const PlaneReach &reach, mlir::Value codes);

private:
  /// The value of that candidate, or zero.
  mlir::Value findWinner(PoolElementBuilder &e, const ElementPosition &element,
                         const PlaneReach &reach, mlir::Value codes);
  /// The batch, channel, row and column of an element.
  llvm::SmallVector<mlir::Value> getIteration(PoolElementBuilder &e,
                                              const ElementPosition &element);
  /// The value that the producer computes from what was read for it. If it is
  /// not a value of the element's plane, it may be wrong: an input that points
  /// into another plane is missed.
  mlir::Value produce(PoolElementBuilder &e, const ElementPosition &element,
                      llvm::ArrayRef<mlir::Value> read);

  /// The index, or the code, of a candidate of the element, then what is read
  /// for its value. Beyond the ends of a row, the index is out of range.
  llvm::SmallVector<mlir::Value>
  readInRow(PoolElementBuilder &e, const ElementPosition &element,
            int64_t rowShift, int64_t columnShift, mlir::Value codes);
  /// The same for packed data. Beyond the ends of a row, a candidate is an
  /// input of the next or previous row, so candidates stay in ascending order.
  /// If such an input points to the element, the element is in its reach, or
  /// the input counts as missed. Beyond the ends of all inputs, the index is
  /// out of range.
  llvm::SmallVector<mlir::Value> readInOrder(PoolElementBuilder &e,
                                             const ElementPosition &element,
                                             int64_t rowShift,
                                             int64_t columnShift);
  /// Reads an index, from `pointers` at `place`, and what its value is made of,
  /// at `position`, if the condition holds, which may be null. Otherwise the
  /// index has all bits set: it is out of range.
  llvm::SmallVector<mlir::Value>
  readIf(PoolElementBuilder &e, mlir::Value condition, mlir::Value pointers,
         mlir::ValueRange place, mlir::ValueRange position);
  /// Whether the candidate with these shifts is an input for all elements. Only
  /// the first and the last element are looked at, as they have the first and
  /// the last candidate.
  bool areAllInputs(int64_t rowShift, int64_t columnShift);

  UnpoolNeighbours neighbours;
  UnpoolOp op;
  mlir::Location loc;
  const PoolGeometry geometry;
  const bool isStrided, mergesPlanes;
  /// As one dimension if packed, and so are those of `sources`.
  mlir::Value indices;
  /// The tensors of which an element is read for each candidate: the values, or
  /// what the producer reads in their order.
  llvm::SmallVector<mlir::Value> sources;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLCANDIDATES_H
