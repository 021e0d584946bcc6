//===- ShapeInference.h - Sizes of tensors ----------------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What all shape functions share, free of MLIR: type inference, verifiers,
// builders, lowering and the reference evaluator use it. A size may be
// `kDynamic`; what follows from the known ones is computed and checked, with
// overflow checks throughout. Errors are the labelled messages of
// RuleMessages.h. What one operator says of sizes is in a header of its own,
// such as UnfoldSizes.h.
//
//===----------------------------------------------------------------------===//

#ifndef DML_IR_SHAPES_SHAPEINFERENCE_H
#define DML_IR_SHAPES_SHAPEINFERENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <limits>
#include <string>

namespace dml {

/// The value of mlir::ShapedType::kDynamic.
constexpr int64_t kDynamic = std::numeric_limits<int64_t>::min();
/// Largest UINT (A1), and most elements that a tensor may have (T2).
constexpr int64_t kMaxUInt32 = 4294967295;

using Sizes = llvm::SmallVector<int64_t, 8>;
using SizesRef = llvm::ArrayRef<int64_t>;

/// `2x3x?`.
std::string formatSizes(SizesRef sizes);

/// The product of the sizes, kDynamic when one of them is; the sizes must have
/// passed `checkTensorSizes`.
int64_t productOf(SizesRef sizes);

/// T2: sizes >= 1, at most 2^32-1 elements, rank at most 8. `tensor` names it
/// in messages.
llvm::Error checkTensorSizes(llvm::StringRef tensor, SizesRef sizes);

/// T2 for as many elements as the product of the sizes. One of 0 counts as 1,
/// and one that is not known as well.
llvm::Error checkElementCount(llvm::StringRef tensor, SizesRef sizes);

/// A1 for the value of an attribute, which `name` stands for in messages.
llvm::Error checkUInt32(const llvm::Twine &name, int64_t value);

/// Whether a declared size is static where the inferred one is not, so that
/// only run time can check T6.
bool declaresMoreThanInferred(SizesRef inferred, SizesRef declared);

/// In each dimension whichever size is known; the two must agree.
Sizes mergeSizes(SizesRef inferred, SizesRef declared);

} // namespace dml

#endif // DML_IR_SHAPES_SHAPEINFERENCE_H
