//===- TensorView.h - Tensors as the reference kernels see them -*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator is written straight from the formulas of docs/Operators.md, on
// packed row-major bytes, in a file of its own. Nothing of it is shared with
// the lowerings.
//
//===----------------------------------------------------------------------===//

#ifndef DML_REFERENCE_TENSORVIEW_H
#define DML_REFERENCE_TENSORVIEW_H

#include "dml/IR/Messages/RuleMessages.h"
#include "dml/IR/Shapes/ShapeInference.h"
#include "dml/Runtime/Values/ElementType.h"
#include <optional>

namespace dml::reference {

/// A packed row-major tensor; sizes are static.
struct ConstTensorView {
  SizesRef sizes;
  ElementType elementType;
  const char *data;

  unsigned getElementBytes() const { return getByteWidth(elementType); }
};

struct TensorView {
  SizesRef sizes;
  ElementType elementType;
  char *data;

  unsigned getElementBytes() const { return getByteWidth(elementType); }
};

} // namespace dml::reference

#endif // DML_REFERENCE_TENSORVIEW_H
