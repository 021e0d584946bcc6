//===- Kernels.h - The operators as plain loops -----------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operators written straight from the formulas of docs/Operators.md, on
// packed row-major bytes. Since they only move bits (T5), an element is known
// by its width alone. Nothing here is shared with the lowerings.
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_KERNELS_H
#define DML_REFERENCE_KERNELS_H

#include "dml/IR/RuleMessages.h"
#include "dml/IR/ShapeInference.h"
#include <optional>

namespace dml {

/// Of DMLEnums.h, which needs MLIR's headers.
enum class DepthSpaceOrder : uint32_t;

namespace reference {

/// A packed row-major tensor; sizes are static.
struct ConstTensorView {
  SizesRef sizes;
  unsigned elementBytes;
  const char *data;
};

struct TensorView {
  SizesRef sizes;
  unsigned elementBytes;
  char *data;
};

/// D4, D5. The sizes must satisfy `inferDepthToSpace1Sizes`.
void depthToSpace1(ConstTensorView input, TensorView result, int64_t blockSize,
                   DepthSpaceOrder order);

/// U2, U4; reports U3. Indices are unsigned, 4 or 8 bytes wide.
std::optional<OutOfRangeIndices> maxUnpooling(ConstTensorView values,
                                              ConstTensorView indices,
                                              TensorView result);

/// F4. `result` may have leading ones (F5).
void unfold(ConstTensorView input, TensorView result,
            const UnfoldWindow &window);

} // namespace reference
} // namespace dml

#endif // DML_REFERENCE_KERNELS_H
