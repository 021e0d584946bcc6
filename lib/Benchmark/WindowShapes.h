//===- WindowShapes.h - Cases of operators with windows ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_WINDOWSHAPES_H
#define DML_LIB_BENCHMARK_WINDOWSHAPES_H

#include "OperatorCases.h"
#include "dml/IR/WindowSizes.h"

namespace dml {

/// The tensor that windows slide over, and a window that is the same in all its
/// spatial dimensions.
struct WindowShape {
  Sizes sizes;
  int64_t window;
  int64_t stride = 1;
  /// At either side.
  int64_t padding = 0;
  int64_t dilation = 1;
  Layout layout = Layout::RowMajor;

  /// `8x3x224x224_k7_s2_p3` for a tensor of these sizes.
  std::string spell(SizesRef sizes) const;
  /// `, window_sizes = [7, 7], strides = …`.
  std::string spellClauses() const;
  /// Calls the function with the arrays of the clauses.
  llvm::Expected<Sizes>
  infer(SizesRef sizes,
        llvm::Expected<Sizes> (*function)(SizesRef sizes,
                                          const UnfoldWindow &window)) const;
};

/// Which tensor of an operator holds the windows as rows and columns (F4). The
/// other one is the tensor that they slide over.
enum class WindowSide { Input, Result };

/// The cases of unfold or fold, named after the tensor that windows slide over:
/// `fold/8x3x224x224_k7_s2_p3/f32`.
std::vector<BenchmarkCase> makeWindowCases(llvm::StringRef mnemonic,
                                           llvm::ArrayRef<WindowShape> shapes,
                                           const SuitePart &part,
                                           WindowSide windows);

} // namespace dml

#endif // DML_LIB_BENCHMARK_WINDOWSHAPES_H
