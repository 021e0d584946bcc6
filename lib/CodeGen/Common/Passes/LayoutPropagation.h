//===- LayoutPropagation.h - A buffer of other strides ----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_CODEGEN_COMMON_PASSES_LAYOUTPROPAGATION_H
#define DML_LIB_CODEGEN_COMMON_PASSES_LAYOUTPROPAGATION_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace dml {

/// What may be done to the elements of a buffer.
enum class LayoutUse { Read, Written };

/// Which dml.unpool gets buffers with the channels of a pixel side by side as
/// they are, and not packed copies.
enum class ChannelsLastUnpool { None, WithoutConditions, All };

/// Replaces all uses of `from`, including those of its views, by uses of `to`.
/// The two have the same sizes; the strides of `to` are static. If `to` is
/// packed but for the order of its dimensions, operations use it with its
/// dimensions in that order, and only indexing maps and the order of indices
/// depend on the strides. Fails and changes nothing if some user takes no such
/// buffer.
mlir::LogicalResult
propagateLayout(mlir::Value from, mlir::Value to, LayoutUse use,
                ChannelsLastUnpool channelsLast = ChannelsLastUnpool::None);

/// Whether a buffer has the channels of a pixel side by side.
bool isChannelsLast(mlir::MemRefType type);

/// Copies a buffer to another one of the same sizes. Each may have any strides.
void copyBetweenLayouts(mlir::OpBuilder &b, mlir::Location loc,
                        mlir::Value from, mlir::Value to);

/// Makes operations of several results write all of them in the order of the
/// first one. Results of another order are copied to their buffers afterwards.
void unifyResultOrders(mlir::Operation *root);

} // namespace dml

#endif // DML_LIB_CODEGEN_COMMON_PASSES_LAYOUTPROPAGATION_H
