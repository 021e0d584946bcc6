//===- Strides.h - Where the elements of a tensor lie -----------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A caller's tensor may be strided (T3): the attribute `dml.strides` of a
// function's argument or result has one stride for each dimension, in elements.
// Free of MLIR.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_SHAPES_STRIDES_H
#define DML_IR_SHAPES_STRIDES_H

#include "dml/IR/Shapes/ShapeInference.h"
#include <optional>

namespace dml {

constexpr llvm::StringLiteral kStridesAttrName = "dml.strides";

/// Whether elements are only read, or written too.
enum class StridedUse { Read, Written };

/// Checks T3 and T4. Messages call the tensor `tensor`. The bytes, and whether
/// elements overlap, are not checked if some sizes are dynamic.
llvm::Error checkStrides(llvm::StringRef tensor, SizesRef sizes,
                         SizesRef strides, unsigned elementBytes,
                         StridedUse use);

/// dot(sizes-1, strides)+1 for checked strides: the elements from the first one
/// to the last, gaps included.
int64_t getStorageElements(SizesRef sizes, SizesRef strides);

/// Whether some of these elements belong to no element of the tensor, for
/// checked strides.
bool hasGaps(SizesRef sizes, SizesRef strides);

/// The bytes of a raw file (T4), for checked strides.
int64_t getStorageBytes(SizesRef sizes, SizesRef strides,
                        unsigned elementBytes);

/// The strides of a packed row-major tensor, for known sizes.
Sizes getPackedStrides(SizesRef sizes);

/// Returns the dimensions from the largest stride to the smallest, without
/// those of size 1, if a row-major tensor with its dimensions in this order has
/// these strides. Returns nothing if the tensor has gaps or elements that
/// overlap.
std::optional<llvm::SmallVector<unsigned>> getPackedOrder(SizesRef sizes,
                                                          SizesRef strides);

/// Whether these are the strides of a packed tensor of images with the channels
/// of a pixel side by side: NHWC, with the dimensions in the order NCHW.
bool areChannelsLast(SizesRef sizes, SizesRef strides);

} // namespace dml

#endif // DML_IR_SHAPES_STRIDES_H
