//===- WindowClauses.h - Windows in the text of operators -------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_IR_OPERATORS_WINDOWCLAUSES_H
#define DML_LIB_IR_OPERATORS_WINDOWCLAUSES_H

#include "mlir/IR/OpImplementation.h"

namespace dml {

/// `, NAME = [1, 2]` in any order, each at most once. What is left out gets its
/// default: ones, zeros for paddings.
mlir::ParseResult parseWindowClauses(mlir::OpAsmParser &parser,
                                     mlir::DenseI64ArrayAttr &windowSizes,
                                     mlir::DenseI64ArrayAttr &strides,
                                     mlir::DenseI64ArrayAttr &dilations,
                                     mlir::DenseI64ArrayAttr &startPadding,
                                     mlir::DenseI64ArrayAttr &endPadding);
void printWindowClauses(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        mlir::DenseI64ArrayAttr windowSizes,
                        mlir::DenseI64ArrayAttr strides,
                        mlir::DenseI64ArrayAttr dilations,
                        mlir::DenseI64ArrayAttr startPadding,
                        mlir::DenseI64ArrayAttr endPadding);

using UnresolvedOperands =
    llvm::SmallVectorImpl<mlir::OpAsmParser::UnresolvedOperand>;

/// The same with one clause more, `, output_sizes(%h, %w)`.
mlir::ParseResult parseFoldClauses(mlir::OpAsmParser &parser,
                                   mlir::DenseI64ArrayAttr &windowSizes,
                                   mlir::DenseI64ArrayAttr &strides,
                                   mlir::DenseI64ArrayAttr &dilations,
                                   mlir::DenseI64ArrayAttr &startPadding,
                                   mlir::DenseI64ArrayAttr &endPadding,
                                   UnresolvedOperands &outputSizes);
void printFoldClauses(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                      mlir::DenseI64ArrayAttr windowSizes,
                      mlir::DenseI64ArrayAttr strides,
                      mlir::DenseI64ArrayAttr dilations,
                      mlir::DenseI64ArrayAttr startPadding,
                      mlir::DenseI64ArrayAttr endPadding,
                      mlir::OperandRange outputSizes);

/// The arrays of a window, its defaults filled in.
struct WindowAttributes {
  WindowAttributes(mlir::Builder &builder, llvm::ArrayRef<int64_t> windowSizes,
                   llvm::ArrayRef<int64_t> strides,
                   llvm::ArrayRef<int64_t> dilations,
                   llvm::ArrayRef<int64_t> startPadding,
                   llvm::ArrayRef<int64_t> endPadding);

  mlir::DenseI64ArrayAttr windowSizes, strides, dilations, startPadding,
      endPadding;
};

} // namespace dml

#endif // DML_LIB_IR_OPERATORS_WINDOWCLAUSES_H
