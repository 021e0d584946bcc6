//===- OperatorCases.h - Benchmarks of one operator -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_LIB_BENCHMARK_OPERATORCASES_H
#define DML_LIB_BENCHMARK_OPERATORCASES_H

#include "dml/Benchmark/BenchmarkCase.h"
#include "dml/IR/DepthToSpace1Sizes.h"
#include "dml/IR/UnfoldSizes.h"
#include "dml/Runtime/Values/ElementType.h"

namespace dml {

enum class PixelOrder { DepthColumnRow, ColumnRowDepth };

/// `depth_to_space1_dcr/1x256x256x256_b2/f32`.
BenchmarkCase makeDepthToSpace1Case(SizesRef input, int64_t blockSize,
                                    PixelOrder order, ElementType type);

/// Where the values of an unpooling go.
enum class IndexPattern {
  /// Each into its own window of 2x2.
  Pooled,
  /// Into windows of 3x3 with padding 1, two apart.
  Overlapping,
  /// Anywhere in its plane.
  ShuffledInPlanes,
  /// Anywhere.
  Shuffled
};

/// To a result of twice the height and width:
/// `max_unpooling_pooled/1x64x256x256_ui32/f32`.
BenchmarkCase makeMaxUnpoolingCase(SizesRef values, IndexPattern pattern,
                                   ElementType indexType, ElementType type);

/// A window that is the same in all spatial dimensions.
struct WindowShape {
  int64_t size;
  int64_t stride = 1;
  /// At either side.
  int64_t padding = 0;
  int64_t dilation = 1;
};

/// `unfold/8x3x224x224_k7_s2_p3/f32`.
BenchmarkCase makeUnfoldCase(SizesRef input, const WindowShape &window,
                             ElementType type);

} // namespace dml

#endif // DML_LIB_BENCHMARK_OPERATORCASES_H
