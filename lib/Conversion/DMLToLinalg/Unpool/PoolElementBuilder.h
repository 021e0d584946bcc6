//===- PoolElementBuilder.h - One element of a pooled plane -----*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLELEMENTBUILDER_H
#define DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLELEMENTBUILDER_H

#include "dml/Conversion/DMLToLinalg/Unpool/PoolGeometry.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace dml {

/// The outputs that an input may point to along both axes.
struct PlaneReach {
  PoolReach rows, columns;
};

/// The position of an element, as index values. The plane has one entry for
/// each dimension that the tensor has before rows and columns.
struct ElementPosition {
  llvm::SmallVector<mlir::Value> getIndices() const {
    llvm::SmallVector<mlir::Value> indices(plane);
    indices.append({row, column});
    return indices;
  }

  llvm::SmallVector<mlir::Value> plane;
  mlir::Value row, column;
};

/// Builds code for one element of a structured operation.
class PoolElementBuilder {
public:
  /// Planes are numbered by batch and channel, of which there are so many.
  PoolElementBuilder(mlir::OpBuilder &b, mlir::Location loc,
                     const PoolGeometry &geometry, int64_t channels)
      : b(b), loc(loc), rows(geometry.rows), columns(geometry.columns),
        channels(channels) {}

  mlir::Value apply(mlir::AffineExpr expr, mlir::ValueRange operands);
  mlir::Value word(int64_t value);
  mlir::Value asWord(mlir::Value index);
  mlir::Value compare(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                      mlir::Value rhs);
  mlir::Value select(mlir::Value condition, int64_t ifTrue, int64_t ifFalse);
  /// Either of them may be null.
  mlir::Value both(mlir::Value lhs, mlir::Value rhs);
  mlir::Value either(mlir::Value lhs, mlir::Value rhs);
  /// A branch. Its results are what the side taken returns.
  llvm::SmallVector<mlir::Value>
  ifElse(mlir::Value condition,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> ifTrue,
         llvm::function_ref<llvm::SmallVector<mlir::Value>()> ifFalse);

  /// The element of the result at which the operation's loops, `rank` in
  /// number, are.
  ElementPosition getElement(unsigned rank);
  /// The indices of a plane, given its number, in a tensor of this rank.
  llvm::SmallVector<mlir::Value> getPlane(mlir::Value number, unsigned rank);
  /// The number of a plane, given its indices.
  mlir::Value getNumber(mlir::ValueRange plane);

  /// The home of an input along an axis, as a signed number.
  mlir::Value getHome(mlir::Value input, const PoolAxis &axis);

  /// Whether the low word of an index is the place of an element. The high word
  /// is 0 where isInReach holds. If it does not hold for some input, nothing
  /// uses what was found by low words.
  mlir::Value pointsTo(mlir::Value pointer, mlir::Value place);
  /// Whether an input points to an element of its reach, by all bits of its
  /// index. `home` is the position of the input's home.
  mlir::Value isInReach(mlir::Value pointer, const ElementPosition &home,
                        const PlaneReach &reach);
  /// Whether an input points into its cell, which lies in its plane completely.
  /// Compares the rows of the cell one by one. If they are few, that is faster
  /// than to find the row that the input points to.
  mlir::Value isInCell(mlir::Value pointer, const ElementPosition &home);

  /// The code of an input, and whether all bits of its index say that it points
  /// into its reach. Elements of a reach are numbered row by row. The code is
  /// the number of the element that the input points to.
  std::pair<mlir::Value, mlir::Value> getCode(mlir::Value pointer,
                                              const ElementPosition &home,
                                              const PlaneReach &reach,
                                              mlir::Type type);
  /// The code of inputs that point to an element, for the candidate with these
  /// shifts.
  mlir::Value getCodeOf(const ElementPosition &element, const PlaneReach &reach,
                        int64_t rowShift, int64_t columnShift, mlir::Type type);

  /// The place of an element in the result, counted row-major. The expression
  /// takes the number of the plane, the row and the column.
  mlir::AffineExpr getPlaceExpr();
  mlir::Value getPlace(const ElementPosition &element);
  /// The number of an element's plane, the row and the column.
  llvm::SmallVector<mlir::Value> getNumbers(const ElementPosition &element);

  /// `(output + shift) floordiv stride`, and the condition that this is an
  /// input, which is null if it always is.
  std::pair<mlir::Value, mlir::Value>
  getInput(mlir::Value output, const PoolAxis &axis, int64_t shift);

  mlir::OpBuilder &b;
  mlir::Location loc;
  const PoolAxis rows, columns;

private:
  /// The low word of an index and, if it has 64 bits, the high one. All bits of
  /// an index count (U3).
  std::pair<mlir::Value, mlir::Value> splitIndex(mlir::Value pointer);
  /// Whether the high word of an index, if it has one, is 0.
  mlir::Value isNarrow(mlir::Value high);

  const int64_t channels;
};

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_UNPOOL_POOLELEMENTBUILDER_H
