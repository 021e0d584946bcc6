//===- RandomWindows.h - Windows over random inputs -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_TESTING_OPERATORS_RANDOMWINDOWS_H
#define DML_LIB_TESTING_OPERATORS_RANDOMWINDOWS_H

#include "dml/IR/Shapes/WindowSizes.h"
#include "dml/Runtime/Values/Random.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace dml {

/// An UnfoldWindow that owns its arrays.
struct OwnedWindow {
  Sizes sizes, strides, dilations, startPadding, endPadding;

  UnfoldWindow get() const {
    return {sizes, strides, dilations, startPadding, endPadding};
  }
};

/// Fails where a few attempts made results that are too large.
std::optional<OwnedWindow> chooseWindow(
    Random &random, SizesRef input, int64_t maxElements,
    llvm::function_ref<llvm::Expected<Sizes>(SizesRef, const UnfoldWindow &)>
        infer);

/// `, window_sizes = [1, 2]` and the other clauses, some of those with their
/// defaults left out.
std::string spellWindow(Random &random, const OwnedWindow &window);

} // namespace dml

#endif // DML_LIB_TESTING_OPERATORS_RANDOMWINDOWS_H
