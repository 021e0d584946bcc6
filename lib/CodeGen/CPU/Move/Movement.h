//===- Movement.h - Nests that move elements --------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H
#define DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H

#include "CodeGen/CPU/IndexBuilder.h"
#include "dml/CodeGen/Analysis/AccessNest.h"

namespace dml {

/// Whether an operation writes a packed buffer in order with elements of
/// another or a constant: transpositions, strided copies, windows with padding.
/// Positions of predicates grow with the loops.
bool isMovement(const AccessNest &nest);

/// A loop of such a nest, as schedules see it.
struct MovementLoop {
  /// Iterations, if they are known.
  std::optional<int64_t> size;
  /// Elements of the source between neighbours, if they are known.
  std::optional<int64_t> stride;
  /// Whether an index of the source gets smaller with each iteration.
  bool goesBackwards = false;
  /// The step of each predicate's position from one iteration to the next.
  llvm::SmallVector<int64_t> predicateSteps;

  /// The size, or a guess where it is dynamic.
  int64_t guessSize() const;
};

llvm::SmallVector<MovementLoop> getMovementLoops(const AccessNest &nest);

/// Builds positions in the source and in the predicates of a movement, from
/// indices of its outermost loops; further inside, loops are at their first
/// iteration.
class MovementIndices : public IndexBuilder {
public:
  /// Reads sizes and strides that are not known from the buffers.
  MovementIndices(mlir::OpBuilder &b, mlir::Location loc,
                  const AccessNest &nest);

  /// The element of the source at these indices.
  Value getPosition(llvm::ArrayRef<Value> indices);
  Value getPredicatePosition(unsigned predicate, llvm::ArrayRef<Value> indices);

  /// Narrows [first, last) to the i with `0 <= start + step * i < bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound);

  /// Loads columns of so many elements along the innermost loop, at these
  /// indices and the following ones of the loop outside of it. Predicates do
  /// not depend on the innermost loop.
  Values loadColumns(llvm::ArrayRef<Value> indices, int64_t numElements,
                     int64_t numColumns);

  /// One-dimensional views of both buffers.
  Value source, output;
  llvm::SmallVector<MovementLoop> loops;
  /// The sizes, and the source's strides, of all loops.
  llvm::SmallVector<Value> sizes, strides;
  /// The bounds of all predicates.
  llvm::SmallVector<Value> bounds;

  const AccessNest &nest;

private:
  /// The source's element of the first iteration.
  Value offset;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_MOVE_MOVEMENT_H
