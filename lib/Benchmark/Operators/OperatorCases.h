//===- OperatorCases.h - Benchmarks of one operator -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a file with its cases; this is what they share.
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_OPERATORS_OPERATORCASES_H
#define DML_LIB_BENCHMARK_OPERATORS_OPERATORCASES_H

#include "dml/Benchmark/BenchmarkCase.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "dml/Runtime/Values/Tensor.h"
#include "llvm/ADT/Twine.h"

namespace dml {

/// The suites of OperatorSuites.h.
enum class Suite { Operators, OddWidths, GPUOperators, GPUOddWidths };

/// What the shapes of a part of a suite are for.
enum class ShapeClass {
  /// As models have them.
  Model,
  /// The same, cut down.
  Small,
  /// Of 256 MiB to 1 GiB in f32; narrower types have as many more batches.
  Large,
  /// Of like sizes, with rows that are no whole vectors.
  LargeOdd,
  /// What a GPU takes hardly longer for than for nothing.
  SmallGPU,
  /// Rows of odd widths, and of the powers of two beside them: as many elements
  /// of each, in higher planes.
  OddWidths
};

/// How the tensors of a case lie.
enum class Layout {
  /// Packed, row-major.
  RowMajor,
  /// NHWC: each tensor of four dimensions, argument or result, has its channels
  /// last (T3). Others are packed, row-major.
  ChannelsLast
};

/// The cases of one suite with shapes of one class, of all operators.
struct SuitePart {
  Suite suite;
  ShapeClass shapes;
  std::vector<ElementType> types;
  /// Of the element type that the shapes are for; 0: for all.
  unsigned elementBytes = 0;

  /// More batches, where narrower elements would make fewer bytes.
  Sizes scale(SizesRef sizes, ElementType type) const;
  /// The types to measure in this layout: in NHWC only f32 and i8.
  std::vector<ElementType> getTypes(Layout layout) const;
};

/// Each function returns the benchmark cases of one operator.
#define DML_OPERATOR(Name, mnemonic)                                           \
  std::vector<BenchmarkCase> make##Name##Cases(const SuitePart &part);
#include "dml/IR/Operators.def"

/// The widths of ShapeClass::OddWidths, and the even height that goes with one.
constexpr int64_t kOddWidths[] = {1, 2, 3, 4, 16, 17, 255, 256};
constexpr int64_t getOddWidthHeight(int64_t width) {
  constexpr int64_t planeElements = 1 << 16;
  return planeElements / width / 2 * 2;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// The type of an argument or result, with strides where the layout has them.
TensorType makeType(SizesRef sizes, ElementType type, Layout layout);
/// `2x3xf32`.
std::string spellType(SizesRef sizes, ElementType type);
/// `2x3xf32=random:1`: all bits random, so that nothing is known of them.
std::string spellRandom(SizesRef sizes, ElementType type);
/// `[3, 3]`.
std::string spellArray(SizesRef values);

/// A case without program and inputs, named `op/shape/type`, or
/// `op/shape_nhwc/type`.
BenchmarkCase makeCase(const llvm::Twine &op, const llvm::Twine &shape,
                       ElementType type, Layout layout);

/// A function that is one operation.
std::string spellFunction(llvm::ArrayRef<TensorType> arguments,
                          llvm::ArrayRef<TensorType> results,
                          const std::string &operation);

} // namespace dml

#endif // DML_LIB_BENCHMARK_OPERATORS_OPERATORCASES_H
