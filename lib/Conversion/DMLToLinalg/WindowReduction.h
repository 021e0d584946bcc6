//===- WindowReduction.h - One value from many of a window ------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CONVERSION_DMLTOLINALG_WINDOWREDUCTION_H
#define DML_LIB_CONVERSION_DMLTOLINALG_WINDOWREDUCTION_H

#include "OperatorLowering.h"

namespace dml {

/// What computes each element of `{N, C, S_0 … S_{d-1}}` results from the
/// elements of a window of d dimensions, one after the other.
class WindowReduction {
public:
  virtual ~WindowReduction() = default;

  /// What is known before the first element.
  virtual llvm::SmallVector<mlir::TypedAttr> getInitial() = 0;
  /// What is known after one element more. `element` is its place in the
  /// window; the dimensions of the results are the first loops around.
  virtual llvm::SmallVector<mlir::Value>
  visit(mlir::OpBuilder &b, mlir::Location loc,
        llvm::ArrayRef<mlir::OpFoldResult> element, mlir::ValueRange state) = 0;
  /// The results, of these types.
  virtual llvm::SmallVector<mlir::Value>
  finish(mlir::OpBuilder &b, mlir::Location loc, mlir::ValueRange state) = 0;
};

/// How the elements of a window are gone through.
enum class WindowOrder { Ascending, Descending };

/// Results of these sizes and types. Windows of few elements are written out in
/// one operation; those of many are loops around it, and another operation
/// makes the results of the last state.
llvm::SmallVector<mlir::Value>
emitWindowReduction(mlir::OpBuilder &b, mlir::Location loc, SizesRef window,
                    WindowOrder order, WindowReduction &reduction,
                    SizesRef sizes, llvm::ArrayRef<mlir::OpFoldResult> computed,
                    mlir::TypeRange types);

} // namespace dml

#endif // DML_LIB_CONVERSION_DMLTOLINALG_WINDOWREDUCTION_H
