//===- ConvertIntegers.h - Integers of another type -------------*- C++ -*-===//
//
// Part of the dml project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DML_RUNTIME_VALUES_CONVERTINTEGERS_H
#define DML_RUNTIME_VALUES_CONVERTINTEGERS_H

#include "dml/Runtime/Values/Tensor.h"

namespace dml {

/// The same values in another integer type, in the same layout. Both types are
/// integers or index. Fails where a value does not fit, and names the first.
llvm::Expected<Tensor> convertIntegers(const Tensor &tensor, ElementType type);

} // namespace dml

#endif // DML_RUNTIME_VALUES_CONVERTINTEGERS_H
