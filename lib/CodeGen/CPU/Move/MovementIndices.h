//===- MovementIndices.h - Positions that a movement reads ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H

#include "CodeGen/CPU/IndexBuilder.h"
#include "Movement.h"
#include "StripShape.h"

namespace dml {

/// Builds positions in the source and in the predicates of a movement, from
/// indices of its outermost loops; further inside, loops are at their first
/// iteration.
class MovementIndices : public IndexBuilder {
public:
  /// Reads sizes and strides that are not known from the buffers.
  MovementIndices(mlir::OpBuilder &b, mlir::Location loc,
                  const AccessNest &nest);

  Value getSource() const { return nest.reads.front().buffer; }
  Value getDest() const { return nest.writes.front().buffer; }
  llvm::ArrayRef<MovementLoop> getLoops() const { return loops; }
  /// The bounds of all predicates.
  llvm::ArrayRef<Value> getBounds() const { return bounds; }
  /// The element where a predicate fails.
  mlir::TypedAttr getOtherwise() const { return nest.otherwise; }

  /// The sizes, and the source's strides, of all loops.
  llvm::ArrayRef<Value> getSizes() const { return sizes; }
  llvm::ArrayRef<Value> getStrides() const { return strides; }

  /// The element of the source at these indices.
  Value getPosition(llvm::ArrayRef<Value> indices);
  Value getPredicatePosition(unsigned predicate, llvm::ArrayRef<Value> indices);
  Value holds(unsigned predicate, llvm::ArrayRef<Value> indices);

  /// Narrows [first, last) to the i with `0 <= start + step * i < bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound);

  /// Output of an iteration of a strip's outer loop.
  Value getLoopElements(const StripShape &shape);
  /// The most iterations of a strip with at most so many elements of output.
  Value getLength(int64_t elements, const StripShape &shape);

  /// All output of a strip, if it is known.
  std::optional<int64_t> getNumStripElements(const StripShape &shape) const;

private:
  const AccessNest &nest;
  llvm::SmallVector<MovementLoop> loops;
  llvm::SmallVector<Value> sizes, strides, bounds;
  /// The source's element of the first iteration.
  Value offset;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
