//===- IndexBuilder.h - Index arithmetic, loops, branches -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_CPU_INDEXBUILDER_H
#define DML_LIB_CODEGEN_CPU_INDEXBUILDER_H

#include "CodeGen/Common/ScalarBuilder.h"

namespace dml {

/// Builds arithmetic on values of type index, which have 64 bits. Loops of
/// forEach are loops that LLVM keeps as they are written.
class IndexBuilder : public ScalarBuilder {
public:
  IndexBuilder(mlir::OpBuilder &b, mlir::Location loc)
      : ScalarBuilder(b, loc) {}

  Value constant(int64_t value);
  /// Returns 1 where there is no value.
  Value product(mlir::ValueRange values);
  Value ceilDivide(Value lhs, Value rhs);
  Value signedMinimum(Value lhs, Value rhs);
  Value signedMaximum(Value lhs, Value rhs);
  Value isLessSigned(Value lhs, Value rhs);
  /// Whether [position, position + size) is a part of [0, extent). Sizes are at
  /// most 2^63 - 1, positions may be any.
  Value isRangeInside(Value position, Value size, Value extent);
  /// Narrows [first, last) to the i with `0 <= start + step * i < bound`.
  void restrict(Value &first, Value &last, Value start, int64_t step,
                Value bound);
  /// Rounds to a multiple of `multiple`, a power of two.
  Value roundDown(Value value, int64_t multiple);
  Value roundUp(Value value, int64_t multiple);
  /// The row-major position of an element of an array of these sizes.
  llvm::SmallVector<Value> delinearize(Value element,
                                       llvm::ArrayRef<Value> sizes);

  /// Loops over parts of [begin, end), of `length` each. The last one ends with
  /// the range, which has as many, and may overlap the one before, so that no
  /// vector is masked. LLVM leaves these loops as they are.
  void forEachPart(Value begin, Value end, int64_t length,
                   llvm::function_ref<void(Value)> body);

  /// An element of a one-dimensional buffer.
  Value load(Value buffer, Value position);
  void store(Value value, Value buffer, Value position);

  /// Memory that is allocated on the stack after saveStack lives until
  /// restoreStack: a loop of one task is none, and may stand in a loop of the
  /// program. Canonicalisation would widen an alloca scope to all of that.
  Value saveStack();
  void restoreStack(Value stack);

  /// Loops from 0 while below `end`, in any order and on any worker.
  void parallelForEach(Value end, Value step,
                       llvm::function_ref<void(Value)> body);

protected:
  /// Keeps LLVM from rewriting a loop that is already what it should be: as a
  /// call of memcpy, which is too much for a few lines, or in vectors, for a
  /// few elements.
  void annotateLoop(mlir::scf::ForOp loop) override;
};

} // namespace dml

#endif // DML_LIB_CODEGEN_CPU_INDEXBUILDER_H
