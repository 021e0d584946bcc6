//===- MovementIndices.h - Positions that a movement reads ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H

#include "CodeGen/CPU/IndexBuilder.h"
#include "DataMovement.h"
#include "StripShape.h"

namespace dml {

/// Builds positions in the source and in the guards of a movement, from indices
/// of its outermost loops; further inside, loops are at their first iteration.
class MovementIndices : public IndexBuilder {
public:
  MovementIndices(mlir::OpBuilder &b, mlir::Location loc,
                  const DataMovement &movement, const MovementNest &nest);

  llvm::ArrayRef<MovementLoop> getLoops() const { return nest.loops; }
  llvm::ArrayRef<MovementGuard> getGuards() const { return movement.guards; }
  /// What lies outside of the guards.
  mlir::TypedAttr getOutside() const { return movement.outside; }

  /// Of all loops.
  llvm::ArrayRef<Value> getSizes() const { return sizes; }
  llvm::ArrayRef<Value> getStrides() const { return strides; }

  /// The source's element.
  Value getPosition(llvm::ArrayRef<Value> indices);
  Value getGuardPosition(unsigned guard, llvm::ArrayRef<Value> indices);
  Value isInside(unsigned guard, llvm::ArrayRef<Value> indices);

  /// Takes from [first, last) what is outside of a guard `0 <= start + step * i
  /// < bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound);

  /// Output of an iteration of a strip's outer loop.
  Value getLoopElements(const StripShape &shape);
  /// The strip's iterations that have so many elements of output, or a few
  /// less.
  Value getLength(int64_t elements, const StripShape &shape);

  /// All output of a strip, if it is known.
  std::optional<int64_t> getNumStripElements(const StripShape &shape) const;

private:
  const DataMovement &movement;
  const MovementNest &nest;
  llvm::SmallVector<Value> sizes, strides;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENTINDICES_H
