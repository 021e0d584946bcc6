//===- LayoutPropagation.h - A buffer of other strides ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_LAYOUTPROPAGATION_H
#define DML_LIB_CODEGEN_COMMON_LAYOUTPROPAGATION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

/// What may be done to the elements of a buffer.
enum class LayoutUse { Read, Written };

/// Lets everything that uses `from` use `to`, a buffer of the same sizes and
/// other static strides, views of it included. A structured operation on a
/// buffer that is packed but for the order of its dimensions gets it in that
/// order, so that only its indexing map knows of the strides. Fails and changes
/// nothing where a user takes no such buffer.
mlir::LogicalResult propagateLayout(mlir::Value from, mlir::Value to,
                                    LayoutUse use);

/// Copies a buffer to one of the same sizes, of any strides each.
void copyBetweenLayouts(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value from, mlir::Value to);

/// Lets operations of several results write them in one order: those of another
/// order are copied to where they belong.
void unifyResultOrders(mlir::Operation *root);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_LAYOUTPROPAGATION_H
