//===- WindowShapes.h - Cases of operators with windows ---------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_OPERATORS_WINDOWSHAPES_H
#define DML_LIB_BENCHMARK_OPERATORS_WINDOWSHAPES_H

#include "CaseDraw.h"
#include "OperatorCases.h"
#include "dml/IR/Shapes/WindowSizes.h"

namespace dml {

/// A number for each spatial dimension, or one for all of them.
class PerDimension {
public:
  PerDimension(int64_t all) : entries{all} {}
  PerDimension(Sizes entries) : entries(std::move(entries)) {}

  /// For as many dimensions.
  Sizes expand(size_t rank) const {
    return entries.size() == 1 ? Sizes(rank, entries.front()) : entries;
  }
  bool isAll(int64_t value) const {
    return llvm::all_of(entries, [=](int64_t entry) { return entry == value; });
  }
  /// `3`, or `2x16x16` where they differ.
  std::string spell() const {
    return isAll(entries.front()) ? std::to_string(entries.front())
                                  : formatSizes(entries);
  }

private:
  Sizes entries;
};

/// The tensor that windows slide over, and the window.
struct WindowShape {
  Sizes sizes;
  PerDimension window;
  PerDimension stride = 1;
  /// At either side.
  PerDimension padding = 0;
  PerDimension dilation = 1;
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

/// A random case of unfold or fold: of convolutions, patches, frames or any
/// windows of 1 to 32 positions, in 1 to 3 spatial dimensions.
std::optional<BenchmarkCase> drawWindowCase(llvm::StringRef mnemonic,
                                            CaseDraw &draw, WindowSide windows);

/// A random max pooling: the input of one image, and windows of 2 to 4. The
/// windows may not fit.
WindowShape drawPooling(CaseDraw &draw, int64_t rank);

} // namespace dml

#endif // DML_LIB_BENCHMARK_OPERATORS_WINDOWSHAPES_H
