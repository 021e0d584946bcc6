//===- WindowReduction.h - One value from many of a window ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_WINDOWREDUCTION_H
#define DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_WINDOWREDUCTION_H

#include "OperatorLowering.h"

namespace dml {

/// Computes each element of `{N, C, S_0 … S_{d-1}}` results from the elements
/// of a window of d dimensions. It visits the elements one after the other and
/// keeps a state, which is one or several values.
class WindowReduction {
public:
  virtual ~WindowReduction() = default;

  /// The state before the first element.
  virtual llvm::SmallVector<mlir::TypedAttr> getInitial() = 0;
  /// Builds the state after one more element. `element` is its position in the
  /// window. `linalg.index` of the first loops gives the position in the
  /// results.
  virtual llvm::SmallVector<mlir::Value>
  visit(mlir::OpBuilder &b, mlir::Location loc,
        llvm::ArrayRef<mlir::OpFoldResult> element, mlir::ValueRange state) = 0;
  /// Builds the state after two parts of a window, of which `second` is visited
  /// later, from those after each part alone.
  virtual llvm::SmallVector<mlir::Value> combine(mlir::OpBuilder &b,
                                                 mlir::Location loc,
                                                 mlir::ValueRange first,
                                                 mlir::ValueRange second) {
    llvm_unreachable("parts cannot be combined");
  }
  /// Whether they can be.
  virtual bool canCombine() const { return false; }
  /// Builds the elements of the results from the state after the last element.
  virtual llvm::SmallVector<mlir::Value>
  finish(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange state) = 0;
};

/// The order in which the elements of a window are visited.
enum class WindowOrder { Ascending, Descending };

/// Emits the operation that computes results of these sizes and types. Its body
/// visits all elements of a window, and loops over them if there are more than
/// `maxUnrolled`. `computed` has the values of dynamic sizes.
llvm::SmallVector<mlir::Value>
emitWindowReduction(mlir::OpBuilder &b, mlir::Location loc, SizesRef window,
                    WindowOrder order, WindowReduction &reduction,
                    SizesRef sizes, llvm::ArrayRef<mlir::OpFoldResult> computed,
                    mlir::TypeRange types, int64_t maxUnrolled);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_OPERATORS_WINDOWREDUCTION_H
